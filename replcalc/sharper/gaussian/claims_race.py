"""The claim on the race on Gaussian noise (B7)."""

from __future__ import annotations

import sympy as sp

from replcalc.sharper.cosine.claims import GAUSS, N, R, k, sigma
from replcalc.vocabulary import Outcome, nudged, of, prove_identity


def _race(shift: sp.Expr) -> Outcome:
    """The pair against the exchanged pair: two Gaussians in 2k dimensions, sqrt(2) times as far apart."""
    once = of(GAUSS, "tv", k=k, N=N, sigma=sigma).args[0]
    return prove_identity(shift * once, of(GAUSS, "race", k=k, N=N, sigma=sigma).args[0])


CLAIMS = (
    nudged(
        "gauss.race", GAUSS, None,
        "TV(P x Q, Q x P) of two shifted Gaussians is erf(|a-b|/(2 sigma)): sqrt(2) times the distance",
        _race, sp.sqrt(2), R(2),
        given="the total variation of two shifted Gaussians",
    ),
)  # fmt: skip
