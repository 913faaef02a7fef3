"""Majorities counted outcome by outcome, in exact fractions: the independent witness of both lemmas.

World: nine runs, each wrong with its own probability at most p. Every one of the 2^3 (or 2^9) outcomes is visited; no
formula of the lemmas is used.
"""

from dataclasses import dataclass
from itertools import product

from flint import fmpq

from replcalc.vocabulary import Simulator, World, witness


def wrong_majority(wrong):
    return sum(wrong) >= 2


def failure(rates, decide):
    """The mass of the outcomes in which ``decide`` says that the answer is wrong."""
    total = fmpq(0)
    for outcome in product((0, 1), repeat=len(rates)):
        mass = fmpq(1)
        for rate, wrong in zip(rates, outcome, strict=True):
            mass *= rate if wrong else 1 - rate
        if decide(outcome):
            total += mass
    return total


def wrong_of_nine(outcome):
    return wrong_majority([wrong_majority(outcome[start : start + 3]) for start in (0, 3, 6)])


@dataclass(frozen=True)
class Runs(World):
    """Nine runs by the probabilities with which they are wrong."""

    rates: tuple

    def show(self):
        return {"p_i": [str(rate) for rate in self.rates]}

    def measurements(self):
        p = max(self.rates)
        for label, count, decide in (("mp:three", 3, wrong_majority), ("mp:nine", 9, wrong_of_nine)):
            yield witness(label, "failure", failure(self.rates[:count], decide), p=p)


class Majorities(Simulator):
    name = "majorities"
    statements = ("mp:three", "mp:nine")
    summary = "majorities of three and of nine runs, outcome by outcome"
    default_cases = 20

    def named(self):
        yield Runs((fmpq(1, 3),) * 9)  # equal rates attain both bounds

    def draw(self, rng, number):
        yield Runs(tuple(fmpq(rng.randint(1, 99), 200) for _ in range(9)))

    def search(self, rng, budget):
        for step in range(1, min(budget, 10)):
            yield Runs((fmpq(step, 20),) * 9)


SIMULATOR = Majorities()
