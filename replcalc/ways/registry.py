"""The one registry of ways: every command that compares ways asks it.

To add a way: write one module that defines a ``Way`` (``derive`` reads as its proof, ``solve`` searches, certifies and
returns a Result with its Effort), and add one line here. compose, queries, arms, amplify, boost, plan, tables, sweeps
and the contract suite then know it. Modules are named, not imported: what nobody asks for is never loaded.
"""

from __future__ import annotations

from importlib import import_module

from replcalc.numbers.errors import InputError
from replcalc.ways.way import Way

#: kind of question -> name of the way -> where it is defined (module under replcalc, attribute)
WAYS: dict[str, dict[str, tuple[str, str]]] = {
    "composition": {
        "naive": ("ways.naive", "WAY"),
        "direct": ("ways.direct", "WAY"),
        "sharp": ("ways.sharp", "WAY"),
        "explicit": ("ways.explicit", "WAY"),
        "paper": ("ways.paper", "WAY"),
        "private": ("ways.private", "WAY"),
    },
}


def names(kind: str = "composition") -> tuple[str, ...]:
    """The ways to answer that kind of question, in order."""
    return tuple(WAYS[kind])


def get(name: str, kind: str = "composition") -> Way:
    """The way of that name; the composition ways answer best to their bare names."""
    if name not in WAYS[kind]:
        raise InputError("route", name, "one of " + ", ".join(WAYS[kind]))
    module, attribute = WAYS[kind][name]
    way: Way = getattr(import_module(f"replcalc.{module}"), attribute)
    return way
