"""Errata against a source: found by their words, mended where they stand, told apart where they do not."""

import subprocess

import pytest

from replcalc.statements.erratum import Quotation, closed, in_words, matches, patch, repaired, standing, typo
from replcalc.statements.theory import Source

PAPER = "One line.\nAn error and\n   its end.\nx = 1\nx = 1\nlast\n"


def at(line: int, tex: str, new: str | None = None) -> Quotation:
    return Quotation(Source("a paper", f"line {line}"), tex, new)


SPLIT = typo("split", "lm:a", (at(2, "error and its", "mistake with its"),), "why", "so")
SECOND = typo("second", "lm:a", (at(5, "x = 1", "x = 2"), at(1, "One line.")), "why", "so")
GONE = typo("gone", "lm:a", (at(1, "nowhere", "x"), at(6, "last", "last one")), "why", "so")


def test_a_quotation_is_found_across_lines_and_near_its_own() -> None:
    assert repaired([SPLIT], PAPER) == "One line.\nAn mistake with its end.\nx = 1\nx = 1\nlast\n"
    assert repaired([SECOND], PAPER).splitlines()[3:5] == ["x = 1", "x = 2"]


def test_what_became_of_each() -> None:
    assert [found.verdict for found in standing([SPLIT, SECOND, GONE], PAPER)] == ["stands", "stands", "in part"]
    assert standing([SECOND], PAPER)[0].found == ((SECOND.printed[0], 5),)
    assert standing([SPLIT], "another text")[0].verdict == "changed"


def test_a_repair_that_holds_its_quotation_is_made_once() -> None:
    """Control: without looking at the repair, 'last' would stand in 'last one' for ever."""
    mended = repaired([GONE], PAPER)
    assert mended.endswith("last one\n") and repaired([GONE], mended) == mended
    assert standing([GONE], mended)[0].verdict == "changed" and not matches(GONE.printed[1], mended)


def test_the_diff_is_one_that_patch_reads(tmp_path) -> None:
    (tmp_path / "p.tex").write_text(PAPER, encoding="utf-8")
    diff = patch([SPLIT, SECOND, GONE], PAPER, "p.tex")
    subprocess.run(["patch", "-p0"], input=diff, cwd=tmp_path, text=True, check=True, capture_output=True)
    assert (tmp_path / "p.tex").read_text(encoding="utf-8") == repaired([SPLIT, SECOND, GONE], PAPER)
    assert patch([SPLIT], "another text\n", "p.tex") == ""


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"for $\eps_i \le 1/\sqrt{50}$", "for eps_i <= 1/sqrt(50)"),
        (r"$\eps^{(k)} \ge \frac{1}{2 k}$", "eps^(k) >= 1/(2 k)"),
        (r"$\log(k/(\rho\beta_0))$ and $10^{-9}$", "log(k/(rho beta_0)) and 10^-9"),
        (r"$\hat{\delta} \in \{0, \dots, d\}$", "deltahat in {0, ..., d}"),
        (r"$e^{\eps^{(l-1)}} \cdot \eps^*$ is \emph{one}", "e^(eps^(l-1)) * eps* is one"),
        (r"$|X_i| \oplus \cA$", "|X_i| xor A"),
    ],
)
def test_sentences_as_plain_text(tex: str, text: str) -> None:
    assert in_words(tex) == text


def test_a_sentence_is_closed() -> None:
    assert closed("none") == "None." and closed("lm:a has it") == "lm:a has it." and closed("$x$ is.") == "$x$ is."
