"""Exact small cases: cases, simulators, and how they are run; ``cases/`` holds common building blocks.

The package and the public function share a name, so the module is callable: ``replcalc.simulate("rounding")``.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    def __call__(self, *args: Any, **options: Any) -> Any:
        return import_module("replcalc.api.knowledge").simulate(*args, **options)


sys.modules[__name__].__class__ = _Callable
