"""Before a release: the archives are whole and work where nothing else is; every allowed version does.

    python benchmarks/release.py archives                       sdist and wheel, each in a clean environment
    python benchmarks/release.py versions oldest [TESTS ...]    the default tests with the oldest allowed versions
    python benchmarks/release.py versions newest --python python3.13 --write [TESTS ...]

``archives`` builds both archives, compares the list of the source archive with the tree, installs each in a virtual
environment of its own, far from the tree, and runs the examples of the README there with what was installed.
``versions`` installs every dependency and extra (but the accountants that benchmarks compare with) in the oldest or the
newest version that pyproject.toml allows and runs pytest; ``--write`` keeps the outcome in docs/maintaining.md. Both
need a package index. The exit code is that of the tests.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "maintaining.md"
#: The extra that is left out: other people's accountants, which pin what we do not.
PEERS = "bench"
#: What the source archive must hold beside the package.
WHOLE = ("tests/", "docs/", "tables/", "proofs/", "benchmarks/", "examples/", "CHANGELOG.md", "LICENSE", "README.md")


def tracked() -> list[str]:
    """The files of the tree."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return listed.stdout.splitlines()


def missing(files: Iterable[str], archived: Iterable[str]) -> list[str]:
    """Files that belong into the source archive and are not in it: all of the package, and WHOLE."""
    there = set(archived)
    return [file for file in files if file.startswith(("replcalc/", *WHOLE)) and file not in there]


@contextmanager
def environment(python: str = sys.executable) -> Iterator[Path]:
    """The Python of a new virtual environment, in a folder that has nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([python, "-m", "venv", f"{folder}/venv"], check=True)
        yield Path(folder) / "venv" / "bin" / "python"


def pip(python: Path, *words: str) -> None:
    subprocess.run([python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", *words], check=True)


# -- archives ----------------------------------------------------------------------------------------------------------
def built(folder: Path) -> tuple[Path, Path]:
    """The source archive and the wheel of a copy of the tree."""
    copy = folder / "tree"
    for file in tracked():
        (copy / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / file, copy / file)
    with environment() as python:
        pip(python, *tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"], "wheel")
        for kind in ("sdist", "wheel"):
            code = f"import setuptools.build_meta as b; b.build_{kind}({str(folder)!r})"
            subprocess.run([python, "-c", code], cwd=copy, check=True, stdout=subprocess.DEVNULL)
    return next(folder.glob("*.tar.gz")), next(folder.glob("*.whl"))


def archives() -> int:
    with tempfile.TemporaryDirectory() as folder:
        source, wheel = built(Path(folder))
        with tarfile.open(source) as archive:
            names = [name.partition("/")[2] for name in archive.getnames()]
        left_out = missing(tracked(), names)
        print(f"{source.name}: {len(names)} entries; missing: {', '.join(left_out) or 'nothing'}")
        codes = [int(bool(left_out))]
        for archive_file in (source, wheel):
            with environment() as python:
                pip(python, str(archive_file), "pytest")  # what people install, and what runs the examples
                codes.append(readme(python, Path(folder) / "tree"))
                print(f"{archive_file.name}: examples of the README {'fail' if codes[-1] else 'hold'}", flush=True)
    return max(codes)


def readme(python: Path, tree: Path) -> int:
    """The README's examples by what is installed, in a folder without the package."""
    place = python.parents[2] / "readme"
    (place / "tests").mkdir(parents=True)
    for file in ("README.md", "tests/conftest.py", "tests/test_readme.py", "pyproject.toml"):
        shutil.copy2(tree / file, place / file)
    return subprocess.run([python, "-m", "pytest", "tests"], cwd=place, env=plain()).returncode


def plain() -> dict[str, str]:
    """The environment without ways to the tree."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


# -- versions ----------------------------------------------------------------------------------------------------------
def oldest(requirement: str) -> str:
    """``sympy>=1.14,<2`` -> ``sympy==1.14``."""
    found = re.fullmatch(r"([\w.-]+)(\[[\w,-]+\])?>=([\w.]+)(,.*)?", requirement)
    if found is None:
        raise ValueError(f"{requirement!r} says no oldest version")
    return f"{found[1]}=={found[3]}"


def requirements(project: dict[str, object]) -> list[str]:
    """Every requirement of the package and of its extras but PEERS, once."""
    extras = project["optional-dependencies"]
    assert isinstance(extras, dict) and isinstance(project["dependencies"], list)
    named = [*project["dependencies"], *(line for extra, lines in extras.items() if extra != PEERS for line in lines)]
    return list(dict.fromkeys(named))


def versions(which: str, interpreter: str, tests: Sequence[str], write: bool) -> int:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = requirements(project)
    with environment(interpreter) as python:
        allowed = python.parents[2] / "constraints.txt"
        allowed.write_text("\n".join(map(oldest, wanted)) if which == "oldest" else "")
        extras = ",".join(extra for extra in project["optional-dependencies"] if extra != PEERS)
        pip(python, "--constraint", str(allowed), "--upgrade", f"{ROOT}[{extras}]")
        frozen = subprocess.run([python, "-m", "pip", "freeze"], capture_output=True, text=True, check=True).stdout
        names = {re.split(r"[\[<>=]", line)[0].lower() for line in wanted}
        used = [line.replace("==", " ") for line in frozen.splitlines() if line.partition("==")[0].lower() in names]
        version = subprocess.run([python, "-V"], capture_output=True, text=True, check=True).stdout.split()[1]
        words = [python, "-m", "pytest", "-p", "no:cacheprovider", *tests]
        done = subprocess.run(words, cwd=ROOT, env=plain(), capture_output=True, text=True)
    print(done.stdout[-6000:], done.stderr[-2000:])
    lines = [line for line in done.stdout.splitlines() if " in " in line]
    summary = lines[-1] if lines else f"exit code {done.returncode}"
    row = f"| {version} | {which} | {' '.join(tests) or 'the default tests'} | {summary.strip('= ')} | {date.today()} |"
    print(row, "; ".join(used), sep="\n")
    if write:
        PAGE.write_text(kept(PAGE.read_text(encoding="utf-8"), row), encoding="utf-8")
    return done.returncode


def kept(page: str, row: str) -> str:
    """The page with this row in its table of versions, in place of the one of the same Python and kind."""
    start = row.split("|")[1:3]
    head, rule, rest = page.partition("|---|---|---|---|---|\n")
    assert rule, "docs/maintaining.md has the table"
    rows = [line for line in rest.splitlines() if line.split("|")[1:3] != start]
    return head + rule + "\n".join([row, *rows]) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Archives and versions.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("archives")
    some = commands.add_parser("versions")
    some.add_argument("which", choices=("oldest", "newest"))
    some.add_argument("tests", nargs="*", help="instead of the default tests")
    some.add_argument("--python", default=sys.executable)
    some.add_argument("--write", action="store_true", help="keep the outcome in docs/maintaining.md")
    chosen = parser.parse_args(arguments)
    if chosen.command == "archives":
        return archives()
    return versions(chosen.which, chosen.python, chosen.tests, chosen.write)


if __name__ == "__main__":
    sys.exit(main())
