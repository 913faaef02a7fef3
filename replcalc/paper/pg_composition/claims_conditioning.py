"""Claims of the conditioning step: lm:kasivi, lm:joint_implies_cond, lm:help_kasi (TeX lines 1566-1642)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from replcalc.paper.literature import at
from replcalc.paper.main.claims_counterexamples import answer, bit, coin, second
from replcalc.paper.main.claims_counterexamples import other as own_coin
from replcalc.paper.pg_composition.close_laws import bad_mass, needed, total_mass
from replcalc.vocabulary import (
    Case,
    Claim,
    Outcome,
    Parts,
    R,
    Verdict,
    at_hypotheses,
    at_least,
    at_most,
    at_witness,
    claims_from_text,
    equal,
    indicator,
    nudged,
    of,
    prove_exact,
    prove_finite,
    prove_identity,
)

APPENDIX = "lm:pg_compose_het"

KASIVI, JOINT, HELP = "lm:kasivi", "lm:joint_implies_cond", "lm:help_kasi"

eps, delta, hat, f = sp.symbols("epsilon delta delta_hat f", positive=True)


# -- lm:kasivi ---------------------------------------------------------------------------------------------------------
def _law(**masses: int) -> dict[tuple[str, int], Fraction]:
    """Masses in hundredths; the key n2 means U = n, V = 2."""
    return {(name[0], int(name[1])): Fraction(mass, 100) for name, mass in masses.items()}


#: (U, V) and (U', V') of the counterexample, with e^epsilon = 2, delta = 1/100, delta-hat = 1/10.
PAIR = _law(n2=16, F1=1, n1=8, n0=75)
OTHER = _law(E2=1, n2=8, n1=9, n0=82)
FACTOR, DELTA, DELTA_HAT = Fraction(2), Fraction(1, 100), Fraction(1, 10)
#: Their tables: a row per value of the first coordinate, a column per value of the second.
ROWS, COLUMNS = "EFn", 3
pair, other = sp.IndexedBase("pair"), sp.IndexedBase("other")
TABLES = {
    base: [[law.get((u, v), 0) for v in range(COLUMNS)] for u in ROWS] for base, law in ((pair, PAIR), (other, OTHER))
}
SIZE = (len(ROWS), COLUMNS)
#: The failure bound that holds: the part delta/delta-hat under V' costs e^epsilon of it and delta to carry over to V.
REPAIRED = (1 + sp.exp(eps)) * delta / hat + delta + 2 * delta / (1 - sp.exp(-eps))
GIVEN = {f: FACTOR, delta: DELTA, hat: DELTA_HAT}


def _at_factor(bound: sp.Expr) -> sp.Expr:
    """Return a failure bound at the counterexample, with f substituted for e^epsilon."""
    return bound.subs(sp.exp(-eps), 1 / f).subs(sp.exp(eps), f)


def _witness(bound: sp.Expr) -> Outcome:
    """Compare the bad mass of two (ln 2, 1/100)-close distributions with a bound on the failure."""
    premises = [
        *(Case(f"mass of {base}", equal(total_mass(base, *SIZE), 1)) for base in (pair, other)),
        Case("additive part needed, both directions, all events", at_most(needed(pair, other, f, *SIZE), delta)),
    ]
    bad = bad_mass(pair, other, f**3, hat, *SIZE)
    conclusion = Case("mass of bad t", at_most(bad, _at_factor(bound)))
    values = {f"Pr(U,V = {first},{second})": str(w) for (first, second), w in sorted(PAIR.items())}
    values |= {f"Pr(U',V' = {first},{second})": str(w) for (first, second), w in sorted(OTHER.items())}
    return at_hypotheses(
        {"the two laws": prove_finite(premises, given=GIVEN, tables=TABLES)},
        prove_finite([conclusion], given=GIVEN, tables=TABLES),
        e_epsilon=FACTOR,
        delta=DELTA,
        delta_hat=DELTA_HAT,
        **values,
    )


def _repair(extra: Any) -> Parts:
    """The three cases of a bad t add up to the repaired bound, and the counterexample respects it."""
    one_sided = delta / hat  # too much mass of U: delta-hat Pr[V = t] of the joint delta per value
    other_side = sp.exp(eps) * (delta / hat) + delta  # too little: delta/delta-hat under V', carried over to V
    ratio = of(HELP, "failure", epsilon=eps, delta=delta)
    total = one_sided + other_side + ratio + extra
    return {
        "exponents": prove_identity(sp.exp(3 * eps) * sp.exp(-2 * eps), sp.exp(eps)),
        "sum": prove_identity(total, REPAIRED),
        "witness": _witness(REPAIRED),
    }


# -- appendix ----------------------------------------------------------------------------------------------------------
def _recovered(alphabet: int) -> Outcome:
    """X uniform on 2^100 strings, A(X) one of 2^20 values, B one of ``alphabet``: a guess is right once per pair."""
    length, bits, letters = sp.symbols("n r B", positive=True)
    most = sp.Min(1, 2**bits * letters / 2**length)
    case = Case("recovered with probability 1/2", at_least(most, R(1, 2)))
    return at_witness(prove_finite([case], given={length: 100, bits: 20, letters: alphabet}), n=100, r=20)


# -- coins -------------------------------------------------------------------------------------------------------------
def _shared_coin() -> Outcome:
    """A_1 = r and A_2 = r xor x_1, one r: together they tell x_1, so PG at gamma < 1/2 needs 2 <= e^eps + 2 delta.

    Either algorithm alone has a distribution that does not depend on x_1: 1/2 for each of its two answers.
    """
    chance = sp.Sum(indicator(sp.Eq(sp.Abs(coin - bit), answer)), (coin, 0, 1)) / 2
    alone = Case("Pr[r xor x = answer]", equal(chance, R(1, 2)), [(bit, 0, 1), (answer, 0, 1)])
    premises = {"each is (0,0,0)-PG": prove_finite([alone])}
    conclusion = prove_exact(at_most(2, sp.exp(R(1, 10)) + 2 * R(1, 10)))
    return at_hypotheses(premises, conclusion, epsilon="1/10", delta="1/10")


def _own_coins() -> Outcome:
    """A_1 = r, A_2 = r' xor x_1: the four outputs are equally likely for either value of x_1."""
    chance = sp.Sum(
        indicator(sp.Eq(coin, answer)) * indicator(sp.Eq(sp.Abs(own_coin - bit), second)),
        (coin, 0, 1),
        (own_coin, 0, 1),
    )
    relation = equal(chance.subs(bit, 0), chance.subs(bit, 1))
    return prove_finite([Case("output for x_1 = 0 and 1", relation, [(answer, 0, 1), (second, 0, 1)])])


