"""Method ``joint``: figures by hand, the least samples certified, groups, refusals, extremes."""

import math
from dataclasses import replace

import mpmath
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from replcalc import compose
from replcalc.planning.composition import without_failure_target as composition
from replcalc.sharper.race import method as joint

mp = mpmath.mp.clone()
mp.dps = 60


def real(q):
    return mp.mpf(int(fmpq(q).p)) / int(fmpq(q).q)


def kl(a, b):
    return a * mp.log(a / b) + (1 - a) * mp.log((1 - a) / (1 - b))


def race(x):
    """1 - (1-x)^2/(1 + (2/sqrt 3) sqrt(2x - x^2)) up to x = 1, then 1."""
    x = min(x, mp.mpf(1))
    return 1 - (1 - x) ** 2 / (1 + 2 / mp.sqrt(3) * mp.sqrt(2 * x - x * x))


def by_hand(goal, J, x0, x1, N, groups=1):
    """rho and beta of the theorem, term by term; x0 and x1 per value of rho0."""
    chi = omega = tau = squares = wrong = mp.mpf(0)
    for (n, count), rho0, beta0 in zip(goal.n.runs, goal.rho0.values, goal.beta0.values, strict=True):
        r, b, x, y, T = real(rho0), real(beta0), real(x0[rho0]), real(x1[rho0]), N // n
        D = (1 - y) ** 2 / (1 - x)
        chi += count * r / (T * D)
        omega += count * mp.exp(-J * kl(x, r))
        tau += count * mp.exp(-T * kl(y, x))
        squares += count * mp.exp(-2 * T * kl(y, x))
        wrong += count * b / D
    return groups * race(chi / groups) + omega + squares, omega + tau + wrong


def places(goal, chosen, names=("x0", "x1")):
    found = []
    for name in names:
        values = chosen[name] if isinstance(chosen[name], tuple) else (chosen[name],) * len(goal.rho0.values)
        found.append(dict(zip(goal.rho0.values, values, strict=True)))
    return found


def inside(enclosure, value, digits=18):
    return all(abs(real(end) - value) <= mp.mpf(10) ** -digits * value for end in (enclosure.lower, enclosure.upper))


