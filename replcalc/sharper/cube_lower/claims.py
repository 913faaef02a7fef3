"""Claims on the surface of cells and on what it forces."""

from __future__ import annotations

import sympy as sp

from replcalc.vocabulary import (
    Outcome,
    Parts,
    R,
    at_least,
    at_most,
    below,
    concluded,
    nudged,
    of,
    prove_by_form,
    prove_exact,
    prove_identity,
)

FIELD, BALL, CHEEGER, GAUSSIAN = (f"derived:{n}" for n in ("cube-field", "cube-ball", "cube-cheeger", "gaussian-box"))
CUBE, SQUARE = "derived:cheeger-of-cube", "derived:cheeger-of-square"
CELLS, PLAIN = "derived:cells-lower", "derived:cells-lower-plain"
z, kappa, Gamma, Z, mu, g, v, t, p, u, r, L = sp.symbols("z kappa Gamma Z mu g v t p u r L", positive=True)
k, N = sp.symbols("k N", integer=True, positive=True)
gamma, tau, S, rho, beta, d, I, G, pull, most, edge = sp.symbols(
    "gamma tau S rho beta d integral peak pull most edge", positive=True
)


# -- the field ---------------------------------------------------------------------------------------------------------
def _one_axis(weight: int) -> Outcome:
    """(ln w)_x = cos x(-2 kappa + z/(1-z^2)); in z kappa' = (pi/Z)^2 + kappa^2 and Gamma' = mu^2 + Gamma^2."""
    slope = (1 - z**2) * ((mu**2 + Gamma**2) - ((sp.pi / Z) ** 2 + kappa**2)) - z * (Gamma - kappa)
    drift = (1 - z**2) * (-weight * kappa + z / (1 - z**2)) * (Gamma - kappa)
    growth = mu**2 - sp.pi**2 / Z**2
    return prove_identity(slope + drift, (1 - z**2) * (Gamma - kappa) ** 2 + (1 - z**2) * growth)


def _largest_slope(window: sp.Rational) -> Parts:
    """What the weight adds to a component's slope is no more than z^2/(4(1-z^2)) - (1-z^2)(pi/Z)^2, at most 0."""
    added = z * kappa - (1 - z**2) * ((sp.pi / Z) ** 2 + kappa**2)
    rest = z**2 / (4 * (1 - z**2)) - (1 - z**2) * (sp.pi / Z) ** 2
    return {
        "square": prove_identity(added, rest - (1 - z**2) * (kappa - z / (2 * (1 - z**2))) ** 2),
        # |z| Z <= 2 pi (1 - z^2) is tightest at z = Z/2 = t
        "at the edge": prove_exact(at_most((2 * window) ** 2, 4 * sp.pi / (1 + sp.pi))),
    }


def _balance(factor: int) -> Parts:
    """(sigma + g^2)/g >= 2 sqrt(sigma); its mean by a chord of the root, and the moments of 1 - z^2 under cos^2."""
    sine, cosine, turn = sp.symbols("sine cosine turn", positive=True)  # of turn z, turn = 2 pi/Z
    second = z**3 / 6 + z**2 * sine / (2 * turn) + z * cosine / turn**2 - sine / turn**3
    slope = second.diff(z) + turn * (cosine * second.diff(sine) - sine * second.diff(cosine))
    return {
        "balance": prove_by_form(at_least(v**2 + g**2, factor * v * g), (v - g) ** 2),
        "root": prove_identity(v - (R(3, 2) * v**2 - v**4 / 2), v * (v - 1) ** 2 * (v / 2 + 1)),
        "z^2 cos^2": prove_identity(slope, z**2 * (1 + cosine) / 2),
        "at the ends": prove_identity(  # z = t = Z/2, where the sine is 0 and the cosine -1
            2 * second.xreplace({z: t, sine: sp.Integer(0), cosine: sp.Integer(-1), turn: sp.pi / t}),
            t * 4 * t**2 * (R(1, 12) - 1 / (2 * sp.pi**2)),
        ),
        "mean of the root": prove_identity(R(3, 2) - (1 + S) / 2, 1 - S / 2),  # E sigma^2 = s^2 (1 + S)
    }


# -- balls, Cheeger's constant -----------------------------------------------------------------------------------------
def _reflected(kept: sp.Expr) -> Outcome:
    """Hoelder on a volume 2^J l^k leaves 2^(-J/k) of ball/l; J counts independent faces, each near with one chance."""
    ball, side, near = sp.symbols("ball side near", positive=True)
    stated = of(BALL, "pull", k=sp.Integer(2), ball=ball, side=side, near=near)
    return prove_identity(stated, ball / side * ((1 - near) + near * kept) ** 2)


