"""The algorithms that the calculator recommends, on data: a function for each task, and ``compare`` for two receipts.

``replcalc.run.means(data, columns, ...)`` answers as ``replcalc run means`` does. Functions are made when they are
first named.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from replcalc.names import TASKS

__all__ = ["compare", *(name.replace("-", "_") for name in TASKS)]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'replcalc.run' has no attribute '{name}'")
    tasks = import_module("replcalc.run.tasks")
    return tasks.compare if name == "compare" else tasks.function_of(name)


def __dir__() -> list[str]:
    return list(__all__)
