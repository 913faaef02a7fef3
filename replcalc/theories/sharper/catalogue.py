"""Statements proved by this project, in order."""

from __future__ import annotations

from replcalc.statements.statement import Statement
from replcalc.theories.sharper import (
    binary_votes,
    conditioning,
    conditioning_pairs,
    cosine,
    gaussian,
    goals,
    lemma_e,
    nonadaptive_lower,
    race,
    raced_votes,
    rounding,
    squared_votes,
    sufficient_statistic,
    threshold_votes,
    tight_adaptive,
    total_variation,
)
from replcalc.theories.sharper import constants as sharper

DERIVED: tuple[Statement, ...] = (
    *goals.STATEMENTS,
    *conditioning.STATEMENTS,
    *conditioning_pairs.STATEMENTS,
    *total_variation.STATEMENTS,
    *lemma_e.STATEMENTS,
    *squared_votes.STATEMENTS,
    *race.STATEMENTS,
    *raced_votes.STATEMENTS,
    *threshold_votes.STATEMENTS,
    *binary_votes.STATEMENTS,
    *rounding.STATEMENTS,
    *gaussian.STATEMENTS,
    *cosine.STATEMENTS,
    *sharper.STATEMENTS,
    *tight_adaptive.STATEMENTS,
    *nonadaptive_lower.STATEMENTS,
    *sufficient_statistic.STATEMENTS,
)
