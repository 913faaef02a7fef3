"""Tests, A/B decisions, choices on data: files to receipts, refusals, exactness of every decision."""

import json
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import replcalc as package
from replcalc.numbers.errors import InputError
from replcalc.problems.choices.algorithm import ChooseTask
from replcalc.run.digest import choose_rows
from replcalc.run.rows import Chunk
from replcalc.run.seeds import Shared
from replcalc.sharper.threshold_test.algorithm import TestTask, draw_test_threshold
from replcalc.sharper.two_arms.algorithm import AbTask

PROMISE = ("--rho", "0.2", "--beta", "0.05")
AB = {"by": "variant", "reward": "bought", "alpha": "0.2", "rho": "0.2", "beta": "0.05"}


def shop(seed, old=0.3, new=0.7, rows=600, labels=("old", "new")):
    rng = np.random.default_rng(seed)
    which = np.arange(rows) % 2
    bought = (rng.random(rows) < np.where(which, new, old)).astype(int)
    return {"variant": [labels[w] for w in which], "bought": bought}


def written(path, table):
    names = list(table)
    lines = [",".join(names)] + [
        ",".join(str(table[name][row]) for name in names) for row in range(len(table[names[0]]))
    ]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def test_an_amount_of_money_is_a_share_of_its_range():
    """Revenue in 0..500 at alpha 50 is a reward in 0..1 at alpha 0.1, and so is its variance."""
    asked = {"by": "v", "reward": "r", "rho": "0.05", "beta": "0.01"}
    plain = package.plan.ab(**asked, alpha="0.1", variance="0.01").best
    money = package.plan.ab(**asked, alpha="50", range=(0, 500), variance="2500").best
    assert plain.samples == money.samples and plain.chosen == money.chosen


# -- files to receipts -------------------------------------------------------------------------------------------------
def test_ab_from_file_to_receipts(replcalc, tmp_path):
    files = [written(tmp_path / f"{team}.csv", shop(team, rows=1200)) for team in (1, 2)]
    receipts = [str(tmp_path / f"{team}.json") for team in (1, 2)]
    words = [f"--{name}={value}" for name, value in AB.items()]
    for file, receipt in zip(files, receipts, strict=True):
        done = replcalc("run", "ab", file, *words, "--seed", "s", "--receipt", receipt)
        assert done.code == 0 and "new" in done.out, done.err
    one = json.loads((tmp_path / "1.json").read_text())
    assert one["question"]["variants"] == ["new", "old"], "the two that were found are part of the question"
    assert replcalc("run", "--compare", *receipts).code == 0
    named = str(tmp_path / "named.json")
    replcalc("run", "ab", files[0], *words, "--variants", "old,new", "--seed", "s", "--receipt", named)
    assert replcalc("run", "--compare", named, receipts[0]).code == 3, "old and new in another order: another question"


def test_the_smaller_arm_counts():
    table = shop(1, rows=4000)
    kept = [row for row in range(4000) if row % 2 or row < 200]
    few = {name: [column[row] for row in kept] for name, column in table.items()}
    with pytest.raises(InputError, match="Rewards of old"):
        package.run.ab(few, **AB, variants="old,new", seed="s")
    found = package.run.ab(
        {n: [c[row] for row in range(4000) if row % 2 or row < 3000] for n, c in table.items()},
        **AB,
        variants="old,new",
        seed="s",
    )
    assert found.receipt.rows == 1500


@pytest.mark.parametrize(
    ("change", "told"), [({"labels": ("a", "b")}, "one of old, new"), ({}, "Column variant: .*name them in variants")]
)
def test_a_third_label_is_refused(change, told):
    table = shop(1, rows=1200, **change)
    table["variant"][7] = "third"
    asked = AB | ({"variants": "old,new"} if change else {})
    with pytest.raises(InputError, match=told):
        package.run.ab(table, **asked, seed="s")


