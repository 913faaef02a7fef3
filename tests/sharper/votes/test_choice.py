"""Every problem as pays: figures by hand, the least N of all combinations, no partition does better."""

import itertools
import math

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from replcalc import compose
from replcalc.numbers.errors import InputError
from replcalc.planning.composition import composition
from replcalc.sharper.votes.choice import Chooser, group_problems
from replcalc.sharper.votes.method import solve

METHODS = ["side-by-side", "votes"]


def separate(*args, **options):
    return compose(*args, methods=["votes"], **options)["votes"]


def test_the_large_algorithm_runs_once_and_the_small_one_votes() -> None:
    """Every problem voted once: 2,100,000 samples."""
    result = separate("10,100000", "0.1", rho0="0.2,0.05", beta0="1e-4")
    assert result.certified and result.samples == 100_000
    assert result.chosen["once"] == 1 and result.chosen["lottery"] == 1
    # the small one may disagree with probability 0.05, which it does alone with as many votes and no fewer
    alone = separate("10", "0.05", rho0="0.2", beta0="1e-4")
    assert result.runs == alone.runs + 1 and alone.samples <= 100_000
    first, second = result.details["assigned"].members()
    assert first.blocks == alone.runs and (second.form.name, second.votes, second.blocks) == ("once", (), 1)
    many = separate("1000,1x1000", "0.01", rho0="1e-9,1e-4x1000", beta0="1e-7")
    assert many.certified and many.samples == 1000 and many.chosen["once"] == 1


def test_one_row_of_any_outputs_does_not_spoil_the_others() -> None:
    binary = separate("100x10", "0.01", rho0="0.01", beta0="1e-6", outputs="binary")
    mixed = separate("100x10,1", "0.0101", rho0="0.01x10,1e-4", beta0="1e-6", outputs="binaryx10,any")
    weak = separate("100x10,1", "0.0101", rho0="0.01x10,1e-4", beta0="1e-6", outputs="any")
    assert mixed.certified and mixed.samples <= binary.samples < weak.samples
    assert set(binary.obligations) < set(mixed.obligations), "two answers are granted for the rows that have them"


def test_outputs_have_one_value_or_one_per_problem() -> None:
    goal = composition("1,2x2", "0.1", outputs="binary,anyx2")
    assert [str(o) for o in goal.each_output.members()] == ["binary", "any", "any"] and str(goal.outputs) == "any"
    assert composition("1,2", "0.1", outputs="binary,binary").outputs.two
    with pytest.raises(InputError, match="outputs"):
        composition("1,2,3", "0.1", outputs="binary,any")


def test_all_once_is_what_naive_says() -> None:
    found = compose("100x10", "0.1", rho0="0.01", beta0="1e-4", methods=METHODS)
    assert (
        found.best.method == "side-by-side"
        and found["votes"].samples == 100
        and found["votes"].chosen["form"] == "once"
    )
    assert found["votes"].rho.is_exact and found["votes"].rho.upper == fmpq(1, 10), "equal to what is promised"


def feasible(goal, samples: int) -> bool:
    """Some combination of forms, in floats: every problem's disagreement and failure, added up."""
    kinds = group_problems(goal)
    forms, rhos, betas = Chooser(kinds).compute_log_bounds(samples)
    members = [j for j, count in enumerate(kinds.counts) for _ in range(count)]
    limits = float(goal.rho.p) / float(goal.rho.q), float(goal.beta.p) / float(goal.beta.q)
    for taken in itertools.product(range(len(forms)), repeat=len(members)):
        pairs = [(rhos[o, j], betas[o, j]) for o, j in zip(taken, members, strict=True)]
        if all(
            math.fsum(map(math.exp, column)) <= limit
            for column, limit in zip(zip(*pairs, strict=True), limits, strict=True)
        ):
            return True
    return False


