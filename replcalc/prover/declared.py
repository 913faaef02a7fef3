"""What symbols are declared to be, as certificates write it (``replcalc.kernel.variables``), and points to try."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import sympy as sp
from sympy.core.parameters import global_parameters

from replcalc.kernel.algebra import Algebra, NoNormalForm
from replcalc.kernel.variables import nonnegative, variables_of
from replcalc.numbers.errors import MalformedStatement, UnsupportedNode
from replcalc.prover.boxes import Box
from replcalc.symbolic.relations import to_tree

#: Values tried for a symbol when a sign cannot be read off: a failing point refutes.
TRIAL = tuple(
    sp.Rational(*v) for v in ((1, 1), (1, 2), (1, 10), (2, 1), (10, 1), (1, 1000), (1000, 1), (1, 10**6), (10**6, 1))
)
Ranges = Mapping[Any, tuple[Any, Any]]


def symbols_of(*expressions: Any) -> list[Any]:
    """Every symbol and indexed term in the expressions, bound ones too, by name; two of one name are refused."""
    found: dict[str, Any] = {}
    for expression in expressions:
        labels = {label for base in expression.atoms(sp.IndexedBase) for label in base.free_symbols}
        for symbol in expression.atoms(sp.Symbol, sp.Indexed) - labels:
            name = str(symbol)
            if found.setdefault(name, symbol) != symbol:
                raise MalformedStatement(f"two different symbols are called {name}")
    return [found[name] for name in sorted(found)]


def constraints(symbol: Any, ranges: Ranges | None = None) -> list[str]:
    """The bounds of one symbol as a certificate writes them: what it was declared to be, or its range."""
    if ranges and symbol in ranges:
        low, high = map(sp.sympify, ranges[symbol])
        if (symbol.is_nonnegative and low < 0) or (symbol.is_nonpositive and high > 0):
            raise MalformedStatement(f"{symbol} is declared to have one sign, but its range is [{low}, {high}]")
        bounds = [f">= {low}", f"<= {high}"]
    elif symbol.is_positive or symbol.is_nonnegative:
        bounds = ["> 0" if symbol.is_positive else ">= 0"]
    elif symbol.is_negative or symbol.is_nonpositive:
        bounds = ["< 0" if symbol.is_negative else "<= 0"]
    else:
        bounds = []
    return [*bounds, "integer"] if symbol.is_integer else bounds


def declarations(symbols: Iterable[Any], ranges: Ranges | None = None) -> dict[str, list[str]]:
    return {str(symbol): constraints(symbol, ranges) for symbol in symbols}


def is_zero(expression: Any) -> bool:
    """Whether the kernel's algebra shows that the expression is zero wherever it is defined. False proves nothing."""
    try:
        variables = variables_of(declarations(symbols_of(expression)))
        return Algebra(nonnegative(variables)).is_zero(to_tree(expression))
    except (NoNormalForm, UnsupportedNode, MalformedStatement, ValueError, RecursionError):
        return False


def trial_values(symbol: Any, ranges: Ranges | None = None) -> tuple[Any, ...]:
    """Rationals the symbol may take, simple ones first."""
    if ranges and symbol in ranges:
        low, high = map(sp.sympify, ranges[symbol])
        values: Sequence[Any] = [low + (high - low) * share for share in (sp.S.Half, sp.S.Zero, sp.S.One, *TRIAL[1:3])]
    elif symbol.is_nonpositive:
        values = [-v for v in TRIAL]
    elif symbol.is_nonnegative:
        values = TRIAL
    else:
        values = [sign * v for v in TRIAL for sign in (1, -1)]
    zero = [] if symbol.is_nonzero or (ranges and symbol in ranges) else [sp.S.Zero]
    return tuple(v for v in [*zero, *values] if v.is_integer or not symbol.is_integer)


def fresh(name: str, taken: Iterable[Any]) -> Any:
    """A nonnegative symbol whose name is none of theirs."""
    names = {str(symbol) for symbol in taken}
    while name in names:
        name += "_"
    return sp.Symbol(name, nonnegative=True)


def check_box(box: Box) -> None:
    """Symbols of a box under their own names, declared signs that its sides respect."""
    symbols_of(*box.symbols)
    if len(set(map(str, box.symbols))) < len(box.symbols):
        raise MalformedStatement("two different symbols of a box have one name")
    for symbol, low, high in box.sides:  # sympy has already simplified abs(x) and sqrt(x**2) away
        if symbol.is_nonnegative and low < 0:
            raise MalformedStatement(f"{symbol} is declared nonnegative, but its range starts at {low}")
        if symbol.is_nonpositive and high > 0:
            raise MalformedStatement(f"{symbol} is declared nonpositive, but its range ends at {high}")


# -- proofs calculate with sympy; whoever states one may write with our formulas as well -------------------------------
# Where sympy's evaluation is off (``replcalc.claims.written``), nothing is proved: what is stated is only looked at.
P = ParamSpec("P")
R = TypeVar("R")


def calculates(prove: Callable[P, R], stated: Callable[..., R] | None = None) -> Callable[P, R]:
    """The function with every formula among its arguments handed over as sympy's, in mappings and sequences too.

    ``stated`` answers instead of it where sympy's evaluation is off.
    """

    @wraps(prove)
    def proving(*args: P.args, **kwargs: P.kwargs) -> R:
        if not global_parameters.evaluate and stated is not None:
            return stated(*args, **kwargs)
        return prove(*args, **kwargs)

    return proving


def stated_by(stated: Callable[..., R]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """As ``calculates``; ``stated`` answers where sympy's evaluation is off."""

    def decorate(prove: Callable[P, R]) -> Callable[P, R]:
        return calculates(prove, stated)

    return decorate
