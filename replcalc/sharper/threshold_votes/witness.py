"""Threshold votes (derived:threshold-two, -any, derived:uniform-threshold) and their constant, by enumeration.

World: a base algorithm as a list of random strings, each with its weight and the law of its answer on one block; T
blocks vote, so the counts of the answers are multinomial. Two independent runs share the string, the threshold and,
for any outputs, the second string. Strings, both count vectors and the thresholds are all enumerated; the laws of the
thresholds hold square roots, so truths are balls except for the uniform threshold, where they are rational.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.simulate.bounds import bound
from replcalc.simulate.simulator import Measurement, Simulator, World, climbed
from replcalc.simulate.worlds.algorithms import BlockCounts, multinomial
from replcalc.simulate.worlds.binomial import CountLaw
from replcalc.simulate.worlds.laws import (
    ONE,
    ZERO,
    Law,
    bernoulli,
    collected,
    law,
    random_law,
    shift_unit,
    show_law,
    uniform,
)

TWO, ANY, UNIFORM = "derived:threshold-two", "derived:threshold-any", "derived:uniform-threshold"
KAPPA, CLOSED = "derived:vote-kappa", "derived:vote-kappa-closed"


@lru_cache(maxsize=64)
def weights(votes: int) -> tuple[arb, ...]:
    """The law of the threshold: proportional to sqrt(m(T-1-m)) on m = 0..T-1."""
    roots = [arb(m * (votes - 1 - m)).sqrt() for m in range(votes)]
    total = sum(roots, arb(0))
    return tuple(x / total for x in roots)


@dataclass(frozen=True)
class ThresholdVotesWorld(World):
    """Strings with weights, the answer law of each, the wrong answers, and the number of votes."""

    name: str
    coins: Law
    laws: tuple[Law, ...]
    wrong: frozenset[int]
    votes: int
    more: bool = True  # any outputs too, where that is no long sum

    @cached_property
    def rho0(self) -> fmpq:
        return sum(
            (c * (ONE - sum((x * x for x in p), ZERO)) for c, p in zip(self.coins, self.laws, strict=True)), ZERO
        )

    @cached_property
    def beta0(self) -> fmpq:
        return sum((c * self.mistaken(p) for c, p in zip(self.coins, self.laws, strict=True)), ZERO)

    def mistaken(self, p: Law) -> fmpq:
        return sum((x for y, x in enumerate(p) if y in self.wrong), ZERO)

    def show(self) -> dict[str, Any]:
        rows = {f"string {r} w.p. {c}": show_law(p) for r, (c, p) in enumerate(zip(self.coins, self.laws, strict=True))}
        return {"world": self.name, "votes": str(self.votes), "wrong": str(sorted(self.wrong)), **rows}

    def given(self, votes: str, count: int) -> dict[str, Any]:
        total = count if votes == "T" else 2 * count + 1
        return {"n": (1,), "rho0": (self.rho0,), "beta0": (self.beta0,), "N": total, votes: (count,)}

    def measurements(self) -> Iterator[Measurement]:
        answers = len(self.laws[0])
        if answers == 2:
            yield from of_two_answers(self)
        if self.more and answers**self.votes <= 5000:
            yield from of_any_outputs(self)


# -- two answers -----------------------------------------------------------------------------------------------------
def two_answers(world: ThresholdVotesWorld, thresholds: tuple[Any, ...]) -> tuple[Any, Any]:
    """Disagreement and failure: answer 1 if it has more than m votes, m from the law ``thresholds``."""
    differ: Any = ZERO
    fails: Any = ZERO
    for c, p in zip(world.coins, world.laws, strict=True):
        ones = CountLaw.exact(world.votes, p[1])
        for m, w in enumerate(thresholds):
            says = ones.at_least(m + 1)
            differ = differ + w * (c * 2 * says * (ONE - says))
            fails = fails + w * (c * world.mistaken(bernoulli(says)))
    return differ, fails


def of_two_answers(world: ThresholdVotesWorld) -> Iterator[Measurement]:
    given = world.given("T", world.votes)
    if world.votes >= 3:
        differ, fails = two_answers(world, weights(world.votes))
        for label in (KAPPA, CLOSED):
            kappa = bound(label, "kappa", T=world.votes)
            yield Measurement(label, "disagreement over rho0", arb(differ) / arb(world.rho0), kappa)
            yield Measurement(TWO, f"rho, {label}", differ, bound(TWO, "rho", kappa=(kappa,), **given))
        yield Measurement(TWO, "beta", fails, bound(TWO, "beta", kappa=(ONE,), **given))
    # a uniform number h in [0,1): more than h T votes means more than m for m = floor(h T), uniform on 0..T-1
    differ, fails = two_answers(world, uniform(world.votes))
    yield Measurement(UNIFORM, "rho", differ, bound(UNIFORM, "rho", **given))
    yield Measurement(UNIFORM, "beta", fails, bound(UNIFORM, "beta", **given))
    yield Measurement(UNIFORM, "beta is the base's own", fails, world.beta0, ">=")


# -- any outputs -----------------------------------------------------------------------------------------------------
def passing(counts: BlockCounts, m: int) -> int | None:
    """The answer with more than m votes; at most one has, because m >= T/2."""
    return next((y for y, votes in enumerate(counts) if votes > m), None)


def any_outputs(world: ThresholdVotesWorld) -> tuple[Any, Any, Any]:
    """Disagreement, failure, and the probability that no answer passes, over string, threshold and counts."""
    differ: Any = arb(0)
    fails: Any = arb(0)
    silent: Any = arb(0)
    law_of = weights(world.votes)
    for c, p in zip(world.coins, world.laws, strict=True):
        samples = multinomial(p, world.votes)
        for m in range(world.votes // 2, world.votes):
            out = collected((passing(counts, m), x) for counts, x in samples)
            none = out.pop(None, ZERO)
            same = sum((x * x for x in out.values()), ZERO) + none * none * (ONE - world.rho0)
            wrong = sum((x for y, x in out.items() if y in world.wrong), ZERO) + none * world.beta0
            weight = 2 * law_of[m] * arb(c)
            differ = differ + weight * arb(ONE - same)
            fails = fails + weight * arb(wrong)
            silent = silent + weight * arb(none)
    return differ, fails, silent


def of_any_outputs(world: ThresholdVotesWorld) -> Iterator[Measurement]:
    if world.votes % 2 or world.votes < 4:
        return
    given = world.given("H", world.votes // 2)
    differ, fails, silent = any_outputs(world)
    for label in (KAPPA, CLOSED):
        kappa = bound(label, "kappa", T=world.votes)
        yield Measurement(ANY, f"rho, {label}", differ, bound(ANY, "rho", kappa=(kappa,), **given))
    yield Measurement(ANY, "beta", fails, bound(ANY, "beta", kappa=(ONE,), **given))
    yield Measurement(ANY, "no answer passes", silent, 2 * world.rho0)


class ThresholdVotesSimulator(Simulator):
    name = "threshold-votes"
    statements = (KAPPA, CLOSED, TWO, ANY, UNIFORM)
    summary = "votes against a shared threshold, strings and both samples enumerated: disagreement and failure"
    default_cases = 60

    def named(self) -> Iterator[World]:
        wrong = frozenset({1})
        for votes in (3, 4, 5, 8, 20, 64):
            for q in (fmpq(1, 2), fmpq(1, 4), fmpq(1, 20), fmpq(1, 1000), fmpq(3, 4)):
                yield ThresholdVotesWorld(f"one coin of bias {q}", (ONE,), (bernoulli(q),), wrong, votes)
        for q in (fmpq(1, 2), fmpq(1, 10), fmpq(1, 100)):
            yield ThresholdVotesWorld(f"many votes of bias {q}", (ONE,), (bernoulli(q),), wrong, 200)
        yield ThresholdVotesWorld("mostly certain", law(9, 1), (bernoulli(ZERO), bernoulli(fmpq(1, 2))), wrong, 10)
        for size in (3, 4):
            for votes in (4, 6):
                name = f"{size} equally likely answers"
                yield ThresholdVotesWorld(name, (ONE,), (uniform(size),), frozenset({0}), votes)
        yield ThresholdVotesWorld("a heavy answer", (ONE,), (law(8, 1, 1),), frozenset({1, 2}), 6)

    def draw(self, rng: Random, number: int) -> Iterator[World]:
        outputs = rng.choice((2, 2, 3))
        strings = rng.randint(1, 3)
        laws = tuple(random_law(rng, outputs, rng.choice((6, 30))) for _ in range(strings))
        wrong = frozenset(y for y in range(outputs) if rng.random() < 0.5) or frozenset({1})
        coins = law(*(rng.randint(1, 5) for _ in laws))
        world = ThresholdVotesWorld(f"random {number}", coins, laws, wrong, rng.choice((3, 4, 6, 8, 10)))
        if world.rho0:
            yield world

    def search(self, rng: Random, budget: int) -> Iterator[World]:
        """Hill climbing on the answer law for the disagreement over its bound: two answers, then three."""
        for size, votes in ((2, 6), (2, 30), (3, 4), (3, 6)):
            label = TWO if size == 2 else ANY

            def worlds(units: tuple[int, ...], v: int = votes, more: bool = size > 2) -> list[ThresholdVotesWorld]:
                found = ThresholdVotesWorld("found by search", (ONE,), (law(*units),), frozenset({1}), v, more)
                return [found] if sum(x > 0 for x in units) >= 2 else []

            def score(units: tuple[int, ...], worlds: Any = worlds, label: str = label) -> float:
                found = (m for world in worlds(units) for m in world.measurements() if m.statement == label)
                return max((float(m.ratio().mid()) for m in found), default=0.0)

            start: tuple[int, ...] = (20, 10) if size == 2 else (20, 10, 10)
            yield from climbed(start, lambda u: shift_unit(rng, u, 2), worlds, budget // 2, score)


SIMULATOR = ThresholdVotesSimulator()
