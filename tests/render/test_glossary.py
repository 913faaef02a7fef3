"""The glossary: every word once, every word of the screens there, strange words refused with a hint."""

import json

import pytest

from replcalc.ask.result import Status
from replcalc.numbers.errors import InputError
from replcalc.render.glossary import TERMS, find


def test_spellings_lead_to_one_entry():
    spellings = [s.lower() for term in TERMS for s in (term.word, *term.also)]
    assert len(spellings) == len(set(spellings))
    assert all(term.meaning.endswith(".") and len(term.meaning) > 25 for term in TERMS)


@pytest.mark.parametrize("word", [*Status, "assumed", "samples", "base runs", "sampling rounds", "rho", "BETA", "replicability", "promise", "way"])
def test_words_of_the_first_screen(word):
    assert find(word).meaning


def test_unknown_words_get_a_hint():
    with pytest.raises(InputError, match="vacuous"):
        find("vacous")
    with pytest.raises(InputError, match="lists all"):
        find("xyzzy12")


def test_command(replcalc):
    assert "0.1-" not in replcalc("glossary", "vacuous").out
    assert "Never called best" in " ".join(replcalc("glossary", "vacuous").out.split())
    assert "candidates" in replcalc("glossary", "sampling", "rounds").out
    everything = json.loads(replcalc("glossary", "--format", "json").out)
    assert everything["schema"] == "replcalc/3" and len(everything["terms"]) == len(TERMS)
    assert replcalc("glossary", "nonsense").code == 2
