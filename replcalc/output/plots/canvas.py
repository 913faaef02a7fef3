"""What every figure shares: the sheet with its heading, logarithmic axes, the look of a way, files and inline SVG.

matplotlib is imported only when something is drawn, and never through pyplot: a figure is a value without global state,
so a server may draw in many threads. Coordinates are log10 of the exact figures on linear axes: a sample size of 10^400
is a number like any other. The same data gives the same bytes.
"""

from __future__ import annotations

import importlib.util
import io
import math
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from flint import fmpq

from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.numbers.files import BY_SUFFIX, atomic_write, check_output
from replcalc.output.plots.layers import apart

#: File types that can be written.
SUFFIXES = (".png", ".svg", ".pdf", ".pgf")
#: One of these must be there to measure the text of a .pgf file.
TEX = ("pdflatex", "lualatex", "xelatex")


@dataclass(frozen=True)
class Style:
    """How large and in which letters; ``rc`` are matplotlib's own settings."""

    name: str
    width: float
    height: float
    size: float
    rc: Mapping[str, Any] = field(default_factory=dict)


_COMMON = {"svg.hashsalt": "replcalc", "svg.fonttype": "none", "path.simplify": False}
STYLES: Mapping[str, Style] = {
    "screen": Style("screen", 9.0, 5.5, 9.0, {"font.family": "DejaVu Sans", "mathtext.fontset": "dejavusans"}),
    "paper": Style("paper", 5.5, 3.7, 7.5, {"font.family": "STIXGeneral", "mathtext.fontset": "stix"}),
}


def style_of(name: str) -> Style:
    if name not in STYLES:
        raise InputError("style", name, "one of " + ", ".join(STYLES))
    return STYLES[name]


def settings_of(style: Style) -> AbstractContextManager[Any]:
    """matplotlib's settings while a figure of that style is drawn or written."""
    import matplotlib

    sizes = {
        "font.size": style.size,
        "axes.titlesize": style.size,
        "axes.labelsize": style.size,
        "xtick.labelsize": style.size - 0.5,
        "ytick.labelsize": style.size - 0.5,
        "legend.fontsize": style.size - 1,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
    }
    context: AbstractContextManager[Any] = matplotlib.rc_context({**_COMMON, **sizes, **style.rc})
    return context


# -- the look of a way -------------------------------------------------------------------------------------------------
#: Colours that colour-blind readers tell apart, darkened until they show on white; markers and dashes tell the same.
COLOURS = (
    "#4477aa",
    "#cc3311",
    "#228833",
    "#aa3377",
    "#b8860b",
    "#0099bb",
    "#555555",
    "#7a4fa3",
    "#994f00",
    "#009988",
    "#1b2a6b",
    "#e0559a",
    "#6b8e23",
    "#8b1a1a",
    "#d2691e",
    "#4b9cd3",
    "#9a9a9a",
    "#b08fd8",
    "#3d2b1f",
    "#5f9e7f",
)
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "h", "p", "*", "d", "8", "H", "1", "2", "3", "4", "+")
DASHES: tuple[Any, ...] = (
    "-",
    (0, (6, 2)),
    (0, (2, 1.4)),
    (0, (7, 2, 1.5, 2)),
    (0, (1, 1.2)),
    (0, (7, 2, 1.5, 2, 1.5, 2)),
    (0, (4, 4)),
    (0, (10, 3)),
    (0, (3, 1, 1, 1)),
    (0, (5, 1)),
    (0, (9, 1.5)),
    (0, (2, 3)),
    (0, (6, 1, 1, 1)),
    (0, (3, 3)),
    (0, (8, 4)),
    (0, (1, 2.5)),
    (0, (5, 2, 1, 2, 1, 2)),
    (0, (4, 1)),
    (0, (12, 2)),
    (0, (2, 1, 4, 1)),
)
#: Ways that have a look of their own in every picture, so that two pictures can be compared.
_KNOWN = (
    "separate",
    "direct",
    "naive",
    "grouped",
    "binary",
    "paper",
    "private",
    "optimal",
    "cosine",
    "gaussian",
    "rounding",
    "cosine-grouped",
    "direct-tuned",
    "expected-gap",
    "direct-each",
    "direct-plain",
    "paper-tuned",
    "mixed",
)


