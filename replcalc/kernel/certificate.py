"""Certificates: what a verdict rests on, as plain JSON that another program can check without anything else.

A certificate is a ``kind`` and a JSON document. Expressions are written as nested lists, head first: ``["q", "3/4"]`` a
rational, ``["v", "x"]`` a variable, ``["pi"]``, ``["+", a, b, ...]``, ``["*", ...]``, ``["^", base, exponent]`` and
functions by name: exp, log, min, max, abs, tanh, sinh, cosh, sech, atanh, asin, erf, erfc, loggamma; finite sums are
``["sum", body, ["v", index], lower, upper]``, with a value where the bounds are integers and lower <= upper + 1. No
expression is ever evaluated as program text. Rationals are strings.

Powers have one meaning. With a whole numeral as exponent, x^n is a product, also of negative bases: x^0 = 1, also at 0,
and x^-n has no value at 0. With another numeral as exponent it is the real nonnegative root of a nonnegative base
(positive, if the exponent is negative). With anything else as exponent, x^y is e^(y ln x): x must be positive, so that
x^y has no value at x = 0, nor at x = -1, whatever y is.

- ``claim``. States: ``conclusion`` (``replcalc.kernel.relations``), relations for all values of variables. Proved, or
  refuted at a point, by ``proof``, a rule by its name (``replcalc.kernel.rules``).
- ``finite``. States: ``relations`` between exact rationals for all integer values of the indices in ``for``
  ([index, first, last]). Nothing more is needed: it is computed (``replcalc.kernel.finite``). With ``fails``
  ({number, at}), the relation and the indices that refute it.

Two certificates with the same statement (``statement_of``) establish the same fact, and a claim is bound to the digest
of its statement.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: Per kind, the keys of a certificate that say what is claimed. Everything else is proof.
_STATED = {"claim": ("conclusion",), "finite": ("for", "relations")}


@dataclass(frozen=True)
class Certificate:
    """``kind`` and its JSON document; compares and round-trips through JSON text."""

    kind: str
    data: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, **self.data}

    def text(self) -> str:
        return json.dumps(self.to_json(), indent=1, sort_keys=True)

    @staticmethod
    def from_json(document: Mapping[str, Any]) -> Certificate:
        data = {key: value for key, value in document.items() if key != "kind"}
        return Certificate(str(document["kind"]), data)


def statement_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """What the certificate ``document`` is about, without its proof. KeyError or TypeError if it is no certificate."""
    kind = document["kind"]
    return {"kind": kind, **{key: document[key] for key in _STATED[kind]}}


def canonical(statement: Mapping[str, Any]) -> str:
    """Return one line of JSON, the same for equal statements."""
    return json.dumps(statement, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def digest(statement: Mapping[str, Any]) -> str:
    """Return the sha256 of the canonical line."""
    return hashlib.sha256(canonical(statement).encode("utf-8", "surrogatepass")).hexdigest()
