"""What so many rows can guarantee: the least value of three digits, certified; refusals that say it; never from a file."""

from dataclasses import replace

import numpy as np
import pytest

import replcalc
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_rational
from replcalc.planning.solving import decimal_at, place_of
from replcalc.problems.queries.algorithm import MeansTask
from replcalc.run.rows import Chunk
from replcalc.run.seeds import Shared
from replcalc.run.solving import list_offers, smallest_value, solve_task
from replcalc.run.task import write_number

TASK = MeansTask(columns="a,b", range="0,40", alpha="4", rho="0.05", beta="0.01")


def _smaller(value):
    return write_number(decimal_at(place_of(parse_rational(value)) + 1))


@pytest.mark.parametrize("text", ["0.1", "0.0999", "1", "0.999", "37.2", "1e-15", "100", "9.99", "0.101"])
def test_values_of_three_digits_have_places(text):
    place = place_of(parse_rational(text))
    assert decimal_at(place) == parse_rational(text) and decimal_at(place + 1) < decimal_at(place) < decimal_at(
        place - 1
    )


@pytest.mark.parametrize(
    ("name", "rows"), [("alpha", 9000), ("rho", 9000), ("beta", 13000), ("alpha", 148), ("rho", 10**7)]
)
def test_the_smallest_value_is_enough_and_the_next_one_is_not(name, rows):
    found = smallest_value(TASK, name, rows)
    assert found.plan().samples <= rows and found.plan().certified
    below = replace(found, **{name: _smaller(getattr(found, name))})
    assert below.plan().samples > rows, "the negative control: a digit less"


def test_too_few_rows_guarantee_nothing():
    with pytest.raises(InputError, match=r"at least 147.*for any alpha"):
        smallest_value(TASK, "alpha", 146)


def test_a_refusal_says_what_the_rows_could_guarantee():
    """And that it is to be agreed upon: an accuracy by each team's row count is a grid of its own for each."""
    values = np.full(9000, 20.0)
    with pytest.raises(
        InputError, match=r"5,717 are missing; 9,000 could guarantee alpha = 5.12 or rho = 0.0658.*all teams agree"
    ):
        TASK.answer(lambda: iter([Chunk(1, {"a": values, "b": values})]), Shared("s"))
    assert list_offers(TASK, 20) == ""


GIVEN = {"columns": "a,b", "range": "0,40", "rho": "0.05", "beta": "0.01"}


def test_what_is_solved_for_is_left_out():
    found = solve_task(MeansTask, GIVEN, "alpha", "9e3")
    assert found.value == "5.12" and found.rows == 9000 and found.more[0] == (18000, "3.62")
    for wrong in (
        ("gamma", 9000, GIVEN),
        ("alpha", 0, GIVEN),
        ("alpha", 9000, GIVEN | {"alpha": "1"}),
        ("alpha", 9, {}),
    ):
        with pytest.raises(InputError):
            solve_task(MeansTask, wrong[2], *wrong[:2])


def test_grids_by_own_row_counts_destroy_the_agreement():
    """The negative control of the rule: two teams with 9,000 and 9,100 rows, each with the least alpha of its own."""
    differ = 0
    for seed in range(20):
        answers = []
        for rows in (9000, 9100):
            task = smallest_value(TASK, "alpha", rows)
            values = np.full(rows, 17.3)
            answers.append(task.answer(lambda v=values: iter([Chunk(1, {"a": v, "b": v})]), Shared(f"{seed}")).answers)
        differ += answers[0] != answers[1]
    assert differ == 20, "equal means, guaranteed to differ once in twenty"


OPTIONS = ("--columns", "a,b", "--range", "0,40", "--rho", "0.05", "--beta", "0.01")


def test_the_command(replcalc, tmp_path):
    done = replcalc("plan", "means", *OPTIONS, "--rows", "9000", "--solve", "alpha", "--format", "json")
    assert done.code == 0 and done.json()["solved"]["value"] == "5.12" and done.json()["question"]["alpha"] == "5.12"
    wrong = [
        ("--rows", "9000"),
        ("--solve", "alpha"),
        ("--rows", "9000", "--solve", "x"),
        ("--rows", "1e", "--solve", "alpha"),
        ("--rows", "9000", "--solve", "alpha", "--alpha", "1"),
    ]
    for words in wrong:
        done = replcalc("plan", "means", *OPTIONS, *words)
        assert done.code == 2 and len(done.err.splitlines()) == 1, words


def test_the_function():
    found = replcalc.plan.ab(
        solve="alpha", rows=10_000, by="page", reward="bought", variants="old,new", rho="0.1", beta="0.05"
    )
    assert found.plan.samples <= 10_000 < replace(found.task, alpha=_smaller(found.value)).quick_plan().samples


def test_accuracies_of_their_own_are_not_solved_for():
    """alpha is empty where every column has its own: the refusal speaks of rho alone."""
    task = MeansTask(columns="a:0..1:0.1,b:0..40:4", rho="0.05", beta="0.01")
    assert list_offers(task, 9000).startswith("rho = ")