@dataclass(frozen=True)
class Look:
    colour: str
    marker: str
    dash: Any


def looks(names: Iterable[str]) -> dict[str, Look]:
    """A look for each name: its own where no other name here has the same, else the next that is free."""
    found: dict[str, Look] = {}
    free = list(range(len(COLOURS)))
    for name in sorted(names, key=lambda n: (_KNOWN.index(n) if n in _KNOWN else len(_KNOWN), n)):
        own = (_KNOWN.index(name) if name in _KNOWN else sum(map(ord, name))) % len(COLOURS)
        place = own if own in free else (free[0] if free else own)
        if place in free:
            free.remove(place)
        found[name] = Look(COLOURS[place], MARKERS[place], DASHES[place])
    return found


@cache
def _figure_class() -> Any:
    """matplotlib's Figure that a notebook shows as SVG, without pyplot and its state."""
    from matplotlib.figure import Figure

    class Sheet(Figure):
        def _repr_svg_(self) -> str:
            return svg(self)

    return Sheet


# -- the sheet ---------------------------------------------------------------------------------------------------------
def sheet(style: Style, title: str, subtitle: str = "", *, height: float | None = None) -> tuple[Any, Any]:
    """A figure with one pair of axes, its title and its subtitle (inputs and assumptions) above them, left."""
    tall = height or style.height
    figure: Any = _figure_class()(figsize=(style.width, tall), layout="constrained")
    axes = figure.subplots()
    line = 1.45 * style.size / 72
    letters = int(style.width * 72 / (0.53 * style.size))
    lines = textwrap.wrap(subtitle, letters) if subtitle else []
    top = 0.08 + line * 1.25
    big = {"fontsize": style.size + 1.5, "fontweight": "bold"}
    figure.text(0.08 / style.width, 1 - 0.08 / tall, title, va="top", parse_math=False, **big)
    for number, words in enumerate(lines):
        place = 1 - (top + number * line) / tall
        small = {"fontsize": style.size - 0.5, "color": "#444444"}
        figure.text(0.08 / style.width, place, words, va="top", parse_math=False, **small)
    used = top + len(lines) * line + 0.06
    figure.get_layout_engine().set(rect=(0, 0, 1, 1 - used / tall), w_pad=0.06, h_pad=0.06)
    figure.replcalc_style = style
    figure.replcalc_title = title
    return figure, axes


# -- logarithmic axes --------------------------------------------------------------------------------------------------
def log10(value: int | fmpq) -> float:
    """log10 of a positive exact number, also beyond the range of floats."""
    q = fmpq(value)
    return math.log10(int(q.p)) - math.log10(int(q.q))


def log_axis(axis: Any, low: float, high: float) -> None:
    """Ticks for an axis on which log10 of a quantity is drawn from ``low`` to ``high``.

    Whole powers of ten, at most eight of them; where fewer than two fit, 1, 2 and 5 times a power.
    """
    first, last = math.ceil(low - 1e-9), math.floor(high + 1e-9)
    if last - first >= 1:
        step = max(1, math.ceil((last - first) / 8))
        start = first + (-first) % step
        major = [float(n) for n in range(start, last + 1, step)]
        names = [f"$10^{{{int(n)}}}$" for n in major]
        minor = _multiples(low, high, range(2, 10)) if last - first <= 6 else []
        if step > 1:
            minor = [float(n) for n in range(first, last + 1) if float(n) not in major]
    else:
        digits: Iterable[float] = (1, 2, 3, 5, 7) if high - low > 0.5 else [n / 10 for n in range(10, 100)]
        places = _multiples(low, high, digits)
        major = places[:: max(1, math.ceil(len(places) / 7))]
        names = [_plain(n) for n in major]
        minor = []
    axis.set_ticks(major, names)
    axis.set_ticks(minor, minor=True)
    axis.grid(True, which="major", color="#e6e6e6", linewidth=0.7)


