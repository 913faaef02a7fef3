"""Bounds for comparisons, taken from the catalogue and remembered: searches ask for the same ones again and again."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

from flint import arb

from replcalc.core.fields import BallField
from replcalc.paper.catalogue import STATEMENTS, statement
from replcalc.simulate.simulator import BITS

Ratio: TypeAlias = Any  # fmpq, or a tuple of them for a family


def known(label: str) -> bool:
    """Is there a statement of that label?"""
    return any(s.label == label for s in STATEMENTS)


@lru_cache(maxsize=4096)
def bounds(label: str, *, ratio: Ratio | None = None, **values: Any) -> dict[str, Any]:
    """Every conclusion of the statement as balls, its parameters given exactly (a tuple for a family).

    ``ratio`` stands for the parameter ``epsilon``: the simulators work with a rational e^eps, the formula gets its
    logarithm as a ball.
    """
    field = BallField(BITS)
    with field.active():
        given = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        if isinstance(ratio, tuple):
            given["epsilon"] = [arb(r).log() for r in ratio]
        elif ratio is not None:
            given["epsilon"] = arb(ratio).log()
        return statement(label).evaluate(field, **given)


def bound(label: str, name: str, *, ratio: Ratio | None = None, **values: Any) -> Any:
    """One conclusion of ``bounds``."""
    return bounds(label, ratio=ratio, **values)[name]
