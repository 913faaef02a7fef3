"""Proofs of identities: exponentials, logarithms and roots are written through few atoms, then ``field`` decides.

Every exp, ln, sqrt and abs in the two sides gets an equation: exp(u) is a product of powers of exp(m/d), one for each
monomial m of u; ln of a product is a sum; the root of a product is a product of roots, x = s^2 for a variable x >= 0
under a root. Coq proves each equation and rewrites with them; nothing of what is computed here is trusted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from replcalc.kernel.algebra import NoNormalForm, add_polynomials, primes
from replcalc.kernel.variables import Bounds, Variables, read_rational
from translation.expressions import FUNCTIONS, OutOfReach, coq_number, expanded, identifier, text

CoqMonomial = tuple[tuple[str, int], ...]  # powers of atoms, which are Coq texts
Terms = dict[CoqMonomial, Fraction]

#: Largest number of terms that a product is multiplied out to.
MAX_TERMS = 400


class _Again(Exception):
    """Something was learnt about the atoms that changes what was written before."""


@dataclass
class Normal:
    """The equations of one identity; ``squares``: the variables that are written as squares of their roots."""

    variables: Variables
    squares: set[str] = field(default_factory=set)
    divisors: dict[CoqMonomial, int] = field(default_factory=dict)  # d for the monomial m of exponents
    exponentials: dict[str, CoqMonomial] = field(default_factory=dict)  # the atom exp(m/d) to its m
    positive: set[str] = field(default_factory=set)  # atoms that are never negative
    members: set[str] = field(default_factory=set)  # atoms that are members of families, and never negative
    plain: bool = False  # functions are atoms as they stand
    depth: int = 0  # of the sums around
    before: str = ""  # what is tried first
    roots: dict[str, str] = field(default_factory=dict)  # the atom sqrt(u) to u
    equations: dict[str, tuple[str, str]] = field(default_factory=dict)  # text to what it equals, and the proof
    absolute: bool = False  # logarithms of factors of unknown sign are those of their absolute values

    def learn(self, *trees: Any) -> None:
        """Write the trees until nothing new is learnt."""
        for _ in range(12):
            self.exponentials.clear()
            self.roots.clear()
            self.equations.clear()
            try:
                for tree in trees:
                    self.terms(tree)
                return
            except _Again:
                continue
        raise OutOfReach("no normal form")

    @property
    def at(self) -> dict[str, str]:
        """How variables are written."""
        return {name: f"({identifier(name)}_r ^ 2)" for name in self.squares}

    def opening(self) -> str:
        """Takes x = s^2 for the variables under roots."""
        steps = []
        for name in sorted(self.squares):
            lemma = "square_of_positive" if self.variables[name].sign == 1 else "square_of"
            x, s, e = identifier(name), f"{identifier(name)}_r", f"E_{identifier(name)}"
            steps.append(f"destruct ({lemma} {x} ltac:(lra)) as ({s} & ? & {e}); subst {x}; ")
        return "".join(steps)

    def closing(self) -> str:
        """Proves the equality of two sides that were learnt, as they are written with ``at``."""
        steps: list[str] = []
        names: list[str] = []
        hints: list[str] = []
        level = f"{self.depth}_" if self.depth else ""
        squares = {_squared(root) for root in self.roots}
        done = _done(hints)
        for i, (raw, (new, proof)) in enumerate(self.equations.items()):
            name = f"{'S' if raw in squares else 'N'}{level}{i}"
            inner = "".join(f"rewrite ?{known}; " for known in reversed(names))
            shown = proof.replace("INNER", inner).replace("DONE", done)
            steps.append(f"assert ({name} : {raw} = {new}) by ({shown}); ")
            (hints if raw in squares else names).append(name)
            done = _done(hints)
        rewriting = "".join(f"rewrite ?{name}; known {name}; " for name in reversed(names))
        before = "" if self.depth else self.before
        return f"first [solve [ring | field; defined] | {before}{''.join(steps)}{rewriting}{done}]"

    def flat(self, tree: Any) -> str:
        """The sum of monomials that a tree which was learnt equals."""
        return _text(self.terms(tree))

    # -- what a tree is ------------------------------------------------------------------------------------------------
    def terms(self, tree: Any) -> Terms:
        head, args = tree[0], tree[1:]
        if head == "q":
            value = read_rational(args[0])
            return {(): value} if value else {}
        if head == "pi":
            self.positive.add("PI")
            return {(("PI", 1),): Fraction(1)}
        if head == "v":
            return self._variable(args[0])
        if head == "+":
            total: Terms = {}
            for a in args:
                total = add_polynomials(total, self.terms(a))
            return total
        if head == "*":
            product: Terms = {(): Fraction(1)}
            for a in args:
                product = _times(product, self.terms(a))
            return product
        if head == "^":
            return self._power(tree, self.terms(args[0]), read_rational(args[1][1]))
        if head == "sum":
            return self._total(tree)
        raw = text(tree, self.at)
        if head == "of" and self.variables.get(f"{args[0][1][:-1]}{args[1][1]}]", Bounds()).sign is not None:
            self.positive.add(raw)
            self.members.add(raw)
        if head == "of" or self.plain:
            return {((raw, 1),): Fraction(1)}
        inner = self.terms(args[0])
        if head == "exp":
            return self._exp(raw, inner)
        if head == "log":
            return self._log(raw, inner)
        if head in ("asin", "erf") and not inner:
            self._equation(raw, "0", f"transitivity ({head} 0); [f_equal; INNERDONE | apply {head}_0]")
            return {}
        if head not in ("abs", "asin", "erf"):
            raise OutOfReach(f"the function {head}")
        atom = f"({FUNCTIONS[head]} {_text(inner)})"
        if head == "abs":
            self.positive.add(atom)
        self._equation(raw, atom, "f_equal; INNERDONE")
        return {((atom, 1),): Fraction(1)}

    def _total(self, tree: Any) -> Terms:
        """Linear in the body: what does not depend on the index comes out, and what is left has an index of its own."""
        body, index, low, high = tree[1:]
        i, limits = identifier(index[1]), f"{text(low, self.at)} {text(high, self.at)}"
        one: Terms = {(): Fraction(1)}
        count = add_polynomials(add_polynomials(self.terms(high), self.terms(low), -1), one)
        outer, self.equations, self.roots, self.depth = (self.equations, self.roots), {}, {}, self.depth + 1
        inside = self.terms(body)
        same = self.closing()
        (self.equations, self.roots), self.depth = outer, self.depth - 1
        total: Terms = {}
        summands: list[str] = []
        for monomial, coefficient in sorted(inside.items()):
            fixed: CoqMonomial = tuple((atom, e) for atom, e in monomial if not _mentions(atom, i))
            moving: CoqMonomial = tuple((atom, e) for atom, e in monomial if _mentions(atom, i))
            factor, term = _text({fixed: coefficient}), _monomial_text(moving)
            summands.append(f"{factor} * {term}" if moving else factor)
            new = f"index_{1 + max((int(n) for n in re.findall(r'index_([0-9]+)', term)), default=0)}"
            atom = f"(total {limits} (fun {new} => {_renamed(term, i, new)}))"
            rest = {((atom, 1),): Fraction(1)} if moving else count
            total = add_polynomials(total, _times({fixed: coefficient}, rest))
        raw, written = text(tree, self.at), _text(total)
        if not (len(summands) == 1 and _renamed(raw, i, "index_1") == written):
            split = f"(total {limits} (fun {i} => {' + '.join(summands) or '0'}))"
            each = f"apply total_same; intros {i} ? ? ?; at_index {i}; {same}"
            self._equation(raw, written, f"transitivity {split}; [{each} | split_total; DONE]")
        return total

    def _variable(self, name: str) -> Terms:
        atom = identifier(name)
        if name in self.squares:
            self.positive.add(f"{atom}_r")
            return {((f"{atom}_r", 2),): Fraction(1)}
        if name in self.variables and self.variables[name].sign is not None:
            self.positive.add(atom)
        return {((atom, 1),): Fraction(1)}

    def _power(self, tree: Any, base: Terms, exponent: Fraction) -> Terms:
        if exponent.denominator == 2 and self.plain:
            base, exponent = {((f"(sqrt {text(tree[1], self.at)})", 1),): Fraction(1)}, Fraction(exponent.numerator)
        if exponent.denominator == 2:
            base, exponent = self._root(f"(sqrt {text(tree[1], self.at)})", base), Fraction(exponent.numerator)
        if exponent < 0:
            base = _inverse(base)
        result: Terms = {(): Fraction(1)}
        for _ in range(abs(int(exponent))):
            result = _times(result, base)
        return result

    def _equation(self, raw: str, new: str, proof: str) -> None:
        if raw != new:
            self.equations.setdefault(raw, (new, proof))

    def _exp(self, raw: str, argument: Terms) -> Terms:
        powers: list[tuple[str, int]] = []
        value: Terms = {(): Fraction(1)}
        for monomial, coefficient in argument.items():
            base = _logarithm_of(monomial)
            if base and coefficient.denominator == 1 and self.divisors.get(monomial, 1) == 1:  # e^(c ln b) is b^c
                self.divisors[monomial] = 1
                atom, e = f"(exp (ln {base}))", int(coefficient)
                self._equation(atom, base, "apply exp_ln; sign")
                powers.append((atom, e))
                number = Fraction(base[1:-1]) if base[1:-1].isdigit() else None
                value = _times(value, {(): number**e} if number else {((base, e),): Fraction(1)})
                continue
            known = self.divisors.setdefault(monomial, 1)
            if base[1:-1].isdigit() and known == 2 and coefficient.denominator <= 2:  # e^(c ln b / 2) is sqrt(b)^c
                atom, e = f"(exp {_text({monomial: Fraction(1, 2)})})", int(coefficient * 2)
                self._equation(
                    atom, self._root_atom(base), f"rewrite <- (Rpower_sqrt {base}) by lra; unfold Rpower; f_equal; DONE"
                )
                powers.append((atom, e))
                value = _times(value, {((f"(sqrt {base})", e),): Fraction(1)})
                continue
            if known % coefficient.denominator:
                self.divisors[monomial] = lcm(known, coefficient.denominator)
                raise _Again
            atom = f"(exp {_text({monomial: Fraction(1, known)})})"
            self.exponentials[atom] = monomial
            self.positive.add(atom)
            powers.append((atom, int(coefficient * known)))
            value = _times(value, {(powers[-1],): Fraction(1)})
        product = _monomial_text(tuple(powers))
        merged = "symmetry; merge_exp; first [reflexivity | f_equal; DONE]" if powers else "apply exp_0"
        self._equation(raw, product, f"transitivity (exp {_text(argument)}); [f_equal; INNERDONE | {merged}]")
        return value

    def _log(self, raw: str, argument: Terms) -> Terms:
        content, common, rest = _factored(argument)
        if rest == {(): Fraction(-1)}:  # minus something that is negative stays whole
            rest = _times(rest, {tuple((atom, e) for atom, e in common if atom not in self.positive): Fraction(1)})
            common = tuple((atom, e) for atom, e in common if atom in self.positive)
        total: Terms = {}
        factors: list[str] = []
        for prime, e in primes(content):
            total = add_polynomials(total, {((f"(ln ({prime}))", 1),): e})
            factors.append(_monomial_text(((f"({prime})", int(e)),)))
        unsigned = False
        for atom, exponent in common:
            factors.append(_monomial_text(((atom, exponent),)))
            if atom in self.exponentials:
                monomial = self.exponentials[atom]
                total = add_polynomials(total, {monomial: Fraction(exponent, self.divisors[monomial])})
            elif atom in self.roots:
                total = add_polynomials(total, {((f"(ln {self.roots[atom]})", 1),): Fraction(exponent, 2)})
            elif self.absolute and atom not in self.positive:
                total, unsigned = add_polynomials(total, {((f"(ln (Rabs {atom}))", 1),): Fraction(exponent)}), True
            else:
                total = add_polynomials(total, {((f"(ln {atom})", 1),): Fraction(exponent)})
        if rest != {(): Fraction(1)}:
            shown = _text(rest)
            size = f"(Rabs {shown})" if unsigned else shown
            total = add_polynomials(total, {((f"(ln {size})", 1),): Fraction(1)})
            factors.append(shown)
        product = f"({' * '.join(factors)})" if factors else "1"
        split = "split_ln; DONE" if factors else "apply ln_1"
        proof = f"transitivity (ln {product}); [f_equal; INNERDONE | {split}]"
        if unsigned:
            sizes = f"transitivity (ln (Rabs {product})); [do 2 f_equal; INNERDONE | split_abs; DONE]"
            proof = f"rewrite ln_abs by sign; {sizes}"
        self._equation(raw, _text(total), proof)
        return total

    def _root(self, raw: str, base: Terms) -> Terms:
        if not base:
            self._equation(raw, "0", "transitivity (sqrt 0); [f_equal; INNERDONE | apply sqrt_0]")
            return {}
        below = _denominator(base)
        content, above, rest = _factored(_times(base, {below: Fraction(1)}))
        common = _times({above: Fraction(1)}, _inverse({below: Fraction(1)}))
        powers: dict[str, int] = {}
        for prime, e in primes(content):
            half, odd = divmod(int(e), 2)
            powers |= {f"({prime})": half} if half else {}
            if odd:
                powers[self._root_atom(f"({prime})")] = 1
        left: list[tuple[str, int]] = []
        for atom, exponent in next(iter(common)):
            if exponent % 2 and atom in self.exponentials:
                self.divisors[self.exponentials[atom]] *= 2
                raise _Again
            for name, bounds in self.variables.items():
                if exponent % 2 and atom == identifier(name) and bounds.sign is not None:
                    self.squares.add(name)
                    raise _Again
            if exponent % 2 and (
                exponent < 0 or atom in self.members
            ):  # the hint that the root's square is its base has no quotient in it
                powers[self._root_atom(atom)] = 1
                powers[atom] = powers.get(atom, 0) + (exponent - 1) // 2
            elif exponent % 2 or atom not in self.positive:
                left.append((atom, exponent))
            else:
                powers[atom] = powers.get(atom, 0) + exponent // 2
        odd_powers = {tuple(left): Fraction(1)}
        whole = _times(rest, odd_powers)
        if whole != {(): Fraction(1)}:
            factor = _times(_times(odd_powers, {below: Fraction(1)}), _inverse({above: content}))
            moved = f"({raw.removeprefix('(sqrt ').removesuffix(')')} * {_text(factor)})"
            known = f"replace {_text(whole)} with {moved} by (INNERDONE); apply Rmult_le_pos; sign"
            powers[self._root_atom(_text(whole), f"first [solve [sign] | {known}]")] = 1
        product = {tuple(sorted(powers.items())): Fraction(1)}
        self._equation(raw, _text(product), "apply root_unique; [sign | INNERDONE]")
        return product

    def _root_atom(self, base: str, why: str = "sign") -> str:
        atom = f"(sqrt {base})"
        self.roots[atom] = base
        self._equation(_squared(atom), base, f"apply root_square; {why}")
        self.positive.add(atom)
        return atom


def _squared(root: str) -> str:
    return f"{root} * {root}"


def _done(hints: list[str]) -> str:
    hinted = f" [{' '.join(hints)}]" if hints else ""
    return f"cbv beta; first [ring{hinted} | field{hinted}; defined]"


def identity(left: Any, right: Any, variables: Variables, absolute: bool = False) -> tuple[Normal, str, str]:
    """What proves left = right: the equations, and the two expanded sides as they are written after ``opening``."""
    normal, sides = Normal(variables, absolute=absolute), (expanded(left), expanded(right))
    try:
        if any(map(has_sum, sides)):
            simple = Normal(variables, plain=True)
            simple.learn(*sides)
            normal.before = f"solve [{simple.closing()}] | "
        normal.learn(*sides)
        normal.before = _term_by_term(sides, normal) + normal.before
    except NoNormalForm as none:
        raise OutOfReach(str(none)) from None
    return normal, text(sides[0], normal.at), text(sides[1], normal.at)


def _term_by_term(sides: tuple[Any, Any], normal: Normal) -> str:
    """What proves that two sums between the same bounds are equal because their terms are; nothing for other sides."""
    left, right = sides
    if left[0] != "sum" or right[0] != "sum" or left[2:] != right[2:]:
        return ""
    inner = Normal(normal.variables, set(normal.squares), depth=1, absolute=normal.absolute)
    inner.learn(left[1], right[1])
    i = identifier(left[2][1])
    same = f"apply total_same; intros {i} ? ? ?; at_index {i}; {inner.closing()}"
    return f"solve [{same}] | " if inner.squares == normal.squares else ""


def has_sum(tree: Any) -> bool:
    return tree[0] == "sum" or (tree[0] not in ("q", "v") and any(map(has_sum, tree[1:])))


# -- terms -------------------------------------------------------------------------------------------------------------
def _times(a: Terms, b: Terms) -> Terms:
    if len(a) * len(b) > MAX_TERMS:
        raise OutOfReach("too many terms")
    total: Terms = {}
    for m, c in a.items():
        for n, d in b.items():
            powers = dict(m)
            for atom, e in n:
                powers[atom] = powers.get(atom, 0) + e
            key = tuple(sorted((atom, e) for atom, e in powers.items() if e))
            total[key] = total.get(key, Fraction(0)) + c * d
    return {m: c for m, c in total.items() if c}


def _mentions(text: str, index: str) -> bool:
    return re.search(rf"\b{index}\b", text) is not None


def _renamed(text: str, index: str, new: str) -> str:
    return re.sub(rf"\b{index}\b", new, text)


def _logarithm_of(monomial: CoqMonomial) -> str:
    """b for the monomial ln b; nothing for others."""
    if len(monomial) != 1 or monomial[0][1] != 1 or not monomial[0][0].startswith("(ln "):
        return ""
    return monomial[0][0][4:-1]


def _inverse(a: Terms) -> Terms:
    """A sum becomes an atom."""
    if not a:
        raise OutOfReach("a denominator that vanishes")
    if len(a) == 1:
        ((monomial, coefficient),) = a.items()
        return {tuple((atom, -e) for atom, e in monomial): 1 / coefficient}
    content, common, rest = _factored(a)
    return _times({((_text(rest), -1),): Fraction(1)}, {tuple((atom, -e) for atom, e in common): 1 / content})


def _denominator(a: Terms) -> CoqMonomial:
    """The least monomial whose product with a has no negative powers."""
    powers: dict[str, int] = {}
    for monomial in a:
        for atom, e in monomial:
            powers[atom] = max(powers.get(atom, 0), -e)
    return tuple(sorted((atom, e) for atom, e in powers.items() if e))


def _factored(a: Terms) -> tuple[Fraction, CoqMonomial, Terms]:
    """a = content * common monomial * rest, content > 0; the coefficients of a sum's rest are whole."""
    if not a:
        raise NoNormalForm("logarithm of zero")
    if len(a) == 1:
        ((monomial, coefficient),) = a.items()
        sign = Fraction(1 if coefficient > 0 else -1)
        return abs(coefficient), monomial, {(): sign}
    first = min(a)
    powers = dict(first)
    for monomial in a:
        have = dict(monomial)
        powers = {
            atom: e if abs(e) <= abs(have[atom]) else have[atom]
            for atom, e in powers.items()
            if atom in have and (have[atom] > 0) == (e > 0)
        }
    common = tuple(sorted(powers.items()))
    content = Fraction(gcd(*(c.numerator for c in a.values())), lcm(*(c.denominator for c in a.values())))
    inverse = {tuple((atom, -e) for atom, e in common): 1 / content}
    return content, common, _times(a, inverse)


def _text(a: Terms) -> str:
    if not a:
        return "0"
    parts = []
    for monomial, coefficient in sorted(a.items()):
        factor = _monomial_text(monomial)
        one = coq_number(coefficient)
        parts.append(one if not monomial else factor if coefficient == 1 else f"({one} * {factor})")
    return parts[0] if len(parts) == 1 else f"({' + '.join(parts)})"


def _monomial_text(monomial: CoqMonomial) -> str:
    parts = []
    for atom, e in monomial:
        whole = atom if abs(e) == 1 else f"({atom} ^ {abs(e)})"
        parts.append(whole if e > 0 else f"(/ {whole})")
    return "1" if not parts else parts[0] if len(parts) == 1 else f"({' * '.join(parts)})"
