"""``replcalc run``: the recommended algorithms on real data. Parse, call, print."""

import sys
from pathlib import Path
from typing import Any

import click

from replcalc.cli.common import ProgressBar, combine_options, emit, print_options
from replcalc.cli.tasks import TaskGroup, build_task_help, make_task_option
from replcalc.names import TASKS
from replcalc.numbers.errors import InputError
from replcalc.numbers.files import is_stdout

#: Options for reading a file.
file_options = combine_options(
    click.option("--decimal", type=click.Choice([".", ","]), default=".", help="The decimal point of a CSV file."),
    click.option("--na", default="", metavar="TEXT", help="Treat cells with this text as missing, like empty ones."),
)
_SEED = click.option("--seed", metavar="TEXT", help="Public text, chosen before the data; all teams use the same.")
_RECEIPT = click.option(
    "--receipt", metavar="OUT.json", help="Write the question, plan, data digest and answers to a file."
)


def _make_command(name: str) -> click.Command:
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
    cls=RunGroup, make=_make_command, invoke_without_command=True, subcommand_metavar="TASK|STUDY FILE [OPTIONS]"
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
