"""BibTeX that BibTeX can read: balanced, every field once, the statement and the tool named; CITATION.cff agrees."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from replcalc import __version__
from replcalc.output.catalogue import TITLE, YEAR
from replcalc.paper.literature import AUTHORS, PAPER
from replcalc.statements.catalogue import STATEMENTS

ENTRY = re.compile(r"@(\w+)\{([\w:-]+),\n((?:  \w+ = \{(?:[^{}]|\{[^{}]*\}|\\[{}])*\},\n)+)\}\n")
FIELD = re.compile(r"^  (\w+) = ", re.MULTILINE)


def parsed(text: str) -> dict[str, tuple[str, list[str]]]:
    """key -> (kind, names of the fields); the whole text must be entries."""
    assert ENTRY.sub("", text).strip() == "", text
    found = {key: (kind, FIELD.findall(body)) for kind, key, body in ENTRY.findall(text)}
    assert len(found) == len(ENTRY.findall(text)), "every key once"
    for _, names in found.values():
        assert len(names) == len(set(names)) and {"author", "title", "year"} <= set(names)
    return found


def test_the_parser_sees_what_is_no_bibtex() -> None:
    with pytest.raises(AssertionError):
        parsed("@misc{a,\n  author = {x,\n}\n")


def test_the_tool_and_the_paper(replcalc) -> None:
    found = parsed(replcalc("--cite").out)
    assert {key: kind for key, (kind, _) in found.items()} == {"replcalc": "software", PAPER.key: "misc"}
    assert __version__ in replcalc("--cite").out


@pytest.mark.parametrize(
    "label", ["lm:azuma", "thm:main", "derived:race", "direct", "eq:sum_eps_i_squared", "thm:boost_beta"]
)
def test_a_statement_a_way_and_a_place(replcalc, label: str) -> None:
    text = replcalc("show", label, "--cite").out
    found = parsed(text)
    assert "replcalc" in found and label.replace("_", r"\_") in text
    assert all(len(line) <= 80 for line in text.splitlines())
    cites = next((s.cites for s in STATEMENTS if s.label == label), ())
    assert {c.key for c in cites} <= set(found)


def test_every_statement_can_be_cited() -> None:
    from replcalc.output.catalogue import cited_bibtex

    assert len(STATEMENTS) > 100
    for s in STATEMENTS:
        assert "replcalc" in parsed(cited_bibtex(s.label)), s.label


def test_what_cannot_be_cited_is_said(replcalc) -> None:
    asked = (
        (["--cite", "list"], "show LABEL"),
        (["show", "nonsense", "--cite"], "nonsense"),
        (["show", "lm:azuma", "--cite", "--format", "json"], "--format"),
    )
    for words, said in asked:
        done = replcalc(*words)
        assert (done.code, done.out) == (2, "") and said in done.err


def test_the_citation_file_says_the_same() -> None:
    file = yaml.safe_load((Path(__file__).resolve().parents[2] / "CITATION.cff").read_text(encoding="utf-8"))
    assert file["cff-version"] == "1.2.0" and file["message"] and file["type"] == "software"
    assert (file["title"], file["version"]) == (TITLE, __version__)
    (paper,) = file["references"]
    assert (paper["title"], paper["year"]) == (PAPER.title, PAPER.year) and paper["year"] == YEAR
    assert tuple(f"{a['given-names']} {a['family-names']}" for a in paper["authors"]) == AUTHORS
