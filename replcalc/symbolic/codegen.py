"""Formulas as straight-line Python over Arb balls, for searches: equal parts once.

A search needs values, not proofs, so ``compile_formula`` wraps the code for the numbers that the search works with:

    BALL    Arb balls in, Arb balls out, at the caller's precision
    FLOAT   floats in, floats out
    LOG     logarithms of positive numbers in, logarithms out: Arb has any exponent, so that rho = 1e-3000 is as good
            as 0.1

Floats and logarithms are computed with 64 bits, then 256 and 1024 where the result has too few certain digits; they may
be arrays. Sums over families are left to the evaluator.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache, partial
from typing import Any

import sympy as sp
from flint import arb, fmpq

from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.fields import SPECIAL, BallField, ball_precision
from replcalc.symbolic.evaluation import function_name
from replcalc.symbolic.language import formula_of, replace


class Target(Enum):
    """Numbers that a formula is compiled for."""

    BALL = "ball"
    FLOAT = "float"
    LOG = "log"


BALL, FLOAT, LOG = Target

#: Precisions in bits that are tried in turn, and the certain bits that suffice.
PRECISIONS, ENOUGH_BITS = (64, 256, 1024), 36
#: Entries of arrays that a function remembers: searches ask for the same ones again.
MOST_KNOWN = 100_000


@dataclass(frozen=True)
class Compiled:
    """A function of numbers of one kind: ``function`` takes the values in the order of ``arguments``."""

    arguments: tuple[str, ...]
    function: Callable[..., Any]

    def __call__(self, **values: Any) -> Any:
        return self.function(*[values[name] for name in self.arguments])


def compile_formula(expression: Any, target: Target) -> Compiled:
    """Return an expression, or a tuple of expressions (then a tuple of values, what they share computed once)."""
    several = isinstance(expression, tuple | list)
    return _compile(tuple(map(formula_of, expression if several else (expression,))), target, several)


@lru_cache(maxsize=1024)
def _compile(expressions: tuple[Any, ...], target: Target, several: bool) -> Compiled:
    code = _Code()
    results = [code.name(e) for e in expressions]
    ordered = sorted(code.arguments, key=str)
    head = f"def formula({', '.join(code.arguments[s] for s in ordered)}):"
    source = "\n".join([head, *code.lines, f"    return ({', '.join(results)},)"])
    exec(compile(source, "<formula>", "exec"), code.space)  # written from whitelisted nodes alone
    function = code.space["formula"]
    if target is not BALL:
        function = partial(_evaluate_rounded, lru_cache(MOST_KNOWN)(partial(_round, function, target is LOG)), results)
    found = function if several else lambda *values: function(*values)[0]
    return Compiled(tuple(map(str, ordered)), found)


def in_parameters(statement: Any, wanted: Any) -> Any:
    """Return a conclusion of a statement (by its name), or a formula in conclusions, in the parameters alone."""
    formula = statement.conclusion(wanted).expression if isinstance(wanted, str) else wanted
    values: dict[Any, Any] = {}
    for conclusion in statement.gives:
        if conclusion.name == wanted:
            break
        values[conclusion.entry] = replace(conclusion.expression, values)
    return replace(formula, values)


# -- code --------------------------------------------------------------------------------------------------------------
class _Code:
    """Collects lines; ``name(formula)`` returns the name of a result, computed once."""

    def __init__(self) -> None:
        special = {name: about.balls for name, about in SPECIAL.items()}
        self.space: dict[str, Any] = {**BallField().functions(), **special, "arb": arb, "__builtins__": {}}
        self.arguments: dict[Any, str] = {}
        self.lines: list[str] = []
        self._names: dict[Any, str] = {}

    def name(self, formula: Any) -> str:
        if formula not in self._names:
            text = self._text(formula)
            if not text.isidentifier():
                self.lines.append(f"    v{len(self.lines)} = {text}")
                text = f"v{len(self.lines) - 1}"
            self._names[formula] = text
        return self._names[formula]

    def _constant(self, value: Any) -> str:
        name = f"c{len(self.space)}"
        self.space[name] = value
        return name

    def _text(self, formula: Any) -> str:
        if formula.is_Integer:
            return self._constant(arb(int(formula.p)))
        if formula.is_Rational:
            return f"arb({self._constant(fmpq(int(formula.p), int(formula.q)))})"
        if isinstance(formula, sp.Symbol):
            return self.arguments.setdefault(formula, f"s{len(self.arguments)}")
        if formula.is_Add:
            return self._sum(formula)
        if formula.is_Mul or formula.is_Pow:
            return self._quotient(formula)
        if formula is sp.pi or formula is sp.E:
            return "pi()" if formula is sp.pi else "exp(arb(1))"
        if (name := function_name(formula)) in self.space:
            return f"{name}({', '.join(map(self.name, formula.args))})"
        raise UnsupportedNode(f"no rule to compile {type(formula).__name__}: {formula}")

    def _sum(self, formula: Any) -> str:
        text = ""
        for term in sorted(formula.args, key=_is_negative):  # a - b costs less than a + (-1) b
            minus = bool(text) and _is_negative(term)
            text += (" - " if minus else " + " if text else "") + self.name(-term if minus else term)
        return text

    def _quotient(self, formula: Any) -> str:
        above, below = [], []
        for factor in formula.args if formula.is_Mul else (formula,):
            if factor.is_Pow and not isinstance(factor, sp.exp) and factor.exp.is_Rational and factor.exp < 0:
                below.append(self.name(sp.Pow(factor.base, -factor.exp)))
            else:
                above.append(self.name(factor) if formula.is_Mul else self._power(factor))
        top = " * ".join(above) or "arb(1)"
        return f"({top}) / ({' * '.join(below)})" if below else top

    def _power(self, formula: Any) -> str:
        if isinstance(formula, sp.exp):
            return f"exp({self.name(formula.exp)})"
        base, exponent = formula.as_base_exp()
        x = self.name(base)
        if exponent.is_Rational and exponent.q <= 2:
            x = x if exponent.q == 1 else f"sqrt({x})"
            return f"{x} * {x}" if exponent == 2 else x if exponent.p == 1 else f"{x} ** {int(exponent.p)}"
        return f"{x} ** {self.name(exponent)}"


def _is_negative(term: Any) -> bool:
    first = term.args[0] if term.is_Mul else term
    return bool(first.is_Rational and first < 0)


# -- floats and logarithms of floats -----------------------------------------------------------------------------------
def _evaluate_rounded(function: Callable[..., Any], results: list[str], *values: Any) -> Any:
    """Call the function, entry by entry where a value is an array."""
    if any(getattr(value, "ndim", 0) for value in values):
        import numpy as np

        several = len(results) > 1
        found = np.vectorize(function if several else lambda *x: function(*x)[0], otypes="d" * len(results))(*values)
        return found if several else (found,)
    return function(*values)


def _round(function: Callable[..., Any], logs: bool, *values: float) -> Any:
    """Evaluate code over balls at floats, or at logarithms: with more bits until the result is certain enough."""
    for bits in PRECISIONS:
        with ball_precision(bits):
            found = function(*((arb(value).exp() if logs else arb(value)) for value in values))
            if bits == PRECISIONS[-1] or all(x.rel_accuracy_bits() > ENOUGH_BITS or x.is_exact() for x in found):
                return tuple(map(_to_log if logs else _to_float, found))
    raise AssertionError("the last precision returns")


def _to_log(ball: arb) -> float:
    if not ball.is_finite():
        return math.inf if ball > 0 else math.nan
    middle = ball.mid()
    return _to_float(middle.log()) if middle > 0 else -math.inf if middle == 0 else math.nan


def _to_float(ball: arb) -> float:
    if not ball.is_finite():
        return math.nan
    try:
        return float(ball.mid())
    except OverflowError:
        return math.inf if ball.mid() > 0 else -math.inf
