"""How many samples the lower bounds through the sign integral exclude: searched in reals, to be certified.

Both bounds say that m samples force a disagreement of about c/sqrt(m), c nearly constant: m is improved by the square
of (forced/allowed) until they agree. The prior's weight w and the accuracy eta of derived:tight-adaptive only enter
through elementary functions once the integral is known, and are found by a simplex search.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from flint import fmpq

from replcalc.numbers.exact import to_float
from replcalc.numbers.fields import MpField
from replcalc.search.optimise import log_rational, minimise, to_decimal
from replcalc.sharper.nonadaptive_lower.statement import queries as queries_lower
from replcalc.sharper.tight_adaptive.statement import tight_adaptive
from replcalc.statements.statement import Statement
from replcalc.symbolic.codegen import FLOAT, compile_formula, in_parameters

_DIGITS = 25
#: Relative margin left to the certification.
_SLACK = 10**9
_ROUNDS = 16
#: Problems beyond which beta/k is nothing beside 1 - rho - beta; far within floats.
_MANY = 1e200


@dataclass(frozen=True)
class TightChoice:
    """m samples per round are too few under the prior with weight w, as far as the search sees."""

    m: int
    w: fmpq
    eta: fmpq


def tight(count: int, tau: fmpq, rho: fmpq, beta: fmpq, w: fmpq | None = None) -> TightChoice | None:
    """Return the largest m found excluded, with w (unless given) and eta; None if not even one sample is."""
    if rho + beta >= 1:
        return None
    found = TightChoice(1, w or fmpq(1, 3), fmpq(1, 2))

    def improve(m: int) -> int:
        nonlocal found
        integral, peak = _integral(m, tau)
        found = _split(count, rho, beta, float(peak / integral), w, m)
        given = {"k": count, "tau": tau, "rho": rho, "beta": beta, "m": m, "w": found.w, "eta": found.eta}
        return _extrapolate_size(tight_adaptive, given, m, rho)

    m = _find_largest_excluded(_start(count, tau, rho), improve)
    return None if m is None else replace(found, m=m)


def find_excluded_queries(count: int, tau: fmpq, rho: fmpq, beta: fmpq) -> int | None:
    """Return the largest N that derived:queries-lower seems to exclude; None if not even one sample is."""
    if rho + beta >= 1 or not tau < fmpq(1, 2):
        return None
    given = {"k": count, "tau": tau, "rho": rho, "beta": beta}
    start = _nearly_excluded(count, tau, rho, beta, _start(1, tau, rho) * count)
    return _find_largest_excluded(start, lambda size: _extrapolate_size(queries_lower, {**given, "N": size}, size, rho))


def _find_largest_excluded(size: int, improve: Callable[[int], int]) -> int | None:
    """Return the size where improving ends, less a margin to certify it; None if not even one sample is excluded."""
    for _ in range(_ROUNDS):
        before, size = size, improve(size)
        if abs(size - before) * _SLACK <= before or size < 1:
            break
    size -= size // _SLACK + 1
    return size if size >= 1 else None


def _nearly_excluded(count: int, tau: fmpq, rho: fmpq, beta: fmpq, size: int) -> int:
    """Search in floats, to ten digits: the reals then need one or two rounds; the start where floats end."""
    model = compile_formula(in_parameters(queries_lower, "rho_forced"), FLOAT)
    given = {"k": float(count), "tau": _float(tau), "rho": _float(rho), "beta": _float(beta)}
    try:
        near = float(size)
        for _ in range(_ROUNDS):
            better: float = near * (model(N=near, **given) / given["rho"]) ** 2
            if abs(better - near) <= 1e-9 * better:
                return max(1, round(better))
            near = better
    except (ArithmeticError, ValueError):
        pass
    return size


def _start(count: int, tau: fmpq, rho: fmpq) -> int:
    return max(1, int((fmpq(count) / (rho * tau)) ** 2 / 13))


def _extrapolate_size(statement: Statement, given: dict[str, Any], size: int, rho: fmpq) -> int:
    """Return the number of flips at which rho is forced, if it falls like 1/sqrt(flips) from that at ``size``."""
    field = MpField(_DIGITS)
    forced = statement.evaluate(field, **given)["rho_forced"] / field.number(rho)
    return int(size * forced**2) if forced > 0 else 0


def _integral(m: int, tau: fmpq) -> tuple[Any, Any]:
    found = tight_adaptive.evaluate(
        MpField(_DIGITS), k=1, tau=tau, rho="1/2", beta="1/4", m=max(m, 1), w="1/3", eta="1/2"
    )
    return found["integral"], found["peak"]


def _split(count: int, rho: fmpq, beta: fmpq, ratio: float, w: fmpq | None, m: int) -> TightChoice:
    """Return w and eta of largest disagreement times gain, the integral being 1, the largest integrand ``ratio``."""
    product = tight_adaptive.conclusion("disagreement").expression * tight_adaptive.conclusion("gain").expression
    model = compile_formula(product, FLOAT)
    # tau is but a factor of the product, and so are problems beyond MANY
    numbers = {"k": min(to_float(fmpq(count)), _MANY), "tau": 0.25, "rho": _float(rho), "beta": _float(beta)}

    def weights(point: Any) -> tuple[float, float]:
        chosen = _float(w) if w is not None else _logistic(point[1]) / 2
        return chosen, _logistic(point[0])

    def loss(point: Any) -> float:
        weight, accuracy = weights(point)
        value = model(**numbers, w=weight, eta=accuracy, integral=1.0, peak=ratio)
        return -math.log(value) + 100 if value > 0 else 1000.0 - min(0.0, value)

    best = minimise(loss, [-3.0] if w is not None else [-3.0, -3.0])
    weight, accuracy = weights(best)
    return TightChoice(m, w if w is not None else to_decimal(weight, 5), to_decimal(accuracy, 5))


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(x, -40.0)))


def _float(q: fmpq) -> float:
    return math.exp(log_rational(q))
