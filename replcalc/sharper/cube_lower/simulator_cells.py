"""Partitions that try to break derived:cells-lower and derived:cells-lower-plain.

Cases. (1) N flips of each of k coins; the share of ones is rounded to the centre of its cell of a grid, one offset per
shared string, the same on all axes. Agreement multiplies over the axes, so disagreement and failure on average over the
window are powers of integrals over one angle: certified quadrature of entire functions, piecewise where an answer stops
being right. (2) k Gaussian means rounded to a grid of cubes with offsets uniform on a cell: closed forms.

What is compared. The proofs use no more than the averages of disagreement and failure under the weight of the geometry
(the plain rule only where the surface is the same everywhere): the bounds must hold with rho and beta replaced by them,
which is more than the theorems say.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from flint import acb, arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.numbers.workers import integral
from replcalc.simulate.binomial import binomials
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.simulator import Case, Measurement, Simulator

CELLS, PLAIN = "derived:cells-lower", "derived:cells-lower-plain"
FIELD, BALL, CHEEGER, GAUSSIAN = (f"derived:{n}" for n in ("cube-field", "cube-ball", "cube-cheeger", "gaussian-box"))
CUBE, SQUARE = "derived:cheeger-of-cube", "derived:cheeger-of-square"
SURFACE = ("integral", "peak", "pull", "most", "edge")


def cheeger(k: int) -> Any:
    return bound(SQUARE, "cheeger") if k == 2 else bound(CUBE, "cheeger", k=k, share=fmpq(3, 5))


def compare_with_bound(
    surface: dict[str, Any], n: int, d: fmpq, rho: arb, beta: arb, even: bool
) -> Iterator[Measurement]:
    """Yield what the rules force at these averages; ``even``: the surface is the same everywhere in the window."""
    given = {"rho": rho, "beta": beta, "N": n, "d": d, **surface}
    rules = [CELLS] if surface["integral"] * surface["most"] <= 2 else []
    for rule in (*rules, PLAIN) if even else rules:
        if bound(rule, "rho_forced", **given) > 0:
            yield measure(rule, "rho_forced", rho, "disagreement on average", **given)


@dataclass(frozen=True)
class CoinGrid(Case):
    """k coins, n flips each; cells of ``width`` of the share of ones, with these offsets; a geometry of the window."""

    geometry: str
    k: int
    n: int
    alpha: fmpq
    t: fmpq
    d: fmpq
    width: fmpq
    offsets: tuple[fmpq, ...]
    sine: fmpq | None = None

    def weight(self, x: acb) -> acb:
        """Return the density on the window of one angle, up to a factor."""
        half = arb(self.t).asin()
        if self.geometry == FIELD:
            return (acb.pi() * x.sin() / (2 * arb(self.t))).cos() ** 2 / x.cos()
        return acb(1) if self.geometry == BALL else (acb.pi() * x / (2 * half)).cos() ** 2

    def answers(self, offset: fmpq) -> list[tuple[fmpq, range]]:
        """Return centres of cells, with the counts of ones that lie in them."""
        found: dict[int, list[int]] = {}
        for count in range(self.n + 1):
            found.setdefault(int(((fmpq(count, self.n) - offset) / self.width).floor()), []).append(count)
        return [(offset + self.width * (j + fmpq(1, 2)), range(c[0], c[-1] + 1)) for j, c in found.items()]

    def over(self, low: arb, high: arb, function: Any) -> arb:
        tolerance = arb(2) ** -20
        return integral(function, acb(low), acb(high), rel_tol=tolerance, abs_tol=tolerance).real

    @cached_property
    def chances(self) -> tuple[arb, arb]:
        """Disagreement and failure, on average over strings and the window."""
        half, row = arb(self.t).asin(), binomials(self.n)

        def share(x: acb, counts: range) -> acb:
            q = (1 + x.sin()) / 2
            first = q ** counts[0] * (1 - q) ** (self.n - counts[-1])
            powers, others = [acb(1)], [acb(1)]
            for _ in counts[1:]:
                powers.append(powers[-1] * q)
                others.append(others[-1] * (1 - q))
            terms = zip(counts, powers, reversed(others), strict=True)
            return first * sum((int(row[c]) * a * b for c, a, b in terms), acb(0))

        with ball_precision(64):
            whole = self.over(-half, half, lambda x, _: self.weight(x))
            differ = fails = arb(0)
            for offset in self.offsets:
                same = right = arb(0)
                for centre, counts in self.answers(offset):

                    def once(x: acb, _: bool, counts: range = counts) -> acb:
                        return self.weight(x) * share(x, counts)

                    def twice(x: acb, _: bool, counts: range = counts) -> acb:
                        return self.weight(x) * share(x, counts) ** 2

                    same += self.over(-half, half, twice)
                    low, high = 2 * (centre - self.alpha) - 1, 2 * (centre + self.alpha) - 1
                    if high > -self.t and low < self.t:
                        right += self.over(arb(max(low, -self.t)).asin(), arb(min(high, self.t)).asin(), once)
                differ += 1 - (same / whole) ** self.k
                fails += 1 - (right / whole) ** self.k
            return differ / len(self.offsets), (fails / len(self.offsets)).nonnegative_part()

    def measurements(self) -> Iterator[Measurement]:
        given = {"k": self.k, "alpha": self.alpha, "N": self.n, "t": self.t, "d": self.d}
        if self.geometry == FIELD:
            given["sine"] = self.sine
        if self.geometry == CHEEGER:
            given["cheeger"] = cheeger(self.k)
        surface = {name: bound(self.geometry, name, **given) for name in SURFACE}
        if arb(surface["pull"]).is_finite():
            yield from compare_with_bound(surface, self.n, self.d, *self.chances, self.geometry == CHEEGER)


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

        ends = acb(self.alpha - self.width / 2), acb(self.alpha + self.width / 2)
        wrong = 2 * integral(tail, *ends).real / s
        return 1 - same**self.k, 1 - (1 - wrong) ** self.k

    def measurements(self) -> Iterator[Measurement]:
        given = {"k": self.k, "alpha": self.alpha, "N": self.n, "L": fmpq(1), "d": self.d, "cheeger": cheeger(self.k)}
        surface = {name: bound(GAUSSIAN, name, **given) for name in SURFACE} | {"edge": arb(0)}
        yield from compare_with_bound(surface, self.n, self.d, *self.chances(), True)


class CellsSimulator(Simulator):
    name, statements, default_cases = "cells", (CELLS, PLAIN), 20
    summary = "grids of coins and of Gaussian means: disagreement on average against what the surface of cells forces"

    def examples(self) -> Iterator[Case]:
        small = fmpq(1, 1000)
        for n in (400, 10**4, 10**6):
            for k in (2, 3, 10):
                yield GaussianGrid(k, n, fmpq(1), small, fmpq(19, 10))
        tenth, none = fmpq(1, 10), (fmpq(0),)
        yield CoinGrid(BALL, 3, 200, fmpq(3, 20), fmpq(4, 5), tenth / 2, fmpq(3, 20), none)
        yield CoinGrid(CHEEGER, 2, 300, fmpq(1, 15), fmpq(9, 10), tenth, tenth / 2, none)
        yield CoinGrid(FIELD, 20, 200, tenth, fmpq(7, 10), tenth / 2, tenth, none, fmpq(2, 5))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the pull", WrongParameter(self.example(3), "pull", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        alpha = fmpq(rng.randint(5, 20), 20)
        yield GaussianGrid(
            rng.randint(2, 30),
            rng.randint(10, 10**5),
            alpha,
            alpha * fmpq(1, 500),
            alpha * fmpq(rng.randint(10, 20), 10),
        )
        if number % 5 == 0:
            width = fmpq(1, rng.randint(4, 10))
            offsets = tuple(width * fmpq(rng.randint(0, 9), 10) for _ in range(2))
            flips = rng.randint(20, 60)
            yield CoinGrid(BALL, rng.randint(2, 5), flips, width * 2, fmpq(9, 10), width, width, offsets)
