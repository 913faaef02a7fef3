"""``replcalc ab``: parse, solve, print."""

from __future__ import annotations

from typing import Any

import click

from replcalc.ask.defaults import OWN_VARIANCE
from replcalc.cli.common import emit_comparison, output_options, recipe_option


@click.command("ab", short_help="Decide whether the new variant is better than the old one, replicably.")
@click.option("--alpha", metavar="A", help="Where the means differ by A or more the answer must be right, 0 < A < 1.")
@click.option("--rho", metavar="R", help="Two runs with the same seed may disagree so often, whatever the difference.")
@click.option("--beta", metavar="B", help="Probability of a wrong answer where the means differ by A, 0 < B < 1.")
@click.option("--paired", is_flag=True, help="Rewards come in pairs, such as both variants shown to one person.")
@click.option(
    "--variance", metavar="V",
    help=f"Promised variance of a reward in [0, 1] (assumed {OWN_VARIANCE.text}: no promise); with --paired of a "
    "difference (assumed 1). A rate of 3 per cent has 0.0291.",
)  # fmt: skip
@click.option("--explain", is_flag=True, help="Every condition and every figure.")
@recipe_option
@output_options
def ab(explain: bool, recipe: bool, **asked: Any) -> None:
    """How many rewards of each variant make the decision between old and new replicable.

    The difference of the means is compared with a threshold that all runs share, drawn around zero. Where the means
    differ by less than A either answer is right, and two runs must still agree.

    \b
    Examples:
      replcalc ab --alpha 0.1 --rho 0.05 --beta 0.01
      replcalc ab --alpha 0.005 --rho 0.1 --beta 0.05 --variance 0.0291 --recipe
    """
    from replcalc.api import ab as compute

    emit_comparison(compute(**asked), recipe=recipe, explain=explain)
