"""Order invariance by sorting and a shared random permutation (cor:order_inv), by full enumeration.

Case. A domain of two or three elements, two or three independent draws, an algorithm as a table. The new algorithm
B(S; r, sigma) = A(sigma(sort S); r) is the table whose coins are the pairs (r, sigma), sigma uniform over the n!
orders; all its probabilities are finite sums of rationals. Invariance is checked as equality of values: every order
of every sample gets the same answer for every (r, sigma).

How much is lost. cor:order_inv promises 2 rho; as for every sufficient statistic (see ``sufficient_statistic``) the
convexity of squares gives rho itself, and the exhaustive search over all deterministic algorithms on two or three
draws of a bit confirms that the ratio to 2 rho never passes 1/2. It equals 1/2 when A is order-invariant already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from flint import fmpq

from replcalc.simulate.answer_tables import (
    AnswerTable,
    TableCase,
    all_tables,
    climbed_tables,
    first_draw,
    loss_report,
    moves_values,
    on_all_tables,
    permuted_positions,
    random_table,
    ratio,
    relabel,
    reorderings,
    tabulated,
)
from replcalc.simulate.bounds import measure
from replcalc.simulate.distributions import distribution, grid_distributions, random_distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator

LABEL = "cor:order_inv"
#: The order of the sample forgotten is a sufficient statistic, so the factor 2 is not needed here either.
LOSSLESS = "derived:sufficient-statistic"


def order_invariant(table: AnswerTable) -> AnswerTable:
    """B(S; r, sigma) = A(sigma(sort S); r)."""
    return relabel(table, reorderings(table.domain, table.n))


class Reordered(TableCase):
    """The algorithm before and after."""

    def measurements(self) -> Iterator[Measurement]:
        table, d, after = self.table, self.d, order_invariant(self.table)
        values = {"rho": table.rho(d), "beta": table.failure(d, self.valid), "n": table.n}
        for label in (LABEL, LOSSLESS):
            yield measure(label, "rho_new", after.rho(d), "rho after", **values)
        yield measure(LABEL, "beta_new", after.failure(d, self.valid), "failure after", **values)
        moved = moves_values(after, permuted_positions(table.domain, table.n))
        yield Measurement(LABEL, "answers changed by reordering the sample", fmpq(moved), fmpq(0))

    def loss(self) -> float:
        return ratio(order_invariant(self.table).rho(self.d), self.table.rho(self.d))


def majority(n: int) -> AnswerTable:
    """Order-invariant from the start: nothing changes."""
    return tabulated(2, n, 2, lambda s: int(2 * sum(s) > n))


def largest_loss(n: int, denominator: int) -> fmpq:
    """max of rho_after/rho over all deterministic algorithms on n draws of a bit, and a grid of biases."""
    worst = fmpq(0)
    for table in all_tables(2, n, 2):
        after = order_invariant(table)
        for d in grid_distributions(2, denominator):
            if (rho := table.rho(d)) != 0:
                worst = max(worst, after.rho(d) / rho)
    return worst


class OrderInvarianceSimulator(Simulator):
    name, statements, default_cases = "order-invariance", (LABEL, LOSSLESS), 150
    summary = "sort, then permute with shared randomness: exact rho and failure, invariance as equality of values"

    def named(self) -> Iterator[Case]:
        for n in (2, 3):
            for table in (first_draw(n), majority(n)):
                for d in (distribution(1, 1), distribution(9, 1)):
                    yield Reordered(table, d)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        domain = rng.choice((2, 3))
        table = random_table(rng, domain, rng.choice((2, 3)), rng.choice((2, 3)), rng.choice((1, 2)))
        yield Reordered(table, random_distribution(rng, domain, 12), frozenset({rng.randrange(table.outputs)}))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        yield from on_all_tables(Reordered)
        for _ in range(3):
            yield from climbed_tables(rng, (2, 3, 3, 1), Reordered, budget)

    def extra(self, **options: Any) -> Mapping[str, Any]:
        """Over all deterministic algorithms on two and on three bits."""
        return loss_report(max(largest_loss(2, 12), largest_loss(3, 4)))
