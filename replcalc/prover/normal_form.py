"""A normal form for identities: quotients of polynomials in algebraically independent generators.

Every expression is rewritten, by fixed rules and without search, as a rational function of generators:
symbols and indexed terms; e**m for a monomial m (so e**(2x) is the square of e**x); the logarithms of primes and of
irreducible factors; x**k for a symbolic exponent; roots, with the relation g**q = base; and sums over an index of one
monomial. Two expressions are equal if the cross-multiplied numerators, reduced by the relations, are literally the same
polynomial. Roots are split only into factors that are certainly positive: sqrt((x-1)**2) is never x - 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from math import gcd, lcm
from typing import Any

import sympy as sp
from flint import Ordering, fmpq, fmpq_mpoly_ctx

# -- quotients of polynomials in given symbols, in flint: what the normal form of identities compares ------------------
# A symbol that occurs with fractional powers stands for a power of a root of its own, so that every exponent is
# whole.
#: Numerator and denominator: polynomials of flint.
Fraction = tuple[Any, Any]


def _content(polynomial: Any) -> fmpq:
    """The positive rational by which the coefficients are coprime integers; 1 for zero."""
    values = polynomial.coeffs()
    return fmpq(gcd(*(int(v.p) for v in values)), lcm(*(int(v.q) for v in values))) if values else fmpq(1)


class Ring:
    """The polynomials in all symbols of some expressions."""

    def __init__(self, expressions: Iterable[Any]) -> None:
        self.degrees: dict[Any, int] = {}
        for expression in expressions:
            for symbol in expression.free_symbols:
                self.degrees.setdefault(symbol, 1)
            for power in expression.atoms(sp.Pow):
                if power.base.is_Symbol and power.exp.is_Rational:
                    self.degrees[power.base] = lcm(self.degrees[power.base], int(power.exp.q))
        context = fmpq_mpoly_ctx.get([f"x{place}" for place in range(len(self.degrees))], Ordering.lex)
        self.places = {symbol: place for place, symbol in enumerate(self.degrees)}
        self.generators = dict(zip(self.degrees, context.gens(), strict=True))
        self.one = context.constant(1)
        self._known: dict[Any, Fraction] = {}

    def lowest(self, node: Any) -> Fraction:
        """An expression of sympy in lowest terms."""
        top, bottom = self.fraction(node)
        common = top.gcd(bottom)
        return top / common, bottom / common

    def fraction(self, node: Any) -> Fraction:
        """An expression of sympy as a quotient; a PolynomialError where it is none."""
        if node not in self._known:
            self._known[node] = self._fraction(node)
        return self._known[node]

    def _fraction(self, node: Any) -> Fraction:
        if node.is_Rational:
            return self.one * fmpq(int(node.p), int(node.q)), self.one
        if node.is_Symbol:
            return self.generators[node] ** self.degrees[node], self.one
        if node.is_Add:
            return reduce(self._sum, map(self.fraction, node.args))
        if node.is_Mul:
            return reduce(lambda a, b: (a[0] * b[0], a[1] * b[1]), map(self.fraction, node.args))
        if node.is_Pow and node.exp.is_Rational:
            if node.base.is_Symbol:
                whole = int(node.exp * self.degrees[node.base])
                top, bottom = self.generators[node.base], self.one
            elif node.exp.is_Integer:
                whole = int(node.exp)
                top, bottom = self.fraction(node.base)
            else:
                raise sp.PolynomialError(f"a root that is no generator: {node}")
            if whole >= 0:
                return top**whole, bottom**whole
            if top == 0:
                raise sp.PolynomialError(f"division by zero: {node}")
            return bottom**-whole, top**-whole
        raise sp.PolynomialError(f"not a quotient of polynomials: {node}")

    def in_sympy(self, top: Any, bottom: Any) -> tuple[Any, Any]:
        """A quotient in lowest terms as sympy's ``cancel`` writes it up to the sign of both: coprime integers in it.

        A polynomial is one over 1. The first coefficient of the denominator is positive, symbols in the order of their
        names.
        """
        factors = (_content(top), _content(bottom))
        ratio = factors[0] / factors[1]
        if bottom.is_constant():  # a polynomial keeps its fractions
            top, bottom, factors, ratio = top / bottom, self.one, (fmpq(1), fmpq(1)), fmpq(1)
        order = sorted(self.degrees, key=str)
        parts = []
        for polynomial, content, whole in zip((top, bottom), factors, (ratio.p, ratio.q), strict=True):
            found = polynomial.to_dict().items()
            terms = [([powers[self.places[s]] for s in order], value * whole / content) for powers, value in found]
            parts.append(sorted(terms, key=lambda term: term[0], reverse=True))
        sign = 1 if parts[1][0][1] > 0 else -1

        def written(powers: list[int], value: fmpq) -> Any:
            return sign * sp.Rational(int(value.p), int(value.q)) * sp.Mul(*map(sp.Pow, order, map(int, powers)))

        numerator, denominator = (sp.Add(*(written(*term) for term in part)) for part in parts)
        return numerator, denominator

    @staticmethod
    def _sum(a: Fraction, b: Fraction) -> Fraction:
        if a[1] == b[1]:
            return a[0] + b[0], a[1]
        common = a[1].gcd(b[1])
        left, right = b[1] / common, a[1] / common
        return a[0] * left + b[0] * right, a[1] * left

    def reduced(self, polynomial: Any, relations: Mapping[Any, Any]) -> Any:
        """Every root below its relation's degree, up to a factor: outer roots, made after those they contain, first."""
        for symbol in reversed(relations):
            if symbol in self.places:
                polynomial = self._without(polynomial, symbol, *self.fraction(relations[symbol]))
        return polynomial

    def _without(self, polynomial: Any, symbol: Any, top: Any, bottom: Any) -> Any:
        """root**degree = top/bottom put in, times the power of ``bottom`` that clears the denominators."""
        place, degree = self.places[symbol], self.degrees[symbol]
        parts: dict[int, dict[tuple[int, ...], Any]] = {}
        for exponents, value in polynomial.to_dict().items():
            times, rest = divmod(exponents[place], degree)
            parts.setdefault(times, {})[(*exponents[:place], rest, *exponents[place + 1 :])] = value
        most = max(parts, default=0)
        if not most:
            return polynomial
        context = polynomial.context()
        terms = (context.from_dict(part) * top**times * bottom ** (most - times) for times, part in parts.items())
        return reduce(lambda a, b: a + b, terms)


