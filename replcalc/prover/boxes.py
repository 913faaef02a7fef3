"""The search for a proof of f >= 0 (f > 0 if strict) on a box: branch and bound with the forms of ``kernel.boxes``.

Every box is proved, discarded, split, or yields a counterexample. Boxes are taken lowest lower bound first: a failure
is found early, and a proof needs every box anyway. A box whose midpoint certainly violates the goal ends the search; so
does a point found by a short descent in floats, which only proposes. Everything is computed with the kernel's intervals
and derivatives; what is found counts only after the kernel has checked it.
"""

import heapq
import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from mpmath.libmp import to_float

from replcalc.kernel.algebra import Algebra, NoNormalForm
from replcalc.kernel.trees import CertificateNode, derivative, negate, restrict
from replcalc.kernel.values import Intervals, Region, Unverified, flint_rational, node_sign

Point = dict[str, Fraction]
LeafProof = dict[str, Any]
ENDS = ("lower", "upper")
#: Random starting points of the descent, and its steps. The seed is fixed: output is deterministic.
STARTS, STEPS, SEED = 24, 40, 20260410
#: How many times smaller than the domain a box may become.
SMALLEST = 2**60
#: Where a function is looked at before its normal form is computed: not zero there, not zero at all.
SAMPLE = Fraction(7, 17)


