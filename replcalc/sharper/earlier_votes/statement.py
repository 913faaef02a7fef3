"""Two earlier weightings of the votes, on the way to squared votes (proof.md).

Both are squared votes of g(v) in place of the share v of the votes, with g convex, increasing and g(0) = 0: exponential
votes with g(v) = e^(av) - 1, thresholded squares with g(v) = max(v - h, 0).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from replcalc.sharper.squared_votes.statement import squared_votes
from replcalc.vocabulary import (
    POSITIVE, UNIT_OPEN, Node, Parameter, Statement, below, exp, greatest, kl, largest, rational, real, total,
)  # fmt: skip

_T, _x1, _rho0s, _beta0s = (squared_votes.parameter(name).entry for name in ("T", "x1", "rho0", "beta0"))
_omega_sum, _tau_sum = (squared_votes.conclusion(name).variable for name in ("omega_sum", "tau"))
_a, _h = real("a"), real("h")

STRENGTH = Parameter(_a, POSITIVE, "strength: an answer with share v of the votes has weight (e^(av) - 1)^2")
THRESHOLD = Parameter(_h, UNIT_OPEN, "threshold: an answer with share v of the votes has weight max(v - h, 0)^2")


def _weighted(
    label: str,
    title: str,
    meaning: str,
    parameter: Parameter,
    conditions: tuple[Any, ...],
    terms: tuple[Node, Node, Node],
    notes: tuple[str, ...],
) -> Statement:
    """derived:squared-votes with other weights; ``terms``: D_i, chi_i and the factor of beta0_i in the failure."""
    smallest, chi, wrong = terms
    known = {c.name: c for c in squared_votes.gives}
    replaced = {
        "D": replace(known["D"], formula=-greatest(-smallest), meaning="the smallest D_i"),
        "chi": replace(known["chi"], formula=total(chi)),
        "beta": replace(known["beta"], formula=_omega_sum + _tau_sum + total(_beta0s * wrong)),
    }
    return replace(
        squared_votes,
        label=label,
        title=title,
        meaning=meaning,
        given=(*squared_votes.given, parameter),
        assumes=(*squared_votes.assumes, *conditions),
        gives=tuple((known | replaced).values()),
        uses=("derived:squared-votes", "def:correlated_sampling"),
        notes=notes,
    )


#: g(1 - x1)/g'(1) and g(1 - x1)/g(1) for g(v) = e^(av) - 1.
_against_slope = exp(-_a * _x1) * (1 - exp(-_a * (1 - _x1))) / _a
_against_top = exp(-_a * _x1) * (1 - exp(-_a * (1 - _x1))) / (1 - exp(-_a))

exponential_votes = _weighted(
    "derived:exponential-votes",
    "Direct replicable composition by exponential votes",
    "Blocks vote under J shared strings; correlated sampling draws (string, answer) by weights (e^(av) - 1)^2 of its "
    "share v of the votes.",
    STRENGTH,
    (),
    (_against_slope**2, _rho0s / (_T * _against_slope**2), _against_top**-2),
    (
        "As a tends to 0 the weights become squared votes; large a costs about a^2 e^(2 a rho0) times the samples.",
        "With a = ln(k/rho) a string whose votes are split in two keeps rho/k of the weight of one that is not.",
    ),
)

#: How far the mean share exceeds the threshold; no room makes chi infinite, so that searches keep away from it.
_room = largest(1 - _h - _x1, 0)

thresholded_squares = _weighted(
    "derived:thresholded-squares",
    "Direct replicable composition by thresholded squares",
    "Blocks vote under J shared strings; correlated sampling draws (string, answer) by the square of how far its share "
    "of the votes exceeds h > 1/2.",
    THRESHOLD,
    (below(rational(1, 2), _h), below(_x1, 1 - _h)),
    (
        _room**2,
        (_rho0s / _T + 6 * (1 - _h) ** 2 * exp(-_T * kl(_h, rational(1, 2)))) / (2 * _room**2),
        ((1 - _h) / _room) ** 2,
    ),
    ("For small rho the samples approach 16 rho0/(1 - 2 rho0)^2 times (sum of n_i)/rho^2, for rho0 < 1/2 only.",),
)

STATEMENTS = (exponential_votes, thresholded_squares)
