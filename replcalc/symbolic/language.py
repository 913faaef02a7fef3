"""What formulas are written with: sympy symbols, functions, sums over i, relations. Natural logarithms everywhere.

A formula is an ordinary sympy expression. Symbols are known by their names alone: no assumption hides in them, so that
``subs("k", 10)`` and ``diff(e, Symbol("k"))`` find what they look for; where a parameter may lie is said by its domain.
A family x over i is an ``IndexedBase``, its general member ``x[i]``. Sums and products over i are sympy's own; the
maximum over i is ``MaxOver``.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Any

import sympy as sp
from flint import fmpq, fmpz
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core.parameters import distribute

from replcalc.numbers.errors import MalformedStatement
from replcalc.numbers.fields import SPECIAL, Special, introduce

Base, Indexed, Symbol = sp.IndexedBase, sp.Indexed, sp.Symbol
Sum, Product = sp.Sum, sp.Product
pi, E = sp.pi, sp.E
Formula = Any


#: Several symbols, their names separated by spaces; an exact fraction.
symbols: Callable[[str], tuple[Any, ...]] = partial(sp.symbols, seq=True)
rational: Any = sp.Rational
#: The index of families in every statement, and the number of their members.
i, k = symbols("i k")


class MaxOver(ExprWithLimits):  # type: ignore[misc]
    """The largest value of a body over i = 1..k: sympy has Sum and Product only."""

    is_real = True

    def doit(self, **hints: Any) -> Any:
        """Reduce equal members to one; write out few members."""
        body, index, lower, upper = (part.doit(**hints) for part in _bound(self))
        if index not in free(body):
            return body
        if lower.is_Integer and upper.is_Integer and upper - lower < MOST_WRITTEN_OUT:
            return sp.Max(*(replace(body, {index: m}) for m in range(int(lower), int(upper) + 1)))
        return self.func(body, (index, lower, upper))

    def _latex(self, printer: Any) -> str:
        body, name, low, high = map(printer._print, _bound(self))
        return rf"\max_{{{low} \le {name} \le {high}}} \left({body}\right)"

    def _pretty(self, printer: Any) -> Any:
        body, index, _, _ = _bound(self)
        return printer._print_Function(sp.Function(f"max_{index}")(body))


#: Maxima, sums and products of more members than this are not written out.
MOST_WRITTEN_OUT = 64


# -- exact numbers -----------------------------------------------------------------------------------------------------
def number(value: Any) -> Any:
    """Return an exact number as sympy's."""
    return sp.Rational(int(value.p), int(value.q)) if isinstance(value, fmpq) else sp.Integer(int(value))


def exact_value(formula: Any) -> fmpq | None:
    """Return a rational of sympy as an exact number; None for what is none."""
    return fmpq(int(formula.p), int(formula.q)) if getattr(formula, "is_Rational", False) else None


def formula_of(value: Any) -> Any:
    """Return a formula, or an exact number, as an expression of sympy.

    Raises:
        MalformedStatement: it is neither, or a float is in it.
    """
    if isinstance(value, sp.Basic):
        if _holds_float(value):
            raise MalformedStatement(f"a float in a formula: {value}; write an exact fraction, such as rational(1, 2)")
        return value
    if isinstance(value, Fraction):
        return sp.Rational(value.numerator, value.denominator)
    if isinstance(value, int | fmpz | fmpq) and not isinstance(value, bool):
        return number(value)
    raise MalformedStatement(f"no exact number or formula: {value!r}")


@lru_cache(maxsize=1 << 15)
def _holds_float(formula: Any) -> bool:
    return any(isinstance(part, sp.Float) for part in parts(formula))


# -- functions ---------------------------------------------------------------------------------------------------------
def _unevaluated(function: Any, *args: Any) -> Any:
    """Return a function as it stands: sympy would ask at length whether it simplifies. Of numbers it is evaluated."""
    terms = tuple(map(formula_of, args))
    return function(*terms, evaluate=not any(map(free, terms)))


def exp(x: Any) -> Any:
    """Return e to the x; of a logarithm, its argument."""
    x = formula_of(x)
    return x.args[0] if isinstance(x, sp.log) else _unevaluated(sp.exp, x)


