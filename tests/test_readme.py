"""The README tells the truth: its two set-up commands are the promised ones, its examples give what they show."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

README = Path(__file__).resolve().parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", TEXT, flags=re.DOTALL)


def examples():
    """(command, expected output) of every `$ replcalc ...` in the console blocks."""
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            yield pytest.param(command, expected.rstrip("\n"), id=command[:60])


def test_it_opens_with_exactly_two_commands():
    first, *_ = blocks("bash")
    lines = [line for line in first.splitlines() if line.strip()]
    assert len(lines) == 2
    assert lines[0].endswith("replcalc compose --n 100,200 --rho 0.1") and "venv" in lines[0] and "install" in lines[0]
    assert "[test]" in lines[1] and lines[1].rstrip().endswith("pytest")
    assert TEXT.index("```bash") < 1200, "the commands come first"


@pytest.mark.parametrize(("command", "expected"), list(examples()))
def test_examples(replcalc, command, expected, here):
    """Output equals what the README shows, where a line `...` stands for any number of lines."""
    program, *args = shlex.split(command)
    assert program == "replcalc"
    shown = replcalc(*args).out.rstrip("\n")
    pattern = r"\n".join(
        r".*(?:\n.*)*" if line == "..." else re.escape(line.rstrip()) for line in expected.splitlines()
    )
    actual = "\n".join(line.rstrip() for line in shown.splitlines())
    assert re.fullmatch(pattern, actual), f"README shows\n{expected}\nbut the command prints\n{shown}"


def test_python_examples():
    for number, block in enumerate(blocks("python")):
        test = doctest.DocTestParser().get_doctest(block, {}, f"README block {number}", str(README), 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
        runner.run(test)
        assert test.examples and runner.failures == 0
