"""``replcalc table`` and ``replcalc tables``: print one table; regenerate or check the files under tables/."""

from __future__ import annotations

from pathlib import Path

import click

from replcalc.ask.defaults import TABLE_ONE, TABLE_ONE_D
from replcalc.cli import completion
from replcalc.cli.common import ProgressBar, asked_format, emit, print_options, with_next, write_atomically
from replcalc.cli.complaints import give_up
from replcalc.numbers.errors import InputError
from replcalc.numbers.places import readable_directory, writable_directory


@click.command()
@click.argument("name", metavar="NAME", shell_complete=completion.tables)
@click.option("--rho", metavar="R", help=f"Table 1: replicability of the reference point (default {TABLE_ONE['rho']}).")
@click.option("--alpha", metavar="A", help=f"Table 1: accuracy (default {TABLE_ONE['alpha']}).")
@click.option("--beta", metavar="B", help=f"Table 1: failure probability (default {TABLE_ONE['beta']}).")
@click.option(
    "--d",
    metavar="D",
    help="Table 1: Littlestone dimension (default " + TABLE_ONE_D["pac-littlestone"] + ") and largest point of "
    "thresholds (default " + TABLE_ONE_D["pac-thresholds"] + ").",
)
@click.option("--class-size", metavar="M", help=f"Table 1: hypotheses (default {TABLE_ONE['class_size']}).")
@click.option("--nu", metavar="NU", help=f"Table 1: heaviness (default {TABLE_ONE['nu']}).")
@click.option("--epsilon", metavar="E", help=f"Table 1: tolerance of heavy hitters (default {TABLE_ONE['epsilon']}).")
@click.option("--arms", metavar="A", help=f"Table 1: arms (default {TABLE_ONE['arms']}).")
@click.option("--all", "full", is_flag=True, help="Constants: every one of them, not only how many an area has.")
@click.option("--patch", metavar="PAPER.TEX", help="Errata: print a unified diff with the repairs, for patch -p0.")
@click.option("--against", metavar="NEW.TEX", help="Errata: say which of them still stand in another version's source.")
@print_options
def table(
    name: str, rho: str | None, alpha: str | None, beta: str | None, d: str | None, class_size: str | None,
    nu: str | None, epsilon: str | None, arms: str | None, full: bool, patch: str | None, against: str | None,
) -> None:  # fmt: skip
    """Print a table: 1 (bounds before and after boosting), constants, statements, routes, errata, coq,
    gaps (what suffices and what is needed).

    \b
    Examples:
      replcalc table constants --all
      replcalc table errata
      replcalc table errata --patch paper.tex > errata.diff
      replcalc table statements --format markdown
    """
    from replcalc.render.published_tables import NARROW, constants_summary, standing_table, table_report

    for option, file in (("--patch", patch), ("--against", against)):
        if file is not None and name != "errata":
            raise InputError(option, file, "only with the table of errata")
    if full and name != "constants":
        raise InputError("--all", True, "only with the table of constants", "the others are printed whole")
    if patch is not None:
        from replcalc.paper.errata_table import ERRATA
        from replcalc.statements.erratum import patch as unified

        click.echo(unified(ERRATA, _source("--patch", patch), patch), nl=False)
        return
    if against is not None:
        emit(standing_table(_source("--against", against)))
        return
    options = {"rho": rho, "alpha": alpha, "beta": beta, "d": d, "class_size": class_size}
    options |= {"nu": nu, "epsilon": epsilon, "arms": arms}
    point = {key: value for key, value in options.items() if value is not None}
    report = table_report(name, point, wide=asked_format() not in NARROW)
    if name == "constants" and asked_format() == "text" and not full:
        report = with_next(constants_summary(report), "table constants --all  verify ID")
    emit(report)


def _source(option: str, path: str) -> str:
    """A TeX source; what stands in it is compared, never run."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(option, path, "a TeX source that can be read, in UTF-8") from error


@click.command()
@click.option("--write", "write", is_flag=True, help="Regenerate every table as markdown, latex and csv.")
@click.option(
    "--check", "check", is_flag=True, help="Compare with the files on disk; exit 1 with a diff if any differs."
)
@click.option(
    "--only",
    metavar="NAME",
    shell_complete=completion.tables,
    help="One table instead of all: 1, constants, statements, routes, errata, coq, gaps.",
)
@click.option("--dir", "directory", default="tables", metavar="DIR", help="Where the files are (default tables).")
def tables(write: bool, check: bool, only: str | None, directory: str) -> None:
    """Regenerate or check the files under tables/. The table of constants decides every claim: minutes.

    \b
    Examples:
      replcalc tables --write --only errata
      replcalc tables --check --only errata
    """
    if write == check:
        raise InputError("--write", True, "to stand alone, or --check instead of it")
    from replcalc.render.table_files import contents, differences, table_files

    where = Path(directory)
    total = len(table_files(only))
    if write:
        writable_directory("--dir", directory)
        with ProgressBar("writing") as progress:
            for name, text in contents(only):
                write_atomically(where / name, text)
                progress(name, total)
        click.echo(f"{total} files written to {where}")
        return
    readable_directory("--dir", directory, "a directory with the tables, written by tables --write")
    found = False
    with ProgressBar("comparing") as progress:
        for difference in differences(where, only, lambda name: progress(name, total)):
            found = True
            click.echo(difference, nl=False)
    if found:
        give_up("the files differ from what the code produces; run replcalc tables --write")
    click.echo(f"{where}: every table is what the code produces")
