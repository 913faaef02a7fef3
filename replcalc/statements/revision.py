"""Errata against a TeX source: which of their quotations stand in it, and the source with the repairs.

A quotation is found by its words, wherever they stand now, with any white space where it has some; so a source may be
another version than the one that was quoted. The diff is unified, as ``patch -p0`` reads it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from replcalc.statements.erratum import Erratum, Quotation


@dataclass(frozen=True)
class Standing:
    """What became of an erratum in a source: ``found`` lines, one for each quotation that is to be repaired."""

    erratum: Erratum
    found: tuple[tuple[Quotation, int | None], ...]

    @property
    def verdict(self) -> str:
        """'stands' where every piece still does, 'changed' where none does, 'in part' otherwise."""
        left = sum(line is not None for _, line in self.found)
        return "stands" if left == len(self.found) else "in part" if left else "changed"


def matches(quotation: Quotation, source: str) -> list[re.Match[str]]:
    """Where it stands, except inside of its own repair."""
    mended = [found.span() for found in _found(quotation.repaired, source)] if quotation.repaired else []
    return [
        found for found in _found(quotation.tex, source)
        if not any(start <= found.start() and found.end() <= end for start, end in mended)
    ]  # fmt: skip


def _found(tex: str, source: str) -> Iterator[re.Match[str]]:
    return re.finditer(r"\s+".join(map(re.escape, tex.split())), source)


def _nearest(quotation: Quotation, source: str) -> re.Match[str] | None:
    """Where it stands; if at several places, the one nearest to the line that was quoted."""
    line = quotation.source.line or 0
    return min(matches(quotation, source), key=lambda m: abs(_line(source, m) - line), default=None)


def _line(source: str, match: re.Match[str]) -> int:
    return source.count("\n", 0, match.start()) + 1


def edits(erratum: Erratum) -> tuple[Quotation, ...]:
    """The quotations that carry a repair."""
    return tuple(q for q in erratum.quotations if q.repaired is not None)


def standing(errata: Iterable[Erratum], source: str) -> list[Standing]:
    """Each erratum, with the lines where what it repairs still stands."""
    found = []
    for erratum in errata:
        places = [(q, _nearest(q, source)) for q in edits(erratum)]
        found.append(Standing(erratum, tuple((q, _line(source, m) if m else None) for q, m in places)))
    return found


def repaired(errata: Iterable[Erratum], source: str) -> str:
    """The source with every repair that can be made; a quotation that is not there any more is left out."""
    spans = {
        match.span(): quotation.repaired or ""
        for erratum in errata
        for quotation in edits(erratum)
        if (match := _nearest(quotation, source)) is not None
    }
    for start, end in sorted(spans, reverse=True):
        source = source[:start] + spans[start, end] + source[end:]
    return source


def patch(errata: Iterable[Erratum], source: str, name: str) -> str:
    """A unified diff from the source to its repaired form, both under ``name``."""
    before, after = (text.splitlines(keepends=True) for text in (source, repaired(errata, source)))
    return "".join(difflib.unified_diff(before, after, name, name))
