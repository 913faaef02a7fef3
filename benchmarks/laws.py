"""Properties of answers to random questions, and strange command lines.

    python benchmarks/laws.py                         seed 0, at most two minutes
    python benchmarks/laws.py --seed 7 --hours 8      a night
    python benchmarks/laws.py --seed 7 --case law/12  one case again, with its lines

Everything runs in this process, in a temporary directory; every path that a line names is inside it. A case has a
random stream of its own, made from the seed and its name. A law asks one question or several and yields comparisons
``left <= right``. A strange line is an example from the help of a command with words changed, dropped, added or
repeated: whatever is typed, there is an answer or one readable line, and soon. A violation is printed with the lines
that show it; the exit code is 1 then.
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


def run_in_process(*words: str) -> Completed:
    """Run a command line without a new process; standard input is one list."""
    from replcalc.cli.main import main

    out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True), io.StringIO()
    stdin, sys.stdin, code = sys.stdin, io.StringIO("100,200\n"), 0
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main(list(words))
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    finally:
        sys.stdin = stdin
    return Completed(code, out.buffer.getvalue().decode(), err.getvalue())


# -- questions ---------------------------------------------------------------------------------------------------------
#: Certified methods of compose that take hundredths of a second, and those of an answer.
METHODS = ("side-by-side", "votes", "joint")
ANSWERED = (*METHODS, "mixed")
#: More samples than any answer: there is none.
NOTHING = 10**4000
#: What the search for random strings gives away, as it says beside J: "N within 1% of the least found".
SLACK: dict[str, Fraction | int] = dict.fromkeys(("joint", "mixed"), Fraction(1, 100))
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
        """Return the command line."""
        named = {name: getattr(self, name) for name in ("rho", "rho0", "beta", "beta0") if name != without}
        return ("compose", "--n", ",".join(map(str, self.n)), *options(named), *more)


def options(values: Mapping[str, object]) -> Iterator[str]:
    """Yield the words of options; None is the value of a flag."""
    return (word for name, value in values.items() for word in (f"--{name}", *(() if value is None else (str(value),))))


def draw_decimal(draw: random.Random, least: int, most: int) -> Fraction:
    """Draw two digits, with the first one between 10^least and 10^most."""
    return draw.randint(10, 99) * Fraction(10) ** (draw.randint(least, most) - 1)


def draw_question(draw: random.Random) -> Question:
    """Draw few or many problems of few or many sizes; the goal is within reach of most methods."""
    sizes = [draw.randint(1, draw.choice((5, 60, 2000))) for _ in range(draw.randint(1, 4))]
    n = tuple(size for size in sizes for _ in range(draw.choice((1, 1, 2, 3, 20))))
    rho0, beta0 = draw_decimal(draw, -5, -2), draw_decimal(draw, -9, -5)
    rho = min(len(n) * rho0 * draw.choice((Fraction(1, 20), Fraction(1, 3), Fraction(3, 4), 2)), Fraction(1, 2))
    return Question(n, rho, rho0, min(len(n) * beta0 * draw.choice((2, 5, 1000)), Fraction(1, 2)), beta0)


class Refused(Exception):
    """A question that the program did not take, though it makes sense."""


def answer(run: Run, words: Sequence[str]) -> Any:
    """Return the document of a line; there is one also where nothing certified meets the goal."""
    done = run(*words, "--format", "json")
    if done.code not in (0, 1) or not done.out:
        raise Refused(f"exit code {done.code}: {done.err[:300]}")
    return json.loads(done.out)


def named(methods: Sequence[str] = METHODS) -> tuple[str, ...]:
    """Return the options that choose these methods."""
    return tuple(word for method in methods for word in ("--method", method))


def certified(document: Any) -> dict[str, Any]:
    """Return the quantities of the methods that guarantee what was asked."""
    found = document["methods"].items()
    return {name: method["quantities"] for name, method in found if method["status"] == "certified"}


# -- laws --------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Compared:
    """``left <= right``, as it must be."""

    what: str
    left: Fraction | int
    right: Fraction | int

    @property
    def holds(self) -> bool:
        """Whether it is so."""
        return self.left <= self.right


def same(what: str, one: int, other: int) -> Iterator[Compared]:
    """Compare two figures that must be equal."""
    yield Compared(what, one, other)
    yield Compared(what, other, one)


Law = Callable[[random.Random, Run], Iterator[Compared]]


def the_guarantee_is_kept(draw: random.Random, run: Run) -> Iterator[Compared]:
    """Every certified method guarantees at most the rho and the beta that were asked."""
    asked = draw_question(draw)
    for name, found in certified(answer(run, asked.words(*named(ANSWERED)))).items():
        yield Compared(f"{name}: rho", Fraction(found["rho"]["upper"]), asked.rho)
        yield Compared(f"{name}: beta", Fraction(found["beta"]["upper"]), asked.beta)


def make_easier(draw: random.Random, asked: Question) -> tuple[str, Question]:
    """Return the same question with less to do or more allowed."""
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
    """Samples are monotone in rho, k, n, rho0 and beta: of every method, and of the answer."""
    asked = draw_question(draw)
    name, less = make_easier(draw, asked)
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


def draw_plan(draw: random.Random) -> tuple[str, dict[str, Any]]:
    """Draw a question about data: a task and its options."""
    asked: dict[str, Any] = {"alpha": draw_decimal(draw, -2, -1) / 2, "rho": draw_decimal(draw, -3, -1) / 2}
    asked["beta"] = draw_decimal(draw, -6, -1) / 2
    task = draw.choice(("means", "means", "ab", "same", "test", "choose", "frequencies", "quantiles", "auc"))
    match task:
        case "means":
            asked["k"] = draw.randint(2, 40)
        case "same":
            asked["value"] = "0.5"
        case "test":
            low = Fraction(draw.randint(5, 70), 100)
            return task, asked | {
                "low": low,
                "high": low + min(asked.pop("alpha"), Fraction(1, 4)),
                "rho": asked["rho"] + Fraction(1, 20),
            }
        case "choose":
            asked |= {"options": draw.choice((2, 3, 10, 100)), "k": draw.choice((1, 1, 5))}
        case "frequencies":
            least = Fraction(draw.randint(50, 95), 100)
            asked |= draw.choice(({"groups": draw.randint(2, 40)}, {"any-groups": None}, {"at-least": least}))
        case "quantiles":
            asked |= {"q": "0.5", "cuts": "0..100:10"}
    return task, asked


def plans_are_monotone(draw: random.Random, run: Run) -> Iterator[Compared]:
    """The same for questions about data: in the counts, alpha, rho and beta."""
    task, asked = draw_plan(draw)
    counts = {"k", "options", "groups"} & set(asked)
    name = draw.choice(sorted({"alpha", "rho", "beta", "high"} & set(asked) | counts))
    factor = Fraction(draw.choice((101, 125, 200)), 100)
    larger = (
        asked[name] // 2 if name in counts else min(asked[name] * factor, Fraction(49, 50 if name == "high" else 100))
    )
    less = asked | {name: max(larger, asked[name]) if name not in counts else max(larger, 1 if name == "k" else 2)}
    found = [answer(run, ("plan", task, *options(each))) for each in (less, asked)]
    yield from no_more(name, *found, methods=("rounding", "cosine") if task == "means" else ())


def spelling_does_not_matter(draw: random.Random, run: Run) -> Iterator[Compared]:
    """The order of the problems does not matter, and ``ax3`` is ``a,a,a``."""
    asked = draw_question(draw)
    words = list(asked.words(*named(ANSWERED)))
    one = certified(answer(run, words))
    shuffled = [f"{size}x{count}" for size, count in Counter(asked.n).items()]
    draw.shuffle(shuffled)
    words[2] = ",".join(shuffled)
    other = certified(answer(run, words))
    yield from same("methods that are certified", len(set(one) ^ set(other)), 0)
    for name in sorted(set(one) & set(other)):
        yield from same(f"{name}: samples", one[name]["samples"], other[name]["samples"])
        for figure in ("rho", "beta"):
            yield from inside(f"{name}: {figure}", one[name][figure], other[name][figure], overlap=True)


def inside(what: str, one: Any, other: Any, *, overlap: bool = False) -> Iterator[Compared]:
    """Compare two enclosures: the first lies in the second, or they overlap."""
    ends = [Fraction(each[end]) for each in (one, other) for end in ("lower", "upper")]
    yield Compared(what, ends[2], ends[1] if overlap else ends[0])
    yield Compared(what, ends[0] if overlap else ends[1], ends[3])


def digits_refine(draw: random.Random, run: Run) -> Iterator[Compared]:
    """More digits: the same samples, and enclosures inside those of fewer digits."""
    asked = draw_question(draw)
    found = [certified(answer(run, asked.words(*named(), "--digits", digits))) for digits in ("20", "10")]
    yield from same("methods that are certified", len(set(found[0]) ^ set(found[1])), 0)
    for name in set(found[0]) & set(found[1]):
        yield from same(f"{name}: samples", *(each[name]["samples"] for each in found))
        for figure in ("rho", "beta"):
            yield from inside(f"{name}: {figure} at 20 and at 10 digits", *(each[name][figure] for each in found))


def there_and_back(draw: random.Random, run: Run) -> Iterator[Compared]:
    """What some samples buy takes no more samples than these, and costs no more when it is asked."""
    asked, method = draw_question(draw), draw.choice(METHODS[1:])
    samples = max(asked.n) * draw.choice((5, 60, 3000, 10**5))
    unknown = draw.choice(("rho", "rho", "beta", "rho0", "beta0"))
    solved = answer(run, asked.words("--samples", str(samples), "--solve", unknown, *named([method]), without=unknown))
    if solved["solve"]["value"] is None:
        return
    for name, quantities in certified(solved).items():
        yield Compared(f"{name}: samples of --solve {unknown}", quantities["samples"], samples)
    found = Fraction(solved["solve"]["value"]["exact"])
    back = certified(answer(run, replace(asked, **{unknown: found}).words(*named([method]))))
    yield Compared(f"{method} is certified at the {unknown} that it found", 1, int(method in back))
    if method in back:
        most = samples * (1 + SLACK.get(method, 0))
        yield Compared(f"{method}: samples at the {unknown} found", back[method]["samples"], most)


def text_is_json(draw: random.Random, run: Run) -> Iterator[Compared]:
    """The headline, the table of all methods and the CSV have the samples of the document."""
    asked = draw_question(draw).words(*named())
    document = answer(run, asked)
    text = " ".join(run(*asked, "--all").out.split())
    if document["best"] is not None:
        begins = text.startswith(f"{document['answer']['samples']:,} samples")
        yield Compared(f"{text[:60]!r} begins with the answer", 1, int(begins))
    cells = {row.split(",")[0]: row.split(",") for row in run(*asked, "--format", "csv").out.splitlines()}
    for name, found in certified(document).items():
        told = re.search(rf"\b{name}\b.*?\b{found['samples']:,}\b", text) is not None
        yield Compared(f"--all says {name} {found['samples']:,}", 1, int(told))
        yield Compared(f"csv says {name} {found['samples']}", 1, int(str(found["samples"]) in cells.get(name, ())))


def no_split_beats_the_answer(draw: random.Random, run: Run) -> Iterator[Compared]:
    """Two parts answered apart, on one sample: their rhos and betas add up, the larger one says the samples.

    Every method may answer a part, with half of the sampling rounds that the whole may take.
    """
    asked = draw_question(draw)
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
    rho, beta, alpha = draw_decimal(draw, -2, -1) / 2, draw_decimal(draw, -4, -2), draw_decimal(draw, -2, -1)
    task = draw.choice(("means", "means", "choose", "test"))
    asked: dict[str, object] = {"k": draw.choice((1, 2, 3, 50)), "alpha": alpha, "rho": rho, "beta": beta}
    if task == "choose":
        asked |= {"options": draw.randint(2, 5)}
    if task == "test":
        low = Fraction(draw.randint(5, 80), 100)
        high = low + Fraction(draw.randint(8, 15), 100)
        asked = {"low": low, "high": high, "rho": rho + Fraction(1, 20), "beta": beta}
    document = answer(run, ("plan", task, *options(asked)))
    if document["lower_bound"] is not None:
        for name, figures in certified(document).items():
            yield Compared(f"the lower bound and {name}", document["lower_bound"]["samples"], figures["samples"])


#: Laws, and how often they are drawn.
LAWS: dict[Law, int] = {
    the_guarantee_is_kept: 2,
    what_is_easier_needs_no_more: 8,
    plans_are_monotone: 1,
    spelling_does_not_matter: 3,
    digits_refine: 3,
    there_and_back: 6,
    text_is_json: 2,
    no_split_beats_the_answer: 4,
    nothing_is_below_a_lower_bound: 1,
}


# -- strange lines -----------------------------------------------------------------------------------------------------
#: Commands that do not end by themselves or take long by themselves; each has tests of its own.
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


def find_commands(command: click.Command, path: tuple[str, ...] = ()) -> dict[tuple[str, ...], click.Command]:
    """Find every command below a group."""
    found = {path: command} if path else {}
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if name not in LEFT_OUT and below is not None:
                found |= find_commands(below, (*path, name))
    return found


def strange_line(draw: random.Random) -> list[str]:
    """Draw a command line, near to one that makes sense."""
    from replcalc.cli.main import cli

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


class TooLong(BaseException):
    """Not an Exception: nothing may swallow it."""


def limited(run: Run, *words: str) -> Completed:
    """Run a line, which has SECONDS of processor time."""

    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return run(*words)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def complaint(words: Sequence[str], run: Run) -> str:
    """Say what is wrong with the outcome of a line; nothing if it is an answer or one readable line."""
    try:
        done = limited(run, *words)
    except TooLong:
        return f"takes longer than {SECONDS} s"
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


def fill(folder: Path) -> None:
    """Write the files that examples of the help name."""
    rows = "\n".join(f"{i % 7 / 7:.3f},{i % 5 / 5:.3f},{('old', 'new')[i % 2]},{i % 3 % 2}" for i in range(3000))
    for name in ("data.csv", "ab.csv", "log.csv", "visits.csv", "ours.csv"):
        (folder / name).write_text(f"a,b,page,bought\n{rows}\n")
    (folder / "problems.csv").write_text("name,n,rho0\nx,100,0.01\n")


# -- the fuzzer --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Case:
    """What one case did: its law or "strange", its lines, its comparisons, what is wrong."""

    kind: str
    lines: tuple[tuple[str, ...], ...]
    comparisons: int
    wrong: tuple[str, ...]


def check_law(law: Law, draw: random.Random, run: Run) -> Case:
    """Draw one case of a law and compare."""
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
    """Return a figure in six digits."""
    return f"{float(value):.6g}" if abs(value) < 10**300 else "no answer"


def check_case(seed: int, name: str, run: Run) -> Case:
    """Check the case of a name: law/0, strange/0, law/1, ..."""
    draw = random.Random(f"{seed}/{name}")
    if name.startswith("law/"):
        return check_law(draw.choices(list(LAWS), list(LAWS.values()))[0], draw, run)
    words = tuple(strange_line(draw))
    found = complaint(words, run)
    return Case("strange", (words,), 1, (found,) if found else ())


def fuzz(seed: int, run: Run, *, lines: int | None = None, seconds: float | None = None) -> Iterator[tuple[str, Case]]:
    """Check cases by name until so many lines or seconds are over; as many lines of laws as strange ones."""
    end = None if seconds is None else time.monotonic() + seconds
    spent, done = {"law": 0, "strange": 0}, {"law": 0, "strange": 0}
    while (lines is None or sum(spent.values()) < lines) and (end is None or time.monotonic() < end):
        kind = "law" if spent["law"] <= spent["strange"] else "strange"
        name = f"{kind}/{done[kind]}"
        found = check_case(seed, name, run)
        spent[kind] += len(found.lines)
        done[kind] += 1
        yield name, found


def main(arguments: Sequence[str] | None = None, run: Run = run_in_process) -> int:
    """Run the fuzzer; return 1 if something is wrong."""
    parser = argparse.ArgumentParser(description="Laws between answers, and strange lines.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--lines", type=int, help="stop after so many command lines")
    parser.add_argument("--seconds", type=float, default=110, help="stop after so many seconds (default 110)")
    parser.add_argument("--hours", type=float, help="the same in hours, for a night")
    parser.add_argument("--case", help="do this case only, such as law/12, and print its lines")
    chosen = parser.parse_args(arguments)
    seconds = chosen.seconds if chosen.hours is None else 3600 * chosen.hours
    cases, lines, comparisons = Counter[str](), Counter[str](), Counter[str]()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        fill(Path(folder))
        drawn = fuzz(chosen.seed, run, lines=chosen.lines, seconds=seconds)
        for name, found in [(chosen.case, check_case(chosen.seed, chosen.case, run))] if chosen.case else drawn:
            cases[found.kind] += 1
            lines[found.kind] += len(found.lines)
            comparisons[found.kind] += found.comparisons
            if found.wrong or chosen.case:
                wrong += bool(found.wrong)
                print(f"case {name} of seed {chosen.seed}, {found.kind}: {'; '.join(found.wrong) or 'holds'}")
                for words in found.lines:
                    line = shlex.join(word if len(word) < 300 else word[:20] + "..." for word in words)
                    print(f"    replcalc {line.encode(errors='backslashreplace').decode()}", flush=True)
    for kind in sorted(cases):
        print(f"{kind}: {cases[kind]} cases, {lines[kind]} lines, {comparisons[kind]} comparisons")
    print(f"{sum(lines.values())} lines, {sum(lines.values()) - lines['strange']} of them on laws; {wrong} cases wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
