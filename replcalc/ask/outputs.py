"""What the base algorithms can answer: the fewer possibilities, the cheaper some ways are."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_integer

FORMS = "binary, two-per-string, finite:L (L possible answers), or any"


@dataclass(frozen=True)
class Outputs:
    """``text`` as typed; ``count``: possible answers given the random string, None where nothing is known."""

    text: str
    count: int | None

    @property
    def two(self) -> bool:
        """At most two possible answers given the random string?"""
        return self.count is not None and self.count <= 2

    def __str__(self) -> str:
        return self.text


ANY_OUTPUTS = Outputs("any", None)


def weakest(outputs: Iterable[Outputs]) -> Outputs:
    """What is known of all of them: the one that may answer most."""
    return max(outputs, key=lambda one: math.inf if one.count is None else one.count)


def parse_outputs(value: Any, argument: str = "outputs") -> Outputs:
    """``binary``, ``two-per-string``, ``finite:L`` or ``any``; None means any."""
    if isinstance(value, Outputs):
        return value
    text = "any" if value is None else str(value).strip().lower()
    if text == "any":
        return ANY_OUTPUTS
    if text in ("binary", "two-per-string"):
        return Outputs(text, 2)
    kind, colon, count = text.partition(":")
    if kind == "finite" and colon:
        return Outputs(text, parse_integer(count, argument, minimum=2))
    raise InputError(argument, value, FORMS)
