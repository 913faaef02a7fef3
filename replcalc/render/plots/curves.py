"""Rows of a sweep as curves: samples of every way against one input, and where the best way changes.

A row is a mapping with the inputs as exact texts, ``way``, ``status`` and ``samples`` (see docs/sweeps.md). What is
found here are drawing coordinates, log10 in floats; exact figures stay in the rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from flint import fmpq

from replcalc.ask.defaults import MAX_ROUNDS
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_rational
from replcalc.render.plots.canvas import log10

PlottedRow = Mapping[str, Any]

#: The way of a row that says what no algorithm can undercut.
LOWER_BOUND = "lower bound"
#: Columns of a row that are not inputs of the question.
RESULTS = (
    "point", "command", "way", "status", "samples", "samples_log10", "runs", "rounds_log10", "rounds_at_least",
    "polynomial", "rho_upper", "beta_upper", "best", "best_runnable", "solved", "assumed", "parameters", "quantities",
    "reason", "version",
)  # fmt: skip


#: log10 of the sampling rounds that somebody waits for.
_ROUNDS = log10(parse_rational(MAX_ROUNDS.text))


@dataclass(frozen=True)
class Curve:
    """``points``: (log10 x, log10 samples) by rising x; ``certified``: no constant is a placeholder.

    ``runnable``: somebody can wait for it, at these points.
    """

    name: str
    points: tuple[tuple[float, float], ...]
    certified: bool = True
    runnable: bool = True

    @property
    def promising(self) -> bool:
        """Something to run: neither a placeholder nor theory alone."""
        return self.certified and self.runnable

    def at(self, x: float) -> float | None:
        return next((y for place, y in self.points if place == x), None)


@dataclass(frozen=True)
class Crossing:
    """From ``x`` on ``winner`` needs the fewest samples, before it ``loser`` did.

    ``value``: the first value at which the winner was certified to need fewer; None where the place is interpolated.
    """

    winner: str
    loser: str
    x: float
    y: float
    value: fmpq | None = None


@dataclass(frozen=True)
class Curves:
    """Everything to draw against the input ``x``; ``fixed`` are the other inputs, the same in every row."""

    x: str
    curves: tuple[Curve, ...]
    bound: Curve | None
    crossings: tuple[Crossing, ...]
    fixed: Mapping[str, str]
    unit: str = "samples"


def curve_inputs(rows: Sequence[PlottedRow]) -> dict[str, list[str]]:
    """The distinct values of every input, in the order of the rows."""
    found: dict[str, dict[str, None]] = {}
    for row in rows:
        for name, value in row.items():
            if name not in RESULTS and value not in (None, ""):
                found.setdefault(name, {})[str(value)] = None
    return {name: list(values) for name, values in found.items()}


def fixed_inputs(inputs: Mapping[str, Sequence[str]], *drawn: str) -> dict[str, str]:
    """The one value of every input along which nothing is drawn (InputError: one of them varies as well)."""
    others = {name: values for name, values in inputs.items() if name not in drawn}
    for name, values in others.items():
        if len(values) > 1:
            told = f"such as {name}={values[0]}: the sweep has several"
            raise InputError("where", None, f"one value of {name}", told)
    return {name: values[0] for name, values in others.items()}


def curves(rows: Sequence[PlottedRow], x: str, unit: str = "samples") -> Curves:
    """The curves of a sweep in which only ``x`` varies (InputError: something else varies as well)."""
    inputs = curve_inputs(rows)
    if x not in inputs:
        raise InputError("x", x, "an input of the sweep: " + ", ".join(inputs))
    fixed = fixed_inputs(inputs, x)
    drawn: dict[tuple[str, bool, bool], list[tuple[float, float]]] = {}
    for row in rows:
        if row["samples"] in (None, "") or row["status"] not in ("certified", "applies", LOWER_BOUND):
            continue
        place = log10(parse_rational(str(row[x]), x)), log10(int(row["samples"]))
        runnable = float(row.get("rounds_log10") or 0) <= _ROUNDS
        drawn.setdefault((row["way"], row["status"] != "applies", runnable), []).append(place)
    found = [Curve(name, tuple(sorted(points)), sure, quick) for (name, sure, quick), points in drawn.items()]
    bound = next((curve for curve in found if curve.name == LOWER_BOUND), None)
    ways = tuple(curve for curve in found if curve is not bound)
    winners = {log10(parse_rational(str(row[x]), x)): str(row["way"]) for row in rows if row["best"]}
    return Curves(x, ways, bound, tuple(interpolated(ways, winners)), fixed, unit)


def interpolated(ways: Sequence[Curve], winners: Mapping[float, str]) -> list[Crossing]:
    """Where the best way changes, by straight lines between neighbouring points on logarithmic scales.

    ``winners``: the best way at each place; where it is no worse than the next one's, the old one stays the best.
    """
    found: list[Crossing] = []
    by_name = {curve.name: curve for curve in ways if curve.promising}
    best = ""
    for here, there in pairwise(sorted(winners)):
        best = best or winners[here]
        loser, winner = by_name.get(best), by_name.get(winners[there])
        if loser is None or winner is None or loser is winner:
            continue
        corners = [curve.at(x) for curve in (loser, winner) for x in (here, there)]
        if corners[1] is not None and corners[1] == corners[3]:
            continue
        best = winner.name
        if not found and all(loser.at(x) == winner.at(x) for x in winners if x <= here):
            continue  # equal until now: it was the best all along
        x, y = there, winner.at(there) or 0.0  # where one of the two is not on both sides, it begins or ends here
        if all(corner is not None for corner in corners):
            a0, a1, b0, b1 = (corner for corner in corners if corner is not None)
            before, after = b0 - a0, a1 - b1
            share = before / (before + after) if before + after > 0 else 0.0
            x, y = here + share * (there - here), a0 + share * (a1 - a0)
        found.append(Crossing(winner.name, loser.name, x, y))
    return found
