"""The relation P ~ Q (eps, delta) and perfect generalization of a table (def:pg).

Case: two or three distributions on at most five outcomes with rational masses, or an algorithm given as a table: one
distribution of outputs per sample, and the probability of each sample. With a rational e^eps every quantity is
rational.

What is witnessed, each from the definition (all 2^m events, both inequalities) and not from a formula:

- the least delta is the larger of the two hockey-stick sums, and the relation is symmetric;
- post-processing by a stochastic matrix never needs a larger delta;
- closeness chains: (eps1, d1) and (eps2, d2) give (eps1 + eps2, max(d1 + e^eps1 d2, d2 + e^eps2 d1));
- the least gamma of a table: the simulator distribution that is close to as much of the sample's probability as
possible. The distributions close to one row form a polygon, so the best simulator is a vertex of an arrangement of
lines and is found by trying all of them (two or three outputs). Post-processing never increases it, the average output
distribution is never better than it, and two samples for which one simulator works are (2 eps, (1 + e^eps)
delta)-close.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product as cartesian
from random import Random

from flint import fmpq

from replcalc.simulate.binomial import exact_pmf
from replcalc.simulate.bounds import measure
from replcalc.simulate.distributions import (
    ONE,
    RATIOS,
    ZERO,
    Distribution,
    Matrix,
    WeightRows,
    bernoulli,
    close,
    distribution,
    extreme_pair,
    least_delta_over_events,
    mass_where,
    mixture,
    point,
    post_process,
    random_close_pair,
    random_distribution,
    random_matrix,
    shift_row,
    shift_unit,
    show_distribution,
    show_distributions,
    smallest_delta,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb

LABEL = "def:pg"
TINY = fmpq(1, 10**30)  # gamma: nothing fails here


# -- perfect generalization of a table -------------------------------------------------------------------------------
@dataclass(frozen=True)
class OutputDistributions:
    """An algorithm as a table: ``rows[s]`` is its output distribution on sample s, ``weights[s]`` the probability of
    s.
    """

    weights: Distribution
    rows: tuple[Distribution, ...]

    def bad(self, simulator: Distribution, ratio: fmpq, delta: fmpq) -> fmpq:
        """Probability over the sample that the output distribution is not (ln ratio, delta)-close to the simulator."""
        return mass_where(self.weights, (not close(row, simulator, ratio, delta) for row in self.rows))

    def average(self) -> Distribution:
        return mixture(self.weights, self.rows)

    def after(self, matrix: Matrix) -> OutputDistributions:
        return OutputDistributions(self.weights, tuple(post_process(row, matrix) for row in self.rows))

    def show(self) -> dict[str, str]:
        table = {
            f"sample {s} (probability {w})": row for s, (w, row) in enumerate(zip(self.weights, self.rows, strict=True))
        }
        return show_distributions(table)


def least_gamma(algorithm: OutputDistributions, ratio: fmpq, delta: fmpq) -> tuple[fmpq, Distribution]:
    """The least gamma of a table with two or three outputs for this distribution of samples, and a simulator that
    attains it.
    """
    best, simulator = ONE, algorithm.rows[0]
    for candidate in _corners(algorithm.rows, ratio, delta):
        if (gamma := algorithm.bad(candidate, ratio, delta)) < best:
            best, simulator = gamma, candidate
    return best, simulator


def _corners(rows: Sequence[Distribution], ratio: fmpq, delta: fmpq) -> Iterator[Distribution]:
    """Every distribution at which two boundary lines Q(a) = const meet (every end of an interval, for two outputs)."""
    size = len(rows[0])
    values: list[list[fmpq]] = []
    for a in range(size):
        ends = {ZERO}
        for row in rows:
            p, rest = row[a], ONE - row[a]
            ends |= {(p - delta) / ratio, ratio * p + delta, 1 - (rest - delta) / ratio, 1 - ratio * rest - delta}
        values.append(sorted(x for x in ends if 0 <= x <= 1))
    if size == 2:
        yield from ((ONE - x, x) for x in values[1])
        yield from ((x, ONE - x) for x in values[0])
        return
    if size != 3:
        raise ValueError("the arrangement of lines is searched for two or three outputs")
    for a, b in ((0, 1), (0, 2), (1, 2)):
        c = 3 - a - b
        for x, y in cartesian(values[a], values[b]):
            if x + y <= 1:
                masses = {a: x, b: y, c: ONE - x - y}
                yield masses[0], masses[1], masses[2]


# -- cases ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class PairCase(Case):
    """Symmetry, the hockey-stick and post-processing for one pair."""

    p: Distribution
    q: Distribution
    ratio: fmpq
    matrix: Matrix

    def show(self) -> dict[str, str]:
        return {"e^eps": str(self.ratio), "P": show_distribution(self.p), "Q": show_distribution(self.q)}

    def measurements(self) -> Iterator[Measurement]:
        p, q, ratio = self.p, self.q, self.ratio
        stick, true = smallest_delta(p, q, ratio), least_delta_over_events(p, q, ratio)
        yield Measurement(LABEL, "least delta over all events", true, stick)
        yield Measurement(LABEL, "least delta over all events, from below", true, stick, sense=">=")
        if 0 < stick < 1:
            yield from self.events(stick)
        yield Measurement(LABEL, "least delta with P and Q exchanged", least_delta_over_events(q, p, ratio), true)
        after = least_delta_over_events(post_process(p, self.matrix), post_process(q, self.matrix), ratio)
        more = {f"outcome {a} becomes": show_distribution(row) for a, row in enumerate(self.matrix)}
        yield Measurement(LABEL, "least delta after post-processing", after, true, details=more)

    def events(self, delta: fmpq) -> Iterator[Measurement]:
        """The definition itself at the least delta, for the events on which the two distributions are farthest
        apart.
        """
        both = list(zip(self.p, self.q, strict=True))
        for name, pairs in (
            ("upper", [(a, b) for a, b in both if a > self.ratio * b]),
            ("lower", [(a, b) for a, b in both if b > self.ratio * a]),
        ):
            mine, other = sum((a for a, _ in pairs), ZERO), sum((b for _, b in pairs), ZERO)
            given = {"gamma": TINY, "ratio": self.ratio, "delta": delta, "q": other}
            if 0 < other < 1 and (name == "upper" or other > delta):
                yield measure(LABEL, name, mine, "probability of an event", **given)


@dataclass(frozen=True)
class ChainCase(Case):
    """P ~ Q ~ R: the least delta between P and R at e^(eps1 + eps2)."""

    distributions: tuple[Distribution, ...]
    first: fmpq
    second: fmpq

    def show(self) -> dict[str, str]:
        ratios = {"e^eps1": str(self.first), "e^eps2": str(self.second)}
        return ratios | show_distributions(dict(zip("PQR", self.distributions, strict=True)))

    def measurements(self) -> Iterator[Measurement]:
        (p, q, r), first, second = self.distributions, self.first, self.second
        d1, d2 = smallest_delta(p, q, first), smallest_delta(q, r, second)
        true = least_delta_over_events(p, r, first * second)
        yield Measurement(LABEL, "least delta of a chain", true, max(d1 + first * d2, d2 + second * d1))


@dataclass(frozen=True)
class GammaCase(Case):
    """The least gamma of a table against the average distribution, post-processing and the closeness of good
    samples.
    """

    algorithm: OutputDistributions
    ratio: fmpq
    delta: fmpq
    matrix: Matrix | None = None

    @cached_property
    def best(self) -> tuple[fmpq, Distribution]:
        return least_gamma(self.algorithm, self.ratio, self.delta)

    def show(self) -> dict[str, str]:
        shown = {"e^eps": str(self.ratio), "delta": str(self.delta)} | self.algorithm.show()
        return shown | {"best simulator": show_distribution(self.best[1])}

    def measurements(self) -> Iterator[Measurement]:
        algorithm, ratio, delta, (gamma, simulator) = self.algorithm, self.ratio, self.delta, self.best
        average = algorithm.bad(algorithm.average(), ratio, delta)
        yield Measurement(LABEL, "gamma of the average output distribution", average, gamma, sense=">=")
        good = [row for row in algorithm.rows if close(row, simulator, ratio, delta)]
        apart = max((least_delta_over_events(a, b, ratio * ratio) for a in good for b in good), default=ZERO)
        yield Measurement(LABEL, "delta between two good samples", apart, (1 + ratio) * delta)
        if self.matrix is not None:
            after, _ = least_gamma(algorithm.after(self.matrix), ratio, delta)
            more = {f"output {a} becomes": show_distribution(row) for a, row in enumerate(self.matrix)}
            yield Measurement(LABEL, "least gamma after post-processing", after, gamma, details=more)


def noisy_count(n: int, heads: fmpq) -> OutputDistributions:
    """Says yes with probability 1/4 + s/(2n) on s heads in n flips of a coin; samples grouped by s."""
    return OutputDistributions(exact_pmf(n, heads), tuple(bernoulli(fmpq(1, 4) + fmpq(s, 2 * n)) for s in range(n + 1)))


class ClosenessSimulator(Simulator):
    name, statements, default_cases = "closeness", (LABEL,), 150
    summary = "closeness and the least (gamma, eps, delta), by definition, of an algorithm as a table"

    def examples(self) -> Iterator[Case]:
        merge = (point(2, 0), point(2, 0), point(2, 1), point(2, 1))
        for ratio in RATIOS:
            yield PairCase(*extreme_pair(ratio, fmpq(1, 20)), ratio, merge)
        same, apart = distribution(1, 2, 3), (distribution(1, 0, 0), distribution(0, 1, 1))
        yield PairCase(same, same, fmpq(2), (point(2, 0),) * 3)
        yield PairCase(*apart, fmpq(2), (point(2, 0), point(2, 1), point(2, 1)))
        yield GammaCase(noisy_count(4, fmpq(1, 2)), fmpq(2), fmpq(1, 20))
        yield GammaCase(OutputDistributions(uniform(4), (distribution(1, 1),) * 4), fmpq(11, 10), ZERO)
        telltale = OutputDistributions(uniform(3), (point(3, 0), point(3, 1), point(3, 2)))
        yield GammaCase(telltale, fmpq(2), fmpq(1, 3), (point(2, 0), point(2, 0), point(2, 1)))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        ratio, delta = rng.choice(RATIOS), fmpq(rng.randint(0, 8), 40)
        size = rng.randint(2, 5)
        if number % 2:
            p, q = random_close_pair(rng, size, ratio, delta)
        else:
            p, q = random_distribution(rng, size), random_distribution(rng, size)
        yield PairCase(p, q, ratio, random_matrix(rng, size, rng.randint(2, 4)))
        yield ChainCase((p, q, random_distribution(rng, size)), ratio, rng.choice(RATIOS))
        outputs = 2 if number % 4 else 3
        rows = tuple(random_distribution(rng, outputs) for _ in range(3 if outputs == 3 else rng.randint(2, 8)))
        algorithm = OutputDistributions(random_distribution(rng, len(rows), positive=True), rows)
        yield GammaCase(algorithm, ratio, delta, random_matrix(rng, outputs, 2))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Climb towards chains that lose nothing: integer masses of three distributions on three outcomes."""
        units = 20
        for first, second in ((fmpq(2), fmpq(2)), (fmpq(3, 2), fmpq(2))):

            def chain(rows: WeightRows, first: fmpq = first, second: fmpq = second) -> list[Case]:
                return [ChainCase(tuple(distribution(*row) for row in rows), first, second)]

            start: WeightRows = tuple(shift_unit(rng, (units, 0, 0), units) for _ in range(3))
            yield from hill_climb(start, lambda rows: shift_row(rng, rows, 4), chain, budget)
