"""Boosting the success probability (alg:hybrid): a replicable answer, tested on fresh samples, or else any answer.

    answer <- replicable solver on the first part of the sample
    if the tester accepts it on the second part: output it
    otherwise output what any solver says on the third part

The replicable solver need only succeed with probability about 1 - rho; the tester and the fallback, which are cheap in
beta, take care of the rest. ``mean`` is the whole for one statistical query, as planned by the way ``known-inside`` of
boosting (derived:boost-split): expected-gap rounding, an empirical mean as tester, another one as fallback.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from replcalc.data.plan import rational_quantity, require_certified, require_size
from replcalc.data.streams import Shared
from replcalc.planning.registry import get
from replcalc.problems.queries.question import Queries
from replcalc.sharper.expected_gap_rounding.algorithm import Rounding
from replcalc.vocabulary import InputError, Result

WAY = "known-inside"


@dataclass(frozen=True)
class HybridStages:
    """Three stages and the samples of each. Only ``solve`` may use shared randomness."""

    solve: Callable[[Sequence[Any]], Any]
    accepts: Callable[[Any, Sequence[Any]], bool]
    fallback: Callable[[Sequence[Any]], Any]
    sizes: tuple[int, int, int]

    @property
    def samples(self) -> int:
        return sum(self.sizes)

    def answer(self, sample: Sequence[Any]) -> Any:
        require_size(len(sample), self.samples)
        first, second, third = self.sizes
        found = self.solve(sample[:first])
        if self.accepts(found, sample[first : first + second]):
            return found
        return self.fallback(sample[first + second : first + second + third])


def mean(plan: Result, name: str, shared: Shared) -> HybridStages:
    """One statistical query: the sample is a sequence of exact values in [0, 1]."""
    require_certified(plan)
    question = plan.question
    if plan.method != WAY or question.problem != "statistical-query":
        raise InputError("plan", plan.method, f"the way {WAY} of boosting a statistical query")
    inner = Queries(1, plan.chosen["lambda"] * question.values["alpha"], plan.chosen["rho1"], plan.chosen["beta1"])
    solver = require_certified(get("expected-gap", inner.kind).solve(inner, 20))
    rounding = Rounding(rational_quantity(solver, "width"), shared)
    distance = rational_quantity(plan, "tester_threshold")
    return HybridStages(
        solve=lambda part: rounding.answer(name, average(part)),
        accepts=lambda found, part: abs(average(part) - found) <= distance,
        fallback=average,
        sizes=(solver.samples or 0, plan.value("n_tester"), plan.value("n_nonreplic")),
    )


def average(part: Sequence[Any]) -> Fraction:
    """The exact mean of integers and fractions."""
    return Fraction(sum(part), len(part))
