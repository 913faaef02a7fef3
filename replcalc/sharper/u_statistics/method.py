"""A mean over pairs with every constant: rounded to a shared grid."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from flint import fmpq

from replcalc.planning.assumption import NumbersQuestion, searched
from replcalc.sharper.small_variance.method import by_threshold, threshold_result
from replcalc.sharper.u_statistics.statement import between_groups, within_rows
from replcalc.vocabulary import Derivation, InputError, Method, Result

GROUPS, ROWS = "groups", "rows"


@dataclass(frozen=True)
class PairMean(NumbersQuestion):
    """The mean of a value in [0, 1] over pairs, within ``alpha`` but for beta.

    ``pairs``: of two ``groups``, one of each; or of ``rows`` of one sample.
    """

    pairs: str
    alpha: fmpq
    rho: fmpq
    beta: fmpq

    kind: ClassVar[str] = "u-statistic"


def pair_mean_question(pairs: str, alpha: Any, rho: Any, beta: Any) -> PairMean:
    """Parse and check what a user typed."""
    if pairs not in (GROUPS, ROWS):
        raise InputError("pairs", pairs, f"{GROUPS} or {ROWS}")
    return PairMean(pairs, searched(alpha, "alpha"), searched(rho, "rho"), searched(beta, "beta"))


NAME = "rounded-pairs"


def derive(pairs: str = GROUPS) -> Derivation:
    """A theorem and the goals."""
    theorem = between_groups if pairs == GROUPS else within_rows
    return by_threshold(theorem, theorem.title, NAME)


def solve(question: PairMean, digits: int) -> Result:
    """The least certified number of draws of each group, or of rows."""
    groups = question.pairs == GROUPS
    theorem, title = between_groups if groups else within_rows, "the mean over all pairs, rounded"
    found = threshold_result(question, theorem, derive(question.pairs), digits, title, 2 if groups else 1)
    if groups or found.samples is None:
        return found
    return replace(found, extra={**found.extra, "samples": 2 * found.samples})


def recipe(result: Result) -> tuple[str, ...]:
    what = "samples of each group" if result.question.pairs == GROUPS else "samples"
    pairs = "of one of each" if result.question.pairs == GROUPS else "of two of them"
    return (
        f"Agree on a random seed; derive from it a grid of width {result.value('width')} with a random offset.",
        f"Draw {result.samples:,} fresh {what} and take the mean over all pairs {pairs}.",
        "Output the centre of the cell of the grid that holds it.",
    )


METHODS = (
    Method(NAME, "the mean over all pairs, rounded with a shared offset", PairMean.kind, derive, solve, recipe=recipe),
)
