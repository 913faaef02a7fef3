"""What every command shares: output options, printing, settings. No mathematics here."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from replcalc.numbers.errors import InputError

if TYPE_CHECKING:
    from replcalc.render.report import Report

F = TypeVar("F", bound=Callable[..., Any])

#: Most digits a user may ask for.
MAX_DIGITS = 2_000


def output_options(command: F) -> F:
    """--format and --digits, passed on as ``output_format`` and ``digits``."""
    command = click.option(
        "--digits", default="20", metavar="D", help="Significant digits to which enclosures agree (default 20)."
    )(command)
    return click.option(
        "--format",
        "output_format",
        type=click.Choice(["text", "json", "csv", "markdown", "latex"]),
        default="text",
        help="Output format (default text; json is complete).",
    )(command)


def parse_digits(text: str) -> int:
    from replcalc.numbers.exact import parse_integer

    return parse_integer(text, "--digits", minimum=1, maximum=MAX_DIGITS)


def emit(report: Report, output_format: str, digits: int) -> None:
    """Print a report to standard output."""
    from replcalc.render.formats import render

    click.echo(render(report, output_format, digits), nl=False)


def parse_settings(pairs: tuple[str, ...]) -> dict[str, Any]:
    """``--set NAME=VALUE`` pairs as exact numbers."""
    from replcalc.numbers.exact import parse_rational

    settings: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise InputError("--set", pair, "NAME=VALUE, such as C_pg=2")
        settings[name.strip()] = parse_rational(value, f"--set {name.strip()}")
    return settings


def write_atomically(path: Path, text: str) -> None:
    """Write through a temporary file in the same directory, so that a reader never sees half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


class Progress:
    """A bar on stderr, only on a terminal; call it with what was done and how many there are in all.

    The bar starts with the first call: a pool of processes made before that does not copy its thread.
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self.bar: Any = None
        self.task: Any = None

    def __enter__(self) -> Progress:
        return self

    def __call__(self, done: str, total: int) -> None:
        if not sys.stderr.isatty():
            return
        if self.bar is None:
            from rich.console import Console
            from rich.progress import Progress as Bar

            self.bar = Bar(console=Console(stderr=True), transient=True)
            self.bar.start()
            self.task = self.bar.add_task(self.title, total=total)
        self.bar.update(self.task, advance=1, description=done)

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()
