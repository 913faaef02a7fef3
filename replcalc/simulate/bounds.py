"""Bounds for comparisons, taken from the catalogue: exact where they are rational, balls elsewhere.

Remembered, because searches ask for the same ones again and again.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flint import arb, fmpq

from replcalc.numbers.errors import NotExact, UnsupportedNode
from replcalc.numbers.fields import BallField, ExactField
from replcalc.simulate.simulator import BITS
from replcalc.statements.evaluation import evaluate
from replcalc.theories.catalogue import statement


@dataclass(frozen=True)
class Ln:
    """The natural logarithm of an exact rational: how a simulator that works with a rational e^eps passes eps on."""

    value: fmpq


def bound(label: str, name: str, *, ratio: Any = None, **values: Any) -> Any:
    """The conclusion ``name`` of a statement: an fmpq if it is found to be rational, else a ball.

    Parameters are exact rationals, balls or ``Ln``; a tuple or list of them for a family. ``ratio`` is short for
    ``epsilon=Ln(ratio)`` (a tuple of ratios for a family).
    """
    if ratio is not None:
        values["epsilon"] = tuple(map(Ln, ratio)) if isinstance(ratio, tuple | list) else Ln(ratio)
    frozen = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
    try:
        exact = _exactly(label, name, **frozen)
        return exact if exact is not None else _in_balls(label, **frozen)[name]
    except (TypeError, ValueError):  # a value without a hash, such as a ball (inexact ones raise ValueError)
        return _in_balls.__wrapped__(label, **frozen)[name]


@lru_cache(maxsize=8192)
def _exactly(label: str, name: str, **values: Any) -> Any:
    """The conclusion as a rational (a tuple of them for a family), or None where it depends on something irrational."""
    entry = statement(label)
    exact = {key: _parameter(value) for key, value in values.items() if _is_exact(value)}
    try:
        if len(exact) == len(values):
            return entry.evaluate(ExactField(), **exact)[name]
        environment = entry.environment(exact)
        return evaluate(entry.conclusion(name).expression, environment, ExactField())
    except (NotExact, UnsupportedNode):
        return None


@lru_cache(maxsize=8192)
def _in_balls(label: str, **values: Any) -> dict[str, Any]:
    field = BallField(BITS)
    with field.active():
        return statement(label).evaluate(field, **{key: _parameter(value) for key, value in values.items()})


def _is_exact(value: Any) -> bool:
    return all(map(_is_exact, value)) if isinstance(value, tuple) else not isinstance(value, arb | Ln)


def _parameter(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_parameter(member) for member in value]
    return arb(value.value).log() if isinstance(value, Ln) else value
