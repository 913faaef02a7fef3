"""Report of ``replcalc boost``: the three parts, their sum, the previous bound, and where boosting wins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from replcalc.ask.result import Result
from replcalc.numbers.enclosure import short
from replcalc.problems.boosting.answer import Boosted
from replcalc.problems.boosting.crossover import Crossover
from replcalc.problems.boosting.recipe import split_values
from replcalc.problems.boosting.registry import get
from replcalc.problems.boosting.way import PARTS
from replcalc.render.details import result_tables
from replcalc.render.report import Report, Table
from replcalc.render.result import answer_report, comparison_json
from replcalc.render.result_json import condition_json, hidden_json, result_json

_MEANING = {
    "n_replic": "replicable solver",
    "n_tester": "tester",
    "n_nonreplic": "fallback that need not be replicable",
    "n_new": "with boosting: the three parts together",
    "n_previous": "without boosting: the replicable solver alone",
    "ratio": "n_new / n_previous",
    "beta_wins": "boosting needs fewer samples than n_previous at this beta ...",
    "beta_not_yet": "... and not at this one",
    "n_tester_exact": "smallest tester by exact binomial tails",
    "tester_accepts_up_to": "errors up to which that tester accepts",
}


def boost_report(comparison: Boosted, *, explain: bool = False, full: bool = False) -> Report:
    """Every way on a line; the three parts of the asked-for split; where boosting wins, and where against the best."""
    split, crossing, best, exact = (
        comparison.split, comparison.crossing, comparison.against_best, comparison.exact_tester,
    )  # fmt: skip
    assert crossing is not None
    question, result = comparison.question, comparison[split]
    problem, previous = get(question.problem), result.details["previous"]
    quantities: dict[str, Any] = {name: result.value(name) for name in (*PARTS, "n_new", "n_previous", "ratio")}
    quantities |= {"beta_wins": crossing.wins, "beta_not_yet": crossing.not_yet}
    if exact is not None:
        quantities |= {"n_tester_exact": exact.n, "tester_accepts_up_to": exact.t}
    chosen = split_values(result)
    notes = [*question.notes, _sentence(result, crossing)]
    notes += [] if best is None else [_against_best(best)]
    notes += [f"The previous bound does not apply here: {c.describe()}." for c in previous.unmet]
    if question.values["beta"] >= question.values["rho"]:
        notes.append("beta >= rho: the replicable solver alone is enough (rem:boost), so n_previous is what counts.")
    data = comparison_json(comparison) | {
        "problem": problem.name,
        "split": split,
        "quantities": quantities | chosen,
        "wins_from_beta": _crossing_json(crossing if best is None else best),
        "wins_over_previous_from_beta": _crossing_json(crossing),
        "applicable": result.applicable,
        "previous_applicable": not previous.unmet,
        "certified": result.certified,
        "hidden_constants": hidden_json(result),
        "conditions": [condition_json(c) for c in (*result.conditions, *previous.conditions)],
        "steps": result_json(result)["steps"],
        "notes": notes,
    }
    tables = [
        Table.of_values(
            f"{'Samples' if problem.unit == 'samples' else 'Samples per arm'}, split {split}", quantities, _MEANING
        ),
        Table.of_values(f"Split: {split}", chosen, {name: _split_meaning(result, name) for name in chosen}, "setting"),
    ]
    if explain or result.unmet:
        tables += result_tables(result, explain=explain)[1:]
    report = answer_report(comparison, data, tables, notes, full=full)
    brief = tuple(table for table in report.text_tables or () if full or explain or not table.title.startswith("Split"))
    return replace(report, text_tables=brief)


def _crossing_json(crossing: Crossover) -> dict[str, Any]:
    return {"wins": crossing.wins, "not_yet": crossing.not_yet, "searched_down_to": crossing.down_to}


def _against_best(crossing: Crossover) -> str:
    if crossing.wins is None:
        looked = f"down to {short(crossing.down_to, 3)}"
        return f"It needs fewer samples than the best solver known here at no beta that was looked at, {looked}."
    wins = short(crossing.wins, 4)
    return f"It needs fewer samples than the best solver known here from beta = {wins} on downwards."


def _split_meaning(result: Result, name: str) -> str:
    if result.way == "paper":
        meaning: str = result.answer.quantities[name].conclusion.meaning if result.answer else ""
        return meaning
    return {
        "rho_replic": "replicability asked of the replicable solver",
        "beta_replic": "failure probability asked of the replicable solver",
        "beta_tester": "failure probability asked of the tester",
        "beta_nonreplic": "failure probability asked of the fallback",
        "lambda": "the tester accepts lambda*alpha and rejects alpha",
        "alpha_replic": "accuracy asked of the replicable solver",
    }[name]


def _sentence(result: Result, crossing: Crossover) -> str:
    down = short(crossing.down_to, 3)
    if crossing.wins is None:
        return f"Boosting with this split needs more samples than n_previous at every beta down to {down}."
    if crossing.not_yet is None:
        return f"Boosting needs fewer samples than n_previous at every beta up to {short(crossing.wins, 3)}."
    here = "fewer" if result.value("n_new") < result.value("n_previous") else "more"
    wins = short(crossing.wins, 4)
    return f"Boosting needs {here} samples than n_previous here, and fewer from beta = {wins} on downwards."
