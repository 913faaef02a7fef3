"""The table of constants reads recorded brackets, and only those of claims that have not changed since."""

from __future__ import annotations

import json

import pytest

from replcalc.claims.record import recorded_claims
from replcalc.paper import constants_table
from replcalc.paper.best_constants import SEARCHES


def test_every_bracket_is_recorded_for_todays_claim() -> None:
    recorded = json.loads(constants_table.RECORD.read_text(encoding="utf-8"))
    told = "run python -m replcalc.paper.constants_table --write"
    assert {name: digest for name, (digest, _) in recorded.items()} == {
        name: recorded_claims()[name].digest for name in SEARCHES
    }, told


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
