"""Algorithms as explicit tables, and what the invariance simulators do with them.

An ``AnswerTable`` is an algorithm on n draws from {0, .., d-1} and finitely many coins: ``answers[r][s]`` is its answer
with coins r on the s-th sample (samples in the order of itertools.product). Everything about it is a finite sum of
rationals. A transformed algorithm is again a table, whose coins are the pairs (r, r').
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from itertools import product as cartesian
from random import Random
from typing import Any

from flint import fmpq

from replcalc.simulate.worlds.laws import Law, random_law, show_law, uniform

Sample = tuple[int, ...]
#: Which answers are valid, for the distribution at hand.
Valid = frozenset[int]


@dataclass(frozen=True)
class AnswerTable:
    """An algorithm: domain size, draws, number of possible answers, law of the coins, answers per coins and sample."""

    domain: int
    n: int
    outputs: int
    coins: Law
    answers: tuple[tuple[int, ...], ...]

    def laws(self, d: Law) -> Iterator[tuple[fmpq, Law]]:
        """For each coins r: their probability, and the law over samples from d^n of the answer."""
        masses = masses_of(d, self.n)
        for weight, row in zip(self.coins, self.answers, strict=True):
            law = [fmpq(0)] * self.outputs
            for mass, answer in zip(masses, row, strict=True):
                law[answer] += mass
            yield weight, tuple(law)

    def rho(self, d: Law) -> fmpq:
        """Pr over r and two samples from d^n that the answers differ."""
        return sum((w * (1 - sum((x * x for x in law), fmpq(0))) for w, law in self.laws(d)), fmpq(0))

    def failure(self, d: Law, valid: Valid) -> fmpq:
        """Pr over r and one sample from d^n that the answer is not valid."""
        return sum(
            (w * sum((x for y, x in enumerate(law) if y not in valid), fmpq(0)) for w, law in self.laws(d)), fmpq(0)
        )

    def answer_law(self, index: int) -> Law:
        """The law over the coins of the answer to the sample with that index."""
        law = [fmpq(0)] * self.outputs
        for weight, row in zip(self.coins, self.answers, strict=True):
            law[row[index]] += weight
        return tuple(law)

    def show(self) -> dict[str, str]:
        """Rows 'coins (probability)' -> answers in the order of the samples."""
        heads = "samples " + " ".join("".join(map(str, s)) for s in sample_space(self.domain, self.n))
        rows = {
            f"r={r} (probability {w})": " ".join(map(str, row))
            for r, (w, row) in enumerate(zip(self.coins, self.answers, strict=True))
        }
        return {"samples": heads.removeprefix("samples "), **rows}


@lru_cache(maxsize=64)
def sample_space(domain: int, n: int) -> tuple[Sample, ...]:
    return tuple(cartesian(range(domain), repeat=n))


@lru_cache(maxsize=64)
def sample_index(domain: int, n: int) -> dict[Sample, int]:
    return {sample: index for index, sample in enumerate(sample_space(domain, n))}


@lru_cache(maxsize=4096)
def masses_of(d: Law, n: int) -> Law:
    """d^n of every sample, in order."""
    masses: Law = (fmpq(1),)
    for _ in range(n):
        masses = tuple(m * x for m in masses for x in d)
    return masses


def relabel(table: AnswerTable, sources: Sequence[tuple[fmpq, Sequence[int]]]) -> AnswerTable:
    """B(S; r, r') = A(source[r'](S); r): ``sources`` lists each r' as (probability, map of sample indices)."""
    coins = tuple(w * v for w in table.coins for v, _ in sources)
    answers = tuple(tuple(row[t] for t in source) for row in table.answers for _, source in sources)
    return AnswerTable(table.domain, table.n, table.outputs, coins, answers)


# -- permutations ------------------------------------------------------------------------------------------------------
@lru_cache(maxsize=64)
def reorderings(domain: int, n: int) -> tuple[tuple[fmpq, tuple[int, ...]], ...]:
    """For each permutation of positions: the map S -> sigma(sort(S))."""
    index, orders = sample_index(domain, n), tuple(permutations(range(n)))
    maps = []
    for order in orders:
        ordered = (tuple(sorted(s)) for s in sample_space(domain, n))
        maps.append((fmpq(1, len(orders)), tuple(index[tuple(s[i] for i in order)] for s in ordered)))
    return tuple(maps)


