"""Adaptive composition lemma by lemma and end to end; for products the total variation.

Case: an adaptive process of one to six rounds, two or three outputs per round and a handful of samples, as tables (see
``processes``). The events of the proof are computed as defined: C_i (the distributions of round i are close at this
prefix), E_i (the log-ratio of the sampled value is at most 2 eps_i in size), H_i and H-hat_i (no round has failed so
far), G_i and G'_i (the summed log-ratio is at most eps^(i), at least -eps^(i)). All are decided exactly, except that G
compares a rational likelihood ratio with the ball e^{eps^(i)}. Each lemma's probability is a sum over paths. gamma_i is
the largest failure probability over fixed prefixes, which is what the lemmas assume.

For the whole composition:

- the least joint delta at e^{eps^(k)}, against delta^(k), and the least joint eps at delta^(k), against eps^(k);
- of gamma, eps, delta the least value of one at which the transcripts are close to the oracle's, with the other two as
  lm:pg_compose_het, lm:pg_compose and derived:conditioned-composition have them.

A mutant is the slip described in the appendix of the paper: if the oracle of a round gets the real prefix, its
transcript depends on the sample, and the closeness of a later round can fail there more often than gamma.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.paper.pg_composition.processes import (
    MODERATE,
    Node,
    Process,
    draw_process,
    make_leaning_coins,
    make_outliers,
    make_prefix_slip,
    make_rare_name,
    make_steady_drift,
    make_telltales,
)
from replcalc.simulate.bounds import WrongParameter, bound, measure
from replcalc.simulate.distributions import (
    ONE,
    RATIOS,
    ZERO,
    Distribution,
    collect_outcomes,
    extreme_pair,
    mass_where,
    product,
    random_close_pair,
    smallest_delta,
    smallest_ratio,
    total_variation,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator
from replcalc.statements.catalogue import statement

HET, SIMPLE, CONDITIONED = "lm:pg_compose_het", "lm:pg_compose", "derived:conditioned-composition"
PRODUCT, REVEALED, BASIC = "derived:nonadaptive-tv", "derived:revealed-tv", "derived:basic-composition"


def _least_epsilon(rows: tuple[Distribution, ...], weights: Distribution, oracle: Distribution, **at: Any) -> arb:
    """Return the least eps for which all but gamma of the samples are (eps, delta)-close to the oracle."""
    ratios = [(smallest_ratio(row, oracle, at["delta"]), w) for row, w in zip(rows, weights, strict=True)]
    allowed = at["gamma"] - sum((w for ratio, w in ratios if ratio is None), ZERO)
    if allowed < 0:
        return arb("inf")
    for ratio, w in sorted(((ratio, w) for ratio, w in ratios if ratio is not None), reverse=True):
        if w > allowed:
            return arb(ratio).log()
        allowed -= w
    return arb(0)


def _round_up(ball: Any) -> fmpq:
    """Return a rational at least as large as the bound, at most 1: a truth found with it is never overstated."""
    return min(ONE, Enclosure.from_ball(arb(ball)).upper)


@dataclass(frozen=True)
class ComposedProcess(Case):
    """A process and delta': the lemmas of the proof at its last round; if it is not continued, the composition."""

    process: Process
    delta_prime: fmpq
    whole: bool = True

    def measurements(self) -> Iterator[Measurement]:
        yield from self.lemmas()
        if self.whole:
            given = self.history(len(self.process.rounds)) | {"gamma": self.process.gammas}
            yield from self.joint(given)
            yield from self.conclusion(HET, given)
            yield from self.conclusion(
                CONDITIONED, {name: bound(HET, name, **given) for name in ("epsilon_k", "delta_k")}
            )
            del given["gamma"]
            if self.meets_simple_hypotheses(given):
                yield from self.conclusion(SIMPLE, given)

    # -- the events of the proof ---------------------------------------------------------------------------------------
    @cached_property
    def kept(self) -> list[set[Node]]:
        """H_0, H_1, ..., H_k."""
        found = [set(self.process.levels[0])]
        for r, close_at, level in zip(self.process.rounds, self.process.close, self.process.levels[1:], strict=True):
            before = found[-1] & close_at
            found.append({(x, z) for x, z in level if (x, z[:-1]) in before and r.is_small_at(x, z)})
        return found

    def history(self, i: int) -> dict[str, Any]:
        """Return the parameters of the rounds 1..i."""
        return {name: of[:i] for name, of in self.process.given.items()} | {"delta_prime": self.delta_prime}

    def threshold(self, i: int) -> Any:
        """Return eps^(i), with eps^(0) = 0."""
        return bound("lm:h_to_g", "epsilon_k", **self.history(i)) if i else ZERO

    def outside(self, i: int, *, oracle: bool = False) -> set[Node]:
        """Return the nodes of level i outside G_i (for the oracle: outside G'_i), certainly so."""
        factor, step = arb(self.threshold(i)).exp(), -1 if oracle else 1
        pairs = ((node, both[::step]) for node, both in self.process.levels[i].items())
        return {node for node, (top, bottom) in pairs if arb(top) > factor * arb(bottom)}

    def probability(self, i: int, nodes: set[Node], side: int = 0) -> fmpq:
        """Return the probability of nodes of level i in the real process (side 0) or in the oracle's (side 1)."""
        level = self.process.levels[i]
        return sum((level[node][side] for node in nodes), ZERO)

    def failing(self, i: int) -> set[Node]:
        """Return the nodes of level i-1 outside C_i."""
        return set(self.process.levels[i - 1]) - self.process.close[i - 1]

    def lemmas(self) -> Iterator[Measurement]:
        """Yield the probability of every lemma of the proof at the last round."""
        process, i = self.process, len(self.process.rounds)
        history, given, gamma = self.history(i), process.given, {"gamma": process.gammas[-1]}
        real, oracle = self.outside(i), self.outside(i, oracle=True)
        unsafe = set(process.levels[i - 1]) - (self.kept[i - 1] & process.close[i - 1])
        failures = tuple(self.probability(j, self.failing(j + 1)) for j in range(i))
        all_gammas, threshold = {"gamma": process.gammas}, {"epsilon_before": self.threshold(i - 1)}
        found = [
            ("lm:h_to_g", self.probability(i, real & self.kept[i]), "Z in H_i, not in G_i", history),
            ("lm:h_to_g_tilde", self.probability(i, oracle & self.kept[i], 1), "Z~ in H_i, not in G'_i", history),
            ("lm:tilde_z_C_i", self.probability(i - 1, self.failing(i), 1), "Z~ not in C_i", gamma),
            ("lm:tilde_z_not_in_chhat", self.probability(i - 1, unsafe, 1), "Z~ not in H-hat_i", given | all_gammas),
            (
                "lm:z_C_i",
                self.probability(i - 1, self.failing(i) - self.outside(i - 1)),
                "Z in G_(i-1), not in C_i",
                gamma | threshold,
            ),
            (
                "lm:z_not_in_chhat",
                self.probability(i, set(process.levels[i]) - self.kept[i]),
                "Z not in H_i",
                given | {"pg_failure": failures},
            ),
        ]
        if self.whole:
            found += [
                ("lm:z_in_G_i", self.probability(i, real), "Z outside G_k", history | all_gammas),
                ("lm:tilde_z_in_G_i", self.probability(i, oracle, 1), "Z~ outside G'_k", history | all_gammas),
            ]
        for label, true, event, at in found:
            yield measure(label, "failure", true, f"Pr[{event}]", **at)

    # -- the whole composition -----------------------------------------------------------------------------------------
    def joint(self, given: dict[str, Any]) -> Iterator[Measurement]:
        """Yield eps^(k) and delta^(k): closeness jointly with the sample."""
        epsilon_k, delta_k = (bound(HET, name, **given) for name in ("epsilon_k", "delta_k"))
        real, oracle = zip(*self.process.levels[-1].values(), strict=True)
        true = smallest_delta(real, oracle, arb(epsilon_k).exp())
        yield measure(HET, "delta_k", true, "least joint delta at eps^(k)", **given)
        ratio = smallest_ratio(real, oracle, _round_up(delta_k))
        least = arb("inf") if ratio is None else arb(ratio).log()
        yield measure(HET, "epsilon_k", least, "least joint eps at delta^(k)", **given)

    def conclusion(self, label: str, given: dict[str, Any]) -> Iterator[Measurement]:
        """Yield gamma*, eps* and delta*: closeness given the sample."""
        eps, delta, gamma = (bound(label, name, **given) for name in ("epsilon_star", "delta_star", "gamma_star"))
        rows, oracle = self.process.transcripts()
        weights, ratio = self.process.weights, arb(eps).exp()
        needs = [(smallest_delta(row, oracle, ratio), w) for row, w in zip(rows, weights, strict=True)]
        bad = sum((w for need, w in needs if need > arb(delta)), ZERO)
        yield measure(label, "gamma_star", bad, "mass of samples that are not (eps*, delta*)-close", **given)
        least = _least_epsilon(rows, weights, oracle, gamma=_round_up(gamma), delta=_round_up(delta))
        yield measure(label, "epsilon_star", least, "least eps at gamma*, delta*", **given)
        lost = ((need, sum((w for other, w in needs if other > need), ZERO)) for need, _ in sorted(needs))
        least = next(need for need, gone in lost if not gone > arb(gamma))
        yield measure(label, "delta_star", least, "least delta at gamma*, eps*", **given)

    def meets_simple_hypotheses(self, given: dict[str, Any]) -> bool:
        """Return whether all rounds are (delta_i, eps_i, delta_i)-PG and the conditions of lm:pg_compose hold."""
        if any(gamma > delta for gamma, delta in zip(self.process.gammas, given["delta"], strict=True)):
            return False
        about = statement(SIMPLE)
        epsilon = [arb(ratio).log() for ratio in given["ratio"]]
        verdicts = about.check(epsilon=epsilon, delta=list(given["delta"]), delta_prime=self.delta_prime)
        limit = next(fmpq(h.default) for h in about.hidden if h.name == "c3")
        return all(v.value == "PROVED" for _, v in verdicts) and bool(
            arb(bound(SIMPLE, "epsilon_star", **given)) <= limit
        )


