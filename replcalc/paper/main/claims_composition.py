"""Explicit constants of lm:pg_compose from lm:pg_compose_het, for every k and delta' (TeX lines 2290-2410).

With eps_i <= c1 and delta_i = c1 eps_i^2 t, t in [0, 1], everything is bounded term by term. Let S = sum eps_i^2 and
a = sqrt(ln(1/delta') S).

1. drift <= K eps^2, so eps^(k) <= 2 sqrt(2) a + K S and 3 eps^(k) <= c2 (a + S) for c2 = max(6 sqrt 2, 3 K).
2. drift >= 4 eps^2, so eps^(k) >= 2 sqrt(2) (a + S) = (2 sqrt(2)/c2) eps*; and eps^(k) <= eps*/3 <= c3/3 < 1.
3. delta-hat <= D delta/eps and e^{eps^(i-1)} delta <= c1 e^{c3/3} delta/eps, so that
   delta^(k) <= M (k delta' + sum delta/eps) with M = D + c1 e^{c3/3} >= 1.
4. Hence delta* = 5 sqrt(delta^(k)/eps^(k)) <= c4 sqrt((k delta' + sum delta/eps)/eps*) for c4^2 = 25 M c2/(2 sqrt 2).

The singular quotients at eps = 0 are removed by three elementary bounds (``ELEMENTARY``), in each of which the drift is
monotone: it decreases in 1 - e^-eps and in e^eps - 1, and increases in e^{2 eps} - 1.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import sympy as sp

from replcalc.paper.literature import at
from replcalc.paper.pg_composition.statements import delta_hat, drift, psi, tilt
from replcalc.paper.symbols import delta_prime, deltas, epsilons, i, k
from replcalc.vocabulary import (
    Claim,
    Outcome,
    Parts,
    R,
    at_least,
    at_most,
    claims_from_text,
    exp,
    nudged,
    of,
    prove_all,
    prove_by_form,
    prove_exact,
    prove_identity,
    prove_on_box,
    statement,
)

SIMPLE = "lm:pg_compose"

eps, delta, x = sp.symbols("epsilon delta x", positive=True)
t, h, r, s, a, c = sp.symbols("t h r s a c", nonnegative=True)

#: The constants that the catalogue gives lm:pg_compose; the claims below prove them.
C1, C2, C3, C4 = (R(str(h.default)) for h in statement(SIMPLE).hidden)
#: drift <= K eps^2 for c1 = 1/10.
K = R(5395, 1000)


def _polynomial(y: Any) -> Any:
    """(e^{2y} - 1)/y is at most this on [0, 1/8]."""
    return 2 + 2 * y + 3 * y**2 / 2


@cache
def _elementary() -> Outcome:
    """On [0, 1/8]: 1 - e^-y >= y - y^2/2, e^y - 1 >= y + y^2/2 and e^{2y} - 1 <= y (2 + 2y + 3y^2/2)."""
    box, last = {t: (0, R(1, 8))}, at_most(sp.exp(2 * t) - 1, t * _polynomial(t))
    return prove_all(
        {
            "1 - e^-y": prove_on_box(at_least(1 - sp.exp(-t), t - t**2 / 2), box),
            "e^y - 1": prove_on_box(at_least(sp.exp(t) - 1, t + t**2 / 2), box),
            "e^{2y} - 1": prove_on_box(last, box, cuts={t: (R(1, 18),)}),  # up to there the third derivative has a sign
        }
    )


def _hat(c1: Any, room: Any) -> Any:
    """delta-hat/eps at delta = c1 eps^2 t, with eps ``room`` substituted for 1 - e^-eps."""
    return 2 * c1 * t / room


def _tilt(hat: Any, room: Any) -> Any:
    """The tilt over eps^2 where delta-hat is eps ``hat`` and leaves ``room`` below 1, with e^{2 eps} put in."""
    return 2 * (_polynomial(eps) + hat) / room


def _psi(c1: Any) -> Any:
    """psi over eps^2 at delta = c1 eps^2 t, with e^eps - 1 put in."""
    e, share = eps, c1 * t
    return share * (2 * exp(e) + 1) + 2 * share**2 * (2 * exp(2 * e) / (1 + e / 2) + e) ** 2


def drift_over_square(c1: Any) -> Any:
    """An upper bound of drift/eps^2 at delta = c1 eps^2 t, without a singularity at eps = 0."""
    e = eps
    hat = _hat(c1, 1 - e / 2)
    return _tilt(hat, 1 - e * hat) + _psi(c1)


@cache
def _put_in() -> Outcome:
    """The parts of the bound are the catalogue's with the elementary bounds put in, for every c1 and all room > 0."""
    e, small, left = eps, c * eps**2 * t, x
    return prove_all(
        {
            "delta-hat": prove_identity(delta_hat(e, small).xreplace({1 - exp(-e): e * left}), e * _hat(c, left)),
            "tilt": prove_identity(
                tilt(e, 1 - left).xreplace({exp(2 * e): 1 + e * _polynomial(e)}), e**2 * _tilt((1 - left) / e, left)
            ),
            "psi": prove_identity(psi(e, small).xreplace({exp(e) - 1: e * (1 + e / 2)}), e**2 * _psi(c)),
        }
    )


