"""Write what derive shows beside trees: an evaluated pipeline, and a quantity as a formula in every format."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, short
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.family import Family
from replcalc.output import answers
from replcalc.output.advice import list_assumptions
from replcalc.output.document import Document, Formula, Table, format_cell
from replcalc.output.steps import SIGNS, UNCATALOGUED, build_conditions_table, build_result_tables
from replcalc.planning.pipelines import SideBySide
from replcalc.planning.result import Result, Status
from replcalc.statements.expression import Expression
from replcalc.symbolic.language import Base, Symbol, free
from replcalc.symbolic.printing import format_formula, latex, symbol_latex, symbol_text, wrap_formula

# -- a pipeline of one's own at given inputs: its figures, what it rests on, and another beside it ---------------------
#: Main quantities, shown first.
_FIRST = ("samples", "rho", "beta")


def report_pipeline(both: SideBySide, *, explain: bool = False) -> Document:
    """Write the figures of a pipeline, or of two side by side; with ``explain`` the source of each figure."""
    own, other = both.mine, both.other
    tables = [_build_pair_table(own, other)] if other else []
    tables += build_result_tables(own, explain=True) if explain else []
    tables = tables or [_drop_meanings(build_result_tables(own)[0])]
    for result in (own,) if other is None else (own, other):
        if result.unmet and not (explain and result is own):
            tables.append(build_conditions_table(f"{result.method}: unmet", result.unmet, result.uncatalogued))
    found = [
        f"{name}{' <=' if name != 'samples' else ''} {format_cell(own.value(name), 4)}"
        for name in _FIRST
        if name in own.quantities
    ]
    notes = []
    if own.obligations:
        notes.append("Assumed, cannot be checked: " + "; ".join(own.obligations) + ".")
    if other is not None:
        same = [name for name, a, b in _pair_quantities(own, other) if _is_same(a, b)]
        notes += [f"The same in both: {', '.join(same)}."] if same else []
        if other.status is not own.status:
            notes.append(f"{other.method}: {'; '.join(_describe_status(other))}.")
    return Document(
        lambda: _build_answer(both),
        tuple(tables),
        tuple(notes),
        title=f"{own.title}: {', '.join(found) or own.status.value}",
        status=own.status.value,
        lines=(*_describe_factors(own, other), *_describe_status(own)),
    )


def _build_answer(both: SideBySide) -> answers.SideBySideAnswer:
    def encode(result: Result) -> answers.PipelineAnswer:
        inputs = {n: str(v) if isinstance(v, Family) else v for n, v in result.question.inputs.items()}
        assumed, own = answers.collect_assumed(result.assumed), list(result.uncatalogued)
        return answers.PipelineAnswer(result.method, inputs, assumed, own, answers.MethodAnswer.of(result))

    if both.other is None:
        return answers.SideBySideAnswer(encode(both.mine))
    factors = {name: _compute_factor(a, b) for name, a, b in _pair_quantities(both.mine, both.other)}
    return answers.SideBySideAnswer(encode(both.mine), encode(both.other), factors)


def _describe_status(result: Result) -> Iterator[str]:
    """Yield the status in a sentence, what is the user's own, the constants guessed or changed, the values assumed."""
    yield {
        Status.CERTIFIED: "certified: every condition holds, no constant is left unspecified",
        Status.APPLIES: "every condition holds",
        Status.VACUOUS: "vacuous: every condition holds, and a probability is bounded by 1 or more",
        Status.FALLS_SHORT: "misses the target",
        Status.DOES_NOT_APPLY: f"does not apply: {result.why_not}",
        Status.NOT_FOUND: f"not found: {result.why_not}",
    }[result.status]
    if result.uncatalogued:
        yield f"assumed by you{UNCATALOGUED}: {', '.join(result.uncatalogued)}"
    values = {h: h.value(result.question.settings) for h in result.hidden_constants}
    guessed = ", ".join(f"{h.name} = {format_cell(value)}" for h, value in values.items() if h.placeholder)
    if guessed:
        yield f"constants that the paper does not give, guessed: {guessed}"
    for h, value in values.items():
        proved = parse_rational(h.default)
        if not h.placeholder and value != proved:
            why = "" if h.name == "c1" or value >= proved else ": nothing proves it below that"
            yield f"{h.name} = {format_cell(value)} is yours (proved: {format_cell(proved)}){why}"
    yield from list_assumptions(result.assumed)


def _describe_factors(own: Result, other: Result | None) -> Iterator[str]:
    """Yield how many times the other's value each main quantity is."""
    if other is None:
        return
    pairs = [(name, a, b) for name, a, b in _pair_quantities(own, other) if name in _FIRST and None not in (a, b)]
    factors = {name: _compute_factor(a, b) for name, a, b in pairs if not _is_same(a, b)}
    parts = [f"{name} is {short(factor, 4)} times as large" for name, factor in factors.items() if factor is not None]
    same = [name for name, a, b in pairs if _is_same(a, b)]
    parts += [f"{' and '.join(same)} {'is' if len(same) == 1 else 'are'} the same"] if same else []
    if parts:
        catalogued = " as catalogued" if other.method == own.method else ""
        yield f"Compared with {other.method}{catalogued}: {'; '.join(parts)}."


def _drop_meanings(table: Table) -> Table:
    """Leave out the column of sentences, which 80 columns cannot hold beside figures."""
    place = table.columns.index("meaning")
    rows = tuple((*row[:place], *row[place + 1 :]) for row in table.rows)
    return replace(table, columns=(*table.columns[:place], *table.columns[place + 1 :]), rows=rows)


