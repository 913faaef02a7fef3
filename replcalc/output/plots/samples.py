"""Plot the samples of every method against one varied input, or side by side at one point, with the lower bound."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_rational
from replcalc.output.plots.canvas import LETTERS, choose_line_styles, create_figure, log10, set_log_axis, use_style
from replcalc.planning.assumption import MAX_ROUNDS
from replcalc.sweeps.plan import HEAD, LOWER_BOUND, RESULTS

Row = Mapping[str, Any]
Point = tuple[float, float]

#: A curve is drawn if somewhere it needs at most so many powers of ten more than the best of what can be run.
REACH = 3.0
_MAX_ROUNDS_LOG10 = log10(parse_rational(MAX_ROUNDS))
#: Statuses of methods that have a bar.
_BARS = ("certified", "conditional")
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
    """One method where no constant is unspecified (``certified``) and its search steps are practical (``runnable``).

    ``points``: (log10 x, log10 samples) by rising x.
    """

    name: str
    certified: bool
    runnable: bool
    points: list[Point] = field(default_factory=list)

    @property
    def label(self) -> str:
        """The name with what restricts the curve."""
        unknown = "" if self.certified else ", constants unknown or beta above the target"
        return self.name + unknown + ("" if self.runnable else ", too slow")


@dataclass(frozen=True)
class Curves:
    """Everything to draw against the input ``x``.

    Args:
        missing: for each method without a point the reason.
        crossings: (log10 x, log10 samples, method) where the best method changes.
    """

    x: str
    curves: tuple[Curve, ...]
    bound: Curve | None
    missing: Mapping[str, str]
    crossings: tuple[tuple[float, float, str], ...]


def build_curves(rows: Sequence[Row], x: str) -> Curves:
    """Return the curves of a sweep in which only ``x`` varies.

    Raises:
        InputError: Another input varies as well, or no method has a point.
    """
    inputs = dict.fromkeys(name for row in rows for name in row if name not in (*HEAD, *RESULTS))
    if x not in inputs:
        raise InputError("x", x, "an input of the sweep: " + ", ".join(inputs))
    for name in inputs:
        values = {str(row[name]) for row in rows if row.get(name) is not None}
        if name != x and len(values) > 1:
            raise InputError("where", None, f"one value of {name}", f"such as {name}={min(values)}")
    curves: dict[tuple[str, bool, bool], Curve] = {}
    missing: dict[str, str] = {}
    best: dict[float, tuple[float, str]] = {}
    for row in sorted(rows, key=lambda row: parse_rational(str(row[x]), x)):
        method, status = str(row["method"]), row["status"]
        if not _has_point(row):
            missing[method] = _describe_reason(row, x)
            continue
        point = log10(parse_rational(str(row[x]), x)), log10(int(row["samples"]))
        certified = status in ("certified", LOWER_BOUND)
        kind = method, certified, not certified or (row["rounds_log10"] or 0) <= _MAX_ROUNDS_LOG10
        curves.setdefault(kind, Curve(*kind)).points.append(point)
        if row["best"]:
            best[point[0]] = point[1], method
    bound = next((curve for curve in curves.values() if curve.name == LOWER_BOUND), None)
    shown = tuple(curve for curve in curves.values() if curve is not bound)
    if not shown:
        reasons = "; ".join(f"{name}: {why}" for name, why in list(missing.items())[:3])
        raise InputError("vary", x, "values at which some method needs a number of samples", reasons)
    names = {curve.name for curve in shown}
    changes = tuple((b, *best[b]) for a, b in pairwise(sorted(best)) if best[a][1] != best[b][1])
    missing = {name: why for name, why in missing.items() if name not in (*names, "None", LOWER_BOUND)}
    return Curves(x, shown, bound, missing, changes)


def _has_point(row: Row) -> bool:
    """Return whether a row is drawn; one that misses only an assumed failure probability is, at its own."""
    misses_assumed = row["status"] == "misses target" and "beta" in _list_assumed_names(row)
    return row["samples"] is not None and (row["status"] in (*_BARS, LOWER_BOUND) or misses_assumed)


def _list_assumed_names(row: Row) -> list[str]:
    return [part.split()[0] for part in str(row.get("assumed") or "").split("; ") if part]


def _describe_reason(row: Row, x: str) -> str:
    if row["reason"]:
        return f"{row['status']}: {row['reason']}"
    if row["status"] not in ("vacuous", "misses target") or row["beta_upper"] is None:
        return str(row["status"])
    lower = ", a smaller beta0 lowers it" if "beta0" in (*row, *_list_assumed_names(row)) else ""
    return f"{row['status']} (beta {float(row['beta_upper']):.3g} at {x} = {row[x]}{lower})"


def draw_samples(found: Curves, title: str, subtitle: str = "", unit: str = "samples", *, all_: bool = False) -> Any:
    """Draw the curves; ``all_``: also what lies a thousand times above the best method, else only named below."""
    drawn, far = _split_by_reach(found.curves, all_)
    with use_style():
        figure, axes = create_figure(title, subtitle)
        styles = choose_line_styles({curve.name for curve in drawn})
        for curve in drawn:
            firm = curve.certified and curve.runnable
            axes.plot(
                *zip(*curve.points, strict=True),
                **styles[curve.name],
                linewidth=1.6 if firm else 1.0,
                markevery=max(1, len(curve.points) // 9),
                fillstyle="full" if firm else "none",
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
            axes.plot(place, height, "o", markersize=1.1 * LETTERS, markerfacecolor="none", markeredgecolor="black")
            near = {"xytext": (-6, 5), "textcoords": "offset points", "ha": "right", "fontsize": LETTERS - 1}
            axes.annotate(f"from here {winner}", (place, height), **near)
        set_log_axis(axes.xaxis)
        set_log_axis(axes.yaxis)
        axes.set_xlabel("\n".join([MEANINGS.get(found.x, found.x), *_write_notes(found, far)]), parse_math=False)
        axes.set_ylabel(unit)
        axes.legend(loc="best", frameon=True, framealpha=0.9, edgecolor="none")
    return figure


def _split_by_reach(curves: Sequence[Curve], all_: bool) -> tuple[list[Curve], list[str]]:
    """Return the curves to draw, and the methods that lie more than REACH powers of ten above the best everywhere."""
    best: dict[float, float] = {}
    for curve in curves:
        for x, y in curve.points if curve.certified and curve.runnable else ():
            best[x] = min(y, best.get(x, y))
    near = {c.name for c in curves if all_ or not best or any(y <= best.get(x, y) + REACH for x, y in c.points)}
    return [c for c in curves if c.name in near], list(dict.fromkeys(c.name for c in curves if c.name not in near))


def _write_notes(found: Curves, far: Sequence[str]) -> list[str]:
    """Return at most five lines about what is not drawn, thm:main first."""
    notes = [f"{name} is not on the picture: {why}" for name, why in found.missing.items()]
    notes.sort(key=lambda note: not note.startswith("paper"))
    if far:
        notes.insert(0, f"not drawn, over a thousand times as many (--all draws it): {', '.join(far)}")
    return [textwrap.shorten(note, 120, placeholder=" ...") for note in notes[:5]]


def draw_methods(rows: Sequence[Row], title: str, subtitle: str = "", unit: str = "samples") -> Any:
    """Draw a bar for each method with a number of samples at one point, the lower bound as a line; name the others."""
    bars = [row for row in rows if row["samples"] and row["status"] in _BARS]
    bars.sort(key=lambda row: int(row["samples"]))
    if not bars:
        raise InputError("COMMAND", rows[0]["command"] if rows else None, "a question that some method answers")
    others = [f"{row['method']} ({row['status']})" for row in rows if row not in bars and row["method"] != LOWER_BOUND]
    bound = next((int(row["samples"]) for row in rows if row["method"] == LOWER_BOUND), 0)
    with use_style():
        figure, axes = create_figure(title, subtitle, 1.6 + 0.42 * len(bars))
        for place, row in enumerate(bars):
            certified, length = row["status"] == "certified", log10(int(row["samples"]))
            looks = {"color": "#4477aa", "edgecolor": "white"}
            if not certified:
                looks = {"color": "#cccccc", "edgecolor": "#777777", "hatch": "////"}
            axes.barh(place, length, height=0.62, **looks)
            note = f"{int(row['samples']):,}" + ("" if certified else "  (unspecified constants set to 1)")
            axes.annotate(note, (length, place), xytext=(4, 0), textcoords="offset points", va="center")
        if bound:
            axes.axvline(log10(bound), color="black", linewidth=1.2, label=f"lower bound {bound:,}")
            axes.legend(loc="upper right", frameon=False)
        axes.set_yticks(range(len(bars)), [str(row["method"]) for row in bars])
        axes.invert_yaxis()
        axes.set_xlim(0, 1.35 * log10(int(bars[-1]["samples"])))
        set_log_axis(axes.xaxis)
        below = f"\nleft out: {', '.join(others)}" if others else ""
        axes.set_xlabel(f"{unit}, on a logarithmic scale{below}")
    return figure
