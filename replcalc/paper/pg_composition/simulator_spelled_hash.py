"""Rounds that spell a hash of the sample, and a last round that names the sample to whoever has the hash.

Case: a sample of n bits, a hash of L bits that is even on every balanced weight class (weights n/4 to 3n/4), M rounds
of randomised response for every bit of it, a last round that reads the transcript by majority and outputs the sample if
it is balanced and its hash is the one read. See proof-spelled-hash.md.

For small n the algorithms are built and everything is enumerated: samples, transcripts, coins on a grid. The
hypotheses are checked first: every round is perfectly generalizing as said, for every prefix. Then the chance that the
composition names its sample is compared with what perfect generalization of the composition allows: 2 delta* +
e^eps* 2^-n (transcripts that end in different samples are disjoint events).

For the large case the chance comes from exact binomial tails. There the informal theorem, which leaves out the
condition eps* <= c3, promises less than happens; its breach is reported apart. lm:pg_compose_het is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from itertools import product as cartesian
from math import comb, prod
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.family import Family
from replcalc.simulate.binomial import exact_numerators
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.statements.catalogue import statement

INFORMAL, PRECISE = "thm:pg_compose_intro", "lm:pg_compose_het"
#: What is left for the additive parts and for delta', which the cases do not use.
TINY = fmpq(1, 10**30)

Bits = tuple[int, ...]


def balanced_weights(n: int) -> range:
    """n/4 <= w <= 3n/4."""
    return range(-(-n // 4), 3 * n // 4 + 1)


@dataclass(frozen=True)
class HashCase(Case):
    """``hashes``: the value of every balanced sample. ``truth``: the chance that a round shows the bit itself."""

    n: int
    bits: int
    repeats: int
    truth: fmpq
    hashes: dict[Bits, int]

    @property
    def odds(self) -> fmpq:
        """e^epsilon of a spelling round, with the fair coin as its oracle: the larger of 2t and 1/(2(1-t))."""
        return max(2 * self.truth, 1 / (2 * (1 - self.truth)))

    def show(self) -> dict[str, str]:
        return {
            "n": str(self.n),
            "bits of the hash": str(self.bits),
            "rounds for each bit": str(self.repeats),
            "shows the bit with probability": str(self.truth),
        }

    def named_share(self, coin: fmpq, value: int) -> fmpq:
        """Pr[the sample is balanced and has that hash], by enumeration: what the last round reveals on this coin."""
        total = fmpq(0)
        for sample, found in self.hashes.items():
            if found == value:
                ones = sum(sample)
                total += coin**ones * (1 - coin) ** (self.n - ones)
        return total

    def exposure(self) -> fmpq:
        """gamma of the last round: the largest share of one hash value within a balanced weight class."""
        shares = []
        for w in balanced_weights(self.n):
            members = [value for sample, value in self.hashes.items() if sum(sample) == w]
            shares += [fmpq(members.count(value), len(members)) for value in range(2**self.bits)]
        return max(shares)

    def reads(self, shown: Bits, transcript: Bits) -> bool:
        """Does the majority of the rounds of every bit give ``shown``?"""
        rows = (transcript[j * self.repeats : (j + 1) * self.repeats] for j in range(self.bits))
        return all((2 * sum(row) > self.repeats) == bool(bit) for row, bit in zip(rows, shown, strict=True))

    def naming(self) -> fmpq:
        """Pr[the last output is the sample] for a fair coin, over all samples and transcripts."""
        total = fmpq(0)
        for value in self.hashes.values():
            shown = tuple(value >> j & 1 for j in range(self.bits))
            for transcript in cartesian((0, 1), repeat=self.bits * self.repeats):
                if self.reads(shown, transcript):
                    right = (bit == shown[j // self.repeats] for j, bit in enumerate(transcript))
                    total += prod((self.truth if each else 1 - self.truth for each in right), start=fmpq(1, 2**self.n))
        return total

    def breach(self) -> str:
        """Where the last round reveals more than ``exposure`` on some coin, for some prefix; empty if nowhere."""
        gamma = self.exposure()
        for value, tenths in cartesian(range(2**self.bits), range(21)):
            if self.named_share(fmpq(tenths, 20), value) > gamma:
                return f"hash {value} on a coin of bias {tenths}/20"
        return ""

    def measurements(self) -> Iterator[Measurement]:
        """The precise lemma; the spelling rounds first, the naming round last."""
        if found := self.breach():
            raise ValueError(f"the naming round is not perfectly generalizing: {found}")
        rounds = self.bits * self.repeats
        epsilon = arb(self.odds).log()
        values = {
            "epsilon": two_runs(epsilon, epsilon, rounds),
            "delta": two_runs(TINY, TINY, rounds),
            "gamma": two_runs(TINY, self.exposure(), rounds),
            "delta_prime": fmpq(1, 1000),
        }
        limit = allowed(PRECISE, self.n, **values)
        yield Measurement(PRECISE, "chance of naming the sample", self.naming(), limit)


def even_hash(n: int, bits: int, rng: Random | None = None) -> dict[Bits, int]:
    """Number the samples of each balanced weight class (in a random order), modulo 2^bits."""
    found: dict[Bits, int] = {}
    for w in balanced_weights(n):
        places = list(combinations(range(n), w))
        if rng is not None:
            rng.shuffle(places)
        for number, chosen in enumerate(places):
            found[tuple(int(j in chosen) for j in range(n))] = number % 2**bits
    return found


def allowed(label: str, n: int, **values: Any) -> arb:
    """2 delta* + e^eps* 2^-n: how often a composition that is PG with these parameters can name its sample."""
    entry = statement(label)
    star, additive = (arb(entry.bound(name, **values)) for name in ("epsilon_star", "delta_star"))
    return 2 * additive + (star - n * arb(2).log()).exp()


def two_runs(spelling: object, naming: object, rounds: int) -> Family[object]:
    """A parameter of the composition: the same for all spelling rounds, its own for the naming round."""
    return Family.from_runs(((spelling, rounds), (naming, 1)))


# -- the large case ---------------------------------------------------------------------------------------------------
BITS, REPEATS, TRUTH = 40, 10_001, fmpq(11, 21)


@dataclass(frozen=True)
class LargeHashCase(Case):
    """40 bits, 10001 rounds each at odds 11 : 10; ``factor`` is the constant of the printed delta*."""

    n: int
    factor: int

    @property
    def rounds(self) -> int:
        return BITS * REPEATS

    @property
    def gamma(self) -> fmpq:
        """Of the last round: it is largest at the ends of the balanced weights."""
        weights = balanced_weights(self.n)
        return max(fmpq(-(-comb(self.n, w) // 2**BITS), comb(self.n, w)) for w in (weights[0], weights[-1]))

    def show(self) -> dict[str, str]:
        told = {"n": self.n, "k": self.rounds + 1, "e^eps_i": "11/10", "delta_k": arb(self.gamma)}
        return {name: str(value) for name, value in (told | {"factor": self.factor}).items()}

    def measurements(self) -> Iterator[Measurement]:
        n, rounds = self.n, self.rounds
        numbers, whole = exact_numerators(REPEATS, TRUTH)
        misread = fmpq(sum(numbers[: REPEATS // 2 + 1]), whole)
        inside = fmpq(sum(comb(n, w) for w in balanced_weights(n)), 2**n)
        named = arb(inside * (1 - BITS * misread))  # at least: the bits are read independently of the sample
        each = arb(fmpq(11, 10)).log()
        epsilon, last = two_runs(each, each, rounds), two_runs(TINY, self.gamma, rounds)
        printed = allowed(INFORMAL, n, epsilon=epsilon, delta=last, delta_prime=TINY, C_delta_intro=self.factor)
        yield Measurement(INFORMAL, "chance of naming the sample", named, printed, expected_false=True)
        precise = {"epsilon": epsilon, "delta": two_runs(TINY, TINY, rounds), "gamma": last, "delta_prime": TINY}
        limit = allowed(PRECISE, n, **precise)
        yield Measurement(PRECISE, "chance of naming the sample, many rounds", named, limit)


class SpelledHashSimulator(Simulator):
    name, statements, default_cases = "spelled-hash", (PRECISE, INFORMAL), 20
    summary = "rounds that spell a hash of the sample, a last one that names it: why eps* must be bounded"

    def examples(self) -> Iterator[Case]:
        for n, bits, repeats in ((4, 1, 1), (4, 1, 3), (5, 2, 3), (6, 2, 3)):
            yield HashCase(n, bits, repeats, fmpq(3, 5), even_hash(n, bits))
        yield LargeHashCase(6000, 10**6)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        n, bits = rng.randint(4, 6), rng.randint(1, 2)
        truth = fmpq(rng.randint(51, 60), 100)
        yield HashCase(n, bits, rng.choice((1, 3)), truth, even_hash(n, bits, rng))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Louder rounds: the likelier the bit is read, the more is named."""
        for percent in range(50, 51 + min(budget, 10)):
            yield HashCase(5, 1, 5, fmpq(percent + 1, 100), even_hash(5, 1))
