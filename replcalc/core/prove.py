"""Deciding facts: identities, exact comparisons, inequalities on boxes. Verdict, certificate or counterexample.

Nothing here rests on sampling: PROVED comes with a certificate that ``replcalc.core.recheck`` re-verifies in another
arithmetic, REFUTED with a rational point at which exact or ball arithmetic shows the failure, and otherwise the answer
is UNDECIDED with the box where the search stopped.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp
from flint import fmpq

from replcalc.core.boxes import Box, End, Point, parse_cuts, point_text
from replcalc.core.branch import Domain, Function, Prover, ball_value, differentiable, rational, sign_of
from replcalc.core.certificate import Certificate, to_tree
from replcalc.core.enclosure import Enclosure, rational_text
from replcalc.core.errors import MalformedStatement, PrecisionExhausted, UnsupportedNode
from replcalc.core.normal_form import cross_products
from replcalc.core.numbers import parse_rational
from replcalc.core.ranges import RangeField
from replcalc.core.verdict import Verdict

#: How many boxes an inequality may be split into before it counts as undecided.
MAX_BOXES = 4000


@dataclass(frozen=True)
class Outcome:
    """A verdict and what it rests on. ``stuck``: the box at which an undecided search stopped."""

    verdict: Verdict
    method: str
    certificate: Certificate | None = None
    counterexample: Mapping[str, str] | None = None
    detail: str = ""
    stuck: Box | None = None


# -- writing relations -------------------------------------------------------------------------------------------------
def at_most(left: Any, right: Any) -> Any:
    """left <= right, kept as written."""
    return sp.Le(sp.sympify(left), sp.sympify(right), evaluate=False)


def below(left: Any, right: Any) -> Any:
    return sp.Lt(sp.sympify(left), sp.sympify(right), evaluate=False)


def at_least(left: Any, right: Any) -> Any:
    return sp.Ge(sp.sympify(left), sp.sympify(right), evaluate=False)


def above(left: Any, right: Any) -> Any:
    return sp.Gt(sp.sympify(left), sp.sympify(right), evaluate=False)


def equal(left: Any, right: Any) -> Any:
    return sp.Eq(sp.sympify(left), sp.sympify(right), evaluate=False)


def reparametrise(relation: Any, substitution: Mapping[Any, Any]) -> Any:
    """The relation in new variables, e.g. {x: 1/u - 1} for x in [0, oo) or {delta: c1*eps**2*t} for delta <= c1 eps^2."""
    exact = {symbol: sp.sympify(value) for symbol, value in substitution.items()}
    return relation.func(
        relation.lhs.subs(exact, simultaneous=True), relation.rhs.subs(exact, simultaneous=True), evaluate=False
    )


def cleared(relation: Any, factor: Any) -> Any:
    """Both sides times ``factor``, multiplied out. The caller answers for factor > 0 on the domain."""
    return relation.func(sp.expand(relation.lhs * factor), sp.expand(relation.rhs * factor), evaluate=False)


def _margin(relation: Any) -> tuple[Any, bool]:
    """The relation as (f, strict): f >= 0 or f > 0."""
    operator = relation.rel_op
    if operator in ("<=", "<"):
        return relation.rhs - relation.lhs, operator == "<"
    if operator in (">=", ">"):
        return relation.lhs - relation.rhs, operator == ">"
    raise MalformedStatement(f"not an inequality: {relation}")


def _relation_json(relation: Any) -> dict[str, Any]:
    return {"left": to_tree(relation.lhs), "operator": relation.rel_op, "right": to_tree(relation.rhs)}


# -- constants ---------------------------------------------------------------------------------------------------------
def prove_exact(relation: Any) -> Outcome:
    """A relation between constants: rationals exactly, anything else by balls at rising precision; equality of algebraic
    numbers by normal form or minimal polynomial."""
    difference = relation.rhs - relation.lhs
    if difference.free_symbols:
        raise MalformedStatement(f"not a constant relation: {relation}")
    sign = sign_of(difference)
    if sign is None and _algebraic_zero(difference):
        sign = 0
    if sign is None:
        return Outcome(Verdict.UNDECIDED, "exact", detail="the two sides agree to the precision ceiling")
    holds = {"<=": sign >= 0, "<": sign > 0, ">=": sign <= 0, ">": sign < 0, "==": sign == 0, "!=": sign != 0}[
        relation.rel_op
    ]
    data: dict[str, Any] = {"relation": _relation_json(relation), "sign": sign}
    if sign:
        data["difference"] = _enclosure_json(difference)
    certificate = Certificate("exact", data)
    if holds:
        return Outcome(Verdict.PROVED, "exact", certificate)
    left, right = (_constant_text(side) for side in (relation.lhs, relation.rhs))
    return Outcome(Verdict.REFUTED, "exact", certificate, {"left": left, "right": right})


def _algebraic_zero(expression: Any) -> bool:
    if expression.has(sp.exp, sp.log, sp.pi, sp.E) or not expression.is_algebraic:
        return False
    x = sp.Dummy("x")
    return bool(sp.minimal_polynomial(expression, x) == x)


def _enclosure_json(expression: Any) -> list[str]:
    for bits in (128, 256, 1024, 4096):
        ball = ball_value(expression, bits)
        if ball is not None and ball.is_finite() and (ball > 0 or ball < 0):
            enclosure = Enclosure.from_ball(ball)
            return list(enclosure.decimals(12))
    raise PrecisionExhausted("no enclosure")


def _constant_text(expression: Any) -> str:
    if expression.is_Rational:
        return str(expression)
    ball = ball_value(expression, 128)
    return "?" if ball is None else ball.str(15, radius=False)


# -- identities --------------------------------------------------------------------------------------------------------
def prove_identity(left: Any, right: Any) -> Outcome:
    """left = right for all values of the symbols: the two normal forms must be literally equal polynomials.

    Otherwise REFUTED by a rational point at which the enclosures of the two sides are disjoint, or UNDECIDED.
    """
    left, right = sp.sympify(left), sp.sympify(right)
    first, second = cross_products(left, right)
    if first == second:
        data = {"left": to_tree(left), "right": to_tree(right), "terms": len(sp.Add.make_args(first))}
        return Outcome(Verdict.PROVED, "identity", Certificate("identity", data))
    symbols = sorted((left - right).free_symbols, key=str)
    if any(isinstance(s, sp.Indexed | sp.Idx) for s in symbols) or (left - right).has(sp.Sum):
        return Outcome(Verdict.UNDECIDED, "identity", detail="the normal forms differ")
    for values in _test_points(len(symbols)):
        point = dict(zip(symbols, values, strict=True))
        substitution = {s: rational(v) for s, v in point.items()}
        difference = (left - right).xreplace(substitution)
        if difference.has(sp.nan, sp.zoo, sp.oo):
            continue
        sign = sign_of(difference)
        if sign:
            relation = equal(left, right)
            data = {"relation": _relation_json(relation), "point": point_text(point)}
            return Outcome(Verdict.REFUTED, "identity", Certificate("point", data), point_text(point))
    return Outcome(Verdict.UNDECIDED, "identity", detail="the normal forms differ, no separating point was found")


def _test_points(count: int) -> Iterable[tuple[fmpq, ...]]:
    """A few fixed rational points; a wrong identity almost always fails at the first."""
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29)
    for shift in range(6):
        yield tuple(fmpq(shift + 1, primes[(j + shift) % 10]) for j in range(count))


# -- inequalities on boxes ---------------------------------------------------------------------------------------------
def prove_on_box(
    relation: Any,
    box: Mapping[Any, tuple[Any, Any]],
    *,
    assumptions: Sequence[Any] = (),
    open_ends: Iterable[tuple[Any, End]] = (),
    cuts: Mapping[Any, Iterable[Any]] | None = None,
    substitute: Mapping[Any, Any] | None = None,
    max_boxes: int = MAX_BOXES,
    order: int = 3,
    bits: int = 96,
) -> Outcome:
    """An inequality for all points of a box that satisfy the assumptions, by branch and bound.

    ``box``: symbol -> (lower, upper), exact. ``open_ends``: pairs (symbol, "lower" | "upper") that the domain leaves
    out. ``cuts``: places where boxes are split first (kinks, interior points of equality). ``substitute``: rewrites the
    relation and the assumptions in the box's variables first. ``order``: how many derivatives a tight end may need.
    The relation is understood where both sides are defined; a singular end needs a form that is defined there (see
    ``cleared`` and ``reparametrise``), otherwise the search ends UNDECIDED at it.
    """
    if substitute:
        relation = reparametrise(relation, substitute)
        assumptions = [reparametrise(a, substitute) for a in assumptions]
    f, strict = _margin(relation)
    region = Box.of(box)
    missing = (f.free_symbols | {s for a in assumptions for s in a.free_symbols}) - set(region.symbols)
    if missing:
        raise MalformedStatement(f"no range for {sorted(map(str, missing))} in {relation}")
    search = _Search(
        goal=Function(differentiable(f)),
        strict=strict,
        domain=Domain(region, frozenset(open_ends), tuple(parse_cuts(cuts).items())),
        assumptions=[(Function(differentiable(g)), s) for g, s in map(_margin, assumptions)],
        number_field=RangeField(bits),
        order=order,
        max_boxes=max_boxes,
    )
    outcome = search.run()
    if outcome.counterexample is not None and substitute:
        outcome = _with_originals(outcome, substitute)
    return outcome


def _with_originals(outcome: Outcome, substitute: Mapping[Any, Any]) -> Outcome:
    """Add the original variables' values to a counterexample found in new variables."""
    assert outcome.counterexample is not None
    named = {str(s): sp.Rational(v) for s, v in outcome.counterexample.items()}
    values = dict(outcome.counterexample)
    for symbol, expression in substitute.items():
        at = sp.sympify(expression)
        at = at.xreplace({s: named[str(s)] for s in at.free_symbols if str(s) in named})
        values[str(symbol)] = _constant_text(at) if not at.free_symbols else str(at)
    return Outcome(outcome.verdict, outcome.method, outcome.certificate, values, outcome.detail)


