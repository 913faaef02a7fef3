"""``replcalc.plot``: a picture of a question at many points, of its methods at one point, or of what a proof uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from replcalc.numbers.errors import InputError
from replcalc.output.plots.canvas import check_plot_output, find_style, save
from replcalc.sweeps.plan import DIGITS, HEAD, RESULTS, plan_sweep
from replcalc.sweeps.sweep import SUFFIXES, Progress, read_rows, run_sweep

KINDS = ("samples", "methods", "graph")


def plot(
    kind: str,
    source: str,
    vary: Mapping[str, Any] | None = None,
    *,
    methods: Sequence[str] = (),
    where: Mapping[str, str] | None = None,
    style: str = "screen",
    title: str = "",
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
        style: "screen" or "paper".
        title: Another title.
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
    find_style(style)
    place = check_plot_output(str(output)) if output is not None else None
    if kind == "graph":
        figure = _graph(source, title, style)
    else:
        figure = _figure(
            kind, source, vary or {}, methods, where or {}, inputs, style, title, all_, workers, digits, progress
        )
    if place is not None:
        save(figure, place)
    return figure


def _graph(source: str, title: str, style: str) -> Any:
    from replcalc.output.plots.graph import derivation_graph, draw_graph, statement_graph
    from replcalc.planning import method as registry

    if source.endswith((".toml", ".py")):
        from replcalc.planning.pipeline_file import read_pipeline

        return draw_graph(derivation_graph(read_pipeline(source).derivation), title, style)
    named = registry.named(source)
    if named is not None:
        return draw_graph(derivation_graph(registry.get(*named).derive()), title, style)
    return draw_graph(statement_graph(source), title, style)


def _figure(
    kind: str,
    source: str,
    vary: Mapping[str, Any],
    methods: Sequence[str],
    where: Mapping[str, str],
    inputs: Mapping[str, Any],
    style: str,
    title: str,
    all_: bool,
    workers: int,
    digits: int,
    progress: Progress | None,
) -> Any:
    from replcalc.output.plots.methods import draw_methods
    from replcalc.output.plots.samples import build_curves, draw_samples

    unit, about = "samples", ""
    if Path(source).suffix.lower() in SUFFIXES:
        try:
            rows = read_rows(Path(source))
        except OSError as error:
            raise InputError("SOURCE", source, "the file of a sweep", str(error.strerror)) from None
        rows = [row for row in rows if all(str(row.get(name)) == value for name, value in where.items())]
        if not rows:
            raise InputError("SOURCE", source, "a sweep with rows for " + (", ".join(where) or "some point"))
        given = {name: {row[name] for row in rows} for name in rows[0] if name not in (*HEAD, *RESULTS)}
        varied = [name for name, values in given.items() if len(values) > 1]
    else:
        if kind == "methods" and not vary:
            name, value = next(iter(inputs.items()), ("rho", None))
            vary, inputs = {name: [value]}, {n: v for n, v in inputs.items() if n != name}
        plan = plan_sweep(source, vary, inputs, methods, digits)
        unit, about = plan.question.unit, plan.question.about
        rows = run_sweep(plan, workers=workers, progress=progress)
        given = {
            **{name: set(values) for name, values in plan.varied.items()},
            **{n: {v} for n, v in plan.fixed.items()},
        }
        varied = list(vary)
    if kind == "samples" and len(varied) != 1:
        raise InputError("vary", ", ".join(varied) or None, "one input that varies", "--vary k=1..1e5")
    fixed = ", ".join(f"{name} = {next(iter(values))}" for name, values in given.items() if len(values) == 1)
    assumed = _describe_assumed([str(row["assumed"]) for row in rows if row["assumed"]])
    subtitle = fixed + (f"; assumed: {assumed}" if assumed else "")
    heading = title or about or source
    if kind == "methods":
        if len({row["point"] for row in rows}) > 1:
            raise InputError("vary", ", ".join(varied), "one point: nothing varies", "--set fixes an input")
        return draw_methods(rows, heading, subtitle, style, unit)
    return draw_samples(build_curves(rows, varied[0]), heading, subtitle, style, unit, all_=all_ or bool(methods))


def _describe_assumed(texts: Sequence[str]) -> str:
    """Join what was assumed at all points: ``rho0 = 0.1; beta = 0.01 to 0.5``."""
    values: dict[str, dict[str, None]] = {}
    for text in texts:
        for part in text.split("; "):
            name, _, value = part.partition(" = ")
            values.setdefault(name, {})[value] = None
    ends = {name: list(dict.fromkeys((next(iter(found)), list(found)[-1]))) for name, found in values.items()}
    return "; ".join(f"{name} = {' to '.join(found)}" for name, found in ends.items())