IN_WORDS = (
    *claims_from_text(
        "lm:joint_implies_cond",
        """
        kasivi.same-marginal 1566: with one and the same X on both sides, d = sqrt(2 delta) gives failure probability \
                2 delta/d = d
            gamma = {1|2}*star
            let gamma = derived:conditioning.gamma(d = sqrt(2*delta))
            let star = derived:conditioned-composition.delta_star(delta_k = delta)
            on delta > 0
            given Markov's inequality

        kasivi.survival 1566: lm:joint_implies_cond survives: sqrt(2 delta) <= 5 sqrt(delta/min(eps, 1)) and eps <= 3 \
            eps
            {1|3.6}*star <= delta_star and other <= epsilon_star
            let star = derived:conditioned-composition.delta_star
            let other = derived:conditioned-composition.epsilon_star
            printed 5
            proved sqrt 2, and no 1/min(eps, 1)

        joint.exp-against-min 1605: 1 - e^-x >= 0.632120 min(x, 1) for every x > 0
            1 - exp(-x) >= {0.632120|0.632121}*Min(x, 1)
            on x >= 0
            printed 2/5
            proved 1 - 1/e = 0.632120

        joint.choice 1611: 2 delta/delta-hat = sqrt(5 delta/min(eps, 1)) for delta-hat = 2 sqrt(delta min(eps, 1)/5)
            (2*delta_k/delta_hat)^2 = {1|2}*5*delta_k/Min(1, epsilon_k)

        joint.trivial 1619: if 5 delta > min(eps, 1) then delta* > 1 and nothing is claimed
            delta_star^2 > {1|5.2}
            if delta_k > Min(1, epsilon_k)/5
            printed delta/m > 1/5
            proved delta/m > 1/25

        joint.two-root-five 1623: 2 sqrt(5) <= 5
            2*sqrt(5) <= {5|4.47}
            printed 5
            proved 2 sqrt 5 = 4.47213

        joint.hat-below 1624: delta-hat = 2 sqrt(delta min(eps, 1)/5) <= 5 sqrt(delta/min(eps, 1)) = delta*
            delta_hat <= {1|0.17}*delta_star
            printed m <= 1
            proved m <= 5 sqrt(5)/2 = 5.59016

        joint.second-term 1615: 2 delta/(1 - e^-eps) <= 5 delta/min(eps, 1)
            2/(1 - exp(-x)) <= {5|3.1}/x
            2/(1 - exp(-y)) <= 5
            on x in (0, 1], y >= 1
            printed 5
            proved 2/(1 - 1/e) = 3.16396

        joint.square-root 1621: x <= sqrt(x) on [0, 1] (with x = y^2)
            x <= {1|0.9}*sqrt(x)
            on x in [0, 1]
            printed x <= 1
            proved x <= 1

        joint.failure-total 1623: The two failure terms add up to at most delta*: y + y^2 <= sqrt(5) y for y = sqrt(5 \
            delta/m) <= 1
            y + y^2 <= {sqrt(5)|1.9}*y
            on y in [0, 1]
            printed 5 sqrt(delta/m)
            proved 2 sqrt(5 delta/m)
        """,
        at,
    ),
    *claims_from_text(
        "lm:help_kasi",
        """
        help-kasi.large-ratios 1640: the set where P > e^{2 eps} Q has P-mass at most delta/(1 - e^-eps)
            delta - a*(1 - exp(-eps)) = (delta - a + exp(eps)*b) + exp(eps)*(exp(-{2|1}*eps)*a - b)
            on a in [0, 1], b in [0, 1], eps > 0, delta > 0
            note a and b are the masses of the set under P and under Q
            given a <= e^eps b + delta by closeness and b <= e^{-2 eps} a on the set
        """,
        at,
    ),
)