def sqrt(x: Any) -> Any:
    """Return the square root; a number in front is taken out."""
    factor, rest = formula_of(x).as_coeff_Mul()
    if not free(rest) or factor < 0:
        return sp.sqrt(x)
    return sp.sqrt(factor) * sp.Pow(rest, sp.S.Half, evaluate=False)


log, sech, tanh, cos, asin, erf, erfc, loggamma = (
    partial(_unevaluated, function)
    for function in (sp.log, sp.sech, sp.tanh, sp.cos, sp.asin, sp.erf, sp.erfc, sp.loggamma)
)
#: The largest and the smallest of terms; the least integer from a number on.
largest, smallest, ceiling = (partial(_unevaluated, function) for function in (sp.Max, sp.Min, sp.ceiling))
#: The regularised incomplete beta function of a, b between two points.
betainc = sp.betainc_regularized


def special(function: Special) -> Callable[..., Any]:
    """Return a function that a theorem brings with it, to write formulas with."""
    introduce(function)
    found: Callable[..., Any] = special_function(function.name)
    return found


@cache
def special_function(name: str) -> Any:
    """Return the class of sympy for a function that a theorem brought with it."""
    about = SPECIAL[name]

    def _latex(self: Any, printer: Any) -> str:
        return about.latex(*map(printer._print, self.args))

    known = {"nargs": about.arity, "is_real": True, "is_positive": True, "number_function": name, "_latex": _latex}
    return type(name, (sp.Function,), known)


def half_line(body: Any, variable: Any) -> Any:
    """Return the integral of ``body`` over the variable from 0 to infinity: written, never evaluated."""
    return sp.Integral(body, (variable, 0, sp.oo))


def kl(a: Any, b: Any) -> Any:
    """Return the Bernoulli relative entropy a ln(a/b) + (1-a) ln((1-a)/(1-b)), natural logarithm."""
    a, b = formula_of(a), formula_of(b)
    return a * log(a / b) + (1 - a) * log((1 - a) / (1 - b))


def correlated_error(x: Any) -> Any:
    """Return 2x/(1+x): how often correlated sampling disagrees on distributions at total variation x."""
    x = formula_of(x)
    return 2 * x / (1 + x)


def race_error(x: Any) -> Any:
    """Return how often a race disagrees at squared Hellinger distance x: with r = sqrt(2x - x^2) and c = 2/sqrt 3,

    1 - (1-x)^2/(1 + cr) = r(c + r)/(1 + cr), written without cancellation.
    """
    x = formula_of(x)
    r, c = sqrt(x) * sqrt(2 - x), 2 / sqrt(rational(3))
    return r * (c + r) / (1 + c * r)


