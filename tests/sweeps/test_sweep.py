"""Sweeps: the points, the rows, and the same file however it was computed or interrupted."""

import pytest

import replcalc
from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.numbers.exact import parse_rational
from replcalc.planning.method import names
from replcalc.sweeps import sweep as sweeping
from replcalc.sweeps.plan import LOWER_BOUND, QUESTIONS, Question, find_question, plan_sweep
from replcalc.sweeps.sweep import read_rows, run_sweep

CHEAP = names("composition")[0]


@pytest.fixture
def plan():
    return plan_sweep("compose", {"k": "1..6", "rho": "0.1,0.2"}, {"n": "100", "beta0": "1e-6"}, (CHEAP,))


def test_every_question_has_inputs():
    for question in QUESTIONS.values():
        assert "rho" in question.inputs or "eps" in question.inputs


def test_points_are_the_product_in_order():
    plan = plan_sweep("compose", {"k": "1,2", "rho": "0.1,0.2,0.3"}, {"beta0": "1e-9"})
    assert plan.count == 6 and plan.assumed == ("n",) and plan.fixed == {"beta0": "1e-9", "n": "100"}
    points = [tuple(plan.inputs_at(point)[name] for name in ("k", "rho")) for point in range(6)]
    assert points == [(k, rho) for k in ("1", "2") for rho in ("0.1", "0.2", "0.3")]


@pytest.mark.parametrize(
    ("vary", "fixed", "methods"),
    [
        ({}, {}, ()),
        ({"rhoo": "1"}, {}, ()),
        ({"rho": "0.1"}, {"betta0": "1"}, ()),
        ({"rho": "0.1"}, {"rho": "0.2"}, ()),
        ({"rho": "0.1"}, {}, ("nowhere",)),
        ({"rho": "1e-6..0.5:log:2000", "k": "1..1e6:log:2000"}, {}, ()),
    ],
)
def test_refusals_before_the_first_point(vary, fixed, methods):
    with pytest.raises((InputError, ReplcalcError)):
        plan_sweep("compose", vary, fixed, methods)


def test_misspelt_names_are_suggested():
    with pytest.raises(InputError, match="rho0"):
        plan_sweep("compose", {"rho00": "0.1"})
    with pytest.raises(InputError, match="compose"):
        find_question("compse")


def test_rows_are_the_answers_of_the_question(plan):
    row = next(row for row in run_sweep(plan) if (row["k"], row["rho"]) == ("3", "0.2") and row["method"] == CHEAP)
    (result,) = replcalc.compose("100x3", rho="0.2", beta0="1e-6", methods=[CHEAP]).results
    assert (row["status"], row["samples"], row["runs"]) == (result.status, result.samples, result.runs)
    for column, value in (("rho_upper", result.rho), ("beta_upper", result.beta)):
        assert value.upper <= parse_rational(row[column]) <= value.upper * parse_rational("1.0000001")
    assert row["rho0" if "rho0" in row else "assumed"]


def test_the_lower_bound_is_a_row():
    rows = run_sweep(plan_sweep("ab", {"alpha": "0.2"}, {"rho": "0.2", "beta": "0.05"}))
    bound = next(row for row in rows if row["method"] == LOWER_BOUND)
    assert 0 < bound["samples"] <= next(row["samples"] for row in rows if row["best"])


def test_a_refused_point_is_a_row_with_the_reason():
    rows = run_sweep(plan_sweep("compose", {"rho": "0.1,2,x"}, {"n": "100"}, (CHEAP,)))
    refused = {row["rho"]: row["reason"] for row in rows if row["status"] == "refused"}
    assert set(refused) == {"2", "x"} and all(refused.values())


def test_an_error_of_the_program_costs_one_point(plan, monkeypatch):
    monkeypatch.setattr(Question, "answer", lambda *_: 1 / 0)
    (row,) = plan.answer(7)
    assert row["point"] == 7 and row["status"] == "error" and "ZeroDivisionError" in row["reason"]


@pytest.mark.parametrize("suffix", [".csv", ".jsonl"])
def test_a_sweep_torn_at_any_byte_goes_on_to_the_same_file(plan, tmp_path, suffix, monkeypatch):
    whole = tmp_path / f"whole{suffix}"
    rows = run_sweep(plan, whole)
    assert read_rows(whole) == rows
    by_point = [[row for row in rows if row["point"] == point] for point in range(plan.count)]
    answered = []
    monkeypatch.setattr(type(plan), "answer", lambda self, point: answered.append(point) or by_point[point])
    data, torn = whole.read_bytes(), tmp_path / f"torn{suffix}"
    for size in [*range(len(data) // 3, len(data), 97), len(data)]:
        torn.write_bytes(data[:size])
        answered.clear()
        run_sweep(plan, torn, resume=True)
        assert torn.read_bytes() == data and 0 < len(answered) < plan.count


def test_another_sweep_is_not_continued(plan, tmp_path):
    place = tmp_path / "a.csv"
    run_sweep(plan, place)
    before = place.read_bytes()
    other = plan_sweep("compose", {"k": "1..6", "rho": "0.1,0.3"}, {"n": "100", "beta0": "1e-6"}, (CHEAP,))
    with pytest.raises(InputError):
        run_sweep(other, place, resume=True)
    assert place.read_bytes() == before


def test_processes_give_the_same_rows(plan, monkeypatch):
    alone = run_sweep(plan)
    monkeypatch.setattr(sweeping, "FEW_POINTS", 0)
    assert run_sweep(plan, workers=2) == alone


@pytest.mark.parametrize(("frame", "value"), [("pandas", 10**30), ("polars", str(10**30))])
def test_frames_keep_every_digit(frame, value):
    question = {"n": 10**30, "methods": [CHEAP], "frame": frame}
    assert replcalc.sweep("compose", {"rho": "0.1"}, **question)["samples"][0] == value
