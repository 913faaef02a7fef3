"""Claims on conditioning (B1), total variation (B2, B3) and Lemma E (B4), statements proved by this project."""

from __future__ import annotations

import sympy as sp

from replcalc.claims.claim import Claim, nudged
from replcalc.claims.formulas import of
from replcalc.formulas.language import at_least, at_most, below, correlated_error, kl
from replcalc.prover.prove import Outcome, Parts, prove_identity, prove_on_box
from replcalc.prover.signs import prove_by_form, prove_growth

CONDITIONING, COMPOSED = "derived:conditioning", "derived:conditioned-composition"
TV, REVEALED, TO_REPLICABLE, LEMMA_E = (
    "derived:nonadaptive-tv",
    "derived:revealed-tv",
    "derived:tv-to-replicable",
    "derived:lemma-e",
)
R = sp.Rational

epsilon, delta, gamma, d, h, l, p, q, nu, g, L = sp.symbols("epsilon delta gamma d h l p q nu g L", positive=True)
T, J = sp.symbols("T J", integer=True, positive=True)
x, y, s, t, u, X, Y, B = sp.symbols("x y s t u X Y B", nonnegative=True)

#: The two-point pair: (e^eps, 1)/(1 + e^eps) against its mirror image.
_likely, _rare = sp.exp(epsilon) / (1 + sp.exp(epsilon)), 1 / (1 + sp.exp(epsilon))


# -- conditioning ------------------------------------------------------------------------------------------------------
def _balanced(factor: sp.Expr) -> Outcome:
    root = of(COMPOSED, "delta_star", delta_k=delta) * factor
    return prove_identity(of(CONDITIONING, "gamma", delta=delta, d=root), root)


def _gain(constant: sp.Rational) -> Outcome:
    """Squares of sqrt(2 delta) and of the paper's 5 sqrt(delta/m), m = min(epsilon, 1) = 1/(1+s)."""
    ours = of(COMPOSED, "delta_star", delta_k=delta) ** 2
    return prove_by_form(at_most(ours, constant**2 * delta * (1 + s)))


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


