"""Every claim for Coq: what is written and what is left out; coqc on a few of them, and (slow) on all."""

from __future__ import annotations

import pytest

from replcalc.checker.coq.files import file_name
from replcalc.checker.coq.running import coqc
from replcalc.theories.coq import checked, files, texts
from replcalc.theories.deciding import decide
from replcalc.theories.manifest import recorded

#: A claim of every kind.
FEW = (
    "c.epsilon-limit",
    "tv.affinity",
    "conditioning.gain",
    "arms.log-failure",
    "back.one-way-sharp",
    "sq.table-range",
)
needs_coq = pytest.mark.skipif(coqc() is None, reason="coqc is not installed")


def records(names):
    return texts((d.id, d.verdict, d.certificate) for d in decide(list(names)))


def test_every_claim_has_a_file_of_its_own():
    assert len({file_name(name) for name in recorded()}) == len(recorded())


def test_a_certificate_of_another_claim_is_left_out():
    first, second = decide(["c.epsilon-limit", "conditioning.gain"])
    (record,) = texts([(first.id, second.verdict, second.certificate)])
    assert record["file"] == "" and "another statement" in record["reason"]


def test_what_is_out_of_reach_has_a_reason():
    (record,) = records(["gauss.linear"])
    assert (record["file"], record["reason"]) == ("", "the function erf")


@needs_coq
def test_coq_accepts_a_few_claims(tmp_path):
    found = records(FEW)
    for name, text in files(found).items():
        (tmp_path / name).write_text(text)
    assert {r["id"]: r["reason"] for r in checked(tmp_path, found) if not r["accepted"]} == {}


@needs_coq
@pytest.mark.slow
def test_coq_accepts_at_least_230_claims(tmp_path):
    found = records(recorded())
    for name, text in files(found).items():
        (tmp_path / name).write_text(text)
    done = checked(tmp_path, found)
    assert sum(r["accepted"] for r in done) >= 230
    assert all(r["reason"] for r in done if not r["accepted"])
