"""Rows of a sweep as curves: samples of every way against one input, the lower bound below, the crossings marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import nearest
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_rational
from replcalc.output.plots.canvas import Look, Style, log10, log_axis, looks, settings_of, sheet, stacked, style_of
from replcalc.planning.defaults import MAX_ROUNDS

# -- rows of a sweep as curves: samples of every way against one input, and where the best way changes -----------------
# A row is a mapping with the inputs as exact texts, ``way``, ``status`` and ``samples`` (see docs/sweeps.md). What is
# found here are drawing coordinates, log10 in floats; exact figures stay in the rows.
PlottedRow = Mapping[str, Any]

#: The way of a row that says what no algorithm can undercut.
LOWER_BOUND = "lower bound"
#: Columns of a row that are not inputs of the question.
RESULTS = (
    "point",
    "command",
    "method",
    "status",
    "samples",
    "samples_log10",
    "runs",
    "rounds_log10",
    "rounds_at_least",
    "polynomial",
    "rho_upper",
    "beta_upper",
    "best",
    "best_runnable",
    "solved",
    "assumed",
    "parameters",
    "quantities",
    "reason",
    "version",
)


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
        if row["samples"] in (None, "") or row["status"] not in ("certified", "conditional", LOWER_BOUND):
            continue
        place = log10(parse_rational(str(row[x]), x)), log10(int(row["samples"]))
        runnable = float(row.get("rounds_log10") or 0) <= _ROUNDS
        drawn.setdefault((row["method"], row["status"] != "conditional", runnable), []).append(place)
    found = [Curve(name, tuple(sorted(points)), sure, quick) for (name, sure, quick), points in drawn.items()]
    bound = next((curve for curve in found if curve.name == LOWER_BOUND), None)
    methods = tuple(curve for curve in found if curve is not bound)
    winners = {log10(parse_rational(str(row[x]), x)): str(row["method"]) for row in rows if row["best"]}
    return Curves(x, methods, bound, tuple(interpolated(methods, winners)), fixed, unit)


def interpolated(methods: Sequence[Curve], winners: Mapping[float, str]) -> list[Crossing]:
    """Where the best way changes, by straight lines between neighbouring points on logarithmic scales.

    ``winners``: the best way at each place; where it is no worse than the next one's, the old one stays the best.
    """
    found: list[Crossing] = []
    by_name = {curve.name: curve for curve in methods if curve.promising}
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


#: What an input means, for the axis.
MEANINGS: Mapping[str, str] = {
    "k": "k, number of problems",
    "n": "n, samples of one problem",
    "rho": "rho, replicability to promise",
    "rho0": "rho0, replicability of the base algorithms",
    "beta": "beta, failure probability to promise",
    "beta0": "beta0, failure probability of the base algorithms",
    "alpha": "alpha, error allowed",
    "tau": "tau, half the gap between the coins",
    "arms": "arms, options to choose from",
    "variance": "variance promised of a value",
    "low": "low value",
    "high": "high value",
}
#: Behind words that may stand on lines.
_BOX = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.85}
_BOUND = Look("#000000", "", "-")


def samples_figure(
    found: Curves, title: str, subtitle: str = "", style: str = "screen", *, everything: bool = False
) -> Any:
    """The figure: what can be run as marked lines, theory alone and placeholders faint, what is impossible shaded.

    What lies far above what can be run is named below, and drawn if ``everything`` is asked for.
    """
    form = style_of(style)
    with settings_of(form):
        figure, axes = sheet(form, title, subtitle)
        drawn, beyond = _within(found, everything)
        every = [*drawn, *([found.bound] if found.bound else [])]
        xs = [x for curve in every for x, _ in curve.points]
        ys = [y for curve in every for _, y in curve.points]
        if not xs:
            axes.text(0.5, 0.5, "no way gives a figure here", ha="center", transform=axes.transAxes)
            return figure
        own = looks({curve.name for curve in drawn})
        for curve in drawn:
            _draw(axes, curve, own[curve.name], form)
        low, high = _limits(ys, 0.07)
        left, right = _limits(xs, 0.02)
        if found.bound is not None:
            low = _shade(axes, found.bound, low, high)
        axes.set_xlim(left, right)
        axes.set_ylim(low, high)
        log_axis(axes.xaxis, left, right)
        log_axis(axes.yaxis, low, high)
        told = f"\nnot drawn, over a thousand times as many: {', '.join(beyond)}" if beyond else ""
        if found.bound is not None and found.bound.points[0][0] > min(xs):
            told += "\nno lower bound is shown where none was found, or none in a few seconds"
        axes.set_xlabel(MEANINGS.get(found.x, found.x) + told)
        axes.set_ylabel(found.unit)
        _name(axes, every, own, form, right, low, high)
        _mark(axes, found.crossings, found.x, form, (left, right), (low, high))
    return figure


#: A curve is drawn if somewhere it needs at most so many powers of ten more than the best of what can be run.
_REACH = 3.0


def _within(found: Curves, everything: bool) -> tuple[list[Curve], list[str]]:
    """The curves to draw, and the names of those that lie far above them.

    35 powers of ten would press what can be run into the bottom quarter. Theory goes on where running ends.
    """
    best: dict[float, float] = {}
    for x, y in (point for curve in found.curves if curve.promising for point in curve.points):
        best[x] = min(y, best.get(x, y))
    near = [c for c in found.curves if everything or not best or any(y <= best.get(x, y) + _REACH for x, y in c.points)]
    names = {curve.name for curve in near}
    drawn = []
    for curve in (curve for curve in found.curves if curve.name in names):
        run = next((c for c in found.curves if c.name == curve.name and c.promising and not curve.promising), None)
        before = [point for point in run.points if point < curve.points[0]][-1:] if run is not None else []
        drawn.append(replace(curve, points=(*before, *curve.points)))
    return drawn, sorted({curve.name for curve in found.curves} - names)


def _limits(values: Sequence[float], margin: float) -> tuple[float, float]:
    low, high = min(values), max(values)
    room = max((high - low) * margin, 0.05)
    return low - room, high + room


def _draw(axes: Any, curve: Curve, look: Look, form: Style) -> None:
    xs, ys = zip(*curve.points, strict=True)
    every = max(1, len(xs) // 9)
    axes.plot(
        xs,
        ys,
        color=look.colour,
        linestyle=look.dash,
        marker=look.marker,
        markevery=every,
        markersize=0.55 * form.size,
        linewidth=1.5 if curve.promising else 0.8,
        markerfacecolor=look.colour if curve.promising else "white",
        alpha=1 if curve.promising else 0.5,
    )


def _shade(axes: Any, bound: Curve, low: float, high: float) -> float:
    """Below the lower bound: impossible. The axis starts a little below it."""
    xs, ys = zip(*bound.points, strict=True)
    floor: float = min(low, min(ys) - 0.06 * (high - low))
    axes.plot(xs, ys, color="black", linewidth=1.2, marker="_" if len(xs) == 1 else "")
    axes.fill_between(xs, ys, floor - 1, facecolor="#dddddd", edgecolor="#aaaaaa", hatch="////", linewidth=0)
    return floor


def _name(
    axes: Any, curves: Sequence[Curve], own: Mapping[str, Look], form: Style, right: float, low: float, high: float
) -> None:
    """Names at the right edge, moved apart; of a curve that ends before the others, where it ends."""
    width = right - axes.get_xlim()[0]
    reach = max(curve.points[-1][0] for curve in curves) - 0.08 * width
    last = {curve.name: curve for curve in sorted(curves, key=lambda c: c.points[-1])}.values()  # a way has one name
    edge = [curve for curve in last if curve.points[-1][0] >= reach]
    gap = 1.5 * form.size / 72 / (form.height * 0.72) * (high - low)
    places = dict(zip(edge, stacked([curve.points[-1][1] for curve in edge], gap), strict=True))
    for curve in last:
        colour = own.get(curve.name, _BOUND).colour
        text = curve.name + ("" if curve.runnable else " (theory)") + ("" if curve.certified else " (placeholders)")
        end = curve.points[-1]
        if curve not in places:
            axes.annotate(
                text, end, xytext=(7, 0), textcoords="offset points", va="center", color=colour, bbox=_BOX, zorder=6
            )
            continue
        axes.annotate(
            text,
            end,
            xytext=(right + 0.025 * width, places[curve]),
            va="center",
            color=colour,
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": colour, "lw": 0.5, "shrinkB": 3, "relpos": (0, 0.5)},
        )


def _mark(
    axes: Any, crossings: Sequence[Crossing], x: str, form: Style, across: tuple[float, float], up: tuple[float, float]
) -> None:
    """A ring on every crossing and, at the top, from which value on which way is best."""
    for number, crossing in enumerate(sorted(crossings, key=lambda c: c.x)):
        axes.plot(
            crossing.x,
            crossing.y,
            marker="o",
            markersize=1.1 * form.size,
            markerfacecolor="none",
            markeredgecolor="black",
            markeredgewidth=1.1,
            zorder=5,
        )
        axes.axvline(crossing.x, color="#777777", linewidth=0.7, linestyle=(0, (1, 2)), zorder=0)
        value = f"{x} = {_value(crossing)}"
        left_half = crossing.x < sum(across) / 2
        place = up[1] - (0.03 + 0.055 * (number % 3)) * (up[1] - up[0])
        axes.annotate(
            f"{crossing.winner} from {value}",
            (crossing.x, place),
            xytext=(4 if left_half else -4, 0),
            textcoords="offset points",
            ha="left" if left_half else "right",
            va="center",
            fontsize=form.size - 1,
            bbox=_BOX,
            zorder=6,
        )


def _value(crossing: Crossing) -> str:
    if crossing.value is not None:
        return f"{int(crossing.value.p):,}" if crossing.value.q == 1 else nearest(crossing.value, 3)
    about = 10**crossing.x if abs(crossing.x) < 300 else None
    if about is None:
        return f"10^{crossing.x:.1f}"
    return f"about {about:,.0f}" if about >= 100 else f"about {about:.3g}"
