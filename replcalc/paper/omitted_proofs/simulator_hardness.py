"""Composing one-way marginals (thm:hardness): the failure of k runs side by side, and how the samples of two known
compositions grow.

Cases. *Side by side*: k problems of one coin each, every one solved by an algorithm that is wrong for a share beta of
its strings, beta as the proof of thm:hardness takes it; all patterns of right and wrong answers are enumerated. The
composition is one of those that the theorem speaks of, with failure at most k^r beta^ell and factor 1, so that figure
is witnessed. *Growth*: fair coins, all answered together to a fixed replicability, by a shared grid for every coin
(rationals) and by Gaussian noise that two runs sample correlatedly (balls); the exponent is the logarithm of the ratio
of the samples for d and 2d coins. Coins are dealt out to k problems of n coins, d = nk, so one exponent serves chi and
psi.

What that says. The theorem is about all compositions and large n and k. Two compositions at a few sizes cannot refute
it, whatever they do: their exponents are compared as an illustration, and counted for no conclusion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.sharper.expected_gap_rounding.simulator import GridQuery
from replcalc.sharper.gaussian.simulator import binary, exact_rho, joint
from replcalc.simulate.bounds import measure
from replcalc.simulate.simulator import Case, Measurement, Simulator

LABEL = "thm:hardness"
ONE, HALF = fmpq(1), fmpq(1, 2)


@dataclass(frozen=True)
class RunsSideBySide(Case):
    """k runs with independent strings; every one is wrong with the base failure probability of the proof."""

    k: int
    r: int

    @property
    def given(self) -> dict[str, Any]:
        return {"k": self.k, "r": self.r, "ell": 1, "C_hardness": 1}

    @property
    def beta(self) -> fmpq:
        """The largest at which k^r beta, the failure of the composition, is 1/1000."""
        return fmpq(1, 1000 * self.k**self.r)

    def show(self) -> dict[str, str]:
        return {"k": str(self.k), "failure allowed": f"k^{self.r} beta", "beta": str(self.beta)}

    def measurements(self) -> Iterator[Measurement]:
        chance = {True: ONE - self.beta, False: self.beta}
        patterns = product((True, False), repeat=self.k)
        failed = (prod(map(chance.__getitem__, right), start=ONE) for right in patterns if not all(right))
        yield measure(LABEL, "failure", sum(failed, fmpq(0)), "failure of k runs side by side", **self.given)


@lru_cache(maxsize=4096)
def on_a_grid(coins: int, n: int) -> fmpq:
    """Disagreement of fair coins that are each rounded to a shared grid of width 1/2."""
    return ONE - (ONE - GridQuery((HALF, HALF), n).disagreement(HALF)) ** coins


@lru_cache(maxsize=4096)
def in_noise(coins: int, n: int) -> arb:
    """The same for one or two coins with Gaussian noise of width 1/2, sampled correlatedly."""
    return exact_rho(binary(HALF, n) if coins == 1 else joint((fmpq(1, 4),) * 4, n), HALF)


#: name -> (disagreement of d coins with n samples, the d that are doubled, replicabilities to reach)
COMPOSITIONS: dict[str, tuple[Callable[[int, int], Any], tuple[int, ...], tuple[fmpq, ...]]] = {
    "a shared grid for every coin": (on_a_grid, (1, 2), (fmpq(1, 2), fmpq(1, 3))),
    "Gaussian noise on all coins": (in_noise, (1,), (fmpq(1, 4), fmpq(1, 5))),
}


@dataclass(frozen=True)
class SamplesGrow(Case):
    """One composition, d coins and 2d, to one replicability."""

    composition: str
    coins: int
    rho: fmpq

    def samples(self, coins: int) -> int:
        """The smallest number of samples from which on it is rho-replicable, found by doubling and halving."""
        disagreement = COMPOSITIONS[self.composition][0]
        low, high = 0, 1
        while not disagreement(coins, high) <= self.rho:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if disagreement(coins, middle) <= self.rho else (middle, high)
        return high

    def show(self) -> dict[str, str]:
        few, many = self.samples(self.coins), self.samples(2 * self.coins)
        told = {"composition": self.composition, "coins": f"{self.coins} and {2 * self.coins}", "rho": str(self.rho)}
        return told | {"samples": f"{few} and {many}"}

    def measurements(self) -> Iterator[Measurement]:
        exponent = (arb(self.samples(2 * self.coins)) / self.samples(self.coins)).log() / arb(2).log()
        yield Measurement(LABEL, f"exponent of {self.composition}, an illustration", exponent, ONE, ">=")


class HardnessSimulator(Simulator):
    name, statements, default_cases = "hardness", (LABEL,), 10
    summary = "one-way marginals: failure of k runs side by side; growth of two compositions from d coins to 2d"

    def named(self) -> Iterator[Case]:
        for k in (1, 2, 5, 10):
            yield RunsSideBySide(k, 1)
        for name, (_, coins, targets) in COMPOSITIONS.items():
            yield from (SamplesGrow(name, d, rho) for d in coins for rho in targets)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        yield RunsSideBySide(rng.randint(1, 8), rng.choice((1, 2, 3)))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Every small k at the exponents that the union bound allows: it is nearly attained at r = 1."""
        yield from (RunsSideBySide(k, r) for k in range(1, 10) for r in (1, 2))
