"""The best replicable test (derived:threshold-test, -lower) against every rule of a small case.

Case: N flips of a coin, two values, weights of parameters between them, prices of the two errors; all rational. The
lower bound says that no rule costs less than the cheapest threshold. A rule is a function h of the count: "high" if a
shared uniform number is at most h, so that two runs differ with probability E|h - h'|. All 2^(N+1) sets of counts are
tried, as their indicators. The upper bound is tried with distributions of the threshold at parameters outside the two
values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from random import Random
from typing import ClassVar

from flint import fmpq

from replcalc.sharper.means.two_runs import compare_runs, expectation, mean_distance
from replcalc.simulate.binomial import exact_pmf
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import ONE, ZERO, Distribution, distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator

UPPER, LOWER = "derived:threshold-test", "derived:threshold-test-lower"
Rule = Sequence[fmpq]


def threshold_runs(
    counts: Distribution, weights: Distribution, blind: tuple[fmpq, fmpq], right: str
) -> tuple[fmpq, fmpq]:
    """Return disagreement and error of a shared threshold, which is j + 1 with probability weights[j].

    ``blind``: the probabilities of the answers low and high without a look.
    """
    thresholds = [*enumerate(weights, 1), (len(counts), blind[0]), (0, blind[1])]
    return compare_runs(
        list(enumerate(counts)),
        [(weight, threshold) for threshold, weight in thresholds],
        lambda count, threshold: "high" if count >= threshold else "low",
        lambda answer: answer != right,
    )


@dataclass(frozen=True)
class PricedCase(Case):
    """``flips`` of a coin whose bias is ``low`` or ``high`` or among ``thetas``, which have ``weights``.

    ``rules``: functions h that are tried; with ``all_sets`` all sets of counts as well.
    """

    flips: int
    low: fmpq
    high: fmpq
    thetas: tuple[fmpq, ...]
    weights: tuple[fmpq, ...]
    prices: tuple[fmpq, fmpq]
    rules: tuple[Rule, ...] = ()
    all_sets: bool = True

    varied: ClassVar[tuple[str, ...]] = ("rules",)

    def vary(self, rng: Random) -> PricedCase | None:
        """Change a rule; the sets are those of the case before."""
        found = super().vary(rng)
        return None if found is None else replace(found, all_sets=False)

    @cached_property
    def distributions(self) -> tuple[Distribution, ...]:
        return tuple(exact_pmf(self.flips, theta) for theta in (self.low, self.high, *self.thetas))

    def cost(self, h: Rule) -> fmpq:
        """Return the weighted disagreement of a rule and the prices of its errors."""
        at_low, at_high, *between = (list(zip(h, one, strict=True)) for one in self.distributions)
        differ = sum((w * mean_distance(sorted(one)) for w, one in zip(self.weights, between, strict=True)), ZERO)
        return differ + self.prices[0] * expectation(at_low) + self.prices[1] * (1 - expectation(at_high))

    @cached_property
    def worth(self) -> fmpq:
        """The cost of the cheapest threshold: high from c successes on, c = 0..N+1."""
        size = self.flips + 1
        return min(self.cost([ZERO] * c + [ONE] * (size - c)) for c in range(size + 1))

    def measurements(self) -> Iterator[Measurement]:
        if not self.worth > 0:
            return
        prices = {"price_low": self.prices[0], "price_high": self.prices[1], "mass": sum(self.weights, ZERO)}
        small = fmpq(1, 10**6)  # the requirements take no part in the cost
        given = {"N": self.flips, "rho": small, "beta": small, "worth": self.worth, **prices}
        if self.all_sets:
            cheapest = min(map(self.cost, product((ZERO, ONE), repeat=self.flips + 1)))
            yield measure(LOWER, "cost", cheapest, "cheapest set of counts", **given)
        for h in self.rules:
            more = {"h": ", ".join(map(str, h))}
            yield measure(LOWER, "cost", self.cost(h), "shared uniform number", details=more, **given)


@dataclass(frozen=True)
class OutsideCase(Case):
    """A distribution of the thresholds 1..N and of the answers low and high without a look, outside the two values."""

    flips: int
    low: fmpq
    high: fmpq
    weights: Distribution
    blind: tuple[fmpq, fmpq]

    def run_at(self, theta: fmpq, right: str) -> tuple[fmpq, fmpq]:
        return threshold_runs(exact_pmf(self.flips, theta), self.weights, self.blind, right)

    def measurements(self) -> Iterator[Measurement]:
        errors = self.run_at(self.low, "low")[1], self.run_at(self.high, "high")[1]
        tail = max(errors[0] - self.blind[1], errors[1] - self.blind[0])
        if tail > fmpq(1, 2) or max(errors) == 0:
            return
        given = {"N": self.flips, "differ": ZERO, "tail": tail, "errs_low": errors[0], "errs_high": errors[1]}
        for share in (ONE, fmpq(1, 2), fmpq(1, 5)):
            for theta, right in ((self.low * share, "low"), (1 - (1 - self.high) * share, "high")):
                differ, wrong = self.run_at(theta, right)
                more = {"theta": str(theta)}
                yield measure(UPPER, "rho", differ, "disagreement outside", details=more, **given)
                yield measure(UPPER, "beta", wrong, "error outside", details=more, **given)


class ThresholdTestSimulator(Simulator):
    name, statements, default_cases = "threshold-test", (UPPER, LOWER), 24
    summary = "every set of counts and shared uniform numbers against the cheapest threshold; thresholds outside"

    def examples(self) -> Iterator[Case]:
        half = fmpq(1, 2)
        yield PricedCase(6, fmpq(1, 3), fmpq(2, 3), (half,), (ONE,), (ONE, ONE))
        even = tuple(fmpq(j, 10) for j in range(3, 8))
        yield PricedCase(7, fmpq(3, 10), fmpq(7, 10), even, (fmpq(1, 5),) * 5, (fmpq(2), fmpq(2)))
        yield PricedCase(5, ZERO, ONE, (fmpq(1, 4), half), (ONE, fmpq(2)), (fmpq(3), ONE))
        yield OutsideCase(3, fmpq(1, 10), fmpq(9, 10), distribution(0, 1, 0), (ZERO, ZERO))
        yield OutsideCase(1, fmpq(1, 10), fmpq(9, 10), (fmpq(4, 5),), (fmpq(1, 10), fmpq(1, 10)))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the worth", WrongParameter(self.example(0), "worth", lambda x: 2 * x)
        yield "half of the tail", WrongParameter(self.example(3), "tail", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        case = _random_case(rng)
        h = tuple(fmpq(rng.randint(0, 6), 6) for _ in range(case.flips + 1))
        yield replace(case, rules=(h, tuple(sorted(h))))
        mass = distribution(*(rng.randint(0, 4) for _ in range(case.flips)), 1, 1)
        yield OutsideCase(case.flips, case.low, case.high, mass[:-2], (mass[-2], mass[-1]))


def _random_case(rng: Random) -> PricedCase:
    whole = rng.choice((10, 12, 20))
    low = rng.randint(0, whole - 3)
    high = rng.randint(low + 2, whole)
    inside = rng.sample(range(4 * low, 4 * high + 1), rng.randint(1, 4))
    thetas = tuple(sorted(fmpq(j, 4 * whole) for j in inside))
    weights = tuple(fmpq(rng.randint(1, 6), 3) for _ in thetas)
    prices = fmpq(rng.randint(1, 12), 4), fmpq(rng.randint(1, 12), 4)
    return PricedCase(rng.randint(2, 7), fmpq(low, whole), fmpq(high, whole), thetas, weights, prices)