def _multiples(low: float, high: float, digits: Iterable[float]) -> list[float]:
    listed = list(digits)
    places = [n + math.log10(d) for n in range(math.floor(low) - 1, math.ceil(high) + 1) for d in listed]
    return [place for place in places if low - 1e-9 <= place <= high + 1e-9]


def _plain(place: float) -> str:
    power = math.floor(place + 1e-9)
    digit = f"{10 ** (place - power):.3g}"
    if -3 <= power <= 5:
        return f"{float(digit) * 10.0**power:,.10g}"
    return f"${digit}\\cdot 10^{{{power}}}$"


def stacked(places: Sequence[float], gap: float) -> list[float]:
    """Heights of labels near ``places``, at least ``gap`` apart, in the same order and as near as can be."""
    order = sorted(range(len(places)), key=lambda n: places[n])
    heights = apart([places[n] for n in order], [gap * number for number in range(len(order))])
    return [height for _, height in sorted(zip(order, heights, strict=True))]


# -- files -------------------------------------------------------------------------------------------------------------
def check_plot_path(path: str, argument: str = "plot") -> Path:
    """The path of a plot; what cannot be drawn or written is refused before anything is computed."""
    target = Path(path)
    if target.suffix.lower() not in SUFFIXES:
        raise InputError(argument, path, "a file name ending in " + ", ".join(SUFFIXES))
    check_output(argument, path, BY_SUFFIX[target.suffix.lower()])
    check_matplotlib(argument, path)
    if target.suffix.lower() == ".pgf" and not any(map(shutil.which, TEX)):
        raise InputError(argument, path, f"one of {', '.join(TEX)} on the PATH for .pgf", "or write .pdf or .svg")
    return target


def check_matplotlib(argument: str, value: object) -> None:
    if importlib.util.find_spec("matplotlib") is None:
        raise InputError(argument, value, "matplotlib to be installed", "pip install 'replcalc[plot]'")


def save(figure: Any, path: Path) -> None:
    """Write a figure; the file is there whole or not at all."""
    with atomic_write(path) as temporary:
        _write(figure, temporary, path.suffix.lower())


def svg(figure: Any, label: str = "") -> str:
    """The figure as one <svg> element for an HTML page: no prolog, readable text, ``label`` read out by screen readers.

    The identifiers inside depend on the drawing, so that several figures may stand on one page.
    """
    from html import escape

    target = io.StringIO()
    _write(figure, target, ".svg")
    text = target.getvalue()
    text = text[text.index("<svg") :].strip()
    spoken = escape(label or figure.replcalc_title, quote=True)
    return text.replace("<svg ", f'<svg role="img" aria-label="{spoken}" ', 1)


def _write(figure: Any, target: Any, suffix: str) -> None:
    metadata = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {"Software": None}}
    with settings_of(figure.replcalc_style):
        import matplotlib

        if suffix == ".pgf":
            matplotlib.rcParams["pgf.texsystem"] = next(filter(shutil.which, TEX), TEX[0])
            matplotlib.rcParams["pgf.rcfonts"] = False  # the document's own letters
            with _escaped(figure):
                _in_tex(figure, target)
            return
        figure.savefig(target, dpi=150, format=suffix[1:], metadata=metadata[suffix])


def _in_tex(figure: Any, target: Any) -> None:
    """matplotlib asks LaTeX how wide the words are; what LaTeX lacks is its user's to install."""
    try:
        figure.savefig(target, format="pgf")
    except RuntimeError as error:
        reason = " ".join(str(error).split())[:200]
        raise ReplcalcError(f"LaTeX could not measure the words of the figure: {reason}") from None


@contextmanager
def _escaped(figure: Any) -> Iterator[None]:
    """LaTeX reads _, %, & and # in words as its own signs: escaped while a .pgf file is written."""
    from matplotlib.text import Text

    from replcalc.output.latex import latex_escape

    before = [(text, text.get_text()) for text in figure.findobj(Text)]
    try:
        for text, words in before:
            if "$" not in words or not text.get_parse_math():
                text.set_text(latex_escape(words))
        yield
    finally:
        for text, words in before:
            text.set_text(words)
