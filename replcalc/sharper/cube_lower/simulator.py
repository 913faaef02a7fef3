"""The surface of cells, Cheeger's constant of the cube, and what cells force on a replicable algorithm.

Cases. (1) The mean of 2 sqrt(sigma) for two queries, a double integral. (2) A cell as a box of the angles, with the
function that is 1 on it and fades out over s in the largest coordinate: its total variation under the weight, what it
carries beside the cell and what the weight's own slope takes must together be at least the bound on the surface.
Masses of boxes are closed forms. (3) Cubes with rounded edges by Steiner's formula, against Cheeger's constant.
(4) k Gaussian means rounded to a grid of cubes with offsets uniform on a cell: disagreement and failure are closed
forms. The proofs of the rules use no more than these averages, so the rules must hold for them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import comb
from random import Random
from typing import Any

from flint import acb, arb, fmpq

from replcalc.numbers.workers import integral
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.simulator import Case, Measurement, Simulator

FIELD, BALL, CHEEGER, GAUSSIAN = (f"derived:{n}" for n in ("cube-field", "cube-ball", "cube-cheeger", "gaussian-box"))
CUBE, SQUARE = "derived:cheeger-of-cube", "derived:cheeger-of-square"
CELLS, PLAIN = "derived:cells-lower", "derived:cells-lower-plain"
#: The number of samples takes no part in surfaces.
ANY = 100
#: Cells per axis of a mean over the window.
_CELLS = 40


@dataclass(frozen=True)
class FieldMean(Case):
    """Two queries: the mean of 2 sqrt(sigma) over the window."""

    alpha: fmpq
    t: fmpq
    sine: fmpq
    d: fmpq

    def measurements(self) -> Iterator[Measurement]:
        given = {"k": 2, "alpha": self.alpha, "N": ANY, "t": self.t, "sine": self.sine, "d": self.d}
        growth, loss = (bound(FIELD, name, **given) for name in ("growth", "loss"))
        if 2 * (1 - self.t**2) * growth > loss:
            yield measure(FIELD, "pull", self.mean(growth, loss), "mean", **given)

    def mean(self, growth: arb, loss: arb) -> arb:
        """By cells of the window: masses by quadrature, sigma between its values at two corners."""
        parts = [arb(self.t) * j / _CELLS for j in range(_CELLS + 1)]
        squares = [(a**2).union(b**2) for a, b in pairwise(parts)]

        def weight(z: acb, _analytic: bool) -> acb:
            return (acb.pi() * z / (2 * arb(self.t))).cos() ** 2 / (1 - z * z)

        masses = [integral(weight, acb(a), acb(b)).real for a, b in pairwise(parts)]
        sides = list(zip(masses, squares, strict=True))
        total = sum((m * n * (growth * (2 - y - z) - loss).sqrt() for m, y in sides for n, z in sides), arb(0))
        return 2 * total / sum(masses, arb(0)) ** 2


@dataclass(frozen=True)
class BoxSurface(Case):
    """A cell as a box of angles (of means for ``gaussian``), inside the window |x_i| <= half.

    ``edges``: both ends on every axis; ``cut``: whether they lie on the window's faces. ``fade``: over which the
    function falls from 1 to 0 beside it.
    """

    statement: str
    half: arb
    edges: tuple[tuple[arb, arb], ...]
    cut: tuple[tuple[bool, bool], ...]
    fade: fmpq
    d: fmpq
    surface: dict[str, Any]

    def axis(self, low: Any, high: Any) -> Any:
        """Return the mass of an interval of one axis."""
        even = (high - low) / (2 * self.half)
        if self.statement == BALL:
            return even
        turn = arb.pi() / self.half
        return even + ((turn * high).sin() - (turn * low).sin()) / (2 * arb.pi())

    def slope(self, low: arb, high: arb) -> arb:
        """Return the integral of (ln w)'^2 w over an interval of one axis."""
        turn = arb.pi() / self.half
        return turn**2 * ((high - low) / (2 * self.half) - ((turn * high).sin() - (turn * low).sin()) / (2 * arb.pi()))

    def grow(self, by: Any) -> list[tuple[Any, Any]]:
        """Return the box with every side moved outwards, but for sides that lie on the window's faces."""
        both = zip(self.edges, self.cut, strict=True)
        return [(a if left else a - by, b if right else b + by) for (a, b), (left, right) in both]

    def mass(self, box: Sequence[tuple[Any, Any]]) -> Any:
        product: Any = arb(1)
        for low, high in box:
            product = product * self.axis(low, high)
        return product

    def measurements(self) -> Iterator[Measurement]:
        fade, half = arb(self.fade), self.half
        wide = self.grow(fade)
        free = zip(wide, self.cut, strict=True)
        if not all((left or a >= -half) and (right or b <= half) for (a, b), (left, right) in free):
            return
        inside, outside = self.mass(self.edges), self.mass(wide)
        carried = integral(lambda r, _: acb(1) * self.mass(self.grow(r)), acb(0), acb(fade)).real / fade - inside
        paid = (outside - inside) / fade + carried / arb(self.d)
        if self.statement == BALL:
            yield Measurement(BALL, "surface of a cell", paid, self._integrate_reflections(), ">=")
            return
        steep = sum((self.slope(*side) * self.mass(wide) / self.axis(*side) for side in wide), arb(0))
        paid += (outside * steep).sqrt()
        yield Measurement(self.statement, "surface of a cell", paid, self.surface["most"] * inside, ">=")

    def _integrate_reflections(self) -> arb:
        """Return most times the integral of 2^(-j/k) over the box, j the number of axes on which a face is near."""
        kept = arb(2) ** (arb(-1) / len(self.edges))
        inner = self.half - (self.surface["side"] + arb(self.d))
        product = arb(1)
        for low, high in self.edges:
            far = (high.min(inner) - low.max(-inner)).nonnegative_part()
            product *= (far + kept * (high - low - far)) / (2 * self.half)
        return product * self.surface["most"]


