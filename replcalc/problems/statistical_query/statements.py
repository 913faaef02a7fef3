"""Statistical query: the mean of a [0,1]-valued function to within alpha. Every constant is explicit."""

from collections.abc import Mapping
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import short
from replcalc.paper.literature import HOEFFDING_1963, IMPAGLIAZZO_2022, at, quoted_at
from replcalc.problems.boosting.problem import SCALE_ALPHA, SCALE_BETA, SCALE_RHO, Bindings, Problem
from replcalc.problems.boosting.statements import LAM, hoeffding, lam, samples
from replcalc.vocabulary import *

_error, _grid = real("error"), real("grid")

rounding = Statement(
    label="problem:statistical-query/replicable",
    source=quoted_at(3188),
    title="Randomly offset rounding",
    meaning="Estimate the mean to within a small error, then round to the midpoint of its cell in a grid with random "
    "offset. The error and half a cell add up to alpha; two runs differ if one estimate is bad (2 beta in all) or "
    "a cell boundary falls between them (twice the error over the width of a cell).",
    given=(RHO, ALPHA, BETA),
    assumes=(below(beta, rho / 2),),
    reaches=("rho", "beta"),
    gives=(
        Conclusion(_grid, "=", 2 * alpha / (rho + 1 - 2 * beta), "width of a cell"),
        Conclusion(_error, "=", alpha * (rho - 2 * beta) / (rho + 1 - 2 * beta), "error of the estimate"),
        samples(hoeffding(_error, beta), "samples of the estimate (Hoeffding)"),
    ),
    cites=(IMPAGLIAZZO_2022.at("Theorem 2.3"), HOEFFDING_1963),
)


def failure_allowance(failure: Any, replicability: Any) -> Any:
    """Return min(beta, rho/4): the rounding needs beta < rho/2, and a smaller failure is allowed."""
    return smallest(failure, replicability / 4)


tester = Statement(
    label="problem:statistical-query/tester",
    source=at(3204),
    title="Testing an estimate of a mean",
    meaning="Estimate the mean afresh to within alpha/4 and accept what lies within 3 alpha/2 of that estimate.",
    given=(ALPHA, BETA),
    reaches=("beta",),
    gives=(
        Conclusion(_error, "=", alpha / 4, "error of the fresh estimate"),
        Conclusion(real("threshold"), "=", 3 * alpha / 2, "distance up to which the tester accepts"),
        samples(hoeffding(_error, beta), "samples of the tester"),
    ),
    cites=(HOEFFDING_1963,),
)

separator = Statement(
    label="problem:statistical-query/separator",
    title="Telling error lam*alpha from error alpha",
    meaning="With a fresh estimate whose error stays below (1 - lam) alpha/2, accepting up to (1 + lam) alpha/2 "
    "accepts every answer within lam*alpha of the mean and rejects every answer not within alpha.",
    given=(ALPHA, LAM, BETA),
    reaches=("beta",),
    gives=(
        Conclusion(_error, "=", (1 - lam) * alpha / 2, "error of the fresh estimate"),
        Conclusion(real("threshold"), "=", (1 + lam) * alpha / 2, "distance up to which it accepts"),
        samples(hoeffding(_error, beta), "samples of the tester"),
    ),
    cites=(HOEFFDING_1963,),
)

fallback = Statement(
    label="problem:statistical-query/fallback",
    source=quoted_at(3217),
    title="Empirical mean",
    meaning="The empirical mean errs by more than alpha with probability at most 2 exp(-2 n alpha^2).",
    given=(ALPHA, BETA),
    reaches=("beta",),
    gives=(samples(hoeffding(alpha, beta), "samples of the empirical mean"),),
    cites=(HOEFFDING_1963,),
)

STATEMENTS = (rounding, tester, separator, fallback)


def _bind(values: Bindings) -> dict[str, Any]:
    """Return the failure probability that the rounding allows."""
    bound = dict(values)
    if "rho" in bound:
        bound["beta"] = failure_allowance(bound["beta"], bound["rho"])
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
