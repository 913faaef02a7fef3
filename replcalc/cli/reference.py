"""Write the command line as one page of Markdown: ``python -m replcalc.cli.reference > docs/commands.md``."""

import inspect
from collections.abc import Iterator

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
    """Return the page: for every command what it does, its arguments, its options and its examples."""
    parts = ["# Commands\n\nWritten by `python -m replcalc.cli.reference` from the command line itself.\n"]
    for words, command in list_commands(cli):
        text, _, examples = inspect.cleandoc(command.help or "").replace("\b\n", "").partition("Examples:")
        context = click.Context(command)
        places = [f"`{p.make_metavar(context)}`" for p in command.params if isinstance(p, click.Argument)]
        parts.append(f"## replcalc {words}\n\n{text.strip()}\n")
        if places:
            parts.append(f"Arguments: {', '.join(places)}\n")
        if examples.strip():
            parts.append("```bash\n" + inspect.cleandoc("\n" + examples.rstrip()).strip() + "\n```\n")
        rows = [_format_option(p) for p in command.params if isinstance(p, click.Option) and not p.hidden]
        if rows:
            parts.append("\n".join(("| option | meaning |", "|---|---|", *rows)) + "\n")
    return "\n".join(parts)


def _format_option(option: click.Option) -> str:
    names = ", ".join((*option.opts, *option.secondary_opts))
    metavar = "" if option.is_flag else f" {option.metavar or option.type.name.upper()}"
    if isinstance(option.type, click.Choice):
        metavar = " " + "\\|".join(map(str, option.type.choices))
    return f"| `{names}{metavar}` | {(option.help or '').replace('|', chr(92) + '|')} |"


if __name__ == "__main__":
    print(build_reference(), end="")
