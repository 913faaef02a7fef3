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
from replcalc.theories import catalogue
from replcalc.theories.catalogue import OWN, own
from replcalc.theories.theory import Theory
from replcalc.ways.registry import WAYS

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


def run(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = "from replcalc.cli.main import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(site)}
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, env=environment, timeout=120
    )


def test_the_statements_are_listed_and_shown(site: Path) -> None:
    listed = json.loads(run(site, "list", "--section", "sec:majorities", "--format", "json").stdout)
    assert [(s["label"], s["line"], s["where"], s["provenance"]) for s in listed["statements"]] == [
        ("mp:three", None, "Lemma 1", "paper"),
        ("mp:nine", None, "Lemma 2", "paper"),
    ]
    card = json.loads(run(site, "show", "mp:three", "--format", "json").stdout)
    assert card["theory"] == "majorities" and card["defined"].startswith("my_paper/lemmas.py:")
    assert (card["used_by"], card["claims"], card["simulators"]) == (["mp:nine"], ["majorities.helps"], ["majorities"])
    assert "mp:three" in run(site, "derive", "majorities/mp:nine").stdout


def test_the_claim_is_decided_and_so_is_its_control(site: Path) -> None:
    done = run(site, "verify", "majorities.helps", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert '"PROVED"' in done.stdout
    control = run(site, "verify", "mp:three", "--controls", "--format", "json")
    assert control.returncode == 0 and '"REFUTED"' in control.stdout


def test_the_simulator_witnesses_both_lemmas(site: Path) -> None:
    done = run(site, "simulate", "majorities", "--format", "json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert set(found["per_statement"]) == {"mp:three", "mp:nine"}
    assert found["violations"] == 0
    weakened = run(site, "simulate", "majorities", "--weaken", "0.99", "--format", "json")
    assert weakened.returncode == 1 and json.loads(weakened.stdout)["violations"] > 0


def test_the_readme_shows_these_commands(site: Path) -> None:
    text = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    commands = [line.removeprefix("$ replcalc ").split() for line in text.splitlines() if line.startswith("$ replcalc ")]
    assert len(commands) == 5
    assert [run(site, *command).returncode for command in commands[:2]] == [0, 0]


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
        ("replcalc.theories.sharper:SHARPER", "already is a theory called 'sharper'"),
        ("tests_of_packs:UNREADABLE", "ModuleNotFoundError: No module named 'tests_of_packs_statements'"),
    ],
)
def test_a_broken_pack_is_named_and_the_rest_goes_on(installed, replcalc, monkeypatch, value, reason) -> None:
    here = type(sys)("tests_of_packs")
    here.UNREADABLE = Theory("unreadable", "t", ("tests_of_packs_statements.x",))
    monkeypatch.setitem(sys.modules, "tests_of_packs", here)
    installed(mine=value)
    (pack,) = catalogue.broken()
    assert pack.name == "mine" and reason in str(pack)
    listed = replcalc("list")
    assert listed.code == 0 and "theory pack 'mine'" in listed.out and "thm:main" in listed.out
    assert replcalc("show", "thm:main").code == 0
    missing = replcalc("show", "mp:three")
    assert missing.code == 2 and "theory pack 'mine'" in missing.err


def test_a_label_that_clashes_is_qualified(installed, monkeypatch) -> None:
    """The first theory keeps the bare label; the pack's own uses mean the pack's own statement."""
    from dataclasses import replace

    from replcalc.statements.derivation import Proof

    azuma = catalogue.statement("lm:azuma")
    mine = replace(azuma, title="Mine", uses=())
    user = replace(azuma, label="mp:user", uses=("lm:azuma",))
    lemmas, pack = type(sys)("clash_lemmas.all"), type(sys)("clash_pack")
    lemmas.STATEMENTS, pack.THEORY = (mine, user), Theory("clash", "Clash", ("clash_lemmas.all",))
    monkeypatch.setitem(sys.modules, "clash_lemmas.all", lemmas)
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
    [{"name": "Not a name"}, {"title": ""}, {"statements": ()}, {"statements": ("relative",)}, {"errata": "a b"},
     {"statements": ("a.b", "a.b")}, {"claims": ("a.b",), "statements": ("a.b",)}],
    ids=lambda wrong: "-".join(wrong),
)  # fmt: skip
def test_a_malformed_theory_cannot_be_built(wrong) -> None:
    good = {"name": "good", "title": "Good", "statements": ("a.lemmas",)}
    assert Theory(**good).name == "good"
    with pytest.raises(MalformedStatement):
        Theory(**(good | wrong))


def test_the_ways_of_our_theories_are_registered() -> None:
    named = {name: module for theory in OWN for name, module in own(theory).ways.items()}
    assert {name: f"replcalc.{module}" for name, (module, _) in WAYS["composition"].items()} == named
