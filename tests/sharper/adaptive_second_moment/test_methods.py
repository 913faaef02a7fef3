"""Adaptive problems, asked for: figures against formulas by hand, who refuses, what is said; and controls."""

import math
from collections.abc import Callable
from typing import Any

import pytest
from flint import fmpq

import replcalc as package
from replcalc import statement
from replcalc.planning.assumption import TOGETHER
from replcalc.sharper.adaptive_second_moment.budget import find_allowed_sum


@pytest.mark.parametrize(("rho", "k"), [("1/10", 2), ("1/10", 10), ("1/100", 1000), ("9/10", 3), ("1e-40", 10**6)])
def test_the_sum_that_is_allowed_is_the_largest_to_14_digits(rho: str, k: int) -> None:
    """By the certified statement; a little more is refused."""
    goal = package.compose("1x2", rho=rho).question.rho
    total = find_allowed_sum(goal, k)
    bound = statement("derived:adaptive-sums")

    def meets(value: fmpq) -> bool:
        sides = (bound.bound(name, k=k, rho_sum=value, beta_sum=0) for name in ("rho_early", "rho_moments"))
        return any(side < goal * (1 + fmpq(1, 10**13)) for side in sides)

    assert meets(total) and not meets(total * (1 + fmpq(1, 10**12)))
    assert total >= 2 * goal / 3


def test_three_halves_of_a_sum_that_is_just_allowed() -> None:
    assert (
        package.compose("100x100", rho="0.15", rho0="1e-3", beta0="1e-6", adaptive=True).best.method == "side-by-side"
    )  # type: ignore[union-attr]
    above = package.compose("100x100", rho="0.1499", rho0="1e-3", beta0="1e-6", adaptive=True)["side-by-side"]
    assert not above.applicable, "control"


def by_hand(samples: int, k: int, alpha: float, width: float, x: float) -> tuple[float, float]:
    """rho and beta of adaptive rounding, from the formulas of the page."""
    gap = math.exp(math.lgamma(samples + 0.5) - math.lgamma(samples + 1)) / math.sqrt(math.pi)
    far = 1 / math.sqrt(2 * math.pi * samples)
    rho = k * gap / width + sum(i * far / width / (width * math.sqrt(2 * samples)) for i in range(k))
    steps = 4_000
    errors = (-width / 2 + width * (j + 0.5) / steps for j in range(steps))
    one = sum(2 * math.exp(-2 * samples * (alpha - e) ** 2) for e in errors) / steps
    nodes = sum((1 + 2 * x / width) ** i for i in range(k))
    return rho, nodes * (one + 2 * math.exp(-2 * samples * x**2))


def test_ten_adaptive_queries() -> None:
    """8% more than fixed ones; the same figures by hand; and fewer samples do not do."""
    fixed = package.plan.means(k=10, alpha="0.05", rho="0.1", beta="0.01", methods=["rounding"])
    found = package.plan.means(k=10, alpha="0.05", rho="0.1", beta="0.01", methods=["rounding"], adaptive=True).best
    assert found is not None and found.samples is not None and fixed.samples is not None
    assert fixed.samples < found.samples < 1.085 * fixed.samples
    rho, beta = by_hand(found.samples, 10, 0.05, float(found.value("width").upper), float(found.chosen["x"]))
    assert rho == pytest.approx(0.1, rel=1e-6) and beta == pytest.approx(0.01, rel=1e-3)
    fewer = round(0.995 * found.samples)
    width = next(w / 10**5 for w in range(9000, 10001) if by_hand(fewer, 10, 0.05, w / 10**5, 0.0055)[0] <= 0.1)
    assert all(by_hand(fewer, 10, 0.05, width, x / 10**4)[1] > 0.01 for x in range(40, 80, 2)), "control"


def test_one_query_is_no_adaptive_one() -> None:
    asked: dict[str, Any] = {"alpha": "0.05", "rho": "0.1", "beta": "0.01", "methods": ["rounding"]}
    assert package.plan.means(k=1, **asked, adaptive=True).samples == package.plan.means(k=1, **asked).samples


def test_ways_that_need_all_problems_refuse() -> None:
    found = package.compose("100x10", rho="0.1", rho0="0.05", beta0="1e-6", adaptive=True)
    assert found.best is not None and found.best.method == "votes"
    assert found["joint"].why_not == TOGETHER and found["paper"].why_not == TOGETHER
    fixed = package.compose("100x10", rho=found.best.answer.value("rho").upper, rho0="0.05", beta0="1e-6")  # type: ignore[union-attr]
    assert found.samples == fixed["votes"].samples, "the sum that is allowed, as if it were fixed"
    queries = package.plan.means(k=10, alpha="0.05", rho="0.1", adaptive=True)
    assert [r.method for r in queries.results if r.applicable] == ["rounding"]


def test_the_assumed_failure_grows_by_rho() -> None:
    found = package.compose("100,200", rho="0.1", adaptive=True)
    assert found.question.beta == fmpq(104, 1000) and found.beta.upper == fmpq(22, 10**4)  # type: ignore[union-attr]
    solved = package.compose("100x10", samples=40_000, rho0="0.05", beta0="1e-6", adaptive=True)
    assert solved.best.question.beta == solved.best.question.rho + fmpq(2, 10**5)  # type: ignore[union-attr]


def test_a_typed_failure_binds() -> None:
    found = package.compose("100x5", rho="0.1", rho0="0.05", beta0="1e-6", beta="0.01", adaptive=True).best
    assert found is not None and fmpq(99, 10**4) < found.beta.upper <= fmpq(1, 100)  # type: ignore[union-attr]


def test_refusals(replcalc: Callable[..., Any]) -> None:
    queries = ("plan", "means", "--k", "3", "--alpha", "0.1", "--rho", "0.1", "--adaptive")
    assert "--variance" in replcalc(*queries, "--variance", "0.1").err
