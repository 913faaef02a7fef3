"""Printing formulas without loading what formulas never hold."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

_UNITS = ("sympy.physics", "sympy.physics.units")


@contextmanager
def light_printers() -> Iterator[None]:
    """sympy's printers of products ask ``isinstance(factor, Quantity)`` and load all physical units for that question,
    a third of sympy's own loading time. No formula here has units: a stand-in answers no, and leaves afterwards."""
    if any(name in sys.modules for name in _UNITS):
        yield
        return
    physics, units = map(ModuleType, _UNITS)
    units.Quantity = type("Quantity", (), {})  # type: ignore[attr-defined]
    sys.modules |= {"sympy.physics": physics, "sympy.physics.units": units}
    try:
        yield
    finally:
        for name in _UNITS:
            del sys.modules[name]
