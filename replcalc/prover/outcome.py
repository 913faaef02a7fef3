"""The answer to a question of fact: a verdict and the certificate it rests on."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict

Proof = dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """``certificate``: what proves or refutes it, re-checkable. ``counterexample``: where it fails, exact values."""

    verdict: Verdict
    method: str
    certificate: Certificate | None = None
    counterexample: Mapping[str, str] | None = None
    detail: str = ""


def outcome_if_proved(conclusion: Mapping[str, Any], proof: Proof, method: str, detail: str = "") -> Outcome | None:
    """Return the outcome PROVED if the kernel accepts the proof; otherwise None."""
    certificate = Certificate("claim", {"conclusion": conclusion, "proof": proof})
    accepted = recheck(certificate) is Verdict.PROVED
    return Outcome(Verdict.PROVED, method, certificate, detail=detail) if accepted else None


def outcome_if_refuted(
    conclusion: Mapping[str, Any], point: Mapping[str, Fraction], method: str, number: int = 0
) -> Outcome | None:
    """Return the outcome REFUTED if the kernel accepts that relation ``number`` fails at the point; else None."""
    named = {name: str(value) for name, value in point.items()}
    proof = {"rule": "point", "number": number, "point": named}
    certificate = Certificate("claim", {"conclusion": conclusion, "proof": proof})
    accepted = recheck(certificate) is Verdict.REFUTED
    return Outcome(Verdict.REFUTED, method, certificate, named) if accepted else None
