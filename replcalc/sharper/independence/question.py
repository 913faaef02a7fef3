"""Are two binary columns independent? As a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import NumbersQuestion
from replcalc.numbers.errors import InputError
from replcalc.sharper.small_variance.question import searched

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
