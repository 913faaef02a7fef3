"""Where the figures of a method come from: quantities, formulas, conditions; and the steps of thm:main with numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.family import Family
from replcalc.output.document import Formula, Table, TableColumn, cell_text
from replcalc.planning.comparison import Comparison
from replcalc.planning.result import Result, Status
from replcalc.statements.certification import Answer, CheckedCondition, Quantity
from replcalc.statements.derivation import is_catalogued
from replcalc.statements.statement import GROWTH, Conclusion, Statement
from replcalc.symbolic.language import Indexed, free
from replcalc.symbolic.printing import format_formula, latex, symbol_latex

#: Beside what is in no catalogue, in every output.
UNCATALOGUED = " (not in the catalogue)"

_MEANINGS = {
    "c_refuted": "just beyond c: there some condition certainly fails",
    "runs": "runs of the algorithms",
    "rounds_log10": "log10 of the expected random search steps",
}


def result_tables(result: Result, *, explain: bool = False) -> list[Table]:
    """Return the figures of a method; with ``explain`` the formula, values and source of each, and every condition."""
    answer = result.answer
    if answer is None or not explain:
        rows = tuple(
            (Formula(name, symbol_latex(name)), value, _meaning(result, name), _source(answer, name))
            for name, value in result.quantities.items()
        )
        tables = [
            Table(f"Method {result.method}: quantities", ("quantity", "value", "meaning", "by"), rows, right=(1,))
        ]
    else:
        formulas = _formulas(answer)
        rows = tuple(_explanation(quantity, answer, formulas) for quantity in answer.quantities.values())
        columns = ("quantity", "value", "formula", "with", "by")
        tables = [Table(f"Method {result.method}: every figure", columns, rows, right=(1,))]
    conditions = () if answer is None else answer.conditions if explain else answer.unmet
    if conditions:
        tables.append(conditions_table(f"Method {result.method}: conditions", conditions, result.uncatalogued))
    return tables


def _source(answer: Answer | None, name: str) -> str:
    quantity = answer.quantities.get(name) if answer else None
    return mark_own(quantity.statement) if quantity else ""


def _meaning(result: Result, name: str) -> str:
    """Return the meaning of a figure."""
    quantity = result.answer.quantities.get(name) if result.answer else None
    if quantity is not None:
        return quantity.conclusion.meaning
    if name in _MEANINGS:
        lower = {"runs": "runs_at_least", "rounds_log10": "rounds_at_least"}.get(name)
        return _MEANINGS[name] + (", at least" if lower and result.effort and getattr(result.effort, lower) else "")
    steps = result.steps_taken
    meanings = {p.name: p.meaning for p in steps.inputs} if steps else {}
    return "chosen: " + meanings[name] if name in meanings else "chosen by the method"


def mark_own(statement: Statement) -> str:
    """Return a statement's label, marked if it is not in the catalogue."""
    return statement.label + ("" if is_catalogued(statement) else UNCATALOGUED)


def conditions_table(title: str, conditions: Sequence[CheckedCondition], yours: Sequence[str] = ()) -> Table:
    """Return conditions with the values of their two sides."""
    return Table.of(
        title,
        conditions,
        TableColumn("statement", lambda c: c.statement + (UNCATALOGUED if c.statement in yours else "")),
        TableColumn("condition", relation),
        TableColumn("at i", "index", number=True),
        TableColumn("left", number=True),
        TableColumn("right", number=True),
        TableColumn("verdict"),
    )


def relation(condition: CheckedCondition) -> Formula | str:
    """Return a condition as a formula where it is one."""
    text, inequality = condition.condition, condition.relation
    return text if inequality is None else Formula(text, latex(inequality))


def formula_text(conclusion: Conclusion) -> str:
    """Return a conclusion on one line: ε_i = c·ρ·..."""
    name, body = format_formula(conclusion.entry), format_formula(conclusion.expression)
    order = GROWTH.get(conclusion.relation)
    return f"{name} = {order}({body})" if order else f"{name} {_SIGNS.get(conclusion.relation, '=')} {body}"


