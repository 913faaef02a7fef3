"""Method ``threshold`` of ``choose``: a choice between two options is an A/B decision, by its best method."""

from dataclasses import replace
from typing import Any

from replcalc.numbers.errors import PrecisionExhausted
from replcalc.planning.assumption import LEAST_ACCURACY, LEAST_PROBABILITY
from replcalc.planning.comparison import rank_results
from replcalc.planning.comparison import solve as solved
from replcalc.planning.method import get
from replcalc.sharper.softmax_race.method import Choose
from replcalc.sharper.two_arms.method import derive
from replcalc.sharper.two_arms.method_threshold import TwoMeans
from replcalc.vocabulary import Enclosure, Method, Result, polynomial

NAME = "threshold"


def solve(question: Choose, digits: int) -> Result:
    """Return the better method of ``ab``, at rho/k and beta/k for k choices; a common sample holds pairs."""
    if question.arms > 2:
        return Result(NAME, question, None, "it chooses between two options", derivation=derive())
    k = question.k
    if question.alpha < LEAST_ACCURACY or min(question.rho, question.beta) / k < LEAST_PROBABILITY:
        raise PrecisionExhausted("the threshold is searched for alpha from 1e-6, rho/k and beta/k from 1e-300 on")
    asked = TwoMeans(question.alpha, question.rho / k, question.beta / k, question.common, question.variance)
    found = rank_results([solved(method, asked, digits) for method in ("optimal", "threshold")])[0]
    details = {"ab": found, "least": found.details.get("least") if k == 1 else None}
    extra = {**found.extra, "by": found.method}
    if k > 1 and found.applicable:  # union bounds
        extra |= {name: _times(k, extra[name]) for name in ("rho", "beta", "samples_total") if name in extra}
    effort = found.effort if k == 1 else polynomial(k)
    return replace(found, method=NAME, question=question, details=details, extra=extra, effort=effort)


def _times(k: int, value: Any) -> Any:
    return Enclosure(k * value.lower, k * value.upper) if isinstance(value, Enclosure) else k * value


def recipe(result: Result) -> tuple[str, ...]:
    steps = get(result.details["ab"].method, TwoMeans.kind).recipe
    assert steps is not None
    each = "" if result.question.k == 1 else ", and for every instance anew"
    return (f"Call one of the two options old and the other one new, beforehand{each}.", *steps(result.details["ab"]))


METHODS = (
    Method(
        NAME,
        "one shared threshold for the difference of two options, by the better method of ab",
        Choose.kind,
        derive,
        solve,
        ("samples", "rho", "beta"),
        recipe=recipe,
    ),
)