@dataclass
class _Search:
    goal: Function
    strict: bool
    domain: Domain
    assumptions: list[tuple[Function, bool]]
    number_field: RangeField
    order: int
    max_boxes: int

    def run(self) -> Outcome:
        with self.number_field.active():
            return self._run()

    def _run(self) -> Outcome:
        for corner in self.domain.box.corners():
            if self._fails_at(corner):
                return self._refuted(corner)
        prover = Prover(self.domain, self.number_field, self.order)
        queue: list[tuple[float, int, Box]] = []
        leaves: list[dict[str, Any]] = []
        for number, box in enumerate(self._initial()):
            queue.append((0.0, number, box))
        count = len(queue)
        while queue:
            _, _, box = heapq.heappop(queue)
            proof = self._outside(box) or prover.prove(self.goal, box, self.strict)
            if proof is not None:
                leaves.append({"box": box.to_json(), "proof": proof})
                continue
            middle = box.midpoint()
            if self._fails_at(middle):
                return self._refuted(self._deepen(middle))
            if count + 2 > self.max_boxes or box.is_point:
                return Outcome(Verdict.UNDECIDED, "box", detail=f"stopped at {box}", stuck=box)
            for part in box.split(self._direction(box)):
                queue_item = (self._priority(part), count, part)
                heapq.heappush(queue, queue_item)
                count += 1
        leaves.sort(key=lambda leaf: str(leaf["box"]))
        certificate = Certificate("box", {**self._goal_json(), "leaves": leaves})
        return Outcome(Verdict.PROVED, "box", certificate, detail=_forms(leaves))

    def _initial(self) -> list[Box]:
        boxes = [self.domain.box]
        for symbol, values in self.domain.cuts:
            for value in values:
                parts: list[Box] = []
                for box in boxes:
                    low, high = box.ends(symbol)
                    parts += box.split(symbol, value) if low < value < high else (box,)
                boxes = parts
        return boxes

    def _priority(self, box: Box) -> float:
        """Lowest lower bound first: a failure is found early, and a proof needs every box anyway."""
        low = self.goal.on(box, self.number_field).low
        return float(low.mid()) if low.is_finite() else -1e300

    def _direction(self, box: Box) -> Any:
        """The variable in which f moves most over the box; relative width where the slope is unknown."""
        free = box.free
        if len(free) == 1:
            return free[0]
        moves = {}
        for symbol in free:
            slope = self.goal.derivative(symbol).on(box, self.number_field)
            size = abs(slope.low).max(abs(slope.high)) if slope.defined else None
            if size is None or not size.is_finite():
                return max(free, key=lambda s: box.width(s) / self.domain.box.width(s))
            moves[symbol] = float((size * (box.ends(symbol)[1] - box.ends(symbol)[0])).mid())
        return max(free, key=lambda s: moves[s])

    def _outside(self, box: Box) -> dict[str, Any] | None:
        for index, (g, strict) in enumerate(self.assumptions):
            values = g.on(box, self.number_field)
            if values.negative() or (strict and values.nonpositive()):
                return {"form": "outside", "assumption": index}
        return None

    def _fails_at(self, point: Point) -> bool:
        """Certainly inside the domain, all assumptions certain, and the goal certainly false."""
        for symbol, end in self.domain.open_ends:
            if point[symbol] == self.domain.box.end(symbol, end):
                return False
        box = Box(tuple((symbol, value, value) for symbol, value in point.items()))
        values = self.goal.on(box, self.number_field)
        if not values.defined or values.positive():
            return False
        if not values.negative():
            sign = sign_of(self.goal.at(point))
            if sign is None or sign > 0 or (sign == 0 and not self.strict):
                return False
        for g, strict in self.assumptions:
            sign = sign_of(g.at(point))
            if sign is None or sign < 0 or (sign == 0 and strict):
                return False
        return True

    def _deepen(self, point: Point) -> Point:
        """The simplest rational point nearby at which the goal still fails."""
        for digits in range(1, 12):
            rounded = {
                s: _clip(fmpq((v * 10**digits).floor(), 10**digits), *self.domain.box.ends(s)) for s, v in point.items()
            }
            if self._fails_at(rounded):
                return rounded
        return point

    def _refuted(self, point: Point) -> Outcome:
        data = {
            "goal": to_tree(self.goal.expression),
            "strict": self.strict,
            "point": point_text(point),
            **self._domain_json(),
        }
        return Outcome(Verdict.REFUTED, "box", Certificate("point", data), point_text(point))

    def _domain_json(self) -> dict[str, Any]:
        return {
            "domain": self.domain.box.to_json(),
            "open": sorted([str(s), e] for s, e in self.domain.open_ends),
            "assumptions": [{"goal": to_tree(g.expression), "strict": s} for g, s in self.assumptions],
        }

    def _goal_json(self) -> dict[str, Any]:
        return {"goal": to_tree(self.goal.expression), "strict": self.strict, **self._domain_json()}


