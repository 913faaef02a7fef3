"""Plots. matplotlib is imported only when one is drawn; files are written atomically."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from replcalc.numbers.errors import InputError

if TYPE_CHECKING:
    from replcalc.ways.waterfall import Waterfall

#: File types that can be written.
SUFFIXES = (".png", ".svg", ".pdf")


def check_plot_path(path: str) -> Path:
    """The path of a plot; refuses a type that cannot be written before anything is computed."""
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise InputError("plot", path, "a file name ending in " + ", ".join(SUFFIXES))
    if not target.parent.is_dir():
        raise InputError("plot", path, "a file in a directory that exists")
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


def _pyplot() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise InputError("plot", "", "matplotlib to be installed", "pip install 'replcalc[plot]'") from None
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
    import math

    return math.log10(value)


__all__: Sequence[str] = ("SUFFIXES", "check_plot_path", "waterfall_plot")
