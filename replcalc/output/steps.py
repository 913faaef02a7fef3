"""Where the figures of a method come from: quantities, formulas, conditions; and the steps of thm:main with numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, Verdict
from replcalc.numbers.family import Family
from replcalc.output.document import Formula, Table, TableColumn, format_cell
from replcalc.planning.comparison import Comparison
from replcalc.planning.result import Result, Status
from replcalc.planning.solving import UNKNOWNS, solve_method
from replcalc.statements.certification import Answer, CheckedCondition, Quantity
from replcalc.statements.derivation import is_catalogued
from replcalc.statements.statement import GROWTH, Conclusion, Statement
from replcalc.symbolic.language import Indexed, free
from replcalc.symbolic.printing import format_formula, latex, symbol_latex

#: Beside what is in no catalogue, in every output.
UNCATALOGUED = " (not in the catalogue)"
#: How relations and orders of growth are printed.
SIGNS = {"<=": "≤", ">=": "≥"}
_MEANINGS = {
    "c_refuted": "just beyond c: there some condition certainly fails",
    "runs": "runs of the algorithms",
    "rounds_log10": "log10 of the expected random search steps",
}


def build_result_tables(result: Result, *, explain: bool = False) -> list[Table]:
    """Return the figures of a method; with ``explain`` the formula, values and source of each, and every condition."""
    answer = result.answer
    if answer is None or not explain:
        known = answer.quantities if answer else {}
        rows = tuple(
            (
                Formula(name, symbol_latex(name)),
                value,
                _find_meaning(result, name),
                mark_own(known[name].statement) if name in known else "",
            )
            for name, value in result.quantities.items()
        )
        columns: tuple[str, ...] = ("quantity", "value", "meaning", "by")
        tables = [Table(f"Method {result.method}: quantities", columns, rows, right=(1,))]
    else:
        formulas = _collect_formulas(answer)
        rows = tuple(_explain_figure(quantity, answer, formulas) for quantity in answer.quantities.values())
        columns = ("quantity", "value", "formula", "with", "by")
        tables = [Table(f"Method {result.method}: every figure", columns, rows, right=(1,))]
    conditions = () if answer is None else answer.conditions if explain else answer.unmet
    if conditions:
        tables.append(build_conditions_table(f"Method {result.method}: conditions", conditions, result.uncatalogued))
    return tables


def _find_meaning(result: Result, name: str) -> str:
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


def build_conditions_table(title: str, conditions: Sequence[CheckedCondition], own: Sequence[str] = ()) -> Table:
    """Return conditions with the values of their two sides, at the index where they are tightest."""
    proved = all(c.verdict is Verdict.PROVED for c in conditions)

    def relation(c: CheckedCondition) -> Formula | str:
        text = c.condition + ("" if c.index is None else f", i = {c.index}")
        return text if c.relation is None else Formula(text, latex(c.relation))

    return Table.of(
        f"{title}, all PROVED" if proved else title,
        conditions,
        TableColumn("condition", relation),
        TableColumn("left", number=True),
        TableColumn("right", number=True),
        *(() if proved else (TableColumn("verdict"),)),
        TableColumn("statement", lambda c: c.statement + (UNCATALOGUED if c.statement in own else "")),
    )


def format_conclusion(conclusion: Conclusion) -> str:
    """Return a conclusion on one line: ε_i = c·ρ·..."""
    name, body = format_formula(conclusion.entry), format_formula(conclusion.expression)
    order = GROWTH.get(conclusion.relation)
    return f"{name} = {order}({body})" if order else f"{name} {SIGNS.get(conclusion.relation, '=')} {body}"


def _collect_formulas(answer: Answer) -> dict[str, Formula]:
    """Return the formula of every quantity by its name."""
    steps = answer.derivation.steps
    found = (conclusion for step in steps for conclusion in answer.derivation.conclusions_of(step))
    return {str(c.variable): Formula(format_conclusion(c), c.latex()) for c in found}


def _explain_figure(quantity: Quantity, answer: Answer, formulas: dict[str, Formula]) -> tuple[Any, ...]:
    """Return name, value, formula, substituted values and statement of one figure."""
    put_in = []
    for parameter in quantity.step.statement.given:
        if parameter.variable in free(quantity.conclusion.expression):
            binding = quantity.step.binding(parameter.name)
            known = answer.quantities.get(str(binding.base if isinstance(binding, Indexed) else binding))
            # the input first: rho is asked for, and a quantity of the same name is what comes out
            given = _find_input_value(answer, binding)
            value = given if given is not None else known.value if known is not None else str(binding)
            put_in.append(f"{parameter.entry} = {format_cell(value)}")
    name = Formula(quantity.name, symbol_latex(quantity.name))
    return name, quantity.value, formulas.get(quantity.name), "; ".join(put_in), mark_own(quantity.statement)


def _find_input_value(answer: Answer, binding: Any) -> Any:
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


def _find_paper_result(comparison: Comparison) -> tuple[Result | None, bool]:
    """Return the result of the method ``paper``, and whether its steps have figures."""
    found = next((r for r in comparison.results if r.method == "paper"), None)
    if found is None or comparison.question.kind != "composition":
        return None, False
    return found, found.applicable and found.answer is not None and "epsilon" in found.answer.quantities


def build_paper_steps(comparison: Comparison, *, explain: bool = False) -> list[Table]:
    """Return the table of thm:main, step by step of its proof; with ``explain`` the formula beside each number."""
    result, has_figures = _find_paper_result(comparison)
    if result is None or result.answer is None or not has_figures:
        return []
    quantities, runs = result.answer.quantities, tuple(_choose_runs(result))
    formulas = _collect_formulas(result.answer)
    rows: list[tuple[Any, ...]] = [("n_i", *(n for _, n, _ in runs), "typed")]
    for heading, name in (_EACH | _WHOLE).items():
        if name not in quantities or (heading in _EXPLAINED and not explain):
            continue
        value, each = result.value(name), heading in _EACH
        values = [value[place] for place, _, _ in runs] if each else [value, *(None,) * (len(runs) - 1)]
        symbol = heading if " " in heading else Formula(heading, symbol_latex(name, *("i" if each else "")))
        rows.append((symbol, *values, formulas.get(name) if explain else _describe_source(result, name)))
    columns = ("", *(label for _, _, label in runs), "formula" if explain else "by")
    title = (
        f"What thm:main of the paper gives here, step by step of its proof (c = {format_cell(result.value('c'), 4)}):"
    )
    return [Table(title, columns, tuple(rows), tuple(range(1, len(runs) + 1)), digits=4)]


def _describe_source(result: Result, name: str) -> str:
    """Return the statement that gives a figure, the constants guessed in it, and the target."""
    assert result.answer is not None
    quantity, question = result.answer.quantities[name], result.question
    label = quantity.statement.label
    if name == "rho":
        return f"{label}; asked: {format_cell(question.rho)}"
    if name == "beta" and result.beta is not None and not result.beta.upper < 1:
        return f"{label}; 1 or more: no guarantee"
    if name == "beta" and question.beta is not None and "beta" not in question.assumed:
        return f"{label}; asked: {format_cell(question.beta)}"
    used = free(quantity.conclusion.expression)
    guessed = [h for h in quantity.statement.hidden if h.placeholder and h.variable in used]
    if not guessed:
        return label
    values = {format_cell(h.value(question.settings)) for h in guessed}
    if len(values) > 1:
        return f"{label} ({', '.join(h.name for h in guessed)} guessed)"
    return f"{label} ({' = '.join(h.name for h in guessed)} = {values.pop()} guessed)"


#: Target failure probability of a repair where none was typed.
_BETA = fmpq(1, 20)


def write_paper_remarks(comparison: Comparison, *, explain: bool = False) -> Iterator[str]:
    """Yield why thm:main does not apply, or the beta0 at which it reaches the requested failure probability.

    With ``explain`` also the statement that each figure is from, which no longer fits into the table.
    """
    result, has_figures = _find_paper_result(comparison)
    if result is None:
        return
    if not has_figures:
        unmet = [c for c in result.unmet if not c.statement.startswith("goal:")]
        why = result.why_not
        if unmet:
            here = "" if unmet[0].left is None else f" (here {format_cell(unmet[0].left, 4)})"
            more = f", and {len(unmet) - 1} more" if len(unmet) > 1 else ""
            why = f"{unmet[0].statement} needs {unmet[0].condition}{here}{more}"
        if why:
            yield f"thm:main of the paper does not apply: {why}."
        return
    if explain and result.answer is not None:
        known = {heading: name for heading, name in (_EACH | _WHOLE).items() if name in result.answer.quantities}
        yield f"By: {'; '.join(f'{heading} by {_describe_source(result, name)}' for heading, name in known.items())}."
    question = result.question
    if result.status not in (Status.VACUOUS, Status.FALLS_SHORT) or len(question.n.runs) > 64:
        return
    typed = question.beta is not None and "beta" not in question.assumed
    target = question.beta if typed else _BETA
    rest = {name: why for name, why in question.assumed.items() if name not in ("beta", "beta0")}
    relaxed = replace(question, beta=target, assumed=rest)
    solved = solve_method(UNKNOWNS["beta0"], relaxed, "paper", None, 6)
    if solved.value is not None and solved.result.samples:
        samples = format_cell(Enclosure.exactly(solved.result.samples), 4)
        needed = f"beta0 <= {format_cell(solved.value)}, and then n = {samples}"
        yield f"For beta <= {format_cell(target)} it needs {needed}."


def _choose_runs(result: Result) -> Iterator[tuple[int, int, str]]:
    """Yield place, n and heading of the runs of equal algorithms to show."""
    assert result.answer is not None
    sizes, boosted = result.answer.inputs["n"], result.value("samples_each")
    runs = range(len(sizes.counts))
    worst = max(runs, key=lambda run: getattr(boosted[run], "upper", boosted[run])) if len(runs) > _RUNS else -1
    starts = list(accumulate(sizes.counts, initial=1))
    for run in sorted({0, worst, len(runs) - 1}) if worst >= 0 else runs:
        first, count = starts[run], sizes.counts[run]
        label = f"algorithm {first:,}" if count == 1 else f"algorithms {first:,} to {first + count - 1:,}"
        yield run, sizes.values[run], label + (" (worst)" if run == worst else "")
