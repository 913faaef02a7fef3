"""The missing quantity: certified at the answer, refused one step further, and equal to what arithmetic says."""

import math

import pytest
from flint import fmpq

import replcalc
from replcalc.numbers.errors import InputError
from replcalc.planning import solving
from replcalc.planning.composition import composition
from replcalc.planning.solving import COUNTS, LARGE_IS_HARD, SMALL_IS_HARD, Trial, find_boundary, solve_for
from replcalc.sharper.race import method as joint
from replcalc.sharper.votes import method as separate
from replcalc.sharper.votes.method import solve_side_by_side


@pytest.mark.parametrize("row", [SMALL_IS_HARD, LARGE_IS_HARD])
def test_the_row_of_decimals_is_monotone_and_finds_its_own_values(row):
    places = [row.easiest + step for step in (0, 1, 898, 899, 900, 901, 5000)]
    values = [row.value(p) for p in places]
    assert values == sorted(values, reverse=row is SMALL_IS_HARD)
    for place, value in zip(places, values, strict=True):
        assert row.position(value) == place
        assert len(str(fmpq(value) * fmpq(10) ** 400).rstrip("0")) <= 3, "three digits"
    assert row.value(row.position(fmpq(1, 3))) == fmpq(333, 1000), "rounded down"


@pytest.mark.parametrize("limit", [1, 2, 3, 17, 1000, 123_456_789, 10**9])
@pytest.mark.parametrize("message", ["power", "nothing", "wrong"])
def test_the_edge_of_a_monotone_row_is_found_whatever_the_excess_says(limit, message):
    def trial(position):
        excess = {"power": 1.5 * math.log(position / limit), "nothing": None, "wrong": math.sin(position)}[message]
        calls.append(position)
        return Trial(position <= limit, excess)

    calls = []
    good, bad = find_boundary(COUNTS, 1, trial)
    assert good == limit and bad == (limit + 1 if limit < 10**9 else None)
    assert len(calls) < 120


def test_an_edge_outside_the_row_is_said():
    assert find_boundary(COUNTS, 5, lambda p: Trial(False, None)) == (None, 1)
    assert find_boundary(SMALL_IS_HARD, 5, lambda p: Trial(True, -1.0)) == (SMALL_IS_HARD.hardest, None)


def test_side_by_side_the_answers_are_arithmetic():
    """k rho0 <= rho and k beta0 <= beta, nothing else."""
    goal = composition("100x7", "0.1", rho0="0.001", beta0="1e-4", beta="0.05")
    found = {
        name: solve_for(name, goal, ["side-by-side"], samples=100).value for name in ("rho", "rho0", "beta", "beta0")
    }
    assert found["rho"] == fmpq(7, 1000)
    assert found["rho0"] == fmpq(142, 10_000), "0.1/7 = 0.01428..."
    assert found["beta"] == fmpq(7, 10_000)
    assert found["beta0"] == fmpq(714, 100_000), "0.05/7 = 0.00714..."
    most = solve_for(
        "k", composition("100", "0.1", rho0="0.001", beta0="1e-4", beta="0.05"), ["side-by-side"], samples=100
    )
    assert most.value == 100 and most.solved["side-by-side"].refused == 101
    nothing = solve_for("rho", goal, ["side-by-side"], samples=99)
    assert nothing.value is None and nothing.best is None, "the negative control: one sample too few"


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("method", "solve"), [("votes", separate.solve), ("joint", joint.solve), ("side-by-side", solve_side_by_side)]
)
@pytest.mark.parametrize(("unknown", "harder"), [("rho", -1), ("rho0", 1), ("beta", -1), ("beta0", 1)])
def test_the_answer_holds_and_a_percent_more_does_not(method, solve, unknown, harder):
    """The methods themselves are asked, at the answer and one percent beyond it."""
    given = {"rho": "0.05", "rho0": "0.001", "beta": "0.02", "beta0": "1e-5"}
    samples = 50_000 if method == "joint" else 20_000
    given.pop(unknown)
    found = replcalc.compose("100x100", **given, samples=samples, solve=unknown, methods=[method], digits=10)
    value = found.solved[method].value  # whether or not so many rounds can be waited for
    if value is None:
        assert method == "side-by-side" and unknown in ("beta", "beta0"), "0.001 times 100 exceeds 0.05"
        return

    def holds(value):
        goal = composition("100x100", **(given | {unknown: value}))
        result = solve(goal, 10)
        return result.certified and result.samples <= samples

    assert holds(value) or method == "joint", "joint spends up to a percent for fewer strings if nobody says N"
    assert not holds(value * (1 + harder * fmpq(1, 100)))
    assert found[method].certified and found[method].samples <= samples


