"""What a worker does: run the command as the command line would, and hand back what the page shows.

The same parser, the same errors: an InputError or a complaint of click's becomes a message at the field it names.
"""

from __future__ import annotations

import importlib.util
import io
import json
import math
import shlex
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import click

from replcalc.cli.common import Collected
from replcalc.cli.main import cli, one_line, option_of
from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.output.report import Report, cell_text
from replcalc.web.forms import Question, field_of, fields

# -- samples against one input, the others as asked: the sweep behind the plot beside an answer ------------------------
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
    from replcalc.output.plots.canvas import svg
    from replcalc.output.plots.samples import curves, samples_figure
    from replcalc.sweeps.journal import Journal
    from replcalc.sweeps.plan import planned_sweep
    from replcalc.sweeps.sweep import run_sweep

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
    plan = planned_sweep(question.command, vary, inputs, routes, 6)
    journal = Journal(plan, None)  # in memory alone: nothing to close
    run_sweep(plan, journal, workers=1)
    unit = "samples per instance and arm" if question.command == "arms" else "samples"
    told = ", ".join(f"{name} = {value}" for name, value in inputs.items())
    return svg(samples_figure(curves(journal.rows, axis, unit=unit), f"Samples against {axis}", told))


#: What a page can ask of a worker.
ANSWER, REPORT, PLOT, JSON, CURVE = "answer", "report", "plot", "json", "against "


@dataclass(frozen=True)
class Answered:
    """``status`` as in HTTP; ``body``: a page's parts by name, or one text; ``errors``: (field or "", message)."""

    status: int
    body: dict[str, str] = field(default_factory=dict)
    errors: tuple[tuple[str, str], ...] = ()


def preload() -> None:
    """Import what every answer needs, so that a new worker starts warm."""
    two = Question("compose", {"n": ("100",), "rho": ("0.1",), "routes": ("naive", "separate")})
    for wanted in (ANSWER, REPORT, PLOT):
        reply((wanted, two))


def reply(job: tuple[str, Question]) -> Answered:
    """Run the question; whatever happens, there is something to say."""
    wanted, question = job
    if wanted.startswith(CURVE):
        return _curve(question, wanted.removeprefix(CURVE))
    sys.set_int_max_str_digits(0)
    collected, complaints = Collected(), io.StringIO()
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(complaints), suppress(SystemExit):
            cli.main(args=question.words(), prog_name="replcalc", standalone_mode=False, obj=collected)
        if not collected.reports:
            return Answered(422, errors=(("", complaints.getvalue().strip() or "nothing was answered"),))
        report, digits = collected.reports[-1]
        return _written(wanted, question, report, digits, complaints.getvalue())
    except click.ClickException as error:
        parameter = getattr(error, "param", None)
        name = parameter.name if parameter is not None else None
        return Answered(422, errors=((name or "", one_line(error.format_message())),))
    except InputError as error:
        option = option_of(error.argument)
        return Answered(422, errors=((field_of(question.command, option) or "", one_line(error.message(option))),))
    except ReplcalcError as error:
        return Answered(422, errors=(("", one_line(str(error))),))
    except (MemoryError, RecursionError) as error:
        return Answered(422, errors=(("", f"the input is too large for this machine ({type(error).__name__})"),))


def _curve(question: Question, axis: str) -> Answered:
    """Samples against one input."""
    if axis not in axes(question) or importlib.util.find_spec("matplotlib") is None:
        return Answered(404, errors=(("", f"there is no plot against {axis[:40]}"),))
    try:
        return Answered(200, {"svg": curve_svg(question, axis)})
    except ReplcalcError as error:
        return Answered(422, errors=(("", one_line(str(error))),))


def _assumed(report: Report) -> dict[str, str]:
    """What was not typed, by the name of its field, as one would type it."""
    assumed = report.data.get("assumed")
    return {name: cell_text(about["value"]) for name, about in assumed.items()} if isinstance(assumed, Mapping) else {}


def _written(wanted: str, question: Question, report: Report, digits: int, complaints: str) -> Answered:
    from replcalc.output.formats import render
    from replcalc.output.report_page import drawable, drawings, report_page, summary, verdict

    if wanted == PLOT:
        plots, without = drawings(report)
        if not plots:
            return Answered(404, errors=(("", without or "there is nothing to draw"),))
        return Answered(200, {"svg": plots[0].svg})
    if wanted == JSON:
        return Answered(200, {"json": render(report, "json", digits)})
    if wanted == REPORT:
        typed = shlex.split(question.line())[1:]
        return Answered(200, {"html": report_page(report, command=typed, digits=digits)})
    first, more = summary(report, digits)
    body: dict[str, Any] = {
        "title": report.heading,
        "verdict": verdict(report),
        "html": first,
        "assumed": json.dumps(_assumed(report)),
        "more": more,
        "line": question.line(),
        "python": question.python(),
        "json": render(report, "json", digits),
        "latex": render(report, "latex", digits),
        "address": question.address(),
        "plot": "1" if drawable(report) else "",
        "axes": " ".join(axes(question)) if importlib.util.find_spec("matplotlib") is not None else "",
        "said": one_line(complaints) if complaints.strip() else "",
    }
    return Answered(200, body)
