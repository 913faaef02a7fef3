"""A short letter to the authors, written from the errata: what we checked, what does not stand, what it changes."""

from __future__ import annotations

from replcalc.paper.errata_table import ERRATA, by_severity, numbers
from replcalc.statements.erratum import Erratum


def letter() -> str:
    """Markdown: the false and the unjustified places in full, the imprecise in a line, the slips by their lines."""
    counts = by_severity()
    own = [e for e in ERRATA if e.severity == "false" and not e.quotes]
    quoted = [e for e in ERRATA if e.severity == "false" and e.quotes]
    paragraphs = [
        "# A letter to the authors of *Replicable Composition* (arXiv 2604.10423)",
        "Dear authors,",
        (
            "we turned your paper into a calculator: every statement is a formula one can evaluate, and the "
            "inequalities of the proofs are decided exactly, with a certificate and a control that must fail. Reading "
            "that closely, one collects remarks. We send them in the hope that they are useful for the next version; "
            "line numbers are those of the TeX source."
        ),
        (
            "**The main results stand**: thm:main for rho <= 1 and beta0 <= 1/4, lm:pg_compose and lm:pg_compose_het, "
            "the adaptive lower bound for small constant rho, the structural results and the boosting theorem. Where a "
            "step needed another argument, we found one that gives the same statement, often with an explicit constant."
        ),
        f"Not true as printed, in your own text ({len(own)}):",
        "\n".join(map(_item, own)),
        f"Not true as printed, in results that you quote or restate ({len(quoted)}); we did not compare the sources:",
        "\n".join(map(_item, quoted)),
        f"True, but the argument given does not show it ({counts['unjustified']}):",
        "\n".join(_item(e) for e in ERRATA if e.severity == "unjustified"),
        f"A range, a hypothesis or a word is missing, or two places disagree ({counts['imprecise']}):",
        "\n".join(_short(e) for e in ERRATA if e.severity == "imprecise"),
        f"Slips of the pen ({counts['typo']}): lines {', '.join(numbers(e) for e in ERRATA if e.severity == 'typo')}.",
        (
            "The complete list, with the printed formulas, the witnesses and the identifiers of the claims that decide "
            "them, is `tables/errata.md`; `replcalc verify ID` repeats a decision. If we misread you somewhere, we "
            "would be glad to be told, and will correct our list."
        ),
        "With thanks for a paper that was a pleasure to check.",
    ]
    return "\n\n".join(paragraphs) + "\n"


def _item(erratum: Erratum) -> str:
    whose = f" ({erratum.quotes})" if erratum.quotes else ""
    return (
        f"- **{erratum.statement}**, {erratum.where}{whose}: `{erratum.printed}`. {_sentence(erratum.reason)} "
        f"Repair: {_closed(erratum.repair)} Effect on your results: {_closed(erratum.effect)}"
    )


def _short(erratum: Erratum) -> str:
    return f"- {erratum.statement}, {erratum.where}: `{erratum.printed}`; we read: {_closed(erratum.repair)}"


def _sentence(text: str) -> str:
    return _closed(text[0].upper() + text[1:])


def _closed(text: str) -> str:
    return text if text.endswith(".") else text + "."
