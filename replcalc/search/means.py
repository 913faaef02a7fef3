"""Parameters for k means answered to accuracy alpha: rounding one by one, and cosine noise in groups; to be certified.

Rounding: with N samples the grid must be gap(N)/(2 alpha rho) wide, relative to 2 alpha, and the failure falls with N.
Cosine: alpha sqrt(N) = sqrt(pi G k/2)/rho + sqrt(ln(2k/beta)/2), so N is a closed form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import fmpq

from replcalc.numbers.fields import MpField
from replcalc.search.gaussian import decimal
from replcalc.theories.sharper.cosine import cosine_queries
from replcalc.theories.sharper.rounding import averaged_rounding

_DIGITS = 30
_SLACK = 10**9


@dataclass(frozen=True)
class RoundingChoice:
    samples: int
    share: fmpq


@dataclass(frozen=True)
class CosineChoice:
    samples: int
    groups: int
    size: int
    a: fmpq
    alpha1: fmpq


def _share(field: MpField, count: int, alpha: fmpq, rho: fmpq, samples: int) -> Any:
    """The least share of the accuracy at which N samples reach rho: rho is inversely proportional to the share."""
    given: dict[str, Any] = {"k": count, "alpha": alpha, "N": samples, "lambda": 1}
    return averaged_rounding.evaluate(field, **given)["rho"] / field.number(rho)


def rounding(count: int, alpha: fmpq, rho: fmpq, beta: fmpq) -> RoundingChoice:
    """The smallest N for which some share seems to keep both promises (to nine digits, where it has more)."""
    # with fewer the grid would be wider than the accuracy allows: gap(N) is about 1/sqrt(pi N)
    least = max(1, int((fmpq(count) / (2 * alpha * rho)) ** 2 * fmpq(318, 1000)) - 1)
    field = MpField(_DIGITS + 2 * len(str(least)))  # the gap is a quotient of two huge Gamma functions
    tiny = field.context.mpf(10) ** -20

    def met(samples: int) -> bool:
        share = _share(field, count, alpha, rho, samples) * (1 + tiny)
        if share > 1:
            return False
        given: dict[str, Any] = {"k": count, "alpha": alpha, "N": samples, "lambda": share}
        return bool(averaged_rounding.evaluate(field, **given)["beta"] * (1 + tiny) <= field.number(beta))

    low, step = least, 1
    while not met(low + step):
        low, step = low + step, step * 4
    high = low + step
    while high - low > max(1, high // _SLACK):
        middle = (low + high) // 2
        low, high = (low, middle) if met(middle) else (middle, high)
    share = _share(field, count, alpha, rho, high)
    rest = 1 - share
    # what is left of the accuracy, rounded down to many digits: for small rho the share is next to 1
    exact = 1 - decimal(field.context, rest, 18, up=False) if rest > tiny else fmpq(1)
    return RoundingChoice(high, exact)


def cosine(count: int, alpha: fmpq, rho: fmpq, beta: fmpq, groups: int = 1) -> CosineChoice:
    """N and the split of the accuracy for ``groups`` groups of almost equal size."""
    field = MpField(_DIGITS)
    mp = field.context
    size = -(-count // groups)
    unit = {"k": count, "N": 1, "G": groups, "g": size, "a": 1, "alpha1": 1}
    noise = cosine_queries.evaluate(field, **unit)["rho"] / field.number(rho)
    means = mp.sqrt(mp.log(2 * count / field.number(beta)) / 2)
    samples = int(mp.ceil(((noise + means) / field.number(alpha)) ** 2 * (1 + mp.mpf(10) ** -12)))
    alpha1 = decimal(mp, field.number(alpha) * means / (means + noise) * (1 + mp.mpf(10) ** -13), 14, up=True)
    return CosineChoice(samples, groups, size, alpha - alpha1, alpha1)
