"""What a formula is compiled for: the kinds of numbers, and the names that compiled code may use with each."""

from __future__ import annotations

import operator
from enum import Enum
from typing import Any

from flint import arb

from replcalc.numbers.columns import Column, tree, weighted_total
from replcalc.numbers.fields import BallField
from replcalc.numbers.logs import PLAIN, Arithmetic, arrays
from replcalc.numbers.special import SPECIAL


class Target(Enum):
    """Numbers that a formula is compiled for."""

    FLOAT = "float"
    LOG_FLOAT = "log-float"
    NUMPY = "numpy"
    LOG_NUMPY = "log-numpy"
    BALL = "ball"

    @property
    def logarithmic(self) -> bool:
        return self in (Target.LOG_FLOAT, Target.LOG_NUMPY)

    @property
    def array(self) -> bool:
        return self in (Target.NUMPY, Target.LOG_NUMPY)

    def namespace(self) -> dict[str, Any]:
        """The functions that compiled code calls, and nothing else."""
        builtins = {"__builtins__": {"zip": zip}}
        if self is Target.BALL:
            return _BALLS | {name: special.balls for name, special in SPECIAL.items()} | builtins
        arithmetic: Arithmetic = arrays() if self.array else PLAIN
        logarithmic = {f"log_{name}": function for name, function in arithmetic.logarithmic.items()}
        brought = {name: special.floats for name, special in SPECIAL.items() if special.floats is not None}
        return {**brought, **arithmetic.linear, **logarithmic, "spread": _spread, **builtins}


_BALLS: dict[str, Any] = {
    "arb": arb,
    "total": lambda values, counts: weighted_total(Column(values), counts),
    "product": lambda values, counts: tree(list(map(operator.pow, values, counts)), operator.mul),
    "largest": lambda values: tree(values, arb.max),
    "without_last": lambda counts: (*counts[:-1], counts[-1] - 1),
    **BallField().functions(),
}


def _spread(value: Any) -> Any:
    """A batch of scalars beside the runs, which lie on the last axis."""
    return value[..., None] if getattr(value, "ndim", 0) else value
