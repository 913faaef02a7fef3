"""The best of many options: figures against an independent computation in floats, monotone in what is asked."""

import math

import numpy as np
import pytest

from replcalc.run.seeds import Shared
from replcalc.sharper.softmax_race.algorithm import SoftmaxRace
from replcalc.sharper.softmax_race.method import parse_choose_question, solve, solve_joint


def by_hand(arms, n, eta, alpha, variance, common):
    """rho and beta of the theorem, written down a second time."""
    turn = math.cosh(eta / n if common else eta / (2 * n)) - 1
    swing = variance * turn / 2 if common else (1 + 2 * variance * turn) ** 2 - 1
    spread = 1 + (1 - 1 / arms) * ((1 + math.exp(4 * eta / n) * swing) ** n - 1)
    r, c = math.sqrt(1 - 1 / spread), 2 / math.sqrt(3) * math.sqrt(1 - arms**-2)
    s = eta / n
    if common:
        moment = min(
            s * s / 2, math.log((variance * math.exp(2 * s) + 4 * math.exp(-variance * s / 2)) / (4 + variance))
        )
    else:
        moment = min(s * s / 4, 2 * math.log((variance * math.exp(s) + math.exp(-variance * s)) / (1 + variance)))
    odds = (arms - 1) * math.exp(n * moment - eta * alpha)
    return 1 - (1 - r * r) / (1 + c * r), odds / (1 + odds)


@pytest.mark.parametrize(
    ("arms", "common", "variance", "samples"),
    [(100, False, None, 133_261), (1000, True, None, 420_275), (100, False, "1/100", 5_672)],
)
def test_samples(arms, common, variance, samples):
    question = parse_choose_question(arms, "0.1", "0.1", "0.01", common=common, variance=variance)
    result = solve(question, 20)
    assert result.certified and result.samples == samples
    eta = float(result.chosen["eta"].p) / float(result.chosen["eta"].q)
    spread = float(question.variance.p) / float(question.variance.q)
    rho, beta = by_hand(arms, samples, eta, 0.1, spread, common)
    assert rho == pytest.approx(float(result.rho.upper), rel=1e-4) and rho <= 0.1 * (1 + 1e-5)
    assert beta == pytest.approx(float(result.beta.upper), rel=1e-4)
    # no other speed does with fewer: slower ones fail, faster ones disagree
    for share in (0.97, 0.99, 1.01, 1.03):
        rho, beta = by_hand(arms, samples - max(2, samples // 10**6), eta * share, 0.1, spread, common)
        assert rho > 0.1 or beta > 0.01


def test_many_choices():
    ten = parse_choose_question(100, "0.1", "0.1", "0.01", 10)
    one_by_one, joint = solve(ten, 10), solve_joint(ten, 10)
    assert one_by_one.certified and joint.certified
    single = solve(parse_choose_question(100, "0.1", "0.01", "0.001"), 10)
    assert one_by_one.samples == pytest.approx(single.samples, rel=1e-6)
    assert 9 < one_by_one.samples / joint.samples < 11 and not joint.polynomial
    assert not solve_joint(parse_choose_question(5, "0.1", "0.1", "0.01", 2, common=True), 10).certified


def test_extreme_questions():
    assert solve(parse_choose_question(2, "0.9", "0.9", "0.9"), 10).samples == 1
    far = solve(parse_choose_question(10, "1e-200", "1e-200", "1e-200"), 10)
    assert far.certified and len(str(far.samples)) > 790


def test_two_runs_agree_as_promised():
    """Equal arms, the hardest case: the disagreement comes near what is promised and does not exceed it."""
    arms, n, eta = 30, 200, 6
    promised, _ = by_hand(arms, n, eta, 0.1, 0.25, False)
    rng, differ, pairs = np.random.default_rng(7), 0.0, 600
    for _ in range(pairs):
        p, q = (np.exp(eta * rng.binomial(n, 0.5, arms) / n) for _ in range(2))
        p, q = p / p.sum(), q / q.sum()
        differ += 1 - sum(1 / np.maximum(p / p[x], q / q[x]).sum() for x in range(arms))
    assert 0.85 * promised < differ / pairs < promised


def test_the_race_on_data():
    from fractions import Fraction

    means = {"a": Fraction(1, 2), "b": Fraction(1), "c": Fraction(0)}
    seen = [SoftmaxRace(Fraction(2), Shared(f"s{i}")).choice(means) for i in range(1500)]
    total = sum(math.exp(2 * float(v)) for v in means.values())
    for name, value in means.items():
        share = math.exp(2 * float(value)) / total
        assert abs(seen.count(name) / 1500 - share) < 5 * math.sqrt(share * (1 - share) / 1500)
    assert SoftmaxRace(Fraction(10**6), Shared("x")).choice(means) == "b"
    assert SoftmaxRace(Fraction(2), Shared("s"), "one").choice(means) in means
