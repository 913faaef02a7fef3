"""The best of many options by a race (derived:softmax-race, -common, -joint), exactly.

Case. Every option is drawn N times from a distribution on the values 0, 1/g, ..., 1 (separate), or N samples are drawn
from a distribution on vectors of such scores (common). An option of total score S (in units of 1/g) gets weight q^S
with a rational q > 1, that is exp(eta mean) with eta = N g ln q: all distributions are rational. Two runs with
independent draws and one clock per option agree with the probability that derived:race's definition gives; the outcomes
of both runs are enumerated.

Joint: a number of copies of a separate case with draws of their own, and one clock per combination of options.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product as cartesian
from random import Random
from typing import Any

from flint import fmpq

from replcalc.sharper.race.simulator import race_agreement
from replcalc.simulate.bounds import Ln, WrongParameter, bound, measure
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    collected,
    distribution,
    product,
    random_distribution,
    shift_unit,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb

SEPARATE, COMMON, JOINT = "derived:softmax-race", "derived:softmax-race-common", "derived:softmax-race-joint"
#: Total scores of all options, with probabilities.
ScoreTotals = dict[tuple[int, ...], fmpq]


def _added(one: ScoreTotals, two: ScoreTotals) -> ScoreTotals:
    pairs = cartesian(one.items(), two.items())
    return collected((tuple(x + y for x, y in zip(a, b, strict=True)), p * q) for (a, p), (b, q) in pairs)


def _variance(values: list[fmpq], masses: Distribution) -> fmpq:
    mean = sum((x * p for x, p in zip(values, masses, strict=True)), ZERO)
    return sum((x * x * p for x, p in zip(values, masses, strict=True)), ZERO) - mean**2


@dataclass(frozen=True)
class RacedOptions(Case):
    """``draw``: one draw of all options, scores in units of 1/``steps`` with probabilities; ``n`` of them; weights q^S.

    ``common``: the scores of one draw depend on each other. ``copies``: instances in one race.
    """

    draw: tuple[tuple[tuple[int, ...], fmpq], ...]
    steps: int
    n: int
    q: fmpq
    common: bool = False
    copies: int = 1

    @property
    def options(self) -> int:
        return len(self.draw[0][0])

    @cached_property
    def totals(self) -> ScoreTotals:
        found: ScoreTotals = {(0,) * self.options: ONE}
        for _ in range(self.n):
            found = _added(found, dict(self.draw))
        return found

    @cached_property
    def distributions(self) -> list[tuple[Distribution, fmpq]]:
        """The distribution of the answer given the scores, with the probability of the scores."""
        found = [(distribution(*(self.q**score for score in scores)), p) for scores, p in self.totals.items()]
        joint = found
        for _ in range(self.copies - 1):
            joint = [(product(one, two), p * r) for (one, p), (two, r) in cartesian(joint, found)]
        return joint

    def disagreement(self) -> fmpq:
        agree = ZERO
        for place, (one, p) in enumerate(self.distributions):
            agree += p * p + 2 * p * sum((r * race_agreement(one, two) for two, r in self.distributions[:place]), ZERO)
        return 1 - agree

    @cached_property
    def means(self) -> list[fmpq]:
        return [sum((scores[x] * p for scores, p in self.draw), ZERO) / self.steps for x in range(self.options)]

    def failure(self, alpha: fmpq) -> fmpq:
        """The probability that the option chosen in some instance is worse than the best by more than alpha."""
        fine = [max(self.means) - mean <= alpha for mean in self.means]
        right = ZERO
        for scores, p in self.totals.items():
            weights = distribution(*(self.q**score for score in scores))
            right += p * sum((w for w, good in zip(weights, fine, strict=True) if good), ZERO)
        return 1 - right**self.copies

    @cached_property
    def variance(self) -> fmpq:
        """The largest one of a reward, or with ``common`` of a difference of two scores."""
        masses = tuple(p for _, p in self.draw)
        pairs = [(x, z) for x in range(self.options) for z in range(x)]
        singles: list[list[int]] = [[scores[x] for scores, _ in self.draw] for x in range(self.options)]
        if self.common:
            singles = [[scores[x] - scores[z] for scores, _ in self.draw] for x, z in pairs]
        return max(_variance([fmpq(value, self.steps) for value in values], masses) for values in singles)

    def given(self, alpha: fmpq) -> dict[str, Any]:
        speed = Ln(self.q ** (self.n * self.steps))
        return {"k": 1, "arms": self.options, "alpha": alpha, "N": self.n, "eta": speed, "V": self.variance}

    def measurements(self) -> Iterator[Measurement]:
        if self.variance == 0:
            return
        label = COMMON if self.common else SEPARATE
        gaps = sorted({max(self.means) - mean for mean in self.means} - {ZERO})
        differ = self.disagreement()
        for alpha in [gap * fmpq(999, 1000) for gap in gaps] or [fmpq(1, 2)]:
            given = self.given(alpha)
            if self.copies == 1:
                yield measure(label, "rho", differ, "disagreement", **given)
                yield measure(label, "beta", self.failure(alpha), "failure", **given)
                continue
            one = {name: bound(label, name, **given) for name in ("spread", "beta_each")}
            yield measure(JOINT, "rho", differ, "disagreement", k=self.copies, **one)
            yield measure(JOINT, "beta", self.failure(alpha), "failure", k=self.copies, **one)


def separate(distributions: tuple[Distribution, ...], n: int, q: fmpq, copies: int = 1) -> RacedOptions:
    """Options with independent draws; the values of a distribution are 0, 1/g, ..., 1."""
    draw: ScoreTotals = {(): ONE}
    for one in distributions:
        draw = {(*scores, j): p * r for (scores, p), (j, r) in cartesian(draw.items(), enumerate(one)) if p * r}
    return RacedOptions(tuple(draw.items()), len(distributions[0]) - 1, n, q, copies=copies)


def common(weights: tuple[int, ...], options: int, n: int, q: fmpq) -> RacedOptions:
    """Options that are right or wrong on the same samples: weights of the 2^options patterns."""
    patterns = cartesian((0, 1), repeat=options)
    draw = tuple((one, p) for one, p in zip(patterns, distribution(*weights), strict=True) if p)
    return RacedOptions(draw, 1, n, q, True)


class SoftmaxRaceSimulator(Simulator):
    name, statements, default_cases = "softmax-race", (SEPARATE, COMMON, JOINT), 24
    summary = "options raced by exp(eta mean), draws of their own or common: exact disagreement and failure"

    def examples(self) -> Iterator[Case]:
        fair, likely, half = distribution(1, 1), distribution(1, 3), distribution(1, 2, 1)
        slow, fast = fmpq(21, 20), fmpq(2)
        for q in (slow, fmpq(3, 2), fast):
            yield separate((fair, fair), 6, q)
            yield separate((fair, fair, fair), 3, q)
            yield separate((fair, likely), 5, q)
            yield separate((half, half), 3, q)
            yield common((1, 1, 1, 1), 2, 5, q)
            yield common((0, 1, 1, 0), 2, 6, q)  # one is right where the other is wrong: the largest variance
            yield common((0, 1, 1, 1, 1, 1, 1, 0), 3, 3, q)
            yield separate((fair, fair), 2, q, copies=2)
            yield separate((fair, likely), 2, q, copies=2)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the samples", WrongParameter(self.example(0), "N", lambda x: 2 * x)
        yield "half of the variance", WrongParameter(self.example(0), "V", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        q = 1 + fmpq(rng.randint(1, 100), 100)
        options = rng.choice((2, 2, 3))
        size = rng.choice((2, 2, 3)) if options == 2 else 2
        distributions = tuple(random_distribution(rng, size, 24) for _ in range(options))
        yield separate(distributions, rng.randint(1, 5 if options == 2 else 3), q)
        weights = (*(rng.randint(0, 5) for _ in range(2**options - 1)), 1)
        yield common(weights, options, rng.randint(1, 4), q)
        yield separate(tuple(random_distribution(rng, 2, 24) for _ in range(2)), rng.randint(1, 2), q, copies=2)

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over coins and over patterns for the largest share of the bound."""

        def coins(weights: tuple[int, ...]) -> list[Case]:
            return (
                [separate(tuple(distribution(w, 12 - w) for w in weights), 4, fmpq(21, 20))]
                if max(weights) < 12
                else []
            )

        def patterns(weights: tuple[int, ...]) -> list[Case]:
            return [common(weights, 2, 4, fmpq(21, 20))]

        starts: tuple[tuple[int, ...], ...] = ((3, 6), (3, 3, 3, 3))
        for start, cases in zip(starts, (coins, patterns), strict=True):
            yield from hill_climb(start, lambda w: shift_unit(rng, w, 2), cases, budget)
