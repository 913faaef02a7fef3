"""Claims on one query by expected-gap rounding (B6)."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import (
    Case, Claim, Outcome, Parts, at_least, at_most, equal, nudged, of, prove_by_form, prove_exact, prove_finite,
    prove_identity,
)  # fmt: skip

GAP, GAUSS = "derived:expected-gap-rounding", "derived:gaussian"
R = sp.Rational
alpha, beta, rho, lam, sigma, x, W, weight = sp.symbols("alpha beta rho lambda sigma x W w", positive=True)
N, n, k, j = sp.symbols("N n k j", integer=True, positive=True)
number, i = sp.symbols("N i", integer=True, nonnegative=True)
y, t, sine, cosine = sp.symbols("y t sin cos", nonnegative=True)


# -- the central binomial coefficient ----------------------------------------------------------------------------------
def _wallis(bound: sp.Expr) -> Parts:
    """W_n = integral of sin^n over a quarter turn; c_N = C(2N,N)/4^N.

    (cos sin^(n-1))' = (n-1) sin^(n-2) - n sin^n gives n W_n = (n-1) W_(n-2); so n W_n W_(n-1) does not depend on n and
    is W_1 W_0 = pi/2. With W_2N = (pi/2) c_N (both sides gain the factor (2N-1)/(2N)) and W_2N <= W_(2N-1):
    (pi c_N/2)^2 <= W_2N W_(2N-1) = pi/(4N), that is c_N <= 1/sqrt(pi N).
    """
    squared = 1 - sine**2  # cos^2
    derivative = -(sine**n) + (n - 1) * sine ** (n - 2) * squared
    ratio = (2 * N) * (2 * N - 1) / N**2 / 4  # C(2N,N)/4^N over C(2N-2,N-1)/4^(N-1)
    return {
        "integration by parts": prove_identity(derivative, (n - 1) * sine ** (n - 2) - n * sine**n),
        "n W_n W_(n-1) is constant": prove_identity((n + 1) * (n / (n + 1) * W) * weight, n * W * weight),
        "c_N gains (2N-1)/(2N)": prove_identity(ratio, (2 * N - 1) / (2 * N)),
        "sin^n decreases in n": prove_by_form(at_least(1 / (1 + t), (1 / (1 + t)) ** 2)),
        "conclusion": prove_identity(sp.sqrt(sp.pi / (4 * N)) * 2 / sp.pi, bound),
    }


def _scaled_square_increases(extra: int) -> Outcome:
    """a_N = N c_N^2: a_(N+1)/a_N = (2N+1)^2/(4N(N+1)) exceeds 1 by 1/(4N(N+1))."""
    ratio = (N + 1) / N * ((2 * N + 1) / (2 * N + 2)) ** 2
    return prove_identity(ratio - 1, extra / (4 * N * (N + 1)))


def _central_cases(order: int, factor: sp.Rational) -> Parts:
    """c_N sqrt(pi N) <= factor for N up to the order: squared, with 355/113 for pi, which is above it by 3e-7."""
    square = (sp.binomial(2 * number, number) / 4**number) ** 2 * number
    case = Case("squared", at_most(square * R(355, 113), factor**2), [(number, 1, order)])
    return {"355/113 >= pi": prove_exact(at_least(R(355, 113), sp.pi)), "N by N": prove_finite([case])}


def _telescoping(factor: int) -> Outcome:
    """(j - N) C(2N,j) = N (C(2N-1,j-1) - C(2N-1,j)), with w = C(2N,j), j w/(2N) and (2N-j) w/(2N) on the right."""
    return prove_identity((j - N) * weight, factor * N * (j * weight / (2 * N) - (2 * N - j) * weight / (2 * N)))


def _gap(order: int, factor: Any) -> Outcome:
    """E abs(mean - mean') of N fair coins, summed over the law of the difference, is factor C(2N,N)/4^N, N <= order."""
    total = sp.Sum(sp.binomial(2 * number, i) * sp.Abs(i - number), (i, 0, 2 * number))
    relation = equal(total / (4**number * number), factor * sp.binomial(2 * number, number) / 4**number)
    return prove_finite([Case("expected gap of fair coins", relation, [(number, 1, order)])])


def _variance(quarter: sp.Rational) -> Parts:
    """1/4 - p(1-p) = (1/2 - p)^2; two coins of bias p differ with probability 2p(1-p)."""
    p = sp.Symbol("p", positive=True)
    form = (R(1, 2) - p) ** 2 if quarter == R(1, 4) else None
    return {
        "variance of a coin": prove_identity(p - p**2, p * (1 - p)),
        "at most": prove_by_form(at_most(p * (1 - p), quarter), form),
        "gap of two coins": prove_identity(p * (1 - p) + (1 - p) * p, 2 * p * (1 - p)),
    }


def _thinned(share: sp.Rational) -> Outcome:
    """2w m + (1-2w) z <= m while z <= m and 2w <= 1: m = E phi(Y) = z + t, z = phi(0), 2w = share/(1+x)."""
    z = sp.Symbol("z", nonnegative=True)
    double = share / (1 + x)
    return prove_by_form(at_most(double * (z + t) + (1 - double) * z, z + t))


# -- sample sizes ------------------------------------------------------------------------------------------------------
def _replicable_part(grid: sp.Expr) -> Parts:
    """The gap 1/sqrt(pi N) over the grid width is rho at the first term of the samples."""
    replicable = 1 / (4 * sp.pi * lam**2 * alpha**2 * rho**2)
    accurate = sp.log(2 / beta) / (2 * (1 - lam) ** 2 * alpha**2)
    samples = of(GAP, "samples", alpha=alpha, beta=beta, rho=rho, **{"lambda": lam})
    return {
        "terms of the statement": prove_identity(sum(samples.args[0].args), replicable + accurate),
        "rho": prove_identity(1 / sp.sqrt(sp.pi * replicable) / grid, rho),
        "beta": prove_identity(2 * sp.exp(-2 * accurate * (1 - lam) ** 2 * alpha**2), beta),
    }


def _accuracy(share: sp.Expr) -> Outcome:
    width = of(GAP, "width", alpha=alpha, **{"lambda": lam})
    return prove_identity(width / 2 + share * alpha, alpha)


def _balanced(two: int) -> Outcome:
    """lambda = 1/(1 + rho sqrt(2 pi L)), L = ln(2/beta): both terms of the samples agree."""
    L = sp.Symbol("L", positive=True)
    share = of(GAP, "lambda_balanced", rho=rho, beta=beta).xreplace({sp.log(2 / beta): L})
    return prove_identity(1 / (4 * sp.pi * share**2 * alpha**2 * rho**2), L / (two * (1 - share) ** 2 * alpha**2))


def _below_table(largest: sp.Rational) -> Outcome:
    """1/(4 pi (1/2)^2) <= ln(1/rho) at the largest rho; the logarithm only grows below it."""
    factor = 1 / (4 * sp.pi * R(1, 2) ** 2)
    return prove_exact(at_most(factor, sp.log(1 / largest)))


CLAIMS = (
    Claim(
        "gap.central-binomial", GAP, None,
        "C(2N,N)/4^N <= 1/sqrt(pi N) for every N >= 1, by Wallis",
        lambda: _wallis(1 / sp.sqrt(sp.pi * N)), lambda: _central_cases(100, R(998, 1000)),
        proved_constant="1 (as N tends to infinity)",
    ),
    nudged(
        "gap.monotone-ratio", GAP, None,
        "N (C(2N,N)/4^N)^2 increases in N: consecutive ratio 1 + 1/(4N(N+1))",
        _scaled_square_increases, 1, 2,
    ),
    nudged(
        "gap.central-binomial-small-n", GAP, None,
        "C(2N,N)/4^N <= 1/sqrt(pi N) for every N <= 40, number by number",
        _central_cases, (40, R(1)), (2, R(93, 100)),
    ),
    nudged(
        "gap.telescoping", GAP, None,
        "(j-N) C(2N,j) = N(C(2N-1,j-1) - C(2N-1,j)), so fair coins have E|mean - mean'| = C(2N,N)/4^N for every N",
        _telescoping, 1, 2,
    ),
    nudged(
        "gap.fair-coins-small-n", GAP, None,
        "E|mean - mean'| of N fair coins is C(2N,N)/4^N, summed exactly for every N <= 40",
        _gap, (40, 1), (2, R(1, 2)),
    ),
    nudged(
        "gap.variance", GAP, None,
        "p(1-p) <= 1/4, and one sample each: E|v - v'| = 2p(1-p) <= 1/2 = C(2,1)/4",
        _variance, R(1, 4), R(249, 1000),
        proved_constant="1/4 (fair coins)",
    ),
    nudged(
        "gap.thinned", GAP, None,
        "2w E phi(Y) + (1-2w) phi(0) <= E phi(Y) for phi(0) <= E phi(Y), w <= 1/2: a bias only lowers a convex mean",
        _thinned, R(1), R(101, 100),
    ),
    Claim(
        "gap.samples", GAP, None,
        "1/(4 pi (lambda alpha rho)^2) samples give disagreement rho, ln(2/beta)/(2((1-lambda) alpha)^2) error beta",
        lambda: _replicable_part(of(GAP, "width", alpha=alpha, **{"lambda": lam})),
        lambda: _replicable_part(alpha * lam),
    ),
    nudged(
        "gap.accuracy", GAP, None,
        "half the grid plus (1-lambda) alpha is alpha",
        _accuracy, 1 - lam, 1 - lam / 2,
    ),
    nudged(
        "gap.balanced", GAP, None,
        "both terms of the samples agree at lambda = 1/(1 + rho sqrt(2 pi ln(2/beta)))",
        _balanced, 2, 3,
    ),
    nudged(
        "gap.below-table", GAP, None,
        "with lambda = 1/2 the rho term 1/(pi (alpha rho)^2) is below the table's ln(1/rho)/(alpha rho)^2, rho <= 1/2",
        _below_table, R(1, 2), R(3, 4),
        printed_constant="ln(1/rho)", proved_constant="1/(4 pi lambda^2), no logarithm",
    ),
)  # fmt: skip
