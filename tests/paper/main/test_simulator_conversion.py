"""Replicability to perfect generalization: each step against brute force, the whole lemma, controls."""

from __future__ import annotations

from math import comb

import mpmath
import pytest
from flint import arb, fmpq

from replcalc.numbers.errors import UnmetCondition
from replcalc.numbers.fields import ball_precision
from replcalc.paper.main.conversion import (
    MIDDLE,
    WIDE,
    Conversion,
    Levels,
    bad_strings,
    good_sample,
    spread_string,
    step_bound,
)
from replcalc.paper.main.simulator_back import DistributionTable
from replcalc.paper.main.simulator_conversion import FixedStrings, MissedModes, TwoSamples, Whole
from replcalc.simulate.algorithms import Algorithm, mixed, reader
from replcalc.simulate.distributions import bernoulli, distribution, point
from replcalc.simulate.simulator import BITS, Measurement, measured


def by_quantity(comparisons: object) -> dict[str, Measurement]:
    return {c.quantity: c for c in comparisons}  # type: ignore[attr-defined]


def test_string_steps_by_hand() -> None:
    """reader(1/4) on a coin of 1/20: one string in four misses with probability 1/20."""
    found = by_quantity(MissedModes(reader(fmpq(1, 4)), bernoulli(fmpq(1, 20)), fmpq(1, 30)).measurements())
    rho0 = fmpq(1, 4) * 2 * fmpq(1, 20) * fmpq(19, 20)
    assert found["Pr[q > nu] against g"].true == fmpq(1, 4)
    assert found["Pr[q > nu] against g"].bound == rho0 / (2 * fmpq(1, 30) * fmpq(29, 30))
    assert found["E[q] against rho0"].true == fmpq(1, 80)
    assert found["(rho/nu, nu)-replicability"].bound == rho0 * 30


def test_g_is_nearly_attained_and_a_smaller_one_is_false() -> None:
    close = by_quantity(
        MissedModes(reader(fmpq(1)), bernoulli(fmpq(1, 10) + fmpq(1, 10**6)), fmpq(1, 10)).measurements()
    )
    step = close["Pr[q > nu] against g"]
    assert step.true == 1 and arb("0.9999") < step.ratio() < 1
    assert step.violated(fmpq(999, 1000))


def test_vote_tails_are_binomial() -> None:
    """One string that reads a fair coin, 9 blocks: both answers count as not the mode (q = 1/2)."""
    level = Levels(fmpq(1, 10), fmpq(3, 5), fmpq(17, 20))
    with ball_precision(BITS):
        found = by_quantity(
            FixedStrings(reader(fmpq(1)), bernoulli(fmpq(1, 2)), 9, (0, 1), level, fmpq(1, 2), fmpq(1)).measurements()
        )
    tail = sum(comb(9, j) for j in range(6, 10))  # at least 5.4 votes
    assert found["votes for an answer that is not the mode"].true == fmpq(2 * tail, 2**9)
    stray = sum(comb(9, j) for j in range(10) if (2 * j - 9) ** 2 > 9)  # (j - 9/2)^2 > T L/2 = 9/4
    assert found["a mode's vote strays"].true == fmpq(stray, 2**9)


@pytest.mark.parametrize(
    ("name", "formula"),
    [
        ("votes for an answer that is not the mode", lambda m: 2 * m.exp(-20 * kl(m, m.mpf("0.6"), m.mpf("0.5")))),
        ("too few votes for the best string", lambda m: m.exp(-20 * kl(m, m.mpf("0.85"), m.mpf("0.9")))),
        ("a mode's vote strays", lambda m: 6 * m.exp(-2)),
        ("mass of bad strings", lambda m: 3 * m.exp(-m.mpf("0.5") / m.sqrt(80) * m.mpf("0.25") * 20)),
        (
            "distance to the fixed distribution",
            lambda m: (1 + m.e) * 3 * m.exp(-m.mpf("0.5") / m.sqrt(80) * m.mpf("0.25") * 20),
        ),
    ],
)
def test_step_bounds_against_mpmath(name: str, formula: object) -> None:
    value = step_bound(name, T=20, J=3, L=fmpq(2), epsilon=fmpq(1, 2), nu=MIDDLE.nu, h=MIDDLE.h, l=MIDDLE.l)
    assert abs(float(value.mid()) - float(formula(mpmath.mp))) < 1e-12  # type: ignore[operator]


