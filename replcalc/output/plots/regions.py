"""Which way needs the fewest samples where, on a grid of two inputs."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_rational
from replcalc.output.plots.canvas import log10, log_axis, looks, settings_of, sheet, style_of
from replcalc.output.plots.samples import MEANINGS, PlottedRow, curve_inputs, fixed_inputs

_HATCHES = ("", "///", "\\\\\\", "...", "xxx", "---", "|||", "+++", "ooo", "***")


@dataclass(frozen=True)
class Regions:
    """``winners``: the best certified way by (column, row) of the grid, empty where none is certified."""

    x: str
    y: str
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    winners: Mapping[tuple[int, int], str]
    fixed: Mapping[str, str]
    asked: tuple[int, int] = (0, 0)  # the grid before it was refined along the borders

    @property
    def resolution(self) -> str:
        """How finely it was looked at."""
        columns, rows = self.asked if all(self.asked) else (len(self.xs), len(self.ys))
        fine = (len(self.xs), len(self.ys))
        finer = "" if fine == (columns, rows) else f", borders at {fine[0]} x {fine[1]}"
        return f"grid of {columns} x {rows} points{finer}"


def refined(found: Regions, wins: Callable[[float, float, Collection[str]], str], whole: tuple[bool, bool]) -> Regions:
    """A grid twice as fine: between points that agree their winner, along a border whoever wins there.

    ``wins``: the best of some ways at log10 x and y. ``whole``: which of the two counts, so that nothing lies between
    neighbouring numbers.
    """
    axes = [_halved(places, counts) for places, counts in zip((found.xs, found.ys), whole, strict=True)]
    old = [{place: number for number, place in enumerate(places)} for places in (found.xs, found.ys)]
    winners: dict[tuple[int, int], str] = {}
    for column, x in enumerate(axes[0]):
        for row, y in enumerate(axes[1]):
            around = [_beside(old[0], found.xs, x), _beside(old[1], found.ys, y)]
            names = {found.winners.get((c, r), "") for c in around[0] for r in around[1]}
            name = names.pop() if len(names) == 1 else wins(x, y, names - {""})
            if name:
                winners[column, row] = name
    return replace(found, xs=axes[0], ys=axes[1], winners=winners, asked=(len(found.xs), len(found.ys)))


def _halved(places: Sequence[float], whole: bool) -> tuple[float, ...]:
    middles = [(a + b) / 2 for a, b in pairwise(places)]
    if whole:
        middles = [math.log10(round(10**place)) for place in middles]
    return tuple(sorted({*places, *(m for m in middles if all(abs(m - place) > 1e-9 for place in places))}))


def _beside(old: Mapping[float, int], places: Sequence[float], place: float) -> tuple[int, ...]:
    """The number of a place of the coarser grid, or of its two neighbours there."""
    if place in old:
        return (old[place],)
    above = next(number for number, other in enumerate(places) if other > place)
    return above - 1, above


def regions(rows: Sequence[PlottedRow], x: str, y: str) -> Regions:
    """The winners of a sweep in which ``x`` and ``y`` vary."""
    inputs = curve_inputs(rows)
    for name in (x, y):
        if name not in inputs or len(inputs[name]) < 2:
            raise InputError("vary", name, "two inputs of the sweep with several values each: " + ", ".join(inputs))
    fixed = fixed_inputs(inputs, x, y)
    place = {name: sorted(log10(parse_rational(v, name)) for v in inputs[name]) for name in (x, y)}
    winners: dict[tuple[int, int], str] = {}
    for row in rows:
        if str(row.get("best")).lower() == "true":
            at = tuple(place[name].index(log10(parse_rational(str(row[name]), name))) for name in (x, y))
            winners[at[0], at[1]] = row["method"]
    return Regions(x, y, tuple(place[x]), tuple(place[y]), winners, fixed)


def regions_figure(found: Regions, title: str, subtitle: str = "", style: str = "screen") -> Any:
    """Cells in the colour and hatch of their way, borders between ways, every region with its name."""
    form = style_of(style)
    with settings_of(form):
        from matplotlib.patches import Rectangle

        figure, axes = sheet(form, title, subtitle)
        across, up = _edges(found.xs), _edges(found.ys)
        names = sorted(set(found.winners.values()))
        own = looks(names)
        for (column, row), name in found.winners.items():
            corner = across[column], up[row]
            size = across[column + 1] - across[column], up[row + 1] - up[row]
            axes.add_patch(Rectangle(corner, *size, facecolor=_tint(own[name].colour), edgecolor="none", zorder=1))
            hatch = _HATCHES[names.index(name) % len(_HATCHES)]
            if hatch:
                edge = _tint(own[name].colour, 0.45)
                axes.add_patch(Rectangle(corner, *size, fill=False, hatch=hatch, edgecolor=edge, linewidth=0, zorder=1))
        for start, end in _borders(found, across, up):
            axes.plot([start[0], end[0]], [start[1], end[1]], color="black", linewidth=1.1, zorder=2)
        for name, cells in _components(found):
            if len(cells) >= 0.02 * len(found.xs) * len(found.ys):
                column, row = _deepest(cells)
                colour = own[name].colour if name else "#555555"
                axes.text(
                    (across[column] + across[column + 1]) / 2,
                    (up[row] + up[row + 1]) / 2,
                    name or "none certified",
                    ha="center",
                    va="center",
                    color=colour,
                    fontweight="bold",
                    zorder=4,
                    bbox={"boxstyle": "round,pad=0.25", "facecolor": "white", "edgecolor": "none", "alpha": 0.9},
                )
        axes.set_xlim(across[0], across[-1])
        axes.set_ylim(up[0], up[-1])
        log_axis(axes.xaxis, across[0], across[-1])
        log_axis(axes.yaxis, up[0], up[-1])
        axes.grid(False, which="both")
        axes.set_xlabel(f"{MEANINGS.get(found.x, found.x)}\n{found.resolution}")
        axes.set_ylabel(MEANINGS.get(found.y, found.y))
    return figure


def _edges(places: Sequence[float]) -> list[float]:
    """Borders of the cells: half-way between neighbours, as far outside at the ends."""
    inner = [(a + b) / 2 for a, b in pairwise(places)]
    return [2 * places[0] - inner[0], *inner, 2 * places[-1] - inner[-1]]


def _tint(colour: str, share: float = 0.25) -> tuple[float, float, float]:
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return 1 - share * (1 - red), 1 - share * (1 - green), 1 - share * (1 - blue)


Segment = tuple[tuple[float, float], tuple[float, float]]


def _borders(found: Regions, across: Sequence[float], up: Sequence[float]) -> list[Segment]:
    lines: list[Segment] = []
    for c in range(len(found.xs)):
        for r in range(len(found.ys)):
            here = found.winners.get((c, r), "")
            if c + 1 < len(found.xs) and found.winners.get((c + 1, r), "") != here:
                lines.append(((across[c + 1], up[r]), (across[c + 1], up[r + 1])))
            if r + 1 < len(found.ys) and found.winners.get((c, r + 1), "") != here:
                lines.append(((across[c], up[r + 1]), (across[c + 1], up[r + 1])))
    return lines


def _components(found: Regions) -> list[tuple[str, set[tuple[int, int]]]]:
    """Connected cells of one winner."""
    left = {(c, r) for c in range(len(found.xs)) for r in range(len(found.ys))}
    parts = []
    while left:
        start = min(left)
        name = found.winners.get(start, "")
        part, todo = set(), [start]
        while todo:
            c, r = todo.pop()
            if (c, r) in left and found.winners.get((c, r), "") == name:
                left.discard((c, r))
                part.add((c, r))
                todo += [(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)]
        parts.append((name, part))
    return parts


def _deepest(cells: set[tuple[int, int]]) -> tuple[int, int]:
    """The cell farthest from the outside: where a name has room."""

    def room(cell: tuple[int, int]) -> tuple[int, int]:
        c, r = cell
        wide = _run(cells, c, r, 1, 0), _run(cells, c, r, -1, 0)
        tall = _run(cells, c, r, 0, 1), _run(cells, c, r, 0, -1)
        return min(min(wide), 2 * min(tall)), 2 * sum(wide) + sum(tall)

    return max(sorted(cells), key=room)


def _run(cells: set[tuple[int, int]], c: int, r: int, dc: int, dr: int) -> int:
    length = 0
    while (c + dc * (length + 1), r + dr * (length + 1)) in cells:
        length += 1
    return length
