"""Samples as bars on a logarithmic scale: the stages of a waterfall, the ways of a comparison."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from replcalc.ask.result import Status
from replcalc.render.plots.canvas import log10, log_axis, settings_of, sheet, style_of
from replcalc.render.report import cell_text

if TYPE_CHECKING:
    from replcalc.ask.comparison import Comparison
    from replcalc.problems.composition.waterfall import Waterfall

_CERTIFIED, _PLACEHOLDER = "#4477aa", "#cccccc"


@dataclass(frozen=True)
class Bar:
    name: str
    samples: int
    text: str
    certified: bool


def waterfall_figure(chart: Waterfall, title: str = "", subtitle: str = "", style: str = "screen") -> Any:
    """Samples of every stage, with the factor that each step saves."""
    bars = []
    for number, stage in enumerate(chart.stages):
        if not stage.samples:
            continue
        saved = chart.saved(number)
        text = cell_text(stage.samples, 3)
        if saved is not None:
            times, word = (saved, "fewer") if saved >= 1 else (1 / saved, "more")
            text += f"  ({cell_text(times, 3)} times {word})"
        bars.append(Bar(stage.name, stage.samples, text, stage.result.certified))
    title = title or f"Where the factors go: k = {chart.goal.k:,}, rho = {cell_text(chart.goal.rho)}"
    return bars_figure(bars, title, subtitle, style)


def ways_figure(found: Comparison, title: str, subtitle: str = "", style: str = "screen") -> Any:
    """Samples of every way that promises something, best first; the lower bound as a line; who is left out, and why."""
    bars, left_out = [], []
    for result in found.results:
        if result.status in (Status.CERTIFIED, Status.APPLIES) and result.samples:
            note = "" if result.certified and found.runnable(result) else "  (too long to run)"
            note = note if result.certified else "  (rests on placeholders)"
            bars.append(Bar(result.way, result.samples, cell_text(result.samples, 3) + note, result.certified))
        else:
            left_out.append(f"{result.way} ({result.status.value})")
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
                row, place, height=0.62, color=_CERTIFIED if bar.certified else _PLACEHOLDER, linewidth=0.5,
                hatch=None if bar.certified else "////", edgecolor="white" if bar.certified else "#777777",
            )  # fmt: skip
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
