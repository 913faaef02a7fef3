"""``replcalc compose``, ``pg-compose``, ``boost`` and ``lower-bound``: parse, answer, print."""

from typing import Any

import click

from replcalc.cli.common import (
    all_option,
    emit,
    emit_comparison,
    exit_if_missed,
    exit_with_failure,
    flag,
    method_option,
    output_options,
    question_options,
    recipe_option,
    set_option,
    text_options,
)
from replcalc.numbers.errors import InputError, need
from replcalc.planning.assumption import SPLITS
from replcalc.planning.composition import Composition
from replcalc.problems.boosting.inputs import Boosting
from replcalc.problems.lower_bounds.question import LowerBound
from replcalc.problems.pg.question import PgQuestion

_METHODS = "side-by-side, votes, joint, mixed, paper, paper-tuned, privacy; repeatable (default all)."


@click.command()
@question_options(Composition)
@method_option(_METHODS)
@set_option()
@text_options(solve="WHAT  Find rho, rho0, beta, beta0, k or samples from the others, certified.")
@all_option
@flag("explain", "The formula of every number and every condition, for the best method or every --method named.")
@recipe_option
@output_options
def compose(explain: bool, recipe: bool, full: bool, **inputs: Any) -> None:
    """Samples and parameters to run k replicable algorithms together.

    You have k replicable algorithms with n_i samples each, replicability rho0 and failure beta0, and want one
    rho-replicable algorithm for all k problems at once. With k = 1 the algorithm is made more replicable.

    \b
    Examples:
      replcalc compose --n 100,200 --rho 0.1
      replcalc compose --n 100x10 --rho 0.1 --rho0 0.1 --explain
      replcalc compose --n 1000 --rho0 0.05 --rho 0.001
      replcalc compose --n 100x1000 --rho 0.01 --beta 0.01 --solve beta0 --method votes
    """
    from replcalc.api.questions import compose as compute
    from replcalc.planning.comparison import Comparison

    methods = inputs["methods"]
    comparison = compute(**inputs)
    several: dict[str, Any] = {"every": True} if methods and type(comparison) is Comparison and explain else {}
    emit_comparison(comparison, explain=explain, recipe=recipe, full=full or len(methods) > 1, **several)
    exit_if_missed(comparison, methods)


@click.command()
@question_options(PgQuestion)
@text_options(solve="delta-prime  Find the best delta' (with --variant all: for each variant).")
@click.option(
    "--variant",
    default="het",
    metavar="NAME",
    help="het (default), simple, conditioned, nonadaptive, basic; or all, to compare them.",
)
@set_option("simple: change c1, c2, c3, c4; repeatable.")
@flag("explain", "Formula, substituted values and source of every figure; every condition.")
@output_options
def pg_compose(explain: bool, **inputs: Any) -> None:
    """Compose k algorithms that are (gamma_i, epsilon_i, delta_i)-perfectly generalizing.

    het is lm:pg_compose_het, simple is lm:pg_compose with its constants, conditioned replaces the conditioning step of
    het by one without loss, nonadaptive goes through the total variation of the product, basic adds the epsilons up;
    all compares them by the replicability that follows, each at its best delta' unless --delta-prime fixes it.

    \b
    Examples:
      replcalc pg-compose --eps 0.01x100 --delta 1e-9 --delta-prime 1e-6
      replcalc pg-compose --eps 0.01x100 --delta 1e-9 --variant nonadaptive
    """
    from replcalc.api.questions import pg_compose as compute

    need({name: inputs[name] for name in ("eps", "delta")})
    for name in ("eps", "delta"):
        if inputs[name] is None:
            raise InputError(f"--{name}", None, "a list such as 0.1,0.2 or 0.01x1000")
    result = compute(**inputs)
    emit(result.report(explain=explain))
    failed = getattr(result, "unmet", ())
    if failed:
        unmet = "; ".join(condition.describe() for condition in failed[:2])
        exit_with_failure(f"variant {inputs['variant']} does not apply: {unmet}")


@click.command()
@click.argument("problem", metavar="PROBLEM", default="")
@question_options(Boosting)
@click.option("--split", type=click.Choice(SPLITS), default=SPLITS[0], help="The paper's split, or the best.")
@set_option()
@flag("explain", "Formula and source of every figure; every condition.")
@recipe_option
@all_option
@output_options
def boost(split: str, explain: bool, recipe: bool, full: bool, **inputs: Any) -> None:
    """Boost the success probability of a replicable algorithm (thm:boost_beta).

    PROBLEM: statistical-query, pac-littlestone (--d), pac-finite (--class-size), pac-thresholds (--d),
    heavy-hitters (--nu, --epsilon), best-arm (--arms).

    \b
    Examples:
      replcalc boost pac-finite --class-size 1000 --rho 0.1 --alpha 0.05 --beta 1e-6
      replcalc boost best-arm --arms 10 --rho 0.1 --alpha 0.1 --beta 1e-9 --split optimal
    """
    from replcalc.api.questions import boost as compute

    found = compute(split=split, **inputs)
    emit_comparison(found, explain=explain, recipe=recipe, full=full)
    if not found[split].applicable:
        exit_with_failure(*(condition.describe() for condition in found[split].unmet))


@click.command(LowerBound.kind)
@question_options(LowerBound)
@set_option()
@flag("explain", "All steps and every condition.")
@output_options
def lower_bound(explain: bool, **inputs: Any) -> None:
    """Lower bound on the samples per round of k adaptive threshold problems, and what rounding at rho/k uses.

    \b
    Examples:
      replcalc lower-bound --k 100 --tau 0.1 --rho 0.01
      replcalc lower-bound --k 10 --tau 0.2 --rho 0.05 --beta 0.001 --explain
    """
    from replcalc.api.questions import lower_bound as compute

    found = compute(**inputs)
    emit(found.report(explain=explain))
    if not any(bound.applicable for bound in found.results):
        exit_with_failure(*(condition.describe() for bound in found.results for condition in bound.unmet))
