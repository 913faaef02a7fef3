"""Testers and fallbacks of boosting at their stated sizes: learners in rationals, what counts draws in balls.

Cases. *Learners*: thresholds on finitely many points, labelled by one of them; n examples as stated. Any consistent
learner is allowed: it fails where some hypothesis of error above alpha is still consistent, that is where one of the
two shortest stretches of mass above alpha next to the true threshold has no example; the learner that answers the
smallest positive example fails at the upper one alone. *Testers*: a hypothesis of error at the end of what must be
accepted, and at the end of what must be rejected. *Means and arms*: a coin, and two arms with rewards 0 and 1, off by
just more than alpha. Every probability is a power or a sum over one binomial count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.simulate.binomial import CountDistribution
from replcalc.simulate.bounds import WrongParameter, bound, certain_ceiling, measure, setting
from replcalc.simulate.distributions import ZERO, Distribution, distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb

FINITE, POSITIVE = "problem:pac/consistent-finite", "problem:pac/smallest-positive"
GENERAL, STRETCH = "problem:pac/consistent", "problem:pac/consistent-thresholds"
TESTER, SEPARATOR = "problem:pac/tester", "problem:pac/separator"
MEAN, ARM = "problem:statistical-query/fallback", "problem:best-arm/sharp-fallback"


def stated(label: str, **given: Any) -> int:
    """The samples that a statement says suffice."""
    return certain_ceiling(bound(label, "samples", **given))


@dataclass(frozen=True)
class StatedLearners(Case):
    """Points of these masses, those from ``target`` on labelled 1; all thresholds are hypotheses."""

    points: Distribution
    target: int
    alpha: fmpq
    beta: fmpq

    def stretch(self, masses: Distribution) -> fmpq | None:
        """The shortest run of points that weighs more than alpha."""
        return next((total for total in accumulate(masses) if total > self.alpha), None)

    def measurements(self) -> Iterator[Measurement]:
        below, above = self.stretch(self.points[: self.target][::-1]), self.stretch(self.points[self.target :])
        asked = {"alpha": self.alpha, "beta": self.beta}
        classes: tuple[tuple[str, dict[str, int]], ...] = (
            (FINITE, {"class_size": len(self.points) + 1}),
            (STRETCH, {}),
            (GENERAL, {"d": (len(self.points) + 1).bit_length() - 1}),
        )
        for label, more in classes:
            n, found = stated(label, **asked, **more), [mass for mass in (below, above) if mass is not None]
            unseen = sum(((1 - mass) ** n for mass in found), ZERO)
            both = (1 - sum(found, ZERO)) ** n if len(found) == 2 else ZERO
            if found:
                yield measure(label, "beta", unseen - both, "some bad threshold is consistent", **asked, **more)
        if above is not None:
            chance = (1 - above) ** stated(POSITIVE, **asked)
            yield measure(POSITIVE, "beta", chance, "the smallest positive example is too large", **asked)


@dataclass(frozen=True)
class StatedTesters(Case):
    """A hypothesis at either end, for the paper's tester and for the one in the middle of the relative entropies."""

    alpha: fmpq
    lam: fmpq
    beta: fmpq

    def measurements(self) -> Iterator[Measurement]:
        asked = {"alpha": self.alpha, "beta": self.beta}
        n, threshold = stated(TESTER, **asked), setting(TESTER, "threshold", **asked)
        yield from self.errors(TESTER, n, int((n * threshold).ceil()) - 1, self.alpha, 2 * self.alpha, asked)
        asked |= {"lam": self.lam}
        n = stated(SEPARATOR, **asked)
        most = (bound(SEPARATOR, "threshold", **asked) * n).floor().unique_fmpz()
        if most is not None:
            yield from self.errors(SEPARATOR, n, int(most), self.lam * self.alpha, self.alpha, asked)

    @staticmethod
    def errors(
        label: str, n: int, most: int, good: fmpq, bad: fmpq, asked: Mapping[str, fmpq]
    ) -> Iterator[Measurement]:
        """Accept up to ``most`` errors among n."""
        rejected = CountDistribution.ball(n, good).at_least(most + 1)
        yield measure(label, "beta", rejected, "rejection of a good hypothesis", **asked)
        if bad <= 1:
            yield measure(
                label, "beta", CountDistribution.ball(n, bad).less(most + 1), "acceptance of a bad one", **asked
            )


