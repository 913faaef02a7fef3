"""Small cases of lemmas that Coq proves: log-ratios, closeness after conditioning, Azuma's inequality.

They guard against a catalogue formula that differs from the proved one, and show how far the bounds are from the truth.

Cases. *Log-ratio*: a pair of distributions P, Q with a rational e^eps and the least delta for which they are (eps,
delta)-close; the event E, |ln P/Q| <= 2 eps, is decided in rationals, and logarithms enter only the expectations.
*Conditioning*: a distribution of samples x, for every x one of transcripts, and one of an oracle that does not see x.
*Pairs*: two joint distributions of (U, V) for which lm:kasivi as printed is false. *Azuma*: a tree with a distribution
of the next step at every history; the tail of the sum is the mass of the paths that reach it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import ClassVar

from flint import arb, fmpq

from replcalc.paper.pg_composition.processes import edge_pair
from replcalc.simulate.bounds import Ln, bound, measure
from replcalc.simulate.distributions import (
    ONE,
    RATIOS,
    ZERO,
    Distribution,
    distribution,
    mass_where,
    random_close_pair,
    random_distribution,
    smallest_delta,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator

#: The additive part used where a pair would need none: the lemmas on expectations ask for delta > 0.
TINY = fmpq(1, 10**6)


# -- the log-ratio of two close distributions --------------------------------------------------------------------------
@dataclass(frozen=True)
class LogRatio(Case):
    """Tails of the log-ratio under either distribution, and its means with either one in the place of the
    algorithm's.
    """

    p: Distribution
    q: Distribution
    ratio: fmpq

    varied: ClassVar[tuple[str, ...]] = ("p", "q")

    @cached_property
    def delta(self) -> fmpq:
        """The least delta, or TINY if the pair needs none."""
        return smallest_delta(self.p, self.q, self.ratio) or TINY

    @cached_property
    def inside(self) -> tuple[int, ...]:
        """The outcomes of E."""
        square, masses = self.ratio**2, enumerate(zip(self.p, self.q, strict=True))
        return tuple(z for z, (a, b) in masses if a > 0 and b > 0 and a <= square * b and b <= square * a)

    def measurements(self) -> Iterator[Measurement]:
        given = {"ratio": self.ratio, "delta": self.delta}
        for side, p in (("failure_real", self.p), ("failure_oracle", self.q)):
            outside = ONE - sum((p[z] for z in self.inside), ZERO)
            yield measure("lm:help_kasi", "failure", outside, "Pr[|f| > 2 eps]", **given)
            yield measure("lm:h_hat_to_h", side, outside, "Pr[|f| > 2 eps]", **given)
        eps = arb(self.ratio).log()
        if self.inside and bool(eps <= 1) and bool(arb(self.delta) <= eps / 50):
            for p, q in ((self.p, self.q), (self.q, self.p)):
                logs = {z: arb(p[z] / q[z]).log() for z in self.inside}
                kept = sum((p[z] for z in self.inside), ZERO)
                mean = sum((arb(p[z] / kept) * f for z, f in logs.items()), arb(0))
                other = sum((arb(q[z]) * f for z, f in logs.items()), arb(0))
                yield measure("lm:bound_expect", "rho_i", mean, "mean log-ratio given E", **given)
                yield measure("cl:Q_weighted_bound", "psi", other, "sum of Q ln(P/Q) over E", **given)
                yield measure("cl:P_weighted_bound", "gap", mean - other, "change of weights", **given)


class _UnderstatedDelta(LogRatio):
    @cached_property
    def delta(self) -> fmpq:
        return smallest_delta(self.p, self.q, self.ratio) / 3


# -- closeness given one coordinate ------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Conditioned(Case):
    """A distribution of samples, one of the transcript on each, and the oracle's."""

    weights: Distribution
    rows: tuple[Distribution, ...]
    oracle: Distribution
    ratio: fmpq

    varied: ClassVar[tuple[str, ...]] = ("weights", "rows", "oracle")

    @cached_property
    def joint(self) -> list[tuple[fmpq, fmpq]]:
        """Masses of (x, Z) and (x, oracle)."""
        pairs = zip(self.weights, self.rows, strict=True)
        return [(w * a, w * b) for w, row in pairs for a, b in zip(row, self.oracle, strict=True)]

    @cached_property
    def delta(self) -> fmpq:
        """The least delta of joint closeness."""
        least: fmpq = smallest_delta(tuple(p for p, _ in self.joint), tuple(q for _, q in self.joint), self.ratio)
        return least

    def measurements(self) -> Iterator[Measurement]:
        eps, pairs = Ln(self.ratio), self.joint
        above = sum((p for p, q in pairs if p > self.ratio * q), ZERO)
        below = sum((q for p, q in pairs if q > self.ratio * p), ZERO)
        given = {"epsilon_k": eps, "delta_k": max(above, below)}
        true = smallest_delta(tuple(p for p, _ in pairs), tuple(q for _, q in pairs), self.ratio)
        yield measure("lm:G_G_prime_implies_joint", "delta_joint", true, "least joint delta", **given)
        if self.delta == 0:
            return
        for label, ratio in (("lm:joint_implies_cond", self.ratio**3), ("derived:conditioned-composition", self.ratio)):
            given = {"epsilon_k": eps, "delta_k": self.delta}
            limit = bound(label, "delta_star", **given)
            far = (arb(smallest_delta(row, self.oracle, ratio)) > arb(limit) for row in self.rows)
            yield measure(label, "gamma_star", mass_where(self.weights, far), "mass of samples not close", **given)
        needs = [smallest_delta(row, self.oracle, self.ratio) for row in self.rows]
        for d in (need * fmpq(999, 1000) for need in sorted(set(needs)) if need > 0):
            bad = mass_where(self.weights, (need > d for need in needs))
            given = {"ratio": self.ratio, "delta": self.delta, "d": d}
            yield measure("derived:conditioning", "gamma", bad, "mass of samples not (eps, d)-close", **given)


