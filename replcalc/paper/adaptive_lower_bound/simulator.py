"""The adaptive game of threshold problems, played exactly by history-dependent algorithms (def:adaptive_game).

Cases (see ``game``): a rule for one round, as accurate as lem:threshold_estimation asks; a policy for k rounds, which
is an algorithm with fixed coins; a mixture of policies, which is an algorithm.

What is compared: the disagreement of the rule, the least of an accurate one among them; the phantom-run inequality of
every reachable pair of histories; the step of the telescoping sum in every round; both cases of clm:fixed_r_lb with p
the least disagreement of an accurate rule; the sign version without a phantom; the samples that thm:adaptive_lb demands
of the mixture, also at k = 2 and 3 by the best rule that is as often right in every round.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.paper.adaptive_lower_bound.game import (
    TOLERANCE,
    Adversary,
    MemoryState,
    Play,
    Policy,
    Rule,
    find_best_rule,
    play,
    repeat_first_answer,
    repeat_rule,
    threshold_rule,
)
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.distributions import ZERO
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.statements.catalogue import statement

GAME, ROUND, CLAIM, THEOREM = "def:adaptive_game", "lem:threshold_estimation", "clm:fixed_r_lb", "thm:adaptive_lb"
SHARP_ROUND, SHARP = "derived:threshold-constant", "derived:adaptive-lower-bound"
#: derived:adaptive-lower-bound asks for so many times the samples of thm:adaptive_lb wherever the latter applies: the
#: quotient is (972 c_tau (1 - beta - rho - 16 beta/k)/(1 - 4 rho))^2, where c_tau >= pi sqrt(3)/96 and
#: 1 - beta - 16 beta/k >= 3/4; that is at least (729 pi sqrt(3)/96)^2 = 1707.3.
LOOSE_BY = 1700


@dataclass(frozen=True)
class AccurateRule(Case):
    """Both lower bounds for one accurate rule."""

    game: Adversary
    rule: Rule

    def measurements(self) -> Iterator[Measurement]:
        m, tau, true = self.game.m, self.game.tau, self.game.disagreement(self.rule)
        given = {"m": m, "tau": tau, "failure": self.game.error(self.rule)}
        low, high = self.game.ends(self.rule)
        yield measure(ROUND, "p_at_lower_end", low, **given)
        yield measure(ROUND, "p_at_upper_end", high, **given)
        yield measure(ROUND, "slope", self.game.slope(self.rule), "slope at the bias 1/2", **given)
        yield measure(ROUND, "disagreement", true, **given)
        yield measure(SHARP_ROUND, "disagreement", true, m=m, tau=tau)


@dataclass(frozen=True)
class FixedCoins(Case):
    """What is said of fixed coins."""

    game: Adversary
    policy: Policy

    def measurements(self) -> Iterator[Measurement]:
        k, played = len(self.policy), play(self.game, self.policy)
        for meeting in played.meetings:
            where = f"round {meeting.round}, states {meeting.mine} and {meeting.theirs}"
            phantom, signs = "phantom run: Pr[y != y'] against half of Pr[y' != y'']", "Pr[y != y'] against the spread"
            yield Measurement(CLAIM, f"{phantom}, {where}", meeting.differ, meeting.phantom / 2, ">=")
            yield Measurement(SHARP, f"{signs}, {where}", meeting.differ, meeting.spread, ">=")
        best = find_best_rule(self.game.m, self.game.tau)
        if best is not None:
            yield from measure_telescoping_sum(played, k, best[0])
        if best is not None and 2 * played.accurate >= k:
            yield measure(CLAIM, "rho_r", played.rho, "rho, many accurate rounds", p=best[0], k=k)
        else:
            yield measure(CLAIM, "beta_r", played.beta, "beta, few accurate rounds", p=fmpq(1), k=k)


def measure_telescoping_sum(played: Play, k: int, p: fmpq) -> Iterator[Measurement]:
    """Measure E[M_{i-1} - M_i] >= (p/2) E[M_{i-1} X'_i] in every round, and both linear inequalities for signs."""
    for number in range(1, k + 1):
        here = [x for x in played.meetings if x.round == number]
        lost = sum((x.mass * x.differ for x in here), ZERO)
        due = sum((x.mass for x in here if x.accurate), ZERO) * p / 2
        yield Measurement(CLAIM, f"agreement lost in round {number}", lost, due, ">=")
    linear = (
        ("rho against p (E[Y] - k rho)", played.rho, p * (played.accurate - k * played.rho)),
        ("E[Y] against k - (16 + k) beta", played.accurate, k - (16 + k) * played.beta),
    )
    for quantity, true, least in linear:
        if least > 0:  # otherwise it says nothing
            yield Measurement(SHARP, quantity, true, least, ">=")


@dataclass(frozen=True)
class Mixture(Case):
    """The samples per round that the theorem asks of an algorithm with random coins, where its conditions hold."""

    game: Adversary
    coins: tuple[tuple[fmpq, Policy], ...]

    @cached_property
    def plays(self) -> list[tuple[fmpq, Play]]:
        return [(weight, play(self.game, policy)) for weight, policy in self.coins]

    def agreement(self) -> fmpq:
        """Return Pr[both runs give the same k answers], from the last round: they meet there and agree."""
        k = len(self.coins[0][1])
        met = ((weight * x.mass * (1 - x.differ), x.round) for weight, played in self.plays for x in played.meetings)
        return sum((mass for mass, number in met if number == k), ZERO)

    def measurements(self) -> Iterator[Measurement]:
        rho, beta = (sum((w * getattr(x, name) for w, x in self.plays), ZERO) for name in ("rho", "beta"))
        given: dict[str, Any] = {"tau": self.game.tau, "k": len(self.coins[0][1]), "rho": rho, "beta": beta}
        rounds = {"k": given["k"], "m": self.game.m, "rho": rho}
        yield measure(GAME, "agreement", self.agreement(), "Pr[all answers agree]", **rounds)
        held = {
            label: all(verdict is Verdict.PROVED for _, verdict in statement(label).check(**given))
            for label in (THEOREM, SHARP)
        }
        for label, name in ((THEOREM, "m"), (SHARP, "m_real")):
            if held[label]:
                yield measure(label, name, fmpq(self.game.m), "samples per round", **given)
        if all(held.values()):
            least, stated = bound(SHARP, "m_real", **given), bound(THEOREM, "m", **given)
            yield Measurement(THEOREM, f"{LOOSE_BY} times its samples, against {SHARP}", LOOSE_BY * stated, least)


def fix_coins(game: Adversary, policy: Policy) -> Mixture:
    """Return the algorithm without random coins."""
    return Mixture(game, ((fmpq(1), policy),))


def draw_rule(rng: Random, m: int) -> Rule:
    """Return a threshold around the middle with up to two entries replaced."""
    rule = list(threshold_rule(m, (m + 1) // 2 + rng.choice((-1, 0, 0, 0, 1))))
    for _ in range(rng.randint(0, 2)):
        rule[rng.randrange(m + 1)] = fmpq(rng.randint(0, 4), 4)
    return tuple(rule)


def draw_policy(rng: Random, m: int, k: int, width: int = 3) -> Policy:
    def state() -> MemoryState:
        return MemoryState(draw_rule(rng, m), tuple((rng.randrange(width), rng.randrange(width)) for _ in range(m + 1)))

    return tuple(tuple(state() for _ in range(width if number else 1)) for number in range(k))


class _SharedSamples(Adversary):
    """A mutant: two runs see the same samples."""

    def both_plus(self, rule: Any, other: Any) -> fmpq:
        return min(self.plus(rule), self.plus(other))


class AdaptiveGameSimulator(Simulator):
    name, default_cases = "adaptive-game", 40
    statements = (GAME, ROUND, SHARP_ROUND, CLAIM, THEOREM, SHARP)
    summary = "threshold problems against rules and history-dependent algorithms: exact rho, beta and the phantom run"
    loose: ClassVar[Mapping[str, str]] = {
        f"{ROUND}/slope": "2 sqrt(m/3) holds as well (claim derived.fisher-slope)",
        f"{ROUND}/disagreement": "the explicit constant is 2/243; derived:threshold-constant has at least 0.0566",
        f"{CLAIM}/rho_r": "half of the disagreement goes to the third draw, half of the rounds to the average",
        f"{CLAIM}/beta_r": "here inaccurate rounds err more often than 1/16, and more than half of the rounds are so",
        THEOREM: (
            f"no algorithm comes nearer than 1/{LOOSE_BY}: derived:adaptive-lower-bound, proved for every "
            f"history-dependent algorithm, asks for at least {LOOSE_BY} times as many samples"
        ),
    }

    def examples(self) -> Iterator[Case]:
        wide = fmpq(6, 25)
        for m, tau in ((7, wide), (11, fmpq(1, 5)), (50, fmpq(1, 10)), (100, fmpq(1, 5))):
            found = find_best_rule(m, tau)
            if found is not None:
                yield AccurateRule(Adversary(m, tau), found[1])
        for m, k in ((7, 1), (7, 3), (9, 2), (25, 3)):
            middle = threshold_rule(m, (m + 1) // 2)
            yield FixedCoins(Adversary(m, wide), repeat_rule(k, middle))
            yield FixedCoins(Adversary(m, wide), repeat_first_answer(k, middle))
        for k in (2, 3, 10):
            found = find_best_rule(60, wide, fmpq(1, 80))
            if found is not None:
                yield fix_coins(Adversary(60, wide), repeat_rule(k, found[1]))
        always, majority = (repeat_rule(3, threshold_rule(25, c)) for c in (0, 13))
        yield Mixture(Adversary(25, wide), ((fmpq(1, 100), always), (fmpq(99, 100), majority)))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        wide = fmpq(6, 25)
        two = repeat_rule(2, threshold_rule(7, 4))
        yield "runs that share their samples", FixedCoins(_SharedSamples(7, wide), two)
        yield "half of the disagreement", WrongParameter(fix_coins(Adversary(7, wide), two), "rho", lambda rho: rho / 2)
        yield "a rule that is not accurate", AccurateRule(Adversary(20, fmpq(1, 5)), threshold_rule(20, 0))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        game = Adversary(rng.randint(7, 24), fmpq(rng.randint(30, 49), 200))
        rule = draw_rule(rng, game.m)
        if game.error(rule) <= TOLERANCE:
            yield AccurateRule(game, rule)
        m, k = rng.choice(((2, 3), (4, 3), (7, 2), (7, 3), (8, 2)))
        game = Adversary(m, fmpq(6, 25) if m >= 7 else fmpq(rng.randint(15, 24), 100))
        policies = [draw_policy(rng, m, k) for _ in range(2)]
        yield FixedCoins(game, policies[0])
        yield Mixture(game, tuple((fmpq(1, 2), policy) for policy in policies))
