"""Sign rules of an adaptive game against the tight lower bound, exactly (derived:tight-adaptive).

Case. The bias is 1/2 - tau or 1/2 + tau with probability w each, uniform between otherwise; a round shows m flips, and
a rule answers + with probability a_j at j ones. For w = 1/3 the disagreement of two runs is the rational of the
simulator ``threshold``; its part from the uniform piece gives every other w. k rounds are answered independently, each
by a rule drawn with shared coins from a list, so two runs differ somewhere with probability 1 - (1 - D)^k and err
somewhere with probability 1 - (1 - E)^k, D and E averages over the list.

What is compared. The disagreement of one rule with what its own errors at the ends allow, and that of k rounds with
the rho that the theorem forces at this rho and beta.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from flint import fmpq

from replcalc.paper.adaptive_lower_bound.game import Adversary, Rule, threshold_rule
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb

TINY = fmpq(1, 10**30)
LABEL = "derived:tight-adaptive"


def errors(adversary: Adversary, rule: Rule) -> tuple[fmpq, fmpq]:
    """Return the probabilities of a wrong answer at the two ends."""
    low = sum((a * x for a, x in zip(rule, adversary.at_low, strict=True)), fmpq(0))
    high = sum((a * x for a, x in zip(rule, adversary.at_high, strict=True)), fmpq(0))
    return low, 1 - high


def disagreement(adversary: Adversary, rule: Rule, w: fmpq) -> fmpq:
    """Return E[2p(1-p)] under the prior with weight w at each end."""
    u, v = errors(adversary, rule)
    ends = 2 * u * (1 - u) + 2 * v * (1 - v)
    between = 3 * adversary.disagreement(rule) - ends
    return w * ends + (1 - 2 * w) * between


@dataclass(frozen=True)
class OneRound(Case):
    """A rule against what its own errors at the ends allow."""

    adversary: Adversary
    rule: Rule
    w: fmpq

    @property
    def given(self) -> dict[str, Any]:
        eta = sum(errors(self.adversary, self.rule), fmpq(0))
        return {"tau": self.adversary.tau, "m": self.adversary.m, "w": self.w, "eta": eta}

    def measurements(self) -> Iterator[Measurement]:
        if 0 < self.given["eta"] < 1:
            true = disagreement(self.adversary, self.rule, self.w)
            given = {"k": 1, "rho": fmpq(1, 2), "beta": TINY, **self.given}  # they take no part
            yield measure(LABEL, "disagreement", true, "disagreement of one round", **given)


@dataclass(frozen=True)
class Game(Case):
    """k rounds, each answered by a rule drawn from the list."""

    adversary: Adversary
    rules: Sequence[Rule]
    w: fmpq
    eta: fmpq
    k: int

    @property
    def given(self) -> dict[str, Any]:
        return {"k": self.k, "tau": self.adversary.tau, "m": self.adversary.m, "w": self.w, "eta": self.eta}

    @cached_property
    def chances(self) -> tuple[fmpq, fmpq]:
        """rho and beta."""
        size = len(self.rules)
        differ = sum((disagreement(self.adversary, rule, self.w) for rule in self.rules), fmpq(0)) / size
        wrong = self.w * sum((sum(errors(self.adversary, rule), fmpq(0)) for rule in self.rules), fmpq(0)) / size
        return 1 - (1 - differ) ** self.k, 1 - (1 - wrong) ** self.k

    def measurements(self) -> Iterator[Measurement]:
        rho, beta = self.chances
        if self.k * (1 - rho - beta) > beta / (self.w * self.eta):
            yield measure(LABEL, "rho_forced", rho, "rho of k rounds", **{"rho": rho, "beta": beta, **self.given})


class TightAdaptiveSimulator(Simulator):
    name, statements, default_cases = "tight-adaptive", (LABEL,), 30
    summary = "sign rules in rounds of m flips: exact disagreement of one round and of k against the tight lower bound"

    def examples(self) -> Iterator[Case]:
        for m, tau in ((11, fmpq(1, 5)), (41, fmpq(1, 5)), (101, fmpq(1, 10)), (151, fmpq(1, 4))):
            adversary = Adversary(m, tau)
            for w in (fmpq(1, 3), fmpq(1, 50)):
                yield OneRound(adversary, threshold_rule(m, (m + 1) // 2), w)
        adversary = Adversary(81, fmpq(1, 4))
        rules = [threshold_rule(81, h) for h in range(33, 50, 2)]
        for k in (1, 2, 3):
            yield Game(adversary, rules, fmpq(1, 10), fmpq(1, 5), k)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "half of tau", WrongParameter(self.example(1), "tau", lambda x: x / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        m = rng.randint(5, 40)
        adversary, w = Adversary(m, fmpq(rng.randint(10, 45), 100)), fmpq(rng.randint(1, 40), 100)
        rule = list(threshold_rule(m, rng.randint(m // 3, m - m // 3)))
        for _ in range(rng.randint(0, 3)):
            rule[rng.randrange(m + 1)] = fmpq(rng.randint(0, 4), 4)
        yield OneRound(adversary, tuple(rule), w)
        rules = [threshold_rule(m, rng.randint(m // 3, m - m // 3)) for _ in range(3)]
        yield Game(adversary, rules, w, fmpq(rng.randint(5, 60), 100), rng.randint(1, 3))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Search locally over the rules of 12 flips for the smallest disagreement relative to its bound."""
        adversary, w = Adversary(12, fmpq(2, 5)), fmpq(1, 50)

        def neighbour(rule: Rule) -> Rule:
            j = rng.randrange(len(rule))
            return (*rule[:j], fmpq(rng.randint(0, 4), 4), *rule[j + 1 :])

        yield from hill_climb(threshold_rule(12, 6), neighbour, lambda rule: [OneRound(adversary, rule, w)], budget)
