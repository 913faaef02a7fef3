"""What is not right as printed in the paper (arXiv 2604.10423), line by line, with the claims that confirm it.

Nothing is listed that is not confirmed: whatever is false rests on a claim decided exactly, the rest on a claim or on
the lines themselves. Severities follow the one rule of ``replcalc.statements.erratum``: a range that the paper itself
names elsewhere is imprecise, one that it names nowhere, or calls trivial, makes the statement false. None of it touches
the main results with their hypotheses made explicit.
"""

from __future__ import annotations

from replcalc.paper import PAPER
from replcalc.statements.erratum import SEVERITIES, Erratum, edits, in_words, standing

#: The version whose TeX source the lines belong to.
VERSION = "arXiv 2604.10423v1"

#: Gravest first, by line within a severity.
ERRATA: tuple[Erratum, ...] = tuple(
    sorted(PAPER.errata, key=lambda e: (SEVERITIES.index(e.severity), e.source.order, e.id))
)

COLUMNS: tuple[str, ...] = (
    "lines", "statement", "severity", "source", "printed", "reads", "reason", "repair", "effect", "claims",
)  # fmt: skip


def numbers(erratum: Erratum) -> str:
    """The lines that it concerns: '599, 3188'."""
    return ", ".join(str(source.line) for source in erratum.places)


def errata_rows() -> list[dict[str, str]]:
    """The errata table, one row per erratum, every cell a text; ``claims`` are ids separated by commas.

    ``printed`` is verbatim, each piece after its line; ``reads`` the same with the repairs, as a patch makes them.
    """
    return [
        {
            "id": erratum.id,
            "lines": numbers(erratum),
            "statement": erratum.statement,
            "severity": erratum.severity,
            "source": erratum.quotes or "the paper",
            "printed": erratum.printed_text,
            "reads": " // ".join(f"{q.source.line}: {q.reads}" for q in edits(erratum)),
            "reason": in_words(erratum.reason),
            "repair": in_words(erratum.repair),
            "effect": in_words(erratum.effect),
            "claims": ", ".join(erratum.claims),
        }
        for erratum in ERRATA
    ]


def by_severity() -> dict[str, int]:
    """How many errata of each severity there are."""
    return {severity: sum(e.severity == severity for e in ERRATA) for severity in SEVERITIES}


def standing_rows(source: str) -> list[dict[str, str]]:
    """Each erratum against another version of the source: whether it stands, and on which lines."""
    return [
        {
            "id": found.erratum.id,
            "severity": found.erratum.severity,
            "verdict": found.verdict,
            "lines": ", ".join(str(line) for _, line in found.found if line is not None),
            "printed": found.erratum.printed_text,
        }
        for found in standing(ERRATA, source)
    ]
