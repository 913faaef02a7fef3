"""Parameters for k means answered to accuracy alpha: rounding one by one or cosine noise; to be certified.

Each search returns the parameters of its statement by name, N among them.

Rounding: with N samples the share of the accuracy spent on the grid follows from rho, and the failure falls with N.
Noise: every accuracy and the size of the noise go with 1/sqrt(N), so what rho and beta ask for at N = 1 gives N.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache

from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.numbers.logs import log_add
from replcalc.search.optimise import crossing, decimal_up, from_log, log_rational, rounded_down, smallest_on, whole
from replcalc.sharper.adaptive_second_moment.statement import adaptive_accuracy, mean_deviation
from replcalc.sharper.adaptive_second_moment.statement import adaptive_rounding as adaptive_rounding_statement
from replcalc.sharper.cosine.statement import cosine_queries
from replcalc.sharper.expected_gap_rounding.statement import averaged_rounding
from replcalc.statements.statement import Statement
from replcalc.symbolic.compiled import BALL, LOG_FLOAT, Compiled, compiled, in_parameters

_DIGITS = 30
_SLACK = 10**9
#: Logarithms beyond which no parameter is looked for, and how finely.
_FAR, _FINE = 1e6, 1e-13
_HUGE = 10**40


@cache
def _in_balls(statement: Statement, name: str) -> Compiled:
    return compiled(in_parameters(statement, name), BALL)


def _middle(statement: Statement, name: str, **values: arb) -> arb:
    """A conclusion, the middle of its ball: nothing here is trusted."""
    return _in_balls(statement, name)(**values).mid()


def _rounded(name: str, count: int, alpha: fmpq, samples: int, share: arb) -> arb:
    """A conclusion of averaged_rounding."""
    values = {"k": arb(count), "alpha": arb(alpha), "N": arb(samples), "lambda": share}
    return _middle(averaged_rounding, name, **values)


def rounding(count: int, alpha: fmpq, rho: fmpq, beta: fmpq) -> dict[str, fmpq]:
    """The smallest N for which some share lambda seems to keep both promises (to nine digits, where it has more).

    For small rho the share is next to 1: N is then found as closely as what is left of the accuracy asks for.
    """

    def width(samples: int) -> arb:
        return _rounded("rho", count, alpha, samples, arb(1)) / arb(rho)

    return _least_rounding(
        count, alpha, rho, beta, width, lambda samples, share: _rounded("beta", count, alpha, samples, share)
    )


def _least_rounding(
    count: int, alpha: fmpq, rho: fmpq, beta: fmpq, width: Callable[[int], arb], failure: Callable[[int, arb], arb]
) -> dict[str, fmpq]:
    """``width``: the least share of the accuracy at which so many samples reach rho; ``failure`` at a share."""
    # with fewer the grid would be wider than the accuracy allows: gap(N) is about 1/sqrt(pi N)
    least = max(1, int((fmpq(count) / (2 * alpha * rho)) ** 2 * fmpq(318, 1000)) - 1)
    # rho contains the gap, a quotient of two Gamma functions that needs twice the digits of N
    with ball_precision(math.ceil((_DIGITS + 2 * len(str(least))) * math.log2(10))):
        return _least_at(arb(beta), least, width, failure)


def _least_at(
    beta: arb, least: int, width: Callable[[int], arb], failure: Callable[[int, arb], arb]
) -> dict[str, fmpq]:
    tiny = arb(100) / least if least >= _HUGE else arb(10) ** (-20 - len(str(least)))
    first = width(least)

    def share_at(samples: int) -> arb:
        """The least share of the accuracy at which so many samples reach rho, to which it is inversely proportional.

        Beyond 10^40 samples the gap falls like 1/sqrt(N) up to a relative 1/N, so it is evaluated once.
        """
        if least >= _HUGE:
            return (first * (arb(least) / samples).sqrt()).mid()
        return width(samples).mid()

    def met(samples: int) -> bool:
        share = (share_at(samples) * (1 + tiny)).mid()
        return bool(share <= 1) and bool(failure(samples, share) * (1 + tiny) <= beta)

    low, step = least, max(1, least // _SLACK)
    if least >= _HUGE:  # the share falls like 1/sqrt(N): where it is 1, the failure is mostly small enough already
        low, step = max(least, int(_exact(least * (share_at(least) * (1 + tiny)) ** 2).floor())), 1
    while not met(low + step):
        low, step = low + step, step * 4
    high, slack = low + step, _SLACK
    while True:
        while high - low > max(1, high // slack):
            middle = (low + high) // 2
            low, high = (low, middle) if met(middle) else (middle, high)
        rest = 1 - share_at(high)
        if high < slack or rest * slack > 1000:
            break
        slack *= _SLACK
    # what is left of the accuracy, rounded down to many digits: for small rho the share is next to 1
    left = _exact(rest - tiny / 2)
    return {"N": fmpq(high), "lambda": 1 - rounded_down(left, 18) if left > 0 else fmpq(1)}


#: How far from an expectation a cell counts as near, in units of 1/sqrt(2N).
_NEAR = (0.5, 60.0)


def adaptive_rounding(count: int, alpha: fmpq, rho: fmpq, beta: fmpq) -> dict[str, fmpq]:
    """The same for queries that are chosen one after the other, with x of derived:adaptive-accuracy."""
    sizes = arb(count)

    def width(samples: int) -> arb:
        """Of both bounds on rho, a quadratic in 1/a and one that is linear, the one that allows the finer grid."""
        deviation = _middle(mean_deviation, "deviation", N=arb(samples))
        gap = _middle(adaptive_rounding_statement, "gap", k=sizes, N=arb(samples), a=arb(1), deviation=deviation)
        second = sizes * (sizes - 1) / 2 * deviation / (2 * arb(samples)).sqrt()
        quadratic = (sizes * gap + ((sizes * gap) ** 2 + 4 * arb(rho) * second).sqrt()) / (2 * arb(rho))
        linear = sizes * (gap + 2 * deviation) / (2 * arb(rho))
        return quadratic.min(linear) / (2 * arb(alpha))

    def near(samples: int, share: arb) -> arb:
        one = _rounded("beta", 1, alpha, samples, share)
        log_one = float(one.log()) if one > 0 else -_FAR  # too small for its ball
        each = float(1 / (share * arb(alpha) * (2 * arb(samples)).sqrt()))

        def log_failure(z: float) -> float:
            grown = count * math.log1p(each * z)
            met = (grown if grown > 40 else math.log(math.expm1(grown))) - math.log(each * z)
            return met + log_add(log_one, math.log(2) - z * z)

        _, best = smallest_on(log_failure, *_NEAR, 1e-4)
        return (arb(best) / (2 * arb(samples)).sqrt()).mid()

    def failure(samples: int, share: arb) -> arb:
        one = _rounded("beta", 1, alpha, samples, share)
        given = {"k": sizes, "N": arb(samples), "a": 2 * share * arb(alpha), "x": near(samples, share), "beta_one": one}
        return _middle(adaptive_accuracy, "beta", **given)

    found = _least_rounding(count, alpha, rho, beta, width, failure)
    with ball_precision(256):
        return found | {"x": rounded_down(_exact(near(int(found["N"].p), arb(found["lambda"]))), 6)}


def _exact(ball: arb) -> fmpq:
    mantissa, exponent = ball.mid().man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


# -- noise -------------------------------------------------------------------------------------------------------------
@cache
def _formula(statement: Statement, name: str) -> Compiled:
    return compiled(in_parameters(statement, name), LOG_FLOAT)


def _least(statement: Statement, name: str, parameter: str, goal: float, given: Mapping[str, float]) -> float:
    """The least parameter at which a conclusion that falls with it gets down to the goal; all are logarithms."""
    formula = _formula(statement, name)
    found = crossing(lambda x: formula(**given, **{parameter: x}) - goal, 0.0, -_FAR, _FAR, -1.0, _FINE)
    return _FAR if found is None else found


def _room(*logarithms: float) -> float:
    """What floats of that size may be off by, and a little more."""
    return 1e-12 + 4e-15 * max(map(abs, logarithms))


def cosine(count: int, alpha: fmpq, rho: fmpq, beta: fmpq, groups: int = 1) -> dict[str, fmpq]:
    """N and the noise a for G = ``groups`` groups of almost equal size, at most g."""
    size = -(-count // groups)
    given = {"k": math.log(count), "N": 0.0, "G": math.log(groups), "g": math.log(size)}
    noise = _least(cosine_queries, "rho", "a", log_rational(rho), given)
    means = _least(cosine_queries, "beta", "alpha1", log_rational(beta), given)
    room = _room(noise, means)
    samples = whole(2 * (log_add(noise, means) - log_rational(alpha)) + room)
    spent = from_log(means - math.log(samples) / 2 + room / 5)
    alpha1 = decimal_up(spent, spent / 10**10)
    return {"N": fmpq(samples), "G": fmpq(groups), "g": fmpq(size), "a": alpha - alpha1}