def kl(m: object, a: object, b: object) -> object:
    return a * m.log(a / b) + (1 - a) * m.log((1 - a) / (1 - b))  # type: ignore[attr-defined,operator]


def test_bad_strings_and_good_samples() -> None:
    fixed = Conversion(spread_string(0), distribution(2, 1, 1), 16, (1, 1), MIDDLE, fmpq(3), fmpq(1))
    with ball_precision(BITS):
        votes = fixed.votes()
        assert bad_strings(votes, fixed.strings, (8, 4, 4)) == {1}  # its mode has probability 1/2 only
        assert good_sample(votes, fixed, (8, 4, 4))
        assert not good_sample(votes, fixed, (16, 0, 0))  # the bad string collects all votes


def test_markov_step_by_hand() -> None:
    """A sample of probability 1/10 flips the answer: two samples differ with probability 18/100."""
    flip = DistributionTable("", bernoulli(fmpq(1, 10)), 1, (point(2, 0), point(2, 1)))
    first = [c for c in measured([TwoSamples(flip, fmpq(11, 10))]) if c.shown()["gamma over two samples"] == "9/50"]
    found = by_quantity(first)
    root = mpmath.sqrt(mpmath.mpf(9) / 50)
    assert abs(float(found["gamma_pg"].bound.mid()) - float(root)) < 1e-12
    # giving up the rare sample costs 1/10 < 0.42; what is left differs from the average distribution by 1/10
    assert found["delta_pg"].true == fmpq(1, 10)


@pytest.mark.exhaustive
def test_whole_lemma_and_too_few_blocks() -> None:
    """At its own T the lemma holds; with three blocks and a small delta the same construction is not that close."""
    with ball_precision(BITS):
        whole = Whole(mixed(fmpq(1, 20), fmpq(1, 50)), bernoulli(fmpq(1, 20)), fmpq(1), fmpq(1, 2), WIDE)
        found = by_quantity(whole.measurements())
        assert not any(c.violated(fmpq(1)) for c in found.values())
        # strings that are stuck on the wrong answer are chosen as often as they are drawn, within a few per cent
        assert arb("0.019") < found["failure"].true < arb("0.022")
        steep = Whole(reader(fmpq(1, 2)), bernoulli(fmpq(1, 3)), fmpq(1, 10), fmpq(1, 100), MIDDLE)
        assert steep.measure(1, 3, fmpq(1)).gamma > steep.delta


def test_whole_refuses_parameters_outside_the_lemma() -> None:
    careless = Whole(reader(fmpq(1, 2)), bernoulli(fmpq(1, 2)), fmpq(1), fmpq(1, 2), WIDE)  # g > 1: no J exists
    with pytest.raises(ValueError, match="no whole number"):
        next(iter(careless.measurements()))
    upside_down = Levels(fmpq(1, 50), fmpq(3, 4), fmpq(3, 5))
    with pytest.raises(UnmetCondition):
        next(iter(Whole(reader(fmpq(1, 50)), bernoulli(fmpq(1, 50)), fmpq(1), fmpq(1, 2), upside_down).measurements()))


def test_mode_needs_no_atom_above_half() -> None:
    even = Algorithm("", distribution(1), ((0, 1, 2),), 3)
    found = by_quantity(MissedModes(even, distribution(1, 1, 1), fmpq(2, 5)).measurements())
    assert found["Pr[q > nu] against g"].true == 1
    assert found["E[q] against rho0"].true == found["E[q] against rho0"].bound == fmpq(2, 3)
