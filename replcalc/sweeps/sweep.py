"""Answer a question at many points, on this machine's processors or a Dask cluster, into a file or a data frame.

Points are written in order as they are answered. After an interruption ``resume`` reads what the file holds, answers
its last point again (its line may be torn) and goes on, so that the file is in the end the same as without one.
"""

import csv
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TextIO

from replcalc.numbers.errors import InputError, MissingLibrary, ReplcalcError
from replcalc.numbers.files import BY_SUFFIX, STDOUT, atomic_write, check_output, is_stdout
from replcalc.output.document import Table
from replcalc.output.formats import LIBRARIES, build_frame
from replcalc.sweeps.plan import DIGITS, Plan, SweepRow, plan_sweep

SUFFIXES = (".csv", ".jsonl")
#: For at most so many points no processes are started: that takes about as long.
FEW_POINTS = 24
_WHOLE = ("samples", "runs")

Progress = Callable[[int, int], None]


def sweep(
    command: str,
    vary: Mapping[str, Any],
    *,
    methods: Sequence[str] = (),
    output: str | Path | None = None,
    resume: bool = False,
    scheduler: str | None = None,
    workers: int = 1,
    frame: str = "auto",
    digits: int = DIGITS,
    progress: Progress | None = None,
    **inputs: Any,
) -> Any:
    """Answer ``command`` ("compose", "ab", ...) at every combination of the values in ``vary``.

    Args:
        command: The question.
        vary: Input -> list of values, or a range as on the command line ("1..1e6:log:40").
        methods: Only these methods.
        output: Also write .csv or .jsonl.
        resume: Continue an interrupted file.
        scheduler: The address of a Dask cluster.
        workers: Processes on this machine.
        frame: "pandas", "polars" or "rows" (dictionaries); "auto" takes whichever is installed, in this order.
        digits: Significant digits of the enclosures.
        progress: Called with the points done and all points.
        **inputs: The other inputs.

    Returns:
        A row for each point and method. A refused point is a row with the reason; numbers that were typed stay text.

        >>> import replcalc
        >>> rows = replcalc.sweep("compose", {"k": "1,10"}, n=100, rho="0.1", methods=["votes"], frame="rows")
        >>> [(row["k"], row["samples"]) for row in rows if row["method"] == "votes"]
        [('1', 100), ('10', 100)]
    """
    plan = plan_sweep(command, vary, inputs, methods, digits)
    place = None if output is None else check_sweep_output(output)
    rows = run_sweep(plan, place, resume=resume, scheduler=scheduler, workers=workers, progress=progress)
    if frame == "rows" or (frame == "auto" and not any(map(find_spec, LIBRARIES))):
        return rows
    cells = tuple(tuple(row[column] for column in plan.columns) for row in rows)
    return build_frame(Table("", plan.columns, cells), None if frame == "auto" else frame)


def run_sweep(
    plan: Plan,
    place: Path | None = None,
    *,
    resume: bool = False,
    scheduler: str | None = None,
    workers: int = 1,
    progress: Progress | None = None,
) -> list[SweepRow]:
    """Answer all points of a plan; write them to ``place`` as they come."""
    rows = _read_finished(plan, place) if resume and place is not None and place.exists() else []
    done = rows[-1]["point"] + 1 if rows else 0
    if place is not None:
        with atomic_write(place) as start:
            _append_rows(start, place, plan.columns, rows, head=True)
    try:
        for found in _answer_points(plan, done, scheduler, workers):
            rows += found
            if place is not None:
                _append_rows(place, place, plan.columns, found)
            done += 1
            if progress is not None:
                progress(done, plan.count)
    except (BrokenProcessPool, OSError) as error:
        if isinstance(error, OSError) and scheduler is None:
            raise
        kept = "; --resume goes on" if place is not None else ""
        raise ReplcalcError(f"a process was lost after {done:,} of {plan.count:,} points{kept}") from error
    return rows


