"""Claims on threshold votes and on lotteries among the answers that pass."""

import math
from typing import Any

import sympy as sp
from flint import fmpq

from replcalc.sharper.votes.statement import CLOSED_GROWTH
from replcalc.symbolic.language import number
from replcalc.vocabulary import (
    Outcome,
    R,
    at_most,
    claim_with_control,
    claims_from_text,
    decide_relations,
    equal,
    rational,
    sqrt,
)

q = sp.Symbol("q", positive=True)


def compute_binomial_mass(votes: int, j: int) -> sp.Expr:
    """Return the probability that ``votes`` coins of bias q show j heads."""
    return math.comb(votes, j) * q**j * (1 - q) ** (votes - j)


def _list_gammas(votes: int) -> list[sp.Expr]:
    """Gamma(0), ..., Gamma(T) of any weights."""
    weights = sp.symbols(f"w0:{votes}", positive=True)
    return [sp.Add(*weights[:j]) for j in range(votes + 1)]


def _relate_expansion(votes: int, shift: int) -> Any:
    """E|Gamma(K) - Gamma(K')| = 2q(1-q) sum_s Pr[Bin(2T-2,q) = s-1] c_s, both sides from definitions, any weights."""
    gamma = _list_gammas(votes)
    pairs = [(a, b) for a in range(votes + 1) for b in range(votes + 1) if a != b]
    gaps = {(a, b): gamma[max(a, b)] - gamma[min(a, b)] for a, b in pairs}
    left = sp.Add(
        *(compute_binomial_mass(votes, a) * compute_binomial_mass(votes, b) * gap for (a, b), gap in gaps.items())
    )
    right = sp.Integer(0)
    for total in range(1, 2 * votes):
        terms = (math.comb(votes, a) * math.comb(votes, b) * gap for (a, b), gap in gaps.items() if a + b == total)
        mean = sp.Add(*terms)
        coefficient = R(votes * (2 * votes - 1), total * (2 * votes - total)) * mean / math.comb(2 * votes, total)
        right += compute_binomial_mass(2 * votes - 2, total - 1) * coefficient
    return equal(left, (2 + shift) * q * (1 - q) * right)


def _relate_growth(votes: int, shift: int) -> Any:
    """E Gamma(K) = q sum_m Pr[Bin(T-1,q) = m-1] Gamma(m) T/m, any weights."""
    gamma = _list_gammas(votes)
    left = sp.Add(*(compute_binomial_mass(votes, j) * gamma[j] for j in range(votes + 1)))
    terms = (compute_binomial_mass(votes - 1, m - 1) * gamma[m] * R(votes + shift, m) for m in range(1, votes + 1))
    return equal(left, q * sp.Add(*terms))


def _relate_slope(degree: int, shift: int) -> Any:
    """The mean v of values at a binomial (D,q) count has the derivative D E[v(K+1) - v(K)], K binomial (D-1,q)."""
    values = sp.symbols(f"v0:{degree + 1}", positive=True)
    mean = sp.Add(*(compute_binomial_mass(degree, j) * values[j] for j in range(degree + 1)))
    steps = (compute_binomial_mass(degree - 1, j) * (values[j + 1] - values[j]) for j in range(degree))
    return equal(sp.diff(mean, q), (degree + shift) * sp.Add(*steps))


def _prove_for_few(relate: Any, counts: tuple[int, ...], shift: int) -> Outcome:
    return decide_relations(relate(count, shift) for count in counts)


