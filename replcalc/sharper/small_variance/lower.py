"""What an A/B decision needs at least: whoever makes it can test a coin (derived:threshold-test-lower)."""

from __future__ import annotations

from flint import fmpq

from replcalc.ask.least import Least
from replcalc.sharper.small_variance.way import TwoMeans
from replcalc.sharper.softmax_race.lower import two_options


def lower_bounds(question: TwoMeans, failure: fmpq | None) -> list[Least]:
    """The choice between two options: pairs of rewards that add up to one are a common sample."""
    return two_options(question.alpha, question.rho, question.beta, common=question.paired, variance=question.variance)
