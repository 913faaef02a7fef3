"""Shared by all commands: output options, printing, settings, exit codes. No mathematics here."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeVar

import click
from click.core import ParameterSource

from replcalc.cli.main import print_error
from replcalc.numbers.errors import InputError, Unreadable
from replcalc.numbers.files import HTML, check_output, write_text

if TYPE_CHECKING:
    from replcalc.output.document import Document
    from replcalc.planning.assumption import ParsedQuestion
    from replcalc.planning.comparison import Comparison

F = TypeVar("F", bound=Callable[..., Any])

#: Longest list that is read from a file or from standard input, in characters.
MAX_LIST = 50_000_000


def combine_options(*chosen: Callable[[Any], Any]) -> Callable[[F], F]:
    """Combine several options into one decorator, in the order of the help."""

    def decorate(command: F) -> F:
        for option in reversed(chosen):
            command = option(command)
        return command

    return decorate


# -- how to print ------------------------------------------------------------------------------------------------------
def _parse_digits(ctx: click.Context, _: click.Parameter, text: str) -> Any:
    from replcalc.planning.assumption import parse_digits

    ctx.meta["replcalc.digits"] = parse_digits(text)
    return ctx.meta["replcalc.digits"]


def digits_option(default: str, text: str, **more: Any) -> Callable[[F], F]:
    """Add --digits, passed on as an integer."""
    return click.option("--digits", default=default, metavar="D", callback=_parse_digits, help=text, **more)


def _remember(name: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    return lambda ctx, _, value: ctx.meta.__setitem__(f"replcalc.{name}", value)


def _check_report_path(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    """Refuse a report that cannot be written, before anything is computed."""
    if value is None:
        return
    if Path(value).suffix.lower() not in (".html", ".htm"):
        raise InputError("--report", value, "a file name ending in .html")
    ctx.meta["replcalc.report"] = check_output("--report", value, HTML)


def _format_option(*more: str) -> Callable[[F], F]:
    return click.option(
        "--format",
        "output_format",
        type=click.Choice(["text", "json", "csv", "markdown", "latex", "html", *more]),
        default="text",
        expose_value=False,
        callback=_remember("format"),
        help="Output format (default text; json is complete).",
    )


_STANDALONE = click.option(
    "--standalone",
    is_flag=True,
    expose_value=False,
    callback=_remember("standalone"),
    help="With --format latex: a complete document instead of a fragment for \\input.",
)
_REPORT = click.option(
    "--report",
    metavar="FILE.html",
    expose_value=False,
    callback=_check_report_path,
    help="Also write the answer with all explanations to one HTML file.",
)
_DIGITS = "20", "Significant digits: enclosures agree to them (default 20), and text shows them (default 4 to 6)."
#: How to print, kept for ``emit``; of ``output_options`` the digits are passed on as well, to commands that compute.
print_options = combine_options(_format_option(), _STANDALONE, _REPORT, digits_option(*_DIGITS, expose_value=False))
output_options = combine_options(_format_option(), _STANDALONE, _REPORT, digits_option(*_DIGITS))
#: For formulas, which sympy reads.
formula_print_options = combine_options(
    _format_option("sympy"), _STANDALONE, _REPORT, digits_option(*_DIGITS, expose_value=False)
)


@dataclass(frozen=True)
class CapturedReports:
    """A context object that collects documents instead of printing them; it forbids reading files."""

    reports: list[tuple[Document, int]] = field(default_factory=list)


def emit(document: Document, *, only_report: bool = False) -> None:
    """Print a document to standard output in the requested format; with --report also to a file.

    ``only_report``: standard output holds another file already.
    """
    from replcalc.output.formats import render

    if ProgressBar.active is not None:
        ProgressBar.active.stop()
    context = click.get_current_context()
    meta, digits = context.meta, context.meta["replcalc.digits"]
    collected = context.find_object(CapturedReports)
    if collected is not None:
        collected.reports.append((document, digits))
        return
    shown = digits if context.get_parameter_source("digits") is ParameterSource.COMMANDLINE else None
    if "replcalc.report" in meta:
        write_text(meta["replcalc.report"], render(document, "html", digits, shown=shown))
    if only_report:
        return
    click.echo(render(document, get_format(), digits, shown=shown, standalone=is_standalone()), nl=False)


def emit_comparison(comparison: Comparison, remark: str = "", **shown: bool) -> None:
    """Print the answer as ``shown``, a remark, and what to type next."""
    from replcalc.output.comparisons import NEXT

    shown["explain"] = shown.get("explain", False) or "replcalc.report" in click.get_current_context().meta
    document: Document = comparison.report(**shown)
    document = replace(document, notes=(*document.notes, remark)) if remark else document
    captured = click.get_current_context().find_object(CapturedReports) is not None
    emit(add_next_step(document, NEXT) if get_format() == "text" and not captured else document)


def add_next_step(document: Document, text: str) -> Document:
    """Return the document with a line that says what to type next, unless ``text`` is empty."""
    return replace(document, notes=(*document.notes, f"Next: {text}")) if text else document


def get_format() -> str:
    """Return the value of --format."""
    found: str = click.get_current_context().meta["replcalc.format"]
    return found


def is_standalone() -> bool:
    """Return whether --standalone was typed; refuse it without LaTeX."""
    if not click.get_current_context().meta["replcalc.standalone"]:
        return False
    if get_format() != "latex":
        raise InputError("--standalone", True, "--format latex with it")
    return True


# -- inputs ------------------------------------------------------------------------------------------------------------
def named_option(option: str, name: str, example: str, text: str, **more: Any) -> Callable[[F], F]:
    """Add a repeatable option NAME=VALUE, each name once; passed on as a mapping of texts."""

    def parse(ctx: click.Context, _: click.Parameter, typed: tuple[str, ...]) -> dict[str, str]:
        found: dict[str, str] = {}
        for pair in typed:
            word, equals, value = pair.partition("=")
            if not equals or not word.strip() or not value.strip():
                raise InputError(option, pair, f"NAME=VALUE, such as {example}")
            if word.strip() in found:
                raise InputError(option, pair, "every name once")
            found[word.strip()] = value.strip()
        return found

    more = {"metavar": "NAME=VALUE", **more}
    return click.option(option, name, multiple=True, callback=parse, help=text, **more)


def set_option(text: str = "Change a constant, such as C_pg=10; repeatable.") -> Callable[[F], F]:
    """Add --set, passed on as ``settings``."""
    return named_option("--set", "settings", "C_pg=2", text)


class ListText(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions of click
    """A list as typed, or read from ``@FILE`` or, for ``-``, from standard input.

    In files ``#`` starts a comment. Standard input can be read once, so one option at most may ask for it.
    """

    name = "LIST"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text, option = str(value).strip(), param.opts[0] if param is not None else "LIST"
        if text != "-" and not text.startswith("@"):
            return text
        if ctx is not None and ctx.find_object(CapturedReports) is not None:
            raise InputError(option, text, "a list such as 100,200 or 100x1000", "no file is read here")
        first = ctx.meta.setdefault("replcalc.stdin", option) if text == "-" and ctx is not None else option
        if first != option:
            raise InputError(option, "-", f"a list or @FILE, since {first} reads standard input already")
        try:
            source = sys.stdin.read(MAX_LIST) if text == "-" else _read_text(Path(text[1:]))
        except (OSError, UnicodeDecodeError, ValueError) as error:
            raise Unreadable(option, text, "a text file after @", error) from None
        if len(source) == MAX_LIST:
            raise InputError(option, text, f"a list of fewer than {MAX_LIST:,} characters")
        return "\n".join(line.split("#", 1)[0] for line in source.splitlines())


def _read_text(path: Path) -> str:
    with path.open(encoding="utf-8") as stream:
        return stream.read(MAX_LIST)


def text_options(**about: str) -> Callable[[F], F]:
    """Add an option for each name: "R  What it is" is its metavar and its help; LIST is read by ``ListText``.

    A text without a metavar is the help of a switch.
    """
    chosen = []
    for name, text in about.items():
        metavar, _, meaning = text.rpartition("  ")
        kind = ListText() if metavar == "LIST" else None
        more: dict[str, Any] = {"metavar": metavar, "type": kind} if metavar else {"is_flag": True}
        chosen.append(click.option(f"--{name.replace('_', '-')}", name, help=meaning, **more))
    return combine_options(*chosen)


def question_options(kind: type[ParsedQuestion], prefix: str = "", **defaults: str) -> Callable[[F], F]:
    """Add the options of a question; those with ``defaults`` alone where there are any ("" stands for none)."""
    about = {}
    for name, text in kind.options().items():
        metavar, blank, meaning = text.rpartition("  ")
        if default := defaults.get(name):
            meaning = f"{meaning.removesuffix('.')} (default {default})."
        if not defaults or name in defaults:
            about[name] = f"{metavar}{blank}{prefix}{meaning}"
    return text_options(**about)


def flag(name: str, text: str, passed: str = "") -> Callable[[F], F]:
    """Add a switch; ``passed``: the name under which it is passed on."""
    return click.option(f"--{name}", passed or name, is_flag=True, help=text)


def method_option(text: str = "Only this method; repeatable.") -> Callable[[F], F]:
    """Add --method, passed on as ``methods``."""
    return click.option("--method", "--route", "methods", multiple=True, metavar="NAME", help=text)


recipe_option = flag("recipe", "How to run the best method, step by step with every parameter, and its guarantee.")
all_option = flag("all", "The table of all methods and the assumptions of each.", "full")


# -- exit codes --------------------------------------------------------------------------------------------------------
def exit_with_failure(*messages: str, where: str = "replcalc") -> NoReturn:
    """Print every requirement that the answer misses, and exit with 1."""
    for message in messages:
        print_error(message, where)
    sys.exit(1)


def exit_if_missed(comparison: Comparison, named: Sequence[str] = ()) -> None:
    """Exit with 1 if the printed answer misses the target.

    Without names: if no certified method meets it. With names: if one of them is not applicable or misses it; a bound
    of 1 or more counts as a miss only if a failure probability was given.
    """
    if named:
        kept = ("certified", "conditional", *(() if comparison.question.beta is not None else ("vacuous",)))
        missed = [result for result in comparison.results if result.status.value not in kept]
        if missed:
            exit_with_failure(
                *(f"method {r.method}: {r.status.value}{', ' if r.why_not else ''}{r.why_not}" for r in missed)
            )
    elif comparison.best_theory is None:
        first = comparison.results[0].why_not
        exit_with_failure(
            "no certified method meets this; the answer says what to change" + (f" ({first})" if first else "")
        )


# -- progress ----------------------------------------------------------------------------------------------------------
#: Seconds after which work is long enough to show how far it is.
_QUIET_S = 2


class ProgressBar:
    """Show progress on a terminal from two seconds on: a bar on stderr that is removed before anything is printed.

    It pulses until it is called with how much there is to do. A bar that starts replaces the one before.

    Args:
        title: what is done.
        unit: what is counted, where numbers are passed.
    """

    active: ProgressBar | None = None

    def __init__(self, title: str, unit: str = "") -> None:
        self.title, self.unit, self.count = title, unit, 0
        self.start = time.monotonic()
        self.bar: Any = None
        self.timer = threading.Timer(_QUIET_S, self._show)
        self.timer.daemon = True

    def __enter__(self) -> Self:
        if ProgressBar.active is not None:
            ProgressBar.active.stop()
        ProgressBar.active = self
        if sys.stderr.isatty():
            self.timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self.bar = Progress(console=Console(stderr=True), transient=True)
        self.bar.add_task(self.title, total=None)
        self.bar.start()
        if ProgressBar.active is not self:  # stopped meanwhile
            self.bar.stop()

    def stop(self) -> None:
        """Remove the bar."""
        ProgressBar.active = None
        self.timer.cancel()
        if self.bar is not None:
            self.bar.stop()

    def __call__(self, done: str | int, total: int | None = None) -> None:
        """Show the name of what was done last, or how much is done; ``total`` None: unknown, the bar pulses."""
        self.count = done if isinstance(done, int) else self.count + 1
        if self.bar is None:
            return
        text = done
        if isinstance(done, int):
            text = f"{self.title}: {done:,} {self.unit}, {done / (time.monotonic() - self.start):,.3g} a second"
        self.bar.update(self.bar.task_ids[0], completed=self.count, total=total, description=text)
