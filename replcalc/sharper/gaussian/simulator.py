"""One or two statistical queries through Gaussian noise, by rejection and by the race.

Statements: derived:gaussian, thm:multi_dim_mean.

Case. N draws of a vector of k queries with values in {0, 1/g, .., 1} and a rational joint distribution (the queries may
be dependent); the vector of means mu-hat is published as N(mu-hat, sigma^2 I) by correlated sampling. Two runs have
means that differ by a vector d of a finite lattice, whose distribution is an exact convolution. Then TV = erf(|d| / (2
sqrt(2) sigma)), and the rejection scheme of correlated sampling differs with probability exactly 2 TV/(1 + TV): for
densities two different accepted points give equal values with probability 0. A race (exponential clocks, argmin of time
over density) agrees with probability the integral of pq/M, M(y) = integral of max(p(z)q(y), q(z)p(y)) dz; p/q depends
on the coordinate along d alone and is monotone there, so with s = |d|/sigma the integrand is 1/(Phi(y)/phi(y) +
Phi(s-y)/phi(s-y)) on the line.

Why it is exact. Expected TV, rho and the failure probability are finite sums of rationals times balls of erf: no
sampling; the race adds Arb's certified quadrature of that integrand, whose tails are bounded. The failure probability
is the sum over mu-hat of 1 - prod_i Pr[|N(mu-hat_i - mu_i, sigma^2)| <= alpha].

What is compared. The expected distance of the means, the expected TV with both bounds, rho and
failure with what derived:gaussian promises; and, for thm:multi_dim_mean, which promises that some algorithm
does with n samples, the exact rho and failure of this one (not alg:main) with X ln(e + X) ln(1/beta), which is fewer,
X = k/(rho alpha)^2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product as cartesian
from random import Random
from typing import Any

from flint import Ordering, acb, arb, fmpq, fmpq_mpoly_ctx

from replcalc.numbers.fields import ball_precision
from replcalc.numbers.workers import integral
from replcalc.simulate.bounds import bound, measure
from replcalc.simulate.distributions import Distribution, collected, distribution, random_distribution, shift_unit
from replcalc.simulate.simulator import Case, Measurement, Simulator, hill_climb

LABEL = "derived:gaussian"
#: Cases with more distances than this are compared without the race, whose quadrature takes a few milliseconds each.
MOST_DISTANCES = 12

Vector = tuple[int, ...]
Lattice = dict[Vector, fmpq]


def power(p: Lattice, n: int) -> Lattice:
    """The distribution of the sum of n independent vectors with non-negative coordinates: a power of one exact
    polynomial.
    """
    k = len(next(iter(p)))
    context = fmpq_mpoly_ctx.get([f"x{i}" for i in range(k)], Ordering.lex)
    found: Lattice = (context.from_dict(p) ** n).to_dict()
    return found


def difference(p: Lattice, shift: int) -> Lattice:
    """The distribution of x - x' + (shift, .., shift) for independent x, x'; the shift keeps coordinates
    non-negative.
    """
    return collected(
        (tuple(a - b + shift for a, b in zip(u, v, strict=True)), x * y) for u, x in p.items() for v, y in p.items()
    )


@dataclass(frozen=True)
class DependentQueries:
    """k dependent queries: ``distribution`` is the joint distribution of (query 1, .., query k) in units of 1/g,
    asked on n draws.
    """

    distribution: tuple[tuple[Vector, fmpq], ...]
    g: int
    n: int

    @property
    def k(self) -> int:
        return len(self.distribution[0][0])

    @property
    def step(self) -> int:
        return self.g * self.n

    @cached_property
    def sums(self) -> Lattice:
        return power(dict(self.distribution), self.n)

    @cached_property
    def mean(self) -> tuple[fmpq, ...]:
        return tuple(sum((x * v[i] for v, x in self.distribution), fmpq(0)) / self.g for i in range(self.k))

    @cached_property
    def gaps(self) -> dict[int, fmpq]:
        """The distribution of the squared distance |sum - sum'|^2 of two samples (in units of 1/step^2).

        sum - sum' adds n independent differences x_t - x'_t, so the differences are convolved, not pairs of sums.
        """
        differences = power(difference(dict(self.distribution), self.g), self.n)
        return collected((sum((a - self.step) ** 2 for a in v), x) for v, x in differences.items())

    def distance(self) -> arb:
        """E|mu-hat - mu-hat'|."""
        return sum((arb(key).sqrt() * x for key, x in self.gaps.items()), arb(0)) / self.step

    def variations(self, sigma: fmpq) -> Iterator[tuple[fmpq, arb]]:
        """(probability, TV of the two published distributions) for every distance."""
        scale = arb(8).sqrt() * arb(sigma) * self.step
        for key, x in self.gaps.items():
            yield x, (arb(key).sqrt() / scale).erf()

    def failure(self, sigma: fmpq, alpha: fmpq) -> arb:
        """Pr that some answer is off by more than alpha."""
        root = arb(2).sqrt() * arb(sigma)
        inside: list[dict[int, arb]] = [{} for _ in range(self.k)]
        total = arb(0)
        for v, x in self.sums.items():
            good = arb(1)
            for i, a in enumerate(v):
                if a not in inside[i]:
                    shift = fmpq(a, self.step) - self.mean[i]
                    inside[i][a] = ((arb(alpha - shift) / root).erf() + (arb(alpha + shift) / root).erf()) / 2
                good *= inside[i][a]
            total += x * (1 - good)
        return total

    def show(self) -> dict[str, str]:
        rows = {f"Pr[queries = {v} / {self.g}]": str(x) for v, x in self.distribution if x != 0}
        return {"k": str(self.k), "N": str(self.n), **rows}


