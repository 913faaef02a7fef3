"""The page from a CSV file to two equal receipts does what it says, step by step."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from replcalc.run.shared import Shared

PAGE = Path(__file__).resolve().parents[2] / "docs" / "make-a-result-replicable.md"


def test_every_step(replcalc, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    commands = 0
    for language, block in re.findall(r"```(console|python)\n(.*?)```", text, flags=re.DOTALL):
        if language == "python":
            exec(compile(block, str(PAGE), "exec"), {})
            continue
        for line in re.findall(r"^\$ (.*)$", block, flags=re.MULTILINE):
            program, *args = shlex.split(line.split("|")[0])
            assert program == "replcalc"
            done = replcalc(*args)
            assert done.code == 0, done.err
            if "--compare" in args:
                assert done.out.startswith("Receipts: equal answers")
            elif args[0] == "queries":
                needed = json.loads(done.out)["routes"]["expected-gap"]["quantities"]["samples"]
                assert needed <= 18000, "the page's files are long enough"
            commands += 1
    assert commands == 4
    assert Path("one.json").read_bytes() != Path("two.json").read_bytes()


def test_the_vectors_of_the_page():
    shown = re.findall(r"\b[0-9a-f]{16}\b", PAGE.read_text(encoding="utf-8"))
    stream = Shared("study 2026").stream("mean", 0)
    assert shown == [f"{stream.word():016x}" for _ in range(5)]
