"""Soft-O made visible: O~(X) is written C X ln(e + X)^p with hidden constants C and p.

ln(e + X) rather than ln X keeps the factor at least 1 for every X > 0, so that a bound never vanishes at X = 1.
"""

from __future__ import annotations

from typing import Any

from replcalc.formulas.language import E, log


def soft(cost: Any, exponent: Any) -> Any:
    """ln(e + cost)^exponent: the logarithms that O~(cost) hides."""
    return log(E + cost) ** exponent
