"""Table 1 of the paper as its authors set it: three columns, citations, their label; the formulas are the derived ones.

What is printed in other words than it is derived is marked, with the reason why it is the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from replcalc.problems.boosting.problem import Problem
from replcalc.render.report import Formula
from replcalc.statements.catalogue import statement

LABEL = "table:only"
#: Rows whose previous bound is printed with a condition.
PRINTED_FOR = {"statistical-query": r"\beta \ge \rho"}
#: problem -> the row of the statement that repeats the table
_ROWS = {
    "statistical-query": "query", "pac-littlestone": "littlestone", "pac-finite": "finite",
    "pac-thresholds": "thresholds", "heavy-hitters": "heavy", "best-arm": "arm",
}  # fmt: skip
_CAPTION = (
    r"Upper bounds before and after boosting the success probability: one statistical query, PAC learning of a class of"
    r" Littlestone dimension $d$, of a finite class $\mathcal{H}$ and of thresholds over $\{0, \dots, d\}$,"
    r" $(\nu, \epsilon)$-heavy hitters, and the best of the arms $A$ up to $\alpha$. In the new bounds $\beta$ stands"
    r" in a term of its own, free of $\rho$."
)


def table_one_latex(rows: Sequence[tuple[Problem, Formula, Formula]]) -> str:
    """The table for \\input or for pasting; needs amsmath, booktabs and the citation keys."""
    lines, notes = [], []
    for problem, previous, new in rows:
        cite = problem.previous_citation
        told = f"${previous.latex}$"
        if problem.name in PRINTED_FOR:
            told += f" for ${PRINTED_FOR[problem.name]}$"
        told += rf"~\cite{{{cite.key}}}" if cite else ""
        other = printed_otherwise(problem, new)
        notes += [rf"$^\dagger$ {other[1]}"] if other else []
        mark = r"$^\dagger$" if other else ""
        lines.append(rf"{problem.title} & {told} & ${new.latex}${mark} \\")
    return "\n".join([
        r"\begin{table}[h]", r"\centering", rf"\caption{{{_CAPTION}}}", rf"\label{{{LABEL}}}",
        r"\renewcommand{\arraystretch}{1.25}", r"\replcalcfit{%", r"\begin{tabular}{lll}", r"\toprule",
        r"\textbf{Problem} & \textbf{Previous Bound} & \textbf{New Bound (This work)} \\", r"\midrule", *lines,
        r"\bottomrule", r"\end{tabular}}", *(rf"\par\smallskip{{\footnotesize {note}}}" for note in notes),
        r"\end{table}",
    ])  # fmt: skip


def printed_otherwise(problem: Problem, new: Formula) -> tuple[str, str] | None:
    """Text and LaTeX of why a new bound that is printed with log(x/beta) is the derived one with log(1/beta).

    x is a size of the problem with a logarithm of its own in the first term, which then exceeds what log(x) adds.
    """
    printed = str(statement(LABEL).conclusion(f"{_ROWS[problem.name]}_new").formula)
    found = re.search(r"\blog\((\w+)/beta\)", printed)
    if found is None or found[1] == "1" or "log(1/beta)" not in new.text:
        return None
    size = next(scale for scale in problem.scales if str(scale.symbol) == found[1])
    same = "the same order, since the first term exceeds what"
    text = f"printed with log({size.text}/beta) for log(1/beta): {same} log{size.text} adds"
    latex = rf"Printed with $\log({size.latex}/\beta)$ for $\log(1/\beta)$: {same} $\log {size.latex}$ adds."
    return text, latex


def references(problems: Sequence[Problem]) -> tuple[tuple[str, str], ...]:
    """Key and entry of every work that the table cites."""
    cited = {p.previous_citation.key: p.previous_citation for p in problems if p.previous_citation}
    return tuple((key, f"{c.authors} ({c.year}). {c.title}.") for key, c in cited.items())
