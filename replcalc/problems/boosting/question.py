"""Boosting the success probability of a replicable algorithm, as a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from flint import fmpq

from replcalc.ask.assumption import ParsedQuestion


@dataclass(frozen=True)
class Boosting(ParsedQuestion):
    """A problem by its name, at exact ``values`` (by parameter), ``typed`` (by option).

    ``notes``: what was replaced, and why that is allowed. ``variance``: promised of a value in [0, 1], where something
    is: the solver known here uses it, the paper's ingredients do not.
    """

    problem: str
    values: Mapping[str, fmpq] = field(hash=False)
    typed: Mapping[str, fmpq] = field(default_factory=dict, hash=False)
    notes: tuple[str, ...] = ()
    variance: fmpq | None = None

    kind: ClassVar[str] = "boosting"