class _HalfTheDelta(Conditioned):
    @cached_property
    def delta(self) -> fmpq:
        return super().delta / 2


def one_bad_sample(ratio: fmpq, mass: fmpq, apart: fmpq) -> Conditioned:
    """The transcript equals the oracle's except on one rare sample, where it leaves the oracle's support."""
    oracle = (ONE, ZERO)
    return Conditioned((ONE - mass, mass), (oracle, (ONE - apart, apart)), oracle, ratio)


def two_directions(ratio: fmpq, mass: fmpq, apart: fmpq) -> Conditioned:
    """One sample on which the transcript has too much, one on which it has too little: both directions spend delta."""
    oracle = (ZERO, apart, ONE - apart)
    rows = (oracle, (apart, apart, ONE - 2 * apart), (ZERO, ZERO, ONE))
    return Conditioned((ONE - 2 * mass, mass, mass), rows, oracle, ratio)


@dataclass(frozen=True)
class PairedTables(Case):
    """Two joint distributions of (U, V), row u and column t: how often U given V = t is not (3 eps,
    delta_hat)-close.
    """

    first: tuple[tuple[int, ...], ...]
    second: tuple[tuple[int, ...], ...]
    ratio: fmpq
    delta_hat: fmpq

    def measurements(self) -> Iterator[Measurement]:
        p, q = (distribution(*(x for row in table for x in row)) for table in (self.first, self.second))
        total, failing = sum(map(sum, self.first)), ZERO
        for a, b in zip(zip(*self.first, strict=True), zip(*self.second, strict=True), strict=True):
            if smallest_delta(distribution(*a), distribution(*b), self.ratio**3) > self.delta_hat:
                failing += fmpq(sum(a), total)
        given = {"ratio": self.ratio, "delta": smallest_delta(p, q, self.ratio), "delta_hat": self.delta_hat}
        yield measure("lm:kasivi", "failure", failing, "Pr[values of V not close]", expected_false=True, **given)


# -- Azuma's inequality ------------------------------------------------------------------------------------------------
Step = tuple[tuple[fmpq, fmpq], ...]  # values with their probabilities


@dataclass(frozen=True)
class Tail(Case):
    """A dependent sequence, step i in [-c_i, c_i] with conditional mean at most mu_i: Pr[sum >= threshold]."""

    name: str
    c: tuple[fmpq, ...]
    mu: tuple[fmpq, ...]
    step: Callable[[tuple[fmpq, ...]], Step]
    threshold: fmpq

    def measurements(self) -> Iterator[Measurement]:
        paths: list[tuple[tuple[fmpq, ...], fmpq]] = [((), ONE)]
        for _ in self.c:
            paths = [((*past, x), w * p) for past, w in paths for x, p in self.step(past) if p]
        true = sum((w for path, w in paths if sum(path, ZERO) >= self.threshold), ZERO)
        yield measure("lm:azuma", "tail", true, c=self.c, t=self.threshold - sum(self.mu, ZERO))


def two_point(low: fmpq, high: fmpq, mean: fmpq) -> Step:
    """The distribution on {low, high} with the given mean."""
    up = (mean - low) / (high - low)
    return ((low, ONE - up), (high, up))


def independent(name: str, n: int, step: Step, mu: fmpq, threshold: fmpq) -> Tail:
    return Tail(name, (ONE,) * n, (mu,) * n, lambda _: step, threshold)


