"""k algorithms side by side (sec:naive, derived:side-by-side): exact disagreement and failure.

Case: a base algorithm as a table of answers on draws from D, copied k times; the i-th copy reads the i-th coordinate of
the product distribution with its own coins. Which of k copies disagree is enumerated vector by vector; no formula for
the union of independent events is used. rho is the largest disagreement of the base over the distributions considered;
the lower bound is compared where the disagreement is at least rho/2.

With one common coin string for all copies the events are not independent: an algorithm that looks at its sample only
when the string says so disagrees somewhere with probability about the chance of that string, for every k. There the
lower bound is false, and it is reported separately.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product as cartesian
from math import prod
from random import Random

from flint import fmpq

from replcalc.simulate.bounds import measure
from replcalc.simulate.distributions import ONE, ZERO, Distribution, bernoulli, uniform
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import Table, random_table, reading_table

#: Distributions of one binary draw, the fair one among them.
COINS: tuple[Distribution, ...] = tuple(bernoulli(fmpq(j, 12)) for j in range(1, 12))


def probability_of_some(chances: Sequence[fmpq]) -> fmpq:
    """Return Pr[some of independent events happens], by enumeration."""
    vectors = cartesian(*(((True, p), (False, ONE - p)) for p in chances))
    return sum((prod((p for _, p in vector), start=ONE) for vector in vectors if any(x for x, _ in vector)), ZERO)


@dataclass(frozen=True)
class Copies(Case):
    """k copies at one distribution of the draws; rho is the disagreement of one at the worst distribution."""

    algorithm: Table
    domain: Distribution
    k: int
    rho: fmpq
    shared: bool = False

    def disagreement(self) -> fmpq:
        """Return Pr[some copy answers differently]; ``shared``: one string for all copies."""
        if not self.shared:
            return probability_of_some((self.algorithm.disagreement(self.domain),) * self.k)
        fixed = [replace(self.algorithm, coins=(ONE,), answers=(row,)) for row in self.algorithm.answers]
        each = [probability_of_some((table.disagreement(self.domain),) * self.k) for table in fixed]
        return sum((w * x for w, x in zip(self.algorithm.coins, each, strict=True)), ZERO)

    def measurements(self) -> Iterator[Measurement]:
        given, true = {"rho": self.rho, "k": self.k}, self.disagreement()
        yield measure("sec:naive", "upper", true, **given)
        wrong = self.algorithm.failure(self.domain)
        if wrong and not self.shared:
            each = {"n": (self.algorithm.n,) * self.k, "rho0": (self.rho,) * self.k, "beta0": (wrong,) * self.k}
            yield measure("derived:side-by-side", "rho", true, **each)
            yield measure(
                "derived:side-by-side", "beta", probability_of_some((wrong,) * self.k), "some copy is wrong", **each
            )
        for name in ("lower", "independent"):
            yield measure("sec:naive", name, true, sense=">=", expected_false=self.shared, **given)


def make_copies(algorithm: Table, domains: Sequence[Distribution], numbers: Sequence[int]) -> Iterator[Copies]:
    """Yield every k, at every distribution that is nearly the worst."""
    single = [algorithm.disagreement(domain) for domain in domains]
    if rho := max(single):
        worst = (domain for domain, one in zip(domains, single, strict=True) if 2 * one >= rho)
        yield from (Copies(algorithm, domain, k, rho) for domain in worst for k in numbers)


class SideBySideSimulator(Simulator):
    name, statements, default_cases = "side-by-side", ("sec:naive", "derived:side-by-side"), 60
    summary = "exact disagreement and failure of k independent copies; one common coin against independence"

    def examples(self) -> Iterator[Case]:
        for chance in (fmpq(1, 100), fmpq(1, 4), ONE):
            yield from make_copies(reading_table(chance), COINS, (2, 3, 4))
        eight = reading_table(fmpq(1, 10), outputs=8)
        yield Copies(eight, uniform(8), 6, eight.disagreement(uniform(8)), shared=True)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        algorithm, coin = reading_table(fmpq(1, 100)), bernoulli(fmpq(1, 2))
        yield "rho of another distribution", Copies(algorithm, coin, 3, algorithm.disagreement(COINS[0]))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        algorithm = random_table(rng, 2, strings=rng.randint(1, 4), outputs=2)
        yield from make_copies(algorithm, rng.sample(COINS, 3), (rng.randint(2, 5),))
