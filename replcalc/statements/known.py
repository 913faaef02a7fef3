"""Which statements may be applied: those of a catalogue, once there is one.

Statements know of no catalogue; the theories, when the first of them is loaded, say here how to ask theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from replcalc.numbers.errors import MalformedStatement

if TYPE_CHECKING:
    from replcalc.statements.statement import Statement

#: Says whether a statement is catalogued; None while no theory is loaded.
catalogued: Callable[[Statement], bool] | None = None


def is_catalogued(statement: Statement) -> bool:
    """Whether a catalogue has this very statement; without any catalogue, all are taken as known."""
    return catalogued is None or catalogued(statement)


def require(statement: Statement) -> None:
    """A step that nobody can look up is no step of a proof."""
    if catalogued is not None and not catalogued(statement):
        raise MalformedStatement(f"{statement.label} is not in the catalogue: list its module in a theory")
