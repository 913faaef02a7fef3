"""Means with accuracies and variances of their own, as a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import ParsedQuestion
from replcalc.ask.parsing import parse_unit
from replcalc.numbers.errors import InputError
from replcalc.numbers.family import Family
from replcalc.sharper.softmax_race.question import MOST_VARIANCE, parse_variance


@dataclass(frozen=True)
class OwnAccuracies(ParsedQuestion):
    """The i-th mean of values in [0, 1] within ``alphas``[i]; ``variances``[i] is promised."""

    alphas: Family[fmpq]
    variances: Family[fmpq]
    rho: fmpq
    beta: fmpq

    kind: ClassVar[str] = "own-accuracies"

    @property
    def k(self) -> int:
        return self.alphas.length

    @property
    def point(self) -> dict[str, Any]:
        return {"alpha": self.alphas, "V": self.variances, "rho": self.rho, "beta": self.beta}

    @property
    def typed(self) -> dict[str, Any]:
        return {"k": self.k, "rho": self.rho, "beta": self.beta}


def own_question(alphas: Sequence[Any], rho: Any, beta: Any, variances: Sequence[Any] = ()) -> OwnAccuracies:
    """Parse and check what a user typed; a variance that is None is not promised."""
    parsed = [parse_unit(alpha, "alpha") for alpha in alphas]
    if not parsed or max(parsed) >= fmpq(1, 2):
        raise InputError("alpha", ",".join(map(str, alphas)), "accuracies below half the range")
    told = "values in [0, 1] have no larger one"
    spreads = [
        MOST_VARIANCE if given is None else parse_variance(given, MOST_VARIANCE, told)
        for given in variances or [None] * len(parsed)
    ]
    return OwnAccuracies(Family.of(parsed), Family.of(spreads), parse_unit(rho, "rho"), parse_unit(beta, "beta"))
