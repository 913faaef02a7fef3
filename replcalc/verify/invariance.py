"""Claims of the structural results: sufficient statistics, order and label invariance (TeX lines 2687-3071)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations, product

import sympy as sp

from replcalc.core.expressions import correlated_error
from replcalc.core.prove import Outcome, at_most, prove_all, prove_identity, prove_on_box
from replcalc.core.signs import prove_by_form
from replcalc.core.verdict import Verdict
from replcalc.verify.cases import Case, prove_cases
from replcalc.verify.claim import Claim

SUFFICIENT, POINTWISE, SYMMETRIC = "thm:suff_stat", "cor:pointwise_label_inv", "def:symmetric_problem"
R = sp.Rational

x = sp.Symbol("x", nonnegative=True)
theta = sp.Symbol("theta", positive=True)


def _two_coin_disagreement() -> sp.Expr:
    """Two samples from a coin; the answer is [number of ones >= u], u uniform on {1, 2}, drawn from the shared coins.

    The probability that two runs on fresh samples differ: the average of abs(X - X')/2 over two independent counts.
    """
    weights = {0: (1 - theta) ** 2, 1: 2 * theta * (1 - theta), 2: theta**2}
    return sum(weights[u] * weights[v] * R(abs(u - v), 2) for u, v in product(weights, weights))


def _random_threshold(bound: sp.Rational) -> Outcome:
    """The algorithm of ``_two_coin_disagreement`` is bound-replicable on every coin."""
    disagreement = _two_coin_disagreement()
    s = theta * (1 - theta)
    return prove_all(
        {
            "value": prove_identity(disagreement, 2 * s * (1 - s)),
            "bound": prove_on_box(at_most(2 * s * (1 - s), bound), {theta: (0, 1)}, cuts={theta: [R(1, 2)]}),
        }
    )


def _answers_agree(first: int, second: int) -> Fraction:
    """Probability over the threshold alone that counts ``first`` and ``second`` get the same answer."""
    return Fraction(sum((first >= u) == (second >= u) for u in (1, 2)), 2)


def _coins_only(pairs: Iterable[tuple[int, int]], rho: Fraction) -> Outcome:
    cases = [Case(f"samples with {u} and {v} ones", _answers_agree(u, v), ">=", 1 - 2 * rho) for u, v in pairs]
    return prove_cases("agreement over the coins alone against 1 - 2 rho", cases)


def _averaged(rho: sp.Rational) -> Outcome:
    """Agreement over samples and coins is 1 minus the disagreement: at least 1 - rho, a fortiori 1 - 2 rho."""
    s = theta * (1 - theta)
    return prove_on_box(at_most(1 - 2 * rho, 1 - 2 * s * (1 - s)), {theta: (0, 1)})


Pair = tuple[int, int]


def _marginal_distance(law: dict[Pair, Fraction]) -> Fraction:
    """Total variation of the two marginals of a law on pairs: what closeness testing asks about."""
    values = {v for pair in law for v in pair}
    first = {v: sum((w for pair, w in law.items() if pair[0] == v), Fraction(0)) for v in values}
    second = {v: sum((w for pair, w in law.items() if pair[1] == v), Fraction(0)) for v in values}
    return sum((abs(first[v] - second[v]) for v in values), Fraction(0)) / 2


def _closeness_symmetric() -> Outcome:
    """Every relabelling of the four pairs applied to the point mass on (1, 1)."""
    pairs: list[Pair] = [(1, 1), (1, 2), (2, 1), (2, 2)]
    law: dict[Pair, Fraction] = {(1, 1): Fraction(1)}
    cases = []
    for image in permutations(pairs):
        moved = {image[pairs.index(pair)]: weight for pair, weight in law.items()}
        cases.append(Case(f"(1,1) sent to {image[0]}", _marginal_distance(moved), "==", _marginal_distance(law)))
    return prove_cases("distance of the marginals under all 24 relabellings of {1,2} x {1,2}", cases)


def _closeness_one_relabelling() -> Outcome:
    """The repaired reading: the same relabelling of {1, 2} acts on both coordinates."""
    cases = []
    for numbers in product(range(3), repeat=4):
        total = sum(numbers)
        if total == 0:
            continue
        pairs: list[Pair] = [(1, 1), (1, 2), (2, 1), (2, 2)]
        law = {pair: Fraction(n, total) for pair, n in zip(pairs, numbers, strict=True)}
        swapped = {(3 - u, 3 - v): weight for (u, v), weight in law.items()}
        cases.append(Case(str(numbers), _marginal_distance(swapped), "==", _marginal_distance(law)))
    return prove_cases("swapping 1 and 2 in both coordinates, all laws with weights 0, 1, 2", cases)


def _composition(side: str) -> Outcome:
    """Is the map pi -> pi after sigma the composition from the named side? Images of 0 under all pairs in S_3."""
    cases = []
    for sigma in permutations(range(3)):
        for pi in permutations(range(3)):
            used = tuple(pi[sigma[v]] for v in range(3))  # what the second run applies to the original sample
            claimed = tuple(sigma[pi[v]] for v in range(3)) if side == "left" else tuple(pi[sigma[v]] for v in range(3))
            cases.append(
                Case(f"sigma={sigma}, pi={pi}", int("".join(map(str, used))), "==", int("".join(map(str, claimed))))
            )
    return prove_cases(f"{side} composition by sigma in the symmetric group of three elements", cases)


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "suffstat.random-threshold",
        SUFFICIENT,
        2737,
        "two coin flips and a random threshold in {1, 2}: two runs differ with probability 2s(1-s) <= 3/8, s = theta(1-theta)",
        lambda: _random_threshold(R(3, 8)),
        lambda: _random_threshold(R(37, 100)),
        best_constant="3/8",
    ),
    Claim(
        "suffstat.coins-only",
        SUFFICIENT,
        2737,
        "agreement over the coins alone is at least 1 - 2 rho for every pair of samples (samples 00 and 11, rho = 3/8)",
        lambda: _coins_only(product(range(3), repeat=2), Fraction(3, 8)),
        lambda: _averaged(R(3, 8)),
        expected=Verdict.REFUTED,
        control_expected=Verdict.PROVED,
        note="the probability is over the two samples as well",
    ),
    Claim(
        "suffstat.union",
        SUFFICIENT,
        2758,
        "through an auxiliary sample two runs differ with probability at most rho + rho",
        lambda: prove_identity(x + x, 2 * x),
        lambda: prove_by_form(at_most(x + x, R(19, 10) * x)),
    ),
    Claim(
        "pointwise.twice-tv",
        POINTWISE,
        3021,
        "2t/(1+t) <= 2t for t >= 0",
        lambda: prove_by_form(at_most(correlated_error(x), 2 * x)),
        lambda: prove_by_form(at_most(correlated_error(x), R(199, 100) * x)),
        paper_constant="2",
        best_constant="2 (as t tends to 0)",
    ),
    Claim(
        "pointwise.concave",
        POINTWISE,
        3034,
        "2t/(1+t) is concave, so the expectation can be taken inside: 2 rho/(1+rho) in place of 2 rho",
        lambda: prove_all(
            {
                "second derivative": prove_identity(correlated_error(x).diff(x, 2), -4 / (1 + x) ** 3),
                "negative": prove_by_form(at_most(correlated_error(x).diff(x, 2), 0)),
                "smaller": prove_by_form(at_most(correlated_error(x), 2 * x)),
            }
        ),
        lambda: prove_by_form(at_most(correlated_error(x).diff(x, 2), -4)),
        best_constant="2 rho/(1+rho)",
    ),
    Claim(
        "label.closeness-not-symmetric",
        SYMMETRIC,
        469,
        "closeness testing, a problem about pairs, is unchanged by every relabelling of the pairs",
        _closeness_symmetric,
        _closeness_one_relabelling,
        expected=Verdict.REFUTED,
        control_expected=Verdict.PROVED,
        note="it is unchanged by one relabelling acting on both coordinates",
    ),
    Claim(
        "label.left-composition",
        "cor:label_inv",
        2949,
        "replacing pi by pi after sigma is composition from the left by sigma",
        lambda: _composition("left"),
        lambda: _composition("right"),
        expected=Verdict.REFUTED,
        control_expected=Verdict.PROVED,
        note="it is composition from the right; both are bijections, so the proof stands",
    ),
)
