"""Re-verifies ``signs`` certificates: the goal equals the form, and the form's sign can be read off its tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from replcalc.checker.algebra import Algebra

Sign = Callable[[Any], int]


def signs_hold(data: Mapping[str, Any], constant_sign: Sign) -> bool:
    """Is the certificate right? ``constant_sign`` gives the sign of a tree without variables, or raises."""
    sign = _sign(data["form"], data["symbols"], constant_sign)
    if sign is None or (data["strict"] and sign == 0):
        return False
    return data["goal"] == data["form"] or Algebra().equal(data["goal"], data["form"])


def _variables(tree: Any) -> set[str]:
    if tree[0] == "v":
        return {tree[1]}
    return set() if tree[0] == "q" else {name for part in tree[1:] for name in _variables(part)}


def _sign(tree: Any, symbols: Mapping[str, str], constant_sign: Sign) -> int | None:
    """1: evidently positive, 0: evidently nonnegative, None: cannot be read off."""
    if not _variables(tree):
        sign = constant_sign(tree)
        return None if sign < 0 else sign
    head, args = tree[0], tree[1:]
    if head == "v":
        return {"positive": 1, "nonnegative": 0}.get(symbols[args[0]])
    if head in ("exp", "cosh"):
        return 1
    if head == "log":
        return _sign(_minus_one(args[0]), symbols, constant_sign)
    if head in ("+", "*"):
        signs = [_sign(a, symbols, constant_sign) for a in args]
        known = [s for s in signs if s is not None]
        if len(known) < len(signs):
            return None
        return max(known) if head == "+" else min(known)
    if head == "^":
        base = _sign(args[0], symbols, constant_sign)
        if base == 1:
            return 1
        exponent = Fraction(args[1][1]) if args[1][0] == "q" else None
        if exponent is not None and (exponent % 2 == 0 or (exponent > 0 and base == 0)):
            return 0
    return None


def _minus_one(tree: Any) -> Any:
    """``tree`` - 1 with the constant terms of a sum added up, so that 1 + x becomes x."""
    terms = tree[1:] if tree[0] == "+" else [tree]
    constant = sum((Fraction(t[1]) for t in terms if t[0] == "q"), Fraction(-1))
    rest = [t for t in terms if t[0] != "q"]
    return ["+", *rest, ["q", str(constant)]] if constant or not rest else ["+", *rest]