@dataclass
class BoxSearch:
    """``goal`` >= 0 (> 0 if strict) on the domain, at the points where every assumption g >= 0 (> 0) holds.

    ``open_ends``: pairs (name, "lower" | "upper") that the domain leaves out. ``order``: how many derivatives a tight
    end may need. ``integers``: variables that are integers at a counterexample. ``is_over``: has the time run out?
    """

    goal: CertificateNode
    strict: bool
    domain: Region
    open_ends: frozenset[tuple[str, str]] = frozenset()
    assumptions: Sequence[tuple[CertificateNode, bool]] = ()
    order: int = 3
    max_boxes: int = 4000
    integers: frozenset[str] = frozenset()
    is_over: Callable[[], bool] = lambda: False

    def __post_init__(self) -> None:
        self.intervals = Intervals()
        self._zeros: dict[Any, bool] = {}
        self._tried: dict[Any, LeafProof | None] = {}

    def run(self) -> list[dict[str, Any]] | Point | Region:
        """Return the boxes with their proofs, a point at which the goal fails, or the box where the search stopped."""
        for values in product(*(dict.fromkeys(ends) for ends in self.domain.values())):
            point = dict(zip(self.domain, values, strict=True))
            if self.fails_at(point):
                return point
        return self._branch()

    def _branch(self) -> list[dict[str, Any]] | Point | Region:
        queue = [(0.0, 0, self.domain)]
        found: list[dict[str, Any]] = []
        count, descended = len(queue), False
        while queue:
            _, _, box = heapq.heappop(queue)
            proof = self._outside(box) or self.prove(box)
            if proof is not None:
                found.append({"box": {name: [str(a), str(b)] for name, (a, b) in box.items()}, "proof": proof})
                continue
            proposed: Iterable[Point] = [self._snap({name: (a + b) / 2 for name, (a, b) in box.items()})]
            if not descended and count > 16:  # easy goals never come here
                descended = True
                proposed = [*proposed, *map(self._snap, self._descend())]
            failing = next(filter(self.fails_at, proposed), None)
            if failing is not None:
                return self._round(failing)
            if count + 2 > self.max_boxes or self._is_smallest(box) or self.is_over():
                return box
            name = self._direction(box)
            low, high = box[name]
            for ends in ((low, (low + high) / 2), ((low + high) / 2, high)):
                part = {**box, name: ends}
                heapq.heappush(queue, (self._priority(part), count, part))
                count += 1
        return sorted(found, key=lambda leaf: str(leaf["box"]))

    def _is_smallest(self, box: Region) -> bool:
        """Too small to be split again: a point of equality that no form covers, or a singular end."""
        return all(_width(box[name]) * SMALLEST < _width(self.domain[name]) for name in _free(box))

    def _priority(self, box: Region) -> float:
        value = self.intervals.value(self.goal, box)
        low = -math.inf if value is None else _float(value.a)
        return low if math.isfinite(low) else -1e300

    def _direction(self, box: Region) -> str:
        """Return the variable in which the goal varies most on the box; the relatively widest if a slope is unknown."""
        free = _free(box)
        if len(free) == 1:
            return free[0]
        values, moves = self.intervals.on(box), {}
        for name in free:
            slope = values.value(derivative(self.goal, name))
            size = math.inf if slope is None else _float(abs(slope).b)
            if not math.isfinite(size):
                return max(free, key=lambda n: _width(box[n]) / _width(self.domain[n]))
            moves[name] = size * float(_width(box[name]))
        return max(free, key=lambda n: moves[n])

    def _outside(self, box: Region) -> LeafProof | None:
        for number, (g, strict) in enumerate(self.assumptions):
            value = self.intervals.value(g, box)
            if value is not None and ((value.b < 0) is True or (strict and (value.b <= 0) is True)):
                return {"form": "outside", "assumption": number}
        return None

    # -- proofs on one box ---------------------------------------------------------------------------------------------
    def prove(self, box: Region) -> LeafProof | None:
        """Return a proof of the goal on the whole box, or None if no form works."""
        self._tried.clear()  # faces and derivatives come up again and again within one box only
        return self._prove(self.goal, box, self.strict, self.order)

    def _prove(self, f: CertificateNode, box: Region, strict: bool, depth: int) -> LeafProof | None:
        key = (f, tuple(box.values()), strict, depth)
        if key not in self._tried:
            self._tried[key] = self._try_forms(f, box, strict, depth)
        return self._tried[key]

    def _try_forms(self, f: CertificateNode, box: Region, strict: bool, depth: int) -> LeafProof | None:
        fixed = {name: low for name, (low, high) in box.items() if low == high}
        at = restrict(f, fixed)
        values = self.intervals.on(box)
        if len(fixed) == len(box):
            sign = _sign(at)
            return {"form": "point"} if sign is not None and (sign > 0 or (sign == 0 and not strict)) else None
        value = values.value(at)
        if _is_positive(value, strict):
            return {"form": "ball"}
        if value is not None and (value.b < 0) is True:
            return None
        if not strict and fixed and self._vanishes(f, fixed, at, box):
            return {"form": "zero"}
        if depth == 0 or not values.continuous(at):
            return None
        slopes = {name: values.value(derivative(f, name)) for name in _free(box)}
        if self._is_above_by_mean(at, box, slopes, strict):
            return {"form": "mean"}
        if not values.continuous(f):
            return None
        for name, slope in slopes.items():
            end = "lower" if _is_positive(slope, False) else "upper" if _is_negative(slope) else ""
            face = self._prove(f, _face(box, name, end), strict, depth) if end else None
            rising = None if face is None else self._prove(_rising(f, name, end), box, False, 0)
            if face is not None and rising is not None:
                return _monotone(name, end, rising, face)
        return self._prove_from_tight_end(f, box, strict, depth)

    def _prove_from_tight_end(self, f: CertificateNode, box: Region, strict: bool, depth: int) -> LeafProof | None:
        """Return a face where f may vanish, and a derivative that is itself proved nonnegative by any form."""
        for name, end in product(_free(box), ENDS):
            value = box[name][end == "upper"]
            if value not in self.domain[name]:
                continue
            left_out = strict and (name, end) in self.open_ends and value == self.domain[name][end == "upper"]
            face = self._prove(f, _face(box, name, end), strict and not left_out, depth)
            slope = None if face is None else self._prove(_rising(f, name, end), box, left_out, depth - 1)
            if face is not None and slope is not None:
                return _monotone(name, end, slope, face)
        return None

    def _vanishes(self, f: CertificateNode, fixed: Point, at: CertificateNode, box: Region) -> bool:
        """Return whether f is identically zero on the face, by its normal form after putting in the fixed values."""
        key = (f, tuple(fixed.items()))
        if key not in self._zeros:
            inside = {name: (low + (high - low) * SAMPLE,) * 2 for name, (low, high) in box.items()}
            there = self.intervals.value(at, inside)
            positive = {name for name, (low, _) in self.domain.items() if low >= 0}
            try:
                zero = there is not None and 0 in there and Algebra(positive).is_zero(at.tree())
            except NoNormalForm:
                zero = False
            self._zeros[key] = zero
        return self._zeros[key]

    def _is_above_by_mean(self, f: CertificateNode, box: Region, slopes: Mapping[str, Any], strict: bool) -> bool:
        total = self.intervals.value(f, {name: ((a + b) / 2,) * 2 for name, (a, b) in box.items()})
        if total is None or any(slope is None for slope in slopes.values()):
            return False
        for name, slope in slopes.items():
            half = flint_rational(_width(box[name]) / 2)
            total = total + slope * self.intervals.field.hull(-half, half)
        return _is_positive(total, strict)

    # -- counterexamples -----------------------------------------------------------------------------------------------
    def fails_at(self, point: Point) -> bool:
        """Certainly inside the domain, every assumption certain, and the goal certainly false."""
        if any(point[name] == self.domain[name][end == "upper"] for name, end in self.open_ends):
            return False
        if any(point[name].denominator != 1 for name in self.integers):
            return False
        at = {name: (value, value) for name, value in point.items()}
        value = self.intervals.value(self.goal, at)
        if value is None or (value.a > 0) is True or not self.intervals.continuous(self.goal, at):
            return False
        sign = _sign(restrict(self.goal, point))
        if sign is None or sign > 0 or (sign == 0 and not self.strict):
            return False
        signs = [(_sign(restrict(g, point)), strict) for g, strict in self.assumptions]
        return all(sign is not None and (sign > 0 or (sign == 0 and not strict)) for sign, strict in signs)

    def _snap(self, point: Point) -> Point:
        """Integers moved to the nearest integer of the domain."""
        whole = {name: Fraction(math.floor(point[name] + Fraction(1, 2))) for name in self.integers}
        ends = {name: tuple(map(Fraction, (math.ceil(a), math.floor(b)))) for name, (a, b) in self.domain.items()}
        return {**point, **{name: _clip(value, ends[name]) for name, value in whole.items()}}

    def _descend(self) -> Iterator[Point]:
        """End points of coordinate descents on the goal in floats, where that went below zero."""
        sides = [(name, float(a), float(b)) for name, (a, b) in self.domain.items()]
        generator = random.Random(SEED)
        for _ in range(STARTS):
            at = {s: a + (b - a) * generator.random() for s, a, b in sides}
            best, step = self._float_value(at), 0.25
            for _ in range(STEPS):
                moved = False
                for s, a, b in sides:
                    for sign in (1, -1):
                        trial = {**at, s: min(max(at[s] + sign * step * (b - a), a), b)}
                        value = self._float_value(trial)
                        if value < best:
                            at, best, moved = trial, value, True
                if not moved:
                    step /= 2
            if best < 0:
                yield {name: _clip(Fraction(value), self.domain[name]) for name, value in at.items()}

    @cached_property
    def _in_floats(self) -> Callable[[Mapping[str, float]], float]:
        return compile_for_floats(self.goal)

    def _float_value(self, at: Mapping[str, float]) -> float:
        try:
            value = self._in_floats(at)
        except (ArithmeticError, ValueError, TypeError, KeyError):
            return math.inf
        return value if isinstance(value, float) and value == value else math.inf

    def _round(self, point: Point) -> Point:
        """Return the shortest decimal point nearby at which the goal still fails, for reading."""
        for digits in range(1, 15):
            scale = 10**digits
            near = {name: Fraction(math.floor(v * scale + Fraction(1, 2)), scale) for name, v in point.items()}
            near = {name: _clip(v, self.domain[name]) for name, v in near.items()}
            if self.fails_at(near):
                return near
        return point


