"""Commands made of tasks: ``replcalc plan`` (before there are data) and ``replcalc run`` (from data)."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from dataclasses import Field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from replcalc.cli.common import (
    ProgressBar,
    all_option,
    combine_options,
    emit,
    emit_comparison,
    exit_if_missed,
    flag,
    method_option,
    output_options,
    print_options,
    recipe_option,
    set_option,
    text_options,
)
from replcalc.names import TASKS
from replcalc.numbers.errors import InputError
from replcalc.numbers.files import is_stdout

if TYPE_CHECKING:
    from replcalc.run.task import Task

#: Retired tasks -> what to use instead.
RETIRED_TASKS = {
    "queries": "means --query NAME=EXPRESSION",
    "top": "choose --top M",
    "best-arm": "choose",
    "arms": "choose --k K --options A",
    "heavy-hitters": "frequencies --at-least NU",
    "proportions": "frequencies",
    "kendall": "another tool: this task was removed",
    "vector": "means",
    "independence": "another tool: this task was removed",
}


class TaskGroup(click.Group):
    """A group that knows every task's name and help; a command is made when it is called."""

    def __init__(self, *args: Any, make: Callable[[str], click.Command], **more: Any) -> None:
        super().__init__(*args, **more)
        self.make = make

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*TASKS, *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self.make(cmd_name) if cmd_name in TASKS else self.commands.get(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Tasks"):
            formatter.write_dl([(name, task.says) for name, task in TASKS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name in RETIRED_TASKS:
            raise click.UsageError(f"no task '{name}' any more; type {ctx.info_name} {RETIRED_TASKS[name]}", ctx)
        if name and name not in TASKS and name not in self.commands and not name.startswith("-"):
            close = get_close_matches(name, TASKS, 2)
            hint = f"did you mean {' or '.join(close)}?" if close else f"one of {', '.join(TASKS)}"
            raise click.UsageError(f"no task '{name}'; {hint}", ctx)
        return super().resolve_command(ctx, args)


def make_task_option(given: Field[Any]) -> Any:
    """Make the option of an input."""
    about = given.metadata
    flags = [f"--{name.replace('_', '-')}" for name in (given.name, *about["also"])]
    if about["kind"].flag:
        return click.option(*flags, given.name, is_flag=True, default=None, help=about["says"])
    return click.option(
        *flags, given.name, metavar=about["kind"].metavar, multiple=about["kind"].many, help=about["says"]
    )


def build_task_help(task: type[Task], verb: str) -> str:
    """Return the help of a task: what it does, and examples."""
    description = (task.__doc__ or "").partition(">>>")[0].partition("\n\n")[0]
    lines = [line for line in task.examples if verb == "plan" or "=" not in line.split()[0]]
    examples = "\n".join(f"  replcalc {verb} {_write_example(task.name, line, verb)}" for line in lines)
    return f"{description}\n\n\b\nExamples:\n{examples}"


def _write_example(name: str, line: str, verb: str) -> str:
    """Write an example of a task as a command: ``columns=a,b`` is ``--columns a,b``; a plan names no file."""
    words = shlex.split(line)
    pairs = {key: value for key, equals, value in (word.partition("=") for word in words) if equals}
    has_file = "=" not in words[0]
    if verb == "plan" and has_file:
        pairs["output"] = "study.toml"
    typed = [f"--{key.replace('_', '-')} {shlex.quote(value) if value else ''}".strip() for key, value in pairs.items()]
    return " ".join([name, *([words[0]] if has_file and verb == "run" else []), *typed])


# -- replcalc plan -----------------------------------------------------------------------------------------------------
def _make_plan_command(name: str) -> click.Command:
    """Make the command of a task: an option for every input, and those of a plan."""
    from replcalc.output.running import report_study
    from replcalc.run.functions import plan_task
    from replcalc.run.task import find_task

    task = find_task(name)

    def compute(
        rows: str | None,
        solve: str | None,
        seed: str | None,
        output: str | None,
        methods: tuple[str, ...],
        settings: dict[str, str],
        explain: bool,
        recipe: bool,
        full: bool,
        digits: int,
        **given: Any,
    ) -> None:
        if seed is not None or output is not None:
            if solve is not None or rows is not None:
                raise InputError("--solve", solve or rows, "no study with it: fix the value found, then plan with it")
            if seed is None or output is None:
                missing = "--seed" if seed is None else "--output"
                raise InputError(missing, None, "a seed and a file for the study, --seed TEXT and -o FILE together")
            study: Any = plan_task(name, given, seed=seed, output=output)
            emit(report_study(task.make(given), study, output), only_report=is_stdout(output))
            return
        if solve is not None or rows is not None:
            solved: Any = plan_task(name, given, rows=rows, solve=solve)
            emit(solved.report())
            return
        found: Any = plan_task(name, given, methods=methods, settings=settings, digits=digits)
        emit_comparison(found, task.make(given).remark(), explain=explain, recipe=recipe, full=full)
        exit_if_missed(found, methods)

    decorate = combine_options(
        *map(make_task_option, task.inputs()),
        text_options(
            rows="N  With --solve: the agreed number of rows (or rewards).",
            solve="alpha|rho|beta  Find its smallest value that --rows N can guarantee.",
            seed="TEXT  With -o: fix the question and this public text in a study.",
        ),
        click.option("-o", "--output", metavar="FILE", help="File of the study, for replcalc run."),
        method_option(),
        set_option(),
        flag("explain", "Every condition and every figure."),
        recipe_option,
        all_option,
        output_options,
    )
    return click.command(name, help=build_task_help(task, "plan"))(decorate(compute))


@click.group(cls=TaskGroup, make=_make_plan_command, invoke_without_command=True, subcommand_metavar="TASK [OPTIONS]")
@click.pass_context
def plan(ctx: click.Context) -> None:
    """Samples of a task by every method, before there are data; with a seed, a study for replcalc run.

    \b
    Examples:
      replcalc plan means --k 10 --alpha 0.05 --rho 0.1 --beta 0.01
      replcalc plan ab --alpha 0.1 --rho 0.05 --beta 0.01
      replcalc plan ab --rows 9000 --solve alpha --rho 0.1 --beta 0.01
      replcalc plan means --columns a --range 0,1 --alpha 0.1 --rho 0.1 --beta 0.01 --seed s -o study.toml
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


# -- replcalc run ------------------------------------------------------------------------------------------------------
#: Options for reading a file.
file_options = combine_options(
    click.option("--decimal", type=click.Choice([".", ","]), default=".", help="The decimal point of a CSV file."),
    click.option("--na", default="", metavar="TEXT", help="Treat cells with this text as missing, like empty ones."),
)
_SEED = click.option("--seed", metavar="TEXT", help="Public text, chosen before the data; all teams use the same.")
_RECEIPT = click.option(
    "--receipt", metavar="OUT.json", help="Write the question, plan, data digest and answers to a file."
)


def _make_run_command(name: str) -> click.Command:
    """Make the command of a task: an option for every input, FILE, seed and receipt."""
    from replcalc.run.task import find_task

    task = find_task(name)

    def compute(file: str | None, seed: str | None, receipt: str | None, decimal: str, na: str, **typed: Any) -> None:
        _answer(task.make(typed, run=True), file, (decimal, na), seed, receipt)

    file = click.argument("file", required=False)
    decorate = combine_options(
        *map(make_task_option, task.inputs()), file, file_options, _SEED, _RECEIPT, print_options
    )
    return click.command(name, help=build_task_help(task, "run"))(decorate(compute))


class RunGroup(TaskGroup):
    """A group of tasks that also takes study files."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] == "plan":
            raise click.UsageError("no 'run plan' any more; type replcalc plan TASK ... --seed TEXT -o FILE", ctx)
        if args and args[0] not in TASKS and Path(args[0]).suffix.lower() in (".toml", ".json"):
            return "study", run_study, args
        return super().resolve_command(ctx, args)


@click.group(
    cls=RunGroup, make=_make_run_command, invoke_without_command=True, subcommand_metavar="TASK|STUDY FILE [OPTIONS]"
)
@click.option(
    "--compare", nargs=2, metavar="A.json B.json", help="Check whether two receipts are comparable and agree."
)
@click.option("--verify", nargs=2, metavar="R.json FILE", help="Recompute everything in a receipt from its data.")
@file_options
@print_options
@click.pass_context
def run(
    ctx: click.Context, compare: tuple[str, str] | None, verify: tuple[str, str] | None, decimal: str, na: str
) -> None:
    """Answer a task from data: two teams with one public seed get the same answer except with probability rho.

    \b
    Examples:
      replcalc run ab log.csv --by page --reward bought --alpha 0.1 --rho 0.05 --beta 0.01 --seed 'test 7'
      replcalc run study.toml ours.csv --seed s --receipt ours.json
      replcalc run --compare ours.json theirs.json
      replcalc run --verify ours.json ours.csv
    """
    receipts = {"--compare": compare, "--verify": verify}
    given = [option for option, value in receipts.items() if value is not None]
    if not given:
        if ctx.invoked_subcommand is None:
            click.echo(ctx.get_help())
        return
    if ctx.invoked_subcommand is not None or len(given) > 1:
        raise InputError(
            given[0], " ".join(receipts[given[0]] or ()), f"either {' or '.join(receipts)} or a task alone"
        )
    if compare is not None:
        from replcalc.run.recheck import compare as compare_files

        both = compare_files(*compare)
        emit(both.report())
        sys.exit(both.exit_code)
    from replcalc.output.running import report_verification
    from replcalc.run.reading import DataFile
    from replcalc.run.recheck import verify as verify_file

    assert verify is not None
    with ProgressBar("reading", "rows") as bar:
        found = verify_file(verify[0], DataFile(verify[1], decimal, na), bar)
    emit(report_verification(found))
    sys.exit(found.exit_code)


@click.command("study", options_metavar="[OPTIONS]")
@click.argument("study", metavar="STUDY")
@click.argument("file", required=False)
@file_options
@_SEED
@_RECEIPT
@print_options
def run_study(study: str, file: str | None, decimal: str, na: str, seed: str | None, receipt: str | None) -> None:
    """Carry out a study that plan wrote, with exactly its question, plan and seed.

    \b
    Examples:
      replcalc run study.toml data.csv --seed s --receipt ours.json
    """
    from replcalc.run.recheck import question_of
    from replcalc.run.records import Study

    fixed = Study.read(Path(study))
    _answer(question_of(fixed), file, (decimal, na), seed, receipt, fixed, [study])


def _answer(
    task: Any,
    file: str | None,
    cells: tuple[str, str],
    seed: str | None,
    receipt: str | None,
    study: Any = None,
    reads: list[str] | None = None,
) -> None:
    """Read the data of the file, answer, write the receipt."""
    from replcalc.run.functions import carry_out
    from replcalc.run.reading import DataFile

    if file is None:
        hint = f"replcalc plan {task.name} needs none"
        raise InputError("FILE", None, "a CSV file with a header, or a Parquet file", hint)
    with ProgressBar("reading", "rows") as bar:
        found = carry_out(task, DataFile(file, *cells), seed, receipt, bar, study, reads or [])
    emit(found.report(), only_report=is_stdout(receipt))
