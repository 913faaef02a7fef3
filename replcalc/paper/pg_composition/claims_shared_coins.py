"""Composition with shared coins fails: the counterexample, exactly."""

from __future__ import annotations

import sympy as sp

from replcalc.paper.introduction.claims_large_epsilon import COMPOSITION, R
from replcalc.paper.literature import at
from replcalc.paper.main.claims_counterexamples import answer, bit, coin, other, second
from replcalc.vocabulary import (
    Case, Claim, Outcome, Verdict, at_hypotheses, at_most, equal, indicator, prove_exact, prove_finite,
)  # fmt: skip


# -- coins -------------------------------------------------------------------------------------------------------------
def _shared_coin() -> Outcome:
    """A_1 = r and A_2 = r xor x_1, one r: together they tell x_1, so PG at gamma < 1/2 needs 2 <= e^eps + 2 delta.

    Either algorithm alone has a law that does not depend on x_1: 1/2 for each of its two answers.
    """
    chance = sp.Sum(indicator(sp.Eq(sp.Abs(coin - bit), answer)), (coin, 0, 1)) / 2
    alone = Case("Pr[r xor x = answer]", equal(chance, R(1, 2)), [(bit, 0, 1), (answer, 0, 1)])
    premises = {"each is (0,0,0)-PG": prove_finite([alone])}
    conclusion = prove_exact(at_most(2, sp.exp(R(1, 10)) + 2 * R(1, 10)))
    return at_hypotheses(premises, conclusion, epsilon="1/10", delta="1/10")


def _own_coins() -> Outcome:
    """A_1 = r, A_2 = r' xor x_1: the four outputs are equally likely for either value of x_1."""
    chance = sp.Sum(
        indicator(sp.Eq(coin, answer)) * indicator(sp.Eq(sp.Abs(other - bit), second)), (coin, 0, 1), (other, 0, 1)
    )
    relation = equal(chance.subs(bit, 0), chance.subs(bit, 1))
    return prove_finite([Case("output for x_1 = 0 and 1", relation, [(answer, 0, 1), (second, 0, 1)])])


CLAIMS = (
    Claim(
        "statement.shared-coins", COMPOSITION, at(1299),
        "algorithms that are (0,0,0)-PG one by one compose to (1/4, 1/10, 1/10)-PG also if they share their coins",
        _shared_coin, _own_coins,
        expected=Verdict.REFUTED, note="the chain rule of lm:G_G_prime_implies_joint uses fresh coins in every round",
    ),
)  # fmt: skip
