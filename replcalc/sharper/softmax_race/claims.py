"""Claims on the best of many options by a race (G)."""

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
    concluded,
    nudged,
    of,
    prove_by_form,
    prove_exact,
    prove_finite,
    prove_growth,
    prove_identity,
)

SEPARATE, COMMON, JOINT, SAMPLES = (
    "derived:softmax-race",
    "derived:softmax-race-common",
    "derived:softmax-race-joint",
    "derived:softmax-race-samples",
)
a, u, w, x, y, mass, bar, eta, N, V, p, d = sp.symbols("a u w x y mu bar eta N V p d", positive=True)
t, z, b = sp.symbols("t z b", nonnegative=True)
j = sp.Symbol("j", integer=True, nonnegative=True)


# -- the disagreement --------------------------------------------------------------------------------------------------
def _pair(sign: int) -> Parts:
    """P_x Q_z and P_z Q_x are pi pi e^y and pi pi e^-y over W: their mean is cosh y, their half difference sinh y."""
    one, two = sp.exp(y), sp.exp(-y)
    return {
        "product of both": prove_identity(one * two, sp.Integer(1)),
        "cosh^2 - sinh^2": prove_identity(((one + two) / 2) ** 2 - sign * ((one - two) / 2) ** 2, sp.Integer(1)),
    }


def _g(root: Any, constant: Any) -> Any:
    return root * (constant + root) / (1 + constant * root)


def _concave(power: int) -> Parts:
    """g as a function of q = r^2: dg/dq = (c/r + 2 + cr)/(2(1+cr)^2) falls in r on (0, 1], for every c >= 1."""
    r, c = sp.symbols("r c", positive=True)
    slope = sp.diff(_g(r, c), r) / (2 * r)
    falls = sp.together(sp.diff(slope, r))
    return {
        "slope": prove_identity(slope, (c / r + 2 + c * r) / (2 * (1 + c * r) ** power)),
        "falls": prove_by_form(at_most(falls, 0), substitute={r: 1 / (1 + t), c: 1 + b}),
        "1 - 1/C is concave": prove_by_form(at_most(sp.diff(1 - 1 / (1 + x), x, 2), 0)),
    }


def _stated(constant: Any) -> Parts:
    """The statement has this g; with A = 2 atoms Glasser's constant is 1 and g(r) = r."""
    root = sp.Symbol("root", positive=True)
    glasser = sp.Symbol("glasser", positive=True)
    arms = {"arms": sp.Integer(2), "k": sp.Integer(1), "alpha": sp.Symbol("alpha", positive=True), "N": N}
    return {
        "form": prove_identity(
            of(SEPARATE, "rho_each", root=root, glasser=glasser, eta=eta, V=V, **arms), _g(root, glasser)
        ),
        "two atoms": prove_identity(of(SEPARATE, "glasser", eta=eta, V=V, **arms), constant),
        "then g(r) = r": prove_identity(_g(root, sp.Integer(1)), root),
    }


def _chord(order: int, shift: int) -> Outcome:
    """(a^2)^(j+1) <= a^2 for a^2 = i/12 <= 1: each term of cosh(ca) - 1 is at most a^2 times that of cosh c - 1."""
    i = sp.Symbol("i", integer=True, nonnegative=True)
    square = i / sp.Integer(12)
    return prove_finite([Case("power", at_most(square ** (j + 1), square), [(i, 0, 12 + shift), (j, 0, order)])])


def _two_runs(factor: Any) -> Parts:
    """(E f_x)(E f_z) - 1 with E f = 1 + 2V(cosh c - 1); for V = 1/4 it is cosh(c/2)^4 - 1."""
    c = sp.Symbol("c", positive=True)
    h = sp.Symbol("h", positive=True)  # cosh(c/2)
    stated = of(
        SEPARATE,
        "swing",
        k=sp.Integer(1),
        arms=sp.Integer(2),
        alpha=sp.Symbol("alpha", positive=True),
        N=N,
        eta=2 * N * c,
        V=V,
    )
    bend = (sp.exp(c / 2) - sp.exp(-c / 2)) ** 2 / 2
    return {
        "the statement": prove_identity(stated, (1 + 2 * V * bend) ** 2 - 1),
        "bend": prove_identity(bend, (sp.exp(c) + sp.exp(-c)) / 2 - 1),
        # cosh c = 2 cosh(c/2)^2 - 1
        "no promise": prove_identity((1 + factor * (2 * h**2 - 1 - 1) / 2) ** 2, h**4),
    }


