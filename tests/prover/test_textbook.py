"""The inequalities of docs/prover.md are decided as the page says, and refuted when they are made false by a hair."""

import re
import sys
from pathlib import Path

import pytest

from replcalc.checker.recheck import recheck
from replcalc.numbers.verdict import Verdict
from replcalc.prover.decide import decide_fact
from replcalc.prover.facts import fact

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
from inequalities import PAIRS  # noqa: E402

ROWS = re.findall(r"^\| ([^|]+) \| `([^`]+)` \| `([^`]+)` \|", (ROOT / "docs" / "prover.md").read_text(), re.MULTILINE)
#: True ones of the frozen list that no strategy decides yet.
UNDECIDED = {
    "entropy from below", "entropy from above", "Hoeffding's lemma", "Stirling", "Gaussian tail", "arcsine under its chord",
    "product under squares",
}  # fmt: skip


def test_there_are_ten() -> None:
    assert len(ROWS) == 10


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_the_page_tells_the_truth(row: tuple[str, str, str]) -> None:
    found = decide_fact(fact(row[1], row[2]), 60)
    assert found.verdict is Verdict.PROVED, found.detail
    assert found.certificate is not None and recheck(found.certificate) is Verdict.PROVED


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_false_by_a_hair_is_refuted(name: str) -> None:
    _, false, _, on = PAIRS[name]
    assert decide_fact(fact(false, on)).verdict is Verdict.REFUTED


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", PAIRS)
def test_the_frozen_list(name: str) -> None:
    true, _, on, _ = PAIRS[name]
    found = decide_fact(fact(true, on))
    assert found.verdict is (Verdict.UNDECIDED if name in UNDECIDED else Verdict.PROVED), found.detail
