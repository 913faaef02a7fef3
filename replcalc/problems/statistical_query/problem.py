"""Statistical query: the mean of a [0,1]-valued function to within alpha."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import short
from replcalc.paper.literature import IMPAGLIAZZO_2022
from replcalc.problems.boosting.problem import SCALE_ALPHA, SCALE_BETA, SCALE_RHO, Bindings, Problem
from replcalc.problems.statistical_query.statements import allowed_failure, fallback, rounding, separator, tester


def _bind(values: Bindings) -> dict[str, Any]:
    """The failure probability that the rounding allows."""
    bound = dict(values)
    if "rho" in bound:
        bound["beta"] = allowed_failure(bound["beta"], bound["rho"])
    return bound


def _repairs(values: Mapping[str, fmpq]) -> tuple[str, ...]:
    if values["beta"] > values["rho"] / 4:
        instead = f"beta = rho/4 = {short(values['rho'] / 4)} (it needs beta < rho/2)"
        return (f"previous bound: beta = {short(values['beta'])} is above rho/4, so the rounding runs at {instead}",)
    return ()


PROBLEM = Problem(
    name="statistical-query",
    title="Statistical Query",
    options=(),
    replicable=rounding,
    tester=tester,
    separator=separator,
    fallback=fallback,
    sharp_fallback=fallback,
    scales=(SCALE_ALPHA, SCALE_RHO, SCALE_BETA),
    notation="O",
    bind=_bind,
    repairs=_repairs,
    previous_citation=IMPAGLIAZZO_2022,
)
