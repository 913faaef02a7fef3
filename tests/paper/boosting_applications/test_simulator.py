"""alg:hybrid on toys: the sums over counts against every sample written out, and stages that miss their budgets."""

from __future__ import annotations

from itertools import permutations, product
from math import prod
from typing import Any

import pytest
from flint import fmpq

from replcalc.paper.boosting_applications.simulator import (
    ARM,
    HEAVY,
    PAC,
    ArmHybrid,
    HeavyHybrid,
    PacHybrid,
    ToyHybrid,
    ToyHybridsSimulator,
)
from replcalc.simulate.distributions import distribution
from replcalc.simulate.simulator import simulate

SIMULATOR = ToyHybridsSimulator()

TOY = PacHybrid((3, 2, 2), distribution(1, 4, 1), 1, fmpq(2, 5), fmpq(1, 3))
HEAVY_TOY = HeavyHybrid((3, 6, 4), distribution(5, 2, 1), fmpq(3, 5), fmpq(1, 5))
ARM_TOY = ArmHybrid((3, 2, 2), (fmpq(1, 10), fmpq(4, 5)), fmpq(1, 2))


def samples(masses: Any, n: int) -> list[tuple[tuple[int, ...], fmpq]]:
    return [(s, prod((masses[x] for x in s), start=fmpq(1))) for s in product(range(len(masses)), repeat=n)]


def written_out(solve: Any, accepts: Any, fallback: Any, strings: Any, masses: Any, sizes: Any, wrong: Any) -> Any:
    """rho and failure of solve, test, fall back by running it on every sample of all three stages."""
    agree = failed = fmpq(0)
    first, second, third = (samples(masses, n) for n in sizes)
    last = [(fallback(u), x) for u, x in third]
    for string in strings:
        answers: dict[Any, fmpq] = {}
        for s, p in first:
            candidate = solve(s, string)
            for t, q in second:
                for answer, x in [(candidate, fmpq(1))] if accepts(candidate, t) else last:
                    answers[answer] = answers.get(answer, fmpq(0)) + p * q * x
        agree += sum((x * x for x in answers.values()), fmpq(0)) / len(strings)
        failed += sum((x for answer, x in answers.items() if wrong(answer)), fmpq(0)) / len(strings)
    return 1 - agree, failed


def test_the_pac_hybrid_is_every_sample_written_out() -> None:
    points = distribution(1, 4, 1)

    def errs(t: int, x: int) -> bool:
        return (x >= t) != (x >= 1)

    def rate(t: int, s: tuple[int, ...]) -> fmpq:
        return fmpq(sum(errs(t, x) for x in s), len(s))

    def solve(s: tuple[int, ...], order: tuple[int, ...]) -> int:
        return next(t for t in order if rate(t, s) <= fmpq(1, 3))

    def wrong(t: int) -> bool:
        return bool(sum(p for x, p in enumerate(points) if errs(t, x)) > fmpq(2, 5))

    found = written_out(
        solve,
        lambda t, s: rate(t, s) < fmpq(3, 10),
        lambda s: min(range(4), key=lambda t: rate(t, s)),
        list(permutations(range(4))),
        points,
        (3, 2, 2),
        wrong,
    )
    assert found == (TOY.chances.rho, TOY.chances.beta) and 0 < found[1] < found[0]


def test_the_heavy_hitters_hybrid_is_every_sample_written_out() -> None:
    masses, nu, eps = distribution(5, 2, 1), fmpq(3, 5), fmpq(1, 5)
    low, high = nu - eps * fmpq(3, 4), nu - eps / 4

    def share(s: tuple[int, ...], x: int) -> fmpq:
        return fmpq(s.count(x), len(s))

    def accepts(listed: tuple[int, ...], s: tuple[int, ...]) -> bool:
        one, two, three = s[:2], s[2:4], s[4:]
        looks_light = any(share(one, x) < low - eps / 16 for x in listed)
        return not looks_light and not any(share(three, x) >= nu - eps / 16 for x in set(two) - set(listed))

    def fallback(s: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(x for x in set(s[:2]) if share(s[2:], x) >= nu - eps / 16))

    def wrong(listed: tuple[int, ...]) -> bool:
        return any(p <= nu - eps if x in listed else p >= nu for x, p in enumerate(masses))

    levels = [low + (high - low) * fmpq(step, 4) for step in (1, 2, 3)]
    found = written_out(
        lambda s, level: tuple(x for x in range(3) if share(s, x) >= level),
        accepts,
        fallback,
        levels,
        masses,
        (3, 6, 4),
        wrong,
    )
    assert found == (HEAVY_TOY.chances.rho, HEAVY_TOY.chances.beta) and found[1] > 0


def test_the_arms_are_every_sample_written_out() -> None:
    low, high = ARM_TOY.means
    pairs = [(1 - low) * (1 - high), (1 - low) * high, low * (1 - high), low * high]  # rewards of both arms

    def lead(s: tuple[int, ...]) -> fmpq:
        return fmpq(sum(x % 2 - x // 2 for x in s), len(s))

    margins = [fmpq(step, 32) for step in (-3, -1, 1, 3)]
    found = written_out(
        lambda s, margin: int(lead(s) >= margin),
        lambda a, s: (-lead(s) if a else lead(s)) <= fmpq(3, 8),
        lambda s: int(lead(s) > 0),
        margins,
        pairs,
        (3, 2, 2),
        lambda a: a == 0,
    )
    assert found == (ARM_TOY.chances.rho, ARM_TOY.chances.beta) and found[0] > 0


@pytest.mark.parametrize("case", [TOY, HEAVY_TOY, ARM_TOY], ids=["pac", "heavy hitters", "arms"])
def test_budgets_are_kept_and_no_smaller_ones_would_be(case: ToyHybrid) -> None:
    out, (rho, beta) = case.chances, case.budgets
    assert max(out.rho_solver, out.beta_solver) <= rho / 4
    assert out.beta_tester <= min(rho, beta) / 4 and out.beta_fallback <= beta / 2
    assert rho in (4 * out.rho_solver, 4 * out.beta_solver, beta)
    assert beta in (4 * out.beta_tester, 2 * out.beta_fallback)
    assert out.rho <= rho and out.beta <= beta


def test_a_tester_that_accepts_everything_leaves_the_failure_of_the_solver() -> None:
    """Control: the whole fails as often as its solver, far more than its fallback; and nothing is promised then."""

    class Trusting(PacHybrid):
        def accepted(self, candidate: int) -> fmpq:
            return fmpq(1)

    case = Trusting((1, 1, 16), distribution(1, 4, 1), 1, fmpq(1, 10), fmpq(1, 3))
    out = case.chances
    solver = sum((x for p in case.solver() for t, x in p.items() if not case.valid(t, half=False)), fmpq(0))
    assert out.beta == solver / len(case.solver()) > 2 * out.beta_fallback
    assert out.beta_tester == 1 and list(case.measurements()) == []


def test_each_problem_is_witnessed() -> None:
    found = simulate(SIMULATOR, cases=0)
    assert {(label, name) for label in (PAC, HEAVY, ARM) for name in ("rho", "beta")} <= set(found.witnessed)
    assert found.violations == 0 and simulate(SIMULATOR, cases=0, weaken=fmpq(1, 3)).violations > 0
