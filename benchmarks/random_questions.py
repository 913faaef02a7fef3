"""Check properties of the answers to random questions: easier needs no more, text and JSON agree, lower bounds hold.

    python benchmarks/random_questions.py                            seed 0, at most two minutes
    python benchmarks/random_questions.py --seed 7 --seconds 30000   a night
    python benchmarks/random_questions.py --seed 7 --case 12         one case again, with its lines

Everything runs in this process. A case has a random stream of its own, made from the seed and its number. A property
asks one question or several and yields comparisons ``left <= right``. A violation is printed with the lines that show
it; the exit code is 1 then.
"""

import argparse
import io
import itertools
import json
import random
import re
import shlex
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

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


# -- questions ---------------------------------------------------------------------------------------------------------
#: Certified methods of compose that take hundredths of a second, and those of an answer.
METHODS = ("side-by-side", "votes", "joint")
ANSWERED = (*METHODS, "mixed")
#: More samples than any answer: there is none.
NOTHING = 10**4000
#: What the search for random strings gives away, as it says beside J: "N within 1% of the least found".
SLACK: dict[str, Fraction] = dict.fromkeys(("joint", "mixed"), Fraction(1, 100))
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

    def words(self, *more: str, methods: Sequence[str] = METHODS, without: str = "") -> tuple[str, ...]:
        """Return the command line that asks it of these methods."""
        given = {name: getattr(self, name) for name in ("rho", "rho0", "beta", "beta0") if name != without}
        chosen = (word for method in methods for word in ("--method", method))
        return ("compose", "--n", ",".join(map(str, self.n)), *options(given), *chosen, *more)


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
    """Return the JSON of a line; there is one also where nothing certified meets the goal."""
    done = run(*words, "--format", "json")
    if done.code not in (0, 1) or not done.out:
        raise Refused(f"exit code {done.code}: {done.err[:300]}")
    return json.loads(done.out)


def certified(document: Any) -> dict[str, Any]:
    """Return the quantities of the methods that guarantee what was asked."""
    found = document["methods"].items()
    return {name: method["quantities"] for name, method in found if method["status"] == "certified"}


# -- properties --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Comparison:
    """``left <= right``, as it must be."""

    what: str
    left: Fraction | int
    right: Fraction | int


Property = Callable[[random.Random, Run], Iterator[Comparison]]


def equal(what: str, one: int, other: int) -> Iterator[Comparison]:
    """Compare two figures that must be equal."""
    yield Comparison(what, one, other)
    yield Comparison(what, other, one)


def same_methods(one: Any, other: Any) -> Iterator[Comparison]:
    """Compare two answers that must be certified by the same methods with the same samples."""
    yield from equal("methods that are certified", len(set(one) ^ set(other)), 0)
    for name in set(one) & set(other):
        yield from equal(f"{name}: samples", one[name]["samples"], other[name]["samples"])


def guarantee_is_kept(draw: random.Random, run: Run) -> Iterator[Comparison]:
    """Every certified method guarantees at most the rho and the beta that were asked."""
    asked = draw_question(draw)
    for name, found in certified(answer(run, asked.words(methods=ANSWERED))).items():
        yield Comparison(f"{name}: rho", Fraction(found["rho"]["upper"]), asked.rho)
        yield Comparison(f"{name}: beta", Fraction(found["beta"]["upper"]), asked.beta)


def make_easier(draw: random.Random, asked: Question) -> tuple[str, Question]:
    """Return the same question with less to do or more allowed, and what was changed."""
    place, factor = draw.randrange(len(asked.n)), draw.choice((Fraction(101, 100), Fraction(3, 2), 4))
    before, size, after = asked.n[:place], asked.n[place], asked.n[place + 1 :]
    match name := draw.choice(("rho", "rho0", "beta", "n", "k" if len(asked.n) > 1 else "n")):
        case "n":
            return name, replace(asked, n=(*before, max(1, int(size / factor)), *after))
        case "k":
            return name, replace(asked, n=before + after)
        case "rho0":
            return name, replace(asked, rho0=asked.rho0 / factor)
    return name, replace(asked, **{name: min(getattr(asked, name) * factor, Fraction(9, 10))})


def easier_needs_no_more(draw: random.Random, run: Run) -> Iterator[Comparison]:
    """Samples are monotone in rho, k, n, rho0 and beta: of every method, and of the answer."""
    asked = draw_question(draw)
    name, less = make_easier(draw, asked)
    yield from no_more(name, *(answer(run, each.words(methods=ANSWERED)) for each in (less, asked)))


