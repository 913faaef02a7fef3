"""The documentation tells the truth: links lead somewhere, labels, claims and simulators exist, examples run."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
THEORY = [ROOT / "docs" / "theory" / "README.md", *sorted((ROOT / "replcalc").rglob("proof*.md"))]
PAGES = [*sorted((ROOT / "docs").rglob("*.md")), *THEORY[1:], ROOT / "README.md"]

#: `lm:help_kasi`, `derived:lemma-e` and the like: a label of the catalogue in backticks.
LABEL = re.compile(r"`((?:derived|goal|route|table|sec|alg|cl|clm|cor|def|eq|lem|lm|rem|thm):[\w:-]+)`")
CLAIM = re.compile(r"`claim:([\w.-]+)`")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def named(path):
    return pytest.param(path, id=str(path.relative_to(ROOT)))


def prose(path):
    """A page without its code blocks."""
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def blocks(path, language):
    return [body for tag, body in FENCE.findall(path.read_text(encoding="utf-8")) if tag == language]


def headings(path):
    """The anchors of a page, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", prose(path), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def broken_links(path, text):
    found = []
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        there = (path.parent / file).resolve() if file else path
        if not there.exists() or (anchor and there.suffix == ".md" and anchor not in headings(there)):
            found.append(target)
    return found


def column(text, header):
    """Every token in backticks below ``header`` in the tables of a page."""
    cells, position = [], None
    for line in text.splitlines():
        if not line.startswith("|"):
            position = None
            continue
        row = [cell.strip() for cell in line.strip("|").split("|")]
        if position is None:
            position = row.index(header) if header in row else -1
        elif position >= 0:
            cells.append(row[position])
    return [token for cell in cells for token in re.findall(r"`([^`]+)`", cell)]


def unknown_labels(text, labels):
    return sorted(set(LABEL.findall(text)) - set(labels))


@pytest.mark.parametrize("page", [named(page) for page in PAGES])
def test_relative_links_resolve(page):
    assert broken_links(page, prose(page)) == []


def test_a_broken_link_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# A title\n[here](page.md#a-title) [there](no-such-page.md) [nowhere](page.md#b)", encoding="utf-8"
    )
    assert broken_links(page, prose(page)) == ["no-such-page.md", "page.md#b"]


@pytest.mark.parametrize("page", [named(page) for page in THEORY])
def test_labels_are_in_the_catalogue(page):
    from replcalc.statements.catalogue import entries

    assert unknown_labels(prose(page), set(entries())) == []


def test_an_unknown_label_is_found():
    assert unknown_labels("`lm:help_kasi` and `derived:wishful`", {"lm:help_kasi"}) == ["derived:wishful"]


def test_every_derived_statement_has_a_page():
    from replcalc.sharper import SHARPER

    told = {label for page in THEORY if page.name != "README.md" for label in LABEL.findall(prose(page))}
    assert {s.label for s in SHARPER.entries if s.label.startswith("derived:")} <= told


@pytest.mark.parametrize("page", [named(page) for page in THEORY])
def test_claims_are_registered(page):
    registry = pytest.importorskip("replcalc.claims.deciding")
    known = set(registry.claims())
    mentioned = {*CLAIM.findall(prose(page)), *column(prose(page), "claims")}
    assert mentioned <= known, sorted(mentioned - known)


@pytest.mark.parametrize("page", [named(page) for page in THEORY])
def test_simulators_are_registered(page):
    from replcalc.simulate.registry import available

    assert set(column(prose(page), "simulator")) <= set(available())


def test_columns_are_read():
    table = "| step | claims |\n|---|---|\n| one | `a.b`, `c.d` |\n\n| claims | step |\n|---|---|\n| `e.f` | `x` |"
    assert column(table, "claims") == ["a.b", "c.d", "e.f"]


def examples():
    """(page, command, what the page shows of its output) of every `$ replcalc ...` in a console block."""
    for page in THEORY:
        for block in blocks(page, "console"):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, shown = part.partition("\n")
                yield pytest.param(command, shown, id=f"{page.name}: {command[:70]}")


def missing_line(shown, out):
    """The first line shown that does not occur, in order, in the output; spaces count once, ... is anything."""
    rest = " ".join(out.split())
    for line in shown.splitlines():
        pattern = ".*?".join(re.escape(part) for part in " ".join(line.split()).split("..."))
        found = re.search(pattern, rest)
        if found is None:
            return line
        rest = rest[found.end() :]
    return None


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("command", "shown"), list(examples()))
def test_commands_print_what_is_shown(replcalc, command, shown, here):
    program, *args = shlex.split(command)
    assert program == "replcalc"
    done = replcalc(*args)
    assert done.code == 0, done.err
    assert missing_line(shown, done.out) is None, done.out


def test_a_wrong_figure_is_found():
    assert missing_line("samples  12\n...\nrho ... small", "samples 12 of it\n rho 0.1  small") is None
    assert missing_line("samples  13", "samples 12 of it") == "samples  13"


@pytest.mark.parametrize("page", [named(page) for page in THEORY])
def test_python_examples(page):
    for number, block in enumerate(blocks(page, "python")):
        test = doctest.DocTestParser().get_doctest(block, {}, f"{page.name} block {number}", str(page), 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        runner.run(test)
        assert test.examples and runner.failures == 0
