"""Route ``direct``: figures by hand, certified minimality, targets, families, refusals, extremes."""

import math
from dataclasses import replace

import mpmath
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from replcalc.numbers.errors import PrecisionExhausted
from replcalc.planning.composition import unbounded as composition
from replcalc.search.optimise import smallest_integer
from replcalc.sharper.race import method as direct
from replcalc.sharper.race.search import VotesSearch

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


def by_hand(goal, J, x0, x1, N, raced=True):
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
    if raced:
        return race(chi) + omega + squares, omega + tau + wrong
    root = mp.sqrt(2 * chi)
    return 2 * root / (1 + root) + omega + 2 * tau, omega + tau + wrong


def places(goal, chosen, names=("x0", "x1")):
    found = []
    for name in names:
        values = chosen[name] if isinstance(chosen[name], tuple) else (chosen[name],) * len(goal.rho0.values)
        found.append(dict(zip(goal.rho0.values, values, strict=True)))
    return found


def inside(enclosure, value, digits=18):
    return all(abs(real(end) - value) <= mp.mpf(10) ** -digits * value for end in (enclosure.lower, enclosure.upper))


def check(goal, result, raced=True):
    """Both figures by hand; the goal met at N and missed at N - 1 with the same parameters."""
    assert result.applicable and not result.hidden
    J, N, (x0, x1) = result.chosen["J"], result.samples, places(goal, result.chosen)
    rho, beta_at_x = by_hand(goal, J, x0, x1, N, raced)
    _, beta = by_hand(goal, J, *places(goal, result.chosen, ("y0", "y1")), N, raced)
    assert beta <= beta_at_x * (1 + mp.mpf("1e-6")), "the failure probability has its own x0 and x1"
    assert inside(result.answer.value("rho"), rho) and inside(result.answer.value("beta"), beta)
    assert rho <= real(goal.rho) and (goal.beta is None or beta <= real(goal.beta))
    if max(goal.n.values) < N:
        less_rho, less_beta = by_hand(goal, J, x0, x1, N - 1, raced)
        assert less_rho > real(goal.rho) or (goal.beta is not None and less_beta > real(goal.beta))
    assert result.answer.value("runs") == J * sum(c * (N // n) for n, c in goal.n.runs)
    assert tuple(result.chosen["T"]) == tuple(N // n for n in goal.n.values)


@pytest.mark.parametrize(
    ("n", "rho", "rho0", "most"),
    [("100x1000", "0.01", "1e-4", 275_000), ("100x10", "0.1", "0.05", 16_000), ("100x10", "0.1", "0.4", 200_000)],
)
def test_targets(n, rho, rho0, most):
    goal = composition(n, rho, rho0=rho0, beta0="1e-6")
    result = direct.solve(goal, 20)
    check(goal, result)
    assert result.samples <= most
    # and not below what no parameters get under: chi >= rho0 (sum of n)/((1-rho0) N), and race(chi) <= rho
    r, total = real(goal.rho0.values[0]), sum(v * c for v, c in goal.n.runs)
    start = 3 * real(goal.rho) ** 2 / 8
    largest = mp.findroot(lambda x: race(x) - real(goal.rho), (start, 2 * start), solver="anderson")
    assert result.samples > r / (1 - r) * total / largest


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "options",
    [
        {"n": "100,200", "rho": "0.1"},
        {"n": "100,200", "rho": "0.1", "beta": "0.01"},
        {"n": "100", "rho": "0.01", "rho0": "0.999"},
        {"n": "100,200,300x2", "rho": "0.05", "rho0": "1e-4,0.3,0.01x2", "beta0": "1e-3,1e-4,1e-6x2"},
        {"n": "3x5,7", "rho": "0.5", "rho0": "0.2", "beta0": "1e-5", "beta": "1e-3"},
        {"n": "10", "rho": "0.9", "rho0": "0.6"},
        {"n": "100x1000000", "rho": "0.01", "beta0": "1e-9"},
        {"n": "100", "rho": "0.1", "rho0": "0.4", "max_strings": 7},
    ],
)
def test_by_hand_and_minimal(options):
    options = dict(options)
    goal = composition(options.pop("n"), options.pop("rho"), **options)
    check(goal, direct.solve(goal, 20))


def test_one_rho0_gives_single_places_and_several_give_lists():
    one = direct.solve(composition("100,200", "0.1", rho0="0.2"), 20)
    assert isinstance(one.chosen["x0"], fmpq) and one.answer.value("D").is_exact
    goal = composition("100,200", "0.1", rho0="0.2,0.01")
    two = direct.solve(goal, 20)
    assert len(two.chosen["x0"]) == len(two.chosen["x1"]) == 2
    x0, _ = places(goal, two.chosen)
    omegas = [mp.exp(-two.chosen["J"] * kl(real(x0[r]), real(r))) for r in goal.rho0.values]
    assert inside(two.answer.value("omega"), sum(omegas)), "with several rho0 the omega_i add up"
    assert inside(one.answer.value("omega"), mp.exp(-one.chosen["J"] * kl(real(one.chosen["x0"]), mp.mpf("0.2"))))


def test_no_parameters_do_much_better():
    """With infinitely many strings (x0 = rho0, omega = 0) a brute-force grid over x1 finds one percent at most."""
    goal = composition("100x10", "0.1", rho0="0.05", beta0="1e-6")
    found = direct.solve(goal, 20)
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
    assert best <= found.samples // 100 <= 1.011 * best


def test_few_strings():
    """J is the smallest that gets by within one percent of the fewest samples: fewer strings need more."""
    goal = composition("100x10", "0.1", rho0="0.05", beta0="1e-6")
    free = direct.solve(goal, 20)
    J = free.chosen["J"]
    tight = direct.solve(replace(goal, max_strings=J * 9 // 10), 20)
    many = VotesSearch(goal, direct.RACE.model).least_samples(float("inf"))[0]
    assert tight.applicable and tight.chosen["J"] <= J * 9 // 10 and tight.samples > free.samples
    assert many <= free.samples <= many * 1.0101


def test_samples_shrink_as_the_goal_gets_easier():
    def samples(**change):
        options = {"rho": "0.05", "rho0": "0.1", "beta0": "1e-6"} | change
        return direct.solve(composition("100x20,250x3", options.pop("rho"), **options), 20).samples

    base = samples()
    assert samples(rho="0.06") < base < samples(rho="0.04")
    assert samples(rho0="0.09") < base < samples(rho0="0.11")
    assert base == samples(beta="1e-4") and samples(beta="2.6e-5") > base  # no N gets below 23e-6/0.9


def test_refusals_name_the_condition_and_the_margin():
    goal = composition("100,200", "0.1", beta="0.001")
    refused = direct.solve(goal, 20)
    assert not refused.applicable and "goal:failure" in refused.reason and "margin" in refused.reason
    assert "0.0020002" in refused.reason, "the sum of beta0_i/(1-rho0_i) is named"
    assert [c.statement for c in refused.unmet] == ["goal:failure"]
    met = direct.solve(replace(goal, beta=fmpq(3, 1000)), 20)
    assert met.applicable
    few = direct.solve(composition("100x1000", "0.1", rho0="0.4", max_strings=2), 20)
    assert not few.applicable and "goal:replicability" in few.reason and "strings" in few.reason
    enough = direct.solve(composition("100x1000", "0.1", rho0="0.4", max_strings=40), 20)
    assert enough.applicable and enough.chosen["J"] <= 40


@pytest.mark.parametrize(
    ("n", "rho", "rho0"), [("100", "1e-300", "1e-4"), (str(10**40), "0.1", "0.4"), ("7", "0.999", "1e-9")]
)
def test_extremes(n, rho, rho0):
    goal = composition(n, rho, rho0=rho0)
    result = direct.solve(goal, 20)
    assert result.applicable
    assert result.answer.value("rho").upper <= goal.rho
    parameters = {"J": result.chosen["J"], **{x: goal.n.map(lambda _, x=x: result.chosen[x]) for x in ("x0", "x1")}}
    if result.samples > max(goal.n.values):
        assert not direct.certified(goal, parameters, result.samples - 1, 20).applicable


def test_many_different_sizes():
    sizes = [100 + 3 * j for j in range(400)]
    goal = composition(sizes, "0.1", rho0="0.01")
    check(goal, direct.solve(goal, 20))


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 5000), st.integers(1, 40)), min_size=1, max_size=4),
    st.integers(1, 99),
    st.integers(1, 90),
)
def test_any_goal(runs, rho, rho0):
    goal = composition(",".join(f"{n}x{c}" for n, c in runs), fmpq(rho, 100), rho0=fmpq(rho0, 100), beta0="1e-8")
    check(goal, direct.solve(goal, 20))


