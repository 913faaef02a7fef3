"""Clocks and races: the laws they must have, and the agreement that the race lemma promises."""

import math
from fractions import Fraction

import pytest
from flint import arb

from replcalc.numbers.errors import InputError, PrecisionExhausted
from replcalc.run.seeds import Shared
from replcalc.sharper.cosine.algorithm import CosineNoise
from replcalc.sharper.race.algorithm import SquaredVotes, draw_exponential, run_race


def test_exponential_variables_have_their_law():
    stream = Shared("clock").stream()
    draws = [whole + part.floor(64) / 2**64 for whole, part in (draw_exponential(stream) for _ in range(8000))]
    for x in (0.1, 0.5, 1.0, 2.5):
        share = sum(d > x for d in draws) / len(draws)
        assert abs(share - math.exp(-x)) < 5 * math.sqrt(0.25 / len(draws))
    assert max(draws) > 5, "integer parts occur"


def votes(p, strings=2):
    return [{(j, y): count for j in range(strings) for y, count in enumerate(p) if count}]


def test_a_race_draws_from_squared_votes():
    counts = [0, 0]
    for seed in range(1500):
        race = SquaredVotes(2, ((0, 1),), Shared(f"race {seed}"))
        counts[race.answer(votes((3, 1)))[0]] += 1
    assert abs(counts[1] / 1500 - 1 / 10) < 5 * math.sqrt(0.09 / 1500)


def test_two_runs_agree_as_often_as_the_closed_form_says():
    """Laws P = (9,1)/10 and Q = (4,4)/8: agreement sum_x 1/sum_z max(P_z/P_x, Q_z/Q_x)."""
    p, q = (Fraction(9, 10), Fraction(1, 10)), (Fraction(1, 2), Fraction(1, 2))
    exact = sum(1 / sum(max(p[z] / p[x], q[z] / q[x]) for z in (0, 1)) for x in (0, 1))
    same = 0
    for seed in range(1500):
        race = SquaredVotes(1, ((0, 1),), Shared(f"agree {seed}"))
        same += race.answer(votes((3, 1), 1)) == race.answer(votes((2, 2), 1))
    assert abs(same / 1500 - exact) < 5 * math.sqrt(0.25 / 1500)


def test_a_race_that_cannot_end_is_refused():
    race = SquaredVotes(1, ((0, 1),) * 40, Shared("long"), most_rounds=50)
    with pytest.raises(InputError, match="rounds"):
        race.answer(votes((1, 0), 1) * 40)


def test_a_comparison_that_stays_open_is_made_with_more_digits():
    """Weights unknown at 64 digits: the same winner, found with 128; never known: refused."""
    asked = set()

    def run(blur):
        def weight(point, bits):
            asked.add(bits)
            return arb(1 + point, blur(bits))

        return run_race(Shared("open"), (), lambda stream: stream.below(1000), weight, lambda bits: arb(1000), 10**5)

    exact = run(lambda bits: 0)
    assert asked == {64}
    assert run(lambda bits: 900 if bits == 64 else arb(2) ** -bits) == exact and asked == {64, 128}
    with pytest.raises(PrecisionExhausted):
        run(lambda bits: 1000)


def test_cosine_noise_has_its_law():
    """Pr[noise <= 0] = 1/2 and E noise^2 = a^2 (1/3 - 2/pi^2)."""
    a = Fraction(1, 10)
    noise = [
        float(CosineNoise(a, Shared(f"cos {seed}")).answer("m", [Fraction(3, 10)])[0] - Fraction(3, 10))
        for seed in range(1000)
    ]
    assert all(-0.1 <= x <= 0.1 for x in noise)
    assert abs(sum(x <= 0 for x in noise) / 1000 - 0.5) < 5 * math.sqrt(0.25 / 1000)
    variance = 0.01 * (1 / 3 - 2 / math.pi**2)
    assert abs(sum(x * x for x in noise) / 1000 - variance) < 5 * 0.01 / math.sqrt(1000)


def test_near_means_get_equal_answers():
    """D <= sqrt(pi) |d|/a: at d = a/50 in one coordinate at most 3.6 percent differ; at d = a/2 far more do."""
    a = Fraction(1, 10)

    def differ(d):
        return (
            sum(
                CosineNoise(a, Shared(f"n {s}")).answer("m", [Fraction(1, 2), Fraction(1, 3)])
                != CosineNoise(a, Shared(f"n {s}")).answer("m", [Fraction(1, 2) + d, Fraction(1, 3)])
                for s in range(400)
            )
            / 400
        )

    bound = math.sqrt(math.pi) / 50
    assert differ(a / 50) < bound + 5 * math.sqrt(bound / 400)
    assert differ(a / 2) > 0.2
