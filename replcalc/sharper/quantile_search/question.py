"""Quantiles on cut points, as a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import NumbersQuestion
from replcalc.ask.parsing import parse_unit
from replcalc.numbers.errors import InputError
from replcalc.sharper.small_variance.question import searched


@dataclass(frozen=True)
class Quantiles(NumbersQuestion):
    """For every q one of so many ``cuts`` that is the q-quantile up to ``tau`` in rank, all but for beta."""

    q: tuple[fmpq, ...]
    cuts: int
    tau: fmpq
    rho: fmpq
    beta: fmpq

    kind: ClassVar[str] = "quantiles"

    @property
    def levels(self) -> int:
        """Comparisons that tell the cells between the cuts apart."""
        return self.cuts.bit_length()

    @property
    def away(self) -> fmpq:
        return min(abs(q - fmpq(1, 2)) for q in self.q)

    @property
    def point(self) -> dict[str, fmpq]:
        counts = {"k": fmpq(len(self.q)), "levels": fmpq(self.levels), "away": self.away}
        return counts | {"tau": self.tau, "rho": self.rho, "beta": self.beta}


def parse_levels(q: Any) -> tuple[fmpq, ...]:
    """Which quantiles: different numbers between 0 and 1."""
    asked = tuple(parse_unit(one, "q") for one in q)
    if not asked or len(set(asked)) < len(asked):
        raise InputError("q", ",".join(map(str, q)), "different numbers between 0 and 1")
    return asked


def quantiles_question(q: Any, cuts: int, tau: Any, rho: Any, beta: Any) -> Quantiles:
    """Parse and check what a user typed."""
    asked = parse_levels(q)
    if cuts < 1:
        raise InputError("cuts", cuts, "at least one cut point")
    question = Quantiles(asked, cuts, searched(tau, "tau"), searched(rho, "rho"), searched(beta, "beta"))
    room = min(min(one, 1 - one) for one in asked)
    if question.tau > room:
        raise InputError(
            "tau", tau, f"an accuracy of at most {room}: with a larger one some q may be any end of the data"
        )
    return question