CLAIMS: tuple[Claim, ...] = (
    *IN_WORDS,
    Claim(
        "kasivi.printed",
        KASIVI,
        at(1572),
        "The printed failure probability 2 delta/delta-hat + 2 delta/(1 - e^-eps) of conditioning on V.",
        lambda: _witness(of(KASIVI, "failure", epsilon=eps, delta=delta, delta_hat=hat)),
        lambda: _repair(0),
        Verdict.REFUTED,
        printed_constant="2 delta/delta-hat",
        note="bad mass 25/100 against the printed 24/100, closeness checked on every event",
    ),
    nudged(
        "kasivi.repair",
        KASIVI,
        at(1572),
        "Repaired: failure probability at most (1 + e^eps) delta/delta-hat + delta + 2 delta/(1 - e^-eps).",
        _repair,
        0,
        delta,
        note="by machine: the sum of three parts, and the witness",
        given="lm:help_kasi where the ratio of V and V' exceeds e^{2 eps}; elsewhere closeness: values with too much "
        "of U have mass delta/delta-hat under V, too little as much under V': e^eps times that + delta under V",
    ),
    nudged(
        "appendix.recovery",
        "lm:pg_compose_het",
        at(3804),
        "B with values in {0, 1, error} recovers X from {0,1}^n together with A of r = O(log n) bits (n = 100, r = 20)",
        _recovered,
        3,
        2**100 + 1,
        expected=Verdict.REFUTED,
        note="the range of B has to be {0,1}^n with an error token",
    ),
    Claim(
        "statement.shared-coins",
        APPENDIX,
        at(1299),
        "algorithms that are (0,0,0)-PG one by one compose to (1/4, 1/10, 1/10)-PG also if they share their coins",
        _shared_coin,
        _own_coins,
        expected=Verdict.REFUTED,
        note="the chain rule of lm:G_G_prime_implies_joint uses fresh coins in every round",
    ),
)
