"""Certificates: what a verdict rests on, as plain JSON that another program can re-verify without anything else.

A certificate is a ``kind`` and a JSON document. Expressions are written as nested lists, head first: ``["q", "3/4"]`` a
rational, ``["v", "x"]`` a variable, ``["pi"]``, ``["+", a, b, ...]``, ``["*", ...]``, ``["^", base, exponent]`` and
functions by name: exp, log, min, max, abs, tanh, sinh, cosh, sech, atanh, asin, erf, erfc, loggamma; finite sums are
``["sum", body, ["v", index], lower, upper]``, with a value where the bounds are integers and lower <= upper + 1. No
expression is ever evaluated as program text. Rationals are strings.

Powers have one meaning. With a whole numeral as exponent, x^n is a product, also of negative bases: x^0 = 1, also at 0,
and x^-n has no value at 0. With another numeral as exponent it is the real nonnegative root of a nonnegative base
(positive, if the exponent is negative). With anything else as exponent, x^y is e^(y ln x): x must be positive, so that
x^y has no value at x = 0, nor at x = -1, whatever y is.

``symbols`` says what is known of every variable: ``{"x": ["> 0"], "k": [">= 1", "integer"], "m": [">= -1", "<= 1"]}``
(``replcalc.kernel.variables``); nothing else about a variable may be used.

What a certificate states (``replcalc.kernel.statement`` takes out exactly this), and what proves it:

- ``box``. States: ``goal`` >= 0 (> 0 if ``strict``) at every point of ``domain`` ({variable: [low, high]}) that is not
  on an end listed in ``open`` ([variable, "lower" | "upper"]) and where every one of ``assumptions`` ({goal, strict})
  holds. Proved by ``leaves``: boxes that cover the domain, each with a ``proof`` whose ``form`` is ``ball``, ``mean``,
  ``monotone`` (with the proofs of ``derivative`` and ``face``), ``zero``, ``point``, or ``outside`` (the ``assumption``
  of that number fails on the whole leaf); see ``replcalc.prover.leaves`` for what each of them shows.
- ``signs``. States: ``goal`` >= 0 (> 0 if ``strict``) wherever it is defined, for all values of ``symbols``. Proved by
  ``form``: identically equal, defined wherever the goal is, and of a sign that can be read off its tree.
- ``growth``. States: ``goal`` >= 0 for all ``symbol`` >= ``start`` and all values of the other ``symbols``. Proved by
  ``values``: exact certificates that the goal and its next derivatives are >= 0 at the start; ``form``: the derivative
  after those, at start + ``step``, written so that its sign can be read off (``step`` >= 0 occurs nowhere else);
  and smoothness all the way: every denominator, logarithm and root in the goal at start + step has an argument
  that is evidently positive, or is among ``positive``: pairs [argument, equal form of evidently positive sign].
- ``identity``. States: ``left`` = ``right`` wherever both are defined, for all values of ``symbols``.
- ``exact``. States: ``relation`` ({left, operator, right}) between constants. ``sign`` of right - left and, if not 0,
  ``difference``: decimals that enclose it. Establishes PROVED or REFUTED.
- ``finite``. States: each of ``cases`` ({name, for, relation}): the relation between exact rationals (or polynomials in
  the variable ``polynomial``) for all integer values of the indices in ``for`` ([index, first, last]), with the
  parameters ``given`` and ``tables``. Nothing more is needed: it is computed (``replcalc.kernel.finite``). With
  ``fails`` ({case, at}), the case and indices that refute it.
- ``all``. States the conjunction of its named ``parts``.
- ``point``. Refutes what the certificate of kind ``of`` states (with that kind's entries): a ``point`` of its domain at
  which it fails, and at which the expressions ``integers`` are integers.
- ``witness``. Refutes by ``premises``, proved, and ``conclusion``, refuted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


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
