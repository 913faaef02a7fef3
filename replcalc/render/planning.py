"""Reports of ``plan`` and ``amplify``: the inverse questions and one algorithm made more replicable."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from replcalc.questions.composition import Composition
from replcalc.render.questions import inputs_of
from replcalc.render.report import Report, Table, cell_text
from replcalc.render.result import (
    assumed_lines,
    brief,
    comparison_json,
    comparison_notes,
    figures,
    overview,
    result_notes,
    result_tables,
    sentences,
)
from replcalc.statements.certification import Answer
from replcalc.ways.comparison import Comparison
from replcalc.ways.cost_law import CostLaw, Start
from replcalc.ways.inverse import Inverse, MostProblems
from replcalc.ways.result import Result


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


def amplify_report(comparison: Comparison, *, explain: bool = False) -> Report:
    """One black-box algorithm from rho0 to rho: running it once, if that is enough, against making it better."""
    goal, chosen = comparison.question, comparison.results[0]
    start, end = cell_text(goal.rho0.values[0]), cell_text(goal.rho)
    data = comparison_json(comparison) | {"reason": chosen.why_not, **_solution(chosen)}
    notes = list(sentences(comparison))
    if chosen.way == "naive" and chosen.applicable:
        notes[1:2] = [f"It is {start}-replicable already, which is at most {end}: run it once."]
    elif chosen.applicable and chosen.samples is not None:
        factor = fmpq(chosen.samples, goal.n.values[0])
        notes.append(f"From rho0 = {start} to rho = {end}: {cell_text(factor)} times the samples of one run.")
    tables = [overview(comparison), *(result_tables(chosen, explain=explain) if explain else ())]
    return Report(
        data,
        tuple(tables),
        (*notes, *comparison_notes(comparison, chosen)),
        heading=f"Amplifying rho0 = {start} to rho = {end}",
        lead=assumed_lines(goal.assumed),
        text_tables=tuple(map(brief, tables)),
        figures=figures(comparison),
        answer=comparison,
    )


def _planned(goal: Composition, result: Result, **more: Any) -> dict[str, Any]:
    """The fields of every answer, for a plan that led to one composition."""
    return comparison_json(_alone(goal, result)) | more | _solution(result)


def _alone(goal: Composition, result: Result) -> Comparison:
    """The one way that a plan led to."""
    return Comparison(goal, (result,), 20)


def best_rho_report(samples: int, found: Inverse) -> Report:
    """The best rho for given samples."""
    goal, result = found.goal, found.result
    data = _planned(
        goal,
        result,
        question="best rho",
        inputs=inputs_of(goal) | {"rho": None, "samples": samples},
        rho=goal.rho,
        rho_of_the_other_route=found.other,
    )
    rival = "direct" if result.way == "naive" else "naive"
    other = f" ({rival}: {cell_text(found.other)})" if found.other is not None else f" ({rival} does not apply)"
    notes = (f"With {samples:,} samples the least rho certified is {cell_text(goal.rho)}, by {result.way}{other}.",)
    tables = tuple(result_tables(result))
    heading = f"Best rho for k = {goal.k:,} with {samples:,} samples"
    lead = assumed_lines(goal.assumed)
    told = (*notes, *_doubts(goal, result), *result_notes(result))
    return Report(data, tables, told, heading=heading, lead=lead, answer=_alone(goal, result))


def _doubts(goal: Composition, result: Result) -> tuple[str, ...]:
    """What stands against the answer: that it promises nothing, or cannot be run."""
    return sentences(_alone(goal, result))


def most_problems_report(size: int, samples: int, found: MostProblems) -> Report:
    """The largest k for given samples and rho."""
    beyond = found.beyond
    data = _planned(
        found.goal,
        found.result,
        question="largest k",
        inputs=inputs_of(found.goal) | {"k": None, "n": size, "samples": samples},
        k=found.k,
        k_by_votes=found.by_votes,
        k_side_by_side=found.side_by_side,
        one_more=None if beyond is None else {"k": found.k + 1, "conditions": _conditions(beyond.answer)},
    )
    first = (
        f"{found.k:,} problems of {size:,} samples are solved {cell_text(found.goal.rho)}-replicably from {samples:,}"
    )
    counts = f"side by side: {found.side_by_side:,}; squared votes: {found.by_votes:,}"
    notes = [f"{first} samples, by {found.result.way} ({counts})."]
    if beyond is not None and beyond.unmet:
        notes.append(f"One more with the same parameters fails: {beyond.unmet[0].describe()}.")
    tables = tuple(result_tables(found.result))
    heading = f"Most problems of size {size:,} from {samples:,} samples at rho = {cell_text(found.goal.rho)}"
    notes += [*_doubts(found.goal, found.result), *result_notes(found.result)]
    lead, answer = assumed_lines(found.goal.assumed), _alone(found.goal, found.result)
    return Report(data, tables, tuple(notes), heading=heading, lead=lead, answer=answer)


_OVERTAKES = "certified there; one k before, the search finds nothing that wins; larger k are not proved"


def cost_law_report(
    law: CostLaw, asked: Start | None, first: Start | None, before: Start | None, obstacle: str = ""
) -> Report:
    """Where to start from, and from which k on composition pays; ``obstacle`` says why it never does."""
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
    shown = asked if asked is not None else first
    assert shown is not None
    data = comparison_json(_alone(shown.goal, shown.result)) | data
    if asked is not None:
        data["rho0"] = asked.rho0
    columns = ("k", "best rho0", "n(rho0)", "samples composed", "k copies at rho/k", "fewer samples")
    table = Table("Composition against k copies at rho/k", columns, rows, right=(0, 1, 2, 3, 4))
    limit = "in the limit of small rho from k = 11 on"
    if first is None:
        notes = [obstacle]
    else:
        notes = [f"Composition overtakes k copies at rho/k from k = {first.k} on ({limit}): {_OVERTAKES}."]
    heading = f"Cost law n(rho0) = {cell_text(law.n1)}/rho0^2 to rho = {cell_text(law.rho)}"
    tables = (table, *result_tables(shown.result))
    told = (*notes, *_doubts(shown.goal, shown.result), *result_notes(shown.result))
    answer = _alone(shown.goal, shown.result)
    return Report(data, tables, told, heading=heading, lead=assumed_lines(law.assumed), answer=answer)


def _start_json(start: Start) -> dict[str, Any]:
    return {
        "k": start.k,
        "rho0": start.rho0,
        "n": start.goal.n.values[0],
        "samples_copies": start.copies,
        "composition_wins": start.composition_wins,
        **_solution(start.result),
    }