def _recursion(power: int) -> Outcome:
    """G_t <= (1 + e^(4 eta/N) phi) G_(t-1), N times: from one round to the next the bound gains that factor."""
    step = sp.Symbol("m", integer=True, positive=True)
    return prove_identity((1 + x) ** step * (1 + x) ** power, (1 + x) ** (step + 1))


# -- the failure -------------------------------------------------------------------------------------------------------
def _odds(share: Any) -> Parts:
    """b/(1+b) at b = beta/(1-beta) is beta, and b/(1+b) is concave."""
    allowed = 1 / (1 + x)  # beta
    odds = share * allowed / (1 - allowed)
    return {
        "at the odds allowed": prove_identity(odds / (1 + odds), allowed),
        "concave": prove_by_form(at_most(sp.diff(x / (1 + x), x, 2), 0)),
    }


def _variance_grows(factor: Any) -> Parts:
    """(V e^s + e^(-Vs))/(1+V) grows with V: its slope has the sign of e^(s(1+V)) - 1 - s(1+V)."""
    s = sp.Symbol("s", positive=True)
    moment = (V * sp.exp(s) + sp.exp(-V * s)) / (1 + V)
    sign = (sp.exp(s * (1 + V)) - 1 - s * (1 + V)) * sp.exp(-V * s) / (1 + V) ** 2
    return {
        "slope": prove_identity(sp.diff(moment, V), sign),
        "e^y >= 1 + y": prove_growth(at_least(sp.exp(z), 1 + factor * z), z, 0, order=2),
    }


def _all_right(power: int) -> Parts:
    """Two independent choices are both good with probability (1-b)(1-b'); affinities multiply likewise."""
    beta, spread = sp.Symbol("beta_each", positive=True), sp.Symbol("spread", positive=True)
    stated = {name: of(JOINT, name, k=sp.Integer(2), spread=spread, beta_each=beta) for name in ("beta", "root")}
    return {
        "failure": prove_identity(stated["beta"], 1 - (1 - beta) * (1 - beta) ** (power - 1)),
        "affinity": prove_identity(stated["root"] ** 2, 1 - 1 / spread**power),
    }


# -- the closed form ---------------------------------------------------------------------------------------------------


def _closed_second_order(factor: Any) -> Parts:
    """With N >= 160 eta: e^(4 eta/N) (e^y - 1)/y <= e^(1/40) e^(y) at y = (eta/N)^2/8 <= 1/204800, below 1.03."""
    return {
        "y": prove_identity(R(1, 160) ** 2 / 8, R(1, 204800)),
        "below 1.03": prove_exact(at_most(sp.exp(R(1, 40) + R(1, 204800)), factor)),
        "e^y - 1 <= y e^y": prove_growth(at_least(z * sp.exp(z), sp.exp(z) - 1), z, 0, order=2),
    }


def _closed_samples(factor: Any) -> Parts:
    """At N = 1.03 e^(3 rho^2/4) eta^2/(6 rho^2): 1.03 eta^2/(8N) e^(3 rho^2/4) = 3 rho^2/4, eta^2/(4N) <= 3 rho^2/2."""
    rho, e = sp.symbols("rho e", positive=True)  # e = exp(3 rho^2/4) >= 1
    count = factor * R(103, 100) * e * eta**2 / (6 * rho**2)
    return {
        "disagreement": prove_identity(R(103, 100) * eta**2 / (8 * count) * e, 3 * rho**2 / 4),
        "and C <= 1 + 3 rho^2/4": prove_identity(R(4, 3) * (3 * rho**2 / 4), rho**2),
        "drift": prove_by_form(at_most((eta**2 / (4 * count)).subs(e, 1 + t), 3 * rho**2 / 2)),
    }


