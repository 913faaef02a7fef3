"""Orders of growth of Table 1 as formulas, as a paper prints them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from replcalc.output.document import Formula
from replcalc.problems.boosting.problem import Problem
from replcalc.problems.table_one.asymptotics import Growth
from replcalc.problems.table_one.regime import Regime, Scale
from replcalc.statements.catalogue import statement

# -- an order of growth as a formula as a paper prints it: fractions, logarithms gathered -------------------------
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


# -- where the paper prints another formula of the same order ----------------------------------------------------------
LABEL = "table:only"
#: problem -> the row of the statement that repeats the table
_ROWS = {
    "statistical-query": "query",
    "pac-littlestone": "littlestone",
    "pac-finite": "finite",
    "pac-thresholds": "thresholds",
    "heavy-hitters": "heavy",
    "best-arm": "arm",
}


#: What the table prints beside a previous bound.
PRINTED_FOR = {"statistical-query": "for beta >= rho"}


def printed_otherwise(problem: Problem, new: Formula) -> tuple[Formula, str] | None:
    """Return a new bound as printed with log(x/beta), and why it is the derived one with log(1/beta); None if the same.

    x is a size of the problem with a logarithm of its own in the first term, which then exceeds what log(x) adds.
    """
    printed = str(statement(LABEL).conclusion(f"{_ROWS[problem.name]}_new").expression)
    found = re.search(r"\blog\((\w+)/beta\)", printed)
    if found is None or found[1] == "1" or "log(1/beta)" not in new.text:
        return None
    size = next(scale for scale in problem.scales if str(scale.symbol) == found[1])
    shown = Formula(
        new.text.replace("log(1/beta)", f"log({size.text}/beta)"),
        new.latex.replace(r"\log(1/\beta)", rf"\log({size.latex}/\beta)"),
    )
    same = "the same order, since the first term exceeds what"
    return shown, f"log({size.text}/beta) is as printed; derived is log(1/beta), {same} log{size.text} adds"