# -- relations ---------------------------------------------------------------------------------------------------------
RELATIONS = {"<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge, "==": sp.Eq, "!=": sp.Ne}


def relation(left: Any, operator: str, right: Any) -> Any:
    """Return left < right and the like, kept as written."""
    return RELATIONS[operator](formula_of(left), formula_of(right), evaluate=False)


def _relation_maker(operator: str) -> Callable[[Any, Any], Any]:
    return lambda left, right: relation(left, operator, right)


#: left <= right, left < right, left >= right, left > right, left = right.
at_most, below, at_least, above, equal = map(_relation_maker, ("<=", "<", ">=", ">", "=="))


# -- reading and rewriting formulas that bind indices ------------------------------------------------------------------
@lru_cache(maxsize=1 << 16)
def free(formula: Any) -> frozenset[Any]:
    """Return the symbols and families (IndexedBase) in a formula that no sum, product or maximum binds."""
    if isinstance(formula, sp.Symbol | sp.IndexedBase):
        return frozenset((formula,))
    if isinstance(formula, sp.Indexed):
        return frozenset((formula.base,)).union(*map(free, formula.indices))
    if isinstance(formula, ExprWithLimits):
        body, index, _, upper = _bound(formula)
        return (free(body) - {index}) | free(upper)
    return frozenset().union(*map(free, formula.args))


def parts(formula: Any) -> Iterator[Any]:
    """Yield every different subexpression, the formula first; a member x[i] of a family is one part."""
    seen: set[Any] = set()
    pending = [formula]
    while pending:
        part = pending.pop()
        if part not in seen:
            seen.add(part)
            yield part
            pending.extend(children(part))


def children(formula: Any) -> tuple[Any, ...]:
    """Return the expressions below one: of a sum its body and its upper end."""
    if isinstance(formula, ExprWithLimits):
        body, _, _, upper = _bound(formula)
        return (body, upper)
    if isinstance(formula, sp.Indexed | sp.IndexedBase):
        return ()
    return formula.args  # type: ignore[no-any-return]


def over(formula: Any) -> tuple[Any, Any, Any]:
    """Return body, index and upper end of a sum, product or maximum over index = 1..upper."""
    body, index, lower, upper = _bound(formula)
    if lower != 1:
        raise MalformedStatement(f"a sum runs from 1, unlike {formula}")
    return body, index, upper


def _bound(formula: Any) -> tuple[Any, Any, Any, Any]:
    """Split off the outermost range: sympy writes a sum of sums as one with several ranges."""
    *inner, (index, lower, upper) = formula.limits
    return (formula.func(formula.function, *inner) if inner else formula.function), index, lower, upper


def rebuild(formula: Any, args: tuple[Any, ...]) -> Any:
    """Apply the same function, sum or product to other ``children``; extremes and relations stay as written."""
    if all(a is b for a, b in zip(args, children(formula), strict=True)):
        return formula
    if isinstance(formula, ExprWithLimits):
        _, index, lower, _ = _bound(formula)
        return formula.func(args[0], (index, lower, args[1]))
    if isinstance(formula, sp.exp):
        return exp(*args)
    if isinstance(formula, sp.Function | sp.Max | sp.Min):
        return _unevaluated(formula.func, *args)
    if isinstance(formula, sp.core.relational.Relational):
        return formula.func(*args, evaluate=False)
    return formula.func(*args)


def replace(formula: Any, values: Mapping[Any, Any]) -> Any:
    """Replace every subexpression that is a key by its value, all at once; a bound index hides the one outside."""
    return _replace(formula, {formula_of(key): formula_of(value) for key, value in values.items()}, {})


def _replace(formula: Any, values: Mapping[Any, Any], done: dict[Any, Any]) -> Any:
    if formula in values:
        return values[formula]
    if formula not in done:
        inner, seen = values, done
        if isinstance(formula, sp.Indexed):
            base = values.get(formula.base, formula.base)
            indices = tuple(_replace(index, values, done) for index in formula.indices)
            done[formula] = formula if (base, indices) == (formula.base, formula.indices) else base[indices]
            return done[formula]
        if isinstance(formula, ExprWithLimits) and (index := _bound(formula)[1]) in values:
            inner, seen = {key: value for key, value in values.items() if key != index}, {}
        done[formula] = rebuild(formula, tuple(_replace(part, inner, seen) for part in children(formula)))
    return done[formula]


@lru_cache(maxsize=1 << 14)
def factor_out_numbers(formula: Any) -> Any:
    """Return the formula with common numbers of sums in front, as people write: 4*(gamma + 2*epsilon + delta)."""
    with distribute(False):
        return _factor_out_numbers(formula)


def _factor_out_numbers(formula: Any) -> Any:
    formula = rebuild(formula, tuple(map(_factor_out_numbers, children(formula))))
    if formula.is_Add:
        content, rest = formula.primitive()
        return formula if content == 1 else content * rest
    return formula


def without_ceilings(formula: Any) -> Any:
    """Return the formula with every ceiling replaced by what is in it."""
    inside = tuple(map(without_ceilings, children(formula)))
    return inside[0] if isinstance(formula, sp.ceiling) else rebuild(formula, inside)


def rename_symbols(formula: Any, symbols: Mapping[Any, Any]) -> Any:
    """Return the formula in other symbols and families, bound indices too."""
    if isinstance(formula, sp.Symbol | sp.IndexedBase):
        return symbols.get(formula, formula)
    if isinstance(formula, sp.Indexed):
        return rename_symbols(formula.base, symbols)[tuple(rename_symbols(index, symbols) for index in formula.indices)]
    below = tuple(rename_symbols(part, symbols) for part in children(formula))
    if isinstance(formula, ExprWithLimits):
        _, index, lower, _ = _bound(formula)
        return formula.func(below[0], (symbols.get(index, index), lower, below[1]))
    return rebuild(formula, below)
