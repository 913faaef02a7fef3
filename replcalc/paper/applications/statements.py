"""Sections "Application: Multiple Statistical Queries" and "Application: Parallel Best Arm" (TeX lines 1126-1272)."""

from __future__ import annotations

from typing import Any

from replcalc.paper.boosting_applications.statements import ARMS, arms
from replcalc.paper.literature import HOPKINS_2024, HOPKINS_2025, IMPAGLIAZZO_2022, KARBASI_2023, at
from replcalc.paper.soft import SoftBound
from replcalc.vocabulary import (
    BETA, HALF_OPEN, POSITIVE, UNIT_LEFT_OPEN, Conclusion, HiddenConstant, K, Parameter, Statement, alpha, at_most,
    below, beta, beta0, k, log, rational, real, rho,
)  # fmt: skip

_n0 = real("n0")


def shared_failure(constant: Any) -> Any:
    """beta_0: the failure probability asked of each base algorithm so that the composition fails with at most beta."""
    return (constant * beta / (k * log(k / rho) * log(1 / beta))) ** 2


_c_sq, _q_sq = real("c_queries"), real("q_queries")
_sq_each = SoftBound("queries_each", log(1 / beta0) / alpha**2, "for a single query")
_sq_all = SoftBound("queries", k / (rho**2 * alpha**2), "for all queries")

many_queries = Statement(
    label="thm:multi_dim_mean",
    kind="theorem",
    title="Many statistical queries",
    section="sec:app_sq",
    source=at(1147),
    meaning=(
        "k bounded means are estimated together, each to within alpha, with about k/(alpha rho)^2 samples: linear in "
        "k, where k separate answers at rho/k would cost k^2."
    ),
    given=(
        K,
        Parameter(rho, HALF_OPEN, "replicability of all answers together"),
        Parameter(alpha, HALF_OPEN, "error allowed in every answer"),
        BETA,
    ),
    assumes=(below(beta, rho),),
    gives=(
        Conclusion(beta0, "=", shared_failure(_c_sq), "failure probability asked for a single query"),
        Conclusion(_n0, "O~", _sq_each.formula, "samples of a single query"),
        Conclusion(real("n"), "O~", _sq_all.formula * log(1 / beta) ** _q_sq, "samples for all k queries"),
    ),
    hidden=(
        HiddenConstant(_c_sq, "1/100", "the small constant in beta_0, below 1/2"),
        *_sq_each.hidden,
        *_sq_all.hidden,
        HiddenConstant(_q_sq, 1, "exponent of polylog(1/beta)", exponent=True),
    ),
    uses=("thm:main",),
    cites=(IMPAGLIAZZO_2022.at("Theorem 2.3"), KARBASI_2023, HOPKINS_2024.at("Theorem 1.9")),
    needs_simulator=True,
    notes=("The proof's polylog(k rho/beta_0) should read polylog(k/(rho beta_0)).",),
)

_c_arm, _C_arm0, _q_arms = real("c_arms"), real("C_arms_each"), real("q_arms")
_arms_all = SoftBound("arms", k / (rho**2 * alpha**2), "for all bandits")

parallel_best_arm = Statement(
    label="thm:parallel_best_arm",
    kind="theorem",
    title="Parallel best arm",
    section="sec:app_best_arm",
    source=at(1238),
    meaning=(
        "In k bandits at once, an arm within alpha of the best is found with about k/(alpha rho)^2 samples per bandit "
        "and arm."
    ),
    given=(
        K,
        ARMS,
        Parameter(rho, UNIT_LEFT_OPEN, "replicability of all answers together"),
        Parameter(alpha, POSITIVE, "error allowed in every bandit"),
        BETA,
    ),
    assumes=(at_most(beta, rho), at_most(rho, rational(1, 2))),
    gives=(
        Conclusion(beta0, "=", shared_failure(_c_arm), "failure probability asked for a single bandit"),
        Conclusion(_n0, "O", _C_arm0 * log(arms / beta0) ** 3 / alpha**2, "samples per arm of a single bandit"),
        Conclusion(
            real("n"), "O~", _arms_all.formula * log(arms / beta) ** _q_arms, "samples per bandit and arm for all k"
        ),
    ),
    hidden=(
        HiddenConstant(_c_arm, "1/100", "the small constant in beta_0, below 1/2"),
        HiddenConstant(_C_arm0, 1, "factor of the O for a single bandit"),
        *_arms_all.hidden,
        HiddenConstant(_q_arms, 1, "exponent of polylog(arms/beta)", exponent=True),
    ),
    uses=("thm:main", "thm:multi_dim_mean"),
    cites=(HOPKINS_2025.at("Theorem 3.3"),),
    notes=("The proof's polylog(k rho/beta_0) should read polylog(k/(rho beta_0)).",),
)

STATEMENTS: tuple[Statement, ...] = (many_queries, parallel_best_arm)
