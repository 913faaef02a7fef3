"""Best arm: an arm whose mean is within alpha of the best. Samples are counted per arm."""

from __future__ import annotations

from replcalc.paper.boosting_applications.statements import ARMS, arms
from replcalc.paper.literature import HOPKINS_2025
from replcalc.problems.best_arm.statements import fallback, replicable, separator, sharp_fallback, tester
from replcalc.problems.boosting.problem import SCALE_ALPHA, SCALE_BETA, SCALE_RHO, Option, Problem
from replcalc.problems.table_one.regime import Scale

PROBLEM = Problem(
    name="best-arm",
    title="Best arm",
    options=(Option(ARMS, "arms", 2),),
    unit="samples per arm",
    replicable=replicable,
    tester=tester,
    separator=separator,
    fallback=fallback,
    sharp_fallback=sharp_fallback,
    scales=(Scale(arms, "large", "|A|", "|A|"), SCALE_ALPHA, SCALE_RHO, SCALE_BETA),
    notation="O",
    previous_citation=HOPKINS_2025,
)
