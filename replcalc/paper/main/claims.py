"""Claims of thm:main: the parameter choice, its bounds and its preconditions (TeX lines 858-1130).

L stands for ln(k/(rho beta0)), l for ln(1/c). Sums over the k algorithms stay symbolic: identities hold for every k.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.claims.claim import stated
from replcalc.paper.literature import at
from replcalc.paper.main import claims_constant as universal_constant
from replcalc.paper.symbols import beta0, c, i, k, ns, rho
from replcalc.vocabulary import (
    Claim,
    Outcome,
    Parts,
    R,
    above,
    at_most,
    claims_from_text,
    equal,
    exponential_above_tangent,
    nudged,
    of,
    prove_all,
    prove_by_form,
    prove_exact,
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


def epsilon_upper(constant: Any) -> Outcome:
    """eps_i^2 <= constant c^2 rho^2/L: n_i/N + 1/k <= 2, with k = 1 + t."""
    number = sp.Symbol("number", positive=True)
    relation = at_most(one_epsilon().xreplace({k: number}), constant)
    return prove_by_form(relation, substitute={number: 1 + t})


#: What lies above 10 in the bound on ln(1/delta'): ln L <= L/x + ln x - 1 at the best x.
OVER_TEN = 5 / (sp.E * 2 ** R(23, 5))


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


def log_delta_prime_at(weight: Any) -> Outcome:
    """k = 1, rho = 10^-28, beta0 = 1/4: is ln(1/delta') - 10 ln(1/c) at most weight L? (c cancels; c = 1 is put in.)"""
    log = sp.log(4 * sp.Integer(10) ** 28)
    slack = R(1, 4) * (2 * R(1, 10**28) ** 2 / log) ** 5
    return prove_exact(at_most(sp.log(1 / slack), weight * log))


# -- cl:c_small_pg_compose_precond_hold --------------------------------------------------------------------------------


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


IN_WORDS = (
    *claims_from_text(
        "cl:c_small_pg_compose_precond_hold",
        """
        main.increasing 967: c (1 + sqrt(ln(1/c))) increases up to c = e^{-(sqrt 3 - 1)^2/4} = 0.8746: with c = \
            e^{-v^2} its \
                derivative in v is not positive from v = (sqrt 3 - 1)/2 on
            exp(-v^2)*(1 - 2*v*(1 + v)) <= 0
            on v >= 0
            if v >= {(sqrt(3) - 1)/2|0.36}
            printed small enough
            proved c <= 0.874612
            given the mean value theorem

        main.to-zero 967: c (1 + sqrt(ln(1/c))) <= 2 sqrt(c), so it tends to 0 with c (v = sqrt(ln(1/c)))
            1 + v <= {2|1.3}*exp(v^2/2)
            on v >= 0

        main.delta-star-terms 1008: (beta0 eps^10 + delta/eps)/eps = beta0 (eps^9 + eps^8) <= 2 beta0 eps^8 for eps <= 1
            (beta0*e^10 + small/e)/e = beta0*(e^9 + e^8) <= {2|1.9}*beta0*e^8
            let small = eq:def_eps_i_delta_i.delta[i](epsilon[i] = e)
            on e in (0, 1]
            printed O(1)
            proved 2

        main.eighth-powers 1013: sum eps_i^8 <= (sum eps_i^2)^4, for every k: x^4 <= x S^3 for every term x of the sum S
            x^4 <= {1|0.9}*x*(x + s)^3
            on x >= 0, s >= 0
            printed O(1)
            proved 1
            given summation term by term

        main.epsilon-upper 920: eps_i <= c sqrt 2 where L >= 1 and rho <= 1: n_i/N + 1/k <= 2
            c*rho/sqrt(L)*sqrt(1/k + n/(n + s)) <= c*sqrt(1/k + n/(n + s)) <= {sqrt(2)|1.4}*c
            on c > 0, rho in (0, 1], L >= 1, n > 0, s >= 0, k integer in [1, oo)
            printed sqrt 2
            proved sqrt(2/ln 4) = 1.20112 with L >= ln 4

        main.delta-below-epsilon 925: beta0 eps^8 <= eps for eps <= 1 and beta0 <= 1
            beta0*eps^8 <= {1|0.9}*eps
            on beta0 in [0, 1], eps in [0, 1]
            printed eps <= 1
            proved eps <= 1 (beta0 = 1)

        main.epsilon-star-chain 952: sqrt(c^2 rho^2 (l + L)/L) + c^2 rho^2/L <= 2 c rho (1 + sqrt(l/L)) for c, rho <= \
            1 and L >= 1
            sqrt(c^2*rho^2*(l + L)/L) <= c*rho*(1 + sqrt(l/L))
            c^2*rho^2/L <= c*rho
            on c in (0, 1], rho in (0, {1|2}], L >= 1, l >= 0
            printed O(1)
            proved 2
            given the sum of the two relations

        main.epsilon-star-lower 973: eps* >= c2 sqrt(ln 2 S) >= c2 sqrt(ln 2) max eps_i, since delta' <= 1/2
            log(1/d) >= {1|1.1}*log(2)
            e^2 + s >= e^2
            on d in (0, 1/2], e >= 0, s >= 0
            printed Omega(1)
            proved sqrt(ln 2) = 0.832554
            given that square roots keep the order

        main.half-over-k 1025: k delta' <= beta0 (2 c^2)^5 <= 1/2 for c <= 1/sqrt 2 and beta0 <= 1/4
            beta0*(2*c^2)^5 <= {1/2|1/5}
            on beta0 in [0, 1/4], c in [0, 1]
            if c <= 1/sqrt(2)
            printed small enough
            proved 2 c^2 <= 2^(1/5) = 1.14869
            given main.eighth-powers with fifth powers
        """,
        at,
    ),
    *claims_from_text(
        "thm:main",
        """
        main.replicability 1040: 4 (rho^4/40 + rho/20 + rho^4/40) <= rho for rho <= 1, from the limits of \
                cl:c_small_pg_compose_precond_hold
            whole <= rho
            let slack = cl:c_small_pg_compose_precond_hold.delta_star
            let star = cl:c_small_pg_compose_precond_hold.epsilon_star
            let whole = lm:pg_to_replic.rho(gamma = slack, epsilon = star, delta = slack)
            on rho in (0, {1|1.6}]
            printed rho <= 1
            proved rho <= 4^(1/3) = 1.58740

        main.log-delta 1071: ln(8/delta_i^2) = 20 ln(1/eps_i) + 2 ln(1/beta0) + ln 8
            log(8/small^2) = {20|10}*log(1/e) + 2*log(1/beta0) + log(8)
            let small = eq:def_eps_i_delta_i.delta[i](epsilon[i] = e)
            on e > 0

        main.log-epsilon 1061: ln(1/eps_i) <= ln(1/c) + (1 + 1/(64 e)) L
            log(L)/2 <= L/(64*exp(1)) + {5/2|2.4}*log(2)
            r + t/2 + 5/2*log(2) <= r + t + 2*log(2)
            log(1/(c*rho/sqrt(L)*sqrt(w))) = log(1/c) + log(1/rho) + log(L)/2 - log(w)/2
            on L > 0, r >= 0, t >= 1, c > 0, rho > 0, w > 0
            printed O(1)
            proved 1 + 1/(64 e) = 1.00574...
            given that 1/k + n_i/N is 2 where k = 1

        main.cost 1103: n_i/eps_i^2 <= L N/(c^2 rho^2), N the sum of the n_j
            n/(c*rho/sqrt(L)*sqrt(1/k + n/(n + s)))^2 <= {1|0.4}*L*(n + s)/(c^2*rho^2)
            on c > 0, rho in (0, 1], L >= 1, n > 0, s >= 0, k integer in [1, oo)
            printed O(1)
            proved 1
        """,
        at,
    ),
    *claims_from_text(
        "eq:def_eps_i_delta_i",
        """
        main.epsilon-lower 883: eps_i >= c rho/sqrt(k L)
            c*rho/sqrt(L)*sqrt(1/k + n/(n + s)) >= {1|1.5}*c*rho/sqrt(k*L)
            on c > 0, rho in (0, 1], L >= 1, n > 0, s >= 0, k integer in [1, oo)
            printed 1
            proved 1 (as n_i/N -> 0)

        main.slack-term 890: k delta' >= beta0 eps_i^10 for every i
            k*(beta0/k*(e^10 + s)) >= {1|1.01}*beta0*e^10
            on k integer in [1, oo), beta0 > 0, e > 0, s >= 0
            given that delta' is beta0/k times the sum of the tenth powers

        main.fifth-power 893: eps_i^10 >= (c^2 rho^2/(k L))^5
            (c*rho/sqrt(L)*sqrt(1/k + n/(n + s)))^10 >= {1|33}*(c^2*rho^2/(k*L))^5
            on c > 0, rho in (0, 1], L >= 1, n > 0, s >= 0, k integer in [1, oo)
        """,
        at,
    ),
)


CLAIMS: tuple[Claim, ...] = (
    *IN_WORDS,
    nudged(
        "main.sum-of-squares",
        SMALL,
        at(937),
        "sum of eps_i^2 = 2 c^2 rho^2/ln(k/(rho beta0)), for every k and all n_i.",
        _sum_of_squares,
        1,
        2,
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
)
