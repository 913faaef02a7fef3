"""The final orders bound the chains they are the orders of, and some chain comes close to them."""

import math
from random import Random
from typing import Any

import pytest
from flint import fmpq

from replcalc.problems.boosting.method import boost
from replcalc.problems.boosting.registry import get
from replcalc.statements.catalogue import statement

TYPED = Random(2026)


@pytest.fixture(autouse=True)
def same_numbers() -> None:
    """Every test draws the same numbers, whichever runs first."""
    TYPED.seed(2026)


def tenth(low: float, high: float) -> fmpq:
    """A rational between two powers of ten."""
    return fmpq(max(1, round(10 ** TYPED.uniform(low, high) * 10**9)), 10**9)


def chain(label: str, at: dict[str, Any]) -> tuple[float, float]:
    """Samples and failure of thm:main at the beta_0 and n_0 (rounded up) of an application, typed from the proofs."""
    k, rho, alpha, beta = at["k"], float(at["rho"]), float(at["alpha"]), float(at["beta"])
    root = 1e-4 * beta / (k * math.log(k / rho) * math.log(1 / beta))
    logs = 2 * math.log(1 / root)
    n0 = math.ceil((math.log(at["arms"]) + logs) ** 3 / alpha**2 if "arms" in at else logs / alpha**2)
    log = math.log(k / rho) + logs
    main = {"n": [1], "rho": 1, "beta0": "1/4", "rho0": "1e-4"}
    factor, fails = (float(statement("thm:main").bound(name, **main)) for name in ("C_main", "C_beta"))
    return factor * k * n0 / rho**2 * log**3, fails * k * root * log


@pytest.mark.parametrize(("label", "share"), [("thm:multi_dim_mean", 1e-2), ("thm:parallel_best_arm", 1e-3)])
def test_what_thm_main_needs_is_within_the_order(label: str, share: float) -> None:
    closest = 0.0
    for trial in range(100):
        rho, alpha = tenth(-6, math.log10(0.499)), tenth(-6, math.log10(0.499))
        at: dict[str, Any] = {
            "k": TYPED.choice((1, 2, 50, 10**6)),
            "rho": rho,
            "alpha": alpha,
            "beta": rho * tenth(-9, -0.01),
        }
        if not trial:
            at = {"k": 1, "rho": fmpq(499, 1000), "alpha": fmpq(499, 1000), "beta": fmpq(498, 1000)}
        if label == "thm:parallel_best_arm":
            at |= {"arms": TYPED.choice((1, 2, 1000)) if trial else 1}
        samples, failure = chain(label, at)
        assert failure <= float(at["beta"])
        assert math.isclose(failure, float(statement(label).bound("failure", **at)), rel_tol=1e-9)
        closest = max(closest, samples / float(statement(label).bound("n", **at)))
    assert share < closest <= 1


PROBLEMS = {
    "pac-thresholds": ("cor:thresholds", {"log_star": (1, 2, 5)}, 1 / 40),
    "best-arm": ("thm:best_arm", {"arms": (2, 10, 10**6)}, 1 / 10),
    "heavy-hitters": ("thm:heavy_hitters", {}, 1 / 1000),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_boosted_algorithm_is_within_the_order(name: str) -> None:
    label, options, share = PROBLEMS[name]
    closest = 0.0
    for trial in range(20):
        rho = tenth(-4, math.log10(0.5)) if trial else fmpq(1, 2)
        at = {
            "rho": rho,
            "beta": rho * tenth(-6, -0.001),
            **{key: fmpq(TYPED.choice(values)) for key, values in options.items()},
        }
        if name == "heavy-hitters":
            at["nu"] = tenth(-2, -0.01)
            at["epsilon"] = at["nu"] * tenth(-3, -0.001)
        else:
            at["alpha"] = tenth(-4, -0.001)
        needed = boost(get(name), at).samples
        order = statement(label).bound("n_new", **at)
        assert needed <= float(order)
        closest = max(closest, needed / float(order))
    assert closest > share
