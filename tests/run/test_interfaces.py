"""One question, one answer: every task through the command line, Python and JSON, to plan and to run."""

import json
import shlex

import numpy as np
import pytest

import replcalc as library
from replcalc.names import TASKS
from replcalc.numbers.errors import InputError
from replcalc.run.task import find_task
from replcalc.web.answer import answer as answer_page
from replcalc.web.forms import read_question

#: For every task: the question without data, the same with data.
QUESTIONS = {
    "means": ("k=1 alpha=0.2 rho=0.2 beta=0.05", "columns=x range=0,1 alpha=0.2 rho=0.2 beta=0.05"),
    "ab": ("alpha=0.2 rho=0.2 beta=0.05", "by=page reward=hit variants=a,b alpha=0.2 rho=0.2 beta=0.05"),
    "same": ("value=0.5 alpha=0.3 rho=0.3 beta=0.1", "column=x value=0.5 alpha=0.3 rho=0.3 beta=0.1"),
    "test": ("low=0.2 high=0.8 rho=0.3 beta=0.1", "column=hit low=0.2 high=0.8 rho=0.3 beta=0.1"),
    "choose": ("options=3 common= alpha=0.3 rho=0.3 beta=0.1", "options=x,y,z alpha=0.3 rho=0.3 beta=0.1"),
    "frequencies": ("groups=2 alpha=0.2 rho=0.3 beta=0.05", "column=page groups=a,b alpha=0.2 rho=0.3 beta=0.05"),
    "quantiles": ("q=0.5 cuts=0..1:0.25 alpha=0.2 rho=0.3 beta=0.1",) * 2,
    "auc": ("alpha=0.3 rho=0.3 beta=0.1", "score=x label=page classes=a,b alpha=0.3 rho=0.3 beta=0.1"),
}
QUESTIONS["quantiles"] = (QUESTIONS["quantiles"][0], f"column=x {QUESTIONS['quantiles'][0]}")


def arguments(text):
    pairs = [word.partition("=") for word in shlex.split(text)]
    return {name: value if value else True for name, _, value in pairs}


def options(text):
    return [word for name, value in arguments(text).items() for word in (f"--{name}", *([value] * (value is not True)))]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    rng, place = np.random.default_rng(5), tmp_path_factory.mktemp("table") / "d.csv"
    rows = [
        f"{x},{y},{z},{page},{hit}"
        for x, y, z, page, hit in zip(
            *rng.random((3, 4000)).round(4).tolist(),
            rng.choice(["a", "b"], 4000),
            rng.integers(0, 2, 4000),
            strict=True,
        )
    ]
    place.write_text("x,y,z,page,hit\n" + "\n".join(rows) + "\n")
    return place


def test_every_task_is_asked():
    assert QUESTIONS.keys() == TASKS.keys()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", TASKS)
def test_one_question_has_one_answer(name, replcalc, table, tmp_path):
    """The plan without data, with data and of the run; the command's and the library's answer; text and JSON."""
    bare, full = QUESTIONS[name]
    planned = getattr(library.plan, name)(**arguments(bare))
    typed = replcalc("plan", name, *options(bare), "--format", "json").json()
    best = planned.best
    assert typed["best"] == best.method and typed["methods"][best.method]["quantities"]["samples"] == best.samples
    assert f"{best.samples:,}" in replcalc("plan", name, *options(bare)).out
    form, wrong = read_question(f"plan {name}", [(key, str(value)) for key, value in arguments(bare).items()])
    page = json.loads(answer_page(form.words(), as_json=True)["json"])
    assert not wrong and page["best"] == best.method and page["methods"] == typed["methods"]
    rho = {"rho": [arguments(bare)["rho"]]}
    rows = library.sweep(name, rho, frame="rows", **{n: v for n, v in arguments(bare).items() if n != "rho"})
    assert [row["samples"] for row in rows if row["best"]] == [best.samples]

    task = find_task(name).make(arguments(full), run=True)
    with_data = getattr(library.plan, name)(**arguments(full))
    assert with_data.best.samples == task.plan().samples == best.samples

    words = ("run", name, str(table), *options(full), "--seed", "42")
    shown = replcalc(*words, "--format", "json", "--receipt", str(tmp_path / "r.json")).json()
    done = getattr(library.run, name)(str(table), **arguments(full), seed=42)
    held = json.loads((tmp_path / "r.json").read_text())
    assert shown["receipt"]["answers"] == done.answers == held["answers"]
    assert held["plan"]["samples"] == best.samples and held["question"] == task.to_json()
    for answer in done.answers.values():
        assert answer in replcalc(*words).out or answer.startswith(("[", "{"))

    study = tmp_path / "study.toml"
    assert replcalc("plan", name, *options(full), "--seed", "42", "-o", str(study)).code == 0
    assert library.run.study(str(study), str(table), seed="42").answers == done.answers
    assert library.run.verify(str(tmp_path / "r.json"), str(table)).verdict == "verified"


def test_answers_are_numbers_where_they_are_decimals(table):
    asked = arguments(QUESTIONS["means"][1])
    done = library.run.means(str(table), **asked, seed="s")
    assert done["x"] == float(done.answers["x"]) and abs(done["x"] - 0.5) < 0.2
    pytest.importorskip("pandas")
    assert abs(float(done.to_frame("pandas")["answer"].mean()) - 0.5) < 0.2


def test_names_that_mean_the_same_are_accepted_in_all_tasks(table):
    one = library.plan.quantiles(q="0.5", cuts="0..1:0.25", alpha="0.2", rho="0.3", beta="0.1")
    other = library.plan.quantiles(q="0.5", cuts="0..1:0.25", tau="0.2", rho="0.3", beta="0.1")
    assert one.samples == other.samples
    for given in ({"columns": "x"}, {"column": "x"}):
        task = find_task("means").make({**given, "range": "0,1", "alpha": "0.2", "rho": "0.2", "beta": "0.05"})
        assert task.columns == ("x",)
    with pytest.raises(InputError):
        find_task("test").make(
            {"column": "x", "columns": "x", "low": "0.1", "high": "0.9", "rho": "0.3", "beta": "0.1"}
        )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("queries", "--k", "1"), "plan means"),
        (("choose", "--options", "2"), "plan choose"),
        (("ab", "--alpha", "0.1"), "plan ab"),
        (("test", "--low", "0.1"), "plan test"),
        (("run", "top", "d.csv"), "choose --top"),
        (("run", "heavy-hitters", "d.csv"), "frequencies --at-least"),
        (("plan", "mean"), "means"),
        (("run", "plan", "means"), "replcalc plan"),
    ],
)
def test_old_and_misspelt_names_are_refused_with_the_new_one(replcalc, words, message):
    done = replcalc(*words)
    assert done.code == 2 and len(done.err.splitlines()) == 1 and message in done.err


def test_what_a_run_needs_and_a_plan_does_not_is_asked_by_the_run(replcalc, table):
    for name, (bare, _) in QUESTIONS.items():
        done = replcalc("run", name, str(table), *options(bare), "--seed", "s")
        assert done.code == 2 and len(done.err.splitlines()) == 1, name


@pytest.mark.parametrize("name", TASKS)
def test_every_input_has_an_option_and_a_meaning(replcalc, name):
    task = find_task(name)
    for verb in ("plan", "run"):
        done = replcalc(verb, name, "--help")
        assert done.code == 0
        for given in task.inputs():
            assert f"--{given.name.replace('_', '-')}" in done.out and given.metadata["says"].endswith((".", ")"))
