"""Theory packs of third parties: the example is installed and used; broken and clashing ones do no harm."""

from __future__ import annotations

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from replcalc.numbers.errors import InputError, MalformedStatement
from replcalc.statements import catalogue
from replcalc.statements.theory import Theory

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_paper"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the example as an installer leaves it there: the package, and its metadata from pyproject."""
    target = tmp_path_factory.mktemp("site")
    shutil.copytree(EXAMPLE / "my_paper", target / "my_paper", ignore=shutil.ignore_patterns("__pycache__"))
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = target / f"my_paper-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    points = project["entry-points"]["replcalc.theories"].items()
    (info / "entry_points.txt").write_text("[replcalc.theories]\n" + "".join(f"{k} = {v}\n" for k, v in points))
    return target


#: What is asked with the pack installed, all in one process: its start is most of the time.
ASKED = (
    "list --section sec:majorities --format json",
    "show mp:three --format json",
    "derive majorities/mp:nine",
    "verify majorities.helps --format json",
    "verify mp:three --controls --format json",
    "simulate majorities --format json",
    "simulate majorities --weaken 0.99 --format json",
)
SCRIPT = """
import contextlib, io, json, sys
from replcalc.cli.main import main
found = []
for line in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            main(line.split())
        except SystemExit as stop:
            code = stop.code
    found.append((code, out.getvalue()))
print(json.dumps(found))
"""
README = (EXAMPLE / "README.md").read_text(encoding="utf-8")
SHOWN = [line.removeprefix("$ replcalc ") for line in README.splitlines() if line.startswith("$ replcalc ")]


@pytest.fixture(scope="module")
def said(site: Path) -> dict[str, tuple[int, str]]:
    """Exit code and output of every line."""
    lines = list(dict.fromkeys((*ASKED, *SHOWN[:2])))
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(lines)], capture_output=True, text=True, timeout=120, check=True,
        env={**os.environ, "PYTHONPATH": str(site)},
    )  # fmt: skip
    return dict(zip(lines, map(tuple, json.loads(done.stdout)), strict=True))


def test_the_statements_are_listed_and_shown(said: dict[str, tuple[int, str]]) -> None:
    listed, card = (json.loads(said[line][1]) for line in ASKED[:2])
    assert [(s["label"], s["line"], s["where"], s["provenance"]) for s in listed["statements"]] == [
        ("mp:three", None, "Lemma 1", "paper"),
        ("mp:nine", None, "Lemma 2", "paper"),
    ]
    assert card["theory"] == "majorities" and card["defined"].startswith("my_paper/statement.py:")
    assert (card["used_by"], card["claims"], card["simulators"]) == (["mp:nine"], ["majorities.helps"], ["majorities"])
    assert "mp:three" in said[ASKED[2]][1]


def test_the_claim_is_decided_and_so_is_its_control(said: dict[str, tuple[int, str]]) -> None:
    done, control = said[ASKED[3]], said[ASKED[4]]
    assert done[0] == 0 and '"PROVED"' in done[1]
    assert control[0] == 0 and '"REFUTED"' in control[1]


def test_the_simulator_witnesses_both_lemmas(said: dict[str, tuple[int, str]]) -> None:
    done, weakened = said[ASKED[5]], said[ASKED[6]]
    found = json.loads(done[1])
    assert done[0] == 0 and set(found["per_statement"]) == {"mp:three", "mp:nine"}
    assert found["violations"] == 0
    assert weakened[0] == 1 and json.loads(weakened[1])["violations"] > 0


def test_the_readme_shows_these_commands(said: dict[str, tuple[int, str]]) -> None:
    assert len(SHOWN) == 5
    assert [said[line][0] for line in SHOWN[:2]] == [0, 0]


