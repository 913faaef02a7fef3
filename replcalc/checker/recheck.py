"""Re-verifies certificates with other means than the prover: mpmath.iv intervals, its own derivatives and algebra.

``recheck`` returns the verdict that a certificate establishes, or UNDECIDED if it does not check out. It never imports
the prover or sympy; what it trusts is interval arithmetic, the few rules below and exact Fractions. A leaf is verified
by its stated form; since other arithmetic and other derivatives give slightly different enclosures, a leaf may be cut
into smaller pieces, a bounded number of times, to verify that same form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import fmpq
from mpmath.libmp import ComplexResult

from replcalc.checker.algebra import Algebra
from replcalc.checker.certificate import Certificate
from replcalc.checker.finite import finite_fails, finite_holds
from replcalc.checker.signs import Reader, signs_hold
from replcalc.checker.trees import Node, add, derivative, negative, parse, restrict, substitute
from replcalc.checker.variables import Bounds, nonnegative, rational, variable_names, variables_of
from replcalc.numbers.fields import IntervalField
from replcalc.numbers.verdict import Verdict

#: How often a leaf may be halved while its form is verified.
REFINEMENTS = 7
#: Decimal digits tried for the sign of a constant.
DIGITS = (40, 150, 600)

Region = dict[str, tuple[Fraction, Fraction]]


class Unverified(Exception):
    """Something in the certificate does not hold, or cannot be shown to."""


def recheck(certificate: Certificate) -> Verdict:
    """The verdict the certificate establishes; UNDECIDED if anything in it fails to verify."""
    try:
        return _CHECKS[certificate.kind](certificate.data)
    except Exception:  # whatever a document from elsewhere makes go wrong, it establishes nothing
        return Verdict.UNDECIDED


def _require(fact: bool, what: str) -> None:
    if not fact:
        raise Unverified(what)


# -- values ------------------------------------------------------------------------------------------------------------
def _exact(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


class _Intervals:
    """Evaluates nodes over regions in mpmath.iv."""

    def __init__(self, digits: int = 40) -> None:
        self.field = IntervalField(digits)
        self.face = True

    def _variables(self, region: Region) -> dict[str, Any]:
        self.face = not region or any(low == high for low, high in region.values())
        return {name: self.field.hull(_exact(low), _exact(high)) for name, (low, high) in region.items()}

    def _under(self, a: Any, b: Any) -> bool:
        """Is a the smaller one? On a face (or at a point) equal branches say nothing about the box beside it."""
        return (a.b < b.a) is True if self.face else (a.b <= b.a) is True

    def continuous(self, node: Node, region: Region) -> bool:
        """Is the node defined on the whole region without touching a singularity, and hence continuous there?"""
        variables = self._variables(region)
        memo: dict[int, Any] = {}
        try:
            self._walk(node, variables, memo)
            return not self._singular(node, variables, memo, set())
        except (ComplexResult, ZeroDivisionError, ValueError, _Undefined):
            return False

    def _singular(self, node: Node, variables: Mapping[str, Any], memo: dict[int, Any], seen: set[int]) -> bool:
        """Does a denominator or a logarithm's argument touch zero in the node, or is a branch not certain?"""
        if id(node) in seen:
            return False
        seen.add(id(node))
        if node.head == "chosen":
            a, b = (self._walk(arg, variables, memo) for arg in node.args[:2])
            if not self._under(a, b) and not self._under(b, a):
                return True
        if node.head in ("log", "^"):
            rational = node.head == "^" and node.args[1].head == "q"
            base = self._walk(node.args[0], variables, memo)
            harmless = rational and node.args[1].value > 0
            if not harmless and (base.a <= 0) is not False and (base.b >= 0) is not False:
                return True
        return any(self._singular(a, variables, memo, seen) for a in node.args)

    def value(self, node: Node, region: Region) -> Any:
        """An interval, or None where the node is not defined on the whole region."""
        variables = self._variables(region)
        try:
            return self._walk(node, variables, {})
        except (ComplexResult, ZeroDivisionError, ValueError, _Undefined):
            return None

    def _walk(self, node: Node, variables: Mapping[str, Any], memo: dict[int, Any]) -> Any:
        key = id(node)
        if key not in memo:
            memo[key] = self._compute(node, variables, memo)
        return memo[key]

    def _compute(self, node: Node, variables: Mapping[str, Any], memo: dict[int, Any]) -> Any:
        head = node.head
        if head == "q":
            return self.field.number(_exact(node.value))
        if head == "v":
            return variables[node.name]
        if head == "pi":
            return self.field.function("pi")
        if head == "^" and node.args[1].head == "q":
            return self.field.power(self._walk(node.args[0], variables, memo), _exact(node.args[1].value))
        values = [self._walk(a, variables, memo) for a in node.args]
        if head in ("+", "*"):
            result = values[0]
            for v in values[1:]:
                result = result + v if head == "+" else result * v
            return result
        if head == "^":
            return self.field.function("exp", values[1] * self.field.function("log", values[0]))
        if head in ("chosen", "fixed"):
            a, b, p, q = values
            if self._under(a, b):
                return p
            if self._under(b, a):
                return q
            if head == "fixed":
                raise _Undefined
            return self.field.context.mpf([min(p.a, q.a), max(p.b, q.b)])
        return self.field.function(head, *values)


