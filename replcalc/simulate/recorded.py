"""What every simulator found with its own budget and seed 0, committed: pages show it without running anything.

``THEORY/witnesses.json`` holds one line per simulator: cases, violations, for every statement and each of its
conclusions that was measured ("": steps and consequences) the cases, the largest ratio of truth to bound and the
quantity it was reached for, and the statements that it looks at without a ratio (what is printed is false there). After
changing a simulator:

    python -m replcalc.simulate.recorded --write [NAME]...
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from replcalc.statements.catalogue import own
from replcalc.statements.theory import Theory
from replcalc.theories import OWN

COMMAND = "python -m replcalc.simulate.recorded --write"
NAME = "witnesses.json"
_DIGITS = 6


@dataclass(frozen=True)
class Nearest:
    """How near a simulator came to one conclusion: cases, worst ratio of truth to bound, what was measured."""

    cases: int
    ratio: str
    quantity: str


@dataclass(frozen=True)
class Recorded:
    """One run: how many cases and violations; per statement and conclusion what was found; statements without."""

    simulator: str
    cases: int
    violations: int
    statements: Mapping[str, Mapping[str, Nearest]]
    without: tuple[str, ...] = ()

    def line(self) -> str:
        found = {label: {name: astuple(near) for name, near in of.items()} for label, of in self.statements.items()}
        told: dict[str, Any] = {"cases": self.cases, "violations": self.violations, "statements": found}
        told |= {"without": self.without} if self.without else {}
        return f"{json.dumps(self.simulator)}: {json.dumps(told)}"


def _place(theory: Theory) -> Path:
    return Path(str(files(theory.package) / NAME))


@cache
def recorded_runs() -> Mapping[str, Recorded]:
    """Every recorded run, by the simulator's name, theory by theory."""
    found = {}
    for place in filter(Path.is_file, map(_place, map(own, OWN))):
        for name, run in json.loads(place.read_text(encoding="utf-8")).items():
            statements = {
                label: {conclusion: Nearest(*said) for conclusion, said in of.items()}
                for label, of in run["statements"].items()
            }
            found[name] = Recorded(name, run["cases"], run["violations"], statements, tuple(run.get("without", ())))
    return found


def computed(name: str) -> Recorded:
    """The run of that simulator now."""
    from flint import fmpq

    from replcalc.simulate.running import run_one

    return recording(run_one(name, seed=0, cases=None, weaken=fmpq(1)))


def recording(found: Mapping[str, Any]) -> Recorded:
    """What is kept of a run."""
    from replcalc.numbers.enclosure import short

    def nearest(entry: Mapping[str, Any]) -> Nearest:
        return Nearest(entry["cases"], short(entry["worst_ratio"], _DIGITS), entry["quantity"])

    kept = {
        label: {name: nearest(each) for name, each in sorted(entry["conclusions"].items())}
        | ({"": nearest(entry["steps"])} if "steps" in entry else {})
        for label, entry in found["per_statement"].items()
    }
    without = tuple(label for label in found["statements"] if label not in kept)
    return Recorded(found["simulator"], found["cases"], found["violations"], kept, without)


def text_of(runs: Mapping[str, Recorded]) -> str:
    return "{\n" + ",\n".join(run.line() for run in runs.values()) + "\n}\n"


def main() -> int:
    """Write the runs of the named simulators, or of all, into the files of their theories."""
    from replcalc.numbers.workers import in_parallel

    owned = [(theory, [simulator.name for simulator in theory.simulators]) for theory in map(own, OWN)]
    every = [name for _, names in owned for name in names]
    if sys.argv[1:2] != ["--write"]:
        missing = [name for name in every if name not in recorded_runs()]
        print(f"not recorded: {', '.join(missing)}; run {COMMAND}" if missing else "every simulator is recorded")
        return 1 if missing else 0
    wanted = sys.argv[2:] or every
    now = {**recorded_runs(), **{run.simulator: run for run in in_parallel(computed, wanted)}}
    for theory, names in owned:
        if names:
            _place(theory).write_text(text_of({name: now[name] for name in names if name in now}), encoding="utf-8")
            print(f"{_place(theory)}: {len(set(names) & set(wanted))} simulators")
    return 0


if __name__ == "__main__":
    sys.exit(main())