def _prove_failure_bounds(degrees: dict[int, int], constant: sp.Expr) -> Outcome:
    """sup over q of E Gamma(K)/q, by number of votes: on a box (degree 0), or by the largest Bernstein coefficient.

    The coefficients of degree T-1 are Gamma(m)T/m; of a higher degree d they are hypergeometric means of these,
    compared as the masses stand, before they are divided by their sum.
    """
    found = []
    for votes, degree in degrees.items():
        masses = [sqrt(rational(j * (votes - 1 - j))) for j in range(votes)]  # the weights, before they are scaled
        if not degree:
            passes = sp.Add(
                *(
                    math.comb(votes, j) * q ** (j - 1) * (1 - q) ** (votes - j) * sp.Add(*masses[:j]) / sp.Add(*masses)
                    for j in range(1, votes + 1)
                )
            )
            passes = sp.expand(passes) if votes < 5 else passes  # three and four votes give the same 3q - 2q^2
            found.append(at_most(passes, constant))
        for place in range(degree + 1 if degree else 0):
            inside = range(max(0, place - degree + votes - 1), min(votes - 1, place) + 1)
            # the mean of the Gamma(m)T/m, m = g + 1, as a sum of the masses: the j-th one is in every Gamma(m), m > j
            share, terms = fmpq(0), []
            for g in range(max(inside), -1, -1):
                if g in inside:
                    binomial = math.comb(votes - 1, g) * math.comb(degree - votes + 1, place - g)
                    share += fmpq(binomial * votes, math.comb(degree, place) * (g + 1))
                terms.append(number(share) * masses[g])
            limit = constant * sp.Add(*masses)
            found.append(at_most(sp.Add(*terms), limit))
    return decide_relations(found, {q: (0, 1)})


#: The least degrees of the Bernstein form at which the largest coefficient is small enough; 0: on a box.
_TWO_DEGREES = {3: 0, 4: 0, 5: 0, 6: 41, 7: 26, 8: 19, 9: 15, 10: 13, 11: 11, 12: 11, 13: 12, 14: 13, 15: 14}

