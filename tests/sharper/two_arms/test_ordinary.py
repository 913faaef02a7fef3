"""What an ordinary test takes, beside the replicable decision."""

import pytest
from scipy.stats import norm

from replcalc.sharper.two_arms.method_threshold import ab_question
from replcalc.sharper.two_arms.method_threshold import answer as compare_variants


def ab(alpha, rho, beta, **more):
    return compare_variants(ab_question(alpha, rho, beta, **more), 6)


@pytest.mark.parametrize(
    ("asked", "deviation"),
    [({}, 0.5**0.5), ({"variance": "0.0291"}, 0.0582**0.5), ({"paired": True, "variance": "1/2"}, 0.5**0.5)],
)
def test_the_usual_sample_size(asked, deviation):
    """Power at the printed size is at least 0.95, and below it with one per cent fewer."""
    samples = ab("0.2", "0.3", "0.05", **asked).ordinary.samples

    def power(n):
        return norm.cdf(0.2 * n**0.5 / deviation - norm.ppf(0.975))

    assert power(samples) >= 0.95 > power(samples * 0.99 - 1)


def test_replicability_costs_something():
    found = ab("0.05", "0.3", "0.05", variance="1/100")
    assert ab("0.05", "0.5", "0.4").ordinary.samples == 2599
    assert found.ordinary.samples < found.samples
