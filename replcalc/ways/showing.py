"""The one corridor from values to their pictures: a result shows itself in a notebook through the renderer.

Named, not imported: the rooms above know nothing of rendering, and what is never shown is never loaded.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def report_of(module: str, function: str, value: Any) -> Any:
    """The report that ``replcalc.render.<module>`` makes of a value."""
    return getattr(import_module(f"replcalc.render.{module}"), function)(value)
