"""The catalogue: every statement of the paper in the order of its TeX lines, then those proved by this project,
then what the problems cost.

The paper has 66 of them: its labelled results, and unlabelled ones under a label of our own (cor:littlestone,
sec:naive). Three more stand beside them with the paper's provenance: a numbered formula (eq:def_eps_i_delta_i), the
leading term of a bound (thm:main/leading) and a route the paper describes (route:private).

The tuple is written out by modules, not collected by a registry: what is not imported here does not exist.
"""

from __future__ import annotations

import difflib

from replcalc.numbers.errors import InputError
from replcalc.statements.statement import Statement
from replcalc.theories.costs.catalogue import COSTS
from replcalc.theories.replicable_composition import (
    adaptive_lower_bound,
    applications,
    boosting,
    boosting_applications,
    introduction,
    label_invariance,
    omitted_proofs,
    order_invariance,
    pg_composition,
    pg_composition_proof,
    preliminaries,
    sufficient_statistic,
    through_privacy,
)
from replcalc.theories.replicable_composition import main as replicable_composition
from replcalc.theories.sharper.catalogue import DERIVED

#: The paper's statements, ordered by their line in the TeX source.
PAPER: tuple[Statement, ...] = tuple(
    sorted(
        (
            *introduction.STATEMENTS,
            *through_privacy.STATEMENTS,
            *preliminaries.STATEMENTS,
            *replicable_composition.STATEMENTS,
            *applications.STATEMENTS,
            *pg_composition.STATEMENTS,
            *pg_composition_proof.STATEMENTS,
            *adaptive_lower_bound.STATEMENTS,
            *sufficient_statistic.STATEMENTS,
            *order_invariance.STATEMENTS,
            *label_invariance.STATEMENTS,
            *boosting.STATEMENTS,
            *boosting_applications.STATEMENTS,
            *omitted_proofs.STATEMENTS,
        ),
        key=lambda s: s.line,
    )
)

#: Everything: the paper's statements, then the derived ones and the problems' costs in their own order.
STATEMENTS: tuple[Statement, ...] = PAPER + DERIVED + COSTS

_BY_LABEL: dict[str, Statement] = {s.label: s for s in STATEMENTS}


def statement(label: str) -> Statement:
    """The statement of that label; an unknown one is an InputError that names the closest labels."""
    found = _BY_LABEL.get(label)
    if found is None:
        close = difflib.get_close_matches(label, _BY_LABEL, n=3, cutoff=0.5)
        hint = "did you mean " + ", ".join(close) + "?" if close else "'replcalc list' prints all labels"
        raise InputError("LABEL", label, "the label of a statement", hint)
    return found


def by_section() -> dict[str, tuple[Statement, ...]]:
    """The statements of each section, sections and statements in catalogue order."""
    sections: dict[str, list[Statement]] = {}
    for entry in STATEMENTS:
        sections.setdefault(entry.section, []).append(entry)
    return {section: tuple(entries) for section, entries in sections.items()}


def used_by(label: str) -> tuple[Statement, ...]:
    """The statements whose proof uses ``label`` directly, in catalogue order."""
    wanted = statement(label).label
    return tuple(s for s in STATEMENTS if wanted in s.uses)
