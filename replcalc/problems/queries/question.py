"""k means of values in [0, 1], or statistical queries, answered together."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_integer
from replcalc.numbers.family import MAX_LENGTH
from replcalc.planning.assumption import (
    LEAST_ACCURACY,
    LEAST_PROBABILITY,
    MOST_VARIANCE,
    ROUNDS,
    ParsedQuestion,
    failure_or_half,
    parse_unit,
    parse_variance,
)


@dataclass(frozen=True)
class Queries(ParsedQuestion):
    """k statistical queries, each answered to within ``alpha``; together rho-replicable, failing at most with beta."""

    k: int
    alpha: fmpq
    rho: fmpq
    beta: fmpq
    max_rounds: fmpq = ROUNDS
    variance: fmpq | None = None  # a bound for one value; None: nothing is known
    adaptive: bool = False  # may a query depend on the answers before it?

    kind: ClassVar[str] = "queries"

    @property
    def point(self) -> dict[str, fmpq]:
        """The inputs of derivations, by name."""
        return {"k": fmpq(self.k), "rho": self.rho, "alpha": self.alpha, "beta": self.beta}


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
    count, accuracy, allowed = (
        parse_integer(k, "k", maximum=MAX_LENGTH),
        parse_unit(alpha, "alpha"),
        parse_unit(rho, "rho"),
    )
    failure, assumed = failure_or_half(beta, allowed)
    return Queries(count, accuracy, allowed, failure, adaptive=adaptive, settings=dict(settings or {}), assumed=assumed)


def with_variance(question: Queries, variance: Any) -> Queries:
    """Return the question with the bound on the variance of a value, where there is one."""
    if variance is None:
        return question
    if question.adaptive:
        raise InputError("variance", variance, "nothing for adaptive queries")
    bound = parse_variance(variance, MOST_VARIANCE, "values in [0, 1] have no larger one")
    if question.alpha < LEAST_ACCURACY or min(question.rho, question.beta) < LEAST_PROBABILITY:
        raise InputError("variance", variance, "nothing where alpha is below 1e-6, rho or beta below 1e-300")
    return replace(question, variance=bound)