def test_a_repair_that_no_value_helps_is_tried_once(monkeypatch):
    """beta is twice the sum of the beta0, so that smaller ones do not help: ``compose`` took 16 seconds to see it."""
    result = separate.solve(composition("1x30", "0.1", rho0="0.5"), 6)
    tried, solve = [], solving.solve
    monkeypatch.setattr(solving, "solve", lambda *given: tried.append(given) or solve(*given))
    assert solving.find_repairs(result) == {} and len(tried) == 1


@pytest.mark.exhaustive
def test_joint_spends_what_one_has_and_not_a_percent_more():
    """Without the samples one has, a percent more is spent to save strings: 100,000 would not have been enough."""
    goal = composition("100", "0.01", beta0="1e-6")
    k = solve_for("k", goal, ["joint"], samples=100_000).solved["joint"].value
    plain = joint.solve(solving.with_copies(goal, k), 10)
    assert plain.samples > 100_000 >= solve_for("k", goal, ["joint"], samples=100_000)["joint"].samples


@pytest.mark.exhaustive
def test_what_five_thousand_samples_give():
    found = replcalc.compose("100x10", samples=5000)
    assert found.unknown == "rho" and found.best.method == "votes"
    assert all(result.samples <= 5000 for result in found.results if result.applicable)
    assert found.value == fmpq(3, 10**4) < found.solved["side-by-side"].value == fmpq(1, 1000)
    assert "PROVED at rho" in found.solved["votes"].checked


def test_what_is_solved_for_must_not_be_given():
    for arguments in (
        {"rho": "0.1", "samples": 5},
        {"rho": "0.1", "solve": "rho"},
        {"rho": "0.1", "beta0": "0.1", "solve": "beta0"},
        {"solve": "beta0"},
        {"solve": "rho"},
        {"rho": "0.1", "solve": "happiness"},
    ):
        with pytest.raises(InputError):
            replcalc.compose("100x3", **arguments)
    with pytest.raises(InputError):
        replcalc.compose("100,200", rho="0.1", solve="k")


def test_where_every_guarantee_is_empty_the_beta0_that_mends_it_is_said():
    """A thousand failures of 1/1000 add up to 1, twice that is no guarantee: the refusal named no way out."""
    found = replcalc.compose("100x1000", samples=5000, methods=["side-by-side"])
    assert found.best is None and found["side-by-side"].repair == {"beta0": fmpq(499, 10**6)}
    assert "0.000499" in str(found)
    again = replcalc.compose("100x1000", samples=5000, beta0=fmpq(499, 10**6), methods=["side-by-side"])
    assert again.best.method == "side-by-side" and again.value == fmpq(1, 10)
    enough = replcalc.compose("100x1000", samples=99, beta0="1e-9", methods=["side-by-side"])
    assert enough.best is None and not enough["side-by-side"].repair, (
        "the negative control: samples are missing, not beta0"
    )


def test_the_repair_of_a_vacuous_answer_is_the_largest_beta0_below_which_it_guarantees_something():
    vacuous = replcalc.compose("100,200", rho="0.1", methods=["paper"])["paper"]
    assert vacuous.status == "vacuous"
    beta0 = vacuous.repair["beta0"]
    for value, status in ((beta0, "conditional"), (beta0 * fmpq(101, 100), "vacuous")):
        again = replcalc.compose("100,200", rho="0.1", beta0=value, beta="0.9999", methods=["paper"])["paper"]
        assert again.status == status


def test_a_search_that_takes_long_ends_with_a_value_that_holds():
    """The repairs of twelve different problems once took a minute."""
    good, bad = find_boundary(SMALL_IS_HARD, 3000, lambda place: Trial(place <= 2000, None), deadline=0.0)
    assert good is not None and good <= 2000 < bad, "certified, though not the hardest"
    exact = find_boundary(SMALL_IS_HARD, 3000, lambda place: Trial(place <= 2000, None))
    assert exact == (2000, 2001)


@pytest.mark.exhaustive
def test_nothing_but_the_answer_is_printed(capfd):
    """HiGHS once wrote about its own presolving to standard output, in front of the answer."""
    sizes = ",".join(str(10 * i) for i in range(1, 13))
    assert "--beta" in str(replcalc.compose(sizes, "0.05", rho0="0.1", beta0="1e-3", beta="0.0125"))
    assert capfd.readouterr().out == ""
