"""A vector of means within a Euclidean distance, as a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import Assumed, NumbersQuestion
from replcalc.ask.parsing import parse_count
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_positive
from replcalc.sharper.small_variance.question import searched
from replcalc.sharper.softmax_race.question import MOST_VARIANCE, promised_variance


@dataclass(frozen=True)
class EuclideanMean(NumbersQuestion):
    """The mean of vectors in [0, 1]^d within the distance ``alpha``; ``variance``: of one coordinate."""

    d: int
    alpha: fmpq
    rho: fmpq
    beta: fmpq
    variance: fmpq = MOST_VARIANCE

    kind: ClassVar[str] = "euclidean-mean"


def euclidean_question(d: Any, alpha: Any, rho: Any, beta: Any, variance: Any = None) -> EuclideanMean:
    """Parse and check what a user typed."""
    assumed = Assumed()
    spread = promised_variance(assumed, variance, "values in [0, 1] have no larger one")
    count, distance = parse_count(d, "d"), parse_positive(alpha, "alpha")
    if not fmpq(1, 10**6) <= distance or distance**2 >= count:
        raise InputError("alpha", alpha, "a distance from 1e-6 to below the diagonal, the root of d")
    return EuclideanMean(count, distance, searched(rho, "rho"), searched(beta, "beta"), spread, assumed=assumed)