def check(goal, result, groups=1):
    """Both figures by hand; the goal met at N and missed at N - 1 with the same parameters."""
    assert result.applicable and not result.hidden
    J, N = result.chosen["J"], result.samples
    at_x, at_y = places(goal, result.chosen), places(goal, result.chosen, ("y0", "y1"))
    (rho, beta_at_x), (_, beta) = by_hand(goal, J, *at_x, N, groups), by_hand(goal, J, *at_y, N, groups)
    assert beta <= beta_at_x * (1 + mp.mpf("1e-6")), "the failure probability has its own x0 and x1"
    assert inside(result.answer.value("rho"), rho) and inside(result.answer.value("beta"), beta)
    assert rho <= real(goal.rho) and (goal.beta is None or beta <= real(goal.beta))
    if max(goal.n.values) < N:
        less_rho, less_beta = by_hand(goal, J, *at_x, N - 1, groups)[0], by_hand(goal, J, *at_y, N - 1, groups)[1]
        assert less_rho > real(goal.rho) or (goal.beta is not None and less_beta > real(goal.beta))
    assert result.answer.value("runs") == J * sum(c * (N // n) for n, c in goal.n.runs)
    assert tuple(result.chosen["T"]) == tuple(N // n for n in goal.n.values)


def squared(goal, size=None):
    """Squared votes in one group, or in groups of so many problems."""
    return joint.solve_squared(goal, 20, size or goal.k)


@pytest.mark.parametrize(
    ("n", "rho", "rho0", "most"),
    [("100x1000", "0.01", "1e-4", 269_100), ("100x10", "0.1", "0.05", 15_700), ("100x10", "0.1", "0.4", 194_900)],
)
def test_targets(n, rho, rho0, most):
    goal = composition(n, rho, rho0=rho0, beta0="1e-6")
    result = squared(goal)
    check(goal, result)
    assert result.samples <= most
    # and not below what no parameters get under: chi >= rho0 (sum of n)/((1-rho0) N), and race(chi) <= rho
    r, total = real(goal.rho0.values[0]), sum(v * c for v, c in goal.n.runs)
    start = 3 * real(goal.rho) ** 2 / 8
    largest = mp.findroot(lambda x: race(x) - real(goal.rho), (start, 2 * start), solver="anderson")
    assert result.samples > r / (1 - r) * total / largest


@pytest.mark.parametrize(
    "options",
    [
        {"n": "100", "rho": "0.01", "rho0": "0.999"},
        {"n": "100,200,300x2", "rho": "0.05", "rho0": "1e-4,0.3,0.01x2", "beta0": "1e-3,1e-4,1e-6x2"},
        {"n": "3x5,7", "rho": "0.5", "rho0": "0.2", "beta0": "1e-5", "beta": "1e-3"},
        {"n": "100x1000000", "rho": "0.01", "beta0": "1e-9"},
        {"n": "100", "rho": "0.1", "rho0": "0.4", "max_strings": 7},
    ],
)
def test_by_hand_and_minimal(options):
    options = dict(options)
    goal = composition(options.pop("n"), options.pop("rho"), **options)
    check(goal, squared(goal))


@settings(max_examples=6, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 5000), st.integers(1, 40)), min_size=1, max_size=4),
    st.integers(1, 99),
    st.integers(1, 90),
)
def test_any_goal(runs, rho, rho0):
    goal = composition(",".join(f"{n}x{c}" for n, c in runs), fmpq(rho, 100), rho0=fmpq(rho0, 100), beta0="1e-8")
    check(goal, squared(goal))


