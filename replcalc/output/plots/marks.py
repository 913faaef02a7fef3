"""Figures of single answers: samples as bars, the optimal (epsilon, delta) curve, samples against sampling rounds."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from replcalc.output.plots.canvas import (
    COLOURS,
    MARKERS,
    Style,
    log10,
    log_axis,
    looks,
    settings_of,
    sheet,
    stacked,
    style_of,
)
from replcalc.output.report import cell_text
from replcalc.planning.result import Status

if TYPE_CHECKING:
    from replcalc.planning.comparison import Comparison
    from replcalc.planning.result import Result
    from replcalc.problems.composition.tradeoff import Point, Tradeoff


# -- samples of every method as bars on a logarithmic scale ------------------------------------------------------------
_CERTIFIED, _PLACEHOLDER = "#4477aa", "#cccccc"


@dataclass(frozen=True)
class Bar:
    name: str
    samples: int
    text: str
    certified: bool


def methods_figure(found: Comparison, title: str, subtitle: str = "", style: str = "screen") -> Any:
    """Samples of every way that promises something, best first; the lower bound as a line; who is left out, and why."""
    bars, left_out = [], []
    for result in found.results:
        if result.status in (Status.CERTIFIED, Status.APPLIES) and result.samples:
            note = "" if result.certified and found.runnable(result) else "  (too long to run)"
            note = note if result.certified else "  (rests on placeholders)"
            bars.append(Bar(result.method, result.samples, cell_text(result.samples, 3) + note, result.certified))
        else:
            left_out.append(f"{result.method} ({result.status.value})")
    bound = found.lower_bound.samples if found.lower_bound is not None else None
    return bars_figure(bars, title, subtitle, style, unit=found.unit, bound=bound, left_out=left_out)


def bars_figure(
    bars: Sequence[Bar],
    title: str,
    subtitle: str = "",
    style: str = "screen",
    *,
    unit: str = "samples",
    bound: int | None = None,
    left_out: Sequence[str] = (),
) -> Any:
    form = style_of(style)
    with settings_of(form):
        height = (1.3 + 0.42 * len(bars)) * form.size / 9 + 0.2 * (len(subtitle) > 120)
        height += 0.2 * (bool(left_out) + (len(", ".join(left_out)) > 98))
        figure, axes = sheet(form, title, subtitle, height=height)
        if not bars:
            axes.text(0.5, 0.5, "no way gives a figure here", ha="center", transform=axes.transAxes)
            return figure
        logs = [log10(bar.samples) for bar in bars]
        longest = max(len(bar.text) for bar in bars) * 0.56 * form.size / 72
        room = max(logs) * longest / (form.width * 0.82 - longest)
        for row, (bar, place) in enumerate(zip(bars, logs, strict=True)):
            axes.barh(
                row,
                place,
                height=0.62,
                color=_CERTIFIED if bar.certified else _PLACEHOLDER,
                linewidth=0.5,
                hatch=None if bar.certified else "////",
                edgecolor="white" if bar.certified else "#777777",
            )
            _beside(axes, bar.text, place, row, form.size - 0.5)
        if bound:
            axes.axvline(log10(bound), color="black", linewidth=1.2)
            _beside(axes, f"lower bound {cell_text(bound, 3)}", log10(bound), len(bars) - 0.42, form.size - 1)
        axes.set_yticks(range(len(bars)), [bar.name for bar in bars])
        axes.set_ylim(len(bars) - (0.1 if bound else 0.5), -0.5)
        right = max(logs) + 1.05 * room
        axes.set_xlim(0, right)
        log_axis(axes.xaxis, 0, max(logs))
        axes.yaxis.grid(False)
        hatched = "" if all(bar.certified for bar in bars) else "; hatched: depends on constants left unspecified"
        told = textwrap.fill(f"left out: {', '.join(left_out)}", 110) if left_out else ""
        axes.set_xlabel(f"{unit}, on a logarithmic scale{hatched}" + (f"\n{told}" if told else ""))
    return figure


def _beside(axes: Any, text: str, x: float, row: float, size: float) -> None:
    """Words a little to the right of a place; by an offset, since SVG drops spaces at the beginning."""
    axes.annotate(text, (x, row), xytext=(4, 0), textcoords="offset points", va="center", fontsize=size)


# -- the optimal (epsilon, delta) curve of a composition of perfectly generalizing algorithms --------------------------
def divergence_figure(
    result: Result, title: str, subtitle: str = "", style: str = "screen", others: Sequence[Result] = ()
) -> Any:
    """``result``: by the variant nonadaptive with a curve. ``others``: variants that give one point each.

    Each delta is drawn at the upper end of its enclosure; where the two ends differ visibly the band is filled.
    """
    form = style_of(style)
    points = [point for point in result.details["curve"] if point.delta.upper > 0]
    with settings_of(form):
        figure, axes = sheet(form, title, subtitle)
        xs = [float(point.epsilon) for point in points]
        upper = [log10(point.delta.upper) for point in points]
        floor = min(upper, default=0.0) - 1
        lower = [log10(point.delta.lower) if point.delta.lower > 0 else floor for point in points]
        axes.plot(
            xs,
            upper,
            color="#4477aa",
            marker="o",
            markersize=0.4 * form.size,
            linewidth=1.5,
            label="nonadaptive: no smaller delta works",
        )
        axes.fill_between(xs, lower, upper, color="#4477aa", alpha=0.25, linewidth=0)
        marks = [r for r in others if r.applicable and r.value("delta_star").upper > 0]
        own = looks(r.method for r in marks)
        ys = list(upper)
        right = 1.25 * max(xs, default=1.0)
        for other in marks:
            x, y = float(other.value("epsilon_star")), log10(other.value("delta_star").upper)
            ys.append(y)
            look = own[other.method]
            beyond = x > right  # far to the right it would only flatten the curve
            label = f"{other.method}: ({x:.3g}, {_power(y)})" + (" →, beyond the axis" if beyond else "")
            place = min(x, 0.955 * right)
            axes.plot(place, y, look.marker, color=look.colour, markersize=0.8 * form.size, label=label)
            if beyond:
                axes.annotate("", (right, y), xytext=(place, y), arrowprops={"arrowstyle": "->", "color": look.colour})
        if ys:
            room = 0.06 * max(max(ys) - min(ys), 0.5)
            axes.set_ylim(min(ys) - room, max(ys) + room)
            log_axis(axes.yaxis, *axes.get_ylim())
        axes.set_xlim(0, right)
        axes.grid(True, axis="x", color="#e6e6e6", linewidth=0.7)
        axes.set_xlabel("epsilon of the composition")
        axes.set_ylabel("delta of the composition")
        figure.legend(frameon=False, loc="outside lower center", ncols=1 + len(marks))
    return figure


def _power(place: float) -> str:
    return f"{10**place:.2g}" if place > -300 else f"10^{place:.0f}"


# -- samples against expected sampling rounds: the price of time -------------------------------------------------------
#: Where the group sizes stand beside the points, per curve.
_OFFSETS = ((4, 5), (-14, -10), (4, -10))
#: Ways that stand alone: those that sample nothing together, and those with one race for everything.
_POLYNOMIAL, _WHOLE = "#222222", "#aa3377"


def rounds_figure(found: Tradeoff, title: str, subtitle: str = "", style: str = "screen") -> Any:
    """Both on logarithmic scales; what is beyond the axis is said so."""
    form = style_of(style)
    with settings_of(form):
        figure, axes = sheet(form, title, subtitle)
        highest = max((p.samples for p in found.points if found.within(p)), default=0)
        far = [p for p in found.alone if not found.within(p) and p.samples > highest > 0]  # would only flatten the rest
        drawn = [p for p in found.alone if p not in far]
        for number, (name, points) in enumerate(found.curves.items()):
            places = [p.rounds_log10 for p in points], [log10(p.samples) for p in points]
            colour = COLOURS[number]
            label = f"{name}, in groups of g"
            axes.plot(*places, color=colour, marker=MARKERS[number], markersize=5, linewidth=1.2, label=label)
            for x, y, point in zip(*places, points, strict=True):
                axes.annotate(
                    f"{point.group:,}",
                    (x, y),
                    xytext=_OFFSETS[number % 3],
                    textcoords="offset points",
                    fontsize=form.size - 1,
                    color=colour,
                )
        for point in drawn:
            inside = found.within(point)
            colour = _POLYNOMIAL if point.result.polynomial else _WHOLE
            x = min(point.rounds_log10, found.reach)
            axes.plot(x, log10(point.samples), marker="D" if inside else ">", color=colour, markersize=6)
        limit = log10(found.max_rounds)
        axes.axvline(limit, color="#888888", linestyle="--", linewidth=1, label="max-rounds")
        left, right = -0.03 * found.reach, 1.04 * found.reach
        axes.set_xlim(left, right)
        low, high = axes.get_ylim()
        high += 0.04 * (high - low)
        axes.set_ylim(low, high)
        log_axis(axes.xaxis, left, right)
        log_axis(axes.yaxis, low, high)
        _label(axes, found, drawn, form)
        note = f"\nnot shown, more samples and rounds: {', '.join(p.result.method for p in far)}" if far else ""
        axes.set_xlabel("expected sampling rounds (1: nothing is sampled together)" + note)
        axes.set_ylabel("samples")
        axes.legend(frameon=False, loc="best")
    return figure


def _label(axes: Any, found: Tradeoff, drawn: Sequence[Point], form: Style) -> None:
    """Names beside the ways that stand alone: right of the left edge, left of the right one, moved apart vertically."""
    low, high = axes.get_ylim()
    gap = 1.45 * form.size / 72 / (form.height * 0.75) * (high - low)
    for left in (True, False):
        points = [p for p in drawn if (p.rounds_log10 < found.reach / 2) == left]
        for point, place in zip(points, stacked([log10(p.samples) for p in points], gap), strict=True):
            text = f"{point.result.method} {cell_text(point.samples, 3)}"
            if not found.within(point):
                text += f" at 10^{point.rounds_log10:,.0f} rounds"
            x = min(point.rounds_log10, found.reach)
            axes.annotate(
                text,
                (x, place),
                xytext=(7 if left else -7, 0),
                textcoords="offset points",
                va="center",
                ha="left" if left else "right",
                color=_POLYNOMIAL if point.result.polynomial else _WHOLE,
                fontsize=form.size - 1,
            )
