"""Commands made of tasks: an option for every input. ``replcalc plan`` and ``replcalc run`` share them."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import Field
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

import click

from replcalc.names import TASKS

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
