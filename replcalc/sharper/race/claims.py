"""Claims on the race (R0) and on squared votes with the race (R)."""

from __future__ import annotations

import sympy as sp

from replcalc.claims.claim import Claim, nudged
from replcalc.claims.formulas import of
from replcalc.formulas.language import at_least, at_most, correlated_error, equal
from replcalc.prover.prove import Parts, prove_exact, prove_identity, prove_on_box
from replcalc.prover.signs import prove_by_form

RACE, COMPOSED, VOTES, LIMIT = (
    "derived:race", "derived:race-composition", "derived:raced-votes", "derived:raced-votes-limit",
)  # fmt: skip
R = sp.Rational

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


def _below_rejection(top: sp.Rational) -> Parts:
    """f(r) - g = r(1-r)(r - (1 - c) + 1)/((1+r)(1+cr)), and 2 - c > 0; ``top`` is the end of the range."""
    gap = r * (1 - r) * (r + 2 - C) / ((1 + r) * (1 + C * r))
    return {
        "gap": prove_identity(correlated_error(r) - _g(r), gap),
        "2 > c": prove_exact(at_least(2 - C, 0)),
        "r <= 1": prove_on_box(at_least(1 - r, 0), {r: (0, top)}),
    }


def _concave(constant: sp.Expr) -> Parts:
    """dg/dX = (1-X)/r dg/dr; (dg/dr)/r decreases in r on (0,1], and so does 1 - X = sqrt(1 - r^2)."""
    slope = (constant + 2 * r + constant * r**2) / (1 + constant * r) ** 2
    falling = sp.together(sp.diff(slope / r, r))
    return {
        "slope": prove_identity(sp.diff(_g(r), r), slope),
        "falls": prove_by_form(at_most(falling, 0), substitute={r: 1 / (1 + s)}),
    }


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


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "race.agreement", RACE, None,
        "PQ/M = M - d - e + de/M for M = P + d = Q + e: summed over the answers, agreement is at least 1 - t",
        lambda: prove_identity((M - d) * (M - e) / M, M - d - e + d * e / M),
        lambda: prove_identity((M - d) * (M - e) / M, M - d - e),
    ),
    nudged(
        "race.odds", RACE, None,
        "(P-Q)^2/(2(P+Q)) = (P+Q)/2 - 2PQ/(P+Q): the variance of the odds is 1 - sum 2PQ/(P+Q)",
        lambda factor: prove_identity((P - Q) ** 2 / (2 * (P + Q)), (P + Q) / 2 - factor * Q / (P + Q)), 2 * P, P,
    ),
    nudged(
        "race.glasser", RACE, None,
        "a uniform number on an interval of length p has variance p^2/12: spreading every atom over its interval "
        "makes the distribution function uniform, so the mid-distribution has variance at most 1/12",
        lambda middle: prove_identity(((F + p) ** 3 - F**3) / (3 * p) - middle**2, p**2 / 12), F + p / 2, F,
    ),
    nudged(
        "race.form", RACE, None,
        "g(X) = r(c+r)/(1+cr) with r^2 = 2X - X^2 and c = 2/sqrt 3",
        _form, 2, 3,
    ),
    Claim(
        "race.below-t", RACE, None,
        "g(X) <= (2/sqrt 3) sqrt(2X - X^2): the difference is (c^2-1)r^2/(1+cr)",
        lambda: prove_by_form(at_most(_g(r), C * r)),
        lambda: prove_by_form(at_most(_g(r, R(9, 10)), R(9, 10) * r)),
        proved_constant="c >= 1",
    ),
    nudged(
        "race.below-rejection", RACE, None,
        "g(X) <= f(sqrt(2X - X^2)): never worse than first acceptance through Le Cam's inequality",
        _below_rejection, R(1), R(2),
    ),
    Claim(
        "race.increasing-concave", RACE, None,
        "g increases and is concave on [0,1]: dg/dr is positive and (dg/dr)/r falls",
        lambda: _concave(C),
        lambda: prove_by_form(at_most(sp.together(sp.diff(_g(r), r)), 0), substitute={r: 1 / (1 + s)}),
    ),
    Claim(
        "race.angle", COMPOSED, None,
        "two laws of affinity a to a third have affinity at least 2a^2 - 1 (angles add up), so distance 2(1 - a^2)",
        lambda: prove_identity(1 - (2 * a**2 - 1), of(COMPOSED, "distance", affinity=a)),
        lambda: prove_identity(1 - a**2, of(COMPOSED, "distance", affinity=a)),
    ),
    Claim(
        "race.cosine", VOTES, None,
        "1 - cos <= |v-v'|^2/(|v|^2+|v'|^2): the difference is cos (|v|-|v'|)^2/(|v|^2+|v'|^2)",
        lambda: prove_by_form(
            at_most(1 - c, (v**2 + w**2 - 2 * v * w * c) / (v**2 + w**2)), c * (v - w) ** 2 / (v**2 + w**2)
        ),
        lambda: prove_by_form(at_most(1 - c, R(99, 100) * (v**2 + w**2 - 2 * v * w * c) / (v**2 + w**2))),
        proved_constant="1 (equal norms)",
    ),
    Claim(
        "race.both-norms", VOTES, None,
        "the mean of two squares is at least the square of the mean: the votes of both runs count as 2T blocks",
        lambda: prove_by_form(at_least((v**2 + w**2) / 2, ((v + w) / 2) ** 2), (v - w) ** 2 / 4),
        lambda: prove_by_form(at_least((v**2 + w**2) / 2, R(101, 100) * ((v + w) / 2) ** 2)),
    ),
    nudged(
        "race.limit", LIMIT, None,
        "with x0, x1 at rho0, N = (8/3) rho0/(1-rho0) (sum n)/rho^2 makes sqrt(8 chi/3) equal to rho",
        _limit, R(1), R(9, 10),
        proved_constant="(8/3) rho0/(1-rho0)",
    ),
    nudged(
        "race.best-start", LIMIT, None,
        "for base cost n1/rho0^2 the factor 8/(3 rho0(1-rho0)) is least at rho0 = 1/2, where it is 32/3",
        _best_start, R(32, 3), R(33, 3),
        proved_constant="32/3",
    ),
    nudged(
        "race.crossover", LIMIT, None,
        "(32/3) k <= k^2 from k = 11 on: composition overtakes k copies at rho/k in the limit",
        lambda start: prove_by_form(at_most(R(32, 3) * k, k**2), substitute={k: start + s}), 11, 10,
        proved_constant="11",
    ),
    nudged(
        "race.groups", LIMIT, None,
        "m groups cost m times the samples of one group in the limit",
        _groups, 1, 2,
    ),
)  # fmt: skip
