"""Limits of trees as one variable grows beyond all bounds, where they can be read off part by part."""

from fractions import Fraction
from typing import Any

from replcalc.kernel.relations import free_names
from replcalc.kernel.values import constant_sign, require
from replcalc.kernel.variables import read_rational

_ZERO, _ONE = ["q", "0"], ["q", "1"]
#: Functions that are continuous on the whole line: their limits where the argument goes to -oo, and to +oo.
_ENDS: dict[str, tuple[Any, Any]] = {
    "exp": (_ZERO, 1),
    "erf": (["q", "-1"], _ONE),
    "erfc": (["q", "2"], _ZERO),
    "tanh": (["q", "-1"], _ONE),
    "sinh": (-1, 1),
    "cosh": (1, 1),
    "sech": (_ZERO, _ZERO),
}


def limit_of(tree: Any, name: str) -> Any:
    """Return the limit of the tree as the variable goes to +oo: a tree without it, or 1 for +oo, -1 for -oo.

    Raises:
        Unverified: It cannot be read off (oo - oo, 0 * oo, a function at the end of its range).
    """
    if name not in free_names(tree):
        return tree
    head, args = tree[0], tree[1:]
    if head == "v":
        return 1
    if head == "^":
        if args[1][0] == "q":
            return _power(limit_of(args[0], name), read_rational(args[1][1]))
        return limit_of(["exp", ["*", args[1], ["log", args[0]]]], name)
    require(head in _ENDS or head in ("+", "*", "log"), f"no limit of {head}")
    parts = [limit_of(part, name) for part in args]
    infinite = [part for part in parts if isinstance(part, int)]
    if not infinite:
        require(head != "log" or constant_sign(parts[0]) > 0, "a logarithm of zero")
        return [head, *parts]
    if head == "+":
        require(len(set(infinite)) == 1, "oo - oo")
        return infinite[0]
    if head == "*":
        sign = 1
        for part in parts:
            sign *= part if isinstance(part, int) else constant_sign(part)
        require(sign != 0, "0 * oo")
        return sign
    require(head != "log" or infinite == [1], "a logarithm of something negative")
    return 1 if head == "log" else _ENDS[head][infinite[0] == 1]


def _power(base: Any, exponent: Fraction) -> Any:
    """Return the limit of a power, of what goes to ``base``."""
    whole = exponent.denominator == 1
    if isinstance(base, int):
        require(base == 1 or whole, "a root of something negative")
        if exponent <= 0:
            return _ZERO if exponent else _ONE
        return base ** int(exponent) if whole else base
    if not (whole and exponent > 0):
        sign = constant_sign(base)
        require(sign > 0 or (sign == 0 and exponent > 0), "a power of zero, or a root of something negative")
    return ["^", base, ["q", str(exponent)]]
