"""The log-ratio f = ln(P/Q) of two close distributions (lm:help_kasi, lm:h_hat_to_h, lm:bound_expect and its two
claims).

Case: a pair of distributions P (the algorithm's) and Q (the simulator's) on two to five outcomes with rational masses,
a rational e^eps, and the least delta for which the pair is (eps, delta)-close, found as a sum of positive parts. The
event E, |f| <= 2 eps, is decided in rationals (P <= e^{2 eps} Q and Q <= e^{2 eps} P), so the tails are exact;
logarithms enter only the expectations, as balls.

Random pairs are post-processings of the extreme pair, which reaches every close pair; the searches go through all pairs
on a grid of three outcomes (tails) and climb (expectations). The named pairs reach the sharper tail in the limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from flint import arb, fmpq

from replcalc.simulate.bounds import measure
from replcalc.simulate.distributions import (
    ONE,
    RATIOS,
    ZERO,
    Distribution,
    WeightRows,
    distribution,
    grid_distributions,
    random_close_pair,
    shift_row,
    show_distribution,
    smallest_delta,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb

SHARPER = "derived:help-kasi"
#: The additive part used where the pair would need none: the lemmas on expectations ask for delta > 0.
TINY = fmpq(1, 10**6)


@dataclass(frozen=True)
class Pair:
    """P and Q with a rational e^eps."""

    p: Distribution
    q: Distribution
    ratio: fmpq

    @cached_property
    def delta(self) -> fmpq:
        """The least delta, or TINY if the pair needs none."""
        least: fmpq = smallest_delta(self.p, self.q, self.ratio)
        return least if least > 0 else TINY

    @cached_property
    def inside(self) -> tuple[int, ...]:
        """The outcomes of E, those with |ln(P/Q)| <= 2 eps."""
        square = self.ratio * self.ratio
        masses = enumerate(zip(self.p, self.q, strict=True))
        return tuple(z for z, (a, b) in masses if a > 0 and b > 0 and a <= square * b and b <= square * a)

    def swapped(self) -> Pair:
        return Pair(self.q, self.p, self.ratio)

    def tail(self) -> fmpq:
        """P of the outcomes outside E."""
        return ONE - sum((self.p[z] for z in self.inside), ZERO)

    def weighted(self, weights: Distribution) -> arb:
        """sum over E of weights(z) ln(P(z)/Q(z))."""
        return sum((arb(weights[z]) * arb(self.p[z] / self.q[z]).log() for z in self.inside), arb(0))

    @cached_property
    def mean(self) -> arb:
        """The mean log-ratio under P given E."""
        return self.weighted(self.conditional())

    @cached_property
    def by_other(self) -> arb:
        """The sum of Q ln(P/Q) over E."""
        return self.weighted(self.q)

    def conditional(self) -> Distribution:
        """P given E (E must have positive mass)."""
        mass = sum((self.p[z] for z in self.inside), ZERO)
        return tuple(a / mass for a in self.p)

    def moderate(self) -> bool:
        """eps <= 1 and delta <= eps/50, which the lemmas on expectations assume (and E is not empty)."""
        eps = arb(self.ratio).log()
        return bool(eps <= 1) and bool(arb(self.delta) <= eps / 50) and bool(self.inside)

    def show(self) -> dict[str, str]:
        shown = {
            "e^eps": str(self.ratio),
            "delta": str(self.delta),
            "P": show_distribution(self.p),
            "Q": show_distribution(self.q),
        }
        return shown | {"outcomes with |ln P/Q| <= 2 eps": ", ".join(map(str, self.inside)) or "none"}


#: Statements on expected log-ratios: the conclusion, what it bounds, and that computed.
MEANS: dict[str, tuple[str, str, Callable[[Pair], arb]]] = {
    "lm:bound_expect": ("rho_i", "mean log-ratio given E", lambda pair: pair.mean),
    "cl:Q_weighted_bound": ("psi", "sum of Q ln(P/Q) over E", lambda pair: pair.by_other),
    "cl:P_weighted_bound": ("gap", "change of weights", lambda pair: pair.mean - pair.by_other),
}


def mean_measurement(pair: Pair, label: str, process: str) -> Measurement:
    """One statement on expectations; P is the algorithm's distribution."""
    conclusion, told, truth = MEANS[label]
    told, given = f"{told}, {process} process", {"ratio": pair.ratio, "delta": pair.delta}
    return measure(label, conclusion, truth(pair), told, details=pair.show(), **given)


