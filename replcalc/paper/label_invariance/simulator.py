"""Algorithms that forget something about the sample: its order, the names of elements, all but a sufficient statistic.

Case. An algorithm as a table of answers to every sample of n draws from a small domain, for every random string r; a
distribution d of the draws. The new algorithm is B(S; r, r') = A(source[r'](S); r), r' one of finitely many sources
with their probabilities: a table again, so rho and the failure are finite sums of rationals. What must not matter is
compared too: B must answer S and every image of S alike. ("pointwise" samples the distribution of B's answer by
correlated sampling instead; then only equal distributions are needed.)

| kind | source(S) | statements |
|---|---|---|
| statistic | S resampled given f(S), by cutting [0, 1] into pieces of its conditional distribution | thm:suff_stat |
| order | S sorted, then permuted | cor:order_inv |
| names | S with its elements renamed | cor:label_inv |
| pointwise | the same, but one answer for all (r, r') by correlated sampling | cor:pointwise_label_inv |

The squares in 1 - sum_y p(y)^2 are convex, so the first three lose nothing of rho: the factor 2 of their statements is
not needed. The fourth approaches it: say with probability delta whether two draws of a bit agree, and a third letter
otherwise; rejection then disagrees with probability 2 delta/(1 + delta).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, pairwise, permutations
from random import Random
from typing import Any, ClassVar

from flint import fmpq

from replcalc.paper.label_invariance.simulator_correlated_sampling import disagreement
from replcalc.simulate.bounds import bound, measure
from replcalc.simulate.distributions import (
    ZERO,
    Distribution,
    collect_outcomes,
    distribution,
    over_two_runs,
    random_distribution,
    total_variation,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.simulate.tables import (
    Sources,
    Table,
    blocks_of,
    mutate_table,
    relabellings,
    reorderings,
    sample_space,
    tabulate,
)

#: kind -> the statements whose rho_new and beta_new it must keep; the first says what does not matter
LABELS: Mapping[str, tuple[str, ...]] = {
    "statistic": ("thm:suff_stat", "thm:intro_stuff_stat", "derived:sufficient-statistic"),
    "order": ("cor:order_inv", "derived:sufficient-statistic"),
    "names": ("cor:label_inv",),
    "pointwise": ("cor:pointwise_label_inv",),
}
MARGINAL = "lm:suff_marginal"


def list_resampling_maps(d: Distribution, n: int, statistic: tuple[int, ...]) -> list[tuple[fmpq, tuple[int, ...]]]:
    """Return the cases of r' with their lengths: S -> the sample whose piece of the distribution given f(S) holds r'.

    A value of the statistic that d never takes keeps its sample.
    """
    masses = blocks_of(d, n)
    fibres = {t: [s for s, u in enumerate(statistic) if u == t and masses[s]] for t in set(statistic)}
    ends = {t: list(accumulate(masses[s] / sum(masses[u] for u in f) for s in f)) for t, f in fibres.items() if f}
    cuts = sorted({end for row in ends.values() for end in row})

    def source(cut: fmpq, s: int) -> int:
        t = statistic[s]
        return next((fibres[t][i] for i, end in enumerate(ends.get(t, ())) if end >= cut), s)

    sizes = [b - a for a, b in pairwise([ZERO, *cuts])]
    return [(size, tuple(source(cut, s) for s in range(len(masses)))) for size, cut in zip(sizes, cuts, strict=True)]


@dataclass(frozen=True)
class Symmetrized(Case):
    """The algorithm before and after, on draws from d.

    ``statistic``: a value for every sample, in order; ``known``: the distribution of the family that the resampling
    knows. Draws come from another member h(x) theta^g(x) of the family: that the pieces fit it too is sufficiency.
    ``maps``: the kind whose sources are used, by default its own.
    """

    kind: str
    table: Table
    d: Distribution
    statistic: tuple[int, ...] = ()
    known: Distribution = ()
    maps: str = ""

    varied: ClassVar[tuple[str, ...]] = ("table",)

    def vary(self, rng: Random) -> Symmetrized:
        return replace(self, table=mutate_table(rng, self.table))

    @cached_property
    def sources(self) -> Sources:
        shape, kind = (len(self.d), self.table.n), self.maps or self.kind
        if kind == "statistic":
            return list_resampling_maps(self.known, self.table.n, self.statistic)
        return reorderings(*shape, sort=True) if kind == "order" else relabellings(*shape)

    @cached_property
    def after(self) -> Table:
        return self.table.read_through(self.sources)

    @property
    def blocks(self) -> Distribution:
        return blocks_of(self.d, self.table.n)

    @cached_property
    def given(self) -> dict[str, Any]:
        """rho, beta and n of the algorithm: on d, or for every name of its elements."""
        domains = {self.d}
        if self.kind in ("names", "pointwise"):
            domains = {tuple(self.d[i] for i in order) for order in permutations(range(len(self.d)))}
        blocks = [blocks_of(d, self.table.n) for d in domains]
        rho, beta = max(map(self.table.disagreement, blocks)), max(map(self.table.failure, blocks))
        return {"rho": rho, "beta": beta, "n": self.table.n}

    def rho(self) -> Any:
        if self.kind != "pointwise":
            return self.after.disagreement(self.blocks)
        weights = collect_outcomes(zip(self.after.output_distributions(), self.blocks, strict=True))
        return over_two_runs(weights.items(), disagreement)

    def dependence(self) -> int:
        """Return how often the answer (for names its distribution) depends on what must not matter."""
        shape, columns = (len(self.d), self.table.n), tuple(zip(*self.after.answers, strict=True))
        if self.kind == "statistic":
            return len(set(zip(self.statistic, columns, strict=True))) - len(set(self.statistic))
        order = self.kind == "order"
        values: tuple[Any, ...] = columns if order else self.after.output_distributions()
        maps = reorderings(*shape, sort=False) if order else relabellings(*shape)
        return sum(values[t] != values[s] for _, source in maps for s, t in enumerate(source))

    def measurements(self) -> Iterator[Measurement]:
        for label in LABELS[self.kind]:
            yield measure(label, "rho_new", self.rho(), "rho after", **self.given)
            yield measure(label, "beta_new", self.after.failure(self.blocks), "failure after", **self.given)
        label = LABELS[self.kind][0]
        yield Measurement(label, "answers changed by what must not matter", fmpq(self.dependence()), ZERO)
        if self.kind == "statistic":
            yield from self.marginal()

    def marginal(self) -> Iterator[Measurement]:
        """Measure (f(S), S'), distributed as (f(S), S); S' keeps f, so S' alone numbers the pair."""
        redrawn = [ZERO] * len(self.statistic)
        for length, source in self.sources:
            for s, mass in enumerate(self.blocks):
                redrawn[source[s]] += mass * length
        tv, distance = total_variation(tuple(redrawn), self.blocks), bound(MARGINAL, "distance")
        yield Measurement(MARGINAL, "distance of (f(S), S') from (f(S), S)", tv, distance)
        mass, limit = max(zip(redrawn, self.blocks, strict=True))
        yield Measurement(MARGINAL, "largest mass of (f(S), S')", mass, limit + distance)


def sums(g: tuple[int, ...], n: int) -> tuple[int, ...]:
    """Return the statistic g(S_1) + .. + g(S_n)."""
    return tuple(sum(g[x] for x in s) for s in sample_space(len(g), n))


def take_first_draw(n: int = 2) -> Table:
    """Answer the first of n draws of a bit: the order matters, and renaming changes every answer."""
    return replace(tabulate(2, n, 2, lambda s: s[0]), wrong=frozenset({1}))


def make_agreement_table(delta: fmpq) -> Table:
    """With probability delta say whether two draws of a bit agree (1 and 2), else 0: almost a factor 2 is lost."""
    return Table("reveals agreement", (delta, 1 - delta), ((1, 2, 2, 1), (0, 0, 0, 0)), 3, frozenset({1, 2}), 2)


def draw_case(rng: Random, kind: str) -> Symmetrized:
    domain, outputs = rng.choice((2, 3)), rng.choice((2, 3))
    n, strings = rng.choice((2, 3)) if domain == 2 else 2, rng.choice((1, 2, 3))
    rare = rng.random() < 0.5
    rows = tuple(
        tuple(0 if rare and rng.random() < 0.8 else rng.randrange(outputs) for _ in range(domain**n))
        for _ in range(strings)
    )
    coins = uniform(strings) if rng.random() < 0.5 else random_distribution(rng, strings, 12, positive=True)
    table = Table("random table", coins, rows, outputs, frozenset({rng.randrange(outputs)}), n)
    if kind != "statistic":
        return Symmetrized(kind, table, random_distribution(rng, domain, 12, positive=True))
    g, h = (tuple(rng.randint(low, low + 2) for _ in range(domain)) for low in (0, 1))
    theta = fmpq(rng.randint(1, 9), rng.randint(1, 9))
    d = distribution(*(a * theta**b for a, b in zip(h, g, strict=True)))
    return Symmetrized(kind, table, d, sums(g, n), distribution(*h))


class SymmetrySimulator(Simulator):
    name, default_cases = "symmetry", 150
    statements = (MARGINAL, *dict.fromkeys(label for labels in LABELS.values() for label in labels))
    summary = "what an algorithm may forget: order, names, all but a sufficient statistic; exact rho and failure"

    def examples(self) -> Iterator[Case]:
        collision = replace(tabulate(3, 2, 2, lambda s: int(s[0] == s[1])), wrong=frozenset({0}))
        for kind in ("order", "names", "pointwise"):
            for d in (uniform(2), distribution(3, 1), distribution(1, 9)):
                yield Symmetrized(kind, take_first_draw(), d)
            yield Symmetrized(kind, collision, distribution(4, 1, 1))
        for m in (1, 2, 10, 1000, 10**6):
            yield Symmetrized("pointwise", make_agreement_table(fmpq(1, m)), uniform(2))
        halves = tabulate(2, 3, 2, lambda s: int(s in ((0, 0, 1), (0, 1, 1), (1, 0, 1))))
        for table, d in ((halves, uniform(2)), (take_first_draw(), distribution(1, 9))):
            yield Symmetrized("statistic", replace(table, wrong=frozenset({0})), d, sums((0, 1), table.n), uniform(2))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        d, fair = distribution(1, 9), uniform(2)
        yield ("a statistic that is not sufficient", Symmetrized("statistic", take_first_draw(), d, (0, 0, 0, 0), fair))
        yield ("renamed, where the order must not matter", Symmetrized("order", take_first_draw(3), d, maps="names"))

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        yield from (draw_case(rng, kind) for kind in LABELS)
