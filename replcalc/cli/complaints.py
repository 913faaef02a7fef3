"""What goes wrong is one line on standard error, short enough to be read."""

from __future__ import annotations

import sys
from typing import NoReturn

import click

from replcalc.numbers.errors import LINE


def complain(message: str, where: str = "replcalc") -> None:
    """Print one line; a message may quote anything that a user typed."""
    click.echo(one_line(f"{where}: {message}"), err=True)


def give_up(*messages: str, where: str = "replcalc") -> NoReturn:
    """Complain about everything that the answer printed does not meet, and leave."""
    for message in messages:
        complain(message, where)
    sys.exit(1)


def one_line(message: str) -> str:
    """At most LINE printable characters: of a longer text the beginning and the end."""
    text = "".join(c if c.isprintable() else "?" for c in " ".join(message.split()))
    return text if len(text) <= LINE else text[: LINE - 73] + "..." + text[-70:]
