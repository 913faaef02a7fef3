"""Points on disk as they are finished, and the file of all rows at the end.

The journal lies beside the output (NAME.journal): a first line that says which sweep it is, then one line for each
finished point in whatever order. Every line ends with the checksum of its own record, and what was written is forced
to the disk about once a second: a kill at any moment loses the points under way, a power cut those of a second. A line
that is torn, changed or of no point of the plan does not count: its point is computed again. The output itself appears
at once, sorted by point, when everything is there; then the journal goes.
"""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import os
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from replcalc.numbers.errors import InputError, Unreadable
from replcalc.numbers.files import BY_SUFFIX, atomic_write, check_output, remove_leftovers
from replcalc.sweeps.plan import TYPES, Plan, SweepRow

SUFFIXES = (".parquet", ".csv", ".jsonl")
#: Seconds between two times that the journal is forced to the disk.
SYNCED = 1.0


def checked_output(path: str | os.PathLike[str]) -> Path:
    """The path of a sweep's file; what cannot be written is refused before anything is computed."""
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise InputError("output", str(path), "a file name ending in " + ", ".join(SUFFIXES))
    check_output("output", str(path), BY_SUFFIX[target.suffix.lower()])
    if target.suffix.lower() == ".parquet" and importlib.util.find_spec("pyarrow") is None:
        raise InputError("output", str(path), "pyarrow to be installed", "pip install 'replcalc[run]', or write .csv")
    return target


class Journal:
    """Finished points of a plan; ``path`` None keeps them in memory alone. ``damaged``: lines that did not count."""

    def __init__(self, plan: Plan, path: Path | None, *, resume: bool = False) -> None:
        self.plan, self.path = plan, path
        self.done: dict[int, list[SweepRow]] = {}
        self.damaged = 0
        self._stream: io.BufferedWriter | None = None
        self._synced = time.monotonic()
        if path is None:
            return
        if path.exists():
            if not resume:
                hint = "resume continues it; delete the file to start again"
                raise InputError("output", str(path), "no journal of an unfinished sweep there", hint)
            self._read(path)
            for place in (path, path.with_suffix("")):  # the journal, and the output that it lies beside
                remove_leftovers(place)
            with atomic_write(path) as fresh:  # without what is damaged
                fresh.write_bytes(b"".join(map(_line, self._records())))
        self._stream = path.open("ab")
        if self._stream.tell() == 0:
            self._write(plan.header())

    def _read(self, path: Path) -> None:
        """Take over every line that is whole. The first one says which sweep it is: without it nothing is known."""
        lines = path.read_bytes().split(b"\n")
        torn = lines.pop()  # what follows the last end of a line: nothing, or what a kill left half written
        header = _record(lines[0]) if lines else None
        if header is None and (lines or not _line(self.plan.header()).startswith(torn)):
            hint = "delete the file to start again"
            raise InputError("resume", str(path), "a journal whose first line is whole", hint)
        if header is not None:
            self._same(header)
        for line in lines[1:]:
            record = _record(line)
            if record is None or not self._fits(record):
                self.damaged += 1
            else:
                self.done[record["point"]] = record["rows"]

    def _fits(self, record: Mapping[str, Any]) -> bool:
        """Is it a point of the plan, with its rows?"""
        point, rows = record.get("point"), record.get("rows")
        return type(point) is int and 0 <= point < self.plan.count and isinstance(rows, list)

    def _records(self) -> Iterator[Mapping[str, Any]]:
        yield self.plan.header()
        for point, rows in self.done.items():
            yield {"point": point, "rows": rows}

    def _same(self, header: Mapping[str, Any]) -> None:
        ours = self.plan.header()
        wrong = [name for name in ours if header.get(name) != ours[name]]
        if wrong:
            told = f"{wrong[0]} = {json.dumps(header.get(wrong[0]))[:60]}"
            raise InputError("resume", str(self.path), "the journal of this very sweep", f"that one has {told}")

    def add(self, point: int, rows: list[SweepRow]) -> None:
        self.done[point] = rows
        self._write({"point": point, "rows": rows})

    def _write(self, record: Mapping[str, Any]) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(_line(record))
            self._stream.flush()
            if time.monotonic() - self._synced > SYNCED:
                os.fsync(self._stream.fileno())
                self._synced = time.monotonic()
        except OSError as error:  # a full disk names no file by itself
            error.filename = error.filename or str(self.path)
            raise

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


def _line(record: Mapping[str, Any]) -> bytes:
    """A record, a tab (which JSON never has in itself) and the CRC-32 of the record."""
    text = json.dumps(record, separators=(",", ":")).encode()
    return text + b"\t%08x\n" % zlib.crc32(text)


def _record(line: bytes) -> dict[str, Any] | None:
    """What a line without its end says; None where it is damaged."""
    text, _, checksum = line.rpartition(b"\t")
    if checksum != b"%08x" % zlib.crc32(text):
        return None
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


# -- files -------------------------------------------------------------------------------------------------------------
def write_rows(path: Path, columns: Sequence[str], rows: Sequence[SweepRow]) -> None:
    """The same rows give the same bytes; the file is there whole or not at all."""
    writers = {".csv": _csv, ".jsonl": _jsonl, ".parquet": _parquet}
    with atomic_write(path) as temporary:
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
        raise Unreadable(argument, str(path), "a file that replcalc sweep wrote", FileNotFoundError())
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
    if not found or not {"point", "method", "status", "samples"} <= set(found[0]):
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
