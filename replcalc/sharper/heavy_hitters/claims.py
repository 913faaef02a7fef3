"""Claims on heavy hitters by a random threshold (H)."""

from __future__ import annotations

import sympy as sp

from replcalc.vocabulary import (
    Case, Outcome, Parts, at_least, equal, nudged, of, prove_by_form, prove_finite, prove_identity,
)  # fmt: skip

HEAVY = "derived:heavy-hitters"
N = sp.Symbol("N", integer=True, positive=True)
number, b = sp.symbols("N b", integer=True, nonnegative=True)
odds, t = sp.Symbol("odds", positive=True), sp.Symbol("t", nonnegative=True)


def _size_bias(order: int, factor: int) -> Outcome:
    """b C(N,b) = N C(N-1,b-1): E B h(B) = N p E h(B'+1), B' of N - 1 draws, whatever h and p are."""
    relation = equal(b * sp.binomial(number, b), factor * number * sp.binomial(number - 1, b - 1))
    return prove_finite([Case("size bias", relation, [(number, 1, order), (b, 1, number)])])


def _per_unit(power: int) -> Parts:
    """2(1-p)/(pN) falls with p: at odds p/(1-p) = odds + t it is 2/((odds + t)N), at odds the square of the bound."""
    square = of(HEAVY, "gap_heavy", N=N, p0=odds / (1 + odds)) ** 2
    return {
        "the bound": prove_identity(square, 2 / (odds * N)),
        "falls": prove_by_form(at_least(2 / (odds * N), 2 * (1 + t * (power - 1)) / ((odds + t) * N))),
    }


CLAIMS = (
    nudged(
        "heavy.size-bias", HEAVY, None,
        "b C(N,b) = N C(N-1,b-1) for every 1 <= b <= N <= 40: by its value a binomial is 1 + one of N - 1 draws",
        _size_bias, (40, 1), (3, 2),
    ),
    nudged(
        "heavy.per-unit", HEAVY, None,
        "sqrt(2p(1-p)/N) per unit of p falls with p, so the lightest of the heavy elements has the largest share",
        _per_unit, 1, 2,
    ),
)  # fmt: skip
