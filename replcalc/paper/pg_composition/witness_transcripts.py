"""The events of the composition proof along whole transcripts (lm:h_to_g to lm:tilde_z_in_G_i).

World: an adaptive process of two to six rounds with two or three outputs per round and a handful of samples, as tables
(see ``processes``). The events are computed as defined: C_i (the laws of round i are close at this prefix), E_i (the
log-ratio of the value drawn is at most 2 eps_i in size), H_i and H-hat_i (no round has failed so far), G_i and G'_i
(the summed log-ratio is at most eps^(i), at least -eps^(i)). All are decided exactly, except that G compares a rational
likelihood ratio with the ball e^{eps^(i)}. Then each lemma's probability is a sum over paths. gamma_i is the exact
largest failure probability over fixed prefixes, which is what the lemmas assume (for the one law of samples at hand).

The search goes through every way of choosing one bad sample per prefix behind rounds that leak a bit of the sample, and
climbs over the tables of two rounds. ``extra`` shows the slip described in the appendix of the paper: if the oracle of
a round is asked at the real prefix, its transcript depends on the sample, and the closeness of a later round can fail
at that transcript more often than gamma; asked at its own prefix it is independent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product as cartesian
from random import Random
from typing import Any, ClassVar, TypeAlias

from flint import arb, fmpq

from replcalc.paper.pg_composition.processes import (
    MODERATE,
    OutputPrefix,
    Process,
    build,
    dependence,
    joint_with_oracle,
    prefixes,
    random_process,
)
from replcalc.paper.pg_composition.witness_log_ratio import edge_pair
from replcalc.simulate.bounds import bound
from replcalc.simulate.simulator import Measurement, Simulator
from replcalc.simulate.worlds.laws import ONE, ZERO, Law, WeightRows, climb, law, shift_row, uniform

TranscriptNode: TypeAlias = tuple[int, OutputPrefix]

TINY_DELTA = fmpq(1, 10**9)


class Events:
    """The sets of the proof for one process and one delta', and probabilities under both transcripts."""

    def __init__(self, process: Process, delta_prime: fmpq) -> None:
        self.process, self.delta_prime = process, delta_prime
        self.no_failure: list[set[TranscriptNode]] = [set(process.levels[0])]  # H_0, H_1, ..., H_k
        for i, r in enumerate(process.rounds, 1):
            before, good = self.no_failure[-1], process.good[i - 1]
            self.no_failure.append(
                {
                    (x, z)
                    for x, z in process.levels[i]
                    if (x, z[:-1]) in before and (x, z[:-1]) in good and r.small_at(x, z)
                }
            )

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


def comparisons(process: Process, delta_prime: fmpq) -> Iterator[Measurement]:
    """All eight lemmas at every round."""
    if any(gamma >= 1 for gamma in process.gammas):
        return
    events = Events(process, delta_prime)
    for i in range(1, process.k + 1):
        world = process.first(i).world() | {"delta'": str(delta_prime)}
        for label, quantity, true, limit in round_cases(events, i):
            yield Measurement(label, f"{quantity}, i = {i}", true, limit, world)
    k = process.k
    gammas = {"gamma": process.gammas, **events.history(k)}
    for label, oracle, name in (
        ("lm:z_in_G_i", False, "Z outside G_k"),
        ("lm:tilde_z_in_G_i", True, "Z~ outside G'_k"),
    ):
        true = events.probability(k, events.exceeds(k, oracle=oracle), oracle=oracle)
        yield Measurement(label, f"Pr[{name}]", true, bound(label, "failure", **gammas), world)


