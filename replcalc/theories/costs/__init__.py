"""What the problems cost: testers, fallbacks and replicable solvers, constants explicit or visibly hidden."""

from __future__ import annotations

from replcalc.theories.theory import Theory

COSTS = Theory(
    name="costs",
    title="What the problems cost",
    package="replcalc.theories.costs",
    statements=(
        "replcalc.theories.costs.statistical_query",
        "replcalc.theories.costs.pac",
        "replcalc.theories.costs.heavy_hitters",
        "replcalc.theories.costs.best_arm",
        "replcalc.theories.costs.shares",
    ),
)
