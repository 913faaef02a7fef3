"""``replcalc run``: the recommended algorithms on real data. Parse, call, print."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from replcalc.cli import completion
from replcalc.cli.common import ProgressBar, emit, options, print_options
from replcalc.numbers.errors import InputError, need
from replcalc.numbers.places import writable_file


@click.group(invoke_without_command=True)
@click.option("--compare", nargs=2, metavar="A.json B.json", help="Were two receipts entitled to agree, and do they?")
@print_options
@click.pass_context
def run(ctx: click.Context, compare: tuple[str, str] | None) -> None:
    """Two teams with different samples and one public seed publish the same answer, except with probability rho.

    \b
    Examples:
      replcalc run means data.csv --columns a --range 0,1 --alpha 0.1 --rho 0.1 --beta 0.01 --seed s --receipt ours.json
      replcalc run --compare ours.json theirs.json
    """
    if compare is None:
        if ctx.invoked_subcommand is None:
            click.echo(ctx.get_help())
        return
    if ctx.invoked_subcommand is not None:
        raise InputError("--compare", " ".join(compare), "either --compare or a task, not both")
    from replcalc.data.receipt import read
    from replcalc.render.running import comparison_report
    from replcalc.run.recheck import compare_again

    one, two = (read(Path(name)) for name in compare)
    found = compare_again(one, two)
    emit(comparison_report(one, two, found))
    sys.exit(found.exit_code)


_PROMISE = options(
    click.option("--rho", metavar="R", help="How often two teams may disagree, 0 < R < 1."),
    click.option("--beta", metavar="B", help="Failure probability to promise, 0 < B < 1."),
    click.option("--seed", metavar="TEXT", help="Public text, chosen before the data; the other team uses the same."),
    click.option("--receipt", metavar="OUT.json", help="Write what was asked, planned, read and answered."),
    click.option("--plan", "plan_only", is_flag=True, help="Say how much data is needed, and read none."),
)
_RANGE = options(
    click.option("--range", "within", metavar="LO,HI", help="Range in which every value is promised to lie."),
    click.option("--alpha", metavar="A", help="Accuracy, in the units of the data."),
    click.option(
        "--max-rounds", metavar="M", help="Points that races of means drawn together may look at (default: no race)."
    ),
)


#: The file, and what every task asks for.
_TASK = options(print_options, click.argument("file", required=False), _PROMISE)
_RANGED = options(print_options, click.argument("file", required=False), _RANGE, _PROMISE)


@run.command(short_help="Means of columns.")
@click.option("--columns", metavar="A,B,...", shell_complete=completion.columns, help="Columns of the file.")
@_RANGED
def means(columns: str | None, **options: Any) -> None:
    """Replicable means of columns of FILE (CSV with a header, or Parquet), in one pass.

    \b
    Examples:
      replcalc run means data.csv --columns a,b --range 0,1 --alpha 0.1 --rho 0.1 --beta 0.01 --seed "study 2026"
      replcalc run means --plan --columns dose --range 0,40 --alpha 1 --rho 0.1 --beta 1e-6
    """
    from replcalc.data.columns import chunks
    from replcalc.problems.queries.algorithm import MeansTask, answer

    _asked(options, columns=columns, range=options["within"], alpha=options["alpha"])
    names = _listed(columns, "--columns")
    task = MeansTask(names, *_ranged(options))
    _carry_out(task, answer, lambda path: chunks(path, names), options)


@run.command(short_help="Statistical queries over columns.")
@click.option(
    "--query",
    "texts",
    multiple=True,
    metavar="NAME=EXPRESSION",
    help="A query such as tall='height > 1.8'; repeatable.",
)
@_RANGED
def queries(texts: tuple[str, ...], **options: Any) -> None:
    """Replicable means of expressions over the columns of FILE: arithmetic, comparisons, and, or, not, abs, min, max.

    \b
    Examples:
      replcalc run queries data.csv --query "tall=height > 1.8" --range 0,1 --alpha 0.1 --rho 0.1 --beta 1e-3 --seed s
      replcalc run queries data.csv --query "gap=abs(a - b)" --range 0,2 --alpha 0.1 --rho 0.1 --beta 0.01 --seed s
    """
    from replcalc.data.columns import chunks
    from replcalc.data.expressions import parse_query
    from replcalc.problems.queries.algorithm import MeansTask, answer, columns_read, evaluated

    parsed, bodies = {}, []
    for text in texts:
        name, equals, body = text.partition("=")
        if not equals or not name.strip() or name.strip() in parsed:
            raise InputError("--query", text, "NAME=EXPRESSION with a name of its own")
        parsed[name.strip()] = parse_query(body)
        bodies.append(" ".join(body.split()))
    if not parsed:
        raise InputError("--query", None, "at least one NAME=EXPRESSION")
    task = MeansTask(tuple(parsed), *_ranged(options), expressions=tuple(bodies))
    columns = columns_read(tuple(parsed.values()))
    _carry_out(task, answer, lambda path: evaluated(chunks(path, columns), parsed), options)


@run.command("best-arm", short_help="The arm with the largest mean reward.")
@click.option("--columns", metavar="A,B,...", help="One column of rewards per arm.")
@click.option("--arms", metavar="A,B,...", help="The arms that occur in the column --by.")
@click.option("--by", metavar="COLUMN", help="The column that names the arm of a row.")
@click.option("--reward", metavar="COLUMN", help="The column of the rewards, with --by.")
@_RANGED
def best_arm(columns: str | None, arms: str | None, by: str | None, reward: str | None, **options: Any) -> None:
    """An arm whose mean reward is within alpha of the largest, replicably: a column of FILE per arm, or a row per pull.

    \b
    Examples:
      replcalc run best-arm ab.csv --columns old,new --range 0,1 --alpha 0.1 --rho 0.1 --beta 0.01 --seed "test 7"
      replcalc run best-arm log.csv --arms old,new --by page --reward bought --range 0,1 --alpha 0.1 --rho 0.1 --beta 0.01 --seed s
    """  # noqa: E501
    from replcalc.data.columns import chunks
    from replcalc.problems.arms.algorithm import BestArmTask, answer

    if (columns is None) == (arms is None) or (by is None) != (arms is None) or (reward is None) != (by is None):
        raise InputError("--columns", columns, "either --columns, or --arms with --by and --reward")
    names = _listed(columns, "--columns") if arms is None else _listed(arms, "--arms")
    within, alpha, rho, beta, rounds = _ranged(options)
    task = BestArmTask(names, within, alpha, rho, beta, by or "", reward or "", rounds)
    read = ((reward,), (by,)) if by else (names,)
    _carry_out(task, answer, lambda path: chunks(path, *read), options)


@run.command("heavy-hitters", short_help="The values that occur often.")
@click.option("--column", metavar="A", help="The column whose values are counted, as text.")
@click.option("--nu", metavar="NU", help="Probability from which a value must be listed.")
@click.option("--epsilon", metavar="E", help="Tolerance: what has probability NU - E or less must not be listed.")
@_TASK
def heavy_hitters(column: str | None, nu: str | None, epsilon: str | None, **options: Any) -> None:
    """The values of a column of FILE that are frequent in the population, replicably, in bounded memory.

    \b
    Examples:
      replcalc run heavy-hitters visits.csv --column page --nu 0.4 --epsilon 0.3 --rho 0.2 --beta 0.001 --seed "May"
      replcalc run heavy-hitters --plan --column page --nu 0.05 --epsilon 0.025 --rho 0.1 --beta 0.001
    """
    from replcalc.data.columns import chunks
    from replcalc.sharper.heavy_hitters.algorithm import HeavyHittersTask, answer

    _asked(options, column=column, nu=nu, epsilon=epsilon)
    _given({"column": column, "nu": nu, "epsilon": epsilon, **options}, "column", "nu", "epsilon", "rho", "beta")
    task = HeavyHittersTask(str(column), str(nu), str(epsilon), options["rho"], options["beta"])
    _carry_out(task, answer, lambda path: partial(chunks, path, (), (task.column,)), options)


def _carry_out(task: Any, answer: Any, data: Callable[[Path], Any], options: dict[str, Any]) -> None:
    """Plan; then, unless only the plan was asked for, read the data of the file, answer, write the receipt."""
    from replcalc.data.receipt import write
    from replcalc.data.streams import Shared
    from replcalc.render.running import done_report, plan_report

    plan = task.plan()  # a question that has no certified plan is refused before the data are read
    if options["plan_only"]:
        emit(plan_report(task, plan))
        return
    _given(options, "seed", "file")
    if options["receipt"] is not None:
        writable_file("--receipt", options["receipt"])
    shared = Shared(options["seed"])
    with ProgressBar("reading") as bar:
        found = answer(task, data(Path(options["file"])), shared, lambda rows: bar(f"{rows:,} rows", 0))
    if options["receipt"] is not None:
        write(found.receipt, Path(options["receipt"]))
    emit(done_report(found))


def _asked(options: dict[str, Any], **own: Any) -> None:
    """Refuse a task that lacks several of its inputs, naming them all."""
    seed = {} if options["plan_only"] else {"seed": options["seed"]}
    need({**own, "rho": options["rho"], "beta": options["beta"], **seed})


def _given(options: dict[str, Any], *names: str) -> None:
    for name in names:
        if options[name] is None and name == "file":
            raise InputError("FILE", None, "a CSV file with a header, or a Parquet file", "only --plan needs none")
        if options[name] is None:
            raise InputError(f"--{name}", None, "a value: nothing about a promise is assumed")


def _ranged(options: dict[str, Any]) -> tuple[Any, str, str, str, str]:
    """Range, accuracy, rho, beta and the rounds allowed."""
    from replcalc.ask.parsing import parse_rounds
    from replcalc.data.columns import PromisedRange
    from replcalc.problems.queries.algorithm import ROUNDS

    _given(options, "alpha", "rho", "beta")
    low, high = _ends(options["within"])
    rounds = ROUNDS if options["max_rounds"] is None else options["max_rounds"]
    parse_rounds(rounds)  # refused here: the plan takes the logarithm
    return PromisedRange(low, high), options["alpha"], options["rho"], options["beta"], rounds


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
