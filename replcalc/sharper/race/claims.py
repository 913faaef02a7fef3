"""Claims on the race of shared exponential clocks."""

from __future__ import annotations

import sympy as sp

from replcalc.vocabulary import Claim, Parts, at_most, concluded, nudged, of, prove_by_form, prove_identity

RACE, COMPOSED, VOTES, LIMIT = (
    "derived:race",
    "derived:race-composition",
    "derived:raced-votes",
    "derived:raced-votes-limit",
)
M, P, Q, r, a, v, w, c, rho, rho0, k, x, p, F = sp.symbols("M P Q r a v w c rho rho0 k x p F", positive=True)
s, X, d, e = sp.symbols("s X d e", nonnegative=True)
C = 2 / sp.sqrt(3)


def _g(root: sp.Expr, constant: sp.Expr = C) -> sp.Expr:
    """g in the variable r = sqrt(2X - X^2)."""
    return root * (constant + root) / (1 + constant * root)


def _form(power: int) -> Parts:
    """The statement's form is the one of Cauchy-Schwarz, with (1-X)^2 = 1 - r^2."""
    return {
        "statement": prove_identity(of(RACE, "from_hellinger", X=X), _g(sp.sqrt(X * (2 - X)))),
        "Cauchy-Schwarz": prove_identity(1 - (1 - r**power) / (1 + C * r), _g(r)),
        "root": prove_identity(1 - (1 - X) ** 2, X * (2 - X)),
    }


def _concave(constant: sp.Expr) -> Parts:
    """dg/dX = (1-X)/r dg/dr; (dg/dr)/r decreases in r on (0,1], and so does 1 - X = sqrt(1 - r^2)."""
    slope = (constant + 2 * r + constant * r**2) / (1 + constant * r) ** 2
    falling = sp.together(sp.diff(slope / r, r))
    return {
        "slope": prove_identity(sp.diff(_g(r), r), slope),
        "falls": prove_by_form(at_most(falling, 0), substitute={r: 1 / (1 + s)}),
    }


CLAIMS = (
    Claim(
        "race.agreement",
        RACE,
        None,
        "PQ/M = M - d - e + de/M for M = P + d = Q + e: summed over the answers, agreement is at least 1 - t",
        lambda: prove_identity((M - d) * (M - e) / M, M - d - e + d * e / M),
        lambda: prove_identity((M - d) * (M - e) / M, M - d - e),
        given="summation term by term",
    ),
    nudged(
        "race.odds",
        RACE,
        None,
        "(P-Q)^2/(2(P+Q)) = (P+Q)/2 - 2PQ/(P+Q): the variance of the odds is 1 - sum 2PQ/(P+Q)",
        lambda factor: prove_identity((P - Q) ** 2 / (2 * (P + Q)), (P + Q) / 2 - factor * Q / (P + Q)),
        2 * P,
        P,
        given="summation term by term",
    ),
    nudged(
        "race.glasser",
        RACE,
        None,
        "a uniform number on an interval of length p has variance p^2/12: spreading every atom over its interval "
        "makes the distribution function uniform, so the mid-distribution has variance at most 1/12",
        lambda middle: prove_identity(((F + p) ** 3 - F**3) / (3 * p) - middle**2, p**2 / 12),
        F + p / 2,
        F,
        given="Glasser's inequality",
    ),
    nudged(
        "race.form",
        RACE,
        None,
        "g(X) = r(c+r)/(1+cr) with r^2 = 2X - X^2 and c = 2/sqrt 3",
        _form,
        2,
        3,
        given="the Cauchy-Schwarz inequality and Glasser's inequality",
    ),
    concluded(
        "race.below-t",
        RACE,
        None,
        "g(X) <= (2/sqrt 3) sqrt(2X - X^2): the difference is (c^2-1)r^2/(1+cr)",
        "r*(2/sqrt(3) + r)/(1 + 2/sqrt(3)*r) <= {}*r",
        "r in [0, 1]",
        "2/sqrt(3)",
        "1.1",
        proved_constant="c >= 1",
    ),
    concluded(
        "race.below-rejection",
        RACE,
        None,
        "g(X) <= f(sqrt(2X - X^2)): never worse than first acceptance through Le Cam's inequality",
        "r*(2/sqrt(3) + r)/(1 + 2/sqrt(3)*r) <= {}*r/(1 + r)",
        "r in [0, 1]",
        "2",
        "1.1",
    ),
    Claim(
        "race.increasing-concave",
        RACE,
        None,
        "g increases and is concave on [0,1]: dg/dr is positive and (dg/dr)/r falls",
        lambda: _concave(C),
        lambda: prove_by_form(at_most(sp.together(sp.diff(_g(r), r)), 0), substitute={r: 1 / (1 + s)}),
        given="the mean value theorem",
    ),
    Claim(
        "race.angle",
        COMPOSED,
        None,
        "two laws of affinity a to a third have affinity at least 2a^2 - 1 (angles add up), so distance 2(1 - a^2)",
        lambda: prove_identity(1 - (2 * a**2 - 1), of(COMPOSED, "distance", affinity=a)),
        lambda: prove_identity(1 - a**2, of(COMPOSED, "distance", affinity=a)),
        given="that angles between laws add up",
    ),
)
