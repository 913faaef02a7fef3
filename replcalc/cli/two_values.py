"""``replcalc test``: parse, solve, print."""

from __future__ import annotations

from typing import Any

import click

from replcalc.ask.defaults import TEST_FAMILY, TEST_VARIANCE
from replcalc.cli.common import emit_comparison, output_options, recipe_option


@click.command("test", short_help="The least samples of a replicable test between two values.")
@click.option("--low", metavar="P0", help="The parameter is at most P0, or")
@click.option("--high", metavar="P1", help="at least P1: which of the two? P0 < P1.")
@click.option("--rho", metavar="R", help="Two runs with the same seed may disagree so often, whatever the parameter.")
@click.option("--beta", metavar="B", help="Probability of a wrong answer at P0 and below, P1 and above; B < 1/2.")
@click.option(
    "--family", type=click.Choice(["binomial", "poisson", "gaussian"]),
    help=f"What the samples are (assumed {TEST_FAMILY.text}: coins, or any values in [0, 1]).",
)  # fmt: skip
@click.option("--variance", metavar="V", help=f"Variance of a gaussian value (assumed {TEST_VARIANCE.text}).")
@click.option("--explain", is_flag=True, help="Every condition and every figure.")
@recipe_option
@output_options
def two_values_test(explain: bool, recipe: bool, **asked: Any) -> None:
    """The least number of samples with which a test between two values is replicable, and how to do it.

    Between P0 and P1 either answer is right, and two runs must still agree. A threshold drawn from the best law, shared
    by all runs, needs the fewest samples of all tests; one sample fewer is excluded by a certificate.

    \b
    Examples:
      replcalc test --low 0.4 --high 0.6 --rho 0.1 --beta 0.001
      replcalc test --low 2 --high 3 --rho 0.1 --beta 0.01 --family poisson --recipe
    """
    from replcalc.api import test

    emit_comparison(test(**asked), recipe=recipe, explain=explain)
