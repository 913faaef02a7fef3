"""Report of ``replcalc lower-bound``."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from replcalc.ask.result import Result
from replcalc.problems.lower_bounds.question import LowerBound
from replcalc.problems.lower_bounds.way import LowerBounds
from replcalc.render.advice import assumed_lead
from replcalc.render.details import conditions_table
from replcalc.render.questions import heading_of
from replcalc.render.report import Report, Table, cell_text
from replcalc.render.result import comparison_json
from replcalc.render.result_json import condition_json
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


_WHO = dict.fromkeys(("paper", "sharp", "game"), "Any algorithm, in the paper's game,") | {
    "tight": "Any algorithm whose rho and beta hold for every bias"
}


def lower_bound_report(found: LowerBounds, *, explain: bool = False, full: bool = False) -> Report:
    """What any algorithm needs and the best known uses; the chains and calculators with ``explain``."""
    paper, sharp, tight, game = found["paper"], found["sharp"], found.bound("tight"), found.bound("game")
    quantities: dict[str, Any] = {
        "m_paper": paper.extra.get("m"),
        "m_sharp": sharp.extra.get("m"),
        "constant_sharp": sharp.value("constant_sharp"),
        "constant_paper": fmpq(2, 243),
        "m_paper_samples": paper.samples,
        "m_sharp_samples": sharp.samples,
        "m_tight_game": game and game.samples,
        "m_tight": tight and tight.samples,
        "constant_tight": tight and tight.value("constant_tight"),
        "m_naive": found.m_naive,
        "gap_paper": found.gap(paper),
        "gap_sharp": found.gap(sharp),
        "gap_tight": found.gap(tight),
    }
    excluded = _excluded(found.question)
    calculators = {
        "rounds": _values(found.rounds),
        "naive_composition": _values(found.naive),
        "hardness": _values(found.hard) | {"excluded": excluded},
        "hard_instance": _values(found.instance),
    }
    told = _conclusion(found)
    data = comparison_json(found) | {
        "explanation": told[0],
        "quantities": quantities,
        "bounds": {bound.way: _bound_json(bound) for bound in found.results},
        "conditions": [condition_json(c) for b in found.results for c in b.conditions],
        "hidden_constants": [],
        "certified": found.best is not None,
        "calculators": calculators,
    }
    detail = Table.of_values("Samples per round", {name: quantities[name] for name in _MEANING}, _MEANING)
    tables = [_overview(found), *((detail,) if explain else ())]
    if explain:
        titled = (
            ("The paper's chain at that m, rounded up", found.rounds),
            ("sec:naive: k copies of an algorithm whose best replicability is rho", found.naive),
            ("thm:hardness: exponents of a black-box composition, and its base failure probability", found.hard),
            ("lm:hard_instance_exists: n samples each, k together (hidden constants)", found.instance),
        )
        tables += [_table(title, answer) for title, answer in titled if answer is not None]
        tables += [conditions_table(f"{b.way}: conditions", b.conditions) for b in found.results]
    if excluded is not None:
        verdict = "excludes" if excluded else "does not exclude"
        told.append(f"thm:hardness {verdict} a mechanism with these exponents: both must be at least 1.")
    heading, *rest = told
    lead = (heading_of(found.question), *assumed_lead(found.question))
    return Report(data, tuple(tables), tuple(rest), heading, lead, figures=detail, answer=found)


_NAMES = {"paper": "m_paper", "sharp": "m_sharp", "tight": "m_tight", "game": "m_tight_game"}
_ABOUT = dict.fromkeys(("paper", "sharp", "game"), "on average, in the paper's game") | {"tight": "for every bias"}


def _overview(found: LowerBounds) -> Table:
    """Every bound on a line in whole samples, and what equal shares use."""
    rows: list[tuple[Any, ...]] = [
        (_NAMES[bound.way], bound.samples, fmpq(found.m_naive, bound.samples), _ABOUT[bound.way], _statement(bound))
        for bound in found.results
        if bound.applicable and bound.samples
    ]
    rows.append(("m_naive", found.m_naive, None, "for every bias: suffices, each round at rho/k", ""))
    columns = ("per round", "samples", "gap", "rho and beta hold", "by")
    return Table("", columns, tuple(rows), right=(1, 2))


def _conclusion(found: LowerBounds) -> list[str]:
    """The sentence a person came for, then why a bound says nothing here."""
    told = []
    if found.best is None:
        told.append("No lower bound applies here.")
    else:
        bound = found.best
        gap = found.gap(bound)
        factor = f", {cell_text(gap)} times as many" if gap is not None else ""
        told.append(
            f"{_WHO[bound.way]} needs at least {cell_text(bound.samples)} samples per round ({_statement(bound)}); "
            f"each round at rho/k uses {cell_text(found.m_naive)}{factor}."
        )
    if found.bound("tight") is not None:
        told.append("The weight and the accuracy behind m_tight are the best that a search found, not proved best.")
    for bound in found.results:
        if not bound.applicable:
            told.append(f"m_{bound.way} does not apply: {'; '.join(c.describe() for c in bound.unmet)}.")
    return told


def _statement(bound: Result) -> str:
    assert bound.answer is not None
    return bound.answer.derivation.steps[0].statement.label


def _values(answer: Answer | None) -> dict[str, Any]:
    return {} if answer is None else {name: quantity.value for name, quantity in answer.quantities.items()}


def _table(title: str, answer: Answer) -> Table:
    rows = tuple((name, q.conclusion.sense, q.value, q.conclusion.meaning) for name, q in answer.quantities.items())
    return Table(title, ("quantity", "", "value", "meaning"), rows, right=(2,))


def _bound_json(bound: Result) -> dict[str, Any]:
    return {
        "applicable": bound.applicable,
        "m": bound.extra.get("m"),
        "samples": bound.samples,
        "statement": _statement(bound),
        "about": _GAMES[bound.way],
        "unmet": [c.describe() for c in bound.unmet],
        "conditions": [condition_json(c) for c in bound.conditions],
    }


def _excluded(question: LowerBound) -> bool | None:
    """Does thm:hardness exclude a mechanism with cost n^chi k^psi? None if no exponents were given."""
    given = [e for e in (question.chi, question.psi) if e is not None]
    return any(e < 1 for e in given) if given else None
