"""Heavy hitters: a list of every element of probability at least nu and of none of probability at most nu - epsilon.

The tolerance epsilon plays the part of the accuracy. Asking for tolerance lam*epsilon around the same middle means
nu - (1 - lam) epsilon/2 instead of nu; lam = 1/2 gives the paper's nu' = nu - epsilon/4, epsilon' = epsilon/2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import short
from replcalc.paper.boosting_applications.statements import EPSILON_HEAVY, NU, nu
from replcalc.paper.literature import ESFANDIARI_2024
from replcalc.problems.boosting.problem import SCALE_BETA, SCALE_RHO, Bindings, Option, Problem
from replcalc.problems.heavy_hitters.statements import fallback, replicable, separator, sharp_fallback, tester
from replcalc.problems.table_one.regime import Scale
from replcalc.vocabulary import beta, epsilon, rho, smallest


def _bind(values: Bindings) -> dict[str, Any]:
    """Bind nu and epsilon: epsilon above nu/2 is replaced by nu/2, but for the cited solver ``alone``, which takes it.

    The inner problem keeps the middle of the tolerated band.
    """
    bound = dict(values)
    limit = bound["nu"] / 2
    inner = bound.pop("alpha")
    full = bound.pop("full", inner)
    scale = inner / full
    tolerance = full if bound.pop("alone", False) else smallest(full, limit)
    bound["epsilon"] = scale * tolerance
    bound["nu"] = bound["nu"] - (1 - scale) * tolerance / 2
    return bound


def _repairs(values: Mapping[str, fmpq]) -> tuple[str, ...]:
    if values["epsilon"] > values["nu"] / 2:
        instead = f"epsilon = nu/2 = {short(values['nu'] / 2)} is solved instead"
        why = "a harder problem whose solutions solve the one asked for"
        return (f"epsilon = {short(values['epsilon'])} is above nu/2: {instead}, {why}",)
    return ()


PROBLEM = Problem(
    name="heavy-hitters",
    title="Heavy-hitters",
    options=(Option(NU, "nu"),),
    accuracy=EPSILON_HEAVY,
    replicable=replicable,
    tester=tester,
    separator=separator,
    fallback=fallback,
    sharp_fallback=sharp_fallback,
    scales=(Scale(nu, "small", "nu", r"\nu"), Scale(epsilon, "small", "epsilon", r"\epsilon"), SCALE_RHO, SCALE_BETA),
    notation="O~",
    orders=((beta, rho), (epsilon, nu)),
    previous_orders=((beta, rho), (epsilon, nu)),
    bind=_bind,
    repairs=_repairs,
    previous_citation=ESFANDIARI_2024,
    tester_knows_full=True,
)
