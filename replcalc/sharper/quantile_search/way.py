"""Quantiles on cut points with every constant: a binary search with shared thresholds."""

from __future__ import annotations

from functools import cache

from replcalc.sharper.quantile_search.question import Quantiles
from replcalc.sharper.quantile_search.statement import quantile_search
from replcalc.sharper.small_variance.way import by_threshold, threshold_result
from replcalc.vocabulary import Derivation, Result, Way

NAME = "search"


@cache
def derive() -> Derivation:
    """The theorem and the goals."""
    return by_threshold(quantile_search, quantile_search.title, NAME)


def solve(question: Quantiles, digits: int) -> Result:
    """The least certified N."""
    title = "a binary search with shared thresholds"
    return threshold_result(question, quantile_search, derive(), digits, title, way=NAME)


def recipe(result: Result) -> tuple[str, ...]:
    width, levels = result.value("width"), result.question.levels
    return (
        f"Agree on a random seed; derive from it {levels} thresholds, uniform from q - w/2 to q + w/2, w = {width}.",
        f"Draw {result.samples:,} fresh samples and take the share F of them at or below every cut.",
        "Search the cut by halving; at the s-th comparison go to the lower half if F reaches the s-th threshold.",
    )


WAYS = (
    Way(
        NAME,
        "a binary search among the cuts, with a shared threshold for every comparison",
        Quantiles.kind,
        derive,
        solve,
        ("samples", "rho", "beta"),
        polynomial=True,
        recipe=recipe,
    ),
)
