"""The plots of a report: which figures belong to an answer, as inline SVG."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from replcalc.ask.comparison import Comparison
from replcalc.ask.result import Result, Status
from replcalc.render.questions import heading_of
from replcalc.render.report import Report

#: Why a report has no plot where it could have one.
MISSING = "No plot: matplotlib is not installed (pip install 'replcalc[plot]')."


@dataclass(frozen=True)
class Drawing:
    """A plot as inline SVG, with what it shows."""

    caption: str
    svg: str


def drawings(report: Report) -> tuple[tuple[Drawing, ...], str]:
    """The plots of the answer, or why there are none (an empty reason: nothing could be drawn)."""
    if not _figured(report.answer):
        return (), ""
    if not drawable(report):
        return (), MISSING
    question = getattr(report.answer, "question", None)
    heading = report.heading if question is None else heading_of(question)
    return tuple(_drawings(report.answer, heading)), ""


def drawable(report: Report) -> bool:
    """Is there something to draw, and something to draw it with?"""
    return _figured(report.answer) and importlib.util.find_spec("matplotlib") is not None


def _figured(answer: Any) -> bool:
    if isinstance(answer, Comparison):
        return len(_shown(answer)) > 1
    return hasattr(answer, "stages") or (isinstance(answer, Result) and bool(answer.details.get("curve")))


def _shown(answer: Comparison) -> list[Result]:
    return [r for r in answer.results if r.status in (Status.CERTIFIED, Status.APPLIES) and r.samples]


def _drawings(answer: Any, heading: str) -> Iterator[Drawing]:
    from replcalc.render.plots.bars import waterfall_figure, ways_figure
    from replcalc.render.plots.canvas import svg
    from replcalc.render.plots.divergence import divergence_figure

    if isinstance(answer, Comparison):
        figure = ways_figure(answer, heading)
        told = ", ".join(f"{result.way} {result.samples:,}" for result in _shown(answer)[:6])
        yield Drawing(f"{answer.unit.capitalize()} by every way that applies.", svg(figure, f"Bars: {told}"))
    elif hasattr(answer, "stages"):
        yield Drawing("Where the factors go, stage by stage.", svg(waterfall_figure(answer)))
    else:
        yield Drawing("The optimal (epsilon, delta) curve of the product.", svg(divergence_figure(answer, heading)))
