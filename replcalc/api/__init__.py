"""The Python interface: the same answers as the command line, as objects.

Every answer has a short repr, ``print`` shows what the command prints, a notebook shows tables, ``to_dict()`` is the
command's JSON, ``to_frame()`` its CSV as a data frame. Numbers are exact, also from floats and numpy: 0.1 is 1/10.

Functions are imported on first use: looking up a word loads no formula.
"""

from __future__ import annotations

# mypy: implicit-reexport
from importlib import import_module
from typing import TYPE_CHECKING, Any

from replcalc.names import FUNCTIONS

if TYPE_CHECKING:
    from replcalc.api.knowledge import catalogue, derive, show, simulate, table, verify  # noqa: F401
    from replcalc.api.questions import boost, compose, lower_bound, pg_compose  # noqa: F401


def __getattr__(name: str) -> Any:
    place = FUNCTIONS.get(name, "")
    if not place.startswith("replcalc.api."):
        raise AttributeError(f"module 'replcalc.api' has no attribute '{name}'")
    return getattr(import_module(place), name)
