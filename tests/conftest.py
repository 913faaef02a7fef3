"""Shared fixtures: the command line in-process."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass(frozen=True)
class Completed:
    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(autouse=True)
def no_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text is as wide as COLUMNS says, and some test runners say it: tests see the default width."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture
def replcalc(capsys: pytest.CaptureFixture[str]) -> Callable[..., Completed]:
    """Run ``replcalc ARGS`` without a new process and collect exit code, stdout and stderr."""
    from replcalc.cli.main import main

    def run(*args: str) -> Completed:
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main(list(args))
        captured = capsys.readouterr()
        code = stop.value.code
        return Completed(code if isinstance(code, int) else 1, captured.out, captured.err)

    return run
