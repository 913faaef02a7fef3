"""Claims of the structural results: sufficient statistics, order and label invariance (TeX lines 2687-3071)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations, product

import sympy as sp

from replcalc.numbers.verdict import Verdict
from replcalc.prover.cases import Case, at_hypotheses, prove_cases
from replcalc.prover.prove import Outcome, at_most, prove_all, prove_identity, prove_on_box
from replcalc.prover.signs import prove_by_form
from replcalc.statements.expressions import correlated_error
from replcalc.theories.claim import Claim

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
    """The repaired reading: swapping 1 and 2 in both coordinates keeps the distance of the marginals (its square)."""
    weight = {(u, v): sp.Symbol(f"w{u}{v}", nonnegative=True) for u, v in product((1, 2), repeat=2)}
    swapped = {(3 - u, 3 - v): w for (u, v), w in weight.items()}

    def squared_distance(law: dict[tuple[int, int], sp.Symbol]) -> sp.Expr:
        return (law[1, 1] + law[1, 2] - law[1, 1] - law[2, 1]) ** 2  # the two marginals of 1 differ by the distance

    return prove_identity(squared_distance(swapped), squared_distance(weight))


def _left_composition() -> Outcome:
    """Is pi after sigma what composing with sigma from the left gives, that is sigma after pi?"""
    cases = []
    for sigma, pi in product(permutations(range(3)), repeat=2):
        used = [pi[sigma[v]] for v in range(3)]  # what the second run applies to the sample
        claimed = [sigma[pi[v]] for v in range(3)]
        agreeing = sum(u == v for u, v in zip(used, claimed, strict=True))
        cases.append(Case(f"images that agree, sigma={sigma}, pi={pi}", agreeing, "==", 3))
    return prove_cases("pi after sigma against sigma after pi in the symmetric group of three elements", cases)


def _right_composition() -> Outcome:
    """Composing with a fixed sigma from the right hits all six permutations: it is a bijection, as the proof needs."""
    cases = []
    for sigma in permutations(range(3)):
        images = {tuple(pi[sigma[v]] for v in range(3)) for pi in permutations(range(3))}
        cases.append(Case(f"distinct images, sigma={sigma}", len(images), "==", 6))
    return prove_cases("pi after sigma over all pi", cases)


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "suffstat.random-threshold",
        SUFFICIENT,
        2737,
        "two flips against a random threshold in {1, 2}: runs differ with chance 2s(1-s) <= 3/8, s = theta(1-theta)",
        lambda: _random_threshold(R(3, 8)),
        lambda: _random_threshold(R(37, 100)),
        proved_constant="3/8",
    ),
    Claim(
        "suffstat.coins-only",
        SUFFICIENT,
        2737,
        "agreement over the coins alone is at least 1 - 2 rho for every pair of samples (samples 00 and 11, rho = 3/8)",
        lambda: at_hypotheses(
            {"3/8-replicable on every coin": _random_threshold(R(3, 8))},
            _coins_only([(u, v) for u in range(3) for v in range(3)], Fraction(3, 8)),
        ),
        lambda: _averaged(R(3, 8)),
        expected=Verdict.REFUTED,
        control_expected=Verdict.PROVED,
        note="the probability is over the two samples as well",
    ),
    Claim(
        "pointwise.twice-tv",
        POINTWISE,
        3021,
        "2t/(1+t) <= 2t for t >= 0",
        lambda: prove_by_form(at_most(correlated_error(x), 2 * x)),
        lambda: prove_by_form(at_most(correlated_error(x), R(199, 100) * x)),
        paper_constant="2",
        proved_constant="2 (as t tends to 0)",
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
        proved_constant="2 rho/(1+rho)",
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
        _left_composition,
        _right_composition,
        expected=Verdict.REFUTED,
        control_expected=Verdict.PROVED,
        note="it is composition from the right; both are bijections, so the proof stands",
    ),
)