# -- what can be wrong with a pack -------------------------------------------------------------------------------------
@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch):
    """Pretend that these entry points are installed; the catalogue forgets them afterwards."""

    def pretend(**values: str) -> None:
        points = [EntryPoint(name, value, catalogue.GROUP) for name, value in values.items()]
        monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points)
        forget()

    def forget() -> None:
        for cached in (catalogue._packs, catalogue._entries, catalogue._users, catalogue.statement, catalogue.statements):
            cached.cache_clear()

    yield pretend
    monkeypatch.undo()
    forget()


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_module:THEORY", "ModuleNotFoundError"),
        ("math:pi", "is a float, not a Theory"),
        ("replcalc.sharper:SHARPER", "already is a theory called 'sharper'"),
        ("tests_of_packs:UNREADABLE", "ModuleNotFoundError: No module named 'tests_of_packs_statements'"),
    ],
)
def test_a_broken_pack_is_named_and_the_rest_goes_on(installed, replcalc, monkeypatch, value, reason) -> None:
    here = type(sys)("tests_of_packs")
    here.UNREADABLE = Theory("unreadable", "t", "tests_of_packs_statements")
    monkeypatch.setitem(sys.modules, "tests_of_packs", here)
    installed(mine=value)
    (pack,) = catalogue.broken()
    assert pack.name == "mine" and reason in str(pack)
    listed = replcalc("list")
    assert listed.code == 0 and "theory pack 'mine'" in listed.out and "thm:main" in listed.out
    assert replcalc("show", "thm:main").code == 0
    missing = replcalc("show", "mp:three")
    assert missing.code == 2 and "theory pack 'mine'" in missing.err


def test_a_label_that_clashes_is_qualified(installed, monkeypatch, tmp_path) -> None:
    """The first theory keeps the bare label; the pack's own uses mean the pack's own statement."""
    from dataclasses import replace

    from replcalc.statements.derivation import Proof

    azuma = catalogue.statement("lm:azuma")
    mine = replace(azuma, title="Mine", uses=())
    user = replace(azuma, label="mp:user", uses=("lm:azuma",))
    lemmas, pack = type(sys)("clash_pack.statement"), type(sys)("clash_pack")
    lemmas.STATEMENTS, pack.THEORY = (mine, user), Theory("clash", "Clash", "clash_pack")
    (tmp_path / "statement.py").touch()
    pack.__path__ = [str(tmp_path)]
    monkeypatch.setitem(sys.modules, "clash_pack.statement", lemmas)
    monkeypatch.setitem(sys.modules, "clash_pack", pack)
    with pytest.raises(MalformedStatement, match="not in the catalogue"):
        Proof("p", "t", ()).apply(mine, t=1, c=1)
    installed(clash="clash_pack:THEORY")
    assert catalogue.statement("lm:azuma") == azuma and catalogue.statement("clash/lm:azuma") == mine
    assert catalogue.statement("replicable-composition/lm:azuma") == azuma
    assert list(catalogue.entries())[-2:] == ["clash/lm:azuma", "mp:user"]
    assert catalogue.used_by("clash/lm:azuma") == ("mp:user",) and "mp:user" not in catalogue.used_by("lm:azuma")
    Proof("p", "t", ()).apply(mine, t=1, c=1)
    with pytest.raises(InputError, match="clash/lm:azuma"):
        catalogue.statement("clash/lm:azumo")


@pytest.mark.parametrize(
    "wrong",
    [{"name": "Not a name"}, {"title": ""}, {"package": ""}, {"folders": ("a b",)}, {"folders": ("a", "a")},
     {"ways": {"composition": {"mine": "not a module"}}}, {"lower_bounds": {"queries": "1"}}],
    ids=lambda wrong: "-".join(wrong),
)  # fmt: skip
def test_a_malformed_theory_cannot_be_built(wrong) -> None:
    good = {"name": "good", "title": "Good", "package": "a.lemmas"}
    assert Theory(**good).name == "good"
    with pytest.raises(MalformedStatement):
        Theory(**(good | wrong))


def test_a_folder_without_what_its_name_promises_is_named(monkeypatch, tmp_path) -> None:
    pack, empty = type(sys)("empty_pack"), type(sys)("empty_pack.statement")
    pack.__path__ = [str(tmp_path)]
    monkeypatch.setitem(sys.modules, "empty_pack", pack)
    monkeypatch.setitem(sys.modules, "empty_pack.statement", empty)
    with pytest.raises(MalformedStatement, match=r"no folder of empty_pack has a statement\.py"):
        _ = Theory("empty", "Empty", "empty_pack").entries
    (tmp_path / "statement.py").touch()
    with pytest.raises(MalformedStatement, match=r"empty_pack/statement\.py defines no STATEMENTS"):
        _ = Theory("empty", "Empty", "empty_pack").entries
