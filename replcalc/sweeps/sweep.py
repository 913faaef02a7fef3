"""``replcalc.sweep``: a question at many points, as a table."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.sweeps.journal import Journal, checked_output
from replcalc.sweeps.plan import DIGITS, planned
from replcalc.sweeps.rows import TYPES, SweepRow
from replcalc.sweeps.running import run_sweep

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
    plan = planned(command, vary, inputs, routes, digits)
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
