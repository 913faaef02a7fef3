"""Samples against one input, the others as asked: the sweep behind the plot beside an answer."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from replcalc.web.forms import Question, fields

#: Ways that cost milliseconds a point; the conversions cost hundreds and are drawn only where they were asked for.
_QUICK: Mapping[str, tuple[str, ...]] = {
    "compose": ("naive", "separate", "direct", "grouped", "binary"),
    "queries": ("naive", "rounding", "expected-gap", "gaussian", "cosine", "cosine-grouped"),
    "arms": ("naive", "rounding", "gaussian", "cosine", "cosine-grouped"),
}
#: What is not an input of a sweep.
_HOW = ("routes", "settings", "crossings", "curve", "explain", "recipe", "digits", "max_rounds")
#: A plot shows so many times less and more than was asked, at so many points.
_SPAN, _POINTS = 30, 11


def axes(question: Question) -> tuple[str, ...]:
    """Inputs that a plot can run along: numbers that were given, and k where a list repeats one size."""
    if question.command == "pg-compose" or {"solve", "samples", "law"} & question.values.keys():
        return ()
    found = []
    for one in fields(question.command):
        (typed, *_) = question.values.get(one.name, ("",))
        if one.many:
            if _repeated(typed) is not None:
                found.append("k")
        elif one.slider is not None and one.first and _number(typed) is not None:
            found.append(one.name)
    return tuple(found)


def _number(text: str) -> Fraction | None:
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None
    return value if value > 0 else None


def _repeated(text: str) -> tuple[str, int] | None:
    """Size and count of a list such as 100x1000."""
    size, cross, count = text.partition("x")
    return (size, int(count)) if cross and size.isdigit() and count.isdigit() and len(count) < 10 else None


def curve_svg(question: Question, axis: str) -> str:
    """The figure as SVG; an InputError where the sweep refuses."""
    from replcalc.render.plots.canvas import svg
    from replcalc.render.plots.samples import curves, samples_figure
    from replcalc.sweeps.journal import Journal
    from replcalc.sweeps.plan import planned
    from replcalc.sweeps.running import run_sweep

    inputs: dict[str, Any] = {n: values[0] for n, values in question.values.items() if n not in _HOW}
    inputs |= dict(pair.split("=", 1) for pair in question.values.get("settings", ()) if "=" in pair)
    repeated = _repeated(str(inputs.get("n", ""))) if axis == "k" and "n" in inputs else None
    if repeated is not None:
        inputs["n"], at = repeated[0], Fraction(repeated[1])
    else:
        at = _number(str(inputs.pop(axis))) or Fraction(1)
    known = {f.name: f for f in fields(question.command)}
    least, most = map(Fraction, known[axis].slider or ("1", "1e6")) if axis in known else (Fraction(1), Fraction(10**6))
    low, high = max(min(least, at), at / _SPAN), min(max(most, at), at * _SPAN)
    whole = axis not in known or known[axis].whole
    ends = (f"{math.ceil(low)}", f"{math.ceil(high)}") if whole else (f"{float(low):.3g}", f"{float(high):.3g}")
    vary = {axis: f"{ends[0]}..{ends[1]}:log:{_POINTS}"}
    routes = question.values.get("routes") or _QUICK.get(question.command, ())
    plan = planned(question.command, vary, inputs, routes, 6)
    journal = Journal(plan, None)  # in memory alone: nothing to close
    run_sweep(plan, journal, workers=1)
    unit = "samples per instance and arm" if question.command == "arms" else "samples"
    told = ", ".join(f"{name} = {value}" for name, value in inputs.items())
    return svg(samples_figure(curves(journal.rows, axis, unit=unit), f"Samples against {axis}", told))
