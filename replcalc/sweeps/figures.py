"""``replcalc.plot``: every kind of picture, from a question or from the file of a sweep; where curves cross."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flint import fmpq

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_rational
from replcalc.output.plots.canvas import check_matplotlib, check_plot_path, log10, save, style_of
from replcalc.output.plots.graph import graph_figure, route_graph, statement_graph
from replcalc.output.plots.marks import divergence_figure, methods_figure, rounds_figure
from replcalc.output.plots.regions import Regions, refined, regions, regions_figure
from replcalc.output.plots.samples import Crossing, Curves, curve_inputs, curves, samples_figure
from replcalc.planning.defaults import ADAPTIVE_BETA_SHORT, BETA_SHORT
from replcalc.sweeps.commands import COMMANDS, command_of, exact_text, values_of
from replcalc.sweeps.journal import SUFFIXES, Journal, read_rows
from replcalc.sweeps.plan import DIGITS, Plan, SweepRow, planned_sweep, rows_at
from replcalc.sweeps.sweep import PointsDone, run_sweep

# -- where the best way changes ----------------------------------------------------------------------------------------
# Decided by certified figures: bisection between the two points of a sweep next to it.
#: A crossing is located to this ratio of neighbouring values; between integers to the very one, below FAR.
_RATIO, _FAR = fmpq(1002, 1000), 10**6


def located(plan: Plan, found: Curves) -> Curves:
    """The same curves with every crossing at the smallest value looked at from which the winner needs fewer samples."""
    if not command_of(plan.command).takes_routes:  # two ways alone cannot be asked for
        return found
    values = sorted(parse_rational(value) for value in plan.varied[found.x])
    whole = all(value.q == 1 for value in values)
    return replace(found, crossings=tuple(_located(plan, found.x, c, values, whole) for c in found.crossings))


def _located(plan: Plan, x: str, crossing: Crossing, values: Sequence[fmpq], whole: bool) -> Crossing:
    pair = (crossing.winner, crossing.loser)
    seen: dict[fmpq, dict[str, SweepRow]] = {}

    def at(value: fmpq) -> dict[str, SweepRow]:
        if value not in seen:
            inputs = {**plan.point(0), x: exact_text(value)}
            rows = rows_at(1, plan.command, inputs, pair, plan.digits)
            seen[value] = {row["method"]: row for row in rows if row["status"] == "certified"}
        return seen[value]

    def wins(value: fmpq) -> bool:
        found = at(value)
        if crossing.winner not in found:
            return False
        return crossing.loser not in found or found[crossing.winner]["samples"] < found[crossing.loser]["samples"]

    low, high = _around(values, crossing.x)
    if wins(low) or not wins(high):  # the grid and these two ways alone tell different stories: leave it as it is
        return crossing
    high = _bisected(low, high, wins, whole)
    samples = at(high)[crossing.winner]["samples"]
    return replace(crossing, x=log10(high), y=log10(samples), value=high)


def refined_borders(plan: Plan, found: Regions) -> Regions:
    """The same regions on a grid twice as fine; only what lies along a border is asked anew, of its own ways."""
    values = {name: {log10(parse_rational(v)): v for v in plan.varied[name]} for name in (found.x, found.y)}
    whole = [all(parse_rational(v).q == 1 for v in plan.varied[name]) for name in (found.x, found.y)]

    def typed(name: str, place: float, counts: bool) -> str:
        known = values[name].get(place)
        return known or (str(round(10**place)) if counts else f"{10**place:.6g}")

    def wins(x: float, y: float, names: Collection[str]) -> str:
        inputs = {**plan.point(0), found.x: typed(found.x, x, whole[0]), found.y: typed(found.y, y, whole[1])}
        rows = rows_at(1, plan.command, inputs, tuple(sorted(names)), plan.digits)
        return next((str(row["method"]) for row in rows if row["best"]), "")

    return refined(found, wins, (whole[0], whole[1]))


def _around(values: Sequence[fmpq], place: float) -> tuple[fmpq, fmpq]:
    """The neighbouring values with the place between them, or at the upper one."""
    above = next((n for n, value in enumerate(values) if log10(value) >= place - 1e-12), len(values) - 1)
    return values[max(above - 1, 0)], values[max(above, 1)]


def _bisected(low: fmpq, high: fmpq, wins: Callable[[fmpq], bool], whole: bool) -> fmpq:
    while high / low > _RATIO or (whole and high < _FAR and high - low > 1):
        if whole and high - low <= 1:
            break
        middle = _between(low, high, whole)
        low, high = (low, middle) if wins(middle) else (middle, high)
    return high


def _between(low: fmpq, high: fmpq, whole: bool) -> fmpq:
    """About the geometric mean, strictly between."""
    text = f"{exact_text(low)}..{exact_text(high)}:log:3:real"
    middle = parse_rational(values_of("middle", text)[1])
    if whole:
        middle = fmpq((middle + fmpq(1, 2)).floor())
        return min(max(middle, low + 1), high - 1)
    return middle if low < middle < high else (low + high) / 2


@dataclass(frozen=True)
class Wish:
    """What was asked for, as typed."""

    source: str
    vary: Mapping[str, Any]
    where: Mapping[str, str]
    inputs: Mapping[str, Any]
    routes: tuple[str, ...]
    title: str
    style: str
    digits: int
    scheduler: str | None
    workers: int | None
    progress: PointsDone | None

    @property
    def file(self) -> bool:
        return Path(self.source).suffix.lower() in SUFFIXES


def plot(
    kind: str,
    source: str,
    vary: Mapping[str, Any] | None = None,
    *,
    where: Mapping[str, Any] | None = None,
    routes: Sequence[str] = (),
    title: str = "",
    style: str = "screen",
    output: str | Path | None = None,
    digits: int = DIGITS,
    scheduler: str | None = None,
    workers: int | None = None,
    progress: PointsDone | None = None,
    **inputs: Any,
) -> Any:
    """A matplotlib Figure of one of the KINDS; ``output`` also writes it (.png, .svg, .pdf, .pgf).

    ``source``: a command, the file of a sweep, or for a graph a label or a route. ``vary`` and the inputs as in
    ``replcalc.sweep``; ``where`` picks values of a file. ``style``: "screen" or "paper".

        >>> import replcalc
        >>> figure = replcalc.plot("graph", "thm:boost_beta")
        >>> len(figure.axes)
        1
    """
    if kind not in KINDS:
        raise InputError("KIND", kind, "one of " + ", ".join(KINDS))
    style_of(style)
    check_matplotlib("KIND", kind)
    place = None if output is None else check_plot_path(str(output), "output")
    picked = {name: str(value) for name, value in (where or {}).items()}
    wish = Wish(
        source, dict(vary or {}), picked, inputs, tuple(routes), title, style, digits, scheduler, workers, progress
    )
    figure = KINDS[kind](wish)
    if place is not None:
        save(figure, place)
    return figure


# -- from rows ---------------------------------------------------------------------------------------------------------
def _rows(wish: Wish, default: Mapping[str, str]) -> tuple[list[SweepRow], Plan | None]:
    """The rows of the file, picked by ``where``; or of a sweep made now."""
    if wish.file:
        for name in (*wish.inputs, *wish.vary):
            raise InputError("set" if name in wish.inputs else "vary", name, "nothing beside a file", "where picks")
        return _counted(_picked(read_rows(wish.source, "SOURCE"), wish.where), wish.source), None
    if wish.where:
        raise InputError("where", next(iter(wish.where)), "the file of a sweep as SOURCE", "set fixes an input")
    plan = planned_sweep(wish.source, wish.vary or default, wish.inputs, wish.routes, wish.digits)
    journal = Journal(plan, None)
    run_sweep(plan, journal, scheduler=wish.scheduler, workers=wish.workers, progress=wish.progress)
    rows = journal.rows
    if not any(row["method"] for row in rows):
        raise InputError("set", None, "a question that can be answered", str(rows[0]["reason"]))
    return _counted(rows, wish.source), plan


def _counted(rows: list[SweepRow], source: str) -> list[SweepRow]:
    if not any(row["samples"] for row in rows):
        hint = "the kind curve draws pg-compose" if rows and rows[0]["command"] == "pg-compose" else "no way applies"
        raise InputError("SOURCE", source, "points at which some way counts samples", hint)
    return rows


def _picked(rows: Sequence[SweepRow], where: Mapping[str, str]) -> list[SweepRow]:
    known = curve_inputs(rows)
    for name, value in where.items():
        if name not in known or not any(_same(value, other) for other in known[name]):
            listed = ", ".join(known.get(name, ())[:12]) or "none"
            raise InputError("where", f"{name}={value}", f"an input and one of its values: {name} has {listed}")
    return [row for row in rows if all(_same(value, str(row.get(name))) for name, value in where.items())]


def _same(typed: str, held: str) -> bool:
    try:
        return typed == held or parse_rational(typed) == parse_rational(held)
    except InputError:
        return False


def _subtitle(fixed: Mapping[str, str], rows: Sequence[SweepRow]) -> str:
    """The inputs that are the same everywhere, and what was assumed."""
    told = [f"{name} = {value}" for name, value in fixed.items()]
    assumed = [str(row["assumed"]).split("; ") for row in rows if row.get("assumed")]
    shared = [told for told in assumed[0] if all(told in other for other in assumed)] if assumed else []
    if any(told.startswith("beta = ") for told in assumed[0]) if assumed else False:  # it goes with k and the beta0
        rule = BETA_SHORT if fixed.get("adaptive", "false") in ("false", "no", "0") else ADAPTIVE_BETA_SHORT
        shared = [told for told in shared if not told.startswith("beta = ")] + [f"beta = {rule}"]
    more = [f"assumed: {', '.join(shared)}"] if shared else []
    return "; ".join([", ".join(told), *more] if told else more)


#: What is varied where nobody says, by command; of the others k.
_VARIED = {
    "choose": {"arms": "2..1e4:log:15"},
    "ab": {"alpha": "0.02..0.3:log:15"},
    "test": {"rho": "0.05..0.5:log:15"},
    "amplify": {"rho": "1e-4..0.1:log:15"},
    "boost": {"beta": "1e-12..0.1:log:15"},
}


def _samples(wish: Wish) -> Any:
    rows, plan = _rows(wish, _VARIED.get(wish.source, {"k": "1..1e5:log:25"}))
    varied = [name for name, values in curve_inputs(rows).items() if len(values) > 1]
    x = varied[0] if varied else next(iter(curve_inputs(rows)))
    command = command_of(rows[0]["command"])
    found = curves(rows, x, unit=command.unit)
    if plan is not None:
        found = located(plan, found)
    title = wish.title or f"{command.about}: samples against {x}"
    return samples_figure(found, title, _subtitle(found.fixed, rows), wish.style, everything=bool(wish.routes))


def _regions(wish: Wish) -> Any:
    rows, plan = _rows(wish, {"k": "1..1e5:log:21", "rho0": "1e-4..0.4:log:21"})
    varied = [name for name, values in curve_inputs(rows).items() if len(values) > 1]
    if len(varied) < 2:
        raise InputError("vary", ", ".join(varied) or None, "two inputs, such as k=1..1e5:log:21 and rho0=...")
    found = regions(rows, varied[0], varied[1])
    if plan is not None and command_of(plan.command).takes_routes:
        found = refined_borders(plan, found)
    title = wish.title or f"{command_of(rows[0]['command']).about}: the way with the fewest samples"
    return regions_figure(found, title, _subtitle(found.fixed, rows), wish.style)


# -- from one answer ---------------------------------------------------------------------------------------------------
def _answer(wish: Wish, only: Sequence[str], extra: Mapping[str, str] | None = None) -> Any:
    if wish.source not in only:
        raise InputError("SOURCE", wish.source, "one of " + ", ".join(only))
    if wish.vary and extra is None:
        raise InputError("vary", next(iter(wish.vary)), "nothing: this picture is about one point", "set fixes it")
    command = command_of(wish.source)
    inputs = {command.name_of(name, "set"): str(value) for name, value in wish.inputs.items()} | dict(extra or {})
    return command.answer(command.assumed(tuple(inputs)) | inputs, wish.routes, wish.digits)


def _told(wish: Wish, answer: Any) -> str:
    """The inputs as typed, and what the question assumed."""
    from replcalc.output.report import cell_text

    typed = ", ".join(f"{name} = {value}" for name, value in wish.inputs.items())
    assumed = ", ".join(f"{name} = {cell_text(a.value)}" for name, a in answer.question.assumed.items())
    return "; ".join(part for part in (typed, f"assumed: {assumed}" if assumed else "") if part)


def _methods(wish: Wish) -> Any:
    answer = _answer(wish, [name for name in COMMANDS if name != "pg-compose"])
    return methods_figure(answer, wish.title or command_of(wish.source).about, _told(wish, answer), wish.style)


def _rounds(wish: Wish) -> Any:
    from replcalc.problems.composition.tradeoff import tradeoff

    answer = _answer(wish, ("compose", "queries"))
    title = wish.title or f"{command_of(wish.source).about}: samples against sampling rounds"
    return rounds_figure(tradeoff(answer), title, _told(wish, answer), wish.style)


def _curve(wish: Wish) -> Any:
    given = wish.vary or {"curve": "0..2:lin:21:real"}
    if set(given) != {"curve"}:
        raise InputError("vary", ", ".join(given), "curve=LOW..HIGH:lin:COUNT, the epsilons of the composition")
    points = ",".join(values_of("curve", given["curve"]))
    whole = replace(wish, inputs={name: value for name, value in wish.inputs.items() if name != "delta_prime"})
    answer = _answer(whole, ("pg-compose",), {"variant": "nonadaptive", "curve": points})
    others = []
    if wish.inputs.get("delta_prime") is not None:
        others = [_answer(wish, ("pg-compose",), {"variant": name}) for name in ("het", "conditioned")]
    title = wish.title or f"{command_of('pg-compose').about}: the optimal (epsilon, delta) curve"
    return divergence_figure(answer, title, _told(wish, answer), wish.style, others)


def _graph(wish: Wish) -> Any:
    from replcalc.planning.pipeline_file import is_pipeline_file, read_pipeline
    from replcalc.planning.registry import named

    if wish.vary or wish.inputs or wish.where or wish.routes:
        raise InputError("SOURCE", wish.source, "a label, a route or a pipeline file, and no inputs beside it")
    steps = is_pipeline_file(wish.source) or (":" not in wish.source and named(wish.source) is not None)
    graph = route_graph(read_pipeline(wish.source).derivation) if steps else statement_graph(wish.source)
    return graph_figure(graph, wish.title, style=wish.style)


KINDS: Mapping[str, Callable[[Wish], Any]] = {
    "samples": _samples,  # of every way against one input, crossings marked (a command or a sweep's file)
    "regions": _regions,  # which way wins where, on two inputs (a command or a sweep's file)
    "methods": _methods,  # bars of every way at one point (a command)
    "rounds": _rounds,  # samples against sampling rounds (compose, queries)
    "curve": _curve,  # the optimal (epsilon, delta) curve (pg-compose)
    "graph": _graph,  # what a statement or a route rests on (a label, a route, a pipeline file)
}
