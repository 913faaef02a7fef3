"""Receipts and studies: nothing in a file is believed, differences have a kind, hostile files are one line."""

import json
import random
import shlex
import time
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import replcalc
from replcalc.names import TASKS
from replcalc.numbers.errors import InputError
from replcalc.problems.queries.algorithm import MeansTask
from replcalc.run.plans import describe_plan, find_rational
from replcalc.run.recheck import compare, find_flaws
from replcalc.run.records import Receipt, Study
from replcalc.run.seeds import Shared
from replcalc.run.task import find_task
from replcalc.sharper.means.algorithm import Rounding

QUESTION = {"columns": "a,b", "range": (0, 40), "alpha": "4", "rho": "0.2", "beta": "0.01"}
TASK = MeansTask(**QUESTION)
ROWS = TASK.plan().samples


def rows(seed, count=ROWS, shift=0.0):
    rng = np.random.default_rng(seed)
    return {"a": 15 + shift + 10 * rng.random(count), "b": 20 * rng.random(count)}


def receipt(data, seed="s", **changed):
    return replcalc.run.means(data, **{**QUESTION, **changed}, seed=seed).receipt


@pytest.fixture(scope="module")
def pair():
    return receipt(rows(1)), receipt(rows(2))


def test_equal_answers(pair):
    found = compare(*pair)
    assert (found.verdict, found.exit_code, found.remarks) == ("equal", 0, ())


def test_the_same_rows_in_another_order_are_the_same_rows(pair):
    """Before, a file and its reverse passed for two samples."""
    data = rows(1)
    shuffled = receipt({name: column[::-1] for name, column in data.items()})
    assert shuffled.data == pair[0].data and "same rows" in compare(pair[0], shuffled).remarks[0]
    kept = receipt({"a": data["a"], "b": data["b"][::-1]})
    assert kept.data != pair[0].data, "the same values in other rows are other data"


def test_numbers_have_one_spelling(pair):
    """Before, 0.1 and 0.10 were different questions."""
    spelt = receipt(rows(2), alpha="4.00", rho="2/10", range="0,40.0", columns=["a", "b"])
    assert spelt.question == pair[0].question and compare(pair[0], spelt).verdict == "equal"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("999", "no number of the range"),
        ("0.1", "no point of the seed's grid"),
        ("1e9", "no number"),
        ("9" * 9000, "no number"),
        ("", "no number"),
    ],
)
def test_an_answer_that_the_seed_cannot_give(pair, answer, message):
    """Before, dose = 999 was compared as if a run had published it."""
    forged = replace(pair[1], answers={**pair[1].answers, "a": answer})
    found = compare(pair[0], forged)
    assert found.exit_code == 3 and any("the second" in each and message in each for each in found.obstacles)


def test_lists_are_checked():
    data = {"page": ["home"] * 5000}
    found = replcalc.run.frequencies(
        data, "page", at_least="0.4", alpha="0.3", rho="0.2", beta="0.01", seed="s"
    ).receipt
    texts = ("[", "{}", "[1]", '["b", "a"]', '["a", "a"]', json.dumps(sorted(map(str, range(99)))), "[" * 9999)
    assert find_flaws(found) == ()
    for answers in [*({"list": text} for text in texts), {}]:
        assert find_flaws(replace(found, answers=answers)) != (), answers


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": "another"}, "seed differs"),
        ({"alpha": "5"}, "question differs in alpha (4 and 5)"),
        ({"columns": "a"}, "question differs in columns"),
    ],
)
def test_what_differs_is_named(pair, change, message):
    found = compare(pair[0], receipt(rows(2), **{"seed": "s", **change}))
    assert found.exit_code == 3 and any(message in each for each in found.obstacles)


def test_a_plan_made_easier_in_both(pair):
    easier = [replace(each, plan={**each.plan, "samples": 10}) for each in pair]
    assert any("not the one certified" in each for each in compare(*easier).obstacles)
    few = replace(pair[1], data={**pair[1].data, "rows": 7})
    assert any("used 7 of the" in each for each in compare(pair[0], few).obstacles)
    guaranteed = replace(pair[1], guarantee="everything")
    assert any("guarantee" in each for each in compare(pair[0], guaranteed).obstacles)
    studied = replace(pair[1], study="0" * 64)
    assert any("study" in each for each in compare(pair[0], studied).obstacles)


