"""Plans of tasks: ``replcalc.plan.means(...)`` compares the methods as ``replcalc plan means`` does.

With ``rows`` and ``solve`` it says what so many rows can promise, with ``seed`` it fixes a study.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from replcalc.names import TASKS

__all__ = [*TASKS]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'replcalc.plan' has no attribute '{name}'")
    return import_module("replcalc.run.functions").plan_function(name)


def __dir__() -> list[str]:
    return list(__all__)