def _edge(power: int) -> Parts:
    """w = (2/L) cos^2(pi x/L): (ln w)' = -(2 pi/L) tan, whose square has the mean (2 pi/L)^2."""
    sine, cosine, angle = sp.symbols("sine cosine angle", positive=True)
    weight = 2 / L * cosine**power
    return {
        "slope": prove_identity(-sp.pi / L * sine * weight.diff(cosine), -weight * 2 * sp.pi / L * sine / cosine),
        # (x/L - sin(2 phase)/(2 pi))' at cos(2 phase) = 1 - 2 sin^2: it rises by 1 over the window
        "mean": prove_identity(1 / L - (2 * sp.pi / L) * (1 - 2 * sine**2) / (2 * sp.pi), 2 / L * sine**2),
        "edge": prove_identity(2 * sp.pi * sp.sqrt(k) / (2 * angle), of(CHEEGER, "edge", k=k, angle=angle)),
    }


def _box(side: int) -> Parts:
    """Gaussian means: slopes sqrt(N) i(p), so I and G are those of the normal distribution."""
    phi = 1 / sp.sqrt(2 * sp.pi)
    h, alpha = sp.symbols("cheeger alpha", positive=True)
    return {
        "integral": prove_identity(2 / sp.sqrt(sp.pi) / sp.sqrt(N), of(GAUSSIAN, "integral", N=N)),
        "peak": prove_identity(2 * R(1, 4) / (phi * sp.sqrt(N)), of(GAUSSIAN, "peak", N=N)),
        "side": prove_identity(h / (side * alpha + 2 * d), of(GAUSSIAN, "most", cheeger=h, alpha=alpha, d=d)),
    }


def _cube(least: int) -> Parts:
    """m = (1+tau^2)/(1-tau^2/gamma) is k - gamma at B; both cases of T give 2 sqrt(k T)."""
    m = (1 + tau**2) / (1 - tau**2 / gamma)
    B2 = gamma * (k - gamma - least) / k
    return {
        "m": prove_identity(m, 1 + tau**2 + m * tau**2 / gamma),
        "at a face": prove_identity((1 + B2) / (1 - B2 / gamma), k - gamma),
        "speed": prove_identity(
            ((1 + 1 / gamma) * sp.atan(tau) - tau / gamma).diff(tau), (1 - tau**2 / gamma) / (1 + tau**2)
        ),
        "large T": prove_by_form(at_least(v**2 + g**2, 2 * v * g), (v - g) ** 2),
        "small T": prove_identity((k - (k - gamma)) * (1 + (k - gamma) / gamma), k),
    }


def _square(constant: sp.Expr) -> Parts:
    """Corners of radius r: perimeter - h area = (4-pi)(1-hr)^2/h, nothing at r = 1/h."""
    perimeter, area = 4 - (8 - 2 * sp.pi) * r, 1 - (4 - sp.pi) * r**2
    return {"corners": prove_identity(perimeter - constant * area, (4 - sp.pi) * (1 - constant * r) ** 2 / constant)}


# -- what it forces ----------------------------------------------------------------------------------------------------
def _peak(share: int) -> Parts:
    """R = Q(1-Q)/phi falls: R' = uR - (1-2Q), R'' = R - 2 phi + uR', and R''(0) < 0."""
    Q = (1 - sp.erf(u / sp.sqrt(2))) / 2
    phi = sp.exp(-(u**2) / 2) / sp.sqrt(2 * sp.pi)
    ratio = Q * (1 - Q) / phi
    first = u * ratio - (1 - 2 * Q)
    return {
        "first": prove_identity(ratio.diff(u), first),
        "second": prove_identity(first.diff(u), ratio - share * phi + u * ratio.diff(u)),
        "at 0": prove_exact(below(sp.sqrt(2 * sp.pi) / 4, share / sp.sqrt(2 * sp.pi))),
    }


def _excess() -> Parts:
    """e(p) <= p(1-2p) and E' <= g(1-2p)/(1-p), so E(p) <= g(2p + ln(1-p)), which is 0 at p = 0."""
    return {"antiderivative": prove_identity((2 * p + sp.log(1 - p)).diff(p), (1 - 2 * p) / (1 - p))}


def _rule(constant: sp.Rational) -> Outcome:
    """D(1 + c I G H+^2) >= (I/2)(E H - edge) - (G/2)(1/d + H+)F, solved for D."""
    stated = of(CELLS, "rho_forced", integral=I, peak=G, pull=pull, most=most, edge=edge, d=d, beta=beta)
    loss = (G / 2) * (I / 2) * constant * most**2
    return prove_identity(stated * (1 + loss), I / 2 * (pull - edge) - G / 2 * (1 / d + most) * beta)


