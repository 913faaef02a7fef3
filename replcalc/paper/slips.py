"""Slips of the pen, confirmed by reading the line."""

from __future__ import annotations

from replcalc.statements.erratum import Erratum, Quotation, typo

#: Why a slip is one.
READ = "read against its context"


def slip(name: str, statement: str, *printed: Quotation, repair: str = "") -> Erratum:
    """What stands there, and what should: said in words where it cannot be read off the repaired line."""
    first = printed[0]
    reads = f"${first.reads}$" if first.math else first.reads
    return typo(name, statement, printed, READ, repair or reads)
