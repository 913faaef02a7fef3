"""Quantiles of a population with a density, as a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.ask.assumption import NumbersQuestion
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_positive
from replcalc.sharper.quantile_search.question import parse_levels
from replcalc.sharper.small_variance.question import searched


@dataclass(frozen=True)
class DensityQuantiles(NumbersQuestion):
    """Every q-quantile within ``alpha``, all but for beta; the density is at least kappa up to ``within`` of it."""

    q: tuple[fmpq, ...]
    kappa: fmpq
    alpha: fmpq
    within: fmpq
    rho: fmpq
    beta: fmpq

    kind: ClassVar[str] = "density-quantiles"

    @property
    def point(self) -> dict[str, fmpq]:
        away = min(abs(q - fmpq(1, 2)) for q in self.q)
        return {
            "k": fmpq(len(self.q)), "away": away, "alpha": self.alpha, "kappa": self.kappa, "within": self.within,
            "rho": self.rho, "beta": self.beta,
        }  # fmt: skip


def density_question(q: Any, kappa: Any, alpha: Any, within: Any, rho: Any, beta: Any) -> DensityQuantiles:
    """Parse and check what a user typed."""
    asked = parse_levels(q)
    density, accuracy, reach = (
        parse_positive(given, name) for given, name in ((kappa, "density"), (alpha, "alpha"), (within, "within"))
    )
    room = min(min(one, 1 - one) for one in asked)
    if density * reach > room:
        told = f"at most {room}/density: no population has that density so far from a quantile"
        raise InputError("within", within, told)
    if 2 * accuracy > reach:
        raise InputError("alpha", alpha, "at most half of within: the density must reach beyond the accuracy")
    return DensityQuantiles(asked, density, accuracy, reach, searched(rho, "rho"), searched(beta, "beta"))
