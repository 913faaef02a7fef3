"""A normal form for identities: quotients of polynomials in algebraically independent generators.

Every expression is rewritten, by fixed rules and without search, as a rational function of generators:
symbols and indexed terms; e**m for a monomial m (so e**(2x) is the square of e**x); the logarithms of primes and of
irreducible factors; x**k for a symbolic exponent; roots, with the relation g**q = base; and sums over an index of one
monomial. Two expressions are equal if the cross-multiplied numerators, reduced by the relations, are literally the same
polynomial. Symbols under roots and logarithms are taken to be positive, as they are in every statement.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

_TO_EXP = (sp.sinh, sp.cosh, sp.tanh, sp.sech, sp.coth, sp.csch)


class _Generators:
    """Symbols standing for atoms; the same atom always gets the same symbol."""

    def __init__(self) -> None:
        self.known: dict[Any, Any] = {}
        self.relations: dict[Any, Any] = {}

    def get(self, kind: str, *key: Any) -> Any:
        full = (kind, *key)
        if full not in self.known:
            self.known[full] = sp.Dummy(f"g{len(self.known)}", positive=True)
        return self.known[full]

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
            return self.get(
                "function", type(node), *(self.quotient(a) for a in sorted(node.args, key=sp.default_sort_key))
            )
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
            else:
                result *= self.get("power", self.quotient(base), monomial) ** coefficient
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
        top, bottom = self.quotient(base)
        result = sp.Integer(1)
        for side, sign in ((top, 1), (bottom, -1)):
            content, factors = sp.factor_list(side)
            if content < 0:
                return self._whole_root(base, exponent)
            result *= self._root(content, sign * exponent) if content != 1 else 1
            for factor, multiplicity in factors:
                power = sign * multiplicity * exponent
                if factor.is_Symbol:
                    result *= factor**power
                    continue
                whole, part = sp.floor(power), power - sp.floor(power)
                result *= factor**whole
                if part:
                    generator = self.get("root", factor)
                    self.relations[generator] = factor
                    result *= generator**part
        return result

    def _whole_root(self, base: Any, exponent: Any) -> Any:
        top, bottom = self.quotient(base)
        whole = sp.floor(exponent)
        generator = self.get("root", top, bottom)
        self.relations[generator] = top / bottom
        return (top / bottom) ** whole * generator ** (exponent - whole)

    def _logarithm(self, argument: Any) -> Any:
        if argument.is_Rational and argument > 0:
            return sp.Add(*(m * self.get("log", p) for p, m in sp.factorrat(argument).items() if p != 1))
        if argument is sp.E:
            return sp.Integer(1)
        if isinstance(argument, sp.exp):
            return self.walk(argument.exp)
        if argument.is_Mul and sum(1 for a in argument.args if a.is_positive) >= len(argument.args) - 1:
            return sp.Add(*map(self._logarithm, argument.args))
        if argument.is_Pow and argument.base.is_positive:
            return self.walk(argument.exp) * self._logarithm(argument.base)
        top, bottom = self.quotient(argument)
        result: Any = sp.Integer(0)
        for side, sign in ((top, 1), (bottom, -1)):
            content, factors = sp.factor_list(side)
            odd = [k for k, (_, multiplicity) in enumerate(factors) if multiplicity % 2]
            if content < 0:  # the sign belongs to the one factor that may carry it
                if len(odd) != 1:
                    return self.get("log", self.quotient(argument))
                factor, multiplicity = factors[odd[0]]
                factors[odd[0]], content = (sp.expand(-factor), multiplicity), -content
            result += sign * (self._logarithm(content) if content != 1 else 0)
            for factor, multiplicity in factors:
                result += sign * multiplicity * self._log_factor(factor)
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

    def reduced(self, value: Any) -> Any:
        """The numerator of ``value`` as a polynomial in which every root stands below its relation's degree."""
        degrees: dict[Any, int] = {}
        for power in [p for e in (value, *self.relations.values()) for p in e.atoms(sp.Pow)]:
            if power.base in self.symbols and power.exp.is_Rational:
                degrees[power.base] = sp.ilcm(degrees.get(power.base, 1), power.exp.q)
        whole = {g: sp.Dummy(f"{g.name}_root", positive=True) for g, q in degrees.items() if q > 1}
        powers = {g: h ** degrees[g] for g, h in whole.items()}
        polynomial = sp.expand(sp.fraction(sp.together(value.xreplace(powers)))[0])
        for g in reversed(self.relations):  # outer roots were made after the inner ones they contain
            base_top, base_bottom = sp.fraction(sp.together(self.relations[g].xreplace(powers)))
            h, degree = whole.get(g, g), degrees.get(g, 1)
            if polynomial.has(h):
                polynomial = sp.expand(sp.prem(polynomial, base_bottom * h**degree - base_top, h))
        return polynomial

    @property
    def symbols(self) -> set[Any]:
        return set(self.known.values())


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
    generators = _Generators()
    top_left, bottom_left = sp.fraction(sp.together(generators.walk(_canonical_sums(sp.sympify(left)))))
    top_right, bottom_right = sp.fraction(sp.together(generators.walk(_canonical_sums(sp.sympify(right)))))
    first, second = top_left * bottom_right, top_right * bottom_left
    if generators.reduced(first - second) != 0:
        return None
    return len(sp.Add.make_args(generators.reduced(first)))


def is_zero(expression: Any) -> bool:
    """Is the normal form literally zero? (False proves nothing.)"""
    return expression == 0 or same(expression, sp.Integer(0)) is not None
