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
    Parts,
    R,
    Verdict,
    at_hypotheses,
    at_least,
    at_most,
    at_witness,
    concluded,
    equal,
    exponential_above_tangent,
    indicator,
    nudged,
    of,
    prove_by_form,
    prove_exact,
    prove_finite,
    prove_identity,
    prove_on_box,
)

TESTER = "lm:tester"

delta, s = sp.symbols("delta s", nonnegative=True)
alpha, beta, mu, x, weight = sp.symbols("alpha beta mu x w", positive=True)
n, i, j = sp.symbols("n i j", integer=True, positive=True)
#: Counts in finite sums: draws, ones among them, the most ones that count.
size, ones, most = sp.symbols("n ones j", integer=True, nonnegative=True)
threshold = sp.Symbol("threshold", positive=True)


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


def upper_rate(constant: sp.Expr) -> Outcome:
    """(1+d) ln(1+d) - d >= constant d^2 on [0, 1]: the rate of the upper tail per n mu."""
    rate = (1 + delta) * sp.log(1 + delta) - delta
    return prove_on_box(at_least(rate, constant * delta**2), {delta: (0, 1)})


def lower_rate(constant: sp.Expr) -> Outcome | Parts:
    """d + (1-d) ln(1-d) >= constant d^2 on [0, 1), d = 1 - e^-s; for 1/2 by f(0) = 0 and f' = e^-s(e^-s - 1 + s)."""
    d = 1 - sp.exp(-s)
    f = d + (1 - d) * (-s) - constant * d**2
    if constant != R(1, 2):
        return prove_exact(at_least(f.xreplace({s: R(1, 10)}), 0))
    return {
        "logarithm": prove_identity(sp.log(1 - d), -s),
        "at 0": prove_exact(at_least(f.xreplace({s: sp.Integer(0)}), 0)),
        "derivative": prove_identity(f.diff(s), sp.exp(-s) * (sp.exp(-s) - 1 + s)),
        "e^-s >= 1 - s": exponential_above_tangent(),
    }


def _exponent() -> Parts:
    """The moment bound exp(n(mu(e^t - 1) - t(1+d)mu)) at t = ln(1+d) has the rate of ``upper_rate``; likewise below."""
    up, down = sp.log(1 + delta), sp.log(1 - x)
    return {
        "1 + y <= e^y": exponential_above_tangent(),
        "above": prove_identity(
            mu * (sp.exp(up) - 1) - up * (1 + delta) * mu, -mu * ((1 + delta) * sp.log(1 + delta) - delta)
        ),
        "below": prove_identity(mu * (sp.exp(down) - 1) - down * (1 - x) * mu, -mu * (x + (1 - x) * sp.log(1 - x))),
    }


# -- the tester --------------------------------------------------------------------------------------------------------
def _threshold_forms(high: sp.Rational, low: sp.Rational) -> Parts:
    threshold = of(TESTER, "threshold", alpha=alpha)
    return {
        "below 2 alpha": prove_identity((1 - high) * 2 * alpha, threshold),
        "above alpha": prove_identity((1 + low) * alpha, threshold),
    }


def _exponents(first: int, second: int) -> Parts:
    return {
        "mean 2 alpha": prove_identity(R(1, 4) ** 2 * 2 * alpha / 3, alpha / first),
        "mean alpha": prove_identity(R(1, 2) ** 2 * alpha / 3, alpha / second),
    }


def _needed(first: sp.Rational, second: sp.Rational) -> Parts:
    """Rates per n alpha: mean 2 alpha at deviation 1/4 below, mean alpha at deviation 1/2 above."""
    below = 2 * (R(1, 4) + R(3, 4) * sp.log(R(3, 4)))
    above = R(3, 2) * sp.log(R(3, 2)) - R(1, 2)
    return {"below": prove_exact(at_least(below, first)), "above": prove_exact(at_least(above, second))}


def _best_threshold(samples: sp.Rational) -> Parts:
    """Threshold c alpha with c = 1/ln 2: both rates are 1 - c + c ln c, and 1/rate is at most ``samples``."""
    c = sp.Symbol("c", positive=True)
    above, below = c * sp.log(c) - c + 1, 2 - c + c * sp.log(c / 2)
    rate = above.xreplace({c: 1 / sp.log(2)})
    return {
        "equal rates": prove_identity(below - above, 1 - c * sp.log(2)),
        "samples": prove_exact(at_most(1 / rate, samples)),
    }


def _sample_size(factor: int) -> Parts:
    size = factor * sp.log(1 / beta) / alpha
    return {
        "miss": prove_identity(sp.exp(-size * alpha / 24), beta),
        "statement": prove_identity(of(TESTER, "n_tester", alpha=alpha, beta=beta), size),
    }


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


def _tail_derivative(order: int, sign: int) -> Outcome:
    """d/dx Pr[Bin(n,x) <= j] = -n C(n-1,j) x^j (1-x)^(n-1-j), coefficient by coefficient, for every n <= order."""
    tail = sp.Sum(_binomial(size, x, ones), (ones, 0, most))
    claimed = sign * size * sp.binomial(size - 1, most) * x**most * (1 - x) ** (size - 1 - most)
    case = Case(
        "derivative of the binomial tail",
        equal(sp.Derivative(tail, x), claimed),
        [(size, 1, order), (most, 0, size - 1)],
    )
    return prove_finite([case], polynomial=x)


