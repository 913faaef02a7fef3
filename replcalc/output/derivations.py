"""Write what derive shows beside trees: an evaluated pipeline, and a quantity as a formula in every format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from typing import Any

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.family import Family
from replcalc.output import answers
from replcalc.output.document import Document, Formula, Table, cell_text
from replcalc.output.mathml import mathml
from replcalc.output.steps import UNCATALOGUED, conditions_table, result_tables
from replcalc.planning.pipelines import SideBySide
from replcalc.planning.result import Result, Status
from replcalc.statements.expression import Expression
from replcalc.symbolic.language import Base, Symbol, free
from replcalc.symbolic.printing import format_formula, latex, python_function, symbol_latex, symbol_text, wrap_formula

# -- a pipeline of one's own at given inputs: its figures, what it rests on, and another beside it ---------------------
#: Main quantities, shown first.
_FIRST = ("samples", "rho", "beta")


def pipeline_report(both: SideBySide, *, explain: bool = False) -> Document:
    """Write the figures of a pipeline, or of two side by side; with ``explain`` the source of each figure."""
    mine, other = both.mine, both.other
    first = result_tables(mine)[0] if other is None else _side_by_side(mine, other)
    tables: list[Table] = []
    if explain:
        tables += result_tables(mine, explain=True)[1:]
    for result in (mine,) if other is None else (mine, other):
        if result.unmet and not (explain and result is mine):
            tables.append(conditions_table(f"{result.method}: conditions not met", result.unmet, result.uncatalogued))
    return Document(
        lambda: _data(both),
        (_without(first, "meaning"), *tables),
        _notes(both),
        title=f"{mine.title}: {_guarantee(mine)}",
        status=mine.status.value,
        lines=tuple(_lead(mine)),
    )


def _data(both: SideBySide) -> answers.SideBySideAnswer:
    def answer(result: Result) -> answers.PipelineAnswer:
        inputs = {n: str(v) if isinstance(v, Family) else v for n, v in result.question.inputs.items()}
        found = answers.MethodAnswer.of(result)
        return answers.PipelineAnswer(
            result.method, inputs, answers.assumed(result.assumed), list(result.uncatalogued), found
        )

    if both.other is None:
        return answers.SideBySideAnswer(answer(both.mine))
    factors = {name: _factor(a, b) for name, a, b in _common(both.mine, both.other)}
    return answers.SideBySideAnswer(answer(both.mine), answer(both.other), factors)


def _guarantee(result: Result) -> str:
    signs = {"rho": "rho <=", "beta": "beta <="}
    told = [
        f"{signs.get(name, name)} {cell_text(result.value(name), 4)}" for name in _FIRST if name in result.quantities
    ]
    return ", ".join(told) or result.status.value


def _lead(result: Result) -> Iterator[str]:
    worth = {
        Status.CERTIFIED: "certified: every condition holds, no constant is left unspecified",
        Status.APPLIES: "every condition holds",
        Status.VACUOUS: "vacuous: every condition holds, and a probability is bounded by 1 or more",
        Status.FALLS_SHORT: "misses the target",
        Status.DOES_NOT_APPLY: f"does not apply: {result.why_not}",
        Status.NOT_FOUND: f"not found: {result.why_not}",
    }[result.status]
    yield worth
    if result.uncatalogued:
        yield f"assumed by you{UNCATALOGUED}: {', '.join(result.uncatalogued)}"
    guessed = [h for h in result.hidden_constants if h.placeholder]
    if guessed:
        values = ", ".join(f"{h.name} = {cell_text(h.value(result.question.settings))}" for h in guessed)
        yield f"constants that the paper does not give, guessed: {values}"
    yield from _changed(result)
    if result.assumed:
        yield "assumed (not typed): " + ", ".join(
            f"{name} = {cell_text(a.value)}" for name, a in result.assumed.items()
        )


def _changed(result: Result) -> Iterator[str]:
    """Write the proved constants that were set to another value, with the proved one."""
    for constant in result.hidden_constants:
        value = constant.value(result.question.settings)
        proved = parse_rational(constant.default)
        if not constant.placeholder and value != proved:
            why = "" if constant.name == "c1" or value >= proved else ": nothing proves it below that"
            yield f"{constant.name} = {cell_text(value)} was set (proved: {cell_text(proved)}){why}"


def _notes(both: SideBySide) -> tuple[str, ...]:
    notes = []
    if both.mine.obligations:
        notes.append("Assumed, cannot be checked: " + "; ".join(both.mine.obligations) + ".")
    if both.other is not None:
        same = [name for name, a, b in _common(both.mine, both.other) if _equal(a, b)]
        if same:
            notes.append(f"The same in both: {', '.join(same)}.")
        if both.other.status is not both.mine.status:
            notes.append(f"{both.other.method}: {'; '.join(_lead(both.other))}.")
    return tuple(notes)


def _without(table: Table, column: str) -> Table:
    """Return the table without its column of sentences, which 80 columns cannot hold beside figures."""
    if column not in table.columns:
        return table
    place = table.columns.index(column)
    rows = tuple((*row[:place], *row[place + 1 :]) for row in table.rows)
    return replace(table, columns=(*table.columns[:place], *table.columns[place + 1 :]), rows=rows)


def _common(mine: Result, other: Result) -> list[tuple[str, Any, Any]]:
    """Return every quantity with its value in both (None where one does not give it), main quantities first."""
    ours, theirs = mine.quantities, other.quantities
    names = [n for n in _FIRST if n in ours or n in theirs]
    names += [name for name in dict.fromkeys((*ours, *theirs)) if name not in names]
    return [(name, ours.get(name), theirs.get(name)) for name in names]


def _side_by_side(mine: Result, other: Result) -> Table:
    rows = [(name, a, b, _factor(a, b)) for name, a, b in _common(mine, other) if name in _FIRST or not _equal(a, b)]
    names = (mine.method, other.method if other.method != mine.method else f"{other.method} (catalogued)")
    return Table("Side by side", ("quantity", *names, "factor"), tuple(rows), right=(1, 2, 3))


def _equal(a: Any, b: Any) -> bool:
    if _several(a) or _several(b):
        return _several(a) and _several(b) and len(a) == len(b) and all(map(_equal, a, b))
    return a is not None and b is not None and _ends(a) == _ends(b)


def _several(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _ends(value: Any) -> tuple[Any, Any]:
    enclosed = value if isinstance(value, Enclosure) else Enclosure.exactly(value)
    return enclosed.lower, enclosed.upper


def _factor(a: Any, b: Any) -> Enclosure | None:
    """Return the ratio to the other's value; None for families and where that may be 0."""
    if a is None or b is None or _several(a) or _several(b):
        return None
    (low, high), (least, most) = _ends(a), _ends(b)
    return Enclosure(low / most, high / least) if low >= 0 and least > 0 else None


