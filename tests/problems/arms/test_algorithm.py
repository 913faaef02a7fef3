"""The best arm on data: the largest mean within alpha, both forms of data, refusals."""

from __future__ import annotations

import json
import random
from fractions import Fraction

import numpy as np
import pytest

from replcalc.data.reading import chunks
from replcalc.data.streams import Shared
from replcalc.numbers.errors import InputError
from replcalc.problems.arms.algorithm import BestArmTask
from replcalc.problems.queries.algorithm import estimates

ASKED = {"arms": "x,y,z", "range": (0, 1), "alpha": "0.4", "rho": "0.3", "beta": "0.05"}
TASK, LONG = BestArmTask(**ASKED), BestArmTask(**ASKED, by="arm", reward="reward")
NEEDED = TASK.plan().samples
MEANS = {"x": 0.2, "y": 0.9, "z": 0.3}


def write(path, rows, seed=0):
    """One file for both forms: a column per arm, and a column that names an arm and one with its reward."""
    rng = random.Random(seed)
    lines = ["x,y,z,arm,reward"]
    for row in range(rows):
        arm = "xyz"[row % 3]
        values = [int(rng.random() < p) for p in MEANS.values()]
        lines.append(",".join(map(str, (*values, arm, int(rng.random() < MEANS[arm])))))
    path.write_text("\n".join(lines) + "\n")
    return path


def test_both_forms_find_it(tmp_path):
    path = write(tmp_path / "d.csv", 3 * NEEDED)
    assert TASK.answer(lambda: chunks(path, TASK.arms), Shared("s")).receipt.answers == {"best arm": "y"}
    found = LONG.answer(lambda: chunks(path, ("reward",), ("arm",)), Shared("s")).receipt
    assert found.answers == {"best arm": "y"} and found.rows == NEEDED


def test_equal_arms_are_chosen_by_the_seed_alone():
    """All arms alike: 300 pairs of samples differ at most as often as planned; with seeds of their own two in three do."""
    plan, rng = TASK.plan(), np.random.default_rng(1)

    def best(seed):
        means = {arm: Fraction(int(rng.binomial(NEEDED, 0.5)), NEEDED) for arm in TASK.arms}
        found = estimates(plan, means, Shared(seed))
        return max(TASK.arms, key=found.get)

    differ = sum(best(f"{p}") != best(f"{p}") for p in range(300))
    assert differ / 300 < 0.3 + 5 * np.sqrt(0.21 / 300)
    assert sum(best(f"a {p}") != best(f"b {p}") for p in range(100)) > 45


def test_too_few_rewards_of_one_arm(tmp_path):
    path = write(tmp_path / "d.csv", 3 * NEEDED - 3)
    with pytest.raises(InputError, match=r"arm x.*1 are missing"):
        LONG.answer(lambda: chunks(path, ("reward",), ("arm",)), Shared("s"))


def test_an_unknown_arm_names_its_row(tmp_path):
    path = write(tmp_path / "d.csv", 9)
    path.write_text(path.read_text() + "0,0,0,w,1\n")
    with pytest.raises(InputError, match=r"Row 10, column arm.*'w'"):
        LONG.answer(lambda: chunks(path, ("reward",), ("arm",)), Shared("s"))


def test_the_command(replcalc, tmp_path):
    promise = ("--range", "0,1", "--alpha", "0.4", "--rho", "0.3", "--beta", "0.05")
    for team in (1, 2):
        path = write(tmp_path / f"{team}.csv", 3 * NEEDED, team)
        args = ("--arms", "x,y,z", "--by", "arm", "--reward", "reward", *promise, "--seed", "s")
        done = replcalc("run", "best-arm", str(path), *args, "--receipt", str(tmp_path / f"{team}.json"))
        assert done.code == 0 and "within 0.4 of the largest" in " ".join(done.out.split()), done.err
    done = replcalc("run", "--compare", *(str(tmp_path / f"{team}.json") for team in (1, 2)), "--format", "json")
    assert done.code == 0 and json.loads(done.out)["verdict"] == "equal"
    planned = replcalc("run", "best-arm", "--plan", "--columns", "x,y,z", *promise)
    assert planned.code == 0 and f"{NEEDED:,}" in planned.out
    for wrong in (("--columns", "x,y", "--by", "arm"), ("--arms", "x,y", "--by", "arm"), ("--columns", "x"), ()):
        done = replcalc("run", "best-arm", "none.csv", *wrong, *promise, "--seed", "s")
        assert done.code == 2 and len(done.err.splitlines()) == 1
