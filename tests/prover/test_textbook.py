"""The inequalities of docs/prover.md are decided as the page says, and refuted when they are made false by a hair."""

import re
import sys
from pathlib import Path

import pytest

from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.decide import decide_fact
from replcalc.prover.facts import fact

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
from inequalities import FROZEN, PAIRS, TOOLS, asked_alone, installed, table, written  # noqa: E402

ROWS = re.findall(r"^\| ([^|]+) \| `([^`]+)` \| `([^`]+)` \|", (ROOT / "docs" / "prover.md").read_text(), re.MULTILINE)
#: True ones of the list that no strategy decides yet.
UNDECIDED = {
    "entropy from below",
    "entropy from above",
    "Hoeffding's lemma",
    "Stirling",
    "Gaussian tail",
    "arcsine under its chord",
    "product under squares",
}


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


def test_half_of_the_list_is_frozen() -> None:
    """Nothing is tuned to these: what is decided of them is only written down."""
    assert len(PAIRS) == 20 and len(FROZEN) == 10 and set(FROZEN) < set(PAIRS)
    assert len(UNDECIDED & set(FROZEN)) == 3


@pytest.mark.parametrize("tool", [tool for tool in TOOLS if tool != "replcalc prove"])
def test_the_other_tools_are_asked_what_they_can_answer(tool: str) -> None:
    """A control of the comparison: something easy is proved, or at least what is false refuted, by each of them."""
    if not installed(tool):
        pytest.skip(f"{tool} is not installed")
    true, false = (asked_alone(tool, relation, "x in [0, 1]")[0] for relation in ("x^2 <= 2", "x^2 <= 1/2"))
    assert true == ("no counterexample" if tool == "mpmath, sampling" else "PROVED")
    assert false == ("the tactic fails" if tool == "Coq, interval" else "REFUTED")


def test_the_table_counts_what_was_said() -> None:
    rows = [
        (name, expected, word, 1.0) for name in PAIRS for expected, word in (("PROVED", "PROVED"), ("REFUTED", "time"))
    ]
    rows[1] = (rows[1][0], "REFUTED", "PROVED", 3.0)
    text = table({"it": rows})
    assert "| it | 20 | 0 | 1 | 0 | 1.0 |" in text and "| Bernoulli (frozen) | proved, - |" in text
    page = written("# Page\n\nold\n", text)
    assert written(page, "## Forty inequalities, half of them false by a hair\nnew\n").count("Forty inequalities") == 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", PAIRS)
def test_the_list(name: str) -> None:
    true, _, on, _ = PAIRS[name]
    found = decide_fact(fact(true, on))
    assert found.verdict is (Verdict.UNDECIDED if name in UNDECIDED else Verdict.PROVED), found.detail
