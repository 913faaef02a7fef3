"""The four testers: exact acceptance probabilities against plain sums, and the scan for the smallest size."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil, comb, log

import pytest
from flint import arb, fmpq

from replcalc.numbers.errors import InputError
from replcalc.numbers.fields import ball_precision
from replcalc.paper.boosting.simulator_testers import (
    ArmTester,
    CoinTester,
    HeavyTester,
    QueryTester,
    TestersSimulator,
    arm_accepted,
    coin_errors,
    hoeffding_draws,
    query_accepts,
    scan,
)
from replcalc.simulate.bounds import certain_ceiling

SIMULATOR = TestersSimulator()


@pytest.fixture(autouse=True)
def precision() -> Iterator[None]:
    with ball_precision(192):
        yield


def pmf(n: int, p: Fraction) -> list[Fraction]:
    return [comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(n + 1)]


def near(ball: arb, exact: Fraction) -> bool:
    return bool(abs(ball - arb(fmpq(exact.numerator, exact.denominator))) < arb("1e-40"))


def test_coin_errors() -> None:
    miss, alarm = coin_errors(20, fmpq(3, 20), fmpq(1, 10), fmpq(1, 5))
    assert near(miss, sum(pmf(20, Fraction(1, 5))[:3], Fraction(0)))
    assert near(alarm, sum(pmf(20, Fraction(1, 10))[3:], Fraction(0)))


def test_stated_size() -> None:
    assert hoeffding_draws(fmpq(1, 10), fmpq(1, 2)) == ceil(log(4) / 0.02)
    comparisons = list(CoinTester(fmpq(1, 10), fmpq(1, 10)).measurements())
    assert CoinTester(fmpq(1, 10), fmpq(1, 10)).show()["n"] == ceil(240 * log(10)) == 553
    assert not any(c.violated(fmpq(1)) for c in comparisons)
    assert any(c.violated(fmpq(1, 1000)) for c in comparisons)


def test_too_few_flips_break_the_promise() -> None:
    """Negative control: a tenth of the stated size does not do."""
    miss, alarm = coin_errors(55, fmpq(3, 20), fmpq(1, 10), fmpq(1, 5))
    assert miss > fmpq(1, 10)
    assert not alarm > fmpq(1, 5)


def test_certain_ceiling() -> None:
    assert certain_ceiling(arb(2).sqrt()) == 2
    assert certain_ceiling(fmpq(7, 2)) == 4
    assert certain_ceiling(arb(7)) == certain_ceiling(fmpq(7)) == 7
    with pytest.raises(ValueError, match="no whole number"):
        certain_ceiling(arb(3, 0.1))


@pytest.mark.parametrize("proposed", [Fraction(1, 2), Fraction(7, 10), Fraction(11, 10)])
def test_query_tester(proposed: Fraction) -> None:
    n, mu, alpha = 30, Fraction(2, 5), Fraction(1, 5)
    expected = sum((w for j, w in enumerate(pmf(n, mu)) if abs(Fraction(j, n) - proposed) < 3 * alpha / 2), Fraction(0))
    u = fmpq(proposed.numerator, proposed.denominator)
    accept, reject = query_accepts(n, fmpq(2, 5), u, fmpq(1, 5))
    assert near(accept, expected)
    assert near(reject, 1 - expected)


def test_query_in_between_promises_nothing() -> None:
    assert list(QueryTester(fmpq(1, 2), fmpq(3, 10), fmpq(1, 5), fmpq(1, 2)).measurements()) == []
    assert len(list(QueryTester(fmpq(1, 2), fmpq(1, 5), fmpq(1, 5), fmpq(1, 2)).measurements())) == 1


class SmallHeavy(HeavyTester):
    """The same tester with sizes small enough to list all samples."""

    @property
    def collect(self) -> int:
        return 3

    @property
    def estimate_listed(self) -> int:
        return 6

    @property
    def estimate_collected(self) -> int:
        return 5


@pytest.mark.parametrize("p", [Fraction(3, 10), Fraction(4, 5)])
@pytest.mark.parametrize("listed", [frozenset(), frozenset({0}), frozenset({1}), frozenset({0, 1})])
def test_heavy_tester_against_listing(p: Fraction, listed: frozenset[int]) -> None:
    tester = SmallHeavy(fmpq(4, 5), fmpq(2, 5), fmpq(1, 2), fmpq(p.numerator, p.denominator), listed)
    light, heavy = Fraction(19, 40), Fraction(31, 40)  # nu' - eps' - eps/16 and nu - eps/16
    total = Fraction(0)
    for j, x in enumerate(pmf(6, p)):
        if any(Fraction((6 - j, j)[e], 6) < light for e in listed):
            continue
        for draws in product((0, 1), repeat=3):
            chance = p ** sum(draws) * (1 - p) ** (3 - sum(draws))
            for i, y in enumerate(pmf(5, p)):
                if not any(Fraction((5 - i, i)[e], 5) >= heavy for e in set(draws) - listed):
                    total += x * chance * y
    assert near(tester.accepts(), total)


def test_heavy_validity() -> None:
    def tester(p: fmpq, *listed: int) -> HeavyTester:  # nu' = 7/10, nu' - eps' = 1/2, nu - eps = 2/5
        return HeavyTester(fmpq(4, 5), fmpq(2, 5), fmpq(1, 2), p, frozenset(listed))

    assert tester(fmpq(3, 4), 1).valid()
    assert not tester(fmpq(3, 4)).valid()
    assert not tester(fmpq(1, 2), 1).valid()
    assert not tester(fmpq(1, 2), 1).invalid()
    assert tester(fmpq(2, 5), 1).invalid()
    assert tester(fmpq(4, 5)).invalid()


def test_heavy_tester_at_its_stated_sizes() -> None:
    testers = [
        HeavyTester(fmpq(4, 5), fmpq(2, 5), fmpq(1, 2), fmpq(7, 10), frozenset(listed))
        for listed in ((), (0,), (1,), (0, 1))
    ]
    assert testers[0].estimate_listed == ceil(log(2 * 8 * 5 / 0.5) / (2 * (0.4 / 32) ** 2))
    found = [c for tester in testers for c in tester.measurements()]
    assert len(found) >= 2
    assert not any(c.violated(fmpq(1)) for c in found)


def test_arm_tester_against_listing() -> None:
    n, margin = 4, Fraction(3, 4)
    means = (Fraction(1, 4), Fraction(3, 4), Fraction(1, 2))
    total = Fraction(0)
    for (i, x), (j, y), (k, z) in product(*(list(enumerate(pmf(n, mu))) for mu in means)):
        if Fraction(i, n) >= max(Fraction(c, n) for c in (i, j, k)) - margin:
            total += x * y * z
    accept, reject = arm_accepted(n, tuple(fmpq(mu.numerator, mu.denominator) for mu in means), fmpq(3, 4))
    assert near(accept, total)
    assert near(reject, 1 - total)


def test_arm_comparisons_only_where_something_is_promised() -> None:
    assert list(ArmTester((fmpq(0), fmpq(3, 4)), fmpq(1, 2), fmpq(1, 2)).measurements()) == []
    (bad,) = ArmTester((fmpq(0), fmpq(1)), fmpq(1, 2), fmpq(1, 2)).measurements()
    assert bad.quantity.startswith("Pr[accept]")
    (good,) = ArmTester((fmpq(1, 2), fmpq(1)), fmpq(1, 2), fmpq(1, 2)).measurements()
    assert good.quantity.startswith("Pr[reject]")


def test_scan_in_plain_fractions() -> None:
    """Every size up to the stated one again, with exact fractions and every threshold."""
    alpha, beta = Fraction(1, 4), Fraction(1, 5)
    found = scan(fmpq(1, 4), fmpq(1, 5))
    assert found.stated == ceil(24 * log(5) * 4)
    printed, best = [], []
    for n in range(1, 60):
        low, high = pmf(n, alpha), pmf(n, 2 * alpha)
        good = [c for c in range(n + 2) if sum(high[:c]) <= beta and sum(low[c:]) <= beta]
        if good:
            best.append(n)
        if ceil(n * Fraction(3, 8)) in good:
            printed.append(n)
    assert [n for n in found.printed if n < 60] == printed
    assert [n for n in found.best if n < 60] == best
    assert any(n + 1 not in found.printed for n in found.printed[:-1]), "not monotone"


def test_options() -> None:
    extra = SIMULATOR.extra(alpha="1/4", beta="0.2")
    assert extra["stated_size"] == 155
    assert extra["smallest_size_best_threshold"] <= extra["smallest_size_printed_threshold"] < 155
    with pytest.raises(InputError):
        SIMULATOR.extra(alpha="2")
    for alpha in ("0.6", "0.001"):
        with pytest.raises(InputError):
            SIMULATOR.extra(alpha=alpha)
