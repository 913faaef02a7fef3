"""Every command, asked by its own examples: they run, and each answer is right in every format.

The examples stand once, at the end of the help of each command; nothing here names a command, so a new one is asked
too. Each example runs once, and every test looks at the report that it printed.
"""

import csv
import io
import json
import random
import re
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import click
import pytest
from jsonschema import Draft202012Validator

from replcalc.cli.main import cli, main
from replcalc.output import formats
from replcalc.output.document import Document
from replcalc.output.formats import render_html_fragment
from replcalc.output.latex import PACKAGES
from replcalc.output.schema import build_schema

VALIDATOR = Draft202012Validator(build_schema())
#: Commands that do not end by themselves or take minutes: their examples are parsed here, and run smaller elsewhere.
LONG = ("serve", "site", "sweep", "plot")


def commands(command: click.Command, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], click.Command]:
    """Every command of the tree by its words."""
    found = {path: command}
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None, name
            found |= commands(child, (*path, name))
    return found


COMMANDS = commands(cli)


def examples(command: click.Command) -> list[str]:
    listed = re.sub(r"\\\n *", "", (command.help or "").partition("Examples:")[2])
    return re.findall(r"^ *(replcalc .*)$", listed, re.MULTILINE)


@dataclass
class Asked:
    line: str
    words: tuple[str, ...]
    code: int = 0
    out: str = ""
    err: str = ""
    reports: list[Document] = field(default_factory=list)


def prepare(folder: Path) -> None:
    """The files that examples speak of."""
    draw = random.Random(1)

    def table(name: str, header: str, row: Callable[[], str], rows: int = 30_000) -> None:
        (folder / name).write_text("\n".join((header, *(row() for _ in range(rows)))) + "\n")

    table(
        "data.csv",
        "a,b,height,dose,item",
        lambda: (
            f"{draw.random():.3f},{draw.random():.3f},{1.5 + draw.random() / 2:.3f},{40 * draw.random():.2f},{draw.choice('xyyzzz')}"
        ),
    )
    table("ab.csv", "old,new", lambda: f"{draw.random():.3f},{draw.random():.3f}")
    table("log.csv", "page,bought", lambda: f"{draw.choice(('old', 'new'))},{draw.choice('01')}", 40_000)
    table(
        "visits.csv",
        "page,clicked",
        lambda: f"{draw.choice(('start', 'start', 'start', 'help', 'x', 'y', 'z'))},{draw.choice('01')}",
    )
    table("scores.csv", "tree,forest,guess", lambda: f"{draw.random():.3f},{draw.choice('01')},{draw.choice('01')}")
    table("people.csv", "smokes,coughs", lambda: f"{draw.choice('01')},{draw.choice('01')}")
    shutil.copy(folder / "data.csv", folder / "ours.csv")
    for name in ("my_pipeline.toml", "thm_main.toml"):
        shutil.copy(Path(__file__).parents[2] / "examples" / name, folder)


def chosen(path: tuple[str, ...], command: click.Command, which: str) -> list[str]:
    """One example of a command, the first where that is quick; or all of them."""
    found = examples(command)
    place = {("verify",): 2, ("plan", "ab"): 3}.get(path, 0)
    return found if which == "all" else found[place : place + 1]


@pytest.fixture(scope="module", params=["some", pytest.param("all", marks=pytest.mark.exhaustive)])
def asked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Asked]:
    """One example of every second command; all of all in the exhaustive run."""
    sampled = dict(list(COMMANDS.items())[:: 2 if request.param == "some" else 1])
    folder = tmp_path_factory.mktemp("examples")
    prepare(folder)
    found: list[Asked] = []
    patch = pytest.MonkeyPatch()
    patch.chdir(folder)
    patch.delenv("COLUMNS", raising=False)

    def recorded(report: Document, *args: object, **options: object) -> str:
        found[-1].reports.append(report)
        return original(report, *args, **options)

    original = formats.render
    patch.setattr(formats, "render", recorded)
    with patch.context():
        for line, words in {
            line: path for path, c in sampled.items() for line in chosen(path, c, request.param)
        }.items():
            if (words and words[0] in LONG) or " > " in line:  # the second needs a shell, and somebody's source
                continue
            if (folder / "ours.json").exists():
                shutil.copy(folder / "ours.json", folder / "theirs.json")
            one = Asked(line, tuple(shlex.split(line))[1:])
            found.append(one)
            out, err = io.StringIO(), io.StringIO()
            patch.setattr("sys.stdout", out)
            patch.setattr("sys.stderr", err)
            with pytest.raises(SystemExit) as stop:
                main(list(one.words))
            one.code, one.out, one.err = int(stop.value.code or 0), out.getvalue(), err.getvalue()
    patch.undo()
    return found


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: " ".join(path) or "replcalc")
def test_every_help_ends_with_two_examples(path: tuple[str, ...]) -> None:
    command, words = COMMANDS[path], " ".join(("replcalc", *path))
    told = f"the docstring of '{words}' must end with \\b, 'Examples:' and two lines '{words} ...' that run where prepare() wrote its files"
    assert len(examples(command)) >= 2, told
    assert (command.help or "").split()[-1] == examples(command)[-1].split()[-1], told


def test_every_example_runs(asked: list[Asked]) -> None:
    failed = [(one.line, one.code, one.err) for one in asked if one.code or one.err]
    assert not failed, "examples must end with exit code 0 and say nothing on stderr"
    silent = [one.line for one in asked if not one.out.strip()]
    assert not silent


@pytest.mark.parametrize("name", LONG)
def test_examples_of_long_commands_are_understood(name: str, here: Path) -> None:
    for line in examples(COMMANDS[(name,)]):
        context = COMMANDS[(name,)].make_context(name, shlex.split(line)[2:])
        assert context.params, line


