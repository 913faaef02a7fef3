"""Claims of the round-by-round analysis: lm:bound_expect, lm:azuma, lm:h_to_g, the tails (TeX lines 1284-2290)."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.claims.claim import declared
from replcalc.paper.literature import at
from replcalc.paper.pg_composition.statements import delta_hat, delta_total, epsilon_prefix
from replcalc.paper.symbols import delta_prime, deltas, ell, epsilons, gammas, i, in_claims, k
from replcalc.statements import notation
from replcalc.vocabulary import (
    Case,
    Claim,
    Outcome,
    R,
    Verdict,
    at_least,
    at_most,
    at_witness,
    claims_from_text,
    nudged,
    of,
    prove_finite,
    prove_growth,
    prove_identity,
    prove_on_box,
    statement,
)

AZUMA, TAIL = "lm:azuma", "lm:h_to_g"
ONE, HALF = sp.Integer(1), R(1, 2)

x, eps, delta, q, u, p = sp.symbols("x epsilon delta q u p", positive=True)
s, t, w, y = sp.symbols("s t w y", nonnegative=True)
mean = sp.Symbol("m", real=True)


# -- lm:azuma and lm:h_to_g --------------------------------------------------------------------------------------------
def _hoeffding(variance: Any) -> Outcome:
    """Two points -1, 1 with mean m: cosh z + m sinh z <= e^{m z + variance z^2/2} for z >= 0.

    f(z) = m z + variance z^2/2 - ln(cosh z + m sinh z) has f(0) = f'(0) = 0 and f'' = variance - 1 + y^2 with
    y = (sinh z + m cosh z)/(cosh z + m sinh z), whose denominator is e^-z + (1+m) sinh z > 0 for m in [-1, 1]. The
    exponential is convex, so two points are the worst case.
    """
    z = sp.Symbol("z", nonnegative=True)
    slope = (sp.sinh(z) + mean * sp.cosh(z)) / (sp.cosh(z) + mean * sp.sinh(z))
    if variance == 1:
        relation = at_least(mean * z + z**2 / 2, sp.log(sp.cosh(z) + mean * sp.sinh(z)))
        known = {sp.cosh(z) + mean * sp.sinh(z): sp.exp(-z) + (1 + mean) * sp.sinh(z)}
        return prove_growth(relation, z, order=2, form=slope**2, positive=known, ranges={mean: (-1, 1)})
    relation = at_least(variance * z**2 / 2, sp.log(sp.cosh(z)))
    return prove_on_box(relation, {z: (0, 1)})


def _change_of_variable() -> Outcome:
    """X = -1 with probability 1/4, else 1: mean 1/2, abs(X) <= 1, and abs(X - 1/2) reaches 3/2."""
    value, mass = sp.IndexedBase("value"), sp.IndexedBase("mass")
    j, o = sp.symbols("j o", integer=True, nonnegative=True)
    mu = sp.Sum(value[o] * mass[o], (o, 0, 1))
    case = Case("abs(X - mu) <= c", at_most(sp.Abs(value[j] - mu), 1), [(j, 0, 1)])
    outcome = prove_finite([case], tables={value: (-1, 1), mass: ("1/4", "3/4")})
    return at_witness(outcome, X="-1 with probability 1/4, 1 with probability 3/4", mu="1/2", c=1)


def _exponent(factor: Any) -> Outcome:
    """lm:azuma with c_i = 2 eps_i and t the concentration part of epsilon^(k) gives exactly delta'."""
    concentration = next(a for a in in_claims(epsilon_prefix(notation.k)).args if not isinstance(a, sp.Sum))
    bounds = declared(statement(AZUMA))[statement(AZUMA).parameter("c").variable]
    tail = of(AZUMA, "tail", t=factor * concentration)
    tail = tail.xreplace({sp.Sum(bounds[i] ** 2, (i, 1, k)): 4 * sp.Sum(epsilons[i] ** 2, (i, 1, k))})
    if factor != 1:  # one round is enough to refute a wrong exponent
        tail = tail.replace(sp.Sum, lambda *_: x)
    return prove_identity(tail, delta_prime)


