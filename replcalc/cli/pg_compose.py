"""``replcalc pg-compose``: parse, compose, print."""

from __future__ import annotations

from typing import Any

import click

from replcalc.cli.common import LIST, emit, output_options, set_option
from replcalc.cli.complaints import give_up
from replcalc.numbers.errors import InputError, need


@click.command()
@click.option(
    "--eps", type=LIST, metavar="LIST", help="epsilon_i: 0.1,0.2 or 0.01x1000, @FILE, or - for standard input."
)
@click.option("--delta", type=LIST, metavar="LIST", help="delta_i, in the same way; one value stands for all.")
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
@click.option(
    "--curve",
    type=LIST,
    metavar="LIST",
    help="nonadaptive: epsilons at which to find the smallest delta of the product.",
)
@click.option(
    "--work", metavar="W", help="nonadaptive: cosines a bracket of the total variation may cost (default 3e7)."
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
    from replcalc.api import pg_compose as compute

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
