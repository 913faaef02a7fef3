"""The one import that theorems are written with: its page is true, it stays light, and everybody uses it."""

from __future__ import annotations

import ast
import doctest
import subprocess
import sys
from pathlib import Path

import pytest

from replcalc import vocabulary
from replcalc.numbers.errors import MalformedStatement
from replcalc.numbers.fields import BallField
from replcalc.vocabulary import UNIT_OPEN, Conclusion, Parameter, Statement, at_least, ceiling, log, natural, real

ROOT = Path(vocabulary.__file__).parent
TREE = ast.parse(Path(vocabulary.__file__).read_text(encoding="utf-8"))


def imported(tree: ast.AST) -> dict[str, str]:
    """name -> module, of everything imported from this package anywhere in the tree."""
    found = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and (n.module or "").startswith("replcalc.")]
    return {alias.name: str(n.module) for n in found for alias in n.names}


def test_the_page_is_true() -> None:
    done = doctest.testmod(vocabulary)
    assert done.attempted >= 5 and done.failed == 0


def test_what_it_offers_is_there_and_what_it_names_for_readers_is_what_it_gives() -> None:
    modules = imported(TREE)
    later = {name: f"replcalc.{module}" for module, names in vocabulary._LATER.items() for name in names.split()}
    assert sorted(vocabulary.__all__) == sorted(modules) and len(set(vocabulary.__all__)) == len(vocabulary.__all__)
    assert {name: modules[name] for name in later} == later
    assert all(getattr(vocabulary, name) is not None for name in vocabulary.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'theorem'"):
        _ = vocabulary.theorem


def test_a_statement_needs_neither_sympy_nor_the_prover() -> None:
    code = "import sys; import replcalc.sharper.race.statement; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "replcalc.vocabulary" in loaded
    heavy = ("sympy", "replcalc.prover", "replcalc.claims", "replcalc.simulate", "replcalc.planning")
    assert [module for module in loaded if module.startswith(heavy)] == []


def elsewhere(text: str) -> dict[str, str]:
    """What a module imports from somewhere else although the vocabulary has it."""
    words, tree = imported(TREE), ast.parse(text)
    top = ast.Module([node for node in tree.body if isinstance(node, ast.ImportFrom)], [])
    return {name: module for name, module in imported(top).items() if words.get(name) == module}


def test_theorems_are_written_with_it() -> None:
    parts = ("statement*.py", "claims*.py", "way*.py")
    files = [path for room in ("paper", "sharper", "problems") for part in parts for path in (ROOT / room).rglob(part)]
    assert len(files) > 90
    assert {path.name: found for path in files if (found := elsewhere(path.read_text(encoding="utf-8")))} == {}
    assert elsewhere("from replcalc.claims.claim import Claim\n") == {"Claim": "replcalc.claims.claim"}


# -- what a formula may not do ----------------------------------------------------------------------------------------------
p, beta, m = real("p"), real("beta"), natural("m")
GIVEN = (Parameter(p, UNIT_OPEN, "one run"), Parameter(beta, UNIT_OPEN, "all runs"))


@pytest.mark.parametrize(
    "write", [lambda: 0.5 * p, lambda: p + 1 / 2, lambda: log(0.5) * p], ids=["times", "plus", "log"]
)
def test_a_float_is_refused(write) -> None:
    with pytest.raises(MalformedStatement, match="a float in a formula"):
        Conclusion(real("failure"), "<=", write())


def runs_needed(p_value: str, beta_value: str) -> int | None:
    quotient = log(1 / beta) / log(1 / p)
    lemma = Statement(
        "t:runs", "lemma", "t", "m", given=GIVEN, gives=(Conclusion(real("runs"), "=", ceiling(quotient)),)
    )
    field = BallField(4096)
    with field.active():
        whole = lemma.evaluate(field, p=p_value, beta=beta_value)["runs"].unique_fmpz()
    return None if whole is None else int(whole)


def test_a_ceiling_at_a_whole_number_is_undecided() -> None:
    """ln 8/ln 2 is 3, and no enclosure shows on which side: as the page says; just beside it all is well."""
    assert runs_needed("1/2", "1/8") is None
    assert runs_needed("1/2", "1/9") == 4 and runs_needed("1/2", "1/7") == 3


def test_the_count_as_a_parameter_is_decided() -> None:
    enough = at_least(m * log(1 / p), log(1 / beta))
    lemma = Statement(
        "t:count", "lemma", "t", "m", given=(*GIVEN, Parameter(m, vocabulary.COUNT, "runs")), assumes=(enough,)
    )
    verdicts = {count: lemma.check(p="1/2", beta="1/8", m=count)[-1][1].value for count in (2, 3, 4)}
    assert verdicts == {2: "REFUTED", 3: "UNDECIDED", 4: "PROVED"}
