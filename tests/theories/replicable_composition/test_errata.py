"""Errata: none without confirmation, lines in range, everything that is asked for is there."""

from __future__ import annotations

import pytest

from replcalc.numbers.verdict import Verdict
from replcalc.theories.claim import Claim
from replcalc.theories.erratum import SEVERITIES, Erratum
from replcalc.theories.replicable_composition.claims import (
    adaptive_lower_bound,
    boosting,
    conditioning,
    counterexamples,
    invariance,
    omitted_proofs,
    pg_composition,
    pg_constants,
)
from replcalc.theories.replicable_composition.errata.collected import COLUMNS, ERRATA, by_severity, rows
from replcalc.theories.sharper.claims import collected as derived

MODULES = (
    conditioning,
    pg_constants,
    pg_composition,
    adaptive_lower_bound,
    invariance,
    boosting,
    omitted_proofs,
    derived,
    counterexamples,
)
CLAIMS: dict[str, Claim] = {claim.id: claim for module in MODULES for claim in module.CLAIMS}
CONFIRMED = [e for e in ERRATA if e.claims]
FALSE = [e for e in ERRATA if e.severity == "false"]


def test_ids_are_unique_and_ordered_by_severity() -> None:
    assert len({e.id for e in ERRATA}) == len(ERRATA)
    order = [SEVERITIES.index(e.severity) for e in ERRATA]
    assert order == sorted(order)
    assert by_severity() == {"false": 16, "unjustified": 7, "imprecise": 24, "typo": 35}


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda e: e.id)
def test_every_field_says_something(erratum: Erratum) -> None:
    assert all(0 < line <= 3884 for line in (erratum.line, *erratum.also))
    assert erratum.printed
    assert erratum.reason
    assert erratum.repair


@pytest.mark.parametrize("erratum", CONFIRMED, ids=lambda e: e.id)
def test_claims_exist(erratum: Erratum) -> None:
    assert set(erratum.claims) <= set(CLAIMS)


@pytest.mark.parametrize("erratum", FALSE, ids=lambda e: e.id)
def test_what_is_called_false_is_refuted_and_its_repair_proved(erratum: Erratum) -> None:
    claims = [CLAIMS[name] for name in erratum.claims]
    refuted = [c for c in claims if c.expected is Verdict.REFUTED]
    assert refuted, "no counterexample"
    outcome = refuted[0].decide()
    assert outcome.verdict is Verdict.REFUTED
    assert outcome.counterexample
    repaired = [c.decide for c in claims if c.expected is Verdict.PROVED] + [c.control for c in refuted]
    assert any(decide().verdict is Verdict.PROVED for decide in repaired), "no repaired statement"


def test_unjustified_steps_are_true() -> None:
    for erratum in (e for e in ERRATA if e.severity == "unjustified"):
        claims = [CLAIMS[name] for name in erratum.claims]
        assert claims, erratum.id
        assert any(
            c.expected is Verdict.PROVED or (c.expected is Verdict.REFUTED and c.control_expected is Verdict.PROVED)
            for c in claims
        )


@pytest.mark.parametrize(
    ("line", "severity"),
    [
        (3257, "false"),  # Chernoff
        (3246, "false"),  # accept and reject
        (1581, "false"),  # conditioning
        (2522, "false"),  # adaptive lower bound
        (319, "false"),  # informal composition
        (241, "false"),  # range of rho
        (249, "false"),  # range of beta0
        (785, "false"),  # range of epsilon
        (918, "imprecise"),  # log 2
        (3463, "typo"),  # failure at least
        (3568, "typo"),  # success beta/8
        (3734, "typo"),  # 0.01
        (1220, "typo"),  # polylog
        (632, "imprecise"),  # < or <=
    ],
)
def test_the_known_ones_are_listed(line: int, severity: str) -> None:
    assert any(e.line == line and e.severity == severity for e in ERRATA)


def test_rows_are_texts_in_the_same_order() -> None:
    table = rows()
    assert [row["id"] for row in table] == [e.id for e in ERRATA]
    assert all(set(COLUMNS) <= set(row) and all(isinstance(cell, str) for cell in row.values()) for row in table)
    chernoff = next(row for row in table if row["id"] == "chernoff")
    assert "tester.chernoff-two-sided" in chernoff["claims"]
