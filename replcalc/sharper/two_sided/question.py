"""Is it the same, or different and on which side? As a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import Assumed, NumbersQuestion
from replcalc.ask.defaults import NEAR
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_rational
from replcalc.sharper.small_variance.question import searched
from replcalc.sharper.softmax_race.question import MOST_VARIANCE, promised_variance

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
    spread = promised_variance(assumed, variance, "values in [0, 1] have no larger one", difference)
    close = assumed.parsed("near", near, NEAR, parse_rational)
    far, differ, wrong = searched(alpha, "alpha"), searched(rho, "rho"), searched(beta, "beta")
    if not 0 <= close < far:
        raise InputError("near", near, f"a distance from 0 to below alpha, which is {alpha}")
    return Same(what, far, close, differ, wrong, spread, assumed=assumed)
