"""``replcalc boost`` and ``lower-bound``: parse, answer, print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from replcalc.cli import completion
from replcalc.cli.common import (
    all_option,
    emit,
    emit_comparison,
    give_up,
    output_options,
    recipe_option,
    set_option,
)
from replcalc.planning.defaults import (
    LOWER_BETA,
    SPLIT,
    SPLITS,
)

if TYPE_CHECKING:
    pass


@click.command()
@click.argument("problem", metavar="PROBLEM", default="", shell_complete=completion.problems)
@click.option("--rho", metavar="R", help="Replicability to guarantee, 0 < R < 1.")
@click.option("--alpha", metavar="A", help="Accuracy to guarantee, 0 < A < 1.")
@click.option("--beta", metavar="B", help="Failure probability to guarantee, 0 < B < 1.")
@click.option("--d", metavar="D", help="Littlestone dimension (pac-littlestone), or largest point (pac-thresholds).")
@click.option("--class-size", metavar="M", help="Number of hypotheses (pac-finite).")
@click.option("--nu", metavar="NU", help="Probability from which an element is heavy (heavy-hitters).")
@click.option("--epsilon", metavar="E", help="Tolerance below nu (heavy-hitters).")
@click.option("--arms", metavar="A", help="Number of arms (best-arm).")
@click.option(
    "--variance",
    metavar="V",
    help="Known bound on the variance of a value in [0, 1], at most 1/4 (statistical-query, best-arm).",
)
@click.option("--split", type=click.Choice(SPLITS), default=SPLIT.text, help="The paper's split, or the best.")
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
    from replcalc.api.problems import boost as compute

    found = compute(split=split, **asked)
    emit_comparison(found, explain=explain, recipe=recipe, full=full)
    if not found[split].applicable:
        give_up(*(condition.describe() for condition in found[split].unmet))


@click.command("lower-bound")
@click.option("--k", metavar="K", help="Number of rounds.")
@click.option("--tau", metavar="T", help="Half the gap between the two coins to tell apart, 0 < T < 1/4.")
@click.option("--rho", metavar="R", help="Replicability of all rounds together, 0 < R < 1.")
@click.option("--beta", metavar="B", help=f"Probability that some answer is wrong (assumed {LOWER_BETA.text}).")
@set_option()
@click.option("--explain", is_flag=True, help="All steps and every condition.")
@output_options
def lower_bound(explain: bool, **asked: Any) -> None:
    """Lower bound on the samples per round of k adaptive threshold problems, and what rounding at rho/k uses.

    \b
    Examples:
      replcalc lower-bound --k 100 --tau 0.1 --rho 0.01
      replcalc lower-bound --k 10 --tau 0.2 --rho 0.05 --beta 0.001 --explain
    """
    from replcalc.api.problems import lower_bound as compute

    found = compute(**asked)
    emit(found.report(explain=explain))
    if not any(bound.applicable for bound in found.results):
        give_up(*(condition.describe() for bound in found.results for condition in bound.unmet))