def test_kinds_of_difference(pair):
    """A neighbour in the grid: both may be right. Another population: one is wrong. The same rows: one is forged."""
    other = receipt(rows(3, shift=14))
    found = compare(pair[0], other)
    assert found.exit_code == 1 and found.different == ("a",) and "farther apart than 2 alpha" in found.remarks[0]
    width = find_rational(TASK.plan(), "width")
    share = TASK.range.share(pair[0].answers["a"])
    near = replace(pair[1], answers={**pair[1].answers, "a": TASK.range.write(share + width)})
    found = compare(pair[0], near)
    assert found.exit_code == 1 and "both may be right" in found.remarks[0]
    forged = replace(near, data=pair[0].data)
    assert "not what run wrote" in compare(pair[0], forged).remarks[0]


def test_a_question_chosen_after_the_data_breaks_the_guarantee():
    """100 accuracies to choose from, the one whose grid has a border next to the first mean: 0.1 becomes over 0.2."""
    rng, plan = (
        np.random.default_rng(4),
        MeansTask(columns="a", range=(0, 1), alpha="0.1", rho="0.1", beta="0.05").plan(),
    )
    width, count = find_rational(plan, "width"), plan.samples
    differ = {"fixed": 0, "chosen": 0}
    for pair in range(400):
        ours, theirs = (Fraction(int(rng.binomial(count, 0.5)), count) for _ in range(2))
        grids = [Rounding(width * (100 + step) / 100, Shared(f"{pair}")) for step in range(100)]
        near = [abs(grid.answer("a", ours) - ours) / grid.width for grid in grids]  # 1/2 at a border
        chosen = grids[near.index(max(near))]
        differ["fixed"] += grids[0].answer("a", ours) != grids[0].answer("a", theirs)
        differ["chosen"] += chosen.answer("a", ours) != chosen.answer("a", theirs)
    assert differ["fixed"] / 400 < 0.1 + 5 * np.sqrt(0.09 / 400)
    assert differ["chosen"] / 400 > 0.2, differ
    assert "whole question" in TASK.guarantee(TASK.plan())


def test_verification(replcalc, tmp_path, pair):
    data = rows(1)
    lines = [f"{a!r},{b!r}" for a, b in zip(data["a"].tolist(), data["b"].tolist(), strict=True)]
    random.Random(2).shuffle(lines)
    (tmp_path / "d.csv").write_text("a,b\n" + "\n".join(lines) + "\n")
    (tmp_path / "e.csv").write_text("a,b\n" + "\n".join(lines[1:] + lines[:1] + lines[:1]) + "\n")

    def code(held, file="d.csv"):
        held.write(tmp_path / "r.json")
        done = replcalc("run", "--verify", str(tmp_path / "r.json"), str(tmp_path / file))
        return done.code, " ".join(done.out.split())

    assert code(pair[0])[0] == 0
    assert code(pair[0], "e.csv")[0] == 3 and "not the rows" in code(pair[0], "e.csv")[1]
    neighbour = receipt(rows(3, shift=14)).answers["a"]
    wrong = replace(pair[0], answers={**pair[0].answers, "a": neighbour})
    assert code(wrong)[0] == 1 and pair[0].answers["a"] in code(wrong)[1], "what it should be"
    assert code(replace(pair[0], plan={**pair[0].plan, "samples": 1}))[0] == 3
    assert code(replace(pair[0], guarantee="x"))[0] == 1
    assert code(replace(pair[0], data={**pair[0].data, "rows": ROWS + 1}))[0] == 1


GOOD = {
    "schema": Receipt.schema,
    "question": {"task": "means"},
    "plan": {"samples": 1},
    "seed": "s",
    "version": "0",
    "data": {"rows": 1, "digest": "0" * 64},
    "answers": {"a": "1"},
    "guarantee": "",
    "study": "",
}


def changed(**parts):
    return json.dumps({**GOOD, **parts})


