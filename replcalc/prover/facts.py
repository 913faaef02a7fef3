"""Facts as people write them: relations between formulas on a domain, read by a whitelist and kept as written.

    fact("log(1 + x) <= x - x^2/2 + x^3/3", "x in [0, oo)")
    fact("2*exp(-2*n*(a/4)^2) <= b", "a in (0, 1], b in (0, 1)", where={"n": "8*log(2/b)/a^2"})

Formulas: numbers (0.1 is exactly 1/10), names, + - * / ^, pi, the functions of ``FUNCTIONS``, ``sum(term, i, a, b)``.
Relations: <= < >= > =, also chained, joined by ``and``. Domains: ``x in [a, b)``, ``k integer in [1, oo)``, ``x > 0``,
``0 < x < 1``. What is read becomes the nested lists of certificates (``replcalc.kernel.certificate``), unsimplified.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any

from replcalc.kernel.relations import free_names, substitute_trees
from replcalc.kernel.trees import derivative, parse
from replcalc.kernel.variables import variables_of
from replcalc.numbers.errors import InputError
from replcalc.symbolic.relations import Tree

StatedRelation = tuple[Tree, str, Tree]
#: name -> (name in certificates, fewest arguments, most)
FUNCTIONS: Mapping[str, tuple[str, int, int]] = {
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
ALLOWED = f"{' '.join(OPERATORS)} between formulas of numbers, names, pi, + - * / ^, {' '.join(FUNCTIONS)}"
MAX_LENGTH, MAX_DEPTH = 4000, 100
_TOKEN = re.compile(
    r"\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d{1,4})?|\.\d+)|([A-Za-z_]\w*(?:\[\w+\])?)|(<=|>=|==|\*\*|[-+*/^(),<>=\[\]]))"
)


class _Reader:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str, argument: str) -> None:
        self.text, self.argument, self.place, self.depth = text, argument, 0, 0
        if len(text) > MAX_LENGTH:
            raise self.refusal(f"longer than {MAX_LENGTH} characters")
        self.tokens = list(self._split())

    def refusal(self, why: str, allowed: str = ALLOWED) -> InputError:
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
        if token in FUNCTIONS:
            raise self.refusal(f"{token} needs an argument")
        if token == "oo":
            raise self.refusal("oo stands only at an end of a domain")
        return ["v", token]

    def _call(self, name: str) -> Tree:
        if name not in FUNCTIONS:
            raise self.refusal(f"no function is called {name}", " ".join(FUNCTIONS))
        head, fewest, most = FUNCTIONS[name]
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
        if head == "sum" and args[1][0] != "v":
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


def read_formula(text: str, argument: str = "formula") -> Tree:
    """Return a formula as a tree, unsimplified."""
    reader = _Reader(text, argument)
    found = reader.sum()
    reader.end()
    return found


def differentiate(tree: Tree) -> Tree:
    """Return the tree with every ``diff(formula, x)`` replaced by the derivative."""
    if tree[0] in ("q", "v"):
        return tree
    args = [differentiate(arg) for arg in tree[1:]]
    return derivative(parse(args[0]), args[1][1]).tree() if tree[0] == "diff" else [tree[0], *args]


def read_relations(text: str, argument: str = "RELATION") -> list[StatedRelation]:
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


def read_domain(text: str, argument: str = "on") -> dict[str, list[str]]:
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
            for left, operator, right in read_relations(part, argument):
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
    return _value(read_formula(text, argument), text, argument)


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


# -- facts -------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class StatedFact:
    """Every relation holds on the domain wherever the given ones do and both sides have a value."""

    relations: tuple[StatedRelation, ...]
    domain: Mapping[str, list[str]]
    given: tuple[StatedRelation, ...] = ()
    context: str = field(default="", compare=False)

    def conclusion(self) -> dict[str, Any]:
        """Return the conclusion as certificates write it."""
        return {
            "relations": [list(relation) for relation in self.relations],
            "domain": dict(self.domain),
            "given": [list(relation) for relation in self.given],
        }

    def __str__(self) -> str:
        told = " and ".join(relation_text(*relation) for relation in self.relations)
        given = "".join(f", given {relation_text(*relation)}" for relation in self.given)
        return told + (f" for {domain_text(self.domain)}" if self.domain else "") + given


def fact(
    relation: str,
    on: str = "",
    given: Iterable[str] = (),
    where: Mapping[str, str | Tree] | None = None,
    context: str = "",
) -> StatedFact:
    """Return the fact that these texts state. ``where``: formulas put in for names, as they stand."""
    defined = {name: read_formula(of, name) if isinstance(of, str) else of for name, of in (where or {}).items()}
    for name, tree in list(defined.items()):
        defined[name] = substitute_trees(tree, {other: value for other, value in defined.items() if other != name})

    def read(text: str, argument: str) -> list[StatedRelation]:
        def put(tree: Tree) -> Tree:
            return differentiate(substitute_trees(tree, defined))

        return [(put(a), o, put(b)) for a, o, b in read_relations(text, argument)]

    assumed = tuple(each for text in given for each in read(text, "given"))
    stated, domain = tuple(read(relation, "RELATION")), read_domain(on)
    used = {name for a, _, b in (*stated, *assumed) for tree in (a, b) for name in free_names(tree)}
    if missing := sorted(used - set(domain)):
        hint = "the exponential of x is written exp(x)" if "e" in missing else f"--on '{missing[0]} in [0, oo)'"
        wanted = f"a domain for every variable: {', '.join(missing)} has none"
        raise InputError("on" if on else "RELATION", on or relation[:80], wanted, hint)
    return StatedFact(stated, domain, assumed, context)


# -- writing -----------------------------------------------------------------------------------------------------------
def relation_text(left: Tree, operator: str, right: Tree) -> str:
    return f"{formula_text(left)} {operator} {formula_text(right)}"


def domain_text(domain: Mapping[str, list[str]]) -> str:
    return ", ".join(_bounds_text(name, bounds) for name, bounds in domain.items())


def _bounds_text(name: str, bounds: list[str]) -> str:
    ends = [bound for bound in bounds if bound != "integer"]
    kind = "integer " if "integer" in bounds else ""
    low = next((b for b in ends if b[0] == ">"), None)
    high = next((b for b in ends if b[0] == "<"), None)
    if low is None and high is None:
        return f"{kind or 'real '}{name}"
    opening = "(" if low is None or low.startswith("> ") else "["
    closing = ")" if high is None or high.startswith("< ") else "]"
    start, end = ("-oo" if low is None else low.split(" ")[1]), ("oo" if high is None else high.split(" ")[1])
    return f"{kind}{name} in {opening}{start}, {end}{closing}"


_LOOSE, _PRODUCT, _SIGN, _POWER, _ATOM = range(5)


def formula_text(tree: Tree) -> str:
    """Return a tree as people write it."""
    return _text(tree)[0]


def _text(tree: Tree) -> tuple[str, int]:
    head, args = tree[0], tree[1:]
    if head == "q":
        return args[0], (_SIGN if args[0].startswith("-") else _PRODUCT if "/" in args[0] else _ATOM)
    if head == "v":
        return args[0], _ATOM
    if head == "pi":
        return "pi", _ATOM
    if head == "+":
        parts = [_text(arg) for arg in args]
        text = parts[0][0]
        for part, _ in parts[1:]:
            text += f" - {part[1:]}" if part.startswith("-") else f" + {part}"
        return text, _LOOSE
    if head == "*":
        return _product_text(args)
    if head == "^":
        if args[1] == ["q", "1/2"]:
            return f"sqrt({formula_text(args[0])})", _ATOM
        if args[1] == ["q", "-1"]:
            return f"1/{_parenthesize(args[0], _SIGN)}", _PRODUCT
        return f"{_parenthesize(args[0], _ATOM)}^{_parenthesize(args[1], _ATOM)}", _POWER
    if head == "sum":
        return f"sum({', '.join(map(formula_text, args))})", _ATOM
    if head == "if":
        operator, a, b, then, otherwise = args
        return f"if({relation_text(a, operator, b)}, {formula_text(then)}, {formula_text(otherwise)})", _ATOM
    if head == "at":
        return f"{args[0]}[{', '.join(map(formula_text, args[1:]))}]", _ATOM
    return f"{ {'min': 'Min', 'max': 'Max'}.get(head, head) }({', '.join(map(formula_text, args))})", _ATOM


def _product_text(args: list[Tree]) -> tuple[str, int]:
    negative = args[0] == ["q", "-1"] and len(args) > 1
    rest = args[1:] if negative else args
    text = ""
    for arg in rest:
        if arg[0] == "^" and arg[2] == ["q", "-1"]:
            text += f"/{_parenthesize(arg[1], _SIGN)}" if text else f"1/{_parenthesize(arg[1], _SIGN)}"
        elif not text:
            text = _text(arg)[0] if arg[0] in ("q", "*") else _parenthesize(arg, _PRODUCT)
        else:
            text += f"*{_parenthesize(arg, _SIGN)}"
    return f"-{text}" if negative else text, _PRODUCT


def _parenthesize(tree: Tree, least: int) -> str:
    text, strength = _text(tree)
    return text if strength >= least and not (text.startswith("-") and least > _LOOSE) else f"({text})"
