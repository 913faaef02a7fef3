"""A seeded fuzzer of command lines: whatever is typed, an answer or one readable line, and soon.

``pytest tests/cli/test_fuzz.py --count 5000 --fuzz-seed 1`` tries more. Lines are made from the examples in the help of
every command (a new command is tried too) by changing, dropping, adding and repeating words. The laws below hold for
whatever the fuzzer draws.
"""

from __future__ import annotations

import json
import random
import re
import shlex
import signal
import time
from fractions import Fraction
from pathlib import Path

import click
import pytest

from replcalc.cli.main import cli

#: Commands that do not end by themselves, start processes or write books; each has tests of its own.
LEFT_OUT = {"serve", "site", "sweep", "plot", "tables"}
#: Short lines to start from where the examples of the help are long.
SHORT = {
    "compose": (
        "compose --n 100,200 --rho 0.1 --route naive", "compose --n 3x5 --rho 0.1 --rho0 0.01 --route separate",
        "compose --n 100x3 --samples 500 --route separate", "compose --law 100 --rho 0.3 --n 1x2",
    ),
    "boost": ("boost statistical-query --rho 0.1 --alpha 0.1 --beta 1e-3",),
    "queries": ("queries --k 3 --alpha 0.1 --rho 0.1 --beta 0.1 --crossings none",),
    "arms": ("arms --k 2 --arms 3 --alpha 0.1 --rho 0.1 --beta 0.1 --crossings none",),
    "verify": ("verify main.epsilon-lower", "verify lm:azuma"),
    "simulate": ("simulate", "simulate naive --cases 2"),
    "table": ("table errata",),
}
STRANGE = (
    "", " ", "0", "-1", "1", "2", "0.5", "1/3", ".5", "5.", "1e-40", "1e-300", "1e-5001", "1e400", "1e1000", "1e99999999", "nan", "inf",
    "1/0", "1/-3", "0.99999999999999999999", "banana", "é漢", "\x1b[31m", "%s{}", "@/nonexistent", "@/dev/null", "@", "--", "100x0", "x3",
    "3x", "1x1000000000", "1,,2", "5x1e9", "0x10", "1_000", "１", "+5", "1e", "9" * 400, "a" * 3000, "1," * 300 + "1", "[1,2]", "=1", "C_pg=0",
    "C_pg=1e400", "all", "text", "json", "direct", "thm:main", "../..", "/proc/x", "0.1,0.2", "1e9", "1000000007", "None", "True",
)  # fmt: skip
SECONDS = 20
SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "schema" / "replcalc-3.json").read_text(encoding="utf-8"))
#: Commands whose answers take tenths of a second: drawn less often.
HEAVY = {"waterfall", "verify", "boost", "lower-bound", "simulate", "queries", "arms", "run"}


def tree(command, path=()):
    if isinstance(command, click.Group):
        context = click.Context(command)
        found = {} if not path else {path: command}
        for name in command.list_commands(context):
            if name not in LEFT_OUT:
                found |= tree(command.get_command(context, name), (*path, name))
        return found
    return {path: command}


COMMANDS = tree(cli)


def starts(path, command):
    examples = re.findall(r"^ *replcalc (.*[^\\])$", (command.help or "").partition("Examples:")[2], re.MULTILINE)
    return SHORT.get(" ".join(path)) or examples or [" ".join(path)]


def line(draw):
    """A command line, near to one that makes sense."""
    path = draw.choices(list(COMMANDS), [1 if path[0] in HEAVY else 8 for path in COMMANDS])[0]
    command = COMMANDS[path]
    words = shlex.split(draw.choice(starts(path, command)))
    options = [p for p in command.params if isinstance(p, click.Option)]
    for _ in range(draw.choice((0, 1, 1, 1, 2, 3))):
        places = [i for i in range(len(path), len(words)) if not words[i].startswith("--")]
        match draw.choice(("change", "change", "change", "add", "add", "drop", "repeat", "extra")):
            case "change" if places:
                words[draw.choice(places)] = draw.choice(STRANGE)
            case "add":
                option = draw.choice(options)
                words += [option.opts[0]] if option.is_flag else [option.opts[0], draw.choice(STRANGE)]
            case "drop" if len(words) > len(path):
                del words[draw.randrange(len(path), len(words))]
            case "repeat" if len(words) > len(path):
                words.append(words[draw.randrange(len(path), len(words))])
            case "extra":
                words.append(draw.choice(STRANGE))
    return words


class TooLong(BaseException):
    """Not an Exception: nothing may swallow it."""


