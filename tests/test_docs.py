"""The documentation tells the truth: examples give what they show, links lead somewhere, names exist."""

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest

from replcalc.cli.reference import build_reference
from replcalc.statements.catalogue import entries

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
GUIDES = [README, *sorted((ROOT / "docs").glob("*.md"))]
PROOFS = sorted((ROOT / "replcalc").rglob("proof*.md"))
LABEL = re.compile(r"`((?:derived|goal|route|table|sec|alg|cl|clm|cor|def|eq|lem|lm|rem|thm):[\w:-]+)`")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def named(path):
    return pytest.param(path, id=str(path.relative_to(ROOT)))


def prose(path):
    """Return a page without its code blocks."""
    return BLOCK.sub("", path.read_text(encoding="utf-8"))


def first_missing(shown, out):
    """Return the first line shown that is not next in the output; ``...`` is any number of lines."""
    rest = [" ".join(line.split()) for line in out.splitlines() if line.strip()]
    skipping = False
    for line in (" ".join(line.split()) for line in shown.splitlines() if line.strip()):
        if line == "...":
            skipping = True
            continue
        place = rest.index(line) if skipping and line in rest else 0
        if not rest or rest[place] != line:
            return line
        rest, skipping = rest[place + 1 :], False
    return None


def run_page(page, replcalc):
    """Carry out the blocks of a page in order, in the current directory; return the commands."""
    commands = []
    for language, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language == "python" and ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, {}, str(page), str(page), 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
            assert runner.run(test).failed == 0
        elif language == "python":
            exec(compile(block, str(page), "exec"), {})
        elif language == "console":
            for part in re.split(r"^\$ ", block.replace("\\\n", ""), flags=re.MULTILINE)[1:]:
                line, _, shown = part.partition("\n")
                program, *words = shlex.split(line)
                assert program == "replcalc"
                done = replcalc(*words)
                assert done.code == 0, f"{line}: {done.err}"
                assert first_missing(shown, done.out) is None, f"{line}\n{done.out}"
                commands.append(words)
    return commands


def with_examples(pages, *marks):
    return [
        pytest.param(page, id=str(page.relative_to(ROOT)), marks=marks)
        for page in pages
        if "```" in page.read_text("utf-8")
    ]


@pytest.mark.parametrize("page", [*with_examples(GUIDES), *with_examples(PROOFS, pytest.mark.exhaustive)])
def test_examples_give_what_the_page_shows(page, replcalc, here):
    shutil.copytree(ROOT / "examples", here / "examples")
    for name, start in (("ours.csv", 1), ("theirs.csv", 2)):
        scores = (str((start * 7919 + row * 104729) % 1009 / 1008) for row in range(1, 3001))
        (here / name).write_text("score\n" + "\n".join(scores) + "\n")
    run_page(page, replcalc)


def test_a_wrong_figure_is_found():
    assert first_missing("a 1\n...\nc 3", "a  1\nb 2\nc 3\nd 4") is None
    assert first_missing("a 1\nb 3", "a 1\nb 2") == "b 3"
    assert first_missing("...\nb 3", "a 1\nb 2") == "b 3"


def broken_links(path):
    for target in LINK.findall(prose(path)):
        file, _, anchor = target.partition("#")
        there = (path.parent / file).resolve() if file else path
        if re.match(r"[a-z]+:", target):
            continue
        titles = (
            re.findall(r"^#+ (.*)$", prose(there), re.MULTILINE) if there.suffix == ".md" and there.exists() else []
        )
        anchors = {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}
        if not there.exists() or (anchor and anchor not in anchors):
            yield target


@pytest.mark.parametrize("page", [named(page) for page in [*GUIDES, *PROOFS]])
def test_links_and_labels_lead_somewhere(page):
    assert list(broken_links(page)) == []
    assert sorted(set(LABEL.findall(prose(page))) - set(entries())) == []


def test_a_broken_link_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# A title\n[here](page.md#a-title) [there](no-such-page.md) [nowhere](page.md#b)")
    assert list(broken_links(page)) == ["no-such-page.md", "page.md#b"]


def test_every_theorem_of_our_own_has_a_proof_and_every_proof_is_listed():
    from replcalc.sharper import SHARPER

    stated = {label for page in PROOFS for label in LABEL.findall(prose(page))}
    assert {s.label for s in SHARPER.entries if s.label.startswith("derived:")} <= stated
    listed = {(ROOT / "docs" / target).resolve() for target in LINK.findall(prose(ROOT / "docs" / "theory.md"))}
    assert set(PROOFS) <= listed


def test_the_command_reference_is_current():
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert page == build_reference(), "run python -m replcalc.cli.reference > docs/commands.md"


def test_the_readme_opens_with_the_two_set_up_commands():
    text = README.read_text(encoding="utf-8")
    language, block = BLOCK.search(text).groups()
    first, second = block.strip().splitlines()
    assert language == "bash" and first.endswith("replcalc compose --n 100,200 --rho 0.1")
    assert "[test]" in second and second.endswith("pytest") and len(text.splitlines()) <= 150
