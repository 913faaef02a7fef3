"""Which of two means is larger, as a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import Assumed, NumbersQuestion
from replcalc.ask.parsing import parse_unit
from replcalc.numbers.errors import InputError
from replcalc.sharper.softmax_race.question import MOST_VARIANCE, promised_variance

#: Smaller accuracies and probabilities take error functions of arguments that no promise is made of.
LEAST = fmpq(1, 10**6)


@dataclass(frozen=True)
class TwoMeans(NumbersQuestion):
    """Is the new mean larger than the old one? Right where they differ by ``alpha`` or more, but for beta.

    ``paired``: rewards come in pairs, and ``variance`` is that of a difference; else of one reward.
    """

    alpha: fmpq
    rho: fmpq
    beta: fmpq
    paired: bool = False
    variance: fmpq = MOST_VARIANCE

    kind: ClassVar[str] = "ab"


def searched(text: Any, name: str) -> fmpq:
    """A number within what the search is for."""
    value = parse_unit(text, name)
    if value < LEAST:
        raise InputError(name, text, "a number with 1e-6 <= value < 1")
    return value


def ab_question(alpha: Any, rho: Any, beta: Any, *, paired: bool = False, variance: Any = None) -> TwoMeans:
    """Parse and check what a user typed."""
    assumed = Assumed()
    difference = "of a difference of two rewards in [0, 1]" if paired else ""
    spread = promised_variance(assumed, variance, "rewards in [0, 1] have no larger one", difference)
    accuracy, differ, wrong = searched(alpha, "alpha"), searched(rho, "rho"), searched(beta, "beta")
    return TwoMeans(accuracy, differ, wrong, bool(paired), spread, assumed=assumed)
