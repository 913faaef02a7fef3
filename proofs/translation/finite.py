"""``finite`` certificates: exact comparisons for all values of the indices, which Coq computes itself.

The statement is that a boolean, written out with the prelude's exact rationals, is true; for a counterexample, that it
is false. The proof is to compute it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from replcalc.kernel.variables import read_rational
from translation.expressions import OutOfReach, folded, identifier

_COMPARED = {
    "<=": "(le_q {0} {1})",
    "<": "(lt_q {0} {1})",
    ">=": "(le_q {1} {0})",
    ">": "(lt_q {1} {0})",
    "=": "(eq_q {0} {1})",
}


def finite(data: Mapping[str, Any]) -> tuple[str, str]:
    """Return the statement and the tactic that computes it."""
    whole = folded("andb", [_COMPARED[o].format(_number(a), _number(b)) for a, o, b in data["relations"]])
    for name, low, high in reversed(data["for"]):
        whole = f"(for_q {_number(low)} {_number(high)} (fun {identifier(name)} => {whole}))"
    return f"{whole} = {'false' if 'fails' in data else 'true'}", "vm_compute; reflexivity"


def _number(tree: Any) -> str:
    head, args = tree[0], tree[1:]
    if head == "q":
        value = read_rational(args[0])
        return f"(rat ({value.numerator}) {value.denominator})"
    if head == "v":
        return identifier(args[0])
    if head == "sum":
        body, index, low, high = args
        return f"(sum_q {_number(low)} {_number(high)} (fun {identifier(index[1])} => {_number(body)}))"
    parts = [_number(a) for a in args]
    if head in ("^", "binom"):
        return f"({'power' if head == '^' else head}_q {' '.join(parts)})"
    if head not in ("+", "*"):
        raise OutOfReach(f"the finite function {head}")
    return folded("plus_q" if head == "+" else "mult_q", parts)
