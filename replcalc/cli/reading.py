"""How a file is read, for every command that reads data: its decimal point, and how far reading has come."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

from replcalc.cli.common import TerminalBar

if TYPE_CHECKING:
    from replcalc.data.reading import DataFile

decimal_option = click.option(
    "--decimal", type=click.Choice([".", ","]), default=".", help="The decimal point of a CSV file (default a point)."
)


def data_file(name: str, decimal: str) -> DataFile:
    """The file that was named; "-" is standard input."""
    from replcalc.data.reading import DataFile

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
