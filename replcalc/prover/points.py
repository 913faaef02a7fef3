"""Points to try before a proof is looked for: simple rationals of the domain, moved to what is given."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from random import Random
from typing import Any

from mpmath.libmp import to_rational
from sympy.polys.polyerrors import BasePolynomialError

from replcalc.kernel.algebra import NoNormalForm
from replcalc.kernel.relations import Goal, free_names, holds_at, substitute_trees, tree_at
from replcalc.kernel.trees import parse
from replcalc.kernel.values import Intervals, Unverified, node_sign
from replcalc.kernel.variables import Bounds, Variables, family_of
from replcalc.numbers.errors import MalformedStatement, NotExact, PrecisionExhausted, UnsupportedNode
from replcalc.prover.facts import formula_text

#: What goes wrong where something has no value, or cannot be found out.
FAILURES = (
    Unverified,
    NoNormalForm,
    MalformedStatement,
    UnsupportedNode,
    NotExact,
    PrecisionExhausted,
    ValueError,
    KeyError,
    ZeroDivisionError,
    TypeError,
    ArithmeticError,
    NotImplementedError,
    RecursionError,
    AttributeError,
    BasePolynomialError,
)
_SHARES = tuple(
    Fraction(*pair) for pair in ((1, 2), (1, 3), (1, 10), (9, 10), (1, 1000), (999, 1000), (7, 17), (1, 10**6))
)
_AWAY = tuple(Fraction(text) for text in ("1", "2", "1/2", "10", "1/10", "5", "100", "1/1000", "1000", "1e-6", "1e6"))


def simple_values(bounds: Bounds) -> list[Fraction]:
    """Rationals that the variable may take, simple ones first."""
    low, high = bounds.low, bounds.high
    if low is not None and high is not None:
        found = [low, high, *(low + (high - low) * share for share in _SHARES)]
    elif low is not None:
        found = [low, *(low + step for step in _AWAY)]
    elif high is not None:
        found = [high, *(high - step for step in _AWAY)]
    else:
        found = [Fraction(0), *(sign * step for step in _AWAY for sign in (1, -1))]
    if bounds.integer:
        found = [Fraction(round(value)) for value in found]
    return list(dict.fromkeys(value for value in found if bounds.contains(value)))


def simple_points(domain: Variables, count: int = 160) -> Iterator[dict[str, Fraction]]:
    """Yield all simple points if they are few; otherwise some of them, and random ones."""
    names = {family_of(name): name for name in domain}
    choices: Sequence[Sequence[Fraction]] = [simple_values(domain[name]) for name in names.values()]

    def point(values: Sequence[Fraction]) -> dict[str, Fraction]:
        known = dict(zip(names, values, strict=True))
        return {name: known[family_of(name)] for name in domain}

    few = prod(map(len, choices)) <= 4 * count
    for values in itertools.islice(itertools.product(*choices), None if few else count // 4):
        yield point(values)
    if not few and all(choices):
        rng = Random(0)
        for _ in range(count):
            yield point([rng.choice(values) for values in choices])


# -- points at which a relation fails ----------------------------------------------------------------------------------
def failing_point(stated: Goal) -> dict[str, Fraction] | str | None:
    """Find a point at which the relation fails; a sentence where a side has no value; None for neither."""
    undefined = ""
    tried = (each for point in simple_points(stated.domain) for each in (point, *move_to_constraints(stated, point)))
    for point in tried:
        if not all(allows(given, point) for given in stated.given):
            continue
        try:
            holds = holds_at((stated.left, stated.operator, stated.right), point)
        except FAILURES:
            for side in (stated.left, stated.right):
                if not undefined and _has_no_value(side, point):
                    told = ", ".join(f"{name} = {value}" for name, value in point.items())
                    undefined = f"{formula_text(side)} has no value{' at ' * bool(told)}{told}"
            continue
        if not holds:
            return point
    return undefined or None


def fails_at_a_simple_point(stated: Goal, most: int = 12) -> bool:
    """Return whether the relation certainly fails at one of the first simple points that the givens allow."""
    for point in itertools.islice(simple_points(stated.domain), most):
        try:
            allowed = all(holds_at(given, point) for given in stated.given)
            if allowed and not holds_at((stated.left, stated.operator, stated.right), point):
                return True
        except FAILURES:
            continue
    return False


def move_to_constraints(stated: Goal, point: Mapping[str, Fraction]) -> Iterator[dict[str, Fraction]]:
    """Yield the point with variables moved to where what is given of them just holds: each alone, and all of them."""
    together = dict(point)
    for left, operator, right in stated.given:
        for side, bound, upper in ((left, right, operator in ("<=", "<")), (right, left, operator in (">=", ">"))):
            if side[0] != "v" or operator == "=" or side[1] in free_names(bound):
                continue
            for start in (point, together):
                end = _round_within(
                    substitute_trees(bound, {n: ["q", str(v)] for n, v in start.items()}), upper, operator
                )
                if end is not None and stated.domain[side[1]].contains(end):
                    yield {**start, side[1]: end}
                    together = {**together, side[1]: end} if start is together else together


def enclose_tree(tree: Any) -> tuple[Fraction, Fraction]:
    """Rationals below and above a constant, about 40 digits apart."""
    value = Intervals(60).value(parse(tree), {})
    try:
        low, high = (Fraction(*to_rational(end)) for end in value._mpi_)
    except (AttributeError, OverflowError, ValueError):
        raise PrecisionExhausted("no enclosure of a constant") from None
    return low, high


def _round_within(constant: Any, upper: bool, operator: str) -> Fraction | None:
    """Return a rational next to the constant, on the side where the relation holds; itself if that is one."""
    try:
        low, high = enclose_tree(constant)
    except FAILURES:
        return None
    if low == high and operator in ("<=", ">="):
        return low
    near = Fraction(int(low * 10**12), 10**12)
    return near - Fraction(1, 10**9) if upper else near + Fraction(1, 10**9)


def _has_no_value(side: Any, point: Mapping[str, Fraction]) -> bool:
    """Certainly: a logarithm or root of something negative, a zero in a denominator, an argument out of range."""
    try:
        return _is_undefined(tree_at(side, point))
    except FAILURES:
        return False


def _is_undefined(tree: Any) -> bool:
    if tree[0] in ("q", "v", "pi"):
        return False
    if any(map(_is_undefined, tree[1:])):
        return True
    inner = Intervals().value(parse(tree[1]), {})
    if inner is None:
        return False
    if tree[0] == "^":
        exponent = Fraction(tree[2][1]) if tree[2][0] == "q" else None
        if exponent is None or exponent.denominator != 1:  # a root, of something negative
            below = inner.b < 0 if exponent is not None and exponent > 0 else inner.b <= 0
            return below is True
        return exponent < 0 and node_sign(parse(tree[1])) == 0
    if tree[0] in ("log", "loggamma"):
        return (inner.b <= 0) is True
    if tree[0] in ("asin", "atanh"):
        far = abs(inner).a
        return (far >= 1 if tree[0] == "atanh" else far > 1) is True
    return False


def allows(given: tuple[Any, str, Any], point: Mapping[str, Fraction]) -> bool:
    try:
        return holds_at(given, point)
    except FAILURES:
        return False