_SIGNS = {"<=": "≤", ">=": "≥"}


def _formulas(answer: Answer) -> dict[str, Formula]:
    """Return the formula of every quantity by its name."""
    found = {}
    for step in answer.derivation.steps:
        for told in answer.derivation.conclusions_of(step):
            found[str(told.variable)] = Formula(formula_text(told), told.latex())
    return found


def _explanation(quantity: Quantity, answer: Answer, formulas: Mapping[str, Formula]) -> tuple[Any, ...]:
    """Return name, value, formula, substituted values and statement of one figure."""
    conclusion, step = quantity.conclusion, quantity.step
    put_in = []
    for parameter in step.statement.given:
        if parameter.variable not in free(conclusion.expression):
            continue
        binding = step.binding(parameter.name)
        known = answer.quantities.get(str(binding.base if isinstance(binding, Indexed) else binding))
        given = _input_value(answer, binding)
        # the input first: rho is asked for, and a quantity of the same name is what comes out
        shown = cell_text(given) if given is not None else cell_text(known.value) if known is not None else str(binding)
        put_in.append(f"{parameter.entry} = {shown}")
    formula = formulas.get(quantity.name)
    name = Formula(quantity.name, symbol_latex(quantity.name))
    return name, quantity.value, formula, "; ".join(put_in), mark_own(quantity.statement)


def _input_value(answer: Answer, binding: Any) -> Any:
    """Return the value of an input of the derivation, one entry per run for a family."""
    for parameter in answer.derivation.inputs:
        if parameter.entry == binding:
            value = answer.inputs.get(parameter.name)
            return value.values if isinstance(value, Family) else value
    return None


# -- thm:main with numbers ---------------------------------------------------------------------------------------------
#: Runs of equal n that are shown one by one; of more the first, the last and the worst.
_RUNS = 4
_EACH = {"eps_i": "epsilon", "delta_i": "delta", "boosted n_i": "samples_each", "failure_i": "failure_each"}
_WHOLE = {
    "delta'": "delta_prime",
    "eps*": "epsilon_star",
    "delta*": "delta_star",
    "gamma*": "gamma_star",
    "n achieved": "samples",
    "rho achieved": "rho",
    "beta achieved": "beta",
}
#: Shown only where every figure is explained.
_EXPLAINED = ("delta'", "failure_i")


def paper_steps(comparison: Comparison, *, explain: bool = False) -> tuple[tuple[Table, ...], tuple[str, ...]]:
    """Return the table of the method ``paper``, step by step of its proof, and what would make it a guarantee.

    With ``explain`` the formula stands beside each number.
    """
    result = next((r for r in comparison.results if r.method == "paper"), None)
    if result is None or comparison.question.kind != "composition":
        return (), ()
    if not result.applicable or result.answer is None or "epsilon" not in result.answer.quantities:
        return (), _why_not(result)
    quantities, runs = result.answer.quantities, tuple(_shown_runs(result))
    blank, formulas = (None,) * (len(runs) - 1), _formulas(result.answer)
    rows: list[tuple[Any, ...]] = [("n_i", *(n for _, n, _ in runs), *([""] if explain else []), "typed")]
    for heading, name in (_EACH | _WHOLE).items():
        if name not in quantities or (heading in _EXPLAINED and not explain):
            continue
        value = result.value(name)
        values = [value[place] for place, _, _ in runs] if heading in _EACH else [value, *blank]
        formula = [formulas.get(name)] if explain else []
        symbol = symbol_latex(name, "i") if heading in _EACH else symbol_latex(name)
        typeset = heading if " " in heading else Formula(heading, symbol)
        rows.append((typeset, *values, *formula, _by(comparison, result, name)))
    columns = ("", *(label for _, _, label in runs), *(["formula"] if explain else []), "by")
    title = f"What thm:main of the paper gives here, step by step of its proof (c = {cell_text(result.value('c'), 4)}):"
    table = Table(title, columns, tuple(rows), tuple(range(1, len(runs) + 1)), digits=4)
    return (table,), tuple(_to_guarantee(comparison, result))