def test_no_parameters_do_much_better():
    """With infinitely many strings (x0 = rho0, omega = 0) a brute-force grid over x1 finds one percent at most."""
    goal = composition("100x10", "0.1", rho0="0.05", beta0="1e-6")
    found = squared(goal)
    best = 10**9
    for step in range(1, 1900):
        x0, x1 = 0.05, 0.05 + step / 2000
        rate = x1 * math.log(x1 / x0) + (1 - x1) * math.log((1 - x1) / (1 - x0))
        low, high = 0, 10**6
        while high - low > 1:
            T = (low + high) // 2
            chi = min(10 * x0 * (1 - x0) / (T * (1 - x1) ** 2), 1)
            apart = 1 - (1 - chi) ** 2 / (1 + math.sqrt(4 / 3 * (2 * chi - chi * chi)))
            met = apart + 10 * math.exp(-2 * T * rate) <= 0.1
            low, high = (low, T) if met else (T, high)
        best = min(best, high)
    assert best <= found.samples // 100 <= 1.01 * best
    tight = squared(replace(goal, max_strings=found.chosen["J"] // 2))
    assert tight.applicable and tight.chosen["J"] <= found.chosen["J"] // 2 and tight.samples > found.samples


def test_refusals_name_the_condition_and_the_margin():
    goal = composition("100,200", "0.1", beta="0.001")
    refused = squared(goal)
    assert not refused.applicable and "goal:failure" in refused.reason and "margin" in refused.reason
    assert "0.0020002" in refused.reason, "the sum of beta0_i/(1-rho0_i) is named"
    assert squared(replace(goal, beta=fmpq(3, 1000))).applicable
    few = squared(composition("100x1000", "0.1", rho0="0.4", max_strings=2))
    assert not few.applicable and "goal:replicability" in few.reason and "strings" in few.reason


@pytest.mark.parametrize(("n", "rho", "rho0"), [(str(10**40), "0.1", "0.4"), ("7", "0.999", "1e-9")])
def test_extremes(n, rho, rho0):
    goal = composition(n, rho, rho0=rho0)
    result = squared(goal)
    assert result.applicable and result.answer.value("rho").upper <= goal.rho


# -- groups and votes as angles ----------------------------------------------------------------------------------------
def term(votes, rho0):
    """One problem's part of the distance: the smaller of arcsine and linear angles."""
    arc = 2 * math.asin(math.sqrt(votes / (votes + 1))) - 2 * math.asin(math.sqrt(1 / (votes + 1))) + votes**-0.5
    return min(math.pi**2 / (4 * (votes + 1) * arc**2), math.pi**2 * rho0 / (8 * votes))


@pytest.mark.parametrize(
    ("n", "k", "rho", "rho0", "samples"),
    [(100, 1000, "0.01", "1e-4", 327_400), (100, 10, "0.1", "0.05", 15_700), (100, 10, "0.1", "0.4", 68_300)],
)
def test_angles_by_hand(n, k, rho, rho0, samples):
    result = joint.solve_angles(composition(f"{n}x{k}", rho, rho0=rho0, beta0="1e-6", outputs="binary"), 20, k)
    assert result.certified and result.samples == samples
    value, less = (race(k * term(samples // n - step, float(rho0))) for step in (0, 1))
    assert value <= float(rho) < less
    assert float(result.rho) == pytest.approx(float(value), rel=1e-9)
    assert float(result.beta) == pytest.approx(1.14 * k * 1e-6)
    assert float(result.rounds_log10) == pytest.approx(math.log10(1 + 2.0**k) if k < 1000 else k * math.log10(2))


@pytest.mark.parametrize("most", [10, 10**3, 10**6])
def test_groups_are_as_large_as_the_rounds_allow(most):
    goal = composition("100x12", "0.1", rho0="0.3", beta0="1e-6", outputs="binary", max_rounds=fmpq(most))
    result = joint.solve(goal, 20)
    assert result.certified and result.value("form") == joint.ANGLES
    groups = result.value("groups")
    size = -(-12 // groups)
    assert groups * (1 + 2**size) <= most or size == 1
    if groups > 1:
        assert (groups - 1) * (1 + 2 ** -(-12 // (groups - 1))) > most, "fewer groups take too many rounds"
    votes = result.samples // 100
    assert groups * race(12 * term(votes, 0.3) / groups) <= 0.1 < groups * race(12 * term(votes - 1, 0.3) / groups)


def test_one_group_where_the_rounds_allow_it():
    """The rounds of one group are a product over the problems, not those of the largest rho0 for all."""
    options = {"rho0": "0.1x5,0.4x1,1e-3x2,0.01x3,0.05x5,0.1x5", "beta0": "1e-6", "outputs": "finite:3"}
    goal = composition("1000x21", "0.03", **options)
    whole = joint.solve(replace(goal, max_rounds=fmpq(10**12)), 20)
    assert whole.certified and "group" not in whole.chosen and whole.effort.within(10**12)
    assert whole.samples <= 6_392_000 < 2 * joint.solve_squared(goal, 20, 16).samples
    check(goal, whole)
    few = joint.solve(replace(goal, max_rounds=fmpq(1000)), 20)
    size = few.chosen["group"]
    assert few.certified and few.effort.within(1000) and 1 < size < 21
    check(goal, few, -(-21 // size))


def test_rounds_are_unknown_where_the_outputs_are():
    """A method that is known to run is better; the joint one needs fewer samples in theory."""
    question = {"rho0": "0.3", "beta0": "1e-4", "beta": "0.05"}
    unknown = compose("20x8", "0.2", **question)
    assert unknown.best.method == "votes" and unknown.best_theory.method == "joint"
    assert unknown["joint"].effort.rounds_at_least and unknown["joint"].samples < unknown["votes"].samples
    three = compose("20x8", "0.2", outputs="finite:3", **question)
    assert three.best.method == "joint" and not three.best.effort.rounds_at_least