def _dominates(c1: Any) -> Outcome:
    """Compare the bound with the drift at three corners: guards against a bound in the wrong direction."""
    bound = drift_over_square(c1)
    found = {}
    for e, v in ((c1, 1), (c1, 0), (c1 / 100, 1)):
        corner = e**2 * bound.xreplace({eps: e, t: v})
        found[f"eps = {e}, t = {v}"] = prove_exact(at_most(drift(e, c1 * e**2 * v), corner))
    return prove_all(found)


def drift_bounded(constant: Any, c1: Any = C1) -> Outcome:
    bound = prove_on_box(at_most(drift_over_square(c1), constant), {eps: (0, c1), t: (0, 1)})
    parts = {"elementary bounds": _elementary(), "put in": _put_in(), "guard": _dominates(c1), "drift/eps^2": bound}
    return prove_all(parts)


def drift_itself(constant: Any, c1: Any = C1) -> Outcome:
    """The drift as it stands, away from the singular end: enough to refute."""
    relation = at_most(drift(eps, c1 * eps**2 * t), constant * eps**2)
    return prove_on_box(relation, {eps: (c1 / 2, c1), t: (0, 1)})


def _drift_limit(slope: Any) -> Parts:
    """drift <= (4 + slope c1) eps^2 for every c1 <= 1/10: with eps = c r, c standing for c1."""
    bound = drift_over_square(c).xreplace({eps: c * r})
    relation = at_most(bound, 4 + slope * c)
    box = {c: (0, R(1, 10)), r: (0, 1), t: (0, 1)}
    proof = prove_on_box(relation, box, order=1)
    return {"elementary bounds": _elementary(), "put in": _put_in(), "drift/eps^2": proof}


def _epsilon_star(c2: Any) -> Parts:
    """3 (2 sqrt(2) a + K S) <= c2 (a + S) for all a, S >= 0, with the K of the drift claim."""
    form = (c2 - 6 * sp.sqrt(2)) * a + (c2 - 3 * K) * s
    combination = prove_by_form(at_most(6 * sp.sqrt(2) * a + 3 * K * s, c2 * (a + s)), form)
    return {"drift": drift_bounded(K), "combination": combination}


def additive_factor(c1: Any, c3: Any) -> Any:
    """M = D + c1 e^{c3/3}: delta^(k) <= M (k delta' + sum delta/eps)."""
    return delta_hat(c1, c1) + c1 * sp.exp(c3 / 3)