CLAIMS = (
    *claims_from_text(
        "derived:vote-kappa-closed",
        """
        threshold.failure-many: Gamma(m) <= (9/8) m/T for T >= 16 and every m: with v^2 = (m - 1/2)/M, 2 z^2 = 1/M, \
            M = T - 1
            1 - (2*asin(v) - 2*(1 - 2*v^2)*v*sqrt(1 - v^2))/pi + 16*z^3/(3*pi) <= {phi|1.06}*(1 - (v^2 + z^2)/(1 + \
                2*z^2))
            on v in [0, 0.7072], z in [0, 0.1826]
            given that a sum of a monotone function is near its integral (sharper/votes/proof-threshold.md)
        """,
    ),
    *claims_from_text(
        "derived:uniform-threshold",
        """
        threshold.bernoulli: 1 - cy >= (1-y)^c for c, y in [0,1]: the binomial case of the mean difference reduces \
            to fair coins
            1 - c*y >= (1 - y)^({1|0.9}*c)
            on c in [0, 1], y in [0, 1)

        threshold.uniform: (2/sqrt pi) sqrt(T q(1-q))/T is sqrt(2x/(pi T)) at x = 2q(1-q)
            rho = sum(2*sqrt(T[i]*rho0[i]/{2|1})/(sqrt(pi)*T[i]), i, 1, k)
            given the mean difference of fair coins (gap.telescoping)

        threshold.crossing: 8/pi^(3/2) rho0 = sqrt(2 rho0/pi) at rho0 = pi^2/32: above it the uniform threshold is \
            better for many votes
            8/pi^(3/2)*x = sqrt(2*x/pi)
            let x = {pi^2/32|3/10}
        """,
    ),
    *claims_from_text(
        "derived:lottery",
        """
        lottery.halves: 1/n <= 1/2 for two and more answers that pass in some run; one answer is counted whole
            1/n <= {1/2|0.4}
            on n integer in [2, oo)

        lottery.chain: the bound of a lottery grows with that of its fallback, by u rho0: bounds may be chained
            more = less + {1|2}*rho0*u*t
            let more = derived:lottery.rho(rho_later = x + t)
            let less = derived:lottery.rho(rho_later = x)
            on x > 0, t >= 0
        """,
    ),
    *claims_from_text(
        "derived:lottery-constants",
        """
        lottery.tie: the largest count stays at most m with probability e = b - t: e(1-e) = b(1-b) + t(2b-1-t)
            (b - t)*(1 - b + t) = b*(1 - b) + t*({2|1}*b - 1 - t)
            on b > 0, t > 0
            given that e = b - t, t the chance of a tie

        lottery.largest-part: t(h-t) is largest at t = h/2 and rises up to there: what X(q) takes for t at most s_m
            t*(h - t) <= {1/4|0.2}*h^2
            on t >= 0, h >= 0

        lottery.step: the largest count: its mean difference is at most 2r, r = sqrt(T/12) times the largest weight
            2/sqrt(3)*sqrt(T*x*(1 - x))*g <= {2|1.9}*sqrt(T/12)*g
            on T > 0, x in [0, 1], g >= 0
            given Glasser's inequality

        lottery.conditions: condition (Ib) is what step 6 of the proof needs, divided by 1-q
            f*q*(1 - q) + tie/2 - q*(1 - q)*(b - f) - (1 - q)*a = (1 - q)*(({2|1}*f - b)*q + tie/(2*(1 - q)) - a)
            on f > 0, q in (0, 1), tie > 0, a > 0, b > 0
            given the steps of the proof before it
        """,
    ),
    *claims_from_text(
        "derived:lottery-constants-closed",
        """
        lottery.two-answers-least: a string whose likeliest answer has probability q >= 1/2 disagrees with \
            probability at least 2q(1-q)
            1 - q^2 - (1 - q)^2 = {2|3}*q*(1 - q)
            on q in [1/2, 1]
            given that two answers that share what is left disagree least

        lottery.closed: kappa + 2r/(1 - 2 ln T/T) is the larger of both cases of the closed form, from three votes on
            sqrt(T/3)*4*L/(2*T) - 1/(2*sqrt(L/(2*T))*T) = (2*L/sqrt(3) - 1/sqrt(2*L))/sqrt(T)
            2*log(3)/sqrt(3) >= {1|4}/sqrt(2*log(3))
            step^2 = (sqrt(T/12)*(T - 1)/(2*mass))^2 and (4*step)^2*(T - 2) = kappa^2*(T - 1) and c = kappa + \
                2*step/(1 - 2*log(T)/T)
            on L > 0, mass > 0
            given the two cases of derived:lottery-constants

        lottery.tail: Hoeffding's bound of the second answer's votes, summed over the thresholds above one half
            2*(T*d + y)^2/T = 2*T*d^2 + {4|5}*d*y + 2*y^2/T and diff(-exp(-4*d*y)/(4*d), y) = exp(-4*d*y)
            on d > 0, y > 0
            given Hoeffding's inequality and the geometric series
        """,
    ),
    claim_with_control(
        "kappa.expansion",
        "derived:vote-kappa",
        None,
        "given the sum of both counts the gap does not depend on q: the expansion of E|Gamma - Gamma'| for T = 3, 4, 5",
        _prove_for_few,
        (_relate_expansion, (3, 4, 5), 0),
        (_relate_expansion, (3,), 1),
    ),
    claim_with_control(
        "kappa.monotone",
        "derived:vote-kappa",
        None,
        "the mean of rising values at a binomial count rises with q: its derivative is a mean of their steps",
        _prove_for_few,
        (_relate_slope, (2, 3, 5), 0),
        (_relate_slope, (3,), 1),
        given="the mean value theorem",
    ),
    claim_with_control(
        "kappa.growth",
        "derived:vote-kappa",
        None,
        "E Gamma(K)/q is a mean of the Gamma(m)T/m, for T = 3, 4, 5",
        _prove_for_few,
        (_relate_growth, (3, 4, 5), 0),
        (_relate_growth, (4,), 1),
    ),
    claim_with_control(
        "threshold.failure-few",
        "derived:vote-kappa-closed",
        None,
        "E Gamma(K) <= (9/8) q for 3 <= T <= 15, as polynomials in q",
        _prove_failure_bounds,
        (_TWO_DEGREES, CLOSED_GROWTH),
        ({3: 0}, R(112, 100)),
        proved_constant="9/8 (T = 3, q = 3/4)",
        given="that a polynomial lies between its least and its largest Bernstein coefficient",
    ),
)
