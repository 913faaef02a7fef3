"""The main theorem: its parameter choice on given problems, and alg:main on toy problems.

*Parameter choice*: eps_i, delta_i and delta' of the proof are computed from the problem sizes, in balls; what
lm:pg_compose makes of them is compared with the limits of the claim about a small c, and the samples, failure and rho
that the lemmas give at them with the conclusion of thm:main. Unspecified constants are 1.

*Small pipeline*: k base algorithms are tables of answers, one sample is read by all of them. Each algorithm is
converted by exponential votes with a rational e^eta, so that its output distribution on every sample is rational; the
product is sampled by first acceptance: a table like those of ``simulator_conversion``. The exact probability that some
output is wrong is compared with the sum of the exact failures.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product as cartesian
from math import prod
from random import Random
from typing import ClassVar

from flint import arb, fmpq

from replcalc.paper.main.exponential_votes import ExponentialVotes
from replcalc.paper.main.simulator_conversion import BACK, SHARP, measure_disagreement
from replcalc.simulate.bounds import Ln, WrongParameter, bound, measure
from replcalc.simulate.distributions import ONE, ZERO, Distribution, bernoulli, product
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import (
    BlockCounts,
    OutputTable,
    Table,
    blocks_of,
    majority_threshold,
    mixed_table,
    multinomial,
    profiles,
    random_table,
    reading_table,
)
from replcalc.statements.catalogue import statement

ALGORITHM, THEOREM = "alg:main", "thm:main"
SMALL_C = "cl:c_small_pg_compose_precond_hold"


@dataclass(frozen=True)
class ParameterChoice(Case):
    """The parameters of the theorem's proof for problems of ``n`` samples each."""

    n: tuple[int, ...]
    rho: fmpq
    beta0: fmpq
    c: fmpq

    def measurements(self) -> Iterator[Measurement]:
        k, whole = len(self.n), sum(self.n)
        budget = arb(self.c * self.rho) ** 2 / (arb(k) / arb(self.rho * self.beta0)).log()
        squares = [budget * arb(fmpq(size, whole) + fmpq(1, k)) for size in self.n]
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
        # the conclusion, from the lemmas with every unspecified constant 1
        ones = {"C_pg": ONE, "p_pg": ONE, "C_fail": ONE}
        given = {"n": self.n, "rho": self.rho, "beta0": self.beta0, "rho0": fmpq(1, 10000), "c_max": self.c, **ones}
        achieved = bound(
            "lm:pg_to_replic",
            "rho",
            gamma=close["delta_star"],
            epsilon=close["epsilon_star"],
            delta=close["delta_star"],
        )
        yield measure(THEOREM, "rho", achieved, "rho of the chain of lemmas", **given)
        logs = [-d.log() for d in delta]
        each = [n * d * -e.log() / e**2 for n, d, e in zip(self.n, logs, epsilon, strict=True)]
        yield measure(THEOREM, "samples", reduce(arb.max, each).ceil(), "samples of the chain of lemmas", **given)
        fails = [d**2 + arb(self.beta0).sqrt() * (arb(8).log() + 2 * x) for d, x in zip(delta, logs, strict=True)]
        yield measure(THEOREM, "beta", sum(fails, arb(0)), "failure of the chain of lemmas", **given)