def limited(run, *words):
    """The run of a line, which has SECONDS of processor time."""

    def stop(*_):
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return run(*words)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def complaint(words, run):
    """What is wrong with the answer to a line; nothing is."""
    shown = shlex.join(word if len(word) < 60 else word[:20] + "..." for word in words)
    try:
        done = limited(run, *words)
    except TooLong:
        return f"{shown}: takes longer than {SECONDS} s"
    except BaseException as error:
        return f"{shown}: {type(error).__name__}: {str(error)[:200]}"
    lines = done.err.splitlines()
    if done.code not in (0, 1, 2):
        return f"{shown}: exit code {done.code}"
    if "Traceback" in done.err or "Traceback" in done.out:
        return f"{shown}: traceback"
    if any(len(each) > 200 for each in lines):
        return f"{shown}: an error line of {max(map(len, lines))} characters"
    if done.code == 2 and (len(lines) != 1 or (done.out and "compare" not in shown)):
        return f"{shown}: a wrong command line gives {len(lines)} lines on stderr: {done.err[:200]}"
    if done.code == 2 and not re.search(r"--?\w|[A-Z]{2,}|no command|argument|[Rr]eceipt|[Rr]ows|No such command", done.err):
        return f"{shown}: no option is named: {done.err[:200]}"
    if done.code == 0 and not done.out.strip():
        return f"{shown}: no answer"
    return None


@pytest.mark.parametrize("count", [50, pytest.param(300, marks=pytest.mark.exhaustive)])
def test_whatever_is_typed(replcalc, request, here, count):
    """Of 32,768 lines 129 ended with a traceback."""
    rows = "\n".join(f"{i % 7 / 7:.3f},{i % 5 / 5:.3f},{i % 3}" for i in range(3000))
    for name in ("data.csv", "ab.csv", "log.csv", "visits.csv"):
        (here / name).write_text(f"a,b,page\n{rows}\n")
    (here / "problems.csv").write_text("name,n,rho0\nx,100,0.01\n")
    draw = random.Random(request.config.getoption("--fuzz-seed"))
    found, slowest = [], (0.0, "")
    for _ in range(request.config.getoption("--count") or count):
        words, start = line(draw), time.process_time()
        found += filter(None, [complaint(words, replcalc)])
        slowest = max(slowest, (time.process_time() - start, shlex.join(words)[:200]))
    print(f"slowest line: {slowest[0]:.1f} s: {slowest[1]}")
    assert not found, "\n".join(found)


class Made:
    """An answer made up for the control."""

    def __init__(self, code=0, out="x", err=""):
        self.code, self.out, self.err = code, out, err


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (Made(3), "exit code 3"),
        (Made(1, err="Traceback (most recent call last)"), "traceback"),
        (Made(2, "", "--rho: " + "x" * 200), "characters"),
        (Made(2, "", "--rho\n--rho"), "2 lines"),
        (Made(2, "", "it does not work"), "no option"),
        (Made(0, ""), "no answer"),
    ],
)
def test_the_fuzzer_sees_what_is_wrong(made, told):
    """Its control: each kind of complaint is made."""
    assert told in (complaint(["x"], lambda *_: made) or "")
    assert "ZeroDivisionError" in (complaint(["x"], lambda *_: 1 / 0) or "")


def test_a_line_that_does_not_end_is_stopped(monkeypatch):
    monkeypatch.setitem(globals(), "SECONDS", 0.05)

    def forever(*_):
        while True:
            pass

    assert "longer" in (complaint(["x"], forever) or "")


# -- laws --------------------------------------------------------------------------------------------------------------
@pytest.fixture(params=range(3))
def drawn(request, replcalc):
    """A random question and how to ask it."""
    draw = random.Random(request.param)
    sizes = [draw.randint(1, 500) for _ in range(draw.randint(2, 4))]
    rho = Fraction(draw.randint(1, 30), 100)
    route = draw.choice(("naive", "separate", "direct"))

    def ask(n=sizes, rho=rho, *more):
        words = ["--n", n if isinstance(n, str) else ",".join(map(str, n)), "--rho0", "0.001", "--beta0", "1e-6", "--route", route]
        words += ["--rho", str(rho)] if rho is not None else []
        done = replcalc("compose", *words, *more, "--format", "json")
        assert done.code in (0, 1), done.err
        return json.loads(done.out)

    ask.sizes, ask.rho, ask.route = sizes, rho, route
    return ask


def quantities(answer):
    return next(iter(answer["routes"].values()))["quantities"]


def test_the_promise_is_kept_and_the_question_repeated(drawn):
    answer = drawn()
    assert Fraction(answer["inputs"]["rho"]["exact"]) == drawn.rho
    assert [run["value"] for run in answer["inputs"]["n"] for _ in range(run["count"])] == drawn.sizes
    if answer["routes"][drawn.route]["applicable"]:
        assert Fraction(quantities(answer)["rho"]["upper"]) <= drawn.rho


