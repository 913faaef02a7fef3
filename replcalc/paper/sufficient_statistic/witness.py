"""Replicability through a sufficient statistic (lm:suff_marginal, thm:suff_stat), by full enumeration.

World. A family D_theta(x) proportional to h(x) theta^g(x) on {0,..,d-1} with rational h, integer g and a few rational
theta; samples of n draws; the statistic f(S) = g(S_1) + .. + g(S_n), or the multiset of draws. An algorithm is a
table. The conditional law mu_t of S given f(S) = t is computed for every theta and required to be the same.
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
from dataclasses import dataclass
from random import Random
from typing import Any

from flint import fmpq

from replcalc.simulate.bounds import bound
from replcalc.simulate.simulator import Measurement, Simulator
from replcalc.simulate.worlds.algorithms import blocks_of
from replcalc.simulate.worlds.answer_tables import (
    AnswerTable,
    Valid,
    first_draw,
    loss_report,
    mutate_table,
    random_table,
    ratio,
    relabel,
    sample_space,
    shown,
    tabulated,
)
from replcalc.simulate.worlds.laws import Law, climb, law, total_variation

MARGINAL, THEOREM, INFORMAL = "lm:suff_marginal", "thm:suff_stat", "thm:intro_stuff_stat"
#: The same construction without the factor 2.
LOSSLESS = "derived:sufficient-statistic"

Statistic = tuple[int, ...]  # value of the statistic for every sample, in order


@dataclass(frozen=True)
class StatisticWorld:
    """A family with a sufficient statistic, an algorithm, and how the resampling is coupled."""

    family: tuple[Law, ...]
    statistic: Statistic
    table: AnswerTable
    orders: tuple[tuple[int, ...], ...]  # one order per value of the statistic, in increasing order of values

    def resampled(self) -> AnswerTable:
        """B(S; r, r') = A(Resample(f(S), r'); r)."""
        return relabel(self.table, resampling(self.family, self.statistic, self.table.n, self.orders))


def conditional(d: Law, n: int, statistic: Statistic) -> dict[int, tuple[fmpq, dict[int, fmpq]]]:
    """For every value t of positive probability: Pr[f(S) = t] and the law mu_t over sample indices."""
    totals: dict[int, fmpq] = {}
    parts: dict[int, dict[int, fmpq]] = {}
    for index, (mass, t) in enumerate(zip(blocks_of(d, n), statistic, strict=True)):
        if mass != 0:
            totals[t] = totals.get(t, fmpq(0)) + mass
            parts.setdefault(t, {})[index] = mass
    return {t: (totals[t], {s: m / totals[t] for s, m in parts[t].items()}) for t in totals}


def kernel(family: tuple[Law, ...], n: int, statistic: Statistic) -> dict[int, dict[int, fmpq]] | None:
    """The common conditional laws mu_t, or None if the statistic is not sufficient for the family."""
    common: dict[int, dict[int, fmpq]] = {}
    for d in family:
        for t, (_, mu) in conditional(d, n, statistic).items():
            if common.setdefault(t, mu) != mu:
                return None
    return common


def resampling(
    family: tuple[Law, ...], statistic: Statistic, n: int, orders: tuple[tuple[int, ...], ...]
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
def exponential_family(h: tuple[int, ...], g: tuple[int, ...], thetas: tuple[fmpq, ...]) -> tuple[Law, ...]:
    """D_theta(x) proportional to h(x) theta^g(x)."""
    return tuple(law(*(fmpq(a) * theta**b for a, b in zip(h, g, strict=True))) for theta in thetas)


def sum_statistic(g: tuple[int, ...], n: int) -> Statistic:
    return tuple(sum(g[x] for x in s) for s in sample_space(len(g), n))


def multiset_statistic(domain: int, n: int) -> Statistic:
    """A number for the multiset of draws: sufficient for every family of independent draws."""
    return tuple(sum((n + 1) ** x for x in s) for s in sample_space(domain, n))


def random_world(rng: Random) -> StatisticWorld:
    domain = rng.choice((2, 2, 3))
    n = rng.choice((2, 3)) if domain == 2 else 2
    thetas = tuple(fmpq(rng.randint(1, 9), rng.randint(1, 9)) for _ in range(3))
    h = tuple(rng.randint(1, 3) for _ in range(domain))
    g = tuple(rng.randint(0, 2) for _ in range(domain))
    statistic = multiset_statistic(domain, n) if rng.random() < 0.3 else sum_statistic(g, n)
    table = random_table(rng, domain, n, rng.choice((2, 3)), rng.choice((1, 2, 3)))
    orders = tuple(tuple(rng.sample(f, len(f))) for f in fibres(statistic))
    return StatisticWorld(exponential_family(h, g, thetas), statistic, table, orders)


# -- comparisons -------------------------------------------------------------------------------------------------------
def joint_laws(world: StatisticWorld, d: Law) -> tuple[Law, Law]:
    """The laws of (f(S), S') and of (f(S), S): pairs are numbered by value and sample."""
    n, count = world.table.n, len(world.statistic)
    cases = resampling(world.family, world.statistic, n, world.orders)
    values = {t: i for i, t in enumerate(sorted(set(world.statistic)))}
    size = len(values) * count
    original, redrawn = [fmpq(0)] * size, [fmpq(0)] * size
    for s, mass in enumerate(blocks_of(d, n)):
        base = values[world.statistic[s]] * count
        original[base + s] += mass
        for length, source in cases:
            redrawn[base + source[s]] += mass * length
    return tuple(redrawn), tuple(original)


def measure(world: StatisticWorld, valid: Valid) -> Iterator[Measurement]:
    before, after = world.table, world.resampled()
    for d in world.family:
        show = shown(before, d, statistic=" ".join(map(str, world.statistic)), orders=world.orders)
        redrawn, original = joint_laws(world, d)
        distance = bound(MARGINAL, "distance")
        apart = total_variation(redrawn, original)
        yield Measurement(MARGINAL, "distance of (f(S), S') from (f(S), S)", apart, distance, show)
        # a distance of 0 cannot be weakened: the largest single mass can, it may exceed the original by the distance
        mass, limit = max(zip(redrawn, original, strict=True))
        yield Measurement(MARGINAL, "largest mass of (f(S), S')", mass, limit + distance, show)
        rho, beta = before.rho(d), before.failure(d, valid)
        values = {"rho": rho, "beta": beta, "n": before.n}
        for label in (THEOREM, INFORMAL, LOSSLESS):
            yield Measurement(label, "rho after resampling", after.rho(d), bound(label, "rho_new", **values), show)
        failure = after.failure(d, valid)
        yield Measurement(THEOREM, "failure after resampling", failure, bound(THEOREM, "beta_new", **values), show)
        several = fmpq(spread(after, world.statistic))
        yield Measurement(THEOREM, "answers that differ within a value of the statistic", several, fmpq(0), show)


def spread(table: AnswerTable, statistic: Statistic) -> int:
    """How many (coins, value) give several answers: 0 means that the table depends on the statistic alone."""
    return sum(len({row[s] for s in fibre}) > 1 for row in table.answers for fibre in fibres(statistic))


def loss(world: StatisticWorld) -> float:
    """The largest rho_after / rho_before over the family (a float: for the search only)."""
    after = world.resampled()
    return max(ratio(after.rho(d), world.table.rho(d)) for d in world.family)


def neighbour(rng: Random) -> Callable[[StatisticWorld], StatisticWorld]:
    def step(world: StatisticWorld) -> StatisticWorld:
        if rng.random() < 0.6:
            return StatisticWorld(world.family, world.statistic, mutate_table(rng, world.table), world.orders)
        at = rng.randrange(len(world.orders))
        orders = list(world.orders)
        orders[at] = tuple(rng.sample(orders[at], len(orders[at])))
        return StatisticWorld(world.family, world.statistic, world.table, tuple(orders))

    return step


def antipodal() -> StatisticWorld:
    """Two values of the statistic, each answering 1 on half of its orders, opposite halves: the least agreement."""
    family = (law(1, 1), law(2, 1), law(1, 3))
    statistic = sum_statistic((0, 1), 3)
    table = tabulated(2, 3, 2, lambda s: int(s in ((0, 0, 1), (0, 1, 1), (1, 0, 1))))
    orders = tuple(f if number != 2 else f[::-1] for number, f in enumerate(fibres(statistic)))
    return StatisticWorld(family, statistic, table, orders)


class SufficientStatisticSimulator(Simulator):
    name = "sufficient-statistic"
    statements = (MARGINAL, THEOREM, INFORMAL, LOSSLESS)
    summary = (
        "resampling from a sufficient statistic: exact laws, rho and failure before and after, by full enumeration"
    )
    default_cases = 150

    def named(self) -> Iterator[Measurement]:
        coin = (law(1, 1), law(1, 9))
        total = sum_statistic((0, 1), 2)
        yield from measure(StatisticWorld(coin, total, first_draw(), fibres(total)), frozenset({1}))
        yield from measure(antipodal(), frozenset({0}))
        labels = exponential_family((1, 1, 2), (0, 1, 1), (fmpq(1, 2), fmpq(3)))
        zeros = sum_statistic((0, 1, 1), 2)
        last = tabulated(3, 2, 3, lambda s: s[1])
        yield from measure(StatisticWorld(labels, zeros, last, fibres(zeros)), frozenset({0, 1}))
        identity = tuple(range(4))
        yield from measure(StatisticWorld((law(1, 3),), identity, first_draw(), fibres(identity)), frozenset({1}))
        yield fixed_samples()

    def random(self, rng: Random, count: int) -> Iterator[Measurement]:
        for _ in range(count):
            world = random_world(rng)
            yield from measure(
                world, frozenset(rng.sample(range(world.table.outputs), rng.randint(0, world.table.outputs)))
            )

    def search(self, rng: Random, budget: int) -> Iterator[Measurement]:
        for world in best_worlds(rng, budget):
            yield from measure(world, frozenset({0}))

    def extra(self, **options: Any) -> Mapping[str, Any]:
        largest = fmpq(0)
        for world in best_worlds(Random(0), 40):
            after = world.resampled()
            largest = max(
                [largest, *(after.rho(d) / world.table.rho(d) for d in world.family if world.table.rho(d) != 0)]
            )
        return loss_report(largest)


def best_worlds(rng: Random, budget: int) -> Iterator[StatisticWorld]:
    """Hill climbing on rho_after / rho_before from a few starts; the last world of each climb."""
    for start in (antipodal(), *(random_world(rng) for _ in range(3))):
        *_, world = climb(start, neighbour(rng), loss, budget // 2)
        yield world


def fixed_samples() -> Measurement:
    """The printed probability is over the coins only; for fixed samples the claim is false."""
    n = 3
    statistic = sum_statistic((0, 1), n)
    table = tabulated(2, n, 2, *(lambda s, c=c: int(sum(s) >= c) for c in range(1, n + 1)))  # type: ignore[misc]
    d = law(9, 1)
    world = StatisticWorld((d,), statistic, table, fibres(statistic))
    after = world.resampled()
    apart = sum((w for w, row in zip(after.coins, after.answers, strict=True) if row[0] != row[-1]), fmpq(0))
    quantity = "disagreement for the fixed samples 000 and 111"
    limit = bound(THEOREM, "rho_new", rho=table.rho(d), beta=0, n=n)
    return Measurement(THEOREM, quantity, apart, limit, shown(table, d), expected_false=True)


SIMULATOR = SufficientStatisticSimulator()
