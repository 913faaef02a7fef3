"""Claims on squared votes with the race (R)."""

from __future__ import annotations

import sympy as sp

from replcalc.sharper.race.claims import LIMIT, VOTES, C, X, _g, r, rho, rho0, v, w, x
from replcalc.vocabulary import (
    Claim,
    Parts,
    R,
    at_least,
    at_most,
    concluded,
    equal,
    nudged,
    of,
    prove_by_form,
    prove_exact,
    prove_identity,
)


def _limit(factor: sp.Rational) -> Parts:
    """g(X) <= sqrt(8X/3) as g <= c r and r <= sqrt(2X); at D = 1 - rho0 and N = limit/rho^2 this is rho."""
    chi = rho0 / ((1 - rho0) * factor * of(LIMIT, "limit", rho0=rho0, m=1) / rho**2)
    return {
        "rho": prove_identity(8 * chi / 3, rho**2),
        "g <= c r": prove_by_form(at_most(_g(r), C * r)),
        "r^2 <= 2X": prove_by_form(at_most(X * (2 - X), 2 * X)),
    }


def _best_start(value: sp.Rational) -> Parts:
    law = of(LIMIT, "law", rho0=rho0, m=1)
    return {
        "least": prove_by_form(
            at_least(law, value),
            8 * (x - 1) ** 2 / (3 * x) if value == R(32, 3) else None,
            substitute={rho0: 1 / (1 + x)},
        ),
        "attained": prove_exact(equal(law.xreplace({rho0: R(1, 2)}), value)),
    }


def _groups(groups: int) -> Parts:
    """m groups of equal distance X/m cost m times the limit: m sqrt(8 X/(3m)) = sqrt(8 m X/3)."""
    m = sp.Symbol("m", integer=True, positive=True)
    return {
        "sum": prove_identity(m * sp.sqrt(8 * x / (3 * m)), sp.sqrt(8 * m * x / 3)),
        "limit": prove_identity(of(LIMIT, "limit", rho0=rho0, m=m), groups * m * of(LIMIT, "limit", rho0=rho0, m=1)),
    }


CLAIMS = (
    concluded(
        "race.cosine",
        VOTES,
        None,
        "1 - cos <= |v-v'|^2/(|v|^2+|v'|^2): the difference is cos (|v|-|v'|)^2/(|v|^2+|v'|^2)",
        "1 - c <= (v^2 + w^2 - 2*{}*c*v*w)/(v^2 + w^2)",
        "c in [0, 1], v > 0, w > 0",
        "1",
        "1.1",
        proved_constant="1 (equal norms)",
    ),
    Claim(
        "race.both-norms",
        VOTES,
        None,
        "the mean of two squares is at least the square of the mean: the votes of both runs count as 2T blocks",
        lambda: prove_by_form(at_least((v**2 + w**2) / 2, ((v + w) / 2) ** 2), (v - w) ** 2 / 4),
        lambda: prove_by_form(at_least((v**2 + w**2) / 2, R(101, 100) * ((v + w) / 2) ** 2)),
    ),
    nudged(
        "race.limit",
        LIMIT,
        None,
        "with x0, x1 at rho0, N = (8/3) rho0/(1-rho0) (sum n)/rho^2 makes sqrt(8 chi/3) equal to rho",
        _limit,
        R(1),
        R(9, 10),
        proved_constant="(8/3) rho0/(1-rho0)",
        given="the closed form of derived:race",
    ),
    concluded(
        "race.best-start",
        LIMIT,
        None,
        "for base cost n1/rho0^2 the factor 8/(3 rho0(1-rho0)) is least at rho0 = 1/2, where it is 32/3",
        "8/(3*rho0*(1 - rho0)) >= {}",
        "rho0 in (0, 1)",
        "32/3",
        "10.7",
        steps=lambda: _best_start(R(32, 3)),
        proved_constant="32/3",
    ),
    concluded(
        "race.crossover",
        LIMIT,
        None,
        "(32/3) k <= k^2 from k = 11 on: composition overtakes k copies at rho/k in the limit",
        "32/3*k <= k^2",
        "k integer in [{}, oo)",
        "11",
        "10",
        proved_constant="11",
    ),
    nudged(
        "race.groups",
        LIMIT,
        None,
        "m groups cost m times the samples of one group in the limit",
        _groups,
        1,
        2,
        given="the union bound",
    ),
)
