"""Adaptive processes as explicit tables.

A process draws a sample x from a finite distribution and runs k rounds. Round i has, for every prefix z^{i-1} of
earlier outputs, one output distribution per sample (the algorithm A_i) and one distribution that knows no sample (the
oracle W_i). The *real* transcript follows the algorithms, the *oracle* transcript follows the oracles along its own
prefix. Both have finitely many paths and rational probabilities, so every event is summed path by path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product as cartesian
from random import Random
from typing import TypeAlias

from flint import fmpq

from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    close,
    distribution,
    mass_where,
    random_distribution,
    show_distribution,
    uniform,
)

OutputPrefix: TypeAlias = tuple[int, ...]
#: (x, z^i): a sample and the outputs so far.
Node: TypeAlias = tuple[int, OutputPrefix]
#: For every prefix the output distribution on each sample.
Table: TypeAlias = Mapping[OutputPrefix, tuple[Distribution, ...]]

#: (e^eps, delta) with delta <= eps/50, as lm:pg_compose_het asks.
MODERATE: tuple[tuple[fmpq, fmpq], ...] = (
    (fmpq(21, 20), fmpq(1, 2000)),
    (fmpq(11, 10), fmpq(1, 1000)),
    (fmpq(3, 2), fmpq(1, 200)),
    (fmpq(2), fmpq(1, 100)),
    (fmpq(5, 2), fmpq(1, 60)),
)
#: gamma where the closeness of a round never fails: the statements ask for gamma > 0.
TINY = fmpq(1, 10**15)


@dataclass(frozen=True)
class Round:
    """For every prefix the output distribution on each sample and the oracle's, to be (ln ratio, delta)-close."""

    table: Table
    oracle: Mapping[OutputPrefix, Distribution]
    ratio: fmpq
    delta: fmpq

    def is_close_at(self, x: int, prefix: OutputPrefix) -> bool:
        """Return whether (x, prefix) is in C_i: the distribution is (eps_i, delta_i)-close to the oracle's."""
        return close(self.table[prefix][x], self.oracle[prefix], self.ratio, self.delta)

    def is_small_at(self, x: int, path: OutputPrefix) -> bool:
        """Return whether (x, path) is in E_i: the log-ratio of the last value is at most 2 eps_i in size."""
        a, b = self.table[path[:-1]][x][path[-1]], self.oracle[path[:-1]][path[-1]]
        square = self.ratio * self.ratio
        return bool(a > 0 and b > 0 and a <= square * b and b <= square * a)


@dataclass(frozen=True)
class Process:
    """``weights[x]`` is the probability of sample x; then the rounds."""

    weights: Distribution
    rounds: tuple[Round, ...]

    @property
    def given(self) -> dict[str, tuple[fmpq, ...]]:
        """The parameters of the rounds: e^eps and delta."""
        return {"ratio": tuple(r.ratio for r in self.rounds), "delta": tuple(r.delta for r in self.rounds)}

    @cached_property
    def close(self) -> tuple[frozenset[Node], ...]:
        """C_1, ..., C_k."""
        samples = range(len(self.weights))
        return tuple(frozenset((x, z) for z in r.table for x in samples if r.is_close_at(x, z)) for r in self.rounds)

    @cached_property
    def gammas(self) -> tuple[fmpq, ...]:
        """The largest probability, over fixed prefixes, that round i is not close; TINY instead of zero."""
        samples = range(len(self.weights))
        return tuple(
            max(TINY, *(mass_where(self.weights, ((x, z) not in close_at for x in samples)) for z in r.table))
            for r, close_at in zip(self.rounds, self.close, strict=True)
        )

    @cached_property
    def levels(self) -> tuple[dict[Node, tuple[fmpq, fmpq]], ...]:
        """Level i: the transcripts of length i that either process reaches, with both their probabilities."""
        levels: list[dict[Node, tuple[fmpq, fmpq]]] = [{(x, ()): (w, w) for x, w in enumerate(self.weights)}]
        for r in self.rounds:
            level = {}
            for (x, z), (p, q) in levels[-1].items():
                for value, (a, b) in enumerate(zip(r.table[z][x], r.oracle[z], strict=True)):
                    if p * a > 0 or q * b > 0:
                        level[x, (*z, value)] = (p * a, q * b)
            levels.append(level)
        return tuple(levels)

    def transcripts(self) -> tuple[tuple[Distribution, ...], Distribution]:
        """Return the distribution of Z^k given each sample, and that of the oracle transcript, on common outcomes."""
        paths, nothing = sorted({z for _, z in self.levels[-1]}), (ZERO, ZERO)
        both = [
            [tuple(self.levels[-1].get((x, z), nothing)[side] / w for z in paths) for side in (0, 1)]
            for x, w in enumerate(self.weights)
        ]
        return tuple(real for real, _ in both), both[0][1]

    def stop_after(self, rounds: int) -> Process:
        """Return the same process, stopped after some rounds."""
        return type(self)(self.weights, self.rounds[:rounds])

    def show(self) -> dict[str, str]:
        """Return every table, one line per round and prefix."""
        shown = {"probabilities of the samples": show_distribution(self.weights)}
        for i, r in enumerate(self.rounds, 1):
            shown[f"round {i}"] = f"e^eps = {r.ratio}, delta = {r.delta}, gamma = {self.gammas[i - 1]}"
            for z, rows in r.table.items():
                line = " | ".join(map(show_distribution, rows))
                shown[f"round {i} after {z}"] = f"{line} ; oracle {show_distribution(r.oracle[z])}"
        return shown


def _prefixes(sizes: Sequence[int]) -> Iterator[OutputPrefix]:
    """Yield every prefix over the given output sizes."""
    return cartesian(*map(range, sizes))


