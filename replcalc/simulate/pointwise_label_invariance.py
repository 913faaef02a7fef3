"""Pointwise label invariance through correlated sampling (cor:pointwise_label_inv), by full enumeration.

World. As in ``label_invariance``: a table, a distribution D with its relabellings, a symmetric problem. P_S is the
exact law over (r, pi) of the answer of the label-invariant algorithm to S. The new algorithm answers CS(P_S, r) with
the rejection scheme of correlated sampling: r lists uniform points (y, u) and the first with u < P_S(y) is taken. Its
disagreement on two given laws is an exact rational (see ``tables.rejection_disagreement``), so rho of the new
algorithm is a finite sum over pairs of samples. Invariance is checked as equality of values: P_S and P_{pi S} are
equal as exact laws, hence so is CS on every string, and a few real runs with seeded strings confirm it.

How much is lost. Unlike for order invariance the factor 2 is approached: let A say a letter that tells whether the
two draws of a bit agree with probability delta, and a third letter otherwise. Then TV = delta between the two kinds
of samples, A itself is an optimal coupling, and rejection disagrees with probability 2 delta/(1 + delta). With two
answers only nothing is lost: there rejection is an optimal coupling too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from flint import fmpq

from replcalc.simulate.bounds import bound
from replcalc.simulate.label_invariance import assumed, collision, first_draw, label_invariant, noisy_count, renamings
from replcalc.simulate.simulator import Measurement, Simulator
from replcalc.simulate.worlds.answer_tables import (
    AnswerTable,
    Valid,
    loss_report,
    masses_of,
    mutate_table,
    random_table,
    ratio,
    rejection_disagreement,
    rejection_draw,
    sample_space,
    shown,
)
from replcalc.simulate.worlds.laws import Law, climb, law, random_law

LABEL = "cor:pointwise_label_inv"
#: Strings of the real runs.
SEEDS = tuple(f"string {i}" for i in range(5))


def answer_laws(table: AnswerTable) -> tuple[Law, ...]:
    """P_S for every sample: the laws of the label-invariant algorithm."""
    invariant = label_invariant(table)
    return tuple(invariant.answer_law(s) for s in range(table.domain**table.n))


def sampled_rho(laws: tuple[Law, ...], d: Law, n: int) -> fmpq:
    """Pr over two samples from d^n and the string that CS differs; samples with equal laws are taken together."""
    weights: dict[Law, fmpq] = {}
    for p, mass in zip(laws, masses_of(d, n), strict=True):
        weights[p] = weights.get(p, fmpq(0)) + mass
    items = list(weights.items())
    return sum((v * w * rejection_disagreement(p, q) for p, v in items for q, w in items if p != q), fmpq(0))


def sampled_failure(laws: tuple[Law, ...], d: Law, n: int, valid: Valid) -> fmpq:
    """CS(P, .) has law P, so failure is the expected mass of P_S outside the valid answers."""
    bad = (sum((x for y, x in enumerate(p) if y not in valid), fmpq(0)) for p in laws)
    return sum((mass * x for mass, x in zip(masses_of(d, n), bad, strict=True)), fmpq(0))


def values_changed(table: AnswerTable, laws: tuple[Law, ...]) -> int:
    """How many (sample, renaming) have another law, or another answer on one of the seeded strings."""
    changed = 0
    draws = {p: tuple(rejection_draw(p, seed) for seed in SEEDS) for p in set(laws)}
    for source in renamings(table):
        changed += sum(laws[s] != laws[t] or draws[laws[s]] != draws[laws[t]] for s, t in enumerate(source))
    return changed


def measure(table: AnswerTable, d: Law, valid: Valid) -> Iterator[Measurement]:
    laws, show, values = answer_laws(table), shown(table, d), assumed(table, d, valid)
    yield Measurement(LABEL, "rho after", sampled_rho(laws, d, table.n), bound(LABEL, "rho_new", **values), show)
    failure = sampled_failure(laws, d, table.n, valid)
    yield Measurement(LABEL, "failure after", failure, bound(LABEL, "beta_new", **values), show)
    yield Measurement(LABEL, "answers changed by renaming", fmpq(values_changed(table, laws)), fmpq(0), show)


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

    def named(self) -> Iterator[Measurement]:
        for delta in (fmpq(1), fmpq(1, 2), fmpq(1, 10), fmpq(1, 1000)):
            yield from measure(telltale(delta), law(1, 1), frozenset({0}))
        for table in (first_draw(), noisy_count()):
            for d in (law(1, 1), law(1, 9)):
                yield from measure(table, d, frozenset({0}))
        yield from measure(collision(3, 2), law(4, 1, 1), frozenset({1}))

    def random(self, rng: Random, count: int) -> Iterator[Measurement]:
        for _ in range(count):
            domain = rng.choice((2, 3))
            n = rng.choice((2, 3)) if domain == 2 else 2
            table = random_table(rng, domain, n, rng.choice((2, 3, 4)), rng.choice((1, 2, 3)))
            yield from measure(table, random_law(rng, domain, 12), frozenset({rng.randrange(table.outputs)}))

    def search(self, rng: Random, budget: int) -> Iterator[Measurement]:
        for domain, n, outputs, coins in ((2, 2, 3, 3), (2, 3, 4, 2), (3, 2, 4, 2)):
            d = random_law(rng, domain, 12, positive=True)

            def score(table: AnswerTable, d: Law = d) -> float:
                return ratio(sampled_rho(answer_laws(table), d, table.n), assumed(table, d, frozenset())["rho"])

            for table, _ in climb(
                random_table(rng, domain, n, outputs, coins), lambda t: mutate_table(rng, t), score, budget
            ):
                yield from measure(table, d, frozenset({0}))

    def extra(self, **options: Any) -> Mapping[str, Any]:
        rows = []
        for delta in (fmpq(1, 2), fmpq(1, 10), fmpq(1, 100), fmpq(1, 1000)):
            table, d = telltale(delta), law(1, 1)
            rows.append(
                {"delta": delta, "rho_after_over_2rho": sampled_rho(answer_laws(table), d, 2) / (2 * table.rho(d))}
            )
        return loss_report(max(2 * row["rho_after_over_2rho"] for row in rows)) | {"telltale": rows}


SIMULATOR = PointwiseLabelInvarianceSimulator()
