"""Claims of the omitted proofs: naive composition, tightness (TeX lines 3597-3740)."""

from __future__ import annotations

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Case, Claim, Outcome, Parts, Verdict, at_least, at_most, at_witness, concluded, nudged, of, prove_by_form,
    prove_exact, prove_finite, prove_identity, prove_on_box,
)  # fmt: skip

NAIVE, HARDNESS, TO_PG, MARKOV = "sec:naive", "thm:hardness", "lm:replic_to_pg", "lm:replic_to_sample_pg"
R = sp.Rational
x, u, r, c, delta, rho, beta = sp.symbols("x u r c delta rho beta", positive=True)
k, ell = sp.symbols("k ell", integer=True, positive=True)
top, mass = sp.symbols("M m", nonnegative=True)


# -- naive composition -------------------------------------------------------------------------------------------------
def capped_line(slope: sp.Rational) -> Outcome:
    """e^-x <= max(1/2, 1 - slope x) for x > 0, in u = e^-x: u <= max(1/2, 1 + slope ln u) for 0 < u <= 1."""
    relation = at_most(u, sp.Max(R(1, 2), 1 + slope * sp.log(u)))
    return prove_on_box(relation, {u: (0, 1)}, open_ends=[(u, "lower")], cuts={u: [R(1, 2)]})


def _final(value: sp.Expr) -> Outcome:
    """The statement's lower bound at rho = 2 p is min(kp, 1)/2."""
    return prove_identity(of(NAIVE, "lower", k=k, rho=2 * rho), value)


def _common_string(shared: bool) -> Outcome:
    """A(S; r) = first bit of S if r < 1/10, else 0, on a fair coin: rho = 1/20. k = 40 copies, fresh samples."""
    rate, copies = sp.symbols("q k", positive=True)
    once = rate / 2
    union = rate * (1 - R(1, 2) ** copies) if shared else 1 - (1 - once) ** copies
    bound = sp.Min(1, copies * once / 2) / 2
    case = Case("probability of some disagreement", at_least(union, bound))
    return at_witness(prove_finite([case], given={rate: "1/10", copies: 40}), k=40, rho="1/20")


# -- tightness ---------------------------------------------------------------------------------------------------------
def _failure_kept(shift: int) -> Parts:
    """At the chosen beta, c k^r beta^ell = 1/1000 (its logarithm), and ln(1/beta) = (r ln k + ln(1000 c))/ell."""
    base = of(HARDNESS, "beta", k=k, r=r, ell=ell, C_hardness=c)
    failure = of(HARDNESS, "failure", k=k, r=r + shift, ell=ell, C_hardness=c, beta=beta)
    return {
        "failure": prove_identity(sp.expand_log(sp.log(failure)).subs(sp.log(beta), sp.log(base)), -sp.log(1000)),
        "logarithm": prove_identity(-sp.log(base), (r * sp.log(k) + sp.log(1000 * c)) / ell),
    }


def _sublinear(exponent: sp.Rational) -> Outcome:
    """n^exponent 1000 ln(n)^10 >= n at n = 2^2000: false for every exponent below 1 once n is large."""
    size = 2**2000
    left = 2 ** (2000 * exponent) * 1000 * (2000 * sp.log(2)) ** 10
    return at_witness(prove_exact(at_least(left, size)), n="2^2000")


def _markov(target: sp.Rational) -> Parts:
    """A string agrees with chance below 1 - nu with probability at most rho/nu; at rho = 1/10000, nu = 1/100: 1/100."""
    return {
        "value": prove_exact(at_most(R(1, 10000) / R(1, 100), target)),
        "collisions are at most the largest probability": prove_by_form(
            at_most(mass**2, top * mass), substitute={top: mass + x}
        ),
    }


CLAIMS = (
    concluded(
        "naive.capped-line", NAIVE, at(3636),
        "e^-x <= max(1/2, 1 - x/2) for all x > 0",
        "exp(-x) <= Max(1/2, 1 - {}*x)", "x >= 0", "1/2", "0.73", printed_constant="1/2",
        proved_constant="1/(2 ln 2) = 0.7213 (the two branches meet at x = ln 2)",
    ),
    concluded(
        "naive.union", NAIVE, at(3630),
        "k independent events of probability p: 1 - (1-p)^k >= 1 - e^(-kp) >= min(kp, 1)/2",
        "1 - exp(-x) >= {}*Min(x, 1) and 1 - p <= exp(-p)", "p in [0, 1), x >= 0", "1/2", "0.7",
        printed_constant="1/2", proved_constant="1 - 1/e = 0.63212",
        given="that powers keep the order: (1-p)^k <= e^(-kp) from 1 - p <= e^-p",
    ),
    concluded(
        "naive.union-best", NAIVE, at(3630),
        "1 - (1-p)^k >= (1 - 1/e) min(kp, 1), and no larger constant does",
        "1 - exp(-x) >= {}*Min(x, 1) and 1 - p <= exp(-p)", "p in [0, 1), x >= 0", "(1 - exp(-1))", "0.64",
        printed_constant="1/2", proved_constant="1 - 1/e",
        given="that powers keep the order: (1-p)^k <= e^(-kp) from 1 - p <= e^-p",
    ),
    concluded(
        "naive.lower-bound", NAIVE, at(3646),
        "with p = rho/2 the composition disagrees with probability at least min(1, k rho/2)/2",
        "Min(1, k*rho/{})/2 = Min(1, k*(rho/2))/2", "k integer in [1, oo), rho > 0", "2", "3",
        steps=lambda: _final(sp.Min(1, k * rho) / 2),
        given="naive.union",
    ),
    Claim(
        "naive.common-string", NAIVE, at(3629),
        "the bound min(1, k rho/2)/2 holds also if the copies share one random string (rho = 1/20, k = 40)",
        lambda: _common_string(shared=True), lambda: _common_string(shared=False),
        expected=Verdict.REFUTED, note="independence of the coins is used and has to be assumed",
    ),
    concluded(
        "hardness.exponents", HARDNESS, at(3728),
        "c k^r beta^ell = 1/1000 and ln(1/beta) = (r ln k + ln(1000 c))/ell at beta = (1000 c)^(-1/ell) k^(-r/ell)",
        "r*log(k) + ell*log((1000*c)^(-1/ell)*k^(-r/ell)) + log(c) = -log({}) and "
        "log(1/((1000*c)^(-1/ell)*k^(-r/ell))) = (r*log(k) + log(1000*c))/ell",
        "c > 0, ell integer in [1, oo), k integer in [1, oo), r > 0", "1000", "999", steps=lambda: _failure_kept(0),
    ),
    nudged(
        "hardness.sublinear", HARDNESS, at(3739),
        "n^(9/10) with a factor 1000 ln(n)^10 is at least n (n = 2^2000): an exponent below 1 is possible",
        _sublinear, R(9, 10), R(1),
        expected=Verdict.REFUTED,
    ),
    concluded(
        "to-pg.markov", MARKOV, at(3760),
        "a 1/10000-replicable algorithm is (0.01, 0.01)-replicable: Markov, and the mode is at least the collisions",
        "(1/10000)/(1/100) <= {} and m^2 <= m*(m + x)", "m >= 0, x >= 0", "1/100", "1/101", printed_constant="0.01",
        proved_constant="0.01",
        given="Markov's inequality",
    ),
)  # fmt: skip
