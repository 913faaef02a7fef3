"""Claims of the conditioning step: lm:kasivi, lm:joint_implies_cond, lm:help_kasi (TeX lines 1566-1642)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from replcalc.paper.introduction.claims import APPENDIX
from replcalc.paper.literature import at
from replcalc.paper.main.claims_counterexamples import answer, bit, coin, second
from replcalc.paper.main.claims_counterexamples import other as own_coin
from replcalc.paper.pg_composition.close_laws import bad_mass, needed, rescaled, total_mass
from replcalc.vocabulary import (
    Case,
    Claim,
    Outcome,
    Parts,
    R,
    Verdict,
    above,
    at_hypotheses,
    at_least,
    at_most,
    at_witness,
    concluded,
    equal,
    indicator,
    nudged,
    of,
    prove_all,
    prove_by_form,
    prove_exact,
    prove_finite,
    prove_identity,
    prove_on_box,
)

KASIVI, JOINT, HELP = "lm:kasivi", "lm:joint_implies_cond", "lm:help_kasi"
SHARP = "derived:conditioned-composition"

x, eps, delta, hat, m = sp.symbols("x epsilon delta delta_hat m", positive=True)
a, b, s, t, u, y = sp.symbols("a b s t u y", nonnegative=True)
f, j = sp.Symbol("f", positive=True), sp.Symbol("j", integer=True, nonnegative=True)


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
GIVEN = {f: FACTOR, delta: DELTA, hat: DELTA_HAT}


def _at_factor(label: str, **extra: Any) -> sp.Expr:
    """The failure bound of ``label`` at the witness, with f put in for e^epsilon."""
    bound = of(label, "failure", delta=delta, delta_hat=hat, **extra)
    return bound.subs(sp.exp(-eps), 1 / f).subs(sp.exp(eps), f)


def _witness(label: str) -> Outcome:
    """Two laws, (ln 2, 1/100)-close on every event, and their bad mass against the failure bound of ``label``."""
    premises = [
        *(Case(f"mass of {base}", equal(total_mass(base, *SIZE), 1)) for base in (pair, other)),
        Case("additive part needed, both directions, all events", at_most(needed(pair, other, f, *SIZE), delta)),
    ]
    bad = bad_mass(pair, other, f**3, hat, *SIZE)
    conclusion = Case("mass of bad t", at_most(bad, _at_factor(label, epsilon=eps)))
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
    """The three ways in which t can be bad, added up, are the repaired bound; and the witness respects it."""
    one_sided = delta / hat  # too much mass of U: delta-hat Pr[V = t] of the joint delta per value
    other_side = sp.exp(eps) * (delta / hat) + delta  # too little: delta/delta-hat under V', carried over to V
    ratio = of(HELP, "failure", epsilon=eps, delta=delta)
    total = one_sided + other_side + ratio + extra
    return {
        "exponents": prove_identity(sp.exp(3 * eps) * sp.exp(-2 * eps), sp.exp(eps)),
        "sum": prove_identity(total, of("derived:kasivi", "failure", epsilon=eps, delta=delta, delta_hat=hat)),
        "witness": _witness("derived:kasivi"),
    }


def _same_marginal(extra: Any) -> Outcome:
    """derived:conditioning at d = sqrt(2 delta): failure probability and additive part agree."""
    gamma = of("derived:conditioning", "gamma", delta=delta, d=sp.sqrt(2 * delta))
    return prove_identity(gamma + extra, of(SHARP, "delta_star", delta_k=delta))


def _survives(factor: Any) -> Parts:
    """sqrt(2 delta) <= factor sqrt(delta/min(eps, 1)), squared: 2 min(eps, 1) <= factor^2; and eps <= 3 eps."""
    printed = (R(factor, 5) * of(JOINT, "delta_star", epsilon_k=eps, delta_k=delta)) ** 2
    sharp = of(SHARP, "delta_star", delta_k=delta) ** 2
    lesser = sp.Min(eps, 1)
    squared = at_most(sp.cancel(sharp / delta) * m, sp.cancel(printed * lesser / delta))
    return {
        "delta*": prove_on_box(squared, {m: (0, 1)}),
        "epsilon*": prove_by_form(
            at_most(of(SHARP, "epsilon_star", epsilon_k=eps), of(JOINT, "epsilon_star", epsilon_k=eps))
        ),
    }


def _survives_at_witness(bound: Any) -> Outcome:
    """The same pair of laws with both second coordinates made equal: X the common marginal, Z given X from (U, V)."""
    shared = rescaled(other, pair, len(ROWS))
    needs = needed(pair, shared, f, *SIZE)
    bad = bad_mass(pair, shared, f, hat, *SIZE)
    case = Case("mass of bad x", at_most(bad, bound * needs / hat))
    return prove_finite([case], given=GIVEN, tables=TABLES)


# -- lm:joint_implies_cond ---------------------------------------------------------------------------------------------


def _choice(extra: Any) -> Outcome:
    chosen = of(JOINT, "delta_hat", epsilon_k=eps, delta_k=delta).xreplace({sp.Min(1, eps): m})
    return prove_identity(2 * delta / chosen + extra, sp.sqrt(5 * delta / m))


def _trivial(threshold: Any) -> Outcome:
    """delta = m (threshold + s) with s > 0 makes 25 delta/m > 1, so that 5 sqrt(delta/m) > 1."""
    positive = sp.Symbol("s", positive=True)
    squared = of(JOINT, "delta_star", epsilon_k=eps, delta_k=delta).xreplace({sp.Min(1, eps): m}) ** 2
    return prove_by_form(above(squared, 1), substitute={delta: m * (threshold + positive)})


# -- lm:help_kasi ------------------------------------------------------------------------------------------------------
def _too_large(power: Any) -> Outcome:
    """A = {P > e^{2 eps} Q}: from P(A) <= e^eps Q(A) + delta and Q(A) <= e^{-2 eps} P(A), P(A) (1 - e^-eps) <= delta.

    The slack is a nonnegative combination of the two hypotheses' slacks.
    """
    slack = (delta - a + sp.exp(eps) * b) + sp.exp(eps) * (sp.exp(-power * eps) * a - b)
    return prove_identity(slack, delta - a * (1 - sp.exp(-eps)))


def _sharper_sum(extra: Any) -> Outcome:
    """The large ratios weigh delta/(1 - e^-eps) under P; so do the small ones under Q, e^{-2 eps} of that under P."""
    one = delta / (1 - sp.exp(-eps))
    both = one + sp.exp(-2 * eps) * one
    return prove_identity(both + extra, of("derived:help-kasi", "failure", epsilon=eps, delta=delta))


def _sharper_is_smaller(factor: Any) -> Outcome:
    """(1 + e^{-2 eps}) <= factor 2, the common factor delta/(1 - e^-eps) left out; u = e^{-eps} in (0, 1]."""
    ratio = of("derived:help-kasi", "failure", epsilon=eps, delta=delta) / of(HELP, "failure", epsilon=eps, delta=delta)
    relation = at_most(sp.expand(sp.cancel(ratio)).subs(sp.exp(-2 * eps), u**2), factor)
    return prove_on_box(relation, {u: (0, 1)})


def _attained(share: Any) -> Outcome:
    """A pair at e^eps = 2 whose bad mass is within 1/1000 of the sharper bound: a smaller constant would be false.

    Outcome A has ratio 4 + 1/1000, outcome B the inverse ratio, the rest agrees.
    """
    law, mirrored = sp.IndexedBase("law"), sp.IndexedBase("mirrored")
    ratio, large = FACTOR**2 + Fraction(1, 1000), Fraction(1, 100)
    rest = 1 - large - large / ratio
    tables = {law: [[large], [large / ratio], [rest]], mirrored: [[large / ratio], [large], [rest]]}
    additive = needed(law, mirrored, f, 3, 1)
    within = indicator(sp.Le(law[j, 0], f**2 * mirrored[j, 0])) * indicator(sp.Le(mirrored[j, 0], f**2 * law[j, 0]))
    bad = sp.Sum((1 - within) * law[j, 0], (j, 0, 2))
    bound = share * (1 + 1 / f**2) * additive / (1 - 1 / f)
    outcome = prove_finite([Case("bad mass", at_most(bad, bound))], given={f: FACTOR}, tables=tables)
    return at_witness(outcome, e_epsilon=FACTOR, law=f"{large}, {large / ratio}, {rest}", ratio=ratio)


def exp_against_min(constant: Any) -> Outcome:
    """1 - e^-x >= constant min(x, 1): on [0, 1], and beyond it with u = e^{1-x} in [0, 1]."""
    return prove_all(
        {
            "x <= 1": prove_on_box(at_least(1 - sp.exp(-x), constant * x), {x: (0, 1)}),
            "x >= 1": prove_on_box(at_least(1 - u / sp.E, constant), {u: (0, 1)}),
        }
    )


def second_term(constant: Any) -> Outcome:
    """2 delta/(1 - e^-eps) <= constant delta/min(eps, 1) is the same fact with constant 2/constant."""
    return exp_against_min(2 / constant)


def failure_total(constant: Any) -> Outcome:
    """With y = sqrt(5 delta/m) <= 1 the two terms are y and y^2, and delta* is sqrt(5) y."""
    return prove_on_box(at_most(y + y**2, constant * y), {y: (0, 1)})


def hat_below(end: Any) -> Outcome:
    """2 sqrt(delta m/5) <= 5 sqrt(delta/m), squared and times m/delta: 4 m^2/5 <= 25."""
    return prove_on_box(at_most(4 * m**2 / 5, 25), {m: (0, end)})


# -- max-information ---------------------------------------------------------------------------------------------------
def _max_information(bits: int, factor: Any) -> Outcome:
    """Max-information (beta = 0) of naming a uniform sample: the largest ratio over all events, against 2^bits.

    An event on pairs (x, z) holds ``named`` of the pairs x = z and ``others``; it has probability named/size under the
    joint law and (named + others)/size^2 under the product. Every pair of numbers belongs to some event.
    """
    size, named, others = sp.symbols("size named others", integer=True, nonnegative=True)
    ratio = (named / size) / ((named + others) / size**2)
    every = [(named, 0, size), (others, indicator(sp.Eq(named, 0)), size**2 - size)]
    cases = [
        Case("every event", at_most(ratio, factor * size), every),
        Case("the event x = z = 1", equal(ratio, factor * size), [(named, 1, 1), (others, 0, 0)]),
    ]
    return prove_finite(cases, given={size: 2**bits})


# -- appendix ----------------------------------------------------------------------------------------------------------
def _recovered(alphabet: int) -> Outcome:
    """X uniform on 2^100 strings, A(X) one of 2^20 values, B one of ``alphabet``: a guess is right once per pair."""
    length, bits, letters = sp.symbols("n r B", positive=True)
    most = sp.Min(1, 2**bits * letters / 2**length)
    case = Case("recovered with probability 1/2", at_least(most, R(1, 2)))
    return at_witness(prove_finite([case], given={length: 100, bits: 20, letters: alphabet}), n=100, r=20)


# -- shared coins ------------------------------------------------------------------------------------------------------
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
        indicator(sp.Eq(coin, answer)) * indicator(sp.Eq(sp.Abs(own_coin - bit), second)),
        (coin, 0, 1),
        (own_coin, 0, 1),
    )
    relation = equal(chance.subs(bit, 0), chance.subs(bit, 1))
    return prove_finite([Case("output for x_1 = 0 and 1", relation, [(answer, 0, 1), (second, 0, 1)])])


CLAIMS = (
    Claim(
        "kasivi.printed",
        KASIVI,
        at(1572),
        "The printed failure probability 2 delta/delta-hat + 2 delta/(1 - e^-eps) of conditioning on V.",
        lambda: _witness(KASIVI),
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
        note="by machine: their sum and the witness; in sharper/conditioning_pairs/proof.md: the three parts",
        given="the three parts of the failure (sharper/conditioning_pairs/proof.md)",
    ),
    nudged(
        "kasivi.same-marginal",
        JOINT,
        at(1566),
        "With one and the same X on both sides, d = sqrt(2 delta) gives failure probability 2 delta/d = d.",
        _same_marginal,
        0,
        delta,
        given="Markov's inequality",
    ),
    nudged(
        "kasivi.same-marginal-witness",
        JOINT,
        at(1566),
        "The witness against lm:kasivi, given a common marginal, respects 2 delta/d.",
        _survives_at_witness,
        R(2),
        R(1, 3),
    ),
    concluded(
        "kasivi.survival",
        JOINT,
        at(1566),
        "lm:joint_implies_cond survives: sqrt(2 delta) <= 5 sqrt(delta/min(eps, 1)) and eps <= 3 eps.",
        "sqrt(2*delta) <= {}*sqrt(delta/Min(eps, 1)) and eps <= 3*eps",
        "delta > 0, eps > 0",
        "5",
        "1.4",
        steps=lambda: _survives(5),
        printed_constant="5",
        proved_constant="sqrt 2, and no 1/min(eps, 1)",
    ),
    concluded(
        "joint.exp-against-min",
        JOINT,
        at(1605),
        "1 - e^-x >= (2/5) min(x, 1) for every x > 0.",
        "1 - exp(-x) >= {}*Min(x, 1)",
        "x >= 0",
        "2/5",
        "0.64",
        printed_constant="2/5",
        proved_constant="1 - 1/e = 0.632120",
    ),
    concluded(
        "joint.exp-against-min-best",
        JOINT,
        at(1605),
        "1 - e^-x >= 0.632120 min(x, 1) for every x > 0.",
        "1 - exp(-x) >= {}*Min(x, 1)",
        "x >= 0",
        "0.632120",
        "0.632121",
        printed_constant="2/5",
        proved_constant="1 - 1/e = 0.632120",
    ),
    nudged(
        "joint.choice",
        JOINT,
        at(1611),
        "2 delta/delta-hat = sqrt(5 delta/m) for delta-hat = 2 sqrt(delta m/5), m = min(eps, 1).",
        _choice,
        0,
        delta,
    ),
    concluded(
        "joint.second-term",
        JOINT,
        at(1615),
        "2 delta/(1 - e^-eps) <= 5 delta/min(eps, 1).",
        "2/(1 - exp(-x)) <= {}/x and 2/(1 - exp(-y)) <= 5",
        "x in (0, 1], y >= 1",
        "5",
        "3.1",
        printed_constant="5",
        proved_constant="2/(1 - 1/e) = 3.16396",
    ),
    concluded(
        "joint.trivial",
        JOINT,
        at(1619),
        "If 5 delta > min(eps, 1) then delta* > 1 and nothing is claimed.",
        "5*sqrt(delta/Min(eps, 1)) > {}",
        "delta > 0, eps > 0",
        "1",
        "2.3",
        where_holds=("delta > Min(eps, 1)/5",),
        steps=lambda: _trivial(R(1, 5)),
        printed_constant="delta/m > 1/5",
        proved_constant="delta/m > 1/25",
    ),
    concluded(
        "joint.square-root",
        JOINT,
        at(1621),
        "x <= sqrt(x) on [0, 1] (with x = y^2).",
        "x <= {}*sqrt(x)",
        "x in [0, 1]",
        "1",
        "0.9",
        printed_constant="x <= 1",
        proved_constant="x <= 1",
    ),
    nudged(
        "joint.two-root-five",
        JOINT,
        at(1623),
        "2 sqrt(5) <= 5.",
        lambda bound: prove_exact(at_most(2 * sp.sqrt(5), bound)),
        5,
        R(447, 100),
        printed_constant="5",
        proved_constant="2 sqrt 5 = 4.47213",
    ),
    concluded(
        "joint.failure-total",
        JOINT,
        at(1623),
        "The two failure terms add up to at most delta*: y + y^2 <= sqrt(5) y for y = sqrt(5 delta/m) <= 1.",
        "y + y^2 <= {}*y",
        "y in [0, 1]",
        "sqrt(5)",
        "1.9",
        printed_constant="5 sqrt(delta/m)",
        proved_constant="2 sqrt(5 delta/m)",
    ),
    concluded(
        "joint.hat-below",
        JOINT,
        at(1624),
        "delta-hat = 2 sqrt(delta m/5) <= 5 sqrt(delta/m) for m <= 1.",
        "2*sqrt(delta*m/5) <= {}*sqrt(delta/m)",
        "delta > 0, m in (0, 1]",
        "5",
        "0.8",
        printed_constant="m <= 1",
        proved_constant="m <= 5 sqrt(5)/2 = 5.59016",
    ),
    nudged(
        "help-kasi.large-ratios",
        HELP,
        at(1640),
        "The set where P > e^{2 eps} Q has P-mass at most delta/(1 - e^-eps).",
        _too_large,
        2,
        1,
        given="that closeness is read at the set of large ratios",
    ),
    concluded(
        "help-kasi.printed",
        HELP,
        at(1640),
        "2 delta/(1 - e^-eps) bounds the tail: it is no smaller than the sharper (1 + e^{-2 eps}) delta/(1 - e^-eps).",
        "(1 + exp(-2*eps))*delta/(1 - exp(-eps)) <= {}*delta/(1 - exp(-eps))",
        "delta > 0, eps > 0",
        "2",
        "1.9",
        steps=lambda: _sharper_is_smaller(1),
        printed_constant="2",
        proved_constant="1 + e^{-2 eps}",
    ),
    nudged(
        "help-kasi.sharper",
        HELP,
        at(1640),
        "The sharper bound is the sum over both tails, the second one weighted by e^{-2 eps}.",
        _sharper_sum,
        0,
        delta,
        printed_constant="2",
        proved_constant="1 + e^{-2 eps}",
        given="that both tails are bounded by help-kasi.large-ratios",
    ),
    nudged(
        "help-kasi.sharp",
        HELP,
        at(1640),
        "The sharper bound is attained in the limit: at e^eps = 2 a three-point pair comes within 1/1000 of it.",
        _attained,
        R(1),
        R(999, 1000),
        printed_constant="2",
        proved_constant="1 + e^{-2 eps}",
    ),
    nudged(
        "appendix.max-information",
        APPENDIX,
        at(3795),
        "Naming a uniform sample of two bits has max-information ln 4 (beta = 0): all events on pairs enumerated.",
        _max_information,
        (2, 1),
        (1, R(1, 2)),
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
