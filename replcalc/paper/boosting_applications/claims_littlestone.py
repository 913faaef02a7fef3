"""Claims on Littlestone classes and what heavy hitters collect."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, combinations
from typing import Any

import sympy as sp

from replcalc.paper.introduction.claims import HEAVY, LITTLESTONE, alpha, beta, d, ln2, nu, rho, t
from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Case,
    Outcome,
    Parts,
    R,
    at_least,
    at_most,
    called,
    concluded,
    equal,
    nudged,
    of,
    prove_by_form,
    prove_finite,
    prove_identity,
)

# -- Littlestone classes -----------------------------------------------------------------------------------------------
Labels = tuple[int, ...]


def littlestone_dimension(functions: frozenset[Labels]) -> int:
    """The depth of the deepest complete tree of points whose every branch some function follows; -1 for no function."""
    if not functions:
        return -1
    best = 0
    for point in range(len(next(iter(functions)))):
        split = [frozenset(f for f in functions if f[point] == label) for label in (0, 1)]
        if all(split):
            best = max(best, 1 + min(map(littlestone_dimension, split)))
    return best


def vc_dimension(functions: frozenset[Labels]) -> int:
    """The size of the largest set of points that shows all its labellings."""
    points = range(len(next(iter(functions))))
    sets = chain.from_iterable(combinations(points, size) for size in range(len(points) + 1))
    seen = ((len(chosen), len({tuple(f[x] for x in chosen) for f in functions})) for chosen in sets)
    return max(size for size, labellings in seen if labellings == 2**size)


def _dimensions(relation: Callable[[Any, Any], Any]) -> Outcome:
    """VC against Littlestone dimension of all 255 nonempty classes on three points; bit j of a class: is j a member?"""

    def of_class(dimension: Callable[[frozenset[Labels]], int]) -> Callable[[int, int], int]:
        def at(points: int, number: int) -> int:
            labels = (tuple(j >> p & 1 for p in range(points)) for j in range(2**points) if number >> j & 1)
            return dimension(frozenset(labels))

        return at

    chosen = sp.Symbol("c", integer=True, positive=True)
    sides = (called(name, 3, chosen) for name in ("vc", "littlestone"))
    functions = {"vc": of_class(vc_dimension), "littlestone": of_class(littlestone_dimension)}
    return prove_finite([Case("VC and Littlestone", relation(*sides), [(chosen, 1, 255)])], functions=functions)


def _boosted_littlestone(factor: int) -> Parts:
    """The cited bound at (rho/4, alpha/2, rho/4), logarithms that O~ hides left out: ln^3(4/rho) <= 27 ln^3(1/rho).

    With ln(1/rho) = ln 2 + t for rho <= 1/2.
    """
    plain = {"C_littlestone_previous": 1, "p_littlestone_previous": 0}
    cited = of(LITTLESTONE, "n_previous", rho=rho / 4, alpha=alpha / 2, beta=rho / 4, d=d, **plain)
    log = 3 * ln2 + t
    return {
        "scaled": prove_identity(cited, 64 * d**12 * sp.log(4 / rho) ** 3 / (alpha * rho) ** 2),
        "logarithm": prove_by_form(at_most(64 * log**3, factor * (ln2 + t) ** 3)),
    }


def _collected(count: int) -> Parts:
    """n_1 = (8/(7 nu)) ln(count/(7 nu beta)): at most 8/(7 nu) elements reach nu' >= 7 nu/8, missed at most beta/16."""
    least = R(7, 8) * nu
    samples = sp.log(count / (7 * nu * beta)) / least
    return {
        "nu' >= 7 nu/8": prove_by_form(at_least(nu - (nu / 2) / 4, least)),
        "missed": prove_identity(1 / least * sp.exp(-samples * least), beta / 16),
    }


CLAIMS = (
    nudged(
        "littlestone.vc-below",
        LITTLESTONE,
        at(3368),
        "The VC dimension is at most the Littlestone dimension: all 255 classes on three points, by enumeration.",
        _dimensions,
        at_most,
        equal,
        note="by machine: three points; for any class a shattered set, asked point by point, is a complete tree",
    ),
    concluded(
        "littlestone.boosted",
        LITTLESTONE,
        at(3362),
        "At (rho/4, alpha/2, rho/4) the cited bound is at most 1728 d^12 ln^3(1/rho)/(alpha rho)^2 for rho <= 1/2.",
        "(log(4/rho)/log(1/rho))^3*64 <= {}",
        "rho in (0, 1/2]",
        "1728",
        "1727",
        steps=lambda: _boosted_littlestone(1728),
        printed_constant="O~(1)",
        proved_constant="1728",
        given="the cited bound without the logarithms that O~ hides, and ln(1/rho) = ln 2 + t",
    ),
    nudged(
        "heavy.collected",
        HEAVY,
        at(3483),
        "(8/(7 nu)) ln(128/(7 nu beta)) samples contain every element of probability nu' but for beta/16.",
        _collected,
        128,
        127,
        printed_constant="Theta(1)",
        proved_constant="8/7",
        given="that draws are independent, and the union bound",
    ),
)