def _why_not(result: Result) -> tuple[str, ...]:
    """Explain in one line why thm:main does not apply: the first condition of its steps that fails."""
    unmet = [c for c in result.unmet if not c.statement.startswith("goal:")]
    if not unmet:
        return (f"thm:main of the paper does not apply: {result.why_not}.",) if result.why_not else ()
    first = unmet[0]
    here = "" if first.left is None else f" (here {cell_text(first.left, 4)})"
    more = f", and {len(unmet) - 1} more" if len(unmet) > 1 else ""
    return (f"thm:main of the paper does not apply: {first.statement} needs {first.condition}{here}{more}.",)


def _by(comparison: Comparison, result: Result, name: str) -> str:
    """Return the statement that gives a figure, the constants guessed in it, and the target."""
    assert result.answer is not None
    quantity = result.answer.quantities[name]
    label = quantity.statement.label
    if name == "rho":
        return f"{label}; asked: {cell_text(result.question.rho)}"
    if name == "beta" and result.beta is not None and not result.beta.upper < 1:
        return f"{label}; 1 or more: no guarantee"
    if name == "beta" and result.question.beta is not None and "beta" not in result.question.assumed:
        return f"{label}; asked: {cell_text(result.question.beta)}"
    used = free(quantity.conclusion.expression)
    guessed = [h for h in quantity.statement.hidden if h.placeholder and h.variable in used]
    settings = result.question.settings
    if guessed:
        values = {cell_text(h.value(settings)) for h in guessed}
        names = " = ".join(h.name for h in guessed)
        return (
            f"{label} ({names} = {values.pop()} guessed)"
            if len(values) == 1
            else f"{label} ({', '.join(h.name for h in guessed)} guessed)"
        )
    return label


#: Target failure probability of a repair where none was typed.
_BETA = fmpq(1, 20)


def _to_guarantee(comparison: Comparison, result: Result) -> Iterator[str]:
    """State the beta0 at which thm:main reaches the requested failure probability, and the samples needed then."""
    from dataclasses import replace

    from replcalc.planning.solving import UNKNOWNS, solve_method

    question = result.question
    if result.status not in (Status.VACUOUS, Status.FALLS_SHORT) or len(question.n.runs) > 64:
        return
    typed = question.beta is not None and "beta" not in question.assumed
    target = question.beta if typed else _BETA
    rest = {name: why for name, why in question.assumed.items() if name not in ("beta", "beta0")}
    asked = replace(question, beta=target, assumed=rest)
    solved = solve_method(UNKNOWNS["composition"]["beta0"], asked, "paper", None, 6)
    if solved.value is not None and solved.result.samples:
        samples = cell_text(Enclosure.exactly(solved.result.samples), 4)
        yield f"For beta <= {cell_text(target)} it needs beta0 <= {cell_text(solved.value)}, and then n = {samples}."


def _shown_runs(result: Result) -> Iterator[tuple[int, int, str]]:
    """Yield place, n and heading of the runs of equal algorithms to show."""
    assert result.answer is not None
    sizes = result.answer.inputs["n"]
    boosted = result.value("samples_each")
    runs = range(len(sizes.counts))
    worst = max(runs, key=lambda run: getattr(boosted[run], "upper", boosted[run])) if len(runs) > _RUNS else -1
    starts = list(accumulate(sizes.counts, initial=1))
    own = getattr(result.question, "names", None)
    for run in sorted({0, worst, len(runs) - 1}) if worst >= 0 else runs:
        first, count = starts[run], sizes.counts[run]
        label = f"algorithm {first:,}" if count == 1 else f"algorithms {first:,} to {first + count - 1:,}"
        if own is not None and own.length <= 64:
            label = [name for name, times in zip(own.values, own.counts, strict=True) for _ in range(times)][first - 1]
        yield run, sizes.values[run], label + (" (worst)" if run == worst else "")