@pytest.mark.parametrize(("beta", "outputs"), [("0.00305", "any"), ("0.0031", "binary,any,any"), ("0.0033", "binary")])
def test_failures_that_bind_are_met_by_the_best_combination(beta: str, outputs: str) -> None:
    """Votes multiply failures: with 3e-3 of base failures some problems must run once, or vote uniformly."""
    goal = composition("5,5,20", "0.1", rho0="0.1,0.1,0.01", beta0="0.001", beta=beta, outputs=outputs)
    result = solve(goal, 10)
    if not result.certified:
        assert not result.applicable and not feasible(goal, 10**7)
        return
    assert result.beta.upper <= goal.beta and feasible(goal, result.samples)
    assert result.samples == 20 or not feasible(goal, result.samples - 5)


@pytest.mark.parametrize("rho0", ["0.5,0.2,0.05", "0.9,0.85,0.8", "0.01,0.3,0.6"])
@pytest.mark.parametrize("samples", [300, 20_000, 3_000_000, 10**9])
def test_closed_forms_that_are_not_tried_would_not_help(rho0, samples) -> None:
    """Every number of lotteries of the closed form is tried, and nothing gets better."""
    goal = composition("1,40,900", "0.1", rho0=rho0, beta0="0.001")
    found, every = Chooser(group_problems(goal)), Chooser(group_problems(goal))
    every._tries_all = True
    one, other = found.choose(samples), every.choose(samples)
    assert one.log_rho == pytest.approx(other.log_rho, abs=1e-12) and len(one.forms) <= len(other.forms)


def test_what_is_hopeless_is_not_reached() -> None:
    """Thirty problems of rho0 = 1/2: votes that disagree seldom enough fail too often, however many samples there are."""
    kinds = group_problems(composition("1x30", "0.1", rho0="0.5", beta0="0.001", beta="0.06"))
    chooser, edge = Chooser(kinds, fmpq(3, 50)), math.log(0.1)
    assert chooser.is_hopeless(1 << 60, edge) and chooser.choose(1 << 60).log_rho > edge
    assert not Chooser(kinds, fmpq(1, 10)).is_hopeless(1 << 60, edge), "negative control: a larger beta"


problems = st.tuples(
    st.sampled_from([1, 3, 10, 40, 700]),
    st.sampled_from(["0.3", "0.1", "0.03", "0.01", "0.002"]),
    st.sampled_from(["any", "binary"]),
)


@settings(max_examples=3, deadline=None, derandomize=True)
@given(
    st.lists(problems, min_size=2, max_size=4), st.integers(1, 9), st.integers(1, 14), st.sampled_from(["0.2", "0.05"])
)
def test_no_partition_does_better(rows: list[tuple[int, str, str]], share: int, mask: int, rho: str) -> None:
    """Two parts, answered apart with a split of rho, read the same samples: the larger need is what both need."""
    parts = [[row for place, row in enumerate(rows) if (mask >> place & 1) == side] for side in (0, 1)]
    if not all(parts):
        return

    def best(part: list[tuple[int, str, str]], target: fmpq) -> int | None:
        n, rho0, outputs = (list(column) for column in zip(*part, strict=True))
        return compose(n, target, rho0=rho0, beta0="1e-9", beta="1e-3", outputs=outputs, methods=METHODS).samples

    whole = fmpq(*map(int, (float(rho) * 100, 100)))
    apart = [best(part, whole * fmpq(weight, 10)) for part, weight in zip(parts, (share, 10 - share), strict=True)]
    if None in apart:
        return
    together = best(rows, whole)
    assert together is not None and together <= max(apart)


def test_the_partition_test_can_fail() -> None:
    """Negative control: where every problem must vote, a partition does better."""
    forced = separate("10,100000", "0.1", rho0="0.2,0.2", beta0="1e-9", beta="1e-3").samples
    apart = [separate("10", "0.05", rho0="0.2", beta0="1e-9", beta="1e-3").samples, 100_000]
    assert forced > max(apart)
