"""Best arm: an arm whose mean is within alpha of the best. Samples are counted per arm."""

from __future__ import annotations

from replcalc.problems.problem import SCALE_ALPHA, SCALE_BETA, SCALE_RHO, Option, Problem
from replcalc.problems.regime import Scale
from replcalc.theories.costs.best_arm import fallback, replicable, separator, sharp_fallback, tester
from replcalc.theories.replicable_composition.boosting_applications import ARMS, arms
from replcalc.theories.replicable_composition.literature import HOPKINS_2025

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
