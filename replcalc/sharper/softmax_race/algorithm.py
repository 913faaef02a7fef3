"""The best of many options on data (derived:softmax-race, -common): shared clocks, accelerated by exp(eta mean score).

Every option has an exponential clock from the shared seed, made from comparisons of uniform reals alone. The smallest
clock/exp(eta mean) is found in balls: with 64 digits of every clock, and if two options stay open, with twice as many.
So the choice is that of the ideal race on real numbers, on every machine.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.run.plans import to_fraction
from replcalc.run.seeds import Shared
from replcalc.sharper.race.algorithm import draw_exponential
from replcalc.vocabulary import PrecisionExhausted, Result

#: Digits up to which a comparison is followed: that many equal ones have probability 2^-16384.
_MOST_BITS = 1 << 14


@dataclass(frozen=True)
class SoftmaxRace:
    """A race; ``name`` distinguishes choices with the same seed."""

    eta: Fraction
    shared: Shared
    name: str = ""

    def choice(self, means: Mapping[str, Fraction]) -> str:
        """Return the option with the smallest clock, given the mean scores of all options."""
        clocks = {option: draw_exponential(self.shared.stream("choose", self.name, option)) for option in means}
        top, bits = max(means.values()), 64
        while bits <= _MOST_BITS:
            with ball_precision(bits + 64):
                times = {}
                for option, mean in means.items():
                    whole, part = clocks[option]
                    late = self.eta * (top - mean)
                    clock = arb((whole << bits) + part.floor(bits)).union(arb((whole << bits) + part.floor(bits) + 1))
                    times[option] = clock * arb(fmpq(late.numerator, late.denominator)).exp()
                first = min(times, key=lambda option: float(times[option].mid().log()))
                if all(times[first] < time for option, time in times.items() if option != first):
                    return first
            bits *= 2
        raise PrecisionExhausted(f"choose: two clocks agree in {_MOST_BITS} digits")


def choose_in_rounds(plan: Result, means: Mapping[str, Fraction], rounds: int, shared: Shared) -> list[str]:
    """Return the winners of so many races, each with clocks of its own, among those that did not win before."""
    eta, left, found = to_fraction(plan.chosen["eta"]), dict(means), []
    for place in range(1, rounds + 1):
        found.append(SoftmaxRace(eta, shared, f"round {place}").choice(left))
        del left[found[-1]]
    return found
