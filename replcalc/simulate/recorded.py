"""The committed results of every simulator with its own budget and seed 0, so that pages need no run.

``recorded.json`` has a line per simulator: comparisons, violations, and for every statement and conclusion compared
("": steps of a proof) how often, the largest ratio of truth to bound, and what was measured there. After changing a
simulator:

    python -m replcalc.simulate.recorded [NAME]...
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("recorded.json")
_DIGITS = 6


@dataclass(frozen=True)
class Comparison:
    """How often a conclusion was compared, the largest ratio of truth to bound, and what was measured there."""

    cases: int
    ratio: str
    quantity: str


@dataclass(frozen=True)
class RecordedRun:
    """A run: statements -> conclusions -> comparison; a statement that is false as printed has none."""

    cases: int
    violations: int
    statements: Mapping[str, Mapping[str, Comparison]]


@cache
def recorded_runs() -> Mapping[str, RecordedRun]:
    """Return every recorded run by the name of the simulator."""
    found = {}
    for name, run in json.loads(FILE.read_text(encoding="utf-8")).items():
        statements = {
            label: {conclusion: Comparison(*values) for conclusion, values in of.items()}
            for label, of in run["statements"].items()
        }
        found[name] = RecordedRun(run["cases"], run["violations"], statements)
    return found


def run_to_record(name: str) -> tuple[str, RecordedRun]:
    """Run a simulator and return what is kept of it."""
    from replcalc.numbers.enclosure import short
    from replcalc.simulate.registry import get
    from replcalc.simulate.running import ratio_of
    from replcalc.simulate.simulator import simulate

    found = simulate(get(name))
    statements: dict[str, dict[str, Comparison]] = {label: {} for label in found.statements}
    for (label, conclusion), each in sorted(found.compared.items()):
        ratio = short(ratio_of(each.worst), _DIGITS)
        statements[label][conclusion] = Comparison(each.cases, ratio, each.worst.quantity)
    return name, RecordedRun(found.cases, found.violations, statements)


def _line(name: str, run: RecordedRun) -> str:
    statements = {label: {key: astuple(each) for key, each in of.items()} for label, of in run.statements.items()}
    content: dict[str, Any] = {"cases": run.cases, "violations": run.violations, "statements": statements}
    return f"{json.dumps(name)}: {json.dumps(content)}"


def main() -> None:
    """Record the named simulators, or all; forget those that are gone."""
    from replcalc.numbers.workers import in_parallel
    from replcalc.simulate.registry import available

    now = {**recorded_runs(), **dict(in_parallel(run_to_record, sys.argv[1:] or available()))}
    lines = [_line(name, now[name]) for name in available() if name in now]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
