"""``replcalc derive``: a derivation as a tree, one quantity as a formula, a pipeline of one's own with its figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from replcalc.cli import completion
from replcalc.cli.common import (
    LIST,
    Collected,
    asked_format,
    emit,
    formula_print_options,
    is_standalone,
    named_option,
    set_option,
)
from replcalc.cli.complaints import complain
from replcalc.numbers.errors import InputError

#: What evaluates a derivation, and what belongs to a formula: passed on by these names.
_INPUTS = ("n", "rho", "rho0", "beta0", "beta", "c")
_FORMULA = ("given", "keep", "simplify", "solve", "diff", "asymptotic")


@click.command()
@click.argument("name", metavar="ROUTE|LABEL|FILE", shell_complete=completion.ways_and_statements)
@click.option("--n", type=LIST, metavar="LIST", help="Evaluate a route or a FILE: samples of each algorithm.")
@click.option("--rho", metavar="R", help="Evaluate: replicability to promise of the whole.")
@click.option("--rho0", type=LIST, metavar="R0", help="Evaluate: replicability of the base algorithms.")
@click.option("--beta0", type=LIST, metavar="B0", help="Evaluate: failure probability of the base algorithms.")
@click.option("--beta", metavar="B", help="Evaluate: failure probability to promise of the whole.")
@click.option("--c", metavar="C", help="Evaluate: the constant of the paper's parameter choice.")
@set_option("Evaluate: change a hidden constant; repeatable.")
@click.option("--against", metavar="ROUTE|FILE", help="Evaluate: another route or FILE beside it.")
@click.option("--explain", is_flag=True, help="Evaluate: formula, values and source of every figure and condition.")
@click.option("--expression", metavar="NAME", help="A quantity of the route as one formula, or sum(epsilon**2).")
@named_option("--let", "let", "n=const", "With --expression: n=const or n=const=100 (all equal), k=2; else an input.")
@click.option("--given", multiple=True, metavar="LEFT=RIGHT", help="Replace LEFT by RIGHT in the formula; repeatable.")
@click.option("--keep", metavar="NAMES", help="Quantities that stay in the formula, such as epsilon,delta.")
@click.option("--simplify", is_flag=True, help="Reduce sums and maxima by their identities.")
@click.option("--solve", metavar="NAME", help="Solve for this symbol.")
@click.option("--diff", metavar="NAME", help="Differentiate by this symbol.")
@click.option("--asymptotic", metavar="NAME", help="Leading order (k to infinity, rho to 0), how near from where on.")
@formula_print_options
def derive(name: str, expression: str | None, **asked: Any) -> None:
    """A derivation as a tree: a route's steps, or what a statement rests on down to cited results.

    A FILE ending in .toml or .py is a pipeline of your own, with lemmas of your own (a .py file is run). With --n,
    --rho, ... it is evaluated and certified, with --against beside another. With --expression the composed formula of
    one quantity, also as --format sympy (srepr) and python.

    \b
    Examples:
      replcalc derive direct
      replcalc derive thm:boost_beta --format latex --standalone
      replcalc derive paper --expression samples --let n=const --simplify
      replcalc derive paper --expression epsilon_star --let n=const --asymptotic k
      replcalc derive paper --expression beta --let k=10 --let rho=0.1 --let c=1e-4 --let n=const --asymptotic beta0
      replcalc derive my_pipeline.toml --n 100,200 --rho 0.1
    """
    from replcalc.api import derive as found
    from replcalc.render.statement import tree_latex, tree_of

    if click.get_current_context().find_object(Collected) is not None:
        raise InputError("NAME", name, "a command that is answered here")  # no file is read, no program run
    inputs = {option: asked[option] for option in _INPUTS if asked[option] is not None}
    evaluated = {**inputs, **{option: asked[option] for option in ("settings", "against", "explain") if asked[option]}}
    if expression is not None:
        for option in evaluated:
            raise InputError(
                f"--{_typed(option)}", True, "no --expression beside it", "--let NAME=VALUE puts values in"
            )
        _print_expression(found(name), name, expression, asked)
        return
    for option in _FORMULA:
        if asked[option]:
            raise InputError(f"--{option}", True, "--expression NAME beside it")
    if evaluated or asked["let"]:
        _print_evaluated(name, asked, inputs | asked["let"])
        return
    derivation: Any = found(name)
    if asked_format() in ("sympy", "python"):
        raise InputError("--format", asked_format(), "text, json, csv, markdown or latex", "--expression NAME has it")
    if asked_format() == "latex":
        click.echo(tree_latex(tree_of(derivation), is_standalone()))
        return
    emit(derivation.report())


def _typed(name: str) -> str:
    return {"settings": "set"}.get(name, name)


def _print_evaluated(name: str, asked: Mapping[str, Any], inputs: Mapping[str, Any]) -> None:
    """The figures at the inputs, beside another's; exit 1 where they promise nothing."""
    from replcalc.api import derive as found
    from replcalc.ask.pipelines import SideBySide
    from replcalc.ask.result import Status

    if not inputs:
        option = next(option for option in ("settings", "against", "explain") if asked[option])
        raise InputError(f"--{_typed(option)}", True, "inputs beside it, such as --n 100,200 --rho 0.1")
    if asked_format() in ("sympy", "python"):
        raise InputError("--format", asked_format(), "text, json, csv, markdown or latex", "--expression NAME has it")
    digits = click.get_current_context().meta["replcalc.digits"]
    both = found(name, against=asked["against"], settings=asked["settings"], digits=digits, **inputs)
    assert isinstance(both, SideBySide)
    emit(both.report(explain=asked["explain"]))
    if both.mine.status not in (Status.CERTIFIED, Status.APPLIES):
        raise SystemExit(1)


def _print_expression(derivation: Any, name: str, quantity: str, asked: Mapping[str, Any]) -> None:
    """One quantity of a route in the format that was asked for."""
    from replcalc.render import derivations as forms
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
    if asked_format() == "sympy":  # an expression has no room for words
        for note in found.notes:
            complain(note)
    if asked_format() in written and not is_standalone():
        click.echo(written[asked_format()](found))
        return
    emit(forms.expression_report(found, shown))
