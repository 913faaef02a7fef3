"""The two columns of the paper's table, derived: each bound as a derivation, then reduced to O-form; and as printed."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import sympy as sp

from replcalc.problems.boosting.method import derive, derive_previous
from replcalc.problems.boosting.problem import Problem
from replcalc.problems.table_one.asymptotics import Growth, reduce
from replcalc.symbolic.reading import read_formula


@cache
def new_order(problem: Problem) -> Growth:
    """Return thm:boost_beta with the paper's split, applied to the problem's statements and reduced."""
    return reduce(derive(problem, "paper").formula("n_new"), problem.regime())


@cache
def previous_order(problem: Problem) -> Growth:
    """Return the replicable solver alone at (rho, alpha, beta), reduced."""
    return reduce(derive_previous(problem).formula("n_previous"), problem.regime(previous=True))


def assumptions(problem: Problem, *, previous: bool = False) -> tuple[str, ...]:
    """Return what the reduction took for granted, in words."""
    regime = problem.regime(previous=previous)
    small = [s.text for s in regime.scales if s.grows == "small"]
    large = [s.text for s in regime.scales if s.grows == "large"]
    words = [f"{', '.join(small)} <= 1/2"]
    if large:
        words.append(f"{', '.join(large)} >= {1 if regime.soft else 2}")
    words += [f"{sp.sstr(a)} <= {sp.sstr(b)}" for a, b in regime.orders]
    if regime.soft:
        words.append("O~ hides every logarithm but log(1/beta)")
    return tuple(words)


def read_printed_formula(text: str, symbols: Mapping[str, Any]) -> Any:
    """Read a formula of the transcription: as people type them, and log^3(x) for log(x)^3."""
    return read_formula(re.sub(r"log\^(\d+)(\((?:[^()]|\([^()]*\))*\))", r"log\2^\1", text), symbols, "formula")
