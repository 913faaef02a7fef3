"""Claims on heavy hitters by one random threshold (proof.md)."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.vocabulary import (
    Claim, Outcome, Parts, at_least, at_most, nudged, of, prove_by_form, prove_exact, prove_growth, prove_identity,
)  # fmt: skip

THEOREM, SAMPLES = "derived:heavy-threshold", "derived:heavy-threshold-samples"
R = sp.Rational

rho, nu, epsilon, beta, share, p, N = sp.symbols("rho nu epsilon beta share p N", positive=True)
light, tau, width, error, candidates = sp.symbols("light tau width error candidates", positive=True)
s, t, y = sp.symbols("s t y", nonnegative=True)
PARTS = {"light": light, "tau": tau, "width": width, "error": error, "candidates": candidates}


def _gap(factor: Any) -> Outcome:
    """E|f - f'| <= sqrt(E(f - f')^2) = sqrt(2 p(1-p)/N) <= sqrt(2 p/N), squared; p = 1/(1+t)."""
    return prove_by_form(at_most(2 * p * (1 - p) / N, factor * 2 * p / N), substitute={p: 1 / (1 + t)})


def _few_sets(total: Any) -> Outcome:
    """m masses of which any two exceed b sum to more than m b/2, so m < 2/b: for m = 4, each mass in 3 of 6 pairs."""
    slacks = sp.symbols("s0:6", nonnegative=True)
    return prove_by_form(at_least(sp.Add(*(light + slack for slack in slacks)) / 3, total * light))


def _cauchy(factor: Any) -> Outcome:
    """(sum of two roots)^2 <= 2 times the sum: the step of Cauchy-Schwarz; sum of the p <= 1 over at most 1/tau."""
    return prove_by_form(at_least(factor * (s**2 + t**2), (s + t) ** 2), (s - t) ** 2 if factor == 2 else None)


def _rare(factor: Any) -> Parts:
    """kl(b, kb) >= b (k - 1 - ln k): the rest is (1-b) ln((1-b)/(1-kb)) + b - kb >= 0, with z = (1-kb)/(1-b) >= 1:
    (1-b)(z - 1 - ln z) after b - kb = (1-b)(z-1). At z = e^y: e^y - 1 - y."""
    kappa, b = sp.symbols("kappa b", positive=True)
    z = (1 - kappa * b) / (1 - b)
    return {
        "b - kb": prove_identity(b - kappa * b, (1 - b) * (z - 1)),
        "e^y - 1 - y >= 0": prove_growth(at_least(sp.exp(y), 1 + factor * y), y, 0, order=2),
    }


def _main_term(factor: Any) -> Outcome:
    """At N = 2/(tau w^2 (99 rho/100)^2) the first term of rho is 99/100 rho."""
    needed = of(SAMPLES, "samples", **PARTS, rho=rho, beta=beta)
    first = [term for term in needed.args[0].args if not term.has(sp.log)]
    return prove_identity(factor * sp.sqrt(2 / (tau * first[0])) / width, R(99, 100) * rho)


def _balanced(factor: Any) -> Outcome:
    """At the balanced share (2 e/w)^2 = (99 rho/100)^2 tau ln(candidates/beta) = q^2, so both terms agree."""
    q = sp.Symbol("q", positive=True)
    lam = 1 / (1 + factor * q)
    return prove_identity(((1 - lam) / lam) ** 2, q**2)


CLAIMS: tuple[Claim, ...] = (
    nudged(
        "heavy-threshold.gap", THEOREM, None,
        "Two frequencies of an element of probability p have E(f - f')^2 <= 2 p/N.",
        _gap, 1, R(99, 100),
    ),
    nudged(
        "heavy-threshold.few-sets", THEOREM, None,
        "Four masses of which any two have at least b have at least 2 b: m such masses at least m b/2.",
        _few_sets, 2, R(201, 100),
    ),
    nudged(
        "heavy-threshold.cauchy", THEOREM, None,
        "(s + t)^2 <= 2 (s^2 + t^2): the sum of the roots of at most 1/tau probabilities is at most 1/sqrt(tau).",
        _cauchy, 2, R(19, 10),
    ),
    nudged(
        "heavy-threshold.rare", THEOREM, None,
        "kl(b, k b) >= b (k - 1 - ln k), because e^y >= 1 + y.",
        _rare, 1, R(11, 10),
    ),
    nudged(
        "heavy-threshold.exponent", THEOREM, None,
        "9/10 - 1 - ln(9/10) >= 0.00536: the rare event is negligible.",
        lambda bound: prove_exact(at_least(R(9, 10) - 1 - sp.log(R(9, 10)), bound)), R(536, 10**5), R(537, 10**5),
    ),
    nudged(
        "heavy-threshold.main-term", SAMPLES, None,
        "2/(tau w^2 (99 rho/100)^2) samples make the first term of rho 99 rho/100.",
        _main_term, 1, 2,
    ),
    nudged(
        "heavy-threshold.balanced", SAMPLES, None,
        "At the share 1/(1 + q) the error is q/2 times the width: both terms of the samples agree.",
        _balanced, 1, 2,
    ),
)  # fmt: skip
