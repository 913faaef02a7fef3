"""``replcalc.plot``: a picture of a question at many points, of its methods at one point, or of what a proof uses."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.output.plots.canvas import check_plot_output, save
from replcalc.output.plots.graph import draw_graph, find_graph
from replcalc.output.plots.samples import build_curves, draw_methods, draw_samples
from replcalc.sweeps.plan import DIGITS, HEAD, RESULTS, SweepRow, plan_sweep
from replcalc.sweeps.sweep import SUFFIXES, Progress, read_rows, run_sweep

KINDS = ("samples", "methods", "graph")


def plot(
    kind: str,
    source: str,
    vary: Mapping[str, Any] | None = None,
    *,
    methods: Sequence[str] = (),
    where: Mapping[str, str] | None = None,
    output: str | Path | None = None,
    all_: bool = False,
    workers: int = 1,
    digits: int = DIGITS,
    progress: Progress | None = None,
    **inputs: Any,
) -> Any:
    """Draw "samples" (against one varied input), "methods" (bars at one point) or "graph" (what a proof uses).

    Args:
        kind: What to draw.
        source: A question such as "compose"; the file of a sweep; for a graph a label, method or pipeline file.
        vary: For samples: the input and its values.
        methods: Only these methods.
        where: Of a sweep's file: only rows with these inputs.
        output: A .png, .svg or .pdf file.
        all_: Draw also methods that need over a thousand times as many samples as the best.
        workers: Processes on this machine.
        digits: Significant digits to which every number is enclosed.
        progress: Called with the points done and all points.
        **inputs: The other inputs.

    Returns:
        A matplotlib figure, which a notebook shows.

        >>> import replcalc
        >>> figure = replcalc.plot("methods", "compose", n="100,200", rho="0.1")
        >>> len(figure.axes) >= 1
        True
    """
    if kind not in KINDS:
        raise InputError("KIND", kind, "one of " + ", ".join(KINDS))
    place = check_plot_output(str(output)) if output is not None else None
    if kind == "graph":
        figure = draw_graph(find_graph(source))
    else:
        varied = dict(vary or {})
        if kind == "methods" and not varied:  # a sweep of one point
            name, value = next(iter(inputs.items()), ("rho", None))
            varied, inputs = {name: [value]}, {n: v for n, v in inputs.items() if n != name}
        unit, title = "samples", source
        if Path(source).suffix.lower() in SUFFIXES:
            rows = _read_sweep(source, where or {})
        else:
            plan = plan_sweep(source, varied, inputs, methods, digits)
            rows = run_sweep(plan, workers=workers, progress=progress)
            unit, title = plan.question.unit, plan.question.about or source
        x, subtitle = _describe_inputs(rows, list(varied))
        if kind == "samples":
            if len(x) != 1:
                raise InputError("vary", ", ".join(x) or None, "one input that varies", "--vary k=1..1e5")
            figure = draw_samples(build_curves(rows, x[0]), title, subtitle, unit, all_=all_ or bool(methods))
        else:
            if len({row["point"] for row in rows}) > 1:
                raise InputError("vary", ", ".join(x), "one point: nothing varies", "--set fixes an input")
            figure = draw_methods(rows, title, subtitle, unit)
    if place is not None:
        save(figure, place)
    return figure


def _read_sweep(source: str, where: Mapping[str, str]) -> list[SweepRow]:
    try:
        rows = read_rows(Path(source))
    except OSError as error:
        raise InputError("SOURCE", source, "the file of a sweep", str(error.strerror)) from None
    rows = [row for row in rows if all(str(row.get(name)) == value for name, value in where.items())]
    if not rows:
        raise InputError("SOURCE", source, "a sweep with rows for " + (", ".join(where) or "some point"))
    return rows


def _describe_inputs(rows: Sequence[SweepRow], varied: Sequence[str]) -> tuple[list[str], str]:
    """Return the inputs that vary, and the others with what was assumed: ``rho = 0.1; assumed: beta = 0.01 to 0.5``."""
    given = {n: dict.fromkeys(str(row[n]) for row in rows) for n in rows[0] if n not in (*HEAD, *RESULTS)}
    x = list(varied) or [name for name, values in given.items() if len(values) > 1]
    fixed = ", ".join(f"{name} = {next(iter(values))}" for name, values in given.items() if len(values) == 1)
    assumed: dict[str, list[str]] = {}
    for text in (str(row["assumed"]) for row in rows if row["assumed"]):
        for name, _, value in (part.partition(" = ") for part in text.split("; ")):
            assumed.setdefault(name, []).append(value)
    ranges = (f"{name} = {' to '.join(dict.fromkeys((all_[0], all_[-1])))}" for name, all_ in assumed.items())
    return x, fixed + (f"; assumed: {'; '.join(ranges)}" if assumed else "")
