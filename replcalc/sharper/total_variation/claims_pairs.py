"""Claims on two-point pairs, the four-outcome pair (B2) and the numerics of products (proof-product-tv.md)."""

from __future__ import annotations

import sympy as sp

from replcalc.vocabulary import (
    Claim,
    Outcome,
    Parts,
    at_least,
    at_most,
    concluded,
    correlated_error,
    nudged,
    prove_by_form,
    prove_growth,
    prove_identity,
)

TV, REVEALED, TO_REPLICABLE = "derived:nonadaptive-tv", "derived:revealed-tv", "derived:tv-to-replicable"
R = sp.Rational

epsilon, larger, delta, x, u, a, g, z, P, E, L, p0, q0 = sp.symbols(
    "epsilon eta delta x u a g z P E L p q", positive=True
)
r, s, y = sp.symbols("r s y", nonnegative=True)


def _likely(parameter: sp.Expr) -> sp.Expr:
    return sp.exp(parameter) / (1 + sp.exp(parameter))


def _rare(parameter: sp.Expr) -> sp.Expr:
    return 1 / (1 + sp.exp(parameter))


# -- a smaller epsilon is a post-processing ----------------------------------------------------------------------------


def _flip(of: sp.Expr, into: sp.Expr) -> Parts:
    """Flipping the outcome of the pair of ``of`` with probability r makes the pair of ``into``; 0 <= r <= 1/2.

    (1-2r) tanh(of/2) = tanh(into/2); with e^epsilon = 1 + x and e^eta = 1 + x + s the entries r and 1/2 - r are
    quotients of polynomials with nonnegative coefficients.
    """
    flip = (1 - sp.tanh(into / 2) / sp.tanh(of / 2)) / 2
    top, bottom = sp.exp(of) - sp.exp(into), (sp.exp(into) + 1) * (sp.exp(of) - 1)
    sizes = {sp.exp(epsilon): 1 + x, sp.exp(larger): 1 + x + s}
    entry = (top / bottom).xreplace(sizes)
    return {
        "likely outcome": prove_identity((1 - flip) * _likely(of) + flip * _rare(of), _likely(into)),
        "mirror image": prove_identity((1 - flip) * _rare(of) + flip * _likely(of), _rare(into)),
        "r": prove_identity(flip, top / bottom),
        "r >= 0": prove_by_form(at_least(entry, 0)),
        "r <= 1/2": prove_by_form(at_most(entry, R(1, 2))),
    }


# -- four outcomes -----------------------------------------------------------------------------------------------------
def _four_outcomes(factor: sp.Expr) -> Parts:
    """Masses of both laws; of (first - e^epsilon second) only the revealed outcome is positive, and it is delta."""
    first = (delta, (1 - delta) * _likely(epsilon), (1 - delta) * _rare(epsilon), sp.Integer(0))
    second = first[::-1]
    gaps = [one - factor * other for one, other in zip(first, second, strict=True)]
    inside = {delta: 1 / (1 + x), epsilon: sp.log(1 + y)}  # 0 < delta < 1, e^epsilon = 1 + y
    return {
        "mass": prove_identity(sum(first), 1),
        "revealed": prove_identity(gaps[0], delta),
        "likely": prove_identity(gaps[1], 0),
        "rare": prove_by_form(at_most(gaps[2], 0), substitute=inside),
        "never": prove_by_form(at_most(gaps[3], 0), substitute=inside),
    }


def _split(denominator: sp.Expr) -> Parts:
    """A, B of step 2 (d) recombine to p0/(1-delta), q0/(1-delta), and have mass 1 where p0 and q0 have mass 1-delta."""
    one = (sp.exp(epsilon) * p0 - q0) / (denominator * (1 - delta))
    two = (sp.exp(epsilon) * q0 - p0) / (denominator * (1 - delta))
    return {
        "first law": prove_identity((1 - delta) * (_likely(epsilon) * one + _rare(epsilon) * two), p0),
        "second law": prove_identity((1 - delta) * (_rare(epsilon) * one + _likely(epsilon) * two), q0),
        "mass": prove_identity(one.xreplace({p0: 1 - delta, q0: 1 - delta}), 1),
    }


