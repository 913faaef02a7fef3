"""The rule ``box``: boxes that cover the domain, and a form of proof of f >= 0 (f > 0 if strict) on each of them.

A proof on a box is a JSON object with its ``form``:

- ``ball``: the range of f over the box is nonnegative.
- ``mean``: f(c) + sum of f_j(box) (x_j - c_j) is nonnegative, c the midpoint of the box, f_j the partial derivatives.
- ``monotone``: f does not decrease away from one face: ``derivative`` proves that the partial derivative in
  ``variable`` (its negative for the upper end) is >= 0 on the box, ``face`` proves f >= 0 on the face ``end``. Applied
  to the derivative again this is the Taylor form of any order for a tight end: f(a) = f'(a) = 0 and f'' >= 0.
- ``zero``: f is identically zero on the box (a face) by its normal form.
- ``point``: the box is one point, where f is decided exactly.
- ``outside``: the ``assumption`` of that number, of those that are no equations, fails on the whole box.

The forms with derivatives need f to be continuous on the whole box: its evaluation may touch no singularity there, not
even at an end. For strict goals the same forms must hold strictly, except that f may vanish on a face that the domain
leaves out (an open end) as long as the derivative is strictly positive off that face.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from replcalc.kernel.algebra import Algebra
from replcalc.kernel.trees import CertificateNode, derivative, negate, restrict
from replcalc.kernel.values import Intervals, Region, flint_rational, node_sign, require
from replcalc.kernel.variables import read_rational

#: How often a leaf may be halved while its form is verified.
REFINEMENTS = 7


def region_of(document: Mapping[str, Sequence[str]]) -> Region:
    region = {name: (read_rational(low), read_rational(high)) for name, (low, high) in document.items()}
    require(all(low <= high for low, high in region.values()), "a box is empty")
    return region


def covers(domain: Region, boxes: Sequence[Region]) -> bool:
    """Return whether every point is in some box: cut the domain at faces until each piece lies in a box."""
    touching = [b for b in boxes if all(overlap(b[n], domain[n]) for n in domain)]
    if any(all(b[n][0] <= low and high <= b[n][1] for n, (low, high) in domain.items()) for b in touching):
        return True
    cuts = [(n, x) for b in touching for n in domain for x in b[n] if domain[n][0] < x < domain[n][1]]
    if not cuts:
        return False
    name, at = sorted(cuts)[len(cuts) // 2]
    low, high = domain[name]
    return covers({**domain, name: (low, at)}, touching) and covers({**domain, name: (at, high)}, touching)


def overlap(a: tuple[Fraction, Fraction], b: tuple[Fraction, Fraction]) -> bool:
    """Return whether two sides share more than an end point (or, for a degenerate side, that point)."""
    low, high = max(a[0], b[0]), min(a[1], b[1])
    return low < high or (low == high and b[0] == b[1])


class LeafChecker:
    """Checks the proof on one box, form by form."""

    def __init__(
        self, domain: Region, open_ends: set[tuple[str, str]], assumptions: Sequence[tuple[CertificateNode, bool]]
    ) -> None:
        """``assumptions``: pairs of g and strict, for what holds where g >= 0, or g > 0 if strict."""
        self.domain, self.open_ends, self.intervals = domain, open_ends, Intervals()
        self.assumptions = assumptions

    def holds(
        self, f: CertificateNode, region: Region, strict: bool, proof: Mapping[str, Any], face: bool = False
    ) -> bool:
        """``face``: more than this region leans on it, so that lying outside of an assumption is no excuse."""
        form = proof["form"]
        if form == "monotone":
            return self._monotone(f, region, strict, proof, face)
        fixed = {name: low for name, (low, high) in region.items() if low == high}
        if form in ("ball", "mean"):  # fixed values are put in first: exact folding keeps exact zeros exact
            return self._refined(restrict(f, fixed), region, strict, form == "mean", REFINEMENTS)
        if form == "zero":
            positive = {name for name, (low, _) in self.domain.items() if low >= 0}
            return not strict and bool(fixed) and Algebra(positive).is_zero(restrict(f, fixed).tree())
        if form == "point" and len(fixed) == len(region):
            sign = node_sign(restrict(f, fixed))
            return sign > 0 or (sign == 0 and not strict)
        if form == "outside" and not face:
            g, g_strict = self.assumptions[proof["assumption"]]
            value = self.intervals.value(g, region)
            return value is not None and ((value.b < 0) is True or (g_strict and (value.b <= 0) is True))
        return False

    def _refined(self, f: CertificateNode, region: Region, strict: bool, mean: bool, depth: int) -> bool:
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

    def _mean(self, f: CertificateNode, region: Region, strict: bool) -> bool:
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
            total = total + slope * self.intervals.field.hull(flint_rational(-half), flint_rational(half))
        return total is not None and _positive(total, strict)

    def _monotone(
        self, f: CertificateNode, region: Region, strict: bool, proof: Mapping[str, Any], inner: bool
    ) -> bool:
        name, end = proof["variable"], proof["end"]
        if not self.intervals.continuous(f, region):
            return False
        low, high = region[name]
        at = low if end == "lower" else high
        slope = derivative(f, name) if end == "lower" else negate(derivative(f, name))
        face = {**region, name: (at, at)}
        left_out = (name, end) in self.open_ends and at == self.domain[name][end == "upper"]
        if strict and left_out and self.holds(slope, region, True, proof["derivative"], inner):
            return self.holds(f, face, False, proof["face"], True)
        rising = self.holds(slope, region, False, proof["derivative"], inner)
        return rising and self.holds(f, face, strict, proof["face"], True)


def _positive(value: Any, strict: bool) -> bool:
    return (value.a > 0) is True if strict else (value.a >= 0) is True