def _delta_k(share: Any) -> Parts:
    """One round: delta-hat + e^(c3/3) delta <= share M delta/eps on (0, c1], times eps (1 - e^-eps)/delta.

    M is reached at eps = c1; and M >= 1 covers k delta'.
    """
    factor = 1 - sp.exp(-eps)
    numerator = sp.cancel(delta_hat(eps, delta) * factor / delta)
    spent = numerator * eps + sp.exp(C3 / 3) * eps * factor
    total = share * additive_factor(C1, C3)
    return {
        "one round": prove_on_box(at_most(spent, total * factor), {eps: (0, C1)}),
        "k delta'": prove_exact(at_most(1, total)),
    }


def _delta_star(c4: Any) -> Parts:
    """5 sqrt(M (k delta' + sum delta_i/eps_i)/((2 sqrt 2/c2) eps*)) is at most the delta* and gamma* of the statement.

    Squared and times eps*: 25 M c2/(2 sqrt 2) <= c4^2, and the statement's bounds are c4^2 (k delta' + s), s being the
    sum of the delta_i/eps_i as it stands there.
    """
    spent, star = sp.Sum(deltas[i] / epsilons[i], (i, 1, k)), sp.Symbol("x", positive=True)
    found = {"factor": prove_exact(at_most(25 * additive_factor(C1, C3) * C2 / (2 * sp.sqrt(2)), c4**2))}
    for name in ("delta_star", "gamma_star"):
        bound = of(SIMPLE, name, epsilon_star=star, c4=c4).xreplace({spent: s})
        found[name] = prove_identity(bound**2 * star, c4**2 * (k * delta_prime + s))
    return found


IN_WORDS = (
    *claims_from_text(
        "lm:pg_compose",
        """
        pg.delta-hat 2318: delta-hat <= 4 delta/eps for eps up to 1.593624
            hat <= {4|3.9}*d/e
            let hat = lm:pg_compose_het.delta_hat[i](epsilon[i] = e, delta[i] = d)
            on e in (0, 1.593624], d in (0, 1]
            printed O(1)
            proved 4 up to 1.593624

        pg.delta-hat-tenth 2318: delta-hat <= 2.10167 delta/eps for eps <= 1/10
            hat <= {2.10167|2.10166}/e
            let hat = lm:pg_compose_het.delta_hat[i](epsilon[i] = e, delta[i] = 1)
            on e in (0, 1/10]
            printed O(1)
            proved 0.2/(1 - e^-0.1) = 2.10167

        pg.one-minus-range 2349: 1 - x >= e^{-2x} from 0 up to 0.796812, and not up to 0.796813
            1 - x >= exp(-2*x)
            on x in [0, {0.796812|0.796813}]
            printed x small
            proved x <= 0.796812

        pg.below-one 2385: eps^(k) <= 1 where 3 eps^(k) <= eps* <= c3 = 1
            joint <= 1
            on joint >= 0
            if 3*joint <= {1|9}
            printed c3
            proved c3 <= 3

        pg.hypothesis 2301: delta <= c1 eps^2 and eps <= c1 = 1/10 give delta <= eps/50, which lm:pg_compose_het asks \
            for
            delta <= eps/50
            on eps in [0, {1/10|1/5}], delta in [0, 1]
            if delta <= {1/10|1/5}*eps^2
            printed c1 small
            proved c1 <= 1/sqrt(50) = 0.141421
            note not checked in the text

        pg.rates 2305: delta/eps <= c1 eps, delta^2/eps^2 <= c1 delta and delta <= c1 eps^2 whenever delta <= c1 eps^2
            delta/eps <= {1|0.9}*c1*eps
            delta^2/eps^2 <= c1*delta
            on eps > 0, c1 > 0, delta >= 0
            if delta <= c1*eps^2

        pg.inverse 2331: 2 e^{2 eps}/(e^eps - 1) + 1 <= 2.4228/eps for eps <= 1/10
            2*exp(2*eps)/(exp(eps) - 1) + 1 <= {2.4228|2.4227}/eps
            on eps in (0, 1/10]
            printed O(1)
            proved 2.4227 at c1 = 1/10, 2 as c1 -> 0

        pg.psi 2337: psi(delta) <= 4.504 delta for eps <= 1/10, delta <= eps^2/10, using e^x - 1 >= x
            1 + 2*exp(eps) + 2*delta*(1 + 2*exp(2*eps)/eps)^2 <= {4.504|4.49}
            on eps in (0, 1/10], delta in [0, 1]
            if delta <= eps^2/10
            printed O(1)
            proved 4.504 this way
            given e^x - 1 >= x (expect.jensen)

        pg.quotient 2352: e^{2x}/(1-h) - 1 <= e^{2x+2h} - 1 <= 4(x+h) for x and h up to 0.3141
            exp(2*x)/(1 - h) - 1 <= exp(2*x + 2*h) - 1 <= {4|3.9}*(x + h)
            on x in [0, 0.3141], h in [0, 0.3141]
            printed x, h small
            proved x + h <= 0.628215

        pg.drift-below 2396: drift >= 4 eps^2, so no c2 below 12 comes out of these steps
            2*eps*(exp(2*eps) - 1) >= {4|4.1}*eps^2
            on eps in [0, 1]
            proved 4
            given that the other terms of the drift are >= 0

        pg.epsilon-lower 2396: eps^(k) >= 2 sqrt(2) (sqrt(ln(1/delta') S) + S): the lower bound that min(eps^(k), 1) \
            = Theta(eps*) needs
            2*sqrt(2)*a + 4*s >= {2*sqrt(2)|3}*(a + s)
            exp(2*eps) - 1 >= 2*eps
            on a >= 0, s >= 0, eps >= 0
            printed Theta(1)
            proved 2 sqrt 2
            note the text argues from eps^(k) <= eps*, which is the wrong direction
            given pg.drift-below and the sum over the rounds
        """,
        at,
    ),
)


