"""``replcalc sweep`` and ``plot``: a question at many points, into a file; pictures of questions, sweeps and proofs."""

from __future__ import annotations

import sys
import time
from typing import Any

import click
from click.shell_completion import CompletionItem

from replcalc.cli import completion
from replcalc.cli.common import TerminalBar, digits_option, named_option, options, scheduler_option
from replcalc.numbers.errors import InputError

#: The commands that can be swept, so that --help and completion need not load them; a test compares.
SWEPT = ("compose", "amplify", "queries", "arms", "test", "ab", "choose", "boost", "lower-bound", "pg-compose")


def complete_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The inputs of the command that was typed."""
    from replcalc.sweeps.commands import COMMANDS

    words = (ctx.params.get("command"), ctx.params.get("source"), *ctx.args)  # an unfinished line is not parsed
    typed = next((COMMANDS[str(word)] for word in words if word in COMMANDS), None)
    return [] if typed is None else [f"{name}=" for name in typed.inputs if name.startswith(incomplete)]


#: The points of a sweep or a plot, and who computes them.
point_options = options(
    named_option(
        "--vary",
        "varied",
        "k=1..1e6:log:40",
        "1..1e6:log:40, 0.1..0.3:lin:5, 1..10, or values such as binary,any; repeatable.",
        metavar="NAME=VALUES",
        shell_complete=complete_names,
    ),
    named_option(
        "--set",
        "settings",
        "rho=0.1",
        "Fix an input (or a hidden constant); repeatable.",
        shell_complete=complete_names,
    ),
    click.option(
        "--route",
        "routes",
        multiple=True,
        metavar="NAME",
        shell_complete=completion.methods(),
        help="Only this way; repeatable.",
    ),
    scheduler_option,
    click.option("--workers", metavar="N", help="Processes on this machine (default: one for each processor)."),
)


def worker_count(text: str | None) -> int | None:
    from replcalc.numbers.exact import parse_integer

    return None if text is None else parse_integer(text, "--workers", maximum=1024)


class Ticker(TerminalBar):
    """Points done, points per second and the time left, on stderr: a bar on a terminal, else a line now and then."""

    def __init__(self, title: str, every: float = 10.0) -> None:
        super().__init__(title)
        self.every = every
        self.start = self.last = time.monotonic()
        self.first: int | None = None

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        self.first = done if self.first is None else self.first
        if sys.stderr.isatty():
            if self.bar is not None or done < total:
                self._draw(done, total)
        elif now - self.last >= self.every and done > self.first:
            self.last = now
            speed = (done - self.first) / (now - self.start)
            left = (total - done) / speed
            line = f"{self.title}: {done:,} of {total:,} points, {speed:.3g} points/s, about {left:,.0f} s left"
            click.echo(line, err=True)

    def _draw(self, done: int, total: int) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
        )
        self.drawn(total, *columns).update(self.task, completed=done)


@click.command()
@click.argument("command", type=click.Choice(SWEPT))
@point_options
@click.option("-o", "--output", metavar="FILE", help="A .parquet, .csv or .jsonl file (default: CSV on stdout).")
@click.option("--resume", is_flag=True, help="Continue after an interruption: the same file in the end.")
@digits_option("10", "Significant digits of the enclosures (default 10).")
def sweep(
    command: str,
    varied: dict[str, str],
    settings: dict[str, str],
    routes: tuple[str, ...],
    scheduler: str | None,
    workers: str | None,
    output: str | None,
    resume: bool,
    digits: int,
) -> int:
    """COMMAND at every combination of the varied inputs: one row for each point and way.

    Every input of the command can be varied or set, and so can the hidden constants; for compose and pg-compose also k,
    the number of algorithms. A range with log spacing is rounded to four significant digits, one between integers to
    integers; its ends are exact. A point that is refused is a row with the reason. Finished points are kept in
    FILE.journal until FILE is complete.

    \b
    Examples:
      replcalc sweep compose --vary k=1..1e6:log:40 --vary rho=1e-3..0.3:log:20 --vary outputs=binary,any \\
        --set beta0=1e-9 -o sweep.parquet
      replcalc sweep queries --vary alpha=0.01,0.05,0.1 --set k=100 --set rho=0.1 --set beta=1e-3 -o queries.csv
    """
    from replcalc.sweeps.journal import Journal, checked_output, csv_text
    from replcalc.sweeps.plan import planned_sweep
    from replcalc.sweeps.sweep import journal_of, run_sweep

    plan = planned_sweep(command, varied, settings, routes, digits)
    count = worker_count(workers)
    place = None if output is None else checked_output(output)
    if resume and place is None:
        raise InputError("--resume", "", "-o FILE beside it")
    for name in plan.assumed:
        click.echo(f"replcalc sweep: assumed {name} = {plan.fixed[name]} (--set {name}=... changes it)", err=True)
    with Journal(plan, journal_of(place), resume=resume) as journal:
        if journal.damaged:
            told = f"{journal.damaged:,} damaged lines of {journal.path} did not count; their points are computed again"
            click.echo(f"replcalc sweep: {told}", err=True)
        with Ticker(f"sweep {command}") as ticker:
            outcome = run_sweep(plan, journal, scheduler=scheduler, workers=count, progress=ticker)
        if outcome.lost:
            lost = f"{len(outcome.lost):,} points took their workers down, the first is point {outcome.lost[0]}"
            click.echo(f"replcalc sweep: {lost}; --resume tries them again", err=True)
            return 1
        rows = journal.rows
        if place is not None:
            journal.finish(place)
        else:
            click.echo(csv_text(plan.columns, rows), nl=False)
    speed = f"{outcome.computed / outcome.seconds:,.3g} points/s" if outcome.computed else "nothing left to compute"
    processes = "one process" if outcome.workers == 1 else f"{outcome.workers} processes"
    done = f"{plan.count:,} points, {len(rows):,} rows in {outcome.seconds:,.1f} s ({speed}, {processes})"
    click.echo(f"replcalc sweep: {done}" + (f" -> {output}" if output else ""), err=True)
    if outcome.note:
        click.echo(f"replcalc sweep: {outcome.note}", err=True)
    refused = [row for row in rows if row["method"] is None]
    if refused:
        told = f"{len(refused):,} of {plan.count:,} points were refused, the first because {refused[0]['reason']}"
        click.echo(f"replcalc sweep: {told}", err=True)
    return 1 if len(refused) == plan.count else 0


#: The kinds, so that --help and completion need not load matplotlib or the formulas; a test compares.
KINDS = ("samples", "regions", "methods", "rounds", "curve", "graph")
STYLES = ("screen", "paper")


def complete_source(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
    """Labels and ways for a graph; else commands, and files of sweeps as the shell knows them."""
    if "graph" in (ctx.params.get("kind"), *ctx.args):
        return [*completion.methods_and_statements(ctx, param, incomplete)]
    return [*(name for name in SWEPT if name.startswith(incomplete)), CompletionItem(incomplete, type="file")]


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("source", shell_complete=complete_source)
@point_options
@named_option("--where", "where", "rho=0.1", "Of a sweep's file: only these rows.")
@click.option("--style", type=click.Choice(STYLES), default="screen", help="For the screen (default) or for a paper.")
@click.option("--title", default="", metavar="TEXT", help="Another title.")
@digits_option("10", "Significant digits of the enclosures (default 10).")
@click.option("-o", "--output", required=True, metavar="FILE", help="A .png, .svg, .pdf or .pgf file.")
def plot(
    kind: str, source: str, varied: dict[str, str], settings: dict[str, str], workers: str | None, **asked: Any
) -> None:
    """Draw KIND from SOURCE into a file (extra: plot). Figures are certified; the picture only places them.

    \b
    samples    samples of every way against the varied input, the lower bound below, crossings marked
    regions    which way needs the fewest samples where, on two varied inputs
    ways       bars of every way at one point
    rounds     samples against sampling rounds: the price of time (compose, queries)
    curve      the optimal (epsilon, delta) curve of pg-compose; with delta-prime the other variants as points
    graph      what a statement (by its label) or a route rests on

    SOURCE is a command, the file of a sweep (samples, regions), or a label, route or pipeline file (graph).

    \b
    Examples:
      replcalc plot samples compose --vary k=1..1e5:log:25 --set rho=0.01 --set beta0=1e-9 \\
        --route direct --route separate -o samples.svg
      replcalc plot graph thm:main --style paper -o main.pdf
    """
    from replcalc.sweeps.figures import plot as draw

    with Ticker(f"plot {kind}") as ticker:
        inputs: dict[str, Any] = {name.replace("-", "_"): value for name, value in settings.items()}
        figure = draw(kind, source, varied, workers=worker_count(workers), progress=ticker, **asked, **inputs)
    click.echo(f"{asked['output']}: {figure.replcalc_title}")
