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
    **dict.fromkeys(("amplify", "arms", "boost", "compose", "lower_bound"), "replcalc.api.answers"),
    **dict.fromkeys(("pg_compose", "plan", "queries", "waterfall"), "replcalc.api.answers"),
    **dict.fromkeys(("catalogue", "derive", "glossary", "show", "table", "verify"), "replcalc.api.knowledge"),
    "statement": "replcalc.theories.catalogue",
    "STATEMENTS": "replcalc.theories.catalogue",
}

__all__ = [
    "STATEMENTS", "__version__", "amplify", "arms", "boost", "catalogue", "compose", "derive", "glossary",
    "lower_bound", "pg_compose", "plan", "queries", "show", "simulate", "statement", "table", "verify", "waterfall",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "simulate":  # a room of that name: its module is the function
        return import_module("replcalc.simulate")
    if name in _PUBLIC:
        return getattr(import_module(_PUBLIC[name]), name)
    raise AttributeError(f"module 'replcalc' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