HOSTILE = [
    "",
    "[]",
    "{}",
    '"x"',
    "[" * 100000,
    '{"a":' * 100000,
    json.dumps({**GOOD, "schema": "replcalc-receipt/1"}),
    changed(data={"rows": float("inf"), "digest": "0" * 64}),
    changed(data={"rows": float("nan"), "digest": "0" * 64}),
    changed(data={"rows": 1.0, "digest": "0" * 64}),
    changed(data={"rows": True, "digest": "0" * 64}),
    changed(data={"rows": -1, "digest": "0" * 64}),
    changed(data={"rows": "1", "digest": "0" * 64}),
    json.dumps(GOOD).replace('"rows": 1', '"rows": 1' + "0" * 10**6),
    changed(data={"rows": 1, "digest": "x"}),
    changed(data={"rows": 1}),
    changed(data=[]),
    changed(answers={}),
    changed(answers={"a": 1}),
    changed(answers="a"),
    changed(seed=""),
    changed(seed=1),
    changed(study="x"),
    changed(question=[]),
    changed(question={}),
    changed(question={"task": ["means"]}),
    changed(plan={"samples": "1"}),
    changed(more=1),
    changed(version=None),
    changed(version=""),
    changed(version="1" * 10**5),
    changed(version="2.0\x1b[31m"),
    changed(version="x"),
    json.dumps(GOOD)[:-1] + ', "seed": "t"}',
    json.dumps(GOOD).replace('"s"', '"\\ud800"'),
]


@pytest.mark.parametrize("place", range(len(HOSTILE)))
def test_hostile_receipts_are_refused_in_one_line(place, tmp_path, replcalc):
    """Infinity rows raised OverflowError; 10^6 digits took 17 s and were accepted."""
    (tmp_path / "r.json").write_text(HOSTILE[place])
    start = time.process_time()
    done = replcalc("run", "--compare", str(tmp_path / "r.json"), str(tmp_path / "r.json"))
    assert done.code == 2 and len(done.err.splitlines()) == 1 and time.process_time() - start < 2
    (tmp_path / "r.json").write_text(json.dumps(GOOD))
    assert replcalc("run", "--compare", str(tmp_path / "r.json"), str(tmp_path / "r.json")).code == 3, "the control"


@pytest.mark.parametrize(
    "question",
    [
        {"task": "no such"},
        {"task": "means", "columns": 1},
        TASK.to_json() | {"range": ["0", "1e999"]},
        TASK.to_json() | {"range": [["0"], "1"]},
        TASK.to_json() | {"alpha": "1e5000"},
        TASK.to_json() | {"alpha": {"x": 1}},
        TASK.to_json() | {"max_rounds": None},
    ],
)
def test_questions_that_are_none(question, tmp_path, replcalc):
    (tmp_path / "r.json").write_text(changed(question=question))
    done = replcalc("run", "--compare", str(tmp_path / "r.json"), str(tmp_path / "r.json"))
    assert done.code == 3 and "this version cannot answer its question" in " ".join(done.out.split())


OPTIONS = ("--columns", "a,b", "--range", "0,40", "--alpha", "4", "--rho", "0.2", "--beta", "0.01")


def test_a_study_fixes_the_question_and_the_seed(replcalc, tmp_path):
    place = tmp_path / "study.toml"
    done = replcalc("plan", "means", *OPTIONS, "--seed", "a secret é", "-o", str(place))
    fixed = Study.read(place)
    assert done.code == 0 and fixed.digest in done.out.replace("\n", "") and "secret" not in place.read_text()
    assert fixed == TASK.register(Shared("a secret é"))
    for team in (1, 2):
        data = rows(team)
        lines = [f"{a!r},{b!r}" for a, b in zip(data["a"].tolist(), data["b"].tolist(), strict=True)]
        (tmp_path / f"{team}.csv").write_text("a,b\n" + "\n".join(lines) + "\n")
        words = ("run", str(place), str(tmp_path / f"{team}.csv"), "--receipt", str(tmp_path / f"{team}.json"))
        assert replcalc(*words, "--seed", "another").code == 2, "a seed chosen after the study"
        done = replcalc(*words, "--seed", "a secret é")
        assert done.code == 0 and fixed.digest in done.out.replace("\n", ""), done.err
    both = tuple(str(tmp_path / f"{team}.json") for team in (1, 2))
    assert replcalc("run", "--compare", *both).code == 0
    held = Receipt.read(tmp_path / "1.json")
    assert held.study == fixed.digest
    replace(held, study="").write(tmp_path / "1.json")
    assert "under no study" in replcalc("run", "--compare", *both).out
    for wrong in (("run", str(place)), ("plan", "means", *OPTIONS, "-o", str(place))):
        assert replcalc(*wrong).code == 2


