"""Tasks: one spelling of every question, the functions and commands made of them, the digest of the rows."""

import inspect
import json
import random

import numpy as np
import pytest

import replcalc
from replcalc.numbers.errors import InputError
from replcalc.problems.queries.algorithm import MeansTask
from replcalc.run.digest import RowsDigest
from replcalc.run.rows import Chunk
from replcalc.run.task import write_number

MEANS = {"columns": "a,b", "range": "0,1", "alpha": "0.1", "rho": "0.1", "beta": "0.01"}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("0.10", "0.1"), ("1/10", "0.1"), (0.1, "0.1"), ("1e-40", "1e-40"), ("2/6", "1/3"), ("1e3", "1000"), ("5.", "5")],
)
def test_numbers_have_one_spelling(typed, kept):
    assert write_number(typed) == kept == write_number(kept)


def test_a_question_has_one_spelling():
    """Whatever is typed, passed or read back: equal questions have equal JSON."""
    other = {"columns": ["a", "b"], "range": (0, 1.0), "alpha": "0.10", "rho": "1/10", "beta": 0.01}
    one, two = MeansTask(**MEANS), MeansTask(**other)
    assert one == two and one.to_json() == two.to_json() == MeansTask.from_json(one.to_json()).to_json()
    spaced = dict(MEANS, expressions=["x=a*b  <1"])
    del spaced["columns"]
    assert MeansTask(**spaced).to_json()["expressions"] == ["x=a * b < 1"]


@pytest.mark.parametrize(
    "change", [{"alpha": "0.10"}, {"range": [0, 1]}, {"more": 1}, {"rho": None}, {"columns": "a,b"}]
)
def test_only_what_run_writes_is_read_back(change):
    document = MeansTask(**MEANS).to_json() | change
    with pytest.raises(InputError):
        MeansTask.from_json({name: value for name, value in document.items() if value is not None})


def test_functions_have_the_signature_of_their_task():
    found = inspect.signature(replcalc.run.means)
    assert list(found.parameters)[:2] == ["data", "columns"] and found.parameters["seed"].default is None
    with pytest.raises(TypeError, match="rho"):
        replcalc.run.means({"a": [1]}, "a", range=(0, 1), alpha="0.1", beta="0.1")


def digest(values, words, order, pieces):
    found = RowsDigest(("x",), ("w",))
    for rows in np.array_split(np.array(order), pieces):
        found.add(Chunk(1, {"x": values[rows]}, {"w": [words[row] for row in rows]}))
    return found.hexdigest()


def test_the_digest_forgets_the_order_and_nothing_else():
    rng = random.Random(1)
    values = np.array([rng.random() for _ in range(400)])
    words = [rng.choice("abc") for _ in values]
    order = list(range(400))
    first = digest(values, words, order, 3)
    rng.shuffle(order)
    assert digest(values, words, order, 7) == first, "the same rows"
    assert digest(values, words[::-1], order, 7) != first, "the same values in other rows"
    assert digest(values, words, order[:-1], 7) != first and digest(values, words, [*order[:-1], order[0]], 7) != first
    assert digest(-0.0 * values, words, order, 1) == digest(0.0 * values, words, order, 1), "-0.0 is 0"
    assert json.dumps(first) == f'"{first}"' and len(first) == 64
