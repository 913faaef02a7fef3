"""Branch and bound over boxes: every box is proved, discarded, split, or yields a counterexample.

Boxes are taken lowest lower bound first: a failure is found early, and a proof needs every box anyway. A box whose
midpoint certainly violates the goal ends the search; so does a point found by a short descent from fixed starting
points, which only proposes: acceptance is exact or by balls.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flint import fmpq

from replcalc.kernel.certificate import Certificate
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import UnsupportedNode
from replcalc.prover.boxes import Box, BoxPoint, point_text
from replcalc.prover.leaves import GoalDomain, LeafFunction, Prover, sign_of, sympy_rational, two_sides
from replcalc.prover.outcome import Outcome
from replcalc.prover.ranges import RangeField
from replcalc.symbolic.compiled import FLOAT, Compiled, compiled
from replcalc.symbolic.relations import to_tree

#: Random starting points of the descent, and its steps. The seed is fixed: output is deterministic.
STARTS, STEPS, SEED = 24, 40, 20260410
#: How many times smaller than the domain a box may become.
SMALLEST = 2**60


@dataclass
class Search:
    """Decides goal >= 0 (> 0 if strict) on the domain, for the points where every assumption g >= 0 (> 0) holds."""

    goal: LeafFunction
    strict: bool
    domain: GoalDomain
    assumptions: Sequence[tuple[LeafFunction, bool]]
    number_field: RangeField
    order: int
    max_boxes: int
    integers: Sequence[Any] = ()  # expressions that are integers at every counterexample
    relation: Any = None  # the two sides that the goal is the difference of

    def run(self) -> Outcome:
        with self.number_field.active():
            for box in self._initial():
                for point in box.corners():
                    if self.fails_at(point):
                        return self._refuted(point)
            return self._branch()

    def _branch(self) -> Outcome:
        prover = Prover(self.domain, self.number_field, self.order)
        queue: list[tuple[float, int, Box]] = [(0.0, number, box) for number, box in enumerate(self._initial())]
        leaves: list[dict[str, Any]] = []
        count, descended = len(queue), False
        while queue:
            _, _, box = heapq.heappop(queue)
            proof = self._outside(box) or prover.prove(self.goal, box, self.strict)
            if proof is not None:
                leaves.append({"box": box.to_json(), "proof": proof})
                continue
            middle = self._snapped(box.midpoint())
            if self.fails_at(middle):
                return self._refuted(self._rounded(middle))
            if not descended and count > 16:  # easy goals never come here
                descended = True
                for point in map(self._snapped, self._descents()):
                    if self.fails_at(point):
                        return self._refuted(self._rounded(point))
            if count + 2 > self.max_boxes or self._smallest(box):
                return Outcome(Verdict.UNDECIDED, "box", detail=f"stopped at {box}", stuck=box)
            for part in box.split(self._direction(box)):
                heapq.heappush(queue, (self._priority(part), count, part))
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

    def _smallest(self, box: Box) -> bool:
        """Too small to be split again: a point of equality that no form covers, or a singular end."""
        return all(box.width(s) * SMALLEST < self.domain.box.width(s) for s in box.free)

    def _priority(self, box: Box) -> float:
        low = self.goal.on(box, self.number_field).low
        return float(low.mid()) if low.is_finite() else -1e300

    def _direction(self, box: Box) -> Any:
        """The variable in which f moves most over the box; the relatively widest where a slope is unknown."""
        free = box.free
        if len(free) == 1:
            return free[0]
        moves = {}
        for symbol in free:
            slope = self.goal.derivative(symbol).on(box, self.number_field)
            size = abs(slope.low).max(abs(slope.high)) if slope.defined else None
            if size is None or not size.is_finite():
                return max(free, key=lambda s: box.width(s) / self.domain.box.width(s))
            moves[symbol] = float((size * box.width(symbol)).mid())
        return max(free, key=lambda s: moves[s])

    def _outside(self, box: Box) -> dict[str, Any] | None:
        for index, (g, strict) in enumerate(self.assumptions):
            values = g.on(box, self.number_field)
            if values.negative() or (strict and values.nonpositive()):
                return {"form": "outside", "assumption": index}
        return None

    # -- counterexamples -------------------------------------------------------------------------------------------
    def fails_at(self, point: BoxPoint) -> bool:
        """Certainly inside the domain, every assumption certain, and the goal certainly false."""
        exact = {symbol: sympy_rational(value) for symbol, value in point.items()}
        if not all(e.xreplace(exact).is_Integer for e in self.integers):
            return False
        if any(point[symbol] == self.domain.box.end(symbol, end) for symbol, end in self.domain.open_ends):
            return False
        values = self.goal.on(Box(tuple((s, v, v) for s, v in point.items())), self.number_field)
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

    def _snapped(self, point: BoxPoint) -> BoxPoint:
        """Integer symbols moved to the nearest integer of the domain."""
        ends = {s: self.domain.box.ends(s) for s in point if s.is_integer}
        whole = {s: fmpq((point[s] + fmpq(1, 2)).floor()) for s in ends}
        return {**point, **{s: _clip(v, fmpq(ends[s][0].ceil()), fmpq(ends[s][1].floor())) for s, v in whole.items()}}

    def _descents(self) -> Iterator[BoxPoint]:
        """End points of coordinate descents on f in floats, where that went below zero."""
        sides = [(s, float(int(a.p)) / int(a.q), float(int(b.p)) / int(b.q)) for s, a, b in self.domain.box.sides]
        generator = random.Random(SEED)
        for _ in range(STARTS):
            at = {s: a + (b - a) * generator.random() for s, a, b in sides}
            best, step = self._float(at), 0.25
            for _ in range(STEPS):
                moved = False
                for s, a, b in sides:
                    for sign in (1, -1):
                        trial = {**at, s: min(max(at[s] + sign * step * (b - a), a), b)}
                        value = self._float(trial)
                        if value < best:
                            at, best, moved = trial, value, True
                if not moved:
                    step /= 2
            if best < 0:
                exact = {s: fmpq(*v.as_integer_ratio()) for s, v in at.items()}
                yield {s: _clip(v, *self.domain.box.ends(s)) for s, v in exact.items()}

    @cached_property
    def _in_floats(self) -> tuple[Compiled, tuple[Any, ...]] | None:
        """The goal compiled for floats, and the symbols in the order of its arguments."""
        named = {str(symbol): symbol for symbol in self.domain.box.symbols}
        try:
            formula = None if self.goal.formula is None else compiled(self.goal.formula, FLOAT)
        except UnsupportedNode:
            formula = None
        return None if formula is None else (formula, tuple(named[name] for name in formula.arguments))

    def _float(self, at: Mapping[Any, float]) -> float:
        if self._in_floats is None:
            return float("inf")
        formula, symbols = self._in_floats
        try:
            value = formula.function(*[at[symbol] for symbol in symbols], ())
        except (ArithmeticError, ValueError, TypeError):
            return float("inf")
        return value if isinstance(value, float) and value == value else float("inf")

    def _rounded(self, point: BoxPoint) -> BoxPoint:
        """The shortest decimal point nearby at which the goal still fails, for reading."""
        for digits in range(1, 15):
            scale = 10**digits
            near = {s: fmpq((v * scale + fmpq(1, 2)).floor(), scale) for s, v in point.items()}
            near = {s: _clip(v, *self.domain.box.ends(s)) for s, v in near.items()}
            if self.fails_at(near):
                return near
        return point

    def _refuted(self, point: BoxPoint) -> Outcome:
        integers = [to_tree(e) for e in self.integers]
        data = {"of": "box", **self._goal_json(), "integers": integers, "point": point_text(point)}
        certificate = Certificate("point", data)
        return Outcome(Verdict.REFUTED, "box", certificate, point_text(point))

    def _goal_json(self) -> dict[str, Any]:
        stated = {
            "goal": to_tree(self.goal.expression),
            "strict": self.strict,
            "domain": self.domain.box.to_json(),
            "open": sorted([str(s), e] for s, e in self.domain.open_ends),
            "assumptions": [{"goal": to_tree(g.expression), "strict": s} for g, s in self.assumptions],
        }
        return stated if self.relation is None else stated | two_sides(self.relation, "box", stated)


def _clip(value: fmpq, low: fmpq, high: fmpq) -> fmpq:
    return low if value < low else high if value > high else value


def _forms(leaves: Sequence[Mapping[str, Any]]) -> str:
    """'12 boxes: 10 ball, 2 monotone'."""
    forms = [str(leaf["proof"]["form"]) for leaf in leaves]
    counts = ", ".join(f"{forms.count(name)} {name}" for name in sorted(set(forms)))
    return f"{len(leaves)} box{'es' if len(leaves) != 1 else ''}: {counts}"
