"""Formulas drawn for the terminal by sympy's printer, which would load its physical units to print a product."""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.printing.pretty.pretty import PrettyPrinter
from sympy.printing.pretty.pretty_symbology import pretty_use_unicode
from sympy.printing.pretty.stringpict import prettyForm

from replcalc.symbolic.plain import symbol_text


class _Drawing(PrettyPrinter):  # type: ignore[misc]
    def _print_Symbol(self, symbol: Any, bold_name: bool = False) -> Any:
        """Names as on paper: ε*, δ′."""
        return prettyForm(symbol_text(symbol.name))

    def _print_Indexed(self, member: Any) -> Any:
        """A member of a family: ε_i."""
        return prettyForm(f"{symbol_text(str(member.base.label))}_{','.join(map(str, member.indices))}")

    def _print_Mul(self, product: Any) -> Any:
        """Factors in sympy's order, what has a negative exponent under one bar; there are no units in a formula."""
        above: list[Any] = []
        below: list[Any] = []
        for factor in product.as_ordered_factors():
            if factor.is_Rational:
                above += [sp.Integer(factor.p)] if factor.p != 1 else []
                below += [sp.Integer(factor.q)] if factor.q != 1 else []
            elif factor.is_Pow and factor.exp.is_Rational and factor.exp.is_negative:
                below.append(sp.Pow(factor.base, -factor.exp, evaluate=factor.exp == -1))
            else:
                above.append(factor)
        top = prettyForm.__mul__(*map(self._print, above or [sp.S.One]))
        return top / prettyForm.__mul__(*map(self._print, below)) if below else top


def drawn(expression: Any) -> str:
    """An expression of sympy over several lines."""
    before = pretty_use_unicode(True)
    try:
        return str(_Drawing({"use_unicode": True, "wrap_line": False}).doprint(expression))
    finally:
        pretty_use_unicode(before)
