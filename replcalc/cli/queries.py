"""``replcalc queries`` and ``replcalc arms``: parse, put the ways side by side, print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from replcalc.cli.common import (
    ProgressBar,
    adaptive_option,
    all_option,
    emit_comparison,
    max_rounds_option,
    options,
    output_options,
    recipe_option,
    set_option,
    solve_option,
    tradeoff_options,
)
from replcalc.cli.complaints import unattained

if TYPE_CHECKING:
    from pathlib import Path

    from replcalc.ask.comparison import Comparison

#: What both commands ask, beside k, the arms and the accuracy.
_PROMISE = options(
    click.option("--rho", metavar="R", help="Replicability of all answers together, 0 < R < 1."),
    click.option("--beta", metavar="B", help="Failure probability of all answers together, 0 < B < 1 (assumed R/2)."),
    click.option(
        "--crossings", type=click.Choice(["quick", "all", "none"]), default="quick",
        help="From which k each way overtakes the others: the quick ways, the composition routes too (slow), or not.",
    ),
    set_option(),
    click.option("--samples", metavar="N", help="The samples you have: instead of --rho, or with --solve."),
    solve_option("rho", "beta", "alpha", "k", "samples"),
    click.option(
        "--variance", metavar="V", help="Promised variance of every value in [0, 1], at most 1/4; nothing is assumed."
    ),
    max_rounds_option,
)  # fmt: skip
_SHOWN = options(
    click.option("--explain", is_flag=True, help="Every condition of every way."), recipe_option, all_option,
    output_options,
)


def searching(crossings: str) -> ProgressBar:
    """A sign of life on a terminal while every pair of ways is compared at every k."""
    bar = ProgressBar("crossings")
    if crossings == "all":
        bar("comparing every pair of ways", None)
    return bar


def _finish(found: Comparison, crossings: str, **asked: Any) -> None:
    more: dict[str, Any] = {"crossings": True} if crossings == "all" and getattr(found, "crossings", None) else {}
    emit_comparison(found, **asked, **more)
    unattained(found)


@click.command()
@click.option("--k", metavar="K", help="Number of queries.")
@click.option("--alpha", metavar="A", help="Error allowed in every answer, 0 < A < 1.")
@_PROMISE
@adaptive_option
@tradeoff_options
@_SHOWN
def queries(
    crossings: str, curve: bool, plot: Path | None, explain: bool, recipe: bool, full: bool, **asked: Any
) -> None:
    """k statistical queries on one sample: thm:multi_dim_mean, equal shares, squared votes, Gaussian noise.

    \b
    Examples:
      replcalc queries --k 100 --alpha 0.05 --rho 0.1 --beta 0.01 --crossings none
      replcalc queries --k 10 --alpha 0.05 --rho 0.1 --beta 0.01 --crossings none --recipe
    """
    from replcalc.api import queries as compute

    with searching(crossings):
        found = compute(crossings=crossings, **asked)
    _finish(found, crossings, explain=explain, recipe=recipe, full=full, curve=curve, plot=plot)


@click.command("arms")
@click.option("--k", metavar="K", help="Number of instances.")
@click.option("--arms", metavar="A", help="Arms of each instance, at least 2.")
@click.option("--alpha", metavar="A", help="Gap to the best arm allowed, 0 < A < 1.")
@_PROMISE
@_SHOWN
def arms_command(crossings: str, explain: bool, recipe: bool, full: bool, **asked: Any) -> None:
    """k best-arm instances in parallel: the paper's theorem, equal shares, squared votes.

    Samples are counted per instance and arm.

    \b
    Examples:
      replcalc arms --k 3 --arms 4 --alpha 0.1 --rho 0.1 --beta 0.1 --crossings none
      replcalc arms --k 10 --arms 2 --alpha 0.1 --rho 0.05 --beta 0.01 --crossings none --recipe
    """
    from replcalc.api import arms as compute

    with searching(crossings):
        found = compute(crossings=crossings, **asked)
    _finish(found, crossings, explain=explain, recipe=recipe, full=full)
