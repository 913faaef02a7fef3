"""The Python interface: the same answers as the command line, as objects that show themselves.

Every answer has a short repr, ``print`` shows what the command prints, a notebook shows tables, ``to_dict()`` is the
command's JSON, ``to_frame()`` its CSV as a data frame. Numbers are exact, also from floats and numpy: 0.1 is 1/10.
"""

from __future__ import annotations

from replcalc.api.answers import (
    amplify,
    arms,
    boost,
    compose,
    lower_bound,
    pg_compose,
    plan,
    queries,
    waterfall,
)
from replcalc.api.knowledge import catalogue, derive, glossary, show, simulate, table, verify

__all__ = [
    "amplify", "arms", "boost", "catalogue", "compose", "derive", "glossary", "lower_bound", "pg_compose", "plan",
    "queries", "show", "simulate", "table", "verify", "waterfall",
]  # fmt: skip
