"""Claims on threshold votes (T)."""

from __future__ import annotations

import math

import sympy as sp
from flint import fmpq

from replcalc.sharper.votes.statement_threshold import CLOSED_GROWTH
from replcalc.symbolic.language import number
from replcalc.vocabulary import (
    Claim,
    Outcome,
    at_most,
    concluded,
    equal,
    nudged,
    of,
    prove_all,
    prove_exact,
    prove_identity,
    prove_on_box,
    rational,
    sqrt,
)

KAPPA, CLOSED, UNIFORM, BINARY = (
    "derived:vote-kappa",
    "derived:vote-kappa-closed",
    "derived:uniform-threshold",
    "derived:binary-votes",
)
R = sp.Rational
M, q, x, y, c, z, u, v, e, rho0 = sp.symbols("M q x y c z u v e rho0", positive=True)
T, m = sp.symbols("T m", integer=True, positive=True)
s, t = sp.symbols("s t", nonnegative=True)


def _masses(votes: int) -> list[sp.Expr]:
    """What the distribution of the threshold is proportional to."""
    return [sqrt(rational(j * (votes - 1 - j))) for j in range(votes)]


def weights(votes: int) -> list[sp.Expr]:
    """The distribution of the threshold."""
    masses = _masses(votes)
    return [mass / sp.Add(*masses) for mass in masses]


def _pmf(votes: int, j: int) -> sp.Expr:
    return math.comb(votes, j) * q**j * (1 - q) ** (votes - j)


def _passes(votes: int, law: list[sp.Expr]) -> sp.Expr:
    """E of the threshold's distribution function at a binomial count, over q: a polynomial in Bernstein form."""
    terms = ((j, sp.Add(*law[:j])) for j in range(1, votes + 1))
    return sp.Add(*(math.comb(votes, j) * q ** (j - 1) * (1 - q) ** (votes - j) * mass for j, mass in terms))


def _gammas(votes: int) -> list[sp.Expr]:
    """Gamma(0), ..., Gamma(T) of any weights."""
    law = sp.symbols(f"w0:{votes}", positive=True)
    return [sp.Add(*law[:j]) for j in range(votes + 1)]


def _expansion(votes: int, shift: int) -> Outcome:
    """E|Gamma(K) - Gamma(K')| = 2q(1-q) sum_s Pr[Bin(2T-2,q) = s-1] c_s, both sides from definitions, any weights."""
    gamma = _gammas(votes)
    pairs = [(a, b) for a in range(votes + 1) for b in range(votes + 1) if a != b]
    left = sp.Add(*(_pmf(votes, a) * _pmf(votes, b) * (gamma[max(a, b)] - gamma[min(a, b)]) for a, b in pairs))
    right = sp.Integer(0)
    for total in range(1, 2 * votes):
        methods = [(a, b) for a, b in pairs if a + b == total]
        mean = sp.Add(
            *(math.comb(votes, a) * math.comb(votes, b) * (gamma[max(a, b)] - gamma[min(a, b)]) for a, b in methods)
        )
        coefficient = R(votes * (2 * votes - 1), total * (2 * votes - total)) * mean / math.comb(2 * votes, total)
        right += _pmf(2 * votes - 2, total - 1) * coefficient
    return prove_identity(left, (2 + shift) * q * (1 - q) * right)


def _growth(votes: int, shift: int) -> Outcome:
    """E Gamma(K) = q sum_m Pr[Bin(T-1,q) = m-1] Gamma(m) T/m, any weights."""
    gamma = _gammas(votes)
    left = sp.Add(*(_pmf(votes, j) * gamma[j] for j in range(votes + 1)))
    terms = (_pmf(votes - 1, m - 1) * gamma[m] * R(votes + shift, m) for m in range(1, votes + 1))
    return prove_identity(left, q * sp.Add(*terms))


def _slope(degree: int, shift: int) -> Outcome:
    """The mean v of values at a binomial (D,q) count has the derivative D E[v(K+1) - v(K)], K binomial (D-1,q)."""
    values = sp.symbols(f"v0:{degree + 1}", positive=True)
    mean = sp.Add(*(_pmf(degree, j) * values[j] for j in range(degree + 1)))
    steps = (_pmf(degree - 1, j) * (values[j + 1] - values[j]) for j in range(degree))
    return prove_identity(sp.diff(mean, q), (degree + shift) * sp.Add(*steps))


