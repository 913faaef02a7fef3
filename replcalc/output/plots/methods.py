"""Samples of every method at one point as bars on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.output.plots.canvas import find_style, log10, new_figure, set_log_axis, use_style
from replcalc.sweeps.plan import LOWER_BOUND


def draw_methods(
    rows: Sequence[Mapping[str, Any]], title: str, subtitle: str = "", style: str = "screen", unit: str = "samples"
) -> Any:
    """Draw a bar for each method that has a number of samples, the lower bound as a line; name the others below.

    Args:
        rows: The rows of one point of a sweep.
        title: The heading.
        subtitle: Inputs and assumptions.
        style: "screen" or "paper".
        unit: What the samples count.
    """
    bars = sorted(
        (row for row in rows if row["samples"] and row["status"] in ("certified", "conditional")),
        key=lambda row: int(row["samples"]),
    )
    if not bars:
        raise InputError("COMMAND", rows[0]["command"] if rows else None, "a question that some method answers")
    others = [f"{row['method']} ({row['status']})" for row in rows if row not in bars and row["method"] != LOWER_BOUND]
    bound = next((int(row["samples"]) for row in rows if row["method"] == LOWER_BOUND), 0)
    form = find_style(style)
    with use_style(form):
        figure, axes = new_figure(form, title, subtitle, height=(1.6 + 0.42 * len(bars)) * form.size / 9)
        for place, row in enumerate(bars):
            certified = row["status"] == "certified"
            length = log10(int(row["samples"]))
            axes.barh(
                place,
                length,
                height=0.62,
                color="#4477aa" if certified else "#cccccc",
                hatch=None if certified else "////",
                edgecolor="white" if certified else "#777777",
            )
            note = f"{int(row['samples']):,}" + ("" if certified else "  (unspecified constants set to 1)")
            axes.annotate(note, (length, place), xytext=(4, 0), textcoords="offset points", va="center")
        if bound:
            axes.axvline(log10(bound), color="black", linewidth=1.2, label=f"lower bound {bound:,}")
            axes.legend(loc="lower right", frameon=False)
        axes.set_yticks(range(len(bars)), [str(row["method"]) for row in bars])
        axes.invert_yaxis()
        longest = max(log10(int(row["samples"])) for row in bars)
        axes.set_xlim(0, 1.35 * longest)
        set_log_axis(axes.xaxis, 0, longest)
        below = f"\nleft out: {', '.join(others)}" if others else ""
        axes.set_xlabel(f"{unit}, on a logarithmic scale{below}")
    return figure