# -- the mean that the total variation comes down to -------------------------------------------------------------------
def _overlap(half: sp.Rational) -> Parts:
    """min(P, e^E Q) = e^(E/2) e^(-|L-E|/2) for P, Q = e^(+-L/2), on either side of E; k = 1 written out."""
    first, second = sp.exp(L / 2), sp.exp(E - L / 2)
    return {
        "L = E + s": prove_identity(second.xreplace({L: E + s}), sp.exp(E / 2) * sp.exp(-half * s)),
        "L = E - s": prove_identity(first.xreplace({L: E - s}), sp.exp(E / 2) * sp.exp(-half * s)),
        "the other side is larger": prove_growth(at_least(sp.exp(s), 1), s),
        "k = 1": prove_identity(1 - sp.sech(epsilon / 2) * sp.exp(-half * epsilon), sp.tanh(epsilon / 2)),
    }


def _period(sign: int) -> Parts:
    """The two geometric series of sum_m phi(x + mP), q = e^(-P/2), and e^(x/2) = 2 cosh(x/2) - e^(-x/2)."""
    q = sp.exp(-P / 2)
    right, left = sp.exp(-y / 2) / (1 - q), sp.exp(y / 2) * q / (1 - q)  # m >= 0 and m <= -1
    folded = (sp.exp(-y / 2) + q * sp.exp(y / 2)) / (1 - q)
    return {
        "series": prove_identity(right + left, folded),
        "one more period on the right": prove_identity(right, sp.exp(-y / 2) + q * right),
        "one more period on the left": prove_identity(left, sp.exp(-(P - y) / 2) + q * left),
        "back": prove_identity(folded - sign * 2 * q * sp.cosh(y / 2) / (1 - q), sp.exp(-y / 2)),
    }


def _lattice(last: sp.Expr) -> Parts:
    """A coefficient over the points r + 2gj, 0 <= r < 2g: two geometric series, rational in z = e^(2igw).

    ``last`` is the second hyperbolic sine of the sum. It is largest at r = 0, since sinh s + sinh y <= sinh(s + y).
    """
    right = sp.exp(-r / 2) / (1 - sp.exp(-g) / z)  # j >= 0
    left = sp.exp(r / 2) * sp.exp(-g) * z / (1 - sp.exp(-g) * z)  # j <= -1
    closed = (sp.sinh(g - r / 2) + z * last) / (sp.cosh(g) - (z + 1 / z) / 2)
    split = sp.sinh(y) * (sp.cosh(s) - 1) + sp.sinh(s) * (sp.cosh(y) - 1)
    return {
        "sum": prove_identity(right + left, closed),
        "largest at r = 0": prove_identity(sp.sinh(s + y) - sp.sinh(s) - sp.sinh(y), split),
    }


def _band(quarter: sp.Rational) -> Parts:
    """Sums of e^(-a|x|) and of its derivative over the integers and half-integers, z for e^(i pi t); mean gap."""
    below = sp.cosh(a) - (z**2 + z**-2) / 2
    up, down = sp.exp(-a) * z**2, sp.exp(-a) / z**2
    half_up, half_down = sp.exp(-a / 2) * z / (1 - up), sp.exp(-a / 2) / z / (1 - down)
    return {
        "integers": prove_identity(1 / (1 - up) + down / (1 - down), sp.sinh(a) / below),
        "integers, slopes": prove_identity(up / (1 - up) - down / (1 - down), (z**2 - z**-2) / 2 / below),
        "halves": prove_identity(half_up + half_down, sp.sinh(a / 2) * (z + 1 / z) / below),
        "halves, slopes": prove_identity(half_up - half_down, sp.cosh(a / 2) * (z - 1 / z) / below),
        "mean gap": prove_identity(1 / sp.tanh(a / 2) - 1 / sp.sinh(a / 2), sp.tanh(quarter * a)),
    }


def _factored() -> Outcome:
    """Beyond t = 1/2 the coefficient below is a multiple of a cosh(a/2) - 2 sinh(a/2), nonnegative with a/2 - tanh."""
    return prove_identity(a * sp.cosh(a / 2) - 2 * sp.sinh(a / 2), 2 * sp.cosh(a / 2) * (a / 2 - sp.tanh(a / 2)))


def _tanh_below(slope: sp.Rational) -> Outcome:
    """tanh y <= slope y for y >= 0; at slope 1 the difference has the derivative tanh^2."""
    return prove_growth(at_most(sp.tanh(y), slope * y), y, form=sp.tanh(y) ** 2 if slope == 1 else None)


