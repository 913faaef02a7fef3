"""Quantiles of a population with a density, with every constant."""

from __future__ import annotations

from replcalc.sharper.quantile_density.question import DensityQuantiles
from replcalc.sharper.quantile_density.statement import quantile_density
from replcalc.sharper.small_variance.way import by_threshold, threshold_result
from replcalc.vocabulary import Derivation, Result, Way

NAME = "order-statistic"


def derive() -> Derivation:
    """The theorem and the goals."""
    return by_threshold(quantile_density, quantile_density.title, NAME)


def solve(question: DensityQuantiles, digits: int) -> Result:
    """The least certified N."""
    title = "the sample quantile, rounded with a shared offset"
    return threshold_result(question, quantile_density, derive(), digits, title)


def recipe(result: Result) -> tuple[str, ...]:
    return (
        f"Agree on a random seed; derive from it a grid of width {result.value('width')} with a random offset.",
        f"Draw {result.samples:,} fresh samples, N of them, and take for every q the ceil(qN)-th smallest.",
        "Output the centre of the cell of the grid that holds it.",
    )


SUMMARY = "the sample quantile, rounded with a shared offset: for a promised density"
WAYS = (Way(NAME, SUMMARY, DensityQuantiles.kind, derive, solve, recipe=recipe),)
