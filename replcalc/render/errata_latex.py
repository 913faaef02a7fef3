"""The errata as LaTeX sets them: what is printed and what should stand there as mathematics, not as TeX code.

Quotations use the authors' own commands, so the piece brings those along, for itself alone.
"""

from __future__ import annotations

import re

from replcalc.paper.errata_table import ERRATA, VERSION, by_severity
from replcalc.paper.slips import READ
from replcalc.render.latex_text import latex_escape
from replcalc.statements.erratum import Erratum, Quotation
from replcalc.statements.mathematics import closed

#: The commands of the paper that quotations use: name -> number of arguments and meaning.
_COMMANDS = {
    "eps": (0, r"\varepsilon"), "wtilde": (1, r"\widetilde{#1}"), "rbr": (1, r"\left(#1\right)"),
    "cbr": (1, r"\left\{#1\right\}"), "abs": (1, r"\left|#1\right|"), "Pr": (1, r"\mathrm{Pr}\left[#1\right]"),
    "Pru": (2, r"\mathrm{Pr}_{#1}\left[#2\right]"), "polylog": (0, r"\operatorname{polylog}"),
    "cTcomp": (0, r"\ensuremath{\mathcal{T}^*}"), "cBcomp": (0, r"\ensuremath{\mathcal{B}^*}"),
    "cAcomp": (0, r"\ensuremath{\mathcal{A}^*}"), "err": (0, r"\texttt{err}"), "enquote": (1, "``#1''"),
    "Cref": (1, r"\texttt{\detokenize{#1}}"), "EqComment": (1, r"\emph{(#1)}"),
    **{f"c{letter}": (0, rf"\mathcal{{{letter}}}") for letter in "ABDEHTXYZ"},
}  # fmt: skip
#: What is about the source itself is shown as it is typed.
_CODE = re.compile(r"\\(?:begin|end|label|renewcommand)\b")
_LABEL = re.compile(r"\b(?:[a-z]+:[A-Za-z_]\w*|[a-z]+(?:/[\w-]+)+\.md)")


def errata_latex() -> str:
    """Every erratum in a paragraph of its own, gravest first; for \\input."""
    counts = by_severity()
    told = ", ".join(f"{counts[name]} {name}" for name in counts)
    commands = "".join(
        rf"\def\{name}{''.join(f'#{i + 1}' for i in range(arguments))}{{{meaning}}}%" + "\n"
        for name, (arguments, meaning) in _COMMANDS.items()
    )
    head = rf"\paragraph{{Errata.}} Of {VERSION}, by lines of its \TeX{{}} source: {told}."
    body = "\n".join(map(_entry, ERRATA))
    return f"{{\\small\\raggedright\n{commands}{head}\\par\n{body}\n}}"


def _entry(erratum: Erratum) -> str:
    whose = f", {sentence(erratum.quotes)}" if erratum.quotes else ""
    told = f"{erratum.severity}, {erratum.where}, {sentence(erratum.statement)}{whose}"
    why, repair, effect = (closed(sentence(text)) for text in (erratum.reason, erratum.repair, erratum.effect))
    lines = [
        rf"\par\medskip\noindent\textbf{{{latex_escape(erratum.id)}}} ({told}).",
        *(rf"\par\noindent\hangindent=1em {_quoted(quotation)}" for quotation in erratum.quotations),
    ]
    if erratum.reason != READ:
        lines.append(rf"\par\noindent {why} \emph{{Repair:}} {repair} \emph{{Effect:}} {effect}")
    if erratum.claims:
        lines.append(rf"\emph{{Decided by}} {', '.join(_typed(name) for name in erratum.claims)}.")
    return "\n".join(lines)


def _quoted(quotation: Quotation) -> str:
    text = f"{quotation.source.line}: {_piece(quotation, quotation.text)}"
    return text + (rf" $\leadsto$ {_piece(quotation, quotation.reads)}" if quotation.repaired is not None else "")


def _piece(quotation: Quotation, tex: str) -> str:
    if _CODE.search(tex) or _CODE.search(quotation.tex):
        return rf"\texttt{{{latex_escape(tex)}}}"
    return rf"$\displaystyle {tex}$" if quotation.math else f"``{tex}''"


def sentence(text: str) -> str:
    """Words escaped, labels typed, what stands between dollars left as it is."""
    pieces = text.split("$")
    return "".join(f"${piece}$" if number % 2 else _words(piece) for number, piece in enumerate(pieces))


def _words(text: str) -> str:
    text = re.sub(r"\\emph\{([^}]*)\}", r"\1", text)
    parts, end = [], 0
    for found in _LABEL.finditer(text):
        parts += [latex_escape(text[end : found.start()]), _typed(found.group())]
        end = found.end()
    return "".join((*parts, latex_escape(text[end:])))


def _typed(name: str) -> str:
    """A name in typewriter letters that may be broken after its marks."""
    broken = re.sub(r"[:/._-]", lambda mark: latex_escape(mark[0]) + r"\allowbreak{}", name)
    return rf"\texttt{{{broken}}}"