def test_a_study_that_was_changed_is_refused(tmp_path):
    place = tmp_path / "s.toml"
    TASK.register(Shared("s")).write(place)
    text = place.read_text()
    assert replcalc.run.study(str(place), rows(1), seed="s").receipt.study == Study.read(place).digest
    for old, new in (
        ('"alpha": "4"', '"alpha": "5"'),
        ('"samples": ', '"samples": 1'),
        ("schema", "scheme"),
        ('"question"', '"questions"'),
    ):
        place.write_text(text.replace(old, new))
        with pytest.raises(InputError, match="Study"):
            Study.read(place)
    easier = replace(TASK.register(Shared("s")), plan={**TASK.register(Shared("s")).plan, "samples": 9})
    easier.write(place)
    with pytest.raises(InputError, match="certified here"):
        replcalc.run.study(str(place), rows(1), seed="s")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "{}",
        "[" * 50000,
        '{"schema": ' + "1" * 10**6 + "}",
        '{"schema": "replcalc-study/2"}',
        "\x00",
        "x" * (1 << 25),
    ],
)
def test_hostile_studies(text, tmp_path, replcalc):
    (tmp_path / "s.toml").write_text(text)
    start = time.process_time()
    done = replcalc("run", str(tmp_path / "s.toml"), "data.csv", "--seed", "s")
    assert done.code == 2 and len(done.err.splitlines()) == 1 and time.process_time() - start < 2


def test_nothing_of_a_study_is_left_to_the_data(replcalc, tmp_path):
    """Variants that are found in the data were written into no study, and missed when all data were there."""
    words = ("plan", "ab", "--by", "page", "--reward", "bought", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.05")
    done = replcalc(*words, "--seed", "s", "-o", str(tmp_path / "s.toml"))
    assert done.code == 2 and "--variants is missing" in done.err and not (tmp_path / "s.toml").exists()


def example(name):
    """The question of the first example of a task."""
    pairs = [word.partition("=") for word in shlex.split(find_task(name).examples[0])]
    kinds = {other: e.metadata["kind"] for e in find_task(name).inputs() for other in (e.name, *e.metadata["also"])}
    return find_task(name).make({n: True if kinds[n].flag else v for n, equals, v in pairs if equals and n != "seed"})


HOSTILE_VALUES = (
    None,
    1,
    True,
    "",
    "x",
    "0",
    "1",
    "-1",
    "a,b",
    "(((",
    "a\x00b",
    "\ud800",
    "é" * 5000,
    [],
    {},
    [1],
    ["a", "a"],
    ["0", "1"],
    [["a"]],
    "0.999999999999",
    "1e12",
    "1e300",
    "1e-4000",
    "1e5000",
)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", TASKS)
def test_no_question_in_a_file_is_believed(name):
    """Every input of every task, made something else: it has a flaw, and soon. A variance of 1e-4000 was searched for ever."""
    task = example(name)
    held = Receipt(task.to_json(), describe_plan(task.plan()), "s", "1", {"rows": 1, "digest": "0" * 64}, {"": ""}, "")
    start = time.process_time()
    for field in list(held.question)[1:]:
        for value in HOSTILE_VALUES:
            assert find_flaws(replace(held, question={**held.question, field: value})) != (), (field, value)
    assert time.process_time() - start < 10
    right = replace(held, guarantee=task.full_guarantee(task.plan()))
    assert len(find_flaws(right)) == 1, "the control: of the question itself only the answer is wrong"
