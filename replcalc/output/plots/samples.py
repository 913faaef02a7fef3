"""Plot the samples of every method against one varied input, with the lower bound and the changes of the best."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_rational
from replcalc.output.plots.canvas import choose_line_styles, find_style, log10, new_figure, set_log_axis, use_style
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
        """Return the name with what restricts the curve."""
        notes = ("" if self.certified else ", constants unknown or beta above the target") + (
            "" if self.runnable else ", too slow"
        )
        return self.name + notes


@dataclass(frozen=True)
class Curves:
    """Everything to draw against the input ``x``.

    Attributes:
        x: The input that varies.
        curves: One for each method with a point.
        bound: The lower bound.
        missing: For each method without a point the reason.
        ends: For each method that has no point from some value of x on that value and the reason.
        crossings: (log10 x, log10 samples, method) where the best method changes.
    """

    x: str
    curves: tuple[Curve, ...]
    bound: Curve | None
    missing: Mapping[str, str]
    ends: Mapping[str, str]
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
    ends: dict[str, str] = {}
    best: dict[float, tuple[float, str]] = {}
    for row in sorted(rows, key=lambda row: parse_rational(str(row[x]), x)):
        method, status = str(row["method"]), row["status"]
        if row["samples"] is None or not (_is_drawn(status) or _misses_assumed_beta(row)):
            missing.setdefault(method, _reason(row, x))
            ends.setdefault(method, f"no point from {x} = {row[x]} on, {row['status']}")
            continue
        ends.pop(method, None)
        position = log10(parse_rational(str(row[x]), x)), log10(int(row["samples"]))
        certified = status in ("certified", LOWER_BOUND)
        runnable = not certified or (row["rounds_log10"] or 0) <= _MAX_ROUNDS_LOG10
        points.setdefault((method, certified, runnable), []).append(position)
        if row["best"]:
            best[position[0]] = (position[1], method)
    found = [Curve(name, tuple(at), certified, quick) for (name, certified, quick), at in points.items()]
    bound = next((curve for curve in found if curve.name == LOWER_BOUND), None)
    drawn = tuple(curve for curve in found if curve is not bound)
    if not drawn:
        reasons = "; ".join(f"{name}: {why}" for name, why in list(missing.items())[:3])
        raise InputError("vary", x, "values at which some method needs a number of samples", reasons)
    names = {curve.name for curve in drawn}
    changes = [
        (there, best[there][0], best[there][1])
        for here, there in pairwise(sorted(best))
        if best[here][1] != best[there][1]
    ]
    missing = {name: why for name, why in missing.items() if name not in names and name not in ("None", LOWER_BOUND)}
    return Curves(x, drawn, bound, missing, {n: why for n, why in ends.items() if n in names}, tuple(changes))


def _is_drawn(status: str) -> bool:
    return status in ("certified", "conditional", LOWER_BOUND)


def _misses_assumed_beta(row: Mapping[str, Any]) -> bool:
    """Return whether only an assumed failure probability is missed: the method is drawn at its own."""
    return row["status"] == "misses target" and "beta" in [part.split()[0] for part in _assumed_parts(row)]


def _assumed_parts(row: Mapping[str, Any]) -> list[str]:
    return str(row["assumed"]).split("; ") if row.get("assumed") else []


def _reason(row: Mapping[str, Any], x: str) -> str:
    if row["reason"]:
        return f"{row['status']}: {row['reason']}"
    if row["status"] not in ("vacuous", "misses target") or row["beta_upper"] is None:
        return str(row["status"])
    lower = (
        ", a smaller beta0 lowers it" if "beta0" in {*row, *(part.split()[0] for part in _assumed_parts(row))} else ""
    )
    return f"{row['status']} (beta {float(row['beta_upper']):.3g} at {x} = {row[x]}{lower})"


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
        styles = choose_line_styles({curve.name for curve in drawn})
        for curve in drawn:
            line_style, firm = styles[curve.name], curve.certified and curve.runnable
            axes.plot(
                *zip(*curve.points, strict=True),
                color=line_style.colour,
                linestyle=line_style.dash,
                linewidth=1.6 if firm else 1.0,
                marker=line_style.marker,
                markevery=max(1, len(curve.points) // 9),
                markersize=0.6 * form.size,
                markerfacecolor=line_style.colour if firm else "white",
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
                xytext=(-6, 5),
                textcoords="offset points",
                fontsize=form.size - 1,
                ha="right",
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
    """Return at most five lines about what is not drawn, thm:main first."""
    notes = []
    if far:
        names = ", ".join(dict.fromkeys(curve.name for curve in far))
        notes.append(f"not drawn, over a thousand times as many (--all draws it): {names}")
    notes += [f"{name} is not on the picture: {why}" for name, why in found.missing.items()]
    ends: dict[str, list[str]] = {}
    for name, why in found.ends.items():
        if name not in {curve.name for curve in far}:
            ends.setdefault(why, []).append(name)
    notes = sorted(notes, key=lambda note: not note.startswith(("not drawn", "paper")))
    notes += [f"{', '.join(names)}: {why}" for why, names in ends.items()]
    return [textwrap.shorten(note, 120, placeholder=" ...") for note in notes[:5]]
