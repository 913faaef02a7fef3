"""Adaptive queries by second moments: figures against sums over outcomes and against the two bounds beside it."""

import math

import pytest

from replcalc import statement


def disagreement(samples: int, width: float, k: int) -> float:
    """The theorem by hand, with C(N-1, (N-1)/2)/2^N, what a fair coin deviates by (N odd)."""
    gap = math.exp(math.lgamma(samples + 0.5) - math.lgamma(samples + 1)) / math.sqrt(math.pi)
    odd = samples | 1
    deviation = math.exp(math.lgamma(odd) - 2 * math.lgamma((odd + 1) / 2) - odd * math.log(2))
    return k * gap / width + k * (k - 1) / 2 * deviation / width**2 / math.sqrt(2 * samples)


def bounded(samples: int, k: int = 10) -> float:
    deviation = statement("derived:mean-deviation").bound("deviation", N=samples)
    return float(statement("derived:adaptive-rounding").bound("rho", k=k, N=samples, a="1/10", deviation=deviation))


def test_ten_adaptive_queries() -> None:
    assert bounded(343_229) <= 0.1 < bounded(343_228)
    assert bounded(343_229) == pytest.approx(disagreement(343_229, 0.1, 10), rel=1e-6)
    fixed = 10 * float(statement("derived:adaptive-rounding").bound("gap", k=1, N=318_310, a="1/10", deviation=0)) / 0.1
    assert fixed == pytest.approx(0.1, rel=1e-5)
    assert bounded(716_197) < 0.1 / 1.4, "3/2 of the sum needs more than twice the samples"


@pytest.mark.parametrize("samples", [1, 3, 5, 15])
def test_a_fair_coin_attains_the_mean_deviation(samples: int) -> None:
    exact = sum(math.comb(samples, h) * abs(h / samples - 0.5) for h in range(samples + 1)) / 2**samples
    assert float(statement("derived:mean-deviation").bound("deviation", N=samples)) == pytest.approx(exact, rel=1e-12)
