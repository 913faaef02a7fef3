"""Facts as people write them: relations between formulas on a domain, kept as written.

    fact("log(1 + x) <= x - x^2/2 + x^3/3", "x in [0, oo)")
    fact("2*exp(-2*n*(a/4)^2) <= b", "a in (0, 1], b in (0, 1)", where={"n": "8*log(2/b)/a^2"})

The language is that of ``replcalc.symbolic.parsing``; ``diff(formula, x)`` is a derivative.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from replcalc.kernel.relations import free_names, substitute_trees
from replcalc.kernel.trees import derivative, parse
from replcalc.numbers.errors import InputError
from replcalc.symbolic.parsing import StatedRelation, Tree, parse_domain, parse_formula, parse_relations


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


def differentiate(tree: Tree) -> Tree:
    """Return the tree with every ``diff(formula, x)`` replaced by the derivative."""
    if tree[0] in ("q", "v"):
        return tree
    args = [differentiate(arg) for arg in tree[1:]]
    return derivative(parse(args[0]), args[1][1]).tree() if tree[0] == "diff" else [tree[0], *args]


def fact(
    relation: str,
    on: str = "",
    given: Iterable[str] = (),
    where: Mapping[str, str | Tree] | None = None,
    context: str = "",
) -> StatedFact:
    """Return the fact that these texts state. ``where``: formulas put in for names, as they stand."""
    defined = {name: parse_formula(of, name) if isinstance(of, str) else of for name, of in (where or {}).items()}
    for name, tree in list(defined.items()):
        defined[name] = substitute_trees(tree, {other: value for other, value in defined.items() if other != name})

    def read(text: str, argument: str) -> list[StatedRelation]:
        def put(tree: Tree) -> Tree:
            return differentiate(substitute_trees(tree, defined))

        return [(put(a), o, put(b)) for a, o, b in parse_relations(text, argument)]

    assumed = tuple(each for text in given for each in read(text, "given"))
    stated, domain = tuple(read(relation, "RELATION")), parse_domain(on)
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
