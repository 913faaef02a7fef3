"""Polynomials as sums of squares: a Gram matrix is found numerically, rounded, and made exact.

The kernel compares the polynomial with the sum and reads its sign off: nothing here has to be trusted.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy as sp

from replcalc.kernel.variables import Bounds

#: Most monomials whose squares are added, and steps of the search for a Gram matrix.
MOST_MONOMIALS, STEPS = 30, 1500
#: The entries of the Gram matrix are rounded to multiples of one over these.
DENOMINATORS = (1, 2, 12, 420, 10**4, 10**7)

Exponents = tuple[int, ...]


def sum_of_squares(f: Any, symbols: Mapping[str, Any], domain: Mapping[str, Bounds]) -> Any:
    """Write f as a sum of squares with positive coefficients, or None; nonnegative variables may be squares."""
    used = [symbols[name] for name in domain if symbols[name] in f.free_symbols]
    if not used or not f.is_polynomial(*used):
        return None
    found = _sum_of_squares(f, used, {})
    roots = {s: sp.Dummy() for s in used if s.is_nonnegative}
    return _sum_of_squares(f, used, roots) if found is None and roots else found


def _sum_of_squares(f: Any, used: list[Any], roots: Mapping[Any, Any]) -> Any:
    bases = [roots.get(s, s) for s in used]
    polynomial = sp.Poly(f.xreplace({s: root**2 for s, root in roots.items()}), *bases)
    if not polynomial.domain.is_QQ and not polynomial.domain.is_ZZ:
        return None
    terms = {m: Fraction(int(c.p), int(c.q)) for m, c in polynomial.terms()}
    squares = _squares(terms)
    if squares is None:
        return None
    back = {root: sp.sqrt(s) for s, root in roots.items()}
    total = sp.Integer(0)
    for weight, inner in squares:
        base = sum(sp.Rational(c) * sp.Mul(*(b**e for b, e in zip(bases, m, strict=True))) for m, c in inner.items())
        total += sp.Rational(weight) * base.xreplace(back) ** 2
    return total


def _squares(terms: Mapping[Exponents, Fraction]) -> list[tuple[Fraction, dict[Exponents, Fraction]]] | None:
    """Weights and polynomials with weighted squares that add up to the polynomial with these terms."""
    monomials = _half_monomials(terms)
    places: dict[Exponents, list[tuple[int, int]]] = defaultdict(list)
    for i, j in product(range(len(monomials)), repeat=2):
        places[_add(monomials[i], monomials[j])].append((i, j))
    if not monomials or not terms.keys() <= places.keys():
        return None
    gram = _search(terms, places, len(monomials))
    for denominator in DENOMINATORS:
        rows = [[Fraction(round(x * denominator), denominator) for x in row] for row in gram]
        for monomial, pairs in places.items():
            missing = (terms.get(monomial, Fraction(0)) - sum(rows[i][j] for i, j in pairs)) / len(pairs)
            for i, j in pairs:
                rows[i][j] += missing
        found = _decompose(rows)
        if found is not None:
            return [(w, {m: c for m, c in zip(monomials, row, strict=True) if c}) for w, row in found]
    return None


def _half_monomials(terms: Mapping[Exponents, Fraction]) -> list[Exponents]:
    """Return the monomials that can occur in the squares: without those whose own square nothing could cancel."""
    degree = max(map(sum, terms))
    top = [max(column) // 2 for column in zip(*terms, strict=True)]
    if np.prod([t + 1 for t in top]) > 40 * MOST_MONOMIALS:
        return []
    found = [m for m in product(*(range(t + 1) for t in top)) if min(map(sum, terms)) <= 2 * sum(m) <= degree]
    while True:
        sums = {_add(a, b) for a in found for b in found if a != b}
        kept = [m for m in found if _add(m, m) in terms or _add(m, m) in sums]
        if len(kept) == len(found):
            return kept if len(kept) <= MOST_MONOMIALS else []
        found = kept


def _add(a: Exponents, b: Exponents) -> Exponents:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _search(terms: Mapping[Exponents, Fraction], places: Mapping[Exponents, list[tuple[int, int]]], size: int) -> Any:
    """Approximate a positive semidefinite matrix with these sums by reflections at both conditions in turn."""
    number = np.zeros((size, size), dtype=int)
    wanted = np.zeros(len(places))
    for position, (monomial, pairs) in enumerate(places.items()):
        number[tuple(zip(*pairs, strict=True))] = position
        wanted[position] = float(terms.get(monomial, Fraction(0)))
    counts = np.bincount(number.ravel())
    at, gram = np.zeros((size, size)), np.zeros((size, size))
    for _ in range(STEPS):
        sums = np.bincount(number.ravel(), at.ravel())
        gram = at + ((wanted - sums) / counts)[number]
        values, vectors = np.linalg.eigh(2 * gram - at)
        step = (vectors * values.clip(0)) @ vectors.T - gram
        at = at + step
        if np.abs(step).max() < 1e-12:
            break
    return gram


def _decompose(rows: list[list[Fraction]]) -> list[tuple[Fraction, list[Fraction]]] | None:
    """Weights d and rows l with matrix = sum of d l l^T, exactly; None if the matrix is not positive semidefinite."""
    found = []
    for i in range(len(rows)):
        pivot, row = rows[i][i], rows[i]
        if pivot < 0 or (pivot == 0 and any(row)):
            return None
        if pivot:
            scaled = [x / pivot for x in row]
            found.append((pivot, scaled))
            rows = [
                [x - pivot * a * b for x, b in zip(line, scaled, strict=True)]
                for line, a in zip(rows, scaled, strict=True)
            ]
    return found
