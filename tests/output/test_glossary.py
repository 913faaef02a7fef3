"""The glossary: every word once, every word of the screens there, strange words refused with a hint."""

import json
from functools import cache

import pytest

import replcalc
from replcalc.numbers.errors import InputError
from replcalc.output.glossary import TERMS, find
from replcalc.planning.comparison import Comparison
from replcalc.planning.registry import kinds, names
from replcalc.planning.result import Status


def test_spellings_lead_to_one_entry():
    spellings = [s.lower() for term in TERMS for s in (term.word, *term.also)]
    assert len(spellings) == len(set(spellings))
    assert all(term.meaning.endswith(".") and len(term.meaning) > 25 for term in TERMS)


@pytest.mark.parametrize(
    "word",
    [
        *Status,
        "assumed",
        "samples",
        "base runs",
        "sampling rounds",
        "rho",
        "BETA",
        "replicability",
        "promise",
        "method",
    ],
)
def test_words_of_the_first_screen(word):
    assert find(word).meaning


@pytest.mark.parametrize(("kind", "method"), [(kind, method) for kind in kinds() for method in names(kind)])
def test_every_way_is_explained(kind, method):
    """naive ... known-inside were refused."""
    assert len(find(method).meaning) > 25


@cache
def answers():
    """An answer of every calculator, all of it shown."""
    return (
        replcalc.compose("100,200", "0.1", beta0="1e-9", outputs="binary").report(explain=True, full=True),
        replcalc.queries(10, "0.1", "0.1").report(explain=True, full=True),
        replcalc.arms(3, 4, "0.1", "0.1").report(explain=True, full=True),
        replcalc.boost("pac-finite", "0.1", "0.05", "1e-6", class_size=1000).report(explain=True, full=True),
        replcalc.boost("heavy-hitters", "0.1", None, "1e-6", nu="0.2", epsilon="0.05").report(full=True),
        replcalc.amplify("100", "0.1", "0.4").report(full=True),
        replcalc.lower_bound(10, "0.1", "0.1").report(),
        replcalc.pg_compose("0.1x3", "1e-6", delta_prime="0.01", variant="all").report(),
        replcalc.catalogue(kind="theorem"),
    )


#: Headings that say nothing by themselves: places of a table, questions in words.
PLAIN = {
    "",
    "title",
    "label",
    "setting",
    "needs fewer samples than",
    "from k on",
    "grid or noise width",
    "alpha for grid or noise",
    "alpha for sampling",
    "by",
    "per round",
    "rho and beta hold",
    "closes at",
}


def test_every_column_is_explained():
    headings = {column for report in answers() for table in report.tables for column in table.columns}
    assert len(headings) > 25
    missing = [h for h in sorted(headings - PLAIN) if not h.startswith("i=") and not _known(h)]
    assert missing == []


def test_every_symbol_is_explained():
    """delta_star, chi, omega, lambda were refused."""
    found = {"eps_i", "delta_i", "boosted n_i", "eps*", "delta*", "gamma*"}
    for report in answers():
        for method in report.answer.results if isinstance(report.answer, Comparison) else ():
            found |= set(method.quantities)
    assert {"chi", "omega", "lambda", "delta_star", "sigma", "n_tester", "m_tight"} <= found
    assert [symbol for symbol in sorted(found) if not _known(symbol)] == []


def _known(word):
    try:
        return bool(find(word).meaning)
    except InputError:
        return False


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
