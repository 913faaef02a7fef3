"""Reports of ``amplify`` and of ``compose --law``: one algorithm made more replicable, or bought at any rho0."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from replcalc.ask.comparison import Comparison
from replcalc.ask.result import Result
from replcalc.problems.composition.cost_law import LawPlan, Start
from replcalc.render.details import result_tables
from replcalc.render.report import Report, Table, cell_text
from replcalc.render.result import answer_report, comparison_json
from replcalc.statements.certification import Answer


def _conditions(answer: Answer | None) -> list[dict[str, Any]]:
    found = answer.conditions if answer is not None else ()
    return [{"statement": c.statement, "condition": c.condition, "verdict": c.verdict} for c in found]


def _solution(result: Result) -> dict[str, Any]:
    return {
        "route": result.way,
        "status": result.status.value,
        "applicable": result.applicable,
        "certified": result.certified,
        "quantities": result.quantities,
        "conditions": _conditions(result.answer),
    }


def amplify_report(comparison: Comparison, *, explain: bool = False, full: bool = False) -> Report:
    """One black-box algorithm from rho0 to rho: running it once, if that is enough, against making it better."""
    goal, chosen = comparison.question, comparison.results[0]
    data = comparison_json(comparison) | {"reason": chosen.why_not, **_solution(chosen)}
    notes = []
    if chosen.way != "naive" and chosen.certified and chosen.samples is not None:
        start, end, factor = cell_text(goal.rho0.values[0]), cell_text(goal.rho), fmpq(chosen.samples, goal.n.values[0])
        notes.append(f"From rho0 = {start} to rho = {end}: {cell_text(factor)} times the samples of one run.")
    tables = result_tables(chosen, explain=True) if explain else []
    return answer_report(comparison, data, tables, notes, full=full)


_OVERTAKES = "certified there; one k before, the search finds nothing that wins; larger k are not proved"


def law_report(plan: LawPlan, *, explain: bool = False, full: bool = False) -> Report:
    """Where to start from, and from which k on composition pays; or why it never does."""
    law, asked, first, before, obstacle = plan.law, plan.asked, plan.first, plan.before, plan.obstacle
    starts = {start.k: start for start in (before, first, asked) if start is not None}
    rows = tuple(
        (k, s.rho0, s.goal.n.values[0], s.result.samples, s.copies, "composition" if s.composition_wins else "k copies")
        for k, s in sorted(starts.items())
    )
    data: dict[str, Any] = {
        "question": "cost law",
        "inputs": {
            "n1": law.n1, "rho": law.rho, "beta0": law.beta0, "beta": law.beta, "max_strings": law.max_strings,
            "rho0": law.rho0,
        },
        "overtakes_at": None if first is None else first.k,
        "overtakes_checked": _OVERTAKES if first is not None else obstacle,
        "starts": [_start_json(s) for _, s in sorted(starts.items())],
    }  # fmt: skip
    data = comparison_json(plan) | data
    if asked is not None:
        data["rho0"] = asked.rho0
    columns = ("k", "best rho0", "n(rho0)", "samples composed", "k copies at rho/k", "fewer samples")
    table = Table("Composition against k copies at rho/k", columns, rows, right=(0, 1, 2, 3, 4))
    limit = "in the limit of small rho from k = 11 on"
    if first is None:
        notes = [obstacle]
    else:
        notes = [f"Composition overtakes k copies at rho/k from k = {first.k} on ({limit}): {_OVERTAKES}."]
    law_text = f"n(rho0) = {cell_text(law.n1)}/rho0^2, to rho = {cell_text(law.rho)}"
    (result,) = plan.results
    details = result_tables(result, explain=explain) if explain or full else []
    notes.append(f"Cost law {law_text}.")
    return answer_report(plan, data, (table, *details), notes, full=full, figures=None)


def _start_json(start: Start) -> dict[str, Any]:
    return {
        "k": start.k,
        "rho0": start.rho0,
        "n": start.goal.n.values[0],
        "samples_copies": start.copies,
        "composition_wins": start.composition_wins,
        **_solution(start.result),
    }
