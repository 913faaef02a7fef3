"""An erratum: what a source prints, why it is not right, and what repairs it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["false", "unjustified", "imprecise", "typo"]

#: Gravest first. false: not true as printed. unjustified: true, but the argument given does not show it.
#: imprecise: a hypothesis, a range or a definition is missing, or two places disagree. typo: the meaning is clear.
SEVERITIES: tuple[Severity, ...] = ("false", "unjustified", "imprecise", "typo")


@dataclass(frozen=True)
class Erratum:
    """``line`` and ``also`` are TeX lines; ``claims`` are the ids of the decided claims that confirm it.

    ``printed`` says in own words what stands there, ``reason`` why it is wrong (with the counterexample), ``repair``
    what holds instead.
    """

    id: str
    line: int
    statement: str
    severity: Severity
    printed: str
    reason: str
    repair: str
    claims: tuple[str, ...] = ()
    also: tuple[int, ...] = ()

    @property
    def lines(self) -> str:
        """All lines it concerns: '599, 3188'."""
        return ", ".join(map(str, sorted((self.line, *self.also))))
