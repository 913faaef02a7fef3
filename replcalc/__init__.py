"""replcalc: the accountant for replicable algorithms.

    >>> import replcalc
    >>> answer = replcalc.compose([100, 200], rho="0.1")
    >>> answer.best
    'naive'

Everything is imported on first use, so that ``import replcalc`` and ``replcalc --help`` stay light.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.2.0"

#: public name -> module that defines it
_PUBLIC = {
    "compose": "replcalc.api",
    "amplify": "replcalc.api",
    "queries": "replcalc.api",
    "arms": "replcalc.api",
    "pg_compose": "replcalc.api",
    "show": "replcalc.api",
    "derive": "replcalc.api",
    "statement": "replcalc.theories.catalogue",
    "STATEMENTS": "replcalc.theories.catalogue",
}

__all__ = [
    "STATEMENTS", "__version__", "amplify", "arms", "compose", "derive", "pg_compose", "queries", "show", "statement",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _PUBLIC:
        return getattr(import_module(_PUBLIC[name]), name)
    raise AttributeError(f"module 'replcalc' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
