"""``replcalc boost``: parse, boost, print."""

from __future__ import annotations

from typing import Any

import click

from replcalc.ask.defaults import SPLIT, SPLITS
from replcalc.cli import completion
from replcalc.cli.common import all_option, emit_comparison, output_options, recipe_option, set_option
from replcalc.cli.complaints import give_up


@click.command()
@click.argument("problem", metavar="PROBLEM", default="", shell_complete=completion.problems)
@click.option("--rho", metavar="R", help="Replicability to promise, 0 < R < 1.")
@click.option("--alpha", metavar="A", help="Accuracy to promise, 0 < A < 1.")
@click.option("--beta", metavar="B", help="Failure probability to promise, 0 < B < 1.")
@click.option("--d", metavar="D", help="Littlestone dimension (pac-littlestone), or largest point (pac-thresholds).")
@click.option("--class-size", metavar="M", help="Number of hypotheses (pac-finite).")
@click.option("--nu", metavar="NU", help="Probability from which an element is heavy (heavy-hitters).")
@click.option("--epsilon", metavar="E", help="Tolerance below nu (heavy-hitters).")
@click.option("--arms", metavar="A", help="Number of arms (best-arm).")
@click.option(
    "--variance", metavar="V", help="Promised variance of a value in [0, 1], at most 1/4 (statistical-query, best-arm)."
)
@click.option(
    "--split", type=click.Choice(SPLITS), default=SPLIT.text, help="The paper's split, or the best."
)
@set_option()
@click.option("--explain", is_flag=True, help="Formula and source of every figure; every condition.")
@recipe_option
@all_option
@output_options
def boost(split: str, explain: bool, recipe: bool, full: bool, **asked: Any) -> None:
    """Boost the success probability of a replicable algorithm (thm:boost_beta).

    PROBLEM: statistical-query, pac-littlestone (--d), pac-finite (--class-size), pac-thresholds (--d),
    heavy-hitters (--nu, --epsilon), best-arm (--arms).

    \b
    Examples:
      replcalc boost pac-finite --class-size 1000 --rho 0.1 --alpha 0.05 --beta 1e-6
      replcalc boost best-arm --arms 10 --rho 0.1 --alpha 0.1 --beta 1e-9 --split optimal
    """
    from replcalc.api import boost as compute

    found = compute(split=split, **asked)
    emit_comparison(found, explain=explain, recipe=recipe, full=full)
    if not found[split].applicable:
        give_up(*(condition.describe() for condition in found[split].unmet))
