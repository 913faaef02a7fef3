"""Statements that fail as printed for want of a hypothesis: the numbers of explicit counterexamples, exactly."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from replcalc.claims.claim import Claim
from replcalc.claims.formulas import of
from replcalc.formulas.language import above, at_least, at_most, below, equal
from replcalc.numbers.verdict import Verdict
from replcalc.paper.literature import at
from replcalc.paper.main.claims_constant import log_at_least
from replcalc.prover.cases import at_hypotheses, at_witness
from replcalc.prover.finite import Case, indicator, prove_finite
from replcalc.prover.prove import Outcome, Parts, prove_exact
from replcalc.prover.signs import prove_by_form

MAIN, INTRO, PRECONDITION, COMPOSITION = (
    "thm:main",
    "thm:pg_compose_intro",
    "cl:c_small_pg_compose_precond_hold",
    "lm:pg_compose_het",
)
R = sp.Rational

#: Samples with which rounding a mean at a random threshold is 1/10000-replicable on every coin (gap.central-binomial).
ROUNDING_SAMPLES = 31_830_989


# -- thm:main ----------------------------------------------------------------------------------------------------------
#: A factor and an exponent for the O and the polylogarithm of thm:main; any others fail further out.
FACTOR, EXPONENT = 10**6, 10


def _one_sample(premises: Mapping[str, Outcome], log: sp.Expr, samples: int, target: sp.Expr, base: sp.Expr) -> Outcome:
    """k = 1: do the hypotheses hold, and does the bound on n leave one sample?

    The problem is to name the point a point mass on {0, 1} sits on. Without a sample one of the two is named wrongly
    with probability at least 1/2, so a failure bound below 1/2 needs a sample: n >= 1.
    """
    failure = FACTOR * sp.sqrt(base) * log
    needs = {"failure bound below 1/2": prove_exact(below(failure, R(1, 2)))}
    conclusion = prove_exact(at_least(FACTOR * samples * log**EXPONENT / target**2, 1))
    return at_hypotheses({**premises, **needs}, conclusion, k=1, n_1=samples, rho=target, beta0=base)


def large_rho(samples: int = ROUNDING_SAMPLES, power: int = 40) -> Outcome:
    """rho = 10^power, beta0 = rho^-2: k/(rho beta0) = rho. Rounding at a random threshold never fails on point masses.

    It is 1/10000-replicable on every coin if 1/sqrt(pi n_1) is at most that.
    """
    rho = sp.Integer(10) ** power
    premises = {
        "base algorithm 1/10000-replicable": prove_exact(at_least(sp.pi * samples, 10**8)),
        "rho > 0": prove_exact(above(rho, 0)),
        "base algorithm fails at most beta0": prove_exact(at_least(rho**-2, 0)),
    }
    return _one_sample(premises, sp.log(rho), samples, rho, rho**-2)


NEAR_ONE = 1 - R(1, 10**9)


def beta0_near_one(base: sp.Expr = NEAR_ONE) -> Outcome:
    """rho = 1; the base algorithm guesses by a shared coin: it never disagrees with itself, and fails half the time."""
    premises = {"base algorithm fails at most beta0": prove_exact(at_most(R(1, 2), base))}
    return _one_sample(premises, sp.log(1 / base), 1, sp.Integer(1), base)


def _with_ranges(factor: int = 1) -> Parts:
    """rho <= 1 and beta0 <= 1/4: the printed n with constant and exponent 1 is at least the sum of the n_i, so one.

    In the form N ln(k/(rho beta0))/rho^2 with N = 1 + s, rho = 1/(1 + r) and the logarithm ln 4 + t, ln 4 = 1 + u.
    """
    s, r, t, u = sp.symbols("s r t u", nonnegative=True)
    printed = of(MAIN, "samples", C_main=1, p_main=1, rho=1 / (1 + r))
    log = next(iter(printed.atoms(sp.log)))
    total = next(iter(printed.atoms(sp.Sum)))
    bound = printed.xreplace({log: 1 + u + t, total: 1 + s})
    return {
        "ln 4 >= 1": prove_exact(at_least(sp.log(4), 1)),
        "ln(k/(rho beta0)) >= ln 4": log_at_least(4, R(1, 4)),
        "n >= 1": prove_by_form(at_least(bound, factor)),
    }


def _costs(equal_sizes: bool) -> Outcome:
    """k = 2: eps_i^2 is proportional to n_i/(sum n) + 1/k, so the cost n_i/eps_i^2 to n_i/(n_i/(sum n) + 1/k)."""
    sizes, j = sp.IndexedBase("n"), sp.Symbol("j", integer=True, nonnegative=True)
    values = (2, 2) if equal_sizes else (1, 3)
    first, second = (sizes[i] / (sizes[i] / sp.Sum(sizes[j], (j, 0, 1)) + R(1, 2)) for i in (0, 1))
    outcome = prove_finite([Case("n_1/eps_1^2 and n_2/eps_2^2", equal(first, second))], tables={sizes: values})
    return at_witness(outcome, k=2, n=str(values))


# -- thm:pg_compose_intro ----------------------------------------------------------------------------------------------
BITS, REPEATS, SAMPLES = 40, 10_001, 6000
_epsilon = sp.log(R(11, 10))
_rounds = BITS * REPEATS + 1
#: What the spelling rounds leave for their additive parts, and delta'.
_TINY = R(1, 10**30)
#: gamma of the last round.
_last_delta = R(1, 2**39)


def _smallest_class(bits: int) -> Outcome:
    """A balanced weight class has at least 2^bits samples, so one hash value has at most 2^-bits + 2^-bits of it."""
    n, weight = sp.symbols("n w", integer=True, nonnegative=True)
    ends = (SAMPLES // 4, 3 * SAMPLES // 4)
    sizes = [Case(f"samples of weight {w}", at_least(sp.binomial(n, weight), 2**bits), [(weight, w, w)]) for w in ends]
    return prove_finite(sizes, given={n: SAMPLES})


def _revealed(factor: int) -> Outcome:
    """Randomised response at odds 11 : 10 spells a 40-bit hash of the sample, 10001 times each bit; then x is output.

    The composition outputs its sample of n uniform bits with probability at least 1 - 40 exp(-2 * 10001/42^2) - 4/n.
    If it were (delta*, eps*, delta*)-PG this would be at most 2 delta* + e^eps* 2^-n (docs/theory/spelled-hash.md);
    delta* is the printed one, with ``factor`` as its constant, times a smaller 1/eps*, namely 1/(k eps^2).
    """
    squares = _rounds * _epsilon**2
    star = of(INTRO, "epsilon_star", C_eps_intro=1, delta_prime=_TINY)
    star = star.xreplace({next(iter(star.atoms(sp.Sum))): squares})
    success = 1 - BITS * sp.exp(-2 * REPEATS * R(1, 42) ** 2) - R(4, SAMPLES)
    spent = _rounds * _TINY + (_rounds - 1) * _TINY / _epsilon + _last_delta / _epsilon
    printed = factor * sp.sqrt(spent / squares)
    premises = {
        "a spelling round is within 11/10 of the fair coin": prove_exact(at_most(R(22, 21), R(11, 10))),
        "and 10/21 too": prove_exact(at_least(R(20, 21), R(10, 11))),
        "the last round is PG up to 2^-39": _smallest_class(BITS),
        "eps* + 1 <= n ln 2": prove_exact(at_most(star + 1, SAMPLES * sp.log(2))),
        "eps* >= k eps^2": prove_exact(at_least(star, squares)),
    }
    conclusion = prove_exact(at_most(success, 2 * printed + sp.exp(-1)))
    return at_hypotheses(premises, conclusion, epsilon_i="ln(11/10)", k=_rounds, n=SAMPLES, delta_k="2^-39")


def _het_is_vacuous() -> Outcome:
    """lm:pg_compose_het keeps e^(eps^(l-1)) gamma_l, at least e^(4 k eps^2) 2^-39 in the last round: more than 1."""
    return prove_exact(at_least(sp.exp(4 * (_rounds - 1) * _epsilon**2) * _last_delta, 1))


coin, other, bit, answer, second = sp.symbols("r s x a b", integer=True, nonnegative=True)


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


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "statement.main-large-rho", MAIN, at(241),
        "thm:main, with a factor 10^6 and ln^10, leaves at least one sample for every rho > 0 (k = 1, rho = 10^40)",
        large_rho, _with_ranges,
        expected=Verdict.REFUTED,
        note="with rho <= 1 and beta0 <= 1/4 there is always one; any other factor and exponent fail at a larger rho",
    ),
    Claim(
        "statement.main-beta0-near-one", MAIN, at(249),
        "thm:main, with a factor 10^6 and ln^10, leaves at least one sample for every beta0 < 1 (k = rho = 1)",
        beta0_near_one, _with_ranges,
        expected=Verdict.REFUTED, note="beta0 <= 1/4 repairs it; ln(k/(rho beta0)) tends to 0 otherwise",
    ),
    Claim(
        "statement.log-two", PRECONDITION, at(918),
        "ln 2 = 1",
        lambda: prove_exact(equal(sp.log(2), 1)), lambda: prove_exact(at_least(sp.log(4), 1)),
        expected=Verdict.REFUTED,
        note="with beta0 <= 1/4 the logarithm is at least ln 4 > 1, which is all that is used",
    ),
    Claim(
        "statement.equal-costs", MAIN, at(835),
        "the chosen eps_i make n_i/eps_i^2 the same for all i (k = 2, n = (1, 3): 4/3 against 12/5)",
        lambda: _costs(equal_sizes=False), lambda: _costs(equal_sizes=True),
        expected=Verdict.REFUTED, note="because of the term 1/k they agree only up to a factor",
    ),
    Claim(
        "statement.intro-large-epsilon", INTRO, at(319),
        "adaptive composition is (delta*, eps*, delta*)-PG with the printed delta* times 10^6 also for large eps*",
        lambda: _revealed(10**6), _het_is_vacuous,
        expected=Verdict.REFUTED,
        note="by machine: the numbers; on the page: that a PG composition cannot name its sample "
        "(docs/theory/spelled-hash.md, simulator spelled-hash); lm:pg_compose asks for eps* <= c3",
    ),
    Claim(
        "statement.shared-coins", COMPOSITION, at(1299),
        "algorithms that are (0,0,0)-PG one by one compose to (1/4, 1/10, 1/10)-PG also if they share their coins",
        _shared_coin, _own_coins,
        expected=Verdict.REFUTED, note="the chain rule of lm:G_G_prime_implies_joint uses fresh coins in every round",
    ),
)  # fmt: skip
