"""Verdicts of relations at values: in balls, for one value or for every run, and exactly where balls cannot tell."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

from flint import fmpq

from replcalc.formulas.evaluation import Environment, evaluate, evaluate_family, evaluate_runs
from replcalc.formulas.language import i
from replcalc.formulas.node import Relation, node
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement, NotExact, UnsupportedNode
from replcalc.numbers.family import Coded, Column
from replcalc.numbers.fields import BallField, ExactField


def decide(
    stated: Any, environment: Environment, field: BallField, runs: int | None = None
) -> tuple[Verdict, Any, Any, int]:
    """Verdict of a relation in balls, with both sides where it is worst and the run (-1 for a scalar relation).

    With a free index i, or with ``runs`` (scalars may then be columns, one entry per run), it must hold in every run;
    the reported sides belong to the first gravest run, or to the run of smallest margin if all are PROVED.
    """
    relation = node(stated)
    assert isinstance(relation, Relation)
    both = (relation.left, relation.right)
    if runs is not None or i in relation.free:
        index = i if runs is None else None
        left, right = [evaluate_runs(side, environment, field, index) for side in both]
        worst = _worst_run(relation.operator, left, right)
    else:
        left, right = [evaluate(side, environment, field) for side in both]
        verdict = compare(relation.operator, left, right)
        if verdict is Verdict.UNDECIDED:  # two inexact balls never prove equality: exact inputs decide exactly
            verdict = _decide_exactly(relation, lambda side: (evaluate(side, environment, ExactField()),))
        return verdict, left, right, -1
    if worst[0] is Verdict.UNDECIDED:
        exactly = _decide_exactly(relation, lambda side: evaluate_family(side, index, environment, ExactField(), runs))
        return (exactly, *worst[1:])
    return worst


_OPERATORS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def _worst_run(rel_op: str, left: Any, right: Any) -> tuple[Verdict, Any, Any, int]:
    """The first refuted run, else the first undecided one, else the proved run of smallest margin.

    A side is a column or what all runs share; columns of few different values are decided once for each of them.
    """
    columns = [side for side in (left, right) if isinstance(side, Column)]
    if not columns:
        return compare(rel_op, left, right), left, right, 0
    coded = columns[0] if isinstance(columns[0], Coded) else None
    if coded is not None and all(isinstance(c, Coded) and c.codes is coded.codes for c in columns):
        codes = list(dict.fromkeys(coded.codes))  # in order of appearance: of equal runs the first is named
        few = (Column(map(x.distinct.__getitem__, codes)) if isinstance(x, Coded) else x for x in (left, right))
        verdict, one, other, place = _worst_run(rel_op, *few)
        return verdict, one, other, coded.codes.index(codes[place])
    length = len(columns[0])
    lefts, rights = (side if isinstance(side, Column) else [side] * length for side in (left, right))
    if rel_op in _OPERATORS and all(map(_OPERATORS[rel_op], lefts, rights)):
        runs: Sequence[int] = range(length)
        if len(columns) == 1:
            runs = _outermost(columns[0], (columns[0] is left) == (rel_op in ("<", "<=")))
        run = min(runs, key=lambda r: float(abs(rights[r] - lefts[r])))
        return Verdict.PROVED, lefts[run], rights[run], run
    verdicts = [compare(rel_op, left, right) for left, right in zip(lefts, rights, strict=True)]
    for wanted in (Verdict.REFUTED, Verdict.UNDECIDED, Verdict.PROVED):
        if wanted in verdicts:
            run = verdicts.index(wanted)
            return wanted, lefts[run], rights[run], run
    raise MalformedStatement("a condition over an empty family")


def _outermost(column: Column, largest: bool) -> list[int]:
    """The runs whose value may be the largest (or smallest) of a column, by their floats."""
    floats = list(map(float, column))
    edge = max(floats) if largest else min(floats)
    near = 1e-12 * abs(edge)
    return [run for run, x in enumerate(floats) if x == edge or abs(x - edge) <= near]


def _decide_exactly(relation: Relation, values: Callable[[Any], Sequence[Any]]) -> Verdict:
    """Decide in exact rationals where every value of a side is one."""
    try:
        pairs = list(zip(values(relation.left), values(relation.right), strict=True))
    except (NotExact, UnsupportedNode, TypeError, ZeroDivisionError):
        return Verdict.UNDECIDED
    if not all(isinstance(x, fmpq) and isinstance(y, fmpq) for x, y in pairs):
        return Verdict.UNDECIDED
    check = _OPERATORS.get(relation.operator, operator.eq)
    return Verdict.PROVED if all(check(x, y) for x, y in pairs) else Verdict.REFUTED


def compare(operator: str, left: Any, right: Any) -> Verdict:
    """Verdict of ``left operator right`` for balls."""
    if operator in (">", ">="):
        return compare("<" if operator == ">" else "<=", right, left)
    if operator == "==":
        difference = left - right
        if difference.is_zero():
            return Verdict.PROVED
        return Verdict.UNDECIDED if difference.contains(fmpq(0)) else Verdict.REFUTED
    if operator == "<":
        return Verdict.PROVED if left < right else Verdict.REFUTED if left >= right else Verdict.UNDECIDED
    if operator == "<=":
        return Verdict.PROVED if left <= right else Verdict.REFUTED if left > right else Verdict.UNDECIDED
    raise MalformedStatement(f"no rule to compare with {operator}")
