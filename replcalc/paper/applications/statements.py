"""Sections "Application: Multiple Statistical Queries" and "Application: Parallel Best Arm" (TeX lines 1126-1272)."""

from typing import Any

from replcalc.paper.boosting_applications.statements import ARMS, arms
from replcalc.paper.literature import HOPKINS_2024, HOPKINS_2025, IMPAGLIAZZO_2022, KARBASI_2023, at
from replcalc.paper.main.statements import main_theorem
from replcalc.paper.soft import SoftBound, soft
from replcalc.vocabulary import *

_n0 = real("n0")


def failure_per_algorithm(constant: Any) -> Any:
    """Return beta_0: how often a base algorithm may fail so that the composition fails with at most beta."""
    return (constant * beta / (k * log(k / rho) * log(1 / beta))) ** 2


def log_factor(constant: Any, least: int) -> Any:
    """How many times ln(e + X) ln(1/beta) the logarithm ln(k/(rho beta_0)) is at most, where X = k/(rho alpha)^2 is at
    least ``least`` and beta <= 1/2: ln(k/rho) is at most ln(e + X)."""
    shape = log(E + least)
    return (3 + 2 / E) / log(2) + (2 + 2 / E) / shape + 2 * log(1 / constant) / (shape * log(2))


#: The constants of thm:main, and what they rest on.
_MAIN = tuple(main_theorem.conclusion(name) for name in ("log_worst", "C_main", "p_main", "C_beta"))
_C_main, _p_main, _C_beta = (conclusion.variable for conclusion in _MAIN[1:])
_SMALL = "proved to be small enough for C_fail = 1 and c_max = 0.000136: claim mean.failure"
_failure = real("failure")
_X = k / (rho**2 * alpha**2)


def _fails(constant: Any) -> Conclusion:
    bound = _C_beta * constant * beta * log(k / (rho * beta0)) / (log(k / rho) * log(1 / beta))
    return Conclusion(_failure, "<=", bound, "failure probability of all answers together, by thm:main")


_c_sq, _C_sq, _p_sq, _log_sq = map(real, ("c_queries", "C_queries", "p_queries", "log_queries"))
_sq_each = SoftBound("queries_each", log(1 / beta0) / alpha**2, "for a single query")
_C_each, _p_each = (constant.variable for constant in _sq_each.hidden)

many_queries = Statement(
    label="thm:multi_dim_mean",
    source=at(1147),
    title="Many statistical queries",
    meaning="k bounded means are estimated together, each to within alpha, with about k/(alpha rho)^2 samples: linear "
    "in k, where k separate answers at rho/k would cost k^2.",
    given=(
        K,
        Parameter(rho, HALF_OPEN, "replicability of all answers together"),
        Parameter(alpha, HALF_OPEN, "error allowed in every answer"),
        BETA,
    ),
    assumes=(below(beta, rho), at_most(_c_sq, rational(1, 2))),
    reaches=("rho", "beta"),
    gives=(
        Conclusion(beta0, "=", failure_per_algorithm(_c_sq), "failure probability asked for a single query"),
        Conclusion(_n0, "O~", _sq_each.formula, "samples of a single query"),
        *_MAIN,
        _fails(_c_sq),
        Conclusion(_log_sq, "<=", log_factor(_c_sq, 16), "ln(k/(rho beta0)) over ln(e + k/(rho alpha)^2) ln(1/beta)"),
        Conclusion(
            _C_sq,
            "=",
            _C_main * (1 + _C_each) * _log_sq ** (1 + _p_main) * (1 / log(2) + _log_sq / 4) ** _p_each,
            "factor of the O~ for all queries; the 1 rounds n0 up",
        ),
        Conclusion(_p_sq, "=", 1 + _p_main + _p_each, "exponent of the logarithms it hides, and of ln(1/beta)"),
        Conclusion(real("n"), "<=", _C_sq * _X * (soft(_X, 1) * log(1 / beta)) ** _p_sq, "samples for all k queries"),
    ),
    hidden=(
        UnspecifiedConstant(_c_sq, "1/10000", "the small constant in beta_0, below 1/2", _SMALL),
        *_sq_each.hidden,
        *main_theorem.hidden,
    ),
    uses=("thm:main",),
    cites=(IMPAGLIAZZO_2022.at("Theorem 2.3"), KARBASI_2023, HOPKINS_2024.at("Theorem 1.9")),
    notes="The proof's polylog(k rho/beta_0) should read polylog(k/(rho beta_0)).",
)

_c_arm, _C_arm0, _C_arms, _p_arms, _log_arms = map(real, ("c_arms", "C_arms_each", "C_arms", "p_arms", "log_arms"))

parallel_best_arm = Statement(
    label="thm:parallel_best_arm",
    source=at(1238),
    title="Parallel best arm",
    meaning="In k bandits at once, an arm within alpha of the best is found with about k/(alpha rho)^2 samples per "
    "bandit and arm.",
    given=(
        K,
        ARMS,
        Parameter(rho, UNIT_LEFT_OPEN, "replicability of all answers together"),
        Parameter(alpha, POSITIVE, "error allowed in every bandit"),
        BETA,
    ),
    assumes=(at_most(beta, rho), at_most(rho, rational(1, 2)), at_most(alpha, 1), at_most(_c_arm, rational(1, 2))),
    reaches=("rho", "beta"),
    gives=(
        Conclusion(beta0, "=", failure_per_algorithm(_c_arm), "failure probability asked for a single bandit"),
        Conclusion(_n0, "O", _C_arm0 * log(arms / beta0) ** 3 / alpha**2, "samples per arm of a single bandit"),
        *_MAIN,
        _fails(_c_arm),
        Conclusion(
            _log_arms, "<=", log_factor(_c_arm, 4), "ln(k/(rho beta0)) over ln(e + k/(rho alpha)^2) ln(arms/beta)"
        ),
        Conclusion(
            _C_arms,
            "=",
            _C_main * (1 + _C_arm0) * (1 / log(E + 4) + _log_arms) ** 3 * _log_arms**_p_main,
            "factor of the O~ for all bandits; the 1 rounds n0 up",
        ),
        Conclusion(_p_arms, "=", 3 + _p_main, "exponent of the logarithms it hides, and of ln(arms/beta)"),
        Conclusion(
            real("n"), "<=", _C_arms * _X * (soft(_X, 1) * log(arms / beta)) ** _p_arms, "samples per bandit and arm"
        ),
    ),
    hidden=(
        UnspecifiedConstant(_c_arm, "1/10000", "the small constant in beta_0, below 1/2", _SMALL),
        UnspecifiedConstant(_C_arm0, 1, "factor of the O for a single bandit"),
        *main_theorem.hidden,
    ),
    uses=("thm:main", "thm:multi_dim_mean"),
    cites=(HOPKINS_2025.at("Theorem 3.3"),),
    notes=(
        "The proof's polylog(k rho/beta_0) should read polylog(k/(rho beta_0)).",
        "Printed for every alpha > 0; from alpha = 1 on every arm will do, and the bound is shown for alpha <= 1.",
    ),
)

STATEMENTS = (many_queries, parallel_best_arm)
