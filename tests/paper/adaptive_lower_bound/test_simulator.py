"""The adaptive game: exact distributions against listing, the phantom run, both cases of the claim, the two lower bounds."""

from __future__ import annotations

import random

import pytest
from flint import fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.paper.adaptive_lower_bound.policies import (
    MemoryState,
    adversary,
    copycat,
    majority,
    memoryless,
    mutate,
    play,
    random_policy,
    rho_by_listing,
    threshold_rule,
)
from replcalc.paper.adaptive_lower_bound.simulator import (
    GAME,
    SHARP,
    THEOREM,
    AdaptiveGameSimulator,
    FixedCoins,
    Listed,
    Mixture,
)
from replcalc.paper.adaptive_lower_bound.simulator_threshold import best_rule

SIMULATOR = AdaptiveGameSimulator()

TAU = fmpq(6, 25)


@pytest.mark.parametrize(("m", "k"), [(1, 1), (1, 3), (2, 2), (3, 1), (4, 1)])
@pytest.mark.parametrize("seed", range(3))
def test_moving_laws_agree_with_listing_all_samples(m: int, k: int, seed: int) -> None:
    game, policy = adversary(m, fmpq(1, 5)), random_policy(random.Random(seed), m, k, sensible=False)
    assert play(game, policy).rho == rho_by_listing(game, policy)


def test_memoryless_rounds_are_independent() -> None:
    game, rule = adversary(7, TAU), majority(7)
    played = play(game, memoryless(7, 3, rule))
    assert played.rho == 1 - (1 - game.disagreement(rule)) ** 3
    assert played.beta == 1 - (1 - game.error(rule)) ** 3
    assert played.accurate == 3


def test_history_matters() -> None:
    """A copycat agrees with its twin for ever once the first answers agree; errors do not multiply."""
    game, rule = adversary(7, TAU), majority(7)
    played = play(game, copycat(7, 3, rule))
    assert played.rho == game.disagreement(rule)
    assert played.accurate == 1
    assert played.beta > play(game, memoryless(7, 3, rule)).beta


def test_meetings_of_one_node() -> None:
    game, rule = adversary(7, TAU), majority(7)
    (meeting,) = play(game, memoryless(7, 1, rule)).meetings
    assert meeting.mass == 1
    assert meeting.differ == meeting.phantom == meeting.spread == game.disagreement(rule)
    assert meeting.accurate


def test_phantom_inequality_is_strict_between_different_nodes() -> None:
    game = adversary(4, fmpq(1, 5))
    never, always = MemoryState(threshold_rule(4, 5), ((0, 0),) * 5), MemoryState(threshold_rule(4, 0), ((0, 0),) * 5)
    policy = ((MemoryState(majority(4), ((0, 0), (1, 0), (0, 1), (0, 0), (0, 1))),), (never, always))
    apart = [x for x in play(game, policy).meetings if x.round == 2 and x.mine != x.theirs]
    assert apart
    assert all(x.differ == 1 and x.phantom == 0 for x in apart)


@pytest.mark.parametrize("seed", range(4))
def test_claims_for_random_policies(seed: int) -> None:
    rng = random.Random(seed)
    for sensible in (True, False):
        for comparison in FixedCoins(adversary(7, TAU), random_policy(rng, 7, 2, sensible=sensible)).measurements():
            assert not comparison.violated(fmpq(1)), comparison


def test_both_cases_of_the_claim_occur() -> None:
    game = adversary(7, TAU)
    many = [c.quantity for c in FixedCoins(game, memoryless(7, 2, majority(7))).measurements()]
    few = [c.quantity for c in FixedCoins(game, memoryless(7, 2, threshold_rule(7, 2))).measurements()]
    assert "rho(r), many accurate rounds" in many
    assert "beta(r), few accurate rounds" in few


def test_the_claim_needs_the_exact_p() -> None:
    """Negative control: with a p ten times too large the telescoping step fails for independent majorities."""
    from replcalc.paper.adaptive_lower_bound.simulator import telescoping

    game = adversary(7, TAU)
    best = best_rule(7, TAU)
    assert best is not None
    p = best.value
    played = play(game, memoryless(7, 2, majority(7)))
    assert not any(c.violated(fmpq(1)) for c in telescoping(played, 2, p))
    assert any(c.violated(fmpq(1)) for c in telescoping(played, 2, 10 * p))


def test_lower_bounds_on_a_mixture() -> None:
    game = adversary(60, TAU)
    found = {c.statement: c for c in Mixture(game, ((fmpq(1), memoryless(60, 2, majority(60))),)).measurements()}
    assert set(found) == {GAME, THEOREM, SHARP}
    rho = 1 - (1 - game.disagreement(majority(60))) ** 2
    beta = 1 - (1 - game.error(majority(60))) ** 2
    r, b, t = (int(x.p) / int(x.q) for x in (rho, beta, TAU))
    assert float(found[THEOREM].bound) == pytest.approx(((2 / 243) * 2 * (1 - 4 * r) / (8 * r * t)) ** 2, rel=1e-12)
    sharp = 3.141592653589793 * (1 - 4 * t * t) ** 0.5 / 48
    assert float(found[SHARP].bound) == pytest.approx((sharp * (2 * (1 - r - b) - 16 * b) / (r * t)) ** 2, rel=1e-12)
    assert float(found[SHARP].bound) < 60


def test_no_lower_bound_where_its_conditions_fail() -> None:
    lazy = memoryless(7, 2, threshold_rule(7, 0))
    labels = [c.statement for c in Mixture(adversary(7, TAU), ((fmpq(1), lazy),)).measurements()]
    assert labels == [GAME]


def test_listing_comparison_is_an_equality() -> None:
    (comparison,) = Listed(
        adversary(2, fmpq(1, 5)), random_policy(random.Random(5), 2, 2, sensible=False)
    ).measurements()
    assert comparison.true == comparison.bound
    assert comparison.violated(fmpq(1, 2))


def test_mutation_changes_one_node() -> None:
    policy = random_policy(random.Random(1), 4, 3, sensible=True)
    rng = random.Random(2)
    for _ in range(20):
        other = mutate(rng, 4, policy)
        changed = [(a, b) for x, y in zip(policy, other, strict=True) for a, b in zip(x, y, strict=True) if a != b]
        assert len(changed) <= 1


def test_without_a_bound_on_rho() -> None:
    with ball_precision(192):
        rows = SIMULATOR.extra()["without_a_bound_on_rho"]["rounds"]
    last = rows[-1]
    assert last["k"] == 10**6
    assert last["success_at_least"] > fmpq(98, 100)
    assert fmpq(9949, 10000) < last["rho"] < fmpq(9951, 10000)
