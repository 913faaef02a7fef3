"""Expressions of sympy and what certificates say of them: trees, declarations, forms whose sign can be read off."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import count
from typing import Any

import sympy as sp

from replcalc.kernel.signs import SignReader
from replcalc.kernel.values import Unverified, constant_sign
from replcalc.kernel.variables import Bounds, variables_of
from replcalc.numbers.errors import MalformedStatement, UnsupportedNode
from replcalc.prover.outcome import Proof
from replcalc.symbolic.evaluation import FUNCTIONS
from replcalc.symbolic.relations import to_tree

Ranges = Mapping[Any, tuple[Any, Any]]
#: Differences with more operations are not taken apart into factors: that may take for ever.
MOST_OPERATIONS = 150


# -- symbols -----------------------------------------------------------------------------------------------------------
def symbols_of(*expressions: Any) -> list[Any]:
    """Return every symbol and indexed term in the expressions, bound ones too, by name; two of one name are refused."""
    found: dict[str, Any] = {}
    for expression in expressions:
        labels = {label for base in expression.atoms(sp.IndexedBase) for label in base.free_symbols}
        for symbol in expression.atoms(sp.Symbol, sp.Indexed) - labels:
            name = str(symbol)
            if found.setdefault(name, symbol) != symbol:
                raise MalformedStatement(f"two different symbols are called {name}")
    return [found[name] for name in sorted(found)]


def declarations(symbols: Iterable[Any], ranges: Ranges | None = None) -> dict[str, list[str]]:
    """Return the bounds of symbols as a certificate writes them: what they were declared to be, or their ranges."""
    return {str(symbol): _constraints(symbol, ranges or {}) for symbol in symbols}


def _constraints(symbol: Any, ranges: Ranges) -> list[str]:
    if symbol in ranges:
        low, high = map(sp.sympify, ranges[symbol])
        check_range(symbol, low, high)
        bounds = [f">= {low}", f"<= {high}"]
    elif symbol.is_positive or symbol.is_nonnegative:
        bounds = ["> 0" if symbol.is_positive else ">= 0"]
    elif symbol.is_negative or symbol.is_nonpositive:
        bounds = ["< 0" if symbol.is_negative else "<= 0"]
    else:
        bounds = []
    return [*bounds, "integer"] if symbol.is_integer else bounds


def check_range(symbol: Any, low: Any, high: Any) -> None:
    """Refuse a range against the declared sign: sympy has already simplified abs(x) and sqrt(x**2) away."""
    if (symbol.is_nonnegative and low < 0) or (symbol.is_nonpositive and high > 0):
        raise MalformedStatement(f"{symbol} is declared to have one sign, but its range is [{low}, {high}]")


def symbols_for(domain: Mapping[str, Bounds]) -> dict[str, Any]:
    """Return the variables of a domain as symbols that know their sign."""
    return {name: _symbol_of(name, bounds) for name, bounds in domain.items()}


def _symbol_of(name: str, bounds: Bounds) -> Any:
    known: dict[str, bool] = {"integer": True} if bounds.integer else {"real": True}
    if bounds.sign is not None:
        known["positive" if bounds.sign == 1 else "nonnegative"] = True
    elif bounds.high is not None and bounds.high <= 0:
        known["negative" if bounds.high < 0 or bounds.high_open else "nonpositive"] = True
    return sp.Symbol(name, **known)


class Lesser(sp.Function):  # type: ignore[misc]
    """min(a, b), of which sympy asks nothing."""

    nargs = 2
    number_function = "min"


class Greater(sp.Function):  # type: ignore[misc]
    """max(a, b), of which sympy asks nothing."""

    nargs = 2
    number_function = "max"


_BY_NAME = {name: kind for kind, name in FUNCTIONS.items()}


# -- expressions -------------------------------------------------------------------------------------------------------
def to_sympy(tree: Any, symbols: Mapping[str, Any]) -> Any:
    """Return a tree as sympy's expression; sympy may simplify, and the kernel then compares."""
    head, args = tree[0], tree[1:]
    if head == "q":
        return sp.Rational(args[0])
    if head == "v":
        return symbols[args[0]]
    if head == "pi":
        return sp.pi
    if head == "sum":
        raise UnsupportedNode("a sum with a symbolic bound")
    parts = [to_sympy(arg, symbols) for arg in args]
    if head == "+":
        return sp.Add(*parts)
    if head == "*":
        return sp.Mul(*parts)
    if head == "^":
        return sp.Pow(*parts)
    if head in ("min", "max"):
        found = parts[0]
        for part in parts[1:]:
            found = (Lesser if head == "min" else Greater)(found, part)
        return found
    held = head in ("exp", "log") and not all(part.is_number for part in parts) and not parts[0].has(sp.log)
    return _BY_NAME[head](*parts, evaluate=False) if held else _BY_NAME[head](*parts)


