"""Claims on two-point pairs and the four-outcome pair (proof.md)."""

from __future__ import annotations

import sympy as sp

from replcalc.vocabulary import (
    Claim,
    Parts,
    at_least,
    at_most,
    concluded,
    correlated_error,
    nudged,
    prove_by_form,
    prove_growth,
    prove_identity,
)

TV, REVEALED, TO_REPLICABLE = "derived:nonadaptive-tv", "derived:revealed-tv", "derived:tv-to-replicable"
R = sp.Rational

epsilon, larger, delta, x, u, a, g, z, P, E, L, p0, q0 = sp.symbols(
    "epsilon eta delta x u a g z P E L p q", positive=True
)
r, s, y = sp.symbols("r s y", nonnegative=True)


def _likely(parameter: sp.Expr) -> sp.Expr:
    return sp.exp(parameter) / (1 + sp.exp(parameter))


def _rare(parameter: sp.Expr) -> sp.Expr:
    return 1 / (1 + sp.exp(parameter))


# -- a smaller epsilon is a post-processing ----------------------------------------------------------------------------


def _flip(of: sp.Expr, into: sp.Expr) -> Parts:
    """Flipping the outcome of the pair of ``of`` with probability r makes the pair of ``into``; 0 <= r <= 1/2.

    (1-2r) tanh(of/2) = tanh(into/2); with e^epsilon = 1 + x and e^eta = 1 + x + s the entries r and 1/2 - r are
    quotients of polynomials with nonnegative coefficients.
    """
    flip = (1 - sp.tanh(into / 2) / sp.tanh(of / 2)) / 2
    top, bottom = sp.exp(of) - sp.exp(into), (sp.exp(into) + 1) * (sp.exp(of) - 1)
    sizes = {sp.exp(epsilon): 1 + x, sp.exp(larger): 1 + x + s}
    entry = (top / bottom).xreplace(sizes)
    return {
        "likely outcome": prove_identity((1 - flip) * _likely(of) + flip * _rare(of), _likely(into)),
        "mirror image": prove_identity((1 - flip) * _rare(of) + flip * _likely(of), _rare(into)),
        "r": prove_identity(flip, top / bottom),
        "r >= 0": prove_by_form(at_least(entry, 0)),
        "r <= 1/2": prove_by_form(at_most(entry, R(1, 2))),
    }


# -- four outcomes -----------------------------------------------------------------------------------------------------
def _four_outcomes(factor: sp.Expr) -> Parts:
    """Masses of both distributions; of (first - e^epsilon second) only the revealed outcome is positive, and it is
    delta."""
    first = (delta, (1 - delta) * _likely(epsilon), (1 - delta) * _rare(epsilon), sp.Integer(0))
    second = first[::-1]
    gaps = [one - factor * other for one, other in zip(first, second, strict=True)]
    inside = {delta: 1 / (1 + x), epsilon: sp.log(1 + y)}  # 0 < delta < 1, e^epsilon = 1 + y
    return {
        "mass": prove_identity(sum(first), 1),
        "revealed": prove_identity(gaps[0], delta),
        "likely": prove_identity(gaps[1], 0),
        "rare": prove_by_form(at_most(gaps[2], 0), substitute=inside),
        "never": prove_by_form(at_most(gaps[3], 0), substitute=inside),
    }


def _split(denominator: sp.Expr) -> Parts:
    """A, B of step 2 (d) recombine to p0/(1-delta), q0/(1-delta), and have mass 1 where p0 and q0 have mass 1-delta."""
    one = (sp.exp(epsilon) * p0 - q0) / (denominator * (1 - delta))
    two = (sp.exp(epsilon) * q0 - p0) / (denominator * (1 - delta))
    return {
        "first law": prove_identity((1 - delta) * (_likely(epsilon) * one + _rare(epsilon) * two), p0),
        "second law": prove_identity((1 - delta) * (_rare(epsilon) * one + _likely(epsilon) * two), q0),
        "mass": prove_identity(one.xreplace({p0: 1 - delta, q0: 1 - delta}), 1),
    }


# -- the mean that the total variation comes down to -------------------------------------------------------------------
def _overlap(half: sp.Rational) -> Parts:
    """min(P, e^E Q) = e^(E/2) e^(-|L-E|/2) for P, Q = e^(+-L/2), on either side of E; k = 1 written out."""
    first, second = sp.exp(L / 2), sp.exp(E - L / 2)
    return {
        "L = E + s": prove_identity(second.xreplace({L: E + s}), sp.exp(E / 2) * sp.exp(-half * s)),
        "L = E - s": prove_identity(first.xreplace({L: E - s}), sp.exp(E / 2) * sp.exp(-half * s)),
        "the other side is larger": prove_growth(at_least(sp.exp(s), 1), s),
        "k = 1": prove_identity(1 - sp.sech(epsilon / 2) * sp.exp(-half * epsilon), sp.tanh(epsilon / 2)),
    }


CLAIMS: tuple[Claim, ...] = (
    concluded(
        "tv.one-pair-grows",
        TV,
        None,
        "tanh(epsilon/2) increases in epsilon",
        "tanh((eps + s)/2) >= {}*tanh(eps/2)",
        "eps > 0, s >= 0",
        "1",
        "1.01",
    ),
    nudged(
        "tv.smaller-pair",
        TV,
        None,
        "the pair of epsilon is the pair of a larger eta, flipped with probability r in [0, 1/2]",
        _flip,
        (larger, epsilon),
        (epsilon, larger),
    ),
    nudged(
        "tv.four-outcomes",
        REVEALED,
        None,
        "both four-outcome laws have mass 1 and sum (P - e^eps Q)_+ = delta, all of it on the revealed outcome",
        _four_outcomes,
        sp.exp(epsilon),
        sp.exp(epsilon / 2),
    ),
    nudged(
        "tv.split",
        TV,
        None,
        "A, B = (e^eps p - q, e^eps q - p)/((e^eps - 1)(1 - delta)) have mass 1 and recombine to p and q",
        _split,
        sp.exp(epsilon) - 1,
        sp.exp(epsilon) + 1,
    ),
    nudged(
        "tv.overlap",
        TV,
        None,
        "min(P, e^E Q) = e^(E/2) e^(-|L-E|/2) up to the common factor; for k = 1, 1 - sech e^(-eps/2) = tanh(eps/2)",
        _overlap,
        R(1, 2),
        R(1),
    ),
    nudged(
        "tv.disagreement",
        TO_REPLICABLE,
        None,
        "1 - (1-x)/(1+x) = 2x/(1+x): the earliest point misses the intersection of the two regions",
        lambda added: prove_identity(1 - (1 - x) / (1 + added), correlated_error(x)),
        x,
        2 * x,
    ),
)
