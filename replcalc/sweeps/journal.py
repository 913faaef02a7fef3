"""Points on disk as they are finished, and the file of all rows at the end.

The journal lies beside the output (NAME.journal): a first line that says which sweep it is, then one line for each
finished point in whatever order. A line is whole or it does not count, so a kill at any moment loses at most the points
under way. The output itself appears at once, sorted by point, when everything is there; then the journal goes.
"""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.numbers.places import replacing, writable_file
from replcalc.sweeps.plan import Plan
from replcalc.sweeps.rows import TYPES, SweepRow

SUFFIXES = (".parquet", ".csv", ".jsonl")


def checked_output(path: str | os.PathLike[str]) -> Path:
    """The path of a sweep's file; what cannot be written is refused before anything is computed."""
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise InputError("output", str(path), "a file name ending in " + ", ".join(SUFFIXES))
    writable_file("output", str(path))
    if target.suffix.lower() == ".parquet" and importlib.util.find_spec("pyarrow") is None:
        raise InputError("output", str(path), "pyarrow to be installed", "pip install 'replcalc[run]', or write .csv")
    return target


class Journal:
    """Finished points of a plan; ``path`` None keeps them in memory alone."""

    def __init__(self, plan: Plan, path: Path | None, *, resume: bool = False) -> None:
        self.plan, self.path = plan, path
        self.done: dict[int, list[SweepRow]] = {}
        self._stream: io.BufferedWriter | None = None
        if path is None:
            return
        if path.exists():
            if not resume:
                hint = "resume continues it; delete the file to start again"
                raise InputError("output", str(path), "no journal of an unfinished sweep there", hint)
            end = self._read(path)
            with path.open("r+b") as stream:
                stream.truncate(end)  # a line that a kill left half written
        self._stream = path.open("ab")
        if self._stream.tell() == 0:
            self._line(plan.header())

    def _read(self, path: Path) -> int:
        """Take over the whole lines; where they end."""
        end = 0
        with path.open("rb") as stream:
            for number, line in enumerate(stream):
                if not line.endswith(b"\n"):
                    break
                record = json.loads(line)
                if number == 0:
                    self._same(record)
                else:
                    self.done[record["point"]] = record["rows"]
                end += len(line)
        return end

    def _same(self, header: Mapping[str, Any]) -> None:
        ours = self.plan.header()
        wrong = [name for name in ours if header.get(name) != ours[name]]
        if wrong:
            told = f"{wrong[0]} = {json.dumps(header.get(wrong[0]))[:60]}"
            raise InputError("resume", str(self.path), "the journal of this very sweep", f"that one has {told}")

    def add(self, point: int, rows: list[SweepRow]) -> None:
        self.done[point] = rows
        self._line({"point": point, "rows": rows})

    def _line(self, record: Mapping[str, Any]) -> None:
        if self._stream is not None:
            self._stream.write(json.dumps(record, separators=(",", ":")).encode() + b"\n")
            self._stream.flush()

    @property
    def left(self) -> list[int]:
        return [point for point in range(self.plan.count) if point not in self.done]

    @property
    def rows(self) -> list[SweepRow]:
        """Every row, by point."""
        return [row for point in sorted(self.done) for row in self.done[point]]

    def finish(self, output: Path) -> None:
        """Write the output and forget the journal."""
        write_rows(output, self.plan.columns, self.rows)
        self.close()
        if self.path is not None:
            self.path.unlink()

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()


# -- files -------------------------------------------------------------------------------------------------------------
def write_rows(path: Path, columns: Sequence[str], rows: Sequence[SweepRow]) -> None:
    """The same rows give the same bytes; the file is there whole or not at all."""
    writers = {".csv": _csv, ".jsonl": _jsonl, ".parquet": _parquet}
    with replacing(path) as temporary:
        writers[path.suffix.lower()](temporary, columns, rows)


def csv_text(columns: Sequence[str], rows: Iterable[SweepRow]) -> str:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(row.get(column)) for column in columns] for row in rows)
    return stream.getvalue()


def _csv(place: Path, columns: Sequence[str], rows: Sequence[SweepRow]) -> None:
    place.write_text(csv_text(columns, rows), encoding="utf-8", newline="")


def _cell(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else "" if value is None else value


def _jsonl(place: Path, columns: Sequence[str], rows: Sequence[SweepRow]) -> None:
    with place.open("w", encoding="utf-8") as stream:
        for row in rows:
            stream.write(json.dumps({column: row.get(column) for column in columns}) + "\n")


def _parquet(place: Path, columns: Sequence[str], rows: Sequence[SweepRow]) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    exact: dict[type, Any] = {bool: pa.bool_(), float: pa.float64()}
    types = {c: pa.int64() if c == "point" else exact.get(TYPES.get(c, str), pa.string()) for c in columns}
    arrays = []
    for column in columns:
        values = [row.get(column) for row in rows]
        if types[column] == pa.string():  # integers of any length as their digits
            values = [None if value is None else str(value) for value in values]
        arrays.append(pa.array(values, types[column]))
    parquet.write_table(pa.Table.from_arrays(arrays, names=list(columns)), place)


def read_rows(path: str | os.PathLike[str], argument: str = "FILE") -> list[SweepRow]:
    """The rows of a file that a sweep wrote, typed again."""
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise InputError(argument, str(path), "a file of a sweep, ending in " + ", ".join(SUFFIXES))
    if not target.is_file():
        raise InputError(argument, str(path), "a file that is there")
    try:
        if target.suffix.lower() == ".parquet":
            found = _read_parquet(target, argument)
        elif target.suffix.lower() == ".jsonl":
            found = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines() if line.strip()]
        else:
            with target.open(encoding="utf-8", newline="") as stream:
                found = list(csv.DictReader(stream))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(argument, str(path), "a readable file of a sweep", reason[:200]) from None
    if not found or not {"point", "way", "status", "samples"} <= set(found[0]):
        raise InputError(argument, str(path), "a file that replcalc sweep wrote", "columns point, way, status, samples")
    return [{name: _typed(name, value) for name, value in row.items()} for row in found]


def _typed(name: str, value: Any) -> Any:
    wanted = TYPES.get(name)
    if value is None or value == "":
        return None
    if wanted is bool:
        return str(value).lower() == "true"
    return wanted(value) if wanted is not None else value


def _read_parquet(path: Path, argument: str) -> list[SweepRow]:
    if importlib.util.find_spec("pyarrow") is None:
        raise InputError(argument, str(path), "pyarrow to be installed", "pip install 'replcalc[run]'")
    from pyarrow import ArrowInvalid, parquet

    try:
        found: list[SweepRow] = parquet.read_table(path).to_pylist()
    except ArrowInvalid as error:
        raise ValueError(str(error)) from None
    return found
