"""What replicability costs: rows per second against numpy.mean, and samples against a plain mean.

python benchmarks/run_bench.py            CPU seconds and ratios, all measured in one run
python benchmarks/run_bench.py --write    and write docs/run-benchmarks.md
"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from replcalc.data.columns import Chunk, PromisedRange, summed
from replcalc.data.reading import CHUNK, chunks
from replcalc.data.streams import Shared
from replcalc.problems.arms.algorithm import BestArmTask
from replcalc.problems.queries.algorithm import MeansTask, estimates
from replcalc.sharper.cosine.algorithm import CosineNoise
from replcalc.sharper.heavy_hitters.algorithm import FrequentCounts, HeavyHittersTask

PAGE = Path(__file__).parent.parent / "docs" / "run-benchmarks.md"
ROWS = 2_000_000
UNIT = PromisedRange(0.0, 1.0)


def cpu(action: Callable[[], Any], repeat: int = 3) -> float:
    """The least CPU time of some calls."""
    best = math.inf
    for _ in range(repeat):
        start = time.process_time()
        action()
        best = min(best, time.process_time() - start)
    return best


def speed() -> list[list[str]]:
    """Rows per second of one pass over two columns, and how many times numpy.mean on the same source that is."""
    rng = np.random.default_rng(1)
    columns = {"a": rng.random(ROWS), "b": (rng.random(ROWS) < 0.3).astype(float)}
    words = [f"v{i}" for i in np.minimum(rng.zipf(1.3, ROWS), 10**6)]
    in_memory = cpu(lambda: [values.mean() for values in columns.values()])

    def parts() -> Any:
        for first in range(0, ROWS, CHUNK):
            yield Chunk(first + 1, {name: values[first : first + CHUNK] for name, values in columns.items()})

    rows = [line("numpy.mean, in memory", in_memory, in_memory, ROWS)]
    rows.append(
        line(
            "exact sums, range check and digest, in memory",
            cpu(lambda: summed(parts(), ("a", "b"), UNIT)),
            in_memory,
            ROWS,
        )
    )
    some = ROWS // 10
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "d.csv"
        table = np.column_stack([columns["a"][:some], columns["b"][:some]])
        np.savetxt(path, table, delimiter=",", header="a,b", comments="", fmt="%.6f")
        plain = cpu(lambda: np.loadtxt(path, delimiter=",", skiprows=1).mean(axis=0), 2)
        rows.append(line("numpy.loadtxt and mean, CSV", plain, plain, some))
        rows.append(
            line("run means, CSV", cpu(lambda: summed(chunks(path, ("a", "b")), ("a", "b"), UNIT), 2), plain, some)
        )
        try:
            import pyarrow
            import pyarrow.parquet as parquet
        except ImportError:
            pass
        else:
            stored = Path(folder) / "d.parquet"
            parquet.write_table(pyarrow.table(columns), stored)
            plain = cpu(lambda: [parquet.read_table(stored)[c].to_numpy().mean() for c in columns])
            rows.append(line("pyarrow and numpy.mean, Parquet", plain, plain, ROWS))
            rows.append(
                line(
                    "run means, Parquet", cpu(lambda: summed(chunks(stored, ("a", "b")), ("a", "b"), UNIT)), plain, ROWS
                )
            )

    def counted() -> None:
        counts = FrequentCounts(10**4)
        for first in range(0, ROWS, CHUNK):
            counts.add(words[first : first + CHUNK])

    plain = cpu(lambda: np.unique(words[:some], return_counts=True), 1)
    rows.append(line("numpy.unique, texts in memory", plain, plain, some))
    rows.append(line("heavy hitters, 10,000 counters", cpu(counted, 2), plain * ROWS / some, ROWS))
    return rows


def memory() -> list[list[str]]:
    """Peak memory of the commands on a file and on one twenty times as long: a pass does not grow with the file."""
    rng = np.random.default_rng(2)
    promise = ("--range", "0,1", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.01", "--seed", "bench")
    heavy = ("--column", "c", "--nu", "0.5", "--epsilon", "0.3", "--rho", "0.1", "--beta", "0.01", "--seed", "bench")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        short, long = Path(folder) / "short.csv", Path(folder) / "long.csv"
        table = np.column_stack([rng.random((100_000, 2)), np.minimum(rng.zipf(1.2, 100_000), 10**5)])
        np.savetxt(short, table, delimiter=",", header="a,b,c", comments="", fmt=("%.6f", "%.6f", "%d"))
        header, body = short.read_text().split("\n", 1)
        long.write_text(header + "\n" + body * 20)
        for name, options in (("means", ("--columns", "a,b", *promise)), ("heavy-hitters", heavy)):
            peaks = [peak(["run", name, str(path), *options]) for path in (short, long)]
            rows.append([f"run {name}", *(f"{x:.0f}" for x in peaks), f"{peaks[1] / peaks[0]:.2f}"])
    return rows


def peak(arguments: list[str]) -> float:
    """Megabytes that the command needed at most, by Linux's own count (ru_maxrss begins with that of the parent)."""
    code = "import sys; from pathlib import Path; from replcalc.__main__ import main\n"
    code += "try: main()\nfinally: print(Path('/proc/self/status').read_text(), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return int(done.stderr.split("VmHWM:")[1].split()[0]) / 1024


