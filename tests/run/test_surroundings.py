"""Nothing that is published depends on hashing, locale, time zone, threads, chunks, the order of rows or the kind of file.

``min`` over a set broke ties by hash order: PYTHONHASHSEED 0 and 1 published 0.5888 and 0.6224 from one file and seed.
"""

import json
import os
import random
import subprocess
import sys

import pyarrow
import pytest
from pyarrow import csv, parquet

from replcalc.names import TASKS
from replcalc.numbers.errors import InputError
from replcalc.run.functions import carry_out
from replcalc.run.task import find_task

GUARANTEE = {"rho": "0.4", "beta": "0.2"}
RANGED = {"range": "0,1", "alpha": "0.3", **GUARANTEE}
#: A question of every task that can be answered from the table below.
QUESTIONS = {
    "means": [
        {"columns": "x,y", **RANGED},
        {"columns": "x,y,z", "max_rounds": "1e6", **RANGED},
        {"expressions": ["q=min(x * y, 0.9) / (1 + abs(x - y))", "r=x / 3 < y", "t=day == '2026-01-05'"], **RANGED},
        {"columns": "x", "where": "word != 'b' and day != '2026-01-09'", "missing": "drop-row", **RANGED},
        {"columns": "y", "group_by": "flag", "groups": "true,false", **RANGED},
    ],
    "test": [{"column": "flag", "low": "0.2", "high": "0.8", **GUARANTEE}],
    "ab": [{"by": "flag", "reward": "x", "alpha": "0.3", **GUARANTEE}],
    "same": [{"column": "x", "value": "0.5", "alpha": "0.3", **GUARANTEE}],
    "choose": [
        {"options": "x,y,z", "alpha": "0.3", **GUARANTEE},
        {"options": "x,y,z", "top": "2", "alpha": "0.4", "rho": "0.8", "beta": "0.4"},
    ],
    "auc": [{"score": "x", "label": "bit", "alpha": "0.3", **GUARANTEE}],
    "quantiles": [{"column": "x", "q": "0.5", "cuts": "0.2..0.8:0.2", "alpha": "0.2", **GUARANTEE}],
    "frequencies": [
        {"column": "word", "at_least": "0.6", "alpha": "0.5", "rho": "0.5", "beta": "0.2"},
        {"column": "day", "at_least": "0.6", "alpha": "0.5", "rho": "0.5", "beta": "0.2"},
        {"column": "arm", "groups": "1,2,3", "alpha": "0.3", **GUARANTEE},
        {"column": "word", "any_groups": True, "alpha": "0.45", "rho": "0.8", "beta": "0.4"},
    ],
}
SCRIPT = """
import json, locale, sys, time
from contextlib import suppress
with suppress(locale.Error):
    locale.setlocale(locale.LC_ALL, "")
import replcalc
from replcalc.run import reading
from replcalc.run.seeds import Shared
from replcalc.problems.composition.algorithm import BaseAlgorithm, carry_out
from replcalc.run.task import find_task
from replcalc.run.functions import carry_out as run_task
from replcalc.sharper.frequencies import algorithm as heavy_hitters

path, reading.BLOCK_BYTES, reading.CHUNK_ROWS, questions = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), json.loads(sys.argv[4])
heavy_hitters.CAPACITY = 40
found = {}
for name, asked in questions.items():
    for place, question in enumerate(asked):
        receipt = run_task(find_task(name).make(question), path, "bits", None).receipt.to_json()
        found[f"{name} {place}"] = receipt

two = dict(n="1,1,3", rho="0.3", rho0="0.5", beta0="1e-3", outputs="binary")
sure = dict(n="1,2", rho="0.15", rho0="0.1", beta0="1e-3", max_strings=60, outputs="finite:3")
for way, asked in (("votes", two), ("joint", two), ("votes", sure), ("joint", sure)):
    plan = replcalc.compose(methods=[way], **asked).results[0]
    algorithms = [
        BaseAlgorithm(f"a{place}", lambda block, coins: int(2 * sum(block) > len(block)), (0, 1, 2)[: 3 if asked is sure else 2])
        for place in range(plan.question.k)
    ]
    sample = [7919 * row % 97 % 2 for row in range(plan.samples)]
    answers = carry_out(plan, algorithms, sample, Shared("bits"))
    found[f"compose {way} {asked['n']}"] = [plan.samples, repr(plan.chosen), list(answers)]
print(json.dumps({"found": found, "varied": [list({str(n) for n in range(50)}), time.tzname]}))
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """One table: in CSV, shuffled in CSV with other spellings, line ends and delimiters, and in Parquet."""
    folder, rng = tmp_path_factory.mktemp("table"), random.Random(9)
    rows = [
        {
            "x": rng.random(),
            "y": rng.random(),
            "z": rng.random(),
            "flag": rng.random() < 0.5,
            "bit": rng.getrandbits(1),
            "arm": rng.randint(1, 3),
            "word": rng.choice("abc") * rng.randint(1, 40),
            "day": f"2026-01-{rng.randint(5, 9):02d}",
        }
        for _ in range(2401)
    ]
    names = list(rows[0])
    plain, other, stored = folder / "plain.csv", folder / "other.csv", folder / "d.parquet"
    plain.write_text(
        "\n".join(
            [
                ",".join(names),
                *(",".join(str(v).lower() if isinstance(v, bool) else str(v) for v in row.values()) for row in rows),
            ]
        )
        + "\n"
    )
    parquet.write_table(pyarrow.Table.from_pylist(rows), stored, row_group_size=299)
    rng.shuffle(rows)
    lines = [";".join(reversed(names))]
    for row in rows:
        said = {**row, "flag": str(row["flag"]).lower(), "arm": f" {row['arm']} "}
        lines.append(";".join(f'"{cell!s}"' for cell in reversed(said.values())))
    other.write_text("\r\n".join(lines))
    return plain, other, stored


@pytest.mark.parametrize(("name", "question"), [(name, asked) for name, each in QUESTIONS.items() for asked in each])
def test_one_policy_for_what_is_missing_in_every_task(files, tmp_path, name, question):
    """NaN was an answer of conditions; '' a value of heavy hitters from CSV, refused from Parquet."""
    whole = parquet.read_table(files[2])
    holes = pyarrow.table(
        {
            column: pyarrow.concat_arrays([cells.slice(0, 4), pyarrow.nulls(1, cells.type), cells.slice(4)])
            for column in whole.column_names
            for cells in [whole[column].combine_chunks()]
        }
    )
    stored, written = tmp_path / "holes.parquet", tmp_path / "holes.csv"
    parquet.write_table(holes, stored)
    csv.write_csv(holes, written)
    for data in (stored, written):
        with pytest.raises(InputError, match=r"Row 5, column \w+: 'nothing'"):
            carry_out(find_task(name).make({**question, "missing": "refuse"}), data, "bits")
    task = find_task(name).make({**question, "missing": "drop-row"})
    found = [carry_out(task, data, "bits").receipt for data in (files[2], stored, written)]
    assert found[1] == found[2], "one answer from CSV and Parquet"
    assert found[0].answers == found[1].answers and found[0].data["digest"] == found[1].data["digest"]
    assert found[0].data["rows"] == found[1].data["rows"] and found[1].data["read"] == found[0].data["read"] + 1
    assert "that lack none of the values asked for" in found[1].guarantee and found[1].question["missing"] == "drop-row"


def run(path, block, chunk, most, **surroundings):
    """The first questions of every task, each of them so many."""
    questions = {name: asked[:most] for name, asked in QUESTIONS.items()}
    arguments = [str(path), str(block), str(chunk), json.dumps(questions)]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SCRIPT, *arguments],
        env={**os.environ, **surroundings},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def threads(count):
    return dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), str(count))


def test_every_task_has_a_question():
    assert set(QUESTIONS) == set(TASKS), "a task that is not run here may depend on anything"


@pytest.mark.parametrize(("others", "most"), [(1, 1), pytest.param(2, 9, marks=pytest.mark.exhaustive)])
def test_what_is_published_does_not_depend_on_the_surroundings(files, others, most):
    plain, other, stored = files
    first = run(plain, 1 << 20, 1 << 16, most, PYTHONHASHSEED="0", LC_ALL="C", TZ="UTC", **threads(1))
    assert {name.split()[0] for name in first["found"]} == {*QUESTIONS, "compose"}
    for path, block, chunk, surroundings in (
        (other, 4099, 97, {"PYTHONHASHSEED": "1", "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo", **threads(3)}),
        (stored, 1 << 20, 101, {"PYTHONHASHSEED": "2", "LC_ALL": "C.UTF-8", "TZ": "America/Lima", **threads(2)}),
    )[:others]:
        again = run(path, block, chunk, most, **surroundings)
        assert again["found"] == first["found"]
        assert again["varied"][0] != first["varied"][0], "negative control: a set is another list"
        assert again["varied"][1] != first["varied"][1], "negative control: so is the time zone"
