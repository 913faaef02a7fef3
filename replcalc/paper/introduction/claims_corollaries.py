"""Claims on what the introduction announces."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Case, Claim, Parts, at_most, concluded, equal, indicator, nudged, of, prove_by_form, prove_finite, prove_identity,
)  # fmt: skip

ARMS, LITTLESTONE, REMARK, BOOST_INTRO = "thm:parallel_best_arm", "cor:littlestone", "rem:boost", "thm:boost_intro"
STATISTIC, HEAVY, NAIVE, APPENDIX = "thm:intro_stuff_stat", "lm:heavy_tester", "sec:naive", "lm:pg_compose_het"
R = sp.Rational
alpha, rho, beta, nu, a, b, q = sp.symbols("alpha rho beta nu a b q", positive=True)
n, k, d = sp.symbols("n k d", integer=True, positive=True)
s, t, w = sp.symbols("s t w", nonnegative=True)
ln2 = sp.Symbol("ln2", positive=True)


# -- remarks and facts in passing --------------------------------------------------------------------------------------


def _perfect_tester(factor: Any) -> Parts:
    """Two runs differ only if the candidates do (at most rho) or are equal and invalid (at most rho).

    The union bound, and a world near it: 20 strings, 5 samples. On strings 1 to 5 the candidate names the sample, on 6
    to 9 it is invalid and the fallback names the sample, else it is 0; candidates differ, or are invalid, with
    probability 4/20 each, and the answers differ with 9/25.
    """
    apart, invalid, s1 = sp.symbols("apart invalid s1", nonnegative=True)
    r, x, y = sp.symbols("r x y", integer=True, nonnegative=True)

    def candidate(sample: Any) -> Any:
        return indicator(sp.Le(r, 5), sample, indicator(sp.Le(r, 9), -1, 0))

    def answer(sample: Any) -> Any:
        return indicator(sp.Ge(candidate(sample), 0), candidate(sample), sample)

    def differ(of_sample: Callable[[Any], Any]) -> Any:
        return sp.Sum(indicator(sp.Ne(of_sample(x), of_sample(y))), (r, 1, 20), (x, 0, 4), (y, 0, 4)) / 500

    size = R(1, 5)
    world = [
        Case("candidates differ", equal(differ(candidate), size)),
        Case("candidates invalid", equal(sp.Sum(indicator(sp.Lt(candidate(x), 0)), (r, 1, 20), (x, 0, 4)) / 100, size)),
        Case("answers differ", at_most(differ(answer), factor * size)),
    ]
    # rho is the larger of the two: apart + s, and once more invalid + s
    unions = {
        "invalid <= apart": prove_by_form(
            at_most(apart + invalid, factor * (apart + s)), substitute={apart: invalid + s1}
        ),
        "apart <= invalid": prove_by_form(
            at_most(apart + invalid, factor * (invalid + s)), substitute={invalid: apart + s1}
        ),
    }
    return {"a world": prove_finite(world), **unions}


CLAIMS = (
    concluded(
        "boost.intro-form", BOOST_INTRO, at(560),
        "With costs rho^-a alpha^-b and ln(4/beta) <= 3 ln(1/beta), beta <= 1/2, it is of the order of "
        "thm:boost_beta.",
        "(rho/4)^(-a)*(alpha/2)^(-b) = {}^a*2^b*rho^(-a)*alpha^(-b) and log(4/beta) <= 3*log(1/beta)",
        "rho > 0, alpha > 0, a > 0, b > 0, beta in (0, 1/2]", "4", "5", proved_constant="3",
        given="thm:boost_beta",
    ),
    Claim(
        "suffstat.halved", STATISTIC, at(456),
        "Starting from rho/2 costs a factor 4 where the samples grow as 1/rho^2, and twice rho/2 is rho.",
        lambda: {
            "cost": prove_identity((rho / 2) ** -2, 4 * rho**-2),
            "loss": prove_identity(of(STATISTIC, "rho_new", rho=rho / 2, beta=beta, n=n), rho),
        },
        lambda: prove_identity((rho / 2) ** -2, 3 * rho**-2),
        proved_constant="4",
    ),
    concluded(
        "suffstat.bernoulli-sum", STATISTIC, at(2787),
        "For coin flips the sum is sufficient: given it, the law of the sample does not depend on the bias.",
        "theta^j*(1 - theta)^(n - j)/(w*theta^j*(1 - theta)^(n - j)) = {}/w",
        "theta in (0, 1), j integer in [0, oo), n integer in [1, oo), w > 0", "1", "2",
        given="that C(n,j) samples have the sum j",
    ),
    nudged(
        "boost.perfect-tester", BOOST_INTRO, at(526),
        "With a tester that never errs, two runs give the same answer with probability at least 1 - 2 rho.",
        _perfect_tester, 2, R(7, 4),
        printed_constant="2", proved_constant="2",
        given="the union bound",
    ),
)  # fmt: skip
