"""A route turns a goal into a certified derivation, or says why it cannot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from replcalc.numbers.verdict import Verdict
from replcalc.questions.composition import Composition
from replcalc.statements.certification import Answer, CheckedCondition
from replcalc.statements.derivation import Derivation


@dataclass(frozen=True)
class RouteResult:
    """What a route found. ``applicable``: every condition is PROVED; ``certified``: and no constant is hidden."""

    name: str
    answer: Answer | None
    reason: str = ""
    chosen: Mapping[str, Any] = field(default_factory=dict)  # exact parameters the route chose: c, J, x0, ...
    derivation: Derivation | None = None

    @property
    def applicable(self) -> bool:
        return self.answer is not None and self.answer.verdict is Verdict.PROVED

    @property
    def hidden(self) -> tuple[str, ...]:
        derivation = self.answer.derivation if self.answer else self.derivation
        return tuple(h.name for h in derivation.hidden) if derivation else ()

    @property
    def certified(self) -> bool:
        return self.applicable and not self.hidden

    @property
    def samples(self) -> int | None:
        return None if self.answer is None else self.answer.value("samples")

    @property
    def unmet(self) -> tuple[CheckedCondition, ...]:
        return self.answer.unmet if self.answer else ()

    @property
    def provenance(self) -> str:
        derivation = self.answer.derivation if self.answer else self.derivation
        return "+".join(derivation.provenance) if derivation else ""


@dataclass(frozen=True)
class Route:
    """A named way to compose. ``derive`` gives its derivation (symbolic), ``solve`` certified figures for a goal."""

    name: str
    summary: str
    derive: Callable[[], Derivation]
    solve: Callable[[Composition, int], RouteResult]
    quantities: tuple[str, ...]  # names reported, in order, besides what ``chosen`` adds
