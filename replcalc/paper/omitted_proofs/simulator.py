"""k copies side by side (sec:naive): exact disagreement between the two bounds.

Case: a base algorithm as a table of answers on draws from D, copied k times; the i-th copy reads the i-th
coordinate of the product distribution with its own coins. The disagreement of one copy is enumerated from its table;
which of k copies disagree is enumerated vector by vector, and the disagreement is the mass of vectors in which some
copy does. No formula for the union of independent events is used.

The replicability rho of the base is the largest disagreement over a grid of draw distributions; the lower bound is
compared at every distribution of the grid whose disagreement is at least rho/2, which is all the statement uses of
"nearly optimal".

With one common coin string for all copies the events are not independent: an algorithm that looks at its sample only
when the string says so disagrees somewhere with probability about the chance of that string, for every k. There the
lower bound is false, and the simulator reports it apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product as cartesian
from math import prod
from random import Random

from flint import fmpq

from replcalc.simulate.bounds import measure
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    bernoulli,
    distribution,
    grid_distributions,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import Table, majority_threshold, random_table, reader, show_tables

LABEL, UNION = "sec:naive", "derived:side-by-side"


def independent_copies(algorithm: Table, blocks: Distribution, k: int) -> fmpq:
    """Pr[some copy answers differently], every copy with its own coordinate and its own coins."""
    differ = algorithm.disagreement(blocks)
    vectors = cartesian(((True, differ), (False, ONE - differ)), repeat=k)
    return sum((prod(p for _, p in vector) for vector in vectors if any(different for different, _ in vector)), ZERO)


def common_coin(algorithm: Table, blocks: Distribution, k: int) -> fmpq:
    """The same with one string for all copies."""
    fixed = (replace(algorithm, coins=(ONE,), answers=(row,)) for row in algorithm.answers)
    return sum((w * independent_copies(each, blocks, k) for w, each in zip(algorithm.coins, fixed, strict=True)), ZERO)


@dataclass(frozen=True)
class Copies(Case):
    """k copies of an algorithm at one draw distribution, which is nearly the worst; rho is its disagreement at the
    worst.
    """

    algorithm: Table
    domain: Distribution
    k: int
    rho: fmpq
    shared: bool = False

    def show(self) -> dict[str, str]:
        coins = {"coins": "one string for all copies"} if self.shared else {}
        return show_tables((self.algorithm,), self.domain) | {"k": str(self.k), "rho": str(self.rho)} | coins

    def measurements(self) -> Iterator[Measurement]:
        given = {"rho": self.rho, "k": self.k}
        true = (common_coin if self.shared else independent_copies)(self.algorithm, self.domain, self.k)
        yield measure(LABEL, "upper", true, **given)
        wrong = self.algorithm.failure(self.domain)
        if wrong and not self.shared:
            each = {"n": (self.algorithm.n,) * self.k, "rho0": (self.rho,) * self.k, "beta0": (wrong,) * self.k}
            yield measure(UNION, "rho", true, **each)
            yield measure(UNION, "beta", 1 - (1 - wrong) ** self.k, "some copy is wrong", **each)
        for name in ("lower", "independent"):
            yield measure(LABEL, name, true, sense=">=", expected_false=self.shared, **given)


def copied(
    algorithm: Table, domains: Sequence[Distribution], copies: Sequence[int], *, shared: bool = False
) -> Iterator[Copies]:
    """Every k, at every draw distribution of the grid that is nearly the worst."""
    single = [algorithm.disagreement(domain) for domain in domains]
    if rho := max(single):
        near = (domain for domain, one in zip(domains, single, strict=True) if 2 * one >= rho)
        yield from (Copies(algorithm, domain, k, rho, shared) for domain in near for k in copies)


#: Draw distributions of a coin, the fair one among them.
COINS: tuple[Distribution, ...] = tuple(bernoulli(fmpq(j, 10)) for j in range(1, 10))


class NaiveSimulator(Simulator):
    name, statements, default_cases = "naive", (LABEL, UNION), 60
    summary = "exact disagreement of k independent copies; one common coin as a counterexample to independence"

    def examples(self) -> Iterator[Case]:
        for chance in (fmpq(1, 100), fmpq(1, 4), ONE):
            yield from copied(reader(chance), COINS, (2, 3, 5))
        yield from copied(majority_threshold(2), [uniform(4)], (2, 4))
        # many outcomes: two draws rarely coincide, so rho is nearly the chance of looking at the sample
        yield from copied(reader(fmpq(1, 4), outputs=8), [uniform(8)], (2, 3))
        for k in (6, 12):
            yield from copied(reader(fmpq(1, 10), outputs=8), [uniform(8)], (k,), shared=True)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        algorithm = random_table(rng, 2, strings=rng.randint(1, 4), outputs=2)
        yield from copied(algorithm, rng.sample(COINS, 3), (rng.randint(2, 5),))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        """Every table on two draws with two strings, string weights and draw distributions on a grid."""
        tables = list(cartesian(cartesian((0, 1), repeat=2), repeat=2))
        weights = [distribution(*w) for w in ((1, 1), (1, 9), (1, 99))]
        cases = [(table, w) for table in tables for w in weights]
        for table, w in cases[:budget]:
            algorithm = Table("every table on two draws", w, table, 2)
            yield from copied(algorithm, list(grid_distributions(2, 6)), (2, 4))
