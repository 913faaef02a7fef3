"""The benchmark can fail: it once printed figures that met every goal while every command it ran was failing."""

from __future__ import annotations

import importlib.util
import json
import math
import subprocess
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
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import measure; print(measure.child(sys.argv[1:]).megabytes)"
    )
    large = bench.child((sys.executable, "-c", code, sys.executable, "-S", "-c", "x = bytearray(2 * 10**8)"))
    assert 190 < float(large.out) < 250, large


@pytest.mark.exhaustive
def test_a_child_over_its_limit_is_ended(bench):
    assert bench.child((sys.executable, "-S", "-c", "while True: pass"), 1).code != 0


@pytest.mark.exhaustive
def test_a_growth_that_is_too_fast_or_fails_is_named(bench, capsys):
    class Loop(bench.cases.Growth):
        def cases(self):
            codes = (f"import json; print(json.dumps({{'cpu': {size}**2}}))" for size in self.sizes)
            return [case(bench, code, self.task[0], inside=True) for code in codes]

    cells, missed = bench.run_growth(Loop("squares", ("cpu",), (10, 100), 2.5), 1)
    assert cells[-1] == "met" and not missed and abs(float(cells[2].split()[0]) - 2) < 0.3
    cells, missed = bench.run_growth(Loop("squares", ("cpu",), (10, 100), 1.5), 1)
    assert cells[-1] == "missed" and "goal 1.5" in missed[0]
    cells, missed = bench.run_growth(Loop("squares", ("something else",), (10, 100), 2.5), 1)
    assert cells[-1] == "failed" and len(missed) == 2


def test_a_peer_without_a_truth_and_a_wrong_bound_of_our_own_fail_the_run(bench, monkeypatch, capsys):
    def answers(truth, ours):
        def child(command, seconds=None):
            said = truth if "truth" in command else {"cpu": 1.0, "lower": "0", "upper": ours}
            return bench.measured.__globals__["Child"](1.0, 1.0, 0 if said else 1, json.dumps(said), "")

        monkeypatch.setattr(bench, "child", child)
        return bench.run_peers([10])

    rows, missed = answers({"lower": "1/2", "upper": "1/2"}, "1")
    assert len(rows) == 3 * len(bench.peers.TOOLS) and not missed and rows[0][-1] == "bounds hold"
    rows, missed = answers({"lower": "1/2", "upper": "1/2"}, "1/3")
    assert len(missed) == 3 and all("bounds do not hold" in reason for reason in missed), "the peers' own are their own"
    rows, missed = answers({}, "1")
    assert len(rows) == len(missed) == 3 and "truth of equal 10" in missed[0]


def test_only_a_whole_run_is_written(bench, capsys):
    for part in ("--quick", "--only=compose"):
        with pytest.raises(SystemExit) as refused:
            bench.main(["--write", part])
        assert refused.value.code == 2


def test_exponent(bench):
    assert bench.exponent([10, 100, 1000], [3.0, 300.0, 30000.0]) == pytest.approx(2)


def test_the_truth_of_the_peers(bench):
    """Four pairs of eps = 1/4, outcome by outcome."""
    p = 1 / (1 + math.exp(-0.25))
    q = 1 - p
    expected = sum(max(0.0, math.comb(4, u) * (p**u * q ** (4 - u) - q**u * p ** (4 - u))) for u in range(5))
    lower, _ = bench.peers.truth("equal", 4)
    assert float(lower.p) / float(lower.q) == pytest.approx(expected, rel=1e-12)


def test_what_is_measured_inside_a_process_can_be_asked():
    """A case that imports what is no longer there would be found at the next benchmark only."""
    words = [sys.executable, str(ROOT / "inside.py"), "run", "paper", "3"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["samples"] > 0
