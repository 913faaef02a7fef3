"""Claims on order statistics and quantiles of populations with a density."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import Case, Outcome, Parts, R, at_least, nudged, of, prove_exact, prove_finite, prove_identity

RANK, DENSITY = "derived:order-statistic", "derived:quantile-density"
x, a, b, s, q = sp.symbols("x a b s q", positive=True)
r, N = sp.symbols("r N", integer=True, positive=True)
number = sp.Symbol("r", integer=True, nonnegative=True)


def _by_parts(factor: Any) -> Outcome:
    """(x^a (1-x)^b)' = (a - (a+b) x) x^(a-1) (1-x)^(b-1): the mean less x, times the density, has this primitive."""
    density = x ** (a - 1) * (1 - x) ** (b - 1)
    return prove_identity(sp.diff(x**a * (1 - x) ** b, x), (a - factor * (a + b) * x) * density)


def _falls(extra: Any) -> Outcome:
    """g(r) = Gamma(r+1/2)/Gamma(r) gains (r+1/2)/r, so g(r)^2/(r-1/2) is multiplied by 1 - 1/(4r^2): it falls to 1."""
    ratio = ((r + R(1, 2)) / r) ** 2 * (r - R(1, 2)) / (r + R(1, 2))
    return prove_identity(ratio, 1 - extra / (4 * r**2))


def _small(order: int, shift: Any) -> Parts:
    """g(r)^2 = pi (r C(2r,r)/4^r)^2 >= r - 1/2, r up to the order; 333/106 is below pi."""
    square = (number * sp.binomial(2 * number, number) / 4**number) ** 2
    relation = at_least(R(333, 106) * square, number - shift)
    return {
        "333/106 <= pi": prove_exact(at_least(sp.pi, R(333, 106))),
        "r by r": prove_finite([Case("squared", relation, [(number, 1, order)])]),
    }


def _joined(factor: Any) -> Outcome:
    """(2/(sqrt(pi) s)) g(r) g(s-r)/g(s) with g(r)^2 <= r and g(s)^2 >= s - 1/2, s = N + 1."""
    bound = 2 / (sp.sqrt(sp.pi) * (N + 1)) * sp.sqrt(r) * sp.sqrt(N + 1 - r) / sp.sqrt(N + 1 - R(1, 2))
    return prove_identity(bound**2, factor * of(RANK, "spread", N=N, rank=r) ** 2)


def _rank(factor: Any) -> Parts:
    """The rank r is at least qN and below qN + 1: r/(N+1) is within 1/(N+1) of q."""
    return {
        "least": prove_identity(q * N / (N + 1) - q, -factor * q / (N + 1)),
        "most": prove_identity((q * N + 1) / (N + 1) - q, (1 - q) / (N + 1)),
    }


CLAIMS = (
    nudged(
        "order.by-parts",
        RANK,
        None,
        "the mean of a beta law less x, times its density, is the derivative of x(1-x) times the density, over a + b",
        _by_parts,
        1,
        2,
        given="the product rule",
    ),
    nudged(
        "order.falls",
        RANK,
        None,
        "(Gamma(r+1/2)/Gamma(r))^2/(r-1/2) falls with r: consecutive ratio 1 - 1/(4r^2)",
        _falls,
        1,
        2,
        given="Gamma(r + 1) = r Gamma(r)",
    ),
    nudged(
        "order.small",
        RANK,
        None,
        "(Gamma(r+1/2)/Gamma(r))^2 >= r - 1/2 for every r <= 40, number by number",
        _small,
        (40, R(1, 2)),
        (40, R(1, 5)),
    ),
    nudged(
        "order.joined",
        RANK,
        None,
        "the expected distance through the three ratios of gamma functions is that of the statement",
        _joined,
        1,
        2,
        given="the mean of a beta law",
    ),
    nudged(
        "order.rank",
        DENSITY,
        None,
        "the ceil(qN)-th of N numbers has its mean rank within 1/(N+1) of q",
        _rank,
        1,
        2,
        given="that a ceiling lies less than 1 above",
    ),
)