def round_cases(events: Events, i: int) -> Iterator[tuple[str, str, fmpq, Any]]:
    """(label, quantity, truth, bound) of the lemmas about round i."""
    process = events.process
    level, before = set(process.levels[i]), set(process.levels[i - 1])
    gamma, outside = process.gammas[i - 1], events.failing(i)
    rounds = {"ratio": process.ratios[:i], "delta": process.deltas[:i]}
    kept = events.no_failure[i]

    true = events.probability(i, events.exceeds(i, oracle=False) & kept)
    yield "lm:h_to_g", "Pr[Z in H_i, not in G_i]", true, bound("lm:h_to_g", "failure", **events.history(i))
    true = events.probability(i, events.exceeds(i, oracle=True) & kept, oracle=True)
    limit = bound("lm:h_to_g_tilde", "failure", **events.history(i))
    yield "lm:h_to_g_tilde", "Pr[Z~ in H_i, not in G'_i]", true, limit

    true = events.probability(i - 1, outside, oracle=True)
    yield "lm:tilde_z_C_i", "Pr[Z~ not in C_i]", true, bound("lm:tilde_z_C_i", "failure", gamma=gamma)
    hat = before - (events.no_failure[i - 1] & process.good[i - 1])
    limit = bound("lm:tilde_z_not_in_chhat", "failure", gamma=process.gammas[:i], **rounds)
    yield "lm:tilde_z_not_in_chhat", "Pr[Z~ not in H-hat_i]", events.probability(i - 1, hat, oracle=True), limit

    if i > 1:  # in the first round it says what lm:tilde_z_C_i says
        true = events.probability(i - 1, outside - events.exceeds(i - 1, oracle=False))
        limit = bound("lm:z_C_i", "failure", gamma=gamma, epsilon_before=events.threshold(i - 1))
        yield "lm:z_C_i", "Pr[Z in G_(i-1), not in C_i]", true, limit
    failures = tuple(events.probability(j - 1, events.failing(j)) for j in range(1, i + 1))
    limit = bound("lm:z_not_in_chhat", "failure", pg_failure=failures, **rounds)
    yield "lm:z_not_in_chhat", "Pr[Z not in H_i]", events.probability(i, level - kept), limit


# -- processes worth keeping -----------------------------------------------------------------------------------------
def steady_drift(k: int) -> Process:
    """Almost every sample leans one way by exactly eps: the log-ratios add up to more than eps^(k) if all agree."""
    ratio = fmpq(1001, 1000)
    lean, back = law(ratio, 1), law(1, ratio)
    return build(law(99, 1), [2] * k, [(ratio, TINY_DELTA)] * k, lambda i, z, x: back if x else lean, lambda i, z: back)


def outliers(k: int, ratio: fmpq, delta: fmpq) -> Process:
    """Every round spends its delta on outliers just beyond 2 eps."""
    pair = edge_pair(ratio, delta, fmpq(1, 1000))
    return build(law(1, 1), [3] * k, [(ratio, delta)] * k, lambda i, z, x: pair.p, lambda i, z: pair.q)


def telltales(k: int, ratio: fmpq, delta: fmpq) -> Process:
    """Every round spends its delta on an output that the oracle never gives."""
    real, oracle = (delta, ONE - delta, ZERO), (ZERO, ONE - delta, delta)
    return build(law(1, 1), [3] * k, [(ratio, delta)] * k, lambda i, z, x: real, lambda i, z: oracle)


def leak_then_fail(k: int, lean: fmpq, bad: Mapping[OutputPrefix, int]) -> Process:
    """Four samples, two bits each. Rounds before the last leak the first bit by randomised response.

    In the last round the sample ``bad[prefix]`` gets an output of its own, so closeness fails for it.
    """
    odd = law(1, lean)

    def algorithm(i: int, prefix: OutputPrefix, x: int) -> Law:
        if i < k - 1:
            bit = x // 2
            return odd[1 - bit], odd[bit]
        return law(0, 1) if bad[prefix] == x else law(1, 0)

    def oracle(i: int, prefix: OutputPrefix) -> Law:
        return law(1, 1) if i < k - 1 else law(1, 0)

    ratio = max(2 * odd[1], 1 / (2 * odd[0]))  # the exact e^eps of a leaning coin against a fair one
    return build(uniform(4), [2] * k, [(ratio, TINY_DELTA)] * k, algorithm, oracle)


