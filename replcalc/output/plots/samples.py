"""Samples of every method against one varied input, the lower bound below, crossings of the best method marked."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_rational
from replcalc.output.plots.canvas import choose_looks, find_style, log10, new_figure, set_log_axis, use_style
from replcalc.planning.defaults import MAX_ROUNDS
from replcalc.sweeps.plan import HEAD, LOWER_BOUND, RESULTS

#: A curve is drawn if somewhere it needs at most so many powers of ten more than the best of what can be run.
REACH = 3.0
_MAX_ROUNDS_LOG10 = log10(parse_rational(MAX_ROUNDS.text))
#: What an input means, for the axis.
MEANINGS: Mapping[str, str] = {
    "k": "k, number of problems",
    "n": "n, samples of one problem",
    "rho": "rho, replicability asked for",
    "rho0": "rho0, replicability of the base algorithms",
    "beta": "beta, failure probability asked for",
    "beta0": "beta0, failure probability of the base algorithms",
    "alpha": "alpha, accuracy",
    "tau": "tau, half the gap between the coins",
    "options": "options to choose from",
    "variance": "variance of a value, at most",
}


@dataclass(frozen=True)
class Curve:
    """One method.

    Attributes:
        name: The method.
        points: (log10 x, log10 samples) by rising x.
        certified: No constant is unspecified.
        runnable: Its rounds are within what somebody waits for.
    """

    name: str
    points: tuple[tuple[float, float], ...]
    certified: bool = True
    runnable: bool = True

    @property
    def label(self) -> str:
        notes = ("" if self.certified else ", unspecified constants set to 1") + ("" if self.runnable else ", too slow")
        return self.name + notes


@dataclass(frozen=True)
class Curves:
    """Everything to draw against the input ``x``; ``missing``: methods without a point, and why."""

    x: str
    curves: tuple[Curve, ...]
    bound: Curve | None
    fixed: Mapping[str, str]
    missing: Mapping[str, str]
    crossings: tuple[tuple[float, float, str], ...]


def build_curves(rows: Sequence[Mapping[str, Any]], x: str) -> Curves:
    """Return the curves of a sweep in which only ``x`` varies.

    Raises:
        InputError: Another input varies as well, or no method has a point.
    """
    inputs: dict[str, dict[str, None]] = {}
    for row in rows:
        for name, value in row.items():
            if name not in (*HEAD, *RESULTS) and value is not None:
                inputs.setdefault(name, {})[str(value)] = None
    if x not in inputs:
        raise InputError("x", x, "an input of the sweep: " + ", ".join(inputs))
    for name, values in inputs.items():
        if name != x and len(values) > 1:
            raise InputError("where", None, f"one value of {name}", f"such as {name}={next(iter(values))}")
    points: dict[tuple[str, bool, bool], list[tuple[float, float]]] = {}
    missing: dict[str, str] = {}
    best: dict[float, tuple[float, str]] = {}
    for row in rows:
        method, status = str(row["method"]), row["status"]
        if row["samples"] is None or status not in ("certified", "conditional", LOWER_BOUND):
            missing.setdefault(method, f"{status}: {row['reason']}" if row["reason"] else status)
            continue
        place = log10(parse_rational(str(row[x]), x)), log10(int(row["samples"]))
        runnable = status == "conditional" or (row["rounds_log10"] or 0) <= _MAX_ROUNDS_LOG10
        points.setdefault((method, status != "conditional", runnable), []).append(place)
        if row["best"]:
            best[place[0]] = (place[1], method)
    found = [Curve(name, tuple(sorted(at)), sure, quick) for (name, sure, quick), at in points.items()]
    bound = next((curve for curve in found if curve.name == LOWER_BOUND), None)
    drawn = tuple(curve for curve in found if curve is not bound)
    if not drawn:
        reasons = "; ".join(f"{name}: {why}" for name, why in list(missing.items())[:3])
        raise InputError("vary", x, "values at which some method needs a number of samples", reasons)
    names = {curve.name for curve in found}
    missing = {name: why for name, why in missing.items() if name not in names and name != "None"}
    changes = [
        (there, best[there][0], best[there][1])
        for here, there in pairwise(sorted(best))
        if best[here][1] != best[there][1]
    ]
    fixed = {name: next(iter(values)) for name, values in inputs.items() if name != x}
    return Curves(x, drawn, bound, fixed, missing, tuple(changes))


def draw_samples(
    found: Curves, title: str, subtitle: str = "", style: str = "screen", unit: str = "samples", *, all_: bool = False
) -> Any:
    """Draw the curves.

    Args:
        found: The curves.
        title: The heading.
        subtitle: Inputs and assumptions.
        style: "screen" or "paper".
        unit: What the samples count.
        all_: Draw also what lies a thousand times above the best method; else it is named below the picture.
    """
    form = find_style(style)
    drawn, far = _split_by_reach(found.curves, all_)
    with use_style(form):
        figure, axes = new_figure(form, title, subtitle)
        looks = choose_looks({curve.name for curve in drawn})
        for curve in drawn:
            look, firm = looks[curve.name], curve.certified and curve.runnable
            axes.plot(
                *zip(*curve.points, strict=True),
                color=look.colour,
                linestyle=look.dash,
                linewidth=1.6 if firm else 1.0,
                marker=look.marker,
                markevery=max(1, len(curve.points) // 9),
                markersize=0.6 * form.size,
                markerfacecolor=look.colour if firm else "white",
                label=curve.label,
            )
        ys = [y for curve in drawn for _, y in curve.points]
        if found.bound is not None:
            xs, heights = zip(*found.bound.points, strict=True)
            ys += heights
            floor = min(ys) - 0.06 * (max(ys) - min(ys)) - 0.05
            axes.plot(xs, heights, color="black", linewidth=1.2, marker="_" if len(xs) == 1 else "", label=LOWER_BOUND)
            axes.fill_between(xs, heights, floor, facecolor="#dddddd", edgecolor="#aaaaaa", hatch="////", linewidth=0)
        for place, height, winner in found.crossings:
            axes.plot(place, height, "o", markersize=1.1 * form.size, markerfacecolor="none", markeredgecolor="black")
            axes.annotate(
                f"from here {winner}",
                (place, height),
                xytext=(6, -9),
                textcoords="offset points",
                fontsize=form.size - 1,
            )
        places = [x for curve in drawn for x, _ in curve.points]
        set_log_axis(axes.xaxis, min(places), max(places))
        set_log_axis(axes.yaxis, min(ys), max(ys))
        axes.set_xlabel("\n".join([MEANINGS.get(found.x, found.x), *_notes(found, far)]), parse_math=False)
        axes.set_ylabel(unit)
        axes.legend(loc="best", frameon=True, framealpha=0.9, edgecolor="none")
    return figure


def _split_by_reach(curves: Sequence[Curve], all_: bool) -> tuple[list[Curve], list[Curve]]:
    """Return the curves to draw, and those that lie more than REACH powers of ten above the best everywhere."""
    best: dict[float, float] = {}
    for curve in curves:
        for x, y in curve.points if curve.certified and curve.runnable else ():
            best[x] = min(y, best.get(x, y))
    near = [c for c in curves if all_ or not best or any(y <= best.get(x, y) + REACH for x, y in c.points)]
    names = {curve.name for curve in near}
    return [c for c in curves if c.name in names], [c for c in curves if c.name not in names]


def _notes(found: Curves, far: Sequence[Curve]) -> list[str]:
    notes = []
    if far:
        names = ", ".join(dict.fromkeys(curve.name for curve in far))
        notes.append(f"not drawn, over a thousand times as many (--all draws it): {names}")
    for name, why in found.missing.items():
        notes.append(textwrap.shorten(f"{name} is not on the picture: {why}", 110, placeholder=" ..."))
    return sorted(notes, key=lambda note: not note.startswith(("not drawn", "paper")))[:4]
