"""The algorithms that the calculator recommends, on data: a function for each task, and what is done around them.

``replcalc.run.means(data, columns, ...)`` answers as ``replcalc run means`` does. ``plan`` fixes a question and a seed
before the data, ``study`` carries that out, ``solve`` says what so many rows
can promise; ``compare`` compares two receipts, ``verify`` computes one again. Functions
are made when they are first named.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from replcalc.names import TASKS

#: Beside the functions of the tasks.
AROUND = ("compare", "plan", "solve", "study", "verify")
__all__ = [*AROUND, *(name.replace("-", "_") for name in TASKS)]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'replcalc.run' has no attribute '{name}'")
    tasks = import_module("replcalc.run.functions")
    return getattr(tasks, name) if name in AROUND else tasks.function_of(name)


def __dir__() -> list[str]:
    return list(__all__)
