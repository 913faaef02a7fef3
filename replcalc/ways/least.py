"""What no algorithm can do with fewer samples, for the model that a question is about.

- k statistical queries: whoever answers all of them to within alpha tells the sides of k coins of bias 1/2 -+ alpha
  (derived:queries-lower, derived:coins-lower; the larger one).
- A composition promises to work for all base algorithms with the stated n_i, rho0_i, beta0_i. One flip of a coin is one
  with n = 1, rho0 = 1/2, beta0 = 0, so problems with rho0_i >= 1/2 may be k coins that are sure or not
  (derived:coins-lower at tau = 1/2); for smaller rho0 the largest one counts (derived:one-problem-lower).

Where a bound excludes nothing there is none.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from replcalc.numbers.verdict import Verdict
from replcalc.questions.composition import Composition
from replcalc.questions.together import Queries
from replcalc.statements.certification import certify
from replcalc.statements.statement import Statement
from replcalc.ways.proving import alone

_HALF = fmpq(1, 2)


@dataclass(frozen=True)
class Least:
    """At least ``samples`` are needed in the model, by the statement of that label."""

    statement: str
    samples: int
    model: str


def _certain(statement: Statement, model: str, **values: fmpq) -> Least | None:
    derivation = alone(statement.label, statement, *statement.given)
    answer = certify(derivation, values, digits=6, report=("samples",))
    samples = answer.value("samples")
    if answer.verdict is not Verdict.PROVED or not isinstance(samples, int) or samples < 2:
        return None
    return Least(statement.label, samples, model)


def least(question: object, failure: fmpq | None = None) -> Least | None:
    """The largest lower bound that is known for the model. ``failure``: the failure probability that is promised."""
    if isinstance(question, Queries):
        found = _queries(question)
    elif isinstance(question, Composition) and failure is not None and 0 < failure < 1:
        found = _composition(question, failure)
    else:
        found = []
    return max((bound for bound in found if bound is not None), key=lambda bound: bound.samples, default=None)


def _queries(question: Queries) -> list[Least | None]:
    from replcalc.search.signs import excluded_queries
    from replcalc.theories.sharper import nonadaptive_lower

    if not question.alpha < _HALF:
        return []
    model = "queries that read k coins"
    point = {"k": fmpq(question.k), "tau": question.alpha, "rho": question.rho, "beta": question.beta}
    excluded = excluded_queries(question.k, question.alpha, question.rho, question.beta)
    sharper = None
    if excluded is not None:
        sharper = _certain(nonadaptive_lower.queries, model, N=fmpq(excluded), **point)
    return [_certain(nonadaptive_lower.coins, model, **point), sharper]


def _composition(goal: Composition, failure: fmpq) -> list[Least | None]:
    from replcalc.theories.sharper import nonadaptive_lower

    coins = sum(count for value, count in goal.rho0.runs if value >= _HALF)
    promised = {"rho": goal.rho, "beta": failure}
    found = [_certain(nonadaptive_lower.coins, "k coins", k=fmpq(coins), tau=_HALF, **promised)] if coins else []
    hidden = min(goal.worst_rho0, _HALF)
    if hidden <= 2 * goal.rho:  # at most (rho0/(2 rho))^2, whatever fails: that excludes nothing
        return found
    return [*found, _certain(nonadaptive_lower.one_problem, "one problem with hidden coins", rho0=hidden, **promised)]
