"""Signs that can be read off a tree; where a tree has a value, and where it is smooth.

The bounds of the variables are the certificate's (see ``replcalc.kernel.variables``). A form proves something only
where it is defined, so it must be defined wherever the goal is: each of its denominators, roots and logarithms is one
of the goal's, or its argument is evidently positive (for a root of positive order, nonnegative).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from replcalc.kernel.algebra import Algebra
from replcalc.kernel.variables import Bounds, Variables, nonnegative, read_rational, variable_names

Sign = Callable[[Any], int]
#: Smooth on the whole line.
_ENTIRE = frozenset({"exp", "sinh", "cosh", "tanh", "sech", "erf", "erfc"})
#: Nonnegative (positive) where their argument is.
_ODD = frozenset({"sinh", "tanh", "erf", "asin", "atanh"})


@dataclass(frozen=True)
class SignReader:
    """Reads signs. ``positive``: trees that are known to be positive although one cannot read it off."""

    variables: Variables
    constant_sign: Sign
    positive: tuple[Any, ...] = ()

    @property
    def algebra(self) -> Algebra:
        return Algebra(nonnegative(self.variables))

    def same(self, left: Any, right: Any) -> bool:
        return left == right or self.algebra.equal(left, right)

    def proves(self, goal: Any, form: Any, strict: bool) -> bool:
        """goal >= 0 (> 0 if strict) wherever it is defined."""
        sign = self.sign(form)
        if sign is None or (strict and sign == 0):
            return False
        if not {*variable_names(goal), *variable_names(form)} <= set(self.variables):
            return False
        return self.has_value_where(form, (goal,)) and self.same(goal, form)

    def has_value_where(self, tree: Any, others: Sequence[Any]) -> bool:
        """Return whether the tree has a value wherever the others do: its singularities are theirs, or harmless."""
        known = [place for other in others for place in find_singularities(other)]
        return all(place in known or self.is_harmless(place) for place in find_singularities(tree))

    def regular(self, tree: Any) -> bool:
        """Return whether the tree is defined and smooth for all values of its variables."""
        return not _is_nonsmooth(tree) and all(self._positive(base) for _, base in find_singularities(tree))

    def _positive(self, tree: Any) -> bool:
        return self.sign(tree) == 1 or any(self.same(tree, known) for known in self.positive)

    def is_harmless(self, place: tuple[str, Any]) -> bool:
        """Return whether there is a value at this place (``find_own_singularities``) for all values of variables."""
        kind, base = place
        return kind != "function" and (self._positive(base) or (kind == "root" and self.sign(base) == 0))

    def sign(self, tree: Any) -> int | None:
        """1: evidently positive, 0: evidently nonnegative, None: cannot be read off."""
        head, args = tree[0], tree[1:]
        if head == "v":
            return self.variables.get(args[0], Bounds()).sign
        if not any(True for _ in variable_names(tree)):
            sign = self.constant_sign(tree)
            return None if sign < 0 else sign
        if head in ("exp", "cosh", "sech", "erfc"):
            return 1
        if head in _ODD:
            return self.sign(args[0])
        if head == "log":
            return self.sign(_minus_one(args[0]))
        if head == "^":
            return self._power(args[0], read_rational(args[1][1]) if args[1][0] == "q" else None)
        if head not in ("+", "*"):
            return None
        constants = [a for a in args if head == "+" and not any(True for _ in variable_names(a))]
        parts = [["+", *constants], *(a for a in args if a not in constants)] if len(constants) > 1 else args
        signs = [self.sign(a) for a in parts]
        known = [s for s in signs if s is not None]
        if len(known) == len(signs):
            return max(known) if head == "+" else min(known)
        low, open_end = self._low(tree)
        return None if low is None or low < 0 else 1 if low > 0 or open_end else 0

    def _power(self, base: Any, exponent: Fraction | None) -> int | None:
        sign = self.sign(base)
        if sign == 1:
            return 1
        if exponent is not None and (exponent % 2 == 0 or (exponent > 0 and sign == 0)):
            return 0  # a negative even power is positive wherever it is defined
        return None

    def _low(self, tree: Any) -> tuple[Fraction | None, bool]:
        """A lower bound of a sum of constants and multiples of variables from their bounds, and if it is left out."""
        total, left_out = Fraction(0), False
        for term in tree[1:] if tree[0] == "+" else [tree]:
            factor, rest = Fraction(1), [term]
            if term[0] == "*":
                rest = [a for a in term[1:] if a[0] != "q"]
                for a in term[1:]:
                    factor *= read_rational(a[1]) if a[0] == "q" else 1
            if rest and rest[0][0] == "q":
                factor, rest = read_rational(rest[0][1]), []
            if not rest:
                total += factor
                continue
            bounds = self.variables.get(rest[0][1], Bounds()) if rest[0][0] == "v" and len(rest) == 1 else Bounds()
            end, end_open = (bounds.low, bounds.low_open) if factor > 0 else (bounds.high, bounds.high_open)
            if end is None:
                return None, False
            total, left_out = total + factor * end, left_out or (end_open and factor != 0)
        return total, left_out


def find_singularities(tree: Any) -> Iterator[tuple[str, Any]]:
    """Yield where the tree may be undefined: (``pole`` | ``root`` | ``log``, argument), or (``function``, the tree)."""
    if tree[0] in ("q", "v"):
        return
    yield from find_own_singularities(tree)
    for part in tree[1:]:
        yield from find_singularities(part)


def find_own_singularities(tree: Any) -> Iterator[tuple[str, Any]]:
    """Yield where the tree may be undefined although its parts are not."""
    if tree[0] in ("asin", "atanh", "loggamma", "sum"):
        yield "function", tree
    if tree[0] == "log":
        yield "log", tree[1]
    if tree[0] == "^":
        exponent = read_rational(tree[2][1]) if tree[2][0] == "q" else None
        if exponent is None:
            yield "log", tree[1]
        elif exponent < 0:
            yield ("pole" if exponent.denominator == 1 else "log"), tree[1]
        elif exponent.denominator != 1:
            yield "root", tree[1]


def _is_nonsmooth(tree: Any) -> bool:
    """Return whether a function of a variable in it is not smooth everywhere: a minimum, abs, asin, a sum..."""
    if tree[0] in ("q", "v") or not any(True for _ in variable_names(tree)):
        return False
    return tree[0] not in _ENTIRE | {"+", "*", "^", "log"} or any(map(_is_nonsmooth, tree[1:]))


def _minus_one(tree: Any) -> Any:
    """Return ``tree`` - 1 with the constant terms of a sum added up, so that 1 + x becomes x."""
    terms = tree[1:] if tree[0] == "+" else [tree]
    constant = sum((read_rational(t[1]) for t in terms if t[0] == "q"), Fraction(-1))
    rest = [t for t in terms if t[0] != "q"]
    return ["+", *rest, ["q", str(constant)]]
