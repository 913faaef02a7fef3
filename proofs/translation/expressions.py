"""Certificate expressions in Coq's language over the real numbers, and derivatives as Coq's ``auto_derive`` has them.

Whole powers are ``pow``, halves of odd numbers powers of ``sqrt``. Any other power b^e is exp(e ln b), for a base that
is evidently positive; where e has a variable and b may vanish it is ``power``, which is 0 at b = 0 for e > 0. ``x[i]``
in a sum over i is a function of i. Hyperbolic functions, minima and maxima keep their names in statements; proofs
write them through exp and Rabs (``expanded``, the prelude's ``expand``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from typing import Any

from replcalc.kernel.algebra import by_exponentials
from replcalc.kernel.signs import SignReader
from replcalc.kernel.variables import read_rational, variable_names

#: Functions of one argument that Coq has under another name or the same.
FUNCTIONS = {
    "exp": "exp",
    "log": "ln",
    "abs": "Rabs",
    "sinh": "sinh",
    "cosh": "cosh",
    "tanh": "tanh",
    "sech": "sech",
    "atanh": "atanh",
    "asin": "asin",
    "erf": "erf",
}
#: Largest whole power that is written as one.
MAX_POWER = 2000


class OutOfReach(Exception):
    """The certificate is not translated; the message says why."""


def fraction(tree: Any) -> Fraction | None:
    """The value of a rational number's tree, None for any other."""
    return read_rational(tree[1]) if tree[0] == "q" else None


def coq_number(value: Fraction) -> str:
    return f"({value.numerator})" if value.denominator == 1 else f"({value.numerator} / {value.denominator})"


def identifier(name: str) -> str:
    """A Coq name of its own for every variable."""
    return "v_" + "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in name)


def prepared(tree: Any, reader: SignReader, powers: bool = False, indices: frozenset[str] = frozenset()) -> Any:
    """The tree with powers that are neither whole nor halves as exponentials; OutOfReach for what Coq does not have.

    ``powers``: but those of bases that may vanish remain powers. ``indices``: those of the sums around it.
    """
    head, args = tree[0], tree[1:]
    if head == "v":
        return _member(tree, indices)
    if head in ("q", "pi"):
        return tree
    if head in ("loggamma", "binom", "if", "at", "diff"):
        raise OutOfReach(f"the function {head}")
    if head == "sum":
        body, index, low, high = args
        bounds = (prepared(bound, reader, powers, indices) for bound in (low, high))
        return ["sum", prepared(body, reader, powers, indices | {index[1]}), index, *bounds]
    parts = [prepared(a, reader, powers, indices) for a in args]
    if head == "erfc":
        return ["+", ["q", "1"], ["*", ["q", "-1"], ["erf", parts[0]]]]
    if head != "^":
        return [head, *parts]
    exponent = fraction(parts[1])
    if exponent is not None and exponent.denominator <= 2 and abs(exponent) <= MAX_POWER:
        return [head, *parts]
    evident = reader.sign(args[0]) == 1
    if not evident and (exponent is not None or not any(True for _ in variable_names(args[0]))):
        raise OutOfReach("a root of a base that may vanish")
    return ["power", *parts] if powers and not evident else ["exp", ["*", parts[1], ["log", parts[0]]]]


def bases_in_doubt(tree: Any, reader: SignReader) -> Iterator[Any]:
    """The bases of powers with variables in their exponents that are not evidently positive."""
    if tree[0] in ("q", "v"):
        return
    if tree[0] == "^" and tree[2][0] != "q" and reader.sign(tree[1]) != 1:
        yield tree[1]
    for part in tree[1:]:
        yield from bases_in_doubt(part, reader)


def _member(tree: Any, indices: frozenset[str]) -> Any:
    """x[i] in a sum over i: the function x[] at i."""
    family = family_of(tree[1], indices)
    return ["of", ["v", family], ["v", tree[1][len(family) - 1 : -1]]] if family else tree


def family_of(name: str, indices: Collection[str]) -> str:
    """``x[]`` for x[i], where i is an index; nothing for a variable that does not depend on one."""
    family, bracket, index = name.removesuffix("]").partition("[")
    if bracket and index in indices:
        return f"{family}[]"
    if set(indices) & set(re.findall(r"\w+", index)):
        raise OutOfReach("a family at another place than an index")
    return ""


def text(tree: Any, at: Mapping[str, str] | None = None) -> str:
    """The prepared tree in Coq; ``at`` writes something else for some variables."""
    head, args = tree[0], tree[1:]
    if head == "q":
        return coq_number(read_rational(args[0]))
    if head == "v":
        return (at or {}).get(args[0], identifier(args[0]))
    if head == "pi":
        return "PI"
    if head == "^":
        return _power(text(args[0], at), read_rational(args[1][1]))
    parts = [text(a, at) for a in args]
    if head == "sum":
        return f"(total {parts[2]} {parts[3]} (fun {parts[1]} => {parts[0]}))"
    if head == "of":
        return f"({parts[0]} {parts[1]})"
    if head == "power":
        return f"(power {parts[0]} {parts[1]})"
    if head in ("+", "*"):
        return f"({f' {head} '.join(parts)})"
    if head in ("min", "max"):
        return folded(f"R{head}", parts)
    if head in FUNCTIONS:
        return f"({FUNCTIONS[head]} {parts[0]})"
    raise OutOfReach(f"the function {head}")


