"""Shared fixtures: the command line in-process."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--count", type=int, default=200, help="command lines that the fuzzer tries (default 200)")
    parser.addoption("--fuzz-seed", type=int, default=0, help="seed of the fuzzer of command lines (default 0)")


@dataclass(frozen=True)
class Completed:
    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the cases of a test marked ``sampled(every)`` the first and every so many after it run by default."""
    seen: Counter[str] = Counter()
    for item in items:
        sampled = item.get_closest_marker("sampled")
        if sampled is None:
            continue
        test = item.nodeid.partition("[")[0]
        if seen[test] % sampled.args[0]:
            item.add_marker(pytest.mark.exhaustive)
        seen[test] += 1


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


@pytest.fixture
def read_page() -> Callable[[str], Any]:
    """Parse a page by the rules of HTML, refuse what is wrong with it, and return its tree.

    Refused: anything the parser calls an error, an id given twice, a link to a place in the page that is not there,
    anything fetched from elsewhere.
    """
    html5lib = pytest.importorskip("html5lib")

    def read(text: str) -> Any:
        parser = html5lib.HTMLParser(namespaceHTMLElements=False)
        tree = parser.parse(text)
        assert not parser.errors, [(where, what, text[:0]) for where, what, _ in parser.errors[:5]]
        identifiers = [e.get("id") for e in tree.iter() if e.get("id")]
        assert len(set(identifiers)) == len(identifiers), "an id is given twice"
        for element in tree.iter():
            for attribute in ("href", "src", "action", "data"):
                target = element.get(attribute) or ""
                assert not target.startswith(("//", "http:", "https:", "javascript:")) or element.tag == "a", target
                if attribute == "href" and target.startswith("#") and len(target) > 1:
                    assert target[1:] in identifiers, f"{target} is not in the page"
        return tree

    return read
