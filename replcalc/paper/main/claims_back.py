"""Claims of lm:pg_to_replic: from perfect generalization back to replicability (TeX lines 818-835)."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Claim,
    Outcome,
    at_most,
    concluded,
    nudged,
    of,
    prove_by_form,
    prove_identity,
    prove_on_box,
)

BACK = "lm:pg_to_replic"

x, y = sp.symbols("x y", nonnegative=True)
gamma, eps, delta = sp.symbols("gamma epsilon delta", positive=True)


def _two_way(extra: Any) -> Outcome:
    """(1 + e^eps)(p - q) = (p - e^eps q) + (e^eps p - q): the two hypotheses bound the two brackets."""
    p, q, z = sp.symbols("p q z", positive=True)
    slack = (delta - (p - z * q)) + (z - 1 + delta - (z * p - q)) + extra
    return prove_identity(slack, (z - 1 + 2 * delta) - (1 + z) * (p - q))


def _budget(factor: Any) -> Outcome:
    """Both samples good but for 2 gamma, both laws within 2 eps + delta of one law, disagreement twice the distance."""
    spent = 2 * gamma + 2 * (2 * (2 * eps + delta))
    return prove_by_form(at_most(spent, factor / 4 * of(BACK, "rho", gamma=gamma, epsilon=eps, delta=delta)))


def one_way(slope: Any, end: Any) -> Outcome:
    """e^eps - 1 + delta <= slope eps + delta."""
    return prove_on_box(at_most(sp.exp(x) - 1, slope * x), {x: (0, end)})


def one_way_sharp(slope: Any) -> Outcome:
    """1 - (1 - delta) e^-eps <= slope eps + delta for delta in [0, 1], eps in [0, 1]."""
    relation = at_most(1 - (1 - y) * sp.exp(-x), slope * x + y)
    return prove_on_box(relation, {x: (0, 1), y: (0, 1)})


def two_way_half(slope: Any) -> Outcome:
    """(e^eps - 1 + 2 delta)/(e^eps + 1) <= slope eps + delta, times e^eps + 1."""
    relation = at_most(sp.exp(x) - 1 + 2 * y, (slope * x + y) * (sp.exp(x) + 1))
    return prove_on_box(relation, {x: (0, 1), y: (0, 1)})


CLAIMS: tuple[Claim, ...] = (
    concluded(
        "back.one-way",
        BACK,
        at(822),
        "e^eps - 1 + delta <= 2 eps + delta up to eps = 1.256431.",
        "exp(eps) - 1 + delta <= 2*eps + delta",
        "eps in [0, {}], delta in [0, 1]",
        "1.256431",
        "1.256432",
        printed_constant="eps < 1",
        proved_constant="eps <= 1.256431",
    ),
    concluded(
        "back.one-way-sharp",
        BACK,
        at(822),
        "The sharp one-way bound 1 - (1-delta) e^-eps is at most eps + delta: 4(gamma + eps + delta) would do.",
        "1 - (1 - delta)*exp(-eps) <= {}*eps + delta",
        "eps in [0, 1], delta in [0, 1]",
        "1",
        "0.99",
        printed_constant="2 eps",
        proved_constant="eps",
    ),
    nudged(
        "back.two-way",
        BACK,
        at(822),
        "Two-way closeness gives total variation at most (e^eps - 1 + 2 delta)/(e^eps + 1).",
        _two_way,
        0,
        delta,
        given="that closeness is read at the event where the two laws differ most",
    ),
    concluded(
        "back.two-way-half",
        BACK,
        at(822),
        "(e^eps - 1 + 2 delta)/(e^eps + 1) <= eps/2 + delta.",
        "(exp(eps) - 1 + 2*delta)/(exp(eps) + 1) <= {}*eps + delta",
        "eps in [0, 1], delta in [0, 1]",
        "1/2",
        "0.49",
        printed_constant="2 eps",
        proved_constant="eps/2",
    ),
    concluded(
        "back.budget",
        BACK,
        at(822),
        "2 gamma + 4 (2 eps + delta) <= 4 (gamma + 2 eps + delta).",
        "2*gamma + 4*(2*eps + delta) <= {}*(gamma + 2*eps + delta)",
        "gamma >= 0, eps >= 0, delta >= 0",
        "4",
        "3.99",
        steps=lambda: _budget(sp.Integer(4)),
        printed_constant="4",
        proved_constant="4 (2 for gamma)",
    ),
)