def test_order_and_spelling_do_not_matter(drawn):
    samples = quantities(drawn())["samples"]
    assert quantities(drawn(drawn.sizes[::-1]))["samples"] == samples
    assert quantities(drawn(f"{drawn.sizes[0]}x3")) == quantities(drawn([drawn.sizes[0]] * 3)) or "T" in quantities(drawn())
    assert quantities(drawn(f"{drawn.sizes[0]}x3"))["samples"] == quantities(drawn([drawn.sizes[0]] * 3))["samples"]


def test_a_smaller_rho_needs_no_fewer_samples(drawn):
    assert quantities(drawn(drawn.sizes, drawn.rho / 4))["samples"] >= quantities(drawn())["samples"]


def test_digits_change_no_figure(drawn):
    few, many = (quantities(drawn(drawn.sizes, drawn.rho, "--digits", digits)) for digits in ("3", "40"))
    assert few["samples"] == many["samples"]
    for name, value in few.items():
        if isinstance(value, dict):
            assert Fraction(value["lower"]) <= Fraction(many[name]["upper"]) and Fraction(many[name]["lower"]) <= Fraction(value["upper"])


def test_the_samples_found_give_the_rho_asked_for(drawn):
    answer = drawn()
    if answer["routes"][drawn.route]["applicable"]:
        back = drawn(drawn.sizes, None, "--samples", str(quantities(answer)["samples"]))
        assert Fraction(back["solve"]["value"]["upper"]) <= drawn.rho


def test_what_the_fuzzer_found(replcalc, tmp_path):
    """--max-rounds 0 of a run ended with a traceback: the logarithm of 0."""
    words = ("run", "queries", "data.csv", "--query", "x=a", "--range", "0,2", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.01", "--seed", "s")
    done = replcalc(*words, "--max-rounds", "0")
    assert (done.code, done.out) == (2, "") and done.err.startswith("replcalc: --max-rounds: '0' is not allowed")


def test_what_the_samples_buy_can_be_bought_back(replcalc):
    """compose --solve rho found a rho that compose then priced higher: the samples are within 1% of the least, to save
    random strings, and that is said beside J. Nothing may miss by more."""
    draw = random.Random(3)
    for _ in range(6):
        size, count = draw.randint(2, 300), draw.randint(1, 4)
        base = ("--n", f"{size}x{count}", "--rho0", draw.choice(("0.001", "0.02")), "--beta0", "1e-8", "--route", "direct")
        samples = size * draw.randint(50, 60_000)
        found = replcalc("compose", *base, "--samples", str(samples), "--format", "json")
        if found.code:
            continue
        rho = found.json()["solve"]["value"]["exact"]
        back = replcalc("compose", *base, "--rho", rho, "--format", "json").json()["routes"]["direct"]["quantities"]["samples"]
        assert back <= samples * Fraction(101, 100) + size, (base, samples, rho, back)


def test_the_slack_is_said(replcalc):
    done = replcalc("compose", "--n", "100x2", "--rho", "0.01", "--rho0", "0.001", "--beta0", "1e-8", "--route", "direct")
    assert "within 1% of the least found" in " ".join(done.out.split())


@pytest.mark.parametrize("line", ["simulate threshold --tau 0.249", "waterfall --n 100 --rho 0.1 --rho0 0.6", "lower-bound --k 1e400 --tau 0.2 --rho 0.1"])
def test_documents_of_odd_questions_follow_the_schema(replcalc, line):
    """simulate threshold printed a why_loose that the schema did not know."""
    jsonschema = pytest.importorskip("jsonschema", reason="validating needs jsonschema (test extra)")
    assert_valid(jsonschema, shlex.split(line), replcalc)


def test_fuzzed_documents_follow_the_schema(replcalc, request, here):
    jsonschema = pytest.importorskip("jsonschema", reason="validating needs jsonschema (test extra)")
    draw = random.Random(request.config.getoption("--fuzz-seed") + 1)
    for _ in range((request.config.getoption("--count") or 60) // 2):
        words = line(draw)
        if words[0] not in ("run", "verify", "prove") and "--format" not in words:
            assert_valid(jsonschema, words, replcalc)


def assert_valid(jsonschema, words, replcalc):
    done = limited(replcalc, *words, "--format", "json")
    if done.code == 2 or not done.out.strip():
        return
    kinds = SCHEMA["x-commands"].get(" ".join(words[:2])) or SCHEMA["x-commands"][words[0]]
    found = {}
    for kind in kinds:
        validator = jsonschema.Draft202012Validator({"$ref": f"#/$defs/{kind}", "$defs": SCHEMA["$defs"]})
        found[kind] = [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in validator.iter_errors(done.json())][:3]
    assert not all(found.values()), (words, found)
