"""Theory packs of third parties: the example is installed and used; broken and clashing ones do no harm."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from fractions import Fraction
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
    "compose --n 30x3 --rho 0.3 --rho0 1e-3 --beta 1e-4 --route majority --route naive --format json",
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
    lines = list(dict.fromkeys((*ASKED, *SHOWN)))
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(lines)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(site), str(EXAMPLE.parents[1]))), catalogue.PACKS: ""},
    )
    return dict(zip(lines, map(tuple, json.loads(done.stdout)), strict=True))


def test_the_statements_are_listed_and_shown(said: dict[str, tuple[int, str]]) -> None:
    listed, card = (json.loads(said[line][1]) for line in ASKED[:2])
    assert [(s["label"], s["line"], s["where"], s["provenance"]) for s in listed["statements"]] == [
        ("mp:three", None, "Lemma 1", "paper"),
        ("mp:nine", None, "Lemma 2", "paper"),
        ("mp:together", None, "Lemma 3", "paper"),
    ]
    assert card["theory"] == "majorities" and card["defined"].startswith("my_paper/statement.py:")
    assert (card["used_by"], card["claims"], card["simulators"]) == (
        ["mp:nine", "mp:together"],
        ["majorities.helps"],
        ["majorities"],
    )
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


def test_the_way_answers_beside_the_others(said: dict[str, tuple[int, str]]) -> None:
    """Three runs each: three times the samples, and the failure that one run cannot promise."""
    code, out = said[ASKED[7]]
    found = json.loads(out)["routes"]
    assert code == 1 and found["majority"]["certified"] and found["naive"]["status"] == "falls short"
    assert found["majority"]["quantities"]["samples"] == 90
    one = Fraction(1, 1000)
    assert Fraction(found["majority"]["quantities"]["beta"]["exact"]) == 3 * (3 * one**2 - 2 * one**3)


def test_its_own_tests_run_the_contract(site: Path) -> None:
    """One line of pytest; and an installed pack and one that only lies there are the same to it."""
    for path in (site, EXAMPLE):
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "--import-mode=importlib",
                "-p",
                "no:cacheprovider",
                "-c",
                os.devnull,
                "--rootdir",
                str(EXAMPLE),
                str(EXAMPLE / "tests"),
            ],
            capture_output=True,
            text=True,
            timeout=240,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join((str(path), str(EXAMPLE.parents[1]))),
                catalogue.PACKS: "",
            },
        )
        assert done.returncode == 0 and "27 passed" in done.stdout, done.stdout[-2000:]


def test_the_readme_shows_these_commands(said: dict[str, tuple[int, str]]) -> None:
    assert len(SHOWN) == 6
    assert [said[line][0] for line in SHOWN] == [0] * 6


# -- what can be wrong with a pack -------------------------------------------------------------------------------------
@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch):
    """Pretend that these entry points are installed; the catalogue forgets them afterwards."""

    def pretend(**values: str) -> None:
        points = [EntryPoint(name, value, catalogue.GROUP) for name, value in values.items()]
        monkeypatch.setattr(catalogue.metadata, "entry_points", lambda group: points)
        monkeypatch.delenv(catalogue.PACKS)
        catalogue.forget()

    yield pretend
    monkeypatch.undo()
    catalogue.forget()


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("no_such_module:THEORY", "ModuleNotFoundError"),
        ("math:pi", "is a float, not a Theory"),
        ("replcalc.sharper:SHARPER", "already is a theory called 'sharper'"),
        ("tests_of_packs:UNREADABLE", "the Theory 'unreadable' names 'tests_of_packs_statements', which is no package"),
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
    [
        {"name": "Not a name"},
        {"title": ""},
        {"package": ""},
        {"folders": ("a b",)},
        {"folders": ("a", "a")},
        {"methods": {"composition": {"mine": "not a module"}}},
        {"lower_bounds": {"queries": "1"}},
    ],
    ids=lambda wrong: "-".join(wrong),
)
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


# -- a mistake is one line that names the file and what to change ----------------------------------------------------------
def edit(path: str, old: str, new: str):
    """A change of one file of the example."""

    def change(folder: Path) -> None:
        file = folder / "my_paper" / path
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{path} no longer says {old}"
        file.write_text(text.replace(old, new), encoding="utf-8")

    return change


#: what somebody does wrong -> the change, the command that meets it, what is said
MISTAKES = {
    "no STATEMENTS": (
        edit("statement.py", "STATEMENTS =", "ALL ="),
        "list",
        "cannot be loaded: my_paper/statement.py defines no STATEMENTS: end it with STATEMENTS = (statement, ...)",
    ),
    "a statement that is none": (
        edit("statement.py", "(three, nine, together)", "(three, 'nine')"),
        "list",
        "my_paper/statement.py: STATEMENTS holds a str, not a Statement",
    ),
    "undeclared symbol": (
        edit("statement.py", "majority(first), ", "majority(real('q')), "),
        "list",
        "my_paper/statement.py:LINE: mp:nine: undeclared symbols ['q'] in",
    ),
    "a float": (
        edit("statement.py", "3 * rate**2", "3.0 * rate**2"),
        "list",
        "my_paper/statement.py:LINE: a float in a formula",
    ),
    "label twice": (
        edit("statement.py", '"mp:nine"', '"mp:three"'),
        "list",
        "my_paper/statement.py: the label mp:three is taken by another statement of my_paper/statement.py",
    ),
    "uses nobody": (
        edit("statement.py", '"derived:side-by-side"', '"derived:side-by-sid"'),
        "list",
        "my_paper/statement.py: mp:together uses 'derived:side-by-sid', which no statement is called (did you mean derived:side-by-side?)",
    ),
    "syntax": (
        edit("statement.py", "STATEMENTS = (", "STATEMENTS = (("),
        "list",
        "my_paper/statement.py:LINE: SyntaxError",
    ),
    "import": (
        edit("statement.py", "PAPER = ", "import nothing_like_it\n\nPAPER = "),
        "list",
        "my_paper/statement.py:LINE: ModuleNotFoundError: No module named 'nothing_like_it'",
    ),
    "wrong package": (
        edit("__init__.py", 'package="my_paper"', 'package="my_papr"'),
        "list",
        "the Theory 'majorities' names 'my_papr', which is no package: correct package= or folders=, or add an __init__.py",
    ),
    "wrong folder": (
        edit("__init__.py", 'package="my_paper"', 'package="my_paper", folders=("lemmas",)'),
        "list",
        "the Theory 'majorities' names 'my_paper.lemmas', which is no package",
    ),
    "name of another theory": (
        edit("__init__.py", 'name="majorities"', 'name="sharper"'),
        "list",
        "there already is a theory called 'sharper': give yours another name=",
    ),
    "claim about nothing": (
        edit("claims.py", '"mp:three"', '"mp:tree"'),
        "verify expect.half",
        (
            "the claims of the theory pack 'majorities' of my-paper are left out: my_paper/claims.py: 'majorities.helps' is about "
            "'mp:tree', which no statement is called (did you mean mp:three?)"
        ),
    ),
    "claim of a taken id": (
        edit("claims.py", '"majorities.helps"', '"expect.half"'),
        "verify expect.half",
        "my_paper/claims.py: the theory 'replicable-composition' already has the id 'expect.half': choose another",
    ),
    "claim without a name": (
        edit("claims.py", '"majorities.helps"', '"helps"'),
        "verify expect.half",
        "my_paper/claims.py:LINE: claim 'helps': an id is two words",
    ),
    "witness of nothing": (
        edit("witness.py", 'statements = ("mp:three", "mp:nine")', "statements = ()"),
        "simulate",
        "simulator 'majorities': it witnesses statements, each named once",
    ),
    "witness of a stranger": (
        edit("witness.py", 'statements = ("mp:three", "mp:nine")', 'statements = ("mp:ten",)'),
        "simulate",
        "my_paper/witness.py: 'majorities' is about 'mp:ten', which no statement is called",
    ),
    "a class": (
        edit("witness.py", "SIMULATOR = Majorities()", "SIMULATOR = Majorities"),
        "simulate",
        "my_paper/witness.py: SIMULATOR holds the class Majorities, not a Simulator",
    ),
    "way of no kind": (
        edit("__init__.py", '"composition"', '"composing"'),
        "compose --n 10 --rho 0.1 --route naive",
        "my_paper/__init__.py: no question is of the kind 'composing'; there are composition,",
    ),
    "way of a taken name": (
        edit("__init__.py", '"majority"', '"naive"'),
        "compose --n 10 --rho 0.1 --route naive",
        "my_paper/__init__.py: there is a way 'naive' of kind 'composition' already: choose another",
    ),
    "way that is not there": (
        edit("__init__.py", '"majority"', '"majorities"'),
        "compose --n 10 --rho 0.1 --route naive",
        "my_paper/way.py has no way 'majorities' of kind 'composition' in WAYS",
    ),
}


@pytest.fixture(scope="module")
def mistaken(tmp_path_factory: pytest.TempPathFactory, site: Path) -> dict[str, tuple[int, str, str]]:
    """Exit code, output and complaints of every mistaken pack, each in a process of its own, a few at a time."""
    from concurrent.futures import ThreadPoolExecutor

    def told(name: str) -> tuple[int, str, str]:
        change, line, _ = MISTAKES[name]
        folder = tmp_path_factory.mktemp("mistaken") / "site"
        shutil.copytree(site, folder)
        change(folder)
        done = subprocess.run(
            [sys.executable, "-m", "replcalc", *line.split()],
            capture_output=True,
            text=True,
            timeout=240,
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join((str(folder), str(EXAMPLE.parents[1]))),
                catalogue.PACKS: "",
            },
        )
        return done.returncode, done.stdout, done.stderr

    with ThreadPoolExecutor(2) as pool:
        return dict(zip(MISTAKES, pool.map(told, MISTAKES), strict=True))


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_line(mistaken: dict[str, tuple[int, str, str]], name: str) -> None:
    code, out, err = mistaken[name]
    assert code == 0, (out, err)  # everything else goes on
    assert "Traceback" not in out + err
    said = re.sub(r"\.py:[1-9]\d*:", ".py:LINE:", " ".join((out if MISTAKES[name][1] == "list" else err).split()))
    assert MISTAKES[name][2] in said, said[-600:]
    assert err.count("\n") <= 1


def test_a_way_that_fails_is_a_way_that_does_not_apply(tmp_path: Path, site: Path) -> None:
    shutil.copytree(site, tmp_path / "site")
    edit("way.py", "answer = certify(", "answer = 1 // 0 + certify(")(tmp_path / "site")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "replcalc",
            *["compose", "--n", "10", "--rho", "0.1", "--route", "naive", "--route", "majority", "--format", "json"],
        ],
        capture_output=True,
        text=True,
        timeout=240,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(tmp_path / "site"), str(EXAMPLE.parents[1]))),
            catalogue.PACKS: "",
        },
    )
    lines = (EXAMPLE / "my_paper" / "way.py").read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "answer = certify(" in text)
    complaint = (
        f"route majority does not apply: my_paper/way.py:{line}: ZeroDivisionError: integer division or modulo by zero"
    )
    assert (done.returncode, done.stderr) == (1, f"replcalc: {complaint}\n")
    routes = json.loads(done.stdout)["routes"]
    assert routes["naive"]["certified"] and not routes["majority"]["applicable"]


def test_an_installed_pack_can_be_hidden(site: Path) -> None:
    """What these tests do: answers are those of this package alone."""
    done = subprocess.run(
        [sys.executable, "-m", "replcalc", "show", "mp:three"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(site), str(EXAMPLE.parents[1]))), catalogue.PACKS: "off"},
    )
    assert done.returncode == 2 and "mp:three" in done.stderr
