"""Write the help of every command as one page of Markdown: ``python -m replcalc.cli.reference > docs/commands.md``."""

from collections.abc import Iterator
from typing import Any

import click

from replcalc.cli.main import cli


def list_commands(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Yield every command of a group with its name, groups first."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is not None and not command.hidden:
            yield " ".join((*words, name)), command
            if isinstance(command, click.Group):
                yield from list_commands(command, (*words, name))


def build_reference() -> str:
    """Return the page: what --help says of each command."""
    shape: dict[str, Any] = {**cli.context_settings, "terminal_width": 100, "max_content_width": 100}
    parts = ["# Commands\n\nThe `--help` of every command, written by `python -m replcalc.cli.reference`.\n"]
    for words, command in list_commands(cli):
        context = click.Context(command, info_name=f"replcalc {words}", **shape)
        parts.append(f"## replcalc {words}\n\n```text\n{command.get_help(context)}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    print(build_reference(), end="")
