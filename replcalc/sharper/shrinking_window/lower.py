"""Search for the largest number of samples that derived:shrinking-window excludes, and certify it.

The search runs in floats; only a certified number is returned.
"""

import math

import numpy as np
from flint import fmpq
from scipy.optimize import minimize_scalar
from scipy.special import ndtr

from replcalc.numbers.exact import to_float
from replcalc.planning.comparison import SampleBound, apply_lower_bound
from replcalc.search.optimise import log_rational, to_decimal
from replcalc.sharper.shrinking_window.statement import shrinking_window

#: Steps of the bisection of ln N, and the largest ln N that is looked at.
_STEPS, _MOST = 60, math.log(1e30)
#: Relative reductions of N that are tried until it is certified.
_ROOM = (1e-9, 1e-7, 1e-5, 1e-3)
_DIGITS, _EXACT = 12, {"xatol": 1e-9}
_Z = (np.arange(800) + 0.5) * 0.0125
_DENSITY = np.exp(-(_Z**2) / 2) / math.sqrt(2 * math.pi)
_WEIGHT = 4 * 0.0125 * ndtr(_Z) * ndtr(-_Z) * _DENSITY


def find_bound_for_coins(k: int, tau: fmpq, rho: fmpq, beta: fmpq, model: str) -> SampleBound | None:
    """Return how many samples are needed to tell the biases 1/2 - tau and 1/2 + tau of k coins apart.

    Args:
        k: number of coins that every sample flips.
        tau: half the width of the window of biases, below 1/2.
        rho: how often two runs may disagree.
        beta: how often a run may fail.
        model: what the coins stand for, in words.

    Returns:
        The certified bound, or None where the theorem excludes nothing.
    """
    point = find_excluded(k, tau, rho, beta)
    return None if point is None else SampleBound(shrinking_window.label, int(point["N"].p) + 1, model)


def find_excluded(k: int, tau: fmpq, rho: fmpq, beta: fmpq) -> dict[str, fmpq] | None:
    """Return all parameters of the theorem at the largest N that it certainly excludes, or None."""
    if rho + beta >= 1 or not 0 < tau < fmpq(1, 2):
        return None
    window, allowed, log_beta = to_float(tau), to_float(rho), log_rational(beta)
    if window < 1e-7 or allowed < 1e-12:  # floats lose the difference of the windows
        return None
    low, high = 0.0, _MOST
    for _ in range(_STEPS):
        middle = (low + high) / 2
        forced = _best(k, window, allowed, log_beta, math.exp(middle))[0]
        low, high = (middle, high) if forced > allowed else (low, middle)
    samples = math.exp(low)
    _, inner, order = _best(k, window, allowed, log_beta, samples)
    point = {"k": fmpq(k), "tau": tau, "rho": rho, "beta": beta}
    point |= {"inner": to_decimal(inner, _DIGITS), "r": to_decimal(order, _DIGITS)}
    for room in _ROOM:
        size = fmpq(int(samples * (1 - room)))
        if size >= 1 and apply_lower_bound(shrinking_window, "coins", N=size, **point):
            return point | {"N": size}
    return None


def _best(k: int, tau: float, rho: float, log_beta: float, samples: float) -> tuple[float, float, float]:
    """Return the largest disagreement that is forced, with the inner window and the order at which it is."""
    angle = math.asin(2 * tau)

    def at(share: float) -> tuple[float, float, float]:
        inner = math.sin(angle * (1 - share)) / 2
        order, log_failure = _best_order(tau, inner, log_beta, samples)
        failure = math.exp(min(0.0, log_failure))
        offset = (1 + 4 * inner**2) / (2 * math.sqrt(1 - 4 * inner**2))
        slope = math.sqrt(samples)
        integral = float(np.sum(_WEIGHT / (slope * _DENSITY + offset)))
        peak = 1 / (2 * (slope / math.sqrt(2 * math.pi) + offset))
        left = 1 - rho - failure
        forced = (integral * left - peak * failure) / (2 * math.asin(2 * inner)) if left > 0 else left
        return math.sqrt(k) * forced, inner, order

    # beyond this share the smaller window's failure is no longer below beta^(1 - 1/r) at any order
    most = min(0.999, math.sqrt(-2 * log_beta / samples) / angle)
    found = minimize_scalar(
        lambda share: -at(share)[0], bounds=(1e-6 * most, most * (1 - 1e-6)), method="bounded", options=_EXACT
    )
    return at(float(found.x))


def _best_order(tau: float, inner: float, log_beta: float, samples: float) -> tuple[float, float]:
    """Return the order r at which the failure probability of the smaller window is least, and the logarithm of that."""

    def log_failure(order: float) -> float:
        return ((order - 1) * log_beta + samples * _log_moment(tau, inner, order)) / order

    angle = math.asin(2 * tau) - math.asin(2 * inner)
    gaussian = max(1.0, math.sqrt(-2 * log_beta / samples) / angle)  # the best order for normal flips
    near = (1 + 0.8 * (gaussian - 1), 1 + 1.25 * (gaussian - 1) + 1e-9)
    order = float(minimize_scalar(log_failure, bounds=near, method="bounded", options=_EXACT).x)
    return order, log_failure(order)


def _log_moment(tau: float, inner: float, order: float) -> float:
    """Return ln(q_s^r q_0^(1-r) + (1-q_s)^r (1-q_0)^(1-r)) without cancellation."""
    outer, near, gap = 0.5 - tau, 0.5 - inner, tau - inner
    low = math.expm1((order - 1) * math.log1p(gap / outer))
    high = math.expm1((order - 1) * math.log1p(-gap / (1 - outer)))
    return math.log1p(near * low + (1 - near) * high)