# -- a quantity as a formula: for the terminal, in LaTeX, for sympy, as Python, as JSON --------------------------------
_WIDTH = 80
_SIGNS = {"<=": "≤", ">=": "≥", "~": "~"}
_LATEX = {"<=": r"\le", ">=": r"\ge", "~": r"\sim"}


def expression_report(about: Expression, readable: Expression | None = None) -> Document:
    """Return the formula in every format; ``readable``: the same in terms of other quantities."""
    shown = readable or about
    table = Table("", ("quantity", "formula"), tuple(_rows(shown)))
    return Document(
        {"expression": _expression_json(about)},
        (),
        shown.notes,
        drawing=expression_text(shown),
        data=table,
        title=f"{_left(about)} of {about.derivation}",
    )


def _expression_json(about: Expression) -> dict[str, Any]:
    return {
        "method": about.derivation,
        "name": about.name,
        "sense": about.relation,
        "text": format_formula(about.formula),
        "latex": latex(about.formula),
        "sympy": expression_sympy(about),
        "python": _python_or_none(about),
        "symbols": sorted(str(s) for s in free(about.formula) if isinstance(s, Symbol)),
        "families": sorted(str(s) for s in free(about.formula) if isinstance(s, Base)),
        "where": {name: format_formula(formula) for name, formula in about.where},
        "notes": list(about.notes),
    }


def _rows(about: Expression) -> list[tuple[Any, ...]]:
    pairs = ((_left(about), about.formula), *((_name(name), formula) for name, formula in about.where))
    return [(name, Formula(format_formula(formula), latex(formula))) for name, formula in pairs]


def _left(about: Expression) -> str:
    """Return the quantity as people write it: ε*, ε_i, d ε*/d c."""
    by = about.name.removeprefix("d ").split("/d ") if about.name.startswith("d ") else []
    named = f"d {_name(by[0])}/d {_name(by[1])}" if by else _name(about.name)
    return f"{named}_i" if about.is_member and about.name.isidentifier() else named


def _left_latex(about: Expression) -> str:
    if about.name.startswith("d "):
        top, bottom = map(symbol_latex, about.name.removeprefix("d ").split("/d "))
        return rf"\frac{{d {top}}}{{d {bottom}}}"
    if not about.name.isidentifier():
        return rf"\text{{{about.name}}}".replace("_", r"\_")
    return symbol_latex(about.name, *("i" if about.is_member else ""))


def _name(name: str) -> str:
    if name.endswith("[i]"):
        return symbol_text(name.removesuffix("[i]")) + "_i"
    return symbol_text(name) if name.isidentifier() else name


def expression_text(about: Expression) -> str:
    """Return the formula and the definitions of its parts as lines broken at operators."""
    lines = _equation(_left(about), _SIGNS.get(about.relation, "="), about.formula)
    if about.where:
        lines.append("where")
        for name, formula in about.where:
            lines += [f"  {line}" for line in _equation(_name(name), "=", formula)]
    return "\n".join(lines)


def _equation(name: str, sign: str, formula: Any) -> list[str]:
    return wrap_formula(f"{name} {sign} {format_formula(formula)}", _WIDTH - 2)


def expression_latex(about: Expression) -> str:
    """Return one displayed equation in LaTeX, without dollar signs."""
    notes = "".join(f"% {note}\n" for note in about.notes)
    return f"{notes}{_left_latex(about)} {_LATEX.get(about.relation, '=')} {latex(about.formula)}"


def expression_html(about: Expression) -> str:
    """Return the formula and the definitions of its parts in MathML."""
    pairs = [(_left_latex(about), _LATEX.get(about.relation, "="), about.formula)]
    for name, formula in about.where:
        base, _, member = name.partition("[")
        pairs.append((symbol_latex(base, *("i" if member else "")), "=", formula))
    lines = (mathml(f"{left} {sign} {latex(formula)}", display=True) for left, sign, formula in pairs)
    return "<br>where ".join(lines) + "".join(f"<p>{escape(note)}</p>" for note in about.notes)


def expression_sympy(about: Expression) -> str:
    """Return text from which sympy.sympify rebuilds the expression."""
    import sympy as sp

    return str(sp.srepr(about.formula))


def expression_python(about: Expression) -> str:
    """Return the formula as a Python function that needs only the math module."""
    name = about.name if about.name.isidentifier() else "value"
    return python_function(name, about.formula, " ".join((f"{about.name} of {about.derivation}.", *about.notes)))


def _python_or_none(about: Expression) -> str | None:
    try:
        return expression_python(about)
    except UnsupportedNode:
        return None
