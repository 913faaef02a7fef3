"""An erratum: what a source prints, why it is not right, and what repairs it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from replcalc.numbers.errors import MalformedStatement
from replcalc.statements.source import Source, together

Severity = Literal["false", "unjustified", "imprecise", "typo"]

#: Gravest first. false: not true as printed. unjustified: true, but the argument given does not show it.
#: imprecise: a hypothesis, a range or a definition is missing, or two places disagree. typo: the meaning is clear.
SEVERITIES: tuple[Severity, ...] = ("false", "unjustified", "imprecise", "typo")


@dataclass(frozen=True)
class Erratum:
    """One place of a source that does not stand as printed.

    ``source`` is where it stands, ``also`` where else. ``printed`` is the formula that stands there, or the few words
    that matter, in plain notation; ``quotes`` names the work whose statement it is, where the source only quotes it.
    ``reason`` says what is wrong with it, with the witness where there is one; ``repair`` what holds instead;
    ``claims`` are the ids of the claims that decide it; ``effect`` says which results of the source depend on it.
    """

    id: str
    source: Source
    statement: str
    severity: Severity = field(kw_only=True)
    printed: str
    reason: str
    repair: str
    claims: tuple[str, ...] = ()
    also: tuple[Source, ...] = ()
    quotes: str = ""
    effect: str = "none"

    def __post_init__(self) -> None:
        if self.severity not in SEVERITIES:
            raise MalformedStatement(f"erratum '{self.id}': severity '{self.severity}' is none of {SEVERITIES}")
        if not all((self.id, self.statement, self.printed, self.reason, self.repair, self.effect)):
            raise MalformedStatement(f"erratum '{self.id}': every field says something")
        if self.severity in ("false", "unjustified") and not self.claims:
            raise MalformedStatement(f"erratum '{self.id}': what is called {self.severity} rests on a decided claim")

    @property
    def places(self) -> tuple[Source, ...]:
        """Everywhere it stands, in the order of the publication."""
        return tuple(sorted((self.source, *self.also), key=lambda s: s.order))

    @property
    def where(self) -> str:
        """The places in one phrase: 'lines 599, 3188'."""
        return together(self.places)


false_as_printed = partial(Erratum, severity="false")
unjustified = partial(Erratum, severity="unjustified")
imprecise = partial(Erratum, severity="imprecise")
typo = partial(Erratum, severity="typo")