def line(name: str, seconds: float, plain: float, rows: int) -> list[str]:
    return [name, f"{rows / seconds / 1e6:.2f}", f"{seconds / plain:.2f}"]


def answers() -> list[list[str]]:
    """CPU time of what follows the pass: rounding a mean, a race of cosine noise."""
    shared = Shared("bench")
    plan = MeansTask(columns="a", range=UNIT, alpha="0.1", rho="0.1", beta="0.01").plan()
    rounding = cpu(lambda: [estimates(plan, {f"c{i}": Fraction(i, 999)}, shared) for i in range(500)]) / 500
    rows = [["rounding, one mean", f"{1e6 * rounding:.0f}"]]
    for size in (2, 4, 8):
        rows.append([f"cosine noise, a group of {size}", f"{1e6 * race(size, 200 >> (size // 2)):.0f}"])
    return rows


def race(size: int, runs: int) -> float:
    noise = CosineNoise(Fraction(1, 10), Shared("bench"))
    return cpu(lambda: [noise.answer(f"{i}", [Fraction(1, 3)] * size) for i in range(runs)], 1) / runs


def samples() -> list[list[str]]:
    """Certified samples of a replicable answer against those of an accurate one alone (Hoeffding, union bound)."""
    rows = []
    for k, alpha, rho, beta in (
        (1, "0.05", "0.1", "0.01"),
        (1, "0.05", "0.01", "0.01"),
        (10, "0.05", "0.1", "0.01"),
        (100, "0.05", "0.1", "0.01"),
    ):
        plan = MeansTask(columns=[f"c{i}" for i in range(k)], range=UNIT, alpha=alpha, rho=rho, beta=beta).plan()
        plain = math.ceil(math.log(2 * k / float(beta)) / (2 * float(alpha) ** 2))
        rows.append([f"{k} means", alpha, rho, beta, f"{plain:,}", f"{plan.samples:,}", f"{plan.samples / plain:.1f}"])
    for arms in (2, 10):
        plan = BestArmTask(
            arms=[f"c{i}" for i in range(arms)], range=UNIT, alpha="0.1", rho="0.1", beta="0.01"
        ).plan()
        plain = math.ceil(math.log(2 * arms / 0.01) / (2 * 0.05**2))
        rows.append(
            [
                f"best of {arms} arms",
                "0.1",
                "0.1",
                "0.01",
                f"{plain:,}",
                f"{plan.samples:,}",
                f"{plan.samples / plain:.1f}",
            ]
        )
    from replcalc.problems.heavy_hitters.statements import sharp_fallback

    plan = HeavyHittersTask(column="c", nu="0.2", epsilon="0.1", rho="0.1", beta="0.01").plan()
    alone = int(
        sharp_fallback.bound(
            "samples", nu=plan.question.nu, epsilon=plan.question.epsilon, beta=plan.question.beta
        ).unique_fmpz()
    )
    rows.append(
        [
            "heavy hitters, nu = 0.2",
            "0.1",
            "0.1",
            "0.01",
            f"{alone:,}",
            f"{plan.samples:,}",
            f"{plan.samples / alone:.1f}",
        ]
    )
    return rows


TABLES: tuple[tuple[str, tuple[str, ...], Callable[[], list[list[str]]]], ...] = (
    ("One pass over the data", ("pass", "million rows per CPU second", "CPU time / plain"), speed),
    ("Peak memory", ("command", "MB, 100,000 rows", "MB, 2,000,000 rows", "ratio"), memory),
    ("Answers", ("answer", "microseconds of CPU"), answers),
    (
        "The price in samples",
        ("question", "accuracy", "rho", "beta", "accurate only", "replicable", "ratio"),
        samples,
    ),
)


def markdown(header: tuple[str, ...], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    return "\n".join(lines + ["| " + " | ".join(cells) + " |" for cells in rows])


def main() -> int:
    parser = argparse.ArgumentParser(description="Rows per second and the price of replicability in samples.")
    parser.add_argument("--write", action="store_true", help="write docs/run-benchmarks.md")
    args = parser.parse_args()
    text = "# What replicability costs\n\nWritten by `python benchmarks/run_bench.py --write`; CPU time, one run.\n"
    for title, header, measure in TABLES:
        part = f"\n## {title}\n\n{markdown(header, measure())}\n"
        print(part, flush=True)
        text += part
    if args.write:
        PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
