"""Positive numbers carried as their logarithms, in plain floats or numpy arrays: for searches, never for a figure.

A logarithm is accurate at both ends of (0,1): ln x = -690 is 1e-300, ln x = -1e-20 is 1 - 1e-20. So 1 - x, products,
powers and sums of positive numbers lose nothing, whatever their size. ``Arithmetic`` names the functions that compiled
formulas call (``replcalc.symbolic.compiled``); PLAIN is made of Python floats, ``arrays()`` of numpy arrays.
Nothing raises: what has no value is nan, what is too large is infinite.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import exp as _exp
from math import expm1 as _expm1
from math import inf as _INF
from math import log as _log
from math import log1p as _log1p
from typing import Any

_LARGEST = 709.0
_LN2 = math.log(2)
#: From here on a float has no fractional part worth rounding.
_WHOLE = 36.0
#: The exponential of the logarithm of an integer is an integer up to this much.
_CLOSE = 1e-13


@dataclass(frozen=True)
class Arithmetic:
    """Functions of linear values (``exp`` .. ``ceiling``, ``kl``), and of logarithms (the others)."""

    linear: dict[str, Callable[..., Any]]
    logarithmic: dict[str, Callable[..., Any]]


def exp(x: float) -> float:
    return math.exp(x) if x < _LARGEST else x if math.isnan(x) else math.inf


def log(x: float) -> float:
    return math.log(x) if x > 0 else -math.inf if x == 0 else math.nan


def sqrt(x: float) -> float:
    return math.sqrt(x) if x >= 0 else math.nan


def power(x: float, y: float) -> float:
    try:
        return float(x**y) if x >= 0 or y == int(y) else math.nan
    except (OverflowError, ZeroDivisionError):
        return math.inf


def divide(x: float, y: float) -> float:
    return x / y if y else math.nan if not x or math.isnan(x) else math.copysign(math.inf, x)


def cosh(x: float) -> float:
    return math.cosh(x) if abs(x) < _LARGEST else math.inf


def sinh(x: float) -> float:
    return math.sinh(x) if abs(x) < _LARGEST else math.copysign(math.inf, x)


def excess(y: float) -> float:
    """(1+y)ln(1+y) - y for y >= -1, without cancellation."""
    if abs(y) < 1e-3:
        return y * y * (0.5 - y * (1 / 6 - y * (1 / 12 - y / 20)))
    return (1 + y) * math.log1p(y) - y if y > -1 else 1.0 if y == -1 else math.nan


def kl(a: float, b: float) -> float:
    """Bernoulli relative entropy of a and b in (0,1): b excess((a-b)/b) + (1-b) excess((b-a)/(1-b))."""
    if not 0 < b < 1:
        return math.nan
    return b * excess((a - b) / b) + (1 - b) * excess((b - a) / (1 - b))


def log_add(x: float, y: float) -> float:
    """ln(e^x + e^y)."""
    if x < y:
        x, y = y, x
    return x if y == -_INF or x == _INF else x + _log1p(_exp(y - x))


def subtract(x: float, y: float) -> float:
    """ln(e^x - e^y); nan where that is negative."""
    return x if y == -_INF else x + complement(y - x)


def complement(x: float) -> float:
    """ln(1 - e^x) for x <= 0."""
    if x <= -0.7:
        return _log1p(-_exp(x))
    return _log(-_expm1(x)) if x < 0 else -_INF if x == 0 else math.nan


def log_divergence(log_b: float, log_rest: float, log_s: float) -> float:
    """ln kl(b + (1-b)s || b) from ln b, ln(1-b) and ln s: the sum of b excess((1-b)s/b) and (1-b) excess(-s)."""
    ratio = log_s + log_rest - log_b
    lower = log_s + log_rest + _log(ratio - 1) if ratio > 25 else log_b + _log_excess(_exp(ratio), ratio)
    upper = log_rest + _log_excess(-_exp(log_s), log_s) if log_s <= 0 else math.nan
    return log_add(lower, upper)


def _log_excess(y: float, log_size: float) -> float:
    """ln excess(y), given ln abs(y)."""
    return 2 * log_size - _LN2 - y / 3 if log_size < -9 else log(excess(y))


def log_kl(log_a: float, log_b: float) -> float:
    """ln kl(a||b) from ln a and ln b."""
    rest_a, rest_b = complement(log_a), complement(log_b)
    if log_a < log_b:  # kl(a||b) = kl(1-a||1-b)
        log_a, log_b, rest_a, rest_b = rest_a, rest_b, log_a, log_b
    return log_divergence(log_b, rest_b, complement(rest_a - rest_b))


def log_total(logs: Sequence[float], counts: Sequence[int]) -> float:
    """ln of the sum of count e^x."""
    if len(logs) == 1:
        return logs[0] + _log(counts[0])
    top = max(logs)
    if not math.isfinite(top):
        return top
    return top + math.log(math.fsum(count * math.exp(x - top) for x, count in zip(logs, counts, strict=True)))


def log_ceiling(x: float) -> float:
    return x if not x < _WHOLE else log(math.ceil(math.exp(x) * (1 - _CLOSE)))


def log_floor(x: float) -> float:
    return x if not x < _WHOLE else log(math.floor(math.exp(x) * (1 + _CLOSE)))


def log_cosh(x: float) -> float:
    """ln cosh(e^x), also where that is next to 0."""
    y = exp(x)
    return math.log1p(2 * math.sinh(y / 2) ** 2) if y < 100 else y - math.log(2)


def log_log_cosh(x: float) -> float:
    """ln ln cosh(e^x)."""
    return log(log_cosh(x)) if x > -18 else 2 * x - math.log(2)


def log_lack(x: float) -> float:
    """ln(-ln(1 - e^x)) for x < 0."""
    return log(-complement(x)) if x > -37 else x


def log_lost(x: float) -> float:
    """ln(1 - e^-v) for v = e^x."""
    return log(-math.expm1(-exp(x))) if x > -37 else x


def log_tanh(x: float) -> float:
    """ln tanh(e^x)."""
    return log(math.tanh(exp(x))) if x > -15 else x


def log_sinh(x: float) -> float:
    y = exp(x)
    return (math.log(math.sinh(y)) if y < 100 else y - math.log(2)) if x > -15 else x


def log_erf(x: float) -> float:
    return log(math.erf(exp(x))) if x > -15 else x + math.log(2 / math.sqrt(math.pi))


def log_erfc(x: float) -> float:
    """ln erfc(e^x), by its asymptotic series where erfc underflows."""
    y = exp(x)
    if y < 25:
        return log(math.erfc(y))
    square = 1 / (2 * y * y)
    return -y * y - x - math.log(math.pi) / 2 + math.log1p(-square * (1 - 3 * square * (1 - 5 * square)))


PLAIN = Arithmetic(
    linear={
        "exp": exp,
        "log": log,
        "sqrt": sqrt,
        "power": power,
        "divide": divide,
        "expm1": math.expm1,
        "kl": kl,
        "min": min,
        "max": max,
        "abs": abs,
        "cosh": cosh,
        "sinh": sinh,
        "tanh": math.tanh,
        "sech": lambda x: 1 / cosh(x),
        "asin": lambda x: math.asin(x) if -1 <= x <= 1 else math.nan,
        "atanh": lambda x: math.atanh(x) if -1 < x < 1 else math.nan,
        "erf": math.erf,
        "erfc": math.erfc,
        "floor": lambda x: float(math.floor(x)) if math.isfinite(x) else x,
        "ceiling": lambda x: float(math.ceil(x)) if math.isfinite(x) else x,
        "total": lambda values, counts: math.fsum(map(lambda x, count: x * count, values, counts)),
        "product": lambda values, counts: math.prod(map(power, values, counts)),
        "largest": max,
        "without_last": lambda counts: (*counts[:-1], counts[-1] - 1),
        "loggamma": lambda x: math.lgamma(x) if x > 0 else math.nan,
        "gamma": lambda x: exp(math.lgamma(x)) if x > 0 else math.nan,
    },
    logarithmic={
        "add": log_add,
        "subtract": subtract,
        "complement": complement,
        "divergence": log_divergence,
        "kl": log_kl,
        "total": log_total,
        "ceiling": log_ceiling,
        "floor": log_floor,
        "cosh": log_cosh,
        "sinh": log_sinh,
        "tanh": log_tanh,
        "erf": log_erf,
        "erfc": log_erfc,
        "sech": lambda x: -log_cosh(x),
        "logcosh": log_log_cosh,
        "lack": log_lack,
        "lost": log_lost,
    },
)


@lru_cache(maxsize=1)
def arrays() -> Arithmetic:
    """The same functions of numpy arrays. What numpy itself lacks is PLAIN's, entry by entry."""
    import numpy as np

    def entrywise(name: str, part: dict[str, Callable[..., Any]]) -> Callable[..., Any]:
        return np.vectorize(part[name], otypes=[float])

    def excess_of(y: Any) -> Any:
        near = y * y * (0.5 - y * (1 / 6 - y * (1 / 12 - y / 20)))
        return np.where(np.abs(y) < 1e-3, near, np.where(y > -1, (1 + y) * np.log1p(np.maximum(y, -1)) - y, 1.0))

    def log_excess_of(y: Any, log_size: Any) -> Any:
        return np.where(log_size < -9, 2 * log_size - math.log(2) - y / 3, np.log(excess_of(y)))

    def complement_of(x: Any) -> Any:
        x = np.where(x <= 0, x, np.nan)
        return np.where(x > -0.7, np.log(-np.expm1(x)), np.log1p(-np.exp(x)))

    def divergence_of(log_b: Any, log_rest: Any, log_s: Any) -> Any:
        ratio = log_s + log_rest - log_b
        small = np.minimum(ratio, 25.0)
        far = log_s + log_rest + np.log(np.maximum(ratio, 25.0) - 1)
        lower = np.where(ratio > 25, far, log_b + log_excess_of(np.exp(small), small))
        return np.logaddexp(lower, log_rest + log_excess_of(-np.exp(log_s), log_s))

    def log_kl_of(log_a: Any, log_b: Any) -> Any:
        rest_a, rest_b = complement_of(log_a), complement_of(log_b)
        turned = log_a < log_b
        b, rest = np.where(turned, rest_b, log_b), np.where(turned, log_b, rest_b)
        return divergence_of(b, rest, complement_of(np.where(turned, log_a - log_b, rest_a - rest_b)))

    def log_total_of(logs: Any, counts: Any) -> Any:
        top = np.max(logs, axis=-1, keepdims=True)
        top = np.where(np.isfinite(top), top, 0.0)
        return top[..., 0] + np.log((np.asarray(counts, dtype=float) * np.exp(logs - top)).sum(axis=-1))

    def fewer(counts: Any) -> Any:
        shorter = np.array(counts, dtype=float)
        shorter[..., -1] -= 1
        return shorter

    def rounding(function: Any, factor: float) -> Callable[[Any], Any]:
        return lambda x: np.where(x < _WHOLE, np.log(function(np.exp(np.minimum(x, _WHOLE)) * factor)), x)

    linear: dict[str, Callable[..., Any]] = {
        "exp": np.exp,
        "log": np.log,
        "sqrt": np.sqrt,
        "power": np.power,
        "divide": np.divide,
        "expm1": np.expm1,
        "kl": lambda a, b: b * excess_of((a - b) / b) + (1 - b) * excess_of((b - a) / (1 - b)),
        "min": lambda *xs: reduce(np.minimum, xs),
        "max": lambda *xs: reduce(np.maximum, xs),
        "abs": np.abs,
        "cosh": np.cosh,
        "sinh": np.sinh,
        "tanh": np.tanh,
        "sech": lambda x: 1 / np.cosh(x),
        "asin": np.arcsin,
        "atanh": np.arctanh,
        "floor": np.floor,
        "ceiling": np.ceil,
        "total": lambda values, counts: (values * np.asarray(counts, dtype=float)).sum(axis=-1),
        "product": lambda values, counts: (values ** np.asarray(counts, dtype=float)).prod(axis=-1),
        "largest": lambda values: np.max(values, axis=-1),
        "without_last": fewer,
    }
    logarithmic: dict[str, Callable[..., Any]] = {
        "add": np.logaddexp,
        "subtract": lambda x, y: x + complement_of(y - x),
        "complement": complement_of,
        "divergence": divergence_of,
        "kl": log_kl_of,
        "total": log_total_of,
        "ceiling": rounding(np.ceil, 1 - _CLOSE),
        "floor": rounding(np.floor, 1 + _CLOSE),
    }
    linear |= {name: entrywise(name, PLAIN.linear) for name in PLAIN.linear.keys() - linear.keys()}
    logarithmic |= {name: entrywise(name, PLAIN.logarithmic) for name in PLAIN.logarithmic.keys() - logarithmic.keys()}
    return Arithmetic(linear, logarithmic)
