"""A lower bound that depends on the failure probability: figures, an independent formula, and a planted error."""

import math

import mpmath
from flint import fmpq

from replcalc.sharper.shrinking_window.lower import find_bound_for_coins
from replcalc.statements.catalogue import statement


def forced(k, tau, rho, beta, n, inner, r):
    """rho_forced by mpmath's own quadrature."""
    mp = mpmath.mp.clone()
    mp.dps = 30
    tau, rho, beta, inner, r = map(mp.mpf, (tau, rho, beta, inner, r))
    outer, near = mp.mpf(1) / 2 - tau, mp.mpf(1) / 2 - inner
    moment = near**r * outer ** (1 - r) + (1 - near) ** r * (1 - outer) ** (1 - r)
    failure = min(mp.mpf(1), (beta ** (r - 1) * moment**n) ** (1 / r))
    a, b = mp.sqrt(n), (1 + 4 * inner**2) / (2 * mp.sqrt(1 - 4 * inner**2))

    def integrand(z):
        return 2 * mp.ncdf(z) * mp.ncdf(-z) * mp.npdf(z) / (a * mp.npdf(z) + b)

    integral = mp.quad(integrand, [-12, -6, -3, 0, 3, 6, 12])
    peak = 1 / (2 * (a / mp.sqrt(2 * mp.pi) + b))
    return mp.sqrt(k) * (integral * (1 - rho - failure) - peak * failure) / (2 * mp.asin(2 * inner))


def test_the_statement_agrees_with_an_independent_formula():
    at = {"k": 1, "tau": "0.1", "rho": "0.1", "beta": "0.001", "N": 500, "inner": "0.07", "r": "1.5"}
    found = statement("derived:shrinking-window").bound("rho_forced", **at)
    assert abs(float(found) - float(forced(1, "0.1", "0.1", "0.001", 500, "0.07", "1.5"))) < 1e-12


def test_one_mean_at_a_tiny_failure_probability():
    found = find_bound_for_coins(1, fmpq(1, 100), fmpq(1, 10), fmpq(1, 10**300), "one mean")
    assert found.samples == 3_847_698
    limit = (1 / (0.1 * math.sqrt(2 * math.pi)) + math.sqrt(300 * math.log(10))) ** 2 / (2 * 0.01**2)
    assert 0.83 < found.samples / limit < 1


def test_two_options_where_the_linear_program_is_too_large():
    found = find_bound_for_coins(1, fmpq(1, 200), fmpq(1, 100), fmpq(1, 100), "two options")
    assert (found.samples + 1) // 2 == 14_923_497


def test_nothing_is_said_where_nothing_is_excluded():
    assert find_bound_for_coins(1, fmpq(1, 10), fmpq(9, 10), fmpq(1, 2), "one mean") is None
