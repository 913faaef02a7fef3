"""Two or three options chosen by shared noise, exactly (derived:uniform-noise, derived:exponential-noise, -common).

Case: coins with rational biases, N flips of each; or N samples of a distribution on patterns of right and wrong
options. The score totals of both runs are enumerated. An option x wins in both runs if the noise of every other option
z exceeds that of x by at most c_z, the smaller one of the two leads of x over z: with J the option without noise this
is a product of distribution functions (J = x) or an integral over the noise of x (J another option).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product as cartesian
from random import Random
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.simulate.binomial import exact_pmf
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.distributions import ONE, ZERO, collected, distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb

UNIFORM, UNIFORM_COMMON = "derived:uniform-noise", "derived:uniform-noise-common"
EXPONENTIAL, EXPONENTIAL_COMMON = "derived:exponential-noise", "derived:exponential-noise-common"
ScoreTotals = dict[tuple[int, ...], fmpq]


@dataclass(frozen=True)
class Noise:
    """The distribution of U: uniform on [0, width], or exponential of rate eta given that it is at most the width."""

    width: fmpq
    eta: fmpq | None = None

    def mass(self, low: fmpq, high: fmpq) -> arb:
        """Pr[low <= U <= high], for 0 <= low <= high <= width."""
        if self.eta is None:
            return arb((high - low) / self.width)
        return (self._decay(low) - self._decay(high)) / (1 - self._decay(self.width))

    def product(self, lead: fmpq, low: fmpq, high: fmpq) -> arb:
        """The integral of f(u) F(lead + u) from low to high, where 0 <= lead + u <= width."""
        if self.eta is None:
            return arb(((lead + high) ** 2 - (lead + low) ** 2) / (2 * self.width**2))
        full = 1 - self._decay(self.width)
        squares = arb(-self.eta * lead).exp() * (self._decay(2 * low) - self._decay(2 * high)) / 2
        return (self.mass(low, high) - squares / full) / full

    def _decay(self, x: fmpq) -> arb:
        assert self.eta is not None
        return arb(-self.eta * x).exp()

    def at_most(self, lead: fmpq) -> arb:
        """Pr[U <= lead]."""
        return self.mass(ZERO, min(max(lead, ZERO), self.width))

    def wins(self, leads: Sequence[fmpq]) -> arb:
        """Pr[the noise of x is exceeded by at most these leads], one for each of the one or two other options."""
        total = arb(1)
        for lead in leads:
            total *= self.at_most(lead)  # x has no noise
        for place, lead in enumerate(leads):  # the option at this place has none
            low = min(max(-lead, ZERO), self.width)
            others = [other for i, other in enumerate(leads) if i != place]
            total += self._beyond(low, others[0]) if others else self.mass(low, self.width)
        return total / (len(leads) + 1)

    def _beyond(self, low: fmpq, lead: fmpq) -> arb:
        """The integral of f(u) F(lead + u) from low to the width."""
        first = min(max(low, -lead), self.width)
        last = max(first, min(self.width, self.width - lead))
        return self.product(lead, first, last) + self.mass(last, self.width)


@dataclass(frozen=True)
class NoisyOptions(Case):
    """``draw``: one draw of all options (0 or 1 each) with probabilities; ``n`` of them; ``common``: one sample."""

    draw: tuple[tuple[tuple[int, ...], fmpq], ...]
    n: int
    noise: Noise
    common: bool = False

    @property
    def options(self) -> int:
        return len(self.draw[0][0])

    @cached_property
    def totals(self) -> ScoreTotals:
        if not self.common:
            rows = [exact_pmf(self.n, bias) for bias in self.means]
            counts = cartesian(range(self.n + 1), repeat=self.options)
            return {c: _product(row[i] for row, i in zip(rows, c, strict=True)) for c in counts}
        found: ScoreTotals = {(0,) * self.options: ONE}
        for _ in range(self.n):
            pairs = cartesian(found.items(), self.draw)
            found = collected((tuple(x + y for x, y in zip(a, b, strict=True)), p * q) for (a, p), (b, q) in pairs)
        return found

    @cached_property
    def means(self) -> list[fmpq]:
        return [sum((scores[x] * p for scores, p in self.draw), ZERO) for x in range(self.options)]

    def _leads(self, scores: tuple[int, ...], x: int) -> list[fmpq]:
        return [fmpq(scores[x] - other, self.n) for z, other in enumerate(scores) if z != x]

    def disagreement(self) -> arb:
        agree = arb(0)
        known = [(scores, p) for scores, p in self.totals.items() if p]
        for place, (one, p) in enumerate(known):
            agree += arb(p * p)
            for two, q in known[:place]:
                both = arb(0)
                for x in range(self.options):
                    both += self.noise.wins(list(map(min, self._leads(one, x), self._leads(two, x))))
                agree += 2 * arb(p * q) * both
        return 1 - agree

    def failure(self, alpha: fmpq) -> arb:
        """The probability that an option is chosen that is worse than the best by more than alpha."""
        bad = [x for x, mean in enumerate(self.means) if max(self.means) - mean > alpha]
        return sum(
            (arb(p) * self.noise.wins(self._leads(scores, x)) for scores, p in self.totals.items() for x in bad), arb(0)
        )

    def measurements(self) -> Iterator[Measurement]:
        eta = self.noise.eta
        label = (UNIFORM_COMMON if self.common else UNIFORM) if eta is None else EXPONENTIAL
        label = EXPONENTIAL_COMMON if self.common and eta is not None else label
        given: dict[str, Any] = {"k": 1, "arms": self.options, "N": self.n, "w": self.noise.width}
        given |= {} if eta is None else {"eta": eta}
        if label != EXPONENTIAL_COMMON:
            given["V"] = ONE if self.common else max(p * (1 - p) for p in self.means)
        worst = max(self.means) - min(self.means)
        alphas = [worst * fmpq(999, 1000)] if worst > 0 else []
        allowed = fmpq(99, 100)
        if eta is not None:
            theta, gap, sigma = (bound(label, name, alpha=allowed, **given) for name in ("theta", "gap", "sigma"))
            if not (arb(theta) < 1 and arb(gap) < (arb(sigma) * (1 - arb(theta))).sqrt()):
                return
        yield measure(label, "rho", self.disagreement(), "disagreement", alpha=allowed, **given)
        for alpha in alphas:
            if eta is not None or self.noise.width < alpha:
                yield measure(label, "beta", self.failure(alpha), "failure", alpha=alpha, **given)


def _product(factors: Iterator[fmpq]) -> fmpq:
    found = ONE
    for factor in factors:
        found *= factor
    return found


def separate(biases: Sequence[fmpq], n: int, noise: Noise) -> NoisyOptions:
    """Coins with these biases, flipped independently."""
    patterns = cartesian((0, 1), repeat=len(biases))
    draw = ((one, _product(p if x else 1 - p for x, p in zip(one, biases, strict=True))) for one in patterns)
    return NoisyOptions(tuple(draw), n, noise)


def common(weights: Sequence[int], options: int, n: int, noise: Noise) -> NoisyOptions:
    """Options that are right or wrong on the same samples: weights of the 2^options patterns."""
    patterns = cartesian((0, 1), repeat=options)
    draw = tuple((one, p) for one, p in zip(patterns, distribution(*weights), strict=True) if p)
    return NoisyOptions(draw, n, noise, True)


class SharedNoiseSimulator(Simulator):
    name, default_cases = "shared-noise", 12
    statements = (UNIFORM, UNIFORM_COMMON, EXPONENTIAL, EXPONENTIAL_COMMON)
    summary = "two or three options chosen by shared noise: exact disagreement and failure"
    loose: ClassVar = {UNIFORM: "failures are bounded by Hoeffding's inequality and added up over the options"}

    def examples(self) -> Iterator[Case]:
        half, most = fmpq(1, 2), fmpq(9, 10)
        for width in (half, fmpq(9, 10)):
            for noise in (Noise(width), Noise(width, half), Noise(width, fmpq(1))):
                yield separate((half, half), 5, noise)
                yield separate((half, half, half), 3, noise)
                yield separate((most, fmpq(1, 5)), 6, noise)
                yield separate((most, fmpq(1, 5), half), 2, noise)
                yield common((0, 1, 1, 0), 2, 8, noise)  # one is right where the other is wrong
                yield common((0, 1, 1, 1, 1, 1, 1, 0), 3, 4, noise)
                yield common((0, 1, 8, 1), 2, 8, noise)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the samples", WrongParameter(self.example(0), "N", lambda x: 2 * x)
        yield "noise of twice the width", WrongParameter(self.example(0), "w", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        options = rng.choice((2, 2, 3))
        eta = rng.choice((None, fmpq(rng.randint(1, 30), 10)))
        noise = Noise(fmpq(rng.randint(2, 9), 10), eta)
        yield separate([fmpq(rng.randint(0, 10), 10) for _ in range(options - 1)] + [fmpq(1, 2)], 3, noise)
        yield common([*(rng.randint(0, 4) for _ in range(2**options - 1)), 1], options, 3, noise)

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over the biases of two coins towards the bound."""
        for noise in (Noise(fmpq(1, 2)), Noise(fmpq(1, 2), fmpq(1))):

            def step(unit: int) -> int:
                return min(19, max(1, unit + rng.choice((-1, 0, 1))))

            def move(units: tuple[int, int]) -> tuple[int, int]:
                return step(units[0]), step(units[1])

            def cases(units: tuple[int, ...], noise: Noise = noise) -> list[Case]:
                return [separate([fmpq(u, 20) for u in units], 4, noise)]

            yield from hill_climb((6, 9), move, cases, budget)
