"""The best replicable test (derived:threshold-test, -lower) against every rule of a small case.

Case: N flips of a coin, two values, weights of parameters between them, prices of the two errors; all rational. The
lower bound says that no rule costs less than the cheapest threshold. The rules are all 2^(N+1) sets of counts that are
answered "high", and functions h of the count: "high" if a shared uniform number is at most h, so that two runs differ
with probability E|h - h'|. The upper bound is tried with distributions of the threshold at parameters outside the two
values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from flint import fmpq

from replcalc.simulate.binomial import exact_pmf
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import ONE, ZERO, Distribution, distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb

UPPER, LOWER = "derived:threshold-test", "derived:threshold-test-lower"


def _mass(one: Distribution, counts: Sequence[int]) -> fmpq:
    return sum((one[c] for c in counts), ZERO)


def sets(flips: int) -> Iterator[tuple[int, ...]]:
    """Every set of counts."""
    for number in range(2 ** (flips + 1)):
        yield tuple(c for c in range(flips + 1) if number >> c & 1)


@dataclass(frozen=True)
class PricedCase(Case):
    """``flips`` of a coin whose bias is ``low`` or ``high`` or among ``thetas``, which have ``weights``.

    ``rules``: functions h that are tried beside all sets of counts; ``every`` says whether the sets are.
    """

    name: str
    flips: int
    low: fmpq
    high: fmpq
    thetas: tuple[fmpq, ...]
    weights: tuple[fmpq, ...]
    prices: tuple[fmpq, fmpq]
    rules: tuple[tuple[fmpq, ...], ...] = ()
    every: bool = True

    @cached_property
    def distributions(self) -> tuple[Distribution, ...]:
        return tuple(exact_pmf(self.flips, theta) for theta in self.thetas)

    @cached_property
    def ends(self) -> tuple[Distribution, Distribution]:
        return exact_pmf(self.flips, self.low), exact_pmf(self.flips, self.high)

    def cost_of_set(self, counts: Sequence[int]) -> fmpq:
        """Of the rule that answers high on these counts."""
        at_low, at_high = (_mass(end, counts) for end in self.ends)
        differ = ZERO
        for weight, one in zip(self.weights, self.distributions, strict=True):
            q = _mass(one, counts)
            differ += weight * 2 * q * (1 - q)
        return differ + self.prices[0] * at_low + self.prices[1] * (1 - at_high)

    def cost_of_function(self, h: Sequence[fmpq]) -> fmpq:
        """Of the rule that answers high if a shared uniform number is at most h(count): E|h - h'| and the errors."""
        at_low, at_high = (sum((p * x for p, x in zip(end, h, strict=True)), ZERO) for end in self.ends)
        differ = ZERO
        for weight, one in zip(self.weights, self.distributions, strict=True):
            pairs = ((i, j) for i in range(len(h)) for j in range(i))
            differ += weight * sum((2 * one[i] * one[j] * abs(h[i] - h[j]) for i, j in pairs), ZERO)
        return differ + self.prices[0] * at_low + self.prices[1] * (1 - at_high)

    @cached_property
    def worth(self) -> fmpq:
        """The cheapest threshold: high from c successes on, c = 0..N+1."""
        return min(self.cost_of_set(range(c, self.flips + 1)) for c in range(self.flips + 2))

    def measurements(self) -> Iterator[Measurement]:
        if not self.worth > 0:
            return
        prices = {"price_low": self.prices[0], "price_high": self.prices[1], "mass": sum(self.weights, ZERO)}
        small = fmpq(1, 10**6)  # the requirements take no part in the cost
        given = {"N": self.flips, "rho": small, "beta": small, "worth": self.worth, **prices}
        if self.every:
            cheapest = min(map(self.cost_of_set, sets(self.flips)))
            yield measure(LOWER, "cost", cheapest, "cheapest set of counts", **given)
        for h in self.rules:
            more = {"h": ", ".join(map(str, h))}
            yield measure(LOWER, "cost", self.cost_of_function(h), "shared uniform number", details=more, **given)


