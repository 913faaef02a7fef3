"""Votes turned into angles and a race on the product (derived:binary-votes), by enumeration.

Case: k base algorithms with two answers that read the same sample of T binary draws, one draw per block, each under
one random string of its own. Strings and both samples are enumerated. K votes for answer 1 become the angle phi_K, and
answer 1 gets probability sin^2 phi_K; increments of the angles are either proportional to 1/sqrt((m+1)(T-m)) or all
equal, as the statement's cheaper branch says. The disagreement of the race on the product has a closed form, so truths
are balls without any sampling.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from itertools import product as cartesian
from math import prod
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.sharper.race.simulator import compute_race_agreement
from replcalc.simulate.binomial import exact_pmf
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.distributions import (
    ONE,
    Distribution,
    bernoulli,
    distribution,
    over_two_runs,
    product,
    shift_unit,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb
from replcalc.simulate.tables import Table, blocks_of, mixed_table, random_table, reading_table

LABEL = "derived:binary-votes"


def compute_angles(votes: int, arcsine: bool) -> list[arb]:
    """Return phi_0 = 0 .. phi_T = pi/2."""
    steps = [1 / arb((m + 1) * (votes - m)).sqrt() if arcsine else arb(1) for m in range(votes)]
    total = sum(steps, arb(0))
    return [here / total * arb.pi() / 2 for here in accumulate(steps, initial=arb(0))]


@dataclass(frozen=True)
class BinaryVotesCase(Case):
    """k algorithms on one sample of ``votes`` binary draws; ``arcsine``: which angles are used."""

    name: str
    algorithms: tuple[Table, ...]
    domain: Distribution
    votes: int
    arcsine: bool

    @cached_property
    def singles(self) -> tuple[fmpq, ...]:
        return tuple(a.disagreement(blocks_of(self.domain, 1)) for a in self.algorithms)

    @cached_property
    def chances(self) -> list[Distribution]:
        """(Pr[answer 0], Pr[answer 1]) by the number of votes for answer 1."""
        inner = compute_angles(self.votes, self.arcsine)[1:-1]  # the two ends are certain, and exact
        return [(arb(1), arb(0)), *((phi.cos() ** 2, phi.sin() ** 2) for phi in inner), (arb(0), arb(1))]

    def distributions(self, strings: tuple[int, ...], ones: int) -> list[Distribution]:
        """Return the distribution of every answer on a sample with that many ones."""
        votes = (a.votes(r, (self.votes - ones, ones))[1] for a, r in zip(self.algorithms, strings, strict=True))
        return [self.chances[count] for count in votes]

    def totals(self, groups: int) -> tuple[arb, arb]:
        """Return disagreement of the race (``groups``: 1, or one race per problem) and failure."""
        rho, failure = arb(0), arb(0)
        pmf = exact_pmf(self.votes, self.domain[1])
        coins = [list(enumerate(a.coins)) for a in self.algorithms]
        for draw in cartesian(*coins):
            strings, weight = tuple(r for r, _ in draw), prod((c for _, c in draw), start=ONE)
            apart = [(self.distributions(strings, ones), p) for ones, p in enumerate(pmf)]
            joint = [([product(*distributions)], p) for distributions, p in apart]
            failure += weight * sum((p * self.wrong(distribution) for [distribution], p in joint), arb(0))
            rho += weight * over_two_runs(joint if groups == 1 else apart, compute_races_disagreement)
        return rho, failure

    def wrong(self, joint: Distribution) -> arb:
        total = arb(0)
        for x, outputs in zip(joint, cartesian(*((0, 1) for _ in self.algorithms)), strict=True):
            if any(y in a.wrong for y, a in zip(outputs, self.algorithms, strict=True)):
                total += x
        return total

    def make_inputs(self, groups: int) -> dict[str, Any]:
        k = len(self.algorithms)
        failures = tuple(a.failure(blocks_of(self.domain, 1)) for a in self.algorithms)
        given = {"n": (1,) * k, "N": self.votes, "T": (self.votes,) * k, "m": groups}
        # a rho0 close to 1 makes the statement choose the arcsine angles; then it does not enter the bound
        rho0 = (fmpq(999, 1000),) * k if self.arcsine else self.singles
        return given | {"rho0": rho0, "beta0": failures}

    def measurements(self) -> Iterator[Measurement]:
        for groups in (1, len(self.algorithms)) if all(self.singles) else ():
            given = self.make_inputs(groups)
            if arb(bound(LABEL, "distance", **given)) <= groups:
                rho, failure = self.totals(groups)
                yield measure(LABEL, "rho", rho, f"rho, {groups} groups", **given)
                yield measure(LABEL, "beta", failure, **given)


def compute_races_disagreement(one: list[Distribution], other: list[Distribution]) -> Any:
    """Return the disagreement of independent races."""
    return 1 - prod(map(compute_race_agreement, one, other))


def make_cases(name: str, algorithms: tuple[Table, ...], domain: Distribution, votes: int) -> Iterator[Case]:
    """Yield a case with arcsine angles, and one with linear angles if the statement would choose them."""
    yield BinaryVotesCase(name, algorithms, domain, votes, True)
    linear = BinaryVotesCase(name, algorithms, domain, votes, False)
    if all(arb.pi() ** 2 * arb(x) / (8 * votes) <= arb(1) / (4 * votes) for x in linear.singles):
        yield linear


class BinaryVotesSimulator(Simulator):
    name, statements, default_cases = "binary-votes", (LABEL,), 12
    summary = "votes as angles, a race on the product: strings and both samples enumerated"

    def examples(self) -> Iterator[Case]:
        tenth = fmpq(1, 10)
        for votes in (3, 10, 30):
            yield from make_cases("a fair coin", (reading_table(ONE),), bernoulli(fmpq(1, 2)), votes)
            yield from make_cases("a rare one", (reading_table(ONE),), bernoulli(fmpq(1, 50)), votes)
        yield from make_cases(
            "two readers of one coin", (reading_table(ONE), reading_table(ONE)), bernoulli(fmpq(1, 2)), 12
        )
        yield from make_cases(
            "stuck at times", (mixed_table(tenth, tenth), reading_table(fmpq(1, 2))), bernoulli(fmpq(1, 4)), 8
        )

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "half of beta0", WrongParameter(self.example(0), "beta0", lambda x: x / 2)
        yield "twice the votes", WrongParameter(self.example(3), "T", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        domain = bernoulli(fmpq(rng.randint(1, 9), 10))
        k = rng.randint(1, 2)
        algorithms = tuple(random_table(rng, 2, strings=rng.randint(1, 2), outputs=2) for _ in range(k))
        yield from make_cases(f"random {number}", algorithms, domain, rng.randint(2, 9))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over the bias of the draws."""

        def cases(units: tuple[int, ...]) -> Iterator[Case]:
            if min(units):
                yield from make_cases("found by search", (reading_table(ONE),), distribution(*units), 12)

        start: tuple[int, ...] = (10, 10)
        yield from hill_climb(start, lambda u: shift_unit(rng, u), cases, budget)
