"""Distributional label invariance by a shared random renaming of the domain (cor:label_inv), by full enumeration.

Case. A domain of two or three elements, two or three draws, an algorithm as a table, and a distribution D with all
its relabellings. The problem is symmetric: which answers are valid depends only on the multiset of D's masses. The
new algorithm B(S; r, pi) = A(pi(S); r), pi uniform, is the wrapper of ``algorithm``, run for all (r, pi). What
cor:label_inv assumes of A, rho-replicability and failure beta on every distribution, is taken as the largest value over
the relabellings of D: the proof uses no more, so this is the stronger test. Invariance is checked as equality of
distributions: for every sample and renaming the exact distributions of the answer over (r, pi) are equal. (As values
they need not be: ``extra`` counts where they are not.)

rho_after is the average over the relabellings of what rho is the maximum of: the bound is attained by symmetric
algorithms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any

from flint import fmpq

from replcalc.paper.label_invariance.algorithm import LabelInvariant
from replcalc.simulate.answer_tables import (
    AnswerTable,
    TableCase,
    Valid,
    climbed_tables,
    first_draw,
    moves_distributions,
    moves_values,
    on_all_tables,
    orbit,
    random_table,
    ratio,
    relabellings,
    sample_index,
    sample_space,
    tabulated,
)
from replcalc.simulate.bounds import measure
from replcalc.simulate.distributions import Distribution, distribution, random_distribution, uniform
from replcalc.simulate.simulator import Case, Measurement, Simulator

LABEL = "cor:label_inv"


def wrapper(table: AnswerTable) -> LabelInvariant:
    """The wrapper around the algorithm that looks its answers up."""
    index: Mapping[Any, int] = sample_index(table.domain, table.n)
    return LabelInvariant(lambda sample, r: table.answers[r][index[sample]], tuple(range(table.domain)))


@lru_cache(maxsize=1024)
def label_invariant(table: AnswerTable) -> AnswerTable:
    """The table of B: the wrapper itself, run on every sample with every string and renaming."""
    wrapped, samples = wrapper(table), sample_space(table.domain, table.n)
    names = tuple(wrapped.renamings())
    coins = tuple(w / len(names) for w in table.coins for _ in names)
    rows = (tuple(wrapped.answer(s, r, name) for s in samples) for r in range(len(table.coins)) for name in names)
    return AnswerTable(table.domain, table.n, table.outputs, coins, tuple(rows))


def renamings(table: AnswerTable) -> tuple[tuple[int, ...], ...]:
    """The maps S -> pi(S), one per renaming of the domain."""
    return tuple(source for _, source in relabellings(table.domain, table.n))


def assumed(table: AnswerTable, d: Distribution, valid: Valid) -> dict[str, Any]:
    """rho, beta and n of the given algorithm over all relabellings of d."""
    distributions = orbit(d)
    return {
        "rho": max(table.rho(e) for e in distributions),
        "beta": max(table.failure(e, valid) for e in distributions),
        "n": table.n,
    }


class Renamed(TableCase):
    """The algorithm before and after."""

    def measurements(self) -> Iterator[Measurement]:
        d, after, values = self.d, label_invariant(self.table), assumed(self.table, self.d, self.valid)
        yield measure(LABEL, "rho_new", after.rho(d), "rho after", **values)
        yield measure(LABEL, "beta_new", after.failure(d, self.valid), "failure after", **values)
        moved = moves_distributions(after.answer_distributions(), renamings(self.table))
        yield Measurement(LABEL, "distributions of the answer changed by renaming", fmpq(moved), fmpq(0))

    def loss(self) -> float:
        return ratio(label_invariant(self.table).rho(self.d), assumed(self.table, self.d, frozenset())["rho"])


def collision(domain: int, n: int) -> AnswerTable:
    """Did any element come twice? A uniformity test, label-invariant from the start."""
    return tabulated(domain, n, 2, lambda s: int(len(set(s)) < n))


def noisy_count() -> AnswerTable:
    """At least c zeros among three draws, c = 1 or 2 at random: it favours the label 0."""
    return tabulated(2, 3, 2, lambda s: int(s.count(0) >= 1), lambda s: int(s.count(0) >= 2))


class LabelInvarianceSimulator(Simulator):
    name, statements, default_cases = "label-invariance", (LABEL,), 150
    summary = "a shared random renaming of the domain: exact rho and failure, invariance as equality of distributions"

    def named(self) -> Iterator[Case]:
        for table in (first_draw(), noisy_count()):
            for d in (distribution(1, 1), distribution(3, 1), distribution(1, 9)):
                yield Renamed(table, d)
        for d in (uniform(3), distribution(4, 1, 1)):
            yield Renamed(collision(3, 2), d, frozenset({1}))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        domain = rng.choice((2, 3))
        n = rng.choice((2, 3)) if domain == 2 else 2
        table = random_table(rng, domain, n, rng.choice((2, 3)), rng.choice((1, 2)))
        yield Renamed(table, random_distribution(rng, domain, 12), frozenset({rng.randrange(table.outputs)}))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        yield from on_all_tables(Renamed)
        for _ in range(3):
            yield from climbed_tables(rng, (3, 2, 3, 1), Renamed, budget)

    def extra(self, **options: Any) -> Mapping[str, Any]:
        table = label_invariant(first_draw())
        return {
            "named_case": "answer the first of two draws of a bit",
            "laws_changed_by_renaming": moves_distributions(table.answer_distributions(), renamings(table)),
            "values_changed_by_renaming": moves_values(table, renamings(table)),
        }