def slip() -> Process:
    """Round 1 leaks the first bit, round 2 repeats the prefix, round 3 fails on samples that match round 2's output."""

    def algorithm(i: int, prefix: OutputPrefix, x: int) -> Law:
        first, second = x // 2, x % 2
        if i == 0:
            return law(1, 2) if first else law(2, 1)
        if i == 1:
            return law(1, 9) if prefix[0] else law(9, 1)
        return law(0, 1) if second and first == prefix[1] else law(1, 0)

    def oracle(i: int, prefix: OutputPrefix) -> Law:
        return law(1, 1) if i == 0 else algorithm(1, prefix, 0) if i == 1 else law(1, 0)

    return build(uniform(4), [2, 2, 2], [(fmpq(2), fmpq(1, 100))] * 3, algorithm, oracle)


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
    summary = "the events of the composition proof along adaptive transcripts, path by path"
    default_cases = 60
    loose: ClassVar[Mapping[str, str]] = {
        "lm:h_to_g": (
            "Azuma with the range 2 epsilon_i, which small worlds reach only on a set of probability delta-hat; "
            "the drift rho_i is loose by a factor 8 as well (expect.looseness)"
        ),
        "lm:h_to_g_tilde": "as lm:h_to_g, for the oracle transcript",
    }

    def named(self) -> Iterator[Measurement]:
        yield from comparisons(steady_drift(6), fmpq(49, 100))
        for ratio, delta in (MODERATE[1], MODERATE[3], MODERATE[4]):
            yield from comparisons(outliers(3, ratio, delta), fmpq(1, 100))
            yield from comparisons(telltales(3, ratio, delta), fmpq(1, 1000))
        yield from comparisons(slip(), fmpq(1, 10))

    def random(self, rng: Random, count: int) -> Iterator[Measurement]:
        for case in range(count):
            process = random_process(rng, 2 + case % 3, samples=rng.randint(2, 5))
            yield from comparisons(process, rng.choice((fmpq(49, 100), fmpq(1, 10), fmpq(1, 1000))))

    def search(self, rng: Random, budget: int) -> Iterator[Measurement]:
        yield from self._bad_samples(3)
        yield from self._climb_tables(rng, budget)

    @staticmethod
    def _bad_samples(k: int) -> Iterator[Measurement]:
        """Every choice of one bad sample per prefix; those that raise Pr[Z in G_(k-1), not in C_k] are kept."""
        places = list(prefixes([2] * (k - 1)))
        record = ZERO
        for choice in cartesian(range(4), repeat=len(places)):
            process = leak_then_fail(k, fmpq(6, 5), dict(zip(places, choice, strict=True)))
            failing = set(process.levels[k - 1]) - process.good[k - 1]
            reached = sum((process.levels[k - 1][node][0] for node in failing), ZERO)
            if reached > record:
                record = reached
                yield from comparisons(process, fmpq(2, 5))

    @staticmethod
    def _climb_tables(rng: Random, budget: int) -> Iterator[Measurement]:
        """Climb over the tables of two rounds (two samples, two outputs) towards a heavy tail of the transcript."""
        ratio, delta = MODERATE[3]

        def process(rows: WeightRows) -> Process:
            laws = [law(*row) for row in rows]
            place: dict[OutputPrefix, int] = {(): 0, (0,): 1, (1,): 2}
            return build(
                (fmpq(39, 40), fmpq(1, 40)),
                [2, 2],
                [(ratio, delta)] * 2,
                lambda i, z, x: laws[3 * place[z] + x],
                lambda i, z: laws[3 * place[z] + 2],
            )

        def score(rows: WeightRows) -> float:
            found = [c for c in comparisons(process(rows), fmpq(1, 1000)) if c.statement == "lm:z_in_G_i"]
            return float(found[0].ratio().mid()) if found else -1.0

        start: WeightRows = ((20, 20),) * 9
        for rows in climb(start, lambda rows: shift_row(rng, rows, 10), score, 2 * budget):
            yield from comparisons(process(rows), fmpq(1, 1000))

    def extra(self, **options: Any) -> Mapping[str, Any]:
        """The slip of the appendix: exact dependence of sample and oracle transcript, and what it breaks."""
        process = slip()
        report: dict[str, Any] = {"gamma of round 3": process.gammas[2]}
        for name, real_prefix in (("oracle at its own prefix", False), ("oracle at the real prefix", True)):
            before = process.first(2)
            joint = joint_with_oracle(before, real_prefix=real_prefix)
            failing = sum((p for node, p in joint.items() if node not in process.good[2]), ZERO)
            report[name] = {
                "TV between joint law and product": dependence(before, real_prefix=real_prefix),
                "Pr[(X, Z~) not in C_3]": failing,
            }
        return {"slip": report}


SIMULATOR = TranscriptsSimulator()