def _failure_few(degrees: dict[int, int], constant: sp.Expr) -> Outcome:
    """sup over q of E Gamma(K)/q, by number of votes: on a box (degree 0), or by the largest Bernstein coefficient.

    The coefficients of degree T-1 are Gamma(m)T/m; of a higher degree d they are hypergeometric means of these,
    compared as the masses stand, before they are divided by their sum.
    """
    found = {}
    for votes, degree in degrees.items():
        if not degree:
            passes = _passes(votes, weights(votes))
            passes = sp.expand(passes) if votes < 5 else passes  # three and four votes give the same 3q - 2q^2
            found[f"T = {votes}"] = prove_on_box(at_most(passes, constant), {q: (0, 1)}, cuts={q: (R(3, 4),)})
            continue
        masses = _masses(votes)
        limit = constant * sp.Add(*_masses(votes))
        for place in range(degree + 1):
            inside = range(max(0, place - degree + votes - 1), min(votes - 1, place) + 1)
            # the mean of the Gamma(m)T/m, m = g + 1, as a sum of the masses: the j-th one is in every Gamma(m), m > j
            share, terms = fmpq(0), []
            for g in range(max(inside), -1, -1):
                if g in inside:
                    methods = math.comb(votes - 1, g) * math.comb(degree - votes + 1, place - g)
                    share += fmpq(methods * votes, math.comb(degree, place) * (g + 1))
                terms.append(number(share) * masses[g])
            found[f"T = {votes}, {place} of {degree}"] = prove_exact(at_most(sp.Add(*terms), limit))
    return prove_all(found)


#: The least degrees of the Bernstein form at which the largest coefficient is small enough; 0: on a box.
_TWO_DEGREES = {3: 0, 4: 0, 5: 0, 6: 41, 7: 26, 8: 19, 9: 15, 10: 13, 11: 11, 12: 11, 13: 12, 14: 13, 15: 14}


def _arc(root: sp.Expr) -> sp.Expr:
    """(8/pi) times the integral of sqrt(y(1-y)) from 0 to root^2."""
    return (2 * sp.asin(root) - 2 * (1 - 2 * root**2) * root * sp.sqrt(1 - root**2)) / sp.pi


