"""What every figure shares: style, heading, logarithmic axes, the lines of a method, writing files.

matplotlib is imported only when something is drawn, and never through pyplot. Coordinates are log10 of the exact
numbers on linear axes, so that a sample size of 10^400 is a number like any other. The same data gives the same bytes.
"""

import importlib.util
import io
import math
import textwrap
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from flint import fmpq

from replcalc.numbers.errors import InputError, MissingLibrary
from replcalc.numbers.files import BY_SUFFIX, atomic_write, check_output

SUFFIXES = (".png", ".svg", ".pdf")
#: Width and height in inches, size of letters in points.
WIDTH, HEIGHT, LETTERS = 9.0, 5.5, 9.0
_SMALL = dict.fromkeys(("xtick.labelsize", "ytick.labelsize", "legend.fontsize"), LETTERS - 0.5)
_SETTINGS: dict[str, Any] = {
    "font.size": LETTERS,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "svg.hashsalt": "replcalc",
    "svg.fonttype": "none",
}


def use_style() -> AbstractContextManager[Any]:
    """Return matplotlib's settings while a figure is drawn or written."""
    import matplotlib

    context: AbstractContextManager[Any] = matplotlib.rc_context(_SETTINGS | _SMALL)
    return context


_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">")
_DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (2, 1.4)), (0, (7, 2, 1.5, 2)), (0, (1, 1.2)), (0, (4, 4)))
#: Methods that look the same in every picture.
_COMMON = ("votes", "joint", "side-by-side", "mixed", "paper", "paper-tuned", "privacy", "rounding", "cosine")


def choose_line_styles(names: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return colour (of matplotlib's cycle), marker and dashes for each name: each alone tells two methods apart."""
    places = {name: place for place, name in enumerate((*_COMMON, *sorted(set(names) - set(_COMMON))))}
    return {
        name: {
            "color": f"C{places[name] % 10}",
            "marker": _MARKERS[places[name] % len(_MARKERS)],
            "linestyle": _DASHES[places[name] % len(_DASHES)],
        }
        for name in names
    }


def create_figure(title: str, subtitle: str = "", height: float = HEIGHT) -> tuple[Any, Any]:
    """Return a figure with one pair of axes, its title and its subtitle (inputs and assumptions) above them."""
    from matplotlib.figure import Figure

    class NotebookFigure(Figure):  # type: ignore[misc]
        def _repr_svg_(self) -> str:
            return to_svg(self)

    figure: Any = NotebookFigure(figsize=(WIDTH, height), layout="constrained")
    axes = figure.subplots()
    figure.suptitle(title, x=0.01, ha="left", fontsize=LETTERS + 1.5, fontweight="bold", parse_math=False)
    heading = textwrap.fill(subtitle, int(WIDTH * 72 / (0.53 * LETTERS)))
    axes.set_title(heading, loc="left", fontsize=LETTERS - 0.5, color="#444444", parse_math=False)
    figure.replcalc_title = title
    return figure, axes


def log10(value: int | fmpq) -> float:
    """Return log10 of a positive exact number, also beyond the range of floats."""
    q = fmpq(value)
    return math.log10(int(q.p)) - math.log10(int(q.q))


def set_log_axis(axis: Any) -> None:
    """Label an axis that shows log10 of a quantity with the quantity itself."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(8, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(lambda log, _: _format_tick(log))
    axis.grid(True, color="#e6e6e6", linewidth=0.7)


def _format_tick(log: float) -> str:
    return f"{float(f'{10**log:.3g}'):,.10g}" if abs(log) < 5.99 else rf"$10^{{{log:g}}}$"


def check_plot_output(path: str, option: str = "output") -> Path:
    """Return the path of a plot; refuse a path that cannot be written before anything is computed."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise InputError(option, path, "a file name ending in " + ", ".join(SUFFIXES))
    if importlib.util.find_spec("matplotlib") is None:
        raise MissingLibrary("drawing", "matplotlib", "pip install 'replcalc[plot]'")
    return check_output(option, path, BY_SUFFIX[suffix])


def save(figure: Any, path: Path) -> None:
    """Write a figure; the file is written completely or not at all."""
    with atomic_write(path) as temporary:
        _write(figure, temporary, path.suffix.lower())


def to_svg(figure: Any) -> str:
    """Return the figure as one <svg> element for an HTML page, with readable text."""
    target = io.StringIO()
    _write(figure, target, ".svg")
    text = target.getvalue()
    return text[text.index("<svg") :].strip()


def _write(figure: Any, target: Any, suffix: str) -> None:
    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {"Software": None}}
    with use_style():
        figure.savefig(target, dpi=150, format=suffix[1:], metadata=metadata[suffix])
