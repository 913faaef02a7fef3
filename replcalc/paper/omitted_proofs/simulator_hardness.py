"""Composing one-way marginals (thm:hardness): the failure of k runs side by side.

Cases. k problems of one coin each, every one solved by an algorithm that is wrong for a share beta of its strings, beta
as the proof of thm:hardness takes it; all patterns of right and wrong answers are enumerated. The composition is one of
those that the theorem speaks of, with failure at most k^r beta^ell and factor 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from random import Random
from typing import Any

from flint import fmpq

from replcalc.simulate.bounds import measure
from replcalc.simulate.simulator import Case, Measurement, Simulator

LABEL = "thm:hardness"
ONE = fmpq(1)


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


class HardnessSimulator(Simulator):
    name, statements, default_cases = "hardness", (LABEL,), 10
    summary = "one-way marginals: failure of k runs side by side"

    def examples(self) -> Iterator[Case]:
        for k in (1, 2, 5, 10):
            yield RunsSideBySide(k, 1)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        yield RunsSideBySide(rng.randint(1, 8), rng.choice((1, 2, 3)))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Every small k at the exponents that the union bound allows: it is nearly attained at r = 1."""
        yield from (RunsSideBySide(k, r) for k in range(1, 10) for r in (1, 2))
