"""Measure commands as multiples of ``python -c "import sympy"`` (S), all in one run on one machine.

    python benchmarks/run.py            print the table, the best of three runs each

Ratios of CPU time carry over between machines; seconds do not.
"""

from __future__ import annotations

import resource
import shlex
import subprocess
import sys

#: command line -> the goal, in multiples of S
COMMANDS = {
    "--help": 1.0,
    "compose --n 100,200 --rho 0.1": 5.0,
    "compose --n 100x1000000 --rho 0.1 --beta0 1e-10": 15.0,
    "show thm:main": 4.0,
    "derive paper": 4.0,
    "lower-bound --k 1000 --tau 0.1 --rho 0.01": 5.0,
    "table constants": 5.0,
}
RUNS = 3


def cpu_seconds(words: list[str]) -> float:
    """Run a program and return the CPU time of it and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def best_of(words: list[str]) -> float:
    """Return the smallest CPU time of several runs."""
    return min(cpu_seconds(words) for _ in range(RUNS))


def table() -> str:
    """Measure every command and return a Markdown table."""
    unit = best_of([sys.executable, "-c", "import sympy"])
    lines = ["| command | CPU time in S | goal |", "|---|---:|---:|"]
    for line, goal in COMMANDS.items():
        ratio = best_of([sys.executable, "-m", "replcalc", *shlex.split(line)]) / unit
        lines.append(f"| `{line}` | {ratio:.1f} | {goal:g} |")
    lines += ["", f'S is `python -c "import sympy"`: {unit:.2f} CPU seconds on this machine.']
    return "\n".join(lines)


def main() -> None:
    print(table())


if __name__ == "__main__":
    main()
