"""What goes wrong is one line on standard error, short enough to be read."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

import click

from replcalc.numbers.errors import LINE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from replcalc.ask.comparison import Comparison


def complain(message: str, where: str = "replcalc") -> None:
    """Print one line; a message may quote anything that a user typed."""
    click.echo(one_line(f"{where}: {message}"), err=True)


def give_up(*messages: str, where: str = "replcalc") -> NoReturn:
    """Complain about everything that the answer printed does not meet, and leave."""
    for message in messages:
        complain(message, where)
    sys.exit(1)


def unattained(comparison: Comparison, named: Sequence[str] = ()) -> None:
    """Leave with 1 where the answer printed does not attain what was asked: no way certified meets the promise.

    Of ways that were named, each must keep the promise, be it with constants that its source leaves open.
    """
    kept = ("certified", "applies")
    if named:
        missed = [result for result in comparison.results if result.status.value not in kept]
        if missed:
            give_up(*(f"route {r.way} {r.status.value}{': ' if r.why_not else ''}{r.why_not}" for r in missed))
    elif comparison.best_theory is None:
        first = comparison.results[0].why_not
        give_up("no certified way meets this; the answer says what to change" + (f" ({first})" if first else ""))


def one_line(message: str) -> str:
    """At most LINE printable characters: of a longer text the beginning and the end."""
    text = "".join(c if c.isprintable() else "?" for c in " ".join(message.split()))
    return text if len(text) <= LINE else text[: LINE - 73] + "..." + text[-70:]
