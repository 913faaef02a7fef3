"""Whatever is typed, there is an answer or one readable line, and soon: examples of the help with words changed."""

import importlib.util
import json
import random
import re
import shlex
import signal
import sys
import time
from pathlib import Path

import click
import pytest

from replcalc.cli.main import cli

#: Words that a user may type in place of a value.
STRANGE = ("0", "-1", "nan", "inf", "1e400", "1e-400", "1/0", "10%", "x", "", "é", "1,", "0.1.1", "1" * 60, "@nowhere")
#: Commands that write many files, open a port or draw: their lines are not varied here.
LEFT_OUT = ("serve", "site", "sweep", "plot")
#: Seconds of CPU that a line may take.
LIMIT_S = 20


def examples():
    """Yield the words of every example of the help, without redirections."""
    stack = [(cli, click.Context(cli))]
    while stack:
        command, context = stack.pop()
        if isinstance(command, click.Group):
            children = [command.get_command(context, name) for name in command.list_commands(context)]
            stack += [(child, click.Context(child)) for child in children if child is not None]
        text = re.sub(r"\\\n *", "", (command.help or "").partition("Examples:")[2])
        for line in re.findall(r"^ *replcalc (.*)$", text, re.MULTILINE):
            words = shlex.split(line)
            if words[0] not in LEFT_OUT:
                yield words


def vary(draw, words):
    """Change one or two words of a line: another value, a word less, a word twice, an option of another line."""
    found = list(words)
    for _ in range(draw.choice((1, 1, 2))):
        place = draw.randrange(1, len(found)) if len(found) > 1 else 0
        match draw.choice(("value", "value", "value", "drop", "twice", "option")):
            case "value":
                found[place] = draw.choice(STRANGE)
            case "drop" if len(found) > 1:
                del found[place]
            case "twice":
                found.insert(place, found[place])
            case _:
                found += [draw.choice(("--rho", "--digits", "--format", "--nothing", "--beta")), draw.choice(STRANGE)]
    return found


def complaint(code, out, err):
    """Say what is wrong with an outcome; nothing if it is an answer or one readable line."""
    if code not in (0, 1, 2, 3):
        return f"exit code {code}"
    if "Traceback" in out + err:
        return "a traceback"
    if code == 1 and not (out + err).strip():
        return "exit 1 without a reason"
    if code == 2 and len(err.strip().splitlines()) > 3:
        return "more than one sentence about a wrong line"
    return ""


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(3, 60))]
)
def test_strange_lines_are_answered_or_refused(replcalc, here, seed):
    draw = random.Random(seed)
    known = sorted(examples())
    for _ in range(12):
        words = vary(draw, draw.choice(known))
        start = time.process_time()
        signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(TimeoutError))
        signal.alarm(10 * LIMIT_S)
        try:
            done = replcalc(*words)
        finally:
            signal.alarm(0)
        assert complaint(done.code, done.out, done.err) == "", shlex.join(words)
        assert time.process_time() - start < 1.5 * LIMIT_S, shlex.join(words)


def test_a_wrong_outcome_is_seen():
    assert (
        complaint(70, "", "")
        and complaint(1, "", "")
        and complaint(0, "Traceback", "")
        and complaint(2, "", "a\nb\nc\nd")
    )
    assert not complaint(0, "answer", "") and not complaint(2, "", "rho: 'x' is not allowed")


@pytest.fixture
def laws():
    """The fuzzer of benchmarks/, which asks for properties of answers as well."""
    place = Path(__file__).parents[2] / "benchmarks" / "laws.py"
    spec = importlib.util.spec_from_file_location("laws", place)
    module = importlib.util.module_from_spec(spec)
    sys.modules["laws"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["laws"]


def test_the_fuzzer_stays_in_its_directory(laws):
    """Its words named devices, and a command that replaced them was run as root."""
    lines = [laws.strange_line(random.Random(seed)) for seed in range(300)]
    assert not [word for line in lines for word in line if word.startswith(("/", "@/", "~")) or "../" in word]


def test_the_fuzzer_sees_a_broken_guarantee(laws):
    def lie(*words):
        figures = {"samples": 1, "rho": {"lower": "0", "upper": "0.999"}, "beta": {"lower": "0", "upper": "0"}}
        document = {"best": None, "methods": {"votes": {"status": "certified", "quantities": figures}}}
        return laws.Completed(0, json.dumps(document), "")

    case = laws.check_law(laws.the_guarantee_is_kept, random.Random(1), lie)
    assert case.comparisons == 2 and len(case.wrong) == 1
    assert laws.complaint(("show",), lambda *_: laws.Completed(0, "answer", "warning")) != ""
    assert laws.complaint(("show",), lambda *_: laws.Completed(0, "answer", "")) == ""