@dataclass(frozen=True)
class OutsideCase(Case):
    """A distribution ``drawn`` of the thresholds 1..N; ``blind``: always low, always high. Parameters outside the
    values.
    """

    flips: int
    low: fmpq
    high: fmpq
    drawn: Distribution
    blind: tuple[fmpq, fmpq]

    def at(self, theta: fmpq) -> tuple[fmpq, fmpq, fmpq]:
        """Pr[low] and Pr[high] of answers that look, and the disagreement."""
        one = exact_pmf(self.flips, theta)
        says_low = says_high = differ = ZERO
        for c, w in enumerate(self.drawn, 1):
            q = _mass(one, range(c))
            says_low, says_high, differ = says_low + w * q, says_high + w * (1 - q), differ + w * 2 * q * (1 - q)
        return says_low, says_high, differ

    def measurements(self) -> Iterator[Measurement]:
        tails = self.at(self.low)[1], self.at(self.high)[0]
        errors = {"errs_low": tails[0] + self.blind[1], "errs_high": tails[1] + self.blind[0]}
        if max(tails) > fmpq(1, 2) or max(errors.values()) == 0:
            return
        given = {"N": self.flips, "differ": ZERO, "tail": max(tails), **errors}
        for share in (ONE, fmpq(1, 2), fmpq(1, 5)):
            for theta, wrong in ((self.low * share, 1), (1 - (1 - self.high) * share, 0)):
                found, more = self.at(theta), {"theta": str(theta)}
                yield measure(UPPER, "rho", found[2], "disagreement outside", details=more, **given)
                yield measure(UPPER, "beta", found[wrong] + self.blind[wrong], "error outside", details=more, **given)


class ThresholdTestSimulator(Simulator):
    name, statements, default_cases = "threshold-test", (UPPER, LOWER), 24
    summary = "every set of counts and shared uniform numbers against the cheapest threshold; thresholds outside"

    def examples(self) -> Iterator[Case]:
        half = fmpq(1, 2)
        yield PricedCase("one parameter", 6, fmpq(1, 3), fmpq(2, 3), (half,), (ONE,), (ONE, ONE))
        even = tuple(fmpq(j, 10) for j in range(3, 8))
        fifths, twice = (fmpq(1, 5),) * 5, (fmpq(2), fmpq(2))
        yield PricedCase("even weights", 7, fmpq(3, 10), fmpq(7, 10), even, fifths, twice)
        yield PricedCase("sure coins", 5, ZERO, ONE, (fmpq(1, 4), half), (ONE, fmpq(2)), (fmpq(3), ONE))
        yield OutsideCase(3, fmpq(1, 10), fmpq(9, 10), distribution(0, 1, 0), (ZERO, ZERO))
        yield OutsideCase(1, fmpq(1, 10), fmpq(9, 10), (fmpq(4, 5),), (fmpq(1, 10), fmpq(1, 10)))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the worth", WrongParameter(self.example(0), "worth", lambda x: 2 * x)
        yield "half of the tail", WrongParameter(self.example(3), "tail", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        case = _random_case(rng, f"random {number}")
        h = tuple(fmpq(rng.randint(0, 6), 6) for _ in range(case.flips + 1))
        yield replace(case, rules=(h, tuple(sorted(h))))
        mass = distribution(*(rng.randint(0, 4) for _ in range(case.flips)), 1, 1)
        yield OutsideCase(case.flips, case.low, case.high, mass[:-2], (mass[-2], mass[-1]))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over h, in sixths, for the cheapest rule."""
        for number in range(3):
            case = _random_case(rng, f"searched {number}")

            def moved(units: tuple[int, ...]) -> tuple[int, ...]:
                place, step = rng.randrange(len(units)), rng.choice((-2, -1, 1, 2))
                return (*units[:place], min(6, max(0, units[place] + step)), *units[place + 1 :])

            def cases(units: tuple[int, ...], here: PricedCase = case) -> list[PricedCase]:
                return [replace(here, rules=(tuple(fmpq(x, 6) for x in units),), every=False)]

            start = tuple(6 * j // case.flips for j in range(case.flips + 1))
            yield from hill_climb(start, moved, cases, budget // 3)


def _random_case(rng: Random, name: str) -> PricedCase:
    whole = rng.choice((10, 12, 20))
    low = rng.randint(0, whole - 3)
    high = rng.randint(low + 2, whole)
    inside = rng.sample(range(4 * low, 4 * high + 1), rng.randint(1, 4))
    thetas = tuple(sorted(fmpq(j, 4 * whole) for j in inside))
    weights = tuple(fmpq(rng.randint(1, 6), 3) for _ in thetas)
    prices = fmpq(rng.randint(1, 12), 4), fmpq(rng.randint(1, 12), 4)
    return PricedCase(name, rng.randint(2, 7), fmpq(low, whole), fmpq(high, whole), thetas, weights, prices)