def cheeger_constant(k: int) -> Any:
    """Return the bound on Cheeger's constant of the unit square or cube."""
    return bound(SQUARE, "cheeger") if k == 2 else bound(CUBE, "cheeger", k=k, share=fmpq(3, 5))


def coin_box(statement: str, alpha: fmpq, t: fmpq, d: fmpq, fade: fmpq, centres: Sequence[fmpq]) -> BoxSurface:
    """Return the cell of answers with those centres in z = 2q - 1, cut to the window."""
    given = {"k": len(centres), "alpha": alpha, "N": ANY, "t": t, "d": d}
    if statement == CHEEGER:
        given["cheeger"] = bound(CUBE, "cheeger", k=len(centres), share=fmpq(3, 5))
    surface = {name: bound(statement, name, **given) for name in ("side", "most")}
    ends = [(c - 2 * alpha, c + 2 * alpha) for c in centres]
    cut = tuple((low <= -t, high >= t) for low, high in ends)
    edges = tuple((arb(max(low, -t)).asin(), arb(min(high, t)).asin()) for low, high in ends)
    return BoxSurface(statement, arb(t).asin(), edges, cut, fade, d, surface)


def gaussian_box(alpha: fmpq, length: fmpq, d: fmpq, fade: fmpq, centres: Sequence[fmpq]) -> BoxSurface:
    """Return the cell of answers with those centres, for Gaussian means in a window of that length."""
    k = len(centres)
    most = bound(GAUSSIAN, "most", k=k, alpha=alpha, N=ANY, L=length, d=d, cheeger=cheeger_constant(k))
    edges = tuple((arb(c - alpha), arb(c + alpha)) for c in centres)
    return BoxSurface(GAUSSIAN, arb(length / 2), edges, ((False, False),) * k, fade, d, {"most": most})


@dataclass(frozen=True)
class RoundedCube(Case):
    """The unit cube with its edges rounded to the radius r: a smaller cube, and all within r of it."""

    k: int
    r: fmpq
    share: fmpq

    def measurements(self) -> Iterator[Measurement]:
        inner, volume, surface = 1 - 2 * self.r, arb(0), arb(0)
        for j in range(self.k + 1):
            faces = comb(self.k, j) * arb(inner) ** (self.k - j) * arb.pi() ** (arb(j) / 2) / (arb(j) / 2 + 1).gamma()
            volume += faces * arb(self.r) ** j
            surface += faces * j * arb(self.r) ** (j - 1) if j else arb(0)
        ratio = surface / volume
        yield measure(CUBE, "cheeger", ratio, "surface over volume", k=self.k, share=self.share)
        if self.k == 2:
            yield measure(SQUARE, "cheeger", ratio, "surface over volume", sense=">=")


