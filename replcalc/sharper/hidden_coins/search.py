"""Which part of a composition costs most, and the parameters of its bound: searched in floats, to be certified."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from flint import fmpq

from replcalc.ask.composition import Composition
from replcalc.formulas.compiled import FLOAT, Compiled, compiled, in_parameters
from replcalc.numbers.exact import to_float
from replcalc.search.floats import rounded, rounded_down
from replcalc.search.optimise import smallest_on
from replcalc.sharper.hidden_coins.statement import hidden_coins, hidden_means
from replcalc.statements.statement import Statement

#: Kinds of problems up to which every part of a composition is tried; of more only the most frequent.
_KINDS = 24
_DIGITS = 5
#: Shares of hard coins that are tried, of the largest allowed.
_SHARES = (1 - 1e-9, 0.7, 0.4, 0.15)


@dataclass(frozen=True)
class Part:
    """k problems of a composition whose base algorithms take n samples or more, with rho0 and beta0 or more."""

    k: int
    n: int
    rho0: fmpq
    beta0: fmpq


def parts(goal: Composition) -> list[Part]:
    """For every kind of problem all those that are as easy or easier for their base algorithms."""
    count: dict[tuple[int, fmpq, fmpq], int] = {}
    for (n, size), (rho0, _), (beta0, _) in zip(goal.n.runs, goal.rho0.runs, goal.beta0.runs, strict=True):
        count[n, rho0, beta0] = count.get((n, rho0, beta0), 0) + size
    kinds = sorted(count, key=lambda kind: -count[kind])[:_KINDS]

    def allowed(kind: tuple[int, fmpq, fmpq], other: tuple[int, fmpq, fmpq]) -> bool:
        return all(a <= b for a, b in zip(kind, other, strict=True))

    return [Part(sum(size for other, size in count.items() if allowed(kind, other)), *kind) for kind in kinds]


def reach(beta0: fmpq) -> fmpq:
    """A z that a normal variable exceeds with probability at most beta0, hardly larger than it must be."""
    wanted = to_float(beta0)
    if not wanted > 1e-290:  # the tail is at most exp(-z^2/2)/2
        bits = int(beta0.q.bit_length()) - int(beta0.p.bit_length()) + 1
        return rounded(math.sqrt(2 * bits * math.log(2)) * (1 + 1e-6), 8)
    low, high = 0.0, 40.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if math.erfc(middle / math.sqrt(2)) / 2 <= wanted else (middle, high)
    return rounded(high * (1 + 1e-7) + 1e-9, 9)


@cache
def _margin(statement: Statement) -> Compiled:
    return compiled(in_parameters(statement, "margin"), FLOAT)


def best_coins(part: Part, rho: fmpq, beta: fmpq) -> dict[str, fmpq] | None:
    """Share and weight for derived:hidden-coins-lower; None where every margin is negative."""
    given = {"k": to_float(fmpq(part.k)), "rho0": to_float(part.rho0)}
    return _best(hidden_coins, given, 4 * part.rho0, rho, beta)


def best_means(part: Part, rho: fmpq, beta: fmpq) -> dict[str, fmpq] | None:
    """Reach, share and weight for derived:hidden-means-lower."""
    left = part.rho0 - 2 * part.beta0
    if left <= 0:
        return None
    z = reach(part.beta0)
    given = {"k": to_float(fmpq(part.k)), "z": to_float(z)}
    most = left * z * fmpq(1772453850, 10**9)  # a little less than sqrt(pi)
    found = _best(hidden_means, given, most, rho, beta)
    return None if found is None else {"z": z, **found}


def _best(statement: Statement, given: dict[str, float], most: fmpq, rho: fmpq, beta: fmpq) -> dict[str, fmpq] | None:
    margin, promised = _margin(statement), {"rho": to_float(rho), "beta": to_float(beta)}
    top = min(to_float(most), 0.999)

    def tried() -> Iterator[tuple[float, float, float]]:
        for part in _SHARES:
            share = part * top

            def loss(lam: float, share: float = share) -> float:
                return -float(margin(**given, **promised, share=share, lam=lam))

            value, lam = smallest_on(loss, 1e-9, 1.0, 1e-6)
            yield -value, share, lam

    try:
        value, share, lam = max(tried())
    except (ArithmeticError, ValueError):
        return None
    if not value > 0:
        return None
    return {"share": rounded_down(fmpq(*share.as_integer_ratio()), 8), "lam": rounded(lam, _DIGITS)}