@dataclass(frozen=True)
class LogRatios(Case):
    """The tails of the log-ratio under either distribution; its means, with either distribution in the place of the
    algorithm's.
    """

    pair: Pair
    tails: bool = True
    means: bool = True

    def show(self) -> dict[str, str]:
        return self.pair.show()

    def measurements(self) -> Iterator[Measurement]:
        pair, swapped = self.pair, self.pair.swapped()
        if self.tails:
            for name, side, each in (("P", "failure_real", pair), ("Q", "failure_oracle", swapped)):
                for label, conclusion in (("lm:help_kasi", "failure"), ("lm:h_hat_to_h", side), (SHARPER, "failure")):
                    given = {"ratio": pair.ratio, "delta": pair.delta}
                    yield measure(label, conclusion, each.tail(), f"{name}(|f| > 2 eps)", **given)
        if self.means and pair.moderate():
            for process, each in (("real", pair), ("oracle", swapped)):
                yield from (mean_measurement(each, label, process) for label in MEANS)


def edge_pair(ratio: fmpq, delta: fmpq, margin: fmpq) -> Pair:
    """Both kinds of outlier at once, their log-ratio just beyond 2 eps: the tail is nearly the sharper bound.

    An outlier of mass a under one distribution and a (1 - margin)/e^{2 eps} under the other spends a (1 - (1 - margin)
    e^-eps) of delta; the other kind spends from the other direction's account. A third outcome takes the rest.
    """
    outlier = delta / (1 - (1 - margin) / ratio)
    small = outlier * (1 - margin) / (ratio * ratio)
    rest = ONE - outlier - small
    return Pair((outlier, small, rest), (small, outlier, rest), ratio)


class LogRatioSimulator(Simulator):
    name = "log-ratio"
    statements = (
        "lm:help_kasi",
        "lm:h_hat_to_h",
        "lm:bound_expect",
        "cl:Q_weighted_bound",
        "cl:P_weighted_bound",
        SHARPER,
    )
    summary = "the log-ratio of two close distributions: tails and expectations, all outcomes enumerated"
    default_cases = 200

    def examples(self) -> Iterator[Case]:
        for ratio in RATIOS:
            delta = (ratio - 1) / 100
            for margin in (fmpq(1, 10), fmpq(1, 1000), fmpq(1, 10**9)):
                yield LogRatios(edge_pair(ratio, delta, margin))
            yield LogRatios(Pair(distribution(ratio, 1), distribution(1, ratio), ratio))
            revealing = fmpq(1, 1000) * (ratio - 1)
            p = (revealing, (1 - revealing) / 2, (1 - revealing) / 2, ZERO)
            yield LogRatios(Pair(p, tuple(reversed(p)), ratio))
            # mass of Q alone outside E: on E the ratio is above 1 everywhere, the most that cl:Q_weighted_bound sees
            yield LogRatios(Pair((ONE, ZERO), (ONE - delta, delta), ratio))
        yield LogRatios(Pair(distribution(1, 2, 3), distribution(1, 2, 3), fmpq(2)))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        ratio = rng.choice(RATIOS)
        # delta up to (e^eps - 1)/100 or so keeps delta <= eps/50; larger ones still test the tails
        delta = (ratio - 1) * fmpq(rng.choice((0, 1, 2, 4, 8, 40)), 500)
        yield LogRatios(Pair(*random_close_pair(rng, rng.randint(2, 5), ratio, delta), ratio))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        yield from grid_of_tails()
        for ratio in (fmpq(101, 100), fmpq(11, 10), fmpq(5, 2)):
            for label in MEANS:
                yield from climbed_means(rng, label, ratio, budget)


def grid_of_tails() -> Iterator[Case]:
    """All pairs on three outcomes with masses in twelfths; those that raise the ratio of tail to delta are kept."""
    distributions = list(grid_distributions(3, 12))
    for ratio in (fmpq(3, 2), fmpq(2)):
        record = ZERO
        for p in distributions:
            for q in distributions:
                pair = Pair(p, q, ratio)
                if (tail := pair.tail()) > record * pair.delta and pair.delta > TINY:
                    record = tail / pair.delta
                    yield LogRatios(pair, means=False)


def climbed_means(rng: Random, label: str, ratio: fmpq, budget: int) -> Iterator[Case]:
    """Climb over integer masses of two distributions on three outcomes towards a large expectation."""

    def pair(rows: WeightRows) -> Pair:
        return Pair(distribution(*rows[0]), distribution(*rows[1]), ratio)

    def score(rows: WeightRows) -> float:
        at = pair(rows)
        return float(mean_measurement(at, label, "real").ratio().mid()) if at.moderate() else -1.0

    def move(rows: WeightRows) -> WeightRows:
        return shift_row(rng, rows, rng.choice((1, 10, 100, 400)))

    start: WeightRows = ((1000, 800, 200),) * 2
    return hill_climb(start, move, lambda rows: [LogRatios(pair(rows), tails=False)], 6 * budget, score)