#: Kinds of generators that stand for something positive whatever the values of the symbols.
_POSITIVE = frozenset({"exp", "prime", "root"})
_TO_EXP = (sp.sinh, sp.cosh, sp.tanh, sp.sech, sp.coth, sp.csch)


class _Generators:
    """Symbols standing for atoms; the same atom always gets the same symbol."""

    def __init__(self) -> None:
        self.known: dict[Any, Any] = {}
        self.relations: dict[Any, Any] = {}

    def get(self, kind: str, *key: Any) -> Any:
        full = (kind, *key)
        if full not in self.known:
            positive = kind in _POSITIVE or (kind == "symbol" and bool(key[0].is_nonnegative))
            self.known[full] = sp.Dummy(f"g{len(self.known)}", **({"positive": True} if positive else {}))
        return self.known[full]

    def is_positive(self, polynomial: Any) -> bool:
        """Is every term of the polynomial a positive number times positive generators?"""
        for term in sp.Add.make_args(polynomial):
            coefficient, rest = term.as_coeff_Mul()
            if not coefficient.is_positive or not all(g.is_positive for g in rest.free_symbols):
                return False
        return True

    # -- rules -----------------------------------------------------------------------------------------------------
    def walk(self, node: Any) -> Any:
        if node.is_Rational:
            return node
        if node.is_Symbol or isinstance(node, sp.Indexed):
            return self.get("symbol", node)
        if node is sp.E:
            return self.get("exp", sp.Integer(1))
        if node.is_Add:
            return sp.Add(*map(self.walk, node.args))
        if node.is_Mul:
            return sp.Mul(*map(self.walk, node.args))
        if isinstance(node, sp.exp):
            return self._exponential(node.exp)
        if node.is_Pow:
            return self._exponential(node.exp) if node.base is sp.E else self._power(node.base, node.exp)
        if isinstance(node, sp.log):
            return self._logarithm(node.args[0])
        if isinstance(node, sp.Sum):
            return self._sum(node)
        if isinstance(node, _TO_EXP):
            return self.walk(node.rewrite(sp.exp))
        if node.args:
            arguments = sorted(node.args, key=sp.default_sort_key) if isinstance(node, sp.Min | sp.Max) else node.args
            return self.get("function", type(node), *(self.quotient(a) for a in arguments))
        return self.get("atom", node)

    def _terms(self, node: Any) -> list[tuple[Any, Any]]:
        """An exponent as (rational coefficient, monomial) pairs."""
        return [(t.as_coeff_Mul()[0], t.as_coeff_Mul()[1]) for t in sp.Add.make_args(sp.expand(node))]

    def _exponential(self, exponent: Any) -> Any:
        result: Any = sp.Integer(1)
        for coefficient, monomial in self._terms(exponent):
            if isinstance(monomial, sp.log):
                result *= self._power(monomial.args[0], coefficient)
            elif monomial.is_Mul and any(isinstance(f, sp.log) for f in monomial.args):
                logs = [f for f in monomial.args if isinstance(f, sp.log)]
                rest = monomial / logs[0]
                result *= self._power(logs[0].args[0], coefficient * rest)
            else:
                result *= self.get("exp", monomial) ** coefficient
        return result

    def _power(self, base: Any, exponent: Any) -> Any:
        if exponent.is_Integer:
            return self.walk(base) ** exponent
        if exponent.is_Rational:
            return self._root(base, exponent)
        result: Any = sp.Integer(1)
        for coefficient, monomial in self._terms(exponent):
            if monomial == 1:
                result *= self._power(base, coefficient)
            elif base.is_Mul and all(f.is_positive for f in base.args):
                for f in base.args:
                    result *= self._power(f, coefficient * monomial)
            elif base.is_Pow and base.base.is_positive:
                result *= self._power(base.base, base.exp * coefficient * monomial)
            elif base is sp.E:
                result *= self.get("exp", monomial) ** coefficient
            elif coefficient.is_Integer:
                result *= self.get("power", self.quotient(base), monomial) ** coefficient
            else:
                result *= self.get("power", self.quotient(base), coefficient * monomial)
        return result

    def _root(self, base: Any, exponent: Any) -> Any:
        if base.is_Rational and base > 0:
            result: Any = sp.Integer(1)
            for prime, multiplicity in sp.factorrat(base).items():
                whole, part = divmod(multiplicity * exponent, 1)
                result *= sp.Integer(prime) ** whole
                if part:
                    generator = self.get("prime", prime)
                    self.relations[generator] = sp.Integer(prime)
                    result *= generator**part
            return result
        known, unknown = self._split(base)
        result = sp.Integer(1)
        for factor, multiplicity in known:
            power = multiplicity * exponent
            if factor.is_Rational:
                result *= self._root(factor, power)
            elif factor.is_Symbol:
                result *= factor**power
            else:
                result *= self._generated(factor, power)
        return result if unknown == 1 else result * self._generated(unknown, exponent)

    def _generated(self, base: Any, exponent: Any) -> Any:
        """base**exponent with the whole powers taken out and a generator for the root."""
        whole, part = sp.floor(exponent), exponent - sp.floor(exponent)
        if not part:
            return base**whole
        generator = self.get("root", base)
        self.relations[generator] = base
        return base**whole * generator**part

    def _split(self, node: Any) -> tuple[list[tuple[Any, int]], Any]:
        """Factors that are certainly positive with their multiplicities, and the product of the others."""
        top, bottom = self.quotient(node)
        known: list[tuple[Any, int]] = []
        unknown: Any = sp.Integer(1)
        for side, sign in ((top, 1), (bottom, -1)):
            content, factors = sp.factor_list(side)
            known.append((abs(content), sign))
            unknown *= sp.sign(content)
            for factor, multiplicity in factors:
                if self.is_positive(factor):
                    known.append((factor, sign * multiplicity))
                else:
                    unknown *= factor ** (sign * multiplicity)
        return [(f, m) for f, m in known if f != 1], unknown

    def _logarithm(self, argument: Any) -> Any:
        if argument.is_Rational and argument > 0:
            return sp.Add(*(m * self.get("log", p) for p, m in sp.factorrat(argument).items() if p != 1))
        if argument is sp.E:
            return sp.Integer(1)
        if argument.is_Mul and sum(1 for a in argument.args if a.is_positive) >= len(argument.args) - 1:
            return sp.Add(*map(self._logarithm, argument.args))
        if argument.is_Pow and argument.base.is_positive:
            return self.walk(argument.exp) * self._logarithm(argument.base)
        # ln abs(.) turns products into sums whatever the signs, and equals ln wherever ln is defined
        top, bottom = self.quotient(argument)
        result: Any = sp.Integer(0)
        for side, sign in ((top, 1), (bottom, -1)):
            content, factors = sp.factor_list(side)
            result += sign * self._logarithm(abs(content))
            result += sum(sign * multiplicity * self._log_factor(factor) for factor, multiplicity in factors)
        return result

    def _log_factor(self, factor: Any) -> Any:
        for key, symbol in self.known.items():
            if symbol == factor and key[0] == "exp":
                return self.walk(key[1])
            if symbol == factor and key[0] == "symbol":
                return self.get("log", key[1])
        return self.get("log", factor)

    def _sum(self, node: Any) -> Any:
        (index, lower, upper), body = node.limits[0], node.function
        if len(node.limits) != 1:
            return self.get("atom", node)
        total: Any = sp.Integer(0)
        for term in sp.Add.make_args(sp.expand(body)):
            outside, inside = term.as_independent(index, as_Add=False)
            if inside == 1:
                total += self.walk(outside) * self.walk(upper - lower + 1)
            else:
                fresh = _bound_index(_height(inside) + 1)
                total += self.walk(outside) * self.get("sum", inside.xreplace({index: fresh}), lower, upper)
        return total

    # -- quotients -------------------------------------------------------------------------------------------------
    def quotient(self, node: Any) -> tuple[Any, Any]:
        """Numerator and denominator as expanded polynomials in the generators (roots as fractional powers)."""
        top, bottom = sp.fraction(sp.cancel(sp.together(self.walk(node))))
        return sp.expand(top), sp.expand(bottom)


