"""Adaptive processes as explicit tables: what the transcripts and the composition simulators walk through.

A process draws a sample x from a finite distribution and runs k rounds. Round i has, for every prefix z^{i-1} of
earlier outputs, one output distribution per sample (the algorithm A_i) and one distribution that knows no sample (the
oracle W_i). The *real* transcript follows the algorithms, the *oracle* transcript follows the oracles along its own
prefix. Both have finitely many paths and rational probabilities, so every event is summed path by path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

from flint import fmpq

from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    close,
    distribution,
    random_distribution,
    show_distribution,
)

OutputPrefix: TypeAlias = tuple[int, ...]
#: (x, z^i) -> its probability under the real and under the oracle process.
Level: TypeAlias = dict[tuple[int, OutputPrefix], tuple[Any, Any]]

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
    """One round: for every prefix, the output distribution on each sample and the oracle's distribution; and what is
    guaranteed for it.
    """

    table: Mapping[OutputPrefix, tuple[Distribution, ...]]
    oracle: Mapping[OutputPrefix, Distribution]
    ratio: fmpq
    delta: fmpq

    def close_at(self, x: int, prefix: OutputPrefix) -> bool:
        """(x, prefix) is in C_i: the algorithm's distribution is (eps_i, delta_i)-close to the oracle's."""
        return close(self.table[prefix][x], self.oracle[prefix], self.ratio, self.delta)

    def small_at(self, x: int, path: OutputPrefix) -> bool:
        """(x, path) is in E_i: the log-ratio of the value just drawn is at most 2 eps_i in size."""
        a, b = self.table[path[:-1]][x][path[-1]], self.oracle[path[:-1]][path[-1]]
        square = self.ratio * self.ratio
        return bool(a > 0 and b > 0 and a <= square * b and b <= square * a)


@dataclass(frozen=True)
class Process:
    """``weights[x]`` is the probability of sample x; then the rounds."""

    weights: Distribution
    rounds: tuple[Round, ...]

    @property
    def k(self) -> int:
        return len(self.rounds)

    @property
    def ratios(self) -> tuple[fmpq, ...]:
        return tuple(r.ratio for r in self.rounds)

    @property
    def deltas(self) -> tuple[fmpq, ...]:
        return tuple(r.delta for r in self.rounds)

    @cached_property
    def good(self) -> tuple[frozenset[tuple[int, OutputPrefix]], ...]:
        """C_1, ..., C_k."""
        samples = range(len(self.weights))
        return tuple(frozenset((x, z) for z in r.table for x in samples if r.close_at(x, z)) for r in self.rounds)

    @cached_property
    def failures(self) -> tuple[fmpq, ...]:
        """The largest probability, over fixed prefixes, that round i is not close."""
        found = []
        for r, good in zip(self.rounds, self.good, strict=True):
            masses = (sum((w for x, w in enumerate(self.weights) if (x, z) not in good), ZERO) for z in r.table)
            found.append(max(masses))
        return tuple(found)

    @property
    def gammas(self) -> tuple[fmpq, ...]:
        """The failures as the gamma_i of a statement: TINY instead of zero."""
        return tuple(max(TINY, failure) for failure in self.failures)

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """Level i holds the transcripts of length i that either process reaches."""
        levels: list[Level] = [{(x, ()): (w, w) for x, w in enumerate(self.weights)}]
        for r in self.rounds:
            level: Level = {}
            for (x, z), (p, q) in levels[-1].items():
                for value, (a, b) in enumerate(zip(r.table[z][x], r.oracle[z], strict=True)):
                    if p * a > 0 or q * b > 0:
                        level[x, (*z, value)] = (p * a, q * b)
            levels.append(level)
        return tuple(levels)

    def transcripts(self) -> tuple[tuple[Distribution, ...], Distribution]:
        """The distribution of Z^k given each sample, and the distribution of the oracle transcript, on common
        outcomes.
        """
        paths = sorted({z for _, z in self.levels[-1]})
        rows = []
        for x, w in enumerate(self.weights):
            rows.append(tuple(self.levels[-1].get((x, z), (ZERO, ZERO))[0] / w for z in paths))
        x, w = next((x, w) for x, w in enumerate(self.weights) if w > 0)
        return tuple(rows), tuple(self.levels[-1].get((x, z), (ZERO, ZERO))[1] / w for z in paths)

    def first(self, rounds: int) -> Process:
        """The same process, stopped after some rounds."""
        return Process(self.weights, self.rounds[:rounds])

    def show(self) -> dict[str, str]:
        """Every table, one line per round and prefix (one line in all where the prefix does not matter)."""
        shown = {"probabilities of the samples": show_distribution(self.weights)}
        for i, r in enumerate(self.rounds, 1):
            shown[f"round {i}"] = f"e^eps = {r.ratio}, delta = {r.delta}, gamma = {self.gammas[i - 1]}"
            lines = {
                z: " | ".join(map(show_distribution, rows)) + f" ; oracle {show_distribution(r.oracle[z])}"
                for z, rows in r.table.items()
            }
            if len(set(lines.values())) == 1:
                shown[f"round {i}: distribution on each sample"] = next(iter(lines.values()))
            else:
                shown |= {f"round {i} after {''.join(map(str, z))}": line for z, line in lines.items()}
        return shown


def prefixes(sizes: Sequence[int]) -> Iterator[OutputPrefix]:
    """Every prefix over the given output sizes."""
    found: list[OutputPrefix] = [()]
    for size in sizes:
        found = [(*z, value) for z in found for value in range(size)]
    return iter(found)


def build(
    weights: Distribution,
    sizes: Sequence[int],
    promises: Sequence[tuple[fmpq, fmpq]],
    algorithm: Callable[[int, OutputPrefix, int], Distribution],
    oracle: Callable[[int, OutputPrefix], Distribution],
) -> Process:
    """A process from functions: ``algorithm(i, prefix, x)`` and ``oracle(i, prefix)``."""
    rounds = []
    for i, (ratio, delta) in enumerate(promises):
        table = {z: tuple(algorithm(i, z, x) for x in range(len(weights))) for z in prefixes(sizes[:i])}
        rounds.append(Round(table, {z: oracle(i, z) for z in table}, ratio, delta))
    return Process(weights, tuple(rounds))


def tilted(rng: Random, base: Distribution, ratio: fmpq, delta: fmpq) -> Distribution:
    """A distribution (ln ratio, delta)-close to ``base``: masses times 1 or the ratio, then a spill of at most
    delta/ratio.
    """
    weights = [a * (ratio if rng.random() < 0.5 else ONE) for a in base]
    masses = list(distribution(*weights))
    source, target = rng.randrange(len(masses)), rng.randrange(len(masses))
    spill = min(masses[source], delta / ratio) if rng.random() < 0.5 else ZERO
    masses[source] -= spill
    masses[target] += spill
    return tuple(masses)


def random_process(rng: Random, k: int, *, samples: int = 4, bad: bool = True) -> Process:
    """Tilts of a random oracle in every round; on a rare sample that depends on the prefix the distribution is
    arbitrary.
    """
    sizes = [rng.randint(2, 3 if k < 4 else 2) for _ in range(k)]
    promises = [rng.choice(MODERATE) for _ in range(k)]
    weights = random_distribution(rng, samples, 40, positive=True)
    rare = min(range(samples), key=lambda x: weights[x])
    rounds = []
    for i, (ratio, delta) in enumerate(promises):
        table, oracle = {}, {}
        for z in prefixes(sizes[:i]):
            base = random_distribution(rng, sizes[i], 12)
            exception = rng.choice((rare, rare, rng.randrange(samples))) if bad and rng.random() < 0.4 else -1
            table[z] = tuple(
                random_distribution(rng, sizes[i], 12) if x == exception else tilted(rng, base, ratio, delta)
                for x in range(samples)
            )
            oracle[z] = base
        rounds.append(Round(table, oracle, ratio, delta))
    return Process(weights, tuple(rounds))


def edge_pair(ratio: fmpq, delta: fmpq, margin: fmpq) -> tuple[Distribution, Distribution]:
    """Both kinds of outlier at once, their log-ratio just beyond 2 eps: the tail is nearly delta/(1 - e^-eps) each.

    An outlier of mass a under one distribution and a (1 - margin)/e^{2 eps} under the other spends a (1 - (1 - margin)
    e^-eps) of delta; the other kind spends from the other direction's account. A third outcome takes the rest.
    """
    outlier = delta / (1 - (1 - margin) / ratio)
    small = outlier * (1 - margin) / (ratio * ratio)
    rest = ONE - outlier - small
    return (outlier, small, rest), (small, outlier, rest)
