"""Rules for hidden coins, hidden means and locations, against the lower bounds for compositions.

Cases. (1) k problems of M coins each, N samples that flip all of them. A coin is always 0, always 1, or hard with bias
sin^2(x/2), x uniform in (0, pi). A rule is a table from the counts of ones to an answer (j, b) for each problem, wrong
if coin j is sure and does not show b. Averages over this prior are rational (moments of the arcsine distribution).
Disagreement and failure enter the bound linearly, so what shared strings mix are tables: the smallest cases try every
one. (2) k Gaussian means that are -z, z or uniform between, each answered by its sign
against a threshold. (3) k locations against shared thresholds, on average over the window.

What is compared. The proofs use no more than averages over the prior, with any number of coins: the bounds must hold
with rho and beta replaced by these averages.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.sharper.nonadaptive_lower.simulator import TINY, GaussianWindow, moment, spread_thresholds
from replcalc.simulate.binomial import binomials
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.simulator import Case, Measurement, Simulator

COINS, MEANS, LOCATION = "derived:hidden-coins-lower", "derived:hidden-means-lower", "derived:location-lower"
#: The bound holds for every weight: the best of these is compared.
WEIGHTS = tuple(fmpq(j, 20) for j in range(1, 20))

Answers = tuple[tuple[int, int], ...]  # (coin, side) for every problem


def measure_strongest(label: str, flips: int, /, **given: Any) -> Iterator[Measurement]:
    """Yield the lower bound on the samples at the weight that leaves most, if anything is left."""
    margins = {lam: arb(bound(label, "margin", lam=lam, **given)) for lam in WEIGHTS}
    lam = max(WEIGHTS, key=lambda lam: float(margins[lam].mid()))
    if margins[lam] > 0:
        yield measure(label, "samples_real", flips, "samples", lam=lam, **given)


@dataclass(frozen=True)
class HiddenPrior:
    """k problems of ``coins`` coins, n samples, a share h of hard coins."""

    k: int
    coins: int
    n: int
    h: fmpq

    @cached_property
    def data(self) -> list[tuple[int, ...]]:
        """Counts of ones of all coins, problem by problem."""
        return list(product(range(self.n + 1), repeat=self.k * self.coins))

    @cached_property
    def answers(self) -> list[Answers]:
        return list(product(product(range(self.coins), (0, 1)), repeat=self.k))

    @cached_property
    def pairs(self) -> dict[tuple[int, int], fmpq]:
        """Pr[one coin shows so many ones in both runs]."""
        row, sure = binomials(self.n), (1 - self.h) / 2
        found = {}
        for c, d in product(range(self.n + 1), repeat=2):
            hard = self.h * row[c] * row[d] * moment(c + d, 2 * self.n - c - d)
            found[c, d] = hard + (sure if c == d and c in (0, self.n) else 0)
        return found

    @cached_property
    def single(self) -> list[fmpq]:
        return [sum((self.pairs[c, d] for d in range(self.n + 1)), fmpq(0)) for c in range(self.n + 1)]

    @cached_property
    def both(self) -> list[list[fmpq]]:
        """Pr[these data in one run, those in the other]."""
        return [
            [prod((self.pairs[x] for x in zip(c, d, strict=True)), start=fmpq(1)) for d in self.data] for c in self.data
        ]

    def right(self, place: int, answer: Answers) -> fmpq:
        """Return Pr[these data, and the answer is nowhere wrong]."""
        chosen = {i * self.coins + j: side for i, (j, side) in enumerate(answer)}
        total = fmpq(1)
        for coin, count in enumerate(self.data[place]):
            wrong = coin in chosen and count == (0 if chosen[coin] else self.n)
            total *= self.single[count] - ((1 - self.h) / 2 if wrong else 0)
        return total

    def chances(self, table: Sequence[Answers]) -> tuple[fmpq, fmpq]:
        """Return disagreement and failure of a table, on average over the prior."""
        same = sum((p for c, row in enumerate(self.both) for d, p in enumerate(row) if table[c] == table[d]), fmpq(0))
        return 1 - same, 1 - sum((self.right(c, answer) for c, answer in enumerate(table)), fmpq(0))


@dataclass(frozen=True)
class HiddenTable(Case):
    """One table for all data."""

    prior: HiddenPrior
    table: tuple[Answers, ...]

    def measurements(self) -> Iterator[Measurement]:
        rho, beta = self.prior.chances(self.table)
        if 0 < rho + beta < 1:
            given = {"k": self.prior.k, "rho0": fmpq(1, 2), "share": self.prior.h}
            yield from measure_strongest(COINS, self.prior.n, **given, rho=rho, beta=max(beta, TINY))


@dataclass(frozen=True)
class EveryTable(Case):
    """Every table of a small case, measured at the one that comes nearest to its bound."""

    prior: HiddenPrior

    def measurements(self) -> Iterator[Measurement]:
        tables = product(self.prior.answers, repeat=len(self.prior.data))
        found = (each for table in tables for each in HiddenTable(self.prior, table).measurements())
        worst = max(found, key=lambda each: float(each.ratio().mid()), default=None)
        if worst is not None:
            yield worst


@dataclass(frozen=True)
class HiddenMeans(GaussianWindow):
    """k means of unit variance, sure at -tau and tau, hard between with probability h."""

    h: fmpq

    def measurements(self) -> Iterator[Measurement]:
        rho = beta = arb(0)
        size = len(self.thresholds)
        with ball_precision(96):
            for hard, u, v in map(self.chances_at, self.thresholds):
                one = arb(self.h) * hard + arb(1 - self.h) * (u * (1 - u) + v * (1 - v))
                fails = arb(1 - self.h) * (u + 1 - v) / 2
                rho, beta = rho + (1 - (1 - one) ** self.k) / size, beta + (1 - (1 - fails) ** self.k) / size
        given = {"k": self.k, "n": 1, "rho0": fmpq(99, 100), "beta0": fmpq(1, 4), "z": self.tau, "share": self.h}
        yield from measure_strongest(MEANS, self.n, **given, rho=rho, beta=beta)


class LocationWindow(GaussianWindow):
    """Locations in a window around the thresholds: means within tau, where tau = (1+2L)/(2 sigma)."""

    def measurements(self) -> Iterator[Measurement]:
        rho, beta = self.chances
        room = fmpq(1, 4)
        rho0 = 2 / arb.pi().sqrt() * arb((1 + 2 * room) / (2 * self.tau))
        if 1 - rho > 3 * beta and rho0 < 1:
            given = {"k": self.k, "n": 1, "rho0": rho0, "beta0": fmpq(1, 2), "L": room, "rho": rho, "beta": beta}
            yield measure(LOCATION, "samples_real", self.n, "samples", **given)


def first_coin_table(prior: HiddenPrior) -> tuple[Answers, ...]:
    """Return the table that answers by the first coin of every problem, 1 from half of the samples on."""

    def one(counts: tuple[int, ...]) -> Answers:
        return tuple((0, int(2 * counts[i * prior.coins] > prior.n)) for i in range(prior.k))

    return tuple(map(one, prior.data))


class HiddenCoinsSimulator(Simulator):
    name, statements, default_cases = "hidden-coins", (COINS, MEANS, LOCATION), 24
    summary = "every rule of the smallest cases of hidden coins, signs of hidden means and of locations"

    def examples(self) -> Iterator[Case]:
        for h in (fmpq(1, 10), fmpq(1, 2)):
            for k, coins, n in ((1, 1, 1), (1, 1, 3), (1, 2, 1), (2, 1, 1)):
                yield EveryTable(HiddenPrior(k, coins, n, h))
            yield HiddenTable(HiddenPrior(1, 1, 30, h), first_coin_table(HiddenPrior(1, 1, 30, h)))
        for k, n, z in ((1, 9, fmpq(1)), (3, 30, fmpq(2)), (1, 100, fmpq(1))):
            yield HiddenMeans(n, z, spread_thresholds(z, 8), k, fmpq(1, 4))
        for n, count, k in ((40, 4, 1), (400, 12, 3)):
            yield LocationWindow(n, fmpq(1), spread_thresholds(fmpq(1), count), k)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "half of rho", WrongParameter(self.example(0), "rho", lambda x: x / 2)
        yield "twice as many coins", WrongParameter(self.example(0), "k", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        prior = HiddenPrior(*rng.choice(((1, 2, 1), (1, 1, 4), (2, 1, 2), (1, 2, 2))), fmpq(rng.randint(1, 9), 10))
        yield HiddenTable(prior, tuple(rng.choice(prior.answers) for _ in prior.data))
        z = fmpq(rng.randint(5, 30), 10)
        thresholds = [z * fmpq(rng.randint(-5, 5), 10)]
        yield HiddenMeans(rng.randint(1, 200), z, thresholds, rng.randint(1, 5), fmpq(rng.randint(1, 9), 10))
