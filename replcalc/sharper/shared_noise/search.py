"""Find the width and the rate of the noise in floats, to be certified.

Uniform noise: the least width that the disagreement allows, w = (A-1) gap/(2 rho); the failure grows with it.
Exponential noise: at every width the largest rate that the disagreement allows; the failure falls with the rate.
"""

import math
from collections.abc import Callable
from functools import cache

from flint import fmpq
from scipy.optimize import brentq, minimize_scalar

from replcalc.numbers.exact import to_float
from replcalc.search.optimise import to_decimal
from replcalc.statements.statement import Statement
from replcalc.symbolic.codegen import FLOAT, Compiled, compile_formula, in_parameters

_DIGITS = 9
#: Relative additions to N until the disagreement allows a rate, in spite of the errors of floats.
_SLACKS = (1e-9, 1e-7, 1e-6, 1e-5, 1e-4)
#: Widths, as shares of alpha, among which the best one is looked for.
_SHARES = (0.5, 1.2)
#: The largest ln N that is looked at: beyond it differences of loggamma have too few digits in floats.
_MOST = math.log(1e14)


@cache
def _formula(statement: Statement, name: str) -> Compiled:
    return compile_formula(in_parameters(statement, name), FLOAT)


def _value(statement: Statement, name: str, given: dict[str, float]) -> float:
    """Return a conclusion in floats; infinite where floats do not reach."""
    formula = _formula(statement, name)
    try:
        value = float(formula(**{argument: given[argument] for argument in formula.arguments}))
    except (ArithmeticError, ValueError):
        return math.inf
    return value if value == value else math.inf


def _least(excess: Callable[[float], float]) -> float | None:
    """Return the least ln N at which ``excess`` is at most 0, which falls with N."""
    low, high = 0.0, 1.0
    while excess(high) > 0:
        low, high = high, high + 1
        if high > _MOST:
            return None
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (low, middle) if excess(middle) <= 0 else (middle, high)
    return high


def find_uniform(statement: Statement, point: dict[str, fmpq]) -> dict[str, fmpq] | None:
    """Return N and w for uniform noise; None where the failure allows no number of samples that floats reach."""
    given = {name: to_float(point[name]) for name in ("k", "arms", "alpha", "V")}
    rho, beta = to_float(point["rho"]), to_float(point["beta"])

    def width(samples: float) -> float:
        gap = _value(statement, "gap", given | {"N": samples, "w": given["alpha"]})
        return given["k"] * (given["arms"] - 1) * gap / (2 * rho)

    def excess(log_samples: float) -> float:
        samples = math.exp(log_samples)
        wide = width(samples)
        if wide >= given["alpha"]:
            return 1.0
        return _value(statement, "beta", given | {"N": samples, "w": wide}) - beta

    found = _least(excess)
    if found is None:
        return None
    samples = math.ceil(math.exp(found))
    # for small rho the width is next to alpha, never alpha: what it leaves is rounded
    left = to_decimal((given["alpha"] - width(samples)) * (1 - 1e-9), _DIGITS)
    return {"N": fmpq(samples), "w": point["alpha"] - left} if left > 0 else None


def find_exponential(statement: Statement, point: dict[str, fmpq]) -> dict[str, fmpq] | None:
    """Return N, w and eta for exponential noise; None where there is no number of samples that floats reach."""
    given = {name: to_float(point[name]) for name in ("k", "arms", "alpha", "V")}
    rho, beta = to_float(point["rho"]), to_float(point["beta"])
    arms, alpha = given["arms"], given["alpha"]
    calm = _calmest(arms)

    def rate(samples: float, wide: float) -> float | None:
        """Return the largest rate that the disagreement allows; it rises from the calmest one on."""

        def excess(eta: float) -> float:
            at = given | {"N": samples, "w": wide, "eta": eta}
            return min(_value(statement, "rho", at), 1e9) - rho if eta < samples / 4 else 1e9

        low, high = calm / wide, 2 * calm / wide
        if excess(low) > 0:
            return None
        while excess(high) <= 0:
            high *= 2
        return float(brentq(excess, low, high, xtol=1e-12 * high))

    def samples_at(share: float) -> float:
        """Return ln N at the width share * alpha."""

        def excess(log_samples: float) -> float:
            samples = math.exp(log_samples)
            eta = rate(samples, share * alpha)
            if eta is None:
                return 1.0
            return _value(statement, "beta", given | {"N": samples, "w": share * alpha, "eta": eta}) - beta

        found = _least(excess)
        return _MOST if found is None else found

    share = float(minimize_scalar(samples_at, bounds=_SHARES, method="bounded", options={"xatol": 1e-4}).x)
    wide = to_decimal(share * alpha, _DIGITS)
    samples = math.exp(samples_at(to_float(wide) / alpha))
    for enough in (samples * (1 + slack) for slack in _SLACKS):
        eta = rate(enough, to_float(wide))
        if eta is not None:
            return {"N": fmpq(math.ceil(enough)), "w": wide, "eta": to_decimal(eta * (1 - 1e-9), _DIGITS)}
    return None


def _calmest(arms: float) -> float:
    """Return the y at which y (1 - e^-y)^-(A-1) is least: e^y = 1 + (A-1) y; any small y for two options."""
    if arms <= 2:
        return 1e-3
    return float(brentq(lambda y: y - math.log1p((arms - 1) * y), 1e-12 + math.log(arms - 1) / 2, 60 + math.log(arms)))
