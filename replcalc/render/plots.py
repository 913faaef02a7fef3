"""Plots. matplotlib is imported only when one is drawn; files are written atomically."""

from __future__ import annotations

import importlib.util
import math
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flint import fmpq

from replcalc.numbers.errors import InputError

if TYPE_CHECKING:
    from replcalc.ways.tradeoff import Point, Tradeoff
    from replcalc.ways.waterfall import Waterfall

#: File types that can be written.
SUFFIXES = (".png", ".svg", ".pdf")


def check_plot_path(path: str) -> Path:
    """The path of a plot; what cannot be drawn or written is refused before anything is computed."""
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise InputError("plot", path, "a file name ending in " + ", ".join(SUFFIXES))
    if target.is_dir() or not target.parent.is_dir() or not os.access(target.parent, os.W_OK):
        raise InputError("plot", path, "a file in a directory that exists and can be written")
    if importlib.util.find_spec("matplotlib") is None:
        raise InputError("plot", path, "matplotlib to be installed", "pip install 'replcalc[plot]'")
    return target


def waterfall_plot(chart: Waterfall, path: Path) -> None:
    """Samples of every stage as bars on a logarithmic scale, with the factor that each step saves."""
    from replcalc.render.report import cell_text

    bars = [(s.name, s.samples, chart.saved(j), s.result.certified) for j, s in enumerate(chart.stages) if s.samples]
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(figsize=(8, 1.2 + 0.7 * len(bars)))
    try:
        for row, (_, samples, saved, certified) in enumerate(bars):
            height = _log10(samples)
            axes.barh(row, height, color="#4477aa" if certified else "#bbbbbb", height=0.6)
            text = f" {cell_text(samples, 3)}"
            if saved is not None:
                text += (
                    f"   ({cell_text(saved, 3)} times fewer)"
                    if saved >= 1
                    else f"   ({cell_text(1 / saved, 3)} times more)"
                )
            axes.text(height, row, text, va="center", fontsize=9)
        axes.set_yticks(range(len(bars)), [name for name, *_ in bars])
        axes.invert_yaxis()
        axes.set_xlim(0, 1.45 * max(_log10(samples) for _, samples, *_ in bars))
        axes.set_xlabel("samples (powers of ten); grey: depends on constants that the source does not specify")
        axes.set_title(f"k = {chart.goal.k:,}, rho = {cell_text(chart.goal.rho)}", fontsize=10)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        figure.tight_layout()
        _save(figure, path)
    finally:
        pyplot.close(figure)


#: Colour, marker and where the labels stand, per curve; colours that colour-blind readers tell apart.
_STYLES = (("#4477aa", "o", (4, 5)), ("#ee6677", "s", (-14, -10)), ("#228833", "^", (4, -10)))
#: Ways that stand alone: those that sample nothing together, and those with one race for everything.
_POLYNOMIAL, _WHOLE = "#222222", "#aa3377"


def tradeoff_plot(found: Tradeoff, title: str, path: Path) -> None:
    """Samples against expected sampling rounds, both on logarithmic scales; what is beyond the axis is said so."""
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(figsize=(9, 5.5))
    try:
        highest = max((p.samples for p in found.points if found.within(p)), default=0)
        far = [not found.within(p) and p.samples > highest > 0 for p in found.alone]  # would only flatten the rest
        drawn = [p for p, off in zip(found.alone, far, strict=True) if not off]
        left_out = [p.result.way for p, off in zip(found.alone, far, strict=True) if off]
        for (name, points), (colour, marker, offset) in zip(found.curves.items(), _STYLES, strict=False):
            places = [p.rounds_log10 for p in points], [_log10(p.samples) for p in points]
            axes.plot(
                *places, color=colour, marker=marker, markersize=5, linewidth=1.2, label=f"{name}, in groups of g"
            )
            for x, y, point in zip(*places, points, strict=True):
                axes.annotate(
                    f"{point.group:,}", (x, y), xytext=offset, textcoords="offset points", fontsize=8, color=colour
                )
        for point in drawn:
            inside = found.within(point)
            colour = _POLYNOMIAL if point.result.polynomial else _WHOLE
            x = min(point.rounds_log10, found.reach)
            axes.plot(x, _log10(point.samples), marker="D" if inside else ">", color=colour, markersize=6)
        _label(axes, found, drawn)
        limit = _log10_rational(found.max_rounds)
        axes.axvline(limit, color="#888888", linestyle="--", linewidth=1, label="max-rounds")
        axes.set_xlim(-0.03 * found.reach, 1.04 * found.reach)
        note = f"\nnot shown, more samples and rounds: {', '.join(left_out)}" if left_out else ""
        axes.set_xlabel("expected sampling rounds (1: nothing is sampled together)" + note)
        axes.set_ylabel("samples")
        axes.xaxis.set_major_formatter(_power)
        axes.yaxis.set_major_formatter(_power)
        axes.yaxis.get_major_locator().set_params(integer=True)
        axes.set_title(title, fontsize=10)
        axes.grid(color="#eeeeee")
        axes.set_axisbelow(True)
        axes.legend(fontsize=8, frameon=False, loc="best")
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        figure.tight_layout()
        _save(figure, path)
    finally:
        pyplot.close(figure)


def _label(axes: Any, found: Tradeoff, drawn: Sequence[Point]) -> None:
    """Names beside the ways that stand alone: right of the left edge, left of the right one, moved apart vertically."""
    from replcalc.render.report import cell_text

    low, high = axes.get_ylim()
    gap = 0.04 * (high - low)
    for left in (True, False):
        points = [p for p in drawn if (p.rounds_log10 < found.reach / 2) == left]
        taken: float | None = None
        for point in sorted(points, key=lambda p: p.samples):
            y = _log10(point.samples)
            place = y if taken is None else max(y, taken + gap)
            taken = place
            text = f"{point.result.way} {cell_text(point.samples, 3)}"
            if not found.within(point):
                text += f" at 10^{point.rounds_log10:,.0f} rounds"
            x = min(point.rounds_log10, found.reach)
            axes.text(
                x + (0.012 if left else -0.012) * found.reach, place, text, va="center", fontsize=8,
                ha="left" if left else "right", color=_POLYNOMIAL if point.result.polynomial else _WHOLE,
            )  # fmt: skip


def _power(value: float, _: object = None) -> str:
    return f"$10^{{{value:g}}}$"


def _pyplot() -> Any:
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "replcalc"  # the same picture gives the same file
    from matplotlib import pyplot

    return pyplot


def _save(figure: Any, path: Path) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.stem, suffix=path.suffix)
    os.close(handle)
    try:
        metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {"Software": None}}
        figure.savefig(temporary, dpi=150, metadata=metadata[path.suffix.lower()])
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _log10(value: int) -> float:
    return math.log10(value)


def _log10_rational(value: fmpq) -> float:
    return math.log10(int(value.p)) - math.log10(int(value.q))


__all__: Sequence[str] = ("SUFFIXES", "check_plot_path", "tradeoff_plot", "waterfall_plot")
