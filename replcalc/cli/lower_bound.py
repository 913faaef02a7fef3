"""``replcalc lower-bound``: parse, evaluate, print."""

from __future__ import annotations

from typing import Any

import click

from replcalc.ask.defaults import HARDNESS_ELL, HARDNESS_N, HARDNESS_R, LOWER_BETA
from replcalc.cli.common import emit, output_options, set_option
from replcalc.cli.complaints import give_up


@click.command("lower-bound")
@click.option("--k", metavar="K", help="Number of rounds.")
@click.option("--tau", metavar="T", help="Half the gap between the two decided coins, 0 < T < 1/4.")
@click.option("--rho", metavar="R", help="Replicability of the whole game, 0 < R < 1.")
@click.option("--beta", metavar="B", help=f"Probability that some answer is wrong (assumed {LOWER_BETA.text}).")
@click.option("--n", "n", metavar="N", help=f"Samples of one problem in thm:hardness (assumed {HARDNESS_N.text}).")
@click.option("--r", "r", metavar="X", help=f"thm:hardness: exponent of k in the failure (assumed {HARDNESS_R.text}).")
@click.option("--ell", metavar="X", help=f"thm:hardness: exponent of beta in it (assumed {HARDNESS_ELL.text}).")
@click.option("--chi", metavar="X", help="Exponent of n of a mechanism to hold against thm:hardness.")
@click.option("--psi", metavar="X", help="Exponent of k of that mechanism.")
@set_option()
@click.option("--explain", is_flag=True, help="The chains, the calculators, and every condition.")
@output_options
def lower_bound(explain: bool, **asked: Any) -> None:
    """Samples per round that k adaptive threshold problems need at least, next to what equal shares achieve.

    Also the calculators of sec:naive (k copies side by side) and of thm:hardness (linear in n and in k).

    \b
    Examples:
      replcalc lower-bound --k 100 --tau 0.1 --rho 0.01
      replcalc lower-bound --k 10 --tau 0.2 --rho 0.05 --beta 0.001 --explain
    """
    from replcalc.api import lower_bound as compute

    found = compute(**asked)
    emit(found.report(explain=explain))
    if not any(bound.applicable for bound in found.results):
        give_up(*(condition.describe() for bound in found.results for condition in bound.unmet))
