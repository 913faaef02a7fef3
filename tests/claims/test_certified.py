"""What a verdict is about is written from the certificate's trees."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from replcalc.claims import deciding
from replcalc.claims.certified import certified_relations
from replcalc.claims.deciding import claims, decide_one
from replcalc.claims.manifest import manifest_digest, recorded_claims
from replcalc.kernel.statement import statement_of
from replcalc.numbers.enclosure import Verdict
from replcalc.output.checks import verification_report
from replcalc.prover.prove import prove_exact
from replcalc.symbolic.language import at_most


def test_every_recorded_claim_has_its_relations_in_words() -> None:
    for identifier, record in recorded_claims().items():
        relations = list(certified_relations(record.statement))
        assert relations, identifier
        for relation in relations:
            left, _, right = relation.relation.partition(" ")
            assert left, identifier
            assert right, identifier
            assert "['" not in str(relation), identifier


def test_the_arithmetic_of_a_size_is_shown_as_it_was_written() -> None:
    """It read PROVED for a sentence about samples; the certificate said beta == beta."""
    decision = decide_one("sq.tester-size")
    assert decision.certificate is not None
    (relation,) = certified_relations(statement_of(decision.certificate))
    assert relation.relation == "2*exp(-2*(8*log(2/beta)/alpha^2)*(alpha/4)^2) = beta"


def test_a_counterexample_keeps_hypotheses_and_conclusion_apart() -> None:
    decision = decide_one("statement.main-beta0-near-one")
    assert decision.certificate is not None
    found = list(certified_relations(statement_of(decision.certificate)))
    assert [relation.fails for relation in found] == [False, False, True]
    assert str(found[-1]).startswith("false: ")


def test_a_report_shows_what_is_certified_and_what_is_argued() -> None:
    from replcalc.claims.deciding import verification

    report = verification_report(verification(["main.log-delta-prime"]))
    (record,) = report.data["claims"]
    assert len(record["certified"]) > 3
    assert record["argued"]


def test_a_claim_that_states_something_else_than_is_recorded_is_not_as_expected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """verify looked at verdicts only: a claim weakened to 0 <= 1 would still have been PROVED."""
    weak = prove_exact(at_most(sp.Integer(0), 1))
    changed = replace(claims()["sq.tester-size"], decide=lambda: weak)
    monkeypatch.setattr(deciding, "claim", lambda identifier: changed)
    decision = decide_one("sq.tester-size")
    assert decision.verdict is Verdict.PROVED
    assert not decision.as_expected


def test_the_manifest_has_one_digest() -> None:
    before = manifest_digest()
    assert len(before) == 64
    assert verification_report(deciding.verification(["sq.tester-size"])).data["summary"]["manifest"] == before
