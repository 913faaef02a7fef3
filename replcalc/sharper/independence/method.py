"""Are two binary columns independent: their unbiased covariance against one shared threshold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.planning.assumption import NumbersQuestion, searched
from replcalc.planning.steps import typed
from replcalc.sharper.independence.statement import independence
from replcalc.sharper.small_variance.method import NAME, by_threshold, threshold_result
from replcalc.vocabulary import Derivation, InputError, Method, Result

#: The largest covariance of two bits.
MOST = fmpq(1, 4)


@dataclass(frozen=True)
class Independence(NumbersQuestion):
    """Are they independent, or is their covariance ``alpha`` or more, or -alpha or less?"""

    alpha: fmpq
    rho: fmpq
    beta: fmpq

    kind: ClassVar[str] = "independence"


def independence_question(alpha: Any, rho: Any, beta: Any) -> Independence:
    """Parse and check what a user typed."""
    found = Independence(*(searched(value, name) for value, name in ((alpha, "alpha"), (rho, "rho"), (beta, "beta"))))
    if found.alpha > MOST:
        raise InputError("alpha", alpha, "at most 1/4, the largest covariance of two bits")
    return found


def derive() -> Derivation:
    """The theorem and the goals."""
    return by_threshold(independence, "A shared threshold for the covariance")


def solve(question: Independence, digits: int) -> Result:
    """The least certified N."""
    return threshold_result(question, independence, derive(), digits, "one shared threshold for the covariance")


def recipe(result: Result) -> tuple[str, ...]:
    low, width = (typed(result.value(name).lower) for name in ("low", "width"))
    return (
        f"Agree on a random seed; derive from it a threshold, uniform between {low} and {low} + {width}.",
        f"Draw {result.samples:,} fresh pairs of bits and count: U = (n11 n00 - n10 n01)/(n(n - 1)).",
        "Answer independent if U is smaller than the threshold, its sign apart; else the sign of U.",
    )


METHODS = (Method(NAME, "one shared threshold for the covariance", Independence.kind, derive, solve, recipe=recipe),)