@lru_cache(maxsize=64)
def permuted_positions(domain: int, n: int) -> tuple[tuple[int, ...], ...]:
    """For each permutation of positions: the map S -> sigma(S)."""
    index = sample_index(domain, n)
    return tuple(
        tuple(index[tuple(s[i] for i in order)] for s in sample_space(domain, n)) for order in permutations(range(n))
    )


@lru_cache(maxsize=64)
def relabellings(domain: int, n: int) -> tuple[tuple[fmpq, tuple[int, ...]], ...]:
    """For each permutation pi of the domain: the map S -> pi(S)."""
    index, labels = sample_index(domain, n), tuple(permutations(range(domain)))
    return tuple(
        (fmpq(1, len(labels)), tuple(index[tuple(pi[x] for x in s)] for s in sample_space(domain, n))) for pi in labels
    )


def orbit(d: Law) -> tuple[Law, ...]:
    """Every relabelling of the distribution, without repetition."""
    return tuple(sorted({tuple(d[i] for i in pi) for pi in permutations(range(len(d)))}))


def moves_values(table: AnswerTable, maps: Sequence[Sequence[int]]) -> int:
    """How many (coins, sample, map) answer the mapped sample differently: 0 means invariance as values."""
    return sum(row[t] != row[s] for row in table.answers for source in maps for s, t in enumerate(source))


def moves_laws(table: AnswerTable, maps: Sequence[Sequence[int]]) -> int:
    """How many (sample, map) have another law of the answer over the coins: 0 means invariance of laws."""
    laws = [table.answer_law(s) for s in range(table.domain**table.n)]
    return sum(laws[t] != laws[s] for source in maps for s, t in enumerate(source))


# -- correlated sampling -----------------------------------------------------------------------------------------------
def rejection_disagreement(p: Law, q: Law) -> fmpq:
    """Pr[CS(P,r) != CS(Q,r)] for the rejection scheme: r lists uniform points (y,u), CS takes the first with u < P(y).

    Consider the first point that either side takes; the areas are min(P,Q) for both, (P-Q)+ and (Q-P)+ for one alone,
    in all 1 + TV. If both take it they agree. If P alone takes it, at y, Q goes on with fresh points and says y with
    probability Q(y); likewise the other way round.
    """
    union = sum((max(a, b) for a, b in zip(p, q, strict=True)), fmpq(0))
    apart = sum(((a - b) * (1 - b) if a > b else (b - a) * (1 - a) for a, b in zip(p, q, strict=True)), fmpq(0))
    return apart / union


def rejection_draw(p: Law, seed: str) -> int:
    """A real run of the rejection scheme: the shared string is a seeded stream of points."""
    stream = Random(seed)
    while True:
        y, u = stream.randrange(len(p)), fmpq(stream.getrandbits(60), 1 << 60)
        if u < p[y]:
            return y


# -- random tables -----------------------------------------------------------------------------------------------------
def random_table(rng: Random, domain: int, n: int, outputs: int, coins: int) -> AnswerTable:
    """Random answers; in half of the cases one answer dominates, so that rho is small."""
    count = domain**n
    rare = rng.random() < 0.5
    rows = tuple(
        tuple(rng.randrange(outputs) if not rare or rng.random() < 0.2 else 0 for _ in range(count))
        for _ in range(coins)
    )
    weights = uniform(coins) if rng.random() < 0.5 else random_law(rng, coins, 12, positive=True)
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


def shown(table: AnswerTable, d: Law, **more: object) -> dict[str, str]:
    """The world of a comparison, for a person."""
    return {"D": show_law(d), **table.show(), **{name: str(value) for name, value in more.items()}}


def ratio(top: fmpq, bottom: fmpq) -> float:
    """A float for hill climbing only."""
    return 0.0 if bottom == 0 else float(int(top.p * bottom.q)) / float(int(top.q * bottom.p))


def loss_report(largest: fmpq) -> dict[str, Any]:
    """What the largest rho_after/rho found says about a promise of 2 rho; "approached" means within a twentieth."""
    return {
        "largest_rho_after_over_rho": largest,
        "worst_ratio_to_2rho": largest / 2,
        "factor_two_approached": bool(largest > fmpq(19, 10)),
    }
