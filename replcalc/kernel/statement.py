"""The canonical statement of a certificate: what it is about, without how it is proved; and its digest.

Two certificates with the same statement establish the same fact. A claim is bound to its statement: the statement and
its sha256 are recorded with the claim (``replcalc.claims.manifest``), and a certificate of the claim must have it.

``box``, ``signs`` and ``growth`` certificates prove goal >= 0 (> 0 if strict). The goal is what is left of an
inequality when both its sides are on one side; ``relation`` keeps the two sides as the author put them. It is believed
only if the goal is identically their difference and has a value wherever both sides do.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from replcalc.kernel.algebra import Algebra
from replcalc.kernel.signs import Reader
from replcalc.kernel.values import constant_sign
from replcalc.kernel.variables import Bounds, nonnegative, read_rational, variables_of

#: Per kind, the entries of a certificate that say what is claimed. Everything else is proof.
STATED: dict[str, tuple[str, ...]] = {
    "claim": ("conclusion",),
    "box": ("goal", "strict", "domain", "open", "assumptions"),
    "signs": ("goal", "strict", "symbols"),
    "growth": ("goal", "strict", "symbol", "start", "symbols"),
    "identity": ("left", "right", "symbols"),
    "exact": ("relation",),
    "finite": ("given", "tables", "polynomial", "cases"),
}

#: What it may say besides: the two sides that the goal is the difference of.
MAY_STATE: dict[str, tuple[str, ...]] = dict.fromkeys(("box", "signs", "growth"), ("relation",))


def statement_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """What the certificate ``document`` is about. KeyError or TypeError if it is not a certificate."""
    kind = document["kind"]
    if kind == "all":
        return {"kind": "all", "parts": {name: statement_of(part) for name, part in document["parts"].items()}}
    if kind == "witness":
        return {"kind": "witness", **{part: statement_of(document[part]) for part in ("premises", "conclusion")}}
    if kind == "point":
        of = document["of"]
        return {"kind": of, "integers": document["integers"], **_stated(of, document)}
    return {"kind": kind, **_stated(kind, document)}


def _stated(kind: str, document: Mapping[str, Any]) -> dict[str, Any]:
    said = {key: document[key] for key in STATED[kind]}
    return said | {key: document[key] for key in MAY_STATE.get(kind, ()) if key in document}


def canonical(statement: Mapping[str, Any]) -> str:
    """One line of JSON, the same for equal statements."""
    return json.dumps(statement, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(statement: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical(statement).encode("utf-8", "surrogatepass")).hexdigest()


# -- two sides ------------------------------------------------------------------------------------------------------
def difference(relation: Mapping[str, Any]) -> tuple[Any, bool]:
    """What is to be >= 0, or > 0 if the second is true."""
    left, operator, right = relation["left"], relation["operator"], relation["right"]
    if operator not in ("<=", "<", ">=", ">"):
        raise ValueError("not an inequality")
    large, small = (right, left) if operator in ("<=", "<") else (left, right)
    return ["+", large, ["*", ["q", "-1"], small]], operator in ("<", ">")


def is_goal_of(relation: Mapping[str, Any], kind: str, data: Mapping[str, Any]) -> bool:
    """Is what the certificate proves this relation between its two sides? False proves nothing."""
    goal, strict = difference(relation)
    variables = domain_of(kind, data)
    reader = Reader(variables, constant_sign)
    return (
        relation["left"] != relation["right"]
        and strict == data["strict"]
        and reader.has_value_where(data["goal"], (relation["left"], relation["right"]))
        and Algebra(nonnegative(variables)).equal(data["goal"], goal)
    )


def domain_of(kind: str, data: Mapping[str, Any]) -> dict[str, Bounds]:
    """The bounds of every variable of a certificate of kind ``box``, ``signs`` or ``growth``."""
    if kind == "box":
        ends = {name: tuple(map(read_rational, side)) for name, side in data["domain"].items()}
        left_out = {(name, end) for name, end in data["open"]}
        return {
            name: Bounds(low, high, (name, "lower") in left_out, (name, "upper") in left_out)
            for name, (low, high) in ends.items()
        }
    variables = variables_of(data["symbols"])
    if kind == "growth":
        start = data["start"]
        low = read_rational(start[1]) if start[0] == "q" else None
        if low is None and Reader(variables, constant_sign).sign(start) is not None:
            low = Fraction(0)
        variables[data["symbol"]] = Bounds(low=low)
    return variables
