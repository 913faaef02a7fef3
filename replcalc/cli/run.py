"""``replcalc run``: the recommended algorithms on real data. Parse, call, print."""

from __future__ import annotations

import shlex
import sys
import time
from dataclasses import Field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from replcalc.cli import completion
from replcalc.cli.common import TerminalBar, emit, options, print_options
from replcalc.names import TASKS
from replcalc.numbers.errors import InputError
from replcalc.numbers.files import STUDY, check_output

if TYPE_CHECKING:
    from replcalc.run.reading import DataFile


# -- how a file is read ------------------------------------------------------------------------------------------------
# For every command that reads data: its decimal point, and how far reading has come.
decimal_option = click.option(
    "--decimal", type=click.Choice([".", ","]), default=".", help="The decimal point of a CSV file (default a point)."
)


def data_file(name: str, decimal: str) -> DataFile:
    """The file that was named; "-" is standard input."""
    from replcalc.run.reading import DataFile

    return DataFile(name, decimal)


class ReadingBar(TerminalBar):
    """Rows read and rows per second, on a terminal and after a second."""

    def __init__(self) -> None:
        super().__init__("reading")
        self.started = time.monotonic()

    def __call__(self, rows: int) -> None:
        seconds = time.monotonic() - self.started
        if seconds > 1 and sys.stderr.isatty():
            told = f"{rows:,} rows, {rows / seconds / 1e6:.1f} million a second"
            self.drawn(None).update(self.task, description=told)


class TaskGroup(click.Group):
    """Knows every task's name and help; a command is made of the task's inputs when it is named."""

    fixing = False  # the commands of ``run plan``

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*TASKS, *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return _command(cmd_name, self.fixing) if cmd_name in TASKS else self.commands.get(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        own = [(name, command.get_short_help_str(80)) for name, command in self.commands.items()]
        with formatter.section("Commands"):
            formatter.write_dl([*((name, task.says) for name, task in TASKS.items()), *own])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0].lower().endswith(".toml") and not self.fixing:
            return "study", study, args
        return super().resolve_command(ctx, args)


class PlanGroup(TaskGroup):
    fixing = True


@click.group(cls=TaskGroup, invoke_without_command=True, subcommand_metavar="TASK|plan|STUDY.toml [ARGS]...")
@click.option("--compare", nargs=2, metavar="A.json B.json", help="Were two receipts entitled to agree, and do they?")
@click.option("--verify", nargs=2, metavar="R.json FILE", help="Compute everything in a receipt again from its data.")
@decimal_option
@print_options
@click.pass_context
def run(ctx: click.Context, compare: tuple[str, str] | None, verify: tuple[str, str] | None, decimal: str) -> None:
    """Two teams with different samples and one public seed publish the same answer, except with probability rho.

    \b
    Examples:
      replcalc run plan means --columns a --range 0,1 --alpha 0.1 --rho 0.1 --beta 0.01 --seed s -o study.toml
      replcalc run study.toml ours.csv --seed s --receipt ours.json
      replcalc run --compare ours.json theirs.json
      replcalc run --verify ours.json ours.csv
    """
    asked = {"--compare": compare, "--verify": verify}
    given = [option for option, value in asked.items() if value is not None]
    if not given:
        if ctx.invoked_subcommand is None:
            click.echo(ctx.get_help())
        return
    if ctx.invoked_subcommand is not None or len(given) > 1:
        raise InputError(given[0], " ".join(asked[given[0]] or ()), f"either {' or '.join(asked)} or a task alone")
    if compare is not None:
        from replcalc.run.functions import compare as compared

        both = compared(*compare)
        emit(both.report())
        sys.exit(both.found.exit_code)
    from replcalc.output.running import verification_report
    from replcalc.run.functions import verify as verified

    assert verify is not None
    with ReadingBar() as bar:
        found = verified(verify[0], data_file(verify[1], decimal), bar)
    emit(verification_report(found))
    sys.exit(found.exit_code)