@dataclass(frozen=True)
class GaussianGrid(Case):
    """k means of n draws, each rounded to a grid of this width with a uniform offset; means may lie anywhere."""

    k: int
    n: int
    alpha: fmpq
    d: fmpq
    width: fmpq

    def chances(self) -> tuple[arb, arb]:
        """Means at distance v share a cell with probability 1 - v/width; an answer is off by uniform plus normal."""
        s, spread = arb(self.width), (arb(2) / self.n).sqrt()
        far = s / spread
        same = (far / arb(2).sqrt()).erf() - (2 / arb.pi()).sqrt() / far * (1 - (-(far**2) / 2).exp())

        def tail(x: acb, _: bool) -> acb:
            return (x * (arb(self.n) / 2).sqrt()).erfc() / 2

        wrong = 2 * integral(tail, acb(self.alpha - s / 2), acb(self.alpha + s / 2)).real / s
        return 1 - same**self.k, 1 - (1 - wrong) ** self.k

    def measurements(self) -> Iterator[Measurement]:
        given = {"k": self.k, "alpha": self.alpha, "N": self.n, "L": fmpq(1), "d": self.d}
        given["cheeger"] = cheeger_constant(self.k)
        surface = {name: bound(GAUSSIAN, name, **given) for name in ("integral", "peak", "pull", "most")}
        rho, beta = self.chances()
        given = {"rho": rho, "beta": beta, "N": self.n, "d": self.d, "edge": arb(0), **surface}
        for rule in (CELLS, PLAIN) if surface["integral"] * surface["most"] <= 2 else (PLAIN,):
            if bound(rule, "rho_forced", **given) > 0:
                yield measure(rule, "rho_forced", rho, "disagreement on average", **given)


class CubeSurfaceSimulator(Simulator):
    name, default_cases = "cube-surface", 30
    statements = (FIELD, BALL, CHEEGER, GAUSSIAN, CUBE, SQUARE, CELLS, PLAIN)
    summary = "faded cells, rounded cubes, grids of Gaussian means: surfaces, and the disagreement they force"

    def examples(self) -> Iterator[Case]:
        yield FieldMean(fmpq(1, 50), fmpq(11, 20), fmpq(9, 10), fmpq(1, 1000))
        thin = fmpq(1, 1000), fmpq(1, 10**5)
        for k in (2, 3):
            for centre in (fmpq(0), fmpq(1, 5), fmpq(2, 5)):
                yield coin_box(BALL, fmpq(1, 20), fmpq(1, 2), *thin, (centre,) * k)
            yield coin_box(CHEEGER, fmpq(1, 100), fmpq(1, 2), *thin, (fmpq(0),) * k)
            yield gaussian_box(fmpq(1, 20), fmpq(1), *thin, (fmpq(0),) * k)
        for k, r in ((2, fmpq(53, 200)), (3, fmpq(1, 3)), (5, fmpq(2, 5)), (20, fmpq(9, 20)), (60, fmpq(9, 20))):
            yield RoundedCube(k, r, fmpq(3, 5))
        for n in (400, 10**4, 10**6):
            for k in (2, 3, 10):
                yield GaussianGrid(k, n, fmpq(1), fmpq(1, 1000), fmpq(19, 10))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "half of the accuracy", WrongParameter(self.example(0), "alpha", lambda x: x / 2)
        yield "twice as many coordinates", WrongParameter(self.example(0), "k", lambda x: 2 * x)
        yield "twice the pull", WrongParameter(self.example(19), "pull", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        k = rng.randint(2, 5)
        alpha, t = fmpq(rng.randint(2, 8), 100), fmpq(rng.randint(40, 90), 100)
        centres = [fmpq(rng.randint(-80, 80), 100) * t for _ in range(k)]
        d, fade = fmpq(rng.randint(1, 50), 10**4), fmpq(rng.randint(1, 50), 10**4)
        yield coin_box(rng.choice((BALL, CHEEGER)), alpha, t, d, fade, centres)
        yield RoundedCube(rng.randint(2, 30), fmpq(rng.randint(0, 50), 100), fmpq(rng.randint(1, 99), 100))
        width = 20 * alpha * fmpq(rng.randint(10, 20), 10)
        yield GaussianGrid(rng.randint(2, 30), rng.randint(10, 10**5), 20 * alpha, alpha / 25, width)
