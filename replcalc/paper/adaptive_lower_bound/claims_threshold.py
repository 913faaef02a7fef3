"""Claims of the single-round lower bound, lem:threshold_estimation (TeX lines 2458-2514)."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Case,
    Claim,
    Outcome,
    Parts,
    R,
    above,
    at_least,
    at_most,
    below,
    concluded,
    equal,
    nudged,
    of,
    prove_by_form,
    prove_exact,
    prove_finite,
    prove_identity,
    prove_on_box,
)

THRESHOLD = "lem:threshold_estimation"

x, z, q = sp.symbols("x z q", positive=True)
b, s, y = sp.symbols("b s y", nonnegative=True)
tau = sp.symbols("tau", positive=True)
j, m = sp.symbols("j m", integer=True, positive=True)
degree, index = sp.symbols("m j", integer=True, nonnegative=True)


# -- lem:threshold_estimation ------------------------------------------------------------------------------------------


def _bernstein(order: int, shift: int) -> Outcome:
    """x(1-x) b' = (j + shift - mx) b for every Bernstein polynomial b of degree m <= order (true for shift 0)."""
    term = sp.binomial(degree, index) * x**index * (1 - x) ** (degree - index)
    relation = equal(x * (1 - x) * sp.Derivative(term, x), (index + shift - degree * x) * term)
    case = Case("Bernstein polynomials", relation, [(degree, 1, order), (index, 0, degree)])
    return prove_finite([case], polynomial=x)


def _derivative_identity(extra: Any) -> Outcome:
    term = x**j * (1 - x) ** (m - j)
    return prove_identity(term.diff(x), term * (j - m * x + extra) / (x * (1 - x)))


def _moment(order: int) -> Any:
    """Factorial moment of Bin(m, x) from its generating function (1 - x + x z)^m."""
    with sp.evaluate(True):
        slope = ((1 - x + x * z) ** m).diff(z, order)
    return slope.xreplace({z: sp.Integer(1)})


def _variance(value: Any) -> Outcome:
    return prove_identity(_moment(2) + _moment(1) - _moment(1) ** 2, value)


def _summed_variance(order: int, scale: Any) -> Outcome:
    """E (X - mx)^2 of X ~ Bin(m, x), summed term by term, is scale m x (1-x) for every m <= order (scale 1)."""
    weight = sp.binomial(degree, index) * x**index * (1 - x) ** (degree - index)
    variance = sp.Sum((index - degree * x) ** 2 * weight, (index, 0, degree))
    case = Case("variance of the binomial", equal(variance, scale * degree * x * (1 - x)), [(degree, 1, order)])
    return prove_finite([case], polynomial=x)


def _length(constant: Any) -> Parts:
    slope = of(THRESHOLD, "slope", m=m)
    return {
        "twice one sixth over the slope": prove_identity(2 * R(1, 6) / slope, R(1, 9) / sp.sqrt(m)),
        "length": prove_by_form(at_least(2 * R(1, 6) / slope, constant / sp.sqrt(m))),
    }


def _constant(value: Any) -> Parts:
    slope = of(THRESHOLD, "slope", m=m)
    product = R(4, 9) * R(1, 3) * (R(1, 3) / slope) / (2 * tau)
    return {
        "product of the steps": prove_identity(product, value / (tau * sp.sqrt(m))),
        "the statement": prove_identity(of(THRESHOLD, "disagreement", m=m, tau=tau), value / (tau * sp.sqrt(m))),
    }


