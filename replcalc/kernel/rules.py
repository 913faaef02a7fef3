"""The rules by which a certificate of kind ``claim`` proves a relation, and the point by which it refutes one.

A ``proof`` is a rule by its name, with what it needs:

- ``and`` {proofs}: one proof for each relation of the conclusion. All other rules prove a single relation.
- ``given`` {number}: the relation is among the given ones.
- ``exact`` {}: both sides are constants.
- ``identity`` {}: both sides of an equation have one normal form.
- ``signs`` {form}: the difference of the sides equals ``form``, whose sign can be read off.
- ``box`` {boxes, goal}: on a bounded domain; boxes that cover it, each with a proof (``replcalc.kernel.boxes``).
  ``goal``, where it is there, equals the difference of the sides and is what the boxes are about.
- ``growth`` {variable, values, step, form, positive, goal}: for all ``variable`` from its lower bound on. The
  difference f and its next derivatives equal the constants ``values`` >= 0 at the bound; the derivative after those, at
  bound + step, equals ``form``, whose sign can be read off; and f is smooth everywhere: every denominator, logarithm
  and root in it has an argument that is evidently positive, or is among ``positive``: pairs [argument, equal form].
- ``scaled`` {factor, positive, proof}: both sides times ``factor``, which is positive by ``positive``.
- ``cases`` {variable, at, proofs}: the domain cut at a rational, a proof below and a proof above (``sides_of``).
- ``each`` {variable, proofs}: one proof for every value of an integer variable with two bounds.
- ``induction`` {variable, base, step}: at the first integer, and the difference of the sides at k + 1 and at k has the
  sign that is wanted: there a sum up to k leaves its last term.
- ``mirror``, ``reciprocal``, ``exponential``, ``shift``, ``square`` {variable, name, proof}: the relation in a new
  variable t, for x = -t, x = low - 1 + 1/t, x = b e^-t or b e^t, x = low + t, x = t^2 (``new_variable``).
- ``slack`` {number, variable, name, form, proof}: what is given with that number is x >= E or x <= E. The relation in a
  new variable t >= 0, for x = E + t or E - t; form ``factor`` (``positive``: E > 0) for x = E (1 + t) or, x > 0,
  x = E/(1 + t); form ``share`` (x >= 0) for x = E t with t <= 1.
- ``either`` {tree, proofs}: ``tree`` is a minimum or maximum of two, or an absolute value, in the relation. Put in for
  it: the first, given that it is that; the second, given that it is that.
- ``squared`` {nonnegative, proof}: the larger side is >= 0, and the relation holds between the squares.
- ``logarithm`` {positive, proof}: both sides are > 0, and the relation holds between their logarithms
  (``between_logarithms``).
- ``product`` {factors, proofs}: the difference of the sides equals the product of factors, each a difference of the
  two that are listed for it, and >= 0 (> 0) by its proof.
- ``limit`` {variable, goal, proofs}: the difference of the sides is smooth, falls as the variable grows without bound,
  and its limit there is >= 0: a proof of the latter, and one that the slope is <= 0. ``goal`` as for ``box``.
- ``valley`` {variable, at, bottom, ...}: the difference of the sides falls towards ``at`` (a constant or another
  variable) and rises beyond: its slope times variable - at is >= 0 by ``slope``; or, at a rational, the slope is <= 0
  by ``below`` and >= 0 by ``above``. It is smooth, and the relation holds there by ``bottom``.
- ``point`` {number, point}: the relation of that number fails there, where both its sides have a value: this refutes.

A proof may use other trees than the relation: they must then have a value wherever its two sides do, or nothing would
be said of some points (x is e^(ln x) for positive x only).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from typing import Any

from replcalc.kernel.boxes import LeafChecker, covers, region_of
from replcalc.kernel.limits import limit_of
from replcalc.kernel.relations import (
    Goal,
    StatedTree,
    expand_sums,
    free_names,
    goal_of,
    holds_at,
    read_conclusion,
    replace_subtree,
    substitute_trees,
    sums_over,
)
from replcalc.kernel.signs import SignReader, find_own_singularities
from replcalc.kernel.trees import derivative, parse, substitute, sum_of, variable
from replcalc.kernel.values import Region, constant_sign, require
from replcalc.kernel.variables import Bounds, Variables, family_of, read_rational, variable_names
from replcalc.numbers.enclosure import Verdict

#: Most values of an integer that are proved one by one.
MOST_VALUES = 64


def conclusion_verdict(data: Mapping[str, Any]) -> Verdict:
    """Return what the certificate establishes about its conclusion; Unverified where that is nothing."""
    proof = data["proof"]
    stated = read_conclusion(data["conclusion"])
    if proof["rule"] == "point":
        _check_counterexample_point(
            stated[proof["number"]], {name: read_rational(value) for name, value in proof["point"].items()}
        )
        return Verdict.REFUTED
    proofs = proof["proofs"] if proof["rule"] == "and" else [proof]
    for each, part in zip(stated, proofs, strict=True):
        check(each.relevant(), part)
    return Verdict.PROVED


def check(stated: Goal, proof: Mapping[str, Any]) -> None:
    """Raise unless the proof proves the relation.

    A rule about one variable treats it as a number: a family has many members where a sum runs over them.
    """
    sides = (side for a, _, b in ((stated.left, "", stated.right), *stated.given) for side in (a, b))
    summed = "variable" in proof and any(sums_over(side, proof["variable"]) for side in sides)
    require(not summed, "a sum runs over the members of a family")
    _RULES[proof["rule"]](stated, proof)


def _check_counterexample_point(stated: Goal, point: Mapping[str, Fraction]) -> None:
    require(set(point) == set(stated.domain), "other variables")
    require(all(b.contains(point[name]) for name, b in stated.domain.items()), "the point lies outside the domain")
    members = {family_of(name): value for name, value in point.items()}
    require(all(value == members[family_of(name)] for name, value in point.items()), "two values for one family")
    for given in stated.given:
        require(holds_at(given, point), "what is given fails at the point")
    require(not holds_at((stated.left, stated.operator, stated.right), point), "the relation holds at the point")


# -- rules that settle a relation --------------------------------------------------------------------------------------
def _check_given(stated: Goal, proof: Mapping[str, Any]) -> None:
    require(stated.given[proof["number"]] == (stated.left, stated.operator, stated.right), "not what is given")


def _check_exact(stated: Goal, proof: Mapping[str, Any]) -> None:
    """Check that both sides are constants whose difference has the sign that the relation asks for."""
    sign = constant_sign(stated.goal)
    require(sign == 0 if stated.operator == "=" else sign > 0 or (sign == 0 and not stated.strict), "it does not hold")


def _check_identity(stated: Goal, proof: Mapping[str, Any]) -> None:
    require(stated.operator == "=", "not an equation")
    require(stated.algebra.equal(stated.left, stated.right), "the normal forms differ")


def _check_signs(stated: Goal, proof: Mapping[str, Any]) -> None:
    require(stated.operator != "=", "an equation has no sign")
    reader = SignReader(stated.domain, constant_sign)
    require(reader.proves(stated.goal, proof["form"], stated.strict), "the sign of the form cannot be read off")


def _proof_difference(stated: Goal, proof: Mapping[str, Any]) -> StatedTree:
    """Return the difference of the sides, as the proof writes it."""
    require(stated.operator != "=", "an equation has no sign")
    goal = proof.get("goal", stated.goal)
    require(goal == stated.goal or stated.algebra.equal(goal, stated.goal), "another goal")
    return goal


def _check_box(stated: Goal, proof: Mapping[str, Any]) -> None:
    goal, domain = _proof_difference(stated, proof), box_of(stated.domain)
    assumptions = [(parse(goal_of(a, o, b)), o in ("<", ">")) for a, o, b in stated.given if o != "="]
    boxes = [(region_of(part["box"]), part["proof"]) for part in proof["boxes"]]
    require(all(set(region) == set(domain) for region, _ in boxes), "a box has other variables")
    require(covers(domain, [region for region, _ in boxes]), "the boxes do not cover the domain")
    if goal != stated.goal and any(part["form"] == "zero" for _, part in boxes):
        require(stated.defines(goal), "a goal with a value at fewer points")
    checker = LeafChecker(domain, open_ends(stated.domain), assumptions)
    for region, part in boxes:
        require(checker.holds(parse(goal), region, stated.strict, part), f"the proof fails on {region}")


def box_of(domain: Variables) -> Region:
    """Return the closed box of a domain whose variables all have two bounds."""
    region = {}
    for name, bounds in domain.items():
        require(bounds.low is not None and bounds.high is not None, f"{name} is not bounded")
        assert bounds.low is not None and bounds.high is not None
        region[name] = (bounds.low, bounds.high)
    return region


def open_ends(domain: Variables) -> set[tuple[str, str]]:
    """Return the ends that the domain leaves out, as pairs of a name and ``lower`` or ``upper``."""
    low = {(name, "lower") for name, bounds in domain.items() if bounds.low_open}
    return low | {(name, "upper") for name, bounds in domain.items() if bounds.high_open}


def _check_growth(stated: Goal, proof: Mapping[str, Any]) -> None:
    """Check f >= 0 from the bound on: its first derivatives are >= 0 there, the next one evidently beyond.

    That argument needs f and those derivatives to be continuous everywhere: f is smooth for every value of its
    variables, with bound + step (step >= 0, a name that occurs nowhere else) put in for the variable.
    """
    goal, name, step = _proof_difference(stated, proof), proof["variable"], proof["step"]
    start = stated.domain[name].low
    require(not stated.strict and start is not None, "a strict relation, or no bound to start from")
    others = {other: bounds for other, bounds in stated.domain.items() if other != name}
    require(step not in {*variable_names(goal), *stated.domain}, f"the name {step} of the step occurs in the goal")
    require(set(variable_names(goal)) <= set(stated.domain), "a variable without bounds")
    reader = SignReader({**others, step: Bounds(low=Fraction(0))}, constant_sign)
    for moved, form in proof["positive"]:
        require(reader.proves(moved, form, True) and reader.regular(form), "a factor is not positive")
    reader = replace(reader, positive=tuple(moved for moved, _ in proof["positive"]))
    at_start = {name: parse(["q", str(start)])}
    beyond = {name: sum_of(at_start[name], variable(step))}
    f = parse(goal)
    require(reader.regular(substitute(f, beyond).tree()), "not continuous on the whole interval")
    for value in proof["values"]:
        require(reader.same(substitute(f, at_start).tree(), value), "another value at the bound")
        require(constant_sign(value) >= 0, "a value below zero at the bound")
        f = derivative(f, name)
    require(reader.proves(substitute(f, beyond).tree(), proof["form"], False), "the last derivative")


# -- rules that reduce a relation to others ----------------------------------------------------------------------------
def _check_scaling(stated: Goal, proof: Mapping[str, Any]) -> None:
    factor = proof["factor"]
    require(stated.defines(factor), "a factor with a value at fewer points")
    check(replace(stated, left=factor, operator=">", right=["q", "0"]), proof["positive"])
    both = replace(stated, left=["*", stated.left, factor], right=["*", stated.right, factor])
    check(both, proof["proof"])


def _check_cases(stated: Goal, proof: Mapping[str, Any]) -> None:
    name, at = proof["variable"], read_rational(proof["at"])
    bounds = stated.domain[name]
    require(bounds.contains(at), "the cut lies outside the domain")
    for part, side in zip(proof["proofs"], sides_of(bounds, at), strict=True):
        check(replace(stated, domain={**stated.domain, name: side}), part)


def sides_of(bounds: Bounds, at: Fraction) -> tuple[Bounds, Bounds]:
    """Return the bounds below and above a cut, which both contain; integers above begin with the next one."""
    above = replace(bounds, low=at + 1 if bounds.integer else at, low_open=False)
    return replace(bounds, high=at, high_open=False), above


def _check_each(stated: Goal, proof: Mapping[str, Any]) -> None:
    name = proof["variable"]
    rest = {other: bounds for other, bounds in stated.domain.items() if other != name}
    for value, part in zip(integers_of(stated.domain[name]), proof["proofs"], strict=True):
        check(substitute_integer(stated, name, value, rest), part)


def integers_of(bounds: Bounds) -> list[int]:
    """Return the values of an integer variable with two bounds."""
    require(bounds.integer and bounds.low is not None and bounds.high is not None, "not finitely many values")
    assert bounds.low is not None and bounds.high is not None
    require(bounds.high - bounds.low < MOST_VALUES, "too many values")
    return [k for k in range(ceil(bounds.low), floor(bounds.high) + 1) if bounds.contains(Fraction(k))]


def substitute_integer(stated: Goal, name: str, value: int, rest: Variables) -> Goal:
    """Substitute a value of an integer variable; write out the sums that get literal bounds."""
    at = stated.substitute({name: ["q", str(value)]}, rest)
    given = tuple((expand_sums(a), o, expand_sums(b)) for a, o, b in at.given)
    return replace(at, left=expand_sums(at.left), right=expand_sums(at.right), given=given)


def _check_induction(stated: Goal, proof: Mapping[str, Any]) -> None:
    base, step = induction_parts(stated, proof["variable"])
    check(base, proof["base"])
    check(step, proof["step"])


def induction_parts(stated: Goal, name: str) -> tuple[Goal, Goal]:
    """Return the relation at the first integer, and between the differences of the sides at k + 1 and k.

    Both sides must have a value at every integer of the domain, or the induction would stop there.
    """
    bounds = stated.domain[name]
    require(bounds.integer and bounds.low is not None and bounds.high is None, "no integer from a first one on")
    require(not any(name in free_names(tree) for a, _, b in stated.given for tree in (a, b)), "given depends on it")
    assert bounds.low is not None
    first = floor(bounds.low) + 1 if bounds.low_open else ceil(bounds.low)
    later = {**stated.domain, name: Bounds(low=Fraction(first))}
    for side in (stated.left, stated.right):
        require(_has_values(side, {**later, name: replace(later[name], integer=True)}), "a side may have no value")
    rest = {other: known for other, known in stated.domain.items() if other != name}
    left, right = (_forward_difference(side, name, first) for side in (stated.left, stated.right))
    weaker = {"<": "<=", ">": ">="}.get(stated.operator, stated.operator)
    return substitute_integer(stated, name, first, rest), Goal(left, weaker, right, later, stated.given)


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
    require(not _has_sum(tree), "a sum inside of something else")
    return ["+", substitute_trees(tree, {name: after}), ["*", ["q", "-1"], tree]]


def _has_sum(tree: StatedTree) -> bool:
    return tree[0] == "sum" or (tree[0] not in ("q", "v") and any(map(_has_sum, tree[1:])))


# -- rules with a new variable -----------------------------------------------------------------------------------------
def _check_in_new_variable(stated: Goal, proof: Mapping[str, Any]) -> None:
    check(in_new_variable(stated, proof["rule"], proof["variable"], proof["name"]), proof["proof"])


def in_new_variable(stated: Goal, rule: str, old: str, new: str) -> Goal:
    """Return the relation with the variable ``old`` expressed by a ``new`` one, as the rule says."""
    require(new not in stated.domain, f"the name {new} is taken")
    value, bounds = new_variable(rule, stated.domain[old], new)
    domain = {name: known for name, known in stated.domain.items() if name != old} | {new: bounds}
    return stated.substitute({old: value}, domain)


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


def _check_slack(stated: Goal, proof: Mapping[str, Any]) -> None:
    sign, moved = with_slack(stated, proof["number"], proof["variable"], proof["name"], proof["form"])
    if sign is not None:
        check(sign, proof["positive"])
    check(moved, proof["proof"])


def with_slack(stated: Goal, number: int, name: str, new: str, form: str) -> tuple[Goal | None, Goal]:
    """Return the relation with a given bound E of a variable put in, and that E > 0 where the form needs it.

    Every point where x >= E holds has its t = x - E >= 0, and so on: nothing is left out by putting E + t in.
    """
    left, operator, right = stated.given[number]
    if right == ["v", name]:
        left, operator, right = right, _TURNED[operator], left
    require(left == ["v", name] and operator in _TURNED and name not in free_names(right), "not a bound of a variable")
    require(new not in stated.domain and form in ("sum", "factor", "share"), "no such form")
    old, t, upper = stated.domain[name], ["v", new], operator in ("<=", "<")
    bounds, sign = Bounds(low=Fraction(0), low_open=operator in ("<", ">")), None
    rest = {other: known for other, known in stated.domain.items() if other != name}
    given = tuple(each for place, each in enumerate(stated.given) if place != number)
    if form == "sum":
        value = ["+", right, ["*", ["q", "-1"], t] if upper else t]
    elif form == "share":
        require(upper and old.sign is not None, "a share of something that is not above it")
        value, bounds = ["*", right, t], Bounds(Fraction(0), Fraction(1), low_open=old.sign == 1)
    else:
        require(not upper or old.sign == 1, "a factor of something that may vanish")
        about = tuple(each for each in given if name not in free_names(each[0]) | free_names(each[2]))
        sign = Goal(right, ">", ["q", "0"], rest, about)
        more = ["+", ["q", "1"], t]
        value = ["*", right, ["^", more, ["q", "-1"]] if upper else more]
    return sign, replace(stated, given=given).substitute({name: value}, {**rest, new: bounds})


# -- rules about the form of the sides ---------------------------------------------------------------------------------
def _check_either(stated: Goal, proof: Mapping[str, Any]) -> None:
    tree = proof["tree"]
    known = {"min": 3, "max": 3, "abs": 2}
    require(known.get(tree[0]) == len(tree), "neither a minimum nor a maximum of two")
    require(not _has_index(tree) and stated.defines(*tree[1:]), "may have no value where the relation has one")
    for part, proved in zip(either_of(stated, tree), proof["proofs"], strict=True):
        check(part, proved)


def either_of(stated: Goal, tree: StatedTree) -> Iterator[Goal]:
    """Yield the relation for each branch of a minimum, maximum or absolute value, given that branch."""
    if tree[0] == "abs":
        zero = ["q", "0"]
        choices = [(tree[1], (tree[1], ">=", zero)), (["*", ["q", "-1"], tree[1]], (tree[1], "<=", zero))]
    else:
        operator = "<=" if tree[0] == "min" else ">="
        choices = [(a, (a, operator, b)) for a, b in ((tree[1], tree[2]), (tree[2], tree[1]))]
    for this, relation in choices:
        left, right = (replace_subtree(side, tree, this) for side in (stated.left, stated.right))
        given = tuple((replace_subtree(a, tree, this), o, replace_subtree(b, tree, this)) for a, o, b in stated.given)
        yield Goal(left, stated.operator, right, stated.domain, (*given, relation))


def _has_index(tree: StatedTree) -> bool:
    """Return whether the tree holds a sum: one with symbolic bounds, since others are written out."""
    return tree[0] == "sum" or (tree[0] not in ("q", "v") and any(map(_has_index, tree[1:])))


def _check_square(stated: Goal, proof: Mapping[str, Any]) -> None:
    require(stated.operator != "=", "equal squares have no sign")
    large = stated.right if stated.operator in ("<=", "<") else stated.left
    check(replace(stated, left=large, operator=">=", right=["q", "0"]), proof["nonnegative"])
    squares = (["^", side, ["q", "2"]] for side in (stated.left, stated.right))
    check(replace(stated, left=next(squares), right=next(squares)), proof["proof"])


def _check_logarithm(stated: Goal, proof: Mapping[str, Any]) -> None:
    for side, part in zip((stated.left, stated.right), proof["positive"], strict=True):
        check(replace(stated, left=side, operator=">", right=["q", "0"]), part)
    check(between_logarithms(stated), proof["proof"])


def between_logarithms(stated: Goal) -> Goal:
    """Return the relation between the logarithms of the sides; of e^u and x^y these are u and y ln x."""

    def logarithm(tree: StatedTree) -> StatedTree:
        if tree[0] == "exp":
            return tree[1]
        return ["*", tree[2], ["log", tree[1]]] if tree[0] == "^" and tree[2][0] != "q" else ["log", tree]

    return replace(stated, left=logarithm(stated.left), right=logarithm(stated.right))


def _check_valley(stated: Goal, proof: Mapping[str, Any]) -> None:
    name, at = proof["variable"], proof["at"]
    bounds = stated.domain[name]
    require(stated.operator != "=" and not bounds.integer, "no difference that moves continuously")
    require(all(name not in free_names(tree) for a, _, b in stated.given for tree in (a, b)), "given depends on it")
    require(_lies_in(at, bounds, stated.domain), "the bottom may lie outside the domain")
    require(SignReader(stated.domain, constant_sign).regular(stated.goal), "not smooth everywhere")
    rest = {other: known for other, known in stated.domain.items() if other != name}
    check(stated.substitute({name: at}, rest), proof["bottom"])
    slope = derivative(parse(stated.goal), name).tree()
    if "slope" in proof:
        moving = ["*", slope, ["+", ["v", name], ["*", ["q", "-1"], at]]]
        check(Goal(moving, ">=", ["q", "0"], stated.domain, stated.given), proof["slope"])
        return
    require(at[0] == "q", "sides of something that is not a number")
    here = read_rational(at[1])
    for operator, side, part in (
        ("<=", replace(bounds, high=here, high_open=False), "below"),
        (">=", replace(bounds, low=here, low_open=False), "above"),
    ):
        if side.low != side.high or side.low is None:
            domain = {**stated.domain, name: side}
            check(Goal(slope, operator, ["q", "0"], domain, stated.given), proof[part])


def _check_product(stated: Goal, proof: Mapping[str, Any]) -> None:
    for each, part in zip(factors_of(stated, proof["factors"]), proof["proofs"], strict=True):
        check(each, part)


def factors_of(stated: Goal, pairs: Sequence[tuple[StatedTree, StatedTree]]) -> list[Goal]:
    """Return the relations a >= b (a > b if strict) for factors a - b of the difference of the sides."""
    require(stated.operator != "=" and stated.defines(*(x for pair in pairs for x in pair)), "a value at fewer points")
    product = ["*", *(goal_of(a, ">=", b) for a, b in pairs)]
    require(stated.algebra.equal(stated.goal, product), "another product")
    return [replace(stated, left=a, operator=">" if stated.strict else ">=", right=b) for a, b in pairs]


def _check_limit(stated: Goal, proof: Mapping[str, Any]) -> None:
    for relation, part in zip(
        limit_parts(stated, proof["variable"], _proof_difference(stated, proof)), proof["proofs"], strict=True
    ):
        check(relation, part)


def limit_parts(stated: Goal, name: str, goal: StatedTree) -> tuple[Goal, Goal]:
    """Return the relations "limit of the difference >= 0" and "slope <= 0" (< 0 if strict)."""
    bounds = replace(stated.domain[name], integer=False)
    domain = {**stated.domain, name: bounds}
    require(bounds.high is None, "a variable with an upper bound")
    require(all(name not in free_names(tree) for a, _, b in stated.given for tree in (a, b)), "given depends on it")
    end = limit_of(goal, name)
    require(not isinstance(end, int), "no finite limit")
    require(SignReader(domain, constant_sign).regular(goal), "not smooth everywhere")
    rest = {other: known for other, known in stated.domain.items() if other != name}
    slope = derivative(parse(goal), name).tree()
    falls = Goal(slope, "<" if stated.strict else "<=", ["q", "0"], domain, stated.given)
    return Goal(end, ">=", ["q", "0"], rest, stated.given), falls


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


_RULES: dict[str, Callable[[Goal, Mapping[str, Any]], None]] = {
    "given": _check_given,
    "exact": _check_exact,
    "identity": _check_identity,
    "signs": _check_signs,
    "box": _check_box,
    "growth": _check_growth,
    "scaled": _check_scaling,
    "cases": _check_cases,
    "each": _check_each,
    "induction": _check_induction,
    **dict.fromkeys(("mirror", "reciprocal", "exponential", "shift", "square"), _check_in_new_variable),
    "slack": _check_slack,
    "either": _check_either,
    "squared": _check_square,
    "logarithm": _check_logarithm,
    "product": _check_product,
    "limit": _check_limit,
    "valley": _check_valley,
}
