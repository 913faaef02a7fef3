"""``finite`` certificates: exact comparisons for all values of the indices, which Coq computes itself.

The statement is that a boolean, written out with the prelude's exact rationals (or polynomials with whole
coefficients), is true; for a counterexample, that it is false. The proof is to compute it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from replcalc.kernel.variables import read_rational, variable_names
from translation.expressions import OutOfReach, folded, identifier

_FOLDED = {"+": "plus", "*": "mult", "min": "min", "max": "max"}
_COMPARED = {
    "<=": "(le_q {0} {1})",
    "<": "(lt_q {0} {1})",
    ">=": "(le_q {1} {0})",
    ">": "(lt_q {1} {0})",
    "==": "(eq_q {0} {1})",
    "!=": "(negb (eq_q {0} {1}))",
}


def finite(data: Mapping[str, Any]) -> tuple[str, str]:
    """The statement and the tactic that computes it."""
    polynomial, tables = data["polynomial"], data["tables"]
    cases = [_case(case, polynomial, tables) for case in data["cases"]]
    whole = folded("andb", cases)
    for name, value in data["given"].items():
        whole = f"(let {identifier(name)} := {_rational(read_rational(value))} in {whole})"
    return f"{whole} = {'false' if 'fails' in data else 'true'}", "vm_compute; reflexivity"


def _case(case: Mapping[str, Any], polynomial: str | None, tables: Mapping[str, Any]) -> str:
    relation = case["relation"]
    if polynomial is None:
        sides = [_number(relation[side], tables) for side in ("left", "right")]
        text = _COMPARED[relation["operator"]].format(*sides)
    elif relation["operator"] == "==":
        text = "(eq_p {} {})".format(*(_polynomial(relation[side], polynomial, tables) for side in ("left", "right")))
    else:
        raise OutOfReach("polynomials are compared for equality only")
    for name, low, high in reversed(case["for"]):
        text = f"(for_q {_number(low, tables)} {_number(high, tables)} (fun {identifier(name)} => {text}))"
    return text


def _rational(value: Fraction) -> str:
    return f"(rat ({value.numerator}) {value.denominator})"


def _number(tree: Any, tables: Mapping[str, Any]) -> str:
    head, args = tree[0], tree[1:]
    if head == "q":
        return _rational(read_rational(args[0]))
    if head == "v":
        return identifier(args[0])
    if head == "at":
        return _entry(tables[args[0]], [_number(a, tables) for a in args[1:]])
    if head == "if":
        left, right, then, otherwise = (_number(a, tables) for a in args[1:])
        return f"(if {_COMPARED[args[0]].format(left, right)} then {then} else {otherwise})"
    if head == "sum":
        body, index, low, high = args
        limits = f"{_number(low, tables)} {_number(high, tables)}"
        return f"(sum_q {limits} (fun {identifier(index[1])} => {_number(body, tables)}))"
    parts = [_number(a, tables) for a in args]
    if head in ("^", "binom", "abs", "vc", "littlestone"):
        return f"({'power' if head == '^' else head}_q {' '.join(parts)})"
    if head not in _FOLDED:
        raise OutOfReach(f"the finite function {head}")
    return folded(f"{_FOLDED[head]}_q", parts)


def _entry(table: Any, indices: list[str]) -> str:
    """An entry of nested lists of the same shape."""
    if not indices:
        raise OutOfReach("a row of a table")
    text, depth = _list(table), _depth(table)
    for index in indices:
        depth -= 1
        default = "nil" if depth else "(rat 0 1)"
        text = f"(at_q _ {default} {text} {index})"
    return text


def _depth(table: Any) -> int:
    return 1 + _depth(table[0]) if isinstance(table, list) else 0


def _list(table: Any) -> str:
    if not isinstance(table, list):
        return _rational(read_rational(table))
    text = "nil"
    for entry in reversed(table):
        text = f"(cons {_list(entry)} {text})"
    return text


def _polynomial(tree: Any, x: str, tables: Mapping[str, Any]) -> str:
    head, args = tree[0], tree[1:]
    if head == "v" and args[0] == x:
        return "x_p"
    if head != "sum" and x not in variable_names(tree):
        if head == "q" and read_rational(args[0]).denominator != 1:
            raise OutOfReach("a polynomial with fractions")
        return f"(whole_p {_number(tree, tables)})"
    if head == "sum":
        body, index, low, high = args
        return (
            f"(sum_p {_number(low, tables)} {_number(high, tables)} "
            f"(fun {identifier(index[1])} => {_polynomial(body, x, tables)}))"
        )
    if head == "^":
        return f"(power_p {_polynomial(args[0], x, tables)} {_number(args[1], tables)})"
    parts = [_polynomial(a, x, tables) for a in args]
    if head == "diff":
        return f"(diff_p {parts[0]})"
    if head not in ("+", "*"):
        raise OutOfReach(f"the polynomial function {head}")
    return folded(f"{_FOLDED[head]}_p", parts)
