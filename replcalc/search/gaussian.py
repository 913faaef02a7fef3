"""Noise and accuracy split of derived:gaussian: closed form in the share of beta spent on the sample means.

With share t of beta for the means and 1 - t for the noise, both accuracies scale with 1/sqrt(N):
alpha sqrt(N) = sqrt(ln(2k/(t beta))/2) + sqrt(2) s erfcinv((1-t) beta/k), where s, the
noise sigma sqrt(N) that the replicability asks for, is the smaller of sqrt(k)/(4 erfinv(rho/(2-rho))) and
sqrt(k/8)/erfinv(rho), the two bounds of the race. The best t is found by Brent's method; the result is certified.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import mpmath
from flint import fmpq

from replcalc.search.optimise import smallest_on

_DIGITS = 30


@dataclass(frozen=True)
class GaussianChoice:
    """A guess of N with exact sigma and alpha1, to be certified."""

    samples: int
    sigma: fmpq
    alpha1: fmpq


def choose(count: int, alpha: fmpq, rho: fmpq, beta: fmpq) -> GaussianChoice:
    """The best share of beta, and the parameters it leads to."""
    mp = mpmath.mp.clone()
    mp.dps = _DIGITS
    a, r, b = (mp.mpf(int(q.p)) / int(q.q) for q in (alpha, rho, beta))
    noise = mp.sqrt(count) * min(1 / (4 * mp.erfinv(r / (2 - r))), 1 / (mp.sqrt(8) * mp.erfinv(r)))

    def parts(t: float) -> tuple[Any, Any]:
        means = mp.sqrt(mp.log(2 * count / (t * b)) / 2)
        return means, mp.sqrt(2) * noise * _inverse_erfc(mp, (1 - t) * b / count)

    def total(x: float) -> Any:
        return sum(parts(1 / (1 + math.exp(-x))))

    x = smallest_on(lambda x: float(total(x)), -30.0, 12.0, 1e-3)[1]
    means, tails = parts(1 / (1 + math.exp(-x)))
    samples = int(mp.ceil(((means + tails) / a) ** 2 * (1 + mp.mpf(10) ** -11)))
    root = mp.sqrt(samples)
    sigma = decimal(mp, noise / root * (1 + mp.mpf(10) ** -13), 15, up=True)
    alpha1 = decimal(mp, a * means / (means + tails), 12, up=False)
    return GaussianChoice(samples, sigma, alpha1)


def _inverse_erfc(mp: Any, y: Any) -> Any:
    """x with erfc(x) = y, also for y far below 1e-300: Newton on ln erfc, which is concave and smooth."""
    if y > mp.mpf("0.5"):
        return mp.erfinv(1 - y)
    target = mp.log(y)
    x = mp.sqrt(-target)
    for _ in range(60):
        tail = mp.erfc(x)
        step = (mp.log(tail) - target) * tail * mp.sqrt(mp.pi) / (2 * mp.exp(-x * x))
        x += step
        if abs(step) < mp.mpf(10) ** (-_DIGITS + 4) * x:
            break
    return x


def decimal(mp: Any, value: Any, digits: int, *, up: bool) -> fmpq:
    """An mpf as an exact decimal of so many digits, rounded up or down."""
    exponent = int(mp.floor(mp.log10(value)))
    scaled = value * mp.mpf(10) ** (digits - 1 - exponent)
    whole = int(mp.ceil(scaled)) if up else int(mp.floor(scaled))
    return fmpq(whole) * fmpq(10) ** (exponent - digits + 1)
