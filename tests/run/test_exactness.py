"""Identical bits: rows in another order and other chunks, another BLAS kernel, threads, vector instructions and hashing."""

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
from replcalc import run
from replcalc.run import reading, rows as columns
from replcalc.sharper.frequencies import algorithm as heavy_hitters

def answers(path, chunk):
    reading.BLOCK_BYTES = chunk
    asked = dict(range=(0, 1), alpha="0.3", rho="0.4", beta="0.2")
    queries = {"q": "min(x * y, 0.9) / (1 + abs(x - y))", "r": "x / 3 < y"}
    words = dict(column="word", at_least="0.6", alpha="0.5", rho="0.5", beta="0.2")
    heavy_hitters.CAPACITY = 40
    done = [
        run.means(path, "x,y", **asked, seed="bits"),
        run.means(path, expressions=queries, **asked, seed="bits"),
        run.frequencies(path, **words, seed="bits"),
        run.test(path, "x", low="0.3", high="0.6", rho="0.3", beta="0.1", seed="bits"),
        run.choose(path, "x,y", alpha="0.3", rho="0.4", beta="0.2", seed="bits"),
        run.same(path, "x", value="0.5", alpha="0.2", rho="0.3", beta="0.1", seed="bits"),
        run.ab(path, variants="x,y", paired=True, alpha="0.2", rho="0.3", beta="0.1", seed="bits"),
        run.frequencies(path, "word", any_groups=True, alpha="0.4", rho="0.7", beta="0.2", seed="bits"),
        run.auc(path, "x", label="side", classes="l,r", alpha="0.2", rho="0.3", beta="0.1", seed="bits"),
        run.quantiles(path, "x", q="0.3,0.6", cuts="0..1:0.125", alpha="0.2", rho="0.3", beta="0.1", seed="bits"),
    ]
    unit = columns.ValueRange(0.0, 1.0)
    sums = columns.sum_columns(reading.read_chunks(path, ("x", "y")), ("x", "y"), unit)
    return [{**d.receipt.answers, **d.receipt.plan, **d.receipt.data} for d in done] + [sums.totals]

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
    rows = [(rng.random(), rng.random(), rng.choice("abc") * rng.randint(1, 40), rng.choice("lr")) for _ in range(3001)]
    files = []
    for turn in range(2):
        files.append(tmp_path / f"{turn}.csv")
        files[turn].write_text("x,y,word,side\n" + "\n".join(f"{x!r},{y!r},{w},{s}" for x, y, w, s in rows) + "\n")
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
