"""The events of the composition proof along whole transcripts (lm:h_to_g to lm:tilde_z_in_G_i).

Case: an adaptive process of two to six rounds with two or three outputs per round and a handful of samples, as tables
(see ``processes``). The events are computed as defined: C_i (the distributions of round i are close at this prefix),
E_i (the log-ratio of the value drawn is at most 2 eps_i in size), H_i and H-hat_i (no round has failed so far), G_i and
G'_i (the summed log-ratio is at most eps^(i), at least -eps^(i)). All are decided exactly, except that G compares a
rational likelihood ratio with the ball e^{eps^(i)}. Then each lemma's probability is a sum over paths. gamma_i is the
exact largest failure probability over fixed prefixes, which is what the lemmas assume (for the one distribution of
samples at hand).

A mutant is the slip described in the appendix of the paper: if the oracle of a
round is asked at the real prefix, its transcript depends on the sample, and the closeness of a later round can fail at
that transcript more often than gamma.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, ClassVar, TypeAlias

from flint import arb, fmpq

from replcalc.paper.pg_composition.processes import (
    MODERATE,
    Level,
    OutputPrefix,
    Process,
    build,
    edge_pair,
    prefixes,
    random_process,
)
from replcalc.simulate.bounds import bound, measure
from replcalc.simulate.distributions import (
    ONE,
    ZERO,
    Distribution,
    collected,
    distribution,
    uniform,
)
from replcalc.simulate.simulator import Case, Measurement, Simulator

TranscriptNode: TypeAlias = tuple[int, OutputPrefix]

TINY_DELTA, TENTH = fmpq(1, 10**9), fmpq(1, 10)


@dataclass(frozen=True)
class TranscriptCase(Case):
    """A process and delta': the sets of the proof, probabilities under both transcripts, the lemmas at its last round.

    ``whole``: the process is not continued, so that the lemmas about all rounds are compared too.
    """

    process: Process
    delta_prime: fmpq
    whole: bool = True

    @cached_property
    def no_failure(self) -> list[set[TranscriptNode]]:
        """H_0, H_1, ..., H_k."""
        process = self.process
        found: list[set[TranscriptNode]] = [set(process.levels[0])]
        for i, r in enumerate(process.rounds, 1):
            before, good = found[-1], process.good[i - 1]
            found.append(
                {
                    (x, z)
                    for x, z in process.levels[i]
                    if (x, z[:-1]) in before and (x, z[:-1]) in good and r.small_at(x, z)
                }
            )
        return found

    def history(self, i: int) -> dict[str, Any]:
        """The parameters of the rounds 1..i."""
        return {"ratio": self.process.ratios[:i], "delta": self.process.deltas[:i], "delta_prime": self.delta_prime}

    def threshold(self, i: int) -> Any:
        """eps^(i), with eps^(0) = 0."""
        return bound("lm:h_to_g", "epsilon_k", **self.history(i)) if i else fmpq(0)

    def exceeds(self, i: int, *, oracle: bool) -> set[TranscriptNode]:
        """The nodes of level i outside G_i (for the oracle: outside G'_i), certainly so."""
        factor = arb(self.threshold(i)).exp()
        pairs = ((node, (q, p) if oracle else (p, q)) for node, (p, q) in self.process.levels[i].items())
        return {node for node, (top, bottom) in pairs if arb(top) > factor * arb(bottom)}

    def probability(self, i: int, nodes: set[TranscriptNode], *, oracle: bool = False) -> fmpq:
        level = self.process.levels[i]
        return sum((level[node][1 if oracle else 0] for node in nodes), ZERO)

    def failing(self, i: int) -> set[TranscriptNode]:
        """The nodes of level i-1 outside C_i."""
        return set(self.process.levels[i - 1]) - self.process.good[i - 1]

    def measurements(self) -> Iterator[Measurement]:
        process, i = self.process, self.process.k
        level, before = set(process.levels[i]), set(process.levels[i - 1])
        gamma, outside, kept = process.gammas[i - 1], self.failing(i), self.no_failure[i]
        rounds = {"ratio": process.ratios, "delta": process.deltas}
        history = self.history(i)

        def compared(label: str, quantity: str, true: fmpq, **values: Any) -> Measurement:
            return measure(label, "failure", true, quantity, **values)

        above, below = self.exceeds(i, oracle=False), self.exceeds(i, oracle=True)
        true = self.probability(i, above & kept)
        yield compared("lm:h_to_g", f"Pr[Z in H_i, not in G_i], i = {i}", true, **history)
        true = self.probability(i, below & kept, oracle=True)
        yield compared("lm:h_to_g_tilde", f"Pr[Z~ in H_i, not in G'_i], i = {i}", true, **history)

        true = self.probability(i - 1, outside, oracle=True)
        yield compared("lm:tilde_z_C_i", f"Pr[Z~ not in C_i], i = {i}", true, gamma=gamma)
        hat = before - (self.no_failure[i - 1] & process.good[i - 1])
        true = self.probability(i - 1, hat, oracle=True)
        quantity = f"Pr[Z~ not in H-hat_i], i = {i}"
        yield compared("lm:tilde_z_not_in_chhat", quantity, true, gamma=process.gammas, **rounds)

        if i > 1:  # in the first round it says what lm:tilde_z_C_i says
            true = self.probability(i - 1, outside - self.exceeds(i - 1, oracle=False))
            values = {"gamma": gamma, "epsilon_before": self.threshold(i - 1)}
            yield compared("lm:z_C_i", f"Pr[Z in G_(i-1), not in C_i], i = {i}", true, **values)
        failures = tuple(self.probability(j - 1, self.failing(j)) for j in range(1, i + 1))
        true = self.probability(i, level - kept)
        yield compared("lm:z_not_in_chhat", f"Pr[Z not in H_i], i = {i}", true, pg_failure=failures, **rounds)

        if self.whole:
            values = {"gamma": process.gammas, **history}
            yield compared("lm:z_in_G_i", "Pr[Z outside G_k]", self.probability(i, above), **values)
            true = self.probability(i, below, oracle=True)
            yield compared("lm:tilde_z_in_G_i", "Pr[Z~ outside G'_k]", true, **values)


def every_round(process: Process, delta_prime: fmpq) -> Iterator[TranscriptCase]:
    """The process stopped after each of its rounds, if the hypotheses hold in all of them."""
    if all(gamma < 1 for gamma in process.gammas):
        for i in range(1, process.k + 1):
            yield TranscriptCase(process.first(i), delta_prime, whole=i == process.k)


# -- processes worth keeping -----------------------------------------------------------------------------------------
def steady_drift(k: int, delta: fmpq = TINY_DELTA) -> Process:
    """Almost every sample leans to one side by exactly eps: the log-ratios add up to more than eps^(k) if all agree."""
    ratio = fmpq(1001, 1000)
    lean, back = distribution(ratio, 1), distribution(1, ratio)
    return build(
        distribution(99, 1), [2] * k, [(ratio, delta)] * k, lambda i, z, x: back if x else lean, lambda i, z: back
    )


def outliers(k: int, ratio: fmpq, delta: fmpq) -> Process:
    """Every round spends its delta on outliers just beyond 2 eps."""
    pair = edge_pair(ratio, delta, fmpq(1, 1000))
    return build(distribution(1, 1), [3] * k, [(ratio, delta)] * k, lambda i, z, x: pair[0], lambda i, z: pair[1])


def telltales(k: int, ratio: fmpq, delta: fmpq) -> Process:
    """Every round spends its delta on an output that the oracle never gives."""
    real, oracle = (delta, ONE - delta, ZERO), (ZERO, ONE - delta, delta)
    return build(distribution(1, 1), [3] * k, [(ratio, delta)] * k, lambda i, z, x: real, lambda i, z: oracle)


def leak_then_fail(k: int, lean: fmpq, bad: Mapping[OutputPrefix, int]) -> Process:
    """Four samples, two bits each. Rounds before the last leak the first bit by randomised response.

    In the last round the sample ``bad[prefix]`` gets an output of its own, so closeness fails for it.
    """
    odd = distribution(1, lean)

    def algorithm(i: int, prefix: OutputPrefix, x: int) -> Distribution:
        if i < k - 1:
            bit = x // 2
            return odd[1 - bit], odd[bit]
        return distribution(0, 1) if bad[prefix] == x else distribution(1, 0)

    def oracle(i: int, prefix: OutputPrefix) -> Distribution:
        return distribution(1, 1) if i < k - 1 else distribution(1, 0)

    ratio = max(2 * odd[1], 1 / (2 * odd[0]))  # the exact e^eps of a leaning coin against a fair one
    return build(uniform(4), [2] * k, [(ratio, TINY_DELTA)] * k, algorithm, oracle)


def slip() -> Process:
    """Round 1 leaks the first bit, round 2 repeats the prefix, round 3 fails on samples that match round 2's output."""

    def algorithm(i: int, prefix: OutputPrefix, x: int) -> Distribution:
        first, second = x // 2, x % 2
        if i == 0:
            return distribution(1, 2) if first else distribution(2, 1)
        if i == 1:
            return distribution(1, 9) if prefix[0] else distribution(9, 1)
        return distribution(0, 1) if second and first == prefix[1] else distribution(1, 0)

    def oracle(i: int, prefix: OutputPrefix) -> Distribution:
        return distribution(1, 1) if i == 0 else algorithm(1, prefix, 0) if i == 1 else distribution(1, 0)

    return build(uniform(4), [2, 2, 2], [(fmpq(2), fmpq(1, 100))] * 3, algorithm, oracle)


class _RealPrefix(Process):
    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The oracle of every round is asked at the prefix of the real transcript."""
        levels: list[Level] = [{(x, ()): (w, w) for x, w in enumerate(self.weights)}]
        states: dict[tuple[int, OutputPrefix, OutputPrefix], Any] = {(x, (), ()): w for x, w in enumerate(self.weights)}
        for r in self.rounds:
            states = collected(
                ((x, (*z, value), (*shadow, other)), probability * a * b)
                for (x, z, shadow), probability in states.items()
                for value, a in enumerate(r.table[z][x])
                for other, b in enumerate(r.oracle[z])
            )
            real = collected(((x, z), probability) for (x, z, _), probability in states.items())
            oracle = collected(((x, shadow), probability) for (x, _, shadow), probability in states.items())
            levels.append({node: (real.get(node, ZERO), oracle.get(node, ZERO)) for node in {*real, *oracle}})
        return tuple(levels)


class _HalfGamma(Process):
    @property
    def gammas(self) -> tuple[fmpq, ...]:
        return tuple(failure / 2 for failure in super().gammas)


class TranscriptsSimulator(Simulator):
    name = "transcripts"
    statements = (
        "lm:h_to_g",
        "lm:h_to_g_tilde",
        "lm:tilde_z_C_i",
        "lm:tilde_z_not_in_chhat",
        "lm:z_C_i",
        "lm:z_not_in_chhat",
        "lm:z_in_G_i",
        "lm:tilde_z_in_G_i",
    )
    summary = "the events of the composition proof, along adaptive transcripts, path by path"
    default_cases = 60
    loose: ClassVar[Mapping[str, str]] = {
        "lm:h_to_g": (
            "Azuma with the range 2 epsilon_i, which small cases reach only on a set of probability delta-hat; "
            "the drift rho_i is loose by a factor 8 as well (expect.looseness)"
        ),
        "lm:h_to_g_tilde": "as lm:h_to_g, for the oracle transcript",
    }

    def examples(self) -> Iterator[Case]:
        yield from every_round(steady_drift(6), fmpq(49, 100))
        for ratio, delta in (MODERATE[1], MODERATE[3], MODERATE[4]):
            yield from every_round(outliers(3, ratio, delta), fmpq(1, 100))
            yield from every_round(telltales(3, ratio, delta), fmpq(1, 1000))
        yield from every_round(slip(), fmpq(1, 10))

    def mutants(self) -> Iterator[tuple[str, Case]]:
        asked = slip()
        yield "the oracle is asked at the real prefix", TranscriptCase(_RealPrefix(asked.weights, asked.rounds), TENTH)
        matching: dict[OutputPrefix, int] = {z: 2 * z[0] + z[1] for z in prefixes([2, 2])}
        bad = leak_then_fail(3, fmpq(6, 5), matching)
        yield "half of the failure of a round", TranscriptCase(_HalfGamma(bad.weights, bad.rounds), TENTH)

    def draw(self, rng: Random, number: int) -> Iterator[Case]:
        process = random_process(rng, 2 + number % 3, samples=rng.randint(2, 5))
        yield from every_round(process, rng.choice((fmpq(49, 100), fmpq(1, 10), fmpq(1, 1000))))
