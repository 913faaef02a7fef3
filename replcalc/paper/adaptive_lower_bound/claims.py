"""Claims of the adaptive lower bound, clm:fixed_r_lb and thm:adaptive_lb (TeX lines 2421-2685)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Case,
    Claim,
    Outcome,
    R,
    Verdict,
    at_hypotheses,
    at_least,
    at_most,
    below,
    concluded,
    equal,
    indicator,
    nudged,
    of,
    prove_by_form,
    prove_finite,
    prove_growth,
    prove_identity,
)

THRESHOLD, FIXED, THEOREM = "lem:threshold_estimation", "clm:fixed_r_lb", "thm:adaptive_lb"

x, q = sp.symbols("x q", positive=True)
a, b, s, t = sp.symbols("a b s t", nonnegative=True)
tau, rho, p = sp.symbols("tau rho p", positive=True)
k = sp.Symbol("k", integer=True, positive=True)


# -- clm:fixed_r_lb and thm:adaptive_lb --------------------------------------------------------------------------------


def _copied_answer() -> Outcome:
    """Two runs, two rounds: y_1 a fair bit in either run, y_2 = y_1."""
    u, v = sp.symbols("u v", integer=True, nonnegative=True)
    differ = sp.Sum(indicator(sp.Ne(u, v)), (u, 0, 1), (v, 0, 1)) / 4
    return prove_finite([Case("Pr[both rounds disagree]", equal(differ, differ * differ))])


rounds, samples, width, failure = sp.symbols("k m tau beta", positive=True)
_heads = sp.Symbol("i", integer=True, nonnegative=True)
#: Probability that the majority of m coins of bias 7/10 is not on the right side.
_majority_wrong = sp.Sum(
    sp.binomial(samples, _heads) * R(7, 10) ** _heads * R(3, 10) ** (samples - _heads), (_heads, 0, (samples - 1) / 2)
)


#: The witness: rounds, samples, width, failure probability.
WITNESS = {rounds: 10**6, samples: 189, width: R(1, 5), failure: R(1, 100)}


def _at_the_witness(name: str, cases: Sequence[Case], constant: Any) -> Outcome:
    """Do the premises hold at the witness, and is m >= constant k^2/tau^2 there?"""
    cost = Case("m tau^2/k^2 at least the constant", at_least(samples * width**2 / rounds**2, constant))
    return at_hypotheses(
        {name: prove_finite(cases, given=WITNESS)},
        prove_finite([cost], given=WITNESS),
        **{str(symbol): value for symbol, value in WITNESS.items()},
    )


def _even_coins(constant: Any) -> Outcome:
    """A constant answer on half of the coins, the majority of 189 samples otherwise; k = 10^6, tau = 1/5, rho = 1/2."""
    success = (1 - rounds * _majority_wrong) / 2
    premises = [
        Case("success at least 49/100", at_least(success, R(49, 100))),
        Case("equal answers on half of the coins: rho <= 1/2", at_most(R(1, 2), R(1, 2))),
    ]
    return _at_the_witness("constant answer on half of the coins, majority otherwise", premises, constant)


def _rearranged(bound: Any, gain: Any, total: Any) -> Outcome:
    """R - gain (total/2 - total R) is (1 + gain total) times R minus the bound: the two conditions are the same."""
    r = sp.Symbol("R", real=True)
    return prove_identity(r - gain * (total / 2 - total * r), (1 + gain * total) * (r - bound))


def _m_bound(factor: Any) -> Outcome:
    """With (pk/8)/(1+pk/2) <= rho and p = (2/243)/(tau sqrt m): sqrt(m) is at least the root of the stated bound."""
    constant = of(THRESHOLD, "disagreement", m=sp.Integer(1), tau=sp.Integer(1))
    largest_pk = 8 * rho / (1 - 4 * rho)
    root = constant * k / (tau * largest_pk)  # the sqrt(m) at which (constant/(tau sqrt m)) k equals the largest pk
    return prove_identity(root**2 * factor, of(THEOREM, "m", k=k, rho=rho, tau=tau))


def _half(name: str) -> Any:
    """Half of a bound for fixed coins: what the average over the coins gives."""
    return of(FIXED, name, **({"p": p, "k": k} if name == "rho_r" else {"k": k})) / 2


def _beta_threshold(value: Any) -> Outcome:
    return prove_by_form(at_least(_half("beta_r"), value), substitute={k: 1 + t})


def _every_rho(constant: Any) -> Outcome:
    """With probability beta/2 over its coins the algorithm answers + always, otherwise by majority in every round."""
    wrong = failure / 2 + rounds * _majority_wrong
    premises = [
        Case("failure at most beta = 1/100", at_most(wrong, failure)),
        Case("always equal on a share of the coins: rho <= 1 - beta/2 < 1", below(1 - failure / 2, 1)),
    ]
    return _at_the_witness("majority, constant on a beta/2 share of the coins", premises, constant)


def _majority_cost(slope: Any) -> Outcome:
    """By Hoeffding m = ln(2k/beta)/(2 tau^2) + 1 suffices: m tau^2 <= slope k for k >= 1, beta 1/100, tau < 1/4."""
    return prove_growth(at_most((sp.log(200) + sp.log(k)) / 2 + R(1, 16), slope * k), k, 1)


CLAIMS: tuple[Claim, ...] = (
    concluded(
        "phantom.third-draw",
        FIXED,
        at(2596),
        "two independent answers differ at least half as often as two draws of the second: a(1-b) + b(1-a) >= b(1-b)",
        "a*(1 - b) + b*(1 - a) >= {}*b*(1 - b)",
        "a in [0, 1], b in [0, 1]",
        "1",
        "1.01",
        printed_constant="1/2",
        proved_constant="1/2",
    ),
    concluded(
        "fixed-coins.split",
        FIXED,
        at(2631),
        "M Y >= Y - k (1 - M) for M in [0,1] and Y in [0,k]: the difference is (1-M)(k-Y)",
        "M*Y >= Y - {}*k*(1 - M)",
        "M in [0, 1], Y >= 0, k integer in [1, oo)",
        "1",
        "0.9",
        where_holds=("Y <= k",),
    ),
    concluded(
        "fixed-coins.inaccurate-round",
        FIXED,
        at(2653),
        "an inaccurate round loses at least 1 - 15/16 = 1/16 of what is still correct, N_(i-1)/16 >= N_k/16",
        "1 - 15/16 >= {} and p*(N + s)/16 >= p*N/16",
        "p >= 0, N >= 0, s >= 0",
        "1/16",
        "1/15",
        printed_constant="1/16",
        proved_constant="1/16",
        given="that N_i falls with i",
    ),
    concluded(
        "fixed-coins.rearrange-rho",
        FIXED,
        at(2641),
        "R >= (p/2)(k/2 - kR) is the same as R >= (pk/4)/(1+pk/2)",
        "R - {}*(p*k/4)/(1 + p*k/2) = (R - p/2*(k/2 - k*R))/(1 + p*k/2)",
        "R in (-oo, oo), p > 0, k integer in [1, oo)",
        "1",
        "1.1",
        steps=lambda: _rearranged(of(FIXED, "rho_r", p=p, k=k), p / 2, k),
        given="that a positive factor keeps the order of two sides",
    ),
    concluded(
        "fixed-coins.rearrange-beta",
        FIXED,
        at(2665),
        "R >= (1/16)(k/2 - kR) is the same as R >= (k/32)/(1+k/16)",
        "R - {}*(k/32)/(1 + k/16) = (R - 1/16*(k/2 - k*R))/(1 + k/16)",
        "R in (-oo, oo), k integer in [1, oo)",
        "1",
        "1.1",
        steps=lambda: _rearranged(of(FIXED, "beta_r", k=k), R(1, 16), k),
        given="that a positive factor keeps the order of two sides",
    ),
    nudged(
        "fixed-coins.beta-value",
        FIXED,
        at(2667),
        "(k/32)/(1+k/16) = k/(32+2k)",
        lambda shift: prove_identity(of(FIXED, "beta_r", k=k), k / (shift + 2 * k)),
        32,
        31,
    ),
    concluded(
        "adaptive.beta-threshold",
        THEOREM,
        at(2678),
        "(1/2)(k/32)/(1+k/16) = k/(64+4k) grows with k and is at least 1/68: beta < 1/68 is small enough for every k",
        "k/(64 + 4*k) >= {} and (1/2)*(k/32)/(1 + k/16) = k/(64 + 4*k) and (k + s)/(64 + 4*(k + s)) >= k/(64 + 4*k)",
        "k integer in [1, oo), s >= 0",
        "1/68",
        "1/67",
        steps=lambda: {
            "value": prove_identity(_half("beta_r"), k / (64 + 4 * k)),
            "growing": prove_by_form(at_least((k + s) / (64 + 4 * (k + s)), k / (64 + 4 * k))),
            "first": _beta_threshold(R(1, 68)),
        },
        proved_constant="1/68",
    ),
    concluded(
        "adaptive.beta-limit",
        THEOREM,
        at(2678),
        "(1/2)(k/32)/(1+k/16) < 1/4 for every k: no failure probability from 1/4 on is ever contradicted",
        "(1/2)*(k/32)/(1 + k/16) < {}",
        "k integer in [1, oo)",
        "1/4",
        "0.249",
        steps=lambda: (lambda bound: prove_by_form(below(_half("beta_r"), bound)))(R(1, 4)),
        proved_constant="1/4",
    ),
    concluded(
        "adaptive.increasing",
        THEOREM,
        at(2683),
        "x/(1+x/2) is increasing and positive on x > 0",
        "(x + q)/(1 + (x + q)/2) > {}*x/(1 + x/2) and x/(1 + x/2) > 0",
        "x > 0, q > 0",
        "1",
        "1.1",
    ),
    concluded(
        "adaptive.rho-below-quarter",
        THEOREM,
        at(2681),
        "(pk/8)/(1+pk/2) < 1/4 whatever pk is: the last step says nothing for rho >= 1/4",
        "(p*k/8)/(1 + p*k/2) < {}",
        "p > 0, k integer in [1, oo)",
        "1/4",
        "0.24",
        steps=lambda: (lambda bound: prove_by_form(below(_half("rho_r"), bound)))(R(1, 4)),
        proved_constant="1/4",
    ),
    concluded(
        "adaptive.pk-bound",
        THEOREM,
        at(2683),
        "for rho < 1/4, rho >= (x/8)/(1+x/2) is the same as x <= 8 rho/(1-4 rho)",
        "8*rho/(1 - 4*rho) - x = {}*(rho - (x/8)/(1 + x/2))*(8 + 4*x)/(1 - 4*rho)",
        "x > 0, rho in (0, 1/4)",
        "1",
        "2",
        given="that a positive factor keeps the order of two sides",
    ),
    Claim(
        "adaptive.explicit",
        THEOREM,
        at(2684),
        "the printed steps give m >= ((2/243) k (1-4 rho)/(8 rho tau))^2 = (k(1-4 rho)/(972 rho tau))^2 for rho < 1/4",
        lambda: {
            "root": _m_bound(1),
            "972": prove_identity(
                of(THEOREM, "m", k=k, rho=rho, tau=tau), (k * (1 - 4 * rho) / (972 * rho * tau)) ** 2
            ),
        },
        lambda: _m_bound(2),
        printed_constant="Omega(k^2/tau^2)",
        proved_constant="see derived.adaptive-sharp",
        given="lem:threshold_estimation with the printed constant",
    ),
    nudged(
        "adaptive.every-rho",
        THEOREM,
        at(2522),
        "m >= 10^-11 k^2/tau^2 for every rho (counterexample: majority, constant on a beta/2 share of the coins)",
        _every_rho,
        R(1, 10**11),
        R(1, 10**12),
        expected=Verdict.REFUTED,
        note="any constant fails for large k, see adaptive.majority-cost; for rho < 1/4 see adaptive.explicit",
    ),
    nudged(
        "adaptive.majority-cost",
        THEOREM,
        at(2522),
        "with rho = 1 - beta/2 and beta = 1/100, majority voting needs m tau^2 <= 4k: less than any constant times k^2",
        _majority_cost,
        4,
        R(5, 2),
        given="Hoeffding's inequality",
    ),
    nudged(
        "adaptive.informal",
        THEOREM,
        at(392),
        "at rho = 1/2, success probability 49/100 forces m >= 10^-11 k^2/tau^2 (same algorithm, even coins)",
        _even_coins,
        R(1, 10**11),
        R(1, 10**12),
        expected=Verdict.REFUTED,
    ),
    Claim(
        "adaptive.errors-independent",
        THEOREM,
        at(421),
        "with fixed coins and independent instances, disagreements of two rounds are independent (round 2 copies y_1)",
        _copied_answer,
        lambda: prove_identity(a * b - (b - k * (1 - a)), (1 - a) * (k - b)),
        expected=Verdict.REFUTED,
        note="the formal proof telescopes conditional expectations and never uses independence",
    ),
)
