"""Replicable composition on toy problems: alg:main from base algorithms to the sampled product, and squared votes.

Three kinds of cases, all with k base algorithms given as tables of answers and one sample that all of them read:

- *Small.* Each algorithm is converted by exponential votes with a rational e^eta, so that its output distribution on
every sample is rational; its exact closeness parameters go through the composition lemma and the conversion back, and
the result is compared with the exact disagreement of first-acceptance sampling on the product. Failure: the exact
  probability that some output is wrong against the sum of the exact failures.
- *Full size.* The parameters of the main theorem at real values (about 10^16 blocks) on draws that are almost
  always 0: the few ones are enumerated and the probability of more of them is kept as the width of the answer.
- *Direct.* Squared votes with J strings: the exact tails of the strings and of the normaliser, the expected distance
  of two vote vectors, and the exact replicability and failure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from random import Random
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.paper.main.exponential_votes import WIDE
from replcalc.paper.main.pipeline import FullPipeline, SmallPipeline
from replcalc.paper.main.squared_votes import (
    DirectCase,
    direct_cases,
    totals,
)
from replcalc.simulate.bounds import WrongParameter, bound, measure, tightest
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    bernoulli,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import (
    Table,
    blocks_of,
    majority_threshold,
    mixed,
    random_table,
    reader,
)
from replcalc.statements.catalogue import statement

DIRECT = "derived:squared-votes"


# -- direct composition ----------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class DirectComposition(Case):
    """Replicability and failure of the composition, and what is said of each of the problems."""

    votes: DirectCase

    def measurements(self) -> Iterator[Measurement]:
        rho, failure, distance = totals(self.votes)
        given = self.votes.given()
        yield measure(DIRECT, "rho", rho, **given)
        yield measure(DIRECT, "beta", failure, **given)
        yield Measurement(DIRECT, "E[TV; good]", distance, (2 * arb(bound(DIRECT, "chi", **given))).sqrt())
        yield from self.of_problems()

    def of_problems(self) -> Iterator[Measurement]:
        for i, problem in enumerate(self.votes.problems):
            alone = self.votes.given(i)
            calm = problem.good_strings()
            omega = ONE - sum((p for _, p in calm), ZERO)
            yield measure(DIRECT, "omega", omega, **alone)
            yield measure(DIRECT, "chi", problem.expected_hellinger(), **alone)
            for strings, _ in problem.strings:
                spread = problem.copies * problem.mean_spread(strings)
                off = abs(problem.expected_gap(strings) - 2 * spread / problem.rounds)
                yield Measurement(DIRECT, "E|v-v'|^2 differs from sum 2x_j/T", off, ZERO)
            for strings, _ in calm:
                kept = problem.good_samples(strings)
                tau = ONE - sum((p for _, p in kept), ZERO)
                yield measure(DIRECT, "tau", tau, **alone)
                least = min(problem.vote(strings, c).square / problem.copies for c, _ in kept)
                yield measure(DIRECT, "D", least, sense=">=", **alone)


# -- alg:main --------------------------------------------------------------------------------------------------------
ALGORITHM, THEOREM, BACK, SHARP = "alg:main", "thm:main", "lm:pg_to_replic", "derived:tv-to-replicable"
SMALL_C = "cl:c_small_pg_compose_precond_hold"

#: Slack delta' of the composition lemma, tried one after the other.
SLACKS: tuple[fmpq, ...] = (fmpq(1, 10**5), fmpq(1, 10**7), fmpq(1, 10**9))


#: Values of e^eps at which the closeness of a converted algorithm is measured.
CLOSENESS: tuple[fmpq, ...] = (fmpq(10001, 10000), fmpq(1001, 1000), fmpq(101, 100), fmpq(11, 10), fmpq(3, 2))


def composed(gamma: tuple[Any, ...], epsilon: tuple[Any, ...], delta: tuple[Any, ...], slack: Any) -> dict[str, Any]:
    """The closeness that lm:pg_compose_het guarantees for the composition."""
    given = {"gamma": gamma, "epsilon": epsilon, "delta": delta, "delta_prime": slack}
    return {name: bound("lm:pg_compose_het", f"{name}_star", **given) for name in ("gamma", "epsilon", "delta")}


@dataclass(frozen=True)
class SmallCase(Case):
    """Exact rho and failure of a small pipeline against the composition lemmas at its exact closeness.

    Each lemma is used at the e^eps (and delta') at which it guarantees most; the paper's composition only where its
    hypothesis delta_i <= eps_i/50 holds.
    """

    pipeline: SmallPipeline

    def measurements(self) -> Iterator[Measurement]:
        case, rho = self.pipeline, self.pipeline.replicability()
        paper: list[tuple[Any, tuple[fmpq, dict[str, Any]]]] = []
        sharp: list[tuple[Any, tuple[fmpq, dict[str, Any]]]] = []
        for ratio in CLOSENESS:
            close = case.closeness(ratio)
            if all(50 * delta <= ONE - ONE / ratio for delta in close["delta"]):  # 1 - 1/x <= ln x
                stars = [composed(**close, slack=slack) for slack in SLACKS]
                below = [star for star in stars if all(x < 1 for x in star.values())]
                paper += [(bound(BACK, "rho", **star), (ratio, star)) for star in below]
            distance = {name: bound("derived:nonadaptive-tv", name, **close) for name in ("gamma_star", "tv")}
            sharp.append((bound(SHARP, "rho", **distance), (ratio, distance)))
        for label, told, promises in (
            (BACK, "rho of alg:main, composed by lm:pg_compose_het", paper),
            (SHARP, "rho of alg:main, composed by derived:nonadaptive-tv", sharp),
        ):
            if promises:
                _, (ratio, given) = tightest(promises)
                close = case.closeness(ratio)
                triples = "; ".join(f"{g}, {d}" for g, d in zip(close["gamma"], close["delta"], strict=True))
                yield measure(label, "rho", rho, told, details={"e^eps": str(ratio), "gamma, delta": triples}, **given)
        each, some = case.failures()
        sizes = tuple(a.n * (case.size // a.n) for a in case.algorithms)
        yield measure(ALGORITHM, "beta", some, samples_each=sizes, failure_each=each)
        yield measure(ALGORITHM, "samples", max(sizes), samples_each=sizes, failure_each=each)


@dataclass(frozen=True)
class FullCase(Case):
    """The main theorem at its own parameters."""

    pipeline: FullPipeline

    def measurements(self) -> Iterator[Measurement]:
        case = self.pipeline
        rho, failure = case.measure()
        epsilon, delta, slack = case.budget
        given = {"n": (1,) * case.k, "rho": case.rho, "beta0": case.beta0, "rho0": case.rho0, "c_max": case.c}
        yield measure(THEOREM, "rho", rho, "rho of alg:main at the theorem's parameters", **given)
        star = composed(delta, epsilon, delta, slack)
        yield measure(BACK, "rho", rho, "rho of alg:main, composed by lm:pg_compose_het", **star)
        samples, failures = (case.conversion.blocks,) * case.k, (case.conversion.failure(case.beta0),) * case.k
        yield measure(ALGORITHM, "beta", failure, samples_each=samples, failure_each=failures)


@dataclass(frozen=True)
class ParameterChoice(Case):
    """The parameters of the theorem's proof at one problem, and what the claim about a small c says of them."""

    n: tuple[int, ...]
    rho: fmpq
    beta0: fmpq
    c: fmpq

    def measurements(self) -> Iterator[Measurement]:
        k, total = len(self.n), sum(self.n)
        budget = arb(self.c * self.rho) ** 2 / (arb(k) / arb(self.rho * self.beta0)).log()
        squares = [budget * arb(fmpq(size, total) + fmpq(1, k)) for size in self.n]
        epsilon, delta = [x.sqrt() for x in squares], [arb(self.beta0) * x**5 for x in squares]
        slack = sum(delta, arb(0)) / k
        given = {"rho": self.rho, "beta0": self.beta0, "c": self.c, "k": k}
        quotients = [d / x for d, x in zip(delta, squares, strict=True)]
        yield measure(SMALL_C, "epsilon_limit", reduce(arb.max, epsilon), "the largest eps_i", **given)
        most = reduce(arb.max, epsilon + quotients)
        yield measure(SMALL_C, "below_c1", most, "the largest of eps_i and delta_i/eps_i^2", **given)
        yield measure(SMALL_C, "sum_of_squares", sum(squares, arb(0)), "sum of the eps_i^2", **given)
        yield measure(SMALL_C, "delta_prime", slack, **given)
        star = {"epsilon": tuple(epsilon), "delta": tuple(delta), "delta_prime": slack}
        close = {name: bound("lm:pg_compose", name, **star) for name in ("epsilon_star", "delta_star")}
        for name, true in (*close.items(), ("below_c3", close["epsilon_star"])):
            yield measure(SMALL_C, name, true, "of lm:pg_compose", **given)


class MainSimulator(Simulator):
    name, statements, default_cases = "main", (THEOREM, ALGORITHM, BACK, SMALL_C, DIRECT, SHARP), 20
    summary = "alg:main on toy problems, at full size on rare draws, and the direct composition step by step"
    loose: ClassVar[Mapping[str, str]] = {
        THEOREM: (
            "10^18 blocks, enough for every base algorithm: a draw that changes an answer moves one vote of them, and "
            "with it the output distribution by about 10^-16"
        ),
        BACK: "the same runs, and at small sizes closeness is lost in three lemmas one after the other",
    }

    def examples(self) -> Iterator[Case]:
        tenth = fmpq(1, 10)
        # strings that are stuck on a wrong answer cost no replicability; beside them a one that is read shifts the
        # distribution
        rho0, beta0 = fmpq(1, 10000), fmpq(1, 4)
        c = next(fmpq(h.default) for h in statement(THEOREM).hidden if h.name == "c_max")
        algorithm = mixed(fmpq(11, 20), beta0)
        yield FullCase(FullPipeline(algorithm, 2, fmpq(1, 10**19), tenth, rho0, beta0, c, WIDE, 12))
        sizes: tuple[tuple[int, ...], ...] = ((1,), (1, 1), (1, 1000), (1,) * 40, (5, 1, 1, 90))
        for some in sizes:
            for rho, chance in ((ONE, beta0), (tenth, beta0), (ONE, fmpq(1, 10**9))):
                yield ParameterChoice(some, rho, chance, c)
        # ones are so rare that no winner changes: the paper's composition guarantees less than 1 here
        calm = (mixed(tenth, fmpq(1, 50)), reader(fmpq(1, 5)))
        yield SmallCase(SmallPipeline(calm, bernoulli(fmpq(1, 200)), 8, 2, ONE + fmpq(1, 1000)))
        pair = (mixed(tenth, fmpq(1, 50)), majority_threshold(2))
        yield SmallCase(SmallPipeline(pair, bernoulli(fmpq(1, 50)), 6, 2, fmpq(11, 10)))
        third, quarter = fmpq(1, 3), fmpq(1, 4)
        seldom, skew = bernoulli(fmpq(1, 20)), bernoulli(quarter)
        near, far = (fmpq(1, 15), fmpq(3, 10)), (fmpq(3, 10), fmpq(2, 5))
        cases = (
            ("a rare draw changes both answers", (reader(ONE), reader(ONE)), seldom, 40, 1000, near),
            ("one problem, ten strings", (reader(quarter),), skew, 24, 10, far),
            ("blocks of different sizes", (majority_threshold(2), reader(third)), skew, 6, 3, far),
            # x_j is 0 or nearly 1: the tail of its mean is as heavy as it gets
            ("all or nothing", (reader(quarter, outputs=8),), uniform(8), 2, 6, far),
        )
        for given in cases:
            yield from (DirectComposition(votes) for votes in direct_cases(*given))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        choice = ParameterChoice((1, 1), fmpq(1, 10), fmpq(1, 4), fmpq(1, 10**4))
        yield "half of c", WrongParameter(choice, "c", lambda c: c / 2)
        calm = SmallPipeline((mixed(fmpq(1, 10), fmpq(1, 50)),), bernoulli(fmpq(1, 200)), 4, 2, ONE + fmpq(1, 1000))
        yield "half of every failure", WrongParameter(SmallCase(calm), "failure_each", lambda failure: failure / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        sizes = rng.choice(((1,), (1, 1), (1, 2), (2, 1)))
        domain = bernoulli(fmpq(rng.randint(1, 9), 10))
        algorithms = tuple(wavering(rng, domain, n) for n in sizes)
        shares = (fmpq(rng.randint(1, 5), 10), fmpq(rng.randint(1, 6), 10))
        size, copies = rng.randint(2, 5), rng.randint(1, 4)
        for votes in direct_cases(f"random {number}", algorithms, domain, size, copies, shares):
            yield DirectComposition(votes)
        base = rng.choice((ONE + fmpq(1, 10**6), fmpq(101, 100), fmpq(5, 4)))
        yield SmallCase(SmallPipeline(algorithms, domain, rng.randint(2, 5), rng.randint(1, 2), base))


def wavering(rng: Random, domain: Distribution, n: int) -> Table:
    """A random table whose answer depends on the sample for some string."""
    while True:
        algorithm = random_table(rng, 2, n=n, strings=rng.randint(1, 2), outputs=2)
        if algorithm.disagreement(blocks_of(domain, n)):
            return algorithm
