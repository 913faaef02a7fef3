"""What replicability costs: CPU time and memory beside pandas and polars, and samples beside a plain mean.

python benchmarks/run_bench.py            CPU seconds and ratios, all measured in one run
python benchmarks/run_bench.py --write    and write docs/run-benchmarks.md
python benchmarks/run_bench.py --large    two gigabytes of CSV and of Parquet as well; else the page keeps the last ones
"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
from pyarrow import compute, csv, parquet

from replcalc.data.columns import PromisedRange
from replcalc.data.streams import Shared
from replcalc.problems.arms.algorithm import BestArmTask
from replcalc.problems.queries.algorithm import MeansTask, estimates
from replcalc.sharper.cosine.algorithm import CosineNoise
from replcalc.sharper.heavy_hitters.algorithm import HeavyHittersTask

PAGE = Path(__file__).parent.parent / "docs" / "run-benchmarks.md"
ROWS = 28_000_000
LARGE = 2 << 30
UNIT = PromisedRange(0.0, 1.0)
TITLE = "Two gigabytes"


def cpu(action: Callable[[], Any], repeat: int = 3) -> float:
    """The least CPU time of some calls."""
    best = math.inf
    for _ in range(repeat):
        start = time.process_time()
        action()
        best = min(best, time.process_time() - start)
    return best


#: What is compared, as programs of their own: what is imported first, and what is measured; FILE is the path.
#: The plan is made before the data are there, so it is not counted.
OURS = "import replcalc, numpy, pyarrow.csv, pyarrow.parquet; from replcalc.numbers.errors import InputError; "
MEAN_ASKED = "'a', range=(0, 1), alpha='0.05', rho='0.1', beta='0.01'"
MEANS = (
    f"{OURS}replcalc.run.means(None, {MEAN_ASKED})",
    f"replcalc.run.means(FILE, {MEAN_ASKED}, seed='bench')",
)
HEAVY_ASKED = "'c', nu='0.1', epsilon='0.05', rho='0.2', beta='0.01'"
HEAVY = (
    f"{OURS}replcalc.run.heavy_hitters(None, {HEAVY_ASKED})",
    f"replcalc.run.heavy_hitters(FILE, {HEAVY_ASKED}, seed='bench')",
)
PANDAS, POLARS = "import pandas", "import polars"
#: Files whose frequent values are asked for, and what is in them: polars and pandas take numbers for numbers.
FREQUENT = {
    "zipf": "texts, few of them often",
    "texts": "100,000 texts",
    "texts1000000": "1,000,000 texts",
    "whole300": "300 whole numbers",
    "whole100000": "100,000 whole numbers",
    "whole1000000": "1,000,000 whole numbers",
    "decimals": "100,000 decimals",
}
PARQUET = ("zipf", "whole100000")
PROGRAMS: tuple[tuple[str, str, tuple[tuple[str, str, str], ...]], ...] = (
    (
        "mean of a column, CSV",
        "a.csv",
        (
            ("pandas, the whole file", PANDAS, "pandas.read_csv(FILE, usecols=['a'])['a'].mean()"),
            (
                "pandas, a million rows at a time",
                PANDAS,
                "[part['a'].sum() for part in pandas.read_csv(FILE, usecols=['a'], chunksize=10**6)]",
            ),
            (
                "polars, streaming",
                POLARS,
                "polars.scan_csv(FILE).select(polars.col('a').mean()).collect(engine='streaming')",
            ),
            ("run means", *MEANS),
        ),
    ),
    (
        "mean of a column, Parquet",
        "a.parquet",
        (
            ("pandas, the whole file", PANDAS, "pandas.read_parquet(FILE, columns=['a'])['a'].mean()"),
            (
                "polars, streaming",
                POLARS,
                "polars.scan_parquet(FILE).select(polars.col('a').mean()).collect(engine='streaming')",
            ),
            ("run means", *MEANS),
        ),
    ),
    *(
        (
            f"frequent values, {what}, CSV",
            f"{name}.csv",
            (
                ("polars, value_counts", POLARS, "polars.read_csv(FILE)['c'].value_counts()"),
                ("pandas, value_counts", PANDAS, "pandas.read_csv(FILE)['c'].value_counts()"),
                ("run heavy-hitters", *HEAVY),
            ),
        )
        for name, what in FREQUENT.items()
    ),
    *(
        (
            f"frequent values, {FREQUENT[name]}, Parquet",
            f"{name}.parquet",
            (
                ("polars, value_counts", POLARS, "polars.read_parquet(FILE)['c'].value_counts()"),
                ("run heavy-hitters", *HEAVY),
            ),
        )
        for name in PARQUET
    ),
)


def measured(imports: str, action: str, path: Path) -> tuple[float, float, float]:
    """CPU seconds, seconds and megabytes at most of a program, by Linux's own count."""
    code = (
        f"import sys, time; from pathlib import Path; FILE = {str(path)!r}; {imports}\n"
        f"cpu, wall = time.process_time(), time.monotonic()\n{action}\n"
        "cpu, wall = time.process_time() - cpu, time.monotonic() - wall\n"
        "print(cpu, wall, Path('/proc/self/status').read_text().split('VmHWM:')[1].split()[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    used, wall, peak_kb = map(float, done.stdout.split())
    return used, wall, peak_kb / 1024


def speed() -> list[list[str]]:
    """One pass over a file beside what people use: the best of three; the first of each group is the measure."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        write_tables(Path(folder))
        for what, name, programs in PROGRAMS:
            first = math.inf
            for who, imports, action in programs:
                best = min(measured(imports, action, Path(folder) / name) for _ in range(3))
                first = min(first, best[0]) if who == programs[0][0] else first
                rows.append([what, who, f"{best[0]:.2f}", f"{best[0] / first:.2f}", f"{best[2]:.0f}"])
    return rows


def write_tables(folder: Path) -> None:
    """A column of decimals whose mean is asked for, and columns whose frequent values are."""
    rng = np.random.default_rng(1)
    plain = csv.WriteOptions(quoting_style="none")

    def write(name: str, columns: dict[str, Any], parquet_too: bool) -> None:
        table = pyarrow.table(columns)
        csv.write_csv(table, folder / f"{name}.csv", plain)
        if parquet_too:
            parquet.write_table(table, folder / f"{name}.parquet")

    write("a", {"a": np.round(rng.random(ROWS), 6)}, True)
    for name in FREQUENT:
        values = np.minimum(rng.zipf(1.3, ROWS), 10**6) if name == "zipf" else rng.integers(different(name), size=ROWS)
        column: Any = values / 1000 if name == "decimals" else values
        if "texts" in FREQUENT[name]:
            column = compute.binary_join_element_wise("page", pyarrow.array(values).cast(pyarrow.string()), "")
        write(name, {"c": column}, name in PARQUET)


def different(name: str) -> int:
    """How many values a file has, by what the table says of it."""
    return int(FREQUENT[name].split()[0].replace(",", ""))


def large() -> list[list[str]]:
    """Files of two gigabytes, once; and a gigabyte without a line end, which is refused."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in ("large.csv", "large.parquet"):
            path = Path(folder) / name
            count = write_large(path)
            used, wall, most = measured(*MEANS, path)
            size = path.stat().st_size / (1 << 30)
            rows.append([name, f"{size:.2f}", f"{count:,}", f"{used:.1f}", f"{count / wall / 1e6:.1f}", f"{most:.0f}"])
            path.unlink()
        path = Path(folder) / "zeros.csv"
        with path.open("wb") as file:
            for _ in range(1 << 10):
                file.write(b"0" * (1 << 20))
        refused = f"try:\n    {MEANS[1]}\n    sys.exit('read')\nexcept InputError:\n    pass"
        used, _, most = measured(MEANS[0], refused, path)
        rows.append(["zeros.csv, no line end: refused", "1.00", "", f"{used:.1f}", "", f"{most:.0f}"])
    return rows


def write_large(path: Path) -> int:
    """Random decimals, a million rows at a time, up to two gigabytes; how many."""

    def parts() -> Iterator[Any]:
        rng = np.random.default_rng(3)
        while True:
            yield pyarrow.table({"a": rng.random(1 << 20)})

    source, count = parts(), 0
    schema = pyarrow.schema({"a": pyarrow.float64()})
    if path.suffix == ".csv":
        writer: Any = csv.CSVWriter(path, schema, write_options=csv.WriteOptions(quoting_style="none"))
    else:
        writer = parquet.ParquetWriter(path, schema)
    with writer:
        while path.stat().st_size < LARGE:
            writer.write_table(next(source))
            count += 1 << 20
    return count


def memory() -> list[list[str]]:
    """Peak memory of the commands on a file and on one twenty times as long: a pass does not grow with the file."""
    rng = np.random.default_rng(2)
    promise = ("--range", "0,1", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.01", "--seed", "bench")
    heavy = ("--column", "c", "--nu", "0.5", "--epsilon", "0.3", "--rho", "0.1", "--beta", "0.01", "--seed", "bench")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        table = pyarrow.table(
            {"a": rng.random(500_000), "b": rng.random(500_000), "c": np.minimum(rng.zipf(1.2, 500_000), 10**5)}
        )
        for times in (1, 20):
            for suffix in ("csv", "parquet"):
                files[suffix, times] = Path(folder) / f"{times}.{suffix}"
            longer = pyarrow.concat_tables([table] * times)
            csv.write_csv(longer, files["csv", times])
            parquet.write_table(longer, files["parquet", times])
        for name, options in (("means", ("--columns", "a,b", *promise)), ("heavy-hitters", heavy)):
            for suffix in ("csv", "parquet"):
                peaks = [peak(["run", name, str(files[suffix, times]), *options]) for times in (1, 20)]
                rows.append([f"run {name}, {suffix}", *(f"{x:.0f}" for x in peaks), f"{peaks[1] / peaks[0]:.2f}"])
    return rows


def peak(arguments: list[str]) -> float:
    """Megabytes that the command needed at most, by Linux's own count (ru_maxrss begins with that of the parent)."""
    code = "import sys; from pathlib import Path; from replcalc.__main__ import main\n"
    code += "try: main()\nfinally: print(Path('/proc/self/status').read_text(), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return int(done.stderr.split("VmHWM:")[1].split()[0]) / 1024


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
        plan = BestArmTask(arms=[f"c{i}" for i in range(arms)], range=UNIT, alpha="0.1", rho="0.1", beta="0.01").plan()
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
    (
        f"One pass over {ROWS:,} rows",
        ("what", "who", "CPU seconds", "CPU time / first", "MB at most"),
        speed,
    ),
    (TITLE, ("file", "GB", "rows", "CPU seconds", "million rows per second", "MB at most"), large),
    ("Peak memory", ("command", "MB, 500,000 rows", "MB, 10,000,000 rows", "ratio"), memory),
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


def kept(title: str) -> str:
    """The section of the page as it is."""
    found = PAGE.read_text(encoding="utf-8").split(f"\n## {title}\n")
    return f"\n## {title}\n" + found[1].split("\n## ")[0] if len(found) > 1 else ""


def main() -> int:
    parser = argparse.ArgumentParser(description="Rows per second and the price of replicability in samples.")
    parser.add_argument("--write", action="store_true", help="write docs/run-benchmarks.md")
    parser.add_argument("--large", action="store_true", help="two gigabytes as well")
    args = parser.parse_args()
    text = "# What replicability costs\n\nWritten by `python benchmarks/run_bench.py --write`; CPU time, one run.\n"
    for title, header, measure in TABLES:
        part = kept(title) if title == TITLE and not args.large else f"\n## {title}\n\n{markdown(header, measure())}\n"
        print(part, flush=True)
        text += part
    if args.write:
        PAGE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