def _tail_sum(rounds: Any) -> Outcome:
    """Sum over the rounds of delta' + delta-hat_j + e^{eps^(j-1)} gamma_j is delta^(k).

    With delta' paid in another number of rounds, the two other sums are equal and cancel: the rest decides.
    """
    closeness = (
        delta_hat(epsilons[ell], deltas[ell]) + sp.exp(in_claims(epsilon_prefix(notation.ell - 1))) * gammas[ell]
    )
    if rounds != k:
        return prove_identity(rounds * delta_prime, in_claims(delta_total()).coeff(delta_prime) * delta_prime)
    return prove_identity(sp.Sum(delta_prime + closeness, (ell, 1, k)), in_claims(delta_total()))


IN_WORDS = (
    *claims_from_text(
        "cl:Q_weighted_bound",
        """
        expect.half 1760: 1 - e^-x >= x/2 from 0 up to 1.593624, and not up to 1.593625
            1 - exp(-x) >= x/2
            on x in [0, {1.593624|1.593625}]
            printed x <= 1
            proved x <= 1.593624

        expect.quarter 1765: 4e/50 + 1/50 < 1/4
            4*exp(1)/50 + 1/50 < {1/4|0.237}
            printed 1/4
            proved (4e + 1)/50 = 0.237463

        expect.log-above 1786: ln(1-x) >= -x - 2x^2 for x up to 0.930056, negative x too, and not up to 0.930057
            log(1 - x) >= -x - 2*x^2 and log(1 - y) >= -y - 2*y^2
            on x in [0, {0.930056|0.930057}], y in (-oo, 0]
            printed x <= 1/2
            proved x <= 0.930056

        expect.exp-quotient 1797: (e^x - 1)/(1 - e^-x) = e^x and e^x/(1 - e^-x) = e^{2x}/(e^x - 1)
            (exp(x) - 1)/(1 - exp(-x)) = {1|2}*exp(x) and exp(x)/(1 - exp(-x)) = exp(2*x)/(exp(x) - 1)
            on x > 0

        expect.psi 1802: at q = delta-hat the bound is psi(delta), the expression in the lemma
            psi = delta + (exp(epsilon) - 1)*q + {2|3}*(exp(epsilon)*q + delta)^2
            let q = 2*delta/(1 - exp(-epsilon))
            on delta > 0, epsilon > 0

        expect.jensen 1723: Jensen's inequality for the logarithm, through its tangent: e^z >= 1 + z for every real z
            exp(z) >= {1|1.01} + z
            on z in (-oo, oo)
            given that Jensen's inequality is the tangent's, averaged

        expect.tail-largest-delta 1747: The largest delta/eps for which e^eps q + delta <= 1/2 holds up to eps = 1
            exp(eps)*2*delta/(1 - exp(-eps)) + delta <= 1/2
            on eps in (0, 1], delta in [0, 1]
            if delta <= {0.05208|0.06}*eps
            printed 0.02
            proved 0.052080

        expect.tail-mass 1756: q <= 2 eps/(50 (1 - e^-eps)) is at most 4/50 for eps in (0, 1]
            2*eps/(50*(1 - exp(-eps))) <= {4/50|3/50}
            on eps in (0, 1]
            printed 4/50 = 0.08
            proved 1/(25 (1 - 1/e)) = 0.06328

        expect.log-quotient 1777: ln((1-q)/(1-u)) <= -q + u + 2u^2 for q and u in [0, 1/2]
            log((1 - q)/(1 - u)) <= -q + u + {2|0.7}*u^2
            on q in [0, 1/2], u in [0, 1/2]
            printed 2
            proved 4 ln 2 - 2 = 0.772589

        expect.log-below 1785: ln(1-x) <= -x for every x < 1 (printed 'for all x'; undefined from 1 on)
            log(1 - x) <= -{1|1.01}*x
            on x in (-oo, 1)

        expect.increasing-in-q 1789: delta + (e^eps - 1) q + 2 (e^eps q + delta)^2 increases in q: its slope is at \
            least e^eps - 1
            delta + (exp(eps) - 1)*(q + t) + 2*(exp(eps)*(q + t) + delta)^2 >= delta + (exp(eps) - 1)*q + \
                2*(exp(eps)*q + delta)^2 + {1|9}*(exp(eps) - 1)*t
            on delta >= 0, eps >= 0, q >= 0, t >= 0
        """,
        at,
    ),
    *claims_from_text(
        "cl:P_weighted_bound",
        """
        expect.ratio 1895: on the event of small log-ratio abs(r/p - 1) is at most the larger of e^{2 eps}/p - 1 and \
                1 - e^{-2 eps}/p
            exp(2*eps*s) <= exp({2|1.9}*eps) and exp(-2*eps*s) >= exp(-2*eps)
            on eps in [0, 1], s in [0, 1]
            note an upper bound; the text says that the sum can be written so
            given that exp increases

        expect.x-plus-inverse 1925: x + 1/x >= 2 for every x > 0
            x + 1/x >= {2|2.01}
            on x > 0
            printed 2
            proved 2

        expect.larger-branch 1909: e^{2 eps}/p - 1 >= 1 - e^{-2 eps}/p for p <= 1
            exp(2*eps)/p - 1 >= {1|1.1} - exp(-2*eps)/p
            on eps in [0, 1], p in (0, 1]
            printed p <= 1
            proved p <= 1 (as eps -> 0)
        """,
        at,
    ),
    *claims_from_text(
        "lm:tilde_z_in_G_i",
        """
        tail.oracle 2264: the oracle's tail is at most delta^(k): gamma_l <= e^{eps^(l-1)} gamma_l
            g <= exp(t)*g*{1|0.9}
            on g > 0, t >= 0
            note delta' instead of k delta' would do: the concentration step is paid once
            given summation term by term
        """,
        at,
    ),
    *claims_from_text(
        "lm:pg_compose_het",
        """
        close.symmetric 1284: Closeness is symmetric: the lower bound in one direction is the upper bound in the other
            y <= exp(eps)*x + {1|0.9}*delta
            on x >= 0, y >= 0, eps >= 0, delta >= 0
            if x >= exp(-eps)*(y - delta)
        """,
        at,
    ),
    *claims_from_text(
        "lm:bound_expect",
        """
        expect.rho-nonnegative 1673: The bound rho_i is nonnegative where delta <= eps/50 (needed for the weighted \
            average, not stated)
            2*eps*(exp(2*eps)/(1 - 2*delta/(1 - exp(-eps))) - 1) >= {0|0.1}
            on eps in (0, 1], delta in [0, 1]
            if delta <= eps/50
            note delta-hat <= 2/25 < 1, hence 1 - delta-hat > 0; false at delta = eps/3, where delta-hat > 1

        expect.looseness 1673: At delta = 0 the bound is at least 8 times eps tanh(eps/2), the largest mean log-ratio \
            of an eps-close pair
            2*eps*(exp(2*eps) - 1) >= {8|8.1}*eps*tanh(eps/2)
            on eps in (0, 1]
            printed 1
            proved 1/8 (as eps -> 0)
        """,
        at,
    ),
)


