"""Toy replicable algorithms as explicit tables, and the samples and votes they are fed with.

An algorithm is deterministic given its random string: ``answers[r][b]`` is its answer on block b (a tuple of n
draws, numbered as by itertools.product) with string r. Everything about it is a finite sum: its answer distribution p_r
under a string, its disagreement Pr[A(S;r) != A(S';r)], its failure probability. Algorithms that read T blocks depend on
the sample only through how often each block occurs, so samples are enumerated as count vectors with exact
multinomial weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product as cartesian
from math import factorial, prod
from random import Random
from typing import Any

from flint import fmpq

from replcalc.simulate.distributions import ONE, ZERO, Distribution, collected, distribution, product, weighted_samples

BlockCounts = tuple[int, ...]


@dataclass(frozen=True)
class Algorithm:
    """A table of answers 0..outputs-1, the distribution of its random string, and which answers are wrong."""

    name: str
    coins: Distribution
    answers: tuple[tuple[int, ...], ...]
    outputs: int
    wrong: frozenset[int] = field(default_factory=frozenset)
    n: int = 1

    def distribution(self, r: int, blocks: Distribution) -> Distribution:
        """p_r: the distribution of the answer over a random block, the string fixed."""
        return answer_distribution(self.answers[r], blocks, self.outputs)

    def mode(self, r: int, blocks: Distribution) -> int:
        """The most likely answer under string r (the first of several)."""
        masses = self.distribution(r, blocks)
        return masses.index(max(masses))

    def disagreement(self, blocks: Distribution) -> fmpq:
        """Pr[A(S;r) != A(S';r)] by enumeration of string and both blocks."""
        total = ZERO
        for w, row in zip(self.coins, self.answers, strict=True):
            for b, p in enumerate(blocks):
                for c, q in enumerate(blocks):
                    if row[b] != row[c]:
                        total += w * p * q
        return total

    def failure(self, blocks: Distribution) -> fmpq:
        """Pr[A(S;r) is wrong]."""
        distributions = ((w, self.distribution(r, blocks)) for r, w in enumerate(self.coins))
        return sum((w * distribution[y] for w, distribution in distributions for y in self.wrong), ZERO)

    def votes(self, r: int, counts: BlockCounts) -> list[int]:
        """N(y): on how many of the counted blocks A(.; r) answers y."""
        found = [0] * self.outputs
        for b, count in enumerate(counts):
            found[self.answers[r][b]] += count
        return found


def answer_distribution(answers: Iterable[int], masses: Iterable[Any], outputs: int) -> Distribution:
    """The distribution of the answer, given the answer to each of several cases and their masses."""
    found = [ZERO] * outputs
    for answer, mass in zip(answers, masses, strict=True):
        found[answer] += mass
    return tuple(found)


@lru_cache(maxsize=4096)
def blocks_of(domain: Distribution, n: int) -> Distribution:
    """The distribution of a block of n independent draws."""
    return product(*(domain,) * n)


def describe(algorithm: Algorithm, domain: Distribution) -> dict[str, str]:
    """The table as a person would write it down."""
    case = {"algorithm": algorithm.name, "draws": ", ".join(map(str, domain))}
    for r, (w, row) in enumerate(zip(algorithm.coins, algorithm.answers, strict=True)):
        case[f"string {r} w.p. {w}"] = "answers " + " ".join(map(str, row))
    return case


def describe_all(algorithms: Sequence[Algorithm], domain: Distribution) -> dict[str, str]:
    """Several tables that read the same draws, which are left to say."""
    return {
        f"A_{number}: {key}": value
        for number, algorithm in enumerate(algorithms, 1)
        for key, value in describe(algorithm, domain).items()
        if key != "draws"
    }


# -- samples as counts -----------------------------------------------------------------------------------------------
def compositions(total: int, parts: int) -> Iterator[BlockCounts]:
    """Every way to write total as an ordered sum of ``parts`` non-negative integers."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def multinomial(p: Distribution, total: int) -> list[tuple[BlockCounts, fmpq]]:
    """Every count vector of ``total`` independent draws from p, with its exact probability."""
    found = []
    for counts in compositions(total, len(p)):
        weight = prod((x**c for x, c in zip(p, counts, strict=True)), start=ONE)
        if weight:
            found.append((counts, weight * (factorial(total) // prod(map(factorial, counts)))))
    return found


def profiles(domain: Distribution, size: int, block_sizes: Sequence[int]) -> list[tuple[tuple[BlockCounts, ...], fmpq]]:
    """A sample of ``size`` draws read by several algorithms: how often each block of each algorithm occurs.

    The i-th algorithm cuts the sample into size // n_i blocks of n_i draws. All samples are enumerated and those that
    no algorithm can tell apart are merged.
    """
    merged = collected(
        (tuple(block_counts(draw, len(domain), n) for n in block_sizes), probability)
        for draw, probability in weighted_samples(domain, size)
        if probability
    )
    return sorted(merged.items())


def block_counts(draw: Sequence[int], values: int, n: int) -> BlockCounts:
    """How often each block occurs when draws of so many values are cut into blocks of n."""
    counts = [0] * values**n
    for t in range(len(draw) // n):
        block = 0
        for x in draw[t * n : (t + 1) * n]:
            block = block * values + x
        counts[block] += 1
    return tuple(counts)


# -- toys ------------------------------------------------------------------------------------------------------------
def reader(chance: fmpq, outputs: int = 2) -> Algorithm:
    """Answers 0 whatever the sample says, except with the given chance over the string: then the draw itself."""
    constant, identity = (0,) * outputs, tuple(range(outputs))
    wrong = frozenset(range(1, outputs))
    return Algorithm(
        f"reads its draw w.p. {chance}", distribution(ONE - chance, chance), (constant, identity), outputs, wrong
    )


def mixed(read: fmpq, stuck: fmpq) -> Algorithm:
    """Three strings on one binary draw: answer 0; read the draw; answer 1, wrongly, whatever the draw."""
    weights = distribution(ONE - read - stuck, read, stuck)
    name = f"reads its draw w.p. {read}, is stuck on a wrong answer w.p. {stuck}"
    return Algorithm(name, weights, ((0, 0), (0, 1), (1, 1)), 2, frozenset({1}))


def majority_threshold(n: int) -> Algorithm:
    """n binary draws; the string picks a threshold 1..n; answers whether the number of ones reaches it."""
    ones = [sum(block) for block in cartesian((0, 1), repeat=n)]
    table = tuple(tuple(int(s >= level) for s in ones) for level in range(1, n + 1))
    return Algorithm(
        f"ones among {n} draws reach a random threshold", distribution(*(1,) * n), table, 2, frozenset({1}), n
    )


def random_algorithm(rng: Random, domain_size: int, *, n: int = 1, strings: int = 3, outputs: int = 3) -> Algorithm:
    """A random table: each string has a favourite answer that most blocks get."""
    size = domain_size**n
    rows = []
    for _ in range(strings):
        favourite = rng.randrange(outputs)
        keep = rng.choice((0.3, 0.6, 0.9))
        rows.append(tuple(favourite if rng.random() < keep else rng.randrange(outputs) for _ in range(size)))
    weights = [rng.randint(1, 6) for _ in range(strings)]
    wrong = frozenset({rng.randrange(outputs)})
    return Algorithm("random table", distribution(*weights), tuple(rows), outputs, wrong, n)
