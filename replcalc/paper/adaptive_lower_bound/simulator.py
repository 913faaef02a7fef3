"""The adaptive game of threshold problems, played exactly by history-dependent algorithms (def:adaptive_game).

Case. In each of k rounds the adversary draws theta_i from P (see ``threshold``) and does not reveal it; the
algorithm sees m Bernoulli(theta_i) draws and everything that happened before. With the coins r fixed it is a
*policy*: layers of nodes, one layer per round. A node holds a rule (the fraction a_j of orders of a sample with j
ones that it answers with +; a multiple of 1/C(m,j), so it is a deterministic function of the sample) and says to
which node of the next layer each (count, answer) leads. A node is all that the algorithm remembers of its history,
and any algorithm that looks at counts and answers is a policy with enough nodes. The coins are a finite mixture of
policies.

Why it is exact. Two runs share theta_1..theta_k and nothing else, so the distribution of their pair of nodes,
restricted to equal answers so far, moves by the rationals E_P[w_i w_j]; one run that is right so far moves by E_P[w_j;
answer valid]. For tiny m and k the same probabilities are found again by listing every pair of samples.

What is compared. The phantom-run inequality of every reachable pair of histories; the step of the telescoping sum in
every round; both cases of clm:fixed_r_lb with p the exact least disagreement of an accurate rule; the sign version
without phantom; and the number of samples that thm:adaptive_lb demands of the mixture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.paper.adaptive_lower_bound.policies import (
    Play,
    Policy,
    adversary,
    copycat,
    majority,
    memoryless,
    play,
    random_policy,
    rho_by_listing,
    threshold_rule,
)
from replcalc.paper.adaptive_lower_bound.simulator_threshold import Adversary, best_rule
from replcalc.simulate.bounds import WrongParameter, measure
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.statements.catalogue import statement

GAME = "def:adaptive_game"
CLAIM = "clm:fixed_r_lb"
THEOREM = "thm:adaptive_lb"
SHARP = "derived:adaptive-lower-bound"


# -- cases ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class FixedCoins(Case):
    """Everything that is claimed for fixed coins."""

    game: Adversary
    policy: Policy

    @cached_property
    def played(self) -> Play:
        return play(self.game, self.policy)

    def measurements(self) -> Iterator[Measurement]:
        k, played = len(self.policy), self.played
        for meeting in played.meetings:
            where = f"round {meeting.round}, nodes {meeting.mine} and {meeting.theirs}"
            for label, against, least in (
                (CLAIM, "phantom run: Pr[y != y'] against half of Pr[y' != y'']", meeting.phantom / 2),
                (SHARP, "two signs: Pr[y != y'] against p(1-p) + p'(1-p')", meeting.spread),
            ):
                yield Measurement(label, f"{against}, {where}", meeting.differ, least, ">=")
        best = best_rule(self.game.m, self.game.tau)
        if best is not None:
            yield from telescoping(played, k, best.value)
        if 2 * played.accurate >= k:
            assert best is not None, "some rule is accurate"
            yield measure(CLAIM, "rho_r", played.rho, "rho(r), many accurate rounds", p=best.value, k=k)
        else:
            yield measure(CLAIM, "beta_r", played.beta, "beta(r), few accurate rounds", p=fmpq(1), k=k)


def telescoping(played: Play, k: int, p: fmpq) -> Iterator[Measurement]:
    """E[M_{i-1} - M_i] >= (p/2) E[M_{i-1} X'_i] in every round, and the two linear inequalities of the sign version."""
    for number in range(1, k + 1):
        here = [x for x in played.meetings if x.round == number]
        lost = sum((x.mass * x.differ for x in here), fmpq(0))
        due = sum((x.mass for x in here if x.accurate), fmpq(0)) * p / 2
        yield Measurement(CLAIM, f"agreement lost in round {number}", lost, due, ">=")
    linear = (
        ("rho(r) against p (E[Y] - k rho(r))", played.rho, p * (played.accurate - k * played.rho)),
        ("E[Y] against k - (16 + k) beta(r)", played.accurate, k - (16 + k) * played.beta),
    )
    for quantity, true, promised in linear:
        if promised > 0:  # otherwise it says nothing
            yield Measurement(SHARP, quantity, true, promised, ">=")


Coins = tuple[tuple[fmpq, Policy], ...]


@dataclass(frozen=True)
class Mixture(Case):
    """The samples per round that the theorem asks of an algorithm with random coins, where its conditions hold."""

    game: Adversary
    coins: Coins

    @cached_property
    def plays(self) -> list[tuple[fmpq, Play]]:
        return [(weight, play(self.game, policy)) for weight, policy in self.coins]

    @property
    def given(self) -> dict[str, Any]:
        rho = sum((w * x.rho for w, x in self.plays), fmpq(0))
        beta = sum((w * x.beta for w, x in self.plays), fmpq(0))
        return {"tau": self.game.tau, "k": len(self.coins[0][1]), "rho": rho, "beta": beta}

    def agreement(self) -> fmpq:
        """Pr[both runs give the same k answers], from the last round: met there and agreed."""
        total = fmpq(0)
        for weight, played in self.plays:
            last = max(x.round for x in played.meetings)
            total += weight * sum((x.mass * (1 - x.differ) for x in played.meetings if x.round == last), fmpq(0))
        return total

    def measurements(self) -> Iterator[Measurement]:
        given, m = self.given, self.game.m
        asked = {"k": given["k"], "m": m, "rho": given["rho"]}
        yield measure(GAME, "agreement", self.agreement(), "Pr[all answers agree]", **asked)
        for label, name in demanded(given):
            yield measure(label, name, fmpq(m), "samples per round", **given)


def demanded(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Which of the two lower bounds say how many samples a round needs: their conditions hold."""
    for label, name in ((THEOREM, "m"), (SHARP, "m_real")):
        verdicts = [verdict for _, verdict in statement(label).check(**values)]
        if Verdict.all(verdicts) is Verdict.PROVED:
            yield label, name


@dataclass(frozen=True)
class Listed(Case):
    """The definition itself: agreement by moving distributions against 1 - rho by listing every pair of samples."""

    game: Adversary
    policy: Policy

    def measurements(self) -> Iterator[Measurement]:
        rho = rho_by_listing(self.game, self.policy)
        agree, asked = 1 - play(self.game, self.policy).rho, {"k": len(self.policy), "m": self.game.m, "rho": rho}
        yield measure(GAME, "agreement", agree, "Pr[all answers agree]", **asked)


class _SharedSamples(Adversary):
    def both_plus(self, rule: Sequence[fmpq], other: Sequence[fmpq]) -> fmpq:
        return min(self.plus(rule), self.plus(other))


class AdaptiveGameSimulator(Simulator):
    name, statements, default_cases = "adaptive-game", (GAME, CLAIM, THEOREM, SHARP), 40
    summary = "k threshold problems against history-dependent algorithms: exact rho(r), beta(r) and the phantom run"
    loose: ClassVar[Mapping[str, str]] = {
        THEOREM: (
            "the steps of the proof lose a factor 972^2 (2/243 for one round, 8 for the averaging); "
            "derived:adaptive-lower-bound is within reach of the same games"
        )
    }

    def examples(self) -> Iterator[Case]:
        wide = fmpq(6, 25)
        for m, k in ((7, 1), (7, 3), (9, 2), (25, 3)):
            game = adversary(m, wide)
            yield FixedCoins(game, memoryless(m, k, majority(m)))
            yield FixedCoins(game, copycat(m, k, majority(m)))
        for m, k, tau in ((25, 3, wide), (60, 2, fmpq(1, 5)), (60, 10, wide)):
            yield Mixture(adversary(m, tau), ((fmpq(1), memoryless(m, k, majority(m))),))
        lazy = (
            (fmpq(1, 100), memoryless(25, 3, threshold_rule(25, 0))),
            (fmpq(99, 100), memoryless(25, 3, majority(25))),
        )
        yield Mixture(adversary(25, wide), lazy)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        game = adversary(7, fmpq(6, 25))
        yield "runs that share their samples", FixedCoins(_SharedSamples(7, game.tau), memoryless(7, 2, majority(7)))
        two = Listed(adversary(2, game.tau), memoryless(2, 2, majority(2)))
        yield "half of the disagreement", WrongParameter(two, "rho", lambda rho: rho / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        tau = fmpq(rng.randint(15, 24), 100)
        tiny = rng.choice(((1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1), (4, 1)))
        yield Listed(adversary(tiny[0], tau), random_policy(rng, *tiny, sensible=False))
        m, k = rng.choice(((2, 3), (4, 3), (7, 2), (7, 3), (8, 2)))
        game = adversary(m, fmpq(6, 25) if m >= 7 else tau)
        policies = [random_policy(rng, m, k, sensible=number % 3 != 0) for _ in range(2)]
        yield FixedCoins(game, policies[0])
        yield Mixture(game, tuple((fmpq(1, 2), policy) for policy in policies))
