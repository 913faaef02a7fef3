"""The k best of many options, as a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import ParsedQuestion
from replcalc.numbers.errors import InputError
from replcalc.sharper.softmax_race.question import MOST_VARIANCE, choose_question


@dataclass(frozen=True)
class TopOptions(ParsedQuestion):
    """``k`` of ``arms`` options in order, each within ``alpha`` of the k-th best."""

    k: int
    arms: int
    alpha: fmpq
    rho: fmpq
    beta: fmpq
    common: bool = False
    variance: fmpq = MOST_VARIANCE

    kind: ClassVar[str] = "top"

    @property
    def point(self) -> dict[str, Any]:
        values = {"k": fmpq(self.k), "arms": fmpq(self.arms), "alpha": self.alpha, "rho": self.rho, "beta": self.beta}
        return values | {"V": self.variance}

    @property
    def typed(self) -> dict[str, Any]:
        rest = {name: value for name, value in self.point.items() if name != "V"}
        return rest | {"common": self.common, "variance": self.variance}


def top_question(
    arms: Any, k: Any, alpha: Any, rho: Any, beta: Any, *, common: bool = False, variance: Any = None
) -> TopOptions:
    """Parse and check what a user typed."""
    one = choose_question(arms, alpha, rho, beta, k, common=common, variance=variance)
    if not one.k < one.arms:
        raise InputError("k", k, f"fewer than all {one.arms} options")
    assumed = {name: why for name, why in one.assumed.items() if name != "k"}
    return TopOptions(one.k, one.arms, one.alpha, one.rho, one.beta, one.common, one.variance, assumed=assumed)
