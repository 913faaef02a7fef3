"""Write the command line as one page of Markdown: ``python -m replcalc.cli.reference > docs/commands.md``."""

import inspect
from collections import Counter
from collections.abc import Iterator

import click

from replcalc.cli.main import cli

#: An option with the same meaning in so many commands is described once, at the top.
_COMMON = 8


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
    """Return the page: the common options; for every command what it does, its arguments, options and examples."""
    commands = [(words, command, _list_options(command)) for words, command in list_commands(cli)]
    uses = Counter(row for _, _, rows in commands for row in rows)
    common = [row for row, count in uses.items() if count >= _COMMON]
    parts = ["# Commands\n\nWritten by `python -m replcalc.cli.reference` from the command line itself.\n"]
    parts.append("## Common options\n\nThe commands below name those that they have.\n\n" + _format_table(common))
    for words, command, rows in commands:
        text, _, examples = inspect.cleandoc(command.help or "").replace("\b\n", "").partition("Examples:")
        context = click.Context(command)
        places = [f"`{p.make_metavar(context)}`" for p in command.params if isinstance(p, click.Argument)]
        parts.append(f"## replcalc {words}\n\n{text.strip()}\n")
        if places:
            parts.append(f"Arguments: {', '.join(places)}\n")
        if examples.strip():
            parts.append("```bash\n" + inspect.cleandoc("\n" + examples.rstrip()).strip() + "\n```\n")
        own = {row: name for row, name in rows.items() if row not in common}
        if own:
            parts.append(_format_table(list(own)))
        if shared := [f"`{name}`" for row, name in rows.items() if row in common]:
            parts.append(f"Common options: {', '.join(shared)}.\n")
    return "\n".join(parts)


def _list_options(command: click.Command) -> dict[str, str]:
    """Return the name of every option by its row of a table."""
    shown = [each for each in command.params if isinstance(each, click.Option) and not each.hidden]
    return {_format_option(each): next(name for name in each.opts if name.startswith("--")) for each in shown}


def _format_table(rows: list[str]) -> str:
    return "\n".join(("| option | meaning |", "|---|---|", *rows)) + "\n"


def _format_option(option: click.Option) -> str:
    names = ", ".join((*option.opts, *option.secondary_opts))
    metavar = "" if option.is_flag else f" {option.metavar or option.type.name.upper()}"
    if isinstance(option.type, click.Choice):
        metavar = f" {'|'.join(map(str, option.type.choices))}"
    cells = (text.replace("|", "\\|") for text in (f"`{names}{metavar}`", option.help or ""))
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    print(build_reference(), end="")
