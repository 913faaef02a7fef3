"""Solve, test, fall back: the exact hybrid against a direct computation, the budgets and the free split."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import comb, floor

import pytest
from flint import fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.paper.boosting.simulator import HYBRID, QUERY, SPLIT, THEOREM, HybridCase, off_by
from replcalc.sharper.expected_gap_rounding.simulator import GridQuery, cells
from replcalc.simulate.binomial import CountDistribution
from replcalc.simulate.distributions import distribution

SMALL = HybridCase(fmpq(2, 5), fmpq(1, 2), fmpq(1, 4), fmpq(1, 2), fmpq(1, 2), (7, 6, 3))


@pytest.fixture(autouse=True)
def precision() -> Iterator[None]:
    with ball_precision(192):
        yield


def pmf(n: int, p: float) -> list[float]:
    return [comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(n + 1)]


def by_riemann(hybrid: HybridCase, mu: float, steps: int = 3000) -> tuple[float, float]:
    """(rho, failure) by averaging over many offsets; answers are compared as pairs of runs, in plain floats."""
    n1, n2, n3 = hybrid.sizes
    alpha = int(hybrid.alpha.p) / int(hybrid.alpha.q)
    width, reach = alpha / 2, 3 * alpha / 4  # share 1/2 of accuracy alpha/2, twice; 3/2 of the tester's alpha/2
    rho = failure = 0.0
    for k in range(steps):
        o = (k + 0.5) / steps * width
        answers: dict[object, float] = {}
        for j, w in enumerate(pmf(n1, mu)):
            u = o + width * (floor((j / n1 - o) / width) + 0.5)
            accept = sum(v for i, v in enumerate(pmf(n2, mu)) if abs(i / n2 - u) < reach)
            answers["candidate", round(u, 12)] = answers.get(("candidate", round(u, 12)), 0) + w * accept
            failure += w * accept * (abs(u - mu) > alpha) / steps
            for i, v in enumerate(pmf(n3, mu)):
                answers["fallback", i] = answers.get(("fallback", i), 0) + w * (1 - accept) * v
                failure += w * (1 - accept) * v * (abs(i / n3 - mu) > alpha) / steps
        rho += (1 - sum(x * x for x in answers.values())) / steps
    return rho, failure


@pytest.mark.parametrize("mu", [fmpq(2, 5), fmpq(1, 10)])
def test_hybrid_against_a_riemann_sum(mu: fmpq) -> None:
    out = replace(SMALL, mu=mu).chances
    rho, failure = by_riemann(SMALL, int(mu.p) / int(mu.q))
    assert float(out.rho) == pytest.approx(rho, abs=2e-3)
    assert float(out.beta) == pytest.approx(failure, abs=2e-3)
    assert out.beta > fmpq(1, 200), "a case in which failures are common"


def test_solver_is_the_rounding_of_the_other_simulator() -> None:
    out = replace(SMALL, mu=fmpq(1, 2)).chances
    exact = GridQuery(distribution(1, 1), 7).disagreement(SMALL.solver.width)
    assert abs(out.rho_solver - exact) < fmpq(1, 10**40)
    failed = GridQuery(distribution(1, 1), 7).failure(SMALL.solver.width, fmpq(1, 8))
    assert abs(out.beta_solver - failed) < fmpq(1, 10**40)


def test_budgets_are_those_of_the_paper() -> None:
    hybrid = HybridCase(fmpq(1, 2), fmpq(4, 5), fmpq(1, 2), fmpq(1, 10), fmpq(1, 2))
    names = (
        "rho_replic",
        "alpha_replic",
        "beta_replic",
        "alpha_tester",
        "beta_tester",
        "alpha_nonreplic",
        "beta_nonreplic",
    )
    assert [hybrid.budget(name) for name in names] == [
        fmpq(1, 5),
        fmpq(1, 4),
        fmpq(1, 5),
        fmpq(1, 4),
        fmpq(1, 40),
        fmpq(1, 2),
        fmpq(1, 20),
    ]


def test_off_by_and_cells() -> None:
    counts = CountDistribution.exact(10, fmpq(1, 2))
    assert off_by(counts, fmpq(1, 2), fmpq(3, 10)) == fmpq(2 * (1 + 10), 1024)
    found = list(cells(counts, fmpq(1, 7), fmpq(1, 4)))
    assert sum((p for p, _ in found), fmpq(0)) == 1
    assert found[0][1] == fmpq(1, 7) - fmpq(1, 8)


def test_promises_kept_and_broken_when_weakened() -> None:
    found = list(HybridCase(fmpq(1, 2), fmpq(9, 10), fmpq(3, 5), fmpq(9, 10), fmpq(1, 2)).measurements())
    assert {c.statement for c in found} == {HYBRID, THEOREM, QUERY, SPLIT}
    assert not any(c.violated(fmpq(1)) for c in found)
    assert all(
        any(c.violated(fmpq(1, 100)) for c in found if c.statement == label) for label in (HYBRID, THEOREM, QUERY)
    )


def test_sizes_too_small_break_the_budgets() -> None:
    """Negative control: with seven flips the solver cannot be as replicable as alg:hybrid asks."""
    assert SMALL.chances.rho_solver > SMALL.budget("rho_replic")
    found = list(SMALL.measurements())
    assert {c.statement for c in found} == {SPLIT}
    assert not any(c.violated(fmpq(1)) for c in found)
    assert any(c.violated(fmpq(1, 10)) for c in found)
