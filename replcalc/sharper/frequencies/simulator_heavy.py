"""Heavy hitters by one random threshold (derived:heavy-hitters), exactly.

Case. N independent draws of a distribution on two to four elements; the list holds every element whose frequency
reaches a threshold uniform on [low, low + width], shared by both runs. Which elements reach it changes only where the
threshold passes a multiple of 1/N, so the integral over it is a finite sum; all outcomes of the N draws are enumerated.

What is compared. The disagreement and the failure probability with the bounds, and the sum over the elements of the
expected gaps E|c(f) - c(f')|, c the clipping of a frequency to the range of the threshold, with the larger of the two
bounds per unit of probability: the union bound of the proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from flint import fmpq

from replcalc.simulate.binomial import exact_pmf, running_sums, threshold_pieces
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.distributions import (
    Distribution,
    climb,
    collected,
    distribution,
    random_distribution,
    shift_unit,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import multinomial

LABEL = "derived:heavy-hitters"


@dataclass(frozen=True)
class HeavyHittersCase(Case):
    """n draws of the distribution p, and the band (nu - epsilon, nu), of which the threshold takes a share in the
    middle.
    """

    p: Distribution
    n: int
    nu: fmpq
    epsilon: fmpq
    share: fmpq
    p0: fmpq  # of the statement

    @property
    def low(self) -> fmpq:
        return self.nu - self.epsilon + (1 - self.share) * self.epsilon / 2

    @property
    def width(self) -> fmpq:
        return self.share * self.epsilon

    def admitted(self) -> bool:
        reach = self.n * self.low - 1
        return bool(max(self.p0, self.nu - self.epsilon) * (self.n - 1) < reach)

    def pieces(self) -> Iterator[tuple[fmpq, int]]:
        return threshold_pieces(self.low, self.low + self.width, self.n)

    def totals(self) -> tuple[fmpq, fmpq]:
        """Disagreement and failure probability, from the counts of the n draws with their probabilities."""
        outcomes, differ, wrong = multinomial(self.p, self.n), fmpq(0), fmpq(0)
        for weight, least in self.pieces():
            lists = collected((tuple(count >= least for count in found), chance) for found, chance in outcomes)
            differ += weight * (1 - sum(x * x for x in lists.values()))
            wrong += weight * sum((x for listed, x in lists.items() if not self.valid(listed)), fmpq(0))
        return differ, wrong

    def valid(self, listed: tuple[bool, ...]) -> bool:
        pairs = list(zip(self.p, listed, strict=True))
        return all(there or p < self.nu for p, there in pairs) and not any(
            there and p <= self.nu - self.epsilon for p, there in pairs
        )

    def gaps(self) -> fmpq:
        """The sum over the elements of E|c(f) - c(f')|: 2 F (1 - F) integrated over the thresholds."""
        total = fmpq(0)
        for p in self.p:
            below = running_sums(exact_pmf(self.n, p))
            for weight, least in self.pieces():
                reached = 1 - below[least]
                total += 2 * weight * self.width * reached * (1 - reached)
        return total

    @property
    def given(self) -> dict[str, Any]:
        return {"nu": self.nu, "epsilon": self.epsilon, "N": self.n, "lambda": self.share, "p0": self.p0}

    def measurements(self) -> Iterator[Measurement]:
        rho, gaps = bound(LABEL, "rho", **self.given), self.gaps()
        differ, wrong = self.totals()
        yield Measurement(LABEL, "expected gaps of all elements", gaps, rho * self.width)
        yield Measurement(LABEL, "disagreement against the gaps", differ, gaps / self.width)
        yield measure(LABEL, "rho", differ, "disagreement", **self.given)
        yield measure(LABEL, "beta", wrong, "failure", **self.given)


HALF = fmpq(1, 2)


class HeavyHittersSimulator(Simulator):
    name, statements, default_cases = "heavy-hitters", (LABEL,), 30
    summary = "one random threshold on all frequencies: exact disagreement and failure"

    def examples(self) -> Iterator[Case]:
        for p, n, nu, epsilon, p0 in (
            (distribution(1, 1), 40, fmpq(3, 5), fmpq(1, 5), fmpq(2, 5)),
            (distribution(9, 1), 60, fmpq(19, 20), fmpq(1, 10), fmpq(3, 4)),
            (distribution(6, 4), 60, fmpq(3, 5), fmpq(3, 10), fmpq(3, 10)),
            (distribution(1, 1, 1), 16, fmpq(2, 5), fmpq(3, 10), fmpq(1, 20)),
            (distribution(2, 1, 1, 1), 9, fmpq(2, 5), fmpq(7, 20), fmpq(1, 50)),
            (distribution(1, 19), 40, fmpq(1, 5), fmpq(3, 20), fmpq(1, 20)),
        ):
            for share in (HALF, fmpq(4, 5)):
                case = HeavyHittersCase(p, n, nu, epsilon, share, p0)
                if case.admitted():
                    yield case

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the frequency p0", WrongParameter(self.example(1), "p0", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        while True:
            size = rng.choice((2, 2, 3))
            nu = fmpq(rng.randint(20, 90), 100)
            epsilon = nu * fmpq(rng.randint(20, 90), 100)
            n = rng.randint(6, 40 if size == 2 else 14)
            p, share, p0 = (
                random_distribution(rng, size, 24),
                fmpq(rng.randint(2, 9), 10),
                nu * fmpq(rng.randint(1, 9), 10),
            )
            case = HeavyHittersCase(p, n, nu, epsilon, share, p0)
            if case.admitted():
                yield case
                return

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over distributions for the largest sum of gaps."""

        def case(weights: tuple[int, ...]) -> HeavyHittersCase:
            return HeavyHittersCase(distribution(*weights), 24, fmpq(3, 5), fmpq(2, 5), fmpq(4, 5), fmpq(3, 20))

        start: tuple[int, ...] = (10, 5, 5)
        for weights in climb(start, lambda w: shift_unit(rng, w, 2), lambda w: float(case(w).gaps()), budget):
            yield case(weights)
