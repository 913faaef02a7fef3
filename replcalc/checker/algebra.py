"""The checker's own algebra: normal forms of certificate trees, without sympy.

A polynomial is a dict from monomials to Fractions; a monomial is a sorted tuple of (atom, exponent) with Fraction
exponents; an atom is a nested tuple. Quotients stay unreduced: equality is decided by multiplying across, and means
equality wherever both sides are defined. Roots are taken apart only into factors that are never negative: variables
that the certificate says are nonnegative, exponentials, roots. Logarithms, sums and other functions are not:
sqrt(log(x)**2) is never log(x). Inside a logarithm signs do not matter: ln abs(.) turns products into sums.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from math import floor
from typing import Any

from replcalc.checker.variables import read_rational

Atom = tuple[Any, ...]
AtomPowers = tuple[tuple[Atom, Fraction], ...]
Polynomial = dict[AtomPowers, Fraction]
Quotient = tuple[Polynomial, Polynomial]

ONE: Polynomial = {(): Fraction(1)}
#: Largest integer power that is multiplied out.
MAX_POWER = 64


class NoNormalForm(Exception):
    """The tree has no normal form in this algebra; the checker then verifies nothing with it."""


def constant(value: Fraction) -> Polynomial:
    return {(): value} if value else {}


def add(a: Polynomial, b: Polynomial, sign: int = 1) -> Polynomial:
    result = dict(a)
    for monomial, coefficient in b.items():
        total = result.get(monomial, Fraction(0)) + sign * coefficient
        if total:
            result[monomial] = total
        else:
            result.pop(monomial, None)
    return result


def multiply(a: Polynomial, b: Polynomial) -> Polynomial:
    result: Polynomial = {}
    for m1, c1 in a.items():
        for m2, c2 in b.items():
            monomial = _join(m1, m2)
            result[monomial] = result.get(monomial, Fraction(0)) + c1 * c2
    return {monomial: c for monomial, c in result.items() if c}


def _join(a: AtomPowers, b: AtomPowers) -> AtomPowers:
    powers = dict(a)
    for atom, exponent in b:
        powers[atom] = powers.get(atom, Fraction(0)) + exponent
    return tuple(sorted(((x, e) for x, e in powers.items() if e), key=repr))


def power(q: Quotient, n: int) -> Quotient:
    if abs(n) > MAX_POWER:
        raise NoNormalForm(f"power {n}")
    top, bottom = q if n >= 0 else (q[1], q[0])
    result: Quotient = (ONE, ONE)
    for _ in range(abs(n)):
        result = multiply(result[0], top), multiply(result[1], bottom)
    return result


def frozen(p: Polynomial) -> Atom:
    return tuple(sorted(p.items(), key=repr))


class Algebra:
    """Normal forms of trees; remembers the bases of roots so that g**q can be replaced.

    ``nonnegative``: names of the variables that are never negative.
    """

    def __init__(self, nonnegative: Collection[str] = ()) -> None:
        self.nonnegative = frozenset(nonnegative)
        self.roots: dict[Atom, Quotient] = {}

    def _positive(self, atom: Atom) -> bool:
        """Does the atom stand for something that is never negative where it is defined?"""
        if atom[0] == "v":
            return atom[1] in self.nonnegative
        return atom[0] in ("pi", "prime", "exp", "root") or (atom[0] == "pow" and self._positive(atom[1]))

    def equal(self, left: Any, right: Any) -> bool:
        (a, b), (c, d) = self.quotient(left), self.quotient(right)
        return self._somewhere(b, d) and self.vanishes(add(multiply(a, d), multiply(c, b), -1))

    def is_zero(self, tree: Any) -> bool:
        top, bottom = self.quotient(tree)
        return self._somewhere(bottom) and self.vanishes(top)

    def _somewhere(self, *bottoms: Polynomial) -> bool:
        """Are the denominators not identically zero? 0/0 would equal everything."""
        return not any(self.vanishes(bottom) for bottom in bottoms)

    def quotient(self, tree: Any) -> Quotient:
        head, args = tree[0], tree[1:]
        if head == "q":
            return constant(read_rational(args[0])), ONE
        if head == "v":
            return {((("v", args[0]), Fraction(1)),): Fraction(1)}, ONE
        if head == "pi":
            return {((("pi",), Fraction(1)),): Fraction(1)}, ONE
        if head == "+":
            return self._added([self.quotient(a) for a in args])
        if head == "*":
            product: Quotient = (ONE, ONE)
            for a in args:
                top, bottom = self.quotient(a)
                product = multiply(product[0], top), multiply(product[1], bottom)
            return product
        if head == "^":
            return self._power(self.quotient(args[0]), self._flat(args[1]))
        if head == "exp":
            return self._exponential(self._flat(args[0]))
        if head == "log":
            return self._logarithm(self.quotient(args[0])), ONE
        if head == "sum":
            return self._sum(*args)
        if head in ("sinh", "cosh", "tanh", "sech"):
            return self.quotient(by_exponentials(head, args[0]))
        atom = ("fn", head, *(tuple(map(frozen, self.quotient(a))) for a in args))
        return {((atom, Fraction(1)),): Fraction(1)}, ONE

    def _flat(self, tree: Any) -> Polynomial:
        """A polynomial: the denominator must be a single term."""
        top, bottom = self.quotient(tree)
        return multiply(top, self._inverse(bottom))

    def _inverse(self, p: Polynomial) -> Polynomial:
        if len(p) != 1:
            raise NoNormalForm("a sum in a denominator")
        ((monomial, coefficient),) = p.items()
        return {tuple((atom, -e) for atom, e in monomial): 1 / coefficient}

    def _power(self, base: Quotient, exponent: Polynomial) -> Quotient:
        result: Quotient = (ONE, ONE)
        for monomial, coefficient in exponent.items():
            if monomial == ():
                part = power(base, int(coefficient)) if coefficient.denominator == 1 else self._root(base, coefficient)
            else:
                part = self._symbolic(base, monomial, coefficient)
            result = multiply(result[0], part[0]), multiply(result[1], part[1])
        return result

    def _symbolic(self, base: Quotient, monomial: AtomPowers, coefficient: Fraction) -> Quotient:
        if len(base[0]) == 1 and len(base[1]) == 1:
            ((factors, content),) = multiply(base[0], self._inverse(base[1])).items()
            split = content > 0 and all(self._positive(atom) for atom, _ in factors)
        else:
            split, factors, content = False, (), Fraction(1)
        if split:
            powers = [(("pow", atom, monomial), e * coefficient) for atom, e in factors]
            powers += [(("pow", ("prime", p), monomial), e * coefficient) for p, e in primes(content)]
        else:
            powers = [(("pow", tuple(map(frozen, base)), monomial), coefficient)]
        return {tuple(sorted(powers, key=repr)): Fraction(1)}, ONE

    def _root(self, base: Quotient, exponent: Fraction) -> Quotient:
        single = multiply(base[0], self._inverse(base[1])) if len(base[0]) == len(base[1]) == 1 else {}
        if single and min(single.values()) > 0 and all(self._positive(atom) for m in single for atom, _ in m):
            ((factors, content),) = single.items()
            powers = {atom: e * exponent for atom, e in factors}
            for prime, e in primes(content):
                powers[("prime", prime)] = powers.get(("prime", prime), Fraction(0)) + e * exponent
            return {tuple(sorted(((a, e) for a, e in powers.items() if e), key=repr)): Fraction(1)}, ONE
        atom = ("root", tuple(map(frozen, base)))
        self.roots[atom] = base
        return {((atom, exponent),): Fraction(1)}, ONE

    def _exponential(self, argument: Polynomial) -> Quotient:
        result: Quotient = (ONE, ONE)
        for monomial, coefficient in argument.items():
            logarithm = len(monomial) == 1 and monomial[0][0][0] == "log" and monomial[0][1] == 1
            base = monomial[0][0][1] if logarithm else ("",)
            atom = base if self._positive(base) else ("exp", monomial)
            part: Quotient = ({((atom, coefficient),): Fraction(1)}, ONE)
            result = multiply(result[0], part[0]), multiply(result[1], part[1])
        return result

    def _logarithm(self, argument: Quotient) -> Polynomial:
        result: Polynomial = {}
        for side, sign in ((argument[0], 1), (argument[1], -1)):
            common, content = _common(side)
            rest = {_join(m, tuple((a, -e) for a, e in common)): c / content for m, c in side.items()}
            for atom, e in common:
                inner = self._log_atom(atom)
                result = add(result, multiply(constant(sign * e), inner))
            for prime, e in primes(content):
                result = add(result, {((("log", ("prime", prime)), Fraction(1)),): sign * e})
            if rest != ONE:
                atom = ("log", ("sum of terms", frozen(rest)))
                result = add(result, {((atom, Fraction(1)),): Fraction(sign)})
        return result

    def _log_atom(self, atom: Atom) -> Polynomial:
        if atom[0] == "exp":
            return {atom[1]: Fraction(1)}
        if atom[0] == "pow" and self._positive(atom[1]):
            return multiply({atom[2]: Fraction(1)}, self._log_atom(atom[1]))
        return {((("log", atom), Fraction(1)),): Fraction(1)}

    def _sum(self, body: Any, index: Any, lower: Any, upper: Any) -> Quotient:
        """Linear in the body: what does not mention the index comes out, each remaining monomial is an atom."""
        if body[0] == "+":
            return self._added([self._sum(term, index, lower, upper) for term in body[1:]])
        count = add(add(self._flat(upper), self._flat(lower), -1), ONE)
        limits = (frozen(self._flat(lower)), frozen(self._flat(upper)))
        top, bottom = self.quotient(body)
        inverse: AtomPowers = ()
        if len(bottom) == 1:
            top, bottom = multiply(top, self._inverse(bottom)), ONE
        elif _mentions(frozen(bottom), index[1]):
            inverse, bottom = ((("inverse", frozen(bottom)), Fraction(1)),), ONE
        total: Polynomial = {}
        for monomial, coefficient in ((_join(m, inverse), c) for m, c in top.items()):
            inside = tuple((a, e) for a, e in monomial if _mentions(a, index[1]))
            outside = tuple((a, e) for a, e in monomial if not _mentions(a, index[1]))
            atom = ("sum", _renamed(inside, index[1], f"_index{_height(inside) + 1}"), *limits)
            factor: Polynomial = {((atom, Fraction(1)),): Fraction(1)} if inside else count
            total = add(total, multiply({outside: coefficient}, factor))
        return total, bottom

    def _added(self, parts: list[Quotient]) -> Quotient:
        total: Quotient = ({}, ONE)
        for top, bottom in parts:
            total = add(multiply(total[0], bottom), multiply(top, total[1])), multiply(total[1], bottom)
        return total

    def vanishes(self, p: Polynomial) -> bool:
        """Zero after replacing whole powers of roots, until nothing is left to replace."""
        for _ in range(16):
            changed, total = False, ({}, ONE)  # type: bool, Quotient
            for monomial, coefficient in p.items():
                part: Quotient = (constant(coefficient), ONE)
                for atom, e in monomial:
                    n = floor(e) if atom[0] in ("root", "prime") else 0
                    factor: Quotient = ({((atom, e - n),): Fraction(1)} if e != n else ONE, ONE)
                    if n:
                        changed = True
                        base = self.roots[atom] if atom[0] == "root" else (constant(Fraction(atom[1])), ONE)
                        whole = power(base, n)
                        factor = multiply(factor[0], whole[0]), multiply(factor[1], whole[1])
                    part = multiply(part[0], factor[0]), multiply(part[1], factor[1])
                total = add(multiply(total[0], part[1]), multiply(part[0], total[1])), multiply(total[1], part[1])
            p = total[0]
            if not changed:
                return not p
        return False


def _common(p: Polynomial) -> tuple[AtomPowers, Fraction]:
    """The monomial that divides every term, and the size of the coefficient of the first term."""
    if not p:
        raise NoNormalForm("logarithm of zero")
    first = min(p, key=repr)
    content = abs(p[first])
    powers = dict(first)
    for monomial in p:
        have = dict(monomial)
        powers = {atom: min(e, have[atom]) for atom, e in powers.items() if atom in have}
    return tuple(sorted(((a, e) for a, e in powers.items() if e), key=repr)), content


def primes(value: Fraction) -> list[tuple[int, Fraction]]:
    if value <= 0:
        raise NoNormalForm("root or logarithm of a number that is not positive")
    found = []
    for number, sign in ((value.numerator, 1), (value.denominator, -1)):
        rest, p = number, 2
        while rest > 1 and p < 100_000:
            e = 0
            while rest % p == 0:
                rest, e = rest // p, e + 1
            if e:
                found.append((p, Fraction(sign * e)))
            p += 1
            if p * p > rest > 1:
                found.append((rest, Fraction(sign)))
                rest = 1
        if rest > 1:
            raise NoNormalForm("a number too large to factor")
    return found


def by_exponentials(head: str, x: Any) -> Any:
    up: Any = ["exp", x]
    down: Any = ["exp", ["*", ["q", "-1"], x]]
    minus = ["+", up, ["*", ["q", "-1"], down]]
    plus = ["+", up, down]
    half, inverse = ["q", "1/2"], ["^", plus, ["q", "-1"]]
    table = {"sinh": ["*", half, minus], "cosh": ["*", half, plus], "tanh": ["*", minus, inverse]}
    return table.get(head, ["*", ["q", "2"], inverse])


def _mentions(atom: Any, name: str) -> bool:
    if isinstance(atom, tuple):
        return any(_mentions(a, name) for a in atom)
    return isinstance(atom, str) and (atom == name or atom.endswith(f"[{name}]"))


def _height(atom: Any) -> int:
    """How deeply sums nest in the atom."""
    if not isinstance(atom, tuple):
        return 0
    return max((_height(a) for a in atom), default=0) + (1 if atom and atom[0] == "sum" else 0)


def _renamed(atom: Any, name: str, new: str) -> Any:
    """The bound index under a name that says how deeply sums nest, so that sums over i and over j compare equal."""
    if isinstance(atom, tuple):
        return tuple(_renamed(a, name, new) for a in atom)
    if isinstance(atom, str) and atom == name:
        return new
    return atom.replace(f"[{name}]", f"[{new}]") if isinstance(atom, str) else atom