def _level(share: sp.Rational) -> Parts:
    """In the rule H Sum_in Xi0 + lam - H+ Sum_in Xi0 >= H Xi0(1), as lam = H+ Xi0(1) and Sum_in Xi0 <= Xi0(1)."""
    H, total, gap, less = sp.symbols("H total gap less", nonnegative=True)
    upper = H + gap
    inside = total - less
    left = H * inside + share * upper * total - upper * inside
    return {"level": prove_by_form(at_least(left, H * total), gap * less)}


def _plain(share: int) -> Outcome:
    """(I/2)(E H (1-rho-beta) - edge) - (G/2) beta/d."""
    stated = of(PLAIN, "rho_forced", integral=I, peak=G, pull=pull, edge=edge, d=d, beta=beta, rho=rho)
    return prove_identity(stated, I / 2 * (pull * (1 - rho - share * beta) - edge) - G / 2 * beta / d)


CLAIMS = (
    nudged(
        "cube.one-axis",
        FIELD,
        None,
        "along one axis the divergence of w g over w is g^2 + (1-z^2)(mu^2 - (pi/Z)^2)",
        _one_axis,
        2,
        1,
        given="the product rule",
    ),
    nudged(
        "cube.largest-slope",
        FIELD,
        None,
        "the weight only lowers the slope of the field's components in windows |z| <= 0.87",
        _largest_slope,
        R(87, 100),
        R(88, 100),
        given="the mean value theorem",
    ),
    nudged(
        "cube.mean",
        FIELD,
        None,
        "(sigma + g^2)/g >= 2 sqrt(sigma), and E sqrt(sigma) >= sqrt(s)(1 - Var/(2 s^2)) with the moments of 1 - z^2",
        _balance,
        2,
        3,
        given="Jensen's inequality",
    ),
    nudged(
        "cube.reflected",
        BALL,
        None,
        "a face of the window costs the factor 2^(-1/k), on average over independent axes (shown for two)",
        _reflected,
        1 / sp.sqrt(2),
        R(1, 2),
        given="that the axes are independent",
    ),
    nudged(
        "cube.edge",
        CHEEGER,
        None,
        "under the weight cos^2 the logarithmic slope has the mean square (2 pi/L)^2 per axis",
        _edge,
        2,
        3,
        given="the fundamental theorem of calculus",
    ),
    nudged(
        "cube.gaussian",
        GAUSSIAN,
        None,
        "Gaussian means have cells of side 2 alpha and slopes sqrt(N) phi(Phi^-1(p))",
        _box,
        2,
        4,
        given="the fundamental theorem of calculus",
    ),
    nudged(
        "cheeger.cube",
        CUBE,
        None,
        "the field tau/|tau| with tau' = theta m(tau) has divergence at least 2 theta sqrt(k)",
        _cube,
        1,
        2,
        given="the divergence theorem",
    ),
    nudged(
        "cheeger.square",
        SQUARE,
        None,
        "with corners rounded to the radius 1/h the unit square has boundary over area h = 2 + sqrt(pi), and no less",
        _square,
        2 + sp.sqrt(sp.pi),
        sp.Integer(4),
        note="that rounded squares are the best sets is Kawohl and Lachand-Robert's theorem",
        given="Kawohl and Lachand-Robert's theorem",
    ),
    nudged(
        "cells.peak",
        CELLS,
        None,
        "Q(1-Q)/phi falls on the half line, so p(1-p)/h(p) grows up to p = 1/2",
        _peak,
        2,
        1,
        note="that a first zero of R' would never be left again is argued in proof.md",
        given="that a first zero of R' would never be left again (sharper/cube_lower/proof.md)",
    ),
    concluded(
        "cells.excess",
        CELLS,
        None,
        "the correction E satisfies E(p) <= (5/4) g p(1-p)",
        "2*p + log(1 - p) <= {}*p*(1 - p) and p*(1 - 2*p) <= p*(1 - p)",
        "p in [0, 1/2]",
        "5/4",
        "6/5",
        steps=_excess,
        given="the fundamental theorem of calculus",
    ),
    nudged(
        "cells.level",
        CELLS,
        None,
        "answers that carry less than everything are made up for: H Xi0(1) is left whatever the cells carry",
        _level,
        R(1),
        R(1, 2),
        given="the coarea formula",
    ),
    nudged(
        "cells.rule",
        CELLS,
        None,
        "D(1 + (5/16) I G H+^2) >= (I/2)(E H - edge) - (G/2)(1/d + H+) F",
        _rule,
        R(5, 4),
        R(1),
        given="the steps of sharper/cube_lower/proof.md",
    ),
    nudged(
        "cells.plain",
        PLAIN,
        None,
        "D >= (I/2)(E H (1 - rho - beta) - edge) - (G/2) beta/d",
        _plain,
        1,
        0,
        given="the steps of sharper/cube_lower/proof.md",
    ),
)
