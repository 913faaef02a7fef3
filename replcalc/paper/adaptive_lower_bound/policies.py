"""Policies: algorithms of the adaptive game with their coins fixed, and what they do in it, exactly.

A policy is layers of nodes, one layer per round (see ``adaptive_game``). ``play`` moves the exact distributions of one
run and of two runs through the layers; ``rho_by_listing`` finds the same probability from every pair of samples.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from itertools import product as cartesian
from math import prod
from random import Random

from flint import fmpq

from replcalc.paper.adaptive_lower_bound.simulator_threshold import TOLERANCE, Adversary, Rule
from replcalc.simulate.binomial import binomials
from replcalc.simulate.distributions import collected

SignAnswer = int  # 0 for -, 1 for +
Samples = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class MemoryState:
    """A memory state: its rule, and the index of the next node for each count and answer."""

    rule: Rule
    after: tuple[tuple[int, int], ...]


Policy = tuple[tuple[MemoryState, ...], ...]


@dataclass(frozen=True)
class Meeting:
    """Two runs that agreed so far, at nodes ``mine`` and ``theirs`` of round ``round``; probabilities given that."""

    round: int
    mine: int
    theirs: int
    mass: fmpq  # probability of meeting here
    differ: fmpq  # Pr[y != y']
    phantom: fmpq  # Pr[y' != y''], both from the history of ``theirs``
    spread: fmpq  # E[p(1-p) + p'(1-p')]
    accurate: bool  # X' = 1: the node ``theirs`` is accurate


@dataclass(frozen=True)
class Play:
    """What a policy does in the game."""

    rho: fmpq
    beta: fmpq
    accurate: fmpq  # E[Y]: expected number of accurate rounds
    meetings: tuple[Meeting, ...] = field(repr=False)


@lru_cache(maxsize=64)
def adversary(m: int, tau: fmpq) -> Adversary:
    return Adversary(m, tau)


def play(game: Adversary, policy: Policy) -> Play:
    """rho(r), beta(r), E[Y] and every meeting of two runs, exactly."""
    matched: dict[tuple[int, int], fmpq] = {(0, 0): fmpq(1)}
    single: dict[int, fmpq] = {0: fmpq(1)}
    right: dict[int, fmpq] = {0: fmpq(1)}
    accurate = fmpq(0)
    meetings: list[Meeting] = []
    for number, layer in enumerate(policy, start=1):
        accuracy = [game.error(node.rule) <= TOLERANCE for node in layer]
        accurate += sum((mass for v, mass in single.items() if accuracy[v]), fmpq(0))
        for (v, w), mass in matched.items():
            meetings.append(_meeting(game, number, layer, v, w, mass, accuracy[w]))
        matched = _advance_pairs(game, layer, matched)
        single = _advance(layer, single, game.single, game.single)
        minus = tuple(x - y / 3 for x, y in zip(game.single, game.at_high, strict=True))
        plus = tuple(x - y / 3 for x, y in zip(game.single, game.at_low, strict=True))
        right = _advance(layer, right, minus, plus)
    rho = 1 - sum(matched.values(), fmpq(0))
    return Play(rho, 1 - sum(right.values(), fmpq(0)), accurate, tuple(meetings))


def _meeting(
    game: Adversary, number: int, layer: tuple[MemoryState, ...], v: int, w: int, mass: fmpq, accurate: bool
) -> Meeting:
    mine, theirs = layer[v].rule, layer[w].rule
    p, q = game.plus(mine), game.plus(theirs)
    pq, pp, qq = game.both_plus(mine, theirs), game.both_plus(mine, mine), game.both_plus(theirs, theirs)
    return Meeting(number, v, w, mass, p + q - 2 * pq, 2 * (q - qq), p - pp + q - qq, accurate)


def _advance_pairs(
    game: Adversary, layer: tuple[MemoryState, ...], distribution: Mapping[tuple[int, int], fmpq]
) -> dict[tuple[int, int], fmpq]:
    """Move two runs that agreed so far by one round in which they agree again."""
    methods = [_methods(node) for node in layer]
    moved = collected(
        ((mine, theirs), mass * game.both_plus(chosen, other))
        for (v, w), mass in distribution.items()
        for answer in (0, 1)
        for mine, chosen in methods[v][answer].items()
        for theirs, other in methods[w][answer].items()
    )
    return {key: mass for key, mass in moved.items() if mass != 0}


def _methods(node: MemoryState) -> tuple[dict[int, list[fmpq]], dict[int, list[fmpq]]]:
    """For each answer: the nodes it may lead to, each with the probability, per count, of that answer and node."""
    methods: tuple[dict[int, list[fmpq]], dict[int, list[fmpq]]] = ({}, {})
    for j, a in enumerate(node.rule):
        for answer, chance in ((0, 1 - a), (1, a)):
            if chance != 0:
                methods[answer].setdefault(node.after[j][answer], [fmpq(0)] * len(node.rule))[j] = chance
    return methods


def _advance(
    layer: tuple[MemoryState, ...], distribution: Mapping[int, fmpq], minus: tuple[fmpq, ...], plus: tuple[fmpq, ...]
) -> dict[int, fmpq]:
    """Move one run; ``minus[j]`` and ``plus[j]`` weigh count j with the answer - or +."""
    return collected(
        (layer[v].after[j][answer], mass * chance)
        for v, mass in distribution.items()
        for j, a in enumerate(layer[v].rule)
        for answer, chance in ((1, a * plus[j]), (0, (1 - a) * minus[j]))
        if chance != 0
    )


# -- the same by listing all samples -----------------------------------------------------------------------------------
def _answers(m: int, policy: Policy, samples: Samples) -> tuple[SignAnswer, ...]:
    """The answers of one run: of the samples with j ones, the first a_j C(m,j) in order are answered with +."""
    state, given = 0, []
    for layer, sample in zip(policy, samples, strict=True):
        node, j = layer[state], sum(sample)
        ones = tuple(i for i, x in enumerate(sample) if x)
        rank = list(combinations(range(m), j)).index(ones)
        answer = int(rank < node.rule[j] * binomials(m)[j])
        given.append(answer)
        state = node.after[j][answer]
    return tuple(given)


def rho_by_listing(game: Adversary, policy: Policy) -> fmpq:
    """rho(r) by listing all 4^(mk) pairs of runs."""
    moments, total = game.moments(2 * game.m), fmpq(0)
    runs = {s: _answers(game.m, policy, s) for s in cartesian(cartesian((0, 1), repeat=game.m), repeat=len(policy))}
    for (first, answers), (second, others) in cartesian(runs.items(), repeat=2):
        if answers != others:
            total += prod(moments[sum(mine) + sum(theirs)] for mine, theirs in zip(first, second, strict=True))
    return total


# -- policies ----------------------------------------------------------------------------------------------------------
def threshold_rule(m: int, c: int) -> Rule:
    """Answer + from count c on."""
    return tuple(fmpq(int(j >= c)) for j in range(m + 1))


def majority(m: int) -> Rule:
    """Answer the majority; half of the orders of a tie get +."""
    return tuple(
        fmpq(int(2 * j > m)) if 2 * j != m else fmpq(binomials(m)[j] // 2, binomials(m)[j]) for j in range(m + 1)
    )


def memoryless(m: int, k: int, rule: Rule) -> Policy:
    """The same rule in every round."""
    return ((MemoryState(rule, ((0, 0),) * (m + 1)),),) * k


def copycat(m: int, k: int, rule: Rule) -> Policy:
    """Answer the first round by the rule, then repeat that answer for ever."""
    always = (
        MemoryState(threshold_rule(m, m + 1), ((0, 0),) * (m + 1)),
        MemoryState(threshold_rule(m, 0), ((1, 1),) * (m + 1)),
    )
    return ((MemoryState(rule, ((0, 1),) * (m + 1)),), *(always,) * (k - 1))


def random_rule(rng: Random, m: int, *, sensible: bool) -> Rule:
    """A threshold near the middle with some noise, or anything at all."""
    if not sensible:
        return tuple(fmpq(rng.randint(0, int(c)), c) for c in binomials(m))
    rule = list(threshold_rule(m, (m + 1) // 2 + rng.choice((-1, 0, 0, 0, 1))))
    for _ in range(rng.randint(0, 2)):
        j = rng.randrange(m + 1)
        rule[j] = fmpq(rng.randint(0, int(binomials(m)[j])), binomials(m)[j])
    return tuple(rule)


def random_policy(rng: Random, m: int, k: int, *, sensible: bool, width: int = 3) -> Policy:
    def node() -> MemoryState:
        return MemoryState(
            random_rule(rng, m, sensible=sensible),
            tuple((rng.randrange(width), rng.randrange(width)) for _ in range(m + 1)),
        )

    return tuple(tuple(node() for _ in range(1 if number == 0 else width)) for number in range(k))