def _clip(value: fmpq, low: fmpq, high: fmpq) -> fmpq:
    return low if value < low else high if value > high else value


def _forms(leaves: Sequence[Mapping[str, Any]]) -> str:
    """'12 boxes: 10 ball, 2 monotone'."""
    forms = [str(leaf["proof"]["form"]) for leaf in leaves]
    counts = ", ".join(f"{forms.count(name)} {name}" for name in sorted(set(forms)))
    return f"{len(leaves)} box{'es' if len(leaves) != 1 else ''}: {counts}"


# -- putting facts together --------------------------------------------------------------------------------------------
def prove_all(parts: Mapping[str, Outcome]) -> Outcome:
    """The conjunction of named facts: PROVED if all are, REFUTED by the first that is refuted."""
    verdict = Verdict.all(part.verdict for part in parts.values())
    methods = "+".join(sorted({part.method for part in parts.values()}))
    if verdict is Verdict.PROVED:
        data = {
            "parts": {name: part.certificate.to_json() for name, part in parts.items() if part.certificate is not None}
        }
        if len(data["parts"]) != len(parts):
            raise UnsupportedNode("a proved part has no certificate")
        return Outcome(
            verdict,
            methods,
            Certificate("all", data),
            detail="; ".join(f"{n}: {p.detail or p.method}" for n, p in parts.items()),
        )
    name, worst = next((n, p) for n, p in parts.items() if p.verdict is verdict)
    return Outcome(
        verdict, methods, worst.certificate, worst.counterexample, f"{name}: {worst.detail}".rstrip(": "), worst.stuck
    )


