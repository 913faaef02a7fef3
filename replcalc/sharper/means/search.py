"""Find the least N and the share of the accuracy that a shared offset or threshold varies over, to be certified.

The disagreement is inversely proportional to the share, or nearly so, and falls like 1/sqrt(N): N samples ask for one
share, and at that share the failure falls with N. Some theorems also ask for the ``start`` of the threshold: a larger
one makes one kind of wrong answer rarer and the other more frequent, so it is taken where both are equally likely.
Nothing here is trusted: formulas are evaluated at the middle of balls.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.planning.effort import Effort
from replcalc.planning.proving import ACHIEVED, derive_with_goals, minimum_samples, result_at_samples
from replcalc.search.optimise import round_down
from replcalc.sharper.means.statement import variance_rounding
from replcalc.symbolic.codegen import BALL, Compiled, compile_formula, in_parameters
from replcalc.vocabulary import BETA, RHO, Derivation, PrecisionExhausted, Result, Statement

#: Decimal digits beyond twice those of N: the gap is a quotient of two Gamma functions.
_DIGITS = 30
#: N to so many digits at first; more where what is left of the accuracy is small.
_SLACK = 10**9
#: Samples from which on the disagreement is taken to fall like 1/sqrt(N), up to a relative 1/N.
_HUGE = 10**40
#: Largest number of decimal digits of N.
_MOST_DIGITS = 4000
#: The start of the threshold is a multiple of this.
_STEPS = 1 << 20
#: Samples at which the disagreement is looked at first.
_FIRST = 10**6
#: Largest number of turns towards a share, which end where it is the same up to this part of what it leaves.
_TURNS, _SAME = 60, 10**-18


@cache
def _in_balls(statement: Statement, name: str) -> Compiled:
    return compile_formula(in_parameters(statement, name), BALL)


def middle(statement: Statement, name: str, **values: arb) -> arb:
    """Return the middle of a conclusion's ball."""
    formula = _in_balls(statement, name)
    return formula(**{argument: values[argument] for argument in formula.arguments}).mid()


def exact(ball: arb) -> fmpq:
    """Return the middle of a ball."""
    mantissa, exponent = ball.mid().man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


def least_rounding(count: int, alpha: fmpq, rho: fmpq, beta: fmpq) -> dict[str, fmpq]:
    """Return N and lambda of derived:variance-rounding where no variance is known."""
    given = {"k": fmpq(count), "alpha": alpha, "V": fmpq(1, 4)}
    return least_samples(variance_rounding, given, rho, beta, digits=18)


def least_samples(
    statement: Statement, given: Mapping[str, fmpq], rho: fmpq, beta: fmpq, digits: int = 12
) -> dict[str, fmpq]:
    """Return ``N``, ``lambda`` and, where it is asked for, ``start``.

    Args:
        statement: a theorem with the conclusions rho and beta.
        given: its other parameters.
        rho: what the disagreement may be.
        beta: what the failure probability may be.
        digits: decimal digits of what the share leaves.
    """
    starts = any(parameter.name == "start" for parameter in statement.given)

    def value(name: str, samples: int, share: arb, **at: arb) -> arb:
        fixed = {name: arb(value) for name, value in given.items()}  # in the precision of the moment
        return middle(statement, name, **fixed, N=arb(samples), **{"lambda": share}, **at)

    def share_at(samples: int) -> arb:
        """Return the share of the accuracy that so many samples ask for; one that is not below 1 allows nothing."""
        share = arb(1)
        for _ in range(_TURNS):  # where the disagreement is proportional to 1/share the second turn changes nothing
            before, share = share, (value("rho", samples, share) * share / arb(rho)).mid()
            if not share < 1 or abs(share - before) < _SAME * (1 - share):
                break
        return share

    last = 1

    def start_at(samples: int, share: arb) -> dict[str, arb]:
        """Return the start at which both kinds of wrong answers are about equally likely."""
        if not starts:
            return {}

        def late(place: int) -> bool:
            at = {"start": arb(fmpq(place, _STEPS))}
            return bool(value("beta_same", samples, share, **at) <= value("beta_different", samples, share, **at))

        nonlocal last  # mostly that of the last number of samples
        if not (late(last) and not late(last - 1)):
            last = 1 + bisect_left(range(1, _STEPS), True, key=late)
        near = (arb(fmpq(place, _STEPS)) for place in (last, last - 1))  # where both are equal, rounding says which
        return {"start": min(near, key=lambda start: float(value("beta", samples, share, start=start) / arb(beta)))}

    def failure(samples: int, share: arb) -> arb:
        return value("beta", samples, share, **start_at(samples, share))

    with ball_precision(128):
        first = (value("rho", _FIRST, arb(1)) / arb(rho)) ** 2 * _FIRST
    found = least_with_share(first, beta, share_at, failure, digits)
    if starts:
        samples = int(found["N"].p)
        with ball_precision(_bits(samples, digits)):
            found["start"] = exact(start_at(samples, arb(found["lambda"]))["start"])
    return found


