"""Columns with ranges and accuracies of their own: one spelling, one plan, their own grids, receipts and warnings."""

from fractions import Fraction

import numpy as np
import pytest

import replcalc as package
from replcalc.numbers.errors import InputError
from replcalc.problems.queries.algorithm import MeansTask
from replcalc.run.seeds import Shared

PROMISE = {"rho": "0.2", "beta": "0.05"}
COLUMNS = "age:0..100:10,clicked:0..1:0.1"


def people(rows, seed=1):
    rng = np.random.default_rng(seed)
    return {"age": 40 + 20 * rng.random(rows), "clicked": (rng.random(rows) < 0.3).astype(float)}


def test_one_spelling():
    one = MeansTask(columns=" age:0.0..1e2:10.0, clicked:0..1:1/10:0.2500", **PROMISE)
    assert one.to_json()["columns"] == ["age:0..100:10", "clicked:0..1:0.1:0.25"] and one.to_json()["range"] == ""
    assert MeansTask.from_json(one.to_json()) == one and one.names == ("age", "clicked")
    assert MeansTask(columns=["a:b"], range=(0, 1), alpha="0.1", **PROMISE).names == ("a:b",), "a name with a colon"


@pytest.mark.parametrize(
    ("columns", "more", "told"),
    [
        ("age:0..100:10,age", {"range": (0, 1), "alpha": "0.1"}, "distinct"),
        ("age:100..0:1", {}, "LO < HI"),
        ("age:0..100:-1", {}, "> 0"),
        ("age:0..100:60", {}, "half the range"),
        ("age:0..x:1", {}, "columns"),
        ("age:0..100:10,b", {}, "range"),
        ("age:0..100:10,b", {"range": (0, 1)}, "alpha"),
        ("age:0..1:0.1:0.3", {}, "variance"),
        ("age:0..100:10", {"alpha": "0.1"}, "of its own"),
        ("age:0..100:10", {"range": (0, 1)}, "of its own"),
    ],
)
def test_refused(columns, more, told):
    with pytest.raises(InputError, match=told):
        MeansTask(columns=columns, **PROMISE, **more).plan()


def test_answers_are_points_of_their_own_grids(replcalc, tmp_path):
    asked = {"columns": COLUMNS, **PROMISE}
    plan = MeansTask.make(asked).plan()
    widths = [Fraction(int(w.p), int(w.q)) for w in plan.chosen.values()]
    table = people(plan.samples)
    found = package.run.means(table, **asked, seed="s")
    for (name, length), width in zip((("age", 100), ("clicked", 1)), widths, strict=True):
        share, mean = Fraction(found.answers[name]) / length, Fraction(float(np.mean(table[name]))) / length
        place = share / width - Fraction(1, 2) - Shared("s").uniform("rounding", name).shown()
        assert abs(place - round(place)) < Fraction(1, 10**6) and abs(share - mean) <= width / 2 + Fraction(1, 10**9)
    task = MeansTask(**asked)
    assert task.find_flaw(plan, Shared("s"), found.answers) == ""
    assert task.find_flaw(plan, Shared("s"), found.answers | {"age": "50"}), "no point of the grid"
    other = package.run.means(people(plan.samples, 2), **asked, seed="s")
    assert package.run.compare(found.receipt, other.receipt).verdict in ("equal", "different")
    assert "10 (age), 0.1 (clicked)" in found.receipt.guarantee


def test_a_promised_variance_is_said_and_pays():
    plain, calm = (MeansTask.make({"columns": f"x:0..10:0.3{more}", **PROMISE}).plan() for more in ("", ":1"))
    assert calm.samples < plain.samples / 10
    assert "variances of at most 1 (x)" in MeansTask(columns="x:0..10:0.3:1", **PROMISE).guarantee(calm)


def test_common_and_own_go_together():
    """Columns without a range of their own have the common one; groups have every column's own."""
    one = package.plan.means(columns="age:0..100:10,clicked", range=(0, 1), alpha="0.1", **PROMISE)
    assert one.samples == package.plan.means(columns=COLUMNS, **PROMISE).samples
    grouped = dict(columns="age:0..100:10,clicked:0..1:0.2", group_by="clicked > 0.5", groups="true,false", **PROMISE)
    table = people(6 * package.plan.means(**grouped).samples)
    found = package.run.means(table, **grouped, seed="s").answers
    assert set(found) == {"age[true]", "age[false]", "clicked[true]", "clicked[false]"}
    assert abs(float(found["clicked[true]"]) - 1) <= 0.2 and abs(float(found["age[false]"]) - 50) <= 10


def test_a_study_of_own_columns(replcalc, tmp_path):
    """From the study to a verified receipt."""
    study, receipt, data = (str(tmp_path / name) for name in ("study.toml", "ours.json", "people.csv"))
    words = ("--columns", COLUMNS, "--rho", "0.2", "--beta", "0.05", "--seed", "s")
    assert replcalc("plan", "means", *words, "-o", study).code == 0
    table = people(package.plan.means(columns=COLUMNS, **PROMISE).samples)
    lines = [f"{a!r},{c!r}" for a, c in zip(table["age"].tolist(), table["clicked"].tolist(), strict=True)]
    (tmp_path / "people.csv").write_text("\n".join(["age,clicked", *lines]) + "\n")
    done = replcalc("run", study, data, "--seed", "s", "--receipt", receipt)
    assert done.code == 0, done.err
    assert replcalc("run", "--verify", receipt, data).code == 0


def test_a_useless_range_is_warned_about(replcalc, tmp_path):
    """clicked on 0..100 within 2: the answer is about 0 whatever people do."""
    table = people(4000)
    path = tmp_path / "people.csv"
    path.write_text(
        "age,clicked\n" + "".join(f"{a},{c}\n" for a, c in zip(table["age"], table["clicked"], strict=True))
    )
    words = ("run", "means", str(path), "--columns", "age,clicked", "--range", "0,100", "--alpha", "5", "--seed", "s")
    done = replcalc(*words, "--rho", "0.3", "--beta", "0.05")
    told = " ".join(done.out.split())
    assert done.code == 0 and "clicked: all values lie between 0 and 1" in told and "age: all" not in told
    own = ("run", "means", str(path), "--columns", "age:0..100:10,clicked:0..1:0.1", "--seed", "s")
    done = replcalc(*own, "--rho", "0.3", "--beta", "0.05")
    assert done.code == 0 and "next to nothing" not in " ".join(done.out.split())
