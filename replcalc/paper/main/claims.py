"""Claims of thm:main: the parameter choice, its bounds and its preconditions (TeX lines 858-1130).

L stands for ln(k/(rho beta0)), l for ln(1/c). Sums over the k algorithms stay symbolic: identities hold for every k.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.claims.claim import stated
from replcalc.paper.literature import at
from replcalc.paper.main import claims_constant as universal_constant
from replcalc.paper.symbols import beta0, c, epsilons, i, k, ns, rho
from replcalc.vocabulary import (
    Claim,
    Outcome,
    Parts,
    R,
    Verdict,
    above,
    at_least,
    at_most,
    concluded,
    equal,
    exponential_above_tangent,
    nudged,
    of,
    prove_all,
    prove_by_form,
    prove_exact,
    prove_growth,
    prove_identity,
    prove_on_box,
)

MAIN, CHOICE, SMALL = "thm:main", "eq:def_eps_i_delta_i", "cl:c_small_pg_compose_precond_hold"
BACK = "lm:pg_to_replic"

L, e, n, N = sp.symbols("L e n N", positive=True)
x, y, t, s, v, a, b, r, l = sp.symbols("x y t s v a b r l", nonnegative=True)
gamma, eps, delta = sp.symbols("gamma epsilon delta", positive=True)

EPSILON = stated(CHOICE, "epsilon")  # of the i-th algorithm
TOTAL = next(iter(EPSILON.atoms(sp.Sum)))  # sum of the n_j
LOG = next(iter(EPSILON.atoms(sp.log)))  # ln(k/(rho beta0))


# -- the parameter choice ----------------------------------------------------------------------------------------------
def _sum_of_squares(factor: Any) -> Outcome:
    """sum eps_i^2 = 2 c^2 rho^2/L for symbolic k; a wrong factor is refuted at k = 1."""
    printed = of(SMALL, "sum_of_squares", c=c, rho=rho, beta0=beta0, k=k)
    if factor == 1:
        return prove_identity(sp.Sum(EPSILON**2, (i, 1, k)), printed)
    alone = (EPSILON**2).xreplace({TOTAL: N, ns[i]: N}).xreplace({k: sp.Integer(1)})
    return prove_identity(factor * alone, printed.xreplace({k: sp.Integer(1)}))


def one_epsilon() -> Any:
    """eps_i^2 as a function of n = n_i and the total n + s, divided by c^2 rho^2/L."""
    ratio = sp.expand(EPSILON**2 * LOG / (c**2 * rho**2))
    return ratio.xreplace({TOTAL: n + s, ns[i]: n})


def _beside_others(relation: Any) -> Outcome:
    """A relation in ``one_epsilon`` for k = 2 + t algorithms, of which the others have s samples."""
    number = sp.Symbol("number", positive=True)
    return prove_by_form(relation.xreplace({k: number}), substitute={number: 2 + t})


def _epsilon_lower(factor: Any) -> Outcome:
    """eps_i >= c rho/sqrt(k L): squared, n_i/N + 1/k >= 1/k."""
    relation = at_least(one_epsilon(), factor / k)
    return prove_by_form(relation) if factor == 1 else _beside_others(relation)


def epsilon_upper(constant: Any) -> Outcome:
    """eps_i^2 <= constant c^2 rho^2/L: n_i/N + 1/k <= 2, with k = 1 + t."""
    number = sp.Symbol("number", positive=True)
    relation = at_most(one_epsilon().xreplace({k: number}), constant)
    return prove_by_form(relation, substitute={number: 1 + t})


#: What lies above 10 and above 1 in the two bounds on logarithms: ln L <= L/x + ln x - 1 at the best x.
OVER_TEN, OVER_ONE = 5 / (sp.E * 2 ** R(23, 5)), 1 / (64 * sp.E)


def _log_tangent(point: Any) -> Parts:
    """ln L <= L/x - 1 + ln x for every L > 0, at x = ``point``: with L = x e^z it is e^z >= 1 + z, z real."""
    z = sp.Symbol("z", real=True)
    scale = sp.Symbol("X", positive=True)
    gap = (scale * sp.exp(z) / scale - 1 + sp.log(scale)) - (sp.log(scale) + z)
    return {
        "in z": prove_identity(gap, sp.exp(z) - (1 + z)),
        "tangent": exponential_above_tangent(),
        "point": prove_exact(above(point, 0)),
    }


def _log_delta_prime() -> Parts:
    """ln(1/delta') <= 10 ln(1/c) + (10 + 5/(e 2^(23/5))) L for every k, rho <= 1, beta0 <= 1/4 and all n_i.

    By power means (c.power-means) ln(1/delta') <= a + 5 b + 10 r + 5 ln L + 10 ln(1/c) - 5 ln 2 with a = ln(1/beta0),
    b = ln k, r = ln(1/rho), which is at most 10 L - 9 ln 4 + 5 ln L + 10 ln(1/c) - 5 ln 2 (c.coefficients).
    With ln L <= L/x - 1 + ln x at x = e 2^(23/5) the constants cancel: 5 ln x - 5 = 23 ln 2 = 9 ln 4 + 5 ln 2.
    """
    point = sp.E * 2 ** R(23, 5)
    return {
        "power means": universal_constant.power_mean(4),
        "ln(1/delta')": universal_constant.log_terms(10),
        "coefficients": universal_constant.coefficients(10),
        "ln L": _log_tangent(point),
        "constants": prove_identity(5 * (sp.log(point) - 1), 9 * sp.log(4) + 5 * sp.log(2)),
        "slope": prove_exact(equal(5 / point, OVER_TEN)),
    }


def log_delta_prime(weight: Any) -> Outcome:
    """The bound with any weight of L: proved from 10 + 5/(e 2^(23/5)) on, otherwise asked at the witness."""
    enough = prove_exact(at_most(10 + OVER_TEN, weight))
    if enough.verdict is not Verdict.PROVED:
        return log_delta_prime_at(weight)
    return prove_all({"bound": _log_delta_prime(), "weight": enough})


def log_delta_prime_at(weight: Any) -> Outcome:
    """k = 1, rho = 10^-28, beta0 = 1/4: is ln(1/delta') - 10 ln(1/c) at most weight L? (c cancels; c = 1 is put in.)"""
    log = sp.log(4 * sp.Integer(10) ** 28)
    slack = R(1, 4) * (2 * R(1, 10**28) ** 2 / log) ** 5
    return prove_exact(at_most(sp.log(1 / slack), weight * log))


def _log_epsilon() -> Parts:
    """ln(1/eps_i) <= ln(1/c) + (1 + 1/(64 e)) L for every k, rho <= 1, beta0 <= 1/4 and all n_i.

    k = 1: eps^2 = 2 c^2 rho^2/L, so ln(1/eps) = l + r + (ln L - ln 2)/2 and r = L - a <= L - ln 4. k >= 2:
    eps_i^2 >= c^2 rho^2/(kL), so ln(1/eps_i) <= l + r + (b + ln L)/2 and r + b/2 = L - a - b/2 <= L - ln 4 - (ln 2)/2.
    Either way ln(1/eps_i) <= l + L + (ln L)/2 - (5/2) ln 2, and at x = 32 e: (ln x - 1)/2 = (5/2) ln 2.
    """
    point, ln2 = 32 * sp.E, sp.Symbol("ln2", positive=True)
    limit = -R(5, 2) * ln2
    # a = 2 ln2 + s, b = ln2 + t where k >= 2; L - (r + ...) expressed through them
    single = at_most(r - ln2 / 2, (2 * ln2 + s + r) + limit)
    several = at_most(r + (ln2 + t) / 2, (2 * ln2 + s + ln2 + t + r) + limit)
    return {
        "k = 1": prove_by_form(single),
        "k >= 2": prove_by_form(several),
        "eps_i from below": _epsilon_lower(1),
        "ln L": _log_tangent(point),
        "constants": prove_identity((sp.log(point) - 1) / 2, R(5, 2) * sp.log(2)),
        "slope": prove_exact(equal(1 / (2 * point), OVER_ONE)),
    }


def log_epsilon(weight: Any) -> Outcome:
    """The bound with any weight of L: proved from 1 + 1/(64 e) on, otherwise asked at the witness."""
    enough = prove_exact(at_most(1 + OVER_ONE, weight))
    if enough.verdict is not Verdict.PROVED:
        return log_epsilon_at(weight)
    return prove_all({"bound": _log_epsilon(), "weight": enough})


def log_epsilon_at(weight: Any) -> Outcome:
    """k = 1, rho = 10^-37, beta0 = 1/4: is ln(1/eps) - ln(1/c) at most weight L? (c cancels.)"""
    log = sp.log(4 * sp.Integer(10) ** 37)
    return prove_exact(at_most(37 * sp.log(10) + sp.log(log / 2) / 2, weight * log))


def _log_delta(power: int) -> Outcome:
    """ln(8/delta_i^2) with delta_i = beta0 eps_i^10."""
    chosen = stated(CHOICE, "delta").xreplace({epsilons[i]: e})
    return prove_identity(sp.log(8 / chosen**2), power * sp.log(1 / e) + 2 * sp.log(1 / beta0) + sp.log(8))


# -- cl:c_small_pg_compose_precond_hold --------------------------------------------------------------------------------
def _delta_ratio(power: int) -> Outcome:
    chosen = stated(CHOICE, "delta").xreplace({epsilons[i]: e})
    return prove_identity(chosen / e**2, beta0 * e**power)


def chain(constant: Any) -> Outcome:
    """sqrt(1 + q^2) + y <= constant (1 + q), q = sqrt(l/L), y = c rho/L <= 1; q = v/(1-v) covers every q >= 0."""
    q = v / (1 - v)
    relation = at_most(sp.sqrt((1 - v) ** 2 + v**2) + y * (1 - v), constant)
    return prove_all(
        {
            "times 1 - v": prove_identity((1 - v) ** 2 * (1 + q**2), (1 - v) ** 2 + v**2),
            "bound": prove_on_box(relation, {v: (0, 1), y: (0, 1)}),
        }
    )


def _increasing(start: Any) -> Parts:
    """c = e^{-v^2}: d/dv of e^{-v^2} (1 + v) is -e^{-v^2} (2v^2 + 2v - 1), negative once v >= start."""
    value = sp.exp(-(v**2)) * (1 + v)
    factor, moved = 2 * v**2 + 2 * v - 1, {v: start + t}
    return {
        "derivative": prove_identity(value.diff(v), -sp.exp(-(v**2)) * factor),
        "sign": prove_by_form(at_least(factor, 0), sp.expand(factor.xreplace(moved)), substitute=moved),
    }


def _to_zero(constant: Any) -> Outcome | Parts:
    """c (1 + sqrt(ln(1/c))) <= constant sqrt(c): 1 + v <= constant e^{v^2/2}, by e^z >= 1 + z."""
    squares = at_least(constant * (1 + v**2 / 2), 1 + v)
    if constant != 2:
        return prove_on_box(at_least(constant * sp.exp(v**2 / 2), 1 + v), {v: (0, 2)})
    return {"tangent": exponential_above_tangent(), "square": prove_by_form(squares, (v - R(1, 2)) ** 2 + R(3, 4))}


def _log_two(argument: Any) -> Parts:
    """ln(1/delta') >= ln 2 for delta' = 1/(argument (1 + t)), and S >= eps_i^2."""
    return {
        "ln(1/delta')": prove_growth(at_least(sp.log(argument * (1 + t)), sp.log(2)), t, order=1),
        "S": prove_by_form(at_least(e**2 + s**2, e**2)),
    }


def _terms(factor: Any) -> Parts:
    """(beta0 eps^10 + delta/eps)/eps = beta0 (eps^9 + eps^8) <= factor beta0 eps^8 for eps <= 1."""
    chosen = stated(CHOICE, "delta").xreplace({epsilons[i]: e})
    return {
        "identity": prove_identity((beta0 * e**10 + chosen / e) / e, beta0 * (e**9 + e**8)),
        "bound": prove_on_box(at_most(x + 1, factor), {x: (0, 1)}),
    }


def _eighth_powers(power: int) -> Outcome | Parts:
    """x^4 <= x S^3 for x <= S = x + s; summed, sum x_i^4 <= S^4."""
    xs = sp.IndexedBase("x", positive=True)
    total = sp.Sum(xs[i], (i, 1, k))
    if power != 3:
        return prove_by_form(at_most(x**4, x * (x + s) ** power))
    return {
        "each": prove_by_form(at_most(x**4, x * (x + s) ** power)),
        "sum": prove_identity(sp.Sum(xs[i] * total**power, (i, 1, k)), total**4),
    }


def half_over_k(end: Any) -> Outcome:
    """k delta' <= beta0 S^5 <= beta0 (2 c^2)^5 <= 1/2: with x = 2 c^2 <= 1 for c <= 1/sqrt 2."""
    return prove_on_box(at_most(beta0 * x**5, R(1, 2)), {beta0: (0, R(1, 4)), x: (0, end)})


def replicability_bound(end: Any) -> Outcome:
    """4 (delta* + 2 eps* + delta*) at the limits of the claim, times 1/rho."""
    star, slack = of(SMALL, "epsilon_star", rho=x), of(SMALL, "delta_star", rho=x)
    total = of(BACK, "rho", gamma=slack, epsilon=star, delta=slack)
    return prove_on_box(at_most(sp.expand(total / x), 1), {x: (0, end)})


CLAIMS: tuple[Claim, ...] = (
    nudged(
        "main.sum-of-squares",
        SMALL,
        at(937),
        "sum of eps_i^2 = 2 c^2 rho^2/ln(k/(rho beta0)), for every k and all n_i.",
        _sum_of_squares,
        1,
        2,
    ),
    concluded(
        "main.epsilon-lower",
        CHOICE,
        at(883),
        "eps_i >= c rho/sqrt(k L).",
        "c*rho/sqrt(L)*sqrt(1/k + n/(n + s)) >= {}*c*rho/sqrt(k*L)",
        "c > 0, rho in (0, 1], L >= 1, n > 0, s >= 0, k integer in [1, oo)",
        "1",
        "1.5",
        printed_constant="1",
        proved_constant="1 (as n_i/N -> 0)",
    ),
    concluded(
        "main.slack-term",
        CHOICE,
        at(890),
        "k delta' >= beta0 eps_i^10 for every i.",
        "k*(beta0/k*(e^10 + s)) >= {}*beta0*e^10",
        "k integer in [1, oo), beta0 > 0, e > 0, s >= 0",
        "1",
        "1.01",
        given="that delta' is beta0/k times the sum of the tenth powers",
    ),
    concluded(
        "main.fifth-power",
        CHOICE,
        at(893),
        "eps_i^10 >= (c^2 rho^2/(k L))^5.",
        "(c*rho/sqrt(L)*sqrt(1/k + n/(n + s)))^10 >= {}*(c^2*rho^2/(k*L))^5",
        "c > 0, rho in (0, 1], L >= 1, n > 0, s >= 0, k integer in [1, oo)",
        "1",
        "33",
    ),
    Claim(
        "main.log-delta-prime",
        CHOICE,
        at(898),
        "ln(1/delta') <= 10 ln(1/c) + (10 + 5/(e 2^(23/5))) L, the explicit form of the O(.).",
        _log_delta_prime,
        lambda: log_delta_prime_at(R(10075, 1000)),
        printed_constant="O(1)",
        proved_constant="10 + 5/(e 2^(23/5)) = 10.0758...",
        argued="that the parts add up: power means, the logarithm taken apart, ln L below its tangent",
    ),
    nudged(
        "main.log-at-least-one",
        SMALL,
        at(918),
        "ln 4 >= 1: the logarithm is at least 1 because beta0 <= 1/4.",
        lambda number: prove_exact(at_least(sp.log(number), 1)),
        4,
        2,
        printed_constant="log 2 = 1",
        proved_constant="ln 4 = 1.38629",
    ),
    concluded(
        "main.epsilon-upper",
        SMALL,
        at(920),
        "eps_i <= c sqrt 2 where L >= 1 and rho <= 1: n_i/N + 1/k <= 2.",
        "c*rho/sqrt(L)*sqrt(1/k + n/(n + s)) <= c*sqrt(1/k + n/(n + s)) <= {}*c",
        "c > 0, rho in (0, 1], L >= 1, n > 0, s >= 0, k integer in [1, oo)",
        "sqrt(2)",
        "1.4",
        printed_constant="sqrt 2",
        proved_constant="sqrt(2/ln 4) = 1.20112 with L >= ln 4",
    ),
    nudged(
        "main.delta-ratio",
        SMALL,
        at(924),
        "delta_i/eps_i^2 = beta0 eps_i^8.",
        _delta_ratio,
        8,
        9,
    ),
    concluded(
        "main.delta-below-epsilon",
        SMALL,
        at(925),
        "beta0 eps^8 <= eps for eps <= 1 and beta0 <= 1.",
        "beta0*eps^8 <= {}*eps",
        "beta0 in [0, 1], eps in [0, 1]",
        "1",
        "0.9",
        printed_constant="eps <= 1",
        proved_constant="eps <= 1 (beta0 = 1)",
    ),
    concluded(
        "main.epsilon-star-chain",
        SMALL,
        at(952),
        "sqrt(c^2 rho^2 (l + L)/L) + c^2 rho^2/L <= 2 c rho (1 + sqrt(l/L)) for c, rho <= 1 and L >= 1.",
        "sqrt(c^2*rho^2*(l + L)/L) <= c*rho*(1 + sqrt(l/L)) and c^2*rho^2/L <= c*rho",
        "c in (0, 1], rho in (0, {}], L >= 1, l >= 0",
        "1",
        "2",
        printed_constant="O(1)",
        proved_constant="2",
        given="the sum of the two relations",
    ),
    nudged(
        "main.increasing",
        SMALL,
        at(967),
        "c (1 + sqrt(ln(1/c))) increases up to c = e^{-(sqrt 3 - 1)^2/4} = 0.8746.",
        _increasing,
        (sp.sqrt(3) - 1) / 2,
        R(36, 100),
        printed_constant="small enough",
        proved_constant="c <= 0.874612",
        given="the mean value theorem",
    ),
    nudged(
        "main.to-zero",
        SMALL,
        at(967),
        "c (1 + sqrt(ln(1/c))) <= 2 sqrt(c), so it tends to 0 with c.",
        _to_zero,
        2,
        R(13, 10),
        argued="that v = sqrt(ln(1/c)) and the tangent of the exponential are put in",
    ),
    concluded(
        "main.epsilon-star-lower",
        SMALL,
        at(973),
        "eps* >= c2 sqrt(ln 2 S) >= c2 sqrt(ln 2) max eps_i, since delta' <= 1/2.",
        "log(1/d) >= {}*log(2) and e^2 + s >= e^2",
        "d in (0, 1/2], e >= 0, s >= 0",
        "1",
        "1.1",
        steps=lambda: _log_two(2),
        printed_constant="Omega(1)",
        proved_constant="sqrt(ln 2) = 0.832554",
        given="that square roots keep the order",
    ),
    concluded(
        "main.delta-star-terms",
        SMALL,
        at(1008),
        "(beta0 eps^10 + delta/eps)/eps = beta0 (eps^9 + eps^8) <= 2 beta0 eps^8 for eps <= 1.",
        "(beta0*eps^10 + beta0*eps^10/eps)/eps = beta0*(eps^9 + eps^8) <= {}*beta0*eps^8",
        "beta0 > 0, eps in (0, 1]",
        "2",
        "1.9",
        steps=lambda: _terms(2),
        printed_constant="O(1)",
        proved_constant="2",
    ),
    nudged(
        "main.eighth-powers",
        SMALL,
        at(1013),
        "sum eps_i^8 <= (sum eps_i^2)^4, for every k.",
        _eighth_powers,
        3,
        4,
        printed_constant="O(1)",
        proved_constant="1",
        given="summation term by term",
    ),
    concluded(
        "main.half-over-k",
        SMALL,
        at(1025),
        "k delta' <= beta0 (2 c^2)^5 <= 1/2 for c <= 1/sqrt 2 and beta0 <= 1/4.",
        "beta0*(2*c^2)^5 <= {}",
        "beta0 in [0, 1/4], c in [0, 1]",
        "1/2",
        "1/5",
        where_holds=("c <= 1/sqrt(2)",),
        printed_constant="small enough",
        proved_constant="2 c^2 <= 2^(1/5) = 1.14869",
        given="main.eighth-powers with fifth powers",
    ),
    concluded(
        "main.replicability",
        MAIN,
        at(1040),
        "4 (rho^4/40 + rho/20 + rho^4/40) <= rho for rho <= 1.",
        "4*(rho^4/40 + {}*rho/40 + rho^4/40) <= rho",
        "rho in [0, 1]",
        "2",
        "9",
        steps=lambda: replicability_bound(1),
        printed_constant="rho <= 1",
        proved_constant="rho <= 4^(1/3) = 1.58740",
    ),
    concluded(
        "main.log-epsilon",
        MAIN,
        at(1061),
        "ln(1/eps_i) <= ln(1/c) + (1 + 1/(64 e)) L.",
        "log(L)/2 <= L/(64*exp(1)) + {}*log(2) and r + t/2 + 5/2*log(2) <= r + t + 2*log(2) and "
        "log(1/(c*rho/sqrt(L)*sqrt(w))) = log(1/c) + log(1/rho) + log(L)/2 - log(w)/2",
        "L > 0, r >= 0, t >= 1, c > 0, rho > 0, w > 0",
        "5/2",
        "2.4",
        printed_constant="O(1)",
        proved_constant="1 + 1/(64 e) = 1.00574...",
        steps=_log_epsilon,
        given="that 1/k + n_i/N is 2 where k = 1",
    ),
    concluded(
        "main.log-delta",
        MAIN,
        at(1071),
        "ln(8/delta_i^2) = 20 ln(1/eps_i) + 2 ln(1/beta0) + ln 8.",
        "log(8/(beta0*eps^10)^2) = {}*log(1/eps) + 2*log(1/beta0) + log(8)",
        "beta0 > 0, eps > 0",
        "20",
        "10",
        steps=lambda: _log_delta(20),
    ),
    concluded(
        "main.cost",
        MAIN,
        at(1103),
        "n_i/eps_i^2 <= L N/(c^2 rho^2), N the sum of the n_j.",
        "n/(c*rho/sqrt(L)*sqrt(1/k + n/(n + s)))^2 <= {}*L*(n + s)/(c^2*rho^2)",
        "c > 0, rho in (0, 1], L >= 1, n > 0, s >= 0, k integer in [1, oo)",
        "1",
        "0.4",
        printed_constant="O(1)",
        proved_constant="1",
    ),
)
