"""``replcalc compose``: parse, compare the routes, print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from replcalc.ask.defaults import BETA0, RHO0
from replcalc.cli import completion
from replcalc.cli.common import (
    LIST,
    adaptive_option,
    all_option,
    emit_comparison,
    max_rounds_option,
    output_options,
    outputs_option,
    recipe_option,
    set_option,
    solve_option,
    tradeoff_options,
)
from replcalc.cli.complaints import unattained


@click.command()
@click.argument("file", required=False)
@click.option(
    "--n",
    "n",
    type=LIST,
    metavar="LIST",
    help="Samples of each algorithm: 100,200 or 100x1000, @FILE, or - for standard input.",
)
@click.option("--rho", metavar="R", help="Replicability to promise of the whole, 0 < R < 1.")
@click.option("--samples", metavar="N", help="The samples you have: instead of --rho, or with --solve.")
@click.option("--law", metavar="N1", help="The base algorithm costs N1/rho0^2 samples at any rho0 (--n 1xK: K times).")
@click.option(
    "--rho0",
    type=LIST,
    metavar="R0",
    help=f"Replicability of the base algorithms: one value or a list (assumed {RHO0.text} if left out).",
)
@click.option(
    "--beta0",
    type=LIST,
    metavar="B0",
    help=f"Failure probability of the base algorithms: one value or a list (assumed {BETA0.text} if left out).",
)
@click.option("--beta", metavar="B", help="Failure probability to promise of the whole (met or refused).")
@click.option(
    "--route",
    "routes",
    multiple=True,
    metavar="NAME",
    shell_complete=completion.ways("composition"),
    help="naive, separate, direct, binary, grouped, sharp, explicit, paper, private; repeatable (default all).",
)
@click.option("--c", metavar="C", help="Fix the constant c of the paper's parameter choice.")
@click.option("--max-strings", metavar="J", help="Largest number J of random strings the direct route may use.")
@outputs_option
@adaptive_option
@set_option()
@solve_option("rho", "rho0", "beta", "beta0", "k", "samples")
@max_rounds_option
@tradeoff_options
@click.option(
    "--explain",
    is_flag=True,
    help="Formula, values and source of every figure and every condition: of the best way, or of every --route named.",
)
@recipe_option
@all_option
@output_options
def compose(
    file: str | None, curve: bool, plot: Path | None, explain: bool, recipe: bool, full: bool, **asked: Any
) -> None:
    """Samples and parameters to solve k problems together, by every route.

    You have k replicable algorithms with n_i samples each, replicability rho0 and failure beta0, and want one
    rho-replicable algorithm for all k problems at once. FILE (.toml or .csv) lists the algorithms as rows with name, n,
    rho0, beta0, outputs, count, in place of --n.

    \b
    Examples:
      replcalc compose --n 100x1000 --rho 0.01 --beta0 1e-6
      replcalc compose problems.csv --rho 0.1 --outputs binary
      replcalc compose --n 100x1000 --rho 0.01 --beta 0.01 --solve beta0 --route separate
      replcalc compose --law 100 --rho 0.01
    """
    from replcalc.api import compose as compute
    from replcalc.ask.comparison import Comparison

    if file is not None:
        asked |= _listed(file, asked)
    comparison, routes = compute(**asked), asked["routes"]
    several = {"every": True} if explain and routes and type(comparison) is Comparison else {}
    full |= len(routes) > 1  # who names ways wants to compare them
    emit_comparison(comparison, recipe=recipe, curve=curve, plot=plot, explain=explain, full=full, **several)
    unattained(comparison, routes)


def _listed(file: str, asked: dict[str, Any]) -> dict[str, Any]:
    """What a problem file says: its rows in place of --n, its goals where none was typed."""
    from replcalc.cli.problem_file import read_problem_file

    rows = ("n", "rho0", "beta0", "outputs")
    listed = read_problem_file(file, {f"--{name}": asked[name] for name in rows})
    found = {name: getattr(listed, name) or asked[name] for name in rows}
    if asked["rho"] is None and asked["samples"] is None:
        found |= {name: listed.goals.get(name) for name in ("rho", "samples")}
    return found | {"beta": asked["beta"] or listed.goals.get("beta"), "names": listed.names}
