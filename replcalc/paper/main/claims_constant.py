"""One explicit c for cl:c_small_pg_compose_precond_hold: every k >= 1, rho <= 1, beta0 <= 1/4, all n_i (TeX line 911).

Notation: L = ln(k/(rho beta0)), u = 1/L, S = sum of eps_i^2 = 2 c^2 rho^2 u, and the constants (c1, c2, c3, c4) of
``pg_constants``. The many variables are reduced to u and rho by steps that are claims of their own:

- L >= ln 4, hence 0 < u <= 1/ln 4;
- sum eps_i^10 >= S^5/k^4 (power means), hence delta' >= beta0 S^5/k^5, whatever the n_i are;
- ln(1/delta') <= 10 L - 9 ln 4 + 5 ln L + 10 ln(1/c) - 5 ln 2, since ln(1/beta0) >= ln 4 and the coefficient of
  ln(1/rho) is the largest; equality at k = 1, rho = 1, beta0 = 1/4;
- eps*/rho = c2 (sqrt(ln(1/delta') S) + S)/rho is then a function of u and rho, which must stay below 1/40.

That is the paper's intermediate goal. What thm:main needs is 4 (gamma* + 2 eps* + delta*) <= rho of lm:pg_to_replic.
With eps* <= 6 sqrt(2) sqrt(ln(1/delta') S) + 3 K S (step 1 of ``pg_constants``, before both terms take the larger
factor; K is near 4 here) and gamma* = delta* <= 10^-9 rho a c eleven times as large does (``c.real-goal``). It is
the best to seven decimals: lm:pg_compose_het itself misses the goal just above it, at k = 1, rho = 1, beta0 = 1/4.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import sympy as sp

from replcalc.claims.claim import declared, stated
from replcalc.paper.literature import at
from replcalc.paper.main.claims_composition import C1, C2, C3, C4
from replcalc.paper.symbols import delta_prime, epsilons, i, k
from replcalc.vocabulary import (
    Claim,
    Outcome,
    Parts,
    R,
    at_least,
    at_most,
    claims_from_text,
    exponential_above_tangent,
    nudged,
    of,
    prove_all,
    prove_by_form,
    prove_exact,
    prove_identity,
    prove_on_box,
    statement,
)

MAIN, SMALL, SIMPLE = "thm:main", "cl:c_small_pg_compose_precond_hold", "lm:pg_compose"

rho, beta0, c, L, u = sp.symbols("rho beta0 c L u", positive=True)
m, S, count = sp.symbols("m S count", positive=True)
x, y, p, q, r, s, a, b, w = sp.symbols("x y p q r s a b w", nonnegative=True)

#: The certified constant for every k >= 1.
UNIVERSAL = R(136, 10**6)
#: The same for the goal of thm:main itself, and a share of rho that gamma* and delta* stay below.
REAL, TINY = R(15279, 10**7), R(1, 10**9)
FORTIETH = R(1, 40)
#: At the c above every eps_i is at most this, so drift <= (4 + 14 NEAR) eps_i^2 (pg.drift-limit).
NEAR = R(1, 400)


#: A rational just above the largest u = 1/L, and what ln(1/delta') saves against 10 L.
LARGEST_U, SAVED = R(72135, 10**5), 9 * sp.log(4)


# -- reductions --------------------------------------------------------------------------------------------------------
@cache
def log_at_least(limit: Any, least: Any) -> Outcome:
    """k/(rho beta0) >= limit with k = 1 + s, rho = 1/(1 + p), beta0 = least/(1 + q)."""
    number = sp.Symbol("k", integer=True, positive=True)
    ranges = {number: 1 + s, rho: 1 / (1 + p), beta0: least / (1 + q)}
    return prove_by_form(at_least(number / (rho * beta0), limit), substitute=ranges)


@cache
def power_mean(constant: Any) -> Outcome:
    """x^5 >= 5 m^4 x - 4 m^5, summed over i with m = S/k, gives sum x_i^5 >= k m^5 = S^5/k^4."""
    tangent = at_least(x**5, 5 * m**4 * x - constant * m**5)
    form = (x - m) ** 2 * (x**3 + 2 * m * x**2 + 3 * m**2 * x + 4 * m**3)
    xs = sp.IndexedBase("x", positive=True)
    total = sp.Sum(xs[i], (i, 1, k))
    mean = total / k
    summed = sp.Sum(5 * mean**4 * xs[i] - constant * mean**5, (i, 1, k))
    if constant != 4:
        return prove_by_form(tangent)
    return prove_all({"tangent": prove_by_form(tangent, form), "sum": prove_identity(summed, total**5 / k**4)})


@cache
def log_terms(c_exponent: int) -> Outcome:
    """ln(1/delta') at delta' = beta0 S^5/k^5, term by term."""
    number = sp.Symbol("k", integer=True, positive=True)
    squares = of(SMALL, "sum_of_squares", c=c, rho=rho, beta0=beta0, k=number).subs(sp.log(number / (beta0 * rho)), L)
    smallest = beta0 * (squares / number) ** 5
    terms = sp.log(1 / beta0) + 5 * sp.log(number) + 10 * sp.log(1 / rho)
    terms += 5 * sp.log(L) + c_exponent * sp.log(1 / c) - 5 * sp.log(2)
    return prove_identity(sp.log(1 / smallest), terms)


@cache
def coefficients(weight: Any) -> Outcome:
    """a + 5b + 10r <= weight (a + b + r) - (weight - 1) ln 4 for a = ln(1/beta0) >= ln 4, b = ln k, r = ln(1/rho)."""
    relation = at_most(sp.log(4) + a + 5 * b + 10 * r, weight * (sp.log(4) + a + b + r) - (weight - 1) * sp.log(4))
    return prove_by_form(relation, (weight - 1) * a + (weight - 5) * b + (weight - 10) * r)


# -- the bound on eps* -------------------------------------------------------------------------------------------------
def log_delta_prime(value: Any, log_term: Any) -> Any:
    """u ln(1/delta') at c = value, with u ln L = ``log_term`` and ln(1/delta') <= 10 L - SAVED + 5 ln L + ..."""
    return 10 - SAVED * u + 5 * log_term + u * (10 * sp.log(1 / value) - 5 * sp.log(2))


def epsilon_star_over_rho(value: Any, log_term: Any) -> Any:
    """eps*/rho at c = value."""
    log_delta = log_delta_prime(value, log_term)
    formula = stated(SIMPLE, "epsilon_star")
    hidden = {h.name: declared(statement(SIMPLE))[h.variable] for h in statement(SIMPLE).hidden}
    total = sp.Sum(epsilons[i] ** 2, (i, 1, k))
    squares = 2 * value**2 * rho**2
    root = sp.sqrt(sp.log(1 / delta_prime) * total)
    spread = (
        sp.sqrt(2) * value * rho * sp.Pow(log_delta, sp.S.Half, evaluate=False)
    )  # sympy would ask at length for the sign under it
    star = formula.xreplace({root: spread}).xreplace({total: squares * u, hidden["c2"]: C2})
    return sp.expand(star / rho)


def epsilon_star(value: Any) -> Outcome:
    """eps* <= rho/40 at c = value."""
    return _everywhere(lambda log_term: at_most(epsilon_star_over_rho(value, log_term), FORTIETH))


def _everywhere(relation: Callable[[Any], Any]) -> Outcome:
    """Near u = 0 with u ln L <= 1/e, elsewhere with u ln L = -u ln u itself."""
    near, far = relation(1 / sp.E), relation(-u * sp.log(u))
    return prove_all(
        {
            "u ln(1/u) <= 1/e": exponential_above_tangent(),
            "u <= 1/10": prove_on_box(near, {u: (0, R(1, 10)), rho: (0, 1)}),
            "u >= 1/10": prove_on_box(far, {u: (R(1, 10), LARGEST_U), rho: (0, 1)}),
        }
    )


def within_fortieth(value: Any) -> Any:
    """eps* <= rho/40 for k = 1, rho = 1, beta0 = 1/4."""
    each = 2 * value**2 / sp.log(4)  # eps_1^2
    slack = R(1, 4) * each**5
    return at_most(C2 * (sp.sqrt(sp.log(1 / slack) * each) + each), R(1, 40))


# -- the goal itself ---------------------------------------------------------------------------------------------------
def real_goal(value: Any) -> Outcome:
    """8 eps* <= (1 - 10^-8) rho; gamma* and delta* have the rest, 4 (gamma* + delta*) = 8 delta* <= 8 10^-9 rho."""

    def within(log_term: Any) -> Any:
        spread = 6 * sp.sqrt(2) * sp.sqrt(2 * value**2 * log_delta_prime(value, log_term))
        return at_most(8 * (spread + 3 * (4 + 14 * NEAR) * 2 * value**2 * rho * u), 1 - 10 * TINY)

    near = {"eps_i": epsilon_limit(value, NEAR), "delta_i": _delta_limit(NEAR)}
    return prove_all({"eps*": _everywhere(within), "delta*": delta_star(value, TINY), **near})


def within_goal(value: Any) -> Any:
    """4 (gamma* + 2 eps* + delta*) <= rho of lm:pg_compose_het at k = 1, rho = 1, beta0 = 1/4, with the drift at least
    4 eps^2 and without gamma* and delta*: where this fails the goal does."""
    each = 2 * value**2 / sp.log(4)  # eps_1^2
    joint = 2 * sp.sqrt(2) * sp.sqrt(sp.log(1 / (R(1, 4) * each**5)) * each) + 4 * each
    return at_most(4 * 2 * 3 * joint, 1)


# -- the remaining conditions ------------------------------------------------------------------------------------------
@cache
def epsilon_limit(value: Any, limit: Any = C1) -> Outcome:
    """eps_i^2 = c^2 rho^2 u (n_i/N + 1/k) <= 2 c^2/ln 4 <= c1^2."""
    return prove_exact(at_most(2 * value**2 / sp.log(4), limit**2))


@cache
def _delta_limit(value: Any) -> Outcome:
    """delta_i/eps_i^2 = beta0 eps_i^8 <= (1/4) c1^8 <= c1."""
    return prove_on_box(at_most(beta0 * x**8, value), {beta0: (0, R(1, 4)), x: (0, C1)})


@cache
def delta_star(value: Any, limit: Any = FORTIETH) -> Outcome:
    """(delta*/rho^4)^2 <= c4^2 (2 beta0/(c2 sqrt(ln 2))) (2 c^2 u)^4 <= limit^2."""
    bound = C4**2 * 2 * beta0 / (C2 * sp.sqrt(sp.log(2))) * (2 * value**2 * u) ** 4
    return prove_on_box(at_most(bound, limit**2), {beta0: (0, R(1, 4)), u: (0, LARGEST_U)})


def delta_star_at(value: Any) -> Outcome:
    """delta* <= rho^4/40 itself at k = 1, rho = 1, beta0 = 1/4, exactly."""
    each = sp.sqrt(2 * value**2 / sp.log(4))
    slack = R(1, 4) * each**10  # delta_1, and delta' as well
    star = C2 * (sp.sqrt(sp.log(1 / slack) * each**2) + each**2)
    spent = slack + slack / each
    return prove_exact(at_most(C4 * sp.sqrt(spent / star), R(1, 40)))


@cache
def slack_limit(value: Any) -> Outcome:
    """k delta' = beta0 sum eps_i^10 <= beta0 S^5 <= (1/4) (2 c^2 u)^5 <= 1/2."""
    box = {beta0: (0, R(1, 4)), u: (0, LARGEST_U)}
    return prove_on_box(at_most(beta0 * (2 * value**2 * u) ** 5, R(1, 2)), box)


def _conditions(value: Any) -> Parts:
    """The reductions, and all conditions but the one on eps*."""
    return {
        "ln 4 <= L": log_at_least(4, R(1, 4)),
        "1/ln 4": prove_exact(at_most(1 / sp.log(4), LARGEST_U)),
        "power means": power_mean(4),
        "ln(1/delta')": log_terms(10),
        "coefficients": coefficients(10),
        "eps_i": epsilon_limit(value),
        "delta_i": _delta_limit(C1),
        "delta*": delta_star(value),
        "delta'": slack_limit(value),
        "c3": prove_on_box(at_most(rho / 40, C3), {rho: (0, 1)}),
    }


IN_WORDS = (
    *claims_from_text(
        "cl:c_small_pg_compose_precond_hold",
        """
        c.delta-prime 1025: delta' <= 1/(2k) for c up to 0.89
            beta0*(2*c^2*u)^5 <= 1/2
            on beta0 in (0, 1/4], u in (0, 0.72135], c in (0, {0.89|0.96}]
            printed small enough
            proved c <= 0.89
            given main.eighth-powers with fifth powers, and u = 1/L <= 1/ln 4 <= 0.72135

        c.log-at-least 918: ln(k/(rho beta0)) >= ln 4 for every k >= 1, rho <= 1, beta0 <= 1/4
            log(k/(rho*beta0)) >= {log(4)|1.4}
            on k integer in [1, oo), rho in (0, 1], beta0 in (0, 1/4]
            printed 1
            proved ln 4 = 1.38629
            note k >= 2, which the text uses at line 1065, is not needed

        c.coefficients 898: ln(1/beta0) + 5 ln k + 10 ln(1/rho) <= 10 L - 9 ln 4
            log(1/beta0) + 5*log(k) + 10*log(1/rho) <= 10*log(k/(rho*beta0)) - {9|9.1}*log(4)
            on k integer in [1, oo), rho in (0, 1], beta0 in (0, 1/4]
            printed O(1)
            proved 10

        c.epsilon-limit 920: eps_i <= c1 = 1/10 for c up to 0.08325
            c*sqrt(2)/sqrt(L) <= 1/10
            on c in (0, {0.08325|0.09}], L > 0
            if L >= log(4)
            printed c <= c1/sqrt 2
            proved c <= c1 sqrt(ln 2) = 0.083255
            given main.epsilon-upper

        c.delta-limit 925: delta_i/eps_i^2 = beta0 eps_i^8 <= c1 once eps_i <= c1
            beta0*eps^10/eps^2 = beta0*eps^8 <= {1/10|1e-10}
            on beta0 in (0, 1/4], eps in (0, 1/10]
        """,
        at,
    ),
)


CLAIMS: tuple[Claim, ...] = (
    *IN_WORDS,
    nudged(
        "c.power-means",
        SMALL,
        at(890),
        "sum x_i^5 >= (sum x_i)^5/k^4 for every k and all x_i > 0, by the tangent at the mean.",
        power_mean,
        4,
        R(39, 10),
        note="makes delta' >= beta0 S^5/k^5 independent of the n_i",
        given="summation term by term",
    ),
    nudged(
        "c.log-terms",
        SMALL,
        at(898),
        "ln(1/delta') at delta' = beta0 (S/k)^5 is ln(1/beta0) + 5 ln k + 10 ln(1/rho) + 5 ln L + 10 ln(1/c) - 5 ln 2.",
        log_terms,
        10,
        9,
    ),
    Claim(
        "c.delta-star",
        SMALL,
        at(1020),
        "delta* <= rho^4/40 for c up to 0.24.",
        lambda: delta_star(R(24, 100)),
        lambda: delta_star_at(R(31, 100)),
        printed_constant="small enough",
        proved_constant="c <= 0.24",
        note="false from c = 0.31 on (k = 1, rho = 1, beta0 = 1/4)",
        given="cl:c_small_pg_compose_precond_hold's bound of delta* in u = 1/L",
    ),
    Claim(
        "c.universal",
        SMALL,
        at(911),
        "c = 0.000136 meets all conditions and eps* <= rho/40 for every k >= 1, rho in (0, 1], beta0 <= 1/4, all n_i.",
        lambda: {**_conditions(UNIVERSAL), "eps*": epsilon_star(UNIVERSAL)},
        lambda: prove_exact(within_fortieth(R(137, 10**6))),
        printed_constant="some absolute constant",
        proved_constant="0.000136",
        argued="that every quantity is largest where its bound in u = 1/L is",
    ),
    Claim(
        "c.real-goal",
        MAIN,
        at(1030),
        "4 (gamma* + 2 eps* + delta*) <= rho at c = 0.0015279 for every k >= 1, rho in (0, 1], beta0 <= 1/4, all n_i.",
        lambda: {**_conditions(REAL), "goal": real_goal(REAL)},
        lambda: prove_exact(within_goal(R(15280, 10**7))),
        printed_constant="some absolute constant",
        proved_constant="0.0015279",
        note="the goal of thm:main itself; lm:pg_compose_het misses it at c = 0.001528 (k = 1, rho = 1, beta0 = 1/4)",
        argued="that every quantity is largest where its bound in u = 1/L is",
    ),
)
