"""The best of many options on data (derived:softmax-race, -common): shared clocks, accelerated by exp(eta mean score).

Every option has an exponential clock from the shared seed, made from comparisons of uniform reals alone. The smallest
clock/exp(eta mean) is found in balls: with 64 digits of every clock, and if two options stay open, with twice as many.
So the choice is that of the ideal race on real numbers, on every machine.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from replcalc.run.plans import to_fraction
from replcalc.run.seeds import Shared
from replcalc.sharper.race.algorithm import decide_with_digits, draw_exponential, find_smallest
from replcalc.vocabulary import Result


@dataclass(frozen=True)
class SoftmaxRace:
    """A race; ``name`` distinguishes choices with the same seed."""

    eta: Fraction
    shared: Shared
    name: str = ""

    def choice(self, means: Mapping[str, Fraction]) -> str:
        """Return the option with the smallest clock, given the mean scores of all options."""
        clocks = {option: draw_exponential(self.shared.stream("choose", self.name, option)) for option in means}
        top = max(means.values())

        def find_first(bits: int) -> str | None:
            times = {}
            for option, mean in means.items():
                whole, part = clocks[option]
                digits, late = (whole << bits) + part.floor(bits), self.eta * (top - mean)
                times[option] = arb(digits).union(arb(digits + 1)).log() + arb(fmpq(late.numerator, late.denominator))
            return find_smallest(times)

        return decide_with_digits(find_first, "choose: two clocks")


def choose_in_rounds(plan: Result, means: Mapping[str, Fraction], rounds: int, shared: Shared) -> list[str]:
    """Return the winners of so many races, each with clocks of its own, among those that did not win before."""
    eta, left, found = to_fraction(plan.chosen["eta"]), dict(means), []
    for place in range(1, rounds + 1):
        found.append(SoftmaxRace(eta, shared, f"round {place}").choice(left))
        del left[found[-1]]
    return found
