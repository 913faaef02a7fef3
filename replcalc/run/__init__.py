"""The algorithms that the calculator recommends, on data: ``means``, ``queries``, ``best_arm``, ``heavy_hitters``.

``replcalc.run.means(data, columns, ...)`` answers as ``replcalc run means`` does; ``compare`` compares two receipts.
Functions are imported when they are first named.
"""

from __future__ import annotations

# mypy: implicit-reexport
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from replcalc.run.tasks import best_arm, compare, heavy_hitters, means, queries

__all__ = ["best_arm", "compare", "heavy_hitters", "means", "queries"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'replcalc.run' has no attribute '{name}'")
    return getattr(import_module("replcalc.run.tasks"), name)


def __dir__() -> list[str]:
    return list(__all__)
