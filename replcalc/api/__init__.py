"""The Python interface: the same answers as the command line, as objects that show themselves.

Every answer has a short repr, ``print`` shows what the command prints, a notebook shows tables, ``to_dict()`` is the
command's JSON, ``to_frame()`` its CSV as a data frame. Numbers are exact, also from floats and numpy: 0.1 is 1/10.

Functions are imported when they are first named: looking up a word loads no formula.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from replcalc.api.composing import amplify, compose, waterfall
    from replcalc.api.knowledge import catalogue, derive, glossary, show, simulate, table, verify
    from replcalc.api.problems import arms, boost, lower_bound, pg_compose, queries

_MODULES = {
    "composing": ("amplify", "compose", "waterfall"),
    "knowledge": ("catalogue", "derive", "glossary", "show", "simulate", "table", "verify"),
    "problems": ("arms", "boost", "lower_bound", "pg_compose", "queries"),
}

__all__ = [
    "amplify", "arms", "boost", "catalogue", "compose", "derive", "glossary", "lower_bound", "pg_compose",
    "queries", "show", "simulate", "table", "verify", "waterfall",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(import_module(f"replcalc.api.{module}"), name)
    raise AttributeError(f"module 'replcalc.api' has no attribute '{name}'")
