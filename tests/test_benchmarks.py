"""The benchmark can fail: it once printed figures that met every goal while every command it ran was failing."""

from __future__ import annotations

import importlib.util
import math
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "benchmarks"


@pytest.fixture(scope="module")
def bench():
    spec = importlib.util.spec_from_file_location("benchmarks_run", ROOT / "run.py")
    module = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = before
    module.measured.__globals__["YARDSTICK"] = (sys.executable, "-S", "-c", "sum(range(10**6))")  # a short yardstick
    return module


def case(bench, code, *says, **goals):
    return bench.Case("one", ("-S", "-c", code), says, **goals)


def verdict(bench, one, capsys):
    code = bench.main(["--quick"], [one])
    return code, capsys.readouterr().out


def test_a_good_command_meets_its_goals(bench, capsys):
    code, out = verdict(
        bench, case(bench, "print('the  answer\\nis 42')", "answer is 42", goal=1000, megabytes=1000), capsys
    )
    assert code == 0 and "every goal met" in out


@pytest.mark.parametrize(
    ("program", "says", "goals", "reason"),
    [
        ("import sys; print('42'); sys.exit(3)", "42", {"goal": 1000}, "exit code 3"),
        ("print('43')", "42", {"goal": 1000}, "its output has no '42'"),
        ("print('42')", "42", {"goal": 1e-9}, "goal 1e-09"),
        ("print('42'); x = bytearray(10**8)", "42", {"megabytes": 90}, "MB, goal 90"),
        ("print('no figures')", "", {"goal": 1000, "inside": True}, "Expecting value"),
    ],
    ids=["exit code", "answer", "time", "memory", "no figures"],
)
def test_what_fails_is_named_and_the_run_fails(bench, capsys, program, says, goals, reason):
    code, out = verdict(bench, case(bench, program, says, **goals), capsys)
    assert code == 1 and reason in out


def test_seconds_are_cpu_seconds_and_memory_is_the_childs(bench):
    asleep = bench.child((sys.executable, "-S", "-c", "import time; time.sleep(1)"))
    assert asleep.cpu < 0.5
    # measured from a small process, as benchmarks/run.py is: the peak of a child is never below its parent's memory
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import measure; print(measure.child(sys.argv[1:]).megabytes)"
    large = bench.child((sys.executable, "-c", code, sys.executable, "-S", "-c", "x = bytearray(2 * 10**8)"))
    assert 190 < float(large.out) < 250, large


def test_a_child_over_its_limit_is_ended(bench):
    assert bench.child((sys.executable, "-S", "-c", "while True: pass"), 1).code != 0


def test_exponent(bench):
    assert bench.exponent([10, 100, 1000], [3.0, 300.0, 30000.0]) == pytest.approx(2)


def test_the_truth_of_the_peers(bench):
    """Four pairs of eps = 1/4, outcome by outcome."""
    p = 1 / (1 + math.exp(-0.25))
    q = 1 - p
    expected = sum(max(0.0, math.comb(4, u) * (p**u * q ** (4 - u) - q**u * p ** (4 - u))) for u in range(5))
    lower, _ = bench.peers.truth("equal", 4)
    assert float(lower.p) / float(lower.q) == pytest.approx(expected, rel=1e-12)
