"""Small cases of what Coq proves about two distributions: closeness, log-ratios, conditioning, Azuma's inequality.

They guard against a catalogue formula that differs from the proved one, and show how far the bounds are from the truth.

Cases. *Pair*: two distributions P, Q with a rational e^eps and the least delta for which they are (eps, delta)-close;
the event E, |ln P/Q| <= 2 eps, is decided in rationals, and logarithms enter only the expectations. *Conditioning*: a
distribution of samples x, for every x one of transcripts, and one of an oracle that does not see x. *Tables*: two joint
distributions of (U, V) for which lm:kasivi as printed is false. *Tail*: a tree with a distribution of the next step at
every history; the tail of the sum is the mass of the paths that reach it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from flint import arb, fmpq

from replcalc.paper.pg_composition.processes import make_edge_pair
from replcalc.simulate.bounds import Ln, WrongParameter, bound, measure
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


@dataclass(frozen=True)
class ClosePair(Case):
    """def:pg on the event that needs most; tails and means of the log-ratio, with P and with Q as the algorithm's."""

    p: Distribution
    q: Distribution
    ratio: fmpq

    varied: ClassVar[tuple[str, ...]] = ("p", "q")

    def measurements(self) -> Iterator[Measurement]:
        ratio, square = self.ratio, self.ratio**2
        given = {"ratio": ratio, "delta": smallest_delta(self.p, self.q, ratio) or TINY}
        masses = list(zip(self.p, self.q, strict=True))
        inside = [z for z, (a, b) in enumerate(masses) if a > 0 and b > 0 and a <= square * b and b <= square * a]
        eps = arb(ratio).log()
        for side, p, q in (("failure_real", self.p, self.q), ("failure_oracle", self.q, self.p)):
            farthest = [a > ratio * b for a, b in zip(p, q, strict=True)]
            one, other = mass_where(p, farthest), mass_where(q, farthest)
            yield measure("def:pg", "upper", one, "probability of an event", gamma=TINY, q=other, **given)
            if one > given["delta"]:
                yield measure("def:pg", "lower", other, "probability of an event", gamma=TINY, q=one, **given)
            kept = sum((p[z] for z in inside), ZERO)
            yield measure("lm:help_kasi", "failure", ONE - kept, "Pr[|f| > 2 eps]", **given)
            yield measure("lm:h_hat_to_h", side, ONE - kept, "Pr[|f| > 2 eps]", **given)
            if inside and bool(eps <= 1) and bool(arb(given["delta"]) <= eps / 50):
                logs = {z: arb(p[z] / q[z]).log() for z in inside}
                mean = sum((arb(p[z] / kept) * f for z, f in logs.items()), arb(0))
                weighted = sum((arb(q[z]) * f for z, f in logs.items()), arb(0))
                yield measure("lm:bound_expect", "rho_i", mean, "mean log-ratio given E", **given)
                yield measure("cl:Q_weighted_bound", "psi", weighted, "sum of Q ln(P/Q) over E", **given)
                yield measure("cl:P_weighted_bound", "gap", mean - weighted, "change of weights", **given)


@dataclass(frozen=True)
class Conditioned(Case):
    """A distribution of samples, one of the transcript on each, and the oracle's, at their least joint delta."""

    weights: Distribution
    rows: tuple[Distribution, ...]
    oracle: Distribution
    ratio: fmpq

    varied: ClassVar[tuple[str, ...]] = ("weights", "rows", "oracle")

    def measurements(self) -> Iterator[Measurement]:
        eps, rows = Ln(self.ratio), list(zip(self.weights, self.rows, strict=True))
        real = tuple(w * a for w, row in rows for a in row)
        oracle = tuple(w * b for w, _ in rows for b in self.oracle)
        delta = smallest_delta(real, oracle, self.ratio)
        above = mass_where(real, (p > self.ratio * q for p, q in zip(real, oracle, strict=True)))
        below = mass_where(oracle, (q > self.ratio * p for p, q in zip(real, oracle, strict=True)))
        given = {"epsilon_k": eps, "delta_k": max(above, below)}
        yield measure("lm:G_G_prime_implies_joint", "delta_joint", delta, "least joint delta", **given)
        if delta == 0:
            return
        for label, ratio in (("lm:joint_implies_cond", self.ratio**3), ("derived:conditioned-composition", self.ratio)):
            given = {"epsilon_k": eps, "delta_k": delta}
            limit = arb(bound(label, "delta_star", **given))
            far = mass_where(self.weights, (arb(smallest_delta(row, self.oracle, ratio)) > limit for row in self.rows))
            yield measure(label, "gamma_star", far, "mass of samples not close", **given)
        needs = [smallest_delta(row, self.oracle, self.ratio) for row in self.rows]
        for d in (need * fmpq(999, 1000) for need in sorted(set(needs)) if need > 0):
            bad = mass_where(self.weights, (need > d for need in needs))
            given = {"ratio": self.ratio, "delta": delta, "d": d}
            yield measure("derived:conditioning", "gamma", bad, "mass of samples not (eps, d)-close", **given)


def make_two_directions(ratio: fmpq, mass: fmpq, share: fmpq) -> Conditioned:
    """Return a case with too much of the transcript on one sample, too little on another: both use up delta."""
    oracle = (ZERO, share, ONE - share)
    rows = (oracle, (share, share, ONE - 2 * share), (ZERO, ZERO, ONE))
    return Conditioned((ONE - 2 * mass, mass, mass), rows, oracle, ratio)


