"""Every claim for Coq: what is written and what is left out; coqc on a few of them (exhaustive) and on all (slow)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from replcalc.claims import coq_record
from replcalc.claims.coq_record import checked, coq_files, measured, remembered, texts
from replcalc.claims.deciding import decide_claims
from replcalc.claims.manifest import recorded_claims
from replcalc.kernel.coq.expressions import OutOfReach
from replcalc.kernel.coq.files import file_name
from replcalc.kernel.coq.running import Run, coqc

#: The part of all claims that Coq's kernel must accept whole.
PART = 0.95
#: Small claims, without the interval tactic: to list what that rests on takes Coq ten seconds.
FEW = ("tv.affinity", "conditioning.gain")
needs_coq = pytest.mark.skipif(coqc() is None, reason="coqc is not installed")


def records(names):
    return texts((d.id, d.verdict, d.certificate) for d in decide_claims(list(names)))


def test_every_claim_has_a_file_of_its_own():
    assert len({file_name(name) for name in recorded_claims()}) == len(recorded_claims())


def test_a_certificate_of_another_claim_is_left_out():
    first, second = decide_claims(["c.epsilon-limit", "conditioning.gain"])
    (record,) = texts([(first.id, second.verdict, second.certificate)])
    assert record["file"] == "" and "another statement" in record["reason"]


def test_what_is_out_of_reach_has_a_reason(monkeypatch):
    def refused(*_: object) -> str:
        raise OutOfReach("the function zeta")

    monkeypatch.setattr(coq_record, "coq_text", refused)
    (record,) = records(["tv.affinity"])
    assert (record["file"], record["reason"]) == ("", "the function zeta")


def test_a_file_requires_what_it_uses():
    """What few claims need stands apart: a change there is none of all the others, whose answers are kept."""
    linear, affinity = records(["gauss.linear", "tv.affinity"])
    assert "\nRequire Import Prelude Further.\n" in linear["text"] and "(erf v_y)" in linear["text"]
    assert "\nRequire Import Prelude.\n" in affinity["text"]


@needs_coq
@pytest.mark.exhaustive
def test_coq_accepts_a_few_claims(tmp_path):
    found = records(FEW)
    for name, text in coq_files(found).items():
        (tmp_path / name).write_text(text)
    assert {r["id"]: r["reason"] for r in checked(tmp_path, found) if not r["accepted"]} == {}


@needs_coq
@pytest.mark.slow
def test_coq_accepts_nearly_all_claims(tmp_path):
    found = records(recorded_claims())
    for name, text in coq_files(found).items():
        (tmp_path / name).write_text(text)
    done = list(checked(tmp_path, found))
    assert sum(r["accepted"] for r in done) >= PART * len(done)
    assert all(r["reason"] for r in done if not r["accepted"])


def test_what_was_measured_is_of_these_claims():
    """The committed record is about the claims as they are, and enough of them were accepted whole."""
    outcomes = Counter(row["outcome"] for row in measured())
    assert outcomes.total() == len(recorded_claims())
    assert outcomes["accepted"] >= PART * len(recorded_claims())
    assert all(row["reason"] for row in measured() if row["outcome"] != "accepted")
    measured_whole = f"{outcomes['accepted']} of {len(recorded_claims())} claims are accepted whole"
    page = (Path(__file__).parents[2] / "docs" / "coq.md").read_text(encoding="utf-8")
    if not outcomes["not measured"]:  # the page tells of the last run over all claims
        assert measured_whole in page


def test_what_is_remembered_is_not_asked_again(tmp_path, monkeypatch):
    """A known text keeps its answer without coqc; another text of the same claim does not."""
    asked = []
    monkeypatch.setattr(
        "replcalc.claims.coq_record.run_coq",
        lambda paths, seconds: asked.extend(paths) or {p.stem: Run("no") for p in paths},
    )
    (record,) = records(["tv.affinity"])
    known = remembered({}, record | {"reason": "too long"})
    assert [r["reason"] for r in checked(tmp_path, [dict(record)], known=known)] == ["too long"] and asked == []
    assert [r["reason"] for r in checked(tmp_path, [record | {"text": "another"}], known=known)] == ["no"] and asked


def test_answers_are_written_beside_their_theories(tmp_path, monkeypatch):
    """One claim of each theory, coqc replaced: what it says stands in the theory's own file, and is read from there."""
    picked = {name: recorded_claims()[name] for name in ("main.fifth-power", "tv.affinity")}
    for theory in ("paper", "sharper"):
        (tmp_path / f"replcalc.{theory}").mkdir()
    monkeypatch.setattr(coq_record, "recorded_claims", lambda: picked)
    monkeypatch.setattr(coq_record, "package_files", lambda package: tmp_path / package)
    monkeypatch.setattr(coq_record, "run_coq", lambda paths, seconds: {p.stem: Run("no time") for p in paths})
    monkeypatch.setattr("sys.argv", ["coq_record", "--write", "tv.affinity"])
    assert coq_record.main() == 0 and not list(tmp_path.glob("*paper/*"))
    monkeypatch.setattr("sys.argv", ["coq_record", "--write"])
    assert coq_record.main() == 0
    written = {path.parent.name: set(json.loads(path.read_text())) for path in tmp_path.glob("*/coq.json")}
    assert written == {"replcalc.paper": {"main.fifth-power"}, "replcalc.sharper": {"tv.affinity"}}
    assert {row["reason"] for row in measured()} == {"no time"}
    monkeypatch.setattr("sys.argv", ["coq_record"])
    assert coq_record.main() == 0