@pytest.mark.parametrize(
    ("task", "options", "told"),
    [
        ("ab", "--by v --alpha 0.1", "by and reward"),
        ("ab", "--columns a,b --alpha 0.1", "by and reward"),
        ("ab", "--by v --reward r --paired --alpha 0.1", "two columns"),
        ("ab", "--by v --reward r --variants a,b,c --alpha 0.1", "two names"),
        ("ab", "--by v --reward r --alpha 0.1 --variance 0.3", "variance"),
        ("same", "--column c --alpha 0.1", "value"),
        ("same", "--value 0.5 --alpha 0.1", "column"),
        ("same", "--column c --value 2 --alpha 0.1", "range of the data"),
        ("same", "--column c --value 0.5 --alpha 0.1 --near 0.2", "near"),
        ("same", "--column c --value 0.5 --alpha 0.1 --near=-1", "near"),
        ("same", "--column c --value 0.5 --by v --reward r --alpha 0.1", "either a column"),
        ("choose", "--columns a --alpha 0.1", "at least two"),
        ("choose", "--options a,b --by v --alpha 0.1", "together"),
        ("test", "--column c --low 0.6 --high 0.4", "above low"),
    ],
)
def test_wrong_questions(replcalc, task, options, told):
    both = [replcalc(verb, task, *options.split(), *PROMISE) for verb in ("plan", "run")]
    assert any(done.code == 2 and told in done.err for done in both), [done.err for done in both]


def test_wrong_values():
    for value in (2.0, math.inf):
        asked = {"low": "0.3", "high": "0.7", "rho": "0.3", "beta": "0.1", "seed": "s"}
        with pytest.raises(InputError, match="Row 401"):
            package.run.test({"x": [0.0] * 400 + [value]}, "x", **asked)


@pytest.mark.exhaustive  # plans for many values of what is asked
def test_too_few_rows_of_a_test_are_told_what_they_could_promise():
    """Nothing was offered while that took a plan for every value that is tried."""
    asked = {"low": "0.4", "high": "0.6", "rho": "0.1", "beta": "0.001", "seed": "s"}
    with pytest.raises(InputError, match=r"at least 1,272.*1,200 could guarantee rho = 0.105, if all teams agree"):
        package.run.test({"x": [0, 1] * 600}, "x", **asked)
    with pytest.raises(InputError, match="could guarantee alpha"):
        package.run.ab(shop(1, rows=100), **AB, variants="old,new", seed="s")


