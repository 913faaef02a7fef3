"""Cells: the number or the label that a cell stands for, the same from every kind of file.

A *number* is the double nearest to what is written or stored (a whole number, a decimal, a double; a 32-bit float is
the shortest decimal that denotes it, as it would be written to text); true is 1 and false is 0.

A *label* is what rows are counted, grouped and selected by. Labels are compared ``by-value``: 1.0, 1 and 1e0 are one
label, written "1"; so are True and true; so are 2026-01-05, 2026-01-05 00:00:00 and 2026-01-05T00:00:00.000; times with
a zone become UTC; blanks around a label are not part of it. Digits after a leading zero (007) are no number. Where that
is not wanted (versions: 1.10 is not 1.1), labels are compared ``as-written``: the text itself.

A cell is *missing* if it is empty, blank, null, or not a number (NaN). Nothing here looks at more than one cell: what a
column seems to hold may differ from sample to sample.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from replcalc.numbers.errors import InputError

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

BY_VALUE, AS_WRITTEN = "by-value", "as-written"
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
#: Decimals that nothing is left out of.
_SHORTEST = re.compile(r"-?(0|[1-9]\d*)\.\d*[1-9]", re.ASCII)
#: A number with a longer exponent is left as it is written.
_LONGEST_EXPONENT = len("e-999")
_LEADING_ZERO = re.compile(r"[+-]?0\d")
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,12}))?)?(Z|[+-]\d\d:?\d\d)?)?", re.ASCII)
_TRUTHS = {"true": "true", "True": "true", "TRUE": "true", "false": "false", "False": "false", "FALSE": "false"}


def as_label(text: str) -> str:
    """The label that a text stands for by value; empty: missing."""
    text = text.strip()
    if (text.isascii() and text.isdigit() and text[0] != "0") or _SHORTEST.fullmatch(text):  # a tenth of the time
        return text
    if text in _TRUTHS:
        return _TRUTHS[text]
    if text in ("nan", "NaN"):
        return ""
    if (found := _NUMBER.fullmatch(text)) and not _LEADING_ZERO.match(text):
        return _decimal(text) if len(found[3] or "") <= _LONGEST_EXPONENT else text
    if found := _TIME.fullmatch(text):
        return _time(text, *found.groups())
    return text


def _decimal(text: str) -> str:
    sign, digits, exponent = Decimal(text).as_tuple()
    assert isinstance(exponent, int)  # the pattern has neither NaN nor infinity
    whole = "".join(map(str, digits)).lstrip("0")
    if exponent >= 0:
        whole, rest = whole + "0" * exponent if whole else "", ""
    else:
        whole = whole.rjust(-exponent, "0")
        whole, rest = whole[:exponent].lstrip("0"), whole[exponent:].rstrip("0")
    return ("-" if sign and (whole or rest) else "") + (whole or "0") + (f".{rest}" if rest else "")


def _time(text: str, day: str, minutes: str | None, seconds: str | None, rest: str | None, zone: str | None) -> str:
    clock = f"{minutes or '00:00'}:{seconds or '00'}"
    try:
        moment = datetime.fromisoformat(f"{day}T{clock}{zone or ''}")
        if zone:
            moment = moment.astimezone(UTC)
    except (ValueError, OverflowError):  # the 31st of February is a text
        return text
    day, clock, rest = moment.date().isoformat(), f"{moment:%H:%M:%S}", (rest or "").rstrip("0")
    if not zone and clock == "00:00:00" and not rest:
        return day
    return f"{day}T{clock}" + (f".{rest}" if rest else "") + ("Z" if zone else "")


def as_moment(text: str) -> tuple[str, bool] | None:
    """A label that is a date or a time, as a text that sorts as the moments do, and whether it has a zone."""
    plain, zone = text.removesuffix("Z"), text.endswith("Z")
    try:
        datetime.fromisoformat(plain[: len("2026-01-05T12:30:00")])
    except ValueError:
        return None
    return (plain, zone) if _TIME.fullmatch(text) and as_label(text) == text else None


def as_number(text: str) -> float | None:
    """The double nearest to a written number, 1 or 0 for a truth value, NaN for nothing; None for anything else."""
    text = text.strip()
    if text in _TRUTHS:
        return float(_TRUTHS[text] == "true")
    if not text or text.lower() == "nan":
        return float("nan")
    return float(text) if _NUMBER.fullmatch(text) or text.lower().lstrip("+-") in ("inf", "infinity") else None


class LabelColumn(Sequence[str]):
    """A column of labels: the different ones, and for every row the place of its own; -1 where it is missing."""

    __slots__ = ("by_value", "codes", "names")

    def __init__(self, names: Sequence[str], codes: Array, by_value: bool = True) -> None:
        self.names, self.codes, self.by_value = tuple(names), codes, by_value

    @classmethod
    def of(cls, texts: Sequence[str]) -> LabelColumn:
        """From one text a row, taken as they are."""
        import numpy as np

        if isinstance(texts, LabelColumn):
            return texts
        places: dict[str, int] = {}
        codes = np.array([places.setdefault(text, len(places)) for text in texts], dtype=np.int64)
        return cls(tuple(places), codes)

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: Any) -> Any:
        if isinstance(row, slice):
            return [self[place] for place in range(*row.indices(len(self)))]
        code = int(self.codes[row])
        return self.names[code] if code >= 0 else ""

    def __iter__(self) -> Iterator[str]:
        return (self.names[code] if code >= 0 else "" for code in self.codes.tolist())

    def taken(self, rows: Array) -> LabelColumn:
        """The rows of a mask, or at these places."""
        return LabelColumn(self.names, self.codes[rows], self.by_value)

    def mapped(self, values: Iterable[Any], missing: Any) -> Array:
        """For every row the entry of its label in ``values``, which has one for each of ``names``."""
        import numpy as np

        return np.array([*values, missing])[self.codes]

    def among(self, names: Sequence[str]) -> Array:
        """For every row the place of its label in ``names``; -1 where it is none of them."""
        place = {as_label(name) if self.by_value else name: number for number, name in enumerate(names)}
        if len(place) != len(names):
            raise InputError("labels", ", ".join(names), "different labels")
        return self.mapped((place.get(name, -1) for name in self.names), -1)

    def counts(self) -> dict[str, int]:
        """How often every label occurs."""
        import numpy as np

        found = np.bincount(self.codes[self.codes >= 0], minlength=len(self.names)).tolist()
        return {name: count for name, count in zip(self.names, found, strict=True) if count}


class CountedLabels(LabelColumn):
    """How often every label occurs: a column whose rows have no order of their own."""

    __slots__ = ("_times",)

    def __init__(self, times: Mapping[str, int], by_value: bool = True) -> None:
        self.names, self.by_value, self._times = tuple(times), by_value, times

    @property
    def codes(self) -> Array:  # type: ignore[override]
        """Those of one label together; few need them."""
        import numpy as np

        return np.repeat(np.arange(len(self.names)), list(self._times.values()))

    def __len__(self) -> int:
        return sum(self._times.values())

    def counts(self) -> dict[str, int]:
        return dict(self._times)
