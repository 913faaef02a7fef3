"""What every simulator found with its own budget and seed 0, committed: pages show it without running anything.

``simulate/record.json`` holds one line per simulator: cases, violations, and for every statement the largest ratio of
truth to bound and the quantity it was reached for. After changing a simulator:

    python -m replcalc.simulate.recorded --write [NAME]...
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

COMMAND = "python -m replcalc.simulate.recorded --write"
_DIGITS = 6


@dataclass(frozen=True)
class Recorded:
    """One run: how many cases and violations, and per statement cases, worst ratio and quantity."""

    simulator: str
    cases: int
    violations: int
    statements: Mapping[str, tuple[int, str, str]]

    def line(self) -> str:
        told = {"cases": self.cases, "violations": self.violations, "statements": self.statements}
        return f"{json.dumps(self.simulator)}: {json.dumps(told)}"


def _place() -> Path:
    return Path(str(files("replcalc.simulate") / "record.json"))


@cache
def recorded_runs() -> Mapping[str, Recorded]:
    """Every recorded run, by the simulator's name."""
    data = json.loads(_place().read_text(encoding="utf-8"))
    return {
        name: Recorded(
            name,
            run["cases"],
            run["violations"],
            {label: (cases, ratio, quantity) for label, (cases, ratio, quantity) in run["statements"].items()},
        )
        for name, run in data.items()
    }


def computed(name: str) -> Recorded:
    """The run of that simulator now."""
    from flint import fmpq

    from replcalc.simulate.running import run_one

    return recording(run_one(name, seed=0, cases=None, weaken=fmpq(1)))


def recording(found: Mapping[str, Any]) -> Recorded:
    """What is kept of a run."""
    from replcalc.numbers.enclosure import short

    kept = {
        label: (entry["cases"], short(entry["worst_ratio"], _DIGITS), entry["quantity"])
        for label, entry in found["per_statement"].items()
    }
    return Recorded(found["simulator"], found["cases"], found["violations"], kept)


def text_of(runs: Mapping[str, Recorded]) -> str:
    return "{\n" + ",\n".join(run.line() for run in runs.values()) + "\n}\n"


def main() -> int:
    """Write the runs of the named simulators, or of all, into the file."""
    from replcalc.numbers.workers import in_parallel
    from replcalc.statements.catalogue import own
    from replcalc.theories import OWN

    names = [simulator.name for theory in map(own, OWN) for simulator in theory.simulators]
    if sys.argv[1:2] != ["--write"]:
        missing = [name for name in names if name not in recorded_runs()]
        print(f"not recorded: {', '.join(missing)}; run {COMMAND}" if missing else "every simulator is recorded")
        return 1 if missing else 0
    wanted = sys.argv[2:] or names
    now = dict(recorded_runs()) if _place().exists() else {}
    now |= {run.simulator: run for run in in_parallel(computed, wanted)}
    _place().write_text(text_of({name: now[name] for name in names if name in now}), encoding="utf-8")
    print(f"{_place()}: {len(wanted)} simulators")
    return 0


if __name__ == "__main__":
    sys.exit(main())
