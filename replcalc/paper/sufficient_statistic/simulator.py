"""Replicability through a sufficient statistic (lm:suff_marginal, thm:suff_stat), by full enumeration.

Case. A family D_theta(x) proportional to h(x) theta^g(x) on {0,..,d-1} with rational h, integer g and a few rational
theta; samples of n draws; the statistic f(S) = g(S_1) + .. + g(S_n), or the multiset of draws. An algorithm is a
table. The conditional distribution mu_t of S given f(S) = t is computed for every theta and required to be the same.
``Resample(t, r')`` cuts the unit interval into pieces of length mu_t(s), in an order that may be chosen afresh for
every t, and takes the piece that contains r': the cuts of all t together split r' into finitely many cases, so the
new algorithm is a table too and every probability is a finite sum of rationals.

How much is lost. thm:suff_stat promises 2 rho. For fixed coins (r, r') two runs are independent, so they differ with
probability 1 - sum_y p_{r,r'}(y)^2, where the average of p_{r,r'} over r' is the p_r of the given algorithm (that is
lm:suff_marginal); squares are convex, so on average over r' this is at most 1 - sum_y p_r(y)^2. The new algorithm is
therefore rho-replicable, whatever the coupling of the resampling: the ratio to 2 rho never passes 1/2, and ``extra``
reports how close to rho the search came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from flint import fmpq

from replcalc.simulate.algorithms import blocks_of
from replcalc.simulate.answer_tables import (
    AnswerTable,
    Valid,
    first_draw,
    loss_report,
    mutate_table,
    random_table,
    relabel,
    sample_space,
    tabulated,
)
from replcalc.simulate.bounds import bound, measure
from replcalc.simulate.distributions import Distribution, climb, distribution, show_distribution, total_variation
from replcalc.simulate.simulator import Case, Measurement, Simulator

MARGINAL, THEOREM, INFORMAL = "lm:suff_marginal", "thm:suff_stat", "thm:intro_stuff_stat"
#: The same construction without the factor 2.
LOSSLESS = "derived:sufficient-statistic"

Statistic = tuple[int, ...]  # value of the statistic for every sample, in order


@dataclass(frozen=True)
class Coupling:
    """A family with a sufficient statistic, an algorithm, and how the resampling is coupled."""

    family: tuple[Distribution, ...]
    statistic: Statistic
    table: AnswerTable
    orders: tuple[tuple[int, ...], ...]  # one order per value of the statistic, in increasing order of values

    @cached_property
    def cases(self) -> list[tuple[fmpq, tuple[int, ...]]]:
        return resampling(self.family, self.statistic, self.table.n, self.orders)

    @cached_property
    def resampled(self) -> AnswerTable:
        """B(S; r, r') = A(Resample(f(S), r'); r)."""
        return relabel(self.table, self.cases)

    def loss(self) -> fmpq:
        """The largest rho_after / rho_before over the family."""
        pairs = [(self.resampled.rho(d), self.table.rho(d)) for d in self.family]
        return max((after / before for after, before in pairs if before != 0), default=fmpq(0))

    def points(self, valid: Valid = frozenset({0})) -> Iterator[Case]:
        return (StatisticCase(self, d, valid) for d in self.family)


def conditional(d: Distribution, n: int, statistic: Statistic) -> dict[int, tuple[fmpq, dict[int, fmpq]]]:
    """For every value t of positive probability: Pr[f(S) = t] and the distribution mu_t over sample indices."""
    totals: dict[int, fmpq] = {}
    parts: dict[int, dict[int, fmpq]] = {}
    for index, (mass, t) in enumerate(zip(blocks_of(d, n), statistic, strict=True)):
        if mass != 0:
            totals[t] = totals.get(t, fmpq(0)) + mass
            parts.setdefault(t, {})[index] = mass
    return {t: (totals[t], {s: m / totals[t] for s, m in parts[t].items()}) for t in totals}


def kernel(family: tuple[Distribution, ...], n: int, statistic: Statistic) -> dict[int, dict[int, fmpq]] | None:
    """The common conditional distributions mu_t, or None if the statistic is not sufficient for the family."""
    common: dict[int, dict[int, fmpq]] = {}
    for d in family:
        for t, (_, mu) in conditional(d, n, statistic).items():
            if common.setdefault(t, mu) != mu:
                return None
    return common


def resampling(
    family: tuple[Distribution, ...], statistic: Statistic, n: int, orders: tuple[tuple[int, ...], ...]
) -> list[tuple[fmpq, tuple[int, ...]]]:
    """The cases of r': (length, map from every sample to its resample). Values that never occur keep their sample."""
    common = kernel(family, n, statistic)
    if common is None:
        raise ValueError("the statistic is not sufficient for the family")
    ends: dict[int, list[tuple[fmpq, int]]] = {}
    for t, order in zip(sorted(set(statistic)), orders, strict=True):
        total, row = fmpq(0), []
        for s in order:
            if (mass := common.get(t, {}).get(s, fmpq(0))) != 0:
                total += mass
                row.append((total, s))
        ends[t] = row
    cuts = sorted({end for row in ends.values() for end, _ in row})
    cases, previous = [], fmpq(0)
    for cut in cuts:
        chosen = {t: next((s for end, s in row if end >= cut), -1) for t, row in ends.items()}
        cases.append((cut - previous, tuple(chosen[t] if chosen[t] >= 0 else s for s, t in enumerate(statistic))))
        previous = cut
    return cases


