"""The answer to a question of fact: a verdict and what it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from replcalc.kernel.certificate import Certificate
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement
from replcalc.prover.boxes import Box

#: Beyond this many characters the parts of a conjunction are only named.
LONG = 300


@dataclass(frozen=True)
class Outcome:
    """``certificate``: what proves or refutes it, re-checkable. ``counterexample``: where it fails, exact values.

    ``stuck``: the box at which an undecided search stopped.
    """

    verdict: Verdict
    method: str
    certificate: Certificate | None = None
    counterexample: Mapping[str, str] | None = None
    detail: str = ""
    stuck: Box | None = None


def not_looked_at(*_: Any, **__: Any) -> Outcome:
    """Stands for a fact that is not proved where only identities are looked at, as they are written."""
    return Outcome(Verdict.PROVED, "stated", Certificate("stated", {}))


#: A fact in several parts by name, each decided or in parts itself; it holds if all of them do.
Parts: TypeAlias = "Mapping[str, Outcome | Parts]"


def prove_all(named: Parts) -> Outcome:
    """The conjunction of named facts: PROVED if all are, REFUTED by the first that is refuted."""
    if not named:
        raise MalformedStatement("a conjunction needs at least one part")
    parts = {name: part if isinstance(part, Outcome) else prove_all(part) for name, part in named.items()}
    verdict = Verdict.all(part.verdict for part in parts.values())
    methods = "+".join(sorted({name for part in parts.values() for name in part.method.split("+")}))
    if verdict is not Verdict.PROVED:
        name, worst = next((n, p) for n, p in parts.items() if p.verdict is verdict)
        detail = f"{name}: {worst.detail}" if worst.detail else name
        return Outcome(verdict, methods, worst.certificate, worst.counterexample, detail, worst.stuck)
    certificates = {}
    for name, part in parts.items():
        if part.certificate is None:
            raise MalformedStatement(f"the proved part '{name}' has no certificate")
        certificates[name] = part.certificate.to_json()
    detail = "; ".join(f"{name}: {part.detail or part.method}" for name, part in parts.items())
    if len(detail) > LONG:
        detail = f"{len(parts)} parts: {'; '.join(parts)}"
    return Outcome(verdict, methods, Certificate("all", {"parts": certificates}), detail=detail)