def _majorant(two: sp.Rational) -> Parts:
    """b(u) = u/(e^u - 1): b(-u) = b(u) + u, and b'' >= 0 for u > 0, that is (u-2) e^u + u + 2 >= 0."""
    b = u / (sp.exp(u) - 1)
    return {
        "b(-u)": prove_identity(-u / (sp.exp(-u) - 1), b + u),
        "b''": prove_identity(b.diff(u, 2), sp.exp(u) * ((u - two) * sp.exp(u) + u + 2) / (sp.exp(u) - 1) ** 3),
        "sign": prove_growth(at_least((y - two) * sp.exp(y) + y + 2, 0), y, order=2),
    }


def _minorant(slope: sp.Rational) -> Parts:
    """c(u) = (u/2)/sinh(u/2) is even and decreases for u > 0: its derivative has the sign of tanh v - v, v = u/2."""
    c = u / sp.sinh(u)
    return {
        "even": prove_identity(-u / sp.sinh(-u), c),
        "derivative": prove_identity(c.diff(u), sp.cosh(u) / sp.sinh(u) ** 2 * (sp.tanh(u) - u)),
        "sign": _tanh_below(slope),
    }


CLAIMS: tuple[Claim, ...] = (
    concluded(
        "tv.one-pair-grows",
        TV,
        None,
        "tanh(epsilon/2) increases in epsilon",
        "tanh((eps + s)/2) >= {}*tanh(eps/2)",
        "eps > 0, s >= 0",
        "1",
        "1.01",
    ),
    nudged(
        "tv.smaller-pair",
        TV,
        None,
        "the pair of epsilon is the pair of a larger eta, flipped with probability r in [0, 1/2]",
        _flip,
        (larger, epsilon),
        (epsilon, larger),
    ),
    nudged(
        "tv.four-outcomes",
        REVEALED,
        None,
        "both four-outcome laws have mass 1 and sum (P - e^eps Q)_+ = delta, all of it on the revealed outcome",
        _four_outcomes,
        sp.exp(epsilon),
        sp.exp(epsilon / 2),
    ),
    nudged(
        "tv.split",
        TV,
        None,
        "A, B = (e^eps p - q, e^eps q - p)/((e^eps - 1)(1 - delta)) have mass 1 and recombine to p and q",
        _split,
        sp.exp(epsilon) - 1,
        sp.exp(epsilon) + 1,
    ),
    nudged(
        "tv.overlap",
        TV,
        None,
        "min(P, e^E Q) = e^(E/2) e^(-|L-E|/2) up to the common factor; for k = 1, 1 - sech e^(-eps/2) = tanh(eps/2)",
        _overlap,
        R(1, 2),
        R(1),
    ),
    nudged(
        "tv.disagreement",
        TO_REPLICABLE,
        None,
        "1 - (1-x)/(1+x) = 2x/(1+x): the earliest point misses the intersection of the two regions",
        lambda added: prove_identity(1 - (1 - x) / (1 + added), correlated_error(x)),
        x,
        2 * x,
    ),
    nudged(
        "product.period",
        TV,
        None,
        "sum_m e^(-|x+mP|/2) = (e^(-x/2) + q e^(x/2))/(1-q) on [0, P], and e^(-x/2) is that minus 2q cosh(x/2)/(1-q)",
        _period,
        1,
        -1,
        given="the geometric series",
    ),
    nudged(
        "product.lattice",
        TV,
        None,
        "the two geometric series of a lattice coefficient add up to the stated quotient",
        _lattice,
        sp.sinh(r / 2),
        sp.sinh(r),
        given="the geometric series",
    ),
    nudged(
        "product.band",
        TV,
        None,
        "the transforms of the two band-limited functions; over a period they differ by tanh(a/4)/(N+1) on average",
        _band,
        R(1, 4),
        R(1, 2),
        given="the geometric series",
    ),
    concluded(
        "product.coefficients",
        TV,
        None,
        "the coefficients of both band-limited functions are nonnegative: sinh a >= a and tanh(a/2) <= a/2",
        "sinh(a) >= {}*a and tanh(a/2) <= a/2",
        "a >= 0",
        "1",
        "1.1",
        steps=_factored,
        given="the formulas of the coefficients",
    ),
    nudged(
        "product.majorant",
        TV,
        None,
        "b(u) = u/(e^u - 1) is convex and b(-u) = b(u) + u",
        _majorant,
        R(2),
        R(201, 100),
        given="that a second derivative >= 0 makes a function convex",
    ),
    nudged(
        "product.minorant",
        TV,
        None,
        "u/sinh(u) is even and decreases for u > 0",
        _minorant,
        R(1),
        R(99, 100),
        given="the mean value theorem",
    ),
)
