"""The simulators by name, and which conclusions they compare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from replcalc.numbers.errors import InputError
from replcalc.simulate.recorded import Comparison, recorded_runs
from replcalc.statements.catalogue import entries, entry, every, unknown_name

if TYPE_CHECKING:  # loads everything that a case is made of
    from replcalc.simulate.simulator import Simulator


@cache
def _simulators() -> Mapping[str, Simulator]:
    return {simulator.name: simulator for _, simulator in every("SIMULATOR")}


def available() -> tuple[str, ...]:
    """Return the names of all simulators, in order."""
    return tuple(_simulators())


def get(name: str) -> Simulator:
    """Return the simulator of that name."""
    known = _simulators()
    if name not in known:
        raise unknown_name(name, tuple(known), "NAME", "one of " + ", ".join(known), "'replcalc simulate' lists them")
    return known[name]


def find(word: str) -> tuple[str, ...]:
    """Return the simulator of that name, or those that test the statement of that label."""
    if word in _simulators() or word not in entries():
        return (get(word).name,)
    found = simulators_of(word)
    if not found:
        raise InputError("NAME", word, "a simulator, or a statement that one tests; no simulator tests this one")
    return found


def simulators_of(label: str) -> tuple[str, ...]:
    """Return the simulators that test a statement, as recorded, so that none is loaded."""
    wanted = entry(label)
    about = [(name, run.statements) for name, run in recorded_runs().items()]
    return tuple(name for name, labels in about if any(entry(label) is wanted for label in labels))


@dataclass(frozen=True)
class Coverage:
    """A conclusion of a statement (or a parameter that it keeps to) and the simulators that compare it, as recorded.

    Attributes:
        found: simulator -> how near it came.
        why_none: Why no simulator compares it, if the statement gives a reason.
        bounds: It is an inequality; otherwise an equation, a setting or an order of magnitude.
    """

    name: str
    found: Mapping[str, Comparison]
    why_none: str = ""
    bounds: bool = True

    def to_text(self) -> str:
        """Describe what was compared and how near it came."""
        if not self.found:
            return f"none ({self.why_none})" if self.why_none else "none"
        return "; ".join(f"{name}: {near.quantity}, {near.ratio} of it" for name, near in self.found.items())


def coverage_of(label: str) -> tuple[Coverage, ...]:
    """Return every conclusion of a statement with the simulators that are recorded to compare it."""
    about = entry(label)
    runs = {name: run.statements.get(about.label, {}) for name, run in recorded_runs().items()}
    found = []
    for name in about.statement.promises:
        compared = {simulator: of[name] for simulator, of in runs.items() if name in of}
        sense = "<=" if name in about.statement.reaches else about.statement.conclusion(name).relation
        unknown = about.statement.unknown_factors(name)
        why = "an order" if sense not in ("<=", ">=", "=") else f"{', '.join(unknown)} unknown" if unknown else ""
        found.append(Coverage(name, compared, why, sense in ("<=", ">=") and not unknown))
    return tuple(found)


def count_bounds() -> tuple[int, int]:
    """Return how many of the conclusions that bound a number are compared, as recorded, and how many there are."""
    bounds = [each for about in entries().values() for each in coverage_of(about.label) if each.bounds]
    return sum(bool(each.found) for each in bounds), len(bounds)
