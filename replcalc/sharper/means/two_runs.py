"""Two runs that share a random number, by enumeration: what the simulators of shared thresholds and offsets share.

A sample has finitely many outcomes. The shared number is uniform on an interval, and the answer changes only where it
passes finitely many points. So the probability that two runs differ, and that one is wrong, are finite sums of
rationals: nothing of a proof enters.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpq_poly

from replcalc.simulate.distributions import ZERO, Distribution, collect_outcomes

HALF = fmpq(1, 2)
#: What a sample may show, with probabilities.
Outcomes = Sequence[tuple[Any, fmpq]]


def compare_runs(
    outcomes: Outcomes,
    strings: Iterable[tuple[fmpq, Any]],
    answer: Callable[[Any, Any], Any],
    is_wrong: Callable[[Any], bool],
) -> tuple[fmpq, fmpq]:
    """Return how often two runs differ and how often one is wrong.

    Args:
        outcomes: of the sample, with probabilities; the two runs have independent ones.
        strings: values of the shared number, with probabilities.
        answer: to an outcome and a shared number.
        is_wrong: whether an answer is wrong.
    """
    differ = wrong = ZERO
    for weight, string in strings:
        answers = collect_outcomes((answer(outcome, string), chance) for outcome, chance in outcomes)
        differ += weight * (1 - sum((x * x for x in answers.values()), ZERO))
        wrong += weight * sum((x for found, x in answers.items() if is_wrong(found)), ZERO)
    return differ, wrong


def uniform_pieces(low: fmpq, width: fmpq, points: Iterable[fmpq]) -> list[tuple[fmpq, fmpq]]:
    """Cut the interval at the points and return the probability and the midpoint of every piece."""
    ends = [low, *sorted({x for x in points if low < x < low + width}), low + width]
    return [((right - left) / width, (left + right) / 2) for left, right in pairwise(ends)]


def offset_pieces(width: fmpq, points: Iterable[fmpq]) -> list[tuple[fmpq, fmpq]]:
    """Return the same for the offset of a grid, which moves its boundaries modulo the width."""
    return uniform_pieces(ZERO, width, [x - width * (x / width).floor() for x in points])


def centre_of_cell(value: fmpq, offset: fmpq, width: fmpq) -> fmpq:
    """Return the centre of the cell [offset + j width, offset + (j + 1) width) that holds the value."""
    return offset + width * (((value - offset) / width).floor() + HALF)


def round_to_grid(outcomes: Outcomes, truth: fmpq, width: fmpq, alpha: fmpq) -> tuple[fmpq, fmpq]:
    """Return how often two rounded values differ, and how often one is off by more than alpha."""
    points = [*(value for value, _ in outcomes), truth + alpha - width / 2, truth - alpha - width / 2]
    return compare_runs(
        outcomes,
        offset_pieces(width, points),
        lambda value, offset: centre_of_cell(value, offset, width),
        lambda centre: bool(abs(centre - truth) > alpha),
    )


def mean_of_draws(values: Distribution, n: int) -> list[tuple[fmpq, fmpq]]:
    """Return the distribution of the mean of n draws of a distribution on 0, 1/g, ..., 1: a power of a polynomial."""
    power, most = fmpq_poly(list(values)) ** n, (len(values) - 1) * n
    return [(fmpq(j, most), power[j]) for j in range(most + 1) if power[j]]


def expectation(outcomes: Outcomes) -> fmpq:
    """Return the mean of a distribution."""
    return sum((x * p for x, p in outcomes), ZERO)


def variance_of(values: Distribution) -> fmpq:
    """Return the variance of one draw."""
    draw = mean_of_draws(values, 1)
    return expectation([(x * x, p) for x, p in draw]) - expectation(draw) ** 2


def mean_distance(outcomes: Outcomes) -> fmpq:
    """Return E|v - v'| of two runs, pair by pair: the values must grow."""
    total = below = mean = ZERO
    for value, chance in outcomes:
        total += 2 * chance * (value * below - mean)
        below, mean = below + chance, mean + chance * value
    return total
