"""Claims of the composition theorems: expected verdicts, controls that fail, certificates that survive the checker."""

from __future__ import annotations

import json
import re

import pytest
import sympy as sp

from replcalc.checker.certificate import Certificate
from replcalc.checker.recheck import recheck
from replcalc.numbers.verdict import Verdict
from replcalc.prover.prove import Outcome
from replcalc.theories.catalogue import statement
from replcalc.theories.claim import Claim
from replcalc.theories.deciding import claims
from replcalc.theories.replicable_composition.claims import (
    conditioning,
    counterexamples,
    pg_composition,
    pg_constants,
    universal_constant,
)
from replcalc.theories.replicable_composition.claims import main as replicable_composition

MODULES = (replicable_composition, universal_constant, pg_constants, conditioning, pg_composition)
OWN: tuple[Claim, ...] = tuple(claim for module in MODULES for claim in module.CLAIMS)


def rests_on_something(outcome: Outcome) -> None:
    """The certificate, read back from JSON, establishes the verdict; a refutation names where it fails."""
    assert outcome.certificate is not None
    assert recheck(Certificate.from_json(json.loads(outcome.certificate.text()))) is outcome.verdict
    assert (outcome.verdict is Verdict.REFUTED) == (outcome.counterexample is not None)


@pytest.mark.parametrize("claim", OWN, ids=lambda c: c.id)
def test_the_verdict_is_the_expected_one(claim: Claim) -> None:
    outcome = claim.decide()
    assert outcome.verdict is claim.expected, outcome.detail
    rests_on_something(outcome)


@pytest.mark.parametrize("claim", OWN, ids=lambda c: c.id)
def test_the_control_comes_out_the_other_way(claim: Claim) -> None:
    outcome = claim.control()
    assert outcome.verdict is claim.control_expected, outcome.detail
    rests_on_something(outcome)


@pytest.mark.parametrize("claim", claims(), ids=lambda c: c.id)
def test_every_claim_is_well_formed(claim: Claim) -> None:
    assert re.fullmatch(r"[a-z0-9-]+\.[a-z0-9-]+", claim.id)
    assert statement(claim.statement).label == claim.statement
    assert 0 <= claim.line <= 3884
    assert claim.line > 0 or statement(claim.statement).provenance == "derived"
    assert claim.text
    assert claim.expected is not claim.control_expected
    assert Verdict.UNDECIDED not in (claim.expected, claim.control_expected)


def test_there_are_enough_claims_with_distinct_ids() -> None:
    assert len(OWN) >= 100
    assert len(claims()) >= 250
    assert len({claim.id for claim in claims()}) == len(claims())


def test_the_printed_lemma_is_among_the_refuted() -> None:
    refuted = {claim.id for claim in OWN if claim.expected is Verdict.REFUTED}
    assert refuted == {"kasivi.printed", "azuma.change-of-variable"}


@pytest.mark.parametrize(
    "outcome",
    [
        counterexamples.large_rho(samples=10),  # the base algorithm would not be 1/10000-replicable
        counterexamples.beta0_near_one(sp.Rational(1, 4)),  # a guess fails more often than beta0
    ],
    ids=["main-large-rho", "main-beta0"],
)
def test_a_witness_outside_the_hypotheses_refutes_nothing(outcome: Outcome) -> None:
    assert outcome.verdict is Verdict.UNDECIDED
    assert "does not satisfy the hypotheses" in outcome.detail
    assert outcome.counterexample is None and outcome.certificate is None


def test_a_counterexample_carries_its_hypotheses() -> None:
    """Without the premises, or with a conclusion that holds, the checker does not accept it."""
    certificate = counterexamples.large_rho().certificate
    assert certificate is not None and certificate.kind == "witness"
    whole = certificate.to_json()
    assert recheck(certificate) is Verdict.REFUTED
    swapped = {**whole, "premises": whole["conclusion"], "conclusion": whole["premises"]}
    for broken in (swapped, {**whole, "conclusion": whole["premises"]}, {"kind": "witness"}):
        assert recheck(Certificate.from_json(broken)) is Verdict.UNDECIDED
