"""Order invariance by sorting and a shared random permutation (cor:order_inv), by full enumeration.

World. A domain of two or three elements, two or three independent draws, an algorithm as a table. The new algorithm
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

from replcalc.simulate.bounds import bound
from replcalc.simulate.simulator import Measurement, Simulator
from replcalc.simulate.worlds.answer_tables import (
    AnswerTable,
    Valid,
    all_tables,
    loss_report,
    moves_values,
    mutate_table,
    permuted_positions,
    random_table,
    ratio,
    relabel,
    reorderings,
    sample_space,
    shown,
)
from replcalc.simulate.worlds.laws import Law, climb, grid_laws, law, random_law

LABEL = "cor:order_inv"
#: The order of the sample forgotten is a sufficient statistic, so the factor 2 is not needed here either.
LOSSLESS = "derived:sufficient-statistic"


def order_invariant(table: AnswerTable) -> AnswerTable:
    """B(S; r, sigma) = A(sigma(sort S); r)."""
    return relabel(table, reorderings(table.domain, table.n))


def measure(table: AnswerTable, d: Law, valid: Valid) -> Iterator[Measurement]:
    after, show = order_invariant(table), shown(table, d)
    values = {"rho": table.rho(d), "beta": table.failure(d, valid), "n": table.n}
    for label in (LABEL, LOSSLESS):
        yield Measurement(label, "rho after", after.rho(d), bound(label, "rho_new", **values), show)
    yield Measurement(LABEL, "failure after", after.failure(d, valid), bound(LABEL, "beta_new", **values), show)
    moved = moves_values(after, permuted_positions(table.domain, table.n))
    yield Measurement(LABEL, "answers changed by reordering the sample", fmpq(moved), fmpq(0), show)


def first_draw(n: int) -> AnswerTable:
    """Answer the first draw: as order-dependent as can be."""
    return AnswerTable(2, n, 2, (fmpq(1),), (tuple(s[0] for s in sample_space(2, n)),))


def majority(n: int) -> AnswerTable:
    """Order-invariant from the start: nothing changes."""
    return AnswerTable(2, n, 2, (fmpq(1),), (tuple(int(2 * sum(s) > n) for s in sample_space(2, n)),))


def largest_loss(n: int, denominator: int) -> fmpq:
    """max of rho_after/rho over all deterministic algorithms on n draws of a bit, and a grid of biases."""
    worst = fmpq(0)
    for table in all_tables(2, n, 2):
        after = order_invariant(table)
        for d in grid_laws(2, denominator):
            if (rho := table.rho(d)) != 0:
                worst = max(worst, after.rho(d) / rho)
    return worst


class OrderInvarianceSimulator(Simulator):
    name = "order-invariance"
    statements = (LABEL, LOSSLESS)
    summary = "sort, then permute with shared randomness: exact rho and failure, invariance as equality of values"
    default_cases = 150

    def named(self) -> Iterator[Measurement]:
        for n in (2, 3):
            for table in (first_draw(n), majority(n)):
                for d in (law(1, 1), law(9, 1)):
                    yield from measure(table, d, frozenset({0}))

    def random(self, rng: Random, count: int) -> Iterator[Measurement]:
        for _ in range(count):
            domain = rng.choice((2, 3))
            table = random_table(rng, domain, rng.choice((2, 3)), rng.choice((2, 3)), rng.choice((1, 2)))
            yield from measure(table, random_law(rng, domain, 12), frozenset({rng.randrange(table.outputs)}))

    def search(self, rng: Random, budget: int) -> Iterator[Measurement]:
        for table in all_tables(2, 2, 2):
            for d in grid_laws(2, 4):
                yield from measure(table, d, frozenset({0}))
        for _ in range(3):
            domain, d = 2, random_law(rng, 2, 12, positive=True)

            def score(table: AnswerTable, d: Law = d) -> float:
                return ratio(order_invariant(table).rho(d), table.rho(d))

            start = random_table(rng, domain, 3, 3, 1)
            for table, _ in climb(start, lambda t: mutate_table(rng, t), score, budget):
                yield from measure(table, d, frozenset({0}))

    def extra(self, **options: Any) -> Mapping[str, Any]:
        """Over all deterministic algorithms on two and on three bits."""
        return loss_report(max(largest_loss(2, 12), largest_loss(3, 4)))


SIMULATOR = OrderInvarianceSimulator()
