"""Which of two options has the larger mean: one number of samples, whichever command is asked."""

import numpy as np

import replcalc
from replcalc.problems.choices.method import answer as compare_options
from replcalc.sharper.softmax_race.method import parse_choose_question


def choose(arms, alpha, rho, beta, k=None, **more):
    return compare_options(parse_choose_question(arms, alpha, rho, beta, k, **more), 6)


def test_a_clear_difference_is_seen_on_common_rows() -> None:
    rng = np.random.default_rng(6)
    asked = {"options": "a,b", "alpha": "0.3", "rho": "0.3", "beta": "0.05"}
    data = {"a": rng.random(2000) < 0.9, "b": rng.random(2000) < 0.2}
    assert {replcalc.run.choose(data, **asked, seed=str(seed)).answers["chosen"] for seed in range(10)} == {"a"}


def test_a_whole_number_is_a_seed() -> None:
    data, asked = {"c": [0, 1] * 10}, {"low": "0.3", "high": "0.8", "rho": "0.3", "beta": "0.1"}
    one, two = (replcalc.run.test(data, "c", **asked, seed=seed) for seed in (42, "42"))
    assert one.receipt == two.receipt


def test_inputs_beyond_floats_are_answered_by_the_race() -> None:
    """It was a ZeroDivisionError."""
    found = choose(100, "0.1", "1e-400", "0.01")
    assert found["noise"].status == "not found" and found.best.method == "softmax"