def build_alike(
    weights: Distribution, k: int, ratio: fmpq, delta: fmpq, rows: Sequence[Distribution], oracle: Distribution
) -> Process:
    """Return k equal rounds that do not depend on earlier outputs."""
    prefixes = [tuple(_prefixes([len(oracle)] * i)) for i in range(k)]
    rounds = (Round(dict.fromkeys(z, tuple(rows)), dict.fromkeys(z, oracle), ratio, delta) for z in prefixes)
    return Process(weights, tuple(rounds))


def tilt(rng: Random, base: Distribution, ratio: fmpq, delta: fmpq) -> Distribution:
    """Return a distribution (ln ratio, delta)-close to ``base``: masses times 1 or the ratio; some mass moves."""
    masses = list(distribution(*(a * (ratio if rng.random() < 0.5 else ONE) for a in base)))
    source, target = rng.randrange(len(masses)), rng.randrange(len(masses))
    moved = min(masses[source], delta / ratio) if rng.random() < 0.5 else ZERO
    masses[source] -= moved
    masses[target] += moved
    return tuple(masses)


def draw_process(rng: Random, k: int) -> Process:
    """Return tilts of a random oracle in every round; on a rare sample of the prefix the distribution is any."""
    samples = rng.randint(2, 5)
    sizes = [rng.randint(2, 3 if k < 4 else 2) for _ in range(k)]
    weights = random_distribution(rng, samples, 40, positive=True)
    rare = min(range(samples), key=lambda x: weights[x])
    rounds = []
    for i in range(k):
        ratio, delta = rng.choice(MODERATE)
        table, oracle = {}, {}
        for z in _prefixes(sizes[:i]):
            base = random_distribution(rng, sizes[i], 12)
            exception = rng.choice((rare, rare, rng.randrange(samples))) if rng.random() < 0.2 else -1
            table[z] = tuple(
                random_distribution(rng, sizes[i], 12) if x == exception else tilt(rng, base, ratio, delta)
                for x in range(samples)
            )
            oracle[z] = base
        rounds.append(Round(table, oracle, ratio, delta))
    return Process(weights, tuple(rounds))


# -- processes worth keeping -----------------------------------------------------------------------------------------
def make_edge_pair(ratio: fmpq, delta: fmpq, margin: fmpq) -> tuple[Distribution, Distribution]:
    """Return both kinds of outlier, their log-ratio just beyond 2 eps: each tail is about delta/(1 - e^-eps).

    An outlier of mass a under one distribution and a (1 - margin)/e^{2 eps} under the other uses a (1 - (1 - margin)
    e^-eps) of delta; the other kind uses delta in the other direction. A third outcome has the remaining mass.
    """
    outlier = delta / (1 - (1 - margin) / ratio)
    small = outlier * (1 - margin) / (ratio * ratio)
    rest = ONE - outlier - small
    return (outlier, small, rest), (small, outlier, rest)


def make_steady_drift(k: int, delta: fmpq) -> Process:
    """Return a process whose samples lean to one side by exactly eps: log-ratios exceed eps^(k) if all agree."""
    ratio = fmpq(1001, 1000)
    lean, back = distribution(ratio, 1), distribution(1, ratio)
    return build_alike(distribution(99, 1), k, ratio, delta, (lean, back), back)


def make_outliers(k: int, ratio: fmpq, delta: fmpq) -> Process:
    """Return the process whose rounds use their delta for outliers just beyond 2 eps."""
    real, oracle = make_edge_pair(ratio, delta, fmpq(1, 1000))
    return build_alike((ONE,), k, ratio, delta, (real,), oracle)


def make_telltales(k: int, ratio: fmpq, delta: fmpq) -> Process:
    """Return the process whose rounds use their delta for an output that the oracle never gives."""
    return build_alike((ONE,), k, ratio, delta, ((delta, ONE - delta, ZERO),), (ZERO, ONE - delta, delta))


def make_rare_name(k: int, ratio: fmpq, delta: fmpq, mass: fmpq) -> Process:
    """Return the process of fair coins whose rounds name one sample of that mass: gamma is the mass."""
    fair = distribution(1, 1, 0)
    return build_alike((ONE - mass, mass), k, ratio, delta, (fair, distribution(0, 0, 1)), fair)


def make_leaning_coins(k: int, lean: fmpq, ratio: fmpq, delta: fmpq) -> Process:
    """Return two samples; every round tosses a coin that leans to the one or to the other."""
    rows = (distribution(lean, 1), distribution(1, lean))
    return build_alike(distribution(1, 1), k, ratio, delta, rows, distribution(1, 1))


def make_prefix_slip() -> Process:
    """Round 1 leaks the first bit, round 2 repeats the prefix, round 3 fails on samples that match round 2's output."""
    one, other, sure = distribution(2, 1), distribution(1, 2), distribution(1, 0)
    repeat: dict[OutputPrefix, Distribution] = {(0,): distribution(9, 1), (1,): distribution(1, 9)}
    last = {
        z: tuple(distribution(0, 1) if x % 2 and x // 2 == z[1] else sure for x in range(4)) for z in _prefixes((2, 2))
    }
    tables: tuple[tuple[Table, dict[OutputPrefix, Distribution]], ...] = (
        ({(): (one, one, other, other)}, {(): uniform(2)}),
        ({z: (row,) * 4 for z, row in repeat.items()}, repeat),
        (last, dict.fromkeys(last, sure)),
    )
    return Process(uniform(4), tuple(Round(table, oracle, fmpq(2), fmpq(1, 100)) for table, oracle in tables))