def value_at(expression: Any, point: Mapping[Any, Any]) -> Any:
    """Return the expression at a point; nan where sympy finds it undefined or not real."""
    try:
        return expression.xreplace(dict(point))
    except (ValueError, ZeroDivisionError):  # the minimum of something that cannot be compared
        return sp.nan


# -- forms whose sign can be read off ----------------------------------------------------------------------------------
def evident_sign(expression: Any) -> int | None:
    """1: evidently > 0, 0: evidently >= 0, None: cannot be read off."""
    try:
        return SignReader(variables_of(declarations(symbols_of(expression))), constant_sign).sign(to_tree(expression))
    except (Unverified, UnsupportedNode):
        return None


def polynomial_form(f: Any) -> Any:
    """Write f as a quotient of expanded polynomials, both times -1 if the denominator starts negative."""
    top, bottom = map(sp.expand, sp.fraction(sp.cancel(sp.together(f))))
    if all(evident_sign(-term) is not None for term in sp.Add.make_args(bottom)):
        top, bottom = sp.expand(-top), sp.expand(-bottom)
    return top / bottom


def candidate_forms(f: Any) -> Iterator[Any]:
    """Yield the difference as it is, expanded, and factored; with hyperbolic functions by exponentials."""
    yield f
    roots = [power for power in f.atoms(sp.Pow) if not power.exp.is_Integer and power.base.is_Add]
    if f.count_ops() > MOST_OPERATIONS or roots:
        return
    top, bottom = sp.fraction(sp.together(f))
    yield sp.expand(top) / sp.expand(bottom)
    yield sp.expand(f)
    yield normalize_signs(sp.factor(sp.together(f)))
    if f.has(sp.sinh, sp.cosh, sp.tanh, sp.sech):
        yield normalize_signs(sp.factor(sp.together(f.rewrite(sp.exp))))


def normalize_signs(product: Any) -> Any:
    """Differences that are factors turned round, where one is negative halfway: (q - 1) and -1 are 1 - q."""
    factors = []
    for factor in sp.Mul.make_args(product):
        base, exponent = factor.as_base_exp()
        halfway = base.subs(dict.fromkeys(base.free_symbols, sp.Rational(5, 12)))
        turned = base.is_Add and exponent.is_Integer and exponent % 2 == 1 and halfway.is_negative
        factors += [sp.Integer(-1), sp.expand(-base) ** exponent] if turned else [factor]
    return sp.Mul(*factors)


def growth_proof(f: Any, symbol: Any, start: Fraction, order: int) -> Proof:
    """Return the unchecked proof by the rule ``growth`` that f >= 0 from the start on, with so many derivatives."""
    begin = sp.Rational(str(start))
    values, slope = [], f
    for _ in range(order):
        values.append(to_tree(value_at(slope, {symbol: begin})))
        slope = slope.diff(symbol)
    taken = {str(each) for each in symbols_of(f, symbol)}
    step = next(name for name in ("step" + "_" * j for j in count()) if name not in taken)
    form = polynomial_form(slope.xreplace({symbol: begin + sp.Symbol(step, nonnegative=True)}))
    proof = {"rule": "growth", "variable": str(symbol), "step": step, "goal": to_tree(f)}
    return proof | {"values": values, "form": to_tree(form), "positive": []}
