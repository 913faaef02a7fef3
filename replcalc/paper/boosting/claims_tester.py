"""Claims of lm:tester, testing a small mean, and of the Chernoff bound it quotes (TeX lines 3240-3300)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
    at_witness,
    claims_from_text,
    equal,
    indicator,
    nudged,
    prove_exact,
    prove_finite,
)

TESTER = "lm:tester"

mu, x, weight, threshold = sp.symbols("mu x w threshold", positive=True)
n, i = sp.symbols("n i", integer=True, positive=True)
#: Counts in finite sums: draws, ones among them.
size, ones = sp.symbols("n ones", integer=True, nonnegative=True)

IN_WORDS = claims_from_text(
    TESTER,
    """
    tester.chernoff-upper 3289: the upper tail is at most exp(-d^2 n mu/3) for d <= 1: (1+d) ln(1+d) - d >= d^2/3
        (1 + d)*log(1 + d) - d >= {1/3|0.387}*d^2
        on d in [0, 1]
        printed 1/3
        proved 2 ln 2 - 1 = 0.38629 (d = 1)
        given Chernoff's method

    tester.chernoff-lower 3274: the lower tail is at most exp(-d^2 n mu/2): d + (1-d) ln(1-d) >= d^2/2 on [0, 1)
        d + (1 - d)*log(1 - d) >= {1/2|0.51}*d^2
        on d in [0, 1)
        printed 1/3
        proved 1/2 (d tends to 0)
        given Chernoff's method

    tester.moment-bound 3257: 1 - mu + mu e^t <= exp(mu(e^t - 1)), and at t = ln(1 +- d) the exponent is minus n mu \
        times the two rates
        1 + y <= exp({1|0.9}*y)
        mu*d - mu*(1 + d)*log(1 + d) = -mu*((1 + d)*log(1 + d) - d)
        -mu*x - mu*(1 - x)*log(1 - x) = -mu*(x + (1 - x)*log(1 - x))
        on y in (-oo, oo), mu in (0, 1), d > 0, x in (0, 1)
        given Chernoff's method

    tester.needed-rates 3277: the exact rates at deviations 1/4 below 2 alpha and 1/2 above alpha exceed alpha/24 and \
        alpha/12
        2*(1/4 + 3/4*log(3/4)) >= {1/24|7/100} and 3/2*log(3/2) - 1/2 >= 1/12
        proved 0.0684 and 0.1082
        given Chernoff's method

    tester.sample-size 3294: with the samples of the lemma either error is at most beta
        miss = {1|2}*beta and false_alarm <= beta
        printed 24
        proved 11.62 (tester.best-threshold)

    tester.best-threshold 3254: with the threshold c alpha, c = 1/ln 2, both rates agree and \
        n = 11.62 ln(1/beta)/alpha suffices
        1 <= {11.62|11.61}*(1 - c + c*log(c)) and 2 - c + c*log(c/2) = 1 - c + c*log(c)
        let c = 1/log(2)
        printed 24
        proved 11.62
        given Chernoff's method

    tester.mean-above-one 3266: 2 alpha is a possible mean for every alpha in (0, 1)
        2*alpha <= 1
        on alpha in (0, {1|1/2})
        expected refuted
        note for alpha > 1/2 the case mu >= 2 alpha is empty
    """,
    at,
)


def _one_sided() -> dict[str, Any]:
    """The printed bound for either tail alone, up to d = 1."""
    return {claim.id: claim.decide() for claim in IN_WORDS[:3]}


# -- Chernoff ----------------------------------------------------------------------------------------------------------
def printed_bound(count: int, mean: sp.Rational, deviation: sp.Rational) -> sp.Expr:
    """The right-hand side as printed: exp(-delta^2 n mu/3)."""
    return sp.exp(-(deviation**2) * count * mean / 3)


def _at(count: int, mean: sp.Rational, deviation: sp.Rational, sides: str, tail: sp.Rational) -> Outcome:
    """The printed bound where the empirical mean is delta mu away, on ``both`` sides or only ``above``.

    That this has probability ``tail`` is a premise, which the checker sums up.
    """
    gap = ones / size - mu
    far = indicator(sp.Ge(sp.Abs(gap) if sides == "both" else gap, deviation * mean))
    summed = equal(sp.Sum(far * _binomial(size, mu, ones), (ones, 0, size)), tail)
    chance = prove_finite([Case("probability of the tail", summed)], given={size: count, mu: mean})
    bound = prove_exact(at_most(tail, printed_bound(count, mean, deviation)))
    return at_hypotheses({"probability of the tail": chance}, bound, n=count, mu=mean, delta=deviation)


def _binomial(count: Any, mean: Any, ones: Any) -> sp.Expr:
    """Pr[Bin(count, mean) = ones]."""
    return sp.binomial(count, ones) * mean**ones * (1 - mean) ** (count - ones)


def _strict_or_weak(relation: Callable[[Any, Any], Any]) -> Outcome:
    """n = 2, alpha = 1/3, mu = 2/3: Pr[mean < 1/2] against Pr[mean <= 1/2]."""
    law = _binomial(size, mu, ones)
    strict = sp.Sum(indicator(sp.Lt(ones, threshold * size)) * law, (ones, 0, size))
    weak = sp.Sum(indicator(sp.Le(ones, threshold * size)) * law, (ones, 0, size))
    case = Case("below and at most the threshold", relation(strict, weak))
    return at_witness(prove_finite([case], given={size: 2, mu: "2/3", threshold: "1/2"}), n=2, alpha="1/3", mu="2/3")


def _perfect_hypothesis(accept_large: bool) -> Outcome:
    """A hypothesis without errors, n = 10 and alpha = 1/4: does the empirical mean reach 3/8, or stay below it?"""
    side = sp.Ge(ones, threshold * size) if accept_large else sp.Lt(ones, threshold * size)
    accepted = sp.Sum(indicator(side) * _binomial(size, mu, ones), (ones, 0, size))
    case = Case("probability of acceptance at least 1 - beta, beta = 1/2", at_least(accepted, R(1, 2)))
    return at_witness(prove_finite([case], given={size: 10, mu: 0, threshold: "3/8"}), mu=0, n=10, alpha="1/4")


CLAIMS: tuple[Claim, ...] = (
    *IN_WORDS,
    Claim(
        "tester.chernoff-two-sided",
        TESTER,
        at(3259),
        "Pr[|mean - mu| >= delta mu] <= exp(-delta^2 n mu/3) for every delta > 0, as printed",
        lambda: _at(1, R(1, 2), R(1), "both", R(1)),
        _one_sided,
        expected=Verdict.REFUTED,
        note="each tail alone has that bound for delta <= 1; together they need a factor 2",
    ),
    nudged(
        "tester.chernoff-large-deviation",
        TESTER,
        at(3257),
        "the upper tail alone has the printed bound for every delta > 0",
        _at,
        (1, R(1, 100), R(99), "above", R(1, 100)),
        (1, R(1, 100), R(1), "above", R(1, 100)),
        expected=Verdict.REFUTED,
    ),
    nudged(
        "tester.strict-inequality",
        TESTER,
        at(3273),
        "Pr[mean < threshold] = Pr[mean <= threshold] (n = 2, alpha = 1/3, mu = 2/3: 1/9 against 5/9)",
        _strict_or_weak,
        equal,
        at_most,
        expected=Verdict.REFUTED,
    ),
    Claim(
        "tester.accepts-perfect-hypothesis",
        TESTER,
        at(3246),
        "the tester of the lemma accepts a hypothesis without errors, as thm:boost_beta needs",
        lambda: _perfect_hypothesis(accept_large=True),
        lambda: _perfect_hypothesis(accept_large=False),
        expected=Verdict.REFUTED,
        note="it accepts large means; boosting needs accept and reject swapped",
    ),
)
