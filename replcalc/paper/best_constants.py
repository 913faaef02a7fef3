"""Best constants and largest ranges: PROVED at the last decimal, REFUTED one unit further.

Each entry belongs to the claim of that id. Where the best value is known, by a formula or as a root, it says where to
look; what counts are the proof and the refutation on its two sides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import sympy as sp

from replcalc.claims.written import as_written
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.exact import parse_rational
from replcalc.paper.boosting import claims_tester as tester
from replcalc.paper.main import claims as main
from replcalc.paper.main import claims_back as pg_to_replicable
from replcalc.paper.main import claims_composition as pg_constants
from replcalc.paper.main.claims_constant import (
    ANY_COUNT,
    TWO_OR_MORE,
    Counts,
    epsilon_limit,
    epsilon_star,
    real_goal,
    within_fortieth,
    within_goal,
)
from replcalc.paper.omitted_proofs import claims as omitted_proofs
from replcalc.paper.pg_composition import claims as pg_composition
from replcalc.paper.pg_composition import claims_conditioning as conditioning
from replcalc.prover.prove import Best, Outcome, best_value, prove_exact
from replcalc.sharper.sharper_constants import claims as sharper
from replcalc.symbolic.relations import margin

R = sp.Rational
C1 = pg_constants.C1

#: The value that is looked for, in an equation for it.
VALUE = sp.Symbol("value", positive=True)


@dataclass(frozen=True)
class ConstantSearch:
    """``decide(value)`` is PROVED at ``holds_at`` and REFUTED at ``fails_at``; ``what`` says what the value is.

    ``closed``: the best value, where a formula is known; ``root``: an expression in VALUE that vanishes there.
    """

    what: str
    decide: Callable[[Any], Outcome]
    holds_at: Any
    fails_at: Any
    closed: Any = None
    digits: int = 6
    root: Any = None

    @property
    def expected(self) -> Any:
        """The best value to forty digits."""
        if self.closed is not None:
            return self.closed.evalf(40)
        ends = sorted((self.holds_at, self.fails_at))
        return sp.nsolve(self.root, VALUE, ends, solver="anderson", prec=40)

    def find(self) -> Best:
        near = parse_rational(str(sp.Rational(self.expected)))

        def decide(value: Any) -> Outcome:
            return as_written(self.decide(value), lambda: self.decide(value))

        return best_value(decide, self.holds_at, self.fails_at, self.digits, near)


def _for_c(
    goal: str,
    prove: Callable[[Any, Counts], Outcome],
    within: Callable[[Any, int], Any],
    counts: Counts,
    holds_at: Any,
    fails_at: Any,
) -> ConstantSearch:
    """The c for a goal, proved for all these k; ``within``: the goal for the smallest k, rho = 1, beta0 = 1/4."""

    def decide(value: Any) -> Outcome:
        proof = prove(value, counts)
        return proof if proof.verdict is Verdict.PROVED else prove_exact(within(value, counts.least))

    root = margin(within(VALUE, counts.least))[0]
    return ConstantSearch(f"c for {goal}, k >= {counts.least}", decide, holds_at, fails_at, digits=8, root=root)


#: e^x - 1 = 2x, and 1 - x = e^{-2x} (at half of it: 1 - e^-x = x/2 is the same equation).
_DOUBLED = -R(1, 2) - sp.LambertW(-sp.exp(-R(1, 2)) / 2, -1)
_SHIFTED = 1 + sp.LambertW(-2 * sp.exp(-2)) / 2

SEARCHES: dict[str, ConstantSearch] = {
    "c.universal": _for_c("eps* <= rho/40", epsilon_star, within_fortieth, ANY_COUNT, R(1, 10**4), R(2, 10**4)),
    "c.universal-from-two": _for_c(
        "eps* <= rho/40", epsilon_star, within_fortieth, TWO_OR_MORE, R(1, 10**4), R(2, 10**4)
    ),
    "c.real-goal": _for_c("the goal of thm:main", real_goal, within_goal, ANY_COUNT, R(15, 10**4), R(16, 10**4)),
    "c.real-goal-from-two": _for_c(
        "the goal of thm:main", real_goal, within_goal, TWO_OR_MORE, R(18, 10**4), R(19, 10**4)
    ),
    "c.epsilon-limit": ConstantSearch("c", epsilon_limit, R(1, 20), R(1, 10), C1 * sp.sqrt(sp.log(2))),
    "main.epsilon-star-chain": ConstantSearch("factor", main.chain, 3, 1, sp.Integer(2)),
    "main.half-over-k": ConstantSearch("2 c^2", main.half_over_k, 1, 2, sp.root(2, 5)),
    "main.replicability": ConstantSearch("rho", main.replicability_bound, 1, 2, sp.root(4, 3)),
    "main.log-delta-prime": ConstantSearch("weight of L", main.log_delta_prime, 11, 10, 10 + main.OVER_TEN, digits=5),
    "main.log-epsilon": ConstantSearch("weight of L", main.log_epsilon, 2, 1, 1 + main.OVER_ONE, digits=5),
    "tester.chernoff-upper": ConstantSearch("factor", tester.upper_rate, R(1, 3), R(2, 5), 2 * sp.log(2) - 1),
    "naive.capped-line": ConstantSearch("slope", omitted_proofs.capped_line, R(1, 2), 1, 1 / (2 * sp.log(2))),
    "derived.missing-ends": ConstantSearch("factor", sharper.missing_ends, 1, 6, 13 * sp.sqrt(3) / 4),
    "back.one-way": ConstantSearch("eps", lambda end: pg_to_replicable.one_way(2, end), 1, 2, _DOUBLED),
    "back.one-way-sharp": ConstantSearch("factor of eps", pg_to_replicable.one_way_sharp, 2, R(1, 2), sp.Integer(1)),
    "back.two-way-half": ConstantSearch("factor of eps", pg_to_replicable.two_way_half, 2, R(1, 4), R(1, 2)),
    "pg.hypothesis": ConstantSearch("c1", pg_constants.hypothesis, C1, R(1, 5), 1 / sp.sqrt(50)),
    "pg.delta-hat-tenth": ConstantSearch(
        "factor, eps <= 1/10", lambda v: pg_constants.hat(v, C1), 4, 2, 2 * C1 / (1 - sp.exp(-C1))
    ),
    "pg.inverse": ConstantSearch(
        "factor, eps <= 1/10", pg_constants.inverse, 3, 2, 2 * C1 * sp.exp(2 * C1) / (sp.exp(C1) - 1) + C1
    ),
    "pg.one-minus-range": ConstantSearch("x", pg_constants.shifted, R(1, 2), 1, _SHIFTED),
    "pg.exp-double-range": ConstantSearch("x", pg_constants.doubled, 1, 2, _DOUBLED),
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
    "expect.half-range": ConstantSearch("x", lambda end: pg_composition.half(R(1, 2), end), 1, 2, 2 * _SHIFTED),
    "expect.log-quotient": ConstantSearch("factor", pg_composition.log_quotient, 2, R(1, 2), 4 * sp.log(2) - 2),
    "expect.log-above": ConstantSearch("factor", pg_composition.log_above, 2, R(1, 2), 4 * sp.log(2) - 2),
    "expect.log-above-range": ConstantSearch(
        "x",
        lambda end: pg_composition.log_above(sp.Integer(2), end),
        R(1, 2),
        R(95, 100),
        root=margin(pg_composition.log_above_at(VALUE, sp.Integer(2)))[0],
    ),
    "expect.larger-branch": ConstantSearch("p", pg_composition.larger_branch, R(1, 2), 2, sp.Integer(1)),
}


@cache
def best(identifier: str) -> Best | None:
    """The best constant of a claim, found and certified on both sides; None if there is no search for it."""
    search = SEARCHES.get(identifier)
    return None if search is None else search.find()
