"""One child process measured: CPU seconds, peak memory, exit code, what it said. Ratios to a yardstick of the same run.

CPU seconds (user and system, the child's own children included) hardly depend on who else uses the machine; what
remains is taken out by the yardstick, one ``import sympy`` run right before every measurement. A figure is the best of
the case's repetitions over the best of its yardsticks. Nothing is measured of a command that failed: that is an error.
"""

from __future__ import annotations

import json
import math
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

YARDSTICK = (sys.executable, "-c", "import sympy")
#: As an installed package runs: with its bytecode kept (some machines that develop it switch that off).
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


class Failed(Exception):
    """A command that did not end with 0, or did not say what it should."""


@dataclass(frozen=True)
class Child:
    """What a process cost (CPU seconds, peak MB) and what became of it."""

    cpu: float
    megabytes: float
    code: int
    out: str
    err: str

    @property
    def last(self) -> dict[str, Any]:
        """The last line of its output, a JSON object."""
        lines = self.out.strip().splitlines()
        if not lines:
            raise Failed("it printed nothing")
        found: dict[str, Any] = json.loads(lines[-1])
        return found


def child(command: Sequence[str], seconds: int | None = None) -> Child:
    """Run a command to its end; ``seconds`` of CPU at most, after which the system ends it.

    The runner must stay small: the peak that the system reports of a child is never below the memory of its parent.
    """

    def limit() -> None:
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))

    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            command, stdout=out, stderr=err, stdin=subprocess.DEVNULL, preexec_fn=limit, env=ENVIRONMENT
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
    return Child(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode, *texts)


@dataclass(frozen=True)
class Case:
    """A command (what follows the interpreter), what its output must hold (regular expressions; any white space counts
    as one space) and its goals: S (CPU seconds in units of the yardstick) and MB.

    ``inside``: the seconds are those that the child measured and printed as ``{"cpu": ...}`` in its last line, ``per``
    how many things they are spread over. ``slow``: left out by --quick; ``once``: measured once, not best of several.
    """

    name: str
    command: tuple[str, ...]
    says: tuple[str, ...]
    goal: float | None = None
    megabytes: float | None = None
    inside: bool = False
    per: int = 1
    slow: bool = False
    once: bool = False


@dataclass(frozen=True)
class Measured:
    """A case with its figures, or why it has none."""

    case: Case
    ratio: float = math.nan
    megabytes: float = math.nan
    failure: str = ""

    @property
    def missed(self) -> tuple[str, ...]:
        """The goals it misses, in words; a failure misses all."""
        if self.failure:
            return (self.failure,)
        found = []
        if self.case.goal is not None and not self.ratio <= self.case.goal:
            found.append(f"{self.ratio:.3g} S, goal {self.case.goal:g}")
        if self.case.megabytes is not None and not self.megabytes <= self.case.megabytes:
            found.append(f"{self.megabytes:.0f} MB, goal {self.case.megabytes:g}")
        return tuple(found)


def checked(case: Case, done: Child) -> Child:
    """The child, if it succeeded and said what the case wants."""
    if done.code != 0:
        last = (done.err.strip().splitlines() or ["no message"])[-1]
        raise Failed(f"exit code {done.code}: {last[:200]}")
    text = re.sub(r"\s+", " ", done.out)
    for wanted in case.says:
        if re.search(wanted, text) is None:
            raise Failed(f"its output has no '{wanted}'")
    return done


def measured(case: Case, repeat: int, run: Callable[[Sequence[str]], Child] = child) -> Measured:
    """Yardstick and case in turn, best of ``repeat``; the first failure is the result."""
    units, costs, peaks = [], [], []
    for _ in range(1 if case.once else repeat):
        yardstick = run(YARDSTICK)
        if yardstick.code != 0:
            return Measured(case, failure=f"the yardstick failed: {yardstick.err.strip()[-200:]}")
        try:
            done = checked(case, run((sys.executable, *case.command)))
            costs.append((done.last["cpu"] if case.inside else done.cpu) / case.per)
        except (Failed, ValueError, KeyError) as error:
            return Measured(case, failure=str(error) or repr(error))
        units.append(yardstick.cpu)
        peaks.append(done.megabytes)
    return Measured(case, min(costs) / min(units), max(peaks))


def exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """The power with which costs grow: the slope of the least-squares line through the logarithms."""
    xs, ys = [math.log(s) for s in sizes], [math.log(c) for c in costs]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)
