"""Slips of the pen, confirmed by reading the line."""

from __future__ import annotations

from replcalc.paper.literature import at
from replcalc.statements.erratum import Erratum, typo


def slip(name: str, line: int, statement: str, printed: str, repair: str) -> Erratum:
    """What stands on that line, and what it should be."""
    return typo(name, at(line), statement, printed, "read against its context", repair)