@dataclass(frozen=True)
class JointTables(Case):
    """Two joint distributions of (U, V), row u, column t: how often U given V = t is not (3 eps, delta_hat)-close."""

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


Step = tuple[tuple[fmpq, fmpq], ...]  # values with their probabilities


@dataclass(frozen=True)
class Tail(Case):
    """A dependent sequence of ``n`` steps in [-1, 1] with conditional mean at most mu: Pr[sum >= threshold]."""

    name: str
    n: int
    mu: fmpq
    threshold: fmpq
    step: Callable[[tuple[fmpq, ...]], Step]

    def measurements(self) -> Iterator[Measurement]:
        paths: list[tuple[tuple[fmpq, ...], fmpq]] = [((), ONE)]
        for _ in range(self.n):
            paths = [((*past, x), w * p) for past, w in paths for x, p in self.step(past) if p]
        true = sum((w for path, w in paths if sum(path, ZERO) >= self.threshold), ZERO)
        yield measure("lm:azuma", "tail", true, c=(ONE,) * self.n, t=self.threshold - self.n * self.mu)


def make_signs(up: fmpq, chance: fmpq) -> Callable[[tuple[fmpq, ...]], Step]:
    """Return the distribution of a step: ``up`` with that chance, else -1."""
    return lambda _: ((up, chance), (-ONE, ONE - chance))


def step_until_two(past: tuple[fmpq, ...]) -> Step:
    """Return fair signs, stopped once their sum is 2."""
    return ((ZERO, ONE),) if sum(past, ZERO) >= 2 else make_signs(ONE, fmpq(1, 2))(past)


class LemmasSimulator(Simulator):
    name, default_cases = "pg-lemmas", 100
    statements = (
        *("def:pg", "lm:help_kasi", "lm:h_hat_to_h", "lm:bound_expect", "cl:Q_weighted_bound", "cl:P_weighted_bound"),
        *("lm:G_G_prime_implies_joint", "lm:joint_implies_cond", "derived:conditioned-composition"),
        *("derived:conditioning", "lm:kasivi", "lm:azuma"),
    )
    summary = "closeness, log-ratios, conditioning and Azuma: lemmas that Coq proves; lm:kasivi is false as printed"
    loose: ClassVar = {
        "lm:joint_implies_cond": (
            "derived:conditioned-composition proves sqrt(2 delta) in place of 5 sqrt(delta/min(epsilon, 1)), "
            "which is attained up to a factor 2"
        ),
        "lm:bound_expect": "the drift of close pairs is eps^2/2 up to lower orders, the lemma says about 4 eps^2",
        "cl:Q_weighted_bound": "two terms of delta where one would do",
        "cl:P_weighted_bound": "2 eps (e^{2 eps} - 1) where the two means differ by about eps^2",
    }

    def examples(self) -> Iterator[Case]:
        for ratio in RATIOS:
            delta = (ratio - 1) / 100
            for margin in (fmpq(1, 10), fmpq(1, 10**9)):
                yield ClosePair(*make_edge_pair(ratio, delta, margin), ratio)
            yield ClosePair(distribution(ratio, 1), distribution(1, ratio), ratio)
            yield ClosePair((ONE, ZERO), (ONE - delta / 30, delta / 30), ratio)
            yield make_two_directions(ratio, fmpq(1, 50), fmpq(1, 4))
        for mass, share in ((fmpq(1, 25), fmpq(1, 12)), (fmpq(11, 300), ONE)):  # far from the oracle on a rare sample
            yield Conditioned((ONE - mass, mass), ((ONE, ZERO), (ONE - share, share)), (ONE, ZERO), fmpq(3))
        yield JointTables(((0, 1), (5, 1)), ((1, 0), (1, 5)), fmpq(5), fmpq(9, 20))
        yield JointTables(((7, 5, 0), (2, 1, 25)), ((9, 19, 1), (6, 0, 5)), fmpq(5), fmpq(83, 500))
        for n in (1, 2, 4, 8):
            yield Tail("fair signs", n, ZERO, fmpq(n), make_signs(ONE, fmpq(1, 2)))
            yield Tail("+1 w.p. 3/4", n, fmpq(1, 2), fmpq(n), make_signs(ONE, fmpq(3, 4)))
        yield Tail("one small step up", 1, ZERO, fmpq(1, 100), make_signs(fmpq(1, 100), fmpq(100, 101)))
        yield Tail("stopped at 2", 8, ZERO, fmpq(2), step_until_two)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        pair = ClosePair(*make_edge_pair(fmpq(2), fmpq(1, 100), TINY), fmpq(2))
        yield "a third of the additive closeness", WrongParameter(pair, "delta", lambda delta: delta / 3)
        case = make_two_directions(fmpq(2), fmpq(1, 50), fmpq(1, 4))
        yield "half of the joint delta", WrongParameter(case, "delta_k", lambda delta: delta / 2)
        yield "a mean above mu", Tail("always up", 4, ZERO, fmpq(4), make_signs(ONE, ONE))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        ratio = rng.choice(RATIOS)
        delta = (ratio - 1) * fmpq(rng.choice((0, 1, 2, 4, 8, 40)), 500)
        yield ClosePair(*random_close_pair(rng, rng.randint(2, 5), ratio, delta), ratio)
        oracle, rows = random_distribution(rng, 3, 60), tuple(random_distribution(rng, 3, 60) for _ in range(3))
        yield Conditioned(random_distribution(rng, 3, 200, positive=True), rows, oracle, ratio)
