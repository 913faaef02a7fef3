"""Algorithms as explicit tables, and what the invariance simulators do with them.

An ``AnswerTable`` is an algorithm on n draws from {0, .., d-1} and finitely many coins: ``answers[r][s]`` is its answer
with coins r on the s-th sample (samples in the order of itertools.product). Everything about it is a finite sum of
rationals. A transformed algorithm is again a table, whose coins are the pairs (r, r').
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from itertools import product as cartesian
from random import Random
from typing import Any

from flint import fmpq

from replcalc.simulate.algorithms import answer_distribution, blocks_of
from replcalc.simulate.distributions import (
    Distribution,
    grid_distributions,
    random_distribution,
    show_distribution,
    uniform,
)
from replcalc.simulate.simulator import Case, hill_climb

Sample = tuple[int, ...]
#: Which answers are valid, for the distribution at hand.
Valid = frozenset[int]


@dataclass(frozen=True)
class AnswerTable:
    """An algorithm: domain size, draws, number of possible answers, distribution of the coins, answers per coins and
    sample.
    """

    domain: int
    n: int
    outputs: int
    coins: Distribution
    answers: tuple[tuple[int, ...], ...]

    def distributions(self, d: Distribution) -> Iterator[tuple[fmpq, Distribution]]:
        """For each coins r: their probability, and the distribution over samples from d^n of the answer."""
        masses = blocks_of(d, self.n)
        for weight, row in zip(self.coins, self.answers, strict=True):
            yield weight, answer_distribution(row, masses, self.outputs)

    def rho(self, d: Distribution) -> fmpq:
        """Pr over r and two samples from d^n that the answers differ."""
        return sum(
            (w * (1 - sum((x * x for x in distribution), fmpq(0))) for w, distribution in self.distributions(d)),
            fmpq(0),
        )

    def failure(self, d: Distribution, valid: Valid) -> fmpq:
        """Pr over r and one sample from d^n that the answer is not valid."""
        return sum(
            (
                w * sum((x for y, x in enumerate(distribution) if y not in valid), fmpq(0))
                for w, distribution in self.distributions(d)
            ),
            fmpq(0),
        )

    def answer_distributions(self) -> tuple[Distribution, ...]:
        """For every sample the distribution of the answer over the coins."""
        return tuple(
            answer_distribution(answers, self.coins, self.outputs) for answers in zip(*self.answers, strict=True)
        )

    def show(self) -> dict[str, str]:
        """Rows 'coins (probability)' -> answers in the order of the samples."""
        heads = " ".join("".join(map(str, s)) for s in sample_space(self.domain, self.n))
        rows = {
            f"r={r} (probability {w})": " ".join(map(str, row))
            for r, (w, row) in enumerate(zip(self.coins, self.answers, strict=True))
        }
        return {"samples": heads, **rows}


@lru_cache(maxsize=64)
def sample_space(domain: int, n: int) -> tuple[Sample, ...]:
    return tuple(cartesian(range(domain), repeat=n))


@lru_cache(maxsize=64)
def sample_index(domain: int, n: int) -> dict[Sample, int]:
    return {sample: index for index, sample in enumerate(sample_space(domain, n))}


def tabulated(domain: int, n: int, outputs: int, *rules: Callable[[Sample], int]) -> AnswerTable:
    """The algorithm whose coins choose one of the rules, all equally likely."""
    rows = tuple(tuple(map(rule, sample_space(domain, n))) for rule in rules)
    return AnswerTable(domain, n, outputs, uniform(len(rules)), rows)


def first_draw(n: int = 2) -> AnswerTable:
    """Answer the first of n draws of a bit: the order matters, and renaming changes every answer."""
    return tabulated(2, n, 2, lambda s: s[0])


def relabel(table: AnswerTable, sources: Sequence[tuple[fmpq, Sequence[int]]]) -> AnswerTable:
    """B(S; r, r') = A(source[r'](S); r): ``sources`` lists each r' as (probability, map of sample indices)."""
    coins = tuple(w * v for w in table.coins for v, _ in sources)
    answers = tuple(tuple(row[t] for t in source) for row in table.answers for _, source in sources)
    return AnswerTable(table.domain, table.n, table.outputs, coins, answers)


# -- permutations ------------------------------------------------------------------------------------------------------
@lru_cache(maxsize=64)
def permuted_positions(domain: int, n: int) -> tuple[tuple[int, ...], ...]:
    """For each permutation of positions: the map S -> sigma(S)."""
    index = sample_index(domain, n)
    return tuple(
        tuple(index[tuple(s[i] for i in order)] for s in sample_space(domain, n)) for order in permutations(range(n))
    )


