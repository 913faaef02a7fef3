"""The simulators of the theories, in order."""

from __future__ import annotations

from collections.abc import Mapping

from replcalc.simulate.simulator import Simulator
from replcalc.statements.catalogue import entry, every, unlisted, until_theories_change


@until_theories_change
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
    """The simulators that witness a statement."""
    wanted = entry(label)
    return tuple(
        simulator.name
        for theory, simulator in every("SIMULATOR")
        if any(entry(about, theory.name) is wanted for about in simulator.statements)
    )
