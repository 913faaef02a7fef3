"""Votes that are drawn by a race (derived:raced-votes, derived:binary-votes), by enumeration.

Case: k base algorithms as tables, one sample of N draws that all of them read. Strings are enumerated (for squared
votes as count vectors of J strings), the sample by how often each block of each algorithm occurs. The race on the
product of the problems' distributions agrees with a probability in closed form: rational for squared votes, a ball for
angles. With several groups every group has clocks of its own. Two runs that draw different points are counted as
disagreeing even where the answers are the same: the theorems guarantee that much. For squared votes every inequality of
the proof is compared on its own.

Squared votes of one algorithm: p_j is the answer distribution under string j, x_j = 1 - sum_y p_j(y)^2, xbar their mean
over the J strings; v the vector of vote shares N_j(y)/T, p the vector of the p_j(y). Angles: K votes of T for answer 1
become phi_K, and answer 1 gets probability sin^2 phi_K; increments of the angles are proportional to 1/sqrt((m+1)(T-m))
or all equal, as the statement's cheaper branch says.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from itertools import product as cartesian
from math import prod
from random import Random
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.sharper.race.simulator import compute_race_agreement
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    bernoulli,
    collect_outcomes,
    in_proportion,
    over_two_runs,
    point,
    product,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import (
    BlockCounts,
    Table,
    blocks_of,
    majority_threshold,
    mixed_table,
    multinomial,
    profiles,
    random_table,
    reading_table,
)

SQUARED, ANGLES = "derived:raced-votes", "derived:binary-votes"


@dataclass(frozen=True)
class VotedCase(Case):
    """k problems on one sample of ``size`` draws from ``domain``."""

    name: str
    algorithms: tuple[Table, ...]
    domain: Distribution
    size: int

    varied: ClassVar[tuple[str, ...]] = ("domain",)
    label: ClassVar[str]
    #: The conclusion that may be at most the number of groups.
    distance: ClassVar[str]

    def strings(self, algorithm: Table) -> list[tuple[Any, fmpq]]:
        """Return the random strings of an algorithm, with probabilities."""
        raise NotImplementedError

    def vote(self, algorithm: Table, strings: Any, counts: BlockCounts) -> Any:
        """Return the votes with these strings on blocks that occur so often."""
        raise NotImplementedError

    def points(self, vote: Any) -> Distribution:
        """Return the distribution that votes give the points of a race; answers repeat in order."""
        raise NotImplementedError

    @cached_property
    def rho0(self) -> tuple[fmpq, ...]:
        return tuple(a.disagreement(blocks_of(self.domain, a.n)) for a in self.algorithms)

    def make_inputs(self, algorithms: Sequence[Table], groups: int = 1) -> dict[str, Any]:
        """Return the inputs of the theorem for some of the problems."""
        blocks = [blocks_of(self.domain, a.n) for a in algorithms]
        return {
            "n": tuple(a.n for a in algorithms),
            "rho0": tuple(a.disagreement(b) for a, b in zip(algorithms, blocks, strict=True)),
            "beta0": tuple(a.failure(b) for a, b in zip(algorithms, blocks, strict=True)),
            "N": self.size,
            "T": tuple(self.size // a.n for a in algorithms),
            "m": groups,
        }

    @cached_property
    def samples(self) -> list[tuple[tuple[BlockCounts, ...], fmpq]]:
        if len(self.domain) == 2 and all(a.n == 1 for a in self.algorithms):  # only the number of ones matters
            return [((counts,) * len(self.algorithms), p) for counts, p in multinomial(self.domain, self.size)]
        return profiles(self.domain, self.size, [a.n for a in self.algorithms])

    def wrong(self, algorithm: Table, points: Distribution) -> Any:
        """Return the probability that a point with a wrong answer is drawn."""
        return sum((x for place, x in enumerate(points) if place % algorithm.outputs in algorithm.wrong), ZERO)

    def totals(self, separate: bool) -> tuple[Any, Any]:
        """Return exact disagreement and failure; ``separate``: one race per problem.

        Samples with the same votes never disagree: they are taken together.
        """
        rho: Any = ZERO
        failure: Any = ZERO
        for draw in cartesian(*map(self.strings, self.algorithms)):
            weight = prod((p for _, p in draw), start=ONE)
            strings, runs = [each for each, _ in draw], []
            votes = ((tuple(map(self.vote, self.algorithms, strings, counts)), p) for counts, p in self.samples)
            for vote, p in collect_outcomes(votes).items():
                points = list(map(self.points, vote))
                failure += weight * p * (1 - prod(1 - x for x in map(self.wrong, self.algorithms, points)))
                runs.append(([_to_weights(x) for x in (points if separate else [product(*points)])], p))
            rho += weight * over_two_runs(runs, compute_races_disagreement)
        return rho, failure

    def measurements(self) -> Iterator[Measurement]:
        for groups in sorted({1, len(self.algorithms)}) if all(self.rho0) else ():
            given = self.make_inputs(self.algorithms, groups)
            if arb(bound(self.label, self.distance, **given)) <= groups:
                rho, failure = self.totals(groups > 1)
                yield measure(self.label, "rho", rho, f"rho, {groups} groups", **given)
                yield measure(self.label, "beta", failure, **given)


def _to_weights(points: Distribution) -> Any:
    return in_proportion(points) if isinstance(points[0], fmpq) else points


def compute_races_disagreement(one: Sequence[Any], other: Sequence[Any]) -> Any:
    """Return the disagreement of independent races."""
    return 1 - prod(map(compute_race_agreement, one, other))


# -- votes as angles ---------------------------------------------------------------------------------------------------
def compute_angles(votes: int, arcsine: bool) -> list[arb]:
    """Return phi_0 = 0 .. phi_T = pi/2."""
    steps = [1 / arb((m + 1) * (votes - m)).sqrt() if arcsine else arb(1) for m in range(votes)]
    total = sum(steps, arb(0))
    return [here / total * arb.pi() / 2 for here in accumulate(steps, initial=arb(0))]


@dataclass(frozen=True)
class BinaryVotes(VotedCase):
    """Two answers, blocks of one draw, a string each; ``arcsine``: which angles are used."""

    arcsine: bool

    label, distance = ANGLES, "distance"

    @cached_property
    def chances(self) -> list[Distribution]:
        """(Pr[answer 0], Pr[answer 1]) by the number of votes for answer 1."""
        inner = compute_angles(self.size, self.arcsine)[1:-1]  # the two ends are certain, and exact
        return [(arb(1), arb(0)), *((phi.cos() ** 2, phi.sin() ** 2) for phi in inner), (arb(0), arb(1))]

    def strings(self, algorithm: Table) -> list[tuple[int, fmpq]]:
        return list(enumerate(algorithm.coins))

    def vote(self, algorithm: Table, strings: Any, counts: BlockCounts) -> Any:
        return algorithm.votes(strings, counts)[1]

    def points(self, vote: int) -> Distribution:
        return self.chances[vote]

    def make_inputs(self, algorithms: Sequence[Table], groups: int = 1) -> dict[str, Any]:
        given = super().make_inputs(algorithms, groups)
        # a rho0 close to 1 makes the statement choose the arcsine angles; then it does not enter the bound
        return given | {"rho0": (fmpq(999, 1000),) * len(algorithms)} if self.arcsine else given


def make_binary(name: str, algorithms: tuple[Table, ...], bias: fmpq, votes: int) -> Iterator[Case]:
    """Yield a case with arcsine angles, and one with linear angles if the statement would choose them."""
    yield BinaryVotes(name, algorithms, bernoulli(bias), votes, True)
    linear = BinaryVotes(name, algorithms, bernoulli(bias), votes, False)
    if all(arb.pi() ** 2 * arb(x) / (8 * votes) <= arb(1) / (4 * votes) for x in linear.rho0):
        yield linear


# -- squared votes -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Vote:
    """One algorithm's vote vector on one sample for one draw of strings: entries v_j(y), with multiplicities."""

    multiplicities: tuple[int, ...]
    shares: tuple[fmpq, ...]

    def dot(self, other: Sequence[fmpq]) -> fmpq:
        return sum((m * a * b for m, a, b in zip(self.multiplicities, self.shares, other, strict=True)), ZERO)

    @cached_property
    def square(self) -> fmpq:
        """The squared norm of v."""
        return self.dot(self.shares)


