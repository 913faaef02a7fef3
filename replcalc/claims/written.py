"""What a claim's certificate states, as it was written: sympy simplifies while it builds, and A = B may become A = A.

A claim whose certificate has an identity between two equal trees is stated once more with sympy's evaluation off; the
identity is then taken as it was written, where the checker accepts it so. One that still says nothing is left out of
the certificate: what a claim certifies is what its certificate states, no more.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import sympy as sp

from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.outcome import Outcome

#: Levels of calls within which a claim is stated.
LEVELS = 250


def says_nothing(document: Mapping[str, Any]) -> bool:
    """Has the certificate a relation whose two sides are the same tree, anywhere?"""
    if document["kind"] == "all":
        return any(map(says_nothing, document["parts"].values()))
    sides = {"identity": document, "exact": document.get("relation", {})}.get(document["kind"], {})
    return bool(sides) and sides["left"] == sides["right"] and sides.get("operator") not in ("<", ">", "!=")


def as_written(found: Outcome, decide: Callable[[], Outcome]) -> Outcome:
    """The outcome with its identities as they were written; ``decide`` makes it again."""
    if found.certificate is None or found.verdict is not Verdict.PROVED:
        return found
    document = found.certificate.to_json()
    if not says_nothing(document):
        return found
    again: Mapping[str, Any] | None = None
    try:
        with sp.evaluate(False), _shallow():
            second = decide()
        again = None if second.certificate is None else second.certificate.to_json()
    except Exception:  # a formula that sympy builds only with its evaluation on: nothing is known of how it was written
        again = None
    kept = _kept(document, again)
    if kept is None:
        return Outcome(Verdict.UNDECIDED, found.method, detail="both sides of what it certifies are the same formula")
    return replace(found, certificate=Certificate.from_json(kept))


@contextmanager
def _shallow() -> Iterator[None]:
    """Few levels of calls: without evaluation some rewriting of sympy never ends, and took the stack along."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(min(limit, len(inspect.stack(0)) + LEVELS))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _kept(document: Mapping[str, Any], again: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The certificate with what says nothing replaced by how it was written, or left out; None if nothing remains."""
    if document["kind"] == "all":
        others = again["parts"] if again is not None and again["kind"] == "all" else {}
        parts = {name: _kept(part, others.get(name)) for name, part in document["parts"].items()}
        told = {name: part for name, part in parts.items() if part is not None}
        return {"kind": "all", "parts": told} if told else None
    if not says_nothing(document):
        return dict(document)
    if again is None or again["kind"] != document["kind"] or says_nothing(again):
        return None
    return dict(again) if recheck(Certificate.from_json(again)) is Verdict.PROVED else None
