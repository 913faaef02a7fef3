"""Claims of the composition theorems: expected verdicts, controls that fail, certificates that survive the checker."""

from __future__ import annotations

import json
import re

import pytest

from replcalc.checker.certificate import Certificate
from replcalc.checker.recheck import recheck
from replcalc.numbers.verdict import Verdict
from replcalc.prover.prove import Outcome
from replcalc.theories.catalogue import statement
from replcalc.theories.claim import Claim
from replcalc.theories.deciding import claims
from replcalc.theories.replicable_composition.claims import (
    conditioning,
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