@dataclass(frozen=True)
class SquaredVotes(VotedCase):
    """J strings each, x0 and x1 for all; the inequalities of the proof too, one problem at a time."""

    copies: int
    x0: fmpq
    x1: fmpq

    varied = ("domain", "x0", "x1")
    label, distance = SQUARED, "chi"

    def strings(self, algorithm: Table) -> list[tuple[BlockCounts, fmpq]]:
        return multinomial(algorithm.coins, self.copies)

    def vote(self, algorithm: Table, strings: Any, counts: BlockCounts) -> Vote:
        pairs = [(count, votes) for r, count in enumerate(strings) for votes in algorithm.votes(r, counts)]
        rounds = self.size // algorithm.n
        return Vote(tuple(count for count, _ in pairs), tuple(fmpq(votes, rounds) for _, votes in pairs))

    def points(self, vote: Vote) -> Distribution:
        """Proportional to the squares; equal strings count once. If all shares are 0, the first pair."""
        if not vote.square:
            return point(len(vote.shares), 0)
        return tuple(m * s * s / vote.square for m, s in zip(vote.multiplicities, vote.shares, strict=True))

    def make_inputs(self, algorithms: Sequence[Table], groups: int = 1) -> dict[str, Any]:
        k = len(algorithms)
        return super().make_inputs(algorithms, groups) | {"J": self.copies, "x0": (self.x0,) * k, "x1": (self.x1,) * k}

    def measurements(self) -> Iterator[Measurement]:
        if max(self.rho0) < self.x0 < self.x1:
            yield from super().measurements()
            for algorithm in self.algorithms if all(self.rho0) else ():
                yield from self.measure_steps(algorithm, self.make_inputs([algorithm]))

    def measure_steps(self, algorithm: Table, given: dict[str, Any]) -> Iterator[Measurement]:
        """Yield the steps of the proof: bad strings, votes too spread, of one run and of both, and the distance.

        Strings are good if xbar <= x0; a sample is, under such strings, if <v, p>/J does not fall below its floor.
        """
        blocks = blocks_of(self.domain, algorithm.n)
        each = [algorithm.distribution(r, blocks) for r in range(len(algorithm.coins))]
        defects = [ONE - sum((p * p for p in masses), ZERO) for masses in each]
        drawn = [
            (s, sum(map(fmpq.__mul__, defects, map(fmpq, s)), ZERO) / self.copies, w)
            for s, w in self.strings(algorithm)
        ]
        good = [row for row in drawn if row[1] <= self.x0]
        yield measure(SQUARED, "omega", ONE - sum((w for *_, w in good), ZERO), **given)
        flat, total = [p for masses in each for p in masses], arb(0)
        for strings, mean, weight in good:
            floor = (ONE - self.x1) / (ONE - self.x0) * (ONE - mean)
            samples = multinomial(blocks, self.size // algorithm.n)
            votes = [(self.vote(algorithm, strings, counts), p) for counts, p in samples]
            runs = [(v, v.dot(flat) / self.copies, p) for v, p in votes]
            kept = [(v, p) for v, overlap, p in runs if overlap >= floor]
            yield measure(SQUARED, "tau", ONE - sum((p for _, p in kept), ZERO), **given)
            yield measure(SQUARED, "D", min(v.square for v, _ in kept) / self.copies, sense=">=", **given)
            bad = ZERO
            for (v, mine, p), (w, other, q) in cartesian(runs, repeat=2):
                if (mine + other) / 2 < floor:
                    bad += p * q
                elif v != w:
                    total += arb(weight * p * q) * (1 - arb(v.dot(w.shares)) / arb(v.square * w.square).sqrt())
            yield measure(SQUARED, "tau_squares", bad, **given)
        yield measure(SQUARED, "chi", total, "E[H^2; good]", **given)


def make_squared(
    name: str, algorithms: tuple[Table, ...], domain: Distribution, size: int, copies: int, shares: tuple[fmpq, fmpq]
) -> Iterator[Case]:
    """Yield a case with x0, x1 at shares of the distance from the largest rho0 to 1; none if rho0 = 0 or 1."""
    singles = [a.disagreement(blocks_of(domain, a.n)) for a in algorithms]
    if all(singles) and max(singles) < 1:
        x0 = max(singles) + shares[0] * (ONE - max(singles))
        x1 = x0 + shares[1] * (ONE - x0)
        yield SquaredVotes(name, algorithms, domain, size, copies, x0, x1)


class RacedVotesSimulator(Simulator):
    name, statements, default_cases = "raced-votes", (SQUARED, ANGLES), 60
    summary = "squared votes and votes as angles, drawn by a race: strings and both samples enumerated"

    def examples(self) -> Iterator[Case]:
        quarter, half = fmpq(1, 4), fmpq(1, 2)
        rare, skew = bernoulli(fmpq(1, 20)), bernoulli(quarter)
        near, far = (fmpq(1, 15), fmpq(3, 10)), (fmpq(3, 10), fmpq(2, 5))
        reads, sometimes = reading_table(ONE), reading_table(quarter)
        yield from make_squared("a rare draw, many strings", (reads,), rare, 40, 1000, near)
        yield from make_squared("a rare draw changes both answers", (reads, reads), rare, 30, 1000, near)
        yield from make_squared("one problem, ten strings", (sometimes,), skew, 24, 10, far)
        yield from make_squared("blocks of different sizes", (majority_threshold(2), sometimes), skew, 6, 3, far)
        yield from make_squared(
            "few strings", (reading_table(half),), bernoulli(fmpq(1, 10)), 16, 30, (fmpq(3, 20), quarter)
        )
        # x_j is 0 or nearly 1: the tail of its mean is as heavy as it gets
        yield from make_squared("all or nothing", (reading_table(quarter, outputs=8),), uniform(8), 2, 6, far)
        for votes in (3, 10, 30):
            yield from make_binary("a fair coin", (reads,), half, votes)
            yield from make_binary("a rare one", (reads,), fmpq(1, 50), votes)
        yield from make_binary("two readers of one coin", (reads, reads), half, 12)
        stuck = mixed_table(fmpq(1, 10), fmpq(1, 10)), reading_table(half)
        yield from make_binary("stuck at times", stuck, quarter, 8)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice x1", WrongParameter(self.example(0), "x1", lambda x: 2 * x)
        yield "a quarter of rho0", WrongParameter(self.example(1), "rho0", lambda rho0: rho0 / 4)
        yield "angles: half of beta0", WrongParameter(self.example(6), "beta0", lambda x: x / 2)
        yield "angles: twice the votes", WrongParameter(self.example(9), "T", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        bias, sizes = fmpq(rng.randint(1, 9), 10), rng.choice(((1,), (1, 1), (1, 2)))
        algorithms = tuple(random_table(rng, 2, n=n, strings=rng.randint(1, 2), outputs=2) for n in sizes)
        shares, name = (fmpq(rng.randint(1, 5), 10), fmpq(rng.randint(1, 6), 10)), f"random {number}"
        yield from make_squared(name, algorithms, bernoulli(bias), rng.randint(2, 5), rng.randint(1, 4), shares)
        singles = tuple(a for a in algorithms if a.n == 1)
        yield from make_binary(name, singles, bias, rng.randint(2, 9))