def stop_after_each_round(process: Process, delta_prime: fmpq) -> Iterator[ComposedProcess]:
    """Yield the process stopped after each of its rounds, if the hypotheses hold in all of them."""
    if all(gamma < 1 for gamma in process.gammas):
        k = len(process.rounds)
        for i in range(1, k + 1):
            yield ComposedProcess(process.stop_after(i), delta_prime, whole=i == k)


@dataclass(frozen=True)
class CloseProduct(Case):
    """Non-adaptive composition on one good sample: close pairs, the total variation of their products."""

    pairs: tuple[tuple[Distribution, Distribution], ...]
    ratios: tuple[fmpq, ...]

    varied: ClassVar[tuple[str, ...]] = ("pairs",)

    def measurements(self) -> Iterator[Measurement]:
        ratios = self.ratios
        closeness = (smallest_delta(p, q, r) for (p, q), r in zip(self.pairs, ratios, strict=True))
        deltas = tuple(max(fmpq(1, 1000), delta) for delta in closeness)
        given = {"ratio": ratios, "delta": deltas, "gamma": (ZERO,) * len(ratios)}
        first, second = (product(*side) for side in zip(*self.pairs, strict=True))
        true = total_variation(first, second)
        yield measure(PRODUCT, "tv", true, "total variation of the product", **given)
        one, other = (product(*side) for side in zip(*(extreme_pair(r, ZERO) for r in ratios), strict=True))
        flips = total_variation(one, other)
        yield measure(REVEALED, "tv", true, "total variation of the product", tv_rr=flips, delta=deltas)
        excess = smallest_delta(first, second, math.prod(ratios, start=ONE))
        yield measure(BASIC, "delta_star", excess, "additive closeness at the sum of the epsilons", **given)


