"""The constants of lm:pg_compose against each other: a smaller c1 allows a smaller c2 and c4 (see ``pg_constants``)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import ceil
from typing import Any

import sympy as sp
from flint import fmpq

from replcalc.paper.literature import at
from replcalc.paper.main.claims_composition import (
    C1,
    C3,
    SIMPLE,
    additive_factor,
    drift_bounded,
    drift_itself,
    drift_over_square,
    eps,
    hypothesis,
    t,
)
from replcalc.prover.prove import enclose_constant
from replcalc.vocabulary import Claim, Exhibit, Outcome, R, at_most, prove_all, prove_exact

#: Values of c1 at which the trade-off is printed.
TRADE_OFF = (R(1, 8), C1, R(1, 20), R(1, 50), R(1, 100), R(1, 1000))


@dataclass(frozen=True)
class TradeOff:
    """For this c1 (and c3 = 1): drift <= K eps^2, and the c2 and c4 that follow, rounded up."""

    c1: fmpq
    drift: fmpq
    c2: fmpq
    c4: fmpq


def _rounded_up(expression: Any, digits: int) -> fmpq:
    _, upper = enclose_constant(expression)
    scale = 10**digits
    return fmpq(ceil(upper * scale), scale)


@cache
def trade_off() -> tuple[TradeOff, ...]:
    """The constants at each c1 of ``TRADE_OFF``; ``pg.trade-off`` proves every row."""
    rows = []
    for c1 in TRADE_OFF:
        corner = drift_over_square(c1).xreplace({eps: c1, t: 1})
        largest = _rounded_up(corner, 4)
        c2 = _rounded_up(sp.Max(6 * sp.sqrt(2), 3 * R(int(largest.p), int(largest.q))), 3)
        c4 = _rounded_up(sp.sqrt(25 * additive_factor(c1, C3) * R(int(c2.p), int(c2.q)) / (2 * sp.sqrt(2))), 3)
        rows.append(TradeOff(fmpq(int(c1.p), int(c1.q)), largest, c2, c4))
    return tuple(rows)


def _exactly(q: fmpq) -> Any:
    return R(int(q.p), int(q.q))


def _trade_off_shown() -> Exhibit:
    rows = tuple((row.c1, row.drift, row.c2, row.c4) for row in trade_off())
    return Exhibit("lm:pg_compose: c1 against c2 and c4 (c3 = 1)", ("c1", "drift/eps^2", "c2", "c4"), rows)


def _trade_off() -> Outcome:
    parts: dict[str, Outcome] = {}
    for row in trade_off():
        c1, largest, c2, c4 = map(_exactly, (row.c1, row.drift, row.c2, row.c4))
        squared = 25 * additive_factor(c1, C3) * c2 / (2 * sp.sqrt(2))
        parts |= {
            f"c1 = {c1}: delta <= eps/50": hypothesis(c1),
            f"c1 = {c1}: drift": drift_bounded(largest, c1),
            f"c1 = {c1}: c2": prove_exact(at_most(sp.Max(6 * sp.sqrt(2), 3 * largest), c2)),
            f"c1 = {c1}: c4": prove_exact(at_most(squared, c4**2)),
        }
    return prove_all(parts)


def _trade_off_control() -> Outcome:
    """One hundredth less than the last row's drift constant is too little."""
    row = trade_off()[-1]
    return drift_itself(_exactly(row.drift) - R(1, 100), _exactly(row.c1))


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "pg.trade-off",
        SIMPLE,
        at(797),
        "The trade-off of c1 against c2 and c4 at c3 = 1, each row for all k, delta', eps <= c1 and delta <= c1 eps^2.",
        _trade_off,
        _trade_off_control,
        printed_constant="absolute constants",
        proved_constant="see the trade-off",
        exhibit=_trade_off_shown,
        argued="for each c1, that the bounds may be put in one after the other",
    ),
)
