"""``replcalc plan``: the samples of a task, before there are data. Parse, call, print."""

from typing import Any

import click

from replcalc.cli.common import (
    all_option,
    combine_options,
    emit,
    emit_comparison,
    exit_if_missed,
    flag,
    method_option,
    output_options,
    recipe_option,
    set_option,
    text_options,
)
from replcalc.cli.tasks import TaskGroup, build_task_help, make_task_option
from replcalc.numbers.errors import InputError
from replcalc.numbers.files import is_stdout


def _make_command(name: str) -> click.Command:
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


@click.group(cls=TaskGroup, make=_make_command, invoke_without_command=True, subcommand_metavar="TASK [OPTIONS]")
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
