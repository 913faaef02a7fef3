"""The answer to a question of fact: a verdict and the certificate it rests on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeAlias

from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement

Proof = dict[str, Any]
#: Beyond this many characters the parts of a conjunction are only named.
LONG = 300


@dataclass(frozen=True)
class Outcome:
    """``certificate``: what proves or refutes it, re-checkable. ``counterexample``: where it fails, exact values."""

    verdict: Verdict
    method: str
    certificate: Certificate | None = None
    counterexample: Mapping[str, str] | None = None
    detail: str = ""


#: A fact in several parts by name, each decided or in parts itself; it holds if all of them do.
Parts: TypeAlias = "Mapping[str, Outcome | Parts]"


def conclusion_of(
    relations: Sequence[Sequence[Any]], domain: Mapping[str, list[str]], given: Sequence[Sequence[Any]] = ()
) -> dict[str, Any]:
    """Return relations on a domain as certificates write them."""
    return {"relations": list(map(list, relations)), "domain": dict(domain), "given": list(map(list, given))}


def outcome_if_proved(conclusion: Mapping[str, Any], proof: Proof, method: str, detail: str = "") -> Outcome | None:
    """Return the outcome PROVED if the kernel accepts the proof; otherwise None."""
    certificate = Certificate("claim", {"conclusion": conclusion, "proof": proof})
    return (
        Outcome(Verdict.PROVED, method, certificate, detail=detail)
        if _establishes(certificate, Verdict.PROVED)
        else None
    )


def outcome_if_refuted(
    conclusion: Mapping[str, Any], point: Mapping[str, Fraction], method: str, number: int = 0
) -> Outcome | None:
    """Return the outcome REFUTED if the kernel accepts that relation ``number`` fails at the point; else None."""
    named = {name: str(value) for name, value in point.items()}
    proof = {"rule": "point", "number": number, "point": named}
    certificate = Certificate("claim", {"conclusion": conclusion, "proof": proof})
    return Outcome(Verdict.REFUTED, method, certificate, named) if _establishes(certificate, Verdict.REFUTED) else None


def _establishes(certificate: Certificate, verdict: Verdict) -> bool:
    return recheck(certificate) is verdict


def prove_all(named: Parts) -> Outcome:
    """Join named facts: PROVED if all are, REFUTED by the first that is refuted."""
    if not named:
        raise MalformedStatement("a conjunction needs at least one part")
    parts = {name: part if isinstance(part, Outcome) else prove_all(part) for name, part in named.items()}
    verdict = Verdict.all(part.verdict for part in parts.values())
    methods = "+".join(sorted({name for part in parts.values() for name in part.method.split("+")}))
    if verdict is not Verdict.PROVED:
        name, worst = next((n, p) for n, p in parts.items() if p.verdict is verdict)
        detail = f"{name}: {worst.detail}" if worst.detail else name
        return Outcome(verdict, methods, worst.certificate, worst.counterexample, detail)
    certificates = {}
    for name, part in parts.items():
        if part.certificate is None:
            raise MalformedStatement(f"the proved part '{name}' has no certificate")
        certificates[name] = part.certificate.to_json()
    detail = "; ".join(f"{name}: {part.detail or part.method}" for name, part in parts.items())
    if len(detail) > LONG:
        detail = f"{len(parts)} parts: {'; '.join(parts)}"
    return Outcome(verdict, methods, Certificate("all", {"parts": certificates}), detail=detail)


# -- outcomes at one choice of the values ------------------------------------------------------------------------------
def name_counterexample(outcome: Outcome, **values: object) -> Outcome:
    """Return the same outcome, its counterexample naming the values it was computed at."""
    if outcome.counterexample is None:
        return outcome
    named = {key: str(value) for key, value in values.items()} | dict(outcome.counterexample)
    return replace(outcome, counterexample=named)


def decide_under_hypotheses(hypotheses: Mapping[str, Outcome], conclusion: Outcome, **values: object) -> Outcome:
    """Decide a statement at one choice of its values: first the hypotheses, then the conclusion.

    REFUTED if every hypothesis is proved and the conclusion refuted, PROVED if all are proved. Values that do not
    satisfy the hypotheses say nothing about the statement: UNDECIDED, with the hypothesis that fails.
    """
    for name, hypothesis in hypotheses.items():
        if hypothesis.verdict is not Verdict.PROVED:
            detail = f"the values do not satisfy the hypotheses: {name} is {hypothesis.verdict.value}"
            return Outcome(Verdict.UNDECIDED, "counterexample", detail=detail)
    if conclusion.verdict is not Verdict.REFUTED:
        return prove_all({**hypotheses, "conclusion": conclusion})
    assert conclusion.certificate is not None
    met = prove_all(hypotheses)
    assert met.certificate is not None
    data = {"premises": met.certificate.to_json(), "conclusion": conclusion.certificate.to_json()}
    methods = "+".join(sorted({*met.method.split("+"), *conclusion.method.split("+")}))
    held = f"{len(hypotheses)} {'hypothesis holds' if len(hypotheses) == 1 else 'hypotheses hold'} at these values"
    detail = held + (f"; {conclusion.detail}" if conclusion.detail else "")
    certificate = Certificate("counterexample", data)
    outcome = Outcome(Verdict.REFUTED, methods, certificate, conclusion.counterexample, detail)
    return name_counterexample(outcome, **values)
