"""Rounds that spell a hash of the sample, and a last round that names the sample to whoever has the hash.

Case: a sample of n bits, a hash of L bits that is even on every balanced weight class (weights n/4 to 3n/4), M rounds
of randomised response for every bit of it, a last round that reads the transcript by majority and outputs the sample if
it is balanced and its hash is the one read. See proof-spelled-hash.md.

Perfect generalization of the composition allows it to name its sample with probability 2 delta* + e^eps* 2^-n at most
(transcripts that end in different samples are disjoint events); the chance comes from exact binomial tails. The
informal theorem, which leaves out the condition eps* <= c3, says less than happens: its breach is reported apart. That
the last round is perfectly generalizing with gamma the largest share of a hash value in a weight class is checked for
small n on every coin of a grid, all samples enumerated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import comb
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.family import Family
from replcalc.simulate.binomial import CountDistribution
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.statements.catalogue import statement

LABEL = "thm:pg_compose_intro"
#: What is left for the additive parts and for delta', which the case does not use.
TINY = fmpq(1, 10**30)


@dataclass(frozen=True)
class SpelledHash(Case):
    """``bits`` of the hash, ``repeats`` rounds each at odds 11 : 10; ``factor`` is the constant of the printed
    delta*.
    """

    n: int
    factor: int
    bits: int = 40
    repeats: int = 10_001

    def gamma(self) -> fmpq:
        """Of the last round: the largest share of one hash value in a weight class, at the ends of the balanced
        ones.
        """
        classes = [comb(self.n, w) for w in (-(-self.n // 4), 3 * self.n // 4)]
        return max(fmpq(-(-size // 2**self.bits), size) for size in classes)

    def naming(self) -> arb:
        """At least Pr[the last output is the sample]: the bits are read independently of the sample."""
        misread = CountDistribution.ball(self.repeats, fmpq(11, 21)).less(self.repeats // 2 + 1)
        balanced = sum(comb(self.n, w) for w in range(-(-self.n // 4), 3 * self.n // 4 + 1))
        return arb(fmpq(balanced, 2**self.n)) * (1 - self.bits * misread)

    def allowed(self, **given: Any) -> arb:
        """2 delta* + e^eps* 2^-n: how often a composition that is PG with these parameters can name its sample."""
        star, additive = (arb(statement(LABEL).bound(name, **given)) for name in ("epsilon_star", "delta_star"))
        return 2 * additive + (star - self.n * arb(2).log()).exp()

    def measurements(self) -> Iterator[Measurement]:
        def rounds(spelling: Any, naming: Any) -> Family[Any]:
            return Family.from_runs(((spelling, self.bits * self.repeats), (naming, 1)))

        each = arb(fmpq(11, 10)).log()
        given = {"epsilon": rounds(each, each), "delta": rounds(TINY, self.gamma()), "delta_prime": TINY}
        limit = self.allowed(C_delta_intro=self.factor, **given)
        yield Measurement(LABEL, "chance of naming the sample", self.naming(), limit, expected_false=True)


@dataclass(frozen=True)
class NamingRound(Case):
    """``hashes``: the value of every sample in a balanced weight class. How often does the last round name a sample?"""

    n: int
    hashes: tuple[tuple[tuple[int, ...], int], ...]

    def measurements(self) -> Iterator[Measurement]:
        values = {value for _, value in self.hashes}
        weights = [sum(sample) for sample, _ in self.hashes]
        sizes = {w: max(-(-weights.count(w) // len(values)), 1) for w in weights}
        gamma = max(fmpq(size, weights.count(w)) for w, size in sizes.items())
        for value, twentieths in product(values, range(21)):
            coin = fmpq(twentieths, 20)
            ones = (sum(sample) for sample, found in self.hashes if found == value)
            share = sum((coin**w * (1 - coin) ** (self.n - w) for w in ones), fmpq(0))
            yield Measurement(LABEL, "gamma of the naming round", share, gamma)


def even_hash(n: int, bits: int) -> NamingRound:
    """Number the samples of each balanced weight class, modulo 2^bits."""
    classes = [[s for s in product((0, 1), repeat=n) if sum(s) == w] for w in range(-(-n // 4), 3 * n // 4 + 1)]
    return NamingRound(n, tuple((s, number % 2**bits) for members in classes for number, s in enumerate(members)))


class SpelledHashSimulator(Simulator):
    name, statements, default_cases = "spelled-hash", (LABEL,), 1
    summary = "rounds that spell a hash of the sample, a last one that names it: why eps* must be bounded"

    def examples(self) -> Iterator[Case]:
        yield SpelledHash(6000, 10**6)
        yield from (even_hash(n, bits) for n, bits in ((4, 1), (5, 2), (6, 2)))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        even = even_hash(6, 2)
        yield "a hash that is not even", replace(even, hashes=tuple((s, int(value == 3)) for s, value in even.hashes))
