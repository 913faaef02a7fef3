"""Way ``two-options`` of ``choose``: a choice between two options is an A/B decision, by its best way."""

from __future__ import annotations

from dataclasses import replace

from replcalc.numbers.errors import PrecisionExhausted
from replcalc.planning.assumption import LEAST
from replcalc.planning.comparison import ranked
from replcalc.planning.registry import get
from replcalc.planning.solving import solve as solved
from replcalc.sharper.small_variance.method import TwoMeans
from replcalc.sharper.softmax_race.method import Choose
from replcalc.sharper.two_arms.method import derive
from replcalc.vocabulary import Method, Result

NAME = "two-options"


def solve(question: Choose, digits: int) -> Result:
    """The better of the ways of ``ab``; scores on a common sample are pairs."""
    if question.arms > 2 or question.k > 1:
        return Result(NAME, question, None, "it chooses once between two options", derivation=derive())
    if min(question.alpha, question.rho) < LEAST:
        raise PrecisionExhausted("the threshold is searched for alpha and rho from 1e-6 on")
    asked = TwoMeans(question.alpha, question.rho, question.beta, question.common, question.variance)
    found = ranked([solved(method, asked, digits) for method in ("best-law", "threshold")])[0]
    details = {"ab": found, "least": found.details.get("least")}
    return replace(found, method=NAME, question=question, details=details, extra={**found.extra, "by": found.method})


def recipe(result: Result) -> tuple[str, ...]:
    steps = get(result.details["ab"].method, TwoMeans.kind).recipe
    assert steps is not None
    return ("Call one of the two options old and the other one new, beforehand.", *steps(result.details["ab"]))


METHODS = (
    Method(
        NAME,
        "one shared threshold for the difference of two options, by the better way of ab",
        Choose.kind,
        derive,
        solve,
        ("samples", "rho", "beta"),
        recipe=recipe,
    ),
)