@lru_cache(maxsize=64)
def reorderings(domain: int, n: int) -> tuple[tuple[fmpq, tuple[int, ...]], ...]:
    """For each permutation of positions: the map S -> sigma(sort(S))."""
    index, maps = sample_index(domain, n), permuted_positions(domain, n)
    ordered = [index[tuple(sorted(s))] for s in sample_space(domain, n)]
    return tuple((fmpq(1, len(maps)), tuple(source[s] for s in ordered)) for source in maps)


@lru_cache(maxsize=64)
def relabellings(domain: int, n: int) -> tuple[tuple[fmpq, tuple[int, ...]], ...]:
    """For each permutation pi of the domain: the map S -> pi(S)."""
    index, labels = sample_index(domain, n), tuple(permutations(range(domain)))
    return tuple(
        (fmpq(1, len(labels)), tuple(index[tuple(pi[x] for x in s)] for s in sample_space(domain, n))) for pi in labels
    )


def orbit(d: Distribution) -> tuple[Distribution, ...]:
    """Every relabelling of the distribution, without repetition."""
    return tuple(sorted({tuple(d[i] for i in pi) for pi in permutations(range(len(d)))}))


def moves_values(table: AnswerTable, maps: Sequence[Sequence[int]]) -> int:
    """How many (coins, sample, map) answer the mapped sample differently: 0 means invariance as values."""
    return sum(row[t] != row[s] for row in table.answers for source in maps for s, t in enumerate(source))


def moves_distributions(distributions: Sequence[Distribution], maps: Sequence[Sequence[int]]) -> int:
    """How many (sample, map) have another distribution of the answer over the coins: 0 means invariance of
    distributions.
    """
    return sum(distributions[t] != distributions[s] for source in maps for s, t in enumerate(source))


# -- random tables -----------------------------------------------------------------------------------------------------
def random_table(rng: Random, domain: int, n: int, outputs: int, coins: int) -> AnswerTable:
    """Random answers; in half of the cases one answer dominates, so that rho is small."""
    count = domain**n
    rare = rng.random() < 0.5
    rows = tuple(
        tuple(rng.randrange(outputs) if not rare or rng.random() < 0.2 else 0 for _ in range(count))
        for _ in range(coins)
    )
    weights = uniform(coins) if rng.random() < 0.5 else random_distribution(rng, coins, 12, positive=True)
    return AnswerTable(domain, n, outputs, weights, rows)


def mutate_table(rng: Random, table: AnswerTable) -> AnswerTable:
    """Change one answer."""
    r, s = rng.randrange(len(table.answers)), rng.randrange(table.domain**table.n)
    row = table.answers[r]
    new = (*row[:s], rng.randrange(table.outputs), *row[s + 1 :])
    return AnswerTable(
        table.domain, table.n, table.outputs, table.coins, (*table.answers[:r], new, *table.answers[r + 1 :])
    )


def all_tables(domain: int, n: int, outputs: int) -> Iterator[AnswerTable]:
    """Every deterministic algorithm."""
    for row in cartesian(range(outputs), repeat=domain**n):
        yield AnswerTable(domain, n, outputs, (fmpq(1),), (row,))


# -- cases ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class TableCase(Case):
    """An algorithm, the distribution of the draws, and the valid answers."""

    table: AnswerTable
    d: Distribution
    valid: Valid = frozenset({0})

    def show(self) -> dict[str, str]:
        return {"D": show_distribution(self.d), **self.table.show()}

    @abstractmethod
    def loss(self) -> float:
        """What a climb maximises: rho after the transformation over rho before, for instance."""


def on_all_tables(kind: Callable[[AnswerTable, Distribution], Case]) -> Iterator[Case]:
    """Every deterministic algorithm on two draws of a bit, at every bias of a grid."""
    return (kind(table, d) for table in all_tables(2, 2, 2) for d in grid_distributions(2, 4))


def climbed_tables(
    rng: Random, shape: tuple[int, int, int, int], kind: Callable[[AnswerTable, Distribution], TableCase], steps: int
) -> Iterator[Case]:
    """Hill climbing on the loss from a random table of that domain, n, outputs and coins, at one random
    distribution.
    """
    d = random_distribution(rng, shape[0], 12, positive=True)
    return hill_climb(
        kind(random_table(rng, *shape), d),
        lambda case: kind(mutate_table(rng, case.table), d),
        lambda case: [case],
        steps,
        lambda case: case.loss(),
    )


def ratio(top: fmpq, bottom: fmpq) -> float:
    """A float for hill climbing only."""
    return 0.0 if bottom == 0 else float(top / bottom)


def loss_report(largest: fmpq) -> dict[str, Any]:
    """What the largest rho_after/rho found says about a promise of 2 rho; "approached" means within a twentieth."""
    return {
        "largest_rho_after_over_rho": largest,
        "worst_ratio_to_2rho": largest / 2,
        "factor_two_approached": bool(largest > fmpq(19, 10)),
    }
