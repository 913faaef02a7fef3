"""Threshold votes (derived:threshold-two, derived:uniform-threshold) and their constants, by enumeration.

Case: a base algorithm as a list of random strings, each with its weight and the distribution of its answer on one
block; T blocks vote, so the counts of an answer are binomial. Two independent runs share the string and the threshold.
Strings, counts and thresholds are all enumerated. Truths are rational, except with the distribution of the closed form:
it holds square roots, and they are balls.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.sharper.votes import threshold_weights as distributions
from replcalc.simulate.binomial import CountDistribution
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    bernoulli,
    distribution,
    random_distribution,
    shift_unit,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb

TWO, UNIFORM = "derived:threshold-two", "derived:uniform-threshold"
KAPPA, CLOSED = "derived:vote-kappa", "derived:vote-kappa-closed"


@lru_cache(maxsize=64)
def closed_distribution(votes: int) -> tuple[arb, ...]:
    """The distribution of the threshold of the closed form: proportional to sqrt(m(T-1-m)) on m = 0..T-1."""
    roots = [arb(m * (votes - 1 - m)).sqrt() for m in range(votes)]
    total = sum(roots, arb(0))
    return tuple(x / total for x in roots)


@lru_cache(maxsize=64)
def certified_distribution(votes: int) -> Distribution:
    """The distribution of the threshold with certified constants."""
    return distribution(*distributions.weights(votes))


@dataclass(frozen=True)
class VotersCase(Case):
    """Strings with weights, the answer distribution of each, the wrong answers, and the number of votes."""

    name: str
    coins: Distribution
    distributions: tuple[Distribution, ...]
    wrong: frozenset[int]
    votes: int

    @cached_property
    def rho0(self) -> fmpq:
        return sum(
            (c * (ONE - sum((x * x for x in p), ZERO)) for c, p in zip(self.coins, self.distributions, strict=True)),
            ZERO,
        )

    @cached_property
    def beta0(self) -> fmpq:
        return sum((c * self.mistaken(p) for c, p in zip(self.coins, self.distributions, strict=True)), ZERO)

    def mistaken(self, p: Distribution) -> fmpq:
        return sum((x for y, x in enumerate(p) if y in self.wrong), ZERO)


@dataclass(frozen=True)
class ThresholdVotesCase(VotersCase):
    """The same with at most two answers per string."""

    def measurements(self) -> Iterator[Measurement]:
        given: dict[str, Any] = {
            "n": (1,),
            "rho0": (self.rho0,),
            "beta0": (self.beta0,),
            "N": self.votes,
            "T": (self.votes,),
        }
        if self.votes >= 3:
            for label, thresholds in (
                (KAPPA, certified_distribution(self.votes)),
                (CLOSED, closed_distribution(self.votes)),
            ):
                differ, fails = two_answers(self, thresholds)
                kappa, phi = (bound(label, name, T=self.votes) for name in ("kappa", "phi"))
                weighed = given | {"kappa": (kappa,), "phi": (phi,)}
                over = arb(differ) / arb(self.rho0)
                yield measure(label, "kappa", over, "disagreement over rho0", T=self.votes)
                if self.beta0:
                    over = arb(fails) / arb(self.beta0)
                    yield measure(label, "phi", over, "failure over beta0", T=self.votes)
                yield measure(TWO, "rho", differ, f"rho, {label}", **weighed)
                yield measure(TWO, "beta", fails, f"beta, {label}", **weighed)
        # a uniform number h in [0,1): more than h T votes means more than m for m = floor(h T), uniform on 0..T-1
        differ, fails = two_answers(self, uniform(self.votes))
        yield measure(UNIFORM, "rho", differ, **given)
        yield measure(UNIFORM, "beta", fails, **given)
        yield Measurement(UNIFORM, "beta is the base's own", fails, self.beta0, ">=")


def two_answers(case: VotersCase, thresholds: tuple[Any, ...]) -> tuple[Any, Any]:
    """Disagreement and failure: answer 1 if it has more than m votes, m from the distribution ``thresholds``."""
    differ: Any = ZERO
    fails: Any = ZERO
    for c, p in zip(case.coins, case.distributions, strict=True):
        ones = CountDistribution.exact(case.votes, p[1])
        for m, w in enumerate(thresholds):
            says = ones.at_least(m + 1)
            differ = differ + w * (c * 2 * says * (ONE - says))
            fails = fails + w * (c * case.mistaken(bernoulli(says)))
    return differ, fails


class ThresholdVotesSimulator(Simulator):
    name = "threshold-votes"
    statements = (KAPPA, CLOSED, TWO, UNIFORM)
    summary = "votes against a shared threshold, strings and both samples enumerated: disagreement and failure"
    default_cases = 60

    def examples(self) -> Iterator[Case]:
        wrong = frozenset({1})
        for votes in (3, 4, 5, 8, 20, 64):
            for q in (fmpq(1, 2), fmpq(1, 4), fmpq(1, 20), fmpq(1, 1000), fmpq(3, 4)):
                yield ThresholdVotesCase(f"one coin of bias {q}", (ONE,), (bernoulli(q),), wrong, votes)
        for q in (fmpq(1, 2), fmpq(1, 10), fmpq(1, 100)):
            yield ThresholdVotesCase(f"many votes of bias {q}", (ONE,), (bernoulli(q),), wrong, 200)
        yield ThresholdVotesCase(
            "mostly certain", distribution(9, 1), (bernoulli(ZERO), bernoulli(fmpq(1, 2))), wrong, 10
        )

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "half of rho0", WrongParameter(self.example(0), "rho0", lambda x: x / 2)
        yield "half of beta0", WrongParameter(self.example(0), "beta0", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        answers = tuple(random_distribution(rng, 2, rng.choice((6, 30))) for _ in range(rng.randint(1, 3)))
        wrong = rng.choice((frozenset({0}), frozenset({1}), frozenset({0, 1})))
        coins = distribution(*(rng.randint(1, 5) for _ in answers))
        votes = rng.choice((3, 4, 6, 8, 10, 49, 51))
        case = ThresholdVotesCase(f"random {number}", coins, answers, wrong, votes)
        if case.rho0:
            yield case

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over the bias of one coin for the disagreement over its bound."""
        for votes in (3, 6, 30):

            def cases(units: tuple[int, ...], v: int = votes) -> list[Case]:
                found = ThresholdVotesCase("found by search", (ONE,), (distribution(*units),), frozenset({1}), v)
                return [found] if min(units) else []

            def score(units: tuple[int, ...], cases: Any = cases) -> float:
                found = (m for case in cases(units) for m in case.measurements() if m.statement == KAPPA)
                return max((float(m.ratio().mid()) for m in found), default=0.0)

            start: tuple[int, ...] = (20, 10)
            yield from hill_climb(start, lambda u: shift_unit(rng, u, 2), cases, budget // 2, score)


SIMULATOR = ThresholdVotesSimulator()
