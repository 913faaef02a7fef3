"""The k best of many options, as a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from replcalc.numbers.errors import InputError
from replcalc.sharper.softmax_race.question import Choose, choose_question


@dataclass(frozen=True)
class TopOptions(Choose):
    """``k`` of ``arms`` options in order, each within ``alpha`` of the k-th best."""

    kind: ClassVar[str] = "top"


def top_question(
    arms: Any, k: Any, alpha: Any, rho: Any, beta: Any, *, common: bool = False, variance: Any = None
) -> TopOptions:
    """Parse and check what a user typed."""
    one = choose_question(arms, alpha, rho, beta, k, common=common, variance=variance)
    if not one.k < one.arms:
        raise InputError("k", k, f"fewer than all {one.arms} options")
    assumed = {name: why for name, why in one.assumed.items() if name != "k"}
    return TopOptions(one.k, one.arms, one.alpha, one.rho, one.beta, one.common, one.variance, assumed=assumed)
