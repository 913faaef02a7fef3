"""Realizable PAC learning: finite Littlestone dimension, finite classes, thresholds on {0, ..., d}."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flint import fmpq

from replcalc.paper.boosting_applications.statements import CLASS_SIZE, LITTLESTONE, LOG_STAR, class_size, d, log_star
from replcalc.paper.literature import BUN_2023
from replcalc.problems.boosting.problem import SCALE_ALPHA, SCALE_BETA, SCALE_RHO, Option, Problem
from replcalc.problems.pac.statements import (
    finite_learner,
    replicable_finite,
    replicable_littlestone,
    replicable_thresholds,
    separator,
    tester,
    threshold_learner,
    vc_learner,
    vc_learner_of_thresholds,
)
from replcalc.problems.table_one.regime import Scale
from replcalc.statements.statement import Statement


def log_star_of(d_value: int) -> int:
    """log* d to base 2, exactly: how often log2 must be taken until at most 1 remains, i.e. the least t for which the
    tower 2^2^...^2 of t twos is at least d."""
    count, tower = 0, 1
    while tower < d_value:
        count += 1
        if tower > 1 << 20:  # the next tower has more digits than any number that can be typed
            break
        tower = 1 << tower
    return count


def _learning(
    option: Option, scale: Scale, replicable: Statement, learner: Statement, sharp: Statement | None = None, **more: Any
) -> Problem:
    """Learning a class of the size ``option``: any learner is a fallback, and the tester counts errors."""
    return Problem(
        options=(option,),
        replicable=replicable,
        tester=tester,
        separator=separator,
        fallback=learner,
        sharp_fallback=sharp or learner,
        scales=(scale, SCALE_ALPHA, SCALE_RHO, SCALE_BETA),
        previous_citation=BUN_2023,
        tester_counts=True,
        **more,
    )


LITTLESTONE_PROBLEM = _learning(
    Option(LITTLESTONE, "d", 1),
    Scale(d, "large", "d", "d"),
    replicable_littlestone,
    vc_learner,
    name="pac-littlestone",
    title="PAC, Littlestone",
    notation="O~",
)

FINITE_PROBLEM = _learning(
    Option(CLASS_SIZE, "class_size", 2),
    Scale(class_size, "large", "|H|", r"|\mathcal{H}|"),
    replicable_finite,
    finite_learner,
    name="pac-finite",
    title="PAC, finite classes",
    notation="O",
    previous_orders=(),  # the cited bound keeps log(1/(rho beta)) apart
)


def _threshold_repairs(values: Mapping[str, fmpq]) -> tuple[str, ...]:
    if values["d"] == 1:
        return ("log* 1 = 0 would make the bound vanish, which is false; 1 is used in its place",)
    return ()


def _at_least_one(d_value: int) -> int:
    """log* d, and 1 for d = 1, where the printed power of log* d would vanish."""
    return max(1, log_star_of(d_value))


THRESHOLDS_PROBLEM = _learning(
    Option(LOG_STAR, "d", 1, _at_least_one),
    Scale(log_star, "large", "(log* d)", r"(\log^{*} d)"),
    replicable_thresholds,
    vc_learner_of_thresholds,
    threshold_learner,
    name="pac-thresholds",
    title="PAC, thresholds",
    notation="O~",
    repairs=_threshold_repairs,
)
