"""Claims of the introduction: the table's range, remarks, the informal theorems (TeX lines 319-600, 2787)."""

from __future__ import annotations

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Case,
    Claim,
    Outcome,
    R,
    Verdict,
    at_hypotheses,
    at_least,
    at_most,
    claims_from_text,
    of,
    prove_exact,
    prove_finite,
)

INTRO, BOOST_INTRO = "thm:pg_compose_intro", "thm:boost_intro"

IN_WORDS = (
    *claims_from_text(
        "table:only",
        """
        sq.table-range 599: the range beta >= rho of the table's first row is that of the cited bound, beta < rho/2
            beta < rho/2
            on rho in (0, 1), beta in (0, 1)
            if beta {>= rho|<= rho/4}
            expected refuted
            note the two ranges exclude each other; with beta <= rho/4 the cited bound applies
        """,
        at,
    ),
    *claims_from_text(
        BOOST_INTRO,
        """
        boost.perfect-tester 526: with a tester that never errs two runs differ only if the candidates do, or are \
                equal and invalid: at most rho each
            apart + invalid <= {2|1.9}*rho
            on apart >= 0, invalid >= 0, rho in (0, 1]
            if apart <= rho, invalid <= rho
            printed 2
            proved 2
            given the union bound

        boost.intro-form 560: with costs rho^-a alpha^-b and ln(4/beta) <= 3 ln(1/beta), beta <= 1/2, it is of the \
            order of thm:boost_beta
            (rho/4)^(-a)*(alpha/2)^(-b) = {4|5}^a*2^b*rho^(-a)*alpha^(-b) and log(4/beta) <= 3*log(1/beta)
            on a > 0, b > 0, beta in (0, 1/2]
            proved 3
            given thm:boost_beta
        """,
        at,
    ),
    *claims_from_text(
        "thm:intro_stuff_stat",
        """
        suffstat.halved 456: starting from rho/2 costs a factor 4 where the samples grow as 1/rho^2, and twice rho/2 \
            is rho
            (rho/2)^(-2) = {4|3}*rho^(-2) and kept = rho
            let kept = thm:intro_stuff_stat.rho_new(rho = rho/2)
            on rho in (0, 1]
            proved 4

        suffstat.bernoulli-sum 2787: for coin flips the sum is sufficient: given it, the law of the sample does not \
            depend on the bias
            theta^j*(1 - theta)^(n - j)/(w*theta^j*(1 - theta)^(n - j)) = {1|2}/w
            on theta in (0, 1), j integer in [0, oo), n integer in [1, oo), w > 0
            given that C(n,j) samples have the sum j
        """,
        at,
    ),
)


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
    If it were (delta*, eps*, delta*)-PG this would be at most 2 delta* + e^eps* 2^-n
    (paper/pg_composition/proof-spelled-hash.md);
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


CLAIMS = (
    *IN_WORDS,
    Claim(
        "statement.intro-large-epsilon",
        INTRO,
        at(319),
        "adaptive composition is (delta*, eps*, delta*)-PG with the printed delta* times 10^6 also for large eps*",
        lambda: _revealed(10**6),
        _het_is_vacuous,
        expected=Verdict.REFUTED,
        note="by machine: the numbers; on the page: that a PG composition cannot name its sample "
        "(paper/pg_composition/proof-spelled-hash.md); lm:pg_compose asks for eps* <= c3",
        given="that a PG composition cannot name its sample (paper/pg_composition/proof-spelled-hash.md)",
    ),
)
