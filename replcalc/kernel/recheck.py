"""Re-verifies certificates with other means than the prover: mpmath.iv intervals, its own derivatives and algebra.

``recheck`` returns the verdict that a certificate establishes, or UNDECIDED if it does not check out. It never imports
the prover or sympy; what it trusts is interval arithmetic, the few rules below and exact Fractions. A leaf is verified
by its stated form; since other arithmetic and other derivatives give slightly different enclosures, a leaf may be cut
into smaller pieces, a bounded number of times, to verify that same form.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from replcalc.kernel.algebra import Algebra
from replcalc.kernel.boxes import Leaves, covers, region_of
from replcalc.kernel.certificate import Certificate
from replcalc.kernel.conclusions import conclusion_verdict
from replcalc.kernel.finite import COMPARE, finite_fails, finite_holds
from replcalc.kernel.signs import Reader, signs_hold
from replcalc.kernel.statement import is_goal_of
from replcalc.kernel.trees import derivative, numeral, parse, restrict, substitute, sum_of, variable
from replcalc.kernel.values import Intervals, constant_sign, node_sign, require
from replcalc.kernel.variables import Bounds, nonnegative, read_rational, variable_names, variables_of
from replcalc.numbers.enclosure import Verdict


def recheck(certificate: Certificate) -> Verdict:
    """The verdict the certificate establishes; UNDECIDED if anything in it fails to verify."""
    try:
        return _CHECKS[certificate.kind](certificate.data)
    except Exception:  # whatever a document from elsewhere makes go wrong, it establishes nothing
        return Verdict.UNDECIDED


# -- kinds -------------------------------------------------------------------------------------------------------------
def _exact(data: Mapping[str, Any]) -> Verdict:
    verdict, relation = _exact_relation(data), data["relation"]
    require(verdict is Verdict.REFUTED or relation["left"] != relation["right"], "equal sides say nothing")
    return verdict


def _exact_relation(data: Mapping[str, Any]) -> Verdict:
    relation = data["relation"]
    difference = parse(["+", relation["right"], ["*", ["q", "-1"], relation["left"]]])
    sign = node_sign(difference)
    require(sign == data["sign"], "the recorded sign is wrong")
    if sign:
        low, high = map(read_rational, data["difference"])
        intervals = Intervals(60)
        value, least, most = (intervals.value(node, {}) for node in (difference, numeral(low), numeral(high)))
        require((value.b >= least.a) is True, "outside the recorded enclosure")
        require((value.a <= most.b) is True, "outside the recorded enclosure")
    return Verdict.PROVED if COMPARE[relation["operator"]](0, sign) else Verdict.REFUTED


def _algebra(data: Mapping[str, Any]) -> Algebra:
    return Algebra(nonnegative(variables_of(data["symbols"])))


def _identity(data: Mapping[str, Any]) -> Verdict:
    require(data["left"] != data["right"], "two sides that are the same say nothing")
    require(_algebra(data).equal(data["left"], data["right"]), "the normal forms differ")
    return Verdict.PROVED


def _states(kind: str, data: Mapping[str, Any]) -> None:
    """The relation that the certificate shows is the one whose goal it proves or refutes."""
    if "relation" in data:
        require(is_goal_of(data["relation"], kind, data), "the goal is not the difference of the two sides shown")


def _point(data: Mapping[str, Any]) -> Verdict:
    """A point of the domain of a ``box``, ``signs``, ``growth`` or ``identity`` at which it certainly fails."""
    point = {name: read_rational(value) for name, value in data["point"].items()}
    for whole in data["integers"]:
        value = restrict(parse(whole), point)
        require(value.head == "q" and value.value.denominator == 1, "the point is not integral where it has to be")
    _inside(data, point)
    is_identity = data["of"] == "identity"
    goal = parse(["+", data["left"], ["*", ["q", "-1"], data["right"]]] if is_identity else data["goal"])
    at = {name: (value, value) for name, value in point.items()}
    require(Intervals().continuous(goal, at), "the goal has no value at the point")
    sign = node_sign(restrict(goal, point))
    if is_identity:
        require(sign != 0, "the two sides agree at the point")
        return Verdict.REFUTED
    _states(data["of"], data)
    require(sign < 0 or (sign == 0 and data["strict"]), "the goal holds at the point")
    return Verdict.REFUTED


def _inside(data: Mapping[str, Any], point: Mapping[str, Fraction]) -> None:
    """Does the point satisfy everything the statement asks of its variables?"""
    if data["of"] == "box":
        domain = region_of(data["domain"])
        require({*point} == {*domain}, "other variables")
        for name, (low, high) in domain.items():
            require(low <= point[name] <= high, "the point lies outside the domain")
        for name, end in data["open"]:
            require(point[name] != domain[name][end == "upper"], "the point lies on an end that is left out")
        for assumption in data["assumptions"]:
            sign = node_sign(restrict(parse(assumption["goal"]), point))
            require(sign > 0 or (sign == 0 and not assumption["strict"]), "an assumption fails at the point")
        return
    bounds = variables_of(data["symbols"])
    require({*point} == {*bounds} | ({data["symbol"]} if data["of"] == "growth" else set()), "other variables")
    require(all(b.contains(point[name]) for name, b in bounds.items()), "the point lies outside the bounds")
    if data["of"] == "growth":
        beyond = ["+", ["q", str(point[data["symbol"]])], ["*", ["q", "-1"], data["start"]]]
        require(node_sign(restrict(parse(beyond), point)) >= 0, "the point lies before the start")


def _all(data: Mapping[str, Any]) -> Verdict:
    require(bool(data["parts"]), "an empty conjunction")
    for name, part in data["parts"].items():
        require(recheck(Certificate.from_json(part)) is Verdict.PROVED, f"part {name}")
    return Verdict.PROVED


def _witness(data: Mapping[str, Any]) -> Verdict:
    """A counterexample: its hypotheses are proved, its conclusion is refuted."""
    require(recheck(Certificate.from_json(data["premises"])) is Verdict.PROVED, "the hypotheses")
    require(recheck(Certificate.from_json(data["conclusion"])) is Verdict.REFUTED, "the conclusion")
    return Verdict.REFUTED


def _finite(data: Mapping[str, Any]) -> Verdict:
    """Exact comparisons for all indices, computed again; or one that fails."""
    if "fails" in data:
        require(finite_fails(data), "the comparison does not fail")
        return Verdict.REFUTED
    require(finite_holds(data), "a comparison fails")
    return Verdict.PROVED


def _signs(data: Mapping[str, Any]) -> Verdict:
    _states("signs", data)
    require(signs_hold(data, constant_sign), "the sign of the form cannot be read off")
    return Verdict.PROVED


def _growth(data: Mapping[str, Any]) -> Verdict:
    """f >= 0 from the start on: its first derivatives are >= 0 there, and the next one is evidently so beyond.

    That argument needs f and those derivatives to be continuous all the way: f is smooth for every value of its
    variables, with start + step (step >= 0, a name that occurs nowhere else) put in for the symbol.
    """
    _states("growth", data)
    require(not data["strict"], "growth from a value of at least zero is not strict")
    f, name, start, step = parse(data["goal"]), data["symbol"], parse(data["start"]), data["step"]
    variables = variables_of(data["symbols"])
    occurring = {*variable_names(data["goal"]), *variable_names(data["start"]), *variables, name}
    require(step not in occurring, f"the name {step} of the step occurs in the goal")
    require(occurring - {name} <= set(variables) and name not in variables, "a variable without bounds")
    reader = Reader({**variables, step: Bounds(low=Fraction(0))}, constant_sign)
    positive = [(moved, form) for moved, form in data["positive"]]
    for moved, form in positive:
        require(reader.proves(moved, form, True) and reader.regular(form), "a factor is not positive")
    reader = Reader(reader.variables, reader.constant_sign, tuple(moved for moved, _ in positive))
    beyond = sum_of(start, variable(step))
    require(reader.regular(substitute(f, {name: beyond}).tree()), "not continuous on the whole interval")
    for value in data["values"]:
        relation = value["relation"]
        weak = (value["kind"], relation["operator"], relation["right"]) == ("exact", ">=", ["q", "0"])
        require(weak, "not a value at the start")
        require(_exact_relation(value) is Verdict.PROVED, "a value at the start")
        require(reader.same(substitute(f, {name: start}).tree(), relation["left"]), "another function")
        f = derivative(f, name)
    require(reader.proves(substitute(f, {name: beyond}).tree(), data["form"], False), "the last derivative")
    return Verdict.PROVED


def _box(data: Mapping[str, Any]) -> Verdict:
    _states("box", data)
    domain = region_of(data["domain"])
    leaves = [(region_of(leaf["box"]), leaf["proof"]) for leaf in data["leaves"]]
    require(all(set(region) == set(domain) for region, _ in leaves), "a leaf has other variables")
    require(covers(domain, [region for region, _ in leaves]), "the boxes do not cover the domain")
    checker = Leaves(domain, {(name, end) for name, end in data["open"]}, data["assumptions"])
    goal = parse(data["goal"])
    for region, proof in leaves:
        require(checker.holds(goal, region, bool(data["strict"]), proof), f"the proof fails on {region}")
    return Verdict.PROVED


def _claim(data: Mapping[str, Any]) -> Verdict:
    return conclusion_verdict(data, lambda leaf: recheck(Certificate.from_json(leaf)))


_CHECKS = {
    "claim": _claim,
    "exact": _exact,
    "identity": _identity,
    "point": _point,
    "all": _all,
    "witness": _witness,
    "finite": _finite,
    "signs": _signs,
    "growth": _growth,
    "box": _box,
}
