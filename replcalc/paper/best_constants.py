"""Best constants and largest ranges: PROVED at the last decimal, REFUTED one unit further.

Each entry belongs to the claim of that id and is a search for the constant that its control changes. Where the best
value is known, by a formula or as a root, it says where to look; what counts are the proof and the refutation on its
two sides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import sympy as sp

from replcalc.claims.deciding import claim
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement
from replcalc.numbers.exact import parse_rational
from replcalc.paper.main.claims_constant import (
    epsilon_star,
    real_goal,
    within_fortieth,
    within_goal,
)
from replcalc.prover.prove import Best, Outcome, best_value, prove_exact
from replcalc.symbolic.relations import margin

R = sp.Rational

#: The value that is looked for, in an equation for it.
VALUE = sp.Symbol("value", positive=True)


@dataclass(frozen=True)
class ConstantSearch:
    """The claim is PROVED with the constant ``holds_at`` and REFUTED at ``fails_at``; ``what`` says what it is.

    ``closed``: the best value, where a formula is known; ``root``: an expression in VALUE that vanishes there.
    ``decide``: decides the claim with a constant, where it is not the text of the claim that does.
    """

    what: str
    holds_at: Any
    fails_at: Any
    closed: Any = None
    digits: int = 6
    root: Any = None
    decide: Callable[[Any], Outcome] | None = None

    @property
    def expected(self) -> Any:
        """The best value to forty digits."""
        if self.closed is not None:
            return self.closed.evalf(40)
        ends = sorted((self.holds_at, self.fails_at))
        return sp.nsolve(self.root, VALUE, ends, solver="anderson", prec=40)

    def find(self, identifier: str) -> Best:
        """Bracket the best constant of the claim."""
        decide = self.decide or claim(identifier).with_constant
        if decide is None:
            raise MalformedStatement(f"claim '{identifier}' is not text: the search needs to know how to decide it")
        near = parse_rational(str(sp.Rational(self.expected)))
        return best_value(decide, self.holds_at, self.fails_at, self.digits, near)


def _for_c(
    goal: str,
    prove: Callable[[Any], Outcome],
    within: Callable[[Any], Any],
    holds_at: Any,
    fails_at: Any,
) -> ConstantSearch:
    """The c for a goal, proved for every k; ``within``: the goal for k = 1, rho = 1, beta0 = 1/4."""

    def decide(value: Any) -> Outcome:
        proof = prove(value)
        return proof if proof.verdict is Verdict.PROVED else prove_exact(within(value))

    root = margin(within(VALUE))[0]
    return ConstantSearch(f"c for {goal}, k >= 1", holds_at, fails_at, digits=8, root=root, decide=decide)


#: e^x - 1 = 2x, and 1 - x = e^{-2x} (at half of it: 1 - e^-x = x/2 is the same equation).
_DOUBLED = -R(1, 2) - sp.LambertW(-sp.exp(-R(1, 2)) / 2, -1)
_SHIFTED = 1 + sp.LambertW(-2 * sp.exp(-2)) / 2
_FORTIETH, _GOAL = "eps* <= rho/40", "the goal of thm:main"

SEARCHES: dict[str, ConstantSearch] = {
    "c.universal": _for_c(_FORTIETH, epsilon_star, within_fortieth, R(1, 10**4), R(2, 10**4)),
    "c.real-goal": _for_c(_GOAL, real_goal, within_goal, R(15, 10**4), R(16, 10**4)),
    "c.epsilon-limit": ConstantSearch("c", R(1, 20), R(1, 10), sp.sqrt(sp.log(2)) / 10),
    "main.replicability": ConstantSearch("rho", 1, 2, sp.root(4, 3)),
    "tester.chernoff-upper": ConstantSearch("factor", R(1, 3), R(2, 5), 2 * sp.log(2) - 1),
    "naive.capped-line": ConstantSearch("slope", R(1, 2), 1, 1 / (2 * sp.log(2))),
    "back.one-way": ConstantSearch("eps", 1, 2, _DOUBLED),
    "back.one-way-sharp": ConstantSearch("factor of eps", 2, R(1, 2), sp.Integer(1)),
    "back.two-way-half": ConstantSearch("factor of eps", 2, R(1, 4), R(1, 2)),
    "pg.hypothesis": ConstantSearch("c1", R(1, 10), R(1, 5), 1 / sp.sqrt(50)),
    "pg.delta-hat-tenth": ConstantSearch("factor, eps <= 1/10", 4, 2, R(1, 5) / (1 - sp.exp(-R(1, 10)))),
    "pg.inverse": ConstantSearch(
        "factor, eps <= 1/10", 3, 2, R(1, 5) * sp.exp(R(1, 5)) / (sp.exp(R(1, 10)) - 1) + R(1, 10)
    ),
    "pg.one-minus-range": ConstantSearch("x", R(1, 2), 1, _SHIFTED),
    "pg.drift-below": ConstantSearch("factor", 1, 5, sp.Integer(4)),
    "joint.exp-against-min": ConstantSearch("factor", R(2, 5), 1, 1 - sp.exp(-1)),
    "joint.second-term": ConstantSearch("factor", 5, 3, 2 / (1 - sp.exp(-1))),
    "joint.failure-total": ConstantSearch("factor", 3, 1, sp.Integer(2)),
    "joint.hat-below": ConstantSearch("factor of delta*", 1, R(1, 10), 2 / (5 * sp.sqrt(5))),
    "expect.tail-largest-delta": ConstantSearch(
        "delta/eps", R(1, 50), R(1, 10), 1 / (2 * (2 * sp.E / (1 - sp.exp(-1)) + 1))
    ),
    "expect.tail-mass": ConstantSearch("limit", R(4, 50), R(1, 50), 1 / (25 * (1 - sp.exp(-1)))),
    "expect.half": ConstantSearch("x", 1, 2, 2 * _SHIFTED),
    "expect.log-quotient": ConstantSearch("factor", 2, R(1, 2), 4 * sp.log(2) - 2),
    "expect.log-above": ConstantSearch("x", R(1, 2), R(95, 100), root=sp.log(1 - VALUE) + VALUE + 2 * VALUE**2),
}


@cache
def best(identifier: str) -> Best | None:
    """The best constant of a claim, found and certified on both sides; None if there is no search for it."""
    search = SEARCHES.get(identifier)
    return None if search is None else search.find(identifier)
