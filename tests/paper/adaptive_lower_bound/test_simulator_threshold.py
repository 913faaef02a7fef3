"""The least disagreement of an accurate sign: exact integrals, all vertices, Neyman and Pearson, both constants."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from math import comb

import mpmath
import pytest
from flint import fmpq

from replcalc.numbers.errors import InputError
from replcalc.paper.adaptive_lower_bound.simulator_threshold import (
    PRINTED,
    SHARP,
    TOLERANCE,
    AccurateRule,
    Adversary,
    ThresholdSimulator,
    best_rule,
    is_threshold,
)
from replcalc.simulate.binomial import exact_pmf
from replcalc.simulate.simulator import Measurement, simulate

SIMULATOR = ThresholdSimulator()

Poly = list[Fraction]


def q(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)


def times(a: Poly, b: Poly) -> Poly:
    out = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    return out


def value(p: Poly, at: Fraction) -> Fraction:
    return sum((c * at**i for i, c in enumerate(p)), Fraction(0))


def plus_polynomial(rule: list[Fraction]) -> Poly:
    """p(theta) in powers of theta, expanded by hand."""
    m = len(rule) - 1
    total = [Fraction(0)] * (m + 1)
    for j, a in enumerate(rule):
        for i in range(m - j + 1):
            total[j + i] += a * comb(m, j) * comb(m - j, i) * (-1) ** i
    return total


def by_polynomials(rule: list[Fraction], tau: Fraction) -> tuple[Fraction, Fraction]:
    """(error, disagreement) with polynomials over Fraction: nothing in common with the product's binomial tails."""
    p, low, high = plus_polynomial(rule), Fraction(1, 2) - tau, Fraction(1, 2) + tau
    integrand = [x - y for x, y in zip(p + [Fraction(0)] * (len(p) - 1), times(p, p), strict=True)]
    primitive = [Fraction(0), *(c / (i + 1) for i, c in enumerate(integrand))]
    middle = (value(primitive, high) - value(primitive, low)) / (2 * tau)
    ends = [value(p, x) * (1 - value(p, x)) for x in (low, high)]
    return (value(p, low) + 1 - value(p, high)) / 3, Fraction(2, 3) * (middle + sum(ends))


RULES = [
    [0, 1],
    [0, 0, 0, 0, 1, 1, 1, 1],
    [0, Fraction(1, 7), 1, 0, Fraction(2, 5), 1, 1, 0],
    [1, 0, 0, 1, 1],
]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("tau", [Fraction(6, 25), Fraction(1, 9)])
def test_error_and_disagreement_are_the_integrals(rule: list[Fraction], tau: Fraction) -> None:
    exact = [Fraction(a) for a in rule]
    error, disagreement = by_polynomials(exact, tau)
    adversary = Adversary(len(rule) - 1, q(tau))
    assert adversary.error([q(a) for a in exact]) == q(error)
    assert adversary.disagreement([q(a) for a in exact]) == q(disagreement)


@pytest.mark.parametrize("degree", [1, 4, 9])
def test_moments(degree: int) -> None:
    tau = Fraction(1, 7)
    for s, found in enumerate(Adversary(3, q(tau)).moments(degree)):
        monomial = times(
            [Fraction(0)] * s + [Fraction(1)],
            [Fraction(comb(degree - s, i) * (-1) ** i) for i in range(degree - s + 1)],
        )
        primitive = [Fraction(0), *(c / (i + 1) for i, c in enumerate(monomial))]
        low, high = Fraction(1, 2) - tau, Fraction(1, 2) + tau
        inside = (value(primitive, high) - value(primitive, low)) / (2 * tau)
        assert found == q((inside + value(monomial, low) + value(monomial, high)) / 3)


def test_seven_flips_by_hand() -> None:
    """At m = 7, tau = 6/25 the majority is the best accurate rule."""
    error, disagreement = by_polynomials([Fraction(0)] * 4 + [Fraction(1)] * 4, Fraction(6, 25))
    found = best_rule(7, fmpq(6, 25))
    assert found is not None
    assert error < Fraction(1, 16)
    assert found.value == q(disagreement)
    assert Fraction(21793, 100000) < disagreement < Fraction(21794, 100000)


@pytest.mark.parametrize("m", range(1, 10))
@pytest.mark.parametrize("tau", [fmpq(6, 25), fmpq(9, 40), fmpq(249, 1000)])
def test_threshold_family_reaches_the_best_vertex(m: int, tau: fmpq) -> None:
    adversary = Adversary(m, tau)
    fast, slow = adversary.least(), adversary.least_by_vertices()
    assert (fast is None) == (slow is None)
    if fast is not None and slow is not None:
        assert fast.value == slow.value == adversary.disagreement(fast.rule)
        assert adversary.error(fast.rule) <= TOLERANCE
        assert is_threshold(fast.rule)


def test_ten_flips_all_vertices() -> None:
    adversary = Adversary(10, fmpq(11, 50))
    fast, slow = adversary.least(), adversary.least_by_vertices()
    assert fast is not None and slow is not None
    assert fast.value == slow.value


