"""What is known, to read: ``replcalc list``, ``show``, ``glossary``, ``derive``, ``table``, ``tables``, ``site``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from replcalc.cli import completion
from replcalc.cli.common import (
    LIST,
    Collected,
    ProgressBar,
    asked_format,
    emit,
    formula_print_options,
    give_up,
    is_standalone,
    named_option,
    print_options,
    set_option,
    with_next,
)
from replcalc.cli.main import complain
from replcalc.numbers.errors import InputError
from replcalc.numbers.files import check_input_directory, check_output_directory, write_text
from replcalc.planning.defaults import TABLE_ONE, TABLE_ONE_D


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
    from replcalc.api.knowledge import catalogue

    brief = not full and not any(wanted.values())
    told = "list --section SECTION  list --kind theorem  list --all"
    told = told if brief else "show LABEL  derive LABEL  verify LABEL"
    emit(with_next(catalogue(**wanted, brief=brief), told))


@click.command()
@click.argument("label", metavar="LABEL|WAY", shell_complete=completion.methods_and_statements)
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
    from replcalc.output.catalogue import cited_bibtex, method_report, place_report
    from replcalc.output.statement import statement_report
    from replcalc.paper.places import PLACES

    if cite:
        if asked_format() not in ("text", "latex"):
            raise InputError("--cite", True, "no --format beside it", "BibTeX has one form")
        click.echo(cited_bibtex(label), nl=False)
    elif is_method(label):
        emit(method_report(label))
    else:
        emit(place_report(label) if label in PLACES else statement_report(label))


def is_method(name: str) -> bool:
    """Whether a name is that of a way; labels have a colon, and then no way need be loaded."""
    if ":" in name:
        return False
    from replcalc.planning.registry import kinds_of

    return bool(kinds_of(name))


@click.command()
@click.argument("word", nargs=-1, shell_complete=completion.words)
@click.option("--all", "full", is_flag=True, help="Every word with its meaning.")
@print_options
def glossary(word: tuple[str, ...], full: bool) -> None:
    """Explain WORD, or every word that tables, headings and errors use.

    \b
    Examples:
      replcalc glossary vacuous
      replcalc glossary sampling rounds
    """
    from replcalc.output.glossary import glossary_report

    told = "" if word or full else "glossary WORD (its meaning)  glossary --all (every meaning)"
    emit(with_next(glossary_report(" ".join(word) or None, full=full), told))


#: What evaluates a derivation, and what belongs to a formula: passed on by these names.
_INPUTS = ("n", "rho", "rho0", "beta0", "beta", "c")
_FORMULA = ("given", "keep", "simplify", "solve", "diff", "asymptotic")


@click.command()
@click.argument("name", metavar="ROUTE|LABEL|FILE", shell_complete=completion.methods_and_statements)
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
    from replcalc.api.knowledge import derive as found
    from replcalc.output.statement import tree_latex, tree_of

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
    from replcalc.api.knowledge import derive as found
    from replcalc.planning.pipelines import SideBySide
    from replcalc.planning.result import Status

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
    from replcalc.output import derivations as forms
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
@click.option("--fresh", is_flag=True, help="Constants: decide every claim now, instead of reading recorded verdicts.")
@click.option("--patch", metavar="PAPER.TEX", help="Errata: print a unified diff with the repairs, for patch -p0.")
@click.option("--against", metavar="NEW.TEX", help="Errata: say which of them still stand in another version's source.")
@print_options
def table(
    name: str,
    rho: str | None,
    alpha: str | None,
    beta: str | None,
    d: str | None,
    class_size: str | None,
    nu: str | None,
    epsilon: str | None,
    arms: str | None,
    full: bool,
    fresh: bool,
    patch: str | None,
    against: str | None,
) -> None:
    """Print a table: 1 (bounds before and after boosting), constants, statements, routes, errata,
    gaps (what suffices and what is needed).

    \b
    Examples:
      replcalc table constants --all
      replcalc table errata
      replcalc table errata --patch paper.tex > errata.diff
      replcalc table statements --format markdown
    """
    from replcalc.output.published_tables import NARROW, constants_summary, standing_table, table_report

    for option, file in (("--patch", patch), ("--against", against)):
        if file is not None and name != "errata":
            raise InputError(option, file, "only with the table of errata")
    for option, typed in (("--all", full), ("--fresh", fresh)):
        if typed and name != "constants":
            raise InputError(option, True, "only with the table of constants", "the others are printed whole")
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
    report = table_report(name, point, wide=asked_format() not in NARROW, fresh=fresh)
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
    help="One table instead of all: 1, constants, statements, routes, errata, gaps.",
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
    from replcalc.output.table_files import contents, differences, table_files

    where = Path(directory)
    total = len(table_files(only))
    if write:
        check_output_directory("--dir", directory)
        with ProgressBar("writing") as progress:
            for name, text in contents(only):
                write_text(where / name, text)
                progress(name, total)
        click.echo(f"{total} files written to {where}")
        return
    check_input_directory("--dir", directory, "a directory with the tables, written by tables --write")
    found = False
    with ProgressBar("comparing") as progress:
        for difference in differences(where, only, lambda name: progress(name, total)):
            found = True
            click.echo(difference, nl=False)
    if found:
        give_up("the files differ from what the code produces; run replcalc tables --write")
    click.echo(f"{where}: every table is what the code produces")