@run.group("plan", cls=PlanGroup, invoke_without_command=True, subcommand_metavar="TASK [OPTIONS]")
@click.pass_context
def plan(ctx: click.Context) -> None:
    """Fix a question, its plan and the seed in a file before there are data; run then takes the file.

    \b
    Examples:
      replcalc run plan means --columns a --range 0,1 --alpha 0.1 --rho 0.1 --beta 0.01 --seed s -o study.toml
      replcalc run study.toml data.csv --seed s --receipt ours.json
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


_SEED = click.option("--seed", metavar="TEXT", help="Public text, chosen before the data; all teams use the same.")
_RECEIPT = click.option("--receipt", metavar="OUT.json", help="Write what was asked, planned, read and answered.")


@click.command("study", options_metavar="[OPTIONS]")
@print_options
@click.argument("study", metavar="STUDY.toml")
@click.argument("file", required=False)
@decimal_option
@_SEED
@_RECEIPT
def study(study: str, file: str | None, decimal: str, seed: str | None, receipt: str | None) -> None:
    """Carry out a study that run plan wrote: its question, its plan and its seed, no other.

    \b
    Examples:
      replcalc run study.toml data.csv --seed s --receipt ours.json
    """
    from replcalc.run.recheck import studied
    from replcalc.run.studies import read

    fixed = read(Path(study))
    _done(studied(fixed), file, decimal, seed, receipt, fixed)


_SOLVE = (
    click.option("--rows", metavar="N", help="With --solve: so many rows (rewards per arm, ...) are agreed upon."),
    click.option("--solve", metavar="alpha|tau|rho|beta", help="The least value of it that --rows N can promise."),
)


def _given(typed: dict[str, Any]) -> dict[str, Any]:
    return {name: None if value == () else value for name, value in typed.items()}


def _command(name: str, fixing: bool) -> click.Command:
    """The command of a task: an option for every input, FILE, seed and receipt; or where the study goes."""
    from replcalc.run.recheck import task_class
    from replcalc.run.solving import solved_task

    task = task_class(name)

    def asked(given: dict[str, Any], **also: Any) -> Any:
        return task.made_of(_given(given), **also)

    def carry_out(
        file: str | None,
        decimal: str,
        seed: str | None,
        receipt: str | None,
        plan_only: bool,
        rows: str | None,
        solve: str | None,
        **given: Any,
    ) -> None:
        if (rows is None) != (solve is None):
            raise InputError("--solve", solve, "--rows N and --solve NAME together")
        if solve is not None:
            if file is not None:
                raise InputError("FILE", file, "no file beside --solve", "N is agreed upon, never read from a file")
            emit(solved_task(task, _given(given), solve, rows).report())
            return
        if not plan_only:
            _done(asked(given, seed=seed), file, decimal, seed, receipt)
            return
        from replcalc.output.running import plan_report

        question = asked(given)
        emit(plan_report(question, question.plan()))

    def fix(seed: str | None, output: str | None, **given: Any) -> None:
        from replcalc.output.running import study_report
        from replcalc.run.recheck import registered
        from replcalc.run.seeds import Shared
        from replcalc.run.studies import write

        question = asked(given, seed=seed, output=output)
        place = check_output("--output", output or "", STUDY)
        fixed = registered(question, Shared(seed or ""))
        write(fixed, place)
        emit(study_report(question, question.plan(), fixed))

    inputs = (print_options, *map(_option, task.inputs()))
    if fixing:
        output = click.option("-o", "--output", metavar="STUDY.toml", help="Where the study is written.")
        decorated: Any = options(*inputs, _SEED, output)(fix)
    else:
        only = click.option("--plan", "plan_only", is_flag=True, help="Say how much data is needed, and read none.")
        file = click.argument("file", required=False)
        decorated = options(*inputs, file, decimal_option, _SEED, _RECEIPT, only, *_SOLVE)(carry_out)
    told = (task.__doc__ or "").partition(">>>")[0].partition("\n\n")[0]
    examples = "\n".join(f"  replcalc run {_typed(name, line, fixing)}" for line in task.examples)
    help_text = f"{told}\n\n\b\nExamples:\n{examples}"
    return click.command(name, help=help_text, short_help=TASKS[name].says)(decorated)


def _done(task: Any, file: str | None, decimal: str, seed: str | None, receipt: str | None, study: Any = None) -> None:
    """Read the data of the file, answer, write the receipt."""
    from replcalc.output.running import done_report
    from replcalc.run.functions import carried_out

    if file is None:
        raise InputError("FILE", None, "a CSV file with a header, or a Parquet file", "only --plan needs none")
    task.plan()  # a question that has no certified plan is refused before the data are read
    with ReadingBar() as bar:
        found = carried_out(task, data_file(file, decimal), seed, receipt, bar, study)
    emit(done_report(found))


def _typed(name: str, example: str, fixing: bool) -> str:
    """An example of a task as a command: ``columns=a,b`` is ``--columns a,b``; without a file its plan is asked for."""
    words = shlex.split(example)
    pairs = {key: value for key, equals, value in (word.partition("=") for word in words) if equals}
    if fixing:
        pairs = {**pairs, "seed": pairs.get("seed", "s"), "output": "study.toml"}
    told = [f"--{key.replace('_', '-')} {shlex.quote(value) if value else ''}".strip() for key, value in pairs.items()]
    where = ["plan", name] if fixing else [name, "--plan" if "=" in words[0] else words[0]]
    return " ".join([*where, *told])


def _option(given: Field[Any]) -> Any:
    """The option of an input."""
    about = given.metadata
    flags = [f"--{name.replace('_', '-')}" for name in (about["option"] or given.name, *about["also"])]
    complete = completion.columns if "COLUMN" in about["kind"].metavar or given.name == "columns" else None
    if about["kind"].flag:
        return click.option(*flags, given.name, is_flag=True, default=None, help=about["says"])
    return click.option(
        *flags,
        given.name,
        metavar=about["kind"].metavar,
        multiple=about["kind"].many,
        help=about["says"],
        shell_complete=complete,
    )
