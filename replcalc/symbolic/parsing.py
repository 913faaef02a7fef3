"""Formulas, relations and domains as people type them, read by a whitelist into the nested lists of certificates.

Formulas: numbers (0.1 is exactly 1/10), names (``n[i]`` is a member of a family), + - * / ^, pi, and functions of a
table. Relations: <= < >= > =, also chained, joined by ``and``. Domains: ``x in [a, b)``, ``k integer in [1, oo)``,
``x > 0``, ``0 < x < 1``. Nothing is simplified, evaluated or executed, and sympy is not needed.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import prod
from typing import Any

from replcalc.kernel.variables import variables_of
from replcalc.numbers.errors import InputError

Tree = list[Any]
StatedRelation = tuple[Tree, str, Tree]
#: name -> (head of the tree, fewest arguments, most)
Functions = Mapping[str, tuple[str, int, int]]
FUNCTIONS: Functions = {
    **{name: (name, 1, 1) for name in ("exp", "log", "abs", "erf", "erfc", "loggamma", "asin", "sinh", "cosh", "tanh")},
    **{name: (name, 1, 1) for name in ("sech", "atanh")},
    "ln": ("log", 1, 1),
    "sqrt": ("sqrt", 1, 1),
    "Min": ("min", 2, 20),
    "Max": ("max", 2, 20),
    "min": ("min", 2, 20),
    "max": ("max", 2, 20),
    "sum": ("sum", 4, 4),
    "diff": ("diff", 2, 2),
}
OPERATORS = ("<=", ">=", "<", ">", "=")
MAX_LENGTH, MAX_DEPTH = 4000, 100
_TOKEN = re.compile(
    r"\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d{1,4})?|\.\d+)|([A-Za-z_]\w*(?:\[\w+\])?)|(<=|>=|==|\*\*|[-+*/^(),<>=\[\]]))"
)


class _Reader:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str, argument: str, functions: Functions = FUNCTIONS) -> None:
        self.text, self.argument, self.functions, self.place, self.depth = text, argument, functions, 0, 0
        if len(text) > MAX_LENGTH:
            raise self.refusal(f"longer than {MAX_LENGTH} characters")
        self.tokens = list(self._split())

    def refusal(self, why: str, allowed: str = "") -> InputError:
        formulas = f"formulas of numbers, names, pi, + - * / ^, {' '.join(self.functions)}"
        allowed = allowed or f"{' '.join(OPERATORS)} between {formulas}"
        return InputError(self.argument, self.text[:80], allowed, why)

    def _split(self) -> Iterator[str]:
        at, text = 0, self.text.rstrip()
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise self.refusal(f"'{text[at:].strip()[:1]}' is not part of the language")
            at = found.end()
            yield "^" if found[3] == "**" else "=" if found[3] == "==" else found[0].strip()

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        if wanted and self.next not in wanted:
            raise self.refusal(f"'{wanted[0]}' is missing before '{self.next or 'the end'}'")
        self.place += 1
        return self.tokens[self.place - 1] if self.place <= len(self.tokens) else ""

    # -- formulas ------------------------------------------------------------------------------------------------------
    def sum(self) -> Tree:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.refusal(f"nested deeper than {MAX_DEPTH}")
        terms = [self.product()]
        while self.next in ("+", "-"):
            sign = self.take()
            term = self.product()
            terms.append(term if sign == "+" else ["*", ["q", "-1"], term])
        self.depth -= 1
        return terms[0] if len(terms) == 1 else ["+", *terms]

    def product(self) -> Tree:
        factors = [self.sign()]
        while self.next in ("*", "/"):
            operation = self.take()
            factor = self.sign()
            factors.append(factor if operation == "*" else ["^", factor, ["q", "-1"]])
        return factors[0] if len(factors) == 1 else ["*", *factors]

    def sign(self) -> Tree:
        if self.next in ("-", "+"):
            negative = self.take() == "-"
            inner = self.sign()
            if negative and inner[0] == "q":
                return ["q", str(-Fraction(inner[1]))]
            return ["*", ["q", "-1"], inner] if negative else inner
        return self.power()

    def power(self) -> Tree:
        base = self.atom()
        if re.match(r"[\w.(]", self.next):
            raise self.refusal(f"'*' is missing before '{self.next}'")
        if self.next != "^":
            return base
        self.take()
        exponent = self.sign()
        number = rational_value(exponent)
        return ["^", base, exponent if number is None else ["q", str(number)]]

    def atom(self) -> Tree:
        token = self.take()
        if token == "(":
            inner = self.sum()
            self.take(")")
            return inner
        if token[:1].isdigit() or token[:1] == ".":
            return ["q", str(Fraction(token))]
        if token == "pi":
            return ["pi"]
        if re.fullmatch(r"[A-Za-z_]\w*(?:\[\w+\])?", token):
            return self._call(token) if self.next == "(" else self._name(token)
        raise self.refusal(f"a formula is missing before '{token or 'the end'}'")

    def _name(self, token: str) -> Tree:
        if token in self.functions:
            raise self.refusal(f"{token} needs an argument")
        if token == "oo":
            raise self.refusal("oo stands only at an end of a domain")
        return ["v", token]

    def _call(self, name: str) -> Tree:
        if name not in self.functions:
            raise self.refusal(f"no function is called {name}", " ".join(self.functions))
        head, fewest, most = self.functions[name]
        self.take("(")
        args = [self.sum()]
        while self.next == ",":
            self.take()
            args.append(self.sum())
        self.take(")")
        if not fewest <= len(args) <= most:
            raise self.refusal(f"{name} takes {fewest if fewest == most else f'{fewest} or more'} arguments")
        if head == "sqrt":
            return ["^", args[0], ["q", "1/2"]]
        if head == "diff" and args[1][0] != "v":
            raise self.refusal("diff(formula, x): the second argument is the name of a variable")
        if head == "sum" and len(args) > 1 and args[1][0] != "v":
            raise self.refusal("sum(term, i, a, b): the second argument is the name of an index")
        return [head, *args]

    def relations(self) -> list[StatedRelation]:
        sides, operators = [self.sum()], []
        while self.next in OPERATORS:
            operators.append(self.take())
            sides.append(self.sum())
        if not operators:
            raise self.refusal("a comparison is missing")
        return list(zip(sides, operators, sides[1:], strict=False))

    def end(self) -> None:
        if self.next:
            raise self.refusal(f"'{self.next}' is not expected here")


def parse_formula(text: str, argument: str = "formula", functions: Functions = FUNCTIONS) -> Tree:
    """Return a formula as a tree, unsimplified."""
    reader = _Reader(text, argument, functions)
    found = reader.sum()
    reader.end()
    return found


def parse_relations(text: str, argument: str = "RELATION") -> list[StatedRelation]:
    """'a <= b < c and d = e' as its relations."""
    found = []
    for part in re.split(r"\band\b", text):
        reader = _Reader(part, argument)
        found += reader.relations()
        reader.end()
    return found


# -- domains -----------------------------------------------------------------------------------------------------------
_IN = re.compile(r"\s*([A-Za-z_]\w*(?:\[\w+\])?)\s+(integer\s+)?in\s*([\[(])(.*),(.*)([\])])\s*", re.DOTALL)
_WHOLE = re.compile(r"\s*([A-Za-z_]\w*)\s+integer\s*")
_FLIPPED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<"}


def parse_domain(text: str, argument: str = "on") -> dict[str, list[str]]:
    """'x in [0, oo), k integer in [1, 5], 0 < y < 1' as bounds by name (``replcalc.kernel.variables``)."""
    found: dict[str, list[str]] = {}

    def bound(name: str, operator: str, value: Fraction) -> None:
        bounds = found.setdefault(name, [])
        if any(b[0] == operator[0] for b in bounds if b != "integer"):
            raise InputError(argument, text[:80], "one lower and one upper bound for each variable")
        bounds.insert(len(bounds) - ("integer" in bounds), f"{operator} {value}")

    for part in split_at_commas(text):
        if match := _IN.fullmatch(part):
            name, integer, opening, low, high, closing = match.groups()
            found.setdefault(name, []).extend(["integer"] if integer else [])
            if low.strip() != "-oo":
                bound(name, ">" if opening == "(" else ">=", _number(low, argument))
            if high.strip() not in ("oo", "+oo"):
                bound(name, "<" if closing == ")" else "<=", _number(high, argument))
        elif match := _WHOLE.fullmatch(part):
            found.setdefault(match[1], []).append("integer")
        elif re.search(r"\bin\b", part):
            allowed = "an interval such as 'x in [0, 1)', 'k integer in [1, oo)' or, for all numbers, 'x in (-oo, oo)'"
            raise InputError(argument, part.strip()[:80], allowed)
        else:
            for left, operator, right in parse_relations(part, argument):
                if left[0] == "v" and operator in _FLIPPED:
                    bound(left[1], operator, _value(right, part, argument))
                elif right[0] == "v" and operator in _FLIPPED:
                    bound(right[1], _FLIPPED[operator], _value(left, part, argument))
                else:
                    raise InputError(argument, part, "'x in [0, 1)', 'k integer in [1, oo)', 'x > 0' or '0 < x < 1'")
    for name, known in variables_of(found).items():
        if known.empty:
            raise InputError(argument, text[:80], "domains that are not empty", f"{name} has no value")
    return found


def split_at_commas(text: str) -> Iterator[str]:
    """Split at commas that are not inside brackets."""
    depth, start = 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            yield text[start:place]
            start = place + 1
    if text[start:].strip():
        yield text[start:]


def _number(text: str, argument: str) -> Fraction:
    return _value(parse_formula(text, argument), text, argument)


def _value(tree: Tree, text: str, argument: str) -> Fraction:
    value = rational_value(tree)
    if value is None:
        raise InputError(argument, text[:80], "rational numbers, oo or -oo as ends of a domain")
    return value


def rational_value(tree: Tree) -> Fraction | None:
    """Return the value of a constant written with rationals and + - * / ^; None for anything else."""
    match tree:
        case ["q", value]:
            return Fraction(value)
        case ["+" | "*", *parts]:
            values = [value for value in map(rational_value, parts) if value is not None]
            if len(values) < len(parts):
                return None
            return sum(values, Fraction(0)) if tree[0] == "+" else prod(values, start=Fraction(1))
        case ["^", base, ["q", exponent]] if Fraction(exponent).denominator == 1 and abs(Fraction(exponent)) <= 400:
            value = rational_value(base)
            return None if value is None or (value == 0 and int(exponent) < 0) else value ** int(exponent)
    return None
