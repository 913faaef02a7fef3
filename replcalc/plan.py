"""Plans of tasks: ``replcalc.plan.means(...)`` compares the methods as ``replcalc plan means`` does.

With ``rows`` and ``solve`` it finds the smallest value that so many rows guarantee, with ``seed`` it fixes a study.

    >>> import replcalc
    >>> replcalc.plan.means(k=10, alpha="0.05", rho="0.1", beta="0.01").samples
    341330
"""

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
