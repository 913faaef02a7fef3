"""Formulas over families reduced by identities of sums, products and maxima; formulas differentiated and solved.

``reduce_formula(formula)`` uses, from the inside outwards, for s = sum, product, maximum over i = 1..k:

    a body free of i                 k b, b^k, b
    a factor free of i               sum f b = f sum b;  prod f b = f^k prod b;  max f b = f max b where f > 0
    a term free of i                 sum (t + b) = k t + sum b;  max (t + b) = t + max b
    k a number up to a limit         the members written out
    equal up to the index's name     one formula: sum n_i / sum n_j = 1

Symbols are positive there, but those that are said to be ``signed``. A logarithm of what exceeds 1 by its form
(``below_one``: the symbols that lie in (0,1)) is positive, as are sums of positive terms; roots of products are split
there. Nothing else is assumed, so the result equals the formula wherever the formula is defined.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits

from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.fields import SPECIAL
from replcalc.symbolic.language import MOST_WRITTEN_OUT, MaxOver, children, free, over, parts, rebuild, replace

#: Names of indices, from the outside.
_INDICES = ("i", "j", "l", "h", "r", "s", "t", "u", "v")


def separate_indices(formula: Any, taken: frozenset[str] = frozenset()) -> Any:
    """Rename bound indices to i, j, l, ... from the outside; none of ``taken``, none twice in nested sums."""
    return _separate_indices(formula, taken | {str(s) for s in free(formula)}, {})


def _separate_indices(formula: Any, taken: frozenset[str], done: dict[tuple[Any, frozenset[str]], Any]) -> Any:
    below = children(formula)
    if not below:
        return formula
    if (formula, taken) not in done:
        if isinstance(formula, ExprWithLimits) and not isinstance(formula, sp.Integral):
            body, index, upper = over(formula)
            used = taken | {str(s) for s in free(formula)}
            name = next(name for name in (*_INDICES, *(f"i{n}" for n in range(len(used) + 1))) if name not in used)
            inner = _separate_indices(body, used | {name, str(index)}, done)
            new = sp.Symbol(name)
            inner = replace(inner, {index: new})
            found = formula.func(inner, (new, 1, _separate_indices(upper, used, done)))
        else:
            found = rebuild(formula, tuple(_separate_indices(a, taken, done) for a in below))
        done[formula, taken] = found
    return done[formula, taken]


def with_equal_members(formula: Any, families: Collection[str]) -> Any:
    """Return a symbol x for every x[i] of these families: all members are equal."""
    members = (part for part in parts(formula) if isinstance(part, sp.Indexed))
    return replace(formula, {m: sp.Symbol(str(m.base)) for m in members if str(m.base) in families})


def with_values(formula: Any, values: Mapping[str, Any]) -> Any:
    """Put formulas in for the symbols of these names."""
    scalars = (s for s in free(formula) if isinstance(s, sp.Symbol))
    return replace(formula, {s: values[str(s)] for s in scalars if str(s) in values})


def reduce_formula(formula: Any, below_one: Collection[str] = (), signed: Collection[str] = ()) -> Any:
    """Return the formula in its shortest form; ``below_one``: the names of symbols in (0, 1)."""
    reducer = _Reducer(frozenset(below_one), frozenset(signed))
    return separate_indices(reducer.shown(reducer.of(reducer.declared(formula))))


def surely_positive(formula: Any, below_one: Collection[str] = (), signed: Collection[str] = ()) -> bool:
    """Return whether it is positive by its reduced form, for symbols of ``below_one`` in (0, 1)."""
    reducer = _Reducer(frozenset(below_one), frozenset(signed))
    return is_positive(reducer.of(reducer.declared(formula)))


def is_positive(formula: Any) -> bool:
    """Return whether it is positive by its form, where symbols are what they are declared to be."""
    if formula.is_Number or formula.is_Symbol or isinstance(formula, sp.Indexed):
        return bool(formula.is_positive)
    if formula.is_Add or formula.is_Mul or isinstance(formula, sp.Min | sp.Max):
        return all(map(is_positive, formula.args))
    if isinstance(formula, sp.Sum | sp.Product | MaxOver):
        return is_positive(over(formula)[0])
    if formula.is_Pow and not isinstance(formula, sp.exp):
        return is_positive(formula.base)
    special = getattr(type(formula), "number_function", "") in SPECIAL
    return special or isinstance(formula, sp.exp | sp.cosh | sp.sech | sp.erfc) or formula in (sp.pi, sp.E)


class _Reducer:
    """Reduces from the inside outwards; what is positive for a reason that its form does not show is ``held`` as a
    positive symbol meanwhile."""

    def __init__(self, below_one: frozenset[str], signed: frozenset[str]) -> None:
        self.below_one, self.signed = below_one, signed
        self._plain: dict[Any, Any] = {}
        self._held: dict[Any, Any] = {}
        self._done: dict[Any, Any] = {}

    def declared(self, formula: Any) -> Any:
        """Return the formula in symbols that sympy knows to be positive."""
        for s in free(formula):
            if str(s) not in self.signed:
                self._plain[type(s)(str(s), positive=True, **({"integer": True} if str(s) == "k" else {}))] = s
        return replace(formula, {plain: symbol for symbol, plain in self._plain.items()})

    def shown(self, formula: Any) -> Any:
        """Return what was held in its place again, symbols as they were."""
        held = {symbol: part for part, symbol in self._held.items()}
        while any(symbol in held for symbol in free(formula)):
            formula = replace(formula, held)
        return replace(formula, self._plain)

    def of(self, formula: Any) -> Any:
        if formula not in self._done:
            found = self._reduced(formula)
            self._done[formula] = self._hold(found) if self._surely_positive(found) else found
        return self._done[formula]

    def _reduced(self, formula: Any) -> Any:
        if isinstance(formula, sp.Sum | sp.Product | MaxOver):
            body, index, upper = over(formula)
            bound = sp.Dummy("bound", integer=True, positive=True)
            return self._over(type(formula), self.of(replace(body, {index: bound})), bound, self.of(upper))
        return rebuild(formula, tuple(map(self.of, children(formula))))

    def _hold(self, part: Any) -> Any:
        return self._held.setdefault(part, sp.Symbol(f"@{len(self._held)}", positive=True))

    def _surely_positive(self, formula: Any) -> bool:
        """Return a positive number that no index changes, but that is not positive by its form."""
        if any(isinstance(s, sp.Dummy) or str(s).startswith("index ") for s in free(formula)):
            return False
        if isinstance(formula, sp.Sum | sp.Product | MaxOver):
            return is_positive(over(formula)[0])
        return isinstance(formula, sp.log) and self._exceeds_one(formula.args[0])

    def _exceeds_one(self, formula: Any) -> bool:
        factors = formula.args if formula.is_Mul else (formula,)
        return all(map(self._at_least_one, factors)) and any(map(self._above_one, factors))

    def _at_least_one(self, formula: Any) -> bool:
        if formula.is_Rational:
            return bool(formula >= 1)
        return bool(formula.is_Symbol and formula.is_integer and formula.is_positive) or self._above_one(formula)

    def _above_one(self, formula: Any) -> bool:
        if formula.is_Rational:
            return bool(formula > 1)
        negative = formula.is_Pow and formula.exp.is_Rational and formula.exp < 0
        return bool(negative and formula.base.is_Symbol and str(formula.base) in self.below_one)

    # -- reductions ----------------------------------------------------------------------------------------------------
    def _over(self, kind: Any, body: Any, index: Any, upper: Any) -> Any:
        """Return the reduction of a reduced body, its index named by how deep the reductions inside it are nested."""
        if upper.is_Integer and 1 <= upper <= MOST_WRITTEN_OUT and index in free(body):
            members = [self.of(replace(body, {index: m})) for m in range(1, int(upper) + 1)]
            return _OF_MEMBERS[kind](*members)
        inner = [str(over(part)[1]) for part in parts(body) if isinstance(part, ExprWithLimits)]
        depth = 1 + max((int(name.split()[1]) for name in inner if name.startswith("index ")), default=0)
        named = sp.Symbol(f"index {depth}", integer=True, positive=True)
        return self._split(kind, replace(body, {index: named}), named, upper)

    def _split(self, kind: Any, body: Any, index: Any, upper: Any) -> Any:
        if index not in free(body):
            return _OF_EQUALS[kind](body, upper)
        factors = sp.Mul.make_args(body)
        outside = [f for f in factors if index not in free(f) and (kind is not MaxOver or is_positive(f))]
        if outside:
            rest = self._split(kind, sp.Mul(*(f for f in factors if f not in outside)), index, upper)
            common = sp.Mul(*outside)
            return (common**upper if kind is sp.Product else common) * rest
        constant = [t for t in sp.Add.make_args(body) if index not in free(t)]
        if constant and kind is not sp.Product:
            rest = self._split(kind, body - sp.Add(*constant), index, upper)
            return _OF_EQUALS[kind](sp.Add(*constant), upper) + rest
        whole = kind(body, (index, 1, upper))
        return self._hold(whole) if self._surely_positive(whole) else whole


_OF_EQUALS: dict[Any, Callable[[Any, Any], Any]] = {
    sp.Sum: lambda body, upper: upper * body,
    sp.Product: lambda body, upper: body**upper,
    MaxOver: lambda body, upper: body,
}
_OF_MEMBERS: dict[Any, Callable[..., Any]] = {sp.Sum: sp.Add, sp.Product: sp.Mul, MaxOver: sp.Max}


# -- derivatives, and equations solved for one symbol, where that is possible without asking anybody -------------------
def differentiate(formula: Any, symbol: Any) -> Any:
    """Return the derivative by a symbol; maxima, ceilings and what else has none everywhere are refused."""
    for part in parts(formula):
        if symbol in free(part) and isinstance(part, sp.Max | sp.Min | MaxOver | sp.Product | sp.ceiling | sp.floor):
            raise UnsupportedNode(f"no derivative of a {type(part).__name__} by {symbol}")
        if isinstance(part, sp.Sum) and symbol in free(over(part)[2]):
            raise UnsupportedNode(f"no derivative of a sum by its length {symbol}")
    return sp.diff(formula, symbol)


def solve_for(formula: Any, symbol: Any, value: Any) -> Any:
    """Return the positive symbol at which the formula has this value, for a symbol that the formula has once.

    Every step back is an equivalence for positive bases: sums and products are taken to the other side, powers with
    a number or an exponent free of the symbol become roots, exp and log each other.
    """
    count = _occurrences(formula, symbol)
    if count != 1:
        raise UnsupportedNode(f"{symbol} occurs {count} times: no closed form by undoing one step after the other")
    while formula != symbol:
        inside = next((a for a in children(formula) if symbol in free(a)), None)
        if formula.is_Add:
            value = value - (formula - inside)
        elif formula.is_Mul:
            value = value / sp.Mul(*(a for a in formula.args if a is not inside))
        elif isinstance(formula, sp.exp | sp.log):
            value = sp.log(value) if isinstance(formula, sp.exp) else sp.exp(value)
        elif formula.is_Pow and inside is formula.base:
            value = value ** (1 / formula.exp)
        elif formula.is_Pow:
            value = sp.log(value) / sp.log(formula.base)
        else:
            raise UnsupportedNode(f"{symbol} stands inside a {type(formula).__name__}")
        formula = inside
    return value


def _occurrences(formula: Any, symbol: Any) -> int:
    return 1 if formula == symbol else sum(_occurrences(a, symbol) for a in children(formula))
