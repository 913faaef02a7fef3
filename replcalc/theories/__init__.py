"""What is known: each theory is a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from replcalc.statements import known

if TYPE_CHECKING:
    from replcalc.statements.statement import Statement


def _catalogued(statement: Statement) -> bool:
    from replcalc.theories.catalogue import named

    return any(entry.build() == statement for entry in named(statement.label))


known.catalogued = _catalogued
