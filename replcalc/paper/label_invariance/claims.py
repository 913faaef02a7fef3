"""Claims on label invariance (TeX lines 2882-3071)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product
from typing import Any

import sympy as sp

from replcalc.paper.literature import at
from replcalc.vocabulary import (
    Case,
    Claim,
    Outcome,
    Verdict,
    claims_from_text,
    equal,
    indicator,
    prove_finite,
    prove_identity,
)

SUFFICIENT, INVARIANT = "thm:suff_stat", "cor:label_inv"
SYMMETRIC = "def:symmetric_problem"
a, b, threshold = sp.symbols("a b u", integer=True, nonnegative=True)


def _marginal_distance(law: sp.IndexedBase) -> sp.Expr:
    """Total variation of the two marginals of a distribution on {1, 2} x {1, 2}: what closeness testing asks about."""
    difference = sp.Sum(law[a, b] - law[b, a], (b, 0, 1))
    return sp.Sum(sp.Abs(difference), (a, 0, 1)) / 2


def _closeness_symmetric() -> Outcome:
    """A relabelling of the four pairs that sends (1, 1) to (1, 2), applied to the point mass on (1, 1)."""
    law, moved = sp.IndexedBase("law"), sp.IndexedBase("moved")
    case = Case("(1,1) sent to (1,2)", equal(_marginal_distance(moved), _marginal_distance(law)))
    return prove_finite([case], tables={law: ((1, 0), (0, 0)), moved: ((0, 1), (0, 0))})


def _closeness_one_relabelling() -> Outcome:
    """The repaired reading: swapping 1 and 2 in both coordinates keeps the distance of the marginals (its square)."""
    weight = {(u, v): sp.Symbol(f"w{u}{v}", nonnegative=True) for u, v in product((1, 2), repeat=2)}
    swapped = {(3 - u, 3 - v): w for (u, v), w in weight.items()}

    def squared_distance(law: dict[tuple[int, int], sp.Symbol]) -> sp.Expr:
        return (law[1, 1] + law[1, 2] - law[1, 1] - law[2, 1]) ** 2  # the two marginals of 1 differ by the distance

    return prove_identity(squared_distance(swapped), squared_distance(weight))


#: The permutations of {0, 1, 2}, one per row.
PERMUTATIONS = tuple(permutations(range(3)))
sigma, pi, tau, point = sp.symbols("sigma pi tau v", integer=True, nonnegative=True)
images = sp.IndexedBase("permutation")


def _agreeing(first: Callable[[Any], Any], second: Callable[[Any], Any]) -> sp.Expr:
    """At how many points two maps agree."""
    return sp.Sum(indicator(sp.Eq(first(point), second(point))), (point, 0, 2))


def _left_composition() -> Outcome:
    """Is pi after sigma what composing with sigma from the left gives, that is sigma after pi?"""
    used, claimed = (lambda v: images[pi, images[sigma, v]]), (lambda v: images[sigma, images[pi, v]])
    relation = equal(_agreeing(used, claimed), 3)
    case = Case("images that agree", relation, [(sigma, 0, 5), (pi, 0, 5)])
    return prove_finite([case], tables={images: PERMUTATIONS})


def _right_composition() -> Outcome:
    """Composing with a fixed sigma from the right hits each of the six permutations once, as the proof needs."""
    hits = _agreeing(lambda v: images[pi, images[sigma, v]], lambda v: images[tau, v])
    relation = equal(sp.Sum(indicator(sp.Eq(hits, 3)), (pi, 0, 5)), 1)
    case = Case("pi that are sent to tau", relation, [(sigma, 0, 5), (tau, 0, 5)])
    return prove_finite([case], tables={images: PERMUTATIONS})


IN_WORDS = (
    *claims_from_text(
        INVARIANT,
        """
        label.kept 2941: rho and beta hold under every renaming, so they hold on average over the renamings: nothing \
            is lost
            w*r + (1 - w)*q <= {1|0.9}*rho_new and w*e + (1 - w)*f <= beta_new
            on w in [0, 1], r >= 0, q >= 0, e >= 0, f >= 0
            if r <= rho, q <= rho, e <= beta, f <= beta
            printed 1
            proved 1
            given that an average of more terms is one of two at a time
        """,
        at,
    ),
    *claims_from_text(
        "cor:pointwise_label_inv",
        """
        pointwise.twice-tv 3021: 2t/(1+t) <= 2t for t >= 0
            2*t/(1 + t) <= {2|1.99}*t
            on t >= 0
            printed 2
            proved 2 (as t tends to 0)

        pointwise.concave 3034: 2t/(1+t) is concave, so the expectation can be taken inside: 2 rho/(1+rho) in place \
            of 2 rho
            2*(w*x + (1 - w)*y)/(1 + w*x + (1 - w)*y) - w*2*x/(1 + x) - (1 - w)*{2|2.1}*y/(1 + y) \
                = 2*w*(1 - w)*(x - y)^2/((1 + x)*(1 + y)*(1 + w*x + (1 - w)*y))
            2*w*(1 - w)*(x - y)^2/((1 + x)*(1 + y)*(1 + w*x + (1 - w)*y)) >= 0
            on w in [0, 1], x >= 0, y >= 0
            proved 2 rho/(1+rho)
        """,
        at,
    ),
)

CLAIMS = (
    *IN_WORDS,
    Claim(
        "label.closeness-not-symmetric",
        SYMMETRIC,
        at(469),
        "closeness testing, a problem about pairs, is unchanged by every relabelling of the pairs",
        _closeness_symmetric,
        _closeness_one_relabelling,
        expected=Verdict.REFUTED,
        note="it is unchanged by one relabelling acting on both coordinates",
    ),
    Claim(
        "label.left-composition",
        INVARIANT,
        at(2949),
        "replacing pi by pi after sigma is composition from the left by sigma",
        _left_composition,
        _right_composition,
        expected=Verdict.REFUTED,
        note="it is composition from the right; both are bijections, so the proof stands",
    ),
)