def _pair_quantities(own: Result, other: Result) -> list[tuple[str, Any, Any]]:
    """Return every quantity with its value in both (None where one does not give it), main quantities first."""
    ours, theirs = own.quantities, other.quantities
    first = [name for name in _FIRST if name in ours or name in theirs]
    return [(name, ours.get(name), theirs.get(name)) for name in dict.fromkeys((*first, *ours, *theirs))]


def _build_pair_table(own: Result, other: Result) -> Table:
    pairs = _pair_quantities(own, other)
    rows = [(name, a, b, _compute_factor(a, b)) for name, a, b in pairs if name in _FIRST or not _is_same(a, b)]
    names = (own.method, other.method if other.method != own.method else f"{other.method} (catalogued)")
    return Table("Side by side", ("quantity", *names, "factor"), tuple(rows), right=(1, 2, 3))


def _is_same(a: Any, b: Any) -> bool:
    return a is not None and (a == b or _compute_factor(a, b) == Enclosure.exactly(1))


def _compute_factor(a: Any, b: Any) -> Enclosure | None:
    """Return the ratio to the other's value; None for families and where that may be 0."""
    if not all(isinstance(value, int | fmpq | Enclosure) for value in (a, b)):
        return None
    one, two = (value if isinstance(value, Enclosure) else Enclosure.exactly(value) for value in (a, b))
    return Enclosure(one.lower / two.upper, one.upper / two.lower) if one.lower >= 0 and two.lower > 0 else None


# -- a quantity as a formula: for the terminal, in LaTeX, for sympy, as Python, as JSON --------------------------------
_WIDTH = 80
_LATEX = {"<=": r"\le", ">=": r"\ge", "~": r"\sim"}


def report_expression(about: Expression, readable: Expression | None = None) -> Document:
    """Write the formula; ``readable``: the same in terms of other quantities."""
    shown = readable or about
    pairs = ((_format_name(about), shown.formula), *((_find_symbol(name), formula) for name, formula in shown.where))
    rows = tuple((name, Formula(format_formula(formula), latex(formula))) for name, formula in pairs)
    first, *others = rows
    typeset = (Formula(str(first[1]), format_expression_latex(shown, notes=False)), *(formula for _, formula in others))
    names = ("", *(f"where {name} =" for name, _ in others))
    return Document(
        {"expression": _encode_expression(about)},
        (),
        shown.notes,
        drawing=format_expression(shown),
        typeset=Table("", ("", ""), tuple(zip(names, typeset, strict=True))),
        data=Table("", ("quantity", "formula"), rows),
        title=f"{_format_name(about)} of {about.derivation}",
    )


def _encode_expression(about: Expression) -> dict[str, Any]:
    return {
        "method": about.derivation,
        "name": about.name,
        "relation": about.relation,
        "text": format_formula(about.formula),
        "latex": latex(about.formula),
        "sympy": format_expression_sympy(about),
        "symbols": sorted(str(s) for s in free(about.formula) if isinstance(s, Symbol)),
        "families": sorted(str(s) for s in free(about.formula) if isinstance(s, Base)),
        "where": {name: format_formula(formula) for name, formula in about.where},
        "notes": list(about.notes),
    }


def _format_name(about: Expression) -> str:
    """Return the quantity as people write it: ε*, ε_i, d ε*/d c."""
    if about.name.startswith("d "):
        return "d " + "/d ".join(map(_find_symbol, about.name.removeprefix("d ").split("/d ")))
    return _find_symbol(about.name) + ("_i" if about.is_member and about.name.isidentifier() else "")


def _find_symbol(name: str) -> str:
    if name.endswith("[i]"):
        return symbol_text(name.removesuffix("[i]")) + "_i"
    return symbol_text(name) if name.isidentifier() else name


def _format_name_latex(about: Expression) -> str:
    if about.name.startswith("d "):
        top, bottom = map(symbol_latex, about.name.removeprefix("d ").split("/d "))
        return rf"\frac{{d {top}}}{{d {bottom}}}"
    if not about.name.isidentifier():
        return rf"\text{{{about.name}}}".replace("_", r"\_")
    return symbol_latex(about.name, *("i" if about.is_member else ""))


def format_expression(about: Expression) -> str:
    """Return the formula and the definitions of its parts as lines broken at operators."""
    sign = {**SIGNS, "~": "~"}.get(about.relation, "=")
    lines = wrap_formula(f"{_format_name(about)} {sign} {format_formula(about.formula)}", _WIDTH - 2)
    lines += ["where"] if about.where else []
    for name, formula in about.where:
        lines += [f"  {line}" for line in wrap_formula(f"{_find_symbol(name)} = {format_formula(formula)}", _WIDTH - 2)]
    return "\n".join(lines)


def format_expression_latex(about: Expression, *, notes: bool = True) -> str:
    """Return one displayed equation in LaTeX, without dollar signs; ``notes``: as comments before it."""
    comments = "".join(f"% {note}\n" for note in about.notes if notes)
    return f"{comments}{_format_name_latex(about)} {_LATEX.get(about.relation, '=')} {latex(about.formula)}"


def format_expression_sympy(about: Expression) -> str:
    """Return text from which sympy.sympify rebuilds the expression."""
    import sympy as sp

    return str(sp.srepr(about.formula))
