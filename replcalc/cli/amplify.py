"""``replcalc amplify``: one algorithm made more replicable."""

from __future__ import annotations

from typing import Any

import click

from replcalc.ask.defaults import BETA0
from replcalc.cli.common import (
    all_option,
    emit_comparison,
    max_rounds_option,
    output_options,
    outputs_option,
    recipe_option,
    solve_option,
)
from replcalc.cli.complaints import unattained


@click.command()
@click.option("--n", metavar="N", help="Samples of the algorithm.")
@click.option("--rho", metavar="R", help="Replicability to reach, 0 < R < 1.")
@click.option("--rho0", metavar="R0", help="Replicability it has, 0 < R0 < 1.")
@click.option("--samples", metavar="N", help="The samples you have: instead of --rho, or with --solve.")
@click.option("--beta0", metavar="B0", help=f"Failure probability of a base algorithm (assumed {BETA0.text}).")
@click.option("--beta", metavar="B", help="Failure probability to promise of the whole (met or refused).")
@click.option("--max-strings", metavar="J", help="Largest number J of random strings per algorithm.")
@outputs_option
@solve_option("rho", "rho0", "beta", "beta0", "samples")
@max_rounds_option
@recipe_option
@click.option("--explain", is_flag=True, help="Formula and source of every figure; every condition.")
@all_option
@output_options
def amplify(recipe: bool, explain: bool, full: bool, **asked: Any) -> None:
    """From rho0 to rho for one black-box algorithm: once if that is enough, by votes on many blocks if not.

    \b
    Examples:
      replcalc amplify --n 1000 --rho0 0.05 --rho 0.001
      replcalc amplify --n 1000 --rho0 0.05 --rho 0.001 --beta0 1e-6 --beta 0.01 --recipe
    """
    from replcalc.api import amplify as compute

    found = compute(**asked)
    emit_comparison(found, explain=explain, recipe=recipe, full=full)
    unattained(found)