def _answer_points(plan: Plan, first: int, scheduler: str | None, workers: int) -> Iterator[list[SweepRow]]:
    """Yield the rows of each point in order: short sweeps here, others in processes."""
    points = range(first, plan.count)
    if scheduler is None and (workers == 1 or len(points) <= FEW_POINTS):
        yield from map(plan.answer, points)
        return
    size = max(1, min(50, len(points) // (8 * workers)))
    with _start_executor(scheduler, workers) as executor:
        yield from executor.map(plan.answer, points, chunksize=size)


@contextmanager
def _start_executor(scheduler: str | None, workers: int) -> Iterator[Executor]:
    if scheduler is None:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            yield pool
        return
    try:
        from distributed import Client
    except ImportError:
        raise MissingLibrary("a scheduler", "Dask", "pip install 'replcalc[cluster]'") from None
    try:
        client = Client(scheduler, timeout=10)
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError("scheduler", scheduler, "the address of a running Dask scheduler", str(error)) from None
    with client, client.get_executor() as pool:
        yield pool


# -- files -------------------------------------------------------------------------------------------------------------
def check_sweep_output(path: str | os.PathLike[str]) -> Path:
    """Return the path of a sweep's file; what cannot be written is refused before anything is computed."""
    suffix = Path(path).suffix.lower()
    if is_stdout(path):
        return STDOUT
    if suffix not in SUFFIXES:
        raise InputError("output", str(path), "a file name ending in " + ", ".join(SUFFIXES))
    return check_output("output", str(path), BY_SUFFIX[suffix])


def _append_rows(
    file: Path, place: Path, columns: Sequence[str], rows: Iterable[SweepRow], *, head: bool = False
) -> None:
    with file.open("a", encoding="utf-8", newline="") as stream:
        write_rows(stream, place, columns, rows, head=head)


def write_rows(
    stream: TextIO, place: Path, columns: Sequence[str], rows: Iterable[SweepRow], *, head: bool = True
) -> None:
    """Write rows in the format that the suffix of ``place`` names."""
    if place.suffix.lower() == ".jsonl":
        lines = (json.dumps({column: row.get(column) for column in columns}, ensure_ascii=False) for row in rows)
        stream.writelines(f"{line}\n" for line in lines)
        return
    writer = csv.DictWriter(stream, list(columns), lineterminator="\n")
    if head:
        writer.writeheader()
    writer.writerows(rows)


def read_rows(place: Path) -> list[SweepRow]:
    """Read the rows of a sweep's file; numbers are numbers."""
    text = place.read_bytes().rpartition(b"\n")[0].decode()  # without a line that an interruption tore
    is_jsonl = place.suffix.lower() == ".jsonl"
    raw = list(map(json.loads, text.split("\n"))) if is_jsonl else list(csv.DictReader(io.StringIO(text)))
    return [{name: _parse_cell(name, value) for name, value in row.items() if name is not None} for row in raw]


def _parse_cell(name: str, value: Any) -> Any:
    if value in (None, ""):
        return None
    if name in (*_WHOLE, "point"):
        return int(value)
    if name == "rounds_log10":
        return float(value)
    return value in (True, "True", "true") if name == "best" else value


def _read_finished(plan: Plan, place: Path) -> list[SweepRow]:
    """Read the points that an interrupted sweep finished; the last one is answered again."""
    wrong = InputError("resume", str(place), "the file of this very sweep", "the same question, inputs and methods")
    try:
        rows = read_rows(place)
        last = max((row["point"] for row in rows), default=0)
        kept = [row for row in rows if row["point"] < last]
        same = last < plan.count and all(row[n] == v for row in kept for n, v in plan.head_at(row["point"]).items())
        whole = sorted({row["point"] for row in kept}) == list(range(last))
        if rows and not (same and whole and tuple(rows[0]) == plan.columns):
            raise wrong
    except (ValueError, KeyError, TypeError):
        raise wrong from None
    return kept
