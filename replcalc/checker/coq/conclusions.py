"""Certificates of kind ``claim`` for Coq: those whose relations are proved by leaves, one lemma for each of them.

A leaf states the relation as a difference, right minus left >= 0; the rules that link other proofs are not written.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from replcalc.checker.coq.expressions import OutOfReach
from replcalc.checker.coq.files import coq_text
from replcalc.checker.statement import digest, statement_of
from replcalc.numbers.verdict import Verdict


def as_leaves(certificate: Mapping[str, Any]) -> dict[str, Any]:
    """The leaves of a claim as one certificate; OutOfReach where a rule stands between them and the conclusion."""
    proof = certificate["proof"]
    if proof["rule"] == "point":
        raise OutOfReach("a point that refutes is checked with intervals only")
    proofs = proof["proofs"] if proof["rule"] == "and" else [proof]
    for part in proofs:
        if part["rule"] != "leaf":
            raise OutOfReach(f"the rule '{part['rule']}' is not written for Coq")
    if len(proofs) == 1:
        return dict(proofs[0]["leaf"])
    return {"kind": "all", "parts": {f"relation {number}": part["leaf"] for number, part in enumerate(proofs, 1)}}


def conclusion_text(certificate: Mapping[str, Any], verdict: Verdict, name: str = "fact") -> str:
    """The file for Coq."""
    return coq_text(name, digest(statement_of(certificate)), as_leaves(certificate), verdict)
