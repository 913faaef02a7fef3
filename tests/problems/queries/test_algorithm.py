"""From a file to two equal receipts: plan, answer, guarantee, refusals, and the negative controls."""

import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from replcalc.numbers.errors import InputError
from replcalc.planning.assumption import parse_rounds
from replcalc.planning.method import get
from replcalc.problems.queries.algorithm import MeansTask, estimate_means, find_plan
from replcalc.problems.queries.question import queries_question
from replcalc.run.records import Receipt
from replcalc.run.rows import Chunk, ValueRange
from replcalc.run.seeds import Shared
from replcalc.sharper.means.algorithm import Rounding

TASK = MeansTask(columns=("a", "b"), range=(0, 1), alpha="0.1", rho="0.2", beta="0.01")
NEEDED = TASK.plan().samples


def sample(seed, rows=NEEDED, bias=0.3):
    rng = np.random.default_rng(seed)
    values = {"a": (rng.random(rows) < bias).astype(float), "b": rng.random(rows)}
    return lambda: iter([Chunk(1, values)])


def disagreements(pairs, task=TASK, rows=NEEDED, seeds=lambda s: (f"s {s}", f"s {s}"), rounding=lambda r: r):
    """How often two teams with independent samples differ in some answer."""
    plan = task.plan()
    width = rounding(plan.value("width").lower)
    from fractions import Fraction

    from replcalc.run.rows import sum_columns

    differ = 0
    for pair in range(pairs):
        answers = []
        for team, text in enumerate(seeds(pair)):
            sums = sum_columns(sample(2 * pair + team, rows)(), task.names, task.range)
            grid = Rounding(Fraction(int(width.p), int(width.q)), Shared(text))
            answers.append([grid.answer(name, sums.means[name]) for name in task.names])
        differ += answers[0] != answers[1]
    return differ / pairs


def test_two_teams_agree_as_promised():
    """Observed disagreement stays below rho = 0.2 (400 pairs, five standard deviations), and is not trivially zero."""
    seen = disagreements(400)
    assert 0 < seen < 0.2 + 5 * np.sqrt(0.16 / 400)


def test_negative_controls_are_caught():
    assert disagreements(60, seeds=lambda s: (f"a {s}", f"b {s}")) > 0.9, "seeds not shared"
    assert disagreements(200, rounding=lambda w: w / 16) > 0.5, "a grid sixteen times too fine"


def test_answers_are_accurate():
    found = TASK.answer(sample(7), Shared("x")).receipt
    assert abs(float(found.answers["a"]) - 0.3) < 0.1 and abs(float(found.answers["b"]) - 0.5) < 0.1


def test_too_few_rows_are_refused_with_how_many_are_missing():
    with pytest.raises(InputError, match="17 are missing"):
        TASK.answer(sample(1, NEEDED - 17), Shared("x"))


@pytest.mark.parametrize("alpha", ["0", "-1", "1e-13", "nan", "2"])
def test_accuracies_that_no_plan_can_promise(alpha):
    with pytest.raises(InputError, match="alpha"):
        MeansTask(columns="a", range=(0, 1), alpha=alpha, rho="0.1", beta="0.1").plan()


def test_units_of_the_data():
    """Accuracy 4 on [10, 50] is accuracy 0.1 of the range: the same plan, answers in the units of the data."""
    task = MeansTask(columns="a", range="10,50", alpha="4", rho="0.2", beta="0.01")
    assert (
        task.plan().samples == MeansTask(columns="a", range="0,1", alpha="0.1", rho="0.2", beta="0.01").plan().samples
    )
    rows = task.plan().samples
    values = np.full(rows, 30.0)
    assert abs(float(task.answer(lambda: iter([Chunk(1, {"a": values})]), Shared("x")).receipt.answers["a"]) - 30) < 4


@pytest.mark.parametrize("ends", [(0.0, 1.0), (-3.0, 5.0), (1e-20, 3e-20), (-1e9, 1e9), (0.0, 1e15)])
def test_written_answers_are_close_decimals(ends):
    """Within 2^-42 of the range of the exact value, which is what the error of the grid leaves room for."""
    within = ValueRange(*ends)
    length = Fraction(ends[1]) - Fraction(ends[0])
    for share in (Fraction(0), Fraction(1, 3), Fraction(355, 1130), Fraction(1)):
        shown = Fraction(within.write(share))
        assert abs(shown - within.value(share)) <= length / 2**42


