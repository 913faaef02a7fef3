"""Route ``explicit``: thm:main with Lemma E, figures by hand, c as in route ``paper``, refusals."""

import mpmath
import pytest
from flint import fmpq

from replcalc.paper.main import method_tuned as paper
from replcalc.planning.composition import unbounded as composition
from replcalc.sharper.lemma_e import method as explicit
from replcalc.sharper.lemma_e.method import best_strings, blocks_for, strings, votes

mp = mpmath.mp.clone()
mp.dps = 60


def real(q):
    return mp.mpf(int(fmpq(q).p)) / int(fmpq(q).q)


def kl(a, b):
    return a * mp.log(a / b) + (1 - a) * mp.log((1 - a) / (1 - b))


def lemma_e(rho0, beta0, eps, delta, nu, h, l):
    """J, T and the failure probability, straight from the lemma."""
    g = rho0 / (2 * nu * (1 - nu))
    assert g < 1 and mp.mpf(1) / 2 < h < l < 1 - nu
    J = mp.ceil(mp.log(32 / delta**2) / mp.log(1 / g))
    L = mp.log(16 * J / delta**2)
    T = mp.ceil(
        max(
            2 * L * mp.log(2 * (1 + mp.e) * J / delta) ** 2 / ((l - h) ** 2 * eps**2),
            mp.log(32 / delta**2) / kl(l, 1 - nu),
            mp.log(64 * J / delta**2) / kl(h, mp.mpf(1) / 2),
            1 / (2 * h - 1),
        )
    )
    return int(J), int(T), 2 * J * beta0 + delta**2 / 4 + delta / (2 * (1 + mp.e))


def check(goal, result):
    assert result.applicable and not result.hidden
    answer = result.answer
    samples, failure = 0, mp.mpf(0)
    rows = zip(goal.n.runs, goal.rho0.values, goal.beta0.values, strict=True)
    for run, ((n, count), rho0, beta0) in enumerate(rows):
        eps, delta = (real(answer.value(name)[run].midpoint) for name in ("epsilon", "delta"))
        nu, h, l = (real(result.chosen[name][run]) for name in ("nu", "h", "l"))
        J, T, wrong = lemma_e(real(rho0), real(beta0), eps, delta, nu, h, l)
        assert answer.value("J")[run] == J and answer.value("blocks")[run] == T
        samples, failure = max(samples, n * T), failure + count * wrong
    assert result.samples == samples
    assert abs(real(answer.value("beta").midpoint) - failure) < mp.mpf(10) ** -15 * failure


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "options",
    [
        {"n": "100,200", "rho": "0.1"},
        {"n": "100,200,50x3", "rho": "0.1", "rho0": "0.4,0.01,1e-4x3", "beta0": "1e-3,1e-6,1e-4x3"},
        {"n": "100", "rho": "1e-6", "rho0": "0.49"},
        {"n": "17", "rho": "0.5", "rho0": "1e-12", "beta0": "1e-8"},
    ],
)
def test_by_hand(options):
    options = dict(options)
    goal = composition(options.pop("n"), options.pop("rho"), **options)
    check(goal, explicit.solve(goal, 20))


def test_c_and_closeness_are_those_of_the_paper():
    goal = composition("100,200", "0.1", beta0="0.001")
    ours, theirs = explicit.solve(goal, 20), paper.solve(goal, 20)
    assert ours.chosen["c"] == theirs.chosen["c"]
    for name in ("epsilon", "delta", "delta_prime", "epsilon_k", "delta_k", "epsilon_star", "delta_star", "gamma_star"):
        assert ours.answer.value(name) == theirs.answer.value(name)
    assert abs(real(ours.answer.value("epsilon")[0].midpoint) - mp.mpf("9.5923205e-5")) < mp.mpf("1e-12")


def test_orders_of_magnitude():
    """About 10^13 times (sum of n)/rho^2 at the smallest example, 10^14 at the larger one; a little less is welcome."""
    small = explicit.solve(composition("100,200", "0.1", beta0="1e-3"), 20)
    large = explicit.solve(composition("100x1000", "0.01", beta0="1e-6"), 20)
    assert 3e12 < small.samples / 30_000 < 2e13
    assert 2e13 < large.samples / 1e9 < 1.1e14


def test_a_fixed_c_is_used_and_checked():
    assert explicit.solve(composition("100,200", "0.1", c="0.001"), 20).chosen["c"] == fmpq(1, 1000)
    too_large = explicit.solve(composition("100,200", "0.1", c="0.01"), 20)
    assert not too_large.applicable and any(c.statement == "goal:replicability" for c in too_large.unmet)


def test_refusals():
    refused = explicit.solve(composition("100,200", "0.1", rho0="0.6"), 20)
    assert not refused.applicable and "rho0 < 1/2" in refused.reason and "margin 0.1" in refused.reason
    few = explicit.solve(composition("100,200", "0.1", max_strings=3), 20)
    assert not few.applicable and "3 strings" in few.reason
    goal = composition("100,200", "0.1", beta0="1e-6", beta="1e-3")
    met = explicit.solve(goal, 20)
    assert met.applicable and met.answer.value("beta").upper <= fmpq(1, 1000)
    missed = explicit.solve(composition("100,200", "0.1", beta0="1e-3", beta="1e-3"), 20)
    assert not missed.applicable and [c.statement for c in missed.unmet] == ["goal:failure"]


def test_the_bound_on_failure_limits_the_strings():
    free = explicit.solve(composition("100,200", "0.1", beta0="1e-6"), 20)
    tight = explicit.solve(composition("100,200", "0.1", beta0="1e-6", beta="1.5e-4"), 20)
    assert tight.applicable and sum(tight.answer.value("J")) < sum(free.answer.value("J"))
    assert tight.samples > free.samples


def test_number_of_strings_is_best():
    chosen = best_strings(1e-3, -20.0)
    costs = {J: found.cost() for J in range(1, 200) if (found := strings(J, 1e-3, -20.0)) is not None}
    assert costs[chosen.count] == pytest.approx(min(costs.values()))
    assert strings(min(costs) - 1, 1e-3, -20.0) is None, "fewer strings contain no good one surely enough"
    assert best_strings(1e-3, -20.0, min(costs) - 1) is None and best_strings(0.5, -20.0) is None


def test_blocks_and_epsilon_are_inverse():
    chosen = best_strings(0.1, -15.0)
    for log_blocks in (9.0, 14.0, 30.0, 900.0):
        found = votes(chosen, log_blocks)
        again, _ = blocks_for(chosen, found.log_epsilon)
        assert again == pytest.approx(log_blocks, abs=1e-9)
    assert votes(chosen, 1.0) is None, "three blocks leave no room between h and l"


def test_asking_for_more_digits_changes_no_figure():
    """At 10 digits it needed nine samples more than at 20: the search took c to as many digits as were asked for."""
    goal = composition("3", "0.1", rho0="0.357171")
    counts = {explicit.solve(goal, digits).samples for digits in (5, 10, 20, 60)}
    assert len(counts) == 1
