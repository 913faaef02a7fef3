"""Quotients of polynomials in given symbols, in flint: what the normal form of identities compares.

A symbol that occurs with fractional powers stands for a power of a root of its own, so that every exponent is whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from math import gcd, lcm
from typing import Any

import sympy as sp
from flint import Ordering, fmpq, fmpq_mpoly_ctx

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
