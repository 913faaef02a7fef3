"""Claims on lotteries among the answers that pass (L)."""

from __future__ import annotations

import sympy as sp

from replcalc.vocabulary import (
    Outcome,
    at_least,
    at_most,
    concluded,
    nudged,
    of,
    prove_all,
    prove_exact,
    prove_identity,
    prove_on_box,
)

LOTTERY, CERTIFIED, CLOSED = "derived:lottery", "derived:lottery-constants", "derived:lottery-constants-closed"
R = sp.Rational
T, b, c, d, f, g, q, r, s, t, u, x, y, kappa, mass, alpha, tie = sp.symbols(
    "T b c d f g q r s t u x y kappa mass alpha tie", positive=True
)


def _tie(factor: int) -> Outcome:
    """e(1-e) = b(1-b) + t(2b-1-t) at e = b-t."""
    return prove_identity((b - t) * (1 - b + t), b * (1 - b) + t * (factor * b - 1 - t))


def _step(quarter: sp.Rational) -> Outcome:
    """Glasser and Efron-Stein: (2/sqrt 3) sqrt(T g^2 pi(1-pi)), pi(1-pi) <= 1/4, is twice sqrt(T/12) g."""
    return prove_all(
        {
            "variance": prove_on_box(at_most(x * (1 - x), quarter), {x: (0, 1)}, cuts={x: (R(1, 2),)}),
            "step": prove_identity(2 / sp.sqrt(3) * sp.sqrt(T / 4) * g, 2 * sp.sqrt(T / 12) * g),
        }
    )


def _second_condition(factor: int) -> Outcome:
    """(Ib) is f q(1-q) + X/2 <= q(1-q)(c-f) + (1-q) alpha, divided by 1-q."""
    left = f * q * (1 - q) + tie / 2 - q * (1 - q) * (c - f) - (1 - q) * alpha
    return prove_identity(left, (1 - q) * ((factor * f - c) * q + tie / (2 * (1 - q)) - alpha))


def _closed_terms(power: sp.Rational) -> Outcome:
    """The first of both cases is the larger one: what is compared with 0 has the sign of (ln T)^(3/2) - (3/8)^(1/2)."""
    logs = sp.Symbol("logs", positive=True)  # ln T
    squared = logs / (2 * T)  # d^2
    excess = sp.sqrt(T / 3) * 4 * squared - 1 / (2 * sp.sqrt(squared) * T)
    scaled = (2 * logs / sp.sqrt(3) - 1 / sp.sqrt(2 * logs)) / sp.sqrt(T)
    return prove_all(
        {
            "excess": prove_identity(excess, scaled),
            "three votes": prove_exact(at_least(2 * sp.log(3) / sp.sqrt(3), power / sp.sqrt(2 * sp.log(3)))),
            "largest weight": prove_identity(
                of(CLOSED, "step", T=T, mass=mass) ** 2, (sp.sqrt(T / 12) * (T - 1) / (2 * mass)) ** 2
            ),
            "steps and kappa": prove_identity(
                (4 * of(CLOSED, "step", T=T, mass=mass)) ** 2 * (T - 2),
                of(CLOSED, "kappa", T=T, mass=mass) ** 2 * (T - 1),
            ),
            "statement": prove_identity(
                of(CLOSED, "c", T=T, kappa=kappa, step=r), kappa + 2 * r / (1 - 2 * sp.log(T) / T)
            ),
        }
    )


def _tail(factor: int) -> Outcome:
    """sum_j exp(-2(Td+j)^2/T) over j >= 1 is at most exp(-2Td^2)/(4d): 2(Td+y)^2/T = 2Td^2 + 4dy + 2y^2/T."""
    votes = sp.Symbol("votes", positive=True)  # any real number of them: an identity
    return prove_all(
        {
            "exponent": prove_identity(
                2 * (votes * d + y) ** 2 / votes, 2 * votes * d**2 + factor * d * y + 2 * y**2 / votes
            ),
            "integral": prove_identity(sp.diff(-sp.exp(-4 * d * y) / (4 * d), y), sp.exp(-4 * d * y)),
        }
    )


def _linked(factor: int) -> Outcome:
    """The bound of a chain is a link's bound at the bound of the rest, and grows with it."""
    later = sp.Symbol("later", positive=True)
    more, less = (of(LOTTERY, "rho", rho0=x, c=c, u=u, rho_later=value) for value in (later + t, later))
    return prove_identity(more, less + factor * x * u * t)


CLAIMS = (
    concluded(
        "lottery.halves",
        LOTTERY,
        None,
        "1/n <= 1/2 for two and more answers that pass in some run; one answer is counted whole",
        "1/n <= {}",
        "n integer in [2, oo)",
        "1/2",
        "0.4",
    ),
    nudged(
        "lottery.tie",
        CERTIFIED,
        None,
        "the largest count stays at most m with probability e = b - t: e(1-e) = b(1-b) + t(2b-1-t)",
        _tie,
        2,
        1,
        given="that e = b - t, t the chance of a tie",
    ),
    concluded(
        "lottery.largest-part",
        CERTIFIED,
        None,
        "t(h-t) is largest at t = h/2 and rises up to there: what X(q) takes for t at most s_m",
        "t*(h - t) <= {}*h^2",
        "t >= 0, h >= 0",
        "1/4",
        "0.2",
    ),
    concluded(
        "lottery.step",
        CERTIFIED,
        None,
        "the largest count: its mean difference is at most 2r, r = sqrt(T/12) times the largest weight",
        "2/sqrt(3)*sqrt(T*x*(1 - x))*g <= {}*sqrt(T/12)*g",
        "T > 0, x in [0, 1], g >= 0",
        "2",
        "1.9",
        given="Glasser's inequality",
    ),
    nudged(
        "lottery.conditions",
        CERTIFIED,
        None,
        "condition (Ib) is what step 6 of the proof needs, divided by 1-q",
        _second_condition,
        2,
        1,
        given="the steps of the proof before it",
    ),
    concluded(
        "lottery.two-answers-least",
        CLOSED,
        None,
        "a string whose likeliest answer has probability q >= 1/2 disagrees with probability at least 2q(1-q)",
        "1 - q^2 - (1 - q)^2 = {}*q*(1 - q)",
        "q in [1/2, 1]",
        "2",
        "3",
        given="that two answers that share what is left disagree least",
    ),
    nudged(
        "lottery.closed",
        CLOSED,
        None,
        "kappa + 2r/(1 - 2 ln T/T) is the larger of both cases of the closed form, from three votes on",
        _closed_terms,
        R(1),
        R(4),
        given="the two cases of derived:lottery-constants",
    ),
    nudged(
        "lottery.tail",
        CLOSED,
        None,
        "Hoeffding's bound of the second answer's votes, summed over the thresholds above one half",
        _tail,
        4,
        5,
        given="Hoeffding's inequality and the geometric series",
    ),
    nudged(
        "lottery.chain",
        LOTTERY,
        None,
        "what a lottery promises grows with what its fallback promises, by u rho0: bounds may be chained",
        _linked,
        1,
        2,
    ),
)
