"""``replcalc sweep`` and ``plot``: a question at many points; plots of questions, sweeps and proofs."""

import os
import sys
from collections import Counter
from typing import Any

import click

from replcalc.cli.common import ProgressBar, combine_options, digits_option, flag, method_option, named_option
from replcalc.numbers.errors import InputError
from replcalc.numbers.files import STDOUT


def _parse_workers(ctx: click.Context, _: click.Parameter, text: str | None) -> int:
    from replcalc.numbers.exact import parse_integer

    if text is not None:
        return parse_integer(text, "--workers", maximum=1024)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


#: Options for the points of a sweep or a plot and the processes that compute them.
point_options = combine_options(
    named_option(
        "--vary",
        "varied",
        "k=1..1e6:log:40",
        "1..1e6:log:40, 0.1..0.3:lin:5, 1..10 (many integers: a grid of 40; :all for each), or values; repeatable.",
        metavar="NAME=VALUES",
    ),
    named_option("--set", "settings", "rho=0.1", "Fix an input (or an unspecified constant); repeatable."),
    method_option(),
    click.option(
        "--workers",
        metavar="N",
        callback=_parse_workers,
        help="Processes on this machine (default: one for each processor).",
    ),
)


@click.command()
@click.argument("command")
@point_options
@click.option("-o", "--output", metavar="FILE", help="A .csv or .jsonl file (default: CSV on stdout).")
@flag("resume", "Continue an interrupted sweep into the same file.")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask cluster, e.g. tcp://host:8786 (extra: cluster).")
@digits_option("10", "Significant digits of the enclosures (default 10).")
def sweep(
    command: str,
    varied: dict[str, str],
    settings: dict[str, str],
    methods: tuple[str, ...],
    workers: int,
    output: str | None,
    resume: bool,
    scheduler: str | None,
    digits: int,
) -> int:
    """Evaluate COMMAND at every combination of the varied inputs: one row for each point and method.

    COMMAND is compose, boost, lower-bound, pg-compose or a task of plan. Every input can be varied or set, and so can
    the unspecified constants; for compose and pg-compose also k, the number of algorithms. A range with log spacing is
    rounded to four significant digits, one between integers to integers; its ends are exact. A point that is refused
    is a row with the reason. Rows are written at once; --resume continues the file.

    \b
    Examples:
      replcalc sweep compose --vary k=1..1e6:log:40 --vary rho=1e-3..0.3:log:20 --set beta0=1e-9 -o sweep.csv
      replcalc sweep ab --vary alpha=0.05,0.1 --set rho=0.1 --set beta=0.01
    """
    from replcalc.sweeps.plan import plan_sweep
    from replcalc.sweeps.sweep import check_sweep_output, run_sweep, write_rows

    plan = plan_sweep(command, varied, settings, methods, digits)
    if resume and output is None:
        raise InputError("--resume", "", "-o FILE beside it")
    place = None if output is None else check_sweep_output(output)
    with ProgressBar(f"sweep {plan.question.name}", "points") as bar:
        rows = run_sweep(plan, place, resume=resume, scheduler=scheduler, workers=workers, progress=bar)
    if place is None:
        write_rows(sys.stdout, STDOUT, plan.columns, rows)
    for name in plan.assumed:
        click.echo(f"replcalc sweep: assumed {name} = {plan.fixed[name]} (--set {name}=... changes it)", err=True)
    found = Counter(row["status"] for row in rows if row["method"] is None)
    if found:
        first = next(row["reason"] for row in rows if row["method"] is None)
        count = sum(found.values())
        click.echo(
            f"replcalc sweep: {count:,} of {plan.count:,} points were refused, the first because {first}", err=True
        )
    return 1 if sum(found.values()) == plan.count else 0


#: The kinds, so that --help need not load matplotlib or the formulas; a test compares.
KINDS = ("samples", "methods", "graph")


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("source")
@point_options
@named_option("--where", "where", "rho=0.1", "Only these rows of a sweep's file.")
@flag("all", "Also draw methods that need over a thousand times the samples of the best.", "all_")
@digits_option("10", "Significant digits of the enclosures (default 10).")
@click.option("-o", "--output", required=True, metavar="FILE", help="A .png, .svg or .pdf file.")
def plot(kind: str, source: str, varied: dict[str, str], settings: dict[str, str], **given: Any) -> None:
    """Draw KIND from SOURCE into a file (extra: plot).

    \b
    samples   samples of every method against the varied input, the lower bound below, crossings marked
    methods   bars of every method at one point
    graph     what a statement (by its label), a method or a pipeline file rests on

    SOURCE is a question (compose, ab, ...), the file of a sweep, or for a graph a label, a method or a pipeline file.

    \b
    Examples:
      replcalc plot samples compose --vary k=1..1e5 --set rho=0.01 --set beta0=1e-9 -o samples.svg
      replcalc plot methods compose --set n=100,200 --set rho=0.1 -o methods.png
      replcalc plot graph thm:main -o main.pdf
    """
    from replcalc.output.plots.draw import plot as draw

    inputs: dict[str, Any] = {name.replace("-", "_"): value for name, value in settings.items()}
    with ProgressBar(f"plot {kind}", "points") as bar:
        figure = draw(kind, source, varied, progress=bar, **given, **inputs)
    click.echo(f"{given['output']}: {figure.replcalc_title}")
