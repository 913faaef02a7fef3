"""A decision beside others: the ordinary test, the choice among options, stricter questions, searches that give up."""

import numpy as np
import pytest
from scipy.stats import norm

import replcalc
from replcalc.numbers.errors import PrecisionExhausted
from replcalc.planning.comparison import compare_methods
from replcalc.planning.result import Status
from replcalc.problems.choices.method import answer as compare_options
from replcalc.sharper.softmax_race.method import parse_choose_question
from replcalc.sharper.two_arms import method
from replcalc.sharper.two_arms.method import ab_question, ordinary_samples


def needed(alpha, **more):
    return ordinary_samples(ab_question(alpha, "0.3", "0.05", **more))


@pytest.mark.parametrize(
    ("asked", "deviation"),
    [({}, 0.48**0.5), ({"variance": "0.0291"}, 0.0582**0.5), ({"paired": True, "variance": "1/2"}, 0.5**0.5)],
)
def test_the_usual_sample_size(asked, deviation):
    """Power at the printed size is at least 0.95, and below it with one per cent fewer."""
    samples = needed("0.2", **asked)

    def power(n):
        return norm.cdf(0.2 * n**0.5 / deviation - norm.ppf(0.975))

    assert power(samples) >= 0.95 > power(samples * 0.99 - 1)
    assert needed("0.05") == 2593


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
    found = compare_options(parse_choose_question(100, "0.1", "1e-400", "0.01", None), 6)
    assert found["noise"].status == "not found" and found.best.method == "softmax"


def ab(alpha, rho, beta, **more):
    return compare_methods(ab_question(alpha, rho, beta, **more), 6)


@pytest.mark.parametrize(
    ("alpha", "rho"),
    [("0.2", "0.2"), *(pytest.param(*at, marks=pytest.mark.exhaustive) for at in (("0.3", "0.05"), ("0.1", "0.1")))],
)
def test_a_larger_beta_never_needs_more_samples(alpha: str, rho: str) -> None:
    """At beta = rho = 0.05 the search fails, and the answer was that of the uniform threshold."""
    needed = [ab(alpha, rho, beta).samples for beta in ("0.01", "0.04", "0.05", "0.1", "0.2")]
    assert needed == sorted(needed, reverse=True)


def test_a_search_that_gives_up_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object) -> None:
        raise PrecisionExhausted("no distribution is certified")

    monkeypatch.setattr(method, "least_test", give_up)
    found = ab("0.2", "0.2", "0.06")
    assert found["optimal"].status is Status.NOT_FOUND and "no distribution" in found["optimal"].why_not
    assert found.to_dict()["methods"]["optimal"]["status"] == "not found"
    assert found.best.method == "threshold"
