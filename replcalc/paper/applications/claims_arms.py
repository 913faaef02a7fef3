"""Claims on parallel best arms."""

from __future__ import annotations

from typing import Any

import sympy as sp

from replcalc.paper.applications.claims import log_failure, log_failure_at
from replcalc.paper.introduction.claims_corollaries import ARMS, R, beta, k, ln2, rho, s, t
from replcalc.paper.literature import at
from replcalc.vocabulary import Claim, Outcome, Parts, at_most, at_witness, prove_by_form, prove_exact, prove_identity


# -- parallel best arms ------------------------------------------------------------------------------------------------
def _single_instance(weight: Any) -> Parts:
    """ln(a/beta0) <= weight ln(ka/(rho beta)) at c = 1/e, a >= 1 arms, rho, beta <= 1/2.

    With T = ln(k/(rho beta)) = 2 ln 2 + t: ln(1/beta0) <= 2 (1 + 1/e) T + 2 (arms.log-failure), ln a = s.
    """
    small = 2 * ln2 + t
    bound = at_most(s + 2 * (1 + sp.exp(-1)) * small + 2 * (small / (2 * ln2)), weight * (s + small))
    return {
        "ln(1/beta0)": log_failure(),
        "2 <= 2 T/(2 ln 2)": prove_by_form(at_most(1, small / (2 * ln2))),
        "sum": prove_by_form(bound),
    }


def _single_instance_at(weight: Any) -> Outcome:
    """k = 24, rho = 1/2, beta = 1/46, c = 1/e, one arm."""
    size = sp.log(24 * sp.log(48) * sp.log(46) * 46) + 1
    outcome = prove_exact(at_most(2 * size, weight * sp.log(24 * 2 * 46)))
    return at_witness(outcome, k=24, rho="1/2", beta="1/46", arms=1)


CLAIMS = (
    Claim(
        "arms.log-failure", ARMS, at(1255),
        "ln(1/beta0) <= 2 (1 + 1/e) ln(k/(rho beta)) + 2 ln(1/c), as for queries.",
        lambda: {
            "A + B": prove_identity(sp.log(k / rho) + sp.log(1 / beta), sp.log(k / (rho * beta))),
            "bound": log_failure(),
        },
        lambda: log_failure_at(R(5, 4)),
        printed_constant="Theta(1)", proved_constant="2 (1 + 1/e)",
        argued="that ln x <= x/e may be put in for both logarithms",
    ),
    Claim(
        "arms.one-instance", ARMS, at(1261),
        "ln(a/beta0) <= (2 + 2/e + 1/ln 2) ln(ka/(rho beta)) at c = 1/e: the cubes are of the same order.",
        lambda: _single_instance(2 * (1 + sp.exp(-1)) + 1 / ln2),
        lambda: _single_instance_at(R(5, 2)),
        printed_constant="O(1)", proved_constant="2 + 2/e + 1/ln 2 = 4.178",
        argued="that the bound of ln(1/beta0) may be put in",
    ),
)  # fmt: skip
