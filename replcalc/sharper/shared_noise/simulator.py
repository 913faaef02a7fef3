"""Two or three options chosen by shared noise, exactly (derived:uniform-noise, derived:exponential-noise, -common).

Case: coins with rational biases, N flips of each; or N samples of a distribution on patterns of right and wrong
options. The score totals of both runs are enumerated. An option x wins in both runs if the noise of every other option
z exceeds that of x by at most c_z, the smaller one of the two leads of x over z: with J the option without noise this
is a product of distribution functions (J = x) or an integral over the noise of x (J another option).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from itertools import product as cartesian
from operator import mul
from random import Random
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.distributions import ONE, ZERO, Distribution, bernoulli, collect_outcomes, distribution, product
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import multinomial

UNIFORM = "derived:uniform-noise"
#: By whether the noise is exponential and whether the sample is common.
LABELS = {
    (False, False): UNIFORM,
    (False, True): "derived:uniform-noise-common",
    (True, False): "derived:exponential-noise",
    (True, True): "derived:exponential-noise-common",
}
HALF = fmpq(1, 2)


@dataclass(frozen=True)
class Noise:
    """The distribution of U: uniform on [0, width], or exponential of rate eta given that it is at most the width."""

    width: fmpq
    eta: fmpq | None = None

    def mass(self, low: fmpq, high: fmpq) -> arb:
        """Return Pr[low <= U <= high], for 0 <= low <= high <= width."""
        if self.eta is None:
            return arb((high - low) / self.width)
        return (self._decay(low) - self._decay(high)) / (1 - self._decay(self.width))

    def product(self, lead: fmpq, low: fmpq, high: fmpq) -> arb:
        """Return the integral of f(u) F(lead + u) from low to high, where 0 <= lead + u <= width."""
        if self.eta is None:
            return arb(((lead + high) ** 2 - (lead + low) ** 2) / (2 * self.width**2))
        full = 1 - self._decay(self.width)
        squares = arb(-self.eta * lead).exp() * (self._decay(2 * low) - self._decay(2 * high)) / 2
        return (self.mass(low, high) - squares / full) / full

    def _decay(self, x: fmpq) -> arb:
        assert self.eta is not None
        return arb(-self.eta * x).exp()

    def at_most(self, lead: fmpq) -> arb:
        """Return Pr[U <= lead]."""
        return self.mass(ZERO, min(max(lead, ZERO), self.width))

    def wins(self, leads: Sequence[fmpq]) -> arb:
        """Return Pr[the noise of x is exceeded by at most these leads], one for each other option (one or two)."""
        total = arb(1)
        for lead in leads:
            total *= self.at_most(lead)  # x has no noise
        for place, lead in enumerate(leads):  # the option at this place has none
            low = min(max(-lead, ZERO), self.width)
            others = [other for i, other in enumerate(leads) if i != place]
            total += self._beyond(low, others[0]) if others else self.mass(low, self.width)
        return total / (len(leads) + 1)

    def _beyond(self, low: fmpq, lead: fmpq) -> arb:
        """Return the integral of f(u) F(lead + u) from low to the width."""
        first = min(max(low, -lead), self.width)
        last = max(first, min(self.width, self.width - lead))
        return self.product(lead, first, last) + self.mass(last, self.width)


@dataclass(frozen=True)
class NoisyOptions(Case):
    """``n`` draws of all options, 0 or 1 each.

    ``parts``: the distribution of every option; or, scored on one sample, one of the 2^options patterns.
    """

    parts: tuple[Distribution, ...]
    n: int
    noise: Noise

    varied = ("parts",)

    @property
    def common(self) -> bool:
        return len(self.parts) == 1

    @cached_property
    def patterns(self) -> Distribution:
        return product(*self.parts)

    @property
    def options(self) -> int:
        return len(self.patterns).bit_length() - 1

    @cached_property
    def totals(self) -> list[tuple[tuple[int, ...], fmpq]]:
        """What all options score, with probabilities."""
        scores = list(zip(*cartesian((0, 1), repeat=self.options), strict=True))  # a row for each option
        counts = multinomial(self.patterns, self.n)
        return list(collect_outcomes((tuple(sum(map(mul, row, c)) for row in scores), p) for c, p in counts).items())

    def _leads(self, scores: tuple[int, ...], x: int) -> list[fmpq]:
        return [fmpq(scores[x] - other, self.n) for z, other in enumerate(scores) if z != x]

    def disagreement(self) -> arb:
        agree = sum((arb(p * p) for _, p in self.totals), arb(0))
        for (one, p), (two, q) in combinations(self.totals, 2):
            leads = (map(min, self._leads(one, x), self._leads(two, x)) for x in range(self.options))
            agree += 2 * arb(p * q) * sum((self.noise.wins(list(lead)) for lead in leads), arb(0))
        return 1 - agree

    def failure(self, bad: list[int]) -> arb:
        """Return the probability that one of the bad options is chosen."""
        return sum((arb(p) * self.noise.wins(self._leads(scores, x)) for scores, p in self.totals for x in bad), arb(0))

    def measurements(self) -> Iterator[Measurement]:
        means = [sum((scores[x] * p for scores, p in self.totals), ZERO) / self.n for x in range(self.options)]
        eta, kind = self.noise.eta, (self.noise.eta is not None, self.common)
        label = LABELS[kind]
        given: dict[str, Any] = {"k": 1, "arms": self.options, "N": self.n, "w": self.noise.width}
        given |= {} if eta is None else {"eta": eta}
        if kind != (True, True):
            given["V"] = ONE if self.common else max(p * (1 - p) for p in means)
        if eta is not None and not arb(bound(label, "theta", alpha=HALF, **given)) < 1:
            return
        yield measure(label, "rho", self.disagreement(), "disagreement", alpha=fmpq(99, 100), **given)
        alpha = (max(means) - min(means)) * fmpq(999, 1000)
        if alpha > 0 and (eta is not None or self.noise.width < alpha):
            bad = [x for x, mean in enumerate(means) if max(means) - mean > alpha]
            yield measure(label, "beta", self.failure(bad), "failure", alpha=alpha, **given)


def separate(biases: Sequence[fmpq], n: int, noise: Noise) -> NoisyOptions:
    """Return coins with these biases, flipped independently."""
    return NoisyOptions(tuple(map(bernoulli, biases)), n, noise)


def common(weights: Sequence[int], n: int, noise: Noise) -> NoisyOptions:
    """Return options that are right or wrong on the same samples: weights of the 2^options patterns."""
    return NoisyOptions((distribution(*weights),), n, noise)


class SharedNoiseSimulator(Simulator):
    name, default_cases = "shared-noise", 12
    statements = tuple(LABELS.values())
    summary = "two or three options chosen by shared noise: exact disagreement and failure"
    loose: ClassVar = {UNIFORM: "failures are bounded by Hoeffding's inequality and added up over the options"}

    def examples(self) -> Iterator[Case]:
        most = fmpq(9, 10)
        for width in (HALF, most):
            for noise in (Noise(width), Noise(width, HALF), Noise(width, ONE)):
                yield separate((HALF, HALF), 5, noise)
                yield separate((HALF, HALF, HALF), 3, noise)
                yield separate((most, fmpq(1, 5)), 6, noise)
                yield separate((most, fmpq(1, 5), HALF), 2, noise)
                yield common((0, 1, 1, 0), 8, noise)  # one is right where the other is wrong
                yield common((0, 1, 1, 1, 1, 1, 1, 0), 4, noise)
                yield common((0, 1, 8, 1), 8, noise)
        yield separate((HALF, HALF), 5, Noise(most, 2 * ONE))  # the gap is beyond the level
        yield separate((HALF, HALF, HALF), 4, Noise(most, fmpq(3, 2)))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the samples", WrongParameter(self.example(0), "N", lambda x: 2 * x)
        yield "a gap beyond the level: four times the samples", WrongParameter(self.example(42), "N", lambda x: 4 * x)
        yield "noise of twice the width", WrongParameter(self.example(0), "w", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        options = rng.choice((2, 2, 3))
        eta = rng.choice((None, fmpq(rng.randint(1, 30), 10)))
        noise = Noise(fmpq(rng.randint(2, 9), 10), eta)
        yield separate([fmpq(rng.randint(0, 10), 10) for _ in range(options - 1)] + [fmpq(1, 2)], 3, noise)
        yield common([*(rng.randint(0, 4) for _ in range(2**options - 1)), 1], 3, noise)