def test_every_json_follows_the_published_schema(asked: list[Asked]) -> None:
    for one in printed(asked):
        for report in one.reports:
            VALIDATOR.validate(json.loads(formats.render(report, "json")))


def printed(asked: list[Asked]) -> list[Asked]:
    """Those of commands that print answers; others write files."""
    chosen = [max((path for path in COMMANDS if one.words[: len(path)] == path), key=len) for one in asked]
    return [one for one, path in zip(asked, chosen) if any(p.name == "output_format" for p in COMMANDS[path].params)]


def test_csv_is_rectangular_and_markdown_and_html_are_there(asked: list[Asked]) -> None:
    for one in asked:
        for report in one.reports:
            rows = list(csv.reader(io.StringIO(formats.render(report, "csv"))))
            assert len({len(row) for row in rows}) == 1, one.line
            assert not any(re.fullmatch(r"\d{1,3}(,\d{3})+", cell) for row in rows[1:] for cell in row[1:]), one.line
            assert formats.render(report, "markdown").strip() and render_html_fragment(report)


REFUSED = (  # answers with exit code 1
    "compose --n 100x3 --samples 5000 --method separate",
    "compose --n 100 --rho 0.1 --beta0 0.6 --method paper",
    "pg-compose --eps 2 --delta 0.1 --delta-prime 0.4 --variant conditioned",
    "lower-bound --k 3 --tau 0.2 --rho 0.9",
    "simulate rounding --cases 5 --weaken 0.1",
)


@pytest.mark.parametrize("line", REFUSED)
def test_answers_that_refuse_follow_the_schema_and_say_why(line: str, replcalc, here: Path) -> None:
    done = replcalc(*line.split(), "--format", "json")
    assert done.code in (0, 1), done.err
    VALIDATOR.validate(done.json())
    assert not done.code or done.err.strip() or line.startswith("simulate")


FIGURES = (
    ("compose --n 100,200 --rho 0.1 --rho0 0.1 --method votes", "samples"),
    ("lower-bound --k 10 --tau 0.1 --rho 0.01", "samples"),
)


@pytest.mark.parametrize(("line", "name"), FIGURES)
def test_every_format_shows_the_same_figure(line: str, name: str, replcalc) -> None:
    data = replcalc(*line.split(), "--format", "json").json()
    figure = data["methods"][data["best"]]["quantities"][name]
    for form in ("text", "markdown", "html"):
        assert f"{figure:,}" in replcalc(*line.split(), "--format", form).out, form


def test_more_digits_refine_fewer(replcalc) -> None:
    def ends(digits: int) -> tuple[Fraction, Fraction]:
        line = f"compose --n 100,200 --rho 0.1 --method paper --digits {digits} --format json"
        found = replcalc(*line.split()).json()["methods"]["paper"]["quantities"]["epsilon_star"]
        return Fraction(found["lower"]), Fraction(found["upper"])

    (low, high), (lower, upper) = ends(20), ends(10)
    assert lower <= low <= high <= upper and high - low < upper - lower


# -- LaTeX -------------------------------------------------------------------------------------------------------------
def overfull(log: str) -> list[str]:
    """Lines that stick out by more than a point, with the example they belong to."""
    found, where = [], ""
    for line in log.splitlines():
        where = line if line.startswith("EXAMPLE") else where
        wide = re.match(r"Overfull \\hbox \(([\d.]+)pt", line)
        if wide and float(wide[1]) > 1:
            found.append(f"{where}: {line}")
    return found


def document(pieces: dict[str, str], paper: str) -> str:
    uses = "".join(rf"\usepackage{{{p}}}" for p in PACKAGES)
    body = "\n".join(
        rf"\typeout{{EXAMPLE \detokenize{{{name}}}}}" + f"\n{text}\n\\clearpage" for name, text in pieces.items()
    )
    return rf"\documentclass[{paper}]{{article}}{uses}\begin{{document}}" + f"\n{body}\n\\end{{document}}"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("paper", ["a4paper", "letterpaper"])
def test_latex_fits_the_page(asked: list[Asked], paper: str, latex_log: Callable[[str], str]) -> None:
    """Tables were 256 to 2,804pt too wide."""
    pieces = {f"{one.line} {n}": formats.render(r, "latex") for one in asked for n, r in enumerate(one.reports)}
    tables = Path(__file__).parents[2] / "tables"
    pieces |= {path.name: path.read_text(encoding="utf-8") for path in sorted(tables.glob("*.tex"))}
    assert not overfull(latex_log(document(pieces, paper)))
    if paper != "a4paper":
        return
    wide = r"\noindent\hbox to 400pt{too wide\hfil}"
    assert overfull(latex_log(document({"control": wide}, paper)))


@pytest.mark.exhaustive
def test_trees_and_standalone_documents_compile(replcalc, latex_log: Callable[[str], str]) -> None:
    for line in ("derive thm:main", "derive paper", "show lm:pg_compose_het"):
        text = replcalc(*line.split(), "--format", "latex", "--standalone").out
        assert text.startswith(r"\documentclass") and not overfull(latex_log(text)), line


def test_every_statement_compiles(latex_log: Callable[[str], str]) -> None:
    from replcalc.statements.catalogue import statements

    lines = [rf"\[ {c.latex()} \]" for s in statements() for c in s.gives]
    latex_log(document({"statements": "\n".join(lines)}, "a4paper"))
    with pytest.raises(AssertionError):
        latex_log(document({"control": r"\[ \frac{1}{ \]"}, "a4paper"))
