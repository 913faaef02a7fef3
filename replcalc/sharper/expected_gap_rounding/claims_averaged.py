"""The claim on rounding with averaged accuracy (B6)."""

from __future__ import annotations

import sympy as sp

from replcalc.sharper.cosine.claims import AVERAGED, N, alpha, k, lam, x
from replcalc.vocabulary import Parts, nudged, of, prove_identity


def _averaged(factor: int) -> Parts:
    """(2/a) integral of e^(-2Nx^2) from alpha - a/2 to alpha + a/2, a = 2 lambda alpha."""
    width = of(AVERAGED, "width", alpha=alpha, **{"lambda": lam})
    antiderivative = sp.sqrt(sp.pi / (8 * N)) * sp.erf(sp.sqrt(2 * N) * x)
    near, far = sp.symbols("near far", positive=True)
    ends = {sp.erfc(end * sp.sqrt(2) * alpha * sp.sqrt(N)): value for end, value in ((1 - lam, near), (1 + lam, far))}
    stated = of(AVERAGED, "beta", k=k, N=N, alpha=alpha, **{"lambda": lam}).xreplace(ends)
    return {
        "antiderivative": prove_identity(antiderivative.diff(x), sp.exp(-2 * N * x**2)),
        "left end": prove_identity(alpha - width / 2, (1 - lam) * alpha),
        "right end": prove_identity(alpha + width / 2, (1 + lam) * alpha),
        "factor": prove_identity(factor * k / width * sp.sqrt(sp.pi / (8 * N)) * (near - far), stated),
    }


CLAIMS = (
    nudged(
        "averaged.integral", AVERAGED, None,
        "Hoeffding's bound averaged over a uniform rounding error is a difference of error functions",
        _averaged, 2, 1,
    ),
)  # fmt: skip
