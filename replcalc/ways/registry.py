"""The one registry of ways: every command that compares ways asks it.

To add a way: write one module that defines a ``Way`` (``derive`` reads as its proof, ``solve`` searches, certifies and
returns a Result with its Effort), and add one line here. compose, queries, arms, amplify, boost, plan, tables, sweeps
and the contract suite then know it. Modules are named, not imported: what nobody asks for is never loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from replcalc.numbers.errors import UnknownName
from replcalc.theories.catalogue import packs

if TYPE_CHECKING:  # the names of the ways are known without any formula
    from replcalc.ways.way import Way

#: kind of question -> name of the way -> where it is: module under replcalc, and a Way or a mapping of Ways by name
WAYS: dict[str, dict[str, tuple[str, str]]] = {
    "composition": {
        "naive": ("ways.naive", "WAY"),
        "separate": ("ways.separate", "WAY"),
        "direct": ("ways.direct", "WAY"),
        "binary": ("ways.binary", "WAY"),
        "grouped": ("ways.grouped", "WAY"),
        "sharp": ("ways.sharp", "WAY"),
        "explicit": ("ways.explicit", "WAY"),
        "paper": ("ways.paper", "WAY"),
        "private": ("ways.private", "WAY"),
    },
    "queries": {
        "naive": ("ways.queries", "WAYS"),
        "expected-gap": ("ways.queries", "WAYS"),
        "rounding": ("ways.means", "QUERIES"),
        "cosine": ("ways.means", "QUERIES"),
        "cosine-grouped": ("ways.means", "QUERIES"),
        "gaussian": ("ways.means", "QUERIES"),
        "direct-tuned": ("ways.queries", "WAYS"),
        "paper": ("ways.queries", "WAYS"),
        "explicit": ("ways.queries", "WAYS"),
        "sharp": ("ways.queries", "WAYS"),
        "direct": ("ways.queries", "WAYS"),
        "private": ("ways.queries", "WAYS"),
    },
    "boosting": {
        "paper": ("problems.boost", "WAYS"),
        "optimal": ("problems.boost", "WAYS"),
        "previous": ("problems.boost", "WAYS"),
        "known": ("problems.boost", "WAYS"),
        "known-inside": ("problems.boost", "WAYS"),
    },
    "arms": {
        "naive": ("ways.arms", "WAYS"),
        "rounding": ("ways.means", "ARMS_WAYS"),
        "cosine": ("ways.means", "ARMS_WAYS"),
        "cosine-grouped": ("ways.means", "ARMS_WAYS"),
        "gaussian": ("ways.means", "ARMS_WAYS"),
        "direct-plain": ("ways.arms", "WAYS"),
        "direct-each": ("ways.arms", "WAYS"),
        "paper": ("ways.arms", "WAYS"),
        "explicit": ("ways.arms", "WAYS"),
        "sharp": ("ways.arms", "WAYS"),
        "direct": ("ways.arms", "WAYS"),
        "private": ("ways.arms", "WAYS"),
    },
    "heavy-hitters": {
        "random-threshold": ("ways.heavy_hitters", "WAY"),
    },
    "pg": {
        "het": ("ways.pg_variants", "WAYS"),
        "simple": ("ways.pg_variants", "WAYS"),
        "conditioned": ("ways.pg_variants", "WAYS"),
        "nonadaptive": ("ways.pg_variants", "WAYS"),
        "basic": ("ways.pg_variants", "WAYS"),
    },
    "lower-bound": {
        "paper": ("problems.lower_bounds", "WAYS"),
        "sharp": ("problems.lower_bounds", "WAYS"),
        "tight": ("problems.lower_bounds", "WAYS"),
        "game": ("problems.lower_bounds", "WAYS"),
    },
}


def names(kind: str = "composition") -> tuple[str, ...]:
    """The ways to answer that kind of question, in order; a pack's ways compose, and come last."""
    return (*WAYS[kind], *(_of_packs() if kind == "composition" else ()))


def kinds_of(name: str) -> tuple[str, ...]:
    """The kinds of questions that a way of that name answers; none for a name that no way has."""
    return tuple(kind for kind in WAYS if name in names(kind))


def get(name: str, kind: str = "composition") -> Way:
    """The way of that name for that kind of question."""
    if name in WAYS[kind]:
        module, attribute = WAYS[kind][name]
        found = getattr(import_module(f"replcalc.{module}"), attribute)
    elif kind == "composition" and name in _of_packs():
        found = import_module(_of_packs()[name]).WAY
    else:
        raise UnknownName("route", name, "one of " + ", ".join(names(kind)))
    way: Way = found[name] if isinstance(found, Mapping) else found
    return way


def _of_packs() -> dict[str, str]:
    """The composition ways that installed packs publish: name -> module that defines WAY."""
    return {
        name: module for theory in packs() for name, module in theory.ways.items() if name not in WAYS["composition"]
    }