def no_more(name: str, less: Any, more: Any, methods: Sequence[str] = METHODS) -> Iterator[Comparison]:
    """What is certified for the harder question is so for the easier one, with no more samples."""
    found = certified(less)
    for method, harder in certified(more).items():
        if method not in methods:
            continue
        yield Comparison(f"{method} answers the easier question too ({name})", 1, int(method in found))
        if method in found:
            most = harder["samples"] * (1 + SLACK.get(method, 0))
            yield Comparison(f"{method}: samples, easier {name}", found[method]["samples"], most)
    if more["best"] is not None:
        slack = MIXED if more["best"] == "mixed" else SLACK.get(str(less["best"]), 0)
        samples = less["answer"]["samples"] or NOTHING
        yield Comparison(f"the answer: samples, easier {name}", samples, more["answer"]["samples"] * (1 + slack))


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


def plans_are_monotone(draw: random.Random, run: Run) -> Iterator[Comparison]:
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


def spelling_does_not_matter(draw: random.Random, run: Run) -> Iterator[Comparison]:
    """The order of the problems does not matter, and ``ax3`` is ``a,a,a``."""
    words = list(draw_question(draw).words(methods=ANSWERED))
    one = certified(answer(run, words))
    shuffled = [f"{size}x{count}" for size, count in Counter(words[2].split(",")).items()]
    draw.shuffle(shuffled)
    words[2] = ",".join(shuffled)
    other = certified(answer(run, words))
    yield from same_methods(one, other)
    for name in set(one) & set(other):
        for figure in ("rho", "beta"):
            (low, high), (lower, upper) = map(ends, (one[name][figure], other[name][figure]))
            yield Comparison(f"{name}: {figure}, enclosures that overlap", lower, high)
            yield Comparison(f"{name}: {figure}, enclosures that overlap", low, upper)


def ends(enclosure: Any) -> tuple[Fraction, Fraction]:
    """Return the ends of an enclosure."""
    return Fraction(enclosure["lower"]), Fraction(enclosure["upper"])


def digits_refine(draw: random.Random, run: Run) -> Iterator[Comparison]:
    """More digits: the same samples, and enclosures inside those of fewer digits."""
    asked = draw_question(draw)
    many, few = (certified(answer(run, asked.words("--digits", digits))) for digits in ("20", "10"))
    yield from same_methods(many, few)
    for name in set(many) & set(few):
        for figure in ("rho", "beta"):
            (low, high), (lower, upper) = map(ends, (many[name][figure], few[name][figure]))
            yield Comparison(f"{name}: {figure} at 20 and at 10 digits", lower, low)
            yield Comparison(f"{name}: {figure} at 20 and at 10 digits", high, upper)


def there_and_back(draw: random.Random, run: Run) -> Iterator[Comparison]:
    """What some samples buy takes no more samples than these, and costs no more when it is asked."""
    asked, method = draw_question(draw), draw.choice(METHODS[1:])
    samples = max(asked.n) * draw.choice((5, 60, 3000, 10**5))
    unknown = draw.choice(("rho", "rho", "beta", "rho0", "beta0"))
    line = asked.words("--samples", str(samples), "--solve", unknown, methods=[method], without=unknown)
    solved = answer(run, line)
    if solved["solve"]["value"] is None:
        return
    for name, quantities in certified(solved).items():
        yield Comparison(f"{name}: samples of --solve {unknown}", quantities["samples"], samples)
    found = Fraction(solved["solve"]["value"]["exact"])
    back = certified(answer(run, replace(asked, **{unknown: found}).words(methods=[method])))
    yield Comparison(f"{method} is certified at the {unknown} that it found", 1, int(method in back))
    if method in back:
        most = samples * (1 + SLACK.get(method, 0))
        yield Comparison(f"{method}: samples at the {unknown} found", back[method]["samples"], most)


def text_is_json(draw: random.Random, run: Run) -> Iterator[Comparison]:
    """The headline, the table of all methods and the CSV have the samples of the JSON."""
    asked = draw_question(draw).words()
    document = answer(run, asked)
    text = " ".join(run(*asked, "--all").out.split())
    if document["best"] is not None:
        begins = text.startswith(f"{document['answer']['samples']:,} samples")
        yield Comparison(f"{text[:60]!r} begins with the answer", 1, int(begins))
    cells = {row.split(",")[0]: row.split(",") for row in run(*asked, "--format", "csv").out.splitlines()}
    for name, found in certified(document).items():
        shown = re.search(rf"\b{name}\b.*?\b{found['samples']:,}\b", text) is not None
        yield Comparison(f"--all says {name} {found['samples']:,}", 1, int(shown))
        yield Comparison(f"csv says {name} {found['samples']}", 1, int(str(found["samples"]) in cells.get(name, ())))


