"""Claims on heavy hitters by a random threshold (H)."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import (
    Case,
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
    prove_growth,
    prove_identity,
    prove_on_box,
)

HEAVY, SAMPLES = "derived:heavy-hitters", "derived:heavy-hitters-samples"
N = sp.Symbol("N", integer=True, positive=True)
number, b = sp.symbols("N b", integer=True, nonnegative=True)
odds, t = sp.Symbol("odds", positive=True), sp.Symbol("t", nonnegative=True)
a, e, y = sp.Symbol("a", positive=True), sp.Symbol("e", positive=True), sp.Symbol("y", nonnegative=True)


def _size_bias(order: int, factor: int) -> Outcome:
    """b C(N,b) = N C(N-1,b-1): E B h(B) = N p E h(B'+1), B' of N - 1 draws, whatever h and p are."""
    relation = equal(b * sp.binomial(number, b), factor * number * sp.binomial(number - 1, b - 1))
    return prove_finite([Case("size bias", relation, [(number, 1, order), (b, 1, number)])])


def _per_unit(power: int) -> Parts:
    """Per unit of p the gap is a factor of N times sqrt((1-p)/p), which falls with p; (1-p)/p = 1/odds at p's odds.

    N (Gamma(N)/Gamma(N+1/2))^2 falls with N (gap.monotone-ratio), so N times the square is at most its value at N = 1,
    (4/pi)^2 (1-p)/p, which is below 2(1-p)/p: the closed form stays.
    """
    one = of(HEAVY, "gap_heavy", N=sp.Integer(1), p0=odds / (1 + odds))
    return {
        "the bound at N = 1": prove_identity(one**2, (4 / sp.pi) ** 2 / odds),
        "below the variance's": prove_exact(at_most((4 / sp.pi) ** 2, 2)),
        "falls": prove_by_form(at_least(2 / (odds * N), 2 * (1 + t * (power - 1)) / ((odds + t) * N))),
    }


# -- the closed form, from the theorem at p0 = 9/10 (nu - epsilon) -----------------------------------------------------
def _shift(least: Any) -> Parts:
    """ln(candidates/beta) > ln 3 >= 1, so N >= 1/(2 e^2) >= 1/e for e < 1/2; the distance of l' and b times N - 1."""
    size, light = sp.symbols("N light", positive=True)
    return {
        "ln 3 >= 1": prove_exact(at_least(sp.log(3), least)),
        "1/(2 e^2) >= 1/e": prove_by_form(at_least(1 / (2 * e**2), 1 / e), substitute={e: 1 / (2 + t)}),
        "N e - (1 - b)": prove_identity(size * (light + e) - 1 - light * (size - 1), size * e - (1 - light)),
    }


def _rare(factor: Any) -> Parts:
    """kl(b, kb) >= b (k - 1 - ln k): the rest is (1-b) ln((1-b)/(1-kb)) + b - kb >= 0, with z = (1-kb)/(1-b) >= 1:
    (1-b)(z - 1 - ln z) after b - kb = (1-b)(z-1). At z = e^y: e^y - 1 - y."""
    kappa, light = sp.symbols("kappa light", positive=True)
    z = (1 - kappa * light) / (1 - light)
    return {
        "b - kb": prove_identity(light - kappa * light, (1 - light) * (z - 1)),
        "e^y - 1 - y >= 0": prove_growth(at_least(sp.exp(y), 1 + factor * y), y, 0, order=2),
    }


def _light_term() -> Parts:
    """(2/(w rho))^2 e^(-2 (N-1) b c) <= 9/5 e^(2c)/c M e^(-2M) <= 1 for M = N b c >= ln 400 >= 5."""
    c = R(9, 10) - 1 - sp.log(R(9, 10))
    return {
        "ln 400 >= 5": prove_exact(at_least(sp.log(400), 5)),
        "9/5 e^(2c)/c <= 340": prove_exact(at_most(R(9, 5) * sp.exp(2 * c) / c, 340)),
    }


def _failure(factor: Any) -> Parts:
    """(N e - a)^2 >= (N-1)(N e^2 - 2 e a), a = 1 - b; e^(4 e a) <= 2 (b + e)/b, convex in e, at e = 0 and e = a/2."""
    size = sp.Symbol("N", positive=True)
    less = (size - 1) * (size * e**2 - 2 * e * a)
    return {
        "exponent": prove_identity((size * e - a) ** 2 - less, (a - e) ** 2 + (size - 1) * e**2),
        "at e = a/2": prove_on_box(at_most(factor * (1 - a) * sp.exp(2 * a**2), 2 - a), {a: (0, 1)}),
    }


def _main_term(factor: Any) -> Outcome:
    """At N = 2/(tau w^2 (99 rho/100)^2), the first term, sqrt(2/(tau N))/w is 99/100 rho."""
    rho, beta, tau, width = sp.symbols("rho beta tau width", positive=True)
    others = {name: sp.Symbol(name, positive=True) for name in ("light", "error", "candidates")}
    needed = of(SAMPLES, "samples", **others, tau=tau, width=width, rho=rho, beta=beta)
    first = [term for term in needed.args[0].args if not term.has(sp.log)]
    return prove_identity(factor * sp.sqrt(2 / (tau * first[0])) / width, R(99, 100) * rho)


def _balanced(factor: Any) -> Outcome:
    """At the balanced share (2 e/w)^2 = (99 rho/100)^2 tau ln(candidates/beta) = q^2, so both terms agree."""
    q = sp.Symbol("q", positive=True)
    share = 1 / (1 + factor * q)
    return prove_identity(((1 - share) / share) ** 2, q**2)


CLAIMS = (
    nudged(
        "heavy.size-bias",
        HEAVY,
        None,
        "b C(N,b) = N C(N-1,b-1) for every 1 <= b <= N <= 40: by its value a binomial is 1 + one of N - 1 draws",
        _size_bias,
        (40, 1),
        (3, 2),
    ),
    concluded(
        "heavy.per-unit",
        HEAVY,
        None,
        "sqrt(2p(1-p)/N) per unit of p falls with p, so the lightest of the heavy elements has the largest share",
        "2*(1 - p)/(N*p) >= {}*2*(1 - q)/(N*q)",
        "N integer in [1, oo), p in (0, 1), q in (0, 1)",
        "1",
        "1.1",
        where_holds=("q >= p",),
        steps=lambda: _per_unit(1),
        given="the variance of a binomial law",
    ),
    concluded(
        "heavy.closed-shift",
        SAMPLES,
        None,
        "ln(3)/(2 e^2) samples are at least 1/e, so the shifted threshold lies above nu - epsilon.",
        "(2 + t)^2/2 >= 2 + t and log(3) >= {} and N*(light + e) - light*(N - 1) - 1 = N*e - (1 - light)",
        "t >= 0, N > 0, e > 0, light > 0",
        "1",
        "1.1",
        steps=lambda: _shift(1),
        given="that e = 1/(2 + t) is any error of at most 1/2",
    ),
    nudged(
        "heavy.closed-rare",
        SAMPLES,
        None,
        "kl(b, k b) >= b (k - 1 - ln k), because e^y >= 1 + y.",
        _rare,
        1,
        R(11, 10),
        given="the Chernoff-Hoeffding bound",
    ),
    concluded(
        "heavy.closed-light",
        SAMPLES,
        None,
        "340 M <= e^(2M) from M = 5 on: where the first two terms hold, light elements take less than rho.",
        "340*M <= exp(2*M)",
        "M >= {}",
        "5",
        "1",
        steps=_light_term,
        given="the Chernoff-Hoeffding bound",
    ),
    nudged(
        "heavy.closed-failure",
        SAMPLES,
        None,
        "One draw taken away costs the exponent at most 4 e (1-b), and e^(4 e (1-b)) <= 2 (b+e)/b.",
        _failure,
        1,
        2,
        given="Hoeffding's inequality",
    ),
    nudged(
        "heavy.closed-main-term",
        SAMPLES,
        None,
        "2/(tau w^2 (99 rho/100)^2) samples make the bound of elements that are not light 99 rho/100.",
        _main_term,
        1,
        2,
        given="derived:heavy-hitters",
    ),
    nudged(
        "heavy.closed-balanced",
        SAMPLES,
        None,
        "At the share 1/(1 + q) the error is q/2 times the width: both terms of the samples agree.",
        _balanced,
        1,
        2,
    ),
)
