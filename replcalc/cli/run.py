"""``replcalc run``: the recommended algorithms on real data. Parse, call, print."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from replcalc.cli.common import Progress, emit, output_options, parse_digits
from replcalc.numbers.errors import InputError


@click.group(invoke_without_command=True, short_help="Run the recommended algorithms on data, with a shared seed.")
@click.option("--compare", nargs=2, metavar="A.json B.json", help="Were two receipts entitled to agree, and do they?")
@output_options
@click.pass_context
def run(ctx: click.Context, compare: tuple[str, str] | None, output_format: str, digits: str) -> None:
    """Two teams with different samples and one public seed publish the same answer, except with probability rho.

    \b
    Examples:
      replcalc run means data.csv --columns a,b --range 0,1 --alpha 0.02 --rho 0.05 --beta 1e-3 --seed "study 2026"
      replcalc run --compare ours.json theirs.json
    """
    if compare is None:
        if ctx.invoked_subcommand is None:
            click.echo(ctx.get_help())
        return
    if ctx.invoked_subcommand is not None:
        raise InputError("--compare", " ".join(compare), "either --compare or a task, not both")
    from replcalc.render.running import comparison_report
    from replcalc.run.receipt import compare as compared
    from replcalc.run.receipt import read

    one, two = (read(Path(name)) for name in compare)
    found = compared(one, two)
    emit(comparison_report(one, two, found), output_format, parse_digits(digits))
    sys.exit(found.exit_code)


def task_options(command: Any) -> Any:
    """What every task on columns asks for."""
    for option in (
        click.option("--receipt", metavar="OUT.json", help="Write what was asked, planned, read and answered."),
        click.option(
            "--seed", metavar="TEXT", help="Public text, chosen before the data; the other team uses the same."
        ),
        click.option("--beta", metavar="B", help="Failure probability to promise, 0 < B < 1."),
        click.option("--rho", metavar="R", help="How often two teams may disagree, 0 < R < 1."),
        click.option("--alpha", metavar="A", help="Accuracy, in the units of the data."),
        click.option("--range", "within", metavar="LO,HI", help="Range in which every value is promised to lie."),
    ):
        command = option(command)
    return output_options(command)


@run.command(short_help="Means of columns.")
@click.argument("file")
@click.option("--columns", metavar="A,B,...", help="Columns of the file.")
@task_options
def means(file: str, columns: str | None, **options: Any) -> None:
    """Replicable means of columns of FILE (CSV with a header, or Parquet), in one pass.

    \b
    Examples:
      replcalc run means data.csv --columns a,b --range 0,1 --alpha 0.02 --rho 0.05 --beta 1e-3 --seed "study 2026"
      replcalc run means big.parquet --columns dose --range 0,40 --alpha 1 --rho 0.1 --beta 1e-6 --seed x
    """
    names = _listed(columns, "--columns")
    _answer(file, names, names, None, options)


@run.command(short_help="Statistical queries over columns.")
@click.argument("file")
@click.option(
    "--query",
    "texts",
    multiple=True,
    metavar="NAME=EXPRESSION",
    help="A query such as tall='height > 1.8'; repeatable.",
)
@task_options
def queries(file: str, texts: tuple[str, ...], **options: Any) -> None:
    """Replicable means of expressions over the columns of FILE: arithmetic, comparisons, and, or, not, abs, min, max.

    \b
    Examples:
      replcalc run queries data.csv --query "tall=height > 1.8" --range 0,1 --alpha 0.02 --rho 0.05 --beta 1e-3 --seed s
      replcalc run queries data.csv --query "gap=abs(a - b)" --range 0,2 --alpha 0.1 --rho 0.1 --beta 0.01 --seed s
    """
    from replcalc.run.expressions import parse_query
    from replcalc.run.means import columns_of

    parsed = {}
    for text in texts:
        name, equals, body = text.partition("=")
        if not equals or not name.strip() or name.strip() in parsed:
            raise InputError("--query", text, "NAME=EXPRESSION with a name of its own")
        parsed[name.strip()] = parse_query(body)
    if not parsed:
        raise InputError("--query", None, "at least one NAME=EXPRESSION")
    _answer(file, tuple(parsed), columns_of(tuple(parsed.values())), parsed, options)


def _answer(file: str, names: tuple[str, ...], columns: tuple[str, ...], queries: Any, options: dict[str, Any]) -> None:
    from replcalc.render.running import means_report
    from replcalc.run.columns import Range, chunks
    from replcalc.run.means import Task, answer, evaluated
    from replcalc.run.receipt import write
    from replcalc.run.shared import Shared

    for name in ("alpha", "rho", "beta", "seed"):
        if options[name] is None:
            raise InputError(f"--{name}", None, "a value: nothing about a promise is assumed")
    shared = Shared(options["seed"])
    task = Task(names, Range(*_ends(options["within"])), options["alpha"], options["rho"], options["beta"])
    task.plan()  # a question that has no certified plan is refused before the data are read
    parts = chunks(Path(file), columns)
    with Progress("reading") as bar:
        found = answer(
            task, parts if queries is None else evaluated(parts, queries), shared, lambda rows: bar(f"{rows:,} rows", 0)
        )
    if options["receipt"] is not None:
        write(found.receipt(), Path(options["receipt"]))
    emit(means_report(found), options["output_format"], parse_digits(options["digits"]))


def _listed(text: str | None, option: str) -> tuple[str, ...]:
    names = tuple(part.strip() for part in (text or "").split(",") if part.strip())
    if not names or len(set(names)) != len(names):
        raise InputError(option, text, "distinct names separated by commas")
    return names


def _ends(text: str | None) -> tuple[float, float]:
    low, comma, high = (text or "").partition(",")
    try:
        return float(low), float(high)
    except ValueError:
        raise InputError("--range", text, "two numbers LO,HI" + ("" if comma else " with a comma")) from None
