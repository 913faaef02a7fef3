"""The explicit, ordered list of routes; each is imported only when asked for."""

from __future__ import annotations

from importlib import import_module

from replcalc.numbers.errors import InputError
from replcalc.ways.route import Route

#: name -> module under replcalc.ways that defines ROUTE
ROUTES: dict[str, str] = {
    "naive": "naive",
    "direct": "direct",
    "sharp": "sharp",
    "explicit": "explicit",
    "paper": "paper",
    "private": "private",
}


def get(name: str) -> Route:
    """The route of that name."""
    if name not in ROUTES:
        raise InputError("--route", name, "one of " + ", ".join(ROUTES))
    route: Route = import_module(f"replcalc.ways.{ROUTES[name]}").ROUTE
    return route