@dataclass(frozen=True)
class NoisyQueries(Case):
    """The queries with noise of size sigma, allowed to err by alpha1 + alpha2."""

    queries: DependentQueries
    sigma: fmpq
    alpha1: fmpq
    alpha2: fmpq

    @property
    def given(self) -> dict[str, Any]:
        own = {"sigma": self.sigma, "alpha1": self.alpha1, "alpha2": self.alpha2}
        return {"k": self.queries.k, "N": self.queries.n, **own}

    def show(self) -> dict[str, str]:
        return self.queries.show() | {name: str(self.given[name]) for name in ("sigma", "alpha1", "alpha2")}

    def measurements(self) -> Iterator[Measurement]:
        queries, sigma = self.queries, self.sigma
        tv = expected_tv(queries, sigma)
        found = [
            ("E|gap|", queries.distance(), "distance"),
            ("E TV, linear bound", tv, "tv_linear"),
            ("E TV", tv, "tv"),
            ("rho by rejection", exact_rho(queries, sigma), "rejection"),
        ]
        if len(queries.gaps) <= MOST_DISTANCES:
            raced = race_rho(queries, sigma)
            found += [("rho by the race", raced, "race"), ("rho", raced, "rho")]
        found.append(("failure", queries.failure(sigma, self.alpha1 + self.alpha2), "beta"))
        for quantity, true, name in found:
            yield measure(LABEL, name, true, quantity, **self.given)


def expected_tv(queries: DependentQueries, sigma: fmpq) -> arb:
    return sum((x * t for x, t in queries.variations(sigma)), arb(0))


def exact_rho(queries: DependentQueries, sigma: fmpq) -> arb:
    """E[2 TV/(1 + TV)]."""
    return sum((x * 2 * t / (1 + t) for x, t in queries.variations(sigma)), arb(0))


def race_rho(queries: DependentQueries, sigma: fmpq) -> arb:
    """E of the exact disagreement of the race."""
    scale = sigma * queries.step
    return sum((x * race_disagreement(fmpq(key) / scale**2) for key, x in queries.gaps.items()), arb(0))


@lru_cache(maxsize=4096)
def race_disagreement(squared: fmpq) -> arb:
    """The disagreement of the race on N(0, 1) and N(s, 1), s the root of ``squared``, to about eight digits."""
    if squared == 0:
        return arb(0)
    with ball_precision(64):
        s, root2, norm = arb(squared).sqrt(), arb(2).sqrt(), (2 * arb.pi()).sqrt()
        reach = arb(7)
        if squared > 400:  # both say the same at most as often as the distributions overlap
            return 1 - (s / (2 * root2)).erfc() * arb(0.5, 0.5)

        def mills(y: acb) -> acb:
            return (-y / root2).erfc() / 2 * norm * (y * y / 2).exp()

        def integrand(y: acb, _analytic: bool) -> acb:
            return 1 / (mills(y) + mills(s - y))

        # beyond -reach the second density is smaller than the tail of the first, beyond s + reach the other way round
        inside = integral(integrand, acb(-reach), acb(s + reach), rel_tol=arb(2) ** -30, abs_tol=arb(2) ** -30).real
        tail = (reach / root2).erfc()
        return 1 - inside - tail * arb(0.5, 0.5)


