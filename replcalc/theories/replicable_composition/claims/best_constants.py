"""Best constants and largest ranges, found by bisection: PROVED at the last decimal, REFUTED one unit further.

Each entry belongs to the claim of that id; ``closed`` is the exact value where one is known, as a check on both ends.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import sympy as sp

from replcalc.numbers.verdict import Verdict
from replcalc.prover.prove import Best, Outcome, best_value
from replcalc.theories.replicable_composition.claims import (
    conditioning,
    omitted_proofs,
    pg_composition,
    pg_constants,
    tester,
    universal_constant,
)
from replcalc.theories.replicable_composition.claims import main as replicable_composition
from replcalc.theories.sharper.claims import constants as sharper

R = sp.Rational
C1 = pg_constants.C1


@dataclass(frozen=True)
class ConstantSearch:
    """``decide(value)`` is PROVED at ``holds_at`` and REFUTED at ``fails_at``; ``what`` says what the value is."""

    what: str
    decide: Callable[[Any], Outcome]
    holds_at: Any
    fails_at: Any
    closed: Any = None
    digits: int = 6

    def find(self) -> Best:
        return best_value(self.decide, self.holds_at, self.fails_at, self.digits)


def _universal(value: Any) -> Outcome:
    """For every k >= 1; refuted by the single algorithm, rho = 1, beta0 = 1/4."""
    proof = universal_constant.epsilon_star(value, universal_constant.LARGEST, universal_constant.SAVED)
    return proof if proof.verdict is Verdict.PROVED else universal_constant.epsilon_star_at(value, 1)


def _universal_from_two(value: Any) -> Outcome:
    saved = universal_constant.SAVED_FROM_TWO
    proof = universal_constant.epsilon_star(value, universal_constant.LARGEST_FROM_TWO, saved)
    return proof if proof.verdict is Verdict.PROVED else universal_constant.epsilon_star_at(value, 2)


def _real(value: Any) -> Outcome:
    """The goal of thm:main; refuted for lm:pg_compose_het itself."""
    proof = universal_constant.real_goal(value, universal_constant.LARGEST, universal_constant.SAVED)
    return proof if proof.verdict is Verdict.PROVED else universal_constant.real_goal_at(value, 1)


def _real_from_two(value: Any) -> Outcome:
    saved = universal_constant.SAVED_FROM_TWO
    proof = universal_constant.real_goal(value, universal_constant.LARGEST_FROM_TWO, saved)
    return proof if proof.verdict is Verdict.PROVED else universal_constant.real_goal_at(value, 2)


SEARCHES: dict[str, ConstantSearch] = {
    "c.universal": ConstantSearch("c for eps* <= rho/40, k >= 1", _universal, R(1, 10**4), R(2, 10**4), digits=8),
    "c.universal-from-two": ConstantSearch(
        "c for eps* <= rho/40, k >= 2", _universal_from_two, R(1, 10**4), R(2, 10**4), digits=8
    ),
    "c.real-goal": ConstantSearch("c for the goal of thm:main, k >= 1", _real, R(15, 10**4), R(16, 10**4), digits=8),
    "c.real-goal-from-two": ConstantSearch(
        "c for the goal of thm:main, k >= 2", _real_from_two, R(18, 10**4), R(19, 10**4), digits=8
    ),
    "c.epsilon-limit": ConstantSearch(
        "c", universal_constant.epsilon_limit, R(1, 20), R(1, 10), C1 * sp.sqrt(sp.log(2))
    ),
    "main.epsilon-star-chain": ConstantSearch("factor", replicable_composition.chain, 3, 1, sp.Integer(2)),
    "main.half-over-k": ConstantSearch("2 c^2", replicable_composition.half_over_k, 1, 2, sp.root(2, 5)),
    "main.replicability": ConstantSearch("rho", replicable_composition.replicability, 1, 2, sp.root(4, 3)),
    "main.log-delta-prime": ConstantSearch(
        "weight of L", replicable_composition.log_delta_prime, 11, 10, 10 + replicable_composition.OVER_TEN, digits=5
    ),
    "main.log-epsilon": ConstantSearch(
        "weight of L", replicable_composition.log_epsilon, 2, 1, 1 + replicable_composition.OVER_ONE, digits=5
    ),
    "tester.chernoff-upper": ConstantSearch("factor", tester.upper_rate, R(1, 3), R(2, 5), 2 * sp.log(2) - 1),
    "naive.capped-line": ConstantSearch("slope", omitted_proofs.capped_line, R(1, 2), 1, 1 / (2 * sp.log(2))),
    "derived.missing-ends": ConstantSearch("factor", sharper.missing_ends, 1, 6, 13 * sp.sqrt(3) / 4),
    "back.one-way": ConstantSearch("eps", lambda end: replicable_composition.one_way(2, end), 1, 2),
    "back.one-way-sharp": ConstantSearch(
        "factor of eps", replicable_composition.one_way_sharp, 2, R(1, 2), sp.Integer(1)
    ),
    "back.two-way-half": ConstantSearch("factor of eps", replicable_composition.two_way_half, 2, R(1, 4), R(1, 2)),
    "pg.hypothesis": ConstantSearch("c1", pg_constants.hypothesis, C1, R(1, 5), 1 / sp.sqrt(50)),
    "pg.delta-hat-tenth": ConstantSearch(
        "factor, eps <= 1/10", lambda v: pg_constants.hat(v, C1), 4, 2, 2 * C1 / (1 - sp.exp(-C1))
    ),
    "pg.inverse": ConstantSearch(
        "factor, eps <= 1/10", pg_constants.inverse, 3, 2, 2 * C1 * sp.exp(2 * C1) / (sp.exp(C1) - 1) + C1
    ),
    "pg.one-minus-range": ConstantSearch("x", pg_constants.shifted, R(1, 2), 1),
    "pg.exp-double-range": ConstantSearch("x", pg_constants.doubled, 1, 2),
    "pg.drift-below": ConstantSearch("factor", pg_constants.drift_below, 1, 5, sp.Integer(4)),
    "joint.exp-against-min": ConstantSearch("factor", conditioning.exp_against_min, R(2, 5), 1, 1 - sp.exp(-1)),
    "joint.second-term": ConstantSearch("factor", conditioning.second_term, 5, 3, 2 / (1 - sp.exp(-1))),
    "joint.failure-total": ConstantSearch("factor", conditioning.failure_total, 3, 1, sp.Integer(2)),
    "joint.hat-below": ConstantSearch("m", conditioning.hat_below, 1, 6, 5 * sp.sqrt(5) / 2),
    "expect.tail-below-half": ConstantSearch(
        "delta/eps", pg_composition.largest_delta, R(1, 50), R(1, 10), 1 / (2 * (2 * sp.E / (1 - sp.exp(-1)) + 1))
    ),
    "expect.tail-mass": ConstantSearch(
        "limit", pg_composition.tail_limit, R(4, 50), R(1, 50), 1 / (25 * (1 - sp.exp(-1)))
    ),
    "expect.half": ConstantSearch("factor", pg_composition.half, R(1, 2), 1, 1 - sp.exp(-1)),
    "expect.half-range": ConstantSearch("x", lambda end: pg_composition.half(R(1, 2), end), 1, 2),
    "expect.log-quotient": ConstantSearch("factor", pg_composition.log_quotient, 2, R(1, 2), 4 * sp.log(2) - 2),
    "expect.log-above": ConstantSearch("factor", pg_composition.log_above, 2, R(1, 2), 4 * sp.log(2) - 2),
    "expect.log-above-range": ConstantSearch(
        "x", lambda end: pg_composition.log_above(sp.Integer(2), end), R(1, 2), R(95, 100)
    ),
    "expect.larger-branch": ConstantSearch("p", pg_composition.larger_branch, R(1, 2), 2, sp.Integer(1)),
}  # fmt: skip


@cache
def best(identifier: str) -> Best | None:
    """The best constant of a claim, found and certified on both sides; None if there is no search for it."""
    search = SEARCHES.get(identifier)
    return None if search is None else search.find()
