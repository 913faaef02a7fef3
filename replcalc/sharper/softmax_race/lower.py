"""What choosing between two options needs at least: whoever does can test a coin (derived:threshold-test-lower).

Rewards 1/2 + d and 1/2 - d with d^2 the variance (1/2 where none is promised), the first with probability p for one
option and 1 - p for the other: their means differ by 2d(2p - 1), which is alpha at p = 1/2 + alpha/(4d). With the
second option's draws turned over, N draws of each are 2N flips of one coin; on a common sample, where the two scores
are turned over themselves and their difference has variance (2d)^2, N flips. Further options never score.
"""

from __future__ import annotations

from flint import arb, fmpq

from replcalc.ask.least import Least
from replcalc.numbers.enclosure import Enclosure
from replcalc.problems.queries.lower import one_coin
from replcalc.sharper.softmax_race.way import Choose


def two_options(alpha: fmpq, rho: fmpq, beta: fmpq, *, common: bool, variance: fmpq) -> list[Least]:
    """Samples of each of two options; with ``common`` of both, ``variance`` then being that of a difference."""
    width = 2 * arb(variance if common else 4 * variance).sqrt()
    gap = Enclosure.from_ball(arb(alpha) / width).upper  # a larger gap is easier to see
    found = one_coin(gap, rho, beta, "two options as one coin")
    if found is None:
        return []
    each = found.samples if common else (found.samples + 1) // 2
    return [Least(found.statement, each, found.model)] if each > 1 else []


def lower_bounds(question: Choose, failure: fmpq | None) -> list[Least]:
    """Of one instance of two options, where it is quick to find; more instances and options contain it."""
    return two_options(question.alpha, question.rho, question.beta, common=question.common, variance=question.variance)
