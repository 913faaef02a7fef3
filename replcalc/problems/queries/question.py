"""k problems of one kind answered together: statistical queries, best-arm instances."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from flint import fmpq

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_integer
from replcalc.numbers.family import MAX_LENGTH
from replcalc.planning.assumption import (
    LEAST,
    MOST_VARIANCE,
    ROUNDS,
    ParsedQuestion,
    half_of_rho,
    parse_count,
    parse_unit,
    parse_variance,
)

Q = TypeVar("Q", "Queries", "Arms")


@dataclass(frozen=True)
class Queries(ParsedQuestion):
    """k statistical queries, each answered to within ``alpha``; together rho-replicable, failing at most with beta."""

    k: int
    alpha: fmpq
    rho: fmpq
    beta: fmpq
    max_rounds: fmpq = ROUNDS
    variance: fmpq | None = None  # promised of one value; None: nothing is
    adaptive: bool = False  # may a query depend on the answers before it?

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
    variance: fmpq | None = None  # promised of one reward; None: nothing is

    kind: ClassVar[str] = "arms"

    @property
    def point(self) -> dict[str, fmpq]:
        values = {"k": fmpq(self.k), "arms": fmpq(self.arms), "rho": self.rho, "alpha": self.alpha}
        return values | {"beta": self.beta}


def queries_question(
    k: Any,
    alpha: Any,
    rho: Any,
    beta: Any = None,
    settings: Mapping[str, fmpq] | None = None,
    *,
    adaptive: bool = False,
) -> Queries:
    """Parse and check what a user typed; ``beta`` None is assumed: half of rho."""
    count, accuracy = parse_integer(k, "k", maximum=MAX_LENGTH), parse_unit(alpha, "alpha")
    found = _promised(Queries, beta, settings, k=count, alpha=accuracy, rho=parse_unit(rho, "rho"))
    return replace(found, adaptive=adaptive)


def arms_question(
    k: Any, arms: Any, alpha: Any, rho: Any, beta: Any = None, settings: Mapping[str, fmpq] | None = None
) -> Arms:
    """The same for best-arm instances."""
    count, accuracy = parse_integer(k, "k", maximum=MAX_LENGTH), parse_unit(alpha, "alpha")
    choices = parse_count(arms, "arms", minimum=2)
    return _promised(Arms, beta, settings, k=count, arms=choices, alpha=accuracy, rho=parse_unit(rho, "rho"))


def _promised(question: type[Q], beta: Any, settings: Mapping[str, fmpq] | None, **inputs: Any) -> Q:
    """The question, with the failure probability that was typed, or half of rho, assumed."""
    rho = inputs["rho"]
    assumed = {} if beta is not None else {"beta": half_of_rho(rho)}
    failure = rho / 2 if beta is None else parse_unit(beta, "beta")
    return question(**inputs, beta=failure, settings=dict(settings or {}), assumed=assumed)


def promising(question: Q, variance: Any) -> Q:
    """The question with what is promised of the variance of a value, where something is."""
    if variance is None:
        return question
    if getattr(question, "adaptive", False):
        raise InputError("variance", variance, "nothing for adaptive queries")
    promised = parse_variance(variance, MOST_VARIANCE, "values in [0, 1] have no larger one")
    if min(question.alpha, question.rho, question.beta) < LEAST:
        raise InputError("variance", variance, "nothing where alpha, rho or beta is below 1e-6")
    return replace(question, variance=promised)
