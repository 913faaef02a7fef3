"""Shared fixtures: the command line in-process."""

import gc
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import chdir
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("busy machines", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy machines")


@dataclass(frozen=True)
class Completed:
    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the cases of a test marked ``sampled(every)`` every so many run by default; LaTeX is an extra."""
    seen: Counter[str] = Counter()
    for item in items:
        if "latex_log" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.needs_extra)
        sampled = item.get_closest_marker("sampled")
        if sampled is None:
            continue
        test = item.nodeid.partition("[")[0]
        if seen[test] % sampled.args[0]:
            item.add_marker(pytest.mark.exhaustive)
        seen[test] += 1


def pytest_collection_finish() -> None:
    """Modules and tests stay to the end: the collector of garbage need not look through them thousands of times."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_configure() -> None:
    """Bytecode is kept, as an installed package has it, by these tests and by the commands they start."""
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.fixture(autouse=True, scope="session")
def no_columns() -> None:
    """Text is as wide as COLUMNS says, and some test runners say it: tests see the default width."""
    os.environ.pop("COLUMNS", None)


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Path]:
    """A directory of one's own, which is the current one."""
    with chdir(tmp_path):
        yield tmp_path


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


@pytest.fixture(scope="session")
def script() -> Callable[[str], Any]:
    """Import a script of benchmarks/ by its name."""

    @cache
    def load(name: str) -> Any:
        place = Path(__file__).parents[1] / "benchmarks" / f"{name}.py"
        spec = importlib.util.spec_from_file_location(name, place)
        assert spec is not None and spec.loader is not None
        module = sys.modules[name] = importlib.util.module_from_spec(spec)  # dataclasses look their module up
        spec.loader.exec_module(module)
        return module

    return load


@pytest.fixture
def latex_log(tmp_path: Path) -> Callable[[str], str]:
    """Compile a document: the log of pdflatex, which must end well.

    Skipped where LaTeX lacks something that this very document needs: the program, its class, or one of its packages.
    """

    def compiled(text: str) -> str:
        if shutil.which("pdflatex") is None:
            pytest.skip("LaTeX lacks pdflatex")
        used = re.findall(r"\\(usepackage|documentclass)(?:\[[^]]*\])?\{([^}]*)\}", text)
        files = [
            f"{name.strip()}.{'sty' if kind == 'usepackage' else 'cls'}"
            for kind, names in used
            for name in names.split(",")
        ]
        lacks = [
            file for file in files if subprocess.run(["kpsewhich", file], capture_output=True, check=False).returncode
        ]
        if lacks:
            pytest.skip(f"LaTeX lacks {', '.join(lacks)}")
        (tmp_path / "output.tex").write_text(text, encoding="utf-8")
        words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-draftmode", "output.tex"]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, errors="replace")
        assert done.returncode == 0, done.stdout[-1500:]
        return done.stdout

    return compiled


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