def folded(function: str, parts: Iterable[str]) -> str:
    """A function of two arguments of all parts, the first two first."""
    return reduce(lambda before, part: f"({function} {before} {part})", parts)


def _power(base: str, exponent: Fraction) -> str:
    if exponent.denominator == 2:
        base, exponent = f"(sqrt {base})", Fraction(exponent.numerator)
    size = abs(exponent.numerator)
    whole = base if size == 1 else f"({base} ^ {size})"
    return whole if exponent > 0 else f"(/ {whole})" if exponent < 0 else "1"


def beyond_interval(tree: Any) -> bool:
    """Is there a function in the tree that Coq's interval tactic does not know?"""
    return tree[0] in ("asin", "erf") or (tree[0] not in ("q", "v") and any(map(beyond_interval, tree[1:])))


def expanded(tree: Any) -> Any:
    """Hyperbolic functions through exp, minima and maxima through abs: what ``expand`` makes of the text."""
    head = tree[0]
    if head in ("q", "v", "pi"):
        return tree
    parts = [expanded(a) for a in tree[1:]]
    if head in ("sinh", "cosh", "tanh", "sech"):
        return by_exponentials(head, parts[0])
    if head == "atanh":
        quotient = [
            "*",
            ["+", ["q", "1"], parts[0]],
            ["^", ["+", ["q", "1"], ["*", ["q", "-1"], parts[0]]], ["q", "-1"]],
        ]
        return ["*", ["q", "1/2"], ["log", quotient]]
    if head not in ("min", "max"):
        return [head, *parts]
    result = parts[0]
    for part in parts[1:]:
        gap: Any = ["abs", ["+", result, ["*", ["q", "-1"], part]]]
        result = ["*", ["q", "1/2"], ["+", ["+", result, part], gap if head == "max" else ["*", ["q", "-1"], gap]]]
    return result


def put(tree: Any, name: str, value: Any) -> Any:
    """The tree with ``value`` for the variable ``name``, and nothing simplified."""
    if tree[0] == "v":
        return value if tree[1] == name else tree
    return tree if tree[0] in ("q", "pi") else [tree[0], *(put(a, name, value) for a in tree[1:])]


def slope(tree: Any, name: str) -> Any:
    """The derivative of an expanded tree, with the tree's own functions in it so that ``field`` sees the same atoms."""
    head, args = tree[0], tree[1:]
    if name not in variable_names(tree):
        return ["q", "0"]
    if head == "v":
        return ["q", "1"]
    if head == "+":
        return _sum([slope(a, name) for a in args])
    if head == "*":
        return _sum([_product([*args[:i], slope(a, name), *args[i + 1 :]]) for i, a in enumerate(args)])
    if head == "^":
        exponent = read_rational(args[1][1])
        return _product([["q", str(exponent)], _raised(args[0], exponent - 1), slope(args[0], name)])
    if head == "exp":
        return _product([slope(args[0], name), tree])
    if head == "log":
        return _product([slope(args[0], name), ["^", args[0], ["q", "-1"]]])
    if head in ("asin", "erf"):
        return _product([slope(args[0], name), _outer(head, args[0])])
    raise OutOfReach("a derivative at a kink" if head == "abs" else f"the derivative of {head}")


def _outer(head: str, x: Any) -> Any:
    """The derivative of asin or erf, as the lemmas have it."""
    minus: Any = ["*", ["q", "-1"], ["^", x, ["q", "2"]]]
    if head == "asin":
        return ["^", ["+", ["q", "1"], minus], ["q", "-1/2"]]
    return ["*", ["*", ["q", "2"], ["^", ["pi"], ["q", "-1/2"]]], ["exp", minus]]


def _raised(base: Any, exponent: Fraction) -> Any:
    return ["q", "1"] if exponent == 0 else base if exponent == 1 else ["^", base, ["q", str(exponent)]]


def _sum(terms: list[Any]) -> Any:
    kept = [t for t in terms if t != ["q", "0"]]
    return ["q", "0"] if not kept else kept[0] if len(kept) == 1 else ["+", *kept]


def _product(factors: list[Any]) -> Any:
    if ["q", "0"] in factors:
        return ["q", "0"]
    kept = [f for f in factors if f != ["q", "1"]]
    return ["q", "1"] if not kept else kept[0] if len(kept) == 1 else ["*", *kept]