@dataclass(frozen=True)
class SampledProduct(Case):
    """Non-adaptive composition over the sample: the mass of samples whose transcript is farther than the bound."""

    process: Process

    def measurements(self) -> Iterator[Measurement]:
        given = self.process.given | {"gamma": self.process.gammas}
        limit, (rows, oracle) = arb(bound(PRODUCT, "tv", **given)), self.process.transcripts()
        bad = mass_where(self.process.weights, (arb(total_variation(row, oracle)) > limit for row in rows))
        yield measure(PRODUCT, "gamma_star", bad, "mass of samples farther than tv", **given)


class _RealPrefix(Process):
    @cached_property
    def levels(self) -> Any:
        """The oracle of every round gets the prefix of the real transcript."""
        levels: list[dict[Node, tuple[fmpq, fmpq]]] = [{(x, ()): (w, w) for x, w in enumerate(self.weights)}]
        states: dict[Any, Any] = {(x, (), ()): w for x, w in enumerate(self.weights)}
        for r in self.rounds:
            states = collect_outcomes(
                ((x, (*z, value), (*shadow, other)), probability * a * b)
                for (x, z, shadow), probability in states.items()
                for value, a in enumerate(r.table[z][x])
                for other, b in enumerate(r.oracle[z])
            )
            real = collect_outcomes(((x, z), probability) for (x, z, _), probability in states.items())
            oracle = collect_outcomes(((x, shadow), probability) for (x, _, shadow), probability in states.items())
            levels.append({node: (real.get(node, ZERO), oracle.get(node, ZERO)) for node in {*real, *oracle}})
        return tuple(levels)


