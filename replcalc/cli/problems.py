"""``replcalc queries``, ``arms``, ``boost``, ``test``, ``ab``, ``choose`` and ``lower-bound``: parse, answer, print."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from replcalc.cli import completion
from replcalc.cli.common import (
    adaptive_option,
    all_option,
    emit,
    emit_comparison,
    give_up,
    max_rounds_option,
    options,
    output_options,
    recipe_option,
    set_option,
    solve_option,
    unattained,
)
from replcalc.planning.defaults import (
    CHOICES,
    HARDNESS_ELL,
    HARDNESS_N,
    HARDNESS_R,
    LOWER_BETA,
    OWN_VARIANCE,
    SPLIT,
    SPLITS,
)

if TYPE_CHECKING:
    from replcalc.planning.comparison import Comparison


#: What both commands ask, beside k, the arms and the accuracy.
_PROMISE = options(
    click.option("--rho", metavar="R", help="Replicability of all answers together, 0 < R < 1."),
    click.option("--beta", metavar="B", help="Failure probability of all answers together, 0 < B < 1 (assumed R/2)."),
    set_option(),
    click.option("--samples", metavar="N", help="The samples you have: instead of --rho, or with --solve."),
    solve_option("rho", "beta", "alpha", "k", "samples"),
    click.option(
        "--variance", metavar="V", help="Promised variance of every value in [0, 1], at most 1/4; nothing is assumed."
    ),
    max_rounds_option,
)
_SHOWN = options(
    click.option("--explain", is_flag=True, help="Every condition of every way."),
    recipe_option,
    all_option,
    output_options,
)


def _finish(found: Comparison, **asked: Any) -> None:
    emit_comparison(found, **asked)
    unattained(found)


@click.command()
@click.option("--k", metavar="K", help="Number of queries.")
@click.option("--alpha", metavar="A", help="Error allowed in every answer, 0 < A < 1.")
@_PROMISE
@adaptive_option
@_SHOWN
def queries(explain: bool, recipe: bool, full: bool, **asked: Any) -> None:
    """k statistical queries on one sample: every mean rounded, cosine noise, thm:multi_dim_mean.

    \b
    Examples:
      replcalc queries --k 100 --alpha 0.05 --rho 0.1 --beta 0.01
      replcalc queries --k 10 --alpha 0.05 --rho 0.1 --beta 0.01 --recipe
    """
    from replcalc.api.problems import queries as compute

    found = compute(**asked)
    _finish(found, explain=explain, recipe=recipe, full=full)


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


@click.command("test", short_help="The least samples of a replicable test between two values.")
@click.option("--low", metavar="P0", help="The parameter is at most P0, or")
@click.option("--high", metavar="P1", help="at least P1: which of the two? P0 < P1.")
@click.option("--rho", metavar="R", help="Two runs with the same seed may disagree so often, whatever the parameter.")
@click.option("--beta", metavar="B", help="Probability of a wrong answer at P0 and below, P1 and above; B < 1/2.")
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
      replcalc test --low 0.02 --high 0.03 --rho 0.1 --beta 0.05 --recipe
    """
    from replcalc.api.problems import test

    emit_comparison(test(**asked), recipe=recipe, explain=explain)


@click.command("ab", short_help="Decide whether the new variant is better than the old one, replicably.")
@click.option("--alpha", metavar="A", help="Where the means differ by A or more the answer must be right, 0 < A < 1.")
@click.option("--rho", metavar="R", help="Two runs with the same seed may disagree so often, whatever the difference.")
@click.option("--beta", metavar="B", help="Probability of a wrong answer where the means differ by A, 0 < B < 1.")
@click.option("--paired", is_flag=True, help="Rewards come in pairs, such as both variants shown to one person.")
@click.option(
    "--variance",
    metavar="V",
    help=f"Promised variance of a reward in [0, 1] (assumed {OWN_VARIANCE.text}: no promise); with --paired of a "
    "difference (assumed 1). A rate of 3 per cent has 0.0291.",
)
@click.option("--explain", is_flag=True, help="Every condition and every figure.")
@recipe_option
@output_options
def ab(explain: bool, recipe: bool, **asked: Any) -> None:
    """How many rewards of each variant make the decision between old and new replicable.

    The difference is compared with a threshold that all runs share, drawn from the best law or uniformly around zero.
    Where the means differ by less than A either answer is right, and two runs must still agree.

    \b
    Examples:
      replcalc ab --alpha 0.1 --rho 0.05 --beta 0.01
      replcalc ab --alpha 0.005 --rho 0.1 --beta 0.05 --variance 0.0291 --recipe
    """
    from replcalc.api.problems import ab as compute

    emit_comparison(compute(**asked), recipe=recipe, explain=explain)


@click.command("choose", short_help="The best of many options, replicably.")
@click.option(
    "--arms", "--options", "arms", metavar="A", help="Options to choose from, at least 2: arms, models, hypotheses."
)
@click.option("--alpha", metavar="A", help="How far below the best the chosen one may be, 0 < A < 1.")
@click.option("--rho", metavar="R", help="Two runs with the same seed may disagree so often, 0 < R < 1.")
@click.option("--beta", metavar="B", help="Probability of choosing something worse than that, 0 < B < 1 (assumed R/2).")
@click.option("--k", metavar="K", help=f"Number of choices, each among so many options (assumed {CHOICES.text}).")
@click.option("--common", is_flag=True, help="All options are scored on the same samples: models on one test set.")
@click.option(
    "--variance",
    metavar="V",
    help=f"Promised variance of a reward in [0, 1] (assumed {OWN_VARIANCE.text}: no promise); with --common of a "
    "difference of two scores (assumed 1).",
)
@set_option()
@click.option("--samples", metavar="N", help="The samples you have: instead of --rho, or with --solve.")
@solve_option("rho", "beta", "alpha", "k", "samples")
@click.option("--explain", is_flag=True, help="Every condition and figure.")
@max_rounds_option
@recipe_option
@all_option
@output_options
def choose(explain: bool, recipe: bool, full: bool, **asked: Any) -> None:
    """The best of many options within alpha: how many samples of each make the choice replicable, and how to choose.

    Noise that two runs share is added to the mean scores, and the largest is taken; two options are told apart by a
    shared threshold. Samples are counted per option, with --common all together.

    \b
    Examples:
      replcalc choose --arms 100 --alpha 0.1 --rho 0.1 --beta 0.01
      replcalc choose --arms 1000 --alpha 0.1 --rho 0.1 --beta 0.01 --common --recipe
    """
    from replcalc.api.problems import choose as compute

    _finish(compute(**asked), recipe=recipe, explain=explain, full=full)


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
    from replcalc.api.problems import lower_bound as compute

    found = compute(**asked)
    emit(found.report(explain=explain))
    if not any(bound.applicable for bound in found.results):
        give_up(*(condition.describe() for bound in found.results for condition in bound.unmet))
