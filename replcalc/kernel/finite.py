"""Certificates of kind ``finite``: exact relations for every value of some indices, computed with Fractions.

Besides numbers, indices, + and *, a side may hold whole powers, binomial coefficients ``["binom", n, k]`` and finite
sums ``["sum", body, ["v", index], lower, upper]``. The range of an index may depend on the indices before it.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb, prod
from operator import eq, ge, gt, le, lt
from typing import Any

from replcalc.kernel.values import require
from replcalc.kernel.variables import read_rational
from replcalc.numbers.enclosure import Verdict

Indices = dict[str, Fraction]
COMPARE: dict[str, Callable[[Any, Any], bool]] = {"<=": le, "<": lt, ">=": ge, ">": gt, "=": eq}
#: Largest exponent that is multiplied out.
MAX_EXPONENT = 10_000


def finite_verdict(data: Mapping[str, Any]) -> Verdict:
    """Return PROVED if every relation holds for all indices, REFUTED if one fails at the indices ``fails``."""
    if "fails" in data:
        number, at = data["fails"]["number"], {n: read_rational(v) for n, v in data["fails"]["at"].items()}
        fails = at in index_values(data["for"]) and not _holds(data["relations"][number], at)
        require(fails, "the comparison does not fail")
        return Verdict.REFUTED
    require(bool(data["relations"]) and first_failure(data) is None, "a comparison fails")
    return Verdict.PROVED


def first_failure(data: Mapping[str, Any]) -> tuple[int, Indices] | None:
    """Return the number of the first relation that fails, with the indices at which it does."""
    for number, relation in enumerate(data["relations"]):
        for at in index_values(data["for"]):
            if not _holds(relation, at):
                return number, at
    return None


def index_values(ranges: Any, outer: Indices | None = None) -> Iterator[Indices]:
    """Yield every choice of the indices."""
    outer = outer or {}
    if not ranges:
        yield outer
        return
    (name, lower, upper), *inner = ranges
    for number in _range(lower, upper, outer):
        yield from index_values(inner, {**outer, name: Fraction(number)})


def _holds(relation: Any, at: Indices) -> bool:
    left, operator, right = relation
    return COMPARE[operator](finite_value(left, at), finite_value(right, at))


def _range(lower: Any, upper: Any, at: Indices) -> range:
    return range(_whole(lower, at), _whole(upper, at) + 1)


def _whole(tree: Any, at: Indices) -> int:
    value = finite_value(tree, at)
    if value.denominator != 1:
        raise ValueError("not an integer")
    return int(value)


def finite_value(tree: Any, at: Indices) -> Fraction:
    """Return the exact value of a tree; ValueError where it has none."""
    head, args = tree[0], tree[1:]
    if head == "q":
        return read_rational(args[0])
    if head == "v":
        return at[args[0]]
    if head == "^":
        exponent = _whole(args[1], at)
        if abs(exponent) > MAX_EXPONENT:
            raise ValueError("an exponent too large to write out")
        return finite_value(args[0], at) ** exponent
    if head == "sum":
        body, index, lower, upper = args
        terms = (finite_value(body, {**at, index[1]: Fraction(i)}) for i in _range(lower, upper, at))
        return sum(terms, Fraction(0))
    if head == "binom":
        return Fraction(comb(*(_whole(a, at) for a in args)))
    if head not in ("+", "*"):
        raise ValueError(f"no exact value: {head}")
    values = [finite_value(a, at) for a in args]
    return sum(values, Fraction(0)) if head == "+" else prod(values, start=Fraction(1))
