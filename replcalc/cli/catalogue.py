"""``replcalc list`` and ``show``: the catalogue."""

from __future__ import annotations

import click

from replcalc.cli import completion
from replcalc.cli.common import asked_format, emit, print_options, with_next
from replcalc.numbers.errors import InputError


@click.command("list")
@click.option("--section", metavar="LABEL", help="Only statements of this section.")
@click.option("--kind", metavar="KIND", help="Only this kind: theorem, lemma, claim, definition, ...")
@click.option(
    "--provenance", type=click.Choice(["paper", "literature", "derived"]), help="Only statements of this provenance."
)
@click.option("--all", "full", is_flag=True, help="Every statement on a line, not only how many a section has.")
@print_options
def list_statements(full: bool, **wanted: str | None) -> None:
    """The catalogue of statements: those of a paper in its order, then those proved by this project.

    \b
    Examples:
      replcalc list --section sec:compose
      replcalc list --kind theorem
      replcalc list --provenance derived --format csv
    """
    from replcalc.api import catalogue

    brief = not full and not any(wanted.values())
    told = "list --section SECTION  list --kind theorem  list --all"
    told = told if brief else "show LABEL  derive LABEL  verify LABEL"
    emit(with_next(catalogue(**wanted, brief=brief), told))


@click.command()
@click.argument("label", metavar="LABEL|WAY", shell_complete=completion.ways_and_statements)
@click.option("--cite", is_flag=True, help="BibTeX of the statement or way: its sources, and this tool.")
@print_options
def show(label: str, cite: bool) -> None:
    """Everything known about one statement: conditions, formulas, hidden constants, sources, claims and simulators.

    The name of a way, such as direct, shows what it answers and the statements that it applies.

    \b
    Examples:
      replcalc show thm:main
      replcalc show eq:sum_eps_i_squared
      replcalc show direct
      replcalc show lm:azuma --cite
    """
    if cite:
        from replcalc.render.catalogue import cited_bibtex, place_report, way_report

        if asked_format() not in ("text", "latex"):
            raise InputError("--cite", True, "no --format beside it", "BibTeX has one form")
        click.echo(cited_bibtex(label), nl=False)
        return
    if is_way(label):

        emit(way_report(label))
        return
    from replcalc.paper.places import PLACES

    if label in PLACES:

        emit(place_report(label))
        return
    from replcalc.render.statement import statement_report

    emit(statement_report(label))


def is_way(name: str) -> bool:
    """Whether a name is that of a way; labels have a colon, and then no way need be loaded."""
    if ":" in name:
        return False
    from replcalc.ask.registry import kinds_of

    return bool(kinds_of(name))
