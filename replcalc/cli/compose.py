"""``replcalc compose`` and ``pg-compose``: parse, compare the methods, print."""

from __future__ import annotations

from typing import Any

import click

from replcalc.cli import completion
from replcalc.cli.common import (
    LIST,
    adaptive_option,
    all_option,
    emit,
    emit_comparison,
    give_up,
    max_rounds_option,
    output_options,
    outputs_option,
    recipe_option,
    set_option,
    solve_option,
    unattained,
)
from replcalc.numbers.errors import InputError, need
from replcalc.planning.defaults import BETA0, RHO0


@click.command()
@click.argument("file", required=False)
@click.option(
    "--n",
    "n",
    type=LIST,
    metavar="LIST",
    help="Samples of each algorithm: 100,200 or 100x1000, @FILE, or - for standard input.",
)
@click.option("--rho", metavar="R", help="Replicability to reach, 0 < R < 1.")
@click.option(
    "--rho0",
    type=LIST,
    metavar="R0",
    help=f"Replicability of the algorithms you have: one value or a list (assumed {RHO0.text}).",
)
@click.option(
    "--beta0",
    type=LIST,
    metavar="B0",
    help=f"Failure probability of the algorithms you have: one value or a list (assumed {BETA0.text}).",
)
@click.option("--beta", metavar="B", help="Failure probability of the whole to guarantee (reached, or refused).")
@outputs_option
@adaptive_option
@click.option(
    "--method",
    "--route",
    "methods",
    multiple=True,
    metavar="NAME",
    shell_complete=completion.methods("composition"),
    help="side-by-side, votes, joint, mixed, paper, paper-tuned, privacy; repeatable (default all).",
)
@set_option()
@click.option("--c", metavar="C", help="Fix the constant c of the paper's parameter choice.")
@click.option("--max-strings", metavar="J", help="Largest number J of random strings the method joint may use.")
@solve_option("rho", "rho0", "beta", "beta0", "k", "samples")
@click.option("--samples", metavar="N", help="The samples you have: instead of --rho, or with --solve.")
@max_rounds_option
@all_option
@click.option(
    "--explain",
    is_flag=True,
    help="The formula of every number and every condition, for the best method or every --method named.",
)
@recipe_option
@output_options
def compose(file: str | None, explain: bool, recipe: bool, full: bool, **asked: Any) -> None:
    """Samples and parameters to run k replicable algorithms together.

    You have k replicable algorithms with n_i samples each, replicability rho0 and failure beta0, and want one
    rho-replicable algorithm for all k problems at once. With k = 1 the algorithm is made more replicable. FILE (.csv)
    lists the algorithms as rows with name, n, rho0, beta0, outputs, count, in place of --n.

    \b
    Examples:
      replcalc compose --n 100,200 --rho 0.1
      replcalc compose --n 100x10 --rho 0.1 --rho0 0.1 --explain
      replcalc compose --n 1000 --rho0 0.05 --rho 0.001
      replcalc compose --n 100x1000 --rho 0.01 --beta 0.01 --solve beta0 --method votes
    """
    from replcalc.api.composing import compose as compute
    from replcalc.planning.comparison import Comparison

    if file is not None:
        from replcalc.cli.problem_file import read_problem_file

        asked |= {name: value for name, value in read_problem_file(file, asked).items() if value is not None}
    methods = asked["methods"]
    comparison = compute(**asked)
    several: dict[str, Any] = {"every": True} if methods and type(comparison) is Comparison and explain else {}
    emit_comparison(comparison, explain=explain, recipe=recipe, full=full or len(methods) > 1, **several)
    unattained(comparison, methods)


@click.command()
@click.option(
    "--eps", type=LIST, metavar="LIST", help="epsilon_i: 0.1,0.2 or 0.01x1000, @FILE, or - for standard input."
)
@click.option("--delta", type=LIST, metavar="LIST", help="delta_i, likewise; one value stands for all.")
@click.option("--gamma", type=LIST, metavar="LIST", help="gamma_i (default: delta_i).")
@click.option(
    "--delta-prime", metavar="D", help="Slack of the concentration inequality, 0 < D < 1/2 (not nonadaptive)."
)
@click.option(
    "--variant",
    default="het",
    metavar="NAME",
    help="het (default), simple, conditioned, nonadaptive, basic; or all, to compare them.",
)
@set_option("simple: change c1, c2, c3, c4; repeatable.")
@click.option("--solve", metavar="delta-prime", help="Find the best delta' (with --variant all: for each variant).")
@click.option(
    "--explain", is_flag=True, help="Formula, substituted values and source of every figure; every condition."
)
@output_options
def pg_compose(explain: bool, **asked: Any) -> None:
    """Compose k algorithms that are (gamma_i, epsilon_i, delta_i)-perfectly generalizing.

    het is lm:pg_compose_het, simple is lm:pg_compose with its constants, conditioned replaces the conditioning step of
    het by one without loss, nonadaptive goes through the total variation of the product, basic adds the epsilons up;
    all compares them by the replicability that follows, each at its best delta' unless --delta-prime fixes it.

    \b
    Examples:
      replcalc pg-compose --eps 0.01x100 --delta 1e-9 --delta-prime 1e-6
      replcalc pg-compose --eps 0.01x100 --delta 1e-9 --variant nonadaptive
    """
    from replcalc.api.problems import pg_compose as compute

    need({name: asked[name] for name in ("eps", "delta")})
    for name in ("eps", "delta"):
        if asked[name] is None:
            raise InputError(f"--{name}", None, "a list such as 0.1,0.2 or 0.01x1000")
    result = compute(**asked)
    emit(result.report(explain=explain))
    failed = getattr(result, "unmet", ())
    if failed:
        unmet = "; ".join(condition.describe() for condition in failed[:2])
        give_up(f"variant {asked['variant']} does not apply: {unmet}")
