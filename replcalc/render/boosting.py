"""Report of ``replcalc boost``: the three parts, their sum, the previous bound, and where boosting wins."""

from __future__ import annotations

from typing import Any

from replcalc.numbers.enclosure import short
from replcalc.numbers.exact import parse_rational
from replcalc.problems.boost import PARTS, Boosted
from replcalc.problems.crossover import Crossover
from replcalc.problems.exact_tester import ExactTester
from replcalc.problems.inputs import ProblemInputs
from replcalc.render.questions import whole_numbers
from replcalc.render.report import Report, Table, cell_text
from replcalc.render.result import condition_json, conditions_table, step_json
from replcalc.statements.certification import CheckedCondition

_SPLIT_PAPER = ("rho_replic", "alpha_replic", "beta_replic", "alpha_tester", "beta_tester", "beta_nonreplic")
_SPLIT_FREE = (
    ("rho_replic", "rho1"),
    ("beta_replic", "beta1"),
    ("beta_tester", "beta_t"),
    ("beta_nonreplic", "beta_n"),
    ("lambda", "lambda"),
)

_MEANING = {
    "n_replic": "replicable solver",
    "n_tester": "tester",
    "n_nonreplic": "fallback that need not be replicable",
    "n_new": "with boosting: the three parts together",
    "n_previous": "without boosting: the replicable solver alone",
    "ratio": "n_new / n_previous",
    "beta_wins": "boosting needs fewer samples at this beta ...",
    "beta_not_yet": "... and not at this one",
    "n_tester_exact": "smallest tester by exact binomial tails",
    "tester_accepts_up_to": "errors up to which that tester accepts",
}


def split_values(result: Boosted) -> dict[str, Any]:
    """The settings of the three ingredients."""
    if result.split == "paper":
        return {name: result.answer.value(name) for name in _SPLIT_PAPER}
    values: dict[str, Any] = {name: result.chosen[key] for name, key in _SPLIT_FREE}
    values["alpha_replic"] = result.chosen["lambda"] * result.inputs[result.problem.accuracy.name]
    return values


def boost_report(
    result: Boosted, given: ProblemInputs, crossing: Crossover, exact: ExactTester | None, *, explain: bool = False
) -> Report:
    """Everything ``boost`` prints."""
    quantities: dict[str, Any] = {name: result.part(name) for name in PARTS}
    quantities |= {"n_new": result.n_new, "n_previous": result.n_previous, "ratio": result.ratio}
    quantities |= {"beta_wins": crossing.wins, "beta_not_yet": crossing.not_yet}
    if exact is not None:
        quantities |= {"n_tester_exact": exact.n, "tester_accepts_up_to": exact.t}
    split = split_values(result)
    notes = [*given.notes, _sentence(result, crossing)]
    notes += [f"The previous bound does not apply here: {c.describe()}." for c in result.previous.unmet]
    if result.inputs["beta"] >= result.inputs["rho"]:
        notes.append("beta >= rho: the replicable solver alone is enough (rem:boost), so n_previous is what counts.")
    if result.hidden:
        names = ", ".join(result.hidden)
        notes.append(
            f"Rests on constants the literature does not specify ({names}); change them with --set NAME=VALUE."
        )
    granted = [f"{s.label}: {c.text}" for s, c in result.answer.derivation.obligations]
    if granted:
        notes.append("Taken for granted: " + "; ".join(granted) + ".")
    data = {
        "problem": result.problem.name,
        "inputs": whole_numbers(given.typed),
        "split": result.split,
        "quantities": quantities | split,
        "unit": result.problem.unit,
        "wins_from_beta": {"wins": crossing.wins, "not_yet": crossing.not_yet, "searched_down_to": crossing.down_to},
        "applicable": result.applicable,
        "previous_applicable": not result.previous.unmet,
        "certified": result.certified,
        "hidden_constants": _hidden(result),
        "conditions": [condition_json(c) for c in (*result.answer.conditions, *result.previous.conditions)],
        "steps": [step_json(step) for step in result.answer.derivation.steps],
        "notes": notes,
    }
    tables = [
        Table(
            "Samples" if result.problem.unit == "samples" else "Samples per arm",
            ("quantity", "value", "meaning"),
            tuple((name, value, _MEANING[name]) for name, value in quantities.items() if value is not None),
            right=(1,),
        ),
        Table(
            f"Split: {result.split}",
            ("setting", "value", "meaning"),
            tuple((name, value, _split_meaning(result, name)) for name, value in split.items()),
            right=(1,),
        ),
    ]
    shown: tuple[CheckedCondition, ...] = result.answer.conditions if explain else result.answer.unmet
    if explain:
        tables.append(_steps_table(result))
    if shown:
        tables.append(conditions_table("Conditions" if explain else "Unmet conditions", shown))
    return Report(data, tuple(tables), tuple(notes), heading=_heading(result, given))


def _split_meaning(result: Boosted, name: str) -> str:
    if result.split == "paper":
        return result.answer.quantities[name].conclusion.meaning
    return {
        "rho_replic": "replicability asked of the replicable solver",
        "beta_replic": "failure probability asked of the replicable solver",
        "beta_tester": "failure probability asked of the tester",
        "beta_nonreplic": "failure probability asked of the fallback",
        "lambda": "the tester accepts lambda*alpha and rejects alpha",
        "alpha_replic": "accuracy asked of the replicable solver",
    }[name]


def _steps_table(result: Boosted) -> Table:
    rows = []
    for quantity in result.answer.quantities.values():
        formula = f"{quantity.conclusion.term} {quantity.conclusion.sense} {quantity.conclusion.expression}"
        rows.append((quantity.name, quantity.value, formula, quantity.statement.where))
    return Table("Where each figure comes from", ("quantity", "value", "formula", "source"), tuple(rows), right=(1,))


def _hidden(result: Boosted) -> list[dict[str, Any]]:
    constants = {h.name: h for h in result.answer.derivation.hidden}
    constants |= {h.name: h for h in result.previous.derivation.hidden}
    return [
        {
            "name": h.name,
            "value": parse_rational(result.settings.get(h.name, h.default)),
            "meaning": h.meaning,
            "reason": h.reason,
        }
        for h in constants.values()
    ]


def _heading(result: Boosted, given: ProblemInputs) -> str:
    point = ", ".join(f"{name} = {cell_text(value)}" for name, value in given.typed.items())
    return f"{result.problem.title}: {point}"


def _sentence(result: Boosted, crossing: Crossover) -> str:
    if crossing.wins is None:
        return f"Boosting with this split wins at no beta down to {short(crossing.down_to, 3)}."
    if crossing.not_yet is None:
        return f"Boosting wins at every beta up to {short(crossing.wins, 3)}."
    verb = "wins here" if result.n_new < result.n_previous else "does not win here"
    return f"Boosting {verb}; it wins from beta = {short(crossing.wins, 4)} on downwards."