def test_smallest_integer():
    from flint import arb

    calls = []

    def excess(n):
        calls.append(n)
        return (arb(12_345_678) / n).log() - arb("1e-12")

    for guess in (1, 10**7, 12_345_678, 10**9):
        assert smallest_integer(excess, guess, 1) == 12_345_678
        assert smallest_integer(excess, guess, 1, lambda n: 12_345_678 / n - 1) == 12_345_678
    assert smallest_integer(excess, 50, 20_000_000) == 20_000_000
    assert smallest_integer(lambda n: (arb(1000) / n).log() - arb("1e-12"), 5, 7, None, 7) == 1001
    huge = 10**60 + 12345

    def sharp(n):
        from replcalc.numbers.fields import ball_precision

        with ball_precision(600):
            return (arb(2 * huge - 1) / (2 * n)).log() / 2

    calls.clear()
    assert smallest_integer(sharp, 10**60, 1, lambda n: 0.5 - n / (2 * huge)) == huge
    with pytest.raises(PrecisionExhausted):
        smallest_integer(lambda n: arb(1), 5, 1)


def test_a_batch_has_the_same_figures_and_a_second_evaluation_now_and_then():
    """Between two answers of a batch the second evaluation is on for everybody else."""
    from replcalc.planning.comparison import SECOND_EVALUATION, solve_many

    goals = [composition("100x10", f"1/{d}", rho0="1/1000") for d in range(10, 13)]
    batch = []
    for result in solve_many("direct", goals * (SECOND_EVALUATION // 3 + 1), 20):
        batch.append(result)
        if len(batch) == 2:
            alone = [direct.solve(goal, 20) for goal in goals]
            assert all(result.answer.cross_checked for result in alone)
        if len(batch) > SECOND_EVALUATION:
            break
    checked = [place for place, result in enumerate(batch) if result.answer.cross_checked]
    assert checked == [0, SECOND_EVALUATION]
    for place, result in enumerate(batch):
        one = alone[place % 3]
        assert result.certified and (result.samples, result.chosen) == (one.samples, one.chosen)
        assert str(result.beta) == str(one.beta) and str(result.rho) == str(one.rho)


def test_a_batch_in_any_order_finds_what_single_questions_find():
    """Parameters and every enclosure: nothing that a batch keeps from one goal leaks into the next."""
    from replcalc.output.document import encode
    from replcalc.planning.comparison import solve_many

    goals = [
        composition(f"100x{k}", rho, rho0=rho0, beta0="1e-9")
        for k, rho, rho0 in [(1, "1/2", "1/3"), (30, "1/50", "1e-2"), (31, "1/50", "1e-2"), (5000, "1/7", "1e-4")]
    ]
    goals += [
        composition("100x3,200,300x2", "0.1"),
        composition("100x5,200x7", "0.1", rho0="0.01x5,0.001x7"),
        composition("100x20", "0.1", beta="1e-3", beta0="1e-9"),
        composition("100x20", "0.1", max_strings=40),
    ]

    def shown(result):
        figures = encode({name: q.value for name, q in result.answer.quantities.items()}, 20)
        verdicts = [(c.condition, c.verdict, c.index) for c in result.conditions]
        return str(figures), verdicts, result.status, result.chosen, result.runs, str(result.rounds_log10)

    batches = [list(solve_many("direct", order, 20)) for order in (goals, goals[::-1])]
    alone = [shown(direct.solve(goal, 20)) for goal in goals]
    assert [shown(result) for result in batches[0]] == alone
    assert [shown(result) for result in batches[1]] == alone[::-1]
    assert len({figures for figures, *_ in alone}) == len(goals)
