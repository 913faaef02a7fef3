"""``replcalc run``: the recommended algorithms on real data. Parse, call, print."""

from __future__ import annotations

import shlex
import sys
from dataclasses import Field
from pathlib import Path
from typing import Any

import click

from replcalc.cli import completion
from replcalc.cli.common import ProgressBar, emit, options, print_options
from replcalc.names import TASKS
from replcalc.numbers.errors import InputError
from replcalc.numbers.places import writable_file


class TaskGroup(click.Group):
    """Knows every task's name and help; the command is made of the task's inputs when it is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(TASKS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return _command(cmd_name) if cmd_name in TASKS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, task.says) for name, task in TASKS.items()])


@click.group(cls=TaskGroup, invoke_without_command=True)
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


_BESIDE = options(
    click.option("--seed", metavar="TEXT", help="Public text, chosen before the data; the other team uses the same."),
    click.option("--receipt", metavar="OUT.json", help="Write what was asked, planned, read and answered."),
    click.option("--plan", "plan_only", is_flag=True, help="Say how much data is needed, and read none."),
)


def _command(name: str) -> click.Command:
    """The command of a task: FILE, an option for every input, seed and receipt."""
    from replcalc.run.recheck import task_class

    task = task_class(name)

    def carry_out(file: str | None, seed: str | None, receipt: str | None, plan_only: bool, **given: Any) -> None:
        from replcalc.render.running import done_report, plan_report
        from replcalc.run.tasks import carried_out

        given = {name: None if value == () else value for name, value in given.items()}
        asked = task.made_of(given, **({} if plan_only else {"seed": seed}))
        if plan_only:
            emit(plan_report(asked, asked.plan()))
            return
        if file is None:
            raise InputError("FILE", None, "a CSV file with a header, or a Parquet file", "only --plan needs none")
        if receipt is not None:
            writable_file("--receipt", receipt)
        with ProgressBar("reading") as bar:
            found = carried_out(asked, file, seed, receipt, lambda rows: bar(f"{rows:,} rows", 0))
        emit(done_report(found))

    decorate = options(print_options, click.argument("file", required=False), *map(_option, task.inputs()), _BESIDE)
    told = (task.__doc__ or "").partition(">>>")[0].partition("\n\n")[0]
    examples = "\n".join(f"  replcalc run {name} {_typed(line)}" for line in task.examples)
    return click.command(name, help=f"{told}\n\n\b\nExamples:\n{examples}", short_help=TASKS[name].says)(
        decorate(carry_out)
    )


def _typed(example: str) -> str:
    """An example of a task as a command: ``columns=a,b`` is ``--columns a,b``; without a file its plan is asked for."""
    file, *_ = words = shlex.split(example)
    pairs = [word.partition("=") for word in words if "=" in word]
    told = [f"--{name} {shlex.quote(value)}" for name, _, value in pairs]
    return " ".join([file if len(pairs) < len(words) else "--plan", *told])


def _option(given: Field[Any]) -> Any:
    """The option of an input."""
    about = given.metadata
    flags = [f"--{name.replace('_', '-')}" for name in (about["option"] or given.name, *about["also"])]
    complete = completion.columns if "COLUMN" in about["kind"].metavar or given.name == "columns" else None
    return click.option(
        *flags, given.name, metavar=about["kind"].metavar, multiple=about["kind"].many, help=about["says"],
        shell_complete=complete,
    )  # fmt: skip
