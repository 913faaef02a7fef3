"""Certificates: what a verdict rests on, as plain JSON that another program can re-verify.

A certificate is a ``kind`` and a JSON document. Expressions are written as nested lists, head first:
``["q", "3/4"]`` a rational, ``["v", "x"]`` a variable, ``["+", a, b, ...]``, ``["*", ...]``, ``["^", base, exponent]``,
``["exp", a]``, ``["log", a]``, ``["min", a, b, ...]``, ``["pi"]``... No expression is ever evaluated as program text.

Kinds:
- ``box``: ``goal`` (an expression, nonnegative or positive), ``domain``, ``open`` ends, ``assumptions``, ``leaves``
  (each a box and the proof used on it, see ``replcalc.prover.leaves``).
- ``exact``: a relation between constants, with the enclosure of right minus left that decided it.
- ``identity``: two sides and the polynomial both cross-multiplied normal forms are equal to.
- ``point``: a relation and a rational point at which it fails.
- ``all``: a conjunction of named parts.
- ``witness``: a counterexample: the certificate of its hypotheses, and that of the refuted conclusion.
- ``growth``: a goal from a starting point on: its derivatives there, and the next one everywhere, step by step.
- ``comparisons``: a finite exact computation, named: rational comparisons and the verdict they establish.
- ``signs``: a goal and an identical form whose sign can be read off (see ``replcalc.prover.signs``).
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
