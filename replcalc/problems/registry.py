"""The explicit, ordered list of problems: the rows of the paper's table."""

from __future__ import annotations

from replcalc.core.errors import InputError
from replcalc.core.statement import Statement
from replcalc.problems import best_arm, heavy_hitters, pac, statistical_query
from replcalc.problems.problem import Problem

PROBLEMS: tuple[Problem, ...] = (
    statistical_query.PROBLEM,
    pac.LITTLESTONE_PROBLEM,
    pac.FINITE_PROBLEM,
    pac.THRESHOLDS_PROBLEM,
    heavy_hitters.PROBLEM,
    best_arm.PROBLEM,
)


def get(name: str) -> Problem:
    """The problem of that name."""
    for problem in PROBLEMS:
        if problem.name == name:
            return problem
    raise InputError("PROBLEM", name, "one of " + ", ".join(p.name for p in PROBLEMS))


def statements() -> tuple[Statement, ...]:
    """Every cost statement once, in order."""
    found: dict[str, Statement] = {}
    for problem in PROBLEMS:
        for statement in (
            problem.replicable,
            problem.tester,
            problem.separator,
            problem.fallback,
            problem.sharp_fallback,
        ):
            found.setdefault(statement.label, statement)
    return tuple(found.values())
