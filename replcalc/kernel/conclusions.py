"""Certificates of kind ``claim``: a conclusion as it is printed, and how smaller certificates imply it, rule by rule.

A conclusion is ``{"relations": [[left, operator, right], ...], "domain": {name: bounds}, "given": [relation, ...]}``:
every relation holds at every point of the domain where the given ones do and both sides have a value. Trees are kept as
they were written; nothing is simplified on the way from the page to here. A ``proof`` is a rule by its name:

- ``and`` {proofs}: one proof for each relation. All other rules prove a single relation.
- ``leaf`` {leaf}: a certificate of another kind whose goal is this relation's, on at least this domain.
- ``given`` {number}: it is among the given ones.
- ``chain`` {through, operators, proofs}: left, then each tree of ``through``, then right; a link for each step.
- ``scaled`` {factor, positive, proof}: both sides times ``factor``, which is positive by ``positive``.
- ``cases`` {variable, at, proofs}: the domain cut at a rational, a proof below and a proof above.
- ``mirror``, ``reciprocal``, ``exponential`` {variable, name, proof}: the relation in a new variable t, for x = -t,
  x = start + 1/t - 1 (for x >= start, 0 < t <= 1), x = e^-t (b e^-t below b, b e^t above b > 0).
- ``shift``, ``square`` {variable, name, proof}: as well, for x = start + t with t >= 0, x = t^2 (for x >= 0).
- ``slack`` {number, variable, name, form, proof}: what is given with that number is x >= E or x <= E. The relation in a
  new variable t >= 0, for x = E + t or E - t; form ``factor`` (``positive``: E > 0) for x = E (1 + t) or, x > 0,
  x = E/(1 + t); form ``share`` (x >= 0) for x = E t with t <= 1.
- ``either`` {tree, proofs}: ``tree`` is a minimum or maximum of two, or an absolute value, in the relation. Put in for
  it: the first, given that it is that; the second, given that it is that.
- ``squared`` {nonnegative, proof}: the larger side is >= 0, and the relation holds between the squares.
- ``logarithm`` {positive, proof}: both sides are > 0, and the relation holds between their logarithms.
- ``valley`` {variable, at, bottom, ...}: the difference of the sides falls towards ``at`` (a constant or another
  variable) and rises beyond: its slope times variable - at is >= 0 by ``slope``; or, at a rational, the slope is <= 0
  by ``below`` and >= 0 by ``above``. It is smooth, and the relation holds there by ``bottom``.
- ``induction`` {variable, base, step}: at the first integer, and from k to k + 1 with the relation at k given.
- ``point`` {number, point}: the relation of that number fails there, where both its sides have a value: this refutes.

A smaller certificate may use other trees than the relation: they must then have a value wherever its two sides do, or
nothing would be said of some points (x is e^(ln x) for positive x only).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from replcalc.kernel.algebra import Algebra
from replcalc.kernel.signs import Reader
from replcalc.kernel.trees import derivative, parse
from replcalc.kernel.values import Intervals, constant_sign, node_sign, require
from replcalc.kernel.variables import Bounds, Variables, nonnegative, read_rational, variables_of
from replcalc.numbers.enclosure import Verdict

StatedTree = Any
Recheck = Callable[[Mapping[str, Any]], Verdict]
#: Most terms of a sum with literal bounds.
MOST_TERMS = 400
OPERATORS = ("<=", "<", ">=", ">", "=")


@dataclass(frozen=True)
class Stated:
    """One relation with what its variables are and what is given."""

    left: StatedTree
    operator: str
    right: StatedTree
    domain: Variables
    given: tuple[tuple[StatedTree, str, StatedTree], ...] = ()

    @property
    def strict(self) -> bool:
        return self.operator in ("<", ">")

    @property
    def goal(self) -> StatedTree:
        """What is to be >= 0 (> 0 if strict)."""
        return goal_of(self.left, self.operator, self.right)

    @property
    def algebra(self) -> Algebra:
        return Algebra(nonnegative(self.domain))

    def defines(self, *trees: StatedTree) -> bool:
        """Do these trees have a value wherever both sides of the relation do?"""
        reader = Reader(self.domain, constant_sign)
        return all(reader.has_value_where(tree, (self.left, self.right)) for tree in trees)

    def moved(self, values: Mapping[str, StatedTree], domain: Variables) -> Stated:
        """With trees put in for variables, as they stand."""
        given = tuple((put_in(a, values), o, put_in(b, values)) for a, o, b in self.given)
        return Stated(put_in(self.left, values), self.operator, put_in(self.right, values), domain, given)


def goal_of(left: StatedTree, operator: str, right: StatedTree) -> StatedTree:
    large, small = (right, left) if operator in ("<=", "<") else (left, right)
    return ["+", large, ["*", ["q", "-1"], small]]


def put_in(tree: StatedTree, values: Mapping[str, StatedTree]) -> StatedTree:
    """Trees for variables; an index that a sum binds stays what it is, and none of the trees may contain it."""
    if tree[0] == "q":
        return tree
    if tree[0] == "v":
        return values.get(tree[1], tree)
    if tree[0] == "sum":
        inside = {name: value for name, value in values.items() if name != tree[2][1]}
        require(all(tree[2][1] not in free_names(value) for value in inside.values()), "an index has a variable's name")
        return ["sum", put_in(tree[1], inside), tree[2], *(put_in(bound, values) for bound in tree[3:])]
    return [tree[0], *(put_in(part, values) for part in tree[1:])]


def written_out(tree: StatedTree) -> StatedTree:
    """Sums between literal bounds written out."""
    if tree[0] in ("q", "v"):
        return tree
    parts = [written_out(part) for part in tree[1:]]
    if tree[0] != "sum" or parts[2][0] != "q" or parts[3][0] != "q":
        return [tree[0], *parts]
    low, high = (read_rational(bound[1]) for bound in parts[2:])
    require(low.denominator == high.denominator == 1, "a sum between bounds that are not integers has no value")
    require(-1 <= high - low < MOST_TERMS, "a sum that is too long, or ends before it begins")
    members = [name for name in free_names(parts[0]) if name.endswith(f"[{parts[1][1]}]")]
    require(not members, "a family has no single members to write out")
    terms = [put_in(parts[0], {parts[1][1]: ["q", str(i)]}) for i in range(int(low), int(high) + 1)]
    return ["+", ["q", "0"], *terms]


def free_names(tree: StatedTree) -> set[str]:
    """The variables of a tree; the index of a sum is none."""
    if tree[0] == "q":
        return set()
    if tree[0] == "v":
        return {tree[1]}
    if tree[0] == "sum":
        return (free_names(tree[1]) - {tree[2][1]}) | free_names(tree[3]) | free_names(tree[4])
    return set().union(*map(free_names, tree[1:]))


def conclusion_verdict(data: Mapping[str, Any], recheck: Recheck) -> Verdict:
    """What the certificate establishes about its conclusion."""
    conclusion, proof = data["conclusion"], data["proof"]
    domain = variables_of(conclusion["domain"])
    given = tuple((written_out(a), o, written_out(b)) for a, o, b in conclusion["given"])
    stated = [Stated(written_out(a), o, written_out(b), domain, given) for a, o, b in conclusion["relations"]]
    require(bool(stated) and all(s.operator in OPERATORS for s in stated), "no relation")
    require(not any(bounds.empty for bounds in domain.values()), "a domain without a value")
    for a, _, b in (*((s.left, s.operator, s.right) for s in stated), *given):
        require(free_names(a) | free_names(b) <= set(domain), "a variable without a domain")
    require(all(s.left != s.right for s in stated), "two sides that are the same say nothing")
    if proof["rule"] == "point":
        _fails(stated[proof["number"]], {name: read_rational(value) for name, value in proof["point"].items()})
        return Verdict.REFUTED
    proofs = proof["proofs"] if proof["rule"] == "and" else [proof]
    for each, part in zip(stated, proofs, strict=True):
        _holds(each, part, recheck)
    return Verdict.PROVED


def _fails(stated: Stated, point: Mapping[str, Fraction]) -> None:
    require(set(point) == set(stated.domain), "other variables")
    require(all(b.contains(point[name]) for name, b in stated.domain.items()), "the point lies outside the domain")
    for given in stated.given:
        require(holds_at(given, point), "what is given fails at the point")
    require(not holds_at((stated.left, stated.operator, stated.right), point), "the relation holds at the point")


def holds_at(relation: tuple[StatedTree, str, StatedTree], point: Mapping[str, Fraction]) -> bool:
    """Whether the relation holds at the point. Unverified where a side has no finite value, or nothing is certain.

    Every part of a side must have a value: exp(log(x)) has none at 0, sqrt(x)^2 none at -1.
    """
    left, operator, right = relation
    sides = [tree_at(side, point) for side in (left, right)]
    require(all(Intervals().continuous(parse(side), {}) for side in sides), "a side has no value")
    sign = node_sign(parse(goal_of(sides[0], operator, sides[1])))
    return sign == 0 if operator == "=" else sign > 0 or (sign == 0 and operator in ("<=", ">="))


def tree_at(tree: StatedTree, point: Mapping[str, Fraction]) -> StatedTree:
    """The tree with the point put in and sums written out; x^y stays e^(y ln x) although y becomes a number."""
    values = {name: ["q", str(value)] for name, value in point.items()}
    return written_out(put_in(_by_logarithms(tree), values))


def _by_logarithms(tree: StatedTree) -> StatedTree:
    """Powers whose exponent is not a numeral as exponentials: their base must be positive."""
    if tree[0] in ("q", "v"):
        return tree
    parts = [_by_logarithms(part) for part in tree[1:]]
    if tree[0] == "^" and tree[2][0] != "q":
        return ["exp", ["*", parts[1], ["log", parts[0]]]]
    return [tree[0], *parts]


def _holds(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    """Raises unless the proof proves the relation."""
    _RULES[proof["rule"]](stated, proof, recheck)


# -- leaves ------------------------------------------------------------------------------------------------------------
def _leaf(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    leaf = proof["leaf"]
    require(recheck(leaf) is Verdict.PROVED, "a leaf")
    _LEAVES[leaf["kind"]](stated, leaf)


def _identity_leaf(stated: Stated, leaf: Mapping[str, Any]) -> None:
    require(stated.operator == "=" and [leaf["left"], leaf["right"]] == [stated.left, stated.right], "another identity")
    _within(stated, variables_of(leaf["symbols"]))


def _exact_leaf(stated: Stated, leaf: Mapping[str, Any]) -> None:
    relation = leaf["relation"]
    operator = "==" if stated.operator == "=" else stated.operator
    said = [relation["left"], relation["operator"], relation["right"]]
    require(said == [stated.left, operator, stated.right], "another relation")


def _goal_matches(stated: Stated, leaf: Mapping[str, Any]) -> None:
    require(stated.operator != "=" and (bool(leaf["strict"]) or not stated.strict), "a weaker relation")
    require(stated.goal == leaf["goal"] or stated.algebra.equal(stated.goal, leaf["goal"]), "another goal")
    if not (leaf["kind"] == "growth" or (leaf["kind"] == "box" and _evaluated(leaf))):
        require(stated.goal == leaf["goal"] or stated.defines(leaf["goal"]), "a goal with a value at fewer points")


def _evaluated(leaf: Mapping[str, Any]) -> bool:
    """Was the goal given a value on each of the boxes that are not outside of what is assumed?"""
    return all(part["proof"]["form"] != "zero" for part in leaf["leaves"])


def _signs_leaf(stated: Stated, leaf: Mapping[str, Any]) -> None:
    _goal_matches(stated, leaf)
    _within(stated, variables_of(leaf["symbols"]))


def _growth_leaf(stated: Stated, leaf: Mapping[str, Any]) -> None:
    _goal_matches(stated, leaf)
    require(leaf["start"][0] == "q", "a start that is not a number")
    beyond = Bounds(low=read_rational(leaf["start"][1]))
    _within(stated, {**variables_of(leaf["symbols"]), leaf["symbol"]: beyond})


def _box_leaf(stated: Stated, leaf: Mapping[str, Any]) -> None:
    _goal_matches(stated, leaf)
    ends = {name: tuple(map(read_rational, sides)) for name, sides in leaf["domain"].items()}
    opened = {(name, end) for name, end in leaf["open"]}
    bounds = {
        name: Bounds(low, high, (name, "lower") in opened, (name, "upper") in opened)
        for name, (low, high) in ends.items()
    }
    _within(stated, bounds)
    for assumption in leaf["assumptions"]:
        require(any(_implies(stated, known, assumption) for known in stated.given), "an assumption that is not given")


def _implies(stated: Stated, known: tuple[StatedTree, str, StatedTree], assumption: Mapping[str, Any]) -> bool:
    left, operator, right = known
    if operator == "=" or (assumption["strict"] and operator not in ("<", ">")):
        return False
    goal = goal_of(left, operator, right)
    return bool(goal == assumption["goal"] or stated.algebra.equal(goal, assumption["goal"]))


def _within(stated: Stated, wider: Variables) -> None:
    """Every value that the statement allows is one that the leaf is about."""
    used = free_names(stated.left) | free_names(stated.right)
    for name in used | set(wider):
        require(name in wider, f"nothing is said of {name}")
        require(name in stated.domain, f"{name} is no variable of the conclusion")
        require(_inside(stated.domain[name], wider[name]), f"the leaf is about fewer values of {name}")


def _inside(inner: Bounds, outer: Bounds) -> bool:
    low = outer.low is None or (
        inner.low is not None
        and (inner.low > outer.low or (inner.low == outer.low and (inner.low_open or not outer.low_open)))
    )
    high = outer.high is None or (
        inner.high is not None
        and (inner.high < outer.high or (inner.high == outer.high and (inner.high_open or not outer.high_open)))
    )
    return low and high and (inner.integer or not outer.integer)


_LEAVES: dict[str, Callable[[Stated, Mapping[str, Any]], None]] = {
    "identity": _identity_leaf,
    "exact": _exact_leaf,
    "signs": _signs_leaf,
    "growth": _growth_leaf,
    "box": _box_leaf,
}


# -- rules -------------------------------------------------------------------------------------------------------------
def _given(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    require(stated.given[proof["number"]] == (stated.left, stated.operator, stated.right), "not what is given")


_WEAKER = {"<=": ("<=", "<", "="), "<": ("<=", "<", "="), ">=": (">=", ">", "="), ">": (">=", ">", "="), "=": ("=",)}


def _chain(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    points = [stated.left, *proof["through"], stated.right]
    operators: Sequence[str] = proof["operators"]
    require(len(operators) == len(proof["proofs"]) == len(points) - 1, "links are missing")
    require(all(o in _WEAKER[stated.operator] for o in operators), "a link in the other direction")
    require(stated.defines(*points), "a link with a value at fewer points")
    require(not stated.strict or any(o in ("<", ">") for o in operators), "no link is strict")
    for left, right, operator, part in zip(points, points[1:], operators, proof["proofs"], strict=False):
        if left != right or operator in ("<", ">"):
            _holds(replace(stated, left=left, operator=operator, right=right), part, recheck)


def _scaled(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    factor = proof["factor"]
    require(stated.defines(factor), "a factor with a value at fewer points")
    _holds(replace(stated, left=factor, operator=">", right=["q", "0"]), proof["positive"], recheck)
    both = replace(stated, left=["*", stated.left, factor], right=["*", stated.right, factor])
    _holds(both, proof["proof"], recheck)


def _cases(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    name, at = proof["variable"], read_rational(proof["at"])
    bounds = stated.domain[name]
    below = replace(bounds, high=at, high_open=False)
    above = replace(bounds, low=at, low_open=False)
    require(bounds.contains(at) or bounds.integer, "the cut lies outside the domain")
    for part, side in zip(proof["proofs"], (below, above), strict=True):
        _holds(replace(stated, domain={**stated.domain, name: side}), part, recheck)


def _in_new_variable(
    stated: Stated, proof: Mapping[str, Any], value: StatedTree, bounds: Bounds, recheck: Recheck
) -> None:
    old, new = proof["variable"], proof["name"]
    require(new not in stated.domain, f"the name {new} is taken")
    domain = {name: known for name, known in stated.domain.items() if name != old} | {new: bounds}
    _holds(stated.moved({old: value}, domain), proof["proof"], recheck)


def _negated(value: Fraction | None) -> Fraction | None:
    return None if value is None else -value


def _mirror(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    old = stated.domain[proof["variable"]]
    bounds = Bounds(_negated(old.high), _negated(old.low), old.high_open, old.low_open, old.integer)
    _in_new_variable(stated, proof, ["*", ["q", "-1"], ["v", proof["name"]]], bounds, recheck)


def _reciprocal(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    old = stated.domain[proof["variable"]]
    require(old.low is not None, "no start")
    assert old.low is not None
    value = ["+", ["q", str(old.low - 1)], ["^", ["v", proof["name"]], ["q", "-1"]]]
    low = Fraction(0) if old.high is None else 1 / (old.high - old.low + 1)
    bounds = Bounds(low, Fraction(1), old.high is None or old.high_open, old.low_open)
    _in_new_variable(stated, proof, value, bounds, recheck)


def _exponential(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    old = stated.domain[proof["variable"]]
    require(old.sign == 1, "e^-t is positive")
    high, low = old.high, old.low
    if high is not None:
        scale, sign, bounds = high, "-1", Bounds(low=Fraction(0), low_open=old.high_open)
    elif low:
        scale, sign, bounds = low, "1", Bounds(low=Fraction(0), low_open=old.low_open)
    else:
        scale, sign, bounds = Fraction(1), "-1", Bounds()
    value = ["exp", ["*", ["q", sign], ["v", proof["name"]]]]
    _in_new_variable(stated, proof, value if scale == 1 else ["*", ["q", str(scale)], value], bounds, recheck)


def _shift(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    old = stated.domain[proof["variable"]]
    require(old.low is not None, "nothing to shift from")
    assert old.low is not None
    high = None if old.high is None else old.high - old.low
    whole = old.integer and old.low.denominator == 1
    bounds = Bounds(Fraction(0), high, old.low_open, old.high_open, whole)
    _in_new_variable(stated, proof, ["+", ["q", str(old.low)], ["v", proof["name"]]], bounds, recheck)


def _square(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    old = stated.domain[proof["variable"]]
    require(old.sign is not None, "no root")
    unit = Fraction(1) if old.high is not None and old.high <= 1 else None
    bounds = Bounds(Fraction(0), unit, old.sign == 1, unit is not None and (old.high_open or old.high != 1))
    _in_new_variable(stated, proof, ["^", ["v", proof["name"]], ["q", "2"]], bounds, recheck)


_TURNED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}


def _slack(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    """Every point where x >= E holds has its t = x - E >= 0, and so on: nothing is left out by putting E + t in."""
    name, new, form = proof["variable"], proof["name"], proof["form"]
    left, operator, right = stated.given[proof["number"]]
    if right == ["v", name]:
        left, operator, right = right, _TURNED[operator], left
    require(left == ["v", name] and operator in _TURNED and name not in free_names(right), "not a bound of a variable")
    require(new not in stated.domain and form in ("sum", "factor", "share"), "no such form")
    old, t, upper, one = stated.domain[name], ["v", new], operator in ("<=", "<"), ["q", "1"]
    bounds = Bounds(low=Fraction(0), low_open=operator in ("<", ">"))
    rest = {other: known for other, known in stated.domain.items() if other != name}
    given = tuple(each for number, each in enumerate(stated.given) if number != proof["number"])
    if form == "sum":
        value = ["+", right, ["*", ["q", "-1"], t] if upper else t]
    elif form == "share":
        require(upper and old.sign is not None, "a share of something that is not above it")
        value, bounds = ["*", right, t], Bounds(Fraction(0), Fraction(1), low_open=old.sign == 1)
    else:
        require(not upper or old.sign == 1, "a factor of something that may vanish")
        _holds(Stated(right, ">", ["q", "0"], rest, given), proof["positive"], recheck)
        more = ["+", one, t]
        value = ["*", right, ["^", more, ["q", "-1"]] if upper else more]
    _holds(replace(stated, given=given).moved({name: value}, {**rest, new: bounds}), proof["proof"], recheck)


def _either(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    tree = proof["tree"]
    two = [tree[1], ["*", ["q", "-1"], tree[1]]] if tree[0] == "abs" else tree[1:]
    require(tree[0] in ("min", "max", "abs") and len(two) == 2, "neither a minimum nor a maximum of two")
    require(not _has_index(tree) and stated.defines(*two), "may have no value where the relation has one")
    operator = "<=" if tree[0] == "min" else ">="
    for this, other, part in zip(two, reversed(two), proof["proofs"], strict=True):
        left, right = (with_exchanged(side, tree, this) for side in (stated.left, stated.right))
        given = tuple((with_exchanged(a, tree, this), o, with_exchanged(b, tree, this)) for a, o, b in stated.given)
        one = Stated(left, stated.operator, right, stated.domain, (*given, (this, operator, other)))
        _holds(one, part, recheck)


def _has_index(tree: StatedTree) -> bool:
    """Does the tree have a variable that a sum may bind? Sums are written out, but for those with symbolic bounds."""
    return tree[0] == "sum" or (tree[0] not in ("q", "v") and any(map(_has_index, tree[1:])))


def with_exchanged(tree: StatedTree, old: StatedTree, new: StatedTree) -> StatedTree:
    if tree == old:
        return new
    require(tree[0] != "sum", "a sum")
    return tree if tree[0] in ("q", "v") else [tree[0], *(with_exchanged(part, old, new) for part in tree[1:])]


def _squared(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    require(stated.operator != "=", "equal squares have no sign")
    large = stated.right if stated.operator in ("<=", "<") else stated.left
    _holds(replace(stated, left=large, operator=">=", right=["q", "0"]), proof["nonnegative"], recheck)
    squares = (["^", side, ["q", "2"]] for side in (stated.left, stated.right))
    _holds(replace(stated, left=next(squares), right=next(squares)), proof["proof"], recheck)


def _logarithm(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    for side, part in zip((stated.left, stated.right), proof["positive"], strict=True):
        _holds(replace(stated, left=side, operator=">", right=["q", "0"]), part, recheck)
    _holds(replace(stated, left=["log", stated.left], right=["log", stated.right]), proof["proof"], recheck)


def _valley(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    name, at = proof["variable"], proof["at"]
    bounds = stated.domain[name]
    require(stated.operator != "=" and not bounds.integer, "no difference that moves continuously")
    require(all(name not in free_names(tree) for a, _, b in stated.given for tree in (a, b)), "given depends on it")
    require(_lies_in(at, bounds, stated.domain), "the bottom may lie outside the domain")
    require(Reader(stated.domain, constant_sign).regular(stated.goal), "not smooth everywhere")
    rest = {other: known for other, known in stated.domain.items() if other != name}
    _holds(stated.moved({name: at}, rest), proof["bottom"], recheck)
    slope = derivative(parse(stated.goal), name).tree()
    if "slope" in proof:
        moving = ["*", slope, ["+", ["v", name], ["*", ["q", "-1"], at]]]
        _holds(Stated(moving, ">=", ["q", "0"], stated.domain, stated.given), proof["slope"], recheck)
        return
    require(at[0] == "q", "sides of something that is not a number")
    here = read_rational(at[1])
    for operator, side, part in (
        ("<=", replace(bounds, high=here, high_open=False), "below"),
        (">=", replace(bounds, low=here, low_open=False), "above"),
    ):
        if side.low != side.high or side.low is None:
            domain = {**stated.domain, name: side}
            _holds(Stated(slope, operator, ["q", "0"], domain, stated.given), proof[part], recheck)


def _lies_in(at: StatedTree, bounds: Bounds, domain: Variables) -> bool:
    """Is the value of the tree, a constant or a variable, certainly within the bounds?"""
    if at[0] == "v":
        return at[1] in domain and _inside(domain[at[1]], bounds)
    if free_names(at):
        return False
    for end, left_out, sign in ((bounds.low, bounds.low_open, "1"), (bounds.high, bounds.high_open, "-1")):
        if end is not None:
            beyond = constant_sign(["*", ["q", sign], ["+", at, ["q", str(-end)]]])
            if beyond < 0 or (beyond == 0 and left_out):
                return False
    return True


def _induction(stated: Stated, proof: Mapping[str, Any], recheck: Recheck) -> None:
    name = proof["variable"]
    bounds = stated.domain[name]
    require(bounds.integer and bounds.low is not None and bounds.high is None, "no integer from a first one on")
    require(all(name not in free_names(tree) for a, _, b in stated.given for tree in (a, b)), "given depends on it")
    everywhere = Stated(["q", "0"], "=", ["q", "0"], stated.domain)
    require(everywhere.defines(stated.left, stated.right), "a side that may have no value on the way")
    assert bounds.low is not None
    first = Fraction(-(-bounds.low // 1)) + (1 if bounds.low_open and bounds.low.denominator == 1 else 0)
    rest = {other: known for other, known in stated.domain.items() if other != name}
    _holds(stated.moved({name: ["q", str(first)]}, rest), proof["base"], recheck)
    later = {**stated.domain, name: replace(bounds, low=first, low_open=False)}
    after = stated.moved({name: ["+", ["v", name], ["q", "1"]]}, later)
    step = replace(after, given=(*stated.given, (stated.left, stated.operator, stated.right)))
    _holds(step, proof["step"], recheck)


_RULES: dict[str, Callable[[Stated, Mapping[str, Any], Recheck], None]] = {
    "leaf": _leaf,
    "given": _given,
    "chain": _chain,
    "scaled": _scaled,
    "cases": _cases,
    "mirror": _mirror,
    "reciprocal": _reciprocal,
    "exponential": _exponential,
    "shift": _shift,
    "square": _square,
    "slack": _slack,
    "either": _either,
    "squared": _squared,
    "logarithm": _logarithm,
    "valley": _valley,
    "induction": _induction,
}
