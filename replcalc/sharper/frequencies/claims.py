"""Claims on proportions of groups."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import (
    Outcome,
    Parts,
    R,
    at_least,
    at_most,
    nudged,
    of,
    prove_by_form,
    prove_growth,
    prove_identity,
    prove_on_box,
)

CELLS, KNOWN, ANY = "derived:small-cells", "derived:proportions", "derived:proportions-any"
u, t, z = sp.symbols("u t z", nonnegative=True)
p, y, g, d, alpha, lam = sp.symbols("p y g d alpha lambda", positive=True)
N = sp.Symbol("N", integer=True, positive=True)


def _bennett(third: Any) -> Outcome:
    """(1+u) ln(1+u) - u >= u^2/(2(1 + u/3)): value and slope agree at 0, curvatures are 1/(1+u) >= 27/(3+u)^3."""
    return prove_growth(at_least((1 + u) * sp.log(1 + u) - u, u**2 / (2 * (1 + third * u))), u, 0, order=2)


def _per_unit(factor: Any) -> Parts:
    """e^(-N k(p))/p grows: u - ln(1+u) >= u^2/(2(1+u)) at u = y/p, and N y^2 >= 2 >= 2(p + y)."""
    rate = (p + y) * sp.log(1 + y / p) - y
    return {
        "slope of the rate": prove_identity(sp.diff(rate, p), sp.log(1 + y / p) - y / p),
        "u - ln(1+u)": prove_growth(at_least(u - sp.log(1 + u), factor * u**2 / (2 * (1 + u))), u, 0, order=1),
        "at y/p": prove_identity((y / p) ** 2 / (2 * (1 + y / p)), y**2 / (2 * p * (p + y))),
    }


def _middle(quarter: Any) -> Parts:
    """At p = 1/4 - y/3 the rate is at least 2y^2, and p is at least 1/6 up to y = 1/4; at p = 1/4 it is 2y^2."""
    up = quarter - y / 3
    return {
        "upwards": prove_identity(y**2 / (2 * (up + y / 3)), 2 * y**2),
        "a sixth": prove_on_box(at_least(quarter - u / 3, R(1, 6)), {u: (0, R(1, 4))}),
        "downwards": prove_identity(y**2 / (2 * quarter), 2 * y**2),
    }


def _spread(factor: Any) -> Parts:
    """Probabilities 1/g + d with deviations that add up to 0: squares add up to 1/g and more, so sum p(1-p) <= 1 - 1/g.

    Cauchy and Schwarz: (sum sqrt(p(1-p)))^2 <= g sum p(1-p) <= g - 1.
    """
    w = sp.Symbol("w", positive=True)
    return {
        "squares": prove_identity((1 / g + d) ** 2, 1 / g**2 + 2 * d / g + factor * d**2),
        "g(1 - 1/g)": prove_identity(g * (1 - 1 / g), g - 1),
        "two terms": prove_by_form(at_most(2 * sp.sqrt(w * p), w + p), (sp.sqrt(w) - sp.sqrt(p)) ** 2),
    }


def _heavy(least: Any) -> Outcome:
    """K s - s^2 <= K - 1 for a mass s <= 1 of at most K >= 2 heavy groups: the difference is (1-s)(K-1-s)."""
    s, groups = 1 / (1 + t), least + z
    form = t * (z * (1 + t) + t) / (1 + t) ** 2 if least == 2 else None
    return prove_by_form(at_most(groups * s - s**2, groups - 1), form)


def _light(shift: Any) -> Parts:
    """u <= e^(u-1); at the best tilt s = ln(low (1-p)/(p (1-low))) the moment of N draws is e^(-N kl(low, p))."""
    low = sp.Symbol("low", positive=True)
    tilt = low * (1 - p) / (p * (1 - low))
    return {
        "from 1 on": prove_growth(at_least(sp.exp(u), shift * (1 + u)), u, 0, order=2),
        "up to 1": prove_growth(at_least(sp.exp(-u), 1 - u), u, 0, order=2),
        "moment": prove_identity(1 - p + p * tilt, (1 - p) / (1 - low)),
    }


def _missed(both: Any) -> Parts:
    """Upwards and downwards together 10, averaged over the distances alpha - a/2 to alpha + a/2, a = 2 lambda alpha."""
    given = {"N": N, "alpha": alpha, "lambda": lam}
    near, far = sp.symbols("near far", positive=True)
    ends = {sp.erfc(end * sp.sqrt(2) * alpha * sp.sqrt(N)): value for end, value in ((1 - lam, near), (1 + lam, far))}
    stated = next(term for term in of(ANY, "beta", **given).args if term.has(sp.erfc)).xreplace(ends)
    width = of(ANY, "width", alpha=alpha, **{"lambda": lam})
    tails = [of(CELLS, name, N=N, y=y) for name in ("above", "below")]
    return {
        "both": prove_identity(sum(tails), both * sp.exp(-2 * N * y**2)),
        "averaged": prove_identity(both * sp.sqrt(sp.pi / (8 * N)) * (near - far) / width, stated),
        "lowest": prove_identity(alpha - width / 2, of(ANY, "low", alpha=alpha, **{"lambda": lam})),
        "the floor's answer": prove_identity(alpha - width / 2 + width - width / 2, alpha),
    }


CLAIMS = (
    nudged(
        "proportions.bennett",
        CELLS,
        None,
        "(1+u) ln(1+u) - u >= u^2/(2(1+u/3)): the rate of a rare group",
        _bennett,
        R(1, 3),
        R(1, 4),
        proved_constant="1/3 (u -> 0)",
    ),
    nudged(
        "proportions.per-unit",
        CELLS,
        None,
        "Chernoff's bound per unit of probability grows with the probability while N y^2 >= 2",
        _per_unit,
        1,
        R(11, 10),
        given="the mean value theorem",
    ),
    nudged(
        "proportions.middle",
        CELLS,
        None,
        "at the probability 1/4 - y/3 >= 1/6 the rate reaches Hoeffding's 2y^2, downwards at 1/4",
        _middle,
        R(1, 4),
        R(1, 5),
    ),
    nudged(
        "proportions.spread",
        KNOWN,
        None,
        "the standard deviations of g groups add up to at most sqrt(g-1): equal ones have the most",
        _spread,
        1,
        2,
        given="the Cauchy-Schwarz inequality",
    ),
    nudged(
        "proportions.heavy",
        ANY,
        None,
        "groups of total probability s <= 1, at most K >= 2 of them, have s K - s^2 <= K - 1",
        _heavy,
        2,
        R(3, 2),
    ),
    nudged(
        "proportions.light",
        ANY,
        None,
        "E(f - low)_+ <= e^(-1 - N kl(low, p))/(N s) at the tilt s, because u <= e^(u-1)",
        _light,
        1,
        R(11, 10),
        given="Chernoff's method",
    ),
    nudged(
        "proportions.missed",
        ANY,
        None,
        "10 e^(-2Ny^2) averaged over the rounding error; the answer below the first boundary is at most alpha",
        _missed,
        10,
        9,
        given="Hoeffding's inequality",
    ),
)
