"""Steps that the recipes of several methods share, as sentences with every parameter filled in."""

from __future__ import annotations

from typing import Any

from replcalc.numbers.enclosure import Enclosure, short
from replcalc.planning.recipe import exact

#: Digits of a real parameter that has no finite decimal.
DIGITS = 17


def typed(value: Any) -> str:
    """Write a parameter as one types it: exact where it is, else to 17 digits."""
    return short(value, DIGITS) if isinstance(value, Enclosure) and not value.is_exact else exact(value)


def race(what: str, inside: str = "") -> tuple[str, str]:
    """Describe the clocks to derive from the seed, and the race; ``inside``: of every group."""
    clocks = f"independent exponential clocks of mean 1, one for every vector z of {what}{inside}"
    run = (
        f"Race{inside}: of all vectors z of {what} take the one with the smallest clock divided by the product of its "
        "probabilities. Look at points in the order of their clocks until no later one can win."
    )
    return clocks, run


def groups_text(k: int, size: int | None) -> tuple[str, str]:
    """Describe how the problems are divided into groups; empty where there is one group."""
    if size is None or size >= k:
        return "", ""
    count = -(-k // size)
    return f"Divide the {k:,} problems into {count:,} groups of at most {size:,}, in order. ", " of one group"
