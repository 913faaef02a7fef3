"""The optimal (epsilon, delta) curve of a composition of perfectly generalizing algorithms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from replcalc.render.plots.canvas import log10, log_axis, looks, settings_of, sheet, style_of

if TYPE_CHECKING:
    from replcalc.ask.result import Result


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
        axes.plot(xs, upper, color="#4477aa", marker="o", markersize=0.4 * form.size, linewidth=1.5,
                  label="nonadaptive: no smaller delta works")  # fmt: skip
        axes.fill_between(xs, lower, upper, color="#4477aa", alpha=0.25, linewidth=0)
        marks = [r for r in others if r.applicable and r.value("delta_star").upper > 0]
        own = looks(r.way for r in marks)
        ys = list(upper)
        right = 1.25 * max(xs, default=1.0)
        for other in marks:
            x, y = float(other.value("epsilon_star")), log10(other.value("delta_star").upper)
            ys.append(y)
            look = own[other.way]
            beyond = x > right  # far to the right it would only flatten the curve
            label = f"{other.way}: ({x:.3g}, {_power(y)})" + (" →, beyond the axis" if beyond else "")
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
