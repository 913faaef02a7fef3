"""The cost statements of the problems, in order."""

from __future__ import annotations

from replcalc.statements.statement import Statement
from replcalc.theories.costs import best_arm, heavy_hitters, pac, shares, statistical_query

COSTS: tuple[Statement, ...] = (
    *statistical_query.STATEMENTS,
    *pac.STATEMENTS,
    *heavy_hitters.STATEMENTS,
    *best_arm.STATEMENTS,
    *shares.STATEMENTS,
)