CLAIMS = (
    nudged(
        "softmax.pair",
        SEPARATE,
        None,
        "e^y and e^-y have mean cosh y and half difference sinh y: cosh^2 - sinh^2 = 1",
        _pair,
        1,
        2,
    ),
    concluded(
        "softmax.atoms",
        SEPARATE,
        None,
        "mu^3 >= 3 mu/A^2 - 2/A^3, so cubes of A masses add up to at least 1/A^2: Glasser's constant of A atoms",
        "mu^3 >= 3*mu/A^2 - {}/A^3",
        "mu >= 0, A > 0",
        "2",
        "1.9",
        given="summation term by term",
    ),
    nudged(
        "softmax.concave",
        SEPARATE,
        None,
        "the bound on the disagreement is concave in the inverse square affinity: its mean may be put inside",
        _concave,
        2,
        3,
        given="that a second derivative <= 0 makes a function concave",
    ),
    nudged(
        "softmax.form",
        SEPARATE,
        None,
        "the statement's disagreement is r(c+r)/(1+cr), c = (2/sqrt 3) sqrt(1 - 1/A^2); two options: c = 1, r itself",
        _stated,
        sp.Integer(1),
        sp.Integer(2),
        given="Glasser's inequality",
    ),
    nudged(
        "softmax.chord",
        SEPARATE,
        None,
        "cosh(ca) <= 1 + a^2 (cosh c - 1) for a^2 <= 1, term by term: powers of a^2 lie below it",
        _chord,
        (12, 0),
        (12, 1),
        given="that powers of a^2 <= 1 lie below a^2, in the series of cosh",
    ),
    nudged(
        "softmax.swing",
        SEPARATE,
        None,
        "one round of two options multiplies the mean of cosh by at most (1 + 2V(cosh c - 1))^2",
        _two_runs,
        1,
        2,
        given="Hoeffding's inequality for the exponential moment",
    ),
    nudged(
        "softmax.recursion",
        SEPARATE,
        None,
        "N rounds multiply: (1 + x)^m (1 + x) = (1 + x)^(m+1)",
        _recursion,
        1,
        2,
    ),
    nudged(
        "softmax.odds",
        SEPARATE,
        None,
        "odds of beta/(1-beta) fail with probability beta, and b/(1+b) is concave",
        _odds,
        1,
        2,
        given="Jensen's inequality",
    ),
    nudged(
        "softmax.variance",
        SEPARATE,
        None,
        "Hoeffding's bound on a centred moment grows with the variance: e^y >= 1 + y",
        _variance_grows,
        1,
        R(11, 10),
        given="the mean value theorem",
    ),
    nudged(
        "softmax.joint",
        JOINT,
        None,
        "independent instances: what is right and the affinities multiply",
        _all_right,
        2,
        3,
        given="that instances are independent",
    ),
    concluded(
        "softmax.closed-swing",
        SAMPLES,
        None,
        "cosh x <= e^(x^2/2), so one round is at most e^(eta^2/(8 N^2))",
        "cosh(x) <= exp({}*x^2)",
        "x in (-oo, oo)",
        "1/2",
        "0.45",
        steps=lambda: prove_identity(4 * (eta / (4 * N)) ** 2 / 2, eta**2 / (8 * N**2)),
        given="Hoeffding's inequality for the exponential moment",
    ),
    nudged(
        "softmax.closed-second-order",
        SAMPLES,
        None,
        "160 samples per unit of eta make all second-order terms less than 3 per cent",
        _closed_second_order,
        R(103, 100),
        R(102, 100),
        given="softmax.closed-swing",
    ),
    nudged(
        "softmax.closed-samples",
        SAMPLES,
        None,
        "1.03 e^(3 rho^2/4) eta^2/(6 rho^2) samples make the disagreement rho and the drift at most 3 rho^2/2",
        _closed_samples,
        1,
        R(1, 2),
        given="softmax.closed-second-order",
    ),
)
