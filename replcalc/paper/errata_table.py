"""What is not right as printed in the paper (arXiv 2604.10423), line by line, with the claims that confirm it.

Nothing is listed that is not confirmed: whatever is false rests on a claim decided exactly, the rest on a claim or on
the lines themselves. Severities follow the one rule of ``replcalc.statements.erratum``: a range that the paper itself
names elsewhere is imprecise, one that it names nowhere, or calls trivial, makes the statement false. None of it touches
the main results with their hypotheses made explicit.
"""

from replcalc.paper import PAPER
from replcalc.statements.erratum import SEVERITIES, Erratum, Quotation, as_sentence, edits, in_words

#: The version whose TeX source the lines belong to.
VERSION = "arXiv 2604.10423v1"

#: Gravest first, by line within a severity.
ERRATA: tuple[Erratum, ...] = tuple(
    sorted(PAPER.errata, key=lambda e: (SEVERITIES.index(e.severity), e.source.order, e.id))
)

COLUMNS = (*("lines", "statement", "severity", "source", "printed", "reads"), "reason", "repair", "effect", "claims")


def numbers(erratum: Erratum) -> str:
    """Return the lines that an erratum concerns: '599, 3188'."""
    return ", ".join(str(source.line) for source in erratum.places)


def errata_rows() -> list[dict[str, str]]:
    """Return the errata table, one row per erratum, every cell a text; ``claims`` are ids separated by commas.

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


#: What touches a main theorem or the proof of one: the letter opens with these.
FIRST = ("main-beta0", "adaptive-rho", "kasivi", "azuma-change", "theta-epsilon-star", "het-precondition")


def letter() -> str:
    """Markdown: what matters most, then what is false, unjustified and imprecise, then the slips with their text."""
    left = [e for e in ERRATA if e.id not in FIRST]
    first = sorted((e for e in ERRATA if e.id in FIRST), key=lambda e: FIRST.index(e.id))
    groups = {severity: [e for e in left if e.severity == severity] for severity in SEVERITIES}
    paragraphs = [
        f"# A letter to the authors of *Replicable Composition* ({VERSION})",
        "Dear authors,",
        (
            f"this is about {VERSION}; line numbers are those of its TeX source with comments removed (3,884 lines). "
            "**The main results stand**: thm:main for $\\rho \\le 1$ and $\\beta_0 \\le 1/4$, lm:pg_compose and "
            "lm:pg_compose_het, the adaptive lower bound for a small constant $\\rho$, the structural results and the "
            f"boosting theorem. {len(first)} places in their statements and proofs need a change; for each we have one "
            "that keeps the result:"
        ),
        "\n".join(map(_item, first)),
        (
            "How we came to these: we turned the paper into a calculator in which every statement is a formula, and "
            "the inequalities of the proofs are decided exactly, with a certificate and a control that must fail. "
            "`replcalc verify ID` repeats a decision; `replcalc table errata`, with its option patch, writes all "
            "repairs as a diff that applies to your source."
        ),
        f"Also not true as printed ({len(groups['false'])}); where you quote others, we did not compare the sources:",
        "\n".join(map(_item, groups["false"])),
        f"True, but the argument given does not show it ({len(groups['unjustified'])}):",
        "\n".join(map(_item, groups["unjustified"])),
        f"A range, a hypothesis or a word is missing, or two places disagree ({len(groups['imprecise'])}):",
        "\n".join(map(_short, groups["imprecise"])),
        f"Slips of the pen ({len(groups['typo'])}):",
        "\n".join(f"- {'; '.join(map(_change, edits(e)))}" for e in groups["typo"]),
        (
            "If we misread you somewhere, we would be glad to be told, and will correct our list. With thanks for a "
            "paper that was a pleasure to check."
        ),
    ]
    return "\n\n".join(paragraphs) + "\n"


def _change(quotation: Quotation) -> str:
    """Return line, text, and what should stand there, as code: nothing in it is Markdown."""
    text = f"{quotation.source.line}: {_code(quotation.tex)}"
    return text if quotation.repaired is None else f"{text} -> {_code(quotation.reads)}"


def _code(tex: str) -> str:
    return f"`{tex}`"


def _item(erratum: Erratum) -> str:
    whose = f" ({erratum.quotes})" if erratum.quotes else ""
    printed = "; ".join(map(_change, erratum.printed))
    return (
        f"- **{erratum.statement}**{whose}, {printed}. {as_sentence(erratum.reason)} "
        f"Repair: {erratum.repair}. Effect on your results: {erratum.effect}."
    )


def _short(erratum: Erratum) -> str:
    return f"- {erratum.statement}, {'; '.join(map(_change, edits(erratum)))}. {as_sentence(erratum.reason)}"
