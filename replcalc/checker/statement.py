"""The canonical statement of a certificate: what it is about, without how it is proved; and its digest.

Two certificates with the same statement establish the same fact. A claim is bound to its statement: the statement and
its sha256 are recorded with the claim (``replcalc.claims.manifest``), and a certificate of the claim must have it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

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
