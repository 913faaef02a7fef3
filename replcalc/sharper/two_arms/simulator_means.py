"""Which of two means is larger, exactly (derived:two-means, derived:two-means-paired).

Case. A pair (x, y) of independent rewards, or of dependent ones, is one draw of (1 + x - y)/2; N of them have the mean
(1 + difference)/2. A threshold uniform on an interval around 1/2 separates two means with a probability that is
constant between the multiples of the smallest step. The variance given is the exact one of the distributions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from flint import fmpq

from replcalc.sharper.means.simulator import variance_of
from replcalc.sharper.means.simulator_rounding import GridQuery
from replcalc.simulate.binomial import threshold_pieces
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import ZERO, Distribution, distribution, random_distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator

OWN, PAIRED = "derived:two-means", "derived:two-means-paired"


@dataclass(frozen=True)
class TwoArms(Case):
    """Distributions of x and y on 0, 1/g, ..., 1, or with ``joint`` the distribution of x - y on -1, ..., 1; N draws
    of the pair.
    """

    new: Distribution
    old: Distribution
    n: int
    share: fmpq
    joint: Distribution = ()

    varied: ClassVar[tuple[str, ...]] = ("new", "old", "joint", "n", "share")

    @property
    def pair(self) -> Distribution:
        """The distribution of (1 + x - y)/2 in steps of 1/(2g)."""
        if self.joint:
            return self.joint
        found = [ZERO] * (len(self.new) + len(self.old) - 1)
        for i, p in enumerate(self.new):
            for j, q in enumerate(reversed(self.old)):
                found[i + j] += p * q
        return tuple(found)

    def measurements(self) -> Iterator[Measurement]:
        query = GridQuery(self.pair, self.n)
        # mean is (1 + difference)/2; the old arm is turned over where it is the better one
        alpha = abs(2 * query.mean - 1) * fmpq(999, 1000) or fmpq(1, 3)
        label = PAIRED if self.joint else OWN
        variance = 4 * variance_of(self.pair) if self.joint else max(map(variance_of, (self.new, self.old)))
        if variance == 0:
            return
        differ = wrong = ZERO
        width = self.share * alpha
        for weight, below in threshold_pieces((1 - width) / 2, (1 + width) / 2, query.sums.n):
            low = query.sums.less(below)
            differ += weight * 2 * low * (1 - low)
            wrong += weight * (low if query.mean > fmpq(1, 2) else 1 - low)
        given = {"alpha": alpha, "N": self.n, "lambda": self.share, "V": variance}
        more = {"alpha": str(alpha)}
        yield measure(label, "rho", differ, "disagreement", details=more, **given)
        if query.mean != fmpq(1, 2):
            yield measure(label, "beta", wrong, "failure", details=more, **given)


class TwoMeansSimulator(Simulator):
    name, statements, default_cases = "two-means", (OWN, PAIRED), 90
    summary = "differences of two means of known variance against a shared threshold: exact disagreement and failure"

    def examples(self) -> Iterator[Case]:
        fair, rare = distribution(1, 1), distribution(19, 1)
        for new, old in (
            (fair, fair),
            (distribution(2, 3), distribution(3, 2)),
            (rare, fair),
            (distribution(1, 2, 1), distribution(1, 3, 1)),
        ):
            for n, share in ((3, fmpq(1, 2)), (12, fmpq(9, 10))):
                yield TwoArms(new, old, n, share)
        for joint in (distribution(1, 0, 1), distribution(1, 2, 1), distribution(1, 8, 2), distribution(0, 3, 1)):
            yield TwoArms((), (), 12, fmpq(4, 5), joint)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the samples", WrongParameter(self.example(1), "N", lambda x: 2 * x)
        yield "half of the variance", WrongParameter(self.example(1), "V", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        size, share = rng.choice((2, 3)), fmpq(rng.randint(1, 9), 10)
        yield TwoArms(random_distribution(rng, size, 24), random_distribution(rng, size, 24), rng.randint(1, 12), share)
        yield TwoArms((), (), rng.randint(1, 12), share, random_distribution(rng, 3, 24))
