"""Exact small cases: what cases and simulators are, how they are run; ``cases/`` is what many of them are built from.

The room and the public function have one name: the module can be called, ``replcalc.simulate("rounding")``.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    def __call__(self, *args: Any, **options: Any) -> Any:
        return import_module("replcalc.api.knowledge").simulate(*args, **options)


sys.modules[__name__].__class__ = _Callable