def fibres(statistic: Statistic) -> tuple[tuple[int, ...], ...]:
    """The samples of each value, in their own order, values increasing."""
    return tuple(tuple(s for s, t in enumerate(statistic) if t == value) for value in sorted(set(statistic)))


# -- families and statistics -------------------------------------------------------------------------------------------
def exponential_family(h: tuple[int, ...], g: tuple[int, ...], thetas: tuple[fmpq, ...]) -> tuple[Distribution, ...]:
    """D_theta(x) proportional to h(x) theta^g(x)."""
    return tuple(distribution(*(fmpq(a) * theta**b for a, b in zip(h, g, strict=True))) for theta in thetas)


def sum_statistic(g: tuple[int, ...], n: int) -> Statistic:
    return tuple(sum(g[x] for x in s) for s in sample_space(len(g), n))


def multiset_statistic(domain: int, n: int) -> Statistic:
    """A number for the multiset of draws: sufficient for every family of independent draws."""
    return tuple(sum((n + 1) ** x for x in s) for s in sample_space(domain, n))


def random_coupling(rng: Random) -> Coupling:
    domain = rng.choice((2, 2, 3))
    n = rng.choice((2, 3)) if domain == 2 else 2
    thetas = tuple(fmpq(rng.randint(1, 9), rng.randint(1, 9)) for _ in range(3))
    h = tuple(rng.randint(1, 3) for _ in range(domain))
    g = tuple(rng.randint(0, 2) for _ in range(domain))
    statistic = multiset_statistic(domain, n) if rng.random() < 0.3 else sum_statistic(g, n)
    table = random_table(rng, domain, n, rng.choice((2, 3)), rng.choice((1, 2, 3)))
    orders = tuple(tuple(rng.sample(f, len(f))) for f in fibres(statistic))
    return Coupling(exponential_family(h, g, thetas), statistic, table, orders)


# -- comparisons -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class StatisticCase(Case):
    """The algorithm before and after resampling, on draws from one distribution of the family."""

    given: Coupling
    d: Distribution
    valid: Valid

    def show(self) -> dict[str, str]:
        told = {"statistic": " ".join(map(str, self.given.statistic)), "orders": str(self.given.orders)}
        return {"D": show_distribution(self.d), **self.given.table.show(), **told}

    def joint_distributions(self) -> tuple[Distribution, Distribution]:
        """The distributions of (f(S), S') and of (f(S), S): pairs are numbered by value and sample."""
        statistic = self.given.statistic
        count = len(statistic)
        values = {t: i for i, t in enumerate(sorted(set(statistic)))}
        size = len(values) * count
        original, redrawn = [fmpq(0)] * size, [fmpq(0)] * size
        for s, mass in enumerate(blocks_of(self.d, self.given.table.n)):
            base = values[statistic[s]] * count
            original[base + s] += mass
            for length, source in self.given.cases:
                redrawn[base + source[s]] += mass * length
        return tuple(redrawn), tuple(original)

    def measurements(self) -> Iterator[Measurement]:
        before, after, d = self.given.table, self.given.resampled, self.d
        redrawn, original = self.joint_distributions()
        distance = bound(MARGINAL, "distance")  # 0: what nothing weaker breaks is no witness of it
        apart = total_variation(redrawn, original)
        yield Measurement(MARGINAL, "distance of (f(S), S') from (f(S), S)", apart, distance)
        # a distance of 0 cannot be weakened: the largest single mass can, it may exceed the original by the distance
        mass, limit = max(zip(redrawn, original, strict=True))
        yield Measurement(MARGINAL, "largest mass of (f(S), S')", mass, limit + distance)
        values = {"rho": before.rho(d), "beta": before.failure(d, self.valid), "n": before.n}
        for label in (THEOREM, INFORMAL, LOSSLESS):
            yield measure(label, "rho_new", after.rho(d), "rho after resampling", **values)
            yield measure(label, "beta_new", after.failure(d, self.valid), "failure after resampling", **values)
        several = fmpq(spread(after, self.given.statistic))
        yield Measurement(THEOREM, "answers that differ within a value of the statistic", several, fmpq(0))


