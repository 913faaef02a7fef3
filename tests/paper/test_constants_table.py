"""Best constants are certified on both sides; the table reads those of claims that have not changed since."""

import json
from dataclasses import replace

import pytest

from replcalc.claims.record import recorded_claims
from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement
from replcalc.paper import constants_table
from replcalc.paper.constants_table import BEST_CONSTANTS, best


@pytest.mark.parametrize(
    "identifier",
    [
        "expect.half",
        *(pytest.param(name, marks=pytest.mark.exhaustive) for name in BEST_CONSTANTS if name != "expect.half"),
    ],
)
def test_the_best_constant_is_between_what_is_proved_and_what_is_refuted(identifier: str) -> None:
    constant, found = BEST_CONSTANTS[identifier], best(identifier)
    assert found.proof.verdict is Verdict.PROVED
    assert found.refutation.verdict is Verdict.REFUTED
    for outcome in (found.proof, found.refutation):
        assert outcome.certificate is not None
        assert recheck(Certificate.from_json(outcome.certificate.to_json())) is outcome.verdict
    low, high = sorted((found.constant, found.beyond))
    assert high - low == type(low)(1, 10**constant.digits)
    assert float(low) <= float(constant.expected) <= float(high)


def test_a_constant_that_is_not_where_it_is_said_to_be_is_refused() -> None:
    wrong = replace(BEST_CONSTANTS["expect.half"], expected=1.6)
    with pytest.raises(MalformedStatement, match="not next to"):
        wrong.find("expect.half")


def test_every_bracket_is_recorded_for_todays_claim() -> None:
    recorded = json.loads(constants_table.RECORD.read_text(encoding="utf-8"))
    hint = "run python -m replcalc.paper.constants_table --write"
    assert {name: digest for name, (digest, _) in recorded.items()} == {
        name: recorded_claims()[name].digest for name in BEST_CONSTANTS
    }, hint


def test_a_bracket_of_another_claim_is_searched_for_again(monkeypatch, tmp_path) -> None:
    """A claim that changed since it was recorded must not keep its old constant."""
    records = json.loads(constants_table.RECORD.read_text(encoding="utf-8"))
    right = records["expect.half"][1]
    records["expect.half"] = ["0" * 64, "x: 7 proved, 8 refuted"]
    forged = tmp_path / "constants.json"
    forged.write_text(json.dumps(records), encoding="utf-8")
    monkeypatch.setattr(constants_table, "RECORD", forged)
    rows = {row["claim"]: row["best_constant"] for row in constants_table.constants_rows()}
    assert rows["expect.half"] == right == "x: 1.593624 proved, 1.593625 refuted"


@pytest.mark.exhaustive
def test_brackets_are_what_the_search_finds() -> None:
    assert constants_table.constants_rows() == constants_table.constants_rows(fresh=True)
