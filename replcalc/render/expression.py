"""A quantity as a formula: for the terminal, in LaTeX, for sympy, as Python, as JSON."""

from __future__ import annotations

from typing import Any

from replcalc.formulas.latex import latex, symbol_latex
from replcalc.formulas.node import Base, Node, Symbol
from replcalc.formulas.plain import in_terminal, python_function, symbol_text, wrapped
from replcalc.numbers.errors import UnsupportedNode
from replcalc.render.report import Formula, Report, Table
from replcalc.statements.symbolic import Expression

_WIDTH = 80
_SIGNS = {"<=": "≤", ">=": "≥", "~": "~"}
_LATEX = {"<=": r"\le", ">=": r"\ge", "~": r"\sim"}


def expression_report(about: Expression, readable: Expression | None = None) -> Report:
    """The formula in all its forms; ``readable``: the same in terms of other quantities, for people to read."""
    shown = readable or about
    table = Table("", ("quantity", "formula"), tuple(_rows(shown)))
    return Report(
        {"expression": _data(about)},
        (table,),
        shown.notes,
        preformatted=expression_text(shown),
        text_tables=(),
        heading=f"{_left(about)} of {about.derivation}",
    )


def _data(about: Expression) -> dict[str, Any]:
    return {
        "way": about.derivation,
        "name": about.name,
        "sense": about.sense,
        "text": in_terminal(about.formula),
        "latex": latex(about.formula),
        "sympy": expression_sympy(about),
        "python": _python_or_none(about),
        "symbols": sorted(s.name for s in about.formula.free if isinstance(s, Symbol)),
        "families": sorted(s.name for s in about.formula.free if isinstance(s, Base)),
        "where": {name: in_terminal(formula) for name, formula in about.where},
        "notes": list(about.notes),
        **({"rest": [{"factor": str(factor), "log10": m} for factor, m in about.rest]} if about.rest else {}),
    }


def _rows(about: Expression) -> list[tuple[Any, ...]]:
    pairs = ((_left(about), about.formula), *((_name(name), formula) for name, formula in about.where))
    return [(name, Formula(in_terminal(formula), latex(formula))) for name, formula in pairs]


def _left(about: Expression) -> str:
    """The quantity as people write it: ε*, ε_i, d ε*/d c."""
    by = about.name.removeprefix("d ").split("/d ") if about.name.startswith("d ") else []
    named = f"d {_name(by[0])}/d {_name(by[1])}" if by else _name(about.name)
    return f"{named}_i" if about.general and about.name.isidentifier() else named


def _left_latex(about: Expression) -> str:
    if about.name.startswith("d "):
        top, bottom = map(symbol_latex, about.name.removeprefix("d ").split("/d "))
        return rf"\frac{{d {top}}}{{d {bottom}}}"
    if not about.name.isidentifier():
        return rf"\text{{{about.name}}}".replace("_", r"\_")
    return symbol_latex(about.name, *("i" if about.general else ""))


def _name(name: str) -> str:
    if name.endswith("[i]"):
        return symbol_text(name.removesuffix("[i]")) + "_i"
    return symbol_text(name) if name.isidentifier() else name


def expression_text(about: Expression) -> str:
    """The formula and what its parts are, cut at operators."""
    lines = _equation(_left(about), _SIGNS.get(about.sense, "="), about.formula)
    if about.where:
        lines.append("where")
        for name, formula in about.where:
            lines += [f"  {line}" for line in _equation(_name(name), "=", formula)]
    return "\n".join(lines)


def _equation(name: str, sign: str, formula: Node) -> list[str]:
    return wrapped(f"{name} {sign} {in_terminal(formula)}", _WIDTH - 2)


def expression_latex(about: Expression) -> str:
    """One displayed equation, without the dollars."""
    notes = "".join(f"% {note}\n" for note in about.notes)
    return f"{notes}{_left_latex(about)} {_LATEX.get(about.sense, '=')} {latex(about.formula)}"


def expression_sympy(about: Expression) -> str:
    """What sympy rebuilds the expression from: sympy.sympify(text), or eval in the namespace of sympy."""
    import sympy as sp

    return str(sp.srepr(about.sympy))


def expression_python(about: Expression) -> str:
    """A function of the formula's symbols, with nothing but Python's math."""
    name = about.name if about.name.isidentifier() else "value"
    return python_function(name, about.formula, " ".join((f"{about.name} of {about.derivation}.", *about.notes)))


def _python_or_none(about: Expression) -> str | None:
    try:
        return expression_python(about)
    except UnsupportedNode:
        return None
