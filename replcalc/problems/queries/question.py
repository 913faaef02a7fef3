"""k problems of one kind answered together: statistical queries, best-arm instances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import ParsedQuestion
from replcalc.ask.parsing import ROUNDS, parse_count, parse_unit
from replcalc.numbers.exact import parse_integer
from replcalc.numbers.family import MAX_LENGTH


@dataclass(frozen=True)
class Queries(ParsedQuestion):
    """k statistical queries, each answered to within ``alpha``; together rho-replicable, failing at most with beta."""

    k: int
    alpha: fmpq
    rho: fmpq
    beta: fmpq
    max_rounds: fmpq = ROUNDS

    kind: ClassVar[str] = "queries"

    @property
    def point(self) -> dict[str, fmpq]:
        """The inputs of derivations, by name."""
        return {"k": fmpq(self.k), "rho": self.rho, "alpha": self.alpha, "beta": self.beta}


@dataclass(frozen=True)
class Arms(ParsedQuestion):
    """k best-arm instances with ``arms`` arms each: in every one an arm within ``alpha`` of the best."""

    k: int
    arms: int
    alpha: fmpq
    rho: fmpq
    beta: fmpq
    max_rounds: fmpq = ROUNDS

    kind: ClassVar[str] = "arms"

    @property
    def point(self) -> dict[str, fmpq]:
        values = {"k": fmpq(self.k), "arms": fmpq(self.arms), "rho": self.rho, "alpha": self.alpha}
        return values | {"beta": self.beta}


def queries_question(k: Any, alpha: Any, rho: Any, beta: Any, settings: Mapping[str, fmpq] | None = None) -> Queries:
    """Parse and check what a user typed."""
    return Queries(
        parse_integer(k, "k", maximum=MAX_LENGTH),
        parse_unit(alpha, "alpha"),
        parse_unit(rho, "rho"),
        parse_unit(beta, "beta"),
        settings=dict(settings or {}),
    )


def arms_question(
    k: Any, arms: Any, alpha: Any, rho: Any, beta: Any, settings: Mapping[str, fmpq] | None = None
) -> Arms:
    """Parse and check what a user typed."""
    return Arms(
        parse_integer(k, "k", maximum=MAX_LENGTH),
        parse_count(arms, "arms", minimum=2),
        parse_unit(alpha, "alpha"),
        parse_unit(rho, "rho"),
        parse_unit(beta, "beta"),
        settings=dict(settings or {}),
    )
