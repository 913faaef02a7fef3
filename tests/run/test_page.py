"""The page from a CSV file to two equal receipts does what it says, step by step."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from replcalc.data.streams import Shared

PAGE = Path(__file__).resolve().parents[2] / "docs" / "make-a-result-replicable.md"


def test_every_step(replcalc, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    commands = equal = 0
    for language, block in re.findall(r"```(console|python)\n(.*?)```", text, flags=re.DOTALL):
        if language == "python":
            exec(compile(block, str(PAGE), "exec"), {})
            continue
        for line in re.findall(r"^\$ (.*)$", block, flags=re.MULTILINE):
            program, *args = shlex.split(line)
            assert program == "replcalc"
            done = replcalc(*args)
            assert done.code == 0, done.err
            shown = block.split(line, 1)[1].split("$ ", 1)[0].split("...", 1)[0].split()
            assert done.out.split()[: len(shown)] == shown
            equal += "--compare" in args
            commands += 1
    assert (commands, equal) == (4, 1)
    assert Path("one.json").read_bytes() != Path("two.json").read_bytes()


def test_the_vectors_of_the_page():
    shown = re.findall(r"\b[0-9a-f]{16}\b", PAGE.read_text(encoding="utf-8"))
    stream = Shared("study 2026").stream("mean", 0)
    assert shown == [f"{stream.word():016x}" for _ in range(5)]
