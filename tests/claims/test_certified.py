"""What a verdict is about is written from the certificate's trees."""

from dataclasses import replace

import pytest
import sympy as sp

from replcalc.claims import deciding
from replcalc.claims.certified import certified_relations, is_transcription
from replcalc.claims.deciding import claims, decide_one
from replcalc.claims.record import record_digest
from replcalc.kernel.certificate import statement_of
from replcalc.numbers.enclosure import Verdict
from replcalc.output.checks import report_verification
from replcalc.prover.decide import decide_relations
from replcalc.symbolic.language import at_most


def test_every_kind_of_statement_has_its_relations_in_words() -> None:
    for identifier in ("sq.tester-size", "main.log-delta-prime", "pac.dimensions", "statement.main-beta0-near-one"):
        if identifier not in claims():
            continue
        decision = decide_one(identifier)
        assert decision.certificate is not None
        relations = list(certified_relations(statement_of(decision.certificate)))
        assert relations
        assert all(" " in relation.relation and "['" not in str(relation) for relation in relations)


def test_equations_between_one_formula_are_a_transcription() -> None:
    x = ["v", "x"]
    same = {"kind": "claim", "conclusion": {"relations": [[x, "=", x]], "domain": {"x": []}, "given": []}}
    other = {"kind": "claim", "conclusion": {"relations": [[x, "<=", x]], "domain": {"x": []}, "given": []}}
    assert is_transcription(same) and not is_transcription(other)


def test_the_arithmetic_of_a_size_is_shown_as_it_was_written() -> None:
    """It read PROVED for a sentence about samples; the certificate said beta == beta."""
    decision = decide_one("sq.tester-size")
    assert decision.certificate is not None
    (relation,) = certified_relations(statement_of(decision.certificate))
    assert relation.relation == "2*exp(-2*(8*log(2/beta)/alpha^2)*(alpha/4)^2) = beta"


def test_a_report_shows_what_is_certified_and_what_is_argued() -> None:
    from replcalc.claims.deciding import verification

    report = report_verification(verification(["mean.final-order"]))
    (record,) = report.value.claims
    assert len(record["certified"]) > 2
    assert record["argued"]


def test_a_claim_that_states_something_else_than_is_recorded_is_not_as_expected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """verify looked at verdicts only: a claim weakened to 0 <= 1 would still have been PROVED."""
    weak = decide_relations([at_most(sp.Integer(0), 1)])
    changed = replace(claims()["sq.tester-size"], decide=lambda: weak)
    monkeypatch.setattr(deciding, "claim", lambda identifier: changed)
    decision = decide_one("sq.tester-size")
    assert decision.verdict is Verdict.PROVED
    assert not decision.as_expected


def test_the_record_has_one_digest() -> None:
    before = record_digest()
    assert len(before) == 64
    assert report_verification(deciding.verification(["sq.tester-size"])).value.summary["record"] == before