@pytest.mark.parametrize("m", [4, 5, 6, 7, 8])
def test_randomised_vertices_under_a_looser_accuracy(m: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With error up to 4/25 the best rule is randomised: the search along the edges must find it, as the vertices do."""
    monkeypatch.setattr("replcalc.paper.adaptive_lower_bound.simulator_threshold.TOLERANCE", fmpq(4, 25))
    adversary = Adversary(m, fmpq(1, 5))
    fast, slow = adversary.least(), adversary.least_by_vertices()
    assert fast is not None and slow is not None
    assert fast.value == slow.value == adversary.disagreement(fast.rule)
    assert sum(0 < a < 1 for a in fast.rule) == 1
    assert adversary.error(fast.rule) == fmpq(4, 25)


def test_no_accurate_rule_on_few_flips() -> None:
    assert best_rule(6, fmpq(6, 25)) is None
    assert best_rule(7, fmpq(6, 25)) is not None


def test_no_random_accurate_rule_beats_the_minimum() -> None:
    rng, adversary = random.Random(3), Adversary(9, fmpq(6, 25))
    best = adversary.least()
    assert best is not None
    tried = 0
    for _ in range(400):
        rule = list(best.rule)
        for _ in range(rng.randint(1, 4)):
            rule[rng.randrange(10)] = fmpq(rng.randint(0, 5), 5)
        if adversary.error(rule) <= TOLERANCE:
            tried += 1
            assert adversary.disagreement(rule) >= best.value
    assert tried > 20


def test_an_inaccurate_rule_may_go_below() -> None:
    """Negative control: without the accuracy condition a constant answer never disagrees."""
    assert Adversary(9, fmpq(6, 25)).disagreement([fmpq(0)] * 10) == 0


@pytest.mark.parametrize(("m", "tau"), [(50, fmpq(1, 5)), (200, fmpq(1, 5)), (200, fmpq(1, 20))])
def test_both_constants_with_plain_floats(m: int, tau: fmpq) -> None:
    found = best_rule(m, tau)
    assert found is not None
    t = int(tau.p) / int(tau.q)
    constant = int(found.value.p) / int(found.value.q) * t * m**0.5
    assert 2 / 243 < 0.0566 < mpmath.pi * mpmath.sqrt(1 - 4 * t**2) / 48 < constant < 0.16


def slope(rule: tuple[fmpq, ...], theta: fmpq) -> fmpq:
    """p'(theta) = m sum_j (a_{j+1} - a_j) Pr[Bin(m-1, theta) = j]."""
    steps, m = (b - a for a, b in pairwise(rule)), len(rule) - 1
    return m * sum((d * x for d, x in zip(steps, exact_pmf(m - 1, theta), strict=True)), fmpq(0))


def test_the_steps_of_the_printed_proof() -> None:
    """Ends and slope of p, against the catalogue's intermediate conclusions, at the least rule."""
    from replcalc.simulate.bounds import bound

    adversary = Adversary(20, fmpq(1, 5))
    found = adversary.least()
    assert found is not None
    error = adversary.error(found.rule)
    values = {"m": 20, "tau": fmpq(1, 5), "failure": error}
    low = sum((a * x for a, x in zip(found.rule, adversary.at_low, strict=True)), fmpq(0))
    assert low <= 3 * error
    for theta in (adversary.low, fmpq(1, 2), adversary.high):
        assert abs(slope(found.rule, theta)) <= bound(PRINTED, "slope", **values)
        step = fmpq(1, 10**6)
        both = [Fraction(*map(int, (x.p, x.q))) for x in (theta - step, theta + step)]
        p = plus_polynomial([Fraction(int(a.p), int(a.q)) for a in found.rule])
        numeric = float((value(p, both[1]) - value(p, both[0])) / Fraction(2, 10**6))
        exact = slope(found.rule, theta)
        assert numeric == pytest.approx(int(exact.p) / int(exact.q), rel=1e-6)


def test_comparison_notices_a_small_disagreement() -> None:
    adversary = Adversary(7, fmpq(6, 25))
    found = adversary.least()
    assert found is not None
    for comparison in AccurateRule(adversary, found.rule, "test").measurements():
        assert not comparison.violated(fmpq(1))
        assert comparison.violated(fmpq(1, 100))
        worse = Measurement(comparison.statement, "", fmpq(1, 1000), comparison.bound, ">=")
        assert worse.violated(fmpq(1))


def test_run() -> None:
    finding = simulate(SIMULATOR, cases=15)
    assert finding.violations == finding.undecided == 0
    assert set(finding.per_statement) == {PRINTED, SHARP}
    assert 0.5 < float(finding.worst.ratio()) < 1


def test_options() -> None:
    assert set(SIMULATOR.options()) == {"m", "tau"}
    extra = SIMULATOR.extra(m="8", tau="0.24")
    best = best_rule(8, fmpq(6, 25))
    assert best is not None
    assert extra["minimum"] == best.value
    assert extra["minimum_exact"] == f"{best.value.p}/{best.value.q}"
    assert extra["all_vertices_agree"] is True
    assert extra["table"][-1]["m"] == 8
    assert SIMULATOR.extra(m=3, tau="1/5")["minimum"] is None


def test_table_with_a_rational_bound() -> None:
    """At m = 100 the printed bound (2/243)/(tau sqrt m) is rational."""
    row = SIMULATOR.extra(m=100, tau="1/5")["table"][-1]
    assert isinstance(row["bound_paper"], fmpq) and row["bound_paper"] == fmpq(1, 243)
    assert row["bound_paper"] < row["bound_sharp"] < row["minimum"]


@pytest.mark.parametrize(
    "options", [{"tau": "1/4"}, {"tau": "0"}, {"tau": "-1"}, {"m": "0"}, {"m": "1.5"}, {"m": "5000"}]
)
def test_wrong_options(options: dict[str, str]) -> None:
    with pytest.raises(InputError):
        SIMULATOR.extra(**options)
