"""``replcalc list``, ``show`` and ``derive``: the catalogue."""

from __future__ import annotations

import click

from replcalc.cli import completion
from replcalc.cli.common import asked_format, emit, is_standalone, print_options


@click.command("list")
@click.option("--section", metavar="LABEL", help="Only statements of this section.")
@click.option("--kind", metavar="KIND", help="Only this kind: theorem, lemma, claim, definition, ...")
@click.option(
    "--provenance", type=click.Choice(["paper", "literature", "derived"]), help="Only statements of this provenance."
)
@print_options
def list_statements(**wanted: str | None) -> None:
    """The catalogue of statements: those of a paper in its order, then those proved by this project.

    \b
    Examples:
      replcalc list --kind theorem
      replcalc list --provenance derived --format csv
    """
    from replcalc.api import catalogue

    emit(catalogue(**wanted))


@click.command()
@click.argument("label", metavar="LABEL|WAY", shell_complete=completion.ways_and_statements)
@print_options
def show(label: str) -> None:
    """Everything known about one statement: conditions, formulas, hidden constants, sources, claims and simulators.

    The name of a way, such as direct, shows what it answers and the statements that it applies.

    \b
    Examples:
      replcalc show thm:main
      replcalc show direct
    """
    if is_way(label):
        from replcalc.render.way import way_report

        emit(way_report(label))
        return
    from replcalc.render.statement import statement_report

    emit(statement_report(label))


def is_way(name: str) -> bool:
    """Whether a name is that of a way; labels have a colon, and then no way need be loaded."""
    if ":" in name:
        return False
    from replcalc.ask.registry import kinds_of

    return bool(kinds_of(name))


@click.command()
@click.argument("name", metavar="ROUTE|LABEL", shell_complete=completion.ways_and_statements)
@print_options
def derive(name: str) -> None:
    """A derivation as a tree: a route's steps, or what a statement rests on down to cited results.

    \b
    Examples:
      replcalc derive direct
      replcalc derive thm:boost_beta --format latex --standalone
    """
    from replcalc.api import derive as found
    from replcalc.render.statement import tree_latex, tree_of

    derivation = found(name)
    if asked_format() == "latex":
        click.echo(tree_latex(tree_of(derivation), is_standalone()))
        return
    emit(derivation.report())
