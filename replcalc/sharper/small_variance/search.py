"""The least N and the share of the accuracy that a shared offset or threshold varies over, to be certified.

The disagreement is inversely proportional to the share, or nearly so: N samples ask for one share; the failure grows
with it, and at that share it falls with N. Some theorems also ask for the ``start`` of the threshold: a larger one
makes one kind of wrong answer rarer and the other more frequent, so it is taken where both are equally likely.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.search.optimise import rounded_down
from replcalc.symbolic.compiled import BALL, Compiled, compiled, in_parameters
from replcalc.vocabulary import PrecisionExhausted, Statement

#: N to so many digits, the share to so many digits of what it leaves.
_FINE, _DIGITS = 10**9, 12
#: The start of the threshold is a multiple of this.
_STEPS = 1 << 20
#: Samples at which the disagreement is looked at first: it falls like 1/sqrt(N).
_FIRST = 10**6
#: Turns towards a share, which end where it is the same up to this part of what it leaves.
_TURNS, _SAME = 60, fmpq(1, 10 ** (_DIGITS + 6))


def _exactly(ball: arb) -> fmpq:
    """The middle of a ball."""
    mantissa, exponent = ball.mid().man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


@cache
def _in_balls(statement: Statement, name: str) -> Compiled:
    return compiled(in_parameters(statement, name), BALL)


def least_threshold(statement: Statement, given: Mapping[str, fmpq], rho: fmpq, beta: fmpq) -> dict[str, fmpq]:
    """``N``, ``lambda`` and, where it is asked for, ``start``; ``given``: the other parameters of the statement."""
    sizes = sum(int(q).bit_length() for value in (*given.values(), rho) for q in (value.p, value.q))
    fixed = {name: arb(value) for name, value in given.items()}
    starts = any(parameter.name == "start" for parameter in statement.given)

    def value(name: str, **at: fmpq) -> arb:
        formula = _in_balls(statement, name)
        points = fixed | {argument: arb(point) for argument, point in at.items()}
        return formula(**{argument: points[argument] for argument in formula.arguments})

    def share_at(samples: int) -> fmpq | None:
        """The share that so many samples ask for, a little more than that; None where it is not below 1."""
        share = fmpq(1)
        for _ in range(_TURNS):  # where the disagreement is proportional to 1/share the second turn changes nothing
            before, share = share, _exactly(value("rho", N=fmpq(samples), **{"lambda": share}) * share / rho)
            if not 0 < share < 1:
                return None
            if abs(share - before) < _SAME * (1 - share):
                break
        return 1 - rounded_down((1 - share) * (1 - fmpq(1, 10**_DIGITS)), _DIGITS)

    def point_at(samples: int) -> dict[str, fmpq] | None:
        """N and its share, and the start at which both kinds of wrong answers are about equally likely."""
        share = share_at(samples)
        if share is None:
            return None
        point = {"N": fmpq(samples), "lambda": share}
        if not starts:
            return point
        low, high = 0, _STEPS
        while high - low > 1:
            middle = (low + high) // 2
            at = point | {"start": fmpq(middle, _STEPS)}
            late = value("beta_same", **at) <= value("beta_different", **at)
            low, high = (low, middle) if late else (middle, high)
        return point | {"start": fmpq(high, _STEPS)}

    def met(samples: int) -> bool:
        point = point_at(samples)
        return point is not None and bool(value("beta", **point) <= arb(beta))

    with ball_precision(256 + 8 * sizes):
        guess = ((value("rho", N=fmpq(_FIRST), **{"lambda": fmpq(1)}) / rho) ** 2 * _FIRST).mid().ceil().unique_fmpz()
        low, high = 0, max(1, int(guess or 1))
        while not met(high):
            low, high = high, 2 * high
            if high.bit_length() > 64 * sizes:
                raise PrecisionExhausted("no number of samples meets the goal")
        while high - low > 1 + high // _FINE:
            middle = (low + high) // 2
            low, high = (low, middle) if met(middle) else (middle, high)
        point = point_at(high)
    assert point is not None
    return point
