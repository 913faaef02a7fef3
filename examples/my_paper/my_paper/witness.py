"""Majorities counted outcome by outcome, in exact fractions: the independent witness of both lemmas.

World: nine runs, each wrong with its own probability at most p. Every one of the 2^3 (or 2^9) outcomes is visited; no
formula of the lemmas is used.
"""

from itertools import product

from flint import fmpq

from replcalc.simulate.bounds import bound
from replcalc.simulate.simulator import Measurement, Simulator


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


class Majorities(Simulator):
    name = "majorities"
    statements = ("mp:three", "mp:nine")
    summary = "majorities of three and of nine runs, outcome by outcome"
    default_cases = 20

    def compare(self, rates):
        p = max(rates)
        world = {"p_i": [str(rate) for rate in rates]}
        for label, runs, decide in (("mp:three", rates[:3], wrong_majority), ("mp:nine", rates, wrong_of_nine)):
            yield Measurement(label, "failure", failure(runs, decide), bound(label, "failure", p=p), world)

    def named(self):
        yield from self.compare([fmpq(1, 3)] * 9)  # equal rates attain both bounds

    def random(self, rng, count):
        for _ in range(count):
            yield from self.compare([fmpq(rng.randint(1, 99), 200) for _ in range(9)])

    def search(self, rng, budget):
        for step in range(1, min(budget, 10)):
            yield from self.compare([fmpq(step, 20)] * 9)


SIMULATOR = Majorities()