def _height(node: Any) -> int:
    """How deeply sums nest in the node."""
    inner = max((_height(a) for a in node.args), default=0)
    return inner + 1 if isinstance(node, sp.Sum) else inner


def _bound_index(height: int) -> Any:
    return sp.Symbol(f"_index{height}", integer=True, positive=True)


def _canonical_sums(node: Any) -> Any:
    """Every sum with its bound index named by how deeply sums nest in it, so that equal sums look equal."""

    def rename(*args: Any) -> Any:
        found = sp.Sum(*args)
        if len(found.limits) != 1:
            return found
        index, lower, upper = found.limits[0]
        fresh = _bound_index(_height(found))
        return sp.Sum(found.function.xreplace({index: fresh}), (fresh, lower, upper))

    return node.replace(sp.Sum, rename) if node.has(sp.Sum) else node


def same(left: Any, right: Any) -> int | None:
    """Terms of the common normal form if the cross-multiplied numerators are literally equal, else None."""
    try:
        return _same(left, right)
    except (sp.PolynomialError, ValueError):  # sympy has no polynomial for it: no normal form either
        return None


def _same(left: Any, right: Any) -> int | None:
    generators = _Generators()
    sides = [generators.walk(_canonical_sums(sp.sympify(side))) for side in (left, right)]
    ring = Ring((*sides, *generators.relations.values()))
    (top_left, bottom_left), (top_right, bottom_right) = map(ring.lowest, sides)
    first, second = top_left * bottom_right, top_right * bottom_left
    if ring.reduced(first - second, generators.relations) != 0:
        return None
    return max(1, len(ring.reduced(first, generators.relations)))


def is_zero(expression: Any) -> bool:
    """Is the normal form literally zero? (False proves nothing.)"""
    return expression == 0 or same(expression, sp.Integer(0)) is not None
