"""The two columns of the paper's table, derived: each bound as a derivation, then reduced to O-form; and as printed."""

from __future__ import annotations

import ast
import operator
from collections.abc import Mapping
from functools import cache
from typing import Any

import sympy as sp

from replcalc.numbers.errors import InputError
from replcalc.problems.boosting.method import derive, derive_previous
from replcalc.problems.boosting.problem import Problem
from replcalc.problems.table_one.asymptotics import Growth, reduce


@cache
def new_order(problem: Problem) -> Growth:
    """thm:boost_beta with the paper's split, applied to the problem's statements and reduced."""
    return reduce(derive(problem, "paper").formula("n_new"), problem.regime())


@cache
def previous_order(problem: Problem) -> Growth:
    """The replicable solver alone at (rho, alpha, beta), reduced."""
    return reduce(derive_previous(problem).formula("n_previous"), problem.regime(previous=True))


def assumptions(problem: Problem, *, previous: bool = False) -> tuple[str, ...]:
    """What the reduction took for granted, in words."""
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


_SIGNS: Mapping[type[ast.operator], Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def printed_formula(text: str, symbols: Mapping[str, Any]) -> Any:
    """A formula of the transcription for sympy: names, integers, + - * / ^, log(x), log^3(x). Nothing is evaluated."""

    def value(node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=int(number)):
                return sp.Integer(number)
            case ast.Name(id=name) if name in symbols:
                return symbols[name]
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _SIGNS:
                return _SIGNS[type(sign)](value(left), value(right))
            case ast.BinOp(left=base, op=ast.Pow(), right=ast.Constant(value=int(power))):
                return value(base) ** power
            case ast.BinOp(left=ast.Name("log"), op=ast.Pow(), right=ast.Call(ast.Constant(int(power)), [inner], [])):
                return sp.log(value(inner)) ** power
            case ast.Call(func=ast.Name("log"), args=[inner], keywords=[]):
                return sp.log(value(inner))
        raise ValueError("not part of the language")

    try:
        return value(ast.parse(text.replace("*", " * ").replace("^", "**"), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        allowed = "integers, + - * / ^, log and " + ", ".join(sorted(symbols))
        raise InputError("formula", text, allowed) from None
