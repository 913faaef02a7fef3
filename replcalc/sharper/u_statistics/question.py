"""A mean over pairs, as a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import NumbersQuestion
from replcalc.numbers.errors import InputError
from replcalc.sharper.small_variance.question import searched

GROUPS, ROWS = "groups", "rows"


@dataclass(frozen=True)
class PairMean(NumbersQuestion):
    """The mean of a value in [0, 1] over pairs, within ``alpha`` but for beta.

    ``pairs``: of two ``groups``, one of each; or of ``rows`` of one sample.
    """

    pairs: str
    alpha: fmpq
    rho: fmpq
    beta: fmpq

    kind: ClassVar[str] = "u-statistic"


def pair_mean_question(pairs: str, alpha: Any, rho: Any, beta: Any) -> PairMean:
    """Parse and check what a user typed."""
    if pairs not in (GROUPS, ROWS):
        raise InputError("pairs", pairs, f"{GROUPS} or {ROWS}")
    return PairMean(pairs, searched(alpha, "alpha"), searched(rho, "rho"), searched(beta, "beta"))
