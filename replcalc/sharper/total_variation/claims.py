"""Claims on composition in total variation and on correlated sampling after it."""

from __future__ import annotations

import sympy as sp

from replcalc.vocabulary import (
    Outcome,
    Parts,
    at_most,
    concluded,
    nudged,
    of,
    prove_by_form,
    prove_growth,
    prove_identity,
)

TV, REVEALED, TO_REPLICABLE = "derived:nonadaptive-tv", "derived:revealed-tv", "derived:tv-to-replicable"
R = sp.Rational
epsilon, delta, gamma, d, h, l, p, q, nu, g, L = sp.symbols("epsilon delta gamma d h l p q nu g L", positive=True)
x, y, s, t, u, X, Y, B = sp.symbols("x y s t u X Y B", nonnegative=True)
#: The two-point pair: (e^eps, 1)/(1 + e^eps) against its mirror image.
_likely, _rare = sp.exp(epsilon) / (1 + sp.exp(epsilon)), 1 / (1 + sp.exp(epsilon))


# -- total variation ---------------------------------------------------------------------------------------------------
def _affinity(argument: sp.Expr) -> Outcome:
    return prove_identity(2 * sp.exp(epsilon / 2) / (1 + sp.exp(epsilon)), sp.sech(argument))


def _one_pair(value: sp.Expr) -> Parts:
    return {
        "total variation": prove_identity(_likely - _rare, value),
        "closed form is exact": prove_identity(1 - sp.sech(epsilon / 2) ** 2, value**2),
    }


def _entropy(value: sp.Expr) -> Outcome:
    entropy = _likely * sp.log(_likely / _rare) + _rare * sp.log(_rare / _likely)
    return prove_identity(entropy, value)


def _le_cam(factor: sp.Expr) -> Parts:
    """B = sum sqrt(PQ): the sums of (sqrt P -+ sqrt Q)^2 are 2 -+ 2B; Cauchy-Schwarz adds one coordinate at a time."""
    step = (X + x) * (Y + y) - (sp.sqrt(X * Y) + sp.sqrt(x * y)) ** 2
    return {
        "product": prove_identity(factor * (2 - 2 * B) * (2 + 2 * B), 1 - B**2),
        "Cauchy-Schwarz step": prove_identity(step, (sp.sqrt(X * y) - sp.sqrt(x * Y)) ** 2),
    }


def _revealed(shift: sp.Expr) -> Outcome:
    mixture = delta + (1 - delta) * sp.tanh(epsilon / 2)
    return prove_identity(mixture, (sp.exp(epsilon) - 1 + 2 * delta + shift) / (sp.exp(epsilon) + 1))


def _through_tv(constant: int) -> Parts:
    """2 gamma + f(2 Delta) <= 4(gamma + epsilon/2 + delta) for Delta <= epsilon/2 + delta; slack s."""
    bound = of(TO_REPLICABLE, "rho", gamma_star=gamma, tv=x)
    return {
        "f(2x) <= 4x": prove_by_form(at_most(bound, 2 * gamma + 4 * x)),
        "tanh(u) <= u": prove_growth(at_most(sp.tanh(u), u), u, form=sp.tanh(u) ** 2),
        "sum": prove_by_form(at_most(2 * gamma + 4 * (epsilon / 2 + delta), constant * (gamma + epsilon / 2 + delta))),
    }


CLAIMS = (
    nudged(
        "tv.affinity",
        TV,
        None,
        "the affinity of the two-point pair is sech(epsilon/2)",
        _affinity,
        epsilon / 2,
        epsilon,
    ),
    nudged(
        "tv.one-pair",
        TV,
        None,
        "the total variation of the two-point pair is tanh(epsilon/2): the closed form is exact for k = 1",
        _one_pair,
        sp.tanh(epsilon / 2),
        sp.tanh(epsilon),
    ),
    nudged(
        "tv.relative-entropy",
        TV,
        None,
        "the relative entropy of the two-point pair is epsilon tanh(epsilon/2)",
        _entropy,
        epsilon * sp.tanh(epsilon / 2),
        epsilon * sp.tanh(epsilon / 2) / 2,
    ),
    concluded(
        "tv.le-cam",
        TV,
        None,
        "TV <= sqrt(1 - B^2) with B = sum sqrt(PQ): Cauchy-Schwarz on (sqrt P - sqrt Q)(sqrt P + sqrt Q)",
        "(1 - B)/2*(2 + 2*B) = {} - B^2 and (sqrt(x*y) + sqrt(X*Y))^2 <= (x + X)*(y + Y)",
        "B in [0, 1], x >= 0, y >= 0, X >= 0, Y >= 0",
        "1",
        "1.1",
        steps=lambda: _le_cam(R(1, 4)),
        given="the Cauchy-Schwarz inequality, over all outcomes",
    ),
    concluded(
        "tv.against-pinsker",
        TV,
        None,
        "1 - prod sech^2(eps_i/2) <= sum eps_i tanh(eps_i/2)/2: the closed form is never worse than Pinsker",
        "1 - (1 - x)*(1 - y) <= x + y and 1 - sech(u)^2 = tanh(u)^2 and tanh(u) <= {}*u",
        "x >= 0, y >= 0, u >= 0",
        "1",
        "0.9",
        given="induction over the factors",
    ),
    nudged(
        "tv.revealed",
        REVEALED,
        None,
        "revealing with probability delta, else two-point: total variation (e^eps - 1 + 2 delta)/(e^eps + 1)",
        _revealed,
        sp.Integer(0),
        delta,
    ),
    concluded(
        "tv.to-replicable",
        TO_REPLICABLE,
        None,
        "2 gamma + f(2 TV) <= 4(gamma + epsilon/2 + delta), against the cited 4(gamma + 2 epsilon + delta)",
        "2*gamma + 2*(2*x)/(1 + 2*x) <= 2*gamma + 4*x <= {}*(gamma + eps/2 + delta)",
        "gamma >= 0, eps >= 0, delta >= 0, x >= 0",
        "4",
        "1.9",
        where_holds=("x <= eps/2 + delta",),
        steps=lambda: _through_tv(4),
        printed_constant="4(gamma + 2 epsilon + delta)",
        proved_constant="2 gamma + f(2 TV)",
        given="derived:nonadaptive-tv",
    ),
    concluded(
        "tv.error-increasing",
        TO_REPLICABLE,
        None,
        "f(x) = 2x/(1+x) increases, so an upper bound on the total variation may be put in",
        "2*(x + s)/(1 + (x + s)) >= {}*x/(1 + x)",
        "x >= 0, s >= 0",
        "2",
        "2.1",
    ),
)
