"""The rules by which a certificate of kind ``claim`` proves a relation, and the point by which it refutes one.

A ``proof`` is a rule by its name, with its parameters. The rules that settle a relation:

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

Any other rule leads to other relations (``replcalc.kernel.reductions``), for each of which ``proofs`` has a proof.
``and`` {proofs} proves the relations of a conclusion one by one; ``point`` {number, point} refutes the relation of that
number, which fails there where both its sides have a value.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from replcalc.kernel.boxes import LeafChecker, covers, region_of
from replcalc.kernel.reductions import subgoals
from replcalc.kernel.relations import Goal, goal_of, holds_at, read_conclusion
from replcalc.kernel.signs import SignReader
from replcalc.kernel.trees import derivative, parse, substitute, sum_of, variable
from replcalc.kernel.values import Region, constant_sign, require
from replcalc.kernel.variables import Bounds, Variables, family_of, read_rational, variable_names
from replcalc.numbers.enclosure import Verdict


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
    """Raise unless the proof proves the relation."""
    if proof["rule"] in _SETTLING:
        _SETTLING[proof["rule"]](stated, proof)
        return
    parameters = {name: value for name, value in proof.items() if name not in ("rule", "proofs")}
    for each, part in zip(subgoals(stated, proof["rule"], **parameters), proof["proofs"], strict=True):
        check(each, part)


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


def _check_box(stated: Goal, proof: Mapping[str, Any]) -> None:
    goal, domain = stated.difference(proof.get("goal", stated.goal)), box_of(stated.domain)
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
    goal, name, step = stated.difference(proof.get("goal", stated.goal)), proof["variable"], proof["step"]
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


_SETTLING: dict[str, Callable[[Goal, Mapping[str, Any]], None]] = {
    "given": _check_given,
    "exact": _check_exact,
    "identity": _check_identity,
    "signs": _check_signs,
    "box": _check_box,
    "growth": _check_growth,
}
