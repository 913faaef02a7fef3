"""Claims on votes as angles (B)."""

from __future__ import annotations

import sympy as sp

from replcalc.sharper.votes.claims_threshold import BINARY, M, _pmf, m, q, s, u, x, y
from replcalc.vocabulary import Claim, Outcome, R, at_least, concluded, nudged, prove_all, prove_by_form, prove_identity


def _collapse(shift: int) -> Outcome:
    """T q(1-q) E[1/((K'+1)(T-K'))] = Pr[1 <= Bin(T+1,q) <= T]/(T+1) for T = 1..6."""
    found = {}
    for votes in range(1, 7):
        terms = (_pmf(votes - 1, j) * R(1, (j + 1) * (votes - j)) for j in range(votes))
        left = votes * q * (1 - q) * sp.Add(*terms)
        right = (1 - q ** (votes + 1) - (1 - q) ** (votes + 1)) / (votes + 1 + shift)
        found[f"T = {votes}"] = prove_identity(left, right)
    return prove_all(found)


CLAIMS = (
    nudged(
        "angles.collapse",
        BINARY,
        None,
        "T q(1-q) E[1/((K'+1)(T-K'))] <= 1/(T+1): the sum collapses to Pr[1 <= Bin(T+1,q) <= T]/(T+1)",
        _collapse,
        0,
        1,
    ),
    concluded(
        "angles.failure",
        BINARY,
        None,
        "sin^2(pi x/2) <= (57/50) x: linear angles multiply a failure probability by at most 1.14",
        "y^2 <= {}*2*asin(y)/pi",
        "y in [0, 1]",
        "57/50",
        "1.1",
        proved_constant="1.1382...",
    ),
    Claim(
        "angles.ends",
        BINARY,
        None,
        "ln((m+1)/(m+u)) is convex in m for u <= 1: arcsine angles stay below arcsin sqrt(m/T) up to the middle",
        lambda: prove_by_form(at_least(sp.diff(sp.log((m + 1) / (m + u)), m, 2), 0), substitute={u: 1 / (1 + s)}),
        lambda: prove_by_form(at_least(sp.diff(sp.log((m + 1) / (m + u)), m, 2), 0), substitute={u: 1 + x}),
        given="that a second difference >= 0 makes a sequence convex",
    ),
    Claim(
        "angles.convex",
        BINARY,
        None,
        "1/sqrt(y(L-y)) is convex: its second derivative is (L^2 + 2(L-2y)^2)/(4(y(L-y))^(5/2))",
        lambda: prove_identity(
            sp.diff(1 / sp.sqrt(y * (M - y)), y, 2),
            (M**2 + 2 * (M - 2 * y) ** 2) / (4 * (y * (M - y)) ** R(5, 2)),
        ),
        lambda: prove_identity(
            sp.diff(1 / sp.sqrt(y * (M - y)), y, 2),
            (M**2 + (M - 2 * y) ** 2) / (4 * (y * (M - y)) ** R(5, 2)),
        ),
        given="that a second derivative >= 0 makes a function convex",
    ),
)
