"""The simulators of the theories, in order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from replcalc.simulate.recorded import Nearest, recorded_runs
from replcalc.statements.catalogue import entries, entry, every, unlisted

if TYPE_CHECKING:  # and with it all that a case is made of
    from replcalc.simulate.simulator import Simulator


@cache
def _simulators() -> Mapping[str, Simulator]:
    return {simulator.name: simulator for _, simulator in every("SIMULATOR")}


def available() -> tuple[str, ...]:
    """The names of all simulators, in order."""
    return tuple(_simulators())


def get(name: str) -> Simulator:
    """The simulator of that name."""
    known = _simulators()
    if name not in known:
        raise unlisted(name, tuple(known), "NAME", "one of " + ", ".join(known), "'replcalc simulate' lists them")
    return known[name]


def simulators_of(label: str) -> tuple[str, ...]:
    """Return the simulators that test a statement, as recorded, so that none is loaded."""
    wanted = entry(label)
    about = [(name, (*run.statements, *run.without)) for name, run in recorded_runs().items()]
    return tuple(name for name, labels in about if any(entry(label) is wanted for label in labels))


@dataclass(frozen=True)
class Witnessed:
    """One promise of a statement (a conclusion, or a parameter it keeps to) and who witnesses it, as recorded.

    ``found``: simulator -> how near it came. ``why_none``: where nobody does, why, as far as the statement tells.
    """

    name: str
    found: Mapping[str, Nearest]
    why_none: str = ""
    bounds: bool = True  # an inequality; otherwise an equation, a setting or an order

    def told(self) -> str:
        """What was simulated, how near it came; or that nothing was."""
        if not self.found:
            return f"none ({self.why_none})" if self.why_none else "none"
        return "; ".join(f"{name}: {near.quantity}, {near.ratio} of it" for name, near in self.found.items())


def bounds_witnessed() -> tuple[int, int]:
    """How many of the conclusions that bound a number are witnessed, as recorded, and how many there are."""
    bounds = [w for about in entries().values() for w in witnesses_of(about.qualified) if w.bounds]
    return sum(bool(w.found) for w in bounds), len(bounds)


def witnesses_of(label: str) -> tuple[Witnessed, ...]:
    """Return every conclusion of a statement, with the simulators that test it as recorded."""
    about = entry(label)
    runs = {name: run.statements.get(about.label, {}) for name, run in recorded_runs().items()}
    told = []
    for name in about.statement.promises:
        found = {simulator: of[name] for simulator, of in runs.items() if name in of}
        sense = "<=" if name in about.statement.reaches else about.statement.conclusion(name).sense
        unknown = about.statement.unknown_factors(name)
        why = "an order" if sense not in ("<=", ">=", "=") else f"{', '.join(unknown)} unknown" if unknown else ""
        told.append(Witnessed(name, found, why, sense in ("<=", ">=") and not unknown))
    return tuple(told)