CLAIMS: tuple[Claim, ...] = (
    *IN_WORDS,
    nudged(
        "azuma.hoeffding",
        AZUMA,
        at(1982),
        "Hoeffding's lemma in the form needed: mean m, values in [-1, 1], ln E e^{zX} <= m z + z^2/2 for all z >= 0.",
        _hoeffding,
        1,
        R(9, 10),
        printed_constant="1",
        proved_constant="1",
        given="that a convex function on [-1, 1] lies below its chord",
    ),
    Claim(
        "azuma.change-of-variable",
        AZUMA,
        at(1997),
        "The stated change of variable would need abs(X_i - mu_i) <= c_i, which does not follow from abs(X_i) <= c_i.",
        _change_of_variable,
        lambda: _hoeffding(1),
        Verdict.REFUTED,
        note="the lemma itself is true: Hoeffding's lemma uses the interval [-c_i, c_i], not the deviation from mu_i",
    ),
    nudged(
        "tail.exponent",
        TAIL,
        at(2089),
        "t^2/(2 sum (2 eps_i)^2) = ln(1/delta') at t = 2 sqrt(2 ln(1/delta') sum eps_i^2), for every k.",
        _exponent,
        ONE,
        R(99, 100),
        given="lm:azuma",
    ),
    nudged(
        "tail.real",
        "lm:z_in_G_i",
        at(2220),
        "delta' + delta-hat_j + e^{eps^(j-1)} gamma_j, summed over the rounds, is delta^(k).",
        _tail_sum,
        k,
        ONE,
    ),
)
