"""Proportions of groups, as a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import ParsedQuestion
from replcalc.numbers.errors import InputError
from replcalc.sharper.small_variance.question import searched


@dataclass(frozen=True)
class Proportions(ParsedQuestion):
    """The probability of every group within ``alpha``, but for beta; ``groups`` is None where there may be any."""

    groups: int | None
    alpha: fmpq
    rho: fmpq
    beta: fmpq

    kind: ClassVar[str] = "proportions"

    @property
    def point(self) -> dict[str, fmpq]:
        """Two groups are one query: its complement is the other."""
        count = {"k": fmpq(1)} if self.groups == 2 else {} if self.groups is None else {"groups": fmpq(self.groups)}
        return {"alpha": self.alpha, "rho": self.rho, "beta": self.beta} | count

    @property
    def typed(self) -> dict[str, Any]:
        asked = {"alpha": self.alpha, "rho": self.rho, "beta": self.beta}
        return {"groups": "any" if self.groups is None else self.groups, **asked}


def proportions_question(groups: int | None, alpha: Any, rho: Any, beta: Any) -> Proportions:
    """Parse and check what a user typed."""
    if groups is not None and groups < 2:
        raise InputError("groups", groups, "at least two groups")
    return Proportions(groups, searched(alpha, "alpha"), searched(rho, "rho"), searched(beta, "beta"))