def spread(table: AnswerTable, statistic: Statistic) -> int:
    """How many (coins, value) give several answers: 0 means that the table depends on the statistic alone."""
    return sum(len({row[s] for s in fibre}) > 1 for row in table.answers for fibre in fibres(statistic))


def neighbour(rng: Random) -> Callable[[Coupling], Coupling]:
    def step(given: Coupling) -> Coupling:
        if rng.random() < 0.6:
            return replace(given, table=mutate_table(rng, given.table))
        at = rng.randrange(len(given.orders))
        orders = list(given.orders)
        orders[at] = tuple(rng.sample(orders[at], len(orders[at])))
        return replace(given, orders=tuple(orders))

    return step


def antipodal() -> Coupling:
    """Two values of the statistic, each answering 1 on half of its orders, opposite halves: the least agreement."""
    family = (distribution(1, 1), distribution(2, 1), distribution(1, 3))
    statistic = sum_statistic((0, 1), 3)
    table = tabulated(2, 3, 2, lambda s: int(s in ((0, 0, 1), (0, 1, 1), (1, 0, 1))))
    orders = tuple(f if number != 2 else f[::-1] for number, f in enumerate(fibres(statistic)))
    return Coupling(family, statistic, table, orders)


class SufficientStatisticSimulator(Simulator):
    name = "sufficient-statistic"
    statements = (MARGINAL, THEOREM, INFORMAL, LOSSLESS)
    summary = "resampling from a sufficient statistic: exact distributions, rho and failure before and after"
    default_cases = 150

    def named(self) -> Iterator[Case]:
        coin = (distribution(1, 1), distribution(1, 9))
        total = sum_statistic((0, 1), 2)
        yield from Coupling(coin, total, first_draw(), fibres(total)).points(frozenset({1}))
        yield from antipodal().points()
        labels = exponential_family((1, 1, 2), (0, 1, 1), (fmpq(1, 2), fmpq(3)))
        zeros = sum_statistic((0, 1, 1), 2)
        last = tabulated(3, 2, 3, lambda s: s[1])
        yield from Coupling(labels, zeros, last, fibres(zeros)).points(frozenset({0, 1}))
        identity = tuple(range(4))
        yield from Coupling((distribution(1, 3),), identity, first_draw(), fibres(identity)).points(frozenset({1}))
        yield FixedSamples(3, distribution(9, 1))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        given = random_coupling(rng)
        outputs = given.table.outputs
        yield from given.points(frozenset(rng.sample(range(outputs), rng.randint(0, outputs))))

    def search(self, rng: Random, budget: int) -> Iterator[Case]:
        for given in best_couplings(rng, budget):
            yield from given.points()

    def extra(self, **options: Any) -> Mapping[str, Any]:
        return loss_report(max(given.loss() for given in best_couplings(Random(0), 40)))


def best_couplings(rng: Random, budget: int) -> Iterator[Coupling]:
    """Hill climbing on rho_after / rho_before from a few starts; the last of each climb."""
    for start in (antipodal(), *(random_coupling(rng) for _ in range(3))):
        *_, given = climb(start, neighbour(rng), lambda given: float(given.loss()), budget // 2)
        yield given


@dataclass(frozen=True)
class FixedSamples(Case):
    """The printed probability is over the coins only; for fixed samples, all zeros and all ones, it is false."""

    n: int
    d: Distribution

    @property
    def table(self) -> AnswerTable:
        n = self.n
        return tabulated(2, n, 2, *(lambda s, c=c: int(sum(s) >= c) for c in range(1, n + 1)))  # type: ignore[misc]

    def show(self) -> dict[str, str]:
        return {"D": show_distribution(self.d), **self.table.show()}

    def measurements(self) -> Iterator[Measurement]:
        statistic = sum_statistic((0, 1), self.n)
        after = Coupling((self.d,), statistic, self.table, fibres(statistic)).resampled
        apart = sum((w for w, row in zip(after.coins, after.answers, strict=True) if row[0] != row[-1]), fmpq(0))
        quantity = f"disagreement for the fixed samples {'0' * self.n} and {'1' * self.n}"
        before = {"rho": self.table.rho(self.d), "beta": 0, "n": self.n}
        yield measure(THEOREM, "rho_new", apart, quantity, expected_false=True, **before)
