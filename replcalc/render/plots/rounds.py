"""Samples against expected sampling rounds: the price of time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from replcalc.render.plots.canvas import COLOURS, MARKERS, Style, log10, log_axis, settings_of, sheet, stacked, style_of
from replcalc.render.report import cell_text

if TYPE_CHECKING:
    from replcalc.problems.composition.tradeoff import Point, Tradeoff

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
                    f"{point.group:,}", (x, y), xytext=_OFFSETS[number % 3], textcoords="offset points",
                    fontsize=form.size - 1, color=colour,
                )  # fmt: skip
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
        note = f"\nnot shown, more samples and rounds: {', '.join(p.result.way for p in far)}" if far else ""
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
            text = f"{point.result.way} {cell_text(point.samples, 3)}"
            if not found.within(point):
                text += f" at 10^{point.rounds_log10:,.0f} rounds"
            x = min(point.rounds_log10, found.reach)
            axes.annotate(
                text, (x, place), xytext=(7 if left else -7, 0), textcoords="offset points", va="center",
                ha="left" if left else "right", color=_POLYNOMIAL if point.result.polynomial else _WHOLE,
                fontsize=form.size - 1,
            )  # fmt: skip
