"""show, verify, derive, table and cite: whatever somebody with the paper types leads to its statement."""

import re

import pytest


@pytest.mark.parametrize(
    ("words", "start"),
    [
        ("Theorem 1", "thm:main"),
        ("Lemma 7", "lm:h_hat_to_h"),
        ("eq:bound_n_main_thm", "eq:bound_n_main_thm"),
        ("c2", "c2 = 16.2, proved"),
        ("vacuous", "vacuous:"),
    ],
)
def test_show_finds(replcalc, words, start):
    done = replcalc("show", *words.split())
    assert done.code == 0 and not done.err and done.out.startswith(start[:4])
    assert start in " ".join(done.out.split())


def test_show_main_begins_with_the_theorem_as_printed_and_its_constants_as_proved(replcalc):
    text = " ".join(replcalc("show", "thm:main").out.split())
    assert text.index("As printed: Suppose") < text.index("As proved") < text.index("Given")
    factors = [float(found) for found in re.findall(r"≤ ([\d.e]+)·", text)[:2]]
    assert 1.08649e10 <= factors[0] <= 1.09e10 and 129.29 <= factors[1] <= 129.31, "rounded up"


def test_show_alone_is_the_catalogue(replcalc):
    assert "statements" in replcalc("show").out.splitlines()[0]
    every = replcalc("show", "--all", "--format", "json").json()
    assert every["count"] == len(every["statements"]) > 150


@pytest.mark.parametrize("word", ["thm:mian", "no:such"])
def test_an_unknown_word_is_refused_in_one_line(replcalc, word):
    done = replcalc("show", word)
    assert done.code == 2 and len(done.err.strip().splitlines()) == 1


def test_cite_is_bibtex_of_sources_and_tool(replcalc):
    text = replcalc("show", "lm:pg_to_replic", "--cite").out
    assert text.count("@") >= 2 and "replcalc" in text and text.count("{") == text.count("}")
    assert replcalc("show", "--cite").code == 2


def test_verify_takes_constants_and_labels():
    from replcalc.output.lookup import find_claim_names

    assert "pg.epsilon-star" in find_claim_names(("c2",)) and "mean.failure" in find_claim_names(("0.0001",))
    assert find_claim_names(("Theorem 1",)) == ("thm:main",)


def test_what_if_changes_one_side_only(replcalc):
    line = ("derive", "paper", "--n", "100,200", "--rho", "0.1", "--against", "paper")
    found = replcalc(*line, "--set", "c2=8", "--format", "json").json()
    assert float(found["factors"]["rho"]["upper"]) < 0.6 and found["factors"]["samples"]["exact"] == "1"
    text = replcalc(*line, "--set", "c2=8").out
    assert "c2 = 8 is yours (proved: 16.2)" in text and "rho is 0.4938 times as large" in " ".join(text.split())
    guessed = re.search(r"guessed: (.*?)\n  c2", text, re.S)[1]
    assert "C_pg" in guessed and "c2" not in guessed and "c_max" not in guessed


def test_derive_gives_formulas_and_programs(replcalc):
    line = ("derive", "paper", "--expression", "epsilon_star", "--let", "n=const")
    assert "ε*" in replcalc(*line).out and "Sum" not in replcalc(*line, "--simplify").out
    assert "Symbol(" in replcalc(*line, "--simplify", "--format", "sympy").out
    as_on_screens = ("derive", "paper", "--expression", "eps_star", "--let", "n=const")
    assert replcalc(*as_on_screens).out == replcalc(*line).out
    assert replcalc("derive", "paper", "--expression", "epsilon_sta").code == 2


def test_table_one_is_derived(replcalc):
    rows = replcalc("table", "1", "--format", "json").json()["rows"]
    assert len(rows) == 6 and all(row["n_new_optimal"] > 0 for row in rows)
    assert replcalc("table", "2").code == 2 and replcalc("table").code == 2


def test_table_check_finds_a_difference(replcalc, here):
    assert replcalc("table", "errata", "--write", "--dir", "t").code == 0
    assert replcalc("table", "errata", "--check", "--dir", "t").code == 0
    file = here / "t" / "errata.csv"
    file.write_text(file.read_text(encoding="utf-8").replace("a", "b", 1), encoding="utf-8")
    done = replcalc("table", "errata", "--check", "--dir", "t")
    assert done.code == 1 and "errata.csv" in done.out and done.err.strip()


def test_prove_decides(replcalc):
    for text, on, code in (("log(1+x) <= x", "x in [0, oo)", 0), ("exp(x) >= 1 + x + 0.51*x^2", "x in [0, 1]", 1)):
        done = replcalc("prove", text, "--on", on, "--format", "json")
        assert done.code == code and done.json()["verdict"] == ("REFUTED" if code else "PROVED")