def binary(p: fmpq, n: int) -> DependentQueries:
    """One query with values 0 and 1."""
    return DependentQueries((((0,), 1 - p), ((1,), p)), 1, n)


def joint(weights: Distribution, n: int) -> DependentQueries:
    """Two binary queries with joint distribution on (0,0), (0,1), (1,0), (1,1)."""
    return DependentQueries(tuple(zip(cartesian((0, 1), repeat=2), weights, strict=True)), 1, n)


class GaussianSimulator(Simulator):
    name, statements, default_cases = "gaussian", (LABEL,), 40
    summary = "Gaussian noise by rejection and by the race, one and two queries: exact expected TV, rho and failure"

    def named(self) -> Iterator[Case]:
        half, fifth = fmpq(1, 2), fmpq(1, 5)
        for n, sigma in ((1, fmpq(1)), (10, fmpq(1, 10)), (50, fifth), (100, fmpq(1, 1000))):
            yield NoisyQueries(binary(half, n), sigma, fmpq(1, 10), fifth)
        for weights in ((1, 1, 1, 1), (1, 0, 0, 1), (0, 1, 1, 0), (9, 0, 0, 1)):
            yield NoisyQueries(joint(distribution(*weights), 8), fifth, fifth, fifth)
        three = DependentQueries((((0,), fmpq(1, 4)), ((1,), half), ((2,), fmpq(1, 4))), 2, 12)
        yield NoisyQueries(three, fmpq(1, 10), fifth, fifth)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        sigma = fmpq(rng.randint(1, 20), rng.choice((10, 40)))
        alpha1, alpha2 = fmpq(rng.randint(5, 40), 100), fmpq(rng.randint(5, 80), 100)
        if rng.random() < 0.5:
            queries = binary(fmpq(rng.randint(0, 20), 20), rng.randint(1, 40))
        else:
            queries = joint(random_distribution(rng, 4, 16), rng.randint(1, 7))
        yield NoisyQueries(queries, sigma, alpha1, alpha2)

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Climb over joint distributions of two queries for the largest expected TV against its bound; then over
        sigma.
        """
        sigma, fifth = fmpq(1, 4), fmpq(1, 5)

        def queries(weights: tuple[int, ...]) -> DependentQueries:
            return joint(distribution(*weights), 4)

        start: tuple[int, ...] = (13, 1, 1, 1)
        yield from hill_climb(
            start,
            lambda weights: shift_unit(rng, weights, 2),
            lambda weights: [NoisyQueries(queries(weights), sigma, fifth, fifth)],
            budget,
            lambda weights: float(expected_tv(queries(weights), sigma)),
        )
        for exponent in range(-3, 6):
            yield NoisyQueries(binary(fmpq(1, 2), 16), fmpq(2) ** exponent, fifth, fifth)

    def extra(self, **options: Any) -> Mapping[str, Any]:
        rows = []
        for n in (10, 100):
            queries, sigma = binary(fmpq(1, 2), n), fmpq(1, 10)
            values = {"k": 1, "N": n, "sigma": sigma, "alpha1": fmpq(1, 10), "alpha2": fmpq(1, 10)}
            row = {
                "N": n,
                "sigma": sigma,
                "expected_tv": expected_tv(queries, sigma),
                "bound": bound(LABEL, "tv", **values),
                "bound_linear": bound(LABEL, "tv_linear", **values),
                "rho": exact_rho(queries, sigma),
                "rho_bound": bound(LABEL, "rejection", **values),
                "race": race_rho(queries, sigma),
                "race_bound": bound(LABEL, "race", **values),
            }
            rows.append(row)
        return {"fair_coin": rows}
