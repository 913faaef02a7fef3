"""Proofs calculate with sympy; whoever states one may write with our formulas as well.

Where sympy's evaluation is off (``replcalc.claims.written``), nothing is proved: what is stated is only looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from sympy.core.parameters import global_parameters

from replcalc.formulas.node import Node

P = ParamSpec("P")
R = TypeVar("R")


def calculates(prove: Callable[P, R], stated: Callable[..., R] | None = None) -> Callable[P, R]:
    """The function with every formula among its arguments handed over as sympy's, in mappings and sequences too.

    ``stated`` answers instead of it where sympy's evaluation is off.
    """

    @wraps(prove)
    def proving(*args: P.args, **kwargs: P.kwargs) -> R:
        if not global_parameters.evaluate and stated is not None:
            return stated(*args, **kwargs)
        return prove(*map(for_sympy, args), **{name: for_sympy(value) for name, value in kwargs.items()})  # type: ignore[arg-type]

    return proving


def stated_by(stated: Callable[..., R]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """As ``calculates``; ``stated`` answers where sympy's evaluation is off."""

    def decorate(prove: Callable[P, R]) -> Callable[P, R]:
        return calculates(prove, stated)

    return decorate


def for_sympy(value: Any) -> Any:
    """A value with its formulas as sympy's."""
    if isinstance(value, Node):
        return value.sympy
    if isinstance(value, Mapping):
        return {for_sympy(key): for_sympy(each) for key, each in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(for_sympy, value))
    return type(value)(map(for_sympy, value)) if isinstance(value, tuple | list) else value
