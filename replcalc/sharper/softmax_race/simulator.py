"""The best of many options, or the k best, by races over scores, exactly.

Case. Every option is drawn N times from a distribution on the values 0, 1/g, ..., 1 (separate), or N samples are drawn
from a distribution on vectors of such scores (common). An option of total score S (in units of 1/g) gets weight q^S
with a rational q > 1, that is exp(eta mean) with eta = N g ln q: all distributions are rational. In a round two runs
with one clock per option both choose x with probability 1/sum_z max(w_z/w_x, w'_z/w'_x), z over the options that are
left; the next round has fresh clocks. The outcomes of both runs and all lists of winners are enumerated.

Joint: a number of copies of a separate case with draws of their own, and one clock per combination of options.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product as cartesian
from random import Random
from typing import Any

from flint import fmpq

from replcalc.sharper.race.simulator import compute_race_agreement
from replcalc.simulate.bounds import Ln, WrongParameter, bound, measure
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    collect_outcomes,
    distribution,
    over_two_runs,
    product,
    random_distribution,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator

SEPARATE, COMMON, JOINT = "derived:softmax-race", "derived:softmax-race-common", "derived:softmax-race-joint"
TOP, TOP_COMMON = "derived:top-options", "derived:top-options-common"
#: Total scores of all options, with probabilities.
ScoreTotals = dict[tuple[int, ...], fmpq]


def _add_counts(one: ScoreTotals, two: ScoreTotals) -> ScoreTotals:
    pairs = cartesian(one.items(), two.items())
    return collect_outcomes((tuple(x + y for x, y in zip(a, b, strict=True)), p * q) for (a, p), (b, q) in pairs)


def _compute_variance(values: list[fmpq], masses: Distribution) -> fmpq:
    mean = sum((x * p for x, p in zip(values, masses, strict=True)), ZERO)
    return sum((x * x * p for x, p in zip(values, masses, strict=True)), ZERO) - mean**2


def compute_list_disagreement(one: Sequence[fmpq], two: Sequence[fmpq], left: frozenset[int], rounds: int) -> fmpq:
    """Return the probability that two runs do not choose the same options in so many rounds, in the same order."""
    if rounds == 0:
        return ZERO
    agree = ZERO
    for x in left:
        rivals = sum((max(one[z] / one[x], two[z] / two[x]) for z in left), ZERO)
        agree += (1 - compute_list_disagreement(one, two, left - {x}, rounds - 1)) / rivals
    return 1 - agree


def compute_success(weights: Sequence[fmpq], fine: Sequence[bool], left: frozenset[int], rounds: int) -> fmpq:
    """Return the probability that only good options are chosen."""
    if rounds == 0:
        return ONE
    whole = sum((weights[z] for z in left), ZERO)
    later = ((x, compute_success(weights, fine, left - {x}, rounds - 1)) for x in left if fine[x])
    return sum((weights[x] / whole * after for x, after in later), ZERO)


@dataclass(frozen=True)
class RacedOptions(Case):
    """``n`` draws of all options; weights q^S.

    ``parts``: the distribution of every option on 0, 1/g, ..., 1; or, scored on one sample, one of the 2^options
    patterns of right and wrong. ``rounds``: options chosen one after the other. ``copies``: instances in one race.
    """

    parts: tuple[Distribution, ...]
    n: int
    q: fmpq
    rounds: int = 1
    copies: int = 1

    varied = ("parts",)

    @property
    def common(self) -> bool:
        return len(self.parts) == 1

    @property
    def steps(self) -> int:
        """Scores are multiples of 1/steps."""
        return 1 if self.common else len(self.parts[0]) - 1

    @cached_property
    def draw(self) -> tuple[tuple[tuple[int, ...], fmpq], ...]:
        """One draw of all options: scores in units of 1/steps, with probabilities."""
        options = len(self.parts[0]).bit_length() - 1 if self.common else len(self.parts)
        scores = cartesian(range(self.steps + 1), repeat=options)
        return tuple((one, p) for one, p in zip(scores, product(*self.parts), strict=True) if p)

    @property
    def left(self) -> frozenset[int]:
        return frozenset(range(len(self.draw[0][0])))

    @cached_property
    def weights(self) -> list[tuple[tuple[fmpq, ...], fmpq]]:
        """The weights of all options after N draws, with probabilities."""
        found: ScoreTotals = {(0,) * len(self.left): ONE}
        for _ in range(self.n):
            found = _add_counts(found, dict(self.draw))
        return [(tuple(self.q**score for score in scores), p) for scores, p in found.items()]

    def disagreement(self) -> fmpq:
        if self.copies == 1:
            return over_two_runs(
                self.weights, lambda one, two: compute_list_disagreement(one, two, self.left, self.rounds)
            )
        single = [(distribution(*weights), p) for weights, p in self.weights]
        joint = single
        for _ in range(self.copies - 1):
            joint = [(product(one, two), p * r) for (one, p), (two, r) in cartesian(joint, single)]
        return over_two_runs(joint, lambda one, two: 1 - compute_race_agreement(one, two))

    @cached_property
    def means(self) -> list[fmpq]:
        return [sum((scores[x] * p for scores, p in self.draw), ZERO) / self.steps for x in sorted(self.left)]

    def failure(self, least: fmpq) -> fmpq:
        """Return the probability that some chosen option has a mean below the least that is fine."""
        fine = [mean >= least for mean in self.means]
        right = sum((p * compute_success(weights, fine, self.left, self.rounds) for weights, p in self.weights), ZERO)
        return 1 - right**self.copies

    @cached_property
    def variance(self) -> fmpq:
        """The largest one of a reward, or with ``common`` of a difference of two scores."""
        masses = tuple(p for _, p in self.draw)
        singles: list[list[int]] = [[scores[x] for scores, _ in self.draw] for x in self.left]
        if self.common:
            pairs = [(x, z) for x in self.left for z in range(x)]
            singles = [[scores[x] - scores[z] for scores, _ in self.draw] for x, z in pairs]
        return max(_compute_variance([fmpq(value, self.steps) for value in values], masses) for values in singles)

    def measurements(self) -> Iterator[Measurement]:
        options = len(self.left)
        if self.variance == 0 or self.rounds >= options:
            return
        speed, differ = Ln(self.q ** (self.n * self.steps)), self.disagreement()
        last = sorted(self.means, reverse=True)[self.rounds - 1]
        gaps = sorted({last - mean for mean in self.means if mean < last})
        for alpha in [gap * fmpq(999, 1000) for gap in gaps] or [fmpq(1, 2)]:
            given: dict[str, Any] = {"arms": options, "alpha": alpha, "N": self.n, "eta": speed, "V": self.variance}
            fails = self.failure(last - alpha)
            labels: tuple[str, ...] = (TOP_COMMON if self.common else TOP,)
            if self.copies > 1:
                one = {name: bound(SEPARATE, name, k=1, **given) for name in ("spread", "beta_each")}
                labels, given = (JOINT,), one
            elif self.rounds == 1:
                labels += (COMMON if self.common else SEPARATE,)
            for label in labels:
                yield measure(label, "rho", differ, "disagreement", k=max(self.rounds, self.copies), **given)
                yield measure(label, "beta", fails, "failure", k=max(self.rounds, self.copies), **given)


class SoftmaxRaceSimulator(Simulator):
    name, statements, default_cases = "softmax-race", (SEPARATE, COMMON, JOINT, TOP, TOP_COMMON), 24
    summary = "options raced by exp(eta mean), one or several rounds: exact disagreement and failure"

    def examples(self) -> Iterator[Case]:
        fair, likely, half = distribution(1, 1), distribution(1, 3), distribution(1, 2, 1)
        for q in (fmpq(21, 20), fmpq(3, 2), fmpq(2)):
            yield RacedOptions((fair, fair), 6, q)
            yield RacedOptions((fair, likely), 5, q)
            yield RacedOptions((half, half), 3, q)
            for rounds in (1, 2):
                yield RacedOptions((fair, fair, fair), 3, q, rounds)
                yield RacedOptions((fair, distribution(1, 4), fair), 2, q, rounds)
                yield RacedOptions((distribution(0, 1, 1, 1, 1, 1, 1, 0),), 3, q, rounds)
            yield RacedOptions((distribution(1, 1, 1, 1),), 5, q)
            # one is right where the other is wrong: the largest variance
            yield RacedOptions((distribution(0, 1, 1, 0),), 6, q)
            yield RacedOptions((fair, fair), 2, q, copies=2)
            yield RacedOptions((fair, likely), 2, q, copies=2)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        for kind, number in (("own draws", 0), ("a common sample", 5)):
            yield f"{kind}: twice the samples", WrongParameter(self.example(number), "N", lambda x: 2 * x)
            yield f"{kind}: half of the variance", WrongParameter(self.example(number), "V", lambda x: x / 2)
        yield "two rounds: nine times the samples", WrongParameter(self.example(6), "N", lambda x: 9 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        q, options = 1 + fmpq(rng.randint(1, 100), 100), rng.choice((2, 2, 3))
        size = rng.choice((2, 2, 3)) if options == 2 else 2
        distributions = tuple(random_distribution(rng, size, 24) for _ in range(options))
        rounds = rng.randint(1, options - 1)
        yield RacedOptions(distributions, rng.randint(1, 5 if options == 2 else 3), q, rounds)
        weights = (*(rng.randint(0, 5) for _ in range(2**options - 1)), 1)
        yield RacedOptions((distribution(*weights),), rng.randint(1, 3), q, rounds)
        yield RacedOptions(tuple(random_distribution(rng, 2, 24) for _ in range(2)), rng.randint(1, 2), q, copies=2)
