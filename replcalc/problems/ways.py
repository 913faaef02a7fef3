"""Several ways to answer the same k problems, as values that can be put side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flint import fmpq

from replcalc.numbers.errors import InputError, PrecisionExhausted, UnmetCondition
from replcalc.numbers.verdict import Verdict
from replcalc.questions.composition import Composition, composition
from replcalc.statements.certification import Answer, CheckedCondition
from replcalc.statements.derivation import Derivation
from replcalc.ways.registry import get
from replcalc.ways.result import Result


@dataclass(frozen=True)
class Way:
    """One way with its certified number of samples, or the reason why it does not apply."""

    name: str
    title: str
    samples: int | None
    applicable: bool
    hidden: tuple[str, ...] = ()
    provenance: str = ""
    quantities: Mapping[str, Any] = field(default_factory=dict)
    conditions: tuple[CheckedCondition, ...] = ()
    reason: str = ""
    derivation: Derivation | None = None

    @property
    def certified(self) -> bool:
        return self.applicable and not self.hidden


def way_from_answer(
    name: str,
    title: str,
    answer: Answer,
    quantities: Iterable[str],
    samples: str,
    extra: Mapping[str, Any] | None = None,
) -> Way:
    """A way whose derivation was certified; ``samples`` names the quantity that counts."""
    total = answer.value(samples) if samples in answer.quantities else (extra or {})[samples]
    return Way(
        name,
        title,
        int(total),
        answer.verdict is Verdict.PROVED,
        tuple(h.name for h in answer.derivation.hidden),
        "+".join(answer.derivation.provenance),
        {q: answer.value(q) for q in quantities} | dict(extra or {}),
        answer.conditions,
        "; ".join(c.describe() for c in answer.unmet[:2]),
        answer.derivation,
    )


def not_applicable(name: str, title: str, reason: str) -> Way:
    return Way(name, title, None, False, reason=reason)


def composed(
    name: str, title: str, goal: Composition, digits: int, extra: Mapping[str, Any], base: Iterable[str]
) -> Way:
    """A composition route applied to k copies of a base algorithm. ``base``: hidden constants of that algorithm."""
    try:
        result: Result = get(name).solve(goal, digits)
    except (PrecisionExhausted, UnmetCondition, InputError) as error:
        return not_applicable(name, title, str(error))
    hidden = tuple(dict.fromkeys((*base, *result.hidden)))
    quantities = dict(extra)
    if result.answer is not None:
        quantities |= {q: result.answer.value(q) for q in ("rho", "beta") if q in result.answer.quantities}
    quantities |= {q: v for q, v in result.chosen.items() if q in ("c", "J")}
    reason = result.reason or "; ".join(c.describe() for c in result.unmet[:2])
    return Way(
        name,
        title,
        result.samples if result.applicable else None,
        result.applicable,
        hidden,
        result.provenance,
        quantities,
        result.answer.conditions if result.answer else (),
        "" if result.applicable else reason,
        result.answer.derivation if result.answer else None,
    )


def copies(
    count: int, n0: int, target: fmpq, rho0: fmpq, beta0: fmpq, failure: fmpq, settings: Mapping[str, Any]
) -> Composition:
    """The goal of composing ``count`` copies of one base algorithm."""
    return composition(f"{n0}x{count}", target, rho0=rho0, beta0=beta0, beta=failure, settings=settings)


def ranked(ways: Iterable[Way]) -> tuple[Way, ...]:
    """Certified ways first, then those with hidden constants, fewest samples first, then what does not apply."""
    return tuple(sorted(ways, key=lambda w: (not w.certified, not w.applicable, w.samples or 0)))


def check_settings(settings: Mapping[str, Any], known: Iterable[str]) -> None:
    """A setting that nothing uses is a mistyped name."""
    names = sorted(set(known))
    for name in settings:
        if name not in names:
            raise InputError("--set", name, "one of " + (", ".join(names) or "none: no hidden constants here"))
