"""What thm:main concludes, decided: C_main, p_main and C_beta from C_pg, p_pg, C_fail and c (TeX lines 1046-1123).

Notation: L = ln(k/(rho beta0)), a = ln(1/beta0) = ln 4 + s, b = ln k, r = ln(1/rho), l = ln(sqrt(ln 2)/c), which is
ln(1/eps) at k = 1, rho = 1, beta0 = 1/4. With x = k n_i/N (N the sum of the n_j) eps_i^2 = c^2 rho^2 (1 + x)/(k L), so

- k = 1: ln(1/eps) = l + r + ln(L/ln 4)/2;
- k >= 2: ln(1/eps_i) = l + r + (ln 2 + b)/2 + ln(L/ln 4)/2 - ln(1 + x)/2;
- ln(L/ln 4) <= L/ln 4 - 1.

Everything is worst at k = 1, rho = 1, beta0 = 1/4, where every bound here is an equality: the constants are the best
possible for every C_pg, p_pg, C_fail and c <= 1/125, but for the 1 in C_main, which rounds the samples up.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy as sp

from replcalc.claims.claim import declared, stated
from replcalc.paper.literature import at
from replcalc.paper.main.claims import CHOICE, EPSILON, LOG, MAIN, TOTAL, epsilon_upper, one_epsilon
from replcalc.paper.main.claims_constant import UNIVERSAL
from replcalc.paper.symbols import beta0, c, epsilons, i, k, ns, rho
from replcalc.vocabulary import (
    Claim,
    Outcome,
    Parts,
    R,
    at_least,
    at_most,
    of,
    prove_by_form,
    prove_exact,
    prove_growth,
    prove_identity,
    prove_on_box,
    statement,
    tangent_above_logarithm,
)

CONVERSION = "lm:replic_to_pg"

#: The largest c for which the constants are proved, and a number below l at every c up to it.
LARGEST, LEAST = R(1, 125), R(23, 5)

L, N, n, l, w, size = sp.symbols("L N n l w k", positive=True)
s, t, r, b, u, v, x, y = sp.symbols("s t r b u v x y", nonnegative=True)
ln2, ln4, ln8 = map(sp.log, (2, 4, 8))
WORST = sp.log(sp.sqrt(ln2) / c)
#: ln 2 as a symbol, where an identity holds for any number in its place.
half = sp.Symbol("h", positive=True)


def _for_any(expression: Any) -> Any:
    return expression.xreplace({ln2: half, ln4: 2 * half, ln8: 3 * half})


@cache
def _limits() -> Parts:
    """l >= LEAST at every c up to LARGEST; ln 2 <= 7/10."""
    least = at_least(WORST.subs(c, LARGEST), LEAST)
    return {"l": prove_exact(least), "ln 2": prove_exact(at_most(ln2, R(7, 10)))}


def _by_form(relation: Any) -> Outcome:
    """A relation in ln 2, which holds for any number up to 7/10 in its place."""
    over = sp.Symbol("g", nonnegative=True)
    return prove_by_form(_for_any(relation), substitute={half: R(7, 10) / (1 + over)})


@cache
def _epsilon_from_below() -> Parts:
    """ln(1/eps_i) in the notation above, for one problem and for several."""
    alone = EPSILON.xreplace({TOTAL: N, ns[i]: N, LOG: L}).xreplace({k: sp.Integer(1)})
    several = one_epsilon().xreplace({k: size})  # eps_i^2 L/(c^2 rho^2), of n = n_i and N = n + the others
    ratio = size * n / (n + s)
    eps = c * rho * sp.sqrt(w / (size * L))  # w = 1 + x
    common = _for_any(WORST + sp.log(1 / rho) + sp.log(L / ln4) / 2)
    return {
        "k = 1": prove_identity(sp.log(1 / alone), common),
        "(1 + x)/k": prove_identity(several, (1 + ratio) / size),
        "k >= 2": prove_identity(sp.log(1 / eps), common + (ln2 + sp.log(size)) / 2 - sp.log(w) / 2),
        "ln(1 + t) <= t": tangent_above_logarithm(sp.Integer(1)),
    }


# -- ln(1/delta_i) -----------------------------------------------------------------------------------------------------
def _log_delta_at(factor: Any, value: Any) -> Outcome:
    """At k = 1, rho = 1, beta0 = 1/4, c = value: ln(1/delta) = ln 4 + 10 l against ``factor`` times the bound."""
    worst = WORST.subs(c, value)
    return prove_exact(at_most(ln4 + 10 * worst, factor * (1 + 10 * worst / ln4) * ln4))


@cache
def log_delta() -> Parts:
    """a + 10 ln(1/eps_i) <= (1 + 10 l/ln 4) L, with l = LEAST + v and L = ln 4 (1 + t)."""
    high = LEAST + v
    one, many = s + r, ln2 + s + b + r  # ln 4 t = L - ln 4, where k = 1 and where ln k = ln 2 + b
    alone = (ln4 + s) + 10 * (high + r + one / (2 * ln4))
    several = (ln4 + s) + 10 * (high + r + (ln2 + ln2 + b) / 2 + many / (2 * ln4))
    weight = 1 + 10 * high / ln4
    chosen = stated(CHOICE, "delta").xreplace({epsilons[i]: w})
    return {
        "delta_i": prove_identity(sp.log(1 / chosen), sp.log(1 / beta0) + 10 * sp.log(1 / w)),
        "ln(1/eps_i)": _epsilon_from_below(),
        "limits": _limits(),
        "k = 1": _by_form(at_most(alone, weight * (ln4 + one))),
        "k >= 2": _by_form(at_most(several, weight * (ln4 + many))),
    }


# -- the cost n_i ln(1/eps_i)/eps_i^2 ----------------------------------------------------------------------------------
@cache
def _several_problems() -> Parts:
    """y ln(1/eps_i) <= l L/(2 ln 4) for k >= 2, y = x/(1 + x) and x <= k.

    As ln(1 + x) >= y, y ln(1/eps_i) <= y (M - y/2) with M = ln(1/eps_i) + ln(1 + x)/2 >= 1; that grows with y up to
    Y = k/(k + 1). With z = ln(4 k) and L = z + s + r, ln L <= ln z + (s + r)/z. What is left at s = r = 0 is a
    function of u = 1/k and linear in l, with a negative coefficient.
    """
    top, lower = 1 / (1 + x), 1 / ((1 + x) * (1 + y))  # Y <= 1 and y <= Y
    z, largest = sp.log(4 / u), 1 / (1 + u)
    far = sp.log(400) + t  # z from k = 100 on, where Y <= 1 is enough

    def rest(at: Any) -> Any:  # M - l
        return ln2 / 2 + (at - ln4) / 2 + sp.log(at / ln4) / 2

    near = {u: (R(1, 100), R(1, 2))}
    more = r + (s + r) / (2 * ln8)
    return {
        "ln(1 + x) >= x/(1 + x)": prove_growth(at_least(sp.log(1 + x), x / (1 + x)), x, 0, order=1),
        "grows with y": prove_by_form(at_most(lower * (1 + s - lower / 2), top * (1 + s - top / 2))),
        "s and r": _by_form(at_most(more, LEAST * (s + r) / (2 * ln4))),
        "coefficient of l": prove_on_box(at_least((1 + u) * z, 2 * ln4), near),
        "coefficient of l, k >= 100": prove_exact(at_most(1, sp.log(400) / (2 * ln4))),
        "k <= 100": prove_on_box(at_most(largest * (LEAST + rest(z) - largest / 2), LEAST * z / (2 * ln4)), near),
        "k >= 100": prove_growth(at_most(LEAST + rest(far), LEAST * far / (2 * ln4)), t, 0, order=2),
    }


def _cost_at(factor: Any, value: Any) -> Outcome:
    """At k = 1, rho = 1, beta0 = 1/4, n = 1: l/eps^2 = l ln 2/c^2 against ``factor`` times the bound."""
    worst = WORST.subs(c, value)
    return prove_exact(at_most(worst * ln2 / value**2, factor * worst / (2 * ln4) * ln4**2 / value**2))


@cache
def cost() -> Parts:
    """n_i ln(1/eps_i)/eps_i^2 = N L y ln(1/eps_i)/(c rho)^2 with y = x/(1 + x), 1/2 where k = 1."""
    high, one = LEAST + v, s + r
    ratio = size * n / (n + s)
    return {
        "n_i/eps_i^2": prove_identity(n / one_epsilon().xreplace({k: size}), (n + s) * ratio / (1 + ratio)),
        "ln(1/eps_i)": _epsilon_from_below(),
        "limits": _limits(),
        "k = 1": _by_form(at_most((high + r + one / (2 * ln4)) / 2, high / (2 * ln4) * (ln4 + one))),
        "k >= 2": _several_problems(),
    }


# -- the conclusion ----------------------------------------------------------------------------------------------------
SYMBOLS = declared(statement(CONVERSION))
HIDDEN = {constant.name: SYMBOLS[constant.variable] for constant in statement(CONVERSION).hidden}
WEIGHT = 1 + 10 * l / ln4


def _samples() -> Parts:
    """C_pg (n_i ln(1/eps_i)/eps_i^2) ln(1/delta_i)^p_pg with both bounds is (C_main - 1)(N/rho^2) L^p_main; rounding up
    adds at most 1 <= (N/rho^2) L^p_main. Logarithms of both sides, since the exponent is a symbol; D = WEIGHT."""
    power = HIDDEN["p_pg"]
    paid = l / (2 * ln4) * N * L**2 / (c * rho) ** 2  # for n_i ln(1/eps_i)/eps_i^2
    converted = of(CONVERSION, "samples", n=paid * w**2 / sp.log(1 / w), epsilon=w, delta=y)
    weight = sp.Symbol("D", positive=True)
    chain = sp.log(_for_any(converted.xreplace({sp.log(1 / y): weight * L})))
    excess = _for_any((of(MAIN, "C_main", log_worst=l, c_max=c) - 1).xreplace({WEIGHT: weight}))
    printed = of(MAIN, "samples", C_main=n)
    whole = printed.xreplace({next(iter(printed.atoms(sp.Sum))): N, LOG: L})
    logs = sp.log(n) + sp.log(N) + 2 * sp.log(1 / rho) + of(MAIN, "p_main") * sp.log(L)
    return {
        "cost": cost(),
        "ln(1/delta_i)": log_delta(),
        "statement": prove_identity(sp.log(whole), logs),
        "chain": prove_identity(chain, logs.xreplace({sp.log(n): sp.log(excess)})),
        "rounded up": prove_by_form(at_least(s + 2 * r + (power + 2) * t, 0)),  # ln N, ln(1/rho), ln L
        "ln L": prove_exact(at_least(ln4, 1)),
    }


def _samples_at(factor: Any, value: Any) -> Outcome:
    """At k = n = 1, rho = 1, beta0 = 1/4, C_pg = p_pg = 1: the samples against 1 + ``factor`` (C_main - 1)."""
    worst = WORST.subs(c, value)
    needed = (ln4 + 10 * worst) * worst * ln2 / value**2
    excess = of(MAIN, "C_main", c_max=value, C_pg=1, p_pg=1) - 1
    return prove_exact(at_most(needed, (1 + factor * excess) * ln4**3))


def _failure() -> Parts:
    """Each of the k algorithms fails with C_fail delta_i^2 + sqrt(beta0) ln(8/delta_i^2).

    ln 8 = (3/2) ln 4 <= (3/2) L, and delta_i^2 = beta0^2 eps_i^20 <= sqrt(beta0) (1/8)(c^2/ln 2)^10 L/ln 4, since
    eps_i^2 <= 2 c^2/L and beta0^(3/2) <= 1/8. Then k times the sum of the bounds is the statement's.
    """
    root = sp.Symbol("q", positive=True)
    chosen = stated(CHOICE, "delta").xreplace({epsilons[i]: w})
    each = of(CONVERSION, "failure", beta0=beta0, delta=chosen)
    log_each = sp.log(1 / beta0) + 10 * sp.log(1 / w)  # ln(1/delta_i)
    spelled = HIDDEN["C_fail"] * beta0**2 * w**20 + sp.sqrt(beta0) * (ln8 + 2 * log_each)
    logs = sp.sqrt(beta0) * (R(3, 2) + 2 * WEIGHT) * L
    tiny = HIDDEN["C_fail"] * sp.sqrt(beta0) / 8 * (c**2 / ln2) ** 10 * L / ln4
    whole = of(MAIN, "beta", log_worst=l, c_max=c).xreplace({LOG: L})
    return {
        "lm:replic_to_pg": prove_identity(each, spelled),
        "ln(1/delta_i)": log_delta(),
        "ln 8": prove_identity(ln8, R(3, 2) * ln4),
        "eps_i^2": epsilon_upper(2),
        "2/ln 4": prove_identity(2 / ln4, 1 / ln2),
        "beta0^(3/2)": prove_on_box(at_most(root**3, R(1, 8)), {root: (0, R(1, 2))}),
        "k of them": prove_identity(k * (logs + tiny), whole),
    }


def _failure_at(factor: Any, value: Any) -> Outcome:
    """At k = 1, rho = 1, beta0 = 1/4, C_fail = 1: the failure probability against ``factor`` C_beta/2 ln 4."""
    eps = value / sp.sqrt(ln2)
    fails = eps**20 / 16 + sp.log(8 * 16 / eps**20) / 2
    return prove_exact(at_most(fails, factor * of(MAIN, "C_beta", c_max=value, C_fail=1) / 2 * ln4))


JUST_BELOW = R(999_999, 10**6)


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "main.worst-log-delta",
        MAIN,
        at(1071),
        "ln(1/delta_i) <= (1 + 10 l/ln 4) L with l = ln(sqrt(ln 2)/c), for every c <= 1/125, k >= 1, rho <= 1, "
        "beta0 <= 1/4 and all n_i.",
        log_delta,
        lambda: _log_delta_at(JUST_BELOW, UNIVERSAL),
        printed_constant="O(1)",
        proved_constant="1 + 10 l/ln 4, attained at k = 1, rho = 1, beta0 = 1/4",
        argued="that ln(1/eps_i) and its bounds may be put in, for k = 1 and for k >= 2",
    ),
    Claim(
        "main.worst-cost",
        MAIN,
        at(1103),
        "n_i ln(1/eps_i)/eps_i^2 <= l/(2 ln 4) L^2 sum n_j/(c rho)^2 with l = ln(sqrt(ln 2)/c), for every c <= 1/125, "
        "k >= 1, rho <= 1, beta0 <= 1/4 and all n_i.",
        cost,
        lambda: _cost_at(JUST_BELOW, UNIVERSAL),
        printed_constant="O(1)",
        proved_constant="l/(2 ln 4 c^2), attained at k = 1, rho = 1, beta0 = 1/4",
        argued="that ln(1/eps_i) and its bounds may be put in, for k = 1 and for k >= 2",
    ),
    Claim(
        "main.samples",
        MAIN,
        at(1119),
        "The samples of alg:main, rounded up, are at most C_main (sum n_i/rho^2) L^(p_pg + 2) with C_main = 1 + "
        "C_pg l (1 + 10 l/ln 4)^p_pg/(2 ln 4 c^2), for every c <= 1/125, k >= 1, rho <= 1, beta0 <= 1/4 and all n_i.",
        _samples,
        lambda: _samples_at(JUST_BELOW, UNIVERSAL),
        printed_constant="polylog",
        proved_constant="1.08649e10 ln^3 (c = 0.000136), 4.52154e7 ln^3 (c = 0.0015279)",
        note="C_pg = p_pg = 1; beside the 1 no smaller factor: k = 1, rho = 1, beta0 = 1/4",
        argued="that the bounds of the cost and of ln(1/delta_i) may be put in, and rounding up",
    ),
    Claim(
        "main.failure",
        MAIN,
        at(1082),
        "The sum of the failure probabilities is at most C_beta k sqrt(beta0) L with C_beta = 7/2 + 20 l/ln 4 + C_fail "
        "(c^2/ln 2)^10/(8 ln 4), for every c <= 1/125, k >= 1, rho <= 1, beta0 <= 1/4 and all n_i.",
        _failure,
        lambda: _failure_at(JUST_BELOW, UNIVERSAL),
        printed_constant="O(1)",
        proved_constant="129.298 (c = 0.000136), 94.3986 (c = 0.0015279)",
        note="no smaller factor: k = 1, rho = 1, beta0 = 1/4",
        argued="that the bound of ln(1/delta_i) may be put in, and the sum over i",
    ),
)
