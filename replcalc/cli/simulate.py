"""``replcalc simulate``: run the exact small-case simulators and print what they found."""

from __future__ import annotations

import click

from replcalc.cli.common import Progress, emit, output_options, parse_digits
from replcalc.numbers.errors import InputError

#: Most random worlds that may be asked for.
MAX_CASES = 10**7


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[NAME]")
@click.option("--all", "every", is_flag=True, help="Run all simulators, in parallel.")
@click.option("--seed", default="0", metavar="S", help="Seed of the random worlds and searches (default 0).")
@click.option("--cases", default=None, metavar="N", help="Random worlds and search budget (default: its own).")
@click.option("--weaken", default="1", metavar="F", help="Multiply every bound by F, 0 < F <= 1: the negative control.")
@click.option("--show", is_flag=True, help="Print the worst case of each statement, to be checked by hand.")
@output_options
def simulate(
    words: tuple[str, ...],
    every: bool,
    seed: str,
    cases: str | None,
    weaken: str,
    show: bool,
    output_format: str,
    digits: str,
) -> int:
    """Exact small cases: compare true quantities with the catalogue's bounds.

    Without NAME, lists the simulators. Some take options of their own, named in that list, such as
    "threshold --m 50 --tau 0.2". Exit code 0 iff no bound was broken.
    """
    from replcalc.numbers.exact import parse_integer, parse_probability
    from replcalc.render.simulation import listing, overview, single
    from replcalc.simulate.running import run_all, run_one

    names, options = split_words(words)
    if len(names) > 1:
        raise InputError("NAME", " ".join(names), "one simulator, or --all")
    run = {
        "seed": parse_integer(seed, "--seed", minimum=0),
        "cases": None if cases is None else parse_integer(cases, "--cases", maximum=MAX_CASES),
        "weaken": parse_probability(weaken, "--weaken", closed_above=True),
    }
    wanted = parse_digits(digits)
    if every:
        if names or options:
            raise InputError("--all", " ".join(words), "no NAME and no options of single simulators")
        with Progress("simulating") as progress:
            found = run_all(**run, show=show, progress=progress)
        emit(overview(found, run["seed"], run["weaken"]), output_format, wanted)
        return 0 if all(each["violations"] == 0 for each in found) else 1
    if not names:
        if options:
            raise InputError("--" + next(iter(options)), "", "a NAME before the options of a simulator")
        emit(listing(), output_format, wanted)
        return 0
    result = run_one(names[0], options=options, show=show, **run)
    emit(single(result), output_format, wanted)
    return 0 if result["violations"] == 0 else 1


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
