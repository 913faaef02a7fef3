"""``replcalc show``, ``derive``, ``table``: the theory, to read."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from replcalc.cli.common import (
    CapturedReports,
    ProgressBar,
    add_next_step,
    emit,
    exit_with_failure,
    flag,
    formula_print_options,
    get_format,
    is_standalone,
    named_option,
    print_options,
    question_options,
    set_option,
    text_options,
)
from replcalc.cli.main import print_error
from replcalc.numbers.errors import InputError
from replcalc.numbers.files import check_input_directory, check_output_directory, write_text
from replcalc.planning.assumption import TABLE_ONE, TABLE_ONE_D
from replcalc.planning.composition import Composition
from replcalc.problems.boosting.inputs import Boosting


@click.command()
@click.argument("words", metavar="[LABEL|METHOD|WORD|CONSTANT]", nargs=-1)
@flag("all", "List every statement.", "full")
@flag("cite", "BibTeX of the sources of what is named, and of this tool.")
@print_options
def show(words: tuple[str, ...], full: bool, cite: bool) -> None:
    """Read the theory: a statement, an equation, a method, a constant, or a word of the answers.

    Without a word: the catalogue of statements. A statement is named by its label, its number in the paper ("Theorem
    1"), or words of its title.

    \b
    Examples:
      replcalc show thm:main
      replcalc show "Lemma 7"
      replcalc show pg composition
      replcalc show c2
      replcalc show vacuous
      replcalc show lm:azuma --cite
    """
    from replcalc.output.catalogue import format_bibtex, report_catalogue
    from replcalc.output.lookup import look_up, show_document

    text = " ".join(words).strip()
    if full and text:
        raise InputError("--all", text, "no word beside it")
    if cite:
        if get_format() not in ("text", "latex"):
            raise InputError("--cite", True, "no --format with it", "BibTeX has one form")
        if not text:
            raise InputError("--cite", True, "what to cite, such as show thm:main --cite")
        click.echo(format_bibtex(look_up(text).name), nl=False)
    elif text:
        emit(show_document(text))
    else:
        emit(add_next_step(report_catalogue(full=full), "show LABEL  show WORD" if full else "show --all  show LABEL"))


#: Options that evaluate a derivation, and options of a formula, by parameter name.
_INPUTS = ("n", "rho", "rho0", "beta0", "beta", "c")
_CHANGES = ("solve", "diff", "asymptotic")


@click.command()
@click.argument("name", metavar="METHOD|LABEL|FILE")
@question_options(Composition, "Evaluate: ", **dict.fromkeys(_INPUTS, ""))
@set_option("Evaluate: change a constant, such as c2=8; repeatable.")
@text_options(against="METHOD|FILE  Evaluate: compare with another method or FILE, as catalogued.")
@flag("explain", "Evaluate: the formula of every number, and every condition.")
@text_options(expression="NAME  A quantity of the method as one formula, or sum(epsilon**2).")
@named_option("--let", "let", "n=const", "With --expression: n=const or n=const=100 (all equal), k=2; else an input.")
@flag("simplify", "Reduce sums and maxima by their identities.")
@text_options(
    solve="NAME  Solve for this symbol.",
    diff="NAME  Differentiate by this symbol.",
    asymptotic="NAME  Leading order (k to infinity, rho to 0).",
)
@formula_print_options
def derive(name: str, expression: str | None, **options: Any) -> None:
    """A derivation as a tree: a method's steps, or what a statement rests on down to cited results.

    A FILE ending in .toml or .py is a pipeline of your own, with your own lemmas (a .py file is executed). With --n,
    --rho, ... it is evaluated and certified, with --against beside another. With --expression the composed formula of
    one quantity, also as --format sympy (srepr).

    \b
    Examples:
      replcalc derive paper
      replcalc derive paper --n 100,200 --rho 0.1 --set c2=20 --against paper
      replcalc derive paper --expression epsilon_star --let n=const --asymptotic k
      replcalc derive thm:boost_beta --format latex --standalone
      replcalc derive my_pipeline.toml --n 100,200 --rho 0.1
    """
    from replcalc.api.knowledge import derive as find

    if click.get_current_context().find_object(CapturedReports) is not None:
        raise InputError("NAME", name, "a command that is answered here")  # no file is read, no program run
    evaluating = [option for option in (*_INPUTS, "settings", "against", "explain") if options[option]]
    changing = [option for option in ("simplify", *_CHANGES) if options[option]]
    if expression is not None and evaluating:
        raise InputError(_to_option(evaluating[0]), True, "no --expression with it", "--let NAME=VALUE puts values in")
    if expression is None and changing:
        raise InputError(f"--{changing[0]}", True, "--expression NAME with it")
    if expression is None and get_format() == "sympy":
        raise InputError("--format", "sympy", "text, json, csv, markdown or latex", "--expression NAME has it")
    if expression is not None:
        _print_expression(find(name), name, expression, options)
    elif evaluating or options["let"]:
        _print_evaluated(name, options, evaluating)
    else:
        derivation: Any = find(name)
        emit(derivation.report())


def _to_option(name: str) -> str:
    return "--set" if name == "settings" else f"--{name}"


def _print_evaluated(name: str, options: Mapping[str, Any], evaluating: Sequence[str]) -> None:
    """Print the figures at the inputs, with those of another pipeline; exit with 1 if nothing is certified."""
    from replcalc.api.knowledge import derive as find
    from replcalc.planning.result import Status

    inputs = {option: options[option] for option in _INPUTS if options[option]} | options["let"]
    if not inputs:
        raise InputError(_to_option(evaluating[0]), True, "inputs, such as --n 100,200 --rho 0.1")
    digits = click.get_current_context().meta["replcalc.digits"]
    both: Any = find(name, against=options["against"], settings=options["settings"], digits=digits, **inputs)
    emit(both.report(explain=options["explain"]))
    unjudged = (Status.VACUOUS,) if "beta" not in inputs else ()
    if both.mine.status not in (Status.CERTIFIED, Status.APPLIES, *unjudged):
        exit_with_failure(f"{both.mine.method}: {both.mine.status.value} {both.mine.why_not}".strip())


def _print_expression(derivation: Any, name: str, quantity: str, options: Mapping[str, Any]) -> None:
    """Print one quantity of a method in the requested format."""
    from replcalc.output import derivations as forms
    from replcalc.statements.derivation import Derivation
    from replcalc.statements.expression import express, express_readably

    if not isinstance(derivation, Derivation):
        raise InputError("--expression", quantity, "the name of a method, not of a statement", f"replcalc show {name}")
    changes = [option for option in _CHANGES if options[option]]
    if len(changes) > 1:
        raise InputError(f"--{changes[1]}", True, f"no --{changes[0]} with it")
    known = {"let": options["let"], "simplify": options["simplify"]}
    found = express(derivation, quantity, **known)
    shown = express_readably(derivation, quantity, **known) if options["simplify"] else found
    for option in changes:
        found = shown = getattr(found, option)(options[option])
    if get_format() == "sympy":  # an expression alone, without words
        for note in found.notes:
            print_error(note)
        click.echo(forms.format_expression_sympy(found))
    elif get_format() == "latex" and not is_standalone():
        click.echo(forms.format_expression_latex(found))
    else:
        emit(forms.report_expression(found, shown))


@click.command()
@click.argument("name", metavar="[1|constants|errata|gaps]", required=False)
@question_options(Boosting, "Table 1: ", **TABLE_ONE, d=", ".join(TABLE_ONE_D.values()))
@flag("all", "Constants: list all, not only the number in each area.", "full")
@text_options(patch="FILE  Errata: a unified diff of this TeX source of the paper.")
@flag("write", "Write the tables (or NAME) to DIR as markdown, latex and csv.")
@flag("check", "Compare the files in DIR with what the code produces; exit 1 with a diff.")
@click.option("--dir", "directory", default="tables", metavar="DIR", help="Where the files are (default tables).")
@print_options
def table(
    name: str | None, full: bool, patch: str | None, write: bool, check: bool, directory: str, **point: str | None
) -> None:
    """Print a table: 1 (bounds before and after boosting), constants, errata, gaps (what suffices, what is needed).

    \b
    Examples:
      replcalc table 1
      replcalc table constants --all
      replcalc table errata --patch paper.tex > errata.diff
      replcalc table --check
    """
    from replcalc.output import tables

    if write or check:
        if write and check:
            raise InputError("--write", True, "no --check with it, or --check instead of it")
        _write_tables(name, directory) if write else _check_tables(name, directory)
        return
    if name is None:
        raise InputError("NAME", None, "a table: 1, constants, errata or gaps", "or --write, --check for their files")
    if patch is not None and name != "errata":
        raise InputError("--patch", patch, "only with the table of errata")
    if full and name != "constants":
        raise InputError("--all", True, "only with the table of constants", "the others are printed whole")
    if patch is not None:
        from replcalc.paper.errata_table import ERRATA
        from replcalc.statements.erratum import patch as unified

        click.echo(unified(ERRATA, _read_tex_source(patch), patch), nl=False)
        return
    found = tables.build_table(name, {k: v for k, v in point.items() if v is not None})
    if name == "constants" and get_format() == "text" and not full:
        found = add_next_step(tables.summarize_constants(found), "table constants --all  verify ID")
    emit(found)


def _read_tex_source(path: str) -> str:
    """Read a TeX source; it is compared, never run."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError("--patch", path, "a TeX source that can be read, in UTF-8") from error


def _write_tables(only: str | None, directory: str) -> None:
    from replcalc.output.tables import build_files, list_table_files

    where, total = Path(directory), len(list_table_files(only))
    check_output_directory("--dir", directory)
    with ProgressBar("writing") as progress:
        for name, text in build_files(only):
            write_text(where / name, text)
            progress(name, total)
    click.echo(f"{total} files written to {where}")


def _check_tables(only: str | None, directory: str) -> None:
    from replcalc.output.tables import find_differences, list_table_files

    where, total = Path(directory), len(list_table_files(only))
    check_input_directory("--dir", directory, "a directory with the tables, written by table --write")
    with ProgressBar("comparing") as progress:
        found = list(find_differences(where, only, lambda name: progress(name, total)))
    click.echo("".join(found), nl=False)
    if found:
        exit_with_failure("the files differ from what the code produces; run replcalc table --write")
    click.echo(f"{where}: every table is what the code produces")


@click.command()
@click.argument("directory", metavar="DIR")
def site(directory: str) -> None:
    """Write the theory to DIR: a page for each statement, the graph of uses, methods, claims, errata, proofs, search.

    Open DIR/index.html; no server is needed. Pages that are there already are replaced, other files are left alone.

    \b
    Examples:
      replcalc site book
      replcalc site public/theory
    """
    place = check_output_directory("DIR", directory)
    from replcalc.output.site import build_site

    count = build_site(place, write_text)
    click.echo(f"{count} files written to {place}; open {place / 'index.html'}")
