"""The second transcription agrees with every statement, and planted errors are noticed."""

from dataclasses import replace
from typing import Any

import pytest
import sympy as sp

from replcalc.claims.deciding import claim
from replcalc.paper import mutants
from replcalc.paper.mutants import (
    Mutant,
    differences,
    mutants_of,
    notices,
    paper_statements,
    plant_error,
    readers,
    search_mutants,
)
from replcalc.paper.transcription import FORMULAS
from replcalc.statements.catalogue import statement

LABELS = [about.label for about in paper_statements()]
SHARE = 40  # errors in one conclusion out of so many are planted by default


def test_every_statement_with_formulas_is_typed_twice() -> None:
    assert sorted(FORMULAS) == sorted(LABELS)


@pytest.mark.parametrize("label", LABELS)
def test_both_transcriptions_agree(label: str) -> None:
    assert differences(statement(label)) == set()


def test_a_sum_that_loses_its_denominator_is_noticed() -> None:
    """The sum of delta_i in place of the sum of delta_i/epsilon_i in delta* of lm:pg_compose (eq:def_delta_star)."""
    about = statement("lm:pg_compose")
    (wrong,) = [
        m for m in mutants_of(about) if (m.name, m.change) == ("delta_star", "sum without the factor 1/epsilon[i]")
    ]
    assert "1/epsilon" not in str(wrong.expression)
    with plant_error(about, wrong):
        assert differences(about) == {"delta_star", "gamma_star"}
        assert notices(claim("pg.delta-star"))
    assert not notices(claim("pg.delta-star"))
    assert differences(about) == set()  # the planted error is gone again


def test_a_claim_notices_without_the_transcription(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "FORMULAS", {})
    found = [each for each in search_mutants(["thm:boost_beta"]) if each.mutant.name == "rho_new"]
    assert any("boost.replicability" in each.claims for each in found if each.mutant.change == "doubled")


def test_a_claim_that_takes_too_long_notices_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undecided even for the right formula, it would seem to notice every mutant."""
    about = statement("lm:tester")
    assert "tester.sample-size" in {claim.id for claim in readers(about, {})}
    monkeypatch.setattr(mutants, "PATIENCE_S", 0)
    assert "tester.sample-size" not in {claim.id for claim in readers(about, {})}


def test_what_changes_nothing_is_no_mutant() -> None:
    about = statement("lm:suff_marginal")  # a distance of 0, doubled, is 0
    assert list(mutants_of(about)) == []


def test_a_statement_that_nobody_typed_is_unknown_to_the_transcription() -> None:
    """The comparison can fail: a label without a function, and a conclusion that the function lacks."""
    about = statement("lm:pg_to_replic")
    assert differences(replace(about, label="lm:other")) == {"rho"}
    with plant_error(about, Mutant(about.label, "rho", "tripled", 3 * about.conclusion("rho").expression)):
        assert differences(about) == {"rho"}


def _unnoticed(which: list[Any]) -> list[Mutant]:
    found = []
    for about in paper_statements():
        for mutant in mutants_of(about):
            if (about.label, mutant.name) in which:
                with plant_error(about, mutant):
                    if mutant.name not in differences(about):
                        found.append(mutant)
    return found


def test_a_sample_of_planted_errors_is_noticed() -> None:
    conclusions = [(about.label, conclusion.name) for about in paper_statements() for conclusion in about.gives]
    assert _unnoticed(conclusions[::SHARE]) == []


@pytest.mark.exhaustive
def test_nearly_all_planted_errors_are_noticed() -> None:
    found = list(search_mutants())
    assert len(found) > 600
    assert sum(not each.checks for each in found) <= mutants.MOST_UNNOTICED * len(found)
    assert sum(bool(each.claims) for each in found) > 100


def test_sums_lose_factors_and_signs_flip() -> None:
    changes = {m.change for m in mutants_of(statement("lm:azuma"))}
    assert {"doubled", "halved", "sum without the factor c[i]**2"} <= changes
    assert any("sign of" in m.change for m in mutants_of(statement("cl:P_weighted_bound")))
    assert all(sp.simplify(m.expression) is not None for m in mutants_of(statement("lm:pg_to_replic")))
