"""A sweep as a value: which command, what is fixed, what varies; its points in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import replcalc
from replcalc.ask.registry import get
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_rational
from replcalc.sweeps.commands import Command, command_of
from replcalc.sweeps.rows import columns_of
from replcalc.sweeps.values import MOST, exact_text, values_of

#: Digits to which the figures of a sweep are enclosed, unless told otherwise.
DIGITS = 10


@dataclass(frozen=True)
class Plan:
    """The points are the product of the varied values; the last input varies fastest."""

    command: str
    fixed: Mapping[str, str]
    varied: Mapping[str, tuple[str, ...]]
    routes: tuple[str, ...] = ()
    digits: int = DIGITS
    assumed: tuple[str, ...] = ()

    @cached_property
    def count(self) -> int:
        return prod(map(len, self.varied.values()))

    @property
    def inputs(self) -> tuple[str, ...]:
        return (*self.varied, *self.fixed)

    @property
    def columns(self) -> tuple[str, ...]:
        return columns_of(self.inputs)

    def point(self, number: int) -> dict[str, str]:
        """The inputs of a point, varied ones first."""
        found: dict[str, str] = {}
        for name, values in reversed(list(self.varied.items())):
            number, place = divmod(number, len(values))
            found[name] = values[place]
        return {**dict(reversed(found.items())), **self.fixed}

    def header(self) -> dict[str, Any]:
        """What a journal must agree with to be continued."""
        return {
            "sweep": 2, "version": replcalc.__version__, "command": self.command, "fixed": dict(self.fixed),
            "varied": {name: list(values) for name, values in self.varied.items()}, "routes": list(self.routes),
            "digits": self.digits,
        }  # fmt: skip


def planned(
    command: str,
    vary: Mapping[str, Any],
    fixed: Mapping[str, Any] | None = None,
    routes: Sequence[str] = (),
    digits: int = DIGITS,
) -> Plan:
    """Parse and check everything that can be checked before the first point."""
    known = command_of(command)
    if not vary:
        raise InputError("vary", None, "an input and its values, such as k=1..1e6:log:40")
    varied = {known.name_of(name, "vary"): values_of(name, values) for name, values in vary.items()}
    settled = {known.name_of(name, "set"): _text(value, f"set {name}") for name, value in (fixed or {}).items()}
    for name in settled:
        if name in varied:
            raise InputError("set", name, "an input that does not vary", f"vary has {name} already")
    extra = known.assumed((*varied, *settled))
    plan = Plan(known.name, settled | extra, varied, _routes(known, routes), digits, tuple(extra))
    if plan.count > MOST:
        raise InputError("vary", f"{plan.count:,} points", f"at most {MOST:,} points", "or several sweeps")
    return plan


def _text(value: Any, option: str) -> str:
    return value.strip() if isinstance(value, str) else exact_text(parse_rational(value, option))


def _routes(command: Command, routes: Sequence[str]) -> tuple[str, ...]:
    if routes and not command.takes_routes:
        raise InputError("route", ", ".join(routes), f"nothing for {command.name}, which has no routes to choose from")
    for name in routes:
        get(name, command.kind)
    return tuple(dict.fromkeys(routes))
