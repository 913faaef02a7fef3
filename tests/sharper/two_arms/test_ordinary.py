"""What an ordinary test takes, beside the replicable decision."""

import pytest
from scipy.stats import norm

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
