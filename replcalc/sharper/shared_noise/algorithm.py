"""Choose the best of many options by shared noise, exactly (derived:uniform-noise, derived:exponential-noise).

Mean scores are exact fractions. The noise of an option is a shared uniform number, read digit by digit until the
largest total is certain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq

from replcalc.run.seeds import Shared
from replcalc.sharper.race.algorithm import decide_with_digits, find_smallest
from replcalc.vocabulary import Result


@dataclass(frozen=True)
class SharedNoise:
    """Noise of this width: uniform, or exponential of rate ``eta``. ``name``: of choices with the same seed."""

    width: Fraction
    shared: Shared
    eta: Fraction | None = None
    name: str = ""

    @classmethod
    def from_plan(cls, plan: Result, shared: Shared, name: str = "") -> SharedNoise:
        """Take width and rate from a plan of the method ``noise``."""
        chosen = {key: Fraction(int(value.p), int(value.q)) for key, value in plan.chosen.items()}
        return cls(chosen["w"], shared, chosen.get("eta"), name)

    def choice(self, means: Mapping[str, Fraction]) -> str:
        """Return the option with the largest sum of mean score and noise."""
        options = sorted(means)
        still = options[self.shared.stream("noise", self.name, "option without noise").below(len(options))]
        drawn = {option: self.shared.uniform("noise", self.name, option) for option in options if option != still}

        def find_largest(bits: int) -> str | None:
            noise = {option: self._noise(uniform.floor(bits), bits) for option, uniform in drawn.items()}
            exact = {option: arb(fmpq(mean.numerator, mean.denominator)) for option, mean in means.items()}
            return find_smallest({option: -mean - noise.get(option, 0) for option, mean in exact.items()})

        return decide_with_digits(find_largest, "choose: two totals")

    def _noise(self, digits: int, bits: int) -> arb:
        """The noise at a uniform number between digits/2^bits and (digits + 1)/2^bits, by the inverse function."""
        uniform = (arb(digits).union(arb(digits + 1))) / arb(2) ** bits
        width = arb(fmpq(self.width.numerator, self.width.denominator))
        if self.eta is None:
            return width * uniform
        eta = arb(fmpq(self.eta.numerator, self.eta.denominator))
        return -(1 - uniform * (1 - (-eta * width).exp())).log() / eta
