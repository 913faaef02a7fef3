"""Write the answer of a command that compares methods: sentence, guarantees, assumptions, other methods."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, latex_number, nearest, short
from replcalc.numbers.family import Family
from replcalc.output import answers
from replcalc.output.document import Document, Formula, Table, TableColumn, cell_text, count_text
from replcalc.output.questions import inputs_of
from replcalc.output.steps import paper_steps, result_tables
from replcalc.planning.assumption import in_turn as is_adaptive
from replcalc.planning.assumption import told as problems_text
from replcalc.planning.comparison import REPAIRED, Comparison, promises_nothing
from replcalc.planning.effort import Effort
from replcalc.planning.method import get, kinds, names
from replcalc.planning.recipe import bound_text, guarantee
from replcalc.planning.result import PROBABILITIES, Result, Status
from replcalc.planning.solving import Solution, unknown_of

#: What is typed next.
NEXT = "Next: --recipe (how to run it)  --explain (every formula)  --all (every method)  --report FILE.html"


@dataclass(frozen=True)
class Advice:
    """The answer in words.

    Args:
        sentence: the answer, with a number of samples only where a certified method that can be run stands behind it.
        result: that method's result; None where there is none.
        lines: what holds, what would have to change, what was assumed.
        others: the other methods, the lower bound.
        guarantee: a paragraph to quote.
    """

    sentence: str
    result: Result | None
    lines: tuple[str, ...]
    others: tuple[str, ...]
    guarantee: str = ""

    @property
    def status(self) -> str:
        return "" if self.result is None else self.result.status.value

    def headline(self) -> answers.Headline:
        """Return the fields of JSON."""
        method, samples = (self.result.method, self.result.samples) if self.result else (None, None)
        lines, others = list(self.lines), list(self.others)
        return answers.Headline(self.sentence, self.status, method, samples, lines, others, self.guarantee or None)


def advise(comparison: Comparison) -> Advice:
    """Choose the method to run and write the answer."""
    result = comparison.to_run
    others = (*_other_methods(comparison, result), *_lower_bound(comparison, result))
    if result is None:
        sentence, *reasons = _nothing_certified(comparison)
        unsolved = isinstance(comparison, Solution)  # then what follows from the unknown has no value
        assumed = {name: a for name, a in comparison.question.assumed.items() if not (unsolved and a.short)}
        return Advice(sentence, None, (*reasons, *assumed_lines(assumed)), others)
    lines = tuple(filter(None, (*_what_holds(comparison, result), *assumed_lines(result.question.assumed))))
    quoted = "" if result.samples is None else guarantee(result, comparison.unit)
    return Advice(f"{_value(comparison, result)}: {_what_to_do(result)}", result, lines, others, quoted)


def _value(comparison: Comparison, result: Result) -> str:
    spent = f"{count_text(result.samples)} {comparison.unit}"
    if isinstance(comparison, Solution) and comparison.unknown != "samples":
        return f"{comparison.unknown} = {cell_text(comparison.solved[result.method].value)} with {spent}"
    return f"{spent} are enough"


def _what_to_do(result: Result) -> str:
    """Describe what the method does, in a few words."""
    kind, question = result.question.kind, result.question
    if kind == "composition" and result.method == "side-by-side":
        which = {1: "the algorithm", 2: "both algorithms"}.get(question.k, f"all {question.k:,} algorithms")
        same = "" if question.k == 1 else f", on the same {count_text(result.samples)} samples"
        return f"run {which} once{same}."
    summary = result.title or "as asked"
    if kind in kinds() and result.method in names(kind):
        summary = get(result.method, kind).summary.split(": ")[0].split("; ")[0]
    return f"{summary} ({result.method})."


def _what_holds(comparison: Comparison, result: Result) -> Iterator[str]:
    """Yield the probabilities of disagreement and of a wrong answer, the running time, and what was checked."""
    question = result.question
    asked = getattr(question, "rho", None)
    rho = "" if asked is None or isinstance(comparison, Solution) else f" (you asked for {cell_text(asked)})"
    beta = getattr(question, "beta", None)
    typed = beta is not None and "beta" not in question.assumed
    wrong = "some answer is wrong" if getattr(question, "k", 1) != 1 else "the answer is wrong"
    parts = []
    if result.rho is not None:
        parts.append(f"Two runs with the same seed differ with probability <= {bound_text(result.rho)}{rho}")
    if result.beta is not None:
        target = f" (you asked for {cell_text(beta)})" if typed and not isinstance(comparison, Solution) else ""
        parts.append(f"{wrong} with probability <= {bound_text(result.beta)}{target}")
    if parts:
        text = "; ".join(parts)
        yield text[:1].upper() + text[1:] + "."
    if question.kind == "composition" and result.method == "side-by-side":
        yield from _enough_already(comparison, result)
    else:
        yield effort_text(result)
    clause = problems_text(question)
    yield f"{clause[:1].upper()}{clause[1:]}." if clause and not _is_trivial(result) else ""
    if isinstance(comparison, Solution):
        yield f"Checked: {comparison.solved[result.method].checked}."


def _is_trivial(result: Result) -> bool:
    return result.question.kind == "composition" and result.method == "side-by-side"


def _enough_already(comparison: Comparison, result: Result) -> Iterator[str]:
    """Explain why one run is enough, and give the samples needed if the algorithms are less replicable than assumed."""
    question = result.question
    if "rho0" not in question.assumed or isinstance(comparison, Solution):
        yield "So few because the replicabilities of the algorithms already add up to at most rho."
        return
    each = "each algorithm is" if question.k > 1 else "the algorithm is"
    rho0 = cell_text(question.rho0.values[0])
    yield f"So few because {each} assumed to be {rho0}-replicable already, as thm:main asks."
    weaker = _at_asked_rho0(comparison)
    if weaker is not None:
        rho = cell_text(question.rho)
        yield f"If they are only {rho}-replicable, type --rho0 {rho}: it takes {count_text(weaker)} {comparison.unit}."


#: Longer lists are not solved a second time for a remark.
_FEW = 64


def _at_asked_rho0(comparison: Comparison) -> int | None:
    """Return the samples needed if rho0 = rho for every algorithm; None if computing that takes long."""
    from replcalc.planning.comparison import compare

    question = comparison.question
    if len(question.n.runs) > _FEW or question.k > 100 * _FEW or len(comparison.results) < 2:
        return None
    rest = {name: why for name, why in question.assumed.items() if name != "rho0"}
    weaker = replace(question, rho0=question.rho0.map(lambda _: question.rho), assumed=rest)
    quick = [r.method for r in comparison.results if r.method not in ("paper", "paper-tuned", "privacy")]
    return compare(weaker, quick, 6, comparison.max_rounds).samples


def assumed_lines(assumed: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the line that lists the assumed values and the options that change them."""
    if not assumed:
        return ()
    values = ", ".join(f"{name} = {_assumed_value(about)}" for name, about in assumed.items())
    options = " ".join(f"--{name.replace('_', '-')}" for name in assumed)
    return (f"Assumed (not typed): {values}. To change: {options}.",)


