"""Identical bits: rows in another order and other chunks, another BLAS kernel, threads, vector instructions and hashing."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest

SCRIPT = """
import json, sys
from pathlib import Path
from replcalc.data import columns
from replcalc.problems.arms import algorithm as best_arm
from replcalc.problems.queries import algorithm as means
from replcalc.sharper.heavy_hitters import algorithm as heavy_hitters
from replcalc.data.expressions import parse_query
from replcalc.data.streams import Shared

def answers(path, chunk):
    columns.CHUNK = chunk
    unit, shared = columns.PromisedRange(0.0, 1.0), Shared("bits")
    promise = (unit, "0.3", "0.4", "0.2")
    queries = {"q": parse_query("min(x * y, 0.9) / (1 + abs(x - y))"), "r": parse_query("x / 3 < y")}
    done = [
        means.answer(means.MeansTask(("x", "y"), *promise), columns.chunks(path, ("x", "y")), shared),
        means.answer(
            means.MeansTask(tuple(queries), *promise), means.evaluated(columns.chunks(path, ("x", "y")), queries), shared
        ),
        best_arm.answer(best_arm.BestArmTask(("x", "y"), *promise), columns.chunks(path, ("x", "y")), shared),
        heavy_hitters.answer(
            heavy_hitters.HeavyHittersTask("word", "0.6", "0.5", "0.5", "0.2"), lambda: columns.chunks(path, (), ("word",)), shared, capacity=40
        ),
    ]
    sums = columns.summed(columns.chunks(path, ("x", "y")), ("x", "y"), unit)
    return [{**d.receipt.answers, **d.receipt.plan} for d in done] + [sums.totals]

if __name__ == "__main__":
    print(json.dumps(answers(Path(sys.argv[1]), int(sys.argv[2]))))
"""


def dispatched():
    """Vector instructions that numpy would choose at run time on this machine."""
    core = import_module("numpy._core._multiarray_umath" if np.__version__ >= "2" else "numpy.core._multiarray_umath")
    return [name for name in core.__cpu_dispatch__ if core.__cpu_features__.get(name)]


@pytest.mark.exhaustive
def test_identical_bits(tmp_path):
    rng = random.Random(9)
    rows = [(rng.random(), rng.random(), rng.choice("abc") * rng.randint(1, 40)) for _ in range(3001)]
    files = []
    for turn in range(2):
        files.append(tmp_path / f"{turn}.csv")
        files[turn].write_text("x,y,word\n" + "\n".join(f"{x!r},{y!r},{w}" for x, y, w in rows) + "\n")
        rng.shuffle(rows)
    one, two = (np.loadtxt(f, delimiter=",", skiprows=1, usecols=0) for f in files)
    assert float(np.cumsum(one)[-1]) != float(np.cumsum(two)[-1]), "sums of doubles do depend on the order"
    space: dict = {"__name__": "here"}
    exec(SCRIPT, space)
    here = json.loads(json.dumps(space["answers"](files[0], 1 << 16)))
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "3")
    other = {
        "OPENBLAS_CORETYPE": "Prescott",
        "PYTHONHASHSEED": "77",
        "NPY_DISABLE_CPU_FEATURES": " ".join(dispatched()),
    }
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SCRIPT, str(files[1]), "97"],
        env={**os.environ, **threads, **other},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == here
