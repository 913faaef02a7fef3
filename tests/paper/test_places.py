"""Every label of the paper is shown: a statement of the catalogue, or a place."""

import csv
from pathlib import Path

import pytest

from replcalc.api.knowledge import show
from replcalc.output.catalogue import report_place
from replcalc.output.lookup import find_claim_names
from replcalc.paper.places import PLACES
from replcalc.statements.catalogue import entries
from replcalc.statements.theory import line

LABELS = {
    row["label"]: int(row["line"]) for row in csv.DictReader((Path(__file__).parent / "data/all_labels.csv").open())
}


def test_every_label_resolves_at_its_line():
    assert len(LABELS) == 104
    known = entries()
    for label, at in LABELS.items():
        assert (label in known) != (label in PLACES), label
        if label in PLACES:
            assert PLACES[label].line == at
        else:
            assert abs((line(known[label].source) or 0) - at) <= 8, label  # a statement begins above its label
    assert {label for label in PLACES if not label.startswith("line:")} <= LABELS.keys()


@pytest.mark.parametrize("label", PLACES)
def test_a_place_names_statements_that_exist(label):
    report = report_place(label)
    empty = {"sec:related", "sec:omitted"}
    assert bool(report.value["place"]["statements"]) == (label not in empty)


def test_a_section_lists_its_statements(replcalc):
    assert "thm:adaptive_lb" in replcalc("show", "sec:adaptive_lb").out
    shown = replcalc("show", "eq:sum_eps_i_squared")
    assert shown.code == 0 and "2·c^2·ρ^2/ln(k/(ρ·β₀))" in shown.out
    assert replcalc("show", "eq:nothing").code == 2


def test_an_equation_carries_the_claims_of_its_statement(replcalc):
    assert find_claim_names(("eq:def_delta_star",)) == ("lm:pg_compose",)
    found = replcalc("verify", "eq:rhs_delta_prime", "--format", "json")
    assert found.code == 0 and "azuma.change-of-variable" in found.out


def test_python_shows_them_too_and_no_formula_is_cut() -> None:
    for label, place in PLACES.items():
        text = str(show(label))
        assert label in text and "..." not in place.formula
    assert show("lm:azuma").label == "lm:azuma"
