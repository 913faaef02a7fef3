"""Imports point one way: interfaces use theorems and the core, theorems use the core, a simulator uses no formula."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import replcalc

ROOT = Path(replcalc.__file__).parent
THEOREMS = ("paper", "sharper", "problems")
INTERFACES = ("run", "plan", "output", "api", "sweeps", "cli", "web")
#: package -> what its modules must not import
FORBIDDEN = {
    "kernel": ("sympy", "replcalc.prover", "replcalc.symbolic", "replcalc.statements"),
    "paper": ("replcalc.problems", "replcalc.sharper"),
    "sharper": ("replcalc.problems",),
}
FORMULAS = re.compile(r"replcalc\.(paper|sharper|problems)\..*(statement|claims)")


def imports_of(source: str) -> set[str]:
    """Return the modules that a source imports anywhere, and the names it takes from them; types do not count."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


def forbidden_imports(package: str, source: str) -> list[str]:
    """Return what a module of the package imports although it must not."""
    wrong = list(FORBIDDEN.get(package, ()))
    if package not in INTERFACES:  # algorithms of theorems are carried out with what run has
        wrong += [f"replcalc.{other}" for other in INTERFACES if other != "run" or package not in THEOREMS]
    if package not in (*INTERFACES, *THEOREMS):
        wrong += [f"replcalc.{other}" for other in THEOREMS]
    return sorted(name for name in imports_of(source) if any(f"{name}.".startswith(f"{bad}.") for bad in wrong))


PACKAGES = sorted({path.relative_to(ROOT).parts[0].removesuffix(".py") for path in ROOT.rglob("*.py")})


@pytest.mark.parametrize("package", [name for name in PACKAGES if not name.startswith("__")])
def test_imports_point_one_way(package):
    files = [*ROOT.glob(f"{package}.py"), *(ROOT / package).rglob("*.py")]
    wrong = {
        str(path.relative_to(ROOT)): forbidden_imports(package, path.read_text(encoding="utf-8")) for path in files
    }
    assert {path: found for path, found in wrong.items() if found} == {}


def test_a_simulator_imports_no_formula():
    simulators = [path for path in ROOT.rglob("simulator*.py") if path.parts[-3] in THEOREMS]
    assert simulators
    wrong = {path.name: [m for m in imports_of(path.read_text()) if FORMULAS.match(m)] for path in simulators}
    assert {name: found for name, found in wrong.items() if found} == {}


def test_a_wrong_import_is_seen():
    lazy = "def show():\n    from replcalc.output.document import Document\n    return Document\n"
    assert forbidden_imports("planning", lazy) and not forbidden_imports("cli", lazy)
    assert forbidden_imports("kernel", "import sympy\n") and not forbidden_imports("prover", "import sympy\n")
    problem = "from replcalc.problems.composition import question\n"
    assert forbidden_imports("paper", problem) and forbidden_imports("sharper", problem)
    assert not forbidden_imports("problems", problem)
    assert forbidden_imports("paper", "from replcalc.sharper.race.statement import race\n")
    assert FORMULAS.match(next(iter(imports_of("from replcalc.sharper.race.statement import race\n"))))
