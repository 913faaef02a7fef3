"""Pointwise label invariance through correlated sampling (cor:pointwise_label_inv), by full enumeration.

Case. As in ``label_invariance``: a table, a distribution D with its relabellings, a symmetric problem. P_S is the
exact distribution over (r, pi) of the answer of the label-invariant algorithm to S, as the wrapper of ``algorithm``
computes it. The new algorithm answers CS(P_S, r) with
the rejection scheme of correlated sampling: r lists uniform points (y, u) and the first with u < P_S(y) is taken. Its
disagreement on two given distributions is an exact rational (see ``correlated_sampling``), so rho of the new algorithm
is a finite sum over pairs of samples. Invariance is checked as equality of values: P_S and P_{pi S} are equal as exact
distributions, hence so is CS on every string.

How much is lost. Unlike for order invariance the factor 2 is approached: let A say a letter that tells whether the
two draws of a bit agree with probability delta, and a third letter otherwise. Then TV = delta between the two kinds
of samples, A itself is an optimal coupling, and rejection disagrees with probability 2 delta/(1 + delta). With two
answers only nothing is lost: there rejection is an optimal coupling too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from flint import fmpq

from replcalc.paper.label_invariance.algorithm import PointwiseLabelInvariant
from replcalc.paper.label_invariance.simulator import assumed, collision, noisy_count, renamings, wrapper
from replcalc.paper.label_invariance.simulator_correlated_sampling import disagreement
from replcalc.simulate.algorithms import blocks_of
from replcalc.simulate.answer_tables import (
    AnswerTable,
    TableCase,
    Valid,
    climbed_tables,
    first_draw,
    loss_report,
    moves_distributions,
    random_table,
    ratio,
    sample_space,
)
from replcalc.simulate.bounds import measure
from replcalc.simulate.distributions import Distribution, collected, distribution, over_two_runs, random_distribution
from replcalc.simulate.simulator import Case, Measurement, Simulator

LABEL = "cor:pointwise_label_inv"


@lru_cache(maxsize=1024)
def answer_distributions(table: AnswerTable) -> tuple[Distribution, ...]:
    """P_S for every sample: the distribution that the wrapper itself samples from."""
    strings = tuple((r, Fraction(int(w.p), int(w.q))) for r, w in enumerate(table.coins))
    wrapped = PointwiseLabelInvariant(wrapper(table), strings)
    distributions = map(wrapped.law, sample_space(table.domain, table.n))
    return tuple(
        tuple(fmpq(*distribution.get(y, Fraction(0)).as_integer_ratio()) for y in range(table.outputs))
        for distribution in distributions
    )


def sampled_rho(distributions: tuple[Distribution, ...], d: Distribution, n: int) -> fmpq:
    """Pr over two samples from d^n and the string that CS differs; samples with equal distributions are taken
    together.
    """
    weights = collected(zip(distributions, blocks_of(d, n), strict=True))
    return over_two_runs(weights.items(), disagreement)  # type: ignore[no-any-return]


def sampled_failure(distributions: tuple[Distribution, ...], d: Distribution, n: int, valid: Valid) -> fmpq:
    """CS(P, .) has distribution P, so failure is the expected mass of P_S outside the valid answers."""
    bad = (sum((x for y, x in enumerate(p) if y not in valid), fmpq(0)) for p in distributions)
    return sum((mass * x for mass, x in zip(blocks_of(d, n), bad, strict=True)), fmpq(0))


class Resampled(TableCase):
    """The algorithm before and after."""

    def measurements(self) -> Iterator[Measurement]:
        table, d = self.table, self.d
        distributions, values = answer_distributions(table), assumed(table, d, self.valid)
        yield measure(LABEL, "rho_new", sampled_rho(distributions, d, table.n), "rho after", **values)
        failure = sampled_failure(distributions, d, table.n, self.valid)
        yield measure(LABEL, "beta_new", failure, "failure after", **values)
        yield Measurement(
            LABEL, "answers changed by renaming", fmpq(moves_distributions(distributions, renamings(table))), fmpq(0)
        )

    def loss(self) -> float:
        after = sampled_rho(answer_distributions(self.table), self.d, self.table.n)
        return ratio(after, assumed(self.table, self.d, frozenset())["rho"])


def telltale(delta: fmpq) -> AnswerTable:
    """With probability delta say whether two draws of a bit agree (answers 1 and 2), else say 0."""
    tell = tuple(1 if s[0] == s[1] else 2 for s in sample_space(2, 2))
    return AnswerTable(2, 2, 3, (delta, 1 - delta), (tell, (0,) * 4))


class PointwiseLabelInvarianceSimulator(Simulator):
    name = "pointwise-label-invariance"
    statements = (LABEL,)
    summary = (
        "correlated sampling of the label-invariant answer: exact rho and failure, invariance as equality of values"
    )
    default_cases = 150

    def named(self) -> Iterator[Case]:
        for delta in (fmpq(1), fmpq(1, 2), fmpq(1, 10), fmpq(1, 1000)):
            yield Resampled(telltale(delta), distribution(1, 1))
        for table in (first_draw(), noisy_count()):
            for d in (distribution(1, 1), distribution(1, 9)):
                yield Resampled(table, d)
        yield Resampled(collision(3, 2), distribution(4, 1, 1), frozenset({1}))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        domain = rng.choice((2, 3))
        n = rng.choice((2, 3)) if domain == 2 else 2
        table = random_table(rng, domain, n, rng.choice((2, 3, 4)), rng.choice((1, 2, 3)))
        yield Resampled(table, random_distribution(rng, domain, 12), frozenset({rng.randrange(table.outputs)}))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        for shape in ((2, 2, 3, 3), (2, 3, 4, 2), (3, 2, 4, 2)):
            yield from climbed_tables(rng, shape, Resampled, budget)

    def extra(self, **options: Any) -> Mapping[str, Any]:
        rows = []
        for delta in (fmpq(1, 2), fmpq(1, 10), fmpq(1, 100), fmpq(1, 1000)):
            table, d = telltale(delta), distribution(1, 1)
            rows.append(
                {
                    "delta": delta,
                    "rho_after_over_2rho": sampled_rho(answer_distributions(table), d, 2) / (2 * table.rho(d)),
                }
            )
        return loss_report(max(2 * row["rho_after_over_2rho"] for row in rows)) | {"telltale": rows}