class PgCompositionSimulator(Simulator):
    name, default_cases = "pg-composition", 60
    statements = (
        *(HET, SIMPLE, "lm:h_to_g", "lm:h_to_g_tilde", "lm:tilde_z_C_i", "lm:tilde_z_not_in_chhat", "lm:z_C_i"),
        *("lm:z_not_in_chhat", "lm:z_in_G_i", "lm:tilde_z_in_G_i", CONDITIONED, PRODUCT, REVEALED, BASIC),
    )
    summary = "adaptive composition lemma by lemma and end to end, path by path; products in total variation"
    loose: ClassVar[Mapping[str, str]] = {
        HET: "eps^(k) as in lm:h_to_g; what follows from it as in lm:joint_implies_cond",
        CONDITIONED: "eps^(k) as in lm:h_to_g; sqrt(2 delta^(k)) is attained up to a factor 2 (simulator pg-lemmas)",
        SIMPLE: (
            "constants for the worst of all families (c2 = 16.2, c4 = 18), each the product of several lossy "
            "steps; the least epsilon of a few rounds is about sqrt(2 ln(1/delta) sum eps_i^2)"
        ),
        "lm:h_to_g": (
            "Azuma with the range 2 epsilon_i, which small cases reach only on a set of probability delta-hat; "
            "the drift rho_i is loose by a factor 8 as well (expect.looseness)"
        ),
        "lm:h_to_g_tilde": "as lm:h_to_g, for the oracle transcript",
    }

    def examples(self) -> Iterator[Case]:
        yield from stop_after_each_round(make_steady_drift(6, fmpq(1, 10**9)), fmpq(49, 100))
        yield ComposedProcess(make_steady_drift(3, fmpq(1, 10**20)), fmpq(1, 10**18))
        for ratio, delta in (MODERATE[1], MODERATE[3], MODERATE[4]):
            yield from stop_after_each_round(make_outliers(3, ratio, delta), fmpq(1, 100))
            yield from stop_after_each_round(make_telltales(3, ratio, delta), fmpq(1, 1000))
            yield ComposedProcess(make_telltales(3, ratio, delta / 1000), fmpq(1, 10**5))
        # within the hypotheses of lm:pg_compose: outputs the oracle never gives, and a rare sample that is named
        for slight in (fmpq(1, 10**7), fmpq(1, 10**9)):
            yield ComposedProcess(make_telltales(2, fmpq(201, 200), slight), fmpq(1, 10**9))
            yield ComposedProcess(make_rare_name(2, fmpq(201, 200), slight, slight), fmpq(1, 10**9))
        yield ComposedProcess(make_leaning_coins(3, fmpq(201, 199), fmpq(200, 199), fmpq(1, 10**12)), fmpq(1, 10**12))
        rare = make_rare_name(1, fmpq(2), fmpq(1, 10**9), fmpq(1, 100))
        yield ComposedProcess(rare, fmpq(1, 10**9))
        yield SampledProduct(rare)
        yield from stop_after_each_round(make_prefix_slip(), fmpq(1, 10))
        for k in (1, 2, 3, 4):
            for ratio in (fmpq(11, 10), fmpq(2)):
                yield CloseProduct((extreme_pair(ratio, fmpq(1, 50)),) * k, (ratio,) * k)

    def mutants(self) -> Iterator[tuple[str, Case]]:
        slip = ComposedProcess(make_prefix_slip(), fmpq(1, 10), whole=False)
        mistaken = _RealPrefix(slip.process.weights, slip.process.rounds)
        yield "the oracle gets the real prefix", ComposedProcess(mistaken, fmpq(1, 10), whole=False)
        yield "half of the failure of a round", WrongParameter(slip, "gamma", lambda gamma: gamma / 2)
        two = CloseProduct((extreme_pair(fmpq(2), fmpq(1, 50)),) * 2, (fmpq(2),) * 2)
        yield "half of every delta_i", WrongParameter(two, "delta", lambda delta: delta / 2)
        yield "half of every epsilon_i", WrongParameter(two, "ratio", lambda ratio: (1 + ratio) / 2)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        yield from stop_after_each_round(
            draw_process(rng, 2 + number % 3), rng.choice((fmpq(49, 100), fmpq(1, 10), fmpq(1, 1000)))
        )
        ratios = tuple(rng.choice(RATIOS) for _ in range(rng.randint(1, 3)))
        deltas = (fmpq(rng.randint(1, 10), 100) for _ in ratios)
        pairs = zip(ratios, deltas, strict=True)
        yield CloseProduct(tuple(random_close_pair(rng, rng.randint(2, 3), r, d) for r, d in pairs), ratios)
