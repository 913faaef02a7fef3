"""Claims on the two cited steps from replicability to perfect generalization (TeX lines 3740-3884)."""

from __future__ import annotations

import sympy as sp

from replcalc.paper.literature import at
from replcalc.paper.omitted_proofs.claims import TO_PG, delta
from replcalc.vocabulary import (
    Outcome,
    Parts,
    R,
    Verdict,
    above,
    at_most,
    at_witness,
    nudged,
    of,
    prove_exact,
    prove_identity,
    prove_on_box,
)


# -- replicability to perfect generalization ---------------------------------------------------------------------------
def _half_sum(end: sp.Rational) -> Outcome:
    return prove_on_box(at_most(delta**2 / 4 + delta / 2, delta), {delta: (0, end)})


def _inner_delta(divisor: int) -> Parts:
    """delta' = delta^2/8: 2 delta' = delta^2/4, its root is delta/2, and ln(1/delta') = ln(8/delta^2)."""
    inner = delta**2 / divisor
    return {
        "twice": prove_identity(2 * inner, delta**2 / 4),
        "root": prove_identity(sp.sqrt(2 * inner), delta / 2),
        "logarithm": prove_identity(-sp.log(inner), sp.log(8 / delta**2)),
    }


def _samples_at_one(argument: int) -> Outcome:
    """Samples n ln(argument/epsilon)/epsilon^2 at n = epsilon = 1, without polylogarithms: more than none?"""
    printed = of(TO_PG, "leading", n=sp.Integer(1), epsilon=sp.Integer(1))
    return at_witness(prove_exact(above(printed + sp.log(argument), 0)), epsilon=1, n=1)


CLAIMS = (
    nudged(
        "to-pg.inner-delta",
        TO_PG,
        at(3764),
        "delta' = delta^2/8 gives 2 delta' = delta^2/4, sqrt(2 delta') = delta/2 and ln(1/delta') = ln(8/delta^2)",
        _inner_delta,
        8,
        7,
    ),
    nudged(
        "to-pg.half-sum",
        TO_PG,
        at(3772),
        "delta^2/4 + delta/2 <= delta for 0 < delta <= 2",
        _half_sum,
        R(2),
        R(201, 100),
        printed_constant="small delta",
        proved_constant="delta <= 2",
    ),
    nudged(
        "to-pg.zero-samples",
        TO_PG,
        at(785),
        "the printed sample bound at epsilon = 1 is positive (it is n ln 1 = 0)",
        _samples_at_one,
        1,
        2,
        expected=Verdict.REFUTED,
        note="ln(2/epsilon) in place of ln(1/epsilon) repairs it",
    ),
)
