"""Imports point one way: a room imports only from itself and from the rooms above it."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from replcalc.statements.index import path_of

import replcalc
from replcalc.statements.catalogue import OWN, own
from replcalc.statements.theory import Index

ROOT = Path(replcalc.__file__).parent
#: From what everything rests on to what a person sees. A room may import from itself and from rooms before it.
ROOMS = (
    "numbers", "formulas", "statements", "checker", "prover", "theories", "questions", "search", "ways", "problems",
    "simulate", "run", "render", "api", "sweeps", "cli", "web",
)  # fmt: skip
#: Rooms that must stay ignorant of libraries: the checker trusts neither sympy nor the prover.
FORBIDDEN = {
    "checker": ("sympy", "replcalc.prover", "replcalc.formulas", "replcalc.statements", "replcalc.theories"),
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
    below = ROOMS[ROOMS.index(name) + 1 :]
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
    upward.write_text("def show():\n    from replcalc.render.report import Report\n    return Report\n")
    assert corridors(upward, "ways") == ["replcalc.render.report", "replcalc.render.report.Report"]
    assert corridors(upward, "cli") == []
    upward.write_text("import sympy\n")
    assert corridors(upward, "checker") == ["sympy"]
    assert corridors(upward, "prover") == []


# -- static data says the truth ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", OWN)
def test_the_index_of_a_theory_is_what_its_modules_say(name):
    theory = own(name)
    made = Index(theory.made_entries(), theory.made_claim_places(), theory.made_witnesses())
    hint = "run python -m replcalc.statements.index and commit the files"
    assert path_of(theory).read_text(encoding="utf-8") == made.to_text(), hint
    assert Index.from_text(made.to_text()) == made


def calls(path: Path, name: str) -> list[int]:
    """The lines on which a file calls what has that name."""
    return [line for called, line in of(path).calls if called == name]


def test_statements_are_built_in_theories_alone():
    """What a derivation applies is in the catalogue: nobody else can make one."""
    outside = [path for path in ROOT.rglob("*.py") if "theories" not in path.relative_to(ROOT).parts]
    assert {str(path): lines for path in outside if (lines := calls(path, "Statement"))} == {}
    assert calls(ROOT / "theories" / "sharper" / "goals.py", "Statement")


def test_nothing_is_known_by_its_place_in_memory(tmp_path):
    """Places are used again: what is looked up is a value, or an object that the table itself keeps alive."""
    assert {str(path): lines for path in ROOT.rglob("*.py") if (lines := calls(path, "id"))} == {}
    placed = tmp_path / "placed.py"
    placed.write_text("seen = {}\nseen[id(seen)] = 1\n")
    assert calls(placed, "id") == [2]


def test_every_module_with_statements_belongs_to_a_theory():
    listed = {module for theory in map(own, OWN) for module in theory.statements}
    there = set()
    for path in (ROOT / "theories").rglob("*.py"):
        if any(line.startswith("STATEMENTS") for line in path.read_text(encoding="utf-8").splitlines()):
            there.add("replcalc." + ".".join(path.relative_to(ROOT).with_suffix("").parts))
    assert there == listed


#: Text with a dash-dash that is no option of a command: arguments of other programs, and of modules run by developers.
SAID_ANYWAY = {
    "checker/coq/running.py": {"--version"},  # asked of coqc
    "theories/manifest.py": {"--write"},  # python -m replcalc.claims.manifest
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
