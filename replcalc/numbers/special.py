"""Functions that a theorem brings with it, such as the constant of threshold votes: positive wherever they are defined.

Whoever writes formulas with one makes it known here, once; number systems, the compiler, sympy and LaTeX ask by name.
 ``balls`` encloses it, ``reals`` evaluates it a second time in an mpmath context, ``floats`` is for searches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flint import arb


@dataclass(frozen=True)
class Special:
    """One such function of ``arity`` numbers; ``latex`` writes it from its arguments written out."""

    name: str
    arity: int
    balls: Callable[..., arb]
    reals: Callable[..., Any]
    latex: Callable[..., str]
    floats: Callable[..., float] | None = None


SPECIAL: dict[str, Special] = {}


def introduce(function: Special) -> Special:
    """Make it known; a name means one function."""
    if SPECIAL.setdefault(function.name, function) is not function:
        raise ValueError(f"there already is a function called '{function.name}'")
    return function