CLAIMS: tuple[Claim, ...] = (
    concluded(
        "threshold.atoms",
        THRESHOLD,
        at(2487),
        "a third of two nonnegative failures summing to at most 1/16 leaves each at most 3/16",
        "a <= {}",
        "a >= 0, b >= 0",
        "3/16",
        "0.18",
        where_holds=("a <= 3/16 - b",),
        printed_constant="3/16",
        proved_constant="3/16",
    ),
    nudged(
        "threshold.derivative-identity",
        THRESHOLD,
        at(2498),
        "d/dx x^j (1-x)^(m-j) = x^j (1-x)^(m-j) (j - mx)/(x(1-x)) for symbolic j and m",
        _derivative_identity,
        0,
        R(1, 100),
    ),
    nudged(
        "threshold.derivative-identity-small-m",
        THRESHOLD,
        at(2498),
        "the derivative of every Bernstein polynomial of degree m <= 40 is the printed one, coefficient by coefficient",
        _bernstein,
        (40, 0),
        (2, 1),
    ),
    Claim(
        "threshold.denominator",
        THRESHOLD,
        at(2500),
        "x(1-x) > 3/16 for 1/4 < x < 3/4",
        lambda: prove_on_box(
            above(x * (1 - x), R(3, 16)),
            {x: (R(1, 4), R(3, 4))},
            open_ends=[(x, "lower"), (x, "upper")],
            cuts={x: [R(1, 2)]},
        ),
        lambda: prove_on_box(
            above(x * (1 - x), R(16, 85)), {x: (R(1, 4), R(3, 4))}, open_ends=[(x, "lower"), (x, "upper")]
        ),
        printed_constant="3/16",
        proved_constant="3/16",
    ),
    nudged(
        "threshold.sixteen-thirds",
        THRESHOLD,
        at(2501),
        "1/(3/16) = 16/3 is at most the printed 6",
        lambda bound: prove_exact(at_most(1 / R(3, 16), bound)),
        6,
        R(53, 10),
        printed_constant="6",
        proved_constant="16/3",
        note="8/3 would do, because the weights (j - mx) sum to zero",
    ),
    Claim(
        "threshold.weights-sum-to-zero",
        THRESHOLD,
        at(2501),
        "the first moment of Bin(m, x) is mx, so the signed weights cancel and a_j in [0,1] costs only half of E|X-EX|",
        lambda: prove_identity(_moment(1), m * x),
        lambda: prove_identity(_moment(1), m * x + x),
        given="the binomial theorem",
    ),
    nudged(
        "threshold.variance",
        THRESHOLD,
        at(2502),
        "the variance of Bin(m, x) is m x (1-x), for symbolic m from the generating function (1-x+xz)^m",
        _variance,
        m * x * (1 - x),
        m * x,
        given="the binomial theorem",
    ),
    nudged(
        "threshold.variance-small-m",
        THRESHOLD,
        at(2502),
        "the variance of Bin(m, x) is m x (1-x), summed term by term for every m <= 40",
        _summed_variance,
        (40, 1),
        (2, R(99, 100)),
    ),
    concluded(
        "threshold.mean-deviation",
        THRESHOLD,
        at(2502),
        "the mean absolute deviation is at most the standard deviation: |Y| <= (Y^2/sigma + sigma)/2",
        "abs(y) <= (y^2/sigma + {}*sigma)/2",
        "sigma > 0, y in (-oo, oo)",
        "1",
        "0.9",
        printed_constant="1",
        proved_constant="1 (m = 1, x = 1/2)",
    ),
    concluded(
        "threshold.half",
        THRESHOLD,
        at(2502),
        "sqrt(m x(1-x)) <= sqrt(m)/2: x(1-x) <= 1/4",
        "sqrt(m*x*(1 - x)) <= {}*sqrt(m)",
        "m > 0, x in [0, 1]",
        "1/2",
        "0.49",
    ),
    concluded(
        "threshold.slope",
        THRESHOLD,
        at(2502),
        "|p'| <= 3 sqrt(m): already E|X-EX|/(x(1-x)) <= 3 sqrt(m) on [1/4, 3/4]",
        "sqrt(m*x*(1 - x))/(x*(1 - x)) <= {}*sqrt(m)",
        "m > 0, x in [1/4, 3/4]",
        "3",
        "2.3",
        printed_constant="3",
        proved_constant="3",
        note="derived.fisher-slope proves 2/sqrt(3); false below 3/(2 sqrt(2)) = 1.0606 (m = 2, + as soon as one is 1)",
        given="that the mean deviation is at most the standard deviation (threshold.mean-deviation)",
    ),
    concluded(
        "threshold.interval-length",
        THRESHOLD,
        at(2504),
        "p moves by 1/6 to either side of 1/2 over at least 1/(9 sqrt m)",
        "2*(1/6)/(3*sqrt(m)) = {}/(9*sqrt(m))",
        "m integer in [1, oo)",
        "1",
        "2",
        steps=lambda: _length(R(1, 9)),
        printed_constant="1/9",
        proved_constant="1/9",
        note="sqrt(3)/6 with the slope of derived.fisher-slope",
        given="the mean value theorem",
    ),
    Claim(
        "threshold.interval-inside",
        THRESHOLD,
        at(2506),
        "the interval where 1/3 < p < 2/3 lies between the two ends, since 3/16 < 1/3 and 13/16 > 2/3",
        lambda: {"left": prove_exact(below(R(3, 16), R(1, 3))), "right": prove_exact(above(R(13, 16), R(2, 3)))},
        lambda: prove_exact(below(R(3, 16), R(1, 6))),
    ),
    concluded(
        "threshold.disagreement",
        THRESHOLD,
        at(2507),
        "2p(1-p) > 4/9 for 1/3 < p < 2/3",
        "2*p*(1 - p) > {}",
        "p in (1/3, 2/3)",
        "4/9",
        "0.45",
        printed_constant="4/9",
        proved_constant="4/9",
    ),
    nudged(
        "threshold.constant",
        THRESHOLD,
        at(2511),
        "the printed steps give disagreement at least (2/243)/(tau sqrt m)",
        _constant,
        R(2, 243),
        R(3, 243),
        printed_constant="2/243 = 0.00823",
        proved_constant="2/243",
        note="derived.threshold-constant proves more than six times that",
        given="the steps of the lemma's proof",
    ),
)
