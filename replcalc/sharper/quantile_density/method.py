"""Quantiles of a population with a density, with every constant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from flint import fmpq

from replcalc.numbers.exact import parse_positive
from replcalc.planning.assumption import NumbersQuestion, searched
from replcalc.sharper.quantile_density.statement import quantile_density
from replcalc.sharper.quantile_search.method import parse_levels
from replcalc.sharper.small_variance.method import by_threshold, threshold_result
from replcalc.vocabulary import Derivation, InputError, Method, Result


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
            "k": fmpq(len(self.q)),
            "away": away,
            "alpha": self.alpha,
            "kappa": self.kappa,
            "within": self.within,
            "rho": self.rho,
            "beta": self.beta,
        }


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


NAME = "order-statistic"


def derive() -> Derivation:
    """The theorem and the goals."""
    return by_threshold(quantile_density, quantile_density.title, NAME)


def solve(question: DensityQuantiles, digits: int) -> Result:
    """The least certified N."""
    title = "the sample quantile, rounded with a shared offset"
    return threshold_result(question, quantile_density, derive(), digits, title)


def recipe(result: Result) -> tuple[str, ...]:
    return (
        f"Agree on a random seed; derive from it a grid of width {result.value('width')} with a random offset.",
        f"Draw {result.samples:,} fresh samples, N of them, and take for every q the ceil(qN)-th smallest.",
        "Output the centre of the cell of the grid that holds it.",
    )


SUMMARY = "the sample quantile, rounded with a shared offset: for a promised density"
METHODS = (Method(NAME, SUMMARY, DensityQuantiles.kind, derive, solve, recipe=recipe),)