class _Undefined(Exception):
    """A second derivative at a kink."""


def _sign(node: Node) -> int:
    """The sign of a constant node: zero by algebra, otherwise by intervals of rising precision."""
    for digits in DIGITS:
        value = _Intervals(digits).value(node, {})
        _require(value is not None, "a constant has no value")
        if (value > 0) is True:
            return 1
        if (value < 0) is True:
            return -1
        if digits == DIGITS[0] and Algebra().is_zero(node.tree()):
            return 0
    raise Unverified("the sign of a constant is not certain")


def constant_sign(tree: Any) -> int:
    """-1, 0 or 1 for a tree without variables; Unverified if it is not certain."""
    return _sign(parse(tree))


_TESTS = {
    "<=": lambda sign: sign <= 0,
    "<": lambda sign: sign < 0,
    ">=": lambda sign: sign >= 0,
    ">": lambda sign: sign > 0,
    "==": lambda sign: sign == 0,
    "!=": lambda sign: sign != 0,
}


# -- kinds -------------------------------------------------------------------------------------------------------------
def _exact_relation(data: Mapping[str, Any]) -> Verdict:
    relation = data["relation"]
    difference = parse(["+", relation["right"], ["*", ["q", "-1"], relation["left"]]])
    sign = _sign(difference)
    _require(sign == data["sign"], "the recorded sign is wrong")
    if sign:
        low, high = map(rational, data["difference"])
        value = _Intervals(60).value(difference, {})
        field = IntervalField(60)
        _require((value.b >= field.number(_exact(low)).a) is True, "outside the recorded enclosure")
        _require((value.a <= field.number(_exact(high)).b) is True, "outside the recorded enclosure")
    return Verdict.PROVED if _TESTS[relation["operator"]](-sign) else Verdict.REFUTED


def _algebra(data: Mapping[str, Any]) -> Algebra:
    return Algebra(nonnegative(variables_of(data["symbols"])))


def _identity(data: Mapping[str, Any]) -> Verdict:
    _require(_algebra(data).equal(data["left"], data["right"]), "the normal forms differ")
    return Verdict.PROVED


def _point(data: Mapping[str, Any]) -> Verdict:
    """A point of the domain of a ``box``, ``signs``, ``growth`` or ``identity`` at which it certainly fails."""
    point = {name: rational(value) for name, value in data["point"].items()}
    for whole in data["integers"]:
        value = restrict(parse(whole), point)
        _require(value.head == "q" and value.value.denominator == 1, "the point is not integral where it has to be")
    _inside(data, point)
    if data["of"] == "identity":
        goal: Any = ["+", data["left"], ["*", ["q", "-1"], data["right"]]]
        _require(_sign(restrict(parse(goal), point)) != 0, "the two sides agree at the point")
        return Verdict.REFUTED
    sign = _sign(restrict(parse(data["goal"]), point))
    _require(sign < 0 or (sign == 0 and data["strict"]), "the goal holds at the point")
    return Verdict.REFUTED


def _inside(data: Mapping[str, Any], point: Mapping[str, Fraction]) -> None:
    """Does the point satisfy everything the statement asks of its variables?"""
    if data["of"] == "box":
        domain = _region(data["domain"])
        for name, (low, high) in domain.items():
            _require(low <= point[name] <= high, "the point lies outside the domain")
        for name, end in data["open"]:
            _require(point[name] != domain[name][end == "upper"], "the point lies on an end that is left out")
        for assumption in data["assumptions"]:
            sign = _sign(restrict(parse(assumption["goal"]), point))
            _require(sign > 0 or (sign == 0 and not assumption["strict"]), "an assumption fails at the point")
        return
    bounds = variables_of(data["symbols"])
    _require({*point} == {*bounds} | ({data["symbol"]} if data["of"] == "growth" else set()), "other variables")
    _require(all(b.contains(point[name]) for name, b in bounds.items()), "the point lies outside the bounds")
    if data["of"] == "growth":
        beyond = ["+", ["q", str(point[data["symbol"]])], ["*", ["q", "-1"], data["start"]]]
        _require(_sign(restrict(parse(beyond), point)) >= 0, "the point lies before the start")


