"""Threshold votes and lotteries among the answers that pass a threshold, with their constants, by enumeration.

Case: a base algorithm as a list of random strings, each with its weight and the distribution of its answer on one
block; T blocks vote, so that counts are multinomial, and every link of a chain of lotteries has a string of its own.
Two independent runs share strings, thresholds and clocks. With two answers the larger one wins if it has more votes
than the threshold. In a lottery the sets of answers that pass are enumerated for both runs; given them the smallest
clock of their union is uniform on it. What a run answers that falls back alone is compared with the other run's answer,
not counted as a disagreement outright. Truths are rational, except with the distributions of the closed form: they hold
square roots, and truths are balls.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from random import Random
from typing import Any

from flint import arb, fmpq

from replcalc.sharper.votes.weights import LOTTERY as LOTTERY_TABLE
from replcalc.sharper.votes.weights import TWO_ANSWERS
from replcalc.simulate.binomial import CountDistribution
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    collect_outcomes,
    distribution,
    point,
    random_distribution,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import multinomial

TWO, UNIFORM = "derived:threshold-two", "derived:uniform-threshold"
KAPPA, KAPPA_CLOSED = "derived:vote-kappa", "derived:vote-kappa-closed"
LOTTERY, CERTIFIED, CLOSED = "derived:lottery", "derived:lottery-constants", "derived:lottery-constants-closed"
Passers = frozenset[int]


@lru_cache(maxsize=64)
def compute_closed_distribution(votes: int) -> tuple[arb, ...]:
    """Return the distribution of the threshold of the closed form: proportional to sqrt(m(T-1-m)) on m = 0..T-1."""
    roots = [arb(m * (votes - 1 - m)).sqrt() for m in range(votes)]
    total = sum(roots, arb(0))
    return tuple(x / total for x in roots)


@lru_cache(maxsize=64)
def load_certified_distribution(votes: int, lottery: bool) -> Distribution:
    """Return the distribution of the threshold with certified constants."""
    return distribution(*(LOTTERY_TABLE if lottery else TWO_ANSWERS).weights(votes))


@dataclass(frozen=True)
class Procedure:
    """A procedure in two runs: the distribution of an answer, how often they differ, how often one fails.

    Of a lottery also: ``disagree``: they disagree, and not by two fallbacks (one fallback counts as a disagreement);
    ``silent``: one run has no passer; ``wrong``: one run outputs a wrong passer.
    """

    answers: tuple[Any, ...]
    differ: Any
    fails: Any
    disagree: Any = ZERO
    silent: Any = ZERO
    wrong: Any = ZERO


@dataclass(frozen=True)
class VotedProblem(Case):
    """Strings with weights, the answer distribution of each, the wrong answers, and the number of votes.

    ``links``: lotteries one after the other, each of so many votes.
    """

    name: str
    coins: Distribution
    distributions: tuple[Distribution, ...]
    wrong: frozenset[int]
    votes: int
    links: int = 1

    varied = ("coins", "distributions")

    @property
    def strings(self) -> Iterator[tuple[fmpq, Distribution]]:
        return zip(self.coins, self.distributions, strict=True)

    @property
    def outputs(self) -> range:
        return range(len(self.distributions[0]))

    @cached_property
    def rho0(self) -> fmpq:
        return sum((c * (ONE - sum((x * x for x in p), ZERO)) for c, p in self.strings), ZERO)

    @cached_property
    def beta0(self) -> fmpq:
        return sum((c * sum((p[y] for y in self.wrong), ZERO) for c, p in self.strings), ZERO)

    def measurements(self) -> Iterator[Measurement]:
        if not self.rho0:
            return
        if len(self.outputs) == 2:
            yield from self.measure_threshold_votes()
        yield from self.measure_lotteries(CERTIFIED, load_certified_distribution(self.votes, True))
        yield from self.measure_lotteries(CLOSED, compute_closed_distribution(self.votes))

    # -- two answers ---------------------------------------------------------------------------------------------------
    def measure_threshold_votes(self) -> Iterator[Measurement]:
        T = self.votes
        given: dict[str, Any] = {"n": (1,), "rho0": (self.rho0,), "beta0": (self.beta0,), "N": T, "T": (T,)}
        for label, thresholds in (
            (KAPPA, load_certified_distribution(T, False)),
            (KAPPA_CLOSED, compute_closed_distribution(T)),
        ):
            differ, fails = self.evaluate_two_answers(thresholds)
            kappa, phi = (bound(label, name, T=T) for name in ("kappa", "phi"))
            yield measure(label, "kappa", arb(differ) / arb(self.rho0), "disagreement over rho0", T=T)
            if self.beta0:
                yield measure(label, "phi", arb(fails) / arb(self.beta0), "failure over beta0", T=T)
            yield measure(TWO, "rho", differ, f"rho, {label}", **given, kappa=(kappa,), phi=(phi,))
            yield measure(TWO, "beta", fails, f"beta, {label}", **given, kappa=(kappa,), phi=(phi,))
        # a uniform number h in [0,1): more than h T votes means more than m for m = floor(h T), uniform on 0..T-1
        differ, fails = self.evaluate_two_answers(uniform(T))
        yield measure(UNIFORM, "rho", differ, **given)
        yield measure(UNIFORM, "beta", fails, **given)
        yield Measurement(UNIFORM, "beta is the base's own", fails, self.beta0, ">=")

    def evaluate_two_answers(self, thresholds: tuple[Any, ...]) -> tuple[Any, Any]:
        """Return disagreement and failure; answer 1 needs more than m votes, m distributed as ``thresholds``."""
        differ: Any = ZERO
        fails: Any = ZERO
        for c, p in self.strings:
            ones = CountDistribution.exact(self.votes, p[1])
            for m, w in enumerate(thresholds):
                one = ones.at_least(m + 1)
                differ = differ + w * (c * 2 * one * (ONE - one))
                fails = fails + w * (c * sum(((ONE - one, one)[y] for y in self.wrong), ZERO))
        return differ, fails

    # -- any outputs ---------------------------------------------------------------------------------------------------
    def measure_lotteries(self, label: str, thresholds: tuple[Any, ...]) -> Iterator[Measurement]:
        alone = {"T": self.votes}
        constants = {name: bound(label, name, **alone) for name in ("c", "u", "phi")}
        given = {"rho0": self.rho0, "beta0": self.beta0, **alone, **constants}
        answers = tuple(sum((c * p[y] for c, p in self.strings), ZERO) for y in self.outputs)
        rho, beta, procedure = self.rho0, self.beta0, Procedure(answers, self.rho0, self.beta0)
        for link in range(1, self.links + 1):
            procedure = self.evaluate_lottery(thresholds, procedure)
            later = {"rho_later": rho, "beta_later": beta, "B_later": 1}
            rho, beta = (bound(LOTTERY, name, **given, **later) for name in ("rho", "beta"))
            yield measure(LOTTERY, "rho", procedure.differ, f"rho of {link} links, {label}", **given, **later)
            yield measure(LOTTERY, "beta", procedure.fails, f"beta of {link} links, {label}", **given, **later)
        disagree = procedure.disagree / self.rho0
        yield measure(label, "c", disagree, "disagreement without two fallbacks, over rho0", **alone)
        yield measure(label, "u", procedure.silent / self.rho0, "fallbacks over rho0", **alone)
        if self.beta0:
            yield measure(label, "phi", procedure.wrong / self.beta0, "wrong passers over beta0", **alone)

    def evaluate_lottery(self, thresholds: tuple[Any, ...], later: Procedure) -> Procedure:
        """Return a lottery with a distribution of the threshold, and a procedure to fall back on."""
        answers: list[Any] = [ZERO for _ in self.outputs]
        differ, disagree, silent, wrong = (0 * thresholds[0] for _ in range(4))
        for c, p in self.strings:
            counted = multinomial(p, self.votes)
            for m, weight in enumerate(thresholds):
                passing = collect_outcomes(
                    (frozenset(y for y in self.outputs if counts[y] > m), x) for counts, x in counted
                )
                pairs = [(a, b, x * z) for a, x in passing.items() for b, z in passing.items()]
                share = weight * c
                differing = (mass * fmpq(len(a ^ b), len(a | b)) for a, b, mass in pairs if a | b)
                disagree = disagree + share * sum(differing, ZERO)
                agreeing = (mass * _compute_agreement(a, b, later) for a, b, mass in pairs)
                differ = differ + share * (ONE - sum(agreeing, ZERO))
                silent = silent + share * passing.get(frozenset(), ZERO)
                for a, x in passing.items():
                    for y in a:
                        answers[y] = answers[y] + share * x / len(a)
                        wrong = wrong + (share * x / len(a) if y in self.wrong else ZERO)
        answers = [mass + silent * later.answers[y] for y, mass in enumerate(answers)]
        return Procedure(tuple(answers), differ, wrong + silent * later.fails, disagree, silent, wrong)


def _compute_agreement(one: Passers, other: Passers, later: Procedure) -> Any:
    """Return the probability that two runs with these passers agree; coins of the fallback are independent."""
    if not one and not other:
        return ONE - later.differ
    if not one or not other:
        some = one or other
        return sum((later.answers[y] for y in some), ZERO) / len(some)
    return fmpq(len(one & other), len(one | other))


def make_one_string(name: str, p: Distribution, votes: int, wrong: frozenset[int] = frozenset({1})) -> VotedProblem:
    return VotedProblem(name, (ONE,), (p,), wrong, votes)


class VotesSimulator(Simulator):
    name = "votes"
    statements = (KAPPA, KAPPA_CLOSED, TWO, UNIFORM, CERTIFIED, CLOSED, LOTTERY)
    summary = "votes against a shared threshold, and chained lotteries among the passers: disagreement and failure"
    default_cases = 40

    def examples(self) -> Iterator[Case]:
        for votes in (3, 4, 5, 8, 20, 51):
            for q in (fmpq(1, 2), fmpq(1, 4), fmpq(3, 4), fmpq(1, 20), fmpq(1, 1000)):
                yield make_one_string(f"one coin of bias {q}", (ONE - q, q), votes)
        for size in (3, 4, 5):
            for votes in (3, 5, 8):
                yield make_one_string(f"{size} equally likely answers", uniform(size), votes, frozenset({0}))
        heavy = make_one_string("a heavy answer", distribution(8, 1, 1), 10, frozenset({1, 2}))
        yield heavy
        yield replace(heavy, name="a chain", votes=6, links=3)
        for answers in ((point(size, 0), uniform(size)) for size in (2, 3)):
            yield VotedProblem("mostly certain", distribution(9, 1), answers, frozenset({1}), 8, 2)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "two answers: half of rho0", WrongParameter(self.example(0), "rho0", lambda x: x / 2)
        yield "a likely wrong answer: half of beta0", WrongParameter(self.example(2), "beta0", lambda x: x / 2)
        yield "three answers: a third of rho0", WrongParameter(self.example(30), "rho0", lambda x: x / 3)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        size = rng.choice((2, 2, 2, 3, 3, 4, 5))
        answers = tuple(random_distribution(rng, size, rng.choice((6, 30))) for _ in range(rng.randint(1, 2)))
        wrong = frozenset(y for y in range(size) if rng.random() < 0.5) or frozenset({0})
        votes = rng.choice({2: (3, 4, 8, 10, 49, 51), 3: (3, 5, 8, 12)}.get(size, (3, 4, 5, 6)))
        coins = distribution(*(rng.randint(1, 5) for _ in answers))
        yield VotedProblem(f"random {number}", coins, answers, wrong, votes, rng.choice((1, 1, 2)))
