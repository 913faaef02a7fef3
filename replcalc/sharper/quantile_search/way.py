"""Quantiles on cut points with every constant: a binary search with shared thresholds."""

from __future__ import annotations

from replcalc.sharper.quantile_search.question import Quantiles
from replcalc.sharper.quantile_search.statement import quantile_search
from replcalc.sharper.small_variance.way import by_threshold, threshold_result
from replcalc.vocabulary import Derivation, Result, Way

NAME = "search"


def derive() -> Derivation:
    """The theorem and the goals."""
    return by_threshold(quantile_search, quantile_search.title, NAME)


def solve(question: Quantiles, digits: int) -> Result:
    """The least certified N."""
    return threshold_result(question, quantile_search, derive(), digits, "a binary search with shared thresholds")


def recipe(result: Result) -> tuple[str, ...]:
    width, levels = result.value("width"), result.question.levels
    return (
        f"Agree on a random seed; derive from it {levels} thresholds, uniform from q - w/2 to q + w/2, w = {width}.",
        f"Draw {result.samples:,} fresh samples and take the share F of them at or below every cut.",
        "Search the cut by halving; at the s-th comparison go to the lower half if F reaches the s-th threshold.",
    )


SUMMARY = "a binary search among the cuts, with a shared threshold for every comparison"
WAYS = (Way(NAME, SUMMARY, Quantiles.kind, derive, solve, recipe=recipe),)
