"""The checker's own algebra: normal forms of certificate trees, without sympy.

A polynomial is a dict from monomials to Fractions; a monomial is a sorted tuple of (atom, exponent) with Fraction
exponents; an atom is a nested tuple. Quotients stay unreduced: equality is decided by multiplying across, and means
equality wherever both sides are defined. Roots are taken apart only into factors that are never negative: variables
that the certificate says are nonnegative, exponentials, roots. Logarithms, sums and other functions are not:
sqrt(log(x)**2) is never log(x). Inside a logarithm signs do not matter: ln abs(.) turns products into sums.
"""

from collections.abc import Collection
from fractions import Fraction
from functools import reduce
from math import floor
from typing import Any, TypeVar

from replcalc.kernel.variables import read_rational

Atom = tuple[Any, ...]
AtomPowers = tuple[tuple[Atom, Fraction], ...]
Polynomial = dict[AtomPowers, Fraction]
Quotient = tuple[Polynomial, Polynomial]

T = TypeVar("T")

ONE: Polynomial = {(): Fraction(1)}
NOTHING: Quotient = ({}, ONE)
UNIT: Quotient = (ONE, ONE)
#: Where functions of one argument are zero.
_ZEROS = {"abs": (0,), "erf": (0,), "asin": (0,), "atanh": (0,), "loggamma": (1, 2)}
#: Largest integer power that is multiplied out.
MAX_POWER = 64


class NoNormalForm(Exception):
    """The tree has no normal form in this algebra; the checker then verifies nothing with it."""


def constant(value: Fraction) -> Polynomial:
    return {(): value} if value else {}


def power_of(atom: Atom, exponent: Fraction = Fraction(1)) -> Polynomial:
    return {((atom, exponent),): Fraction(1)}


def add_polynomials(a: dict[T, Fraction], b: dict[T, Fraction], sign: int = 1) -> dict[T, Fraction]:
    """Return a + sign b, whatever the monomials are."""
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


def plus(a: Quotient, b: Quotient) -> Quotient:
    return add_polynomials(multiply(a[0], b[1]), multiply(b[0], a[1])), multiply(a[1], b[1])


def times(a: Quotient, b: Quotient) -> Quotient:
    return multiply(a[0], b[0]), multiply(a[1], b[1])


def power(q: Quotient, n: int) -> Quotient:
    if abs(n) > MAX_POWER:
        raise NoNormalForm(f"power {n}")
    return reduce(times, [q if n >= 0 else (q[1], q[0])] * abs(n), UNIT)


def freeze(p: Polynomial) -> Atom:
    return tuple(sorted(p.items(), key=repr))


