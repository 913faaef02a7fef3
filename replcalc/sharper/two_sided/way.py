"""Same or different: the distance from a value, or of two means, against one shared threshold."""

from __future__ import annotations

from replcalc.ask.steps import typed
from replcalc.sharper.small_variance.way import NAME, by_threshold, threshold_result
from replcalc.sharper.two_sided.question import Same
from replcalc.sharper.two_sided.statement import same_arms, same_mean, same_pairs
from replcalc.vocabulary import Derivation, Result, Way

_THEOREMS = {"mean": same_mean, "arms": same_arms, "pairs": same_pairs}


def derive(what: str = "mean") -> Derivation:
    """The theorem and the goals."""
    return by_threshold(_THEOREMS[what], "A shared threshold for the distance")


def solve(question: Same, digits: int) -> Result:
    """The least certified N."""
    theorem, title = _THEOREMS[question.what], "one shared threshold for the distance"
    arms = 2 if question.what == "arms" else 1
    return threshold_result(question, theorem, derive(question.what), digits, title, arms)


def recipe(result: Result) -> tuple[str, ...]:
    draw, less = {
        "mean": ("samples", "their mean less the value"),
        "arms": ("rewards of each variant", "the mean of new less the mean of old"),
        "pairs": ("pairs of rewards", "the mean of new less the mean of old"),
    }[result.question.what]
    low, width = (typed(result.value(name).lower) for name in ("low", "width"))
    return (
        f"Agree on a random seed; derive from it a threshold, uniform between {low} and {low} + {width}.",
        f"Draw {result.samples:,} fresh {draw} and take {less}.",
        "Answer same if that is smaller than the threshold, its sign apart; else which of the two is larger.",
    )


WAYS = (Way(NAME, "one shared threshold for the distance", Same.kind, derive, solve, recipe=recipe),)
