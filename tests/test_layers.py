"""Imports point one way: a room imports only from itself and from the rooms above it."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import replcalc
from replcalc.statements.catalogue import own
from replcalc.theories import OWN

ROOT = Path(replcalc.__file__).parent
#: Rooms that know no theorem, from what everything rests on upwards. A room imports from itself and from rooms before it.
MACHINERY = (
    "names",
    "theories",
    "numbers",
    "symbolic",
    "statements",
    "kernel",
    "prover",
    "claims",
    "search",
    "simulate",
    "planning",
    "data",
    "vocabulary",
)
#: Where the theorems live; they may use each other.
THEOREMS = ("paper", "sharper", "problems")
#: What people see: they use theorems and machinery, and the faces before them.
FACES = ("testing", "run", "output", "api", "sweeps", "cli", "web")
ROOMS = (*MACHINERY, *THEOREMS, *FACES)
#: Rooms that must stay ignorant of libraries: the checker trusts neither sympy nor the prover.
FORBIDDEN = {
    "kernel": ("sympy", "replcalc.prover", "replcalc.symbolic", "replcalc.statements"),
}


@dataclass(frozen=True)
class Said:
    """What a module says: what it imports anywhere in it (a lazy import is an import), the lines on which it calls
    something by a plain name, and its strings but docstrings, parts of f-strings included."""

    imports: frozenset[str]
    calls: tuple[tuple[str, int], ...]
    texts: tuple[str, ...]


@cache
def said(text: str) -> Said:
    """Read in one walk: of 440 modules the trees themselves would weigh on all tests after these."""
    imports: set[str] = set()
    calls, texts, docs = [], {}, set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            imports |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            imports |= {alias.name for alias in node.names}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            calls.append((node.func.id, node.lineno))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts[node] = node.value
        elif isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            docs |= {first.value for first in node.body[:1] if isinstance(first, ast.Expr)}
    return Said(frozenset(imports), tuple(calls), tuple(value for node, value in texts.items() if node not in docs))


def of(path: Path) -> Said:
    return said(path.read_text(encoding="utf-8"))


def room(module: str) -> str:
    return module.split(".")[1].removesuffix(".py") if module.startswith("replcalc.") else ""


def corridors(path: Path, name: str) -> list[str]:
    """What ``path``, a file of the room ``name``, imports although it must not."""
    below = set(ROOMS[ROOMS.index(name) + 1 :]) - set(THEOREMS if name in THEOREMS else ())
    modules = of(path).imports
    wrong = [m for m in modules if room(m) in below]
    wrong += [m for m in modules if m.startswith(FORBIDDEN.get(name, ()))]
    return sorted(wrong)


def files(name: str) -> list[Path]:
    return sorted((ROOT / name).rglob("*.py")) or [ROOT / f"{name}.py"]


@pytest.mark.parametrize("name", [name for name in ROOMS if (ROOT / name).exists() or (ROOT / f"{name}.py").exists()])
def test_a_room_imports_only_from_rooms_above(name):
    wrong = {str(path.relative_to(ROOT)): found for path in files(name) if (found := corridors(path, name))}
    assert wrong == {}


def test_every_room_has_its_place():
    there = {p.stem for p in ROOT.iterdir() if p.suffix == ".py" or (p.is_dir() and (p / "__init__.py").exists())}
    assert there - {"__init__", "__main__"} <= set(ROOMS)


def test_a_corridor_is_seen(tmp_path):
    upward = tmp_path / "upward.py"
    upward.write_text("def show():\n    from replcalc.output.report import Report\n    return Report\n")
    assert corridors(upward, "planning") == ["replcalc.output.report", "replcalc.output.report.Report"]
    assert corridors(upward, "cli") == []
    upward.write_text("import sympy\n")
    assert corridors(upward, "kernel") == ["sympy"]
    assert corridors(upward, "prover") == []


# -- everything about a theorem in one folder ----------------------------------------------------------------------------
def folders() -> list[Path]:
    return [path for room in THEOREMS for path in (ROOT / room).iterdir() if (path / "__init__.py").exists()]


def formulas_of_witnesses(path: Path) -> list[str]:
    """The statements and claims that a witness imports: it may import neither."""
    return sorted(
        m for m in of(path).imports if re.search(r"\.(statements?|claims)(_\w+)?(\.|$)", m) and room(m) in THEOREMS
    )


def test_a_witness_imports_no_formula(tmp_path):
    witnesses = [path for folder in folders() for path in folder.glob("simulator*.py")]
    assert len(witnesses) > 25
    assert {str(path): found for path in witnesses if (found := formulas_of_witnesses(path))} == {}
    liar = tmp_path / "simulator.py"
    liar.write_text("from replcalc.sharper.race.statement import race\n")
    assert formulas_of_witnesses(liar) == ["replcalc.sharper.race.statement", "replcalc.sharper.race.statement.race"]


@pytest.mark.parametrize("name", OWN)
def test_every_folder_with_statements_belongs_to_a_theory(name):
    """What a theory does not list nobody finds."""
    theory = own(name)
    package = ROOT.parent / theory.package.replace(".", "/")
    with_statements = {path.parent.name for path in package.glob("*/statement*.py")}
    assert with_statements == set(theory.folders)


def test_a_theorem_of_ours_is_proved_in_its_folder():
    for folder in own("sharper").folders:
        assert folder in ("side_by_side", "arms_through_means") or list(
            (ROOT / "sharper" / folder).glob("proof*.md")
        ), folder


def calls(path: Path, name: str) -> list[int]:
    """The lines on which a file calls what has that name."""
    return [line for called, line in of(path).calls if called == name]


def test_statements_are_built_in_theories_alone():
    """What a derivation applies is in the catalogue: nobody else can make one, but people in files of their own."""
    outside = [path for path in ROOT.rglob("*.py") if path.relative_to(ROOT).parts[0] not in THEOREMS]
    outside.remove(ROOT / "planning" / "pipeline_file.py")  # their lemmas are marked as theirs in every output
    assert {str(path): lines for path in outside if (lines := calls(path, "Statement"))} == {}
    assert calls(ROOT / "sharper" / "race" / "statement.py", "Statement")


def test_nothing_is_known_by_its_place_in_memory(tmp_path):
    """Places are used again: what is looked up is a value, or an object that the table itself keeps alive."""
    assert {str(path): lines for path in ROOT.rglob("*.py") if (lines := calls(path, "id"))} == {}
    placed = tmp_path / "placed.py"
    placed.write_text("seen = {}\nseen[id(seen)] = 1\n")
    assert calls(placed, "id") == [2]


#: Text with a dash-dash that is no option of a command: arguments of other programs, and of modules run by developers.
SAID_ANYWAY = {
    "paper/constants_table.py": {"--write"},  # python -m replcalc.paper.constants_table
    "data/reading.py": {"--decimal"},
    "claims/manifest.py": {"--write"},  # python -m replcalc.claims.manifest
    "simulate/recorded.py": {"--write"},  # python -m replcalc.simulate.recorded
}
FLAG = re.compile(r"(?<![\w-])--[a-z][\w-]*")


def test_the_library_says_no_flag():
    """Options belong to the command line: everybody else names arguments."""
    flagged = {}
    for path in sorted(ROOT.rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        flags = {flag for text in of(path).texts for flag in FLAG.findall(text)} - SAID_ANYWAY.get(place, set())
        if flags and not place.startswith(("cli/", "web/")):
            flagged[place] = flags
    assert flagged == {}
    assert any("--rho" in text for text in of(ROOT / "cli/compose.py").texts), "the pattern finds flags where they are"