def no_split_beats_the_answer(draw: random.Random, run: Run) -> Iterator[Comparison]:
    """Two parts answered separately, on one sample: their rhos and betas add up, the larger one says the samples.

    Every method may answer a part, with half of the sampling rounds that the whole may take.
    """
    asked = draw_question(draw)
    if len(asked.n) < 2:
        return
    cut, share = draw.randint(1, len(asked.n) - 1), Fraction(draw.randint(1, 9), 10)
    whole = answer(run, asked.words(methods=ANSWERED))
    order = draw.sample(asked.n, len(asked.n)) if draw.random() < 0.3 else sorted(asked.n)
    parts = [
        replace(asked, n=tuple(some), rho=asked.rho * part, beta=asked.beta * part)
        for some, part in ((order[:cut], share), (order[cut:], 1 - share))
    ]
    found = [answer(run, part.words("--max-rounds", "5e8", methods=ANSWERED)) for part in parts]
    if all(part["best"] is not None for part in found):
        split = max(part["answer"]["samples"] for part in found)
        samples = whole["answer"]["samples"] if whole["best"] is not None else NOTHING
        methods = f"{cut} by {found[0]['best']}, {len(order) - cut} by {found[1]['best']}"
        yield Comparison(f"{whole['best']} against {methods}", samples, (1 + MIXED) * split)


def nothing_is_below_a_lower_bound(draw: random.Random, run: Run) -> Iterator[Comparison]:
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
            yield Comparison(f"the lower bound and {name}", document["lower_bound"]["samples"], figures["samples"])


#: Properties, and how often they are drawn.
PROPERTIES: dict[Property, int] = {
    guarantee_is_kept: 2,
    easier_needs_no_more: 8,
    plans_are_monotone: 1,
    spelling_does_not_matter: 3,
    digits_refine: 3,
    there_and_back: 6,
    text_is_json: 2,
    no_split_beats_the_answer: 4,
    nothing_is_below_a_lower_bound: 1,
}


# -- cases -------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Case:
    """What one case did: its property, its lines, its comparisons, what is wrong."""

    name: str
    lines: tuple[tuple[str, ...], ...]
    comparisons: int
    wrong: tuple[str, ...]


def check_property(holds: Property, draw: random.Random, run: Run) -> Case:
    """Draw one case of a property and compare."""
    lines: list[tuple[str, ...]] = []

    def kept(*words: str) -> Completed:
        lines.append(words)
        return limited(run, *words)

    wrong: list[str] = []
    comparisons = 0
    try:
        for each in holds(draw, kept):
            comparisons += 1
            if each.left > each.right:
                wrong.append(f"{each.what}: {short(each.left)} > {short(each.right)}")
    except Refused as error:
        wrong.append(str(error))
    except TooLong:
        wrong.append(f"takes longer than {SECONDS} s")
    return Case(holds.__name__, tuple(lines), comparisons, tuple(wrong))


def short(value: Fraction | int) -> str:
    """Return a figure in six digits."""
    return f"{float(value):.6g}" if abs(value) < 10**300 else "no answer"


def main() -> int:
    """Check cases; return 1 if something is wrong."""
    parser = argparse.ArgumentParser(description="Properties of answers to random questions.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--lines", type=int, help="stop after so many command lines")
    parser.add_argument("--seconds", type=float, default=110, help="stop after so many seconds (default 110)")
    parser.add_argument("--case", type=int, help="do the case of this number only, and print its lines")
    chosen = parser.parse_args()
    end = time.monotonic() + chosen.seconds
    cases, lines, comparisons, wrong = Counter[str](), Counter[str](), Counter[str](), 0
    for number in itertools.count() if chosen.case is None else [chosen.case]:
        if time.monotonic() > end or (chosen.lines is not None and lines.total() >= chosen.lines):
            break
        draw = random.Random(f"{chosen.seed}/{number}")
        found = check_property(draw.choices(list(PROPERTIES), list(PROPERTIES.values()))[0], draw, run_in_process)
        cases[found.name] += 1
        lines[found.name] += len(found.lines)
        comparisons[found.name] += found.comparisons
        wrong += bool(found.wrong)
        if found.wrong or chosen.case is not None:
            print(f"case {number} of seed {chosen.seed}, {found.name}: {'; '.join(found.wrong) or 'holds'}")
            print(*(f"    replcalc {shlex.join(words)}" for words in found.lines), sep="\n", flush=True)
    for name in sorted(cases):
        print(f"{name}: {cases[name]} cases, {lines[name]} lines, {comparisons[name]} comparisons")
    print(f"{lines.total()} lines; {wrong} cases wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
