"""The inequality that a certificate's goal is the difference of, as it was written.

``box``, ``signs`` and ``growth`` certificates prove goal >= 0 (> 0 if strict). The goal is what is left of an
inequality when both its sides are on one side; ``relation`` keeps the two sides as the author put them. It is believed
only if the goal is identically their difference and has a value wherever both sides do.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from replcalc.checker.algebra import Algebra
from replcalc.checker.signs import Reader
from replcalc.checker.values import constant_sign
from replcalc.checker.variables import Bounds, nonnegative, read_rational, variables_of


def difference(relation: Mapping[str, Any]) -> tuple[Any, bool]:
    """What is to be >= 0, or > 0 if the second is true."""
    left, operator, right = relation["left"], relation["operator"], relation["right"]
    if operator not in ("<=", "<", ">=", ">"):
        raise ValueError("not an inequality")
    large, small = (right, left) if operator in ("<=", "<") else (left, right)
    return ["+", large, ["*", ["q", "-1"], small]], operator in ("<", ">")


def is_goal_of(relation: Mapping[str, Any], kind: str, data: Mapping[str, Any]) -> bool:
    """Is what the certificate proves this relation between its two sides? False proves nothing."""
    goal, strict = difference(relation)
    variables = domain_of(kind, data)
    reader = Reader(variables, constant_sign)
    return (
        relation["left"] != relation["right"]
        and strict == data["strict"]
        and reader.has_value_where(data["goal"], (relation["left"], relation["right"]))
        and Algebra(nonnegative(variables)).equal(data["goal"], goal)
    )


def domain_of(kind: str, data: Mapping[str, Any]) -> dict[str, Bounds]:
    """The bounds of every variable of a certificate of kind ``box``, ``signs`` or ``growth``."""
    if kind == "box":
        ends = {name: tuple(map(read_rational, side)) for name, side in data["domain"].items()}
        left_out = {(name, end) for name, end in data["open"]}
        return {
            name: Bounds(low, high, (name, "lower") in left_out, (name, "upper") in left_out)
            for name, (low, high) in ends.items()
        }
    variables = variables_of(data["symbols"])
    if kind == "growth":
        start = data["start"]
        low = read_rational(start[1]) if start[0] == "q" else None
        if low is None and Reader(variables, constant_sign).sign(start) is not None:
            low = Fraction(0)
        variables[data["symbol"]] = Bounds(low=low)
    return variables