@dataclass(frozen=True)
class Best:
    """``constant`` is PROVED by ``proof``, ``beyond`` is REFUTED by ``refutation``; they differ by 10**-digits."""

    constant: fmpq
    beyond: fmpq
    proof: Outcome
    refutation: Outcome

    def __str__(self) -> str:
        return f"{rational_text(self.constant)} (not {rational_text(self.beyond)})"


def best_value(decide: Callable[[Any], Outcome], holds_at: Any, fails_at: Any, digits: int) -> Best:
    """The last decimal with ``digits`` decimals, going from ``holds_at`` to ``fails_at``, at which ``decide`` proves.

    ``decide`` gets a sympy Rational. Where the prover is undecided between the two the gap is wider than one unit.
    """
    scale = 10**digits
    good, bad = int((parse_rational(holds_at) * scale).floor()), int((parse_rational(fails_at) * scale).floor())
    known: dict[int, Outcome] = {}

    def at(step: int) -> Outcome:
        if step not in known:
            known[step] = decide(sp.Rational(step, scale))
        return known[step]

    if at(good).verdict is not Verdict.PROVED or at(bad).verdict is not Verdict.REFUTED:
        raise MalformedStatement(f"best value: {at(good).verdict} at {holds_at}, {at(bad).verdict} at {fails_at}")
    proved, other = good, bad
    while abs(proved - other) > 1:
        middle = (proved + other) // 2
        if at(middle).verdict is Verdict.PROVED:
            proved = middle
        else:
            other = middle
    refuted, other = bad, proved
    while abs(refuted - other) > 1:
        middle = (refuted + other) // 2
        if at(middle).verdict is Verdict.REFUTED:
            refuted = middle
        else:
            other = middle
    return Best(fmpq(proved, scale), fmpq(refuted, scale), at(proved), at(refuted))


def best_constant(
    make_relation: Callable[[Any], Any],
    box: Mapping[Any, tuple[Any, Any]],
    holds_at: Any,
    fails_at: Any,
    digits: int = 6,
    **hints: Any,
) -> Best:
    """The best constant in an inequality on a box: PROVED at ``constant``, REFUTED one unit further."""
    return best_value(lambda c: prove_on_box(make_relation(c), box, **hints), holds_at, fails_at, digits)


def largest_range(
    relation: Any,
    symbol: Any,
    box: Mapping[Any, tuple[Any, Any]],
    holds_at: Any,
    fails_at: Any,
    digits: int = 6,
    **hints: Any,
) -> Best:
    """How far the upper end of ``symbol`` can go: PROVED up to ``constant``, REFUTED on the range up to ``beyond``."""

    def decide(end: Any) -> Outcome:
        return prove_on_box(relation, {**box, symbol: (box[symbol][0], end)}, **hints)

    return best_value(decide, holds_at, fails_at, digits)
