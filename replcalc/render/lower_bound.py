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
    "m_tight_game": "samples per round at least in the paper's game, where the bias has its prior",
    "m_tight": "samples per round at least, if rho and beta hold for every bias",
    "constant_tight": "m_tight's constant, 1/(2 sqrt(pi)) = 0.282 at best",
    "m_naive": "samples per round that suffice, for every bias: each round rounded at rho/k",
    "gap_paper": "m_naive over m_paper",
    "gap_sharp": "m_naive over m_sharp",
    "gap_tight": "m_naive over m_tight",
}


_PRIOR = "the paper's game: rho and beta are averages under its prior of the bias"
#: Which game each bound is about.
_GAMES = {
    "paper": _PRIOR,
    "sharp": _PRIOR,
    "game": _PRIOR,
    "tight": "algorithms whose rho and beta hold for every bias",
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
        "m_tight_game": None if result.game is None else result.game.samples,
        "m_tight": None if result.tight is None else result.tight.samples,
        "constant_tight": None if result.tight is None else result.tight.answer.value("constant_tight"),
        "m_naive": result.m_naive,
        "gap_paper": result.gap(result.paper),
        "gap_sharp": result.gap(result.sharp),
        "gap_tight": result.gap(result.tight),
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
        "bounds": {bound.name: _bound_json(bound) for bound in result.bounds},
        "conditions": [condition_json(c) for b in result.bounds for c in b.answer.conditions],
        "hidden_constants": [],
        "certified": any(bound.applicable for bound in result.bounds),
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
        tables += [conditions_table(f"{b.name}: conditions", b.answer.conditions) for b in result.bounds]
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
        "about": _GAMES[bound.name],
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
    notes = [
        "m_paper, m_sharp and m_tight_game are about averages under the paper's prior of the bias.",
        "m_tight is about algorithms that keep rho and beta for every bias, as m_naive does.",
        "The weight and the accuracy behind m_tight are the best that a search found, not proved best.",
    ]
    for bound in (result.paper, result.sharp):
        if not bound.applicable:
            failing = "; ".join(c.describe() for c in bound.unmet if c.verdict is not Verdict.PROVED)
            notes.append(f"m_{bound.name} does not apply: {failing}.")
    excluded = _excluded(exponents)
    if excluded is not None:
        verdict = "excludes" if excluded else "does not exclude"
        notes.append(f"thm:hardness {verdict} a mechanism with these exponents: both must be at least 1.")
    return tuple(notes)
