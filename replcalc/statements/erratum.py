"""An erratum: what a source prints, quoted line by line, why it is not right, and what repairs it.

One rule gives the severity of all:

    false        what is printed is refuted by a claim, and the source excludes the witness nowhere;
    unjustified  it is true, but the argument given does not show it;
    imprecise    the source itself names elsewhere what is missing (``named``), two places disagree, or a word is open:
                 who has read all of it is not misled;
    typo         the meaning is clear from the line and its neighbours.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Literal

from replcalc.numbers.errors import MalformedStatement
from replcalc.statements.source import Source, together

Severity = Literal["false", "unjustified", "imprecise", "typo"]

#: Gravest first.
SEVERITIES: tuple[Severity, ...] = ("false", "unjustified", "imprecise", "typo")


@dataclass(frozen=True)
class Quotation:
    """A piece of a TeX source, verbatim: a line break and its indentation stand for any white space.

    ``repaired`` is what should stand there instead; ``math``: the piece stands inside a displayed formula.
    """

    source: Source
    tex: str
    repaired: str | None = None
    math: bool = False

    @property
    def text(self) -> str:
        """On one line."""
        return " ".join(self.tex.split())

    @property
    def reads(self) -> str:
        """What should stand there, on one line."""
        return " ".join((self.repaired or "").split())

    def __str__(self) -> str:
        return f"{self.source.line or self.source.place}: {self.text}"


@dataclass(frozen=True)
class Erratum:
    """One thing in a source that does not stand as printed.

    ``printed`` quotes it, the place that matters most first; ``named`` quotes where the source itself says what is
    missing. ``quotes`` names the work whose statement it is, where the source only quotes it. ``reason`` says what is
    wrong with it, with the witness where there is one; ``repair`` what holds instead; ``effect`` which results of the
    source depend on it: sentences whose mathematics stands between dollars. ``claims`` are the ids of the claims that
    decide it.
    """

    id: str
    statement: str
    printed: tuple[Quotation, ...]
    reason: str
    repair: str
    claims: tuple[str, ...] = ()
    severity: Severity = field(kw_only=True)
    named: tuple[Quotation, ...] = ()
    quotes: str = ""
    effect: str = "none"

    def __post_init__(self) -> None:
        if self.severity not in SEVERITIES:
            raise MalformedStatement(f"erratum '{self.id}': severity '{self.severity}' is none of {SEVERITIES}")
        if not all((self.id, self.statement, self.printed, self.reason, self.repair, self.effect)):
            raise MalformedStatement(f"erratum '{self.id}': every field says something")
        if self.severity in ("false", "unjustified") and not self.claims:
            raise MalformedStatement(f"erratum '{self.id}': what is called {self.severity} rests on a decided claim")
        if self.severity == "false" and self.named:
            raise MalformedStatement(f"erratum '{self.id}': what the source names elsewhere is imprecise")

    @property
    def source(self) -> Source:
        """The place that matters most."""
        return self.printed[0].source

    @property
    def quotations(self) -> tuple[Quotation, ...]:
        return (*self.printed, *self.named)

    @property
    def places(self) -> tuple[Source, ...]:
        """Every line that is quoted, in the order of the publication."""
        return tuple(sorted({quotation.source for quotation in self.quotations}, key=lambda s: s.order))

    @property
    def where(self) -> str:
        """The places in one phrase: 'lines 599, 3188'."""
        return together(self.places)

    @property
    def printed_text(self) -> str:
        """What is printed, each piece after its line."""
        return " // ".join(map(str, self.printed))


false_as_printed = partial(Erratum, severity="false")
unjustified = partial(Erratum, severity="unjustified")
imprecise = partial(Erratum, severity="imprecise")
typo = partial(Erratum, severity="typo")
