"""The fuzzer of laws and strange lines (``python benchmarks/laws.py``): a few of its cases, and that it finds what is wrong."""

from __future__ import annotations

import importlib.util
import json
import random
import shlex
import sys
from fractions import Fraction
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "schema" / "replcalc-3.json").read_text(encoding="utf-8"))


def _laws():
    spec = importlib.util.spec_from_file_location("benchmarks_laws", ROOT / "benchmarks" / "laws.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


laws = _laws()


@pytest.mark.parametrize("lines", [24, pytest.param(400, marks=pytest.mark.exhaustive)])
def test_laws_hold_and_whatever_is_typed_is_answered(here, lines):
    """Of 32,768 lines 129 ended with a traceback; about 1% of the round trips came back with more samples."""
    laws.sandbox(here)
    cases = [found for _, found in laws.fuzz(0, laws.in_process, lines=lines)]
    wrong = [
        f"{found.kind}: {'; '.join(found.wrong)}\n  " + "\n  ".join(map(laws.shown, found.lines))
        for found in cases
        if found.wrong
    ]
    assert not wrong, "\n".join(wrong)
    strange = sum(len(found.lines) for found in cases if found.kind == "strange")
    assert strange <= sum(len(found.lines) for found in cases) / 2 + 1, "half of the lines are on laws"
    assert sum(found.comparisons for found in cases if found.kind != "strange") > lines, "laws said something"


# -- controls: each law sees what breaks it ------------------------------------------------------------------------------
def planted(mend):
    """A run whose n-th document is changed by ``mend(n, document)``; text and CSV stay."""
    asked = 0

    def run(*words):
        nonlocal asked
        done = laws.in_process(*words)
        if "json" not in words or done.code not in (0, 1):
            return done
        asked += 1
        document = json.loads(done.out)
        mend(asked, document)
        return laws.Completed(done.code, json.dumps(document), done.err)

    return run


def times(factor, which):
    """The samples of the ``which``-th document, of every way and of the answer, times a factor."""

    def mend(number, document):
        if number == which:
            for method in document["routes"].values():
                if isinstance(method["quantities"].get("samples"), int):
                    method["quantities"]["samples"] = max(1, int(method["quantities"]["samples"] * factor))
            if document.get("answer", {}).get("samples"):
                document["answer"]["samples"] = int(document["answer"]["samples"] * factor)

    return mend


def lax(number, document):
    for method in document["routes"].values():
        if "beta" in method["quantities"]:
            method["quantities"]["beta"] = {"lower": "0.9999", "upper": "0.9999"}


def high_bound(number, document):
    if document.get("lower_bound"):
        document["lower_bound"]["samples"] = 10**30
    for name in ("m_tight", "m_sharp"):
        if name in document.get("quantities", {}):
            document["quantities"][name] = 10**30


@pytest.mark.parametrize(
    ("law", "mend"),
    [
        (laws.the_promise_is_kept, lax),
        (laws.what_is_easier_needs_no_more, times(Fraction(1000), 1)),
        (laws.what_is_easier_needs_no_more, times(Fraction(1, 1000), 2)),
        (laws.queries_are_monotone, times(2, 1)),
        (laws.order_does_not_matter, times(Fraction(11, 10), 2)),
        (laws.spelling_does_not_matter, times(Fraction(11, 10), 2)),
        (laws.there_and_back, times(10**4, 2)),
        (laws.text_is_json, times(3, 1)),
        (laws.no_split_beats_the_answer, times(10**4, 1)),
        (laws.nothing_is_below_a_lower_bound, high_bound),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_planted_violation_is_found(law, mend):
    """The control: an answer that is changed breaks its law, within a few cases; unchanged it does not."""
    for seed in range(8):
        found = laws.case_of_law(law, random.Random(seed), planted(mend))
        if found.wrong:
            assert " > " in found.wrong[0]
            assert not laws.case_of_law(law, random.Random(seed), planted(lambda *_: None)).wrong
            return
    pytest.fail("not found")


def test_the_command_ends_with_one_where_something_is_wrong(capsys):
    """All in one: a fault of ours in every third line is counted, shown and ends with exit code 1."""
    lines = 0

    def faulty(*words):
        nonlocal lines
        lines += 1
        return laws.Completed(70, "", "replcalc: this is a fault") if lines % 3 == 0 else laws.Completed(2, "", "--rho")

    assert laws.main(["--lines", "6"], faulty) == 1
    out = capsys.readouterr().out
    assert "exit code 70" in out and "6 lines, 3 of them on laws" in out and "replcalc compose --n" in out


class Made:
    """An answer made up for the control."""

    def __init__(self, code=0, out="x", err=""):
        self.code, self.out, self.err = code, out, err


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (Made(3), "exit code 3"),
        (Made(1, err="Traceback (most recent call last)"), "traceback"),
        (Made(2, "", "--rho: " + "x" * 200), "characters"),
        (Made(2, "", "--rho\n--rho"), "2 lines"),
        (Made(2, "", "it does not work"), "no option"),
        (Made(0, ""), "no answer"),
    ],
)
def test_the_fuzzer_sees_what_is_wrong(made, told):
    """Its control: each kind of complaint is made."""
    assert told in (laws.complaint(["x"], lambda *_: made) or "")
    assert "ZeroDivisionError" in (laws.complaint(["x"], lambda *_: 1 / 0) or "")


def test_a_line_that_does_not_end_is_stopped(monkeypatch):
    monkeypatch.setattr(laws, "SECONDS", 0.05)

    def forever(*_):
        while True:
            pass

    assert "longer" in (laws.complaint(["x"], forever) or "")


# -- what was found ------------------------------------------------------------------------------------------------------
def test_what_the_fuzzer_found(replcalc, tmp_path):
    """--max-rounds 0 of a run ended with a traceback: the logarithm of 0."""
    words = (
        "run",
        "queries",
        "data.csv",
        "--query",
        "x=a",
        "--range",
        "0,2",
        "--alpha",
        "0.1",
        "--rho",
        "0.1",
        "--beta",
        "0.01",
        "--seed",
        "s",
    )
    done = replcalc(*words, "--max-rounds", "0")
    assert (done.code, done.out) == (2, "") and done.err.startswith("replcalc: --max-rounds: '0' is not allowed")


def test_short_decimals_do_not_cost_a_block(replcalc):
    """385 samples bought rho0 = 6.94e-7; asked for it, 462 were said to be needed: x1 was rounded to three digits."""
    words = (
        "--n",
        "77,77,77,2",
        "--rho",
        "69/50000",
        "--beta",
        "1/31250",
        "--beta0",
        "1/250000",
        "--route",
        "direct",
        "--format",
        "json",
    )
    back = replcalc("compose", *words, "--rho0", "347/500000000").json()
    assert back["routes"]["direct"]["quantities"]["samples"] == 385


def test_a_program_that_does_not_settle_is_answered(monkeypatch, replcalc):
    """After the last exchange the solution was read on a grid that it was not for: IndexError."""
    monkeypatch.setattr("replcalc.sharper.threshold_test.program._EXCHANGES", 1)
    done = replcalc("test", "--low", "0.4", "--high", "0.6", "--rho", "0.2", "--beta", "0.05", "--format", "json")
    assert done.code == 0, done.err
    assert done.json()["quantities"]["lower_samples"] <= done.json()["quantities"]["samples"]


def test_digits_change_no_figure(replcalc):
    words = ("compose", "--n", "7,130x2", "--rho", "0.02", "--rho0", "0.01", "--beta0", "1e-6", "--format", "json")
    few, many = (replcalc(*words, "--digits", digits).json()["routes"] for digits in ("3", "40"))
    for method, found in few.items():
        for name, value in found["quantities"].items():
            other = many[method]["quantities"][name]
            if isinstance(value, dict):
                assert Fraction(value["lower"]) <= Fraction(other["upper"]) and Fraction(other["lower"]) <= Fraction(
                    value["upper"]
                )
        assert found["quantities"].get("samples") == many[method]["quantities"].get("samples")


def test_the_slack_is_said(replcalc):
    done = replcalc(
        "compose", "--n", "100x2", "--rho", "0.01", "--rho0", "0.001", "--beta0", "1e-8", "--route", "direct"
    )
    assert "within 1% of the least found" in " ".join(done.out.split())


@pytest.mark.parametrize(
    "line",
    [
        "simulate threshold --tau 0.249",
        "waterfall --n 100 --rho 0.1 --rho0 0.6",
        "lower-bound --k 1e400 --tau 0.2 --rho 0.1",
        "compose --n 100 --rho 0.1 --solve k --samples 5000 --route naive",
        "compose --n 100 --rho 0.1 --solve k --samples 99 --route naive",
        "compose --law 100 --rho 0.3",
        "queries --solve k --samples 5000 --alpha 0.1 --rho 0.1 --beta 0.1",
    ],
)
def test_documents_of_odd_questions_follow_the_schema(replcalc, line):
    """simulate threshold printed a why_loose that the schema did not know."""
    jsonschema = pytest.importorskip("jsonschema", reason="validating needs jsonschema (test extra)")
    assert_valid(jsonschema, shlex.split(line), replcalc)


def test_fuzzed_documents_follow_the_schema(replcalc, here):
    jsonschema = pytest.importorskip("jsonschema", reason="validating needs jsonschema (test extra)")
    draw = random.Random(1)
    for _ in range(30):
        words = laws.strange_line(draw)
        if words[0] not in ("run", "verify", "prove") and "--format" not in words:
            assert_valid(jsonschema, words, replcalc)


def assert_valid(jsonschema, words, replcalc):
    done = laws.limited(replcalc, *words, "--format", "json")
    if done.code == 2 or not done.out.strip():
        return
    kinds = SCHEMA["x-commands"].get(" ".join(words[:2])) or SCHEMA["x-commands"][words[0]]
    found = {}
    for kind in kinds:
        validator = jsonschema.Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]})
        found[kind] = [
            f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in validator.iter_errors(done.json())
        ][:3]
    assert not all(found.values()), (words, found)
