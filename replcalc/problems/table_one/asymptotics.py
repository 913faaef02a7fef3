"""From an exact bound to its O-form, by rules: a symbolic reduction, not a table of answers.

A bound is a positive expression in quantities that become small (rho, beta, alpha, ...) or large (d, the number of
arms, ...). Each of them is a ``Scale``: its size grows (1/rho for a small rho, d for a large d) and so does the
logarithm of its size. A ``Regime`` says which scales there are, which inequalities between them may be used
(beta <= rho), and whose logarithms the notation hides (O~ hides those of every scale but the declared ones).

``reduce(expression, regime)`` bounds the expression from above, up to a constant, by a sum of monomials in sizes and
logarithms of sizes. The rules, each sound for an upper bound:

- positive constants are dropped; negative terms of a sum are dropped; ceiling(x) <= x + 1; Max is at most the sum;
- (a + b)^q <= const (a^q + b^q); a denominator is bounded from below by one monomial, where a subtracted minimum
  Min(x, y) is replaced by x or by y, and a subtracted small scale by a larger one, whichever leaves no minus sign;
- log of a sum of monomials is at most the sum of their logarithms; log(c m) is at most 1 plus the logarithms of the
  growing factors of m; log log x <= log x;
- a monomial is absorbed by the others if a weighted geometric mean of them is at least as large: the exponents of their
  quotient lie in the cone spanned by the growing sizes and logarithms, by the assumed inequalities and by
  x^s >= log(x)^t. A linear program decides this.

What remains of a sum of monomials is unique (the vertices of a polyhedron), so two such sums agree up to constants in
the regime if and only if their reductions are equal. A denominator that is a sum is bounded by one of its terms: sound,
and exact where one term is the largest, as in every bound reduced here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from operator import add
from typing import Any

import sympy as sp
from scipy.optimize import linprog

from replcalc.numbers.errors import ReplcalcError
from replcalc.problems.table_one.regime import Regime

#: In the cone, x beats log(x)^POLYLOG; any finite power is sound, and no bound here has a larger one.
POLYLOG = 1000


class Irreducible(ReplcalcError):
    """No rule reduces the expression."""


@dataclass(frozen=True, order=True)
class Monomial:
    """A product of powers of sizes and of logarithms of sizes; exponents in the order of the regime's scales."""

    sizes: tuple[Fraction, ...]
    logs: tuple[Fraction, ...]

    def __mul__(self, other: Monomial) -> Monomial:
        return Monomial(tuple(map(add, self.sizes, other.sizes)), tuple(map(add, self.logs, other.logs)))

    def __pow__(self, exponent: Fraction) -> Monomial:
        return Monomial(tuple(a * exponent for a in self.sizes), tuple(a * exponent for a in self.logs))

    @property
    def vector(self) -> tuple[Fraction, ...]:
        return self.sizes + self.logs


@dataclass(frozen=True)
class Growth:
    """A reduced bound: the monomials that remain, largest exponents first. Equal values: the same order of growth."""

    regime: Regime = field(compare=False)
    terms: tuple[Monomial, ...]


def reduce(expression: Any, regime: Regime) -> Growth:
    """Return the O-form of a positive expression; Irreducible where no rule applies."""
    return Growth(regime, _maximal(_Reduction(regime).upper(sp.sympify(expression)), regime))


