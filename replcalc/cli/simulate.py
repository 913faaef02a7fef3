"""``replcalc simulate``: run the exact small-case simulators and print what they found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from replcalc.cli import completion
from replcalc.cli.common import ProgressBar, emit, print_options, scheduler_option, with_next
from replcalc.numbers.errors import InputError


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[NAME]", shell_complete=completion.simulators)
@click.option("--all", "every", is_flag=True, help="Run all simulators, in parallel.")
@click.option("--list", "full", is_flag=True, help="List the simulators with what each witnesses and its options.")
@click.option("--seed", default="0", metavar="S", help="Seed of the random worlds and searches (default 0).")
@click.option("--cases", default=None, metavar="N", help="Random worlds and search budget (default: its own).")
@click.option("--weaken", default="1", metavar="F", help="Multiply every bound by F, 0 < F <= 1: the negative control.")
@click.option("--show", is_flag=True, help="Print the worst case of each statement, to be checked by hand.")
@scheduler_option
@print_options
def simulate(words: tuple[str, ...], every: bool, full: bool, scheduler: str | None, **asked: Any) -> int:
    """Exact small cases: compare true quantities with the catalogue's bounds.

    Without NAME, says how much is witnessed and lists the simulators. Some take options of their own, named by
    --list, such as "threshold --m 50 --tau 0.2". Exit code 0 iff no bound was broken.

    \b
    Examples:
      replcalc simulate
      replcalc simulate naive --cases 20 --show
    """
    from replcalc.api import simulate as compute

    names, options = split_words(words)
    if len(names) > 1:
        raise InputError("NAME", " ".join(names), "one simulator, or --all")
    if every and (names or options):
        raise InputError("--all", " ".join(words), "no NAME and no options of single simulators")
    if full and (every or names or options):
        raise InputError("--list", " ".join(words) or "--all", "no NAME and no --all beside it")
    if options and not names:
        raise InputError("--" + next(iter(options)), "", "a NAME before the options of a simulator")
    if scheduler is not None and not every:
        raise InputError("--scheduler", scheduler, "--all beside it")
    asked |= options
    with ProgressBar("simulating") as progress:
        found = compute(names[0] if names else None, every=every, scheduler=scheduler, progress=progress, **asked)
    report = found.report()
    if not every and not names:
        report = replace(report, text_tables=None) if full else with_next(report, "simulate --list  simulate NAME")
    emit(report)
    return 0 if getattr(found, "ok", True) else 1


def split_words(words: tuple[str, ...]) -> tuple[list[str], dict[str, str]]:
    """Names, and the options ``--name value`` or ``--name=value`` that belong to a simulator."""
    names: list[str] = []
    options: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if not word.startswith("-"):
            names.append(word)
            continue
        name, equals, value = word.lstrip("-").partition("=")
        if not equals:
            value = next(rest, "")
        if not name or not value or not word.startswith("--"):
            raise InputError(word, value, "an option with a value; see replcalc simulate --help")
        options[name] = value
    return names, options
