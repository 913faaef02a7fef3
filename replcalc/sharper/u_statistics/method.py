"""A mean over pairs with every constant: rounded to a shared grid."""

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.planning.assumption import NumbersQuestion, parse_searched
from replcalc.sharper.means.search import by_threshold, threshold_result
from replcalc.sharper.u_statistics.statement import between_groups
from replcalc.vocabulary import Derivation, Method, Result


@dataclass(frozen=True)
class PairMean(NumbersQuestion):
    """The mean of a value in [0, 1] over pairs, one of each of two groups, within ``alpha`` but for beta."""

    alpha: fmpq
    rho: fmpq
    beta: fmpq

    kind: ClassVar[str] = "u-statistic"


def pair_mean_question(alpha: Any, rho: Any, beta: Any) -> PairMean:
    """Parse and check what a user typed."""
    return PairMean(parse_searched(alpha, "alpha"), parse_searched(rho, "rho"), parse_searched(beta, "beta"))


NAME = "rounded-pairs"


def derive() -> Derivation:
    """Return a theorem and the goals."""
    return by_threshold(between_groups, between_groups.title, NAME)


def solve(question: PairMean, digits: int) -> Result:
    """Find the least certified number of draws of each group."""
    return threshold_result(question, between_groups, derive(), digits, "the mean over all pairs, rounded", 2)


def recipe(result: Result) -> tuple[str, ...]:
    """Say how to carry out the plan."""
    return (
        f"Agree on a random seed; derive from it a grid of width {result.value('width')} with a random offset.",
        f"Draw {result.samples:,} fresh samples of each group and take the mean over all pairs of one of each.",
        "Output the centre of the cell of the grid that holds it.",
    )


METHODS = (
    Method(NAME, "the mean over all pairs, rounded with a shared offset", PairMean.kind, derive, solve, recipe=recipe),
)
