"""The simulators of the theories, in order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from replcalc.simulate.recorded import recorded_runs
from replcalc.statements.catalogue import entry, every, packs, unlisted, until_theories_change
from replcalc.theories import OWN

if TYPE_CHECKING:  # and with it all that a world is made of
    from replcalc.simulate.simulator import Simulator


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
    """The simulators that witness a statement: of our own theories as recorded, so that none is loaded."""
    wanted = entry(label)
    about = [(name, (*run.statements, *run.without), "") for name, run in recorded_runs().items()]
    if packs():
        about += [(s.name, s.statements, theory.name) for theory, s in every("SIMULATOR") if theory.name not in OWN]
    return tuple(n for n, labels, theory in about if any(entry(named, theory) is wanted for named in labels))
