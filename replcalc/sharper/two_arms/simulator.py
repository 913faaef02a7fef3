"""Two arms against a shared threshold, exactly (derived:two-arms): every pair of means is no harder than one coin.

Case: N flips of each of two coins of biases p (new) and q (old), a distribution of the thresholds 1..2N. S counts the
successes of new and the failures of old. The bound is that of 2N flips of one coin of bias (1 + p - q)/2, the threshold
next to its mean counted as 1/2; both sides are finite sums. The biases may be far apart or near, and sure.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from flint import fmpq

from replcalc.sharper.threshold_test.simulator import threshold_runs
from replcalc.simulate.binomial import exact_pmf, running_sums
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.distributions import ZERO, Distribution, distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator

LABEL = "derived:two-arms"
_HALF = fmpq(1, 2)


@dataclass(frozen=True)
class TwoCoins(Case):
    """``flips`` of each coin; ``weights``: of the thresholds 1..2N; ``new``, ``old``: the two biases."""

    flips: int
    weights: Distribution
    new: fmpq
    old: fmpq

    varied: ClassVar[tuple[str, ...]] = ("weights", "new", "old")

    @property
    def sums(self) -> Distribution:
        """The distribution of S."""
        found = [ZERO] * (2 * self.flips + 1)
        for i, a in enumerate(exact_pmf(self.flips, self.new)):
            for j, b in enumerate(exact_pmf(self.flips, 1 - self.old)):
                found[i + j] += a * b
        return tuple(found)

    def measurements(self) -> Iterator[Measurement]:
        theta = (1 + self.new - self.old) / 2
        mean, below = 2 * self.flips * theta, running_sums(exact_pmf(2 * self.flips, theta))
        coin = [(c, w, below[c]) for c, w in enumerate(self.weights, 1)]
        differ = sum((w * (_HALF if mean < c < mean + 1 else 2 * f * (1 - f)) for c, w, f in coin), ZERO)
        says_new = sum((w * (1 - f if c >= mean + 1 else 1) for c, w, f in coin), ZERO)
        says_old = sum((w * (f if c <= mean else 1) for c, w, f in coin), ZERO)
        given = {"N": self.flips, "differ": differ, "tail": ZERO, "errs_low": says_new, "errs_high": ZERO}
        turned = given | {"errs_low": ZERO, "errs_high": says_old}
        seen, is_new = threshold_runs(self.sums, self.weights, (ZERO, ZERO), "low")
        yield measure(LABEL, "rho", seen, "disagreement", **given)
        yield measure(LABEL, "beta", is_new, "answer new", **given)
        yield measure(LABEL, "beta", 1 - is_new, "answer old", **turned)


class TwoArmsSimulator(Simulator):
    name, statements, default_cases = "two-arms", (LABEL,), 30
    summary = "two coins against a shared threshold: any biases beside one coin of their mean, exact sums"

    def examples(self) -> Iterator[Case]:
        even, ends, one = distribution(1, 1, 1, 1, 1, 1), distribution(3, 1, 1, 1, 1, 3), distribution(0, 0, 1, 0, 0, 0)
        for weights in (even, ends, one):
            for new, old in ((5, 5), (9, 9), (10, 10), (3, 7), (4, 5), (10, 0)):
                yield TwoCoins(3, weights, fmpq(new, 10), fmpq(old, 10))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "half of the disagreement", WrongParameter(self.example(0), "differ", lambda x: x / 2)
        yield "half of the errors", WrongParameter(self.example(0), "errs_high", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        flips, whole = rng.randint(1, 6), rng.choice((7, 10, 12))
        weights = distribution(*(rng.randint(0, 4) for _ in range(2 * flips - 1)), 1)
        yield TwoCoins(flips, weights, fmpq(rng.randint(0, whole), whole), fmpq(rng.randint(0, whole), whole))
