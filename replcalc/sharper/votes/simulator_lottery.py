"""Lotteries among the answers that pass a threshold (derived:lottery and its constants), by enumeration.

Case: a base algorithm as a list of random strings, each with its weight and the distribution of its answer on one
block; every link of a chain lets T blocks vote under a string of its own, so that counts are multinomial. Two
independent runs share strings, thresholds and clocks. The sets of answers that pass are enumerated for both runs; given
them the smallest clock of their union is uniform on it. What a run answers that falls back alone is compared with the
other run's answer, not counted as a disagreement outright. Truths are rational with certified distributions and balls
with the distribution of the closed form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from flint import fmpq

from replcalc.sharper.votes import lottery_weights as distributions
from replcalc.sharper.votes.simulator_threshold import VotersCase, closed_distribution
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    collected,
    distribution,
    random_distribution,
    shift_unit,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb
from replcalc.simulate.tables import multinomial

LOTTERY, CERTIFIED, CLOSED = "derived:lottery", "derived:lottery-constants", "derived:lottery-constants-closed"
Passers = frozenset[int]


@lru_cache(maxsize=64)
def certified_distribution(votes: int) -> Distribution:
    """The distribution of the threshold with certified constants."""
    return distribution(*distributions.weights(votes))


@dataclass(frozen=True)
class Procedure:
    """What two runs do: the distribution of an answer, how often they differ, how often one fails."""

    answers: tuple[Any, ...]
    differ: Any
    fails: Any


@dataclass(frozen=True)
class Shares:
    """Of two runs of a lottery: they disagree and not by two fallbacks (one alone counts whole), one run has no passer,
    one run outputs a wrong passer."""

    apart: Any
    silent: Any
    wrong: Any


@dataclass(frozen=True)
class LotteryVotesCase(VotersCase):
    """The same with any number of answers, and so many lotteries one after the other, each of ``votes`` votes."""

    links: int = 1

    def measurements(self) -> Iterator[Measurement]:
        for label, thresholds in (
            (CERTIFIED, certified_distribution(self.votes)),
            (CLOSED, closed_distribution(self.votes)),
        ):
            c, u, phi = (bound(label, name, T=self.votes) for name in ("c", "u", "phi"))
            given = {"rho0": self.rho0, "beta0": self.beta0, "T": self.votes, "c": c, "u": u, "phi": phi}
            rho, beta, procedure = self.rho0, self.beta0, self.once()
            for link in range(1, self.links + 1):
                procedure, shares = self.lottery(thresholds, procedure)
                later = {"rho_later": rho, "beta_later": beta, "B_later": 1}
                rho, beta = (bound(LOTTERY, name, **given, **later) for name in ("rho", "beta"))
                told = f"of {link} links, {label}"
                yield measure(LOTTERY, "rho", procedure.differ, f"rho {told}", **given, **later)
                yield measure(LOTTERY, "beta", procedure.fails, f"beta {told}", **given, **later)
            apart, alone = shares.apart / self.rho0, {"T": self.votes}
            yield measure(label, "c", apart, "disagreement without two fallbacks, over rho0", **alone)
            yield measure(label, "u", shares.silent / self.rho0, "fallbacks over rho0", **alone)
            if self.beta0:
                yield measure(label, "phi", shares.wrong / self.beta0, "wrong passers over beta0", **alone)

    def once(self) -> Procedure:
        """One run of the base algorithm."""
        strings = list(zip(self.coins, self.distributions, strict=True))
        answers = tuple(sum((c * p[y] for c, p in strings), ZERO) for y in range(len(self.distributions[0])))
        return Procedure(answers, self.rho0, self.beta0)

    def lottery(self, thresholds: tuple[Any, ...], later: Procedure) -> tuple[Procedure, Shares]:
        """A lottery with a distribution of the threshold, and a procedure to fall back on."""
        size = len(self.distributions[0])
        answers: list[Any] = [ZERO] * size
        differ, apart, silent, wrong = (0 * thresholds[0] for _ in range(4))
        for c, p in zip(self.coins, self.distributions, strict=True):
            counted = multinomial(p, self.votes)
            for m, weight in enumerate(thresholds):
                passing = collected((frozenset(y for y in range(size) if counts[y] > m), x) for counts, x in counted)
                pairs = [(a, b, x * z) for a, x in passing.items() for b, z in passing.items()]
                share = weight * c
                apart = apart + share * sum((mass * _apart(a, b) for a, b, mass in pairs), ZERO)
                differ = differ + share * (ONE - sum((mass * _agree(a, b, later) for a, b, mass in pairs), ZERO))
                silent = silent + share * passing.get(frozenset(), ZERO)
                for a, x in passing.items():
                    for y in a:
                        answers[y] = answers[y] + share * x / len(a)
                        wrong = wrong + (share * x / len(a) if y in self.wrong else ZERO)
        answers = [mass + silent * later.answers[y] for y, mass in enumerate(answers)]
        return Procedure(tuple(answers), differ, wrong + silent * later.fails), Shares(apart, silent, wrong)


def _apart(one: Passers, other: Passers) -> fmpq:
    return fmpq(len(one ^ other), len(one | other)) if one | other else ZERO


def _agree(one: Passers, other: Passers, later: Procedure) -> Any:
    """How often two runs with these passers agree: the fallback's coins are independent of the lottery's."""
    if not one and not other:
        return ONE - later.differ
    if not one or not other:
        some = one or other
        return sum((later.answers[y] for y in some), ZERO) / len(some)
    return fmpq(len(one & other), len(one | other))


def alone(name: str, p: Distribution, votes: int, wrong: frozenset[int] = frozenset({1})) -> LotteryVotesCase:
    """One string."""
    return LotteryVotesCase(name, (ONE,), (p,), wrong, votes)


class LotteryVotesSimulator(Simulator):
    name = "lottery-votes"
    statements = (CERTIFIED, CLOSED, LOTTERY)
    summary = "lotteries among answers that pass, chained, passers of both runs enumerated: disagreement and failure"
    default_cases = 30

    def examples(self) -> Iterator[Case]:
        for votes in (3, 4, 5, 8, 20, 50, 52):
            for q in (fmpq(1, 2), fmpq(7, 10), fmpq(3, 4), fmpq(9, 10), fmpq(1, 1000)):
                yield alone(f"one coin of bias {q}", (ONE - q, q), votes)
        for size in (3, 4, 5):
            for votes in (3, 5, 8):
                yield alone(f"{size} equally likely answers", uniform(size), votes, frozenset({0}))
        heavy = alone("a heavy answer", distribution(8, 1, 1), 10, frozenset({1, 2}))
        yield heavy
        yield replace(heavy, name="a chain", votes=6, links=3)
        yield LotteryVotesCase(
            "mostly certain", distribution(9, 1), (distribution(1, 0, 0), distribution(1, 1, 1)), frozenset({1}), 8, 2
        )

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "half of rho0", WrongParameter(self.example(0), "rho0", lambda x: x / 2)
        yield "half of beta0", WrongParameter(self.example(1), "beta0", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        size = rng.choice((2, 3, 3, 4, 5))
        answers = tuple(random_distribution(rng, size, rng.choice((6, 30))) for _ in range(rng.randint(1, 2)))
        wrong = frozenset(y for y in range(size) if rng.random() < 0.5) or frozenset({0})
        votes = rng.choice((3, 4, 5, 6) if size > 3 else (3, 5, 8, 12))
        coins = distribution(*(rng.randint(1, 5) for _ in answers))
        case = LotteryVotesCase(f"random {number}", coins, answers, wrong, votes, rng.choice((1, 1, 2)))
        if case.rho0:
            yield case

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over the distribution of the answers for the disagreement over its bound: two answers, three,
        four.
        """
        starts: tuple[tuple[tuple[int, ...], int], ...] = (
            ((20, 10), 10),
            ((20, 10), 40),
            ((20, 10, 10), 5),
            ((15, 10, 10, 5), 4),
        )
        for start, votes in starts:

            def cases(units: tuple[int, ...], v: int = votes) -> list[Case]:
                return [alone("found by search", distribution(*units), v)] if sum(x > 0 for x in units) > 1 else []

            def score(units: tuple[int, ...], cases: Any = cases) -> float:
                found = (m for case in cases(units) for m in case.measurements() if m.statement == CERTIFIED)
                return max((float(m.ratio().mid()) for m in found if "disagree" in m.quantity), default=0.0)

            yield from hill_climb(start, lambda u: shift_unit(rng, u, 2), cases, budget // 4, score)


SIMULATOR = LotteryVotesSimulator()