class Algebra:
    """Normal forms of trees; remembers the bases of roots so that g**q can be replaced.

    ``nonnegative``: names of the variables that are never negative.
    """

    def __init__(self, nonnegative: Collection[str] = ()) -> None:
        self.nonnegative = frozenset(nonnegative)
        self.roots: dict[Atom, Quotient] = {}

    def _positive(self, atom: Atom) -> bool:
        """Return whether the atom is never negative where it is defined."""
        if atom[0] == "v":
            return atom[1] in self.nonnegative
        return atom[0] in ("pi", "prime", "exp", "root") or (atom[0] == "pow" and self._positive(atom[1]))

    def equal(self, left: Any, right: Any) -> bool:
        (a, b), (c, d) = self.quotient(left), self.quotient(right)
        return self._somewhere(b, d) and self.vanishes(add_polynomials(multiply(a, d), multiply(c, b), -1))

    def is_zero(self, tree: Any) -> bool:
        top, bottom = self.quotient(tree)
        return self._somewhere(bottom) and self.vanishes(top)

    def _somewhere(self, *bottoms: Polynomial) -> bool:
        """Return whether no denominator is identically zero: 0/0 would equal everything."""
        return not any(self.vanishes(bottom) for bottom in bottoms)

    def quotient(self, tree: Any) -> Quotient:
        head, args = tree[0], tree[1:]
        if head == "q":
            return constant(read_rational(args[0])), ONE
        if head == "v":
            return power_of(("v", args[0])), ONE
        if head == "pi":
            return power_of(("pi",)), ONE
        if head == "+":
            return reduce(plus, map(self.quotient, args), NOTHING)
        if head == "*":
            return reduce(times, map(self.quotient, args), UNIT)
        if head == "^":
            return self._power(self.quotient(args[0]), self._as_polynomial(args[1]))
        if head == "exp":
            return self._exponential(self._as_polynomial(args[0]))
        if head == "log":
            return self._logarithm(self.quotient(args[0])), ONE
        if head == "sum":
            return self._sum(*args)
        if head in ("sinh", "cosh", "tanh", "sech"):
            return self.quotient(by_exponentials(head, args[0]))
        if head == "erfc":
            return plus(UNIT, times(self.quotient(["erf", args[0]]), (constant(Fraction(-1)), ONE)))
        if head in _ZEROS and _rational(self.quotient(args[0])) in _ZEROS[head]:
            return NOTHING
        return power_of(("fn", head, *(tuple(map(freeze, self.quotient(a))) for a in args))), ONE

    def _as_polynomial(self, tree: Any) -> Polynomial:
        """Return a polynomial: the denominator must be a single term."""
        top, bottom = self.quotient(tree)
        return multiply(top, self._inverse(bottom))

    def _inverse(self, p: Polynomial) -> Polynomial:
        if len(p) != 1:
            raise NoNormalForm("a sum in a denominator")
        ((monomial, coefficient),) = p.items()
        return {tuple((atom, -e) for atom, e in monomial): 1 / coefficient}

    def _power(self, base: Quotient, exponent: Polynomial) -> Quotient:
        result = UNIT
        for monomial, coefficient in exponent.items():
            if monomial == ():
                part = power(base, int(coefficient)) if coefficient.denominator == 1 else self._root(base, coefficient)
            else:
                part = self._symbolic(base, monomial, coefficient)
            result = times(result, part)
        return result

    def _symbolic(self, base: Quotient, monomial: AtomPowers, coefficient: Fraction) -> Quotient:
        factors = self._factors(base)
        if factors is None:
            factors = ((tuple(map(freeze, base)), Fraction(1)),)
        return {_join(tuple((("pow", atom, monomial), e * coefficient) for atom, e in factors), ()): Fraction(1)}, ONE

    def _root(self, base: Quotient, exponent: Fraction) -> Quotient:
        if not base[0] and exponent > 0:
            return NOTHING
        factors = self._factors(base)
        if factors is not None:
            return {_join(tuple((atom, e * exponent) for atom, e in factors), ()): Fraction(1)}, ONE
        atom = ("root", tuple(map(freeze, base)))
        self.roots[atom] = base
        return power_of(atom, exponent), ONE

    def _factors(self, base: Quotient) -> AtomPowers | None:
        """Factor one positive number times atoms that are never negative into powers of these and of primes."""
        if len(base[0]) != 1 or len(base[1]) != 1:
            return None
        ((monomial, content),) = multiply(base[0], self._inverse(base[1])).items()
        if content <= 0 or not all(self._positive(atom) for atom, _ in monomial):
            return None
        return _join(monomial, tuple((("prime", prime), e) for prime, e in primes(content)))

    def _exponential(self, argument: Polynomial) -> Quotient:
        result = ONE
        for monomial, coefficient in argument.items():
            logarithm = len(monomial) == 1 and monomial[0][0][0] == "log" and monomial[0][1] == 1
            base = monomial[0][0][1] if logarithm else ("",)
            atom = base if self._positive(base) else ("exp", monomial)
            result = multiply(result, power_of(atom, coefficient))
        return result, ONE

    def _logarithm(self, argument: Quotient) -> Polynomial:
        result: Polynomial = {}
        for side, sign in ((argument[0], 1), (argument[1], -1)):
            common, content = _common(side)
            rest = {_join(m, tuple((a, -e) for a, e in common)): c / content for m, c in side.items()}
            for atom, e in common:
                result = add_polynomials(result, multiply(constant(sign * e), self._log_atom(atom)))
            for prime, e in primes(content):
                result = add_polynomials(result, multiply(constant(sign * e), power_of(("log", ("prime", prime)))))
            if rest != ONE:
                result = add_polynomials(result, power_of(("log", ("sum of terms", freeze(rest)))), sign)
        return result

    def _log_atom(self, atom: Atom) -> Polynomial:
        if atom[0] == "exp":
            return {atom[1]: Fraction(1)}
        if atom[0] == "pow" and self._positive(atom[1]):
            return multiply({atom[2]: Fraction(1)}, self._log_atom(atom[1]))
        return power_of(("log", atom))

    def _sum(self, body: Any, index: Any, lower: Any, upper: Any) -> Quotient:
        """Split a sum by linearity: factors without the index come out, each remaining monomial is an atom.

        The index hides a variable of the same name: its sign is that of the lower bound, whatever the variable's is.
        """
        if body[0] == "+":
            return reduce(plus, (self._sum(term, index, lower, upper) for term in body[1:]), NOTHING)
        inner = Algebra(self.nonnegative - {index[1]})
        if lower[0] == "q" and read_rational(lower[1]) >= 0:
            inner = Algebra(self.nonnegative | {index[1]})
        inner.roots = self.roots
        count = add_polynomials(add_polynomials(self._as_polynomial(upper), self._as_polynomial(lower), -1), ONE)
        limits = (freeze(self._as_polynomial(lower)), freeze(self._as_polynomial(upper)))
        top, bottom = inner.quotient(body)
        while inner._has_whole_powers(top):
            top, bottom = times(inner._replace_roots(top), (ONE, bottom))
        inverse: AtomPowers = ()
        if len(bottom) == 1:
            top, bottom = multiply(top, self._inverse(bottom)), ONE
        elif _mentions(freeze(bottom), index[1]):
            inverse, bottom = ((("inverse", freeze(bottom)), Fraction(1)),), ONE
        total: Polynomial = {}
        for monomial, coefficient in ((_join(m, inverse), c) for m, c in top.items()):
            inside = tuple((a, e) for a, e in monomial if _mentions(a, index[1]))
            outside = tuple((a, e) for a, e in monomial if not _mentions(a, index[1]))
            atom = ("sum", _rename_index(inside, index[1], _height(inside)), *limits)
            total = add_polynomials(total, multiply({outside: coefficient}, power_of(atom) if inside else count))
        return total, bottom

    def vanishes(self, p: Polynomial) -> bool:
        """Return whether the polynomial is 0 after replacing whole powers of roots until none is left."""
        while self._has_whole_powers(p):
            p = self._replace_roots(p)[0]
        return not p

    def _has_whole_powers(self, p: Polynomial) -> bool:
        return any(atom[0] in ("root", "prime") and floor(e) for monomial in p for atom, e in monomial)

    def _replace_roots(self, p: Polynomial) -> Quotient:
        """Replace the whole powers of roots by what the roots are of."""
        total = NOTHING
        for monomial, coefficient in p.items():
            part: Quotient = (constant(coefficient), ONE)
            for atom, e in monomial:
                n = floor(e) if atom[0] in ("root", "prime") else 0
                part = times(part, (power_of(atom, e - n), ONE))
                if n:
                    base = self.roots[atom] if atom[0] == "root" else (constant(Fraction(atom[1])), ONE)
                    part = times(part, power(base, n))
            total = plus(total, part)
        return total


