"""The one place that writes a Result or a Comparison: JSON, tables, notes.

JSON of every command that compares ways is ``replcalc/2``: schema, inputs, assumed, best, best_runnable and
``routes.WAY`` with status, quantities (samples, rho, beta, runs, rounds_log10, ...), conditions and steps.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flint import fmpq

from replcalc.ask.assumption import Assumption
from replcalc.ask.comparison import Comparison
from replcalc.ask.defaults import RUN_SECONDS
from replcalc.ask.effort import Effort
from replcalc.ask.result import PROBABILITIES, Result, Status
from replcalc.numbers.enclosure import Enclosure, latex_number, nearest, short
from replcalc.numbers.exact import parse_rational
from replcalc.render.details import result_tables
from replcalc.render.questions import heading_of, inputs_of
from replcalc.render.report import Formula, Later, Report, Table, TableColumn, cell_text
from replcalc.render.result_json import assumed_json, least_json, result_json


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """What every command that compares ways has in its JSON."""
    return {
        "inputs": inputs_of(comparison.question),
        "assumed": assumed_json(comparison.question.assumed),
        "best": comparison.best,
        "best_runnable": comparison.best_runnable,
        "max_rounds": comparison.max_rounds,
        "unit": comparison.unit,
        "lower_bound": least_json(comparison.lower_bound),
        "explanation": " ".join(sentences(comparison)),
        "routes": {result.way: result_json(result) for result in comparison.results},
    }


def comparison_report(comparison: Comparison, *, explain: bool = False, every: bool = False) -> Report:
    """What was asked and assumed, every way on a line, the best and the best that can be run.

    Details follow where one way alone was asked for, and with ``explain`` those of the best one, or of ``every`` one.
    """
    chosen = comparison.results[0]
    tables = [overview(comparison)] if len(comparison.results) > 1 else []
    notes = list(sentences(comparison))
    if explain or len(comparison.results) == 1:
        for result in comparison.results if every else (chosen,):
            tables += result_tables(result, explain=explain)
    notes += [*rests_on(chosen, comparison.shown), *left_out_note(comparison)]
    return answer_report(comparison, Later(lambda: comparison_json(comparison)), tables, notes)


def answer_report(
    comparison: Comparison, data: Mapping[str, Any], tables: Sequence[Table], notes: Sequence[str], **more: Any
) -> Report:
    """A report about a comparison: headed by its question, with what that assumed; every way's figures are its CSV.

    ``more``: fields of the report in place of these, or beside them.
    """
    usual: dict[str, Any] = {
        "heading": heading_of(comparison.question),
        "lead": assumed_lines(comparison.question.assumed),
        "figures": figures(comparison),
        "answer": comparison,
    }
    return Report(data, tuple(tables), tuple(notes), **usual | more)


def result_report(result: Result, *, explain: bool = False) -> Report:
    """One way alone."""
    if result.question.kind == "pg":
        from replcalc.render.pg_composition import pg_report  # built on this module

        return pg_report(result, explain=explain)
    return comparison_report(Comparison(result.question, (result,), 20), explain=explain)


def figures(comparison: Comparison) -> Table:
    """Every way on a row of plain data: what CSV holds."""
    unit = "samples" if comparison.unit == "samples" else f"samples ({comparison.unit})"
    return Table.of(
        "Figures",
        comparison.results,
        TableColumn("way"),
        TableColumn("status", lambda result: result.status.value),
        TableColumn(unit, "samples", number=True),
        *(TableColumn(name, number=True) for name in ("rho", "beta", "runs", "rounds_log10")),
        TableColumn("polynomial"),
    )


def assumed_lines(assumed: Mapping[str, Assumption]) -> tuple[str, ...]:
    """One line that names every value nobody typed, with its reason."""
    if not assumed:
        return ()
    told = "; ".join(f"{name} = {cell_text(a.value)} ({a.why})" for name, a in assumed.items())
    return (f"assumed: {told}",)


def overview(comparison: Comparison, title: str = "") -> Table:
    """Every way on a line: samples, time, promise."""

    def figure(heading: str, of: Callable[[Result], Any]) -> TableColumn:
        return TableColumn(heading, lambda result: of(result) if result.applicable else None, number=True)

    return Table.of(
        title,
        comparison.shown,
        TableColumn("way"),
        figure("samples", lambda result: result.samples),
        figure("base runs", lambda result: runs_text(result.effort)),
        figure("sampling rounds", lambda result: rounds_text(result.effort)),
        figure("rho", lambda result: result.rho),
        figure("beta", lambda result: result.beta),
        TableColumn("promise", lambda result: promise(comparison, result)),
        digits=4,
    )


def runs_text(effort: Effort | None) -> Any:
    """A count of base runs; from a billion on four digits of it tell enough."""
    if effort is None or effort.runs is None:
        return None
    if effort.runs < 10**9 and not effort.runs_at_least:
        return effort.runs
    sign, latex_sign = (">= ", r"\ge ") if effort.runs_at_least else ("", "")
    about = nearest(fmpq(effort.runs), 4)
    return Formula(sign + about, latex_sign + latex_number(about))


def rounds_text(effort: Effort | None) -> Any:
    """none, a count, or a power of ten."""
    if effort is None:
        return None
    if effort.polynomial and effort.rounds_log10.upper == 0:
        return "none"
    exponent = float(effort.rounds_log10)
    sign, latex = (">= ", r"\ge ") if effort.rounds_at_least else ("", "")
    if exponent < 6:
        count = max(1, int(10**exponent + 1e-9)) if effort.rounds_at_least else -int(-(10**exponent) // 1)
        return Formula(f"{sign}{count:,}", f"{latex}{count:,}".replace(",", "{,}"))
    if exponent == math.inf:  # a power that floats cannot hold
        about = nearest(effort.rounds_log10.midpoint, 3)
        return Formula(f"{sign}10^{about}", f"{latex}10^{{{latex_number(about)}}}")
    power = int(exponent)
    return Formula(f"{sign}10^{power}", f"{latex}10^{{{power}}}")


def promise(comparison: Comparison, result: Result) -> str:
    """What the figures of a way are worth, in a few words."""
    hidden = "hidden: " + ", ".join(result.hidden[:2]) + (", ..." if len(result.hidden) > 2 else "")
    match result.status:
        case Status.CERTIFIED:
            return "certified" if comparison.runnable(result) else "certified, too long to run"
        case Status.APPLIES:
            return f"applies; {hidden}"
        case Status.FALLS_SHORT:
            return falls_short(result)
        case Status.VACUOUS:
            told = "; ".join(f"{name} <= {cell_text(value)} repairs it" for name, value in result.repair.items())
            return "; ".join(part for part in ("vacuous", told, hidden if result.hidden else "") if part)
        case Status.DOES_NOT_APPLY:
            return "does not apply: " + (result.unmet[0].brief() if result.unmet else result.why_not)


def falls_short(result: Result) -> str:
    """By how much the failure probability is missed, and what would accept it."""
    fails = cell_text(result.beta)
    asked = result.question.beta
    return f"falls short: fails {fails}, " + ("nothing was promised" if asked is None else f"asked {cell_text(asked)}")


def sentences(comparison: Comparison) -> tuple[str, ...]:
    """The best way, and what to run if the best cannot be run."""
    best = next((r for r in comparison.results if r.way == comparison.best), None)
    if best is None:
        return _nothing_certified(comparison)
    told = [f"Best: {best.way} with {count_text(best.samples)} {comparison.unit} (certified){comparison.factor(best)}."]
    if best.way == "naive" and comparison.question.kind == "composition":
        told.append("The replicabilities of the base algorithms add up to at most rho: one common sample is enough.")
    bound = comparison.lower_bound
    if bound is not None and best.samples and best.samples >= bound.samples:
        factor = nearest(fmpq(best.samples, bound.samples), 3)
        told.append(
            f"At least {count_text(bound.samples)} are needed by every algorithm ({bound.statement}: {bound.model}): "
            f"the best is within a factor {factor} of that."
        )
    elif comparison.question.kind == "composition" and len(comparison.results) > 1:
        told.append("No lower bound known here excludes fewer samples.")
    runnable = next((r for r in comparison.results if r.way == comparison.best_runnable), None)
    allowed = cell_text(comparison.max_rounds)
    if runnable is None:
        told.append(f"Nothing certified here can be run within {allowed} sampling rounds.")
    elif runnable is not best:
        told.append(
            f"Run {runnable.way}: {count_text(runnable.samples)} {comparison.unit}, {time_text(runnable)}; "
            f"{best.way} would take {_rounds(best)} sampling rounds, more than {allowed}."
        )
    else:
        told.append(f"It can be run: {time_text(best)}.")
    return (*told, *_sampled(comparison, runnable))


def _sampled(comparison: Comparison, runnable: Result | None) -> tuple[str, ...]:
    """What sampling in groups reaches within the rounds allowed, where something else is to be run."""
    groups = next((r for r in comparison.results if r.way == "grouped" and comparison.runnable(r)), None)
    if groups is None or groups is runnable or not groups.certified:
        return ()
    allowed = cell_text(comparison.max_rounds)
    return (f"With {allowed} sampling rounds allowed: grouped, {count_text(groups.samples)} {comparison.unit}.",)


def _nothing_certified(comparison: Comparison) -> tuple[str, ...]:
    """What is nearest to a promise, and what it lacks."""
    close = min(comparison.results, key=lambda r: (not r.repair, r.rank))
    match close.status:
        case Status.APPLIES:
            lacks = f"{count_text(close.samples)} {comparison.unit}, depending on {', '.join(close.hidden)}"
        case Status.VACUOUS:
            repair = "".join(f"; {name} = {cell_text(value)} repairs it" for name, value in close.repair.items())
            lacks = f"it promises nothing, {_empty(close)}{repair}"
        case _ if close.repair:
            return _repairs(comparison)
        case _:
            lacks = close.why_not
    return (f"Nothing is certified. Nearest is {close.way}: {lacks}.",)


def _repairs(comparison: Comparison) -> tuple[str, ...]:
    """What to change, way by way, where every one of them refuses."""
    told = ["Nothing meets this as asked; any one of these changes does (certified):"]
    for result in comparison.results:
        if not result.repair:
            continue
        change = [f"set {name} to {cell_text(v)}" for name, v in result.repair.items() if name in ("beta0", "rho0")]
        change += [f"accept {name} = {cell_text(v)}" for name, v in result.repair.items() if name in ("beta", "rho")]
        line = f"{result.way}: {', or '.join(change)}"
        if "beta" not in result.repair and "beta0" in result.repair and result.beta is not None:
            line += f" (as it is, beta would be {short(result.beta, 3)})"
        told.append(line + ".")
    return tuple(told)


def _empty(result: Result) -> str:
    bounds = [(name, result.quantities.get(name)) for name in PROBABILITIES]
    empty = [(name, bound) for name, bound in bounds if isinstance(bound, Enclosure) and not bound.upper < 1]
    return ", ".join(f"{name} <= {short(bound)}" for name, bound in empty)


def count_text(samples: int | None) -> str:
    if samples is None:
        return "?"
    return f"{samples:,}" if samples < 10**15 else short(samples, 6)


def _rounds(result: Result) -> str:
    return str(rounds_text(result.effort)).replace(">= ", "at least ")


def time_text(result: Result) -> str:
    effort = result.effort
    if effort is None:
        return "time not known"
    lower = "at least " if effort.runs_at_least else ""
    runs = "" if effort.runs is None else f"{lower}{count_text(effort.runs)} base run{'' if effort.runs == 1 else 's'}"
    rounds = "polynomial time" if effort.polynomial else f"{_rounds(result)} sampling rounds"
    lasts = "" if effort.runs is None or effort.runs < 10 else f" ({duration(effort.runs)} at 0.1 ms each)"
    return ", ".join(part for part in (rounds, runs + lasts) if part)


_UNITS = (("s", 1), ("min", 60), ("h", 3600), ("days", 86_400), ("years", 31_557_600))


def duration(runs: int) -> str:
    """How long so many base runs take at the time assumed for one, in two or three digits of the unit that fits."""
    seconds = runs * parse_rational(RUN_SECONDS.text)
    name, unit = next((pair for pair in reversed(_UNITS) if seconds >= 2 * pair[1]), _UNITS[0])
    return f"{nearest(seconds / unit, 2 if seconds < 100 * unit else 3)} {name}"


def rests_on(chosen: Result, shown: Sequence[Result]) -> tuple[str, ...]:
    """What the figures of the chosen way rest on, and what every way shown takes for granted."""
    notes = []
    if chosen.hidden and chosen.applicable:
        names = ", ".join(chosen.hidden)
        notes.append(f"{chosen.way} rests on constants its source does not specify ({names}); settings change them.")
    return (*notes, *granted_note(shown))


def left_out_note(comparison: Comparison) -> tuple[str, ...]:
    """Which ways the table leaves out, and how to see them."""
    names = [r.way for r in comparison.results if r not in comparison.shown]
    return (f"Left out here: {', '.join(names)} (JSON and CSV have them; shown where named).",) if names else ()


def granted(results: Sequence[Result]) -> dict[str, list[str]]:
    """What every way shown takes for granted, each hypothesis once, with the ways that need it."""
    needed: dict[str, list[str]] = {}
    for result in results:
        if result.applicable:
            for obligation in result.obligations:
                needed.setdefault(obligation, []).append(result.way)
    return needed


def granted_note(results: Sequence[Result]) -> tuple[str, ...]:
    alone = len(results) == 1
    told = [text if alone else f"{text} ({', '.join(ways)})" for text, ways in granted(results).items()]
    return ("Taken for granted: " + "; ".join(told) + ".",) if told else ()
