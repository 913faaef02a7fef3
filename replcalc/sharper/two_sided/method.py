"""Same or different: the distance from a value, or of two means, against one shared threshold."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.exact import parse_rational
from replcalc.planning.assumption import (
    MOST_VARIANCE,
    NEAR,
    Assumed,
    NumbersQuestion,
    parse_searched,
    variance_or_default,
)
from replcalc.planning.recipe import write_parameter
from replcalc.sharper.means.search import NAME, by_threshold, threshold_result
from replcalc.sharper.two_sided.statement import same_arms, same_mean, same_pairs
from replcalc.vocabulary import Derivation, InputError, Method, Result

#: What is compared, and with what.
COMPARED: Mapping[str, str] = {
    "mean": "a mean with a value",
    "arms": "two means of draws of their own",
    "pairs": "two means of draws in pairs",
}


@dataclass(frozen=True)
class Same(NumbersQuestion):
    """Is ``what`` the same up to ``near``, or different by ``alpha`` or more? ``variance``: of a value or reward, with
    pairs of a difference."""

    what: str
    alpha: fmpq
    near: fmpq
    rho: fmpq
    beta: fmpq
    variance: fmpq = MOST_VARIANCE

    kind: ClassVar[str] = "same"


def same_question(what: str, alpha: Any, rho: Any, beta: Any, near: Any = None, variance: Any = None) -> Same:
    """Parse and check what a user typed."""
    if what not in COMPARED:
        raise InputError("what", what, "one of " + ", ".join(COMPARED))
    assumed = Assumed()
    difference = "of a difference of two rewards in [0, 1]" if what == "pairs" else ""
    spread = variance_or_default(assumed, variance, "values in [0, 1] have no larger one", difference)
    close = assumed.parsed("near", near, NEAR, parse_rational)
    far, differ, wrong = parse_searched(alpha, "alpha"), parse_searched(rho, "rho"), parse_searched(beta, "beta")
    if not 0 <= close < far:
        raise InputError("near", near, f"a distance from 0 to below alpha, which is {alpha}")
    return Same(what, far, close, differ, wrong, spread, assumed=assumed)


_THEOREMS = {"mean": same_mean, "arms": same_arms, "pairs": same_pairs}


def derive(what: str = "mean") -> Derivation:
    """Return the theorem and the goals."""
    return by_threshold(_THEOREMS[what], "A shared threshold for the distance")


def solve(question: Same, digits: int) -> Result:
    """Return the least certified N."""
    theorem, title = _THEOREMS[question.what], "one shared threshold for the distance"
    arms = 2 if question.what == "arms" else 1
    return threshold_result(question, theorem, derive(question.what), digits, title, arms)


def recipe(result: Result) -> tuple[str, ...]:
    draw, less = {
        "mean": ("samples", "their mean less the value"),
        "arms": ("rewards of each variant", "the mean of new less the mean of old"),
        "pairs": ("pairs of rewards", "the mean of new less the mean of old"),
    }[result.question.what]
    low, width = (write_parameter(result.value(name).lower) for name in ("low", "width"))
    return (
        f"Agree on a random seed; derive from it a threshold, uniform between {low} and {low} + {width}.",
        f"Draw {result.samples:,} fresh {draw} and take {less}.",
        "Answer same if that is smaller than the threshold, its sign apart; else which of the two is larger.",
    )


METHODS = (Method(NAME, "one shared threshold for the distance", Same.kind, derive, solve, recipe=recipe),)
