"""The tutorial and the page about data do what they say, step by step."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from pathlib import Path

from replcalc.run import receipts as receipt
from replcalc.run import studies as study
from replcalc.run.seeds import Shared

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "make-a-result-replicable.md"


def carried_out(page, replcalc):
    """Every block of a page; the commands that were run."""
    commands = []
    for language, block in re.findall(
        r"```(console|python)\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL
    ):
        if language == "python":
            exec(compile(block, str(page), "exec"), {})
            continue
        for line in re.findall(r"^\$ (.*)$", block, flags=re.MULTILINE):
            program, *args = shlex.split(line)
            assert program == "replcalc"
            done = replcalc(*args)
            assert done.code == 0, done.err
            shown = block.split(line, 1)[1].split("$ ", 1)[0].split("...", 1)[0].split()
            assert done.out.split()[: len(shown)] == shown
            commands.append(args)
    return commands


def test_every_step(replcalc, tmp_path, monkeypatch):
    """Three studies, each from its plan to two equal receipts; what the page shows is what is printed."""
    monkeypatch.chdir(tmp_path)
    commands = carried_out(PAGE, replcalc)
    kinds = [next((word for word in ("--compare", "--verify", "plan") if word in args), "run") for args in commands]
    assert Counter(kinds) == {"plan": 3, "run": 7, "--compare": 3, "--verify": 1}
    for name in ("means", "ab", "model"):
        one, two = (receipt.read(tmp_path / f"{name}{team}.json") for team in (1, 2))
        assert one.answers == two.answers and one.data["digest"] != two.data["digest"]
        assert one.study == two.study == study.read(tmp_path / f"{name}.toml").digest


def test_the_page_about_data(replcalc, tmp_path, monkeypatch):
    """And what it says is refused, is."""
    monkeypatch.chdir(tmp_path)
    commands = carried_out(DOCS / "data.md", replcalc)
    assert len(commands) == 5
    held = json.loads(Path("dropped.json").read_text())
    assert held["question"]["missing"] == "drop-row" and held["data"]["rows"] == 8820
    assert held["data"]["read"] == 9000 and "lack none of the values asked for" in held["guarantee"]
    refused = replcalc(*(word for word in commands[0] if word not in ("--missing", "drop-row")))
    assert refused.code == 2 and "Row 8, column score: 'nothing'" in refused.err
    written = replcalc(*commands[-1], "--labels", "as-written")
    assert written.code == 2 and "'1.0' is not allowed; expected one of 1, 2" in written.err.replace("\n", " ")


def test_the_vectors_of_the_page():
    shown = re.findall(r"\b[0-9a-f]{16}\b", PAGE.read_text(encoding="utf-8"))
    stream = Shared("study 2026").stream("mean", 0)
    assert shown == [f"{stream.word():016x}" for _ in range(5)]