@dataclass(frozen=True)
class StatedMeans(Case):
    """A coin of that mean; and the worse of two arms that starts there, off by a little more than alpha."""

    mean: fmpq
    alpha: fmpq
    beta: fmpq

    def measurements(self) -> Iterator[Measurement]:
        asked = {"alpha": self.alpha, "beta": self.beta}
        n = stated(MEAN, **asked)
        counts = CountDistribution.ball(n, self.mean)
        low, high = int((n * (self.mean - self.alpha)).ceil()), int((n * (self.mean + self.alpha)).floor())
        off = counts.less(max(low, 0)) + counts.at_least(min(high, n) + 1)
        yield measure(MEAN, "beta", off, "a mean off by more than alpha", **asked)
        other = self.mean + self.alpha * fmpq(101, 100)
        if other <= 1:
            n = stated(ARM, **asked, arms=2)
            worse, better = CountDistribution.ball(n, self.mean), CountDistribution.ball(n, other)
            wrong = sum((x * better.less(at + 1) for at, x in enumerate(worse.pmf)), arb(0))  # ties: the worse arm
            yield measure(ARM, "beta", wrong, "the worse of two arms looks as good", **asked, arms=2)


class StagesSimulator(Simulator):
    name, statements, default_cases = "stages", (FINITE, STRETCH, GENERAL, POSITIVE, TESTER, SEPARATOR, MEAN, ARM), 20
    summary = "learners, testers, means and arms of boosting at their stated sizes: exact failure"
    loose: ClassVar[Mapping[str, str]] = {
        STRETCH: "the general VC bound, 8 ln(13/alpha)/ln 2 times 1/alpha, on a class where ln(2/beta)/alpha is enough",
        TESTER: "both one-sided Chernoff bounds with a common size, 24 ln(1/beta)/alpha",
        ARM: "Hoeffding's inequality for each arm, where the difference of two means is what errs",
        GENERAL: "the same, and with the Littlestone dimension in place of the VC dimension",
    }

    def examples(self) -> Iterator[Case]:
        for alpha, beta in ((fmpq(1, 10), fmpq(1, 4)), (fmpq(1, 50), fmpq(2, 5)), (fmpq(2, 5), fmpq(2, 5))):
            over = alpha * fmpq(1001, 1000)
            yield StatedLearners((over, 1 - 2 * over, over) if alpha < fmpq(1, 5) else (over, 1 - over), 1, alpha, beta)
            yield StatedLearners((1 - over, over), 1, alpha, beta)
            yield StatedTesters(alpha, fmpq(1, 2), beta)
            yield StatedMeans(fmpq(3, 10), alpha + fmpq(1, 10), beta)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "half of the failure probability", WrongParameter(self.example(1), "beta", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        alpha, beta = fmpq(rng.randint(2, 45), 100), fmpq(rng.randint(1, 45), 100)
        points = distribution(*(rng.randint(1, 9) for _ in range(rng.randint(2, 6))))
        yield StatedLearners(points, rng.randrange(1, len(points)), alpha, beta)
        yield StatedTesters(alpha, fmpq(rng.randint(1, 9), 10), beta)
        yield StatedMeans(fmpq(rng.randint(0, 20), 20), max(alpha, fmpq(1, 10)), beta)

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over accuracies and failure probabilities for the largest ratio of each kind."""

        def step(at: tuple[int, int, int]) -> tuple[int, int, int]:
            one, two, three = (x + rng.randint(-4, 4) for x in at)
            return min(max(one, 4), 48), min(max(two, 1), 49), min(max(three, 1), 99)

        def testers(at: tuple[int, int, int]) -> list[Case]:
            return [StatedTesters(fmpq(at[0], 100), fmpq(at[2], 100), fmpq(at[1], 100))]

        def means(at: tuple[int, int, int]) -> list[Case]:
            return [StatedMeans(fmpq(at[2], 100), fmpq(at[0], 100), fmpq(at[1], 100))]

        yield from hill_climb((20, 40, 50), step, testers, budget)
        yield from hill_climb((40, 45, 50), step, means, budget)