def _all(data: Mapping[str, Any]) -> Verdict:
    _require(bool(data["parts"]), "an empty conjunction")
    for name, part in data["parts"].items():
        _require(recheck(Certificate.from_json(part)) is Verdict.PROVED, f"part {name}")
    return Verdict.PROVED


def _witness(data: Mapping[str, Any]) -> Verdict:
    """A counterexample: its hypotheses are proved, its conclusion is refuted."""
    _require(recheck(Certificate.from_json(data["premises"])) is Verdict.PROVED, "the hypotheses")
    _require(recheck(Certificate.from_json(data["conclusion"])) is Verdict.REFUTED, "the conclusion")
    return Verdict.REFUTED


def _finite(data: Mapping[str, Any]) -> Verdict:
    """Exact comparisons for all indices, computed again; or one that fails."""
    if "fails" in data:
        _require(finite_fails(data), "the comparison does not fail")
        return Verdict.REFUTED
    _require(finite_holds(data), "a comparison fails")
    return Verdict.PROVED


def _signs(data: Mapping[str, Any]) -> Verdict:
    _require(signs_hold(data, constant_sign), "the sign of the form cannot be read off")
    return Verdict.PROVED


def _growth(data: Mapping[str, Any]) -> Verdict:
    """f >= 0 from the start on: its first derivatives are >= 0 there, and the next one is evidently so beyond.

    That argument needs f and those derivatives to be continuous all the way: f is smooth for every value of its
    variables, with start + step (step >= 0, a name that occurs nowhere else) put in for the symbol.
    """
    f, name, start, step = parse(data["goal"]), data["symbol"], parse(data["start"]), data["step"]
    variables = variables_of(data["symbols"])
    occurring = {*variable_names(data["goal"]), *variable_names(data["start"]), *variables, name}
    _require(step not in occurring, f"the name {step} of the step occurs in the goal")
    _require(occurring - {name} <= set(variables) and name not in variables, "a variable without bounds")
    reader = Reader({**variables, step: Bounds(low=Fraction(0))}, constant_sign)
    positive = [(moved, form) for moved, form in data["positive"]]
    for moved, form in positive:
        _require(reader.proves(moved, form, True) and reader.regular(form), "a factor is not positive")
    reader = Reader(reader.variables, reader.constant_sign, tuple(moved for moved, _ in positive))
    beyond = add(start, Node("v", name=step))
    _require(reader.regular(substitute(f, {name: beyond}).tree()), "not continuous on the whole interval")
    for value in data["values"]:
        relation = value["relation"]
        weak = (value["kind"], relation["operator"], relation["right"]) == ("exact", ">=", ["q", "0"])
        _require(weak, "not a value at the start")
        _require(recheck(Certificate.from_json(value)) is Verdict.PROVED, "a value at the start")
        _require(reader.same(substitute(f, {name: start}).tree(), relation["left"]), "another function")
        f = derivative(f, name)
    _require(reader.proves(substitute(f, {name: beyond}).tree(), data["form"], False), "the last derivative")
    return Verdict.PROVED


def _box(data: Mapping[str, Any]) -> Verdict:
    domain = _region(data["domain"])
    leaves = [(_region(leaf["box"]), leaf["proof"]) for leaf in data["leaves"]]
    _require(all(set(region) == set(domain) for region, _ in leaves), "a leaf has other variables")
    _require(covers(domain, [region for region, _ in leaves]), "the boxes do not cover the domain")
    checker = _Leaves(domain, {(name, end) for name, end in data["open"]}, data["assumptions"])
    goal = parse(data["goal"])
    for region, proof in leaves:
        _require(checker.holds(goal, region, bool(data["strict"]), proof), f"the proof fails on {region}")
    return Verdict.PROVED


def _region(document: Mapping[str, Sequence[str]]) -> Region:
    region = {name: (rational(low), rational(high)) for name, (low, high) in document.items()}
    _require(all(low <= high for low, high in region.values()), "a box is empty")
    return region