CLAIMS: tuple[Claim, ...] = (
    *IN_WORDS,
    Claim(
        "pg.drift",
        SIMPLE,
        at(2357),
        "psi + 2 eps (e^{2 eps}/(1 - delta-hat) - 1) <= 5.395 eps^2 for eps <= 1/10 and delta <= eps^2/10.",
        lambda: drift_bounded(K),
        lambda: drift_itself(R(539, 100)),
        printed_constant="O(1)",
        proved_constant="5.3909",
        argued="that the elementary bounds may be put in, with which the drift grows",
    ),
    Claim(
        "pg.drift-limit",
        SIMPLE,
        at(2357),
        "drift <= (4 + 14 c1) eps^2 for every c1 <= 1/10: the constant tends to 4 and c2 to 12.",
        lambda: _drift_limit(14),
        lambda: drift_itself(4 + 13 * C1),
        printed_constant="O(1)",
        proved_constant="4 as c1 -> 0",
        argued="that the elementary bounds may be put in, with which the drift grows",
    ),
    Claim(
        "pg.epsilon-star",
        SIMPLE,
        at(2372),
        "c2 = 16.2 works for c1 = 1/10: 3 eps^(k) <= 16.2 (sqrt(ln(1/delta') S) + S) for every k and delta'.",
        lambda: _epsilon_star(C2),
        lambda: drift_itself(R(161, 10) / 3),
        printed_constant="O(1)",
        proved_constant="16.173",
        argued="that the drift's bound may be put in, and the sum over the rounds",
    ),
    nudged(
        "pg.delta-k",
        SIMPLE,
        at(2388),
        "delta^(k) <= M (k delta' + sum delta/eps), M = 2c1/(1 - e^-c1) + c1 e^{c3/3} = 2.2412 at c1 = 1/10, c3 = 1.",
        _delta_k,
        sp.Integer(1),
        R(99, 100),
        printed_constant="O(1)",
        proved_constant="2.2412",
        given="summation term by term",
    ),
    nudged(
        "pg.delta-star",
        SIMPLE,
        at(2399),
        "c4 = 18 works for c1 = 1/10, c2 = 16.2, c3 = 1: 25 M c2/(2 sqrt 2) <= 18^2.",
        _delta_star,
        C4,
        R(179, 10),
        printed_constant="O(1)",
        proved_constant="17.9143",
        given="pg.delta-k and pg.epsilon-lower",
    ),
)
