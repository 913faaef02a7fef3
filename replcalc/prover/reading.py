"""Proofs calculate with sympy; whoever states one may write with our formulas as well."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from replcalc.formulas.node import Node

P = ParamSpec("P")
R = TypeVar("R")


def calculates(prove: Callable[P, R]) -> Callable[P, R]:
    """The function with every formula among its arguments handed over as sympy's, in mappings and sequences too."""

    @wraps(prove)
    def proving(*args: P.args, **kwargs: P.kwargs) -> R:
        return prove(*map(for_sympy, args), **{name: for_sympy(value) for name, value in kwargs.items()})  # type: ignore[arg-type]

    return proving


def for_sympy(value: Any) -> Any:
    """A value with its formulas as sympy's."""
    if isinstance(value, Node):
        return value.sympy
    if isinstance(value, Mapping):
        return {for_sympy(key): for_sympy(each) for key, each in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(for_sympy, value))
    return type(value)(map(for_sympy, value)) if isinstance(value, tuple | list) else value
