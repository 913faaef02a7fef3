"""Independence of two bits: figures against an independent computation, the kernel's moments by enumeration."""

import math
from fractions import Fraction as F
from itertools import product

import pytest
from scipy.integrate import quad

from replcalc.numbers.errors import InputError
from replcalc.sharper.independence.method import independence_question, solve


def promised(n, alpha, share, start):
    """rho and beta, tails by quadrature of Hoeffding's two bounds instead of a parabola under his rate."""
    gamma = math.exp(math.lgamma(n) - math.lgamma(n + 0.5))
    gap = min(math.sqrt((n + 2) / (8 * n * (n - 1))), gamma / (2 * math.sqrt(math.pi)) + 1 / math.sqrt(2 * n * (n - 1)))
    low, width, blocks = start * (1 - share) * alpha, share * alpha, (n - 1) / 2

    def tail(x, variance, most):
        q = variance / most**2
        p, q = (q + x / most) / (1 + q), q / (1 + q)
        rate = p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q))
        return math.exp(-blocks * max(2 * x * x, rate))

    same = 2 * quad(tail, low, low + width, args=(1 / 16, 1 / 2), limit=200)[0] / width
    different = quad(tail, alpha - low - width, alpha - low, args=(1 / 8, 3 / 4), limit=200)[0] / width
    return gap / width, same, different


@pytest.mark.parametrize(
    ("alpha", "rho", "samples"), [("0.05", "0.1", 8_743), ("0.05", "0.05", 21_064), ("0.02", "0.1", 53_364)]
)
def test_least_samples(alpha, rho, samples):
    result = solve(independence_question(alpha, rho, "0.01"), 20)
    assert result.certified and result.samples == samples
    share, start = (int(x.p) / int(x.q) for x in (result.chosen["lambda"], result.chosen["start"]))
    found, same, different = promised(samples, float(alpha), share, start)
    assert found == pytest.approx(float(rho), rel=1e-6)
    assert 0.0085 < max(same, different) <= 0.01  # the parabola gives a little away, never too little
    fewer = int(0.97 * samples)
    shares = promised(fewer, float(alpha), 1, 0)[0] / float(rho)
    assert all(max(promised(fewer, float(alpha), shares, s / 50)[1:]) > 0.01 for s in range(51))


def test_moments_of_the_kernel():
    """All laws of two bits on a grid: covariance, both variances, and what the proof says of them."""
    most = {"kernel": F(0), "kernel at independence": F(0), "linear": F(0)}
    for p in product(range(13), repeat=3):
        if sum(p) > 12:
            continue
        cells = {key: F(w, 12) for key, w in zip(("00", "01", "10", "11"), (*p, 12 - sum(p)), strict=True)}
        kernel = {(s, t): F((int(s[0]) - int(t[0])) * (int(s[1]) - int(t[1])), 2) for s in cells for t in cells}
        mean = sum(cells[s] * cells[t] * h for (s, t), h in kernel.items())
        assert mean == cells["11"] * cells["00"] - cells["10"] * cells["01"]
        second = sum(cells[s] * cells[t] * h * h for (s, t), h in kernel.items())
        linear = sum(cells[s] * sum(cells[t] * kernel[s, t] for t in cells) ** 2 for s in cells) - mean**2
        most["kernel"] = max(most["kernel"], second)
        most["linear"] = max(most["linear"], linear)
        if mean == 0:
            most["kernel at independence"] = max(most["kernel at independence"], second)
    assert most == {"kernel": F(1, 8), "kernel at independence": F(1, 16), "linear": F(1, 64)}


def test_no_covariance_above_a_quarter():
    with pytest.raises(InputError, match="1/4"):
        independence_question("0.3", "0.1", "0.1")