# -- the decisions themselves ------------------------------------------------------------------------------------------
def test_ab_decides_at_the_shared_threshold():
    """The least number of purchases that makes new the answer is where the difference passes the threshold."""
    table = {"paired": True, "variants": "old,new", **{name: AB[name] for name in ("alpha", "rho", "beta")}}
    task = AbTask(**table)
    plan = task.plan()
    n, width = plan.samples, 2 * Fraction(int(plan.chosen["lambda"].p), int(plan.chosen["lambda"].q)) * Fraction(1, 5)
    for seed in ("s", "t", "u"):
        threshold = (Shared(seed).uniform("ab", "old", "new").shown() - Fraction(1, 2)) * width
        bar = math.ceil(n // 2 + threshold * n)
        for bought, said in ((bar, "new"), (bar - 1, "old")):
            rewards = {"old": [1] * (n // 2) + [0] * (n - n // 2), "new": [1] * bought + [0] * (n - bought)}
            assert package.run.ab(rewards, **table, seed=seed).answers == {"better": said}


def test_test_decides_at_the_drawn_threshold():
    task = TestTask(column="c", low="0.3", high="0.7", rho="0.3", beta="0.1")
    plan = task.plan()
    distribution, n = plan.details["distribution"].distribution, plan.samples
    for seed in map(str, range(12)):
        bar = draw_test_threshold(distribution, Shared(seed).stream("test", "c", "threshold"))
        for ones in range(n + 1):
            said = bar if isinstance(bar, str) else "high" if ones >= bar else "low"
            table = {"c": [1] * ones + [0] * (n - ones)}
            if ones in (0, n // 2, n) or (not isinstance(bar, str) and abs(ones - bar) < 2):
                found = package.run.test(table, "c", low="0.3", high="0.7", rho="0.3", beta="0.1", seed=seed)
                assert found.answers == {"c": said} and found.receipt.rows == n
                assert task.find_flaw(plan, Shared(seed), found.answers) == ""
    assert task.find_flaw(plan, Shared("s"), {"c": "maybe"})


def test_same_has_three_answers_and_one_threshold():
    asked = {"column": "c", "value": "0.5", "alpha": "0.4", "near": "0.1", "rho": "0.3", "beta": "0.1"}
    n = package.plan.same(**asked).samples
    n += n % 2
    for seed in ("s", "t"):
        said = [package.run.same({"c": [1] * k + [0] * (n - k)}, **asked, seed=seed).answers["c"] for k in range(n + 1)]
        assert said[0] == "below" and said[n // 2] == "same" and said[n] == "above"
        assert said == ["below"] * said.count("below") + ["same"] * said.count("same") + ["above"] * said.count("above")
        assert said.count("below") == said.count("above"), "the threshold is the same on both sides"


def test_choose_reads_both_forms_of_data():
    asked = {"options": "a,b,c", "alpha": "0.4", "rho": "0.3", "beta": "0.1"}
    by = {"by": "arm", "reward": "won"}
    n = package.plan.choose(**asked, **by).samples
    rng = np.random.default_rng(1)
    labels = [option for option in "abc" for _ in range(n)]
    rng.shuffle(labels)
    won = [float(rng.random() < {"a": 0.1, "b": 0.9, "c": 0.2}[option]) for option in labels]
    found = package.run.choose({"arm": labels, "won": won}, **asked, **by, seed="s")
    assert found.answers == {"chosen": "b"} and found.receipt.rows == n
    with pytest.raises(InputError, match="one of a, b, c"):
        package.run.choose({"arm": [*labels, "d"], "won": [*won, 1.0]}, **asked, **by, seed="s")
    with pytest.raises(InputError, match="given range"):
        package.run.choose({"arm": [*labels, "a"], "won": [*won, 1.5]}, **asked, **by, seed="s")
    task = ChooseTask(**asked)
    assert task.unit == "rows" and task.reads() == (("a", "b", "c"), ())
    columns = {option: rng.random(task.plan().samples + 50) < p for option, p in (("a", 0.1), ("b", 0.9), ("c", 0.2))}
    assert package.run.choose(columns, **asked, seed="s").answers == {"chosen": "b"}


def test_the_order_of_the_rows_plays_no_part():
    """Of more rows than planned the seed chooses, not the file; another seed chooses others."""
    rng = np.random.default_rng(3)
    test = {"column": "x", "low": "0.3", "high": "0.7", "rho": "0.3", "beta": "0.1"}
    choose = {"options": "x,y", "alpha": "0.4", "rho": "0.4", "beta": "0.2"}
    by = choose | {"options": "a,b", "by": "arm", "reward": "x"}
    said = set()
    for turn in range(12):
        rows = {"x": rng.random(1200).round(2), "y": rng.random(1200), "arm": np.array(["a", "b"] * 600)}
        moved = rng.permutation(1200)
        other = {name: column[moved] for name, column in rows.items()}
        for task, asked in (("test", test), ("choose", choose), ("choose", by)):
            one, two = (getattr(package.run, task)(table, **asked, seed=str(turn)) for table in (rows, other))
            assert one.receipt == two.receipt
            said.add((task, *one.answers.values()))
    assert len(said) >= 5, "the answers do vary"


def test_every_subset_is_as_likely():
    """4 of 6 rows, all different: every one of the 15 subsets, about equally often."""
    values = np.arange(6.0)
    found = Counter()
    for seed in range(1500):
        read = lambda: iter([Chunk(1, {"x": values[:2]}), Chunk(3, {"x": values[2:]})])  # noqa: E731
        counts, rows = choose_rows(read, ("x",), 4, Shared(str(seed)), lambda chunk: None)
        assert counts == {"": 6}
        found[tuple(value for chunk in rows for value in chunk.values["x"])] += 1
    assert len(found) == 15 and min(found.values()) > 60 and max(found.values()) < 145