def _rational(q: Quotient) -> Fraction | None:
    """Return the value of a polynomial without atoms; None for any other."""
    top, bottom = q
    return top.get((), Fraction(0)) / bottom[()] if top.keys() <= {()} and bottom.keys() == {()} else None


def _common(p: Polynomial) -> tuple[AtomPowers, Fraction]:
    """Return the monomial that divides every term, and the size of the coefficient of the first term."""
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
    """Return the primes of a positive number with their exponents."""
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
            if p * p > rest != 1:
                found.append((rest, Fraction(sign)))
                rest = 1
        if rest != 1:
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


def _is_variable(atom: Any) -> bool:
    return isinstance(atom, tuple) and len(atom) == 2 and atom[0] == "v"


def _mentions(atom: Any, name: str) -> bool:
    """Return whether a variable in the atom has this name, or is a member ``x[name]`` of a family."""
    if _is_variable(atom):
        return bool(atom[1] == name or atom[1].endswith(f"[{name}]"))
    return isinstance(atom, tuple) and any(_mentions(a, name) for a in atom)


def _height(atom: Any) -> int:
    """Return how deeply sums nest in the atom."""
    if not isinstance(atom, tuple):
        return 0
    return max((_height(a) for a in atom), default=0) + (1 if atom and atom[0] == "sum" else 0)


def _rename_index(atom: Any, name: str, height: int) -> Any:
    """Replace the bound index by how deeply sums nest, so that sums over i and over j compare equal.

    Only variables are replaced, by atoms that no variable can equal: ("index", height), or ("member", family, height).
    """
    if _is_variable(atom):
        if atom[1] == name:
            return ("index", height)
        return ("member", atom[1].removesuffix(f"[{name}]"), height) if atom[1].endswith(f"[{name}]") else atom
    return tuple(_rename_index(a, name, height) for a in atom) if isinstance(atom, tuple) else atom
