"""``replcalc simulate``: run the exact small-case simulators and print what they found."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from replcalc.cli.common import emit, output_options, parse_digits
from replcalc.numbers.errors import InputError

if TYPE_CHECKING:
    from flint import fmpq

    from replcalc.render.report import Report, Table

#: Most random worlds that may be asked for.
MAX_CASES = 10**7


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[NAME]")
@click.option("--all", "every", is_flag=True, help="Run all simulators, in parallel.")
@click.option("--seed", default="0", metavar="S", help="Seed of the random worlds and searches (default 0).")
@click.option("--cases", default=None, metavar="N", help="Random worlds and search budget (default: its own).")
@click.option("--weaken", default="1", metavar="F", help="Multiply every bound by F, 0 < F <= 1: the negative control.")
@click.option("--show", is_flag=True, help="Print the worst case of each statement, to be checked by hand.")
@output_options
def simulate(
    words: tuple[str, ...],
    every: bool,
    seed: str,
    cases: str | None,
    weaken: str,
    show: bool,
    output_format: str,
    digits: str,
) -> int:
    """Exact small cases: compare true quantities with the catalogue's bounds.

    Without NAME, lists the simulators. Some take options of their own, named in that list, such as
    "threshold --m 50 --tau 0.2". Exit code 0 iff no bound was broken.
    """
    from replcalc.numbers.exact import parse_integer, parse_probability

    names, options = split_words(words)
    if len(names) > 1:
        raise InputError("NAME", " ".join(names), "one simulator, or --all")
    run = {
        "seed": parse_integer(seed, "--seed", minimum=0),
        "cases": None if cases is None else parse_integer(cases, "--cases", maximum=MAX_CASES),
        "weaken": parse_probability(weaken, "--weaken", closed_above=True),
    }
    wanted = parse_digits(digits)
    if every:
        if names or options:
            raise InputError("--all", " ".join(words), "no NAME and no options of single simulators")
        found = run_all(**run, show=show)
        emit(overview(found, run["seed"], run["weaken"]), output_format, wanted)
        return 0 if all(each["violations"] == 0 for each in found) else 1
    if not names:
        if options:
            raise InputError("--" + next(iter(options)), "", "a NAME before the options of a simulator")
        emit(listing(), output_format, wanted)
        return 0
    result = run_one(names[0], options=options, show=show, **run)
    emit(single(result), output_format, wanted)
    return 0 if result["violations"] == 0 else 1


def split_words(words: tuple[str, ...]) -> tuple[list[str], dict[str, str]]:
    """Names, and the options ``--name value`` or ``--name=value`` that belong to a simulator."""
    names: list[str] = []
    options: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if not word.startswith("-"):
            names.append(word)
            continue
        name, equals, value = word.lstrip("-").partition("=")
        if not equals:
            value = next(rest, "")
        if not name or not value or not word.startswith("--"):
            raise InputError(word, value, "an option with a value; see replcalc simulate --help")
        options[name] = value
    return names, options


# -- running ---------------------------------------------------------------------------------------------------------
def run_one(
    name: str,
    *,
    seed: int,
    cases: int | None,
    weaken: fmpq,
    show: bool = False,
    options: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """One simulator's finding as plain data."""
    from replcalc.simulate.findings import record
    from replcalc.simulate.registry import get
    from replcalc.simulate.simulator import simulate as run

    simulator = get(name)
    allowed = simulator.options()
    for option, value in (options or {}).items():
        if option not in allowed:
            known = ", ".join(f"--{each}" for each in allowed) or "no options of its own"
            raise InputError(f"--{option}", value, f"an option of '{name}', which has {known}")
    finding = run(simulator, seed=seed, cases=cases, weaken=weaken, **(options or {}))
    return record(finding, seed, weaken, show=show)


