"""What is not right as printed in the paper (arXiv 2604.10423), line by line, with the claims that confirm it.

Nothing is listed that is not confirmed: whatever is false rests on a claim decided exactly, the rest on a claim or on
the lines themselves. Severities are those of ``replcalc.statements.erratum``: a range that the proof names but the
statement does not is imprecise, not false. None of it touches the main results with their hypotheses made explicit.
"""

from __future__ import annotations

from replcalc.paper import PAPER
from replcalc.statements.erratum import SEVERITIES, Erratum

#: Gravest first, by line within a severity.
ERRATA: tuple[Erratum, ...] = tuple(
    sorted(
        PAPER.errata,
        key=lambda e: (SEVERITIES.index(e.severity), e.source.order, e.id),
    )
)

COLUMNS: tuple[str, ...] = (
    "lines", "statement", "severity", "source", "printed", "reason", "repair", "effect", "claims",
)  # fmt: skip


def numbers(erratum: Erratum) -> str:
    """The lines that it concerns: '599, 3188'."""
    return ", ".join(str(source.line) for source in erratum.places)


def errata_rows() -> list[dict[str, str]]:
    """The errata table, one row per erratum, every cell a text; ``claims`` are ids separated by commas."""
    return [
        {
            "id": erratum.id,
            "lines": numbers(erratum),
            "statement": erratum.statement,
            "severity": erratum.severity,
            "source": erratum.quotes or "the paper",
            "printed": erratum.printed,
            "reason": erratum.reason,
            "repair": erratum.repair,
            "effect": erratum.effect,
            "claims": ", ".join(erratum.claims),
        }
        for erratum in ERRATA
    ]


def by_severity() -> dict[str, int]:
    """How many errata of each severity there are."""
    return {severity: sum(e.severity == severity for e in ERRATA) for severity in SEVERITIES}
