"""Quantiles on cut points with every constant: a binary search with shared thresholds."""

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.planning.assumption import NumbersQuestion, parse_searched, parse_unit
from replcalc.sharper.means.search import by_threshold, threshold_result
from replcalc.sharper.quantile_search.statement import quantile_search
from replcalc.vocabulary import Derivation, InputError, Method, Result


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
    """Return the quantiles asked for: different numbers between 0 and 1."""
    asked = tuple(parse_unit(one, "q") for one in q)
    if not asked or len(set(asked)) < len(asked):
        raise InputError("q", ",".join(map(str, q)), "different numbers between 0 and 1")
    return asked


def quantiles_question(q: Any, cuts: int, tau: Any, rho: Any, beta: Any) -> Quantiles:
    """Parse and check what a user typed."""
    asked = parse_levels(q)
    if cuts < 1:
        raise InputError("cuts", cuts, "at least one cut point")
    question = Quantiles(
        asked, cuts, parse_searched(tau, "tau"), parse_searched(rho, "rho"), parse_searched(beta, "beta")
    )
    room = min(min(one, 1 - one) for one in asked)
    if question.tau > room:
        raise InputError(
            "tau", tau, f"an accuracy of at most {room}: with a larger one some q may be any end of the data"
        )
    return question


NAME = "search"


def derive() -> Derivation:
    """Return the theorem and the goals."""
    return by_threshold(quantile_search, quantile_search.title, NAME)


def solve(question: Quantiles, digits: int) -> Result:
    """Return the least certified N."""
    return threshold_result(question, quantile_search, derive(), digits, "a binary search with shared thresholds")


def recipe(result: Result) -> tuple[str, ...]:
    width, levels = result.value("width"), result.question.levels
    return (
        f"Agree on a random seed; derive from it {levels} thresholds, uniform from q - w/2 to q + w/2, w = {width}.",
        f"Draw {result.samples:,} fresh samples and take the share F of them at or below every cut.",
        "Search the cut by halving; at the s-th comparison go to the lower half if F reaches the s-th threshold.",
    )


SUMMARY = "a binary search among the cuts, with a shared threshold for every comparison"
METHODS = (Method(NAME, SUMMARY, Quantiles.kind, derive, solve, recipe=recipe),)
