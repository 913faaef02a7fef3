"""A way by its name: what it answers, how long it takes, the statements it applies, what it gives."""

from __future__ import annotations

from typing import Any

from replcalc.ask.registry import get, kinds_of
from replcalc.ask.way import Way
from replcalc.render.report import Report, Table, TableColumn
from replcalc.render.result_json import step_json

#: Commands that ask a kind of question.
_COMMANDS = {
    "composition": "compose", "queries": "queries", "arms": "arms", "boosting": "boost", "pg": "pg-compose",
    "lower-bound": "lower-bound",
}  # fmt: skip


def way_report(name: str) -> Report:
    """One line for each command that knows the way, and the statements that it applies there."""
    ways = {kind: get(name, kind) for kind in kinds_of(name)}
    records = [_record(kind, way) for kind, way in ways.items()]
    tables = [
        Table.of(
            "Answers",
            records,
            TableColumn("command"),
            TableColumn("what it does", "summary"),
            TableColumn("time", _time),
            TableColumn("gives", lambda record: ", ".join(record["quantities"])),
        ),
        *(
            Table.of_records(f"Applied by {r['command']}", r["steps"], ("statement", "title", "provenance"))
            for r in records
        ),
    ]
    one = len(ways) == 1 or "composition" in ways
    trees = [name] if one else [f"{record['command']}/{name}" for record in records]
    notes = ("As a tree: " + ", ".join(f"replcalc derive {tree}" for tree in trees) + ".",)
    return Report({"way": name, "answers": records}, tuple(tables), notes, heading=f"Way {name}")


def _time(record: dict[str, Any]) -> str:
    return "polynomial" if record["polynomial"] else "exponential in k"


def _record(kind: str, way: Way) -> dict[str, Any]:
    derivation = way.derive()
    return {
        "kind": kind,
        "command": _COMMANDS.get(kind, kind),
        "summary": way.summary,
        "polynomial": way.polynomial,
        "quantities": list(way.quantities),
        "inputs": [str(p.term) for p in derivation.inputs],
        "steps": [step_json(step) for step in derivation.steps],
    }