def run_all(*, seed: int, cases: int | None, weaken: fmpq, show: bool = False) -> list[dict[str, Any]]:
    """Every simulator in the order of the registry, in parallel processes; a progress bar if stderr is a terminal."""
    from multiprocessing import Pool

    from rich.console import Console
    from rich.progress import Progress

    from replcalc.simulate.registry import available

    names = available()
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    found: dict[str, dict[str, Any]] = {}
    job = partial(run_one, seed=seed, cases=cases, weaken=weaken, show=show)
    with (  # the pool first: it must not copy the bar's thread; leaving it ends the workers, also on an interrupt
        Pool(min(processors, len(names)), initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool,
        Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar,
    ):
        task = bar.add_task("simulating", total=len(names))
        for result in pool.imap_unordered(job, names):
            found[result["simulator"]] = result
            bar.update(task, advance=1, description=result["simulator"])
    return [found[name] for name in names]


# -- printing --------------------------------------------------------------------------------------------------------
def listing() -> Report:
    """The simulators, what they witness, and their own options."""
    from replcalc.render.report import Report, Table
    from replcalc.simulate.registry import available, get

    simulators = [get(name) for name in available()]
    data = [
        {"name": s.name, "statements": list(s.statements), "summary": s.summary, "options": dict(s.options())}
        for s in simulators
    ]
    rows = tuple((s.name, ", ".join(s.statements), described(s.summary, s.options())) for s in simulators)
    notes = ("Run one with: replcalc simulate NAME. Run all with: replcalc simulate --all.",)
    return Report({"simulators": data}, (Table("Simulators", ("name", "witnesses", "what it does"), rows),), notes)


def described(summary: str, options: Mapping[str, str]) -> str:
    return summary + "".join(f"; --{name}: {meaning}" for name, meaning in options.items())


def single(result: dict[str, Any]) -> Report:
    """One run: a line per statement, their worst cases on demand, witnesses, extra results."""
    from replcalc.render.report import Report, Table

    rows = tuple(
        (label, entry["cases"], entry["worst_ratio"], entry["quantity"])
        for label, entry in result["per_statement"].items()
    )
    tables = [Table("Worst case of each statement", ("statement", "cases", "true/bound", "quantity"), rows, (1, 2))]
    tables += shown_cases(result)
    if "first_violation" in result:
        tables.append(case_table("First violation", result["first_violation"]))
    if "witness" in result:
        tables.append(case_table("Smallest witness against the statement as printed", result["witness"]))
    core = {*CORE, "worst", "first_violation", "witness", "refuted", "false_as_printed"}
    extra = {key: value for key, value in result.items() if key not in core}
    tables += [extra_table(key, value) for key, value in extra.items() if isinstance(value, Mapping | list)]
    scalars = tuple(
        (key.replace("_", " "), by_hand(value)) for key, value in extra.items() if not isinstance(value, Mapping | list)
    )
    if scalars:
        tables.append(Table("Also", ("", "value"), scalars))
    return Report(result, tuple(tables), tuple(notes_on(result)), f"{result['simulator']}: {verdict(result)}")


def shown_cases(result: Mapping[str, Any]) -> list[Table]:
    """The worst case of each statement, if the run kept them."""
    entries = result["per_statement"].values()
    return [case_table(f"{e['worst']['statement']}: worst case", e["worst"]) for e in entries if "worst" in e]


CORE = frozenset(
    {"simulator", "statements", "cases", "violations", "undecided", "worst_ratio", "seed", "weaken", "per_statement"}
)


def verdict(result: Mapping[str, Any]) -> str:
    return f"{result['cases']} cases, {result['violations']} violations (seed {result['seed']})"


def notes_on(result: Mapping[str, Any]) -> Iterator[str]:
    from replcalc.render.report import cell_text

    if (weaken := cell_text(result["weaken"])) != "1":
        yield f"Every bound was multiplied by {weaken}: the negative control."
    for label, entry in result.get("false_as_printed", {}).items():
        yield f"{label} as printed: broken in {entry['broken']} of {entry['comparisons']} comparisons (counted apart)."
    if result["undecided"]:
        yield f"{result['undecided']} comparisons are undecided: truth and bound agree to all digits computed."


def case_table(title: str, case: Mapping[str, Any]) -> Table:
    """A comparison and its world, one line each."""
    from replcalc.render.report import Table

    rows: list[tuple[Any, ...]] = [("statement", case["statement"]), ("quantity", case["quantity"])]
    world = case["world"]
    rows += list(flatten("", world)) if isinstance(world, Mapping) else [("world", world)] if world is not None else []
    promise = "true <= bound" if case["sense"] == "<=" else "true >= bound"
    rows += [("true", by_hand(case["true"])), (f"bound ({promise})", by_hand(case["bound"])), ("ratio", case["ratio"])]
    return Table(title, ("", "value"), tuple(rows))


def by_hand(value: Any) -> Any:
    """A short fraction as such, with its decimal value: what a person computes is the fraction."""
    from replcalc.numbers.enclosure import Enclosure, rational_text
    from replcalc.render.report import cell_text

    if isinstance(value, Enclosure) and value.is_exact and not value.is_integer:
        text = rational_text(value.lower)
        return f"{text} = {cell_text(value)}" if len(text) <= 40 else value
    return value


def extra_table(name: str, value: Any) -> Table:
    """An extra result: a list of like rows as a grid, anything else line by line."""
    from replcalc.render.report import Table

    if isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value):
        columns = tuple(dict.fromkeys(key for row in value for key in row))
        rows = tuple(tuple(row.get(column) for column in columns) for row in value)
        return Table(name.replace("_", " "), columns, rows, tuple(range(len(columns))))
    return Table(name.replace("_", " "), ("", "value"), tuple(flatten("", value)))


def flatten(prefix: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Nested mappings as (path, leaf) lines."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from flatten(f"{prefix}: {key}" if prefix else str(key), item)
    else:
        yield prefix or "value", value


def overview(found: list[dict[str, Any]], seed: int, weaken: fmpq) -> Report:
    """All runs, a line each."""
    from replcalc.numbers.enclosure import Enclosure
    from replcalc.render.report import Report, Table

    rows = tuple(
        (each["simulator"], each["cases"], each["violations"], each["worst_ratio"], each.get("refuted"))
        for each in found
    )
    columns = ("simulator", "cases", "violations", "worst true/bound", "broken as printed")
    tables = [Table("Simulators", columns, rows, (1, 2, 3, 4))]
    tables += [table for each in found for table in shown_cases(each)]
    totals = {key: sum(each[key] for each in found) for key in ("cases", "violations", "undecided")}
    data = {"simulators": found, **totals, "seed": seed, "weaken": Enclosure.exactly(weaken)}
    heading = f"{totals['cases']} cases, {totals['violations']} violations (seed {seed})"
    return Report(data, tuple(tables), (), heading)