def _failure_many(fewest: int, constant: sp.Expr) -> Outcome:
    """1 - Gamma(l) <= constant (1 - l/T) for l <= T/2, with u = v^2 = (l - 1/2)/M, e = 1/M, M = T - 1.

    Gamma(l) >= G(u) - G(e/2) by the midpoint rule and S <= pi M^2/8, and G(e/2) <= (16/(3 pi)) (e/2)^(3/2) with
    e = 2 z^2; l/T = (u + e/2)/(1 + e).
    """
    mass = _arc(v) - 16 * z**3 / (3 * sp.pi)
    share = (v**2 + z**2) / (1 + 2 * z**2)
    top = R(math.isqrt(10**8 // (2 * (fewest - 1))) + 1, 10**4)  # z = sqrt(e/2) <= 1/sqrt(2(T-1))
    return prove_on_box(at_most(1 - mass, constant * (1 - share)), {v: (0, R(7072, 10000)), z: (0, top)})


def _mass(part: sp.Rational) -> Outcome:
    """sqrt(x(M-x)) is concave, and the two missing ends of length 1/2 hold at most sqrt(2M)/3."""
    h = sp.sqrt(x * (M - x))
    return prove_all(
        {
            "concave": prove_identity(sp.diff(h, x, 2), -(M**2) / (4 * (x * (M - x)) ** R(3, 2))),
            "ends": prove_identity(2 * sp.sqrt(M) * R(2, 3) * part ** R(3, 2), sp.sqrt(2 * M) / 3),
            "statement": prove_identity(of(CLOSED, "mass", T=M + 1), sp.pi * M**2 / 8 - sp.sqrt(2 * M) / 3),
        }
    )


def _closed(factor: sp.Rational) -> Outcome:
    """(2/sqrt 3) sqrt(T q(1-q) (T-1)(T-2) q(1-q))/(2q(1-q) S), with q(1-q) = x."""
    spread = factor * sp.sqrt(y * x**2) / (2 * x * M)  # y stands for T(T-1)(T-2)
    closed = of(CLOSED, "kappa", T=T, mass=M)
    return prove_all(
        {
            "q cancels": prove_identity(spread, sp.sqrt(y / 3) / M),
            "statement": prove_identity((closed * M) ** 2, T * (T - 1) * (T - 2) / 3),
        }
    )


CLAIMS = (
    Claim(
        "kappa.expansion",
        KAPPA,
        None,
        "given the sum of both counts the gap does not depend on q: the expansion of E|Gamma - Gamma'| for T = 3, 4, 5",
        lambda: prove_all({f"T = {votes}": _expansion(votes, 0) for votes in (3, 4, 5)}),
        lambda: _expansion(3, 1),
    ),
    Claim(
        "kappa.monotone",
        KAPPA,
        None,
        "the mean of rising values at a binomial count rises with q: its derivative is a mean of their steps",
        lambda: prove_all({f"D = {degree}": _slope(degree, 0) for degree in (2, 3, 5)}),
        lambda: _slope(3, 1),
        given="the mean value theorem",
    ),
    Claim(
        "kappa.growth",
        KAPPA,
        None,
        "E Gamma(K)/q is a mean of the Gamma(m)T/m, for T = 3, 4, 5",
        lambda: prove_all({f"T = {votes}": _growth(votes, 0) for votes in (3, 4, 5)}),
        lambda: _growth(4, 1),
    ),
    nudged(
        "kappa.mass",
        CLOSED,
        None,
        "the weights sqrt(m(M-m)) add up to at least pi M^2/8 - sqrt(2M)/3: midpoint rule of a concave function",
        _mass,
        R(1, 2),
        R(1, 3),
        given="that the midpoint rule is above the integral of a concave function",
    ),
    nudged(
        "kappa.closed",
        CLOSED,
        None,
        "Glasser and Efron-Stein: the variance T q(1-q) E w^2 is (T(T-1)(T-2)) (q(1-q))^2/S^2, so q cancels",
        _closed,
        2 / sp.sqrt(3),
        R(2),
        given="Glasser's inequality and the Efron-Stein inequality",
    ),
    concluded(
        "kappa.chord",
        CLOSED,
        None,
        "thresholds at most T/2: the weights grow up to the middle, so Gamma(m) <= m/T there; "
        "m(T-1-m) "
        "grows by T-2-2m from m to m+1",
        "(m + 1)*(T - 1 - (m + 1)) >= {}*m*(T - 1 - m)",
        "T > 0, m >= 0",
        "1",
        "2",
        where_holds=("m <= T/2 - 1",),
        given="that a sequence of growing steps lies below its chord",
    ),
    nudged(
        "threshold.failure-few",
        CLOSED,
        None,
        "E Gamma(K) <= (9/8) q for 3 <= T <= 15, as polynomials in q",
        _failure_few,
        (_TWO_DEGREES, CLOSED_GROWTH),
        ({3: 0}, R(112, 100)),
        proved_constant="9/8 (T = 3, q = 3/4)",
        given="that a polynomial lies between its least and its largest Bernstein coefficient",
    ),
    nudged(
        "threshold.failure-many",
        CLOSED,
        None,
        "Gamma(m) <= (9/8) m/T for T >= 16 and every m",
        _failure_many,
        (16, CLOSED_GROWTH),
        (16, R(106, 100)),
        given="that a sum of a monotone function is near its integral (sharper/votes/proof-threshold.md)",
    ),
    concluded(
        "threshold.bernoulli",
        UNIFORM,
        None,
        "1 - cy >= (1-y)^c for c, y in [0,1]: the binomial case of the mean difference reduces to fair coins",
        "1 - c*y >= (1 - y)^({}*c)",
        "c in [0, 1], y in [0, 1)",
        "1",
        "0.9",
    ),
    Claim(
        "threshold.uniform",
        UNIFORM,
        None,
        "(2/sqrt pi) sqrt(T q(1-q))/T is sqrt(2x/(pi T)) at x = 2q(1-q)",
        lambda: prove_identity(2 * sp.sqrt(T * x / 2) / (sp.sqrt(sp.pi) * T), sp.sqrt(2 * x / (sp.pi * T))),
        lambda: prove_identity(2 * sp.sqrt(T * x) / (sp.sqrt(sp.pi) * T), sp.sqrt(2 * x / (sp.pi * T))),
        given="the mean difference of fair coins (gap.telescoping)",
    ),
    Claim(
        "threshold.crossing",
        UNIFORM,
        None,
        "8/pi^(3/2) rho0 = sqrt(2 rho0/pi) at rho0 = pi^2/32: above it the uniform threshold is better for many votes",
        lambda: prove_exact(equal(8 / sp.pi ** R(3, 2) * sp.pi**2 / 32 - sp.sqrt(2 * sp.pi**2 / 32 / sp.pi), 0)),
        lambda: prove_exact(equal(8 / sp.pi ** R(3, 2) * R(3, 10) - sp.sqrt(2 * R(3, 10) / sp.pi), 0)),
    ),
)
