"""Claims on one query by expected-gap rounding."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import (
    Case,
    Claim,
    Outcome,
    Parts,
    R,
    at_least,
    at_most,
    concluded,
    equal,
    nudged,
    of,
    prove_by_form,
    prove_exact,
    prove_finite,
    prove_identity,
)

GAP, AVERAGED = "derived:expected-gap-rounding", "derived:variance-rounding"
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
    """E abs(mean - mean') of N fair coins, summed over the distribution of the difference, is factor C(2N,N)/4^N, N <=
    order."""
    total = sp.Sum(sp.binomial(2 * number, i) * sp.Abs(i - number), (i, 0, 2 * number))
    relation = equal(total / (4**number * number), factor * sp.binomial(2 * number, number) / 4**number)
    return prove_finite([Case("expected gap of fair coins", relation, [(number, 1, order)])])


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


def _averaged(factor: int) -> Parts:
    """(2/a) integral of e^(-2Nx^2) from alpha - a/2 to alpha + a/2, a = 2 lambda alpha."""
    width = of(AVERAGED, "width", alpha=alpha, **{"lambda": lam})
    antiderivative = sp.sqrt(sp.pi / (8 * N)) * sp.erf(sp.sqrt(2 * N) * x)
    near, far = sp.symbols("near far", positive=True)
    stated = k * sp.sqrt(2 * sp.pi) / (4 * lam * alpha * sp.sqrt(N)) * (near - far)
    return {
        "antiderivative": prove_identity(antiderivative.diff(x), sp.exp(-2 * N * x**2)),
        "left end": prove_identity(alpha - width / 2, (1 - lam) * alpha),
        "right end": prove_identity(alpha + width / 2, (1 + lam) * alpha),
        "factor": prove_identity(factor * k / width * sp.sqrt(sp.pi / (8 * N)) * (near - far), stated),
    }


CLAIMS = (
    Claim(
        "gap.central-binomial",
        GAP,
        None,
        "C(2N,N)/4^N <= 1/sqrt(pi N) for every N >= 1, by Wallis",
        lambda: _wallis(1 / sp.sqrt(sp.pi * N)),
        lambda: _central_cases(100, R(998, 1000)),
        proved_constant="1 (as N tends to infinity)",
        given="Wallis' integrals",
    ),
    nudged(
        "gap.monotone-ratio",
        GAP,
        None,
        "N (C(2N,N)/4^N)^2 increases in N: consecutive ratio 1 + 1/(4N(N+1))",
        _scaled_square_increases,
        1,
        2,
    ),
    nudged(
        "gap.central-binomial-small-n",
        GAP,
        None,
        "C(2N,N)/4^N <= 1/sqrt(pi N) for every N <= 40, number by number",
        _central_cases,
        (40, R(1)),
        (2, R(93, 100)),
    ),
    nudged(
        "gap.telescoping",
        GAP,
        None,
        "(j-N) C(2N,j) = N(C(2N-1,j-1) - C(2N-1,j)), so fair coins have E|mean - mean'| = C(2N,N)/4^N for every N",
        _telescoping,
        1,
        2,
        given="summation term by term",
    ),
    nudged(
        "gap.fair-coins-small-n",
        GAP,
        None,
        "E|mean - mean'| of N fair coins is C(2N,N)/4^N, summed exactly for every N <= 40",
        _gap,
        (40, 1),
        (2, R(1, 2)),
    ),
    concluded(
        "gap.variance",
        GAP,
        None,
        "p(1-p) <= 1/4, and one sample each: E|v - v'| = 2p(1-p) <= 1/2 = C(2,1)/4",
        "p*(1 - p) <= {} and p*(1 - p) + (1 - p)*p = 2*p*(1 - p) <= 1/2",
        "p in [0, 1]",
        "1/4",
        "0.24",
        proved_constant="1/4 (fair coins)",
    ),
    concluded(
        "gap.thinned",
        GAP,
        None,
        "2w E phi(Y) + (1-2w) phi(0) <= E phi(Y) for phi(0) <= E phi(Y), w <= 1/2: a bias only lowers a convex mean",
        "2*w*E + (1 - 2*w)*z <= {}*E",
        "w in [0, 1/2], E >= 0, z >= 0",
        "1",
        "0.9",
        where_holds=("z <= E",),
        given="Jensen's inequality",
    ),
    Claim(
        "gap.samples",
        GAP,
        None,
        "1/(4 pi (lambda alpha rho)^2) samples give disagreement rho, ln(2/beta)/(2((1-lambda) alpha)^2) error beta",
        lambda: _replicable_part(of(GAP, "width", alpha=alpha, **{"lambda": lam})),
        lambda: _replicable_part(alpha * lam),
        given="gap.central-binomial and Hoeffding's inequality",
    ),
    nudged(
        "gap.accuracy",
        GAP,
        None,
        "half the grid plus (1-lambda) alpha is alpha",
        _accuracy,
        1 - lam,
        1 - lam / 2,
    ),
    nudged(
        "gap.balanced",
        GAP,
        None,
        "both terms of the samples agree at lambda = 1/(1 + rho sqrt(2 pi ln(2/beta)))",
        _balanced,
        2,
        3,
    ),
    concluded(
        "gap.below-table",
        GAP,
        None,
        "with lambda = 1/2 the rho term 1/(pi (alpha rho)^2) is below the table's ln(1/rho)/(alpha rho)^2, rho <= 1/2",
        "1/pi <= {}*log(1/rho)",
        "rho in (0, 1/2]",
        "1",
        "0.4",
        printed_constant="ln(1/rho)",
        proved_constant="1/(4 pi lambda^2), no logarithm",
    ),
    concluded(
        "averaged.integral",
        AVERAGED,
        None,
        "Hoeffding's bound averaged over a uniform rounding error is a difference of error functions",
        "2/sqrt(pi)*sqrt(2*N)*sqrt(pi/(8*N))*exp(-2*N*x^2) = exp(-2*N*x^2) and "
        "{}*k/(2*lambda*alpha)*sqrt(pi/(8*N))*(near - far) = k*sqrt(2*pi)/(4*lambda*alpha*sqrt(N))*(near - far)",
        "N integer in [1, oo), x > 0, k integer in [1, oo), alpha > 0, lambda in (0, 1), near > 0, far > 0",
        "2",
        "1",
        steps=lambda: _averaged(2),
        given="Hoeffding's inequality and the fundamental theorem of calculus",
    ),
)
