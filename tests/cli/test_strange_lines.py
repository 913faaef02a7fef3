"""Whatever is typed, there is an answer or one readable line, and soon.

A strange line is an example from the help of a command with words changed, dropped, added or repeated.
"""

import json
import random
import re
import shlex

import click
import pytest

from replcalc.cli.main import cli

#: Commands that do not end by themselves or take long; each has tests of its own.
LEFT_OUT = {"serve", "site", "sweep", "plot", "verify"}
#: No path leaves the directory, so that nothing outside it is read or written, whatever option the word follows.
STRANGE = (
    *("", " ", "0", "-1", "1", "2", "0.5", "1/3", ".5", "5.", "1e-40", "1e-300", "1e-5001", "1e400", "1e99999999"),
    *("nan", "inf", "1/0", "1/-3", "0.99999999999999999999", "0x10", "1_000", "１", "+5", "1e", "9" * 400, "10%"),
    *("banana", "é漢", "\x1b[31m", "%s{}", "a" * 3000, "\udcff", "a\0b", "--", "=1", "None", "True", "[1,2]"),
    *("100x0", "x3", "3x", "1x1000000000", "5x1e9", "1,,2", "1," * 300 + "1", "0.1,0.2", "1,0", "0,1e308"),
    *("@nowhere", "@data.csv", "@", "-", "data.csv", "missing/x", "all", "text", "json", "joint", "thm:main"),
    *("C_pg=0", "C_pg=1e400", "q=a>", "q=" + "(" * 300, "q=a**b", "x=1and a", "x in (0,1)", "zz", "a:0..1:0.1"),
)


def find_commands(command, path=()):
    """Find every command below a group."""
    found = {path: command} if path else {}
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if name not in LEFT_OUT and below is not None:
                found |= find_commands(below, (*path, name))
    return found


def strange_line(draw):
    """Draw a command line that differs in a few words from one that makes sense."""
    path, command = draw.choice(list(find_commands(cli).items()))
    text = re.sub(r"\\\n *", "", (command.help or "").partition("Examples:")[2])
    examples = re.findall(r"^ *replcalc (.*)$", text, re.MULTILINE) or [" ".join(path)]
    words = shlex.split(draw.choice(examples))
    known = [p for p in command.params if isinstance(p, click.Option)]
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        places = [i for i in range(1, len(words)) if not words[i].startswith("--")]
        match draw.choice(("change", "change", "change", "add", "add", "drop", "repeat", "extra")):
            case "change" if places:
                words[draw.choice(places)] = draw.choice(STRANGE)
            case "add" if known:
                option = draw.choice(known)
                words += [option.opts[0]] if option.is_flag else [option.opts[0], draw.choice(STRANGE)]
            case "drop" if len(words) > 1:
                del words[draw.randrange(1, len(words))]
            case "repeat" if len(words) > 1:
                words.append(words[draw.randrange(1, len(words))])
            case _:
                words.append(draw.choice(STRANGE))
    return words


def complaint(words, run):
    """Say what is wrong with the outcome of a line; nothing if it is an answer or one readable line."""
    try:
        done = run(*words)
    except BaseException as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    lines = done.err.splitlines()
    if done.code not in (0, 1, 2, 3) or "Traceback" in done.out + done.err:
        return f"exit code {done.code}: {done.err[:300]}"
    if any(len(each) > 230 for each in lines):
        return f"an error line of {max(map(len, lines))} characters"
    if done.code == 2 and (len(lines) != 1 or done.out):
        return f"a wrong command line gives {len(lines)} lines on stderr: {done.err[:200]}"
    if done.code == 1 and not (done.err or done.out).strip():
        return "exit code 1 without a reason"
    if done.code == 0 and (done.err or not done.out.strip()):
        return f"no answer, or something on stderr: {done.err[:200]}"
    return ""


def write_files(folder):
    """Write the files that examples of the help name."""
    rows = "\n".join(f"{i % 7 / 7:.3f},{i % 5 / 5:.3f},{('old', 'new')[i % 2]},{i % 3 % 2}" for i in range(3000))
    for name in ("data.csv", "ab.csv", "log.csv", "visits.csv", "ours.csv"):
        (folder / name).write_text(f"a,b,page,bought\n{rows}\n")
    (folder / "problems.csv").write_text("name,n,rho0\nx,100,0.01\n")


@pytest.fixture
def questions(script):
    return script("random_questions")


@pytest.mark.parametrize(
    "seed", [1, 3, 4, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(5, 60))]
)
def test_strange_lines_are_answered_or_refused(questions, replcalc, here, seed):
    write_files(here)
    draw = random.Random(seed)
    for _ in range(12):
        words = strange_line(draw)
        assert complaint(words, lambda *words: questions.limited(replcalc, *words)) == "", shlex.join(words)


def test_a_wrong_outcome_is_seen(questions):
    def found(code, out, err):
        return complaint(("show",), lambda *_: questions.Completed(code, out, err))

    assert found(70, "", "") and found(1, "", "") and found(0, "Traceback", "") and found(2, "", "a\nb")
    assert found(0, "answer", "warning") and not found(0, "answer", "")
    assert not found(2, "", "rho: 'x' is not allowed")


def test_strange_lines_stay_in_their_directory():
    """Their words named devices, and a command that replaced them was run as root."""
    lines = [strange_line(random.Random(seed)) for seed in range(100)]
    assert not [word for line in lines for word in line if word.startswith(("/", "@/", "~")) or "../" in word]


def test_a_broken_guarantee_is_seen(questions):
    def lie(*words):
        figures = {"samples": 1, "rho": {"lower": "0", "upper": "0.999"}, "beta": {"lower": "0", "upper": "0"}}
        document = {"best": None, "methods": {"votes": {"status": "certified", "quantities": figures}}}
        return questions.Completed(0, json.dumps(document), "")

    case = questions.check_property(questions.guarantee_is_kept, random.Random(1), lie)
    assert case.comparisons == 2 and len(case.wrong) == 1
