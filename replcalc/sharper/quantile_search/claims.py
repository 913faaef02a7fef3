"""Claims on quantiles by binary search."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import Case, Outcome, Parts, R, at_least, equal, nudged, of, prove_finite, prove_identity

WINDOW, SEARCH = "derived:window", "derived:quantile-search"
number, i, j = sp.symbols("N i j", integer=True, nonnegative=True)
N, L = sp.symbols("N L", integer=True, positive=True)


def _median(order: int, half: Any) -> Outcome:
    """Pr[Bin(N, i/N) <= i] >= 1/2: a mean that is a whole number is the median, N up to the order.

    Of N - i successes of the other kind the same says Pr[Bin >= i] >= 1/2.
    """
    terms = sp.binomial(number, j) * i**j * (number - i) ** (number - j)
    relation = at_least(sp.Sum(terms, (j, 0, i)), half * number**number)
    return prove_finite([Case("median", relation, [(number, 2, order), (i, 1, number - 1)])])


def _sides(factor: Any) -> Parts:
    """2G(1-G) falls from G = 1/2 on; x(1-x) is 1/4 less the square of the distance from 1/2."""
    x, away = sp.symbols("x away", positive=True)
    return {
        "separated": prove_identity(2 * x * (1 - x), R(1, 2) - factor * (x - R(1, 2)) ** 2),
        "variance": prove_identity((R(1, 2) - away) * (R(1, 2) + away), R(1, 4) - away**2),
    }


def _stages(factor: Any) -> Outcome:
    """Pairs s < i of L comparisons: L(L-1)/2, one by one up to 40."""
    relation = equal(sp.Sum(j - 1, (j, 1, number)), factor * number * (number - 1) / 2)
    return prove_finite([Case("pairs of comparisons", relation, [(number, 1, 40)])])


def _second(factor: Any) -> Parts:
    """E(F - F')^2 = 2p(1-p)/N <= 1/(2N); the rate of the statement is that of one comparison, and the pairs'."""
    p, gap, width, deviation, k = sp.symbols("p gap width deviation k", positive=True)
    tau = 1 / (width * sp.sqrt(2 * N))
    stated = of(SEARCH, "rho", k=k, levels=L, gap=gap, width=width, deviation=deviation, N=N)
    return {
        "two frequencies": prove_identity(2 * (p * (1 - p) / N) + 2 * (p - R(1, 2)) ** 2 / N, 1 / (factor * N)),
        "stated": prove_identity(k * (L * gap / width + L * (L - 1) / 2 * (deviation / width) * tau), stated),
    }


CLAIMS = (
    nudged(
        "quantiles.median",
        WINDOW,
        None,
        "a binomial whose mean is a whole number has it as its median: N <= 30, every mean",
        _median,
        (30, R(1, 2)),
        (30, R(3, 5)),
    ),
    nudged(
        "quantiles.sides",
        WINDOW,
        None,
        "2G(1-G) falls from G = 1/2 on, and x(1-x) with the distance from 1/2",
        _sides,
        2,
        1,
    ),
    nudged(
        "quantiles.stages",
        SEARCH,
        None,
        "L comparisons have L(L-1)/2 pairs of an earlier and a later one (L <= 40)",
        _stages,
        1,
        2,
    ),
    nudged(
        "quantiles.second-moment",
        SEARCH,
        None,
        "two frequencies have a mean square distance of at most 1/(2N): what a comparison off the reference costs",
        _second,
        2,
        3,
        given="the variance of a binomial law",
    ),
)
