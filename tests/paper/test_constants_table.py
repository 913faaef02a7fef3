"""The table of constants reads recorded verdicts, and only those of claims that have not changed since."""

from __future__ import annotations

import json

import pytest

from replcalc.paper import constants_table


def test_every_record_is_of_todays_code() -> None:
    wanted = constants_table._claims_with_constants()
    recorded = constants_table._valid_records(wanted)
    missing = [claim.id for claim, _ in wanted if claim.id not in recorded]
    assert not missing, "run python -m replcalc.paper.constants_table --write"


def test_a_record_of_other_code_is_decided_anew(monkeypatch, tmp_path) -> None:
    """A claim that changed since it was recorded must not keep its old verdict."""
    records = json.loads(constants_table.RECORD.read_text(encoding="utf-8"))
    records["private.advanced"] |= {"code": "0" * 16, "verdict": "REFUTED"}
    forged = tmp_path / "constants.json"
    forged.write_text(json.dumps(records), encoding="utf-8")
    monkeypatch.setattr(constants_table, "RECORD", forged)
    decided: list[str] = []
    real = constants_table.decide_one
    monkeypatch.setattr(constants_table, "decide_one", lambda name: decided.append(name) or real(name))
    monkeypatch.setattr(constants_table, "in_parallel", lambda job, items: map(job, items))
    rows = {row["claim"]: row["verdict"] for row in constants_table.constants_rows()}
    assert decided == ["private.advanced"]
    assert rows["private.advanced"] == "PROVED"


@pytest.mark.exhaustive
def test_records_are_what_the_code_decides() -> None:
    assert constants_table.constants_rows() == constants_table.constants_rows(fresh=True)
