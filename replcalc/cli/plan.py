"""``replcalc plan`` and ``replcalc amplify``: the inverse questions, and one algorithm made more replicable."""

from __future__ import annotations

from typing import Any

import click

from replcalc.ask.defaults import BETA0, RHO0
from replcalc.cli.common import (
    LIST,
    emit,
    emit_comparison,
    max_rounds_option,
    options,
    output_options,
    outputs_option,
    recipe_option,
    solve_option,
)
from replcalc.cli.complaints import give_up

_NOT_MET = "not met; the answer says why, way by way, and what to change"
#: About the base algorithms.
_BASE = options(
    click.option("--beta0", metavar="B0", help=f"Failure probability of a base algorithm (assumed {BETA0.text})."),
    click.option("--beta", metavar="B", help="Failure probability to promise of the whole (met or refused)."),
    click.option("--max-strings", metavar="J", help="Largest number J of random strings per algorithm."),
    outputs_option,
)


@click.command(short_help="Make one black-box algorithm more replicable.")
@click.option("--n", "n", required=True, metavar="N", help="Samples of the algorithm.")
@click.option("--rho", metavar="R", help="Replicability to reach, 0 < R < 1.")
@click.option("--rho0", metavar="R0", help="Replicability it has, 0 < R0 < 1.")
@click.option("--samples", metavar="N", help="The samples you have: instead of --rho, or with --solve.")
@_BASE
@solve_option("rho", "rho0", "beta", "beta0", "samples")
@max_rounds_option
@recipe_option
@click.option("--explain", is_flag=True, help="Formula and source of every figure; every condition.")
@output_options
def amplify(recipe: bool, explain: bool, **asked: Any) -> None:
    """From rho0 to rho for one black-box algorithm: once if that is enough, by votes on many blocks if not.

    \b
    Examples:
      replcalc amplify --n 1000 --rho0 0.05 --rho 0.001
      replcalc amplify --n 1000 --rho0 0.05 --rho 0.001 --beta0 1e-6 --beta 0.01 --recipe
    """
    from replcalc.api import amplify as compute

    found = compute(**asked)
    emit_comparison(found, explain=explain, recipe=recipe)
    if not found.results[0].applicable:
        give_up(_NOT_MET, where="replcalc amplify")


@click.command(short_help="The inverse questions: best rho, largest k, best start.")
@click.option(
    "--n", "n", type=LIST, metavar="LIST", help="Samples of each algorithm; one size where the number k is asked for."
)
@click.option("--samples", metavar="N", help="The samples you have.")
@click.option("--rho", metavar="R", help="Replicability to promise of the whole, 0 < R < 1.")
@click.option("--rho0", type=LIST, metavar="R0", help=f"Replicability of the base algorithms (assumed {RHO0.text}).")
@click.option("--law", metavar="N1", help="The base algorithm costs N1/rho0^2 samples at any rho0.")
@click.option("--k", "k", metavar="K", help="With --law: the number of problems.")
@_BASE
@max_rounds_option
@output_options
def plan(**asked: Any) -> None:
    """The inverse questions, with certified answers.

    \b
    --n LIST --samples N           the best rho that N samples can promise
    --n SIZE --samples N --rho R   the largest number k of problems of that size
    --law N1 --rho R [--k K]       base cost N1/rho0^2: the best rho0 to start from, and the k from which on
                                   composition needs fewer samples than k copies at rho/k

    \b
    Examples:
      replcalc plan --n 100x10 --samples 5000
      replcalc plan --n 100 --samples 5000 --rho 0.1
    """
    from replcalc.api import plan as compute

    found = compute(**asked)
    emit(found.report())
    if getattr(found, "value", 0) is None:  # nothing that these samples reach
        give_up(_NOT_MET, where="replcalc plan")
