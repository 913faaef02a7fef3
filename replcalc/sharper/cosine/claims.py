"""Claims on cosine noise (S4)."""

from __future__ import annotations

import sympy as sp

from replcalc.vocabulary import (
    Outcome,
    Parts,
    R,
    at_most,
    concluded,
    nudged,
    of,
    prove_by_form,
    prove_exact,
    prove_identity,
)

COSINE, AVERAGED = "derived:cosine", "derived:variance-rounding"
t, x, y, w, G, a, alpha, lam, sigma, d = sp.symbols("t x y w G a alpha lambda sigma d", positive=True)
k, N = sp.symbols("k N", integer=True, positive=True)


def _student(factor: sp.Rational) -> Parts:
    """t = tan(pi x/2a) has the density (2/pi)/(1+t^2)^2; 1/(1+t^2) integrates to pi, (t/(1+t^2))' to 0."""
    density = 2 / (1 + t**2) ** 2
    rest = (t / (1 + t**2)).diff(t)
    return {
        "total mass 1": prove_identity(density, 1 / (1 + t**2) + rest),
        "variance 1": prove_identity(factor * t**2 * density, 1 / (1 + t**2) - rest),
        "law of t_3 over sqrt 3": prove_identity((1 + (sp.sqrt(3) * t) ** 2 / 3) ** 2, (1 + t**2) ** 2),
    }


def _distance(factor: sp.Expr) -> Parts:
    """TV <= (1/2) sqrt(2/pi) (pi/a)|d|; the pair of distributions against the exchanged pair is a shift by
    sqrt(2)|d|."""
    one = R(1, 2) * sp.sqrt(2 / sp.pi) * (sp.pi / a) * d
    rho = of(COSINE, "rho", k=k, N=N, G=G, a=a)
    return {
        "one law": prove_identity(one, sp.sqrt(sp.pi / 2) * d / a),
        "both orders": prove_identity(factor * one, sp.sqrt(sp.pi) * d / a),
        "stated": prove_identity(sp.sqrt(sp.pi) / a * of(COSINE, "distance", k=k, N=N, G=G), rho),
    }


def _groups(factor: int) -> Outcome:
    """2(x + y) - (sqrt x + sqrt y)^2 = (sqrt x - sqrt y)^2: the roots of group sizes add up to at most sqrt(G k)."""
    form = (sp.sqrt(x) - sp.sqrt(y)) ** 2 if factor == 2 else None
    return prove_by_form(at_most((sp.sqrt(x) + sp.sqrt(y)) ** 2, factor * (x + y)), form)


def _points(last: int) -> Outcome:
    """S is exponential of rate w; w.r.t. S there are S(1-w) points of larger score before it, the winner, one after."""
    return prove_identity((1 / w) * (1 - w) + 1 + last, 1 / w + 1)


def _tie(size: int) -> Outcome:
    """(pi/2)/g against rounding's 1/(4 pi): groups of 20 win, groups of 19 do not."""
    return prove_exact(at_most(sp.pi / 2 / size, 1 / (4 * sp.pi)))


CLAIMS = (
    nudged(
        "cosine.student",
        COSINE,
        None,
        "tan(pi x/2a) is Student t_3 over sqrt 3: total mass 1, variance 1",
        _student,
        R(1),
        R(2),
        given="the fundamental theorem of calculus",
    ),
    nudged(
        "cosine.distance",
        COSINE,
        None,
        "TV <= sqrt(pi/2)|d|/a, TV(P x Q, Q x P) <= sqrt(pi)|d|/a, and rho is its mean",
        _distance,
        sp.sqrt(2),
        R(1),
        given="the Fisher information of the cosine's law",
    ),
    concluded(
        "cosine.groups",
        COSINE,
        None,
        "(sqrt x + sqrt y)^2 <= 2(x + y): G groups of k queries cost sqrt(G k) in distance",
        "(sqrt(x) + sqrt(y))^2 <= {}*(x + y)",
        "x >= 0, y >= 0",
        "2",
        "1.9",
        given="that groups add up in root mean square",
    ),
    nudged(
        "cosine.points",
        COSINE,
        None,
        "a race whose points have mean weight w looks at 1/w + 1 points: 2^g + 1 for g queries",
        _points,
        1,
        0,
        given="the mean of a geometric law",
    ),
    nudged(
        "cosine.tie",
        COSINE,
        None,
        "groups of 20 queries need fewer samples than rounding one by one in the limit: (pi/2)/20 <= 1/(4 pi)",
        _tie,
        20,
        19,
        proved_constant="2 pi^2 = 19.74",
        given="derived:cosine and derived:expected-gap-rounding",
    ),
)
