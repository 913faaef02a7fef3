"""``replcalc choose``: parse, solve, print."""

from __future__ import annotations

from typing import Any

import click

from replcalc.ask.defaults import CHOICES, OWN_VARIANCE
from replcalc.cli.common import all_option, emit_comparison, max_rounds_option, output_options, recipe_option


@click.command("choose", short_help="The best of many options, replicably.")
@click.option(
    "--arms", "--options", "arms", metavar="A", help="Options to choose from, at least 2: arms, models, hypotheses."
)
@click.option("--alpha", metavar="A", help="How far below the best the chosen one may be, 0 < A < 1.")
@click.option("--rho", metavar="R", help="Two runs with the same seed may disagree so often, 0 < R < 1.")
@click.option("--beta", metavar="B", help="Probability of choosing something worse than that, 0 < B < 1.")
@click.option("--k", metavar="K", help=f"Number of choices, each among so many options (assumed {CHOICES.text}).")
@click.option("--common", is_flag=True, help="All options are scored on the same samples: models on one test set.")
@click.option(
    "--variance", metavar="V",
    help=f"Promised variance of a reward in [0, 1] (assumed {OWN_VARIANCE.text}: no promise); with --common of a "
    "difference of two scores (assumed 1).",
)  # fmt: skip
@click.option("--explain", is_flag=True, help="Every condition and figure, and where the logarithms go.")
@max_rounds_option
@recipe_option
@all_option
@output_options
def choose(explain: bool, recipe: bool, full: bool, **asked: Any) -> None:
    """The best of many options within alpha: how many samples of each make the choice replicable, and how to choose.

    Every option has a random clock that two runs share; a larger mean score makes it faster, and the first to ring is
    chosen. Samples are counted per option, with --common all together.

    \b
    Examples:
      replcalc choose --arms 100 --alpha 0.1 --rho 0.1 --beta 0.01
      replcalc choose --arms 1000 --alpha 0.1 --rho 0.1 --beta 0.01 --common --recipe
    """
    from replcalc.api import choose as compute

    emit_comparison(compute(**asked), recipe=recipe, explain=explain, full=full)
