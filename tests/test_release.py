"""What is released is whole: the rules of the source archive, the oldest versions, the page that keeps outcomes."""

from __future__ import annotations

import importlib.util
import shutil
import sys
import tomllib
from contextlib import chdir
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def _release():
    spec = importlib.util.spec_from_file_location("benchmarks_release", ROOT / "benchmarks" / "release.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


release = _release()


@pytest.fixture(scope="module")
def archived():
    """What the rules of MANIFEST.in and the package's own files put into the source archive."""
    egg_info = pytest.importorskip("setuptools.command.egg_info", reason="reading MANIFEST.in needs setuptools")
    found = egg_info.FileList()
    with chdir(ROOT):
        found.findall()
        found.extend([str(path) for path in Path("replcalc").rglob("*.py")])
        for line in (ROOT / "MANIFEST.in").read_text().splitlines():
            found.process_template_line(line)
    return set(found.files)


@pytest.mark.skipif(
    shutil.which("git") is None or not (ROOT / ".git").exists(), reason="no git to say what the tree holds"
)
def test_the_source_archive_is_whole(archived):
    """It had neither tests nor proofs."""
    files = release.tracked()
    assert any(file.endswith("proof.md") for file in files) and "proofs/Makefile" in files
    data = [file for file in files if file.startswith("replcalc/") and not file.endswith((".py", ".md", ".json", ".v"))]
    assert not [file for file in release.missing(files, archived) if file not in data]
    assert release.missing(files, archived - {"CHANGELOG.md"})[-1:] != [] and "CHANGELOG.md" in release.missing(
        files, archived - {"CHANGELOG.md"}
    )


def test_every_requirement_has_an_oldest_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = release.requirements(project)
    oldest = [release.oldest(line) for line in wanted]
    assert "sympy==1.14" in oldest and "dask==2024.8" in oldest and not any("autodp" in line for line in oldest)
    assert len({line.partition("==")[0] for line in oldest}) == len(set(oldest)), "one name, one oldest version"
    with pytest.raises(ValueError, match="no oldest"):
        release.oldest("click<9")


def test_an_outcome_replaces_that_of_the_same_python_and_kind():
    page = "x\n|---|---|---|---|---|\n| 3.11 | oldest | a | 1 passed | d |\n| 3.11 | newest | a | 1 passed | d |\n"
    after = release.kept(page, "| 3.11 | oldest | a | 2 passed | e |")
    assert after.splitlines()[2:] == ["| 3.11 | oldest | a | 2 passed | e |", "| 3.11 | newest | a | 1 passed | d |"]