def doubling(past: tuple[fmpq, ...]) -> Step:
    """Double the stake until the first win."""
    stake = fmpq(2 ** len(past))
    return ((ZERO, ONE),) if any(x > 0 for x in past) else two_point(-stake, stake, ZERO)


class LemmasSimulator(Simulator):
    name, default_cases = "pg-lemmas", 100
    statements = (
        "lm:help_kasi",
        "lm:h_hat_to_h",
        "lm:bound_expect",
        "cl:Q_weighted_bound",
        "cl:P_weighted_bound",
        "lm:G_G_prime_implies_joint",
        "lm:joint_implies_cond",
        "derived:conditioned-composition",
        "derived:conditioning",
        "lm:kasivi",
        "lm:azuma",
    )
    summary = "log-ratios, conditioning and Azuma: exact cases of lemmas that Coq proves; lm:kasivi is false as printed"
    loose: ClassVar = {
        "lm:joint_implies_cond": (
            "derived:conditioned-composition proves sqrt(2 delta) in place of 5 sqrt(delta/min(epsilon, 1)), "
            "which is attained up to a factor 2"
        ),
        "lm:bound_expect": "the drift of close pairs is eps^2/2 up to lower orders, the lemma says about 4 eps^2",
        "cl:Q_weighted_bound": "two terms of delta where one is spent",
        "cl:P_weighted_bound": "2 eps (e^{2 eps} - 1) where the two means differ by about eps^2",
    }

    def examples(self) -> Iterator[Case]:
        for ratio in RATIOS:
            delta = (ratio - 1) / 100
            for margin in (fmpq(1, 10), fmpq(1, 10**9)):
                yield LogRatio(*edge_pair(ratio, delta, margin), ratio)
            yield LogRatio(distribution(ratio, 1), distribution(1, ratio), ratio)
            yield LogRatio((ONE, ZERO), (ONE - delta / 30, delta / 30), ratio)
        parts = fmpq(5251, 10250), fmpq(4999, 10250)
        yield LogRatio((*parts, ZERO), (parts[1], fmpq(104979, 205000), fmpq(1, 5000)), RATIOS[0])
        for ratio in (fmpq(11, 10), fmpq(3, 2), fmpq(2), fmpq(3)):
            yield one_bad_sample(ratio, fmpq(1, 10**6), ONE)
            yield one_bad_sample(ratio, fmpq(1, 25), fmpq(1, 12))
            yield one_bad_sample(ratio, fmpq(11, 300), ONE)
            yield two_directions(ratio, fmpq(1, 50), fmpq(1, 4))
        yield PairedTables(((0, 1), (5, 1)), ((1, 0), (1, 5)), fmpq(5), fmpq(9, 20))
        yield PairedTables(((7, 5, 0), (2, 1, 25)), ((9, 19, 1), (6, 0, 5)), fmpq(5), fmpq(83, 500))
        fair, skew = two_point(-ONE, ONE, ZERO), two_point(-ONE, ONE, fmpq(1, 2))
        for n in (1, 2, 4, 8):
            yield independent("fair signs", n, fair, ZERO, fmpq(n))
            yield independent("-1 w.p. 1/4, +1 w.p. 3/4", n, skew, fmpq(1, 2), fmpq(n))
        for up in (fmpq(1, 10), fmpq(1, 100)):
            yield independent("one small step up", 1, two_point(-ONE, up, ZERO), ZERO, up)
        still: Step = ((ZERO, ONE),)
        yield Tail("stopped at 2", (ONE,) * 8, (ZERO,) * 8, lambda h: still if sum(h, ZERO) >= 2 else fair, fmpq(2))
        yield Tail("double or nothing", tuple(fmpq(2**i) for i in range(4)), (ZERO,) * 4, doubling, ONE)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        yield "a third of the additive closeness", _UnderstatedDelta(*edge_pair(fmpq(2), fmpq(1, 100), TINY), fmpq(2))
        case = two_directions(fmpq(2), fmpq(1, 50), fmpq(1, 4))
        yield "half of the joint delta", _HalfTheDelta(case.weights, case.rows, case.oracle, case.ratio)
        yield "a mean above mu", independent("always up", 4, ((ONE, ONE),), ZERO, fmpq(4))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        ratio = rng.choice(RATIOS)
        delta = (ratio - 1) * fmpq(rng.choice((0, 1, 2, 4, 8, 40)), 500)
        yield LogRatio(*random_close_pair(rng, rng.randint(2, 5), ratio, delta), ratio)
        oracle, rows = random_distribution(rng, 3, 60), tuple(random_distribution(rng, 3, 60) for _ in range(3))
        yield Conditioned(random_distribution(rng, 3, 200, positive=True), rows, oracle, ratio)
