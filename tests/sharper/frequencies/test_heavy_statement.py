"""The closed form is what the theorem gives: its samples keep both promises there, and a few fewer do not."""

from itertools import product

import pytest
from flint import fmpq

from replcalc.sharper.frequencies.statement_heavy import heavy_samples, random_threshold

SHARES = (fmpq(1, 50), fmpq(1, 2), fmpq(49, 50))
BETAS = (fmpq(1, 10**9), fmpq(99, 100))
POINTS = list(product((fmpq(1, 100), fmpq(1, 10), fmpq(3, 5), fmpq(99, 100)), SHARES, SHARES, BETAS, SHARES))


def samples(nu, epsilon, rho, beta, share):
    given = {"nu": nu, "epsilon": epsilon, "rho": rho, "beta": beta, "lambda": share}
    return int(heavy_samples.bound("samples", **given).unique_fmpz())


def promises(nu, epsilon, share, size):
    """rho and beta of the theorem, light elements being those of less than 9/10 (nu - epsilon)."""
    given = {"nu": nu, "epsilon": epsilon, "lambda": share, "N": size, "p0": fmpq(9, 10) * (nu - epsilon)}
    low = nu - epsilon + (1 - share) * epsilon / 2
    assert (nu - epsilon) * (size - 1) < size * low - 1, "what the theorem assumes"
    return random_threshold.bound("rho", **given), random_threshold.bound("beta", **given)


@pytest.mark.parametrize(("nu", "part", "rho", "beta", "share"), POINTS)
def test_the_closed_form_follows(nu, part, rho, beta, share):
    """At any share, not only the balanced one: every one of the three terms decides somewhere."""
    epsilon = nu * part
    one, two = promises(nu, epsilon, share, samples(nu, epsilon, rho, beta, share))
    assert one <= rho and two <= beta


def test_hardly_fewer_do():
    """Half as many break the promise of rho where the first term decides (it has 2 where the theorem has 4/pi), a third
    fewer that of beta where the last does."""
    nu, epsilon, rho, beta = fmpq(1, 10), fmpq(1, 20), fmpq(1, 10), fmpq(1, 10**6)
    size = samples(nu, epsilon, rho, beta, fmpq(9, 10))
    assert promises(nu, epsilon, fmpq(9, 10), size // 2)[0] > rho
    nu, epsilon, share = fmpq(3, 5), fmpq(1, 5), fmpq(1, 2)
    size = samples(nu, epsilon, fmpq(99, 100), fmpq(1, 10**30), share)
    assert promises(nu, epsilon, share, size * 2 // 3)[1] > fmpq(1, 10**30)
