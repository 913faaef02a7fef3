"""``list``, ``show`` and ``derive``."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import replcalc as api
from replcalc.planning.method import names
from replcalc.statements.catalogue import entries

ROOT = Path(__file__).parents[2]


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


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", [*names("composition"), "thm:main", "lm:pg_compose", "thm:boost_beta"])
def test_derive_reaches_cited_results(replcalc, name):
    text = replcalc("derive", name)
    assert text.code == 0 and text.out.startswith(name)
    tree = replcalc("derive", name, "--format", "json").json()["tree"]
    assert tree["label"] == name and tree["children"]
    latex = replcalc("derive", name, "--format", "latex").out
    assert latex.count(r"\begin{minipage}") == latex.count(r"\end{minipage}") >= 3
    assert not re.search(r"(?<!\\)_(?![{a-zA-Z0-9])", latex)
    assert replcalc("derive", "no:such").code == 2


def test_derive_drops_no_formula_and_cuts_no_name(replcalc):
    """Formulas of 160 characters or more were left out: delta_k of paper."""
    drawn = replcalc("derive", "paper").out
    assert "ε*" in drawn and "δ′" in drawn and "epsilon" not in drawn
    for label, name in (("eq:def_eps_i_delta_i", "ε_i ="), ("alg:main", "samples =")):
        assert label in drawn and name in drawn
    gives = {step.statement.label: len(step.quantities) for step in api.derive("paper").steps}

    def walk(node):
        cited = sum(d.startswith("cites ") for d in node["detail"])
        if node["label"] in gives and not node["again"]:
            assert len(node["detail"]) - cited == gives[node["label"]]
        for child in node["children"]:
            walk(child)

    walk(replcalc("derive", "paper", "--format", "json").json()["tree"])


def test_expressions_in_every_format(replcalc):
    asked = ("derive", "paper", "--expression", "samples", "--let", "n=const", "--simplify")
    assert "samples = ⌈" in replcalc(*asked).out
    assert replcalc(*asked, "--format", "latex").out.startswith(r"\mathrm{samples} = ")
    assert replcalc(*asked, "--format", "sympy").out.startswith("ceiling(")
    assert "def samples(" in replcalc(*asked, "--format", "python").out
    data = replcalc(*asked, "--format", "json").json()["expression"]
    assert {"n", "rho", "beta0"} <= set(data["symbols"]) and data["families"] == []
    assert "~" in replcalc("derive", "paper", "--expression", "epsilon", "--let", "n=const", "--asymptotic", "k").out
    for wrong in (
        ("--let", "n=const"),
        ("--format", "python"),
        ("--expression", "nothing"),
        ("--expression", "samples", "--let", "n"),
        ("--expression", "samples", "--let", "n=const", "--solve", "n", "--diff", "c"),
    ):
        refused = replcalc("derive", "paper", *wrong)
        assert refused.code == 2 and refused.err.startswith("replcalc: --") and refused.err.count("\n") == 1
    assert replcalc("derive", "thm:main", "--expression", "n").code == 2


def loaded(*arguments):
    """The modules that a command of its own process has loaded when it ends."""
    code = "import sys\nfrom replcalc.cli.main import main\ntry:\n    main()\nfinally:\n    print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return set(done.stderr.split()), done.stdout


def test_list_builds_nothing():
    modules, out = loaded("list", "--all")
    assert "thm:main" in out and "problem:pac/tester" in out
    assert not {"sympy", "numpy", "scipy"} & modules


def test_show_loads_no_claims_and_no_prover():
    modules, out = loaded("show", "derived:lemma-e")
    assert "replcalc/sharper/lemma_e/statement.py:" in out
    assert [m for m in modules if ".claims" in m.removeprefix("replcalc.claims")] == []
    unwanted = ("replcalc.prover", "numpy", "scipy")
    assert [m for m in modules if m.startswith(unwanted)] == []


def test_show_says_where_a_statement_is_defined(replcalc):
    """The file, on the line that gives the label, and the theory."""
    for label in ("thm:main", "derived:squared-votes", "problem:best-arm/replicable"):
        card = replcalc("show", label, "--format", "json").json()
        path, line = card["defined"].split(":")
        text = (ROOT / path).read_text(encoding="utf-8").splitlines()[int(line) - 1]
        assert f'label="{label}"' in text
    assert card["theory"] == "costs" and "thm:best_arm" in card["uses"]


def test_orders_of_growth_keep_their_parentheses(replcalc):
    """n = O C/alpha^2, drawn and in the columns of --explain, was not a formula."""
    drawn = replcalc("show", "thm:parallel_best_arm").out
    assert "n₀ = O⎜" in drawn and "Õ⎜" in replcalc("show", "thm:heavy_hitters").out
    steps = replcalc(
        "queries",
        "--k",
        "3",
        "--alpha",
        "0.1",
        "--rho",
        "0.1",
        "--beta",
        "0.1",
        "--format",
        "json",
    )
    given = [
        text
        for method in steps.json()["routes"].values()
        for step in method["steps"]
        for text in step["gives"].values()
    ]
    assert given and all(text.startswith(("= ", "<= ", ">= ")) for text in given)
    assert replcalc("derive", "paper").out.count(" O ") == 0


def test_a_way_is_shown_by_its_name(replcalc):
    from replcalc.planning.method import kinds, names

    for name in {name for kind in kinds() for name in names(kind)}:
        shown = replcalc("show", name, "--format", "json")
        assert shown.code == 0, (name, shown.err)
        assert all(answer["steps"] or answer["kind"] for answer in shown.json()["answers"])
    assert "Applied by compose" in replcalc("show", "direct").out
    assert replcalc("show", "dircet").code == 2


def test_a_list_says_first_how_many_there_are(replcalc):
    """354 of 357 lines were wider than a terminal, and nothing said what there is."""
    brief, everything = replcalc("list").out, replcalc("list", "--all").out
    count = replcalc("list", "--format", "json").json()["count"]
    for text in (brief, everything):
        assert text.startswith(f"{count} statements: ")
    assert len(brief.splitlines()) < 45 < count < len(everything.splitlines())
    counted = [line.split()[1] for line in brief.splitlines() if len(line.split()) > 1]
    assert sum(int(word) for word in counted if word.isdigit()) == count, "every statement stands in one section"
    assert "lm:azuma" in replcalc("list", "--section", "sec:compose").out