def covers(domain: Region, boxes: Sequence[Region]) -> bool:
    """Is every point of the domain in some box? Cut the domain at a face of some box until each piece lies in one."""
    near = [b for b in boxes if all(overlap(b[n], domain[n]) for n in domain)]
    if any(all(b[n][0] <= low and high <= b[n][1] for n, (low, high) in domain.items()) for b in near):
        return True
    cuts = [(n, x) for b in near for n in domain for x in b[n] if domain[n][0] < x < domain[n][1]]
    if not cuts:
        return False
    name, at = sorted(cuts)[len(cuts) // 2]
    low, high = domain[name]
    return covers({**domain, name: (low, at)}, near) and covers({**domain, name: (at, high)}, near)


def overlap(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction]) -> bool:
    """Do two sides share more than an end point (or, for a degenerate side, that point)?"""
    low, high = max(a[0], b[0]), min(a[1], b[1])
    return low < high or (low == high and b[0] == b[1])


class _Leaves:
    """Verifies the proof of one leaf, form by form."""

    def __init__(
        self, domain: Region, open_ends: set[tuple[str, str]], assumptions: Sequence[Mapping[str, Any]]
    ) -> None:
        self.domain, self.open_ends, self.intervals = domain, open_ends, _Intervals()
        self.assumptions = [(parse(a["goal"]), bool(a["strict"])) for a in assumptions]

    def holds(self, f: Node, region: Region, strict: bool, proof: Mapping[str, Any]) -> bool:
        form = proof["form"]
        if form == "monotone":
            return self._monotone(f, region, strict, proof)
        fixed = {name: low for name, (low, high) in region.items() if low == high}
        if form in ("ball", "mean"):  # fixed values are put in first: exact folding keeps exact zeros exact
            return self._refined(restrict(f, fixed), region, strict, form == "mean", REFINEMENTS)
        if form == "zero":
            positive = {name for name, (low, _) in self.domain.items() if low >= 0}
            return not strict and bool(fixed) and Algebra(positive).is_zero(restrict(f, fixed).tree())
        if form == "point":
            sign = _sign(restrict(f, fixed)) if len(fixed) == len(region) else -1
            return sign > 0 or (sign == 0 and not strict)
        if form == "outside":
            g, g_strict = self.assumptions[proof["assumption"]]
            value = self.intervals.value(g, region)
            return value is not None and ((value.b < 0) is True or (g_strict and (value.b <= 0) is True))
        return False

    def _refined(self, f: Node, region: Region, strict: bool, mean: bool, depth: int) -> bool:
        value = self.intervals.value(f, region)
        if value is not None and _positive(value, strict):
            return True
        if mean and self._mean(f, region, strict):
            return True
        if depth == 0 or all(low == high for low, high in region.values()):
            return False
        name = max(region, key=lambda n: self._relative(n, region))
        low, high = region[name]
        middle = (low + high) / 2
        return all(
            self._refined(f, {**region, name: side}, strict, mean, depth - 1)
            for side in ((low, middle), (middle, high))
        )

    def _relative(self, name: str, region: Region) -> Fraction:
        whole = self.domain[name][1] - self.domain[name][0]
        return (region[name][1] - region[name][0]) / whole if whole else Fraction(0)

    def _mean(self, f: Node, region: Region, strict: bool) -> bool:
        if not self.intervals.continuous(f, region):
            return False
        centre = {name: ((low + high) / 2,) * 2 for name, (low, high) in region.items()}
        total = self.intervals.value(f, centre)
        for name, (low, high) in region.items():
            if low == high:
                continue
            slope = self.intervals.value(derivative(f, name), region)
            if slope is None or total is None:
                return False
            half = (high - low) / 2
            total = total + slope * self.intervals.field.hull(_exact(-half), _exact(half))
        return total is not None and _positive(total, strict)

    def _monotone(self, f: Node, region: Region, strict: bool, proof: Mapping[str, Any]) -> bool:
        name, end = proof["variable"], proof["end"]
        if not self.intervals.continuous(f, region):
            return False
        low, high = region[name]
        at = low if end == "lower" else high
        slope = derivative(f, name) if end == "lower" else negative(derivative(f, name))
        face = {**region, name: (at, at)}
        left_out = (name, end) in self.open_ends and at == self.domain[name][end == "upper"]
        if strict and left_out and self.holds(slope, region, True, proof["derivative"]):
            return self.holds(f, face, False, proof["face"])
        return self.holds(slope, region, False, proof["derivative"]) and self.holds(f, face, strict, proof["face"])


def _positive(value: Any, strict: bool) -> bool:
    return (value.a > 0) is True if strict else (value.a >= 0) is True


_CHECKS = {
    "exact": _exact_relation,
    "identity": _identity,
    "point": _point,
    "all": _all,
    "witness": _witness,
    "finite": _finite,
    "signs": _signs,
    "growth": _growth,
    "box": _box,
}
