"""The least N and the share of the accuracy that a shared offset or threshold varies over, to be certified.

The disagreement is inversely proportional to the share, or nearly so, and N samples ask for one share; the failure
grows with it, and at that share it falls with N.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from flint import arb, fmpq

from replcalc.formulas.compiled import BALL, Compiled, compiled, in_parameters
from replcalc.numbers.errors import PrecisionExhausted
from replcalc.numbers.fields import ball_precision
from replcalc.search.floats import rounded_down
from replcalc.statements.statement import Statement

#: N to so many digits, the share to so many digits of what it leaves.
_FINE, _DIGITS = 10**9, 12
#: Samples at which the disagreement is looked at first: it falls like 1/sqrt(N).
_FIRST = 10**6
#: Steps towards a share, which end where it is the same up to this part of what it leaves.
_STEPS, _SAME = 60, fmpq(1, 10 ** (_DIGITS + 6))


def _exactly(ball: arb) -> fmpq:
    """The middle of a ball."""
    mantissa, exponent = ball.mid().man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


@cache
def _in_balls(statement: Statement, name: str) -> Compiled:
    return compiled(in_parameters(statement, name), BALL)


def least_threshold(statement: Statement, given: Mapping[str, fmpq], rho: fmpq, beta: fmpq) -> dict[str, fmpq]:
    """``N`` and ``lambda``; ``given``: the other parameters of the statement."""
    sizes = sum(int(q).bit_length() for value in (*given.values(), rho) for q in (value.p, value.q))
    fixed = {name: arb(value) for name, value in given.items()}

    def value(name: str, samples: int, share: fmpq) -> arb:
        formula = _in_balls(statement, name)
        at = fixed | {"N": arb(samples), "lambda": arb(share)}
        return formula(**{argument: at[argument] for argument in formula.arguments})

    def share_at(samples: int) -> fmpq | None:
        """The share that so many samples ask for, a little more than that; None where it is not below 1."""
        share = fmpq(1)
        for _ in range(_STEPS):  # where the disagreement is proportional to 1/share the second step changes nothing
            before, share = share, _exactly(value("rho", samples, share) * share / rho)
            if not 0 < share < 1:
                return None
            if abs(share - before) < _SAME * (1 - share):
                break
        return 1 - rounded_down((1 - share) * (1 - fmpq(1, 10**_DIGITS)), _DIGITS)

    def met(samples: int) -> bool:
        share = share_at(samples)
        return share is not None and bool(value("beta", samples, share) <= arb(beta))

    with ball_precision(256 + 8 * sizes):
        guess = ((value("rho", _FIRST, fmpq(1)) / rho) ** 2 * _FIRST).mid().ceil().unique_fmpz()
        low, high = 0, max(1, int(guess or 1))
        while not met(high):
            low, high = high, 2 * high
            if high.bit_length() > 64 * sizes:
                raise PrecisionExhausted("no number of samples meets the goal")
        while high - low > 1 + high // _FINE:
            middle = (low + high) // 2
            low, high = (low, middle) if met(middle) else (middle, high)
        share = share_at(high)
    assert share is not None
    return {"N": fmpq(high), "lambda": share}
