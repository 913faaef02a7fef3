"""Transcripts: events and probabilities recomputed by a plain recursion, the slip, controls."""

from __future__ import annotations

from fractions import Fraction
from itertools import product as cartesian
from random import Random

import mpmath
import pytest
from flint import fmpq

from replcalc.numbers.fields import ball_precision
from replcalc.paper.pg_composition.processes import MODERATE, Process, dependence, random_process
from replcalc.paper.pg_composition.simulator_transcripts import (
    TranscriptCase,
    TranscriptsSimulator,
    every_round,
    leak_then_fail,
    outliers,
    slip,
    steady_drift,
    telltales,
)
from replcalc.simulate.simulator import BITS, UNWEAKENED, measured, simulate

SIMULATOR = TranscriptsSimulator()


def frac(x: fmpq) -> Fraction:
    return Fraction(int(x.p), int(x.q))


def is_close(p, q, ratio: Fraction, delta: Fraction) -> bool:
    for event in cartesian((False, True), repeat=len(p)):
        a = sum((frac(x) for x, inside in zip(p, event, strict=True) if inside), Fraction(0))
        b = sum((frac(x) for x, inside in zip(q, event, strict=True) if inside), Fraction(0))
        if a > ratio * b + delta or b > ratio * a + delta:
            return False
    return True


def walk(process: Process, *, oracle: bool) -> dict[str, list[Fraction]]:
    """Plain recursion: per round the probabilities of 'not in C_i', 'not in H-hat_i' and 'not in H_i'."""
    k = process.k
    out = {"C": [Fraction(0)] * k, "Hhat": [Fraction(0)] * k, "H": [Fraction(0)] * k}

    def visit(x: int, z: tuple[int, ...], probability: Fraction, fine: bool) -> None:
        i = len(z)
        if i == k or probability == 0:
            return
        r = process.rounds[i]
        a, w = r.table[z][x], r.oracle[z]
        near = is_close(a, w, frac(r.ratio), frac(r.delta))
        out["C"][i] += 0 if near else probability
        out["Hhat"][i] += 0 if near and fine else probability
        for value, (p, q) in enumerate(zip(a, w, strict=True)):
            step = frac(q if oracle else p)
            small = (
                p > 0
                and q > 0
                and abs(mpmath.log(mpmath.mpf(int((p / q).p)) / int((p / q).q)))
                <= 2 * mpmath.log(mpmath.mpf(int(r.ratio.p)) / int(r.ratio.q)) * (1 + mpmath.mpf(2) ** -40)
            )
            still = bool(fine and near and small)
            out["H"][i] += 0 if still else probability * step
            visit(x, (*z, value), probability * step, still)

    for x, w in enumerate(process.weights):
        visit(x, (), frac(w), True)
    return out


@pytest.mark.parametrize("seed", range(6))
def test_events_by_recursion(seed: int) -> None:
    process = random_process(Random(seed), 2 + seed % 3, samples=3)
    with ball_precision(BITS):
        found = {(c.statement, c.quantity): c.true for c in measured(every_round(process, fmpq(1, 10)))}
    real, oracle = walk(process, oracle=False), walk(process, oracle=True)
    for i in range(1, process.k + 1):
        assert frac(found["lm:tilde_z_C_i", f"Pr[Z~ not in C_i], i = {i}"]) == oracle["C"][i - 1]
        assert frac(found["lm:tilde_z_not_in_chhat", f"Pr[Z~ not in H-hat_i], i = {i}"]) == oracle["Hhat"][i - 1]
        assert frac(found["lm:z_not_in_chhat", f"Pr[Z not in H_i], i = {i}"]) == real["H"][i - 1]


def test_levels_are_laws_and_transcripts_match() -> None:
    process = random_process(Random(9), 3)
    for level in process.levels:
        assert sum(p for p, _ in level.values()) == 1 == sum(q for _, q in level.values())
    rows, oracle = process.transcripts()
    assert all(sum(row) == 1 for row in rows) and sum(oracle) == 1


def test_steady_drift_leaves_the_threshold_only_if_all_agree() -> None:
    process = steady_drift(6)
    events_true = fmpq(99, 100) * (fmpq(1001, 2001)) ** 6
    with ball_precision(BITS):
        events = TranscriptCase(process, fmpq(49, 100))
        outside = events.exceeds(6, oracle=False)
        assert events.probability(6, outside) == events_true
        assert {z for _, z in outside} == {(0,) * 6}
        assert (
            TranscriptCase(process, fmpq(1, 100)).exceeds(6, oracle=False) == set()
        )  # a smaller delta' moves the threshold out


def test_outliers_fail_h_almost_as_often_as_allowed() -> None:
    ratio, delta = MODERATE[0]
    with ball_precision(BITS):
        found = [
            c
            for c in measured(every_round(outliers(3, ratio, delta), fmpq(1, 100)))
            if c.statement == "lm:z_not_in_chhat"
        ]
        assert max(float(c.ratio().mid()) for c in found) > 0.9
        assert any(c.violated(fmpq(9, 10)) for c in found) and not any(c.violated(fmpq(1)) for c in found)


def test_telltales_leave_g() -> None:
    ratio, delta = MODERATE[4]
    process = telltales(3, ratio, delta)
    with ball_precision(BITS):
        events = TranscriptCase(process, fmpq(1, 1000))
        assert events.probability(3, events.exceeds(3, oracle=False)) == 1 - (1 - delta) ** 3


def test_a_leak_raises_the_failures_of_a_later_round() -> None:
    """Bad samples chosen against the leak fail more often at the real prefix than gamma, at the oracle's exactly gamma."""
    against = {z: 2 if sum(z) > 1 else 0 for z in cartesian((0, 1), repeat=2)}
    process = leak_then_fail(3, fmpq(6, 5), against)
    assert process.failures == (0, 0, fmpq(1, 4))
    with ball_precision(BITS):
        events = TranscriptCase(process, fmpq(2, 5))
        assert events.probability(2, events.failing(3), oracle=True) == fmpq(1, 4)
        assert events.probability(2, events.failing(3)) > fmpq(1, 4)


def test_the_slip_makes_sample_and_oracle_dependent() -> None:
    process = slip()
    assert dependence(process.first(2), real_prefix=False) == 0
    # by hand: round 2 of the slipping oracle equals the leaked bit with probability 2/3 9/10 + 1/3 1/10 = 19/30
    agree = Fraction(2, 3) * Fraction(9, 10) + Fraction(1, 3) * Fraction(1, 10)
    assert frac(dependence(process.first(2), real_prefix=True)) == agree - Fraction(1, 2)
    extra = SIMULATOR.extra()["slip"]
    assert frac(extra["oracle at the real prefix"]["Pr[(X, Z~) not in C_3]"]) == agree / 2
    assert extra["oracle at its own prefix"]["Pr[(X, Z~) not in C_3]"] == extra["gamma of round 3"] == fmpq(1, 4)
    assert agree / 2 > Fraction(1, 4)  # the lemma on the oracle's prefix would be false for the slip


def test_controls() -> None:
    found = simulate(SIMULATOR, cases=4)
    assert found.violations == 0 and found.undecided == 0
    broken = {label for label, (_, worst) in found.per_statement.items() if worst.ratio() > 0}
    assert broken == set(SIMULATOR.statements)  # no lemma is kept only because its event never happens
    with ball_precision(BITS):
        tight = [c for c in measured(SIMULATOR.named()) if c.statement == "lm:tilde_z_C_i" and c.true == c.bound]
        assert tight and all(c.violated(fmpq(999, 1000)) and not c.violated(UNWEAKENED) for c in tight)
