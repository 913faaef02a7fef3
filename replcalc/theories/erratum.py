"""An erratum: what a source prints, why it is not right, and what repairs it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from replcalc.numbers.errors import MalformedStatement

Severity = Literal["false", "unjustified", "imprecise", "typo"]

#: Gravest first. false: not true as printed. unjustified: true, but the argument given does not show it.
#: imprecise: a hypothesis, a range or a definition is missing, or two places disagree. typo: the meaning is clear.
SEVERITIES: tuple[Severity, ...] = ("false", "unjustified", "imprecise", "typo")


@dataclass(frozen=True)
class Erratum:
    """One place of a source that does not stand as printed.

    ``line`` and ``also`` are TeX lines. ``printed`` is the formula that stands there, or the few words that matter, in
    plain notation; ``source`` says whose statement it is: "the paper", or the work that the paper quotes. ``reason``
    says what is wrong with it, with the witness where there is one; ``repair`` what holds instead; ``claims`` are the
    ids of the claims that decide it; ``effect`` says which results of the paper depend on it.
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
    source: str = "the paper"
    effect: str = "none"

    def __post_init__(self) -> None:
        if self.severity not in SEVERITIES:
            raise MalformedStatement(f"erratum '{self.id}': severity '{self.severity}' is none of {SEVERITIES}")
        if not all((self.id, self.statement, self.printed, self.reason, self.repair, self.source, self.effect)):
            raise MalformedStatement(f"erratum '{self.id}': every field says something")
        if not all(line > 0 for line in (self.line, *self.also)):
            raise MalformedStatement(f"erratum '{self.id}': lines are counted from 1")
        if self.severity in ("false", "unjustified") and not self.claims:
            raise MalformedStatement(f"erratum '{self.id}': what is called {self.severity} rests on a decided claim")

    @property
    def lines(self) -> str:
        """All lines it concerns: '599, 3188'."""
        return ", ".join(map(str, sorted((self.line, *self.also))))
