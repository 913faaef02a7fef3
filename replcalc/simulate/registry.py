"""The simulators of the theories, in order; each is imported only when asked for."""

from __future__ import annotations

from importlib import import_module

from replcalc.simulate.simulator import Simulator
from replcalc.theories.catalogue import simulator_modules, unlisted


def available() -> tuple[str, ...]:
    """The names of all simulators, in order."""
    return tuple(simulator_modules())


def get(name: str) -> Simulator:
    """The simulator of that name."""
    modules = simulator_modules()
    if name not in modules:
        raise unlisted(name, tuple(modules), "NAME", "one of " + ", ".join(modules), "'replcalc simulate' lists them")
    simulator: Simulator = import_module(modules[name]).SIMULATOR
    return simulator