def _against_pinsker(slope: sp.Rational) -> Parts:
    """1 - prod(1 - t_i^2) <= sum t_i^2 one factor at a time, and tanh(u)^2 <= u tanh(u) because tanh u <= slope u."""
    return {
        "one more factor": prove_by_form(at_most(1 - (1 - x) * (1 - y), x + y)),
        "tanh": prove_growth(at_most(sp.tanh(u), slope * u), u, form=sp.tanh(u) ** 2 if slope == 1 else None),
        "u is epsilon/2": prove_identity(u * sp.tanh(u), (2 * u) * sp.tanh(2 * u / 2) / 2),
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


# -- Lemma E -----------------------------------------------------------------------------------------------------------
def _ratio_increases(product: sp.Rational) -> Parts:
    """d/dp of -T kl(h, p) - ln p is (T(h-p)/(1-p) - 1)/p; h = (1+w)/(2+w), p = 1/(2+t), (2h-1) T = product + s."""
    derivative = (-T * kl(h, p) - sp.log(p)).diff(p)
    slope = T * (h - p) / (1 - p)
    w = sp.Symbol("w", positive=True)
    inside = {h: (1 + w) / (2 + w), p: 1 / (2 + t), T: (product + s) * (2 + w) / w}
    if product < 1:  # three runs, p from 1/2 down
        inside = {h: (1 + product / 3) / 2, p: 1 / (2 + t), T: sp.Integer(3)}
    return {
        "derivative": prove_identity(derivative, (slope - 1) / p),
        "sign": prove_by_form(at_least(slope, 1), substitute=inside),
    }


def _collisions(factor: sp.Rational) -> Parts:
    """Mode 1 - q: sum of squares at most (1-q)^2 + q^2; for nu <= q <= 1/2 the defect is at least 2 nu(1-nu)."""
    defect = 1 - (1 - q) ** 2 - q**2
    return {
        "defect": prove_identity(defect, 2 * q * (1 - q)),
        "monotone": prove_identity(q * (1 - q) - nu * (1 - nu), (q - nu) * (1 - q - nu)),
        "q above 1/2": prove_identity(factor - 2 * nu * (1 - nu), (1 - 2 * nu) ** 2 / 2),
        "g": prove_identity(of(LEMMA_E, "g", rho0=d, nu=nu), d / (2 * nu * (1 - nu))),
    }


def _budget(share: sp.Rational) -> Parts:
    """g^J, 2J e^-L and the two Chernoff terms at their smallest allowed T: 1/32 + 1/8 + 1/32 + 1/32 of delta^2."""
    exponent = of(LEMMA_E, "L", J=J, delta=delta)
    return {
        "no good string": prove_identity(sp.exp(-sp.log(32 / delta**2)), delta**2 / 32),
        "votes": prove_identity(2 * J * sp.exp(-exponent), delta**2 / 8),
        "wrong winners": prove_identity(2 * J * sp.exp(-sp.log(64 * J / delta**2)), delta**2 / 32),
        "sum": prove_by_form(at_most(3 * delta**2 / 32 + delta**2 / 8, share * delta**2)),
    }


def _tilt(half: sp.Rational) -> Parts:
    """eta sqrt(TL/2) = epsilon/2 for eta = epsilon/sqrt(2TL), and Hoeffding at sqrt(TL/2) is 2 e^-L."""
    width = sp.sqrt(T * L / 2)
    return {
        "tilt": prove_identity(epsilon / sp.sqrt(2 * T * L) * width, half * epsilon),
        "Hoeffding": prove_identity(2 * sp.exp(-2 * width**2 / T), 2 * sp.exp(-L)),
    }


def _spill(factor: int) -> Parts:
    """J e^(-eta (l-h) T) at T = factor L lambda^2/((l-h)^2 eps^2), lambda = ln(2(1+e)J/delta), is delta/(2(1+e))."""
    logarithm = sp.Symbol("lambda", positive=True)
    blocks = factor * L * logarithm**2 / (d**2 * epsilon**2)  # d stands for l - h
    return {
        "exponent": prove_identity(epsilon / sp.sqrt(2 * blocks * L) * d * blocks, logarithm),
        "mass": prove_identity(J * sp.exp(-sp.log(2 * (1 + sp.E) * J / delta)), delta / (2 * (1 + sp.E))),
    }


def _markov(factor: sp.Rational) -> Parts:
    """The indicator of f >= 1/2 is at most factor f for a failure probability f in [0, 1], on either side of 1/2."""
    f = sp.Symbol("f", nonnegative=True)
    return {
        "f < 1/2": prove_on_box(at_most(0, factor * f), {f: (0, R(1, 2))}),
        "f >= 1/2": prove_on_box(at_most(1, factor * f), {f: (R(1, 2), 1)}),
    }


def _additive(coefficient: sp.Expr) -> Outcome:
    """If (1-m) Q <= e^eps P then Q <= e^eps P + m: with a = e^eps P = (1-m) Q + s and Q = 1/(1+t)."""
    mass, share = sp.Symbol("m", nonnegative=True), 1 / (1 + t)
    return prove_by_form(at_most(share, ((1 - mass) * share + s) + coefficient * mass))


CLAIMS: tuple[Claim, ...] = (
    nudged(
        "conditioning.balanced", COMPOSED, None,
        "at d = sqrt(2 delta) the failure probability 2 delta/d equals d",
        _balanced, sp.Integer(1), sp.Integer(2),
    ),
    nudged(
        "conditioning.gain", COMPOSED, None,
        "sqrt(2 delta) <= 5 sqrt(delta/min(epsilon, 1)), and epsilon in place of 3 epsilon",
        _gain, R(5), R(14, 10),
        printed_constant="5/sqrt(min(epsilon, 1))", proved_constant="sqrt(2)",
    ),
    nudged(
        "tv.affinity", TV, None,
        "the affinity of the two-point pair is sech(epsilon/2)",
        _affinity, epsilon / 2, epsilon,
    ),
    nudged(
        "tv.one-pair", TV, None,
        "the total variation of the two-point pair is tanh(epsilon/2): the closed form is exact for k = 1",
        _one_pair, sp.tanh(epsilon / 2), sp.tanh(epsilon),
    ),
    nudged(
        "tv.relative-entropy", TV, None,
        "the relative entropy of the two-point pair is epsilon tanh(epsilon/2)",
        _entropy, epsilon * sp.tanh(epsilon / 2), epsilon * sp.tanh(epsilon / 2) / 2,
    ),
    nudged(
        "tv.le-cam", TV, None,
        "TV <= sqrt(1 - B^2) with B = sum sqrt(PQ): Cauchy-Schwarz on (sqrt P - sqrt Q)(sqrt P + sqrt Q)",
        _le_cam, R(1, 4), R(1, 5),
    ),
    nudged(
        "tv.against-pinsker", TV, None,
        "1 - prod sech^2(eps_i/2) <= sum eps_i tanh(eps_i/2)/2: the closed form is never worse than Pinsker",
        _against_pinsker, R(1), R(99, 100),
    ),
    nudged(
        "tv.revealed", REVEALED, None,
        "revealing with probability delta, else two-point: total variation (e^eps - 1 + 2 delta)/(e^eps + 1)",
        _revealed, sp.Integer(0), delta,
    ),
    nudged(
        "tv.to-replicable", TO_REPLICABLE, None,
        "2 gamma + f(2 TV) <= 4(gamma + epsilon/2 + delta), against the cited 4(gamma + 2 epsilon + delta)",
        _through_tv, 4, 3,
        printed_constant="4(gamma + 2 epsilon + delta)", proved_constant="2 gamma + f(2 TV)",
    ),
    nudged(
        "tv.error-increasing", TO_REPLICABLE, None,
        "f(x) = 2x/(1+x) increases, so an upper bound on the total variation may be put in",
        lambda more: prove_by_form(at_least(correlated_error(x + s), correlated_error(x) + more)), 0, s,
    ),
    nudged(
        "lemma-e.ratio-increases", LEMMA_E, None,
        "e^(-T kl(h||p))/p increases in p on (0, 1/2] once (2h-1) T >= 1",
        _ratio_increases, R(1), R(99, 100),
        proved_constant="1 (at p = 1/2)",
    ),
    nudged(
        "lemma-e.collisions", LEMMA_E, None,
        "1 - sum p^2 >= 2q(1-q) >= 2 nu(1-nu) for nu <= q <= 1/2, and above 1/2 >= 2 nu(1-nu) for q > 1/2",
        _collisions, R(1, 2), R(1, 3),
    ),
    nudged(
        "lemma-e.budget", LEMMA_E, None,
        "the four failure terms add up to 7 delta^2/32 <= delta^2/4",
        _budget, R(1, 4), R(1, 5),
        printed_constant="1/4", proved_constant="7/32",
    ),
    Claim(
        "lemma-e.square-root", LEMMA_E, None,
        "Markov: sqrt(delta^2/4) = delta/2, and with (1+e) times delta/(2(1+e)) it makes delta",
        lambda: {
            "root": prove_identity(sp.sqrt(delta**2 / 4), delta / 2),
            "additive": prove_identity(delta / 2 + (1 + sp.E) * delta / (2 * (1 + sp.E)), delta),
        },
        lambda: prove_identity(sp.sqrt(delta**2 / 5), delta / 2),
    ),
    nudged(
        "lemma-e.tilt", LEMMA_E, None,
        "votes within sqrt(TL/2) of their means move every weight by at most e^(epsilon/2)",
        _tilt, R(1, 2), R(1, 3),
    ),
    nudged(
        "lemma-e.bad-mass", LEMMA_E, None,
        "the first term of T makes the mass of bad strings delta/(2(1+e))",
        _spill, 2, 3,
    ),
    nudged(
        "lemma-e.additive", LEMMA_E, None,
        "laws restricted to the good strings: (1-m) Q <= e^eps P gives Q <= e^eps P + m",
        _additive, sp.Integer(1), R(1, 2),
        note="a bad string may show its winner under one law and its mode under the other, so the lemma spends (1+e) m",
    ),
    nudged(
        "lemma-e.wrong-mode", LEMMA_E, None,
        "a wrong mode of probability above 1/2 is a failure above 1/2: by Markov at most 2 beta0 of the strings",
        _markov, R(2), R(19, 10),
        note="by machine: the indicator of f >= 1/2 is at most 2 f; on the page: its mean (docs/theory/lemma-e.md)",
    ),
    nudged(
        "lemma-e.strict-mode", LEMMA_E, None,
        "1 - q < 1/2 for q > 1/2, so every other answer has probability at most 1/2 too",
        lambda half: prove_by_form(below(1 - (half + p), R(1, 2))), R(1, 2), R(1, 3),
    ),
)  # fmt: skip