def test_many_means_are_drawn_together(monkeypatch):
    """Where cosine noise needs fewer samples it is used, in groups, and two samples agree about as often as promised."""
    task = MeansTask(columns=tuple("abcde"), range=(0, 1), alpha="0.2", rho="0.3", beta="0.01", max_rounds="300")
    plan = next(r for r in [get("cosine", "queries").solve(queries_question(5, "0.2", "0.3", "0.01"), 10)])
    rng = np.random.default_rng(5)
    means = [{n: Fraction(int(rng.binomial(plan.samples, 0.5)), plan.samples) for n in task.names} for _ in range(60)]
    pairs = [
        (estimate_means(plan, one, Shared(f"{p}")), estimate_means(plan, two, Shared(f"{p}")))
        for p, (one, two) in enumerate(zip(means[::2], means[1::2], strict=True))
    ]
    assert sum(one != two for one, two in pairs) <= 20, "binomial with 0.3 at most: 30 of these exceed 20 once in 10^6"
    assert all(abs(x - Fraction(1, 2)) < Fraction(1, 5) for one, _ in pairs for x in one.values())
    unshared = [estimate_means(plan, means[0], Shared(f"{p}")) for p in range(2)]
    assert unshared[0] != unshared[1]


def test_a_plan_found_in_floats_has_few_digits():
    """Cosine noise, where it needs fewer samples than rounding: a float that is off in its last digits changes nothing."""
    question = queries_question(400, "0.5", "0.9", "0.5")
    plan = find_plan(replace(question, max_rounds=parse_rounds("1e300")), ("rounding", "cosine"))
    found = get("cosine", "queries").solve(plan.question, 10)
    assert plan.method == "cosine" and plan.certified
    assert found.samples < plan.samples < 1.003 * found.samples
    assert (
        plan.chosen["a"] * 10**6 == int(plan.chosen["a"] * 10**6)
        and plan.samples % 10 ** (len(str(plan.samples)) - 4) == 0
    )


@pytest.fixture
def files(tmp_path):
    for team in (1, 2):
        chunk = next(sample(team)())
        rows = "\n".join(
            f"{a!r},{b!r}" for a, b in zip(chunk.values["a"].tolist(), chunk.values["b"].tolist(), strict=True)
        )
        (tmp_path / f"{team}.csv").write_text("a,b\n" + rows + "\n")
    return tmp_path


OPTIONS = ("--range", "0,1", "--alpha", "0.1", "--rho", "0.2", "--beta", "0.01")


def test_the_command_from_csv_to_two_receipts(replcalc, files):
    for team in (1, 2):
        out = files / f"{team}.json"
        done = replcalc(
            "run",
            "means",
            str(files / f"{team}.csv"),
            "--columns",
            "a,b",
            *OPTIONS,
            "--seed",
            "s 3",
            "--receipt",
            str(out),
        )
        assert done.code == 0, done.err
        assert "Not guaranteed" in done.out and "probability 0.2" in " ".join(done.out.split())
    one, two = (Receipt.read(files / f"{team}.json") for team in (1, 2))
    done = replcalc("run", "--compare", str(files / "1.json"), str(files / "2.json"))
    assert done.code == (one.answers != two.answers), done.out


def test_queries(replcalc, files):
    done = replcalc(
        "run",
        "means",
        str(files / "1.csv"),
        "--query",
        "low=b < 0.25",
        "--query",
        "both=a*b",
        *OPTIONS,
        "--seed",
        "s",
        "--format",
        "json",
    )
    asked = json.loads(done.out)["receipt"]["question"]
    assert asked["expressions"] == ["low=b < 0.25", "both=a * b"], (
        "two receipts that ask different things under one name differ"
    )
    answers = json.loads(done.out)["answers"]
    assert abs(float(answers["low"]) - 0.25) < 0.1 and abs(float(answers["both"]) - 0.15) < 0.1


@pytest.mark.parametrize(
    "args",
    [
        ("run", "means", "none.csv", "--columns", "a", *OPTIONS, "--seed", "s"),
        ("run", "means", "none.csv", "--columns", "", *OPTIONS, "--seed", "s"),
        ("run", "means", "none.csv", "--columns", "a", *OPTIONS),
        (
            "run",
            "means",
            "none.csv",
            "--columns",
            "a",
            "--range",
            "0",
            "--alpha",
            "0.1",
            "--rho",
            "0.1",
            "--beta",
            "0.1",
            "--seed",
            "s",
        ),
        ("run", "means", "none.csv", *OPTIONS, "--seed", "s"),
        ("run", "means", "none.csv", "--query", "x", *OPTIONS, "--seed", "s"),
        ("run", "--compare", "none.json", "none.json"),
    ],
)
def test_refusals_are_one_line(replcalc, args):
    done = replcalc(*args)
    assert done.code == 2 and done.err.startswith("replcalc") and len(done.err.splitlines()) == 1
