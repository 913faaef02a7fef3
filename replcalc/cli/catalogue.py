"""``replcalc list``, ``show`` and ``derive``: the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from replcalc.cli import completion
from replcalc.cli.common import (
    asked_format,
    emit,
    formula_print_options,
    is_standalone,
    named_option,
    print_options,
)
from replcalc.numbers.errors import InputError


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
        from replcalc.render.citing import cited_bibtex

        if asked_format() not in ("text", "latex"):
            raise InputError("--cite", True, "no --format beside it", "BibTeX has one form")
        click.echo(cited_bibtex(label), nl=False)
        return
    if is_way(label):
        from replcalc.render.way import way_report

        emit(way_report(label))
        return
    from replcalc.paper.places import PLACES

    if label in PLACES:
        from replcalc.render.place import place_report

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


@click.command()
@click.argument("name", metavar="ROUTE|LABEL", shell_complete=completion.ways_and_statements)
@click.option("--expression", metavar="NAME", help="A quantity of the route as one formula, or sum(epsilon**2).")
@named_option("--let", "let", "n=const", "With --expression: n=const (all equal), k=2, n=100,200; repeatable.")
@click.option("--given", multiple=True, metavar="LEFT=RIGHT", help="Replace LEFT by RIGHT in the formula; repeatable.")
@click.option("--keep", metavar="NAMES", help="Quantities that stay in the formula, such as epsilon,delta.")
@click.option("--simplify", is_flag=True, help="Reduce sums and maxima by their identities.")
@click.option("--solve", metavar="NAME", help="Solve for this symbol.")
@click.option("--diff", metavar="NAME", help="Differentiate by this symbol.")
@click.option("--asymptotic", metavar="NAME", help="Leading order with its constant: k to infinity, rho or beta0 to 0.")
@formula_print_options
def derive(name: str, expression: str | None, **asked: Any) -> None:
    """A derivation as a tree: a route's steps, or what a statement rests on down to cited results.

    With --expression the composed formula of one quantity, also as --format sympy (srepr) and python.

    \b
    Examples:
      replcalc derive direct
      replcalc derive thm:boost_beta --format latex --standalone
      replcalc derive paper --expression samples --let n=const --simplify
      replcalc derive paper --expression epsilon_star --let n=const --asymptotic k
    """
    from replcalc.api import derive as found
    from replcalc.render.statement import tree_latex, tree_of

    derivation = found(name)
    if expression is not None:
        _print_expression(derivation, name, expression, asked)
        return
    for option, value in asked.items():
        if value:
            raise InputError(f"--{option}", True, "--expression NAME beside it")
    if asked_format() in ("sympy", "python"):
        raise InputError("--format", asked_format(), "text, json, csv, markdown or latex", "--expression NAME has it")
    if asked_format() == "latex":
        click.echo(tree_latex(tree_of(derivation), is_standalone()))
        return
    emit(derivation.report())


def _print_expression(derivation: Any, name: str, quantity: str, asked: Mapping[str, Any]) -> None:
    """One quantity of a route in the format that was asked for."""
    from replcalc.render import expression as forms
    from replcalc.statements.derivation import Derivation
    from replcalc.statements.symbolic import expressed, readable

    if not isinstance(derivation, Derivation):
        raise InputError("--expression", quantity, "the name of a route, not of a statement", f"replcalc show {name}")
    changes = [option for option in ("solve", "diff", "asymptotic") if asked[option]]
    if len(changes) > 1:
        raise InputError(f"--{changes[1]}", True, f"no --{changes[0]} beside it")
    keep = [word.strip() for word in asked["keep"].split(",")] if asked["keep"] else []
    known = {"let": asked["let"], "given": asked["given"], "keep": keep, "simplify": asked["simplify"]}
    found = expressed(derivation, quantity, **known)
    shown = readable(derivation, quantity, **known) if asked["simplify"] and not asked["given"] else found
    for option in changes:
        found = shown = getattr(found, option)(asked[option])
    written = {"latex": forms.expression_latex, "sympy": forms.expression_sympy, "python": forms.expression_python}
    if asked_format() in written and not is_standalone():
        click.echo(written[asked_format()](found))
        return
    emit(forms.expression_report(found, shown))
