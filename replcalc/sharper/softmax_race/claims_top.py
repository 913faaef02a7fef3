"""Claims on the k best of many options by races."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import (
    Case,
    Outcome,
    Parts,
    R,
    at_least,
    at_most,
    nudged,
    prove_by_form,
    prove_exact,
    prove_finite,
)

OWN = "derived:top-options"
a, b, c, r, q, x = sp.symbols("a b c r q x", positive=True)
t = sp.Symbol("t", nonnegative=True)
j, k = sp.symbols("j k", integer=True, positive=True)


def _moment(power: int) -> Parts:
    """The disagreement of a race given both samples is at most c r0 (c >= 1), whose square is linear in r0^2."""
    exact = r * (c + r) / (1 + c * r)
    return {
        "at most c r": prove_by_form(at_most(exact, c**power * r), substitute={c: 1 + t}),
        "1 - 1/W is concave": prove_by_form(at_most(sp.diff(1 - 1 / (1 + x), x, 2), 0)),
    }


def _harmonic(factor: Any) -> Parts:
    """1/(a + b) <= (1/a + 1/b)/4, and with a third: the mean of reciprocals is at least the reciprocal of the mean."""
    return {
        "two": prove_by_form(
            at_most(1 / (a + b), factor * (1 / a + 1 / b) / 4),
            (a - b) ** 2 / (4 * a * b * (a + b)) if factor == 1 else None,
        ),
        "three": prove_by_form(
            at_most(9 * a * b * c, (a + b + c) * (a * b + b * c + a * c)),
            a * (b - c) ** 2 + b * (a - c) ** 2 + c * (a - b) ** 2,
        ),
    }


def _squares(order: int, shift: Any) -> Parts:
    """Sum of 1/r^2 over r <= k: at most 2 - 1/k, as 1/r^2 <= 1/(r-1) - 1/r; the tail is at least 1/(k+1)."""
    total = sp.Sum(1 / j**2, (j, 1, k))
    return {
        "2 - 1/k": prove_finite([Case("sum", at_most(total, shift - 1 / k), [(k, 1, order)])]),
        "a step": prove_by_form(at_most(1 / (1 + x) ** 2, 1 / x - 1 / (1 + x)), 1 / (x * (1 + x) ** 2)),
        "a step of the tail": prove_by_form(at_least(1 / x**2, 1 / x - 1 / (1 + x)), 1 / (x**2 * (1 + x))),
        "at k = 2": prove_exact(at_least(sp.pi**2 / 6 - R(1, 3), R(5, 4))),
    }


def _more(step: int) -> Outcome:
    """Fewer options are raced no worse: (1 - 1/A)(1 - 1/A^2) grows with A."""
    few, many = ((1 - 1 / n) * (1 - 1 / n**2) for n in (2 + t, 2 + t + step))
    return prove_by_form(at_least(many, few))


CLAIMS = (
    nudged(
        "top.moment",
        OWN,
        None,
        "the disagreement of one race given both samples is at most c r, its mean square at most c^2 times that of r",
        _moment,
        1,
        -1,
        given="that a second derivative <= 0 makes a function concave, and Jensen's inequality",
    ),
    nudged(
        "top.harmonic",
        OWN,
        None,
        "the reciprocal of a sum of r weights is at most the sum of their reciprocals over r^2, for r = 2, 3",
        _harmonic,
        1,
        R(1, 2),
    ),
    nudged(
        "top.squares",
        OWN,
        None,
        "the sum of 1/r^2 over r = 1..k is at most 2 - 1/k (k <= 40) and at most pi^2/6 - 1/(k+1)",
        _squares,
        (40, 2),
        (3, R(3, 2)),
        given="summation term by term",
    ),
    nudged(
        "top.fewer",
        OWN,
        None,
        "races among fewer options are bounded by that among all",
        _more,
        1,
        -1,
        given="induction on the number of options",
    ),
)
