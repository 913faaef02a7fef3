"""The recommended algorithms on data: a function for each task, studies and receipts.

``replcalc.run.means(data, columns, ...)`` answers as ``replcalc run means`` does; ``replcalc.plan.means(...)`` plans it
before there are data. ``study`` carries out what was planned with a seed, ``compare`` compares two receipts, ``verify``
recomputes one. Functions are made on first use.
"""

from importlib import import_module
from typing import Any

from replcalc.names import TASKS

#: Functions that are not those of tasks.
AROUND = ("compare", "study", "verify")
__all__ = [*AROUND, *TASKS]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'replcalc.run' has no attribute '{name}'")
    if name in AROUND:
        return getattr(import_module("replcalc.run.recheck"), name)
    return import_module("replcalc.run.functions").run_function(name)


def __dir__() -> list[str]:
    return list(__all__)