@dataclass(frozen=True)
class SmallPipeline(Case):
    """k base algorithms, one sample of ``size`` draws, ``copies`` strings each, e^eta = base."""

    algorithms: tuple[Table, ...]
    domain: Distribution
    size: int
    copies: int
    base: fmpq

    @cached_property
    def samples(self) -> list[tuple[tuple[BlockCounts, ...], fmpq]]:
        return profiles(self.domain, self.size, [a.n for a in self.algorithms])

    @cached_property
    def distributions(self) -> list[tuple[Distribution, ...]]:
        """The output distributions of the k converted algorithms on each sample."""
        columns = []
        for i, a in enumerate(self.algorithms):
            votes = ExponentialVotes(a, blocks_of(self.domain, a.n), self.size // a.n, Ln(self.base))
            draws = multinomial(a.coins, self.copies)
            columns.append([votes.average(draws, counts[i]) for counts, _ in self.samples])
        return list(zip(*columns, strict=True))

    def failures(self) -> tuple[tuple[fmpq, ...], fmpq]:
        """Return the failure of each converted algorithm, and the probability that some output is wrong."""
        each, some = [ZERO] * len(self.algorithms), ZERO
        for distributions, (_, p) in zip(self.distributions, self.samples, strict=True):
            for outputs in cartesian(*(range(a.outputs) for a in self.algorithms)):
                masses = (of[y] for of, y in zip(distributions, outputs, strict=True))
                weight = prod(masses, start=p)
                wrong = [y in a.wrong for a, y in zip(self.algorithms, outputs, strict=True)]
                each = [mass + weight * bad for mass, bad in zip(each, wrong, strict=True)]
                some += weight * any(wrong)
        return tuple(each), some

    def measurements(self) -> Iterator[Measurement]:
        weights, rows = (p for _, p in self.samples), (product(*each) for each in self.distributions)
        yield from measure_disagreement(OutputTable(tuple(weights), tuple(rows)))
        each, some = self.failures()
        sizes = tuple(a.n * (self.size // a.n) for a in self.algorithms)
        yield measure(ALGORITHM, "beta", some, samples_each=sizes, failure_each=each)
        yield measure(ALGORITHM, "samples", max(sizes), samples_each=sizes, failure_each=each)


class MainSimulator(Simulator):
    name, statements, default_cases = "main", (THEOREM, ALGORITHM, SMALL_C, BACK, SHARP, "def:replic"), 20
    summary = "the parameter choice of thm:main against its conclusion, and alg:main on toy problems"
    loose: ClassVar[Mapping[str, str]] = {
        SMALL_C: "c is as large as eps* <= rho/40 allows; the other limits are far away: delta_i is eps_i^10 beta0",
        f"{THEOREM}/rho": "the proof asks for eps* <= rho/40 where rho/8 would do",
    }

    def examples(self) -> Iterator[Case]:
        quarter, c = fmpq(1, 4), next(fmpq(h.default) for h in statement(THEOREM).hidden if h.name == "c_max")
        for sizes in ((1,), (1, 1), (1, 1000), (1,) * 40, (5, 1, 1, 90)):
            for rho, beta0 in ((ONE, quarter), (fmpq(1, 10), quarter), (ONE, fmpq(1, 10**9))):
                yield ParameterChoice(sizes, rho, beta0, c)
        calm = mixed_table(fmpq(1, 10), fmpq(1, 50))  # ones are so rare that no winner changes
        yield SmallPipeline((calm, reading_table(fmpq(1, 5))), bernoulli(fmpq(1, 200)), 8, 2, ONE + fmpq(1, 1000))
        yield SmallPipeline((calm, majority_threshold(2)), bernoulli(fmpq(1, 50)), 6, 2, fmpq(11, 10))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        choice = ParameterChoice((1, 1), fmpq(1, 10), fmpq(1, 4), fmpq(1, 10**4))
        yield "half of c", WrongParameter(choice, "c", lambda c: c / 2)
        alone = ParameterChoice((1,), ONE, fmpq(1, 4), choice.c)
        yield "half of the samples", WrongParameter(alone, "n", lambda n: fmpq(n, 2))
        yield "a hundredth of beta0", WrongParameter(alone, "beta0", lambda chance: chance / 100)
        calm = SmallPipeline(
            (mixed_table(fmpq(1, 10), fmpq(1, 50)),), bernoulli(fmpq(1, 200)), 4, 2, ONE + fmpq(1, 1000)
        )
        yield "half of every failure", WrongParameter(calm, "failure_each", lambda failure: failure / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        sizes = rng.choice(((1,), (1, 1), (1, 2), (2, 1)))
        domain = bernoulli(fmpq(rng.randint(1, 9), 10))
        algorithms = tuple(random_table(rng, 2, n=n, strings=rng.randint(1, 2), outputs=2) for n in sizes)
        base = rng.choice((ONE + fmpq(1, 10**6), fmpq(101, 100), fmpq(5, 4)))
        yield SmallPipeline(algorithms, domain, rng.randint(2, 5), rng.randint(1, 2), base)
