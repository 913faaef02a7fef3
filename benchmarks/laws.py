"""A fuzzer that knows laws: half of its command lines test what must hold between answers, half are strange.

    python benchmarks/laws.py                         what CI runs: seed 0, at most two minutes
    python benchmarks/laws.py --seed 7 --hours 8      a night
    python benchmarks/laws.py --seed 7 --case law/12  one case again, with its lines

Everything runs in this process. A case has a random stream of its own, made from the seed and its name. A law asks
one question or several and yields comparisons ``left <= right``; a law that compared nothing has said nothing, which
is counted. A strange line is an example from the help of a command with words changed, dropped, added or repeated:
whatever is typed, there is an answer or one readable line, and soon.

A violation, or a slack that is larger than what the program says of itself, is printed with the lines that show it;
the exit code is 1 then.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import re
import shlex
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

#: Processor time that one line may take.
SECONDS = 20


@dataclass(frozen=True)
class Completed:
    """What a line printed."""

    code: int
    out: str
    err: str


Run = Callable[..., Completed]


def in_process(*words: str) -> Completed:
    """The command line, without a new process."""
    from replcalc.cli.main import main

    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main(list(words))
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
    return Completed(code, out.getvalue(), err.getvalue())


# -- questions ---------------------------------------------------------------------------------------------------------
#: The ways that the laws are asked of: certified ones that take hundredths of a second.
METHODS = ("naive", "separate", "direct", "grouped")
#: The ways of an answer: a mixture of these is none of its own where one of them does for all problems.
ANSWERED = (*METHODS, "mixed")
#: More samples than any answer: there is none.
NOTHING = 10**4000
#: What the search for random strings gives away, as it says beside J: "N within 1% of the least found".
SLACK: dict[str, Fraction | int] = dict.fromkeys(("direct", "grouped", "mixed"), Fraction(1, 100))
#: A mixture that saves less than 1% is not made, and its races may spend 1% on fewer strings.
MIXED = Fraction(2, 100)


@dataclass(frozen=True)
class Question:
    """A question to ``compose``, with everything typed."""

    n: tuple[int, ...]
    rho: Fraction
    rho0: Fraction
    beta: Fraction
    beta0: Fraction

    def words(self, *more: str, without: str = "") -> tuple[str, ...]:
        named = {name: getattr(self, name) for name in ("rho", "rho0", "beta", "beta0") if name != without}
        return ("compose", "--n", ",".join(map(str, self.n)), *options(named), *more)


def options(values: Mapping[str, object]) -> Iterator[str]:
    return (word for name, value in values.items() for word in (f"--{name}", str(value)))


def decimal(draw: random.Random, least: int, most: int) -> Fraction:
    """Two digits, with the first one between 10^least and 10^most."""
    return draw.randint(10, 99) * Fraction(10) ** (draw.randint(least, most) - 1)


def question(draw: random.Random) -> Question:
    """Few or many problems of few or many sizes; the promise is within reach of most ways."""
    sizes = [draw.randint(1, draw.choice((5, 60, 2000))) for _ in range(draw.randint(1, 4))]
    n = tuple(size for size in sizes for _ in range(draw.choice((1, 1, 2, 3, 20))))
    rho0, beta0 = decimal(draw, -5, -2), decimal(draw, -9, -5)
    rho = min(len(n) * rho0 * draw.choice((Fraction(1, 20), Fraction(1, 3), Fraction(3, 4), 2)), Fraction(1, 2))
    return Question(n, rho, rho0, min(len(n) * beta0 * draw.choice((2, 5, 1000)), Fraction(1, 2)), beta0)


class Refused(Exception):
    """A question that the program did not take, though it makes sense."""


def answer(run: Run, words: Sequence[str]) -> Any:
    """The document of a line; there is one also where nothing certified meets the promise."""
    done = run(*words, "--format", "json")
    if done.code not in (0, 1) or not done.out:
        raise Refused(f"exit code {done.code}: {done.err[:300]}")
    return json.loads(done.out)


def named(methods: Sequence[str] = METHODS) -> tuple[str, ...]:
    return tuple(word for method in methods for word in ("--route", method))


def certified(document: Any) -> dict[str, Any]:
    """Quantities of the ways that promise what was asked."""
    return {
        name: method["quantities"] for name, method in document["routes"].items() if method["status"] == "certified"
    }


# -- laws --------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Compared:
    """``left <= right``, as it must be."""

    what: str
    left: Fraction | int
    right: Fraction | int

    @property
    def holds(self) -> bool:
        return self.left <= self.right


def same(what: str, one: int, other: int) -> Iterator[Compared]:
    yield Compared(what, one, other)
    yield Compared(what, other, one)


Law = Callable[[random.Random, Run], Iterator[Compared]]


def the_promise_is_kept(draw: random.Random, run: Run) -> Iterator[Compared]:
    """Every certified way promises at most the rho and the beta that were asked."""
    asked = question(draw)
    for name, found in certified(answer(run, asked.words(*named(ANSWERED)))).items():
        yield Compared(f"{name}: rho", Fraction(found["rho"]["upper"]), asked.rho)
        yield Compared(f"{name}: beta", Fraction(found["beta"]["upper"]), asked.beta)


def easier(draw: random.Random, asked: Question) -> tuple[str, Question]:
    """The same with less to do or more allowed."""
    place, factor = draw.randrange(len(asked.n)), draw.choice((Fraction(101, 100), Fraction(3, 2), 4))
    match draw.choice(("rho", "rho0", "beta", "n", "k" if len(asked.n) > 1 else "n")):
        case "rho":
            return "rho", replace(asked, rho=min(asked.rho * factor, Fraction(9, 10)))
        case "rho0":
            return "rho0", replace(asked, rho0=asked.rho0 / factor)
        case "beta":
            return "beta", replace(asked, beta=min(asked.beta * factor, Fraction(9, 10)))
        case "n":
            smaller = max(1, int(asked.n[place] / factor))
            return "n", replace(asked, n=(*asked.n[:place], smaller, *asked.n[place + 1 :]))
        case _:
            return "k", replace(asked, n=(*asked.n[:place], *asked.n[place + 1 :]))


def what_is_easier_needs_no_more(draw: random.Random, run: Run) -> Iterator[Compared]:
    """Monotone in rho, k, n, rho0 and beta: every way, and the answer."""
    asked = question(draw)
    name, less = easier(draw, asked)
    yield from no_more(name, *(answer(run, each.words(*named(ANSWERED))) for each in (less, asked)))


def no_more(name: str, less: Any, more: Any, methods: Sequence[str] = METHODS) -> Iterator[Compared]:
    """What is certified for the harder question is so for the easier one, with no more samples."""
    found = certified(less)
    for method, harder in certified(more).items():
        if method not in methods:
            continue
        yield Compared(f"{method} answers the easier question too ({name})", 1, int(method in found))
        if method in found:
            slack = 1 + SLACK.get(method, 0)
            yield Compared(f"{method}: samples, easier {name}", found[method]["samples"], slack * harder["samples"])
    if more["best"] is not None:
        slack = 1 + (MIXED if more["best"] == "mixed" else SLACK.get(str(less["best"]), 0))
        samples = less["answer"]["samples"] or NOTHING
        yield Compared(f"the answer: samples, easier {name}", samples, slack * more["answer"]["samples"])


def queries_are_monotone(draw: random.Random, run: Run) -> Iterator[Compared]:
    """The same for statistical queries: in k, alpha, rho and beta.

    Only of what is searched for: ``naive`` is the cited algorithm as it is printed, whose samples grow with beta next
    to rho/2, and the ways of composition have the constants of thm:multi_dim_mean.
    """
    asked = {"k": draw.randint(2, 40), "alpha": decimal(draw, -3, -2) * 4}
    asked |= {"rho": decimal(draw, -3, -1) / 2, "beta": decimal(draw, -4, -1) / 2}
    name = draw.choice(tuple(asked))
    less = asked | {name: asked[name] // 2 if name == "k" else asked[name] * Fraction(5, 4)}
    lines = [("queries", *options(each)) for each in (less, asked)]
    methods = ("rounding", "expected-gap", "gaussian", "cosine", "cosine")
    yield from no_more(name, *(answer(run, words) for words in lines), methods=methods)


def order_does_not_matter(draw: random.Random, run: Run) -> Iterator[Compared]:
    asked = question(draw)
    shuffled = list(asked.n)
    draw.shuffle(shuffled)
    questions = (asked, replace(asked, n=tuple(shuffled)))
    one, other = (certified(answer(run, each.words(*named(ANSWERED)))) for each in questions)
    yield from equal_figures(one, other)


def spelling_does_not_matter(draw: random.Random, run: Run) -> Iterator[Compared]:
    """``ax3`` is ``a,a,a``."""
    asked = replace(question(draw), n=(draw.randint(1, 3000),) * draw.randint(2, 9))
    words = list(asked.words(*named()))
    one = certified(answer(run, words))
    words[2] = f"{asked.n[0]}x{len(asked.n)}"
    yield from equal_figures(one, certified(answer(run, words)))


def equal_figures(one: dict[str, Any], other: dict[str, Any]) -> Iterator[Compared]:
    yield from same("ways that are certified", len(set(one) ^ set(other)), 0)
    for name in sorted(set(one) & set(other)):
        yield from same(f"{name}: samples", one[name]["samples"], other[name]["samples"])
        for figure in ("rho", "beta"):
            mine, yours = one[name][figure], other[name][figure]
            yield Compared(f"{name}: enclosures of {figure} meet", Fraction(mine["lower"]), Fraction(yours["upper"]))
            yield Compared(f"{name}: enclosures of {figure} meet", Fraction(yours["lower"]), Fraction(mine["upper"]))


def there_and_back(draw: random.Random, run: Run) -> Iterator[Compared]:
    """The rho that some samples buy costs no more than these samples."""
    asked, method = question(draw), draw.choice(METHODS[1:])
    samples = max(asked.n) * draw.choice((5, 60, 3000, 10**5))
    unknown = draw.choice(("rho", "rho", "beta", "rho0", "beta0"))
    words = asked.words("--samples", str(samples), "--solve", unknown, "--route", method, without=unknown)
    solved = answer(run, words)["solve"]["value"]
    if solved is None:
        return
    found = Fraction(solved["exact"])
    back = certified(answer(run, replace(asked, **{unknown: found}).words("--route", method)))
    yield Compared(f"{method} is certified at the {unknown} that it found", 1, int(method in back))
    if method in back:
        most = samples * (1 + SLACK.get(method, 0))
        yield Compared(f"{method}: samples at the {unknown} found", back[method]["samples"], most)


def text_is_json(draw: random.Random, run: Run) -> Iterator[Compared]:
    """The headline, the table of all ways and the CSV have the samples of the document."""
    asked = question(draw).words(*named())
    document = answer(run, asked)
    figures = {name: f"{found['samples']:,}" for name, found in certified(document).items()}
    text = " ".join(run(*asked, "--all").out.split())
    if document["best"] is not None:
        begins = text.startswith(f"{document['answer']['samples']:,} samples")
        yield Compared(f"{text[:60]!r} begins with the answer", 1, int(begins))
    rows = run(*asked, "--format", "csv").out.replace('"', "").splitlines()
    cells = {row.split(",")[0]: row.split(",") for row in rows if row}
    for name, samples in figures.items():
        told = re.search(rf"\b{name}\b.*?\b{samples}\b", text) is not None
        yield Compared(f"--all says {name} {samples}", 1, int(told))
        yield Compared(f"csv says {name} {samples}", 1, int(samples.replace(",", "") in cells.get(name, ())))


def no_split_beats_the_answer(draw: random.Random, run: Run) -> Iterator[Compared]:
    """Two parts answered apart, on one sample: their rhos and betas add up, the larger one says the samples.

    Every way may answer a part, with half of the sampling rounds that the whole may take.
    """
    asked = question(draw)
    if len(asked.n) < 2:
        return
    cut, share = draw.randint(1, len(asked.n) - 1), Fraction(draw.randint(1, 9), 10)
    whole = answer(run, asked.words(*named(ANSWERED)))
    order = draw.sample(asked.n, len(asked.n)) if draw.random() < 0.3 else sorted(asked.n)
    parts = [
        replace(asked, n=tuple(some), rho=asked.rho * part, beta=asked.beta * part)
        for some, part in ((order[:cut], share), (order[cut:], 1 - share))
    ]
    found = [answer(run, part.words(*named(ANSWERED), "--max-rounds", "5e8")) for part in parts]
    if all(part["best"] is not None for part in found):
        apart = max(part["answer"]["samples"] for part in found)
        said = whole["answer"]["samples"] if whole["best"] is not None else NOTHING
        methods = f"{cut} by {found[0]['best']}, {len(order) - cut} by {found[1]['best']}"
        yield Compared(f"{whole['best']} against {methods}", said, (1 + MIXED) * apart)


def nothing_is_below_a_lower_bound(draw: random.Random, run: Run) -> Iterator[Compared]:
    """What every algorithm needs is no more than what a certified one takes."""
    asked: dict[str, object]
    rho, beta, alpha = decimal(draw, -2, -1) / 2, decimal(draw, -4, -2), decimal(draw, -2, -1)
    command = draw.choice(("queries", "queries", "arms", "test", "lower-bound"))
    match command:
        case "test":
            low = Fraction(draw.randint(5, 80), 100)
            high = low + Fraction(draw.randint(8, 15), 100)
            asked = {"low": low, "high": high, "rho": rho + Fraction(1, 20), "beta": beta}
        case "lower-bound":
            asked = {"k": draw.randint(2, 10**5), "tau": decimal(draw, -3, -2), "rho": rho / 4}
        case _:
            asked = {"k": draw.choice((1, 2, 3, 50)), "alpha": alpha, "rho": rho, "beta": beta, "crossings": "none"}
            asked |= {"arms": draw.randint(2, 5)} if command == "arms" else {}
    words = (command, *options(asked))
    document = answer(run, words)
    if command == "lower-bound":
        found = {name: value for name, value in document["quantities"].items() if name.startswith("m_")}
        bounds = {name: Fraction(v["lower"]) if isinstance(v, dict) else v for name, v in found.items()}
        for name, value in bounds.items():
            if name != "m_naive":
                yield Compared(f"{name} and what suffices", value, bounds["m_naive"])
    elif document["lower_bound"] is not None:
        for name, figures in certified(document).items():
            yield Compared(f"the lower bound and {name}", document["lower_bound"]["samples"], figures["samples"])


#: Laws, and how often they are drawn.
LAWS: dict[Law, int] = {
    the_promise_is_kept: 2,
    what_is_easier_needs_no_more: 8,
    queries_are_monotone: 1,
    order_does_not_matter: 2,
    spelling_does_not_matter: 2,
    there_and_back: 6,
    text_is_json: 2,
    no_split_beats_the_answer: 4,
    nothing_is_below_a_lower_bound: 1,
}


# -- strange lines -----------------------------------------------------------------------------------------------------
#: Commands that do not end by themselves, start processes or write books; each has tests of its own.
LEFT_OUT = {"serve", "site", "sweep", "plot", "tables"}
#: Short lines to start from where the examples of the help are long.
SHORT = {
    "compose": (
        "compose --n 100,200 --rho 0.1 --route naive",
        "compose --n 3x5 --rho 0.1 --rho0 0.01 --route separate",
        "compose --n 100x3 --samples 500 --route separate",
    ),
    "boost": ("boost statistical-query --rho 0.1 --alpha 0.1 --beta 1e-3",),
    "queries": ("queries --k 3 --alpha 0.1 --rho 0.1 --beta 0.1",),
    "arms": ("arms --k 2 --arms 3 --alpha 0.1 --rho 0.1 --beta 0.1",),
    "verify": ("verify main.epsilon-lower", "verify lm:azuma"),
    "simulate": ("simulate", "simulate closeness --cases 2"),
    "table": ("table errata",),
}
STRANGE = (
    "",
    " ",
    "0",
    "-1",
    "1",
    "2",
    "0.5",
    "1/3",
    ".5",
    "5.",
    "1e-40",
    "1e-300",
    "1e-5001",
    "1e400",
    "1e1000",
    "1e99999999",
    "nan",
    "inf",
    "1/0",
    "1/-3",
    "0.99999999999999999999",
    "banana",
    "é漢",
    "\x1b[31m",
    "%s{}",
    "@/nonexistent",
    "@/dev/null",
    "@",
    "--",
    "100x0",
    "x3",
    "3x",
    "1x1000000000",
    "1,,2",
    "5x1e9",
    "0x10",
    "1_000",
    "１",
    "+5",
    "1e",
    "9" * 400,
    "a" * 3000,
    "1," * 300 + "1",
    "[1,2]",
    "=1",
    "C_pg=0",
    "C_pg=1e400",
    "all",
    "text",
    "json",
    "direct",
    "thm:main",
    "../..",
    "/proc/x",
    "0.1,0.2",
    "1e9",
    "1000000007",
    "None",
    "True",
)
#: Commands whose answers take tenths of a second: drawn less often.
HEAVY = {"verify", "boost", "lower-bound", "simulate", "queries", "arms", "run", "test", "prove"}


def tree(command: click.Command, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], click.Command]:
    if not isinstance(command, click.Group):
        return {path: command}
    context = click.Context(command)
    found = {} if not path else {path: command}
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        if name not in LEFT_OUT and below is not None:
            found |= tree(below, (*path, name))
    return found


def starts(path: tuple[str, ...], command: click.Command) -> Sequence[str]:
    examples = re.findall(r"^ *replcalc (.*[^\\])$", (command.help or "").partition("Examples:")[2], re.MULTILINE)
    return SHORT.get(" ".join(path)) or examples or [" ".join(path)]


def strange_line(draw: random.Random) -> list[str]:
    """A command line, near to one that makes sense."""
    from replcalc.cli.main import cli

    commands = tree(cli)
    path = draw.choices(list(commands), [1 if path[0] in HEAVY else 8 for path in commands])[0]
    command = commands[path]
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


#: An error names an option, an argument or what else was wrong.
NAMES_WHAT = r"--?\w|[A-Z]{2,}|no command|argument|[Rr]eceipt|[Rr]ows|No such command"


class TooLong(BaseException):
    """Not an Exception: nothing may swallow it."""


def limited(run: Run, *words: str) -> Completed:
    """The run of a line, which has SECONDS of processor time."""

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return run(*words)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def shown(words: Sequence[str]) -> str:
    return shlex.join(word if len(word) < 300 else word[:20] + "..." for word in words)


def complaint(words: Sequence[str], run: Run) -> str | None:
    """What is wrong with the answer to a line; nothing is."""
    try:
        done = limited(run, *words)
    except TooLong:
        return f"takes longer than {SECONDS} s"
    except BaseException as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    lines = done.err.splitlines()
    if done.code not in (0, 1, 2):
        return f"exit code {done.code}: {done.err[:300]}"
    if "Traceback" in done.err or "Traceback" in done.out:
        return "traceback"
    if any(len(each) > 200 for each in lines):
        return f"an error line of {max(map(len, lines))} characters"
    if done.code == 2 and (len(lines) != 1 or (done.out and "--compare" not in words)):
        return f"a wrong command line gives {len(lines)} lines on stderr: {done.err[:200]}"
    if done.code == 2 and not re.search(NAMES_WHAT, done.err):
        return f"no option is named: {done.err[:200]}"
    if done.code == 0 and not done.out.strip():
        return "no answer"
    return None


def sandbox(folder: Path) -> None:
    """The files that examples of the help name."""
    rows = "\n".join(f"{i % 7 / 7:.3f},{i % 5 / 5:.3f},{i % 3}" for i in range(3000))
    for name in ("data.csv", "ab.csv", "log.csv", "visits.csv"):
        (folder / name).write_text(f"a,b,page\n{rows}\n")
    (folder / "problems.csv").write_text("name,n,rho0\nx,100,0.01\n")


# -- the fuzzer --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Case:
    """What one case did: its law or "strange", its lines, its comparisons, what is wrong."""

    kind: str
    lines: tuple[tuple[str, ...], ...]
    comparisons: int
    wrong: tuple[str, ...]


def case_of_law(law: Law, draw: random.Random, run: Run) -> Case:
    lines: list[tuple[str, ...]] = []

    def kept(*words: str) -> Completed:
        lines.append(words)
        return limited(run, *words)

    wrong: list[str] = []
    comparisons = 0
    try:
        for each in law(draw, kept):
            comparisons += 1
            if not each.holds:
                wrong.append(f"{each.what}: {short(each.left)} > {short(each.right)}")
    except Refused as error:
        wrong.append(str(error))
    except TooLong:
        wrong.append(f"takes longer than {SECONDS} s")
    return Case(law.__name__, tuple(lines), comparisons, tuple(wrong))


def short(value: Fraction | int) -> str:
    return f"{float(value):.6g}" if abs(value) < 10**300 else "no answer"


def case(seed: int, name: str, run: Run) -> Case:
    """The case of a name: law/0, strange/0, law/1, ..."""
    draw = random.Random(f"{seed}/{name}")
    if name.startswith("law/"):
        return case_of_law(draw.choices(list(LAWS), list(LAWS.values()))[0], draw, run)
    words = tuple(strange_line(draw))
    found = complaint(words, run)
    return Case("strange", (words,), 1, () if found is None else (found,))


def fuzz(seed: int, run: Run, *, lines: int | None = None, seconds: float | None = None) -> Iterator[tuple[str, Case]]:
    """Cases by name until so many lines or seconds are over; as many lines of laws as strange ones."""
    end = None if seconds is None else time.monotonic() + seconds
    spent, done = {"law": 0, "strange": 0}, {"law": 0, "strange": 0}
    while (lines is None or sum(spent.values()) < lines) and (end is None or time.monotonic() < end):
        kind = "law" if spent["law"] <= spent["strange"] else "strange"
        name = f"{kind}/{done[kind]}"
        found = case(seed, name, run)
        spent[kind] += len(found.lines)
        done[kind] += 1
        yield name, found


def main(arguments: Sequence[str] | None = None, run: Run = in_process) -> int:
    parser = argparse.ArgumentParser(description="Laws between answers, and strange lines.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--lines", type=int, help="stop after so many command lines")
    parser.add_argument("--seconds", type=float, default=110, help="stop after so many seconds (default 110)")
    parser.add_argument("--hours", type=float, help="the same in hours, for a night")
    parser.add_argument("--case", help="do this case only, such as law/12, and print its lines")
    chosen = parser.parse_args(arguments)
    seconds = chosen.seconds if chosen.hours is None else 3600 * chosen.hours
    cases, lines, comparisons, silent = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        sandbox(Path(folder))
        drawn = fuzz(chosen.seed, run, lines=chosen.lines, seconds=seconds)
        for name, found in [(chosen.case, case(chosen.seed, chosen.case, run))] if chosen.case else drawn:
            cases[found.kind] += 1
            lines[found.kind] += len(found.lines)
            comparisons[found.kind] += found.comparisons
            silent[found.kind] += not found.comparisons
            if found.wrong or chosen.case:
                wrong += bool(found.wrong)
                said = "; ".join(found.wrong) or "holds"
                print(f"case {name} of seed {chosen.seed}, {found.kind.replace('_', ' ')}: {said}")
                print(*(f"    replcalc {shown(words)}" for words in found.lines), sep="\n", flush=True)
    for kind in sorted(cases):
        counted = f"{cases[kind]} cases, {lines[kind]} lines, {comparisons[kind]} comparisons"
        print(f"{kind.replace('_', ' ')}: {counted}, {silent[kind]} said nothing")
    total = sum(lines.values())
    print(f"{total} lines, {total - lines['strange']} of them on laws; {wrong} cases are wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
