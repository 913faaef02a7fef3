"""Where the best way changes, decided by certified figures: bisection between the two points of a sweep next to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from flint import fmpq

from replcalc.numbers.exact import parse_rational
from replcalc.render.plots.canvas import log10
from replcalc.render.plots.regions import Regions, refined
from replcalc.render.plots.samples import Crossing, Curves
from replcalc.sweeps.commands import command_of
from replcalc.sweeps.plan import Plan
from replcalc.sweeps.rows import SweepRow, rows_at
from replcalc.sweeps.values import exact_text, values_of

#: A crossing is located to this ratio of neighbouring values; between integers to the very one, below FAR.
_RATIO, _FAR = fmpq(1002, 1000), 10**6


def located(plan: Plan, found: Curves) -> Curves:
    """The same curves with every crossing at the smallest value looked at from which the winner needs fewer samples."""
    if not command_of(plan.command).takes_routes:  # two ways alone cannot be asked for
        return found
    values = sorted(parse_rational(value) for value in plan.varied[found.x])
    whole = all(value.q == 1 for value in values)
    return replace(found, crossings=tuple(_located(plan, found.x, c, values, whole) for c in found.crossings))


def _located(plan: Plan, x: str, crossing: Crossing, values: Sequence[fmpq], whole: bool) -> Crossing:
    pair = (crossing.winner, crossing.loser)
    seen: dict[fmpq, dict[str, SweepRow]] = {}

    def at(value: fmpq) -> dict[str, SweepRow]:
        if value not in seen:
            inputs = {**plan.point(0), x: exact_text(value)}
            rows = rows_at(1, plan.command, inputs, pair, plan.digits)
            seen[value] = {row["way"]: row for row in rows if row["status"] == "certified"}
        return seen[value]

    def wins(value: fmpq) -> bool:
        found = at(value)
        if crossing.winner not in found:
            return False
        return crossing.loser not in found or found[crossing.winner]["samples"] < found[crossing.loser]["samples"]

    low, high = _around(values, crossing.x)
    if wins(low) or not wins(high):  # the grid and these two ways alone tell different stories: leave it as it is
        return crossing
    high = _bisected(low, high, wins, whole)
    samples = at(high)[crossing.winner]["samples"]
    return replace(crossing, x=log10(high), y=log10(samples), value=high)


def refined_borders(plan: Plan, found: Regions) -> Regions:
    """The same regions on a grid twice as fine; only what lies along a border is asked anew, of its own ways."""
    values = {name: {log10(parse_rational(v)): v for v in plan.varied[name]} for name in (found.x, found.y)}
    whole = [all(parse_rational(v).q == 1 for v in plan.varied[name]) for name in (found.x, found.y)]

    def typed(name: str, place: float, counts: bool) -> str:
        known = values[name].get(place)
        return known or (str(round(10**place)) if counts else f"{10**place:.6g}")

    def wins(x: float, y: float, names: Collection[str]) -> str:
        inputs = {**plan.point(0), found.x: typed(found.x, x, whole[0]), found.y: typed(found.y, y, whole[1])}
        rows = rows_at(1, plan.command, inputs, tuple(sorted(names)), plan.digits)
        return next((str(row["way"]) for row in rows if row["best"]), "")

    return refined(found, wins, (whole[0], whole[1]))


def _around(values: Sequence[fmpq], place: float) -> tuple[fmpq, fmpq]:
    """The neighbouring values with the place between them, or at the upper one."""
    above = next((n for n, value in enumerate(values) if log10(value) >= place - 1e-12), len(values) - 1)
    return values[max(above - 1, 0)], values[max(above, 1)]


def _bisected(low: fmpq, high: fmpq, wins: Callable[[fmpq], bool], whole: bool) -> fmpq:
    while high / low > _RATIO or (whole and high < _FAR and high - low > 1):
        if whole and high - low <= 1:
            break
        middle = _between(low, high, whole)
        low, high = (low, middle) if wins(middle) else (middle, high)
    return high


def _between(low: fmpq, high: fmpq, whole: bool) -> fmpq:
    """About the geometric mean, strictly between."""
    text = f"{exact_text(low)}..{exact_text(high)}:log:3:real"
    middle = parse_rational(values_of("middle", text)[1])
    if whole:
        middle = fmpq((middle + fmpq(1, 2)).floor())
        return min(max(middle, low + 1), high - 1)
    return middle if low < middle < high else (low + high) / 2
