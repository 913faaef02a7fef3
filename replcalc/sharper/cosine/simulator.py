"""Statistical queries through cosine noise and a race on the torus, exactly (derived:cosine).

Case. N draws of k binary queries with rational distributions; the vector of means v is answered by v plus noise of
density prod cos^2(pi x/2a)/a, drawn by the race: shared points of the torus (R/2aZ)^k in order of arrival, the winner
has the least time over density, the answer is the point of v + [-a, a)^k above it. Two runs whose means differ by d
agree with probability the integral of p(y) q(y)/M(y) over the answers y that both can give, M(y) = integral over the
torus of max(p(u) q(y), q(u) p(y)) du.

One query. With angles s = pi(y - v)/2a and delta = pi d/2a, p ~ cos^2(s) and q ~ cos^2(s - delta) on a period pi, and
q/p ~ r(s)^2 with r(s) = cos(delta) + sin(delta) tan(s). For an answer at s0 both terms of the maximum are equal where
r = r(s0), at s0, and where r = -r(s0), at s1; p wins between them. So M is a closed form, and the integral over s0 is
Arb's certified quadrature of an analytic integrand.

Two queries. Both distributions are cut into the same cells of the plane, whose masses are products of differences of
distribution functions (balls), and the race on these finitely many outcomes agrees with probability sum PQ/M exactly.
Merging outcomes never increases the total variation that the theorem bounds, so its bound holds for the cells too.

What is compared. The expected disagreement with rho, the exact failure probability with beta.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from itertools import product as cartesian
from math import prod
from random import Random
from typing import Any

from flint import acb, arb, fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.numbers.workers import integral
from replcalc.sharper.race.simulator import compute_race_agreement
from replcalc.simulate.binomial import exact_pmf
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.distributions import collect_outcomes
from replcalc.simulate.simulator import Case, Measurement, Simulator

LABEL = "derived:cosine"
#: Cells of each coordinate in the case of two queries.
PLANE = 9


def integrate_cos_squared(s: Any) -> Any:
    """Return the integral of cos^2 from 0 to s."""
    return s / 2 + (2 * s).sin() / 4


@lru_cache(maxsize=4096)
def compute_race_disagreement(shift: fmpq) -> arb:
    """Return the disagreement of the race for one query, |v - v'| = ``shift`` times 2a; a bracket from 1/2 on.

    Below 1/2 the cosine of delta is positive, so s1 = -pi/2 + atan(sin(delta) cos(s0)/(cos(s0-delta) + cos(delta)
    cos(s0))) with a positive denominator. From there on agreement is at most the overlap of the two distributions.
    """
    if shift == 0:
        return arb(0)
    with ball_precision(64):
        half, delta = arb.pi() / 2, arb(shift) * arb.pi()
        if 2 * shift >= 1:
            overlap = 2 * (1 - evaluate_distribution(arb(min(shift, fmpq(1)))))
            return 1 - overlap * arb(0.5, 0.5)

        def integrand(s0: acb, analytic: bool) -> acb:
            p, q = s0.cos() ** 2, (s0 - delta).cos() ** 2
            x = delta.sin() * s0.cos() / ((s0 - delta).cos() + delta.cos() * s0.cos())
            if analytic and not (x.real > 0 or abs(x.imag) < 1):
                return acb("nan")  # across a cut of the arctangent
            s1 = x.atan() - half
            between, outside = (
                integrate_cos_squared(s0) - integrate_cos_squared(s1),
                half - integrate_cos_squared(s0 - delta) + integrate_cos_squared(s1 - delta),
            )
            return p * q / (q * between + p * outside)

        tolerance = arb(2) ** -30
        found = integral(integrand, acb(delta - half), acb(half), rel_tol=tolerance, abs_tol=tolerance)
        return 1 - found.real


def evaluate_distribution(x: arb) -> arb:
    """Return Pr[noise <= x a], x in [-1, 1]."""
    return arb(1) / 2 + (integrate_cos_squared(arb.pi() * x / 2)) * 2 / arb.pi()


def evaluate_clipped(x: fmpq) -> arb:
    return evaluate_distribution(arb(min(max(x, fmpq(-1)), fmpq(1))))


@lru_cache(maxsize=512)
def compute_plane_disagreement(shift: tuple[fmpq, fmpq]) -> arb:
    """Return the disagreement of the race on cells of the plane; means differ by ``shift`` times 2a."""
    with ball_precision(64):
        distributions: tuple[list[list[arb]], list[list[arb]]] = ([], [])
        for d in shift:
            edges = [-1 + (2 + 2 * d) * fmpq(j, PLANE) for j in range(PLANE + 1)]
            for distribution, offset in zip(distributions, (fmpq(0), 2 * d), strict=True):
                below = [evaluate_clipped(x - offset) for x in edges]
                distribution.append([(b - a).nonnegative_part() for a, b in pairwise(below)])
        p, q = ([x * y for x, y in cartesian(*distribution)] for distribution in distributions)
        return 1 - compute_race_agreement(p, q)  # type: ignore[no-any-return]


def compute_gaps(n: int, bias: fmpq) -> dict[int, fmpq]:
    """Return the distribution of the absolute difference of two counts of n draws."""
    pmf = exact_pmf(n, bias)
    return collect_outcomes((abs(i - j), x * y) for i, x in enumerate(pmf) for j, y in enumerate(pmf))


def compute_expected_disagreement(distribution: Mapping[int, fmpq], n: int, a: fmpq) -> arb:
    """Return the disagreement of the race for one query, over the gap of the counts."""
    return sum((x * compute_race_disagreement(fmpq(j, n) / (2 * a)) for j, x in distribution.items()), arb(0))


def compute_failure(n: int, bias: fmpq, a: fmpq, alpha: fmpq) -> arb:
    """Return the probability that one answer is off by more than alpha."""
    inside = arb(0)
    for j, x in enumerate(exact_pmf(n, bias)):
        shift = fmpq(j, n) - bias
        inside += x * (evaluate_clipped((alpha - shift) / a) - evaluate_clipped((-alpha - shift) / a))
    return 1 - inside


@dataclass(frozen=True)
class CosineCase(Case):
    """k queries of these biases on n draws, drawn by one race or by one for each."""

    biases: tuple[fmpq, ...]
    n: int
    a: fmpq
    alpha1: fmpq
    groups: int = 1

    varied = ("biases", "alpha1")

    @property
    def given(self) -> dict[str, Any]:
        k, groups = len(self.biases), self.groups
        return {"k": k, "N": self.n, "G": groups, "g": k // groups, "a": self.a, "alpha1": self.alpha1}

    def disagreement(self) -> arb:
        distributions, unit = [compute_gaps(self.n, bias) for bias in self.biases], self.n * 2 * self.a
        if self.groups == len(self.biases):
            return 1 - prod(
                1 - compute_expected_disagreement(distribution, self.n, self.a) for distribution in distributions
            )
        pairs = cartesian(*(distribution.items() for distribution in distributions))
        return sum((x * y * compute_plane_disagreement((i / unit, j / unit)) for (i, x), (j, y) in pairs), arb(0))

    def measurements(self) -> Iterator[Measurement]:
        yield measure(LABEL, "rho", self.disagreement(), "disagreement", **self.given)
        right = prod(1 - compute_failure(self.n, bias, self.a, self.alpha1 + self.a) for bias in self.biases)
        yield measure(LABEL, "beta", 1 - right, "failure", **self.given)


@dataclass(frozen=True)
class OneDistance(Case):
    """Two means at one distance, a = 1, and the N whose bound is about this distance."""

    distance: fmpq

    def measurements(self) -> Iterator[Measurement]:
        guaranteed = bound(LABEL, "rho", k=1, N=int((1 / (2 * self.distance**2)).p), G=1, g=1, a=1, alpha1=1)
        yield Measurement(
            LABEL, "disagreement at one distance", compute_race_disagreement(self.distance / 2), guaranteed
        )


class CosineSimulator(Simulator):
    name, statements, default_cases = "cosine", (LABEL,), 12
    summary = "cosine noise drawn by a race on the torus, one and two queries: exact disagreement and failure"

    def examples(self) -> Iterator[Case]:
        half = fmpq(1, 2)
        for n, a in ((1, fmpq(2)), (8, fmpq(1)), (20, half), (40, half)):
            yield CosineCase((half,), n, a, fmpq(1, 5))
        yield from map(OneDistance, (half, fmpq(1, 10), fmpq(1, 100)))
        yield CosineCase((half, half), 6, fmpq(3, 2), fmpq(1, 5))
        yield CosineCase((half, half), 6, fmpq(3, 2), fmpq(1, 5), 2)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "twice the accuracy", WrongParameter(self.example(1), "a", lambda x: 2 * x)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        a, alpha1 = fmpq(rng.randint(4, 24), 8), fmpq(rng.randint(5, 60), 100)
        if rng.random() < 0.7:
            yield CosineCase((fmpq(rng.randint(1, 19), 20),), rng.randint(1, 16), a, alpha1)
        else:
            biases = (fmpq(rng.randint(1, 9), 10), fmpq(rng.randint(1, 9), 10))
            yield CosineCase(biases, rng.randint(1, 3), a, alpha1, rng.choice((1, 1, 2)))