def _telescoping(count: sp.Expr) -> Outcome:
    """One term: with w = C(n,i), i w/n = C(n-1,i-1) and (n-i) w/n = C(n-1,i), so the derivatives telescope."""
    term = weight * x**i * (1 - x) ** (n - i)
    step = count * (
        i * weight / n * x ** (i - 1) * (1 - x) ** (n - i) - (n - i) * weight / n * x**i * (1 - x) ** (n - 1 - i)
    )
    return prove_identity(term.diff(x), step)


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "tester.chernoff-two-sided",
        TESTER,
        at(3259),
        "Pr[|mean - mu| >= delta mu] <= exp(-delta^2 n mu/3) for every delta > 0, as printed",
        lambda: _at(1, R(1, 2), R(1), "both", R(1)),
        lambda: {"above": upper_rate(R(1, 3)), "below": lower_rate(R(1, 2)), "moments": _exponent()},
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
        "tester.chernoff-upper",
        TESTER,
        at(3289),
        "(1+d) ln(1+d) - d >= d^2/3 on [0, 1]: the upper tail is at most exp(-d^2 n mu/3) for d <= 1",
        upper_rate,
        R(1, 3),
        R(387, 1000),
        printed_constant="1/3",
        proved_constant="2 ln 2 - 1 = 0.38629 (d = 1)",
        given="Chernoff's method",
    ),
    concluded(
        "tester.chernoff-lower",
        TESTER,
        at(3274),
        "d + (1-d) ln(1-d) >= d^2/2 on [0, 1): the lower tail is at most exp(-d^2 n mu/2)",
        "d + (1 - d)*log(1 - d) >= {}*d^2",
        "d in [0, 1)",
        "1/2",
        "0.51",
        printed_constant="1/3",
        proved_constant="1/2 (d tends to 0)",
        given="Chernoff's method",
    ),
    concluded(
        "tester.moment-bound",
        TESTER,
        at(3257),
        "1 - mu + mu e^t <= exp(mu(e^t - 1)), and at t = ln(1 +- d) the exponent is minus n mu times the two rates",
        "1 + y <= exp({}*y) and mu*d - mu*(1 + d)*log(1 + d) = -mu*((1 + d)*log(1 + d) - d) and -mu*x - mu*(1 - "
        "x)*log(1 - x) = -mu*(x + (1 - x)*log(1 - x))",
        "y in (-oo, oo), mu in (0, 1), d > 0, x in (0, 1)",
        "1",
        "0.9",
        given="Chernoff's method",
    ),
    nudged(
        "tester.deviations",
        TESTER,
        at(3269),
        "the threshold 3 alpha/2 is (1 - 1/4) 2 alpha and (1 + 1/2) alpha",
        _threshold_forms,
        (R(1, 4), R(1, 2)),
        (R(1, 3), R(1, 2)),
    ),
    nudged(
        "tester.exponents",
        TESTER,
        at(3275),
        "(1/4)^2 (2 alpha)/3 = alpha/24 and (1/2)^2 alpha/3 = alpha/12",
        _exponents,
        (24, 12),
        (24, 13),
        printed_constant="24 and 12",
        proved_constant="14.60 and 9.24 (Poisson rates at the same threshold)",
    ),
    nudged(
        "tester.needed-rates",
        TESTER,
        at(3277),
        "the exact rates at deviations 1/4 below 2 alpha and 1/2 above alpha exceed alpha/24 and alpha/12",
        _needed,
        (R(1, 24), R(1, 12)),
        (R(7, 100), R(1, 12)),
        proved_constant="0.0684 and 0.1082",
        given="Chernoff's method",
    ),
    nudged(
        "tester.sample-size",
        TESTER,
        at(3294),
        "n = 24 ln(1/beta)/alpha makes exp(-n alpha/24) equal to beta",
        _sample_size,
        24,
        23,
        printed_constant="24",
        proved_constant="11.62 (tester.best-threshold)",
        given="Chernoff's method",
    ),
    nudged(
        "tester.best-threshold",
        TESTER,
        at(3254),
        "with the threshold alpha/ln 2 both rates agree and n = 11.62 ln(1/beta)/alpha suffices",
        _best_threshold,
        R(1162, 100),
        R(1161, 100),
        printed_constant="24",
        proved_constant="11.62",
        given="Chernoff's method",
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
        "tester.mean-above-one",
        TESTER,
        at(3266),
        "2 alpha is a possible mean for every alpha in (0, 1)",
        lambda: prove_on_box(at_most(2 * alpha, 1), {alpha: (0, 1)}, open_ends=[(alpha, "lower"), (alpha, "upper")]),
        lambda: prove_on_box(at_most(2 * alpha, 1), {alpha: (0, R(1, 2))}, open_ends=[(alpha, "lower")]),
        expected=Verdict.REFUTED,
        note="for alpha > 1/2 the case mu >= 2 alpha is empty",
    ),
    nudged(
        "tester.worst-mean",
        TESTER,
        at(3266),
        "Pr[Bin(n, x) <= j] decreases in x: its derivative telescopes to -n C(n-1,j) x^j (1-x)^(n-1-j), symbolic n",
        _telescoping,
        n,
        n + 1,
        given="summation term by term",
    ),
    nudged(
        "tester.worst-mean-small-n",
        TESTER,
        at(3266),
        "that derivative, coefficient by coefficient, for every j < n <= 40",
        _tail_derivative,
        (40, -1),
        (2, 1),
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
    Claim(
        "tester.trivial-count",
        TESTER,
        at(3294),
        "24 covers both cases: alpha/24 <= alpha/12",
        lambda: prove_by_form(at_most(alpha / 24, alpha / 12)),
        lambda: prove_by_form(at_most(alpha / 12, alpha / 24)),
    ),
)
