"""Algorithms as explicit tables, and the samples and votes they are fed with.

A ``Table`` is deterministic given its random string: ``answers[r][b]`` is its answer with string r on sample b (a tuple
of n draws, numbered as by itertools.product). An ``OutputTable`` has the distribution of the answer on every sample
instead. Everything about them is a finite sum: the disagreement of two runs that share the string, the failure.

Algorithms that read T blocks depend on the sample only through how often each block occurs, so samples are enumerated
as count vectors with exact multinomial weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import permutations
from itertools import product as cartesian
from math import factorial, prod
from random import Random
from typing import Any

from flint import fmpq

from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    collect_outcomes,
    distribution,
    mixture,
    product,
    random_distribution,
    show_distribution,
    uniform,
    vary,
    weighted_samples,
)

BlockCounts = tuple[int, ...]
Sample = tuple[int, ...]
#: For each outcome of further randomness: its probability, and the sample that is read in place of each sample.
Sources = Sequence[tuple[fmpq, Sequence[int]]]


# -- answers per string and sample -------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Table:
    """An algorithm: the distribution of its string, its answers 0..outputs-1, which are wrong, how many draws it
    reads.
    """

    name: str
    coins: Distribution
    answers: tuple[tuple[int, ...], ...]
    outputs: int
    wrong: frozenset[int] = frozenset()
    n: int = 1

    def distribution(self, r: int, blocks: Distribution) -> Distribution:
        """Return the distribution of the answer over a random block, the string fixed."""
        return answer_distribution(self.answers[r], blocks, self.outputs)

    def disagreement(self, blocks: Distribution) -> fmpq:
        """Pr[A(S;r) != A(S';r)]: E over r of 1 - sum of the squares."""
        given = ((w, self.distribution(r, blocks)) for r, w in enumerate(self.coins))
        return sum((w * (1 - sum((x * x for x in p), ZERO)) for w, p in given), ZERO)

    def failure(self, blocks: Distribution) -> fmpq:
        """Pr[A(S;r) is wrong]."""
        given = ((w, self.distribution(r, blocks)) for r, w in enumerate(self.coins))
        return sum((w * p[y] for w, p in given for y in self.wrong), ZERO)

    def votes(self, r: int, counts: BlockCounts) -> list[int]:
        """N(y): on how many of the counted blocks A(.; r) answers y."""
        found = [0] * self.outputs
        for b, count in enumerate(counts):
            found[self.answers[r][b]] += count
        return found

    def output_distributions(self) -> tuple[Distribution, ...]:
        """Return for every sample the distribution of the answer over the string."""
        return tuple(
            answer_distribution(column, self.coins, self.outputs) for column in zip(*self.answers, strict=True)
        )

    def read_through(self, sources: Sources) -> Table:
        """B(S; r, r') = A(source[r'](S); r): the pairs (r, r') are the strings of the new table."""
        coins = tuple(w * v for w in self.coins for v, _ in sources)
        answers = tuple(tuple(row[t] for t in source) for row in self.answers for _, source in sources)
        return replace(self, coins=coins, answers=answers)

    def show(self) -> dict[str, str]:
        """Return the table as a person would write it down."""
        rows = enumerate(zip(self.coins, self.answers, strict=True))
        shown = {f"string {r} w.p. {w}": "answers " + " ".join(map(str, row)) for r, (w, row) in rows}
        return {"algorithm": self.name, **shown}


def answer_distribution(answers: Iterable[int], masses: Iterable[Any], outputs: int) -> Distribution:
    """Return the distribution of the answer, given the answer to each of several cases and their masses."""
    found = [ZERO] * outputs
    for answer, mass in zip(answers, masses, strict=True):
        found[answer] += mass
    return tuple(found)


@lru_cache(maxsize=4096)
def blocks_of(domain: Distribution, n: int) -> Distribution:
    """Return the distribution of a block of n independent draws."""
    return product(*(domain,) * n)


# -- output distributions per sample -----------------------------------------------------------------------------------
@dataclass(frozen=True)
class OutputTable:
    """An algorithm as a table: ``rows[s]`` is its output distribution on sample s, of probability ``weights[s]``."""

    weights: Distribution
    rows: tuple[Distribution, ...]

    @property
    def live(self) -> list[tuple[fmpq, Distribution]]:
        """(probability, output distribution) of the samples that can occur."""
        return [(w, row) for w, row in zip(self.weights, self.rows, strict=True) if w]

    @cached_property
    def average(self) -> Distribution:
        return mixture(self.weights, self.rows)

    def levels(self, need: Callable[[Distribution], fmpq]) -> Iterator[tuple[fmpq, fmpq, list[Distribution]]]:
        """(gamma, level, rows kept): gamma is the probability of the samples that need more than the level."""
        needs = sorted((need(row), w, row) for w, row in self.live)
        kept = ZERO
        for position, (level, w, _) in enumerate(needs):
            kept += w
            if position + 1 == len(needs) or needs[position + 1][0] > level:
                yield ONE - kept, level, [row for _, _, row in needs[: position + 1]]

    def vary(self, rng: Random) -> OutputTable:
        """Move some mass of the samples or of one output."""
        if rng.random() < 0.3:
            return replace(self, weights=vary(rng, self.weights))
        return replace(self, rows=vary(rng, self.rows))

    def show(self) -> dict[str, str]:
        rows = enumerate(zip(self.weights, self.rows, strict=True))
        return {f"sample {s} (probability {w})": show_distribution(row) for s, (w, row) in rows}


# -- samples as counts -------------------------------------------------------------------------------------------------
def compositions(total: int, parts: int) -> Iterator[BlockCounts]:
    """Yield every way to write total as an ordered sum of ``parts`` non-negative integers."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def multinomial(p: Distribution, total: int) -> list[tuple[BlockCounts, fmpq]]:
    """Return every count vector of ``total`` independent draws from p, with its exact probability."""
    found = []
    for counts in compositions(total, len(p)):
        weight = prod((x**c for x, c in zip(p, counts, strict=True)), start=ONE)
        if weight:
            found.append((counts, weight * (factorial(total) // prod(map(factorial, counts)))))
    return found


def profiles(domain: Distribution, size: int, block_sizes: Sequence[int]) -> list[tuple[tuple[BlockCounts, ...], fmpq]]:
    """Return a sample of ``size`` draws read by several algorithms: how often each block of each algorithm occurs.

    The i-th algorithm cuts the sample into size // n_i blocks of n_i draws. All samples are enumerated and those that
    no algorithm can tell apart are merged.
    """
    merged = collect_outcomes(
        (tuple(block_counts(draw, len(domain), n) for n in block_sizes), probability)
        for draw, probability in weighted_samples(domain, size)
        if probability
    )
    return sorted(merged.items())


def block_counts(draw: Sequence[int], values: int, n: int) -> BlockCounts:
    """Return how often each block occurs when draws of so many values are cut into blocks of n."""
    counts = [0] * values**n
    for t in range(len(draw) // n):
        block = 0
        for x in draw[t * n : (t + 1) * n]:
            block = block * values + x
        counts[block] += 1
    return tuple(counts)


# -- maps of samples ---------------------------------------------------------------------------------------------------
@lru_cache(maxsize=64)
def sample_space(domain: int, n: int) -> tuple[Sample, ...]:
    """Return every sample of n draws from 0..domain-1, in order."""
    return tuple(cartesian(range(domain), repeat=n))


@lru_cache(maxsize=64)
def _index(domain: int, n: int) -> dict[Sample, int]:
    return {sample: index for index, sample in enumerate(sample_space(domain, n))}


@lru_cache(maxsize=64)
def reorderings(domain: int, n: int, *, sort: bool) -> tuple[tuple[fmpq, tuple[int, ...]], ...]:
    """Return for each permutation sigma of positions the map S -> sigma(S), or S -> sigma(S sorted)."""
    index, orders = _index(domain, n), list(permutations(range(n)))
    samples = [tuple(sorted(s)) if sort else s for s in sample_space(domain, n)]
    return tuple((fmpq(1, len(orders)), tuple(index[tuple(s[i] for i in order)] for s in samples)) for order in orders)


@lru_cache(maxsize=64)
def relabellings(domain: int, n: int) -> tuple[tuple[fmpq, tuple[int, ...]], ...]:
    """Return for each permutation pi of the domain the map S -> pi(S)."""
    index, names = _index(domain, n), list(permutations(range(domain)))
    samples = sample_space(domain, n)
    return tuple((fmpq(1, len(names)), tuple(index[tuple(pi[x] for x in s)] for s in samples)) for pi in names)


# -- tables worth keeping ----------------------------------------------------------------------------------------------
def reading_table(chance: fmpq, outputs: int = 2) -> Table:
    """Return the table that answers its draw with the given chance over the string, else 0."""
    constant, identity = (0,) * outputs, tuple(range(outputs))
    wrong = frozenset(range(1, outputs))
    return Table(
        f"reads its draw w.p. {chance}", distribution(ONE - chance, chance), (constant, identity), outputs, wrong
    )


def mixed_table(read: fmpq, stuck: fmpq) -> Table:
    """Return a table of three strings on a binary draw: answer 0; answer the draw; answer 1, wrongly."""
    weights = distribution(ONE - read - stuck, read, stuck)
    name = f"reads its draw w.p. {read}, is stuck on a wrong answer w.p. {stuck}"
    return Table(name, weights, ((0, 0), (0, 1), (1, 1)), 2, frozenset({1}))


def majority_threshold(n: int) -> Table:
    """n binary draws; the string picks a threshold 1..n; answers whether the number of ones reaches it."""
    ones = [sum(block) for block in sample_space(2, n)]
    table = tuple(tuple(int(s >= level) for s in ones) for level in range(1, n + 1))
    return Table(f"ones among {n} draws reach a random threshold", uniform(n), table, 2, frozenset({1}), n)


def tabulate(domain: int, n: int, outputs: int, *rules: Callable[[Sample], int]) -> Table:
    """Return the algorithm whose string chooses one of the rules, all equally likely."""
    rows = tuple(tuple(map(rule, sample_space(domain, n))) for rule in rules)
    return Table("by rules", uniform(len(rules)), rows, outputs, n=n)


def random_table(rng: Random, domain: int, *, n: int = 1, strings: int = 3, outputs: int = 3) -> Table:
    """Return a random table: each string has a favourite answer that most blocks get."""
    rows = []
    for _ in range(strings):
        favourite = rng.randrange(outputs)
        keep = rng.choice((0.3, 0.6, 0.9))
        rows.append(tuple(favourite if rng.random() < keep else rng.randrange(outputs) for _ in range(domain**n)))
    weights = [rng.randint(1, 6) for _ in range(strings)]
    wrong = frozenset({rng.randrange(outputs)})
    return Table("random table", distribution(*weights), tuple(rows), outputs, wrong, n)


def mutate_table(rng: Random, table: Table) -> Table:
    """Change one answer."""
    r, s = rng.randrange(len(table.answers)), rng.randrange(len(table.answers[0]))
    row = table.answers[r]
    new = (*row[:s], rng.randrange(table.outputs), *row[s + 1 :])
    return replace(table, answers=(*table.answers[:r], new, *table.answers[r + 1 :]))


def random_output_table(rng: Random, samples: int, outputs: int) -> OutputTable:
    """Return a random table; half of them have output distributions close to a common one."""
    centre, near = random_distribution(rng, outputs), rng.random() < 0.5
    rows = []
    for _ in range(samples):
        weight = fmpq(rng.randint(0, 4), 40) if near else ONE
        rows.append(mixture((ONE - weight, weight), (centre, random_distribution(rng, outputs))))
    return OutputTable(random_distribution(rng, samples, positive=True), tuple(rows))