class _Reduction:
    def __init__(self, regime: Regime) -> None:
        self.regime = regime
        count = len(regime.scales)
        self.one = Monomial((Fraction(0),) * count, (Fraction(0),) * count)

    # -- upper bounds: sets of monomials ---------------------------------------------------------------------------
    def upper(self, node: Any) -> frozenset[Monomial]:
        if node.is_Add:
            positive = [term for term in map(_flip_logarithm, node.args) if not _negative(term)]
            return frozenset().union(*(self.upper(term) for term in positive))
        if node.is_Mul:
            products = product(*map(self.upper, node.args))
            return self._trim(frozenset(prod(factors, start=self.one) for factors in products))
        if node.is_Pow and node.base is not sp.E:
            return self._upper_power(node)
        if isinstance(node, sp.log):
            return self._upper_log(node.args[0])
        if isinstance(node, sp.ceiling | sp.floor):
            return self.upper(node.args[0]) | {self.one}
        if isinstance(node, sp.Max):
            return frozenset().union(*(self.upper(a) for a in node.args))
        if isinstance(node, sp.Min):
            return min((self.upper(a) for a in node.args), key=self._rank)
        return frozenset({self._atom(node)})

    def _upper_power(self, node: Any) -> frozenset[Monomial]:
        base, exponent = node.base, node.exp
        if exponent in self.regime.exponents:
            if not self.regime.soft:
                raise Irreducible(f"{node}: an unknown power of a logarithm needs the notation O~")
            return frozenset({self.one})
        if not exponent.is_Rational:
            raise Irreducible(f"{node}: the exponent is not a number")
        power = Fraction(int(exponent.p), int(exponent.q))
        if power > 0:
            return frozenset(m**power for m in self.upper(base))
        return frozenset({self.lower(base) ** power})

    def _upper_log(self, argument: Any) -> frozenset[Monomial]:
        growing = {
            position
            for monomial in self.upper(argument)
            for position, exponents in enumerate(zip(monomial.sizes, monomial.logs, strict=True))
            if max(exponents) > 0
        }
        return self._trim(frozenset({self.one, *map(self._log, growing)}))

    def _log(self, position: int) -> Monomial:
        """Return the logarithm of one size: shown, or hidden and then a constant."""
        if self.regime.hides(position):
            return self.one
        logs = tuple(Fraction(int(p == position)) for p in range(len(self.regime.scales)))
        return Monomial(self.one.sizes, logs)

    # -- lower bounds: one monomial --------------------------------------------------------------------------------
    def lower(self, node: Any) -> Monomial:
        if node.is_Add:
            return self._lower_sum(node)
        if node.is_Mul:
            return prod(map(self.lower, node.args), start=self.one)
        if node.is_Pow and node.base is not sp.E and node.exp.is_Rational:
            power = Fraction(int(node.exp.p), int(node.exp.q))
            return (self.lower(node.base) if power > 0 else self._single(node.base)) ** power
        if isinstance(node, sp.ceiling):
            return self.lower(node.args[0])
        if isinstance(node, sp.Max):
            return max((self.lower(a) for a in node.args), key=lambda m: self._rank({m}))
        if isinstance(node, sp.Min):
            return self._least([self.lower(a) for a in node.args], node)
        return self._atom(node)

    def _lower_sum(self, node: Any) -> Monomial:
        if not any(_negative(term) for term in node.args):
            return max((self.lower(term) for term in node.args), key=lambda m: self._rank({m}))
        # expressions not above the sum: in subtracted terms minima and small scales are replaced by what is larger
        for chosen in product(*(self._enlarge(term) if _negative(term) else [term] for term in node.args)):
            candidate = sp.Add(*chosen)
            terms = sp.Add.make_args(sp.expand(candidate, log=False))
            if all(not _negative(term) for term in terms) and candidate != 0:
                return self.lower(sp.Add(*terms))
        raise Irreducible(f"no positive lower bound for {node} under the assumed inequalities")

    def _enlarge(self, term: Any) -> list[Any]:
        """Return a subtracted term, and the same with minima and ordered symbols replaced by upper bounds.

        Only factors with a positive power are replaced: in them the term grows.
        """
        found = [term]
        for factor, power in term.as_powers_dict().items():
            if power.is_positive and isinstance(factor, sp.Min):
                found += [t / factor**power * a**power for t in list(found) for a in factor.args]
        for smaller, larger in self.regime.orders:
            for t in list(found):
                power = t.as_powers_dict().get(smaller, sp.Integer(0))
                if power.is_positive:
                    found.append(t * (larger / smaller) ** power)
        return found

    def _least(self, candidates: list[Monomial], node: Any) -> Monomial:
        for one in candidates:
            if all(one == other or is_absorbed(one, (other,), self.regime) for other in candidates):
                return one
        raise Irreducible(f"the members of {node} cannot be ordered under the assumed inequalities")

    def _single(self, node: Any) -> Monomial:
        terms = _maximal(self.upper(node), self.regime)
        if len(terms) != 1:
            raise Irreducible(f"{node} stands below a fraction line and has no single largest term")
        return terms[0]

    # -- atoms -----------------------------------------------------------------------------------------------------
    def _atom(self, node: Any) -> Monomial:
        if node.is_number or node in self.regime.constants:
            if node.is_number and not node.is_positive:
                raise Irreducible(f"{node} is not positive")
            return self.one
        position = self.regime.index(node)
        if position is None:
            raise Irreducible(f"no rule to reduce {node}")
        power = Fraction(1 if self.regime.scales[position].grows == "large" else -1)
        sizes = tuple(power if p == position else Fraction(0) for p in range(len(self.regime.scales)))
        return Monomial(sizes, self.one.logs)

    def _trim(self, found: frozenset[Monomial]) -> frozenset[Monomial]:
        return frozenset(_maximal(found, self.regime)) if len(found) > 6 else found

    def _rank(self, terms: Iterable[Monomial]) -> tuple[Any, ...]:
        """Return a sort key that prefers less growth; which of two bounds is taken does not matter: both hold."""
        return tuple(sorted((sum(m.sizes), sum(m.logs), m) for m in terms))


