"""Where a statement stands: a publication, and the place in it in that publication's own words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from replcalc.numbers.errors import MalformedStatement

Provenance = Literal["paper", "literature", "derived"]
_LINE = re.compile(r"line (\d+)")


@dataclass(frozen=True)
class Source:
    """``place`` is what a reader looks for: "line 599", "page 12", "Lemma 3.2"; ``quoted``: it is only quoted there."""

    publication: str
    place: str
    quoted: bool = False

    def __post_init__(self) -> None:
        if not self.publication or not self.place:
            raise MalformedStatement(f"a source is a publication and a place in it, not {self}")

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The numbers of the place, by which what stands in one publication is sorted."""
        return tuple(map(int, re.findall(r"\d+", self.place)))

    @property
    def line(self) -> int | None:
        """The number of the line, where the place is one: JSON has a field for it."""
        found = _LINE.fullmatch(self.place)
        return int(found[1]) if found else None


def provenance(source: Source | None) -> Provenance:
    """``paper``: its source proves it; ``literature``: its source quotes it; ``derived``: it is one's own."""
    if source is None:
        return "derived"
    return "literature" if source.quoted else "paper"


def place(source: Source | None) -> str:
    return source.place if source is not None else ""


def line(source: Source | None) -> int | None:
    return source.line if source is not None else None


def together(sources: Iterable[Source]) -> str:
    """Places of one publication in its order, a word that all begin with said once: "lines 599, 3188"."""
    places = [source.place for source in sorted(sources, key=lambda s: s.order)]
    words = {text.partition(" ")[0] for text in places}
    if len(places) == 1 or len(words) > 1:
        return ", ".join(places)
    return f"{words.pop()}s " + ", ".join(text.partition(" ")[2] for text in places)
