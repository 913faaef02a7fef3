"""Ratios, measured in one run on one machine: `python benchmarks/run.py`. Nothing here is asserted by the tests.

Each command is timed against a yardstick of the same run (`python -c "import sympy"` for start-up costs), so that the
figures mean the same on a fast machine and on a slow one. Peak memory is that of the child process.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def timed(arguments: list[str], repeat: int) -> tuple[float, float]:
    """Median wall-clock seconds and peak MB of a command."""
    seconds = []
    for _ in range(repeat):
        start = time.perf_counter()
        subprocess.run(arguments, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def compose(sizes: str, route: str | None = None) -> list[str]:
    return ["compose", "--n", sizes, "--rho", "0.1"] + (["--route", route] if route else [])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=3)
    repeat = parser.parse_args().repeat
    replcalc = [sys.executable, "-m", "replcalc"]
    generator = random.Random(0)
    with tempfile.TemporaryDirectory() as folder:
        sizes = Path(folder) / "sizes.txt"
        sizes.write_text(",".join(str(generator.randint(1, 10**6)) for _ in range(100_000)), encoding="utf-8")
        yardstick, _ = timed([sys.executable, "-c", "import sympy"], max(repeat, 5))
        small, run, file = "100,200", "100x1000000", f"@{sizes}"
        cases: list[tuple[str, list[str], int, str]] = [
            ("replcalc --help", ["--help"], repeat, "well below 1"),
            ("compose 100,200 (all routes)", compose(small), repeat, "at most 4"),
            ("compose 100,200 --route paper", compose(small, "paper"), repeat, ""),
            ("compose 100x1000000 --route paper", compose(run, "paper"), 1, "10 s, 400 MB"),
            ("compose 100x1000000 (all routes)", compose(run), 1, "15 s"),
            ("compose 100,000 distinct --route paper", compose(file, "paper"), 1, "20 s"),
        ]
        print(f"{'yardstick: import sympy':40s} {yardstick:8.2f} s {'1.0':>8s}")
        for name, command, times, goal in cases:
            seconds, peak = timed([*replcalc, *command], times)
            print(f"{name:40s} {seconds:8.2f} s {seconds / yardstick:7.1f}x  peak so far {peak:6.0f} MB  {goal}")


if __name__ == "__main__":
    main()
