"""Errata against a source: found by their words, mended where they stand, told apart where they do not."""

import subprocess

import pytest

from replcalc.numbers.errors import MalformedStatement
from replcalc.statements.erratum import Quotation, apply_repairs, errata_from_text, in_words, matches, patch
from replcalc.statements.theory import Source

PAPER = "One line.\nAn error and\n   its end.\nx = 1\nx = 1\nlast\n"


TEXT = """
typo split lm:a
    tex 2: error and its -> mistake with its
    reason: why
    repair: so

typo second lm:a
    math 5: x = 1 -> x = 2
    tex 1: One line.

imprecise gone lm:a
    tex 1: nowhere -> x
    tex 6: last ->
        last one
    reason: why, and
        why not
    repair: so
    claims: lemma.one,
        lemma.two
    named tex 4: x = 1
"""


def at(line: int) -> Source:
    return Source("a paper", f"line {line}")


SPLIT, SECOND, GONE = errata_from_text(TEXT, at)


def test_errata_as_text() -> None:
    assert (SPLIT.severity, SPLIT.reason, SPLIT.printed[0]) == (
        "typo",
        "why",
        Quotation(at(2), "error and its", "mistake with its"),
    )
    assert SECOND.repair == "$x = 2$" and SECOND.printed[1] == Quotation(at(1), "One line.")
    assert GONE.printed[1].reads == "last one" and GONE.reason == "why, and why not"
    assert GONE.claims == ("lemma.one", "lemma.two") and GONE.named == (Quotation(at(4), "x = 1"),)


@pytest.mark.parametrize(
    "wrong",
    [
        "typo a lm:a\n    text 2: x -> y",
        "false a lm:a\n    tex 2: x -> y\n    reason: so\n    repair: y",
        "typo a lm:a",
    ],
)
def test_an_incomplete_erratum_is_refused(wrong: str) -> None:
    with pytest.raises(MalformedStatement, match="erratum 'a'"):
        errata_from_text(wrong, at)


def test_a_quotation_is_found_across_lines_and_near_its_own() -> None:
    assert apply_repairs([SPLIT], PAPER) == "One line.\nAn mistake with its end.\nx = 1\nx = 1\nlast\n"
    assert apply_repairs([SECOND], PAPER).splitlines()[3:5] == ["x = 1", "x = 2"]


def test_a_repair_that_holds_its_quotation_is_made_once() -> None:
    """Control: without looking at the repair, 'last' would stand in 'last one' for ever."""
    mended = apply_repairs([GONE], PAPER)
    assert mended.endswith("last one\n") and apply_repairs([GONE], mended) == mended
    assert not matches(GONE.printed[1], mended)


def test_the_diff_is_one_that_patch_reads(tmp_path) -> None:
    (tmp_path / "p.tex").write_text(PAPER, encoding="utf-8")
    diff = patch([SPLIT, SECOND, GONE], PAPER, "p.tex")
    subprocess.run(["patch", "-p0"], input=diff, cwd=tmp_path, text=True, check=True, capture_output=True)
    assert (tmp_path / "p.tex").read_text(encoding="utf-8") == apply_repairs([SPLIT, SECOND, GONE], PAPER)
    assert patch([SPLIT], "another text\n", "p.tex") == ""


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"for $\eps_i \le 1/\sqrt{50}$", "for eps_i <= 1/sqrt(50)"),
        (r"$\eps^{(k)} \ge \frac{1}{2 k}$", "eps^(k) >= 1/(2 k)"),
        (r"$e^{\eps^{(l-1)}} \cdot \eps^*$ is \emph{one}", "e^(eps^(l-1)) * eps* is one"),
    ],
)
def test_sentences_as_plain_text(tex: str, text: str) -> None:
    assert in_words(tex) == text
