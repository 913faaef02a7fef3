"""Reports of ``replcalc simulate``: the list of simulators, one run, all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, rational_text
from replcalc.render.report import Report, Table, TableColumn, cell_text
from replcalc.simulate.recorded import recorded_runs
from replcalc.simulate.registry import available, bounds_witnessed, get
from replcalc.simulate.running import Simulation


def listing() -> Report:
    """How much is witnessed; the simulators, what they witness, and their own options: in text what each is about."""
    simulators = [get(name) for name in available()]
    data = [
        {"name": s.name, "statements": list(s.statements), "summary": s.summary, "options": dict(s.options())}
        for s in simulators
    ]
    table = Table.of(
        "Simulators",
        simulators,
        TableColumn("name"),
        TableColumn("witnesses", lambda s: ", ".join(s.statements)),
        TableColumn("what it does", lambda s: described(s.summary, s.options())),
    )
    few = Table.of("", simulators, TableColumn("name"), TableColumn("about", lambda s: opening(s.summary)))
    seen, bounds = bounds_witnessed()
    violations = sum(run.violations for run in recorded_runs().values())
    heading = f"{len(data)} simulators: {seen} of {bounds} bounds witnessed in exact worlds, {violations} violations"
    notes = ("Recorded with seed 0, nothing was run now. replcalc simulate NAME runs one of them.",)
    return Report({"simulators": data}, (table,), notes, heading, text_tables=(few,))


#: What is left of 80 columns beside the longest name.
_ABOUT = 50


def opening(summary: str) -> str:
    """A summary, or as much of it as ends at a mark (or "against") outside brackets and fits on a line of the list."""
    ends = [m.start() for m in re.finditer(r"(?:[:;,] | against |$)(?![^(]*\))", summary)]
    return summary[: max([end for end in ends if end <= _ABOUT], default=ends[0])]


def described(summary: str, options: Mapping[str, str]) -> str:
    return summary + "".join(f"; option {name}: {meaning}" for name, meaning in options.items())


def simulation_report(found: Simulation) -> Report:
    """One run in detail, or all of them on a line each."""
    return overview(list(found.records), found.seed, found.weaken) if found.every else single(found.records[0])


def single(result: dict[str, Any]) -> Report:
    """One run: a line per conclusion, the worst case of each statement on demand, counterexamples, extra results."""

    rows = tuple(
        (label, name, near["cases"], near["worst_ratio"], near["quantity"])
        for label, entry in result["per_statement"].items()
        for name, near in (*entry["conclusions"].items(), *((("a step", entry["steps"]),) if "steps" in entry else ()))
    )
    columns = ("statement", "witnesses", "cases", "true/bound", "quantity")
    tables = [Table("Worst case of each conclusion", columns, rows, (2, 3))]
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

    if (weaken := cell_text(result["weaken"])) != "1":
        yield f"Every bound was multiplied by {weaken}: the negative control."
    for label, entry in result.get("false_as_printed", {}).items():
        yield f"{label} as printed: broken in {entry['broken']} of {entry['comparisons']} comparisons (counted apart)."
    if result["undecided"]:
        yield f"{result['undecided']} comparisons are undecided: truth and bound agree to all digits computed."


def case_table(title: str, case: Mapping[str, Any]) -> Table:
    """A comparison and its world, one line each."""

    rows: list[tuple[Any, ...]] = [("statement", case["statement"]), ("quantity", case["quantity"])]
    world = case["world"]
    rows += list(flatten("", world)) if isinstance(world, Mapping) else [("world", world)] if world is not None else []
    promise = "true <= bound" if case["sense"] == "<=" else "true >= bound"
    rows += [("true", by_hand(case["true"])), (f"bound ({promise})", by_hand(case["bound"])), ("ratio", case["ratio"])]
    return Table(title, ("", "value"), tuple(rows))


def by_hand(value: Any) -> Any:
    """A short fraction as such, with its decimal value: what a person computes is the fraction."""

    if isinstance(value, Enclosure) and value.is_exact and not value.is_integer:
        text = rational_text(value.lower)
        return f"{text} = {cell_text(value)}" if len(text) <= 40 else value
    return value


def extra_table(name: str, value: Any) -> Table:
    """An extra result: a list of like rows as a grid, anything else line by line."""

    if isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value):
        table = Table.of_records(name.replace("_", " "), value)
        return replace(table, right=tuple(range(len(table.columns))))
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

    tables = [
        Table.of(
            "Simulators",
            found,
            TableColumn("simulator"),
            TableColumn("cases", number=True),
            TableColumn("violations", number=True),
            TableColumn("worst true/bound", "worst_ratio", number=True),
            TableColumn("broken as printed", lambda each: each.get("refuted"), number=True),
        )
    ]
    tables += [table for each in found for table in shown_cases(each)]
    totals = {key: sum(each[key] for each in found) for key in ("cases", "violations", "undecided")}
    data = {"simulators": found, **totals, "seed": seed, "weaken": Enclosure.exactly(weaken)}
    heading = f"{totals['cases']} cases, {totals['violations']} violations (seed {seed})"
    return Report(data, tuple(tables), (), heading)
