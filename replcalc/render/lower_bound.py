"""Report of ``replcalc lower-bound``."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from replcalc.numbers.verdict import Verdict
from replcalc.problems.lower_bounds import Bound, LowerBounds
from replcalc.render.questions import whole_numbers
from replcalc.render.report import Report, Table, cell_text
from replcalc.render.result import condition_json, conditions_table
from replcalc.statements.certification import Answer

_MEANING = {
    "m_paper": "samples per round at least, by the paper's steps (constant 2/243)",
    "m_sharp": "samples per round at least, sharper constant and linear averaging",
    "constant_sharp": "c(tau) of the sharper bound",
    "constant_paper": "the constant of the paper's steps",
    "m_naive": "samples per round that suffice: each round at rho/k by expected-gap rounding",
    "gap_paper": "m_naive over m_paper",
    "gap_sharp": "m_naive over m_sharp",
}


def lower_bound_report(result: LowerBounds, exponents: tuple[Any, Any], *, explain: bool = False) -> Report:
    """``exponents``: chi and psi of a mechanism to hold against thm:hardness, or None each."""
    quantities: dict[str, Any] = {
        "m_paper": result.paper.m,
        "m_sharp": result.sharp.m,
        "constant_sharp": result.constant_sharp,
        "constant_paper": fmpq(2, 243),
        "m_paper_samples": result.paper.samples,
        "m_sharp_samples": result.sharp.samples,
        "m_naive": result.m_naive,
        "gap_paper": result.gap(result.paper),
        "gap_sharp": result.gap(result.sharp),
    }
    calculators = {
        "rounds": _values(result.rounds),
        "naive_composition": _values(result.naive),
        "hardness": _values(result.hard) | {"excluded": _excluded(exponents)},
        "hard_instance": _values(result.instance),
    }
    data = {
        "inputs": whole_numbers(result.inputs),
        "quantities": quantities,
        "bounds": {bound.name: _bound_json(bound) for bound in (result.paper, result.sharp)},
        "conditions": [condition_json(c) for b in (result.paper, result.sharp) for c in b.answer.conditions],
        "hidden_constants": [],
        "certified": result.paper.applicable or result.sharp.applicable,
        "calculators": calculators,
    }
    tables = [
        Table(
            "Samples per round",
            ("quantity", "value", "meaning"),
            tuple((name, quantities[name], _MEANING[name]) for name in _MEANING if quantities[name] is not None),
            right=(1,),
        ),
        _table("sec:naive: k copies of an algorithm whose best replicability is rho", result.naive),
        _table("thm:hardness: exponents of a black-box composition, and its base failure probability", result.hard),
        _table("lm:hard_instance_exists: n samples each, k together (hidden constants)", result.instance),
    ]
    if result.rounds is not None:
        tables.insert(1, _table("The paper's chain at that m, rounded up", result.rounds))
    if explain:
        tables += [conditions_table(f"{b.name}: conditions", b.answer.conditions) for b in (result.paper, result.sharp)]
    return Report(data, tuple(tables), _notes(result, exponents), heading=_heading(result))


def _values(answer: Answer | None) -> dict[str, Any]:
    return {} if answer is None else {name: quantity.value for name, quantity in answer.quantities.items()}


def _table(title: str, answer: Answer) -> Table:
    rows = tuple((name, q.conclusion.sense, q.value, q.conclusion.meaning) for name, q in answer.quantities.items())
    return Table(title, ("quantity", "", "value", "meaning"), rows, right=(2,))


def _bound_json(bound: Bound) -> dict[str, Any]:
    return {
        "applicable": bound.applicable,
        "m": bound.m,
        "samples": bound.samples,
        "statement": bound.answer.derivation.steps[0].statement.label,
        "unmet": [c.describe() for c in bound.unmet],
        "conditions": [condition_json(c) for c in bound.answer.conditions],
    }


def _excluded(exponents: tuple[Any, Any]) -> bool | None:
    """Does thm:hardness exclude a mechanism with cost n^chi k^psi? None if no exponents were given."""
    given = [e for e in exponents if e is not None]
    return any(e < 1 for e in given) if given else None


def _heading(result: LowerBounds) -> str:
    shown = ", ".join(f"{name} = {cell_text(result.inputs[name])}" for name in ("k", "tau", "rho", "beta"))
    return f"Adaptive composition, lower bounds: {shown}"


def _notes(result: LowerBounds, exponents: tuple[Any, Any]) -> tuple[str, ...]:
    notes = []
    for bound in (result.paper, result.sharp):
        if not bound.applicable:
            failing = "; ".join(c.describe() for c in bound.unmet if c.verdict is not Verdict.PROVED)
            notes.append(f"m_{bound.name} does not apply: {failing}.")
    excluded = _excluded(exponents)
    if excluded is not None:
        verdict = "excludes" if excluded else "does not exclude"
        notes.append(f"thm:hardness {verdict} a mechanism with these exponents: both must be at least 1.")
    return tuple(notes)