def _negative(term: Any) -> bool:
    return bool(term.as_coeff_Mul()[0].is_negative)


def _flip_logarithm(term: Any) -> Any:
    """-log(y) is positive for small y: written log(1/y), so that it is not dropped as a negative term."""
    if not _negative(term):
        return term
    odd = [f for f in sp.Mul.make_args(term) if f.as_base_exp()[0].func is sp.log and f.as_base_exp()[1].is_odd]
    if len(odd) > 1:
        raise Irreducible(f"the sign of {term} is not evident")
    if not odd:
        return term
    base, power = odd[0].as_base_exp()
    return -term / odd[0] * sp.log(1 / base.args[0]) ** power


def _maximal(terms: Iterable[Monomial], regime: Regime) -> tuple[Monomial, ...]:
    """Return the terms that the others do not absorb, largest first."""
    kept = sorted(set(terms), reverse=True)
    for term in sorted(set(terms)):
        others = tuple(t for t in kept if t != term)
        if others and is_absorbed(term, others, regime):
            kept = list(others)
    return tuple(kept)


@lru_cache(maxsize=4096)
def is_absorbed(term: Monomial, others: tuple[Monomial, ...], regime: Regime) -> bool:
    """Return whether ``term`` is at most a constant times the sum of ``others``."""
    if any(all(a <= b for a, b in zip(term.vector, other.vector, strict=True)) for other in others):
        return True  # the common easy case: a quotient is a product of growing sizes and logarithms
    return _feasible(term, others, regime)


def _generators(regime: Regime) -> list[list[int]]:
    """Exponent vectors of quantities that are at least a constant: sizes, logarithms, x over log(x)^POLYLOG, orders."""
    count = len(regime.scales)

    def vector(exponents: Mapping[int, int]) -> list[int]:
        return [exponents.get(place, 0) for place in range(2 * count)]

    found = [
        vector(exponents) for p in range(count) for exponents in ({p: 1}, {count + p: 1}, {p: 1, count + p: -POLYLOG})
    ]
    for smaller, larger in regime.orders:
        a, b = regime.index(smaller), regime.index(larger)
        if a is None or b is None:
            continue
        sign = 1 if regime.scales[a].grows == "small" else -1
        found += [vector({a: sign, b: -sign}), vector({count + a: sign, count + b: -sign})]
    return found


def _feasible(term: Monomial, others: tuple[Monomial, ...], regime: Regime) -> bool:
    """Are there weights w >= 0 with sum 1 and g >= 0 with sum_j w_j others_j - term = sum g_l generator_l?

    The entries are small rationals: what floats may be off by decides nothing.
    """
    generators = _generators(regime)
    rows = [[float(o.vector[r]) for o in others] + [-g[r] for g in generators] for r in range(len(term.vector))]
    weights = [1.0] * len(others) + [0.0] * len(generators)
    right = [*map(float, term.vector), 1.0]
    return bool(linprog([0.0] * len(weights), A_eq=[*rows, weights], b_eq=right).status == 0)
