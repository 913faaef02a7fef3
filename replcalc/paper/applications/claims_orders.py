"""The final orders of thm:multi_dim_mean and thm:parallel_best_arm, with the constants that thm:main gives them.

Notation: A = ln(k/rho) >= ln 2, B = ln(1/beta) >= ln 2 (for bandits ln(arms/beta), which is no smaller), X =
k/(rho alpha)^2, Y = ln(e + X) >= A, W the statement's ``log_...``, g = ln(1/c). By mean.log-failure ln(1/beta0) <=
(2 + 2/e)(A + B) + 2 g, so ln(k/(rho beta0)) <= (3 + 2/e) A + (2 + 2/e) B + 2 g <= W Y B.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy as sp

from replcalc.claims.claim import declared
from replcalc.paper.applications.claims import QUERIES, log_failure
from replcalc.paper.literature import at
from replcalc.paper.main.claims import UNIVERSAL
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
    prove_identity,
    statement,
    tangent_above_logarithm,
)

ARMS = "thm:parallel_best_arm"
s, t, u, v = sp.symbols("s t u v", nonnegative=True)
k, rho, alpha, beta, arms, W, M = sp.symbols("k rho alpha beta arms W M", positive=True)
g, h, m, inverse = sp.symbols("g h m q", positive=True)  # ln(1/c), ln 2, ln(e + least X), 1/e
ln2 = sp.log(2)

#: Per theorem: its c, the largest alpha, the least X, the name of its W.
THEOREMS = {QUERIES: ("c_queries", R(1, 2), 16, "log_queries"), ARMS: ("c_arms", R(1), 4, "log_arms")}


@cache
def _logarithms(label: str) -> Parts:
    """ln(k/(rho beta0)) <= W Y B, from X >= ``least`` and X >= k/rho; ln(1/beta0) >= 1 for c <= 1/2."""
    constant, most, least, name = THEOREMS[label]
    size = {k: 1 + s, rho: 1 / (2 * (1 + t)), alpha: most / (1 + u)}
    cost = k / (rho**2 * alpha**2)
    printed = of(label, name, **{constant: sp.exp(-g)})
    factor = printed.xreplace({sp.log(sp.E + least): m, ln2: h}).xreplace({sp.exp(-1): inverse})
    high, failing = m * (1 + s), h * (1 + t)  # Y and B; A = Y/(1 + u)
    left = (3 + 2 * inverse) * high / (1 + u) + (2 + 2 * inverse) * failing + 2 * g
    return {
        "ln(1/beta0)": log_failure(),
        "X": prove_by_form(at_least(cost, least), substitute=size),
        "k/rho": prove_by_form(at_least(cost, k / rho), substitute=size),
        "W Y B": prove_by_form(at_most(left, factor * high * failing)),
        "1/beta0": prove_exact(at_most((R(1, 4) / ln2**2) ** 2, sp.exp(-1))),
    }


def _queries() -> Parts:
    """n0 <= (1 + C_each) ln(1/beta0) ln(e + X0)^p_each/alpha^2, rounded up, X0 = ln(1/beta0)/alpha^2 <= X W Y B/4."""
    hidden = {constant.name: declared(statement(QUERIES))[constant.variable] for constant in statement(QUERIES).hidden}
    factor, power = sp.symbols("F P", positive=True)
    total, own = sp.Symbol("G", positive=True), hidden["p_queries_each"]
    inner = sp.Symbol("V", positive=True)  # 1/ln 2 + W/4
    given = {"C_main": factor, "p_main": power, "log_queries": W, "C_queries_each": total - 1}
    constant = of(QUERIES, "C_queries", **given).xreplace({1 / ln2 + W / 4: inner})
    exponent = of(QUERIES, "p_queries", **given)
    chain = factor * k / rho**2 * total / alpha**2 * W * M
    several = {k: 1 + s, rho: 1 / (2 * (1 + t))}
    high, failing = m * (1 + s), h * (1 + t)
    return {
        "logarithms": _logarithms(QUERIES),
        "X0": prove_by_form(at_most(v / alpha**2, k / (rho * alpha) ** 2 * v / 4), substitute=several),
        "ln(1 + x) <= x": tangent_above_logarithm(sp.Integer(1)),
        "ln(e + X0)": prove_by_form(at_most(high + W * high * failing / 4, (1 / h + W / 4) * high * failing)),
        "n": prove_identity(
            sp.log(chain) + power * sp.log(W * M) + own * sp.log(inner * M),
            sp.log(constant) + sp.log(k / (rho * alpha) ** 2) + exponent * sp.log(M),
        ),
    }


def _arms() -> Parts:
    """n0 <= (1 + C_each) ln(arms/beta0)^3/alpha^2, rounded up, ln(arms/beta0) <= B + W Y B <= (1/m + W) Y B."""
    factor, power, total, inner = sp.symbols("F P G V", positive=True)
    given = {"C_main": factor, "p_main": power, "log_arms": W, "C_arms_each": total - 1}
    constant = of(ARMS, "C_arms", **given).xreplace({1 / sp.log(sp.E + 4) + W: inner})
    exponent = of(ARMS, "p_arms", **given)
    chain = factor * k / rho**2 * total / alpha**2
    high, failing = m * (1 + s), h * (1 + t)
    return {
        "logarithms": _logarithms(ARMS),
        "ln(arms/beta0)": prove_by_form(at_most(failing + W * high * failing, (1 / m + W) * high * failing)),
        "n": prove_identity(
            sp.log(chain) + power * sp.log(W * M) + 3 * sp.log(inner * M),
            sp.log(constant) + sp.log(k / (rho * alpha) ** 2) + exponent * sp.log(M),
        ),
    }


#: Where the bounds are least generous: one problem, rho, alpha and beta near their largest.
POINT = {"k": sp.Integer(1), "rho": R(49, 100), "alpha": R(49, 100), "beta": R(48, 100)}


def _order_at(label: str, share: Any) -> Outcome:
    """At POINT with unit constants: C_main (k n0/rho^2) L^3, n0 rounded up, against ``share`` times n."""
    point = dict(POINT) | ({"arms": sp.Integer(1)} if label == ARMS else {})
    plain = {"C_main": 1, "p_main": 3, THEOREMS[label][0]: R(1, 10**4)}
    plain |= {"C_arms_each": 1} if label == ARMS else {"C_queries_each": 1, "p_queries_each": 0}
    base, single, whole = (of(label, name, **point, **plain) for name in ("beta0", "n0", "n"))
    needed = point["k"] * sp.ceiling(single) / point["rho"] ** 2 * sp.log(point["k"] / (point["rho"] * base)) ** 3
    return prove_exact(at_most(needed, share * whole))


def _fails(label: str, value: Any) -> Parts:
    """C_beta c ln(k/(rho beta0))/(A B) <= 1 at c = value, C_fail = 1 and the literal c of thm:main.

    With A = ln 2 (1 + s) and B = ln 2 (1 + t): ((3 + 2/e) A + (2 + 2/e) B + 2 g)/(A B) is largest at s = t = 0.
    """
    first, second = h * (1 + s), h * (1 + t)
    log = (3 + 2 * inverse) * first + (2 + 2 * inverse) * second + 2 * g
    most = ((5 + 4 * inverse) * h + 2 * g) / h**2
    top = most.xreplace({h: ln2, inverse: sp.exp(-1), g: sp.log(1 / value)})
    constant = of(label, "C_beta", c_max=UNIVERSAL, C_fail=1)
    return {
        "ln(1/beta0)": log_failure(),
        "largest": prove_by_form(at_most(log / (first * second), most)),
        "c": prove_exact(at_most(constant * value * top, 1)),
    }


def _fails_at(label: str, value: Any) -> Outcome:
    """The failure probability that thm:main gives at POINT and c = value, against beta."""
    at_point = dict(POINT) | ({"arms": sp.Integer(1)} if label == ARMS else {}) | {THEOREMS[label][0]: value}
    failure = of(label, "failure", **at_point, c_max=UNIVERSAL, C_fail=1)
    return prove_exact(at_most(failure, POINT["beta"]))


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "mean.failure",
        QUERIES,
        at(1205),
        "At c = 1/10000 all k answers fail with probability at most beta, for every k >= 1, rho < 1/2 and beta < rho.",
        lambda: _fails(QUERIES, R(1, 10**4)),
        lambda: _fails_at(QUERIES, R(1, 1000)),
        printed_constant="small enough",
        proved_constant="1/10000",
        note="C_fail = 1, the literal c of thm:main; false at 1/1000",
        argued="that the bound of ln(1/beta0) may be put in, and the largest of what is left",
    ),
    Claim(
        "mean.final-order",
        QUERIES,
        at(1213),
        "thm:main at beta0 and n0, rounded up, needs at most C X (ln(e + X) ln(1/beta))^p samples, X = k/(rho alpha)^2,"
        " with the statement's C_queries and p = 1 + p_main + p_queries_each.",
        _queries,
        lambda: _order_at(QUERIES, R(1, 100)),
        printed_constant="O~, polylog(1/beta)",
        proved_constant="1.23e15 ln^4 ln^4(1/beta) at unit constants",
        note="false with a hundredth of it",
        argued="that the bounds of the logarithms may be put in",
    ),
    Claim(
        "arms.failure",
        ARMS,
        at(1257),
        "At c = 1/10000 all k answers fail with probability at most beta, for every k >= 1 and beta <= rho <= 1/2.",
        lambda: _fails(ARMS, R(1, 10**4)),
        lambda: _fails_at(ARMS, R(1, 1000)),
        printed_constant="small enough",
        proved_constant="1/10000",
        note="C_fail = 1, the literal c of thm:main; false at 1/1000",
        argued="that the bound of ln(1/beta0) may be put in, and the largest of what is left",
    ),
    Claim(
        "arms.final-order",
        ARMS,
        at(1264),
        "thm:main at beta0 and n0, rounded up, needs at most C X (ln(e + X) ln(arms/beta))^p samples per bandit and "
        "arm, X = k/(rho alpha)^2, alpha <= 1, with the statement's C_arms and p = 3 + p_main.",
        _arms,
        lambda: _order_at(ARMS, R(1, 1000)),
        printed_constant="O~, polylog(|A|/beta)",
        proved_constant="1.89e18 ln^6 ln^6(arms/beta) at unit constants",
        note="false with a thousandth of it",
        argued="that the bounds of the logarithms may be put in",
    ),
)