def _assumed_value(about: Any) -> str:
    """Return the value, with the rule that gives it if there is one."""
    value = about.value
    if isinstance(value, Family):
        value = value.values[0] if len(set(map(str, value.values))) == 1 else "a list"
    text = cell_text(value)
    return f"{about.short} = {text}" if about.short else text


# -- what a method takes -----------------------------------------------------------------------------------------------
def runs_text(effort: Effort | None) -> Any:
    """Return the number of runs of the algorithms; only four digits from a billion on."""
    if effort is None or effort.runs is None:
        return None
    if effort.runs < 10**9 and not effort.runs_at_least:
        return effort.runs
    sign, latex_sign = (">= ", r"\ge ") if effort.runs_at_least else ("", "")
    about = nearest(fmpq(effort.runs), 4)
    return Formula(sign + about, latex_sign + latex_number(about))


def rounds_text(effort: Effort | None) -> Any:
    """Return the expected search steps: none, a count, or a power of ten."""
    if effort is None:
        return None
    if effort.samples_nothing:
        return "none"
    exponent = effort.rounds_log10
    sign, latex = (">= ", r"\ge ") if effort.rounds_at_least else ("", "")
    if float(exponent) < 6:
        power = 10 ** float(exponent)
        count = max(1, int(power + 1e-9)) if effort.rounds_at_least else -int(-power // 1)
        return Formula(f"{sign}{count:,}", f"{latex}{count:,}".replace(",", "{,}"))
    about = nearest(exponent.midpoint, 3) if exponent.lower > 10**15 else str(int(float(exponent)))
    return Formula(f"{sign}10^{about}", f"{latex}10^{{{latex_number(about)}}}")


def effort_text(result: Result) -> str:
    """Describe what running the method takes: runs of the algorithms and search steps by shared randomness."""
    effort = result.effort
    if effort is None:
        return ""
    runs = runs_text(effort)
    own = result.question.kind not in ("composition", "boosting")
    parts = ["reads the data once"]
    if runs is not None and not own:
        parts.append(
            f"{cell_text(runs)} run{'' if effort.runs == 1 else 's'} of your algorithms".replace(">= ", "at least ")
        )
    if effort.samples_nothing:
        parts.append("no random search")
    else:
        parts.append(f"{rounds_text(effort)} random search steps".replace(">= ", "at least "))
    return f"It {', '.join(parts)}."


# -- the other methods, and lower bounds -------------------------------------------------------------------------------
def _other_methods(comparison: Comparison, chosen: Result | None) -> Iterator[str]:
    """Yield the other certified methods with their figures, and why the rest are not certified."""
    theory = comparison.best_theory
    if chosen is not None and theory is not None and (theory.samples or 0) < (chosen.samples or 0):
        steps = rounds_text(theory.effort)
        figure = _figure(comparison, theory)
        yield f"In theory {figure} suffice ({theory.method}), but with {steps} random search steps."
    rest = [r for r in comparison.shown if r is not chosen and r is not theory and r.method != "paper"]
    parts = [f"{r.method} {_figure(comparison, r)}" for r in rest if r.certified and comparison.runnable(r)]
    more = [r for r in rest if r.certified and not comparison.runnable(r)]
    parts += [f"{r.method} {_figure(comparison, r)} (too long to run)" for r in more[: 2 if chosen is None else 1]]
    parts = parts[:5]
    for status, words in _LACKS.items():
        found = [r.method for r in rest if r.status is status]
        parts += [f"{', '.join(found)}: {words}"] if found else []
    if parts:
        yield f"Other methods: {'; '.join(parts)} (--all: table and conditions)."


_LACKS = {
    Status.FALLS_SHORT: "beta too large",
    Status.APPLIES: "constants unknown",
    Status.VACUOUS: "no guarantee",
    Status.DOES_NOT_APPLY: "not applicable",
    Status.NOT_FOUND: "not found, the search gave up",
}


def _figure(comparison: Comparison, result: Result) -> str:
    if isinstance(comparison, Solution) and comparison.unknown != "samples":
        return cell_text(comparison.solved[result.method].value, 4)
    return cell_text(result.samples, 4)


def _lower_bound(comparison: Comparison, result: Result | None) -> Iterator[str]:
    bound = comparison.lower_bound
    if bound is None:
        silent = comparison.question.kind != "composition" or len(comparison.results) < 2 or result is None
        if not silent and not isinstance(comparison, Solution) and result is not None:
            yield "No lower bound is known that excludes fewer samples."
        return
    of_kind = comparison.question.kind == "composition"
    who = "every composition that works for all such algorithms" if of_kind else "every algorithm"
    text = f"Lower bound: {who} needs {count_text(bound.samples)} ({bound.statement}: {bound.model})"
    if result is not None and result.samples and result.samples >= bound.samples:
        factor = fmpq(result.samples, bound.samples)
        near = f"{nearest((factor - 1) * 100, 2)} per cent" if factor < fmpq(3, 2) else f"a factor {nearest(factor, 3)}"
        text += "; this is the least" if factor == 1 else f"; this is within {near}"
    yield text + "."


# -- where nothing is certified ----------------------------------------------------------------------------------------
def _nothing_certified(comparison: Comparison) -> tuple[str, ...]:
    """Explain why there is no certified number of samples, and what to type instead."""
    if comparison.best_theory is not None:
        allowed = cell_text(comparison.max_rounds)
        return (f"Nothing certified here can be run within {allowed} random search steps.",)
    if len(comparison.results) == 1 and comparison.results[0].applicable:
        return tuple(_one_method(comparison, comparison.results[0]))
    mended = [r for r in [r for r in comparison.results if not r.hidden][:REPAIRED] if r.repair]
    short = any(result.short for result in comparison.results)
    if short and promises_nothing(comparison.question) and not isinstance(comparison, Solution):
        adaptive = is_adaptive(comparison.question)
        risk = (
            "twice the sum of the beta0, and rho, reach 1" if adaptive else "some algorithm may fail half of the time"
        )
        values = [r.repair["beta0"] for r in mended if "beta0" in r.repair]
        return (
            f"No guarantee is possible: {risk}.",
            *(f"Type --beta0 {cell_text(v)} or less for a certified answer." for v in values[:1]),
        )
    if mended and not isinstance(comparison, Solution):
        return ("No method meets this; each of these changes alone is enough (certified):", *map(_change, mended))
    close = comparison.results[0]
    lacks = close.why_not
    if close.applicable:
        lacks = "; ".join(_one_method(comparison, close))
    lines = [f"Nothing is certified. Nearest is {close.method}: {lacks}."]
    values = [f"{cell_text(r.repair['beta0'])} ({r.method})" for r in mended if "beta0" in r.repair]
    return (*lines, *((f"Type --beta0 {' or '.join(values)}: then the answer is certified.",) if values else ()))


def _one_method(comparison: Comparison, result: Result) -> Iterator[str]:
    """Yield the figures of a method that is not certified, and the reason."""
    spent = f"{short(result.samples, 4) if result.samples else '?'} {comparison.unit}"
    guessed = [c.name for c in result.hidden_constants if c.placeholder]
    unknown = f" (constants that the paper does not give are guessed: {', '.join(guessed)})" if guessed else ""
    match result.status:
        case Status.VACUOUS:
            empty = [
                f"{name} <= {short(bound)}"
                for name in PROBABILITIES
                if isinstance(bound := result.quantities.get(name), Enclosure) and not bound.upper < 1
            ]
            yield f"{result.method}: {spent}{unknown}, no guarantee: {', '.join(empty)}, a bound of 1 or more."
        case Status.FALLS_SHORT:
            assert result.beta is not None
            fails = bound_text(result.beta)
            yield f"{result.method}: {spent}{unknown}, but some answer is wrong with probability <= {fails}."
            yield f"You asked for {cell_text(result.question.beta)}; --beta {fails} accepts it."
        case _:
            bounds = [
                f"{name} <= {bound_text(value)}"
                for name, value in (("rho", result.rho), ("beta", result.beta))
                if value is not None
            ]
            yield f"{result.method}: {spent}, {', '.join(bounds)}{unknown}."


def _change(result: Result) -> str:
    """Describe which input to change so that a refused method is certified."""
    change = [f"--{name} {cell_text(value)}" for name, value in result.repair.items()]
    text = f"{result.method}: {' or '.join(change)}"
    if result.applicable and result.beta is not None and result.question.beta is not None:
        text += f" (as it is, some answer is wrong with probability <= {bound_text(result.beta)})"
    return text


# -- documents ---------------------------------------------------------------------------------------------------------
def comparison_document(
    comparison: Comparison, *, explain: bool = False, full: bool = False, every: bool = False, recipe: bool = False
) -> Document:
    """Write the answer.

    Args:
        explain: also the formula, values and source of every figure of the method to run.
        full: also the table of all methods, and the unchecked assumptions of each.
        every: every method is explained.
        recipe: also the steps to run it.
    """
    alone = len(comparison.results) == 1
    tables = (
        explained(comparison, explain=explain, every=every) if explain or (alone and not _has_steps(comparison)) else []
    )
    return answer_document(comparison, tables, explain=explain, full=full, recipe=recipe)


def _has_steps(comparison: Comparison) -> bool:
    return (
        any(r.method == "paper" and r.applicable for r in comparison.results)
        and comparison.question.kind == "composition"
    )


def explained(comparison: Comparison, *, explain: bool, every: bool = False) -> list[Table]:
    """Return the tables of the method to run, or of every method."""
    chosen = comparison.to_run or comparison.results[0]
    shown = comparison.results if every else (chosen,)
    return [table for result in shown for table in result_tables(result, explain=explain)]


def answer_document(
    comparison: Comparison,
    tables: Sequence[Table] = (),
    notes: Sequence[str] = (),
    *,
    explain: bool = False,
    full: bool = False,
    recipe: bool = False,
    data: Table | None = None,
    **more: Any,
) -> Document:
    """Write the answer, then the steps of thm:main, what a command adds, and the other methods.

    Args:
        tables: what the command adds; ``notes`` likewise.
        data: the table of CSV, by default every method on a row.
        more: fields of the JSON in place of the usual ones, or beside them.
    """
    advice = advise(comparison)
    several = len(comparison.results) > 1
    steps, remarks = paper_steps(comparison, explain=explain)
    shown = [*steps, *([overview(comparison)] if several and full else []), *tables]
    lines = [*remarks, *notes, *advice.others]
    if full:
        lines += _granted(comparison)
    written = _recipe(comparison) if recipe else None
    if recipe:
        lines += _recipe_lines(written)
    elif advice.guarantee and explain:
        lines.append(f"Guarantee: {advice.guarantee}")
    solved = {"solve": _solved(comparison)} if isinstance(comparison, Solution) else {}
    inputs = {}
    if isinstance(comparison, Solution):
        usual = inputs_of(comparison.question) | {comparison.unknown: None}
        inputs = {"inputs": usual | ({} if comparison.available is None else {"samples": comparison.available})}
    return Document(
        lambda: answers.ComparisonAnswer.of(
            comparison, advice.headline(), recipe=written, **{**inputs, **solved, **more}
        ),
        tuple(shown),
        tuple(lines),
        title=advice.sentence,
        lines=advice.lines,
        status=advice.status,
        data=data or figures(comparison),
        answer=comparison,
    )


def solution_document(
    solution: Solution, *, explain: bool = False, full: bool = False, recipe: bool = False
) -> Document:
    """Write the value of the unknown and what was checked."""
    tables = explained(solution, explain=explain) if explain else []
    sought = unknown_of(solution.question.kind, solution.unknown)
    wish = "fewest" if sought is None else sought.wish
    notes = [f"Solved for the {wish} {solution.unknown}; the other values are as typed or assumed."]
    every = [_with_value(solution, overview(solution), solution.unknown)] if full or len(solution.results) > 1 else []
    data = _with_value(solution, figures(solution), f"solved_{solution.unknown}")
    return answer_document(solution, [*every, *tables], notes, explain=explain, recipe=recipe, data=data)


def _solved(solution: Solution) -> answers.Solved:
    sought = unknown_of(solution.question.kind, solution.unknown)
    found = {
        method: answers.SolvedMethod(s.value, s.refused, s.checked, s.result.why_not or s.why)
        for method, s in solution.solved.items()
    }
    return answers.Solved(solution.unknown, "fewest" if sought is None else sought.wish, solution.value, found)


def _with_value(solution: Solution, table: Table, column: str) -> Table:
    """Add the column with the value that each method certifies."""
    if solution.unknown == "samples":
        return table
    found = (solution.solved[result.method].value for result in solution.results)
    rows = tuple((row[0], value, *row[1:]) for row, value in zip(table.rows, found, strict=True))
    columns = (table.columns[0], column, *table.columns[1:])
    return replace(table, columns=columns, rows=rows, right=(1, *(place + 1 for place in table.right)))


def _recipe(comparison: Comparison) -> answers.Recipe | None:
    found = comparison.recipe()
    return None if found is None else answers.Recipe(found.method, list(found.steps), found.guarantee)


def _recipe_lines(found: answers.Recipe | None) -> list[str]:
    if found is None:
        return ["No recipe: no certified method here has written steps."]
    steps = [f"{number}. {step}" for number, step in enumerate(found.steps, start=1)]
    return [f"Recipe ({found.method}):", *steps, f"Guarantee: {found.guarantee}"]


def figures(comparison: Comparison) -> Table:
    """Return the table of all methods as plain data, for CSV."""
    unit = "samples" if comparison.unit == "samples" else f"samples ({comparison.unit})"
    return Table.of(
        "Figures",
        comparison.results,
        TableColumn("method"),
        TableColumn("status", lambda result: result.status.value),
        TableColumn(unit, "samples", number=True),
        *(TableColumn(name, number=True) for name in ("rho", "beta", "runs", "rounds_log10")),
        TableColumn("polynomial"),
    )


def overview(comparison: Comparison, title: str = "All methods") -> Table:
    """Return the table of all methods: samples, time, rho, beta and status."""

    def figure(heading: str, of: Any) -> TableColumn:
        return TableColumn(heading, lambda result: of(result) if result.applicable else None, number=True)

    return Table.of(
        title,
        comparison.shown,
        TableColumn("method"),
        figure("samples", lambda result: result.samples),
        figure("search", lambda result: rounds_text(result.effort)),
        figure("rho", lambda result: result.rho),
        figure("beta", lambda result: result.beta),
        TableColumn("guarantee", lambda result: worth(comparison, result)),
        digits=4,
    )


def worth(comparison: Comparison, result: Result) -> str:
    """Return the status of a method in a few words."""
    guessed = [c.name for c in result.hidden_constants if c.placeholder]
    match result.status:
        case Status.CERTIFIED:
            return "certified" if comparison.runnable(result) else "certified, not practical"
        case Status.APPLIES:
            return f"conditional: {', '.join(guessed) or 'your own lemma'} unknown"
        case Status.FALLS_SHORT:
            return f"misses target: beta {bound_text(result.beta)}" if result.beta is not None else "misses target"
        case Status.VACUOUS:
            return "vacuous: a bound of 1 or more"
        case Status.DOES_NOT_APPLY:
            return "not applicable: " + (result.unmet[0].brief() if result.unmet else result.why_not)
        case _:
            return f"{result.status.value}: {result.why_not}"


def granted(results: Sequence[Result]) -> dict[str, list[str]]:
    """Return every assumption that no computation can check, with the methods that need it."""
    needed: dict[str, list[str]] = {}
    for result in results:
        if result.applicable and result.steps_taken is not None:
            for text in dict.fromkeys(condition.text for _, condition in result.steps_taken.obligations):
                needed.setdefault(text, []).append(result.method)
    return needed


def _granted(comparison: Comparison) -> list[str]:
    names_left_out = [r.method for r in comparison.results if r not in comparison.shown]
    lines = [f"Left out here: {', '.join(names_left_out)} (JSON and CSV have them)."] if names_left_out else []
    alone = len(comparison.shown) == 1
    found = [text if alone else f"{text} ({', '.join(by)})" for text, by in granted(comparison.shown).items()]
    return lines + (["Assumed, cannot be checked:", *(f"- {text}" for text in found)] if found else [])


def result_document(result: Result, *, explain: bool = False) -> Document:
    """Write one method alone."""
    if result.question.kind == "pg":
        from replcalc.output.pg_composition import pg_document

        return pg_document(result, explain=explain)
    return comparison_document(Comparison(result.question, (result,), 20), explain=explain)
