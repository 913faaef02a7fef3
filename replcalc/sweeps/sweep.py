"""``replcalc.sweep``: a question at many points, here or on a cluster, as a table."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.numbers.workers import Lost, SchedulerGone, check_scheduler, client_of, installed, on_client, processors
from replcalc.sweeps.journal import Journal, checked_output
from replcalc.sweeps.plan import DIGITS, TYPES, Plan, SweepRow, planned_sweep, rows_at

# -- computing the points of a plan: here, one after the other, or in batches on a Dask cluster ------------------------
# A point is computed alone, whatever came before it, so the rows do not depend on how the points were shared out. The
# first points are computed here and timed; if what is left would take no longer than a cluster takes to start, it is
# computed here too. Batches last about a second: the scheduler's work, a few milliseconds each, stays far below that.
#: Below so many seconds of work no cluster is started: that takes about as long.
WORTH_A_CLUSTER = 8.0
#: Seconds a batch should take.
BATCH = 1.0
#: Points computed here before a cluster is thought of: the first one pays for loading and compiling.
PROBES = 3

PointsDone = Callable[[int, int], None]


@dataclass(frozen=True)
class SweepOutcome:
    """``workers``: processes that computed; ``note``: what a user should know; ``lost``: points without rows."""

    seconds: float
    computed: int
    workers: int
    note: str = ""
    lost: tuple[int, ...] = ()


def solve_points(plan: Plan, points: Sequence[int]) -> list[tuple[int, list[SweepRow]]]:
    """A batch: what a worker does."""
    return [(point, rows_at(point, plan.command, plan.point(point), plan.routes, plan.digits)) for point in points]


def run_sweep(
    plan: Plan,
    journal: Journal,
    *,
    scheduler: str | None = None,
    workers: int | None = None,
    progress: PointsDone | None = None,
) -> SweepOutcome:
    """Compute what the journal does not have yet. ``scheduler``: an address; ``workers``: of a local cluster."""
    if scheduler is not None:
        check_scheduler(scheduler)
    start = time.perf_counter()
    left = journal.left
    total, known = len(left), len(journal.done)
    available = workers or processors()
    told = progress or (lambda done, count: None)
    told(known, plan.count)

    def keep(found: Sequence[tuple[int, list[SweepRow]]]) -> None:
        for point, rows in found:
            journal.add(point, rows)
        told(len(journal.done), plan.count)

    note, seconds = "", 0.0
    may = scheduler is not None or (available > 1 and installed())
    if not may and available > 1:
        note = "one process: Dask is not installed (pip install 'replcalc[cluster]')"
    times: list[float] = []
    while left:
        if may and len(times) >= PROBES:
            recent = times[1:][-20:]
            seconds = sum(recent) / len(recent)
            if scheduler is not None or (seconds * len(left) > WORTH_A_CLUSTER and len(left) > 2 * available):
                break
        before = time.perf_counter()
        keep(solve_points(plan, [left.pop(0)]))
        times.append(time.perf_counter() - before)
    if not left:
        return SweepOutcome(time.perf_counter() - start, total, 1, note)
    lost: list[int] = []
    with _kept(journal), client_of(scheduler, workers) as client:
        many = len(client.nthreads())
        batches = batched(left, batch_size(seconds, len(left), many))
        for points, found in on_client(client, partial(solve_points, plan), batches):
            if isinstance(found, Lost):
                lost += points
            else:
                keep(found)
    return SweepOutcome(time.perf_counter() - start, total - len(lost), many, note, tuple(sorted(lost)))


@contextmanager
def _kept(journal: Journal) -> Iterator[None]:
    """Where the cluster goes, what is finished stays: the error says how to go on."""
    try:
        yield
    except SchedulerGone as error:
        kept = f"{len(journal.done):,} finished points are in {journal.path}" if journal.path else "nothing was kept"
        how = "; resume computes the others" if journal.path else " (an output file keeps finished points)"
        raise SchedulerGone(f"{error}: {kept}{how}") from None


def batch_size(seconds: float, points: int, workers: int) -> int:
    """Points that take about a second, but at least four batches for each worker, so that none waits for the last."""
    return max(1, min(round(BATCH / max(seconds, 1e-6)), points // (4 * workers) or 1))


def batched(points: Sequence[int], size: int) -> list[list[int]]:
    return [list(points[start : start + size]) for start in range(0, len(points), size)]


FRAMES = ("auto", "pandas", "polars", "rows")


def sweep(
    command: str,
    vary: Mapping[str, Any],
    *,
    routes: Sequence[str] = (),
    output: str | Path | None = None,
    resume: bool = False,
    scheduler: str | None = None,
    workers: int | None = None,
    frame: str = "auto",
    digits: int = DIGITS,
    progress: Callable[[int, int], None] | None = None,
    **inputs: Any,
) -> Any:
    """``command`` ("compose", "queries", ...) at every combination of the values in ``vary``, the other inputs fixed.

    ``vary`` maps an input to a list of values or to a range as on the command line ("1..1e6:log:40"). One row for each
    point and way, one for the lower bound where there is one; a point that is refused is a row with the reason. The
    answer is a pandas or polars frame if one of them is installed (``frame`` says which), else a list of dicts.
    ``output``: also write .parquet, .csv or .jsonl; ``resume`` continues what was interrupted. ``scheduler``: the
    address of a Dask cluster; otherwise this machine's processors, or ``workers`` of them. A script that may start a
    cluster needs ``if __name__ == "__main__":``, as for every pool of processes.

        >>> import replcalc
        >>> rows = replcalc.sweep("compose", {"rho": ["0.1", "0.2"]}, n="100,200", routes=["naive"], frame="rows")
        >>> [(row["rho"], row["way"], row["status"], row["samples"]) for row in rows]
        [('0.1', 'naive', 'certified', 200), ('0.2', 'naive', 'certified', 200)]
    """
    if frame not in FRAMES:
        raise InputError("frame", frame, "one of " + ", ".join(FRAMES))
    plan = planned_sweep(command, vary, inputs, routes, digits)
    place = None if output is None else checked_output(output)
    with Journal(plan, journal_of(place), resume=resume) as journal:
        outcome = run_sweep(plan, journal, scheduler=scheduler, workers=workers, progress=progress)
        if outcome.lost:
            raise ReplcalcError(f"{len(outcome.lost)} points took their workers down: {outcome.lost[:5]}")
        if place is not None:
            journal.finish(place)
        return framed(journal.rows, plan.columns, frame)


def journal_of(output: Path | None) -> Path | None:
    return None if output is None else output.with_name(output.name + ".journal")


def framed(rows: Sequence[SweepRow], columns: Sequence[str], frame: str) -> Any:
    """Rows as a frame. Integers of any length: Python's own in pandas and in rows, their digits in polars."""
    if frame == "auto":
        frame = next((name for name in ("pandas", "polars") if importlib.util.find_spec(name)), "rows")
    if frame == "rows":
        return list(rows)
    if importlib.util.find_spec(frame) is None:
        raise InputError("frame", frame, f"{frame} to be installed", "or frame='rows'")
    table = {column: [row.get(column) for row in rows] for column in columns}
    if frame == "pandas":
        import pandas

        whole = [name for name in columns if TYPES.get(name) is int and name != "point"]
        exact = {name: pandas.Series(table[name], dtype=object) for name in whole}
        return pandas.DataFrame({**table, **exact}, columns=list(columns))
    import polars

    kinds: dict[type, Any] = {bool: polars.Boolean, float: polars.Float64}
    schema = {c: polars.Int64 if c == "point" else kinds.get(TYPES.get(c, str), polars.Utf8) for c in columns}
    text = [c for c in columns if schema[c] == polars.Utf8]
    table |= {c: [None if value is None else str(value) for value in table[c]] for c in text}
    return polars.DataFrame(table, schema=schema)
