"""``list``, ``show`` and ``derive``."""

import json
import re

import pytest

from replcalc.theories.catalogue import entries
from replcalc.ways.registry import names


def test_list_and_its_filters(replcalc):
    everything = replcalc("list", "--format", "json").json()
    assert everything["count"] == len(entries()) >= 66
    lemmas = replcalc("list", "--kind", "lemma", "--provenance", "derived", "--format", "json").json()["statements"]
    assert lemmas and all(s["kind"] == "lemma" and s["provenance"] == "derived" for s in lemmas)
    section = replcalc("list", "--section", "sec:compose", "--format", "json").json()["statements"]
    assert "lm:azuma" in {s["label"] for s in section} and "thm:main" not in {s["label"] for s in section}
    assert replcalc("list", "--kind", "poem").code == 2


@pytest.mark.parametrize("output_format", ["text", "json", "csv", "markdown", "latex"])
def test_show_in_every_format(replcalc, output_format):
    result = replcalc("show", "lm:pg_to_replic", "--format", output_format)
    assert result.code == 0 and "epsilon" in result.out
    if output_format == "json":
        card = json.loads(result.out)
        assert card["line"] == 818 and "alg:main" in card["used_by"] and card["citations"]
        assert card["simulators"] and "hidden_constants" in card


def test_show_suggests_on_a_wrong_label(replcalc):
    result = replcalc("show", "lm:pg_compos_het")
    assert result.code == 2 and "lm:pg_compose_het" in result.err


@pytest.mark.parametrize("name", [*names("composition"), "thm:main", "lm:pg_compose", "thm:boost_beta"])
def test_derive_reaches_cited_results(replcalc, name):
    text = replcalc("derive", name)
    assert text.code == 0 and text.out.startswith(name)
    tree = replcalc("derive", name, "--format", "json").json()["tree"]
    assert tree["label"] == name and tree["children"]
    latex = replcalc("derive", name, "--format", "latex").out
    assert latex.count(r"\begin{itemize}") == latex.count(r"\end{itemize}")
    assert not re.search(r"(?<!\\)_(?![{a-zA-Z0-9])", latex)
    assert replcalc("derive", "no:such").code == 2