_MATH: dict[str, Callable[..., Any]] = {
    "exp": math.exp,
    "log": math.log,
    "abs": abs,
    "min": min,
    "max": max,
    "tanh": math.tanh,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "sech": lambda x: 1 / math.cosh(x),
    "atanh": math.atanh,
    "asin": math.asin,
    "erf": math.erf,
    "erfc": math.erfc,
    "loggamma": math.lgamma,
    "+": lambda *terms: math.fsum(terms),
    "*": lambda *factors: math.prod(factors),
    "^": lambda base, exponent: base**exponent,
    "pi": lambda: math.pi,
}


def compile_for_floats(node: CertificateNode) -> Callable[[Mapping[str, float]], float]:
    """Return the node as a function of floats by name, without any promise; every part is computed once."""
    order: dict[CertificateNode, int] = {}

    def visit(n: CertificateNode) -> None:
        if n not in order:
            for part in n.args:
                visit(part)
            order[n] = len(order)

    visit(node)
    steps = [(n, n.args[1].value if n.head == "^" else None, [order[a] for a in n.args]) for n in order]

    def value(at: Mapping[str, float]) -> float:
        known: list[Any] = []
        for n, exponent, parts in steps:
            if n.head == "q":
                known.append(float(n.value))
            elif n.head == "v":
                known.append(at[n.name])
            elif exponent is not None and exponent.denominator == 1 and n.args[1].head == "q":
                known.append(known[parts[0]] ** int(exponent))
            else:
                known.append(_MATH[n.head](*(known[j] for j in parts)))
        return known[-1]  # type: ignore[no-any-return]

    return value


def _sign(constant: CertificateNode) -> int | None:
    try:
        return node_sign(constant)
    except (Unverified, NoNormalForm):
        return None


def _is_positive(value: Any, strict: bool) -> bool:
    return value is not None and ((value.a > 0) is True if strict else (value.a >= 0) is True)


def _is_negative(value: Any) -> bool:
    return value is not None and (value.b <= 0) is True


def _rising(f: CertificateNode, name: str, end: str) -> CertificateNode:
    """Return the derivative away from the end: nonnegative means that f is smallest there."""
    slope = derivative(f, name)
    return slope if end == "lower" else negate(slope)


def _monotone(name: str, end: str, slope: LeafProof, face: LeafProof) -> LeafProof:
    return {"form": "monotone", "variable": name, "end": end, "derivative": slope, "face": face}


def _face(box: Region, name: str, end: str) -> Region:
    value = box[name][end == "upper"]
    return {**box, name: (value, value)}


def _free(box: Region) -> list[str]:
    """Return the variables whose side is not a single point."""
    return [name for name, (low, high) in box.items() if low != high]


def _width(side: tuple[Fraction, Fraction]) -> Fraction:
    return side[1] - side[0]


def _clip(value: Fraction, ends: Sequence[Fraction]) -> Fraction:
    return min(max(value, ends[0]), ends[1])


def _float(end: Any) -> float:
    """Return an end of an interval, roughly."""
    return float(to_float(end._mpi_[0]))