def _bits(samples: int, digits: int) -> int:
    return math.ceil((_DIGITS + digits + 2 * len(str(samples))) * math.log2(10))


def least_with_share(
    guess: arb, beta: fmpq, share_at: Callable[[int], arb], failure: Callable[[int, arb], arb], digits: int = 18
) -> dict[str, fmpq]:
    """Return the least N, and the share, at which ``failure`` is at most ``beta``.

    Args:
        guess: about the samples at which the share is 1.
        beta: what the failure probability may be.
        share_at: the least share of the accuracy at which so many samples reach rho.
        failure: the failure probability with so many samples at a share.
        digits: decimal digits of what the share leaves.
    """
    if not guess.is_finite() or guess.mid().log() > _MOST_DIGITS * math.log(10):
        raise PrecisionExhausted(f"the number of samples would have more than {_MOST_DIGITS:,} digits")
    least = max(1, int(exact(guess.mid() * 0.7).floor()))
    with ball_precision(_bits(least, digits)):
        return _least_from(least, beta, share_at, failure, digits)


def _least_from(
    least: int, beta: fmpq, share_at: Callable[[int], arb], failure: Callable[[int, arb], arb], digits: int
) -> dict[str, fmpq]:
    huge = least >= _HUGE
    origin, whole = least, share_at(least) * (1 + arb(1) / least) if huge else arb(1)

    def share_of(samples: int) -> arb:
        """Return the share at so many samples; beyond HUGE one is scaled, with room for what that errs by."""
        return (whole * (arb(origin) / samples).sqrt()).mid() if huge else share_at(samples)

    tiny = arb(10) ** -digits

    def met(samples: int) -> bool:
        share = share_of(samples)
        if not share < 1:
            return False
        share = (1 - (1 - share) * (1 - tiny)).mid()
        return bool(failure(samples, share) * (1 + tiny / 100) <= beta)

    if huge:  # where the share is 1 the failure is mostly small enough already
        least = max(least, int(exact(least * whole**2).floor()))
    low, step = least - 1, max(1, least // _SLACK)
    if not huge and met(low):
        low, step = 0, 1
    while not met(low + step):
        low, step = low + step, step * 4
        if len(str(low)) > _MOST_DIGITS:
            raise PrecisionExhausted("no number of samples meets the goal")
    high, slack = low + step, _SLACK
    while True:
        while high - low > max(1, high // slack):
            half = (low + high) // 2
            low, high = (low, half) if met(half) else (half, high)
        rest = 1 - share_of(high)
        if high < slack or rest * slack > 1000:
            break
        slack *= _SLACK
    left = exact(rest * (1 - tiny))
    return {"N": fmpq(high), "lambda": 1 - round_down(left, digits)}


# -- results -----------------------------------------------------------------------------------------------------------
NAME = "threshold"


def by_threshold(
    theorem: Statement, title: str = "A shared threshold for the difference of two means", method: str = NAME
) -> Derivation:
    """Return a theorem on a shared threshold or offset and the goals."""
    accuracy, *own = theorem.given
    return derive_with_goals(method, title, theorem, accuracy, RHO, BETA, *own)


def threshold_result(
    question: Any, theorem: Statement, derivation: Derivation, digits: int, title: str, arms: int = 1
) -> Result:
    """Return the least certified N of a theorem on a shared threshold or offset, asked at ``question.point``."""
    given = {name: value for name, value in question.point.items() if name not in ("rho", "beta")}
    found = least_samples(theorem, given, question.rho, question.beta)
    samples, chosen = int(found["N"].p), {name: value for name, value in found.items() if name != "N"}
    total = arms * samples if arms > 1 else None
    inputs, reported = question.point | chosen, ("low", "width")
    return result_at_samples(question, derivation, inputs, samples, digits, title, chosen, reported, total=total)


def least_in_floats(met: Callable[[float], bool], start: float, most: float, accuracy: float) -> float:
    """Return the least N from ``start`` on at which ``met`` holds, to a relative accuracy; infinite beyond ``most``."""
    low, high = start, 2 * start
    while not met(high):
        low, high = high, 2 * high
        if high > most:
            return math.inf
    while high / low > 1 + accuracy:
        middle = math.sqrt(low * high)
        low, high = (low, middle) if met(middle) else (middle, high)
    return high


def certify_near(
    guess: float,
    question: Any,
    derivation: Derivation,
    inputs: Mapping[str, Any],
    digits: int,
    title: str,
    chosen: Mapping[str, Any],
    reported: tuple[str, ...] = (),
    effort: Effort | None = None,
) -> Result:
    """Return the result at the least certified N near a guess of a search in floats, all else being chosen."""
    goals = {called: getattr(question, name) for name, called in ACHIEVED.items()}
    samples = minimum_samples(derivation, inputs, goals, int(guess), int(guess / 2))
    return result_at_samples(question, derivation, inputs, samples, digits, title, chosen, reported, effort)
