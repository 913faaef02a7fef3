"""The rules by which a relation follows from others: each says which relations are left to prove.

- ``scaled`` {factor}: the factor is positive; both sides times it.
- ``cases`` {variable, at}: the domain cut at a rational, below and above (``sides_of``).
- ``each`` {variable}: one relation for every value of an integer variable with two bounds.
- ``induction`` {variable}: at the first integer, and the difference of the sides at k + 1 and at k has the sign that is
  wanted: there a sum up to k leaves its last term.
- ``mirror``, ``reciprocal``, ``exponential``, ``shift``, ``square`` {variable, name}: the relation in a new variable t,
  for x = -t, x = low - 1 + 1/t, x = b e^-t or b e^t, x = low + t, x = t^2 (``new_variable``).
- ``slack`` {number, variable, name, form}: what is given with that number is x >= E or x <= E. The relation in a new
  variable t >= 0, for x = E + t or E - t; form ``factor`` (E > 0 comes first) for x = E (1 + t) or, x > 0,
  x = E/(1 + t); form ``share`` (x >= 0) for x = E t with t <= 1.
- ``either`` {tree}: ``tree`` is a minimum or maximum of two, or an absolute value, in the relation. Put in for it: the
  first, given that it is that; the second, given that it is that.
- ``squared``: the larger side is >= 0; the relation between the squares.
- ``logarithm``: both sides are > 0; the relation between their logarithms.
- ``product`` {factors}: the difference of the sides equals the product of factors, each a difference of the two that
  are listed for it, and >= 0 (> 0).
- ``limit`` {variable, goal}: the difference of the sides is smooth, falls as the variable grows without bound, and its
  limit there is >= 0: the latter, and that the slope is <= 0. ``goal`` equals the difference.
- ``valley`` {variable, at, sides}: the difference of the sides is smooth, falls towards ``at`` (a constant or another
  variable) and rises beyond: the relation holds there, and its slope times variable - at is >= 0; or, with ``sides``
  (at a rational), the slope is <= 0 below and >= 0 above.

A relation that is left may hold other trees than the first: they must have a value wherever its two sides do, or
nothing would be said of some points (x is e^(ln x) for positive x only).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import ceil, floor
from typing import Any

from replcalc.kernel.limits import limit_of
from replcalc.kernel.relations import (
    ZERO,
    Goal,
    StatedTree,
    expand_sums,
    free_names,
    goal_of,
    replace_subtree,
    substitute_trees,
    sums_over,
)
from replcalc.kernel.signs import SignReader, find_own_singularities
from replcalc.kernel.trees import derivative, parse
from replcalc.kernel.values import constant_sign, require
from replcalc.kernel.variables import Bounds, Variables, read_rational

#: Most values of an integer that are proved one by one.
MOST_VALUES = 64


def subgoals(stated: Goal, rule: str, **parameters: Any) -> list[Goal]:
    """Return the relations from which this one follows by the rule.

    A rule about one variable treats it as a number: a family has many members where a sum runs over them.
    """
    name = parameters.get("variable")
    require(name is None or not any(sums_over(side, name) for side in stated.trees), "a sum runs over a family")
    return list(REDUCTIONS[rule](stated, **parameters))


def _scaled(stated: Goal, factor: StatedTree) -> list[Goal]:
    require(stated.defines(factor), "a factor with a value at fewer points")
    return [stated.compare(factor, ">", ZERO), stated.map_sides(lambda side: ["*", side, factor])]


def _cases(stated: Goal, variable: str, at: str) -> list[Goal]:
    bounds, cut = stated.domain[variable], read_rational(at)
    require(bounds.contains(cut), "the cut lies outside the domain")
    return [stated.within(variable, side) for side in sides_of(bounds, cut)]


def sides_of(bounds: Bounds, at: Fraction) -> tuple[Bounds, Bounds]:
    """Return the bounds below and above a cut, which both contain; integers above begin with the next one."""
    above = replace(bounds, low=at + 1 if bounds.integer else at, low_open=False)
    return replace(bounds, high=at, high_open=False), above


def _each(stated: Goal, variable: str) -> list[Goal]:
    bounds = stated.domain[variable]
    require(bounds.integer and bounds.low is not None and bounds.high is not None, "not finitely many values")
    assert bounds.low is not None and bounds.high is not None
    require(bounds.high - bounds.low < MOST_VALUES, "too many values")
    values = (k for k in range(ceil(bounds.low), floor(bounds.high) + 1) if bounds.contains(Fraction(k)))
    return [_at_integer(stated, variable, value) for value in values]


def _at_integer(stated: Goal, name: str, value: int) -> Goal:
    """Substitute a value of an integer variable; write out the sums that get literal bounds."""
    at = stated.substitute({name: ["q", str(value)]})
    given = tuple((expand_sums(a), o, expand_sums(b)) for a, o, b in at.given)
    return replace(at, left=expand_sums(at.left), right=expand_sums(at.right), given=given)


def _induction(stated: Goal, variable: str) -> list[Goal]:
    """Both sides must have a value at every integer of the domain, or the induction would stop there."""
    bounds = stated.domain[variable]
    require(bounds.integer and bounds.low is not None and bounds.high is None, "no integer from a first one on")
    stated.require_not_given(variable)
    assert bounds.low is not None
    first = floor(bounds.low) + 1 if bounds.low_open else ceil(bounds.low)
    later = Bounds(low=Fraction(first))
    for side in (stated.left, stated.right):
        values = {**stated.domain, variable: replace(later, integer=True)}
        require(_has_values(side, values), "a side may have no value")
    left, right = (_forward_difference(side, variable, first) for side in (stated.left, stated.right))
    weaker = {"<": "<=", ">": ">="}.get(stated.operator, stated.operator)
    return [_at_integer(stated, variable, first), stated.compare(left, weaker, right).within(variable, later)]


def _has_values(tree: StatedTree, domain: Variables) -> bool:
    """Return whether the tree has a value at every point; of a sum every term must have one."""
    if tree[0] in ("q", "v"):
        return True
    if tree[0] == "sum":
        _, body, index, lower, upper = tree
        require(lower[0] == "q" and read_rational(lower[1]).denominator == 1, "a sum from a symbolic bound")
        inner = {**domain, index[1]: Bounds(low=read_rational(lower[1]), integer=True)}
        return index[1] not in domain and _has_values(body, inner) and _has_values(upper, domain)
    reader = SignReader(domain, constant_sign)
    return all(map(reader.is_harmless, find_own_singularities(tree))) and all(
        _has_values(part, domain) for part in tree[1:]
    )


def _forward_difference(tree: StatedTree, name: str, first: int) -> StatedTree:
    """tree at name + 1 less tree at name; a sum up to ``name`` leaves its last term."""
    if name not in free_names(tree):
        return ["q", "0"]
    if tree[0] == "+":
        return ["+", *(_forward_difference(part, name, first) for part in tree[1:])]
    after = ["+", ["v", name], ["q", "1"]]
    if tree[0] == "sum":
        _, body, index, lower, upper = tree
        require(upper == ["v", name] and name not in free_names(body), "a sum with another end")
        require(read_rational(lower[1]) <= first + 1, "a sum that begins later")
        return substitute_trees(body, {index[1]: after})
    moving = [part for part in tree[1:] if name in free_names(part)]
    if tree[0] == "*" and len(moving) == 1:
        constant = [part for part in tree[1:] if part is not moving[0]]
        return ["*", *constant, _forward_difference(moving[0], name, first)]
    require(not has_sum(tree), "a sum inside of something else")
    return ["+", substitute_trees(tree, {name: after}), ["*", ["q", "-1"], tree]]


def has_sum(tree: StatedTree) -> bool:
    return tree[0] == "sum" or (tree[0] not in ("q", "v") and any(map(has_sum, tree[1:])))


# -- new variables -----------------------------------------------------------------------------------------------------
def in_new_variable(stated: Goal, variable: str, name: str, rule: str) -> list[Goal]:
    """Return the relation with the variable expressed by a new one, as the rule says."""
    require(name not in stated.domain, f"the name {name} is taken")
    value, bounds = new_variable(rule, stated.domain[variable], name)
    return [stated.substitute({variable: value}, {name: bounds})]


def new_variable(rule: str, old: Bounds, name: str) -> tuple[StatedTree, Bounds]:
    """Return what a rule puts in for a variable with these bounds, and the bounds of the new variable."""
    t: StatedTree = ["v", name]
    low, high = old.low, old.high
    if rule == "mirror":
        first, last = (None if end is None else -end for end in (high, low))
        return ["*", ["q", "-1"], t], Bounds(first, last, old.high_open, old.low_open, old.integer)
    if rule == "reciprocal":
        require(low is not None, "no lower bound")
        assert low is not None
        least = Fraction(0) if high is None else 1 / (high - low + 1)
        bounds = Bounds(least, Fraction(1), high is None or old.high_open, old.low_open)
        return ["+", ["q", str(low - 1)], ["^", t, ["q", "-1"]]], bounds
    if rule == "shift":
        require(low is not None, "no lower bound")
        assert low is not None
        whole = old.integer and low.denominator == 1
        bounds = Bounds(Fraction(0), None if high is None else high - low, old.low_open, old.high_open, whole)
        return ["+", ["q", str(low)], t], bounds
    if rule == "square":
        require(old.sign is not None, "a square is not negative")
        unit = Fraction(1) if high is not None and high <= 1 else None
        bounds = Bounds(Fraction(0), unit, old.sign == 1, unit is not None and (old.high_open or high != 1))
        return ["^", t, ["q", "2"]], bounds
    require(rule == "exponential" and old.sign == 1, "an exponential is positive")
    if high is None and not low:
        return ["exp", ["*", ["q", "-1"], t]], Bounds()
    scale, sign, left_out = (high, "-1", old.high_open) if high is not None else (low, "1", old.low_open)
    value: StatedTree = ["exp", ["*", ["q", sign], t]]
    return value if scale == 1 else ["*", ["q", str(scale)], value], Bounds(low=Fraction(0), low_open=left_out)


_TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}


def _slack(stated: Goal, number: int, variable: str, name: str, form: str) -> list[Goal]:
    """Every point where x >= E holds has its t = x - E >= 0, and so on: nothing is left out by putting E + t in."""
    left, operator, right = stated.given[number]
    if right == ["v", variable]:
        left, operator, right = right, _TURNED[operator], left
    bounded = left == ["v", variable] and operator in _TURNED and variable not in free_names(right)
    require(bounded, "not a bound of a variable")
    require(name not in stated.domain and form in ("sum", "factor", "share"), "no such form")
    old, t, upper = stated.domain[variable], ["v", name], operator in ("<=", "<")
    bounds, signs = Bounds(low=Fraction(0), low_open=operator in ("<", ">")), []
    given = tuple(each for place, each in enumerate(stated.given) if place != number)
    if form == "sum":
        value = ["+", right, ["*", ["q", "-1"], t] if upper else t]
    elif form == "share":
        require(upper and old.sign is not None, "a share of something that is not above it")
        value, bounds = ["*", right, t], Bounds(Fraction(0), Fraction(1), low_open=old.sign == 1)
    else:
        require(not upper or old.sign == 1, "a factor of something that may vanish")
        about = tuple(each for each in given if variable not in free_names(each[0]) | free_names(each[2]))
        others = {other: known for other, known in stated.domain.items() if other != variable}
        signs = [Goal(right, ">", ZERO, others, about)]
        more = ["+", ["q", "1"], t]
        value = ["*", right, ["^", more, ["q", "-1"]] if upper else more]
    return [*signs, replace(stated, given=given).substitute({variable: value}, {name: bounds})]


# -- the form of the sides ---------------------------------------------------------------------------------------------
def _either(stated: Goal, tree: StatedTree) -> Iterator[Goal]:
    known = {"min": 3, "max": 3, "abs": 2}
    require(known.get(tree[0]) == len(tree), "neither a minimum nor a maximum of two")
    require(not has_sum(tree) and stated.defines(*tree[1:]), "may have no value where the relation has one")
    if tree[0] == "abs":
        choices = [(tree[1], (tree[1], ">=", ZERO)), (["*", ["q", "-1"], tree[1]], (tree[1], "<=", ZERO))]
    else:
        operator = "<=" if tree[0] == "min" else ">="
        choices = [(a, (a, operator, b)) for a, b in ((tree[1], tree[2]), (tree[2], tree[1]))]
    for this, relation in choices:
        left, right = (replace_subtree(side, tree, this) for side in (stated.left, stated.right))
        given = tuple((replace_subtree(a, tree, this), o, replace_subtree(b, tree, this)) for a, o, b in stated.given)
        yield Goal(left, stated.operator, right, stated.domain, (*given, relation))


def _squared(stated: Goal) -> list[Goal]:
    require(stated.operator != "=", "equal squares have no sign")
    large = stated.right if stated.operator in ("<=", "<") else stated.left
    return [stated.compare(large, ">=", ZERO), stated.map_sides(lambda side: ["^", side, ["q", "2"]])]


def _logarithm(stated: Goal) -> list[Goal]:
    """The logarithms of e^u and x^y are u and y ln x."""

    def logarithm(tree: StatedTree) -> StatedTree:
        if tree[0] == "exp":
            return tree[1]
        return ["*", tree[2], ["log", tree[1]]] if tree[0] == "^" and tree[2][0] != "q" else ["log", tree]

    positive = (stated.compare(side, ">", ZERO) for side in (stated.left, stated.right))
    return [*positive, stated.map_sides(logarithm)]


def _product(stated: Goal, factors: Sequence[tuple[StatedTree, StatedTree]]) -> list[Goal]:
    defined = stated.operator != "=" and stated.defines(*(side for pair in factors for side in pair))
    require(defined, "a value at fewer points")
    product = ["*", *(goal_of(a, ">=", b) for a, b in factors)]
    require(stated.algebra.equal(stated.goal, product), "another product")
    return [stated.compare(a, ">" if stated.strict else ">=", b) for a, b in factors]


# -- slopes ------------------------------------------------------------------------------------------------------------
def _limit(stated: Goal, variable: str, goal: StatedTree) -> list[Goal]:
    goal = stated.difference(goal)
    bounds = replace(stated.domain[variable], integer=False)
    require(bounds.high is None, "a variable with an upper bound")
    stated.require_not_given(variable)
    end = limit_of(goal, variable)
    require(not isinstance(end, int), "no finite limit")
    wide = stated.within(variable, bounds)
    require(SignReader(wide.domain, constant_sign).regular(goal), "not smooth everywhere")
    at_end = stated.compare(end, ">=", ZERO).substitute({variable: ZERO})
    slope = derivative(parse(goal), variable).tree()
    return [at_end, wide.compare(slope, "<" if stated.strict else "<=", ZERO)]


def _valley(stated: Goal, variable: str, at: StatedTree, sides: bool = False) -> Iterator[Goal]:
    bounds = stated.domain[variable]
    require(stated.operator != "=" and not bounds.integer, "no difference that moves continuously")
    stated.require_not_given(variable)
    require(_lies_in(at, bounds, stated.domain), "the bottom may lie outside the domain")
    require(SignReader(stated.domain, constant_sign).regular(stated.goal), "not smooth everywhere")
    yield stated.substitute({variable: at})
    slope = derivative(parse(stated.goal), variable).tree()
    if not sides:
        yield stated.compare(["*", slope, ["+", ["v", variable], ["*", ["q", "-1"], at]]], ">=", ZERO)
        return
    require(at[0] == "q", "sides of something that is not a number")
    here = read_rational(at[1])
    below, above = replace(bounds, high=here, high_open=False), replace(bounds, low=here, low_open=False)
    for operator, side in (("<=", below), (">=", above)):
        if side.low != side.high or side.low is None:
            yield stated.compare(slope, operator, ZERO).within(variable, side)


def _lies_in(at: StatedTree, bounds: Bounds, domain: Variables) -> bool:
    """Return whether the value of the tree, a constant or a variable, is certainly within the bounds."""
    if at[0] == "v":
        return at[1] in domain and domain[at[1]].within(bounds)
    if free_names(at):
        return False
    for end, left_out, sign in ((bounds.low, bounds.low_open, "1"), (bounds.high, bounds.high_open, "-1")):
        if end is not None:
            beyond = constant_sign(["*", ["q", sign], ["+", at, ["q", str(-end)]]])
            if beyond < 0 or (beyond == 0 and left_out):
                return False
    return True


REDUCTIONS: dict[str, Callable[..., Sequence[Goal] | Iterator[Goal]]] = {
    "scaled": _scaled,
    "cases": _cases,
    "each": _each,
    "induction": _induction,
    **{
        rule: partial(in_new_variable, rule=rule) for rule in ("mirror", "reciprocal", "exponential", "shift", "square")
    },
    "slack": _slack,
    "either": _either,
    "squared": _squared,
    "logarithm": _logarithm,
    "product": _product,
    "limit": _limit,
    "valley": _valley,
}
