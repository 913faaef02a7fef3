"""Orders of growth of Table 1 as formulas, as a paper prints them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from replcalc.output.document import Formula
from replcalc.problems.boosting.problem import Problem
from replcalc.problems.table_one.asymptotics import Growth
from replcalc.problems.table_one.regime import Scale
from replcalc.statements.catalogue import statement

# -- an order of growth as a formula: fractions, logarithms gathered --------------------------------------------------
# Terms with the same sizes share a fraction. Above its line, common logarithms are pulled out, and equal powers of
# single logarithms are gathered: log^3|A| + log^3(1/rho) is printed log^3(|A|/rho), which is the same up to a
# constant.
Exponents = tuple[Fraction, ...]


def format_growth(growth: Growth) -> Formula:
    """Return the bound inside O(...) or O~(...), notation included."""
    text, latex = (_Writer(growth.regime.scales, form).bound(growth) for form in (False, True))
    head, head_latex = ("O~", r"\widetilde{O}") if growth.regime.soft else ("O", "O")
    return Formula(f"{head}({text})", rf"{head_latex}\left({latex}\right)")


@dataclass(frozen=True)
class _Writer:
    """Writes growth in the sizes ``scales``, as plain text or as LaTeX."""

    scales: Sequence[Scale]
    latex: bool

    def bound(self, growth: Growth) -> str:
        groups: dict[Exponents, list[Exponents]] = {}
        for term in growth.terms:
            groups.setdefault(term.sizes, []).append(term.logs)
        return " + ".join(self._fraction(sizes, logs) for sizes, logs in groups.items())

    def _name(self, scale: Scale) -> str:
        return scale.latex if self.latex else scale.text

    def _power(self, base: str, exponent: Fraction) -> str:
        if exponent == 1:
            return base
        if self.latex:
            return f"{base}^{{{exponent}}}"
        return f"{base}^{exponent}" if exponent.denominator == 1 else f"{base}^({exponent})"

    def _times(self, factors: Sequence[str]) -> str:
        return (" " if self.latex else "*").join(factors) if factors else "1"

    def _fraction(self, sizes: Exponents, logs: list[Exponents]) -> str:
        signed = [(s, e if s.grows == "large" else -e) for s, e in zip(self.scales, sizes, strict=True)]
        top = self._times([self._power(self._name(s), e) for s, e in signed if e > 0] + self._logarithms(logs))
        below = [self._power(self._name(s), -e) for s, e in signed if e < 0]
        bottom = self._times(below)
        if not below:
            return top
        if self.latex:
            return rf"\frac{{{top}}}{{{bottom}}}"
        return f"{top}/({bottom})" if len(below) > 1 else f"{top}/{bottom}"

    def _log(self, scales: Sequence[Scale], exponent: Fraction) -> str:
        """Return log^p of the product of the sizes."""
        large = [self._name(s) for s in scales if s.grows == "large"]
        small = [self._name(s) for s in scales if s.grows == "small"]
        head = self._power(r"\log" if self.latex else "log", exponent)
        bottom = f"({self._times(small)})" if len(small) > 1 else self._times(small)
        inner = self._times(large) + (f"/{bottom}" if small else "")
        bare = not small and len(large) == 1 and inner.startswith(("|", r"\lvert"))
        return head + (inner if bare else f"({inner})")

    def _logarithms(self, logs: list[Exponents]) -> list[str]:
        """Return the sum of products of logarithms as a list of factors."""
        common = tuple(min(column) for column in zip(*logs, strict=True))
        rest = [tuple(a - b for a, b in zip(row, common, strict=True)) for row in logs]
        factors = []
        if len(rest) > 1 or any(rest[0]):
            terms = self._gather(rest)
            inner = " + ".join(terms)
            group = rf"\left({inner}\right)" if self.latex else f"({inner})"
            factors.append(inner if len(terms) == 1 else group)
        return factors + [self._log([s], e) for s, e in zip(self.scales, common, strict=True) if e]

    def _gather(self, rest: list[Exponents]) -> list[str]:
        """Return the terms; equal powers of single logarithms become one logarithm of the product."""
        by_power: dict[Fraction, list[Scale]] = {}
        products: list[str] = []
        for row in rest:
            present = [(s, e) for s, e in zip(self.scales, row, strict=True) if e]
            if len(present) == 1:
                by_power.setdefault(present[0][1], []).append(present[0][0])
            else:
                products.append(self._times([self._log([s], e) for s, e in present]))
        return [self._log(by_power[p], p) for p in sorted(by_power, reverse=True)] + products


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


def find_printed_form(problem: Problem, new: Formula) -> tuple[Formula, str] | None:
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
