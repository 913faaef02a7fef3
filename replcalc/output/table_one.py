"""Table 1 of the paper: orders of growth as formulas, and the table as its authors set it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from replcalc.output.report import Formula
from replcalc.problems.boosting.problem import Problem
from replcalc.problems.table_one.asymptotics import Growth
from replcalc.problems.table_one.regime import Regime, Scale
from replcalc.statements.catalogue import statement

# -- an order of growth as a formula the way a paper prints it: fractions, logarithms gathered -------------------------
# Terms with the same sizes share a fraction. Above its line, common logarithms are pulled out, and equal powers of
# single logarithms are gathered: log^3|A| + log^3(1/rho) is printed log^3(|A|/rho), which is the same up to a
# constant.
Exponents = tuple[Fraction, ...]


@dataclass(frozen=True)
class _Style:
    """How to write the pieces: plain text or LaTeX."""

    latex: bool

    def name(self, scale: Scale) -> str:
        return scale.latex if self.latex else scale.text

    def power(self, base: str, exponent: Fraction) -> str:
        if exponent == 1:
            return base
        shown = str(exponent)
        if self.latex:
            return f"{base}^{{{shown}}}"
        return f"{base}^{shown}" if exponent.denominator == 1 else f"{base}^({shown})"

    def times(self, factors: Sequence[str]) -> str:
        return (" " if self.latex else "*").join(factors) if factors else "1"

    def fraction(self, top: str, bottom: str) -> str:
        if not bottom:
            return top
        if self.latex:
            return rf"\frac{{{top}}}{{{bottom}}}"
        return f"{top}/({bottom})" if "*" in bottom else f"{top}/{bottom}"

    def group(self, inner: str) -> str:
        return rf"\left({inner}\right)" if self.latex else f"({inner})"

    def log(self, scales: Sequence[Scale], exponent: Fraction) -> str:
        """log^p of the product of the sizes."""
        large = [self.name(s) for s in scales if s.grows == "large"]
        small = [self.name(s) for s in scales if s.grows == "small"]
        head = self.power(r"\log" if self.latex else "log", exponent)
        bottom = f"({self.times(small)})" if len(small) > 1 else self.times(small)
        inner = self.times(large) + (f"/{bottom}" if small else "")
        if not small and len(large) == 1 and inner.startswith(("|", r"\lvert")):
            return head + inner
        return f"{head}({inner})"


def growth_formula(growth: Growth) -> Formula:
    """The bound inside O(...) or O~(...), notation included."""
    text, latex = (_sum_of_fractions(growth, _Style(form)) for form in (False, True))
    head, head_latex = ("O~", r"\widetilde{O}") if growth.regime.soft else ("O", "O")
    return Formula(f"{head}({text})", rf"{head_latex}\left({latex}\right)")


def _sum_of_fractions(growth: Growth, style: _Style) -> str:
    groups: dict[Exponents, list[Exponents]] = {}
    for term in growth.terms:
        groups.setdefault(term.sizes, []).append(term.logs)
    return " + ".join(_fraction(sizes, logs, growth.regime, style) for sizes, logs in groups.items())


def _fraction(sizes: Exponents, logs: list[Exponents], regime: Regime, style: _Style) -> str:
    top: list[str] = []
    bottom: list[str] = []
    for scale, exponent in zip(regime.scales, sizes, strict=True):
        if exponent == 0:
            continue
        power = exponent if scale.grows == "large" else -exponent
        (top if power > 0 else bottom).append(style.power(style.name(scale), abs(power)))
    return style.fraction(style.times(top + _logarithms(logs, regime, style)), style.times(bottom) if bottom else "")


def _logarithms(logs: list[Exponents], regime: Regime, style: _Style) -> list[str]:
    """The sum of products of logarithms as a list of factors."""
    common = tuple(min(column) for column in zip(*logs, strict=True))
    rest = [tuple(a - b for a, b in zip(row, common, strict=True)) for row in logs]
    factors = []
    if len(rest) > 1 or any(rest[0]):
        terms = _gathered(rest, regime, style)
        factors.append(terms[0] if len(terms) == 1 else style.group(" + ".join(terms)))
    factors += [style.log([s], e) for s, e in zip(regime.scales, common, strict=True) if e]
    return factors


def _gathered(rest: list[Exponents], regime: Regime, style: _Style) -> list[str]:
    """Equal powers of single logarithms become one logarithm of the product."""
    by_power: dict[Fraction, list[Scale]] = {}
    products: list[str] = []
    for row in rest:
        present = [(s, e) for s, e in zip(regime.scales, row, strict=True) if e]
        if len(present) == 1:
            by_power.setdefault(present[0][1], []).append(present[0][0])
        else:
            products.append(style.times([style.log([s], e) for s, e in present]))
    return [style.log(by_power[p], p) for p in sorted(by_power, reverse=True)] + products


# -- table 1 of the paper as its authors set it ------------------------------------------------------------------------
# Three columns, citations, their label; the formulas are the derived
# ones.
# What is printed in other words than it is derived is marked, with the reason why it is the same.
LABEL = "table:only"
#: Rows whose previous bound is printed with a condition.
PRINTED_FOR = {"statistical-query": r"\beta \ge \rho"}
#: problem -> the row of the statement that repeats the table
_ROWS = {
    "statistical-query": "query",
    "pac-littlestone": "littlestone",
    "pac-finite": "finite",
    "pac-thresholds": "thresholds",
    "heavy-hitters": "heavy",
    "best-arm": "arm",
}
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
    return "\n".join(
        [
            r"\begin{table}[h]",
            r"\centering",
            rf"\caption{{{_CAPTION}}}",
            rf"\label{{{LABEL}}}",
            r"\renewcommand{\arraystretch}{1.25}",
            r"\replcalcfit{%",
            r"\begin{tabular}{lll}",
            r"\toprule",
            r"\textbf{Problem} & \textbf{Previous Bound} & \textbf{New Bound (This work)} \\",
            r"\midrule",
            *lines,
            r"\bottomrule",
            r"\end{tabular}}",
            *(rf"\par\smallskip{{\footnotesize {note}}}" for note in notes),
            r"\end{table}",
        ]
    )


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
