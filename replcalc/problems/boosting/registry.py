"""The explicit, ordered list of problems: the rows of the paper's table. Each is imported only when asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from replcalc.numbers.errors import UnknownName

if TYPE_CHECKING:  # the names of the problems are known without any formula
    from replcalc.problems.boosting.problem import Problem

#: name -> (folder of replcalc.problems, attribute of its statements.py)
NAMES: dict[str, tuple[str, str]] = {
    "statistical-query": ("statistical_query", "PROBLEM"),
    "pac-littlestone": ("pac", "LITTLESTONE_PROBLEM"),
    "pac-finite": ("pac", "FINITE_PROBLEM"),
    "pac-thresholds": ("pac", "THRESHOLDS_PROBLEM"),
    "heavy-hitters": ("heavy_hitters", "PROBLEM"),
    "best-arm": ("best_arm", "PROBLEM"),
}


def get(name: str) -> Problem:
    """Return the problem of that name."""
    if name not in NAMES:
        raise UnknownName("PROBLEM", name or None, "one of " + ", ".join(NAMES))
    module, attribute = NAMES[name]
    problem: Problem = getattr(import_module(f"replcalc.problems.{module}.statements"), attribute)
    return problem


def problems() -> tuple[Problem, ...]:
    """Return all problems, in order."""
    return tuple(map(get, NAMES))
