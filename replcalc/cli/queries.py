"""``replcalc queries`` and ``replcalc arms``: parse, put the ways side by side, print."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from replcalc.cli.common import emit, output_options, parse_digits, parse_settings

if TYPE_CHECKING:
    from replcalc.problems.paper_constants import Together

_CROSSINGS = click.option(
    "--crossings",
    type=click.Choice(["quick", "all", "none"]),
    default="quick",
    help="From which k each way overtakes the others: the quick ways, the composition routes too (slow), or not.",
)
_SET = click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Change a hidden constant; repeatable."
)
_EXPLAIN = click.option("--explain", is_flag=True, help="Every condition of every way.")


def _common(k: str | None, alpha: str | None, rho: str | None, beta: str | None) -> tuple[int, Any, Any, Any]:
    from replcalc.numbers.exact import parse_integer
    from replcalc.numbers.family import MAX_LENGTH
    from replcalc.problems.inputs import parse_unit

    count = parse_integer(k, "--k", maximum=MAX_LENGTH)
    return (
        count,
        parse_unit(alpha, "--alpha"),
        parse_unit(rho, "--rho"),
        parse_unit(beta, "--beta"),
    )


def _finish(result: Together, heading: str, label: str, explain: bool, output_format: str, digits: int) -> None:
    from replcalc.render.together import together_report

    emit(together_report(result, heading, label, explain=explain), output_format, digits)
    if result.best is None:
        click.echo("replcalc: no way applies at these values", err=True)
        sys.exit(1)


@click.command(short_help="k statistical queries together, every route side by side.")
@click.option("--k", metavar="K", help="Number of queries.")
@click.option("--alpha", metavar="A", help="Error allowed in every answer, 0 < A < 1.")
@click.option("--rho", metavar="R", help="Replicability of all answers together, 0 < R < 1.")
@click.option("--beta", metavar="B", help="Failure probability of all answers together, 0 < B < 1.")
@_CROSSINGS
@_SET
@_EXPLAIN
@output_options
def queries(
    k: str | None, alpha: str | None, rho: str | None, beta: str | None, crossings: str, settings: tuple[str, ...],
    explain: bool, output_format: str, digits: str,
) -> None:  # fmt: skip
    """k statistical queries on one sample: thm:multi_dim_mean, equal shares, squared votes, Gaussian noise."""
    from replcalc.problems.queries import queries as compute
    from replcalc.render.report import cell_text

    count, a, r, b = _common(k, alpha, rho, beta)
    shown = parse_digits(digits)
    result = compute(count, a, r, b, settings=parse_settings(settings), digits=shown, crossings=crossings)
    heading = f"{count:,} statistical queries: alpha = {cell_text(a)}, rho = {cell_text(r)}, beta = {cell_text(b)}"
    _finish(result, heading, "thm:multi_dim_mean", explain, output_format, shown)


@click.command(short_help="k best-arm instances in parallel, every route side by side.")
@click.option("--k", metavar="K", help="Number of instances.")
@click.option("--arms", "arm_count", metavar="A", help="Arms of each instance, at least 2.")
@click.option("--alpha", metavar="A", help="Gap to the best arm allowed, 0 < A < 1.")
@click.option("--rho", metavar="R", help="Replicability of all answers together, 0 < R < 1.")
@click.option("--beta", metavar="B", help="Failure probability of all answers together, 0 < B < 1.")
@_CROSSINGS
@_SET
@_EXPLAIN
@output_options
def arms(
    k: str | None, arm_count: str | None, alpha: str | None, rho: str | None, beta: str | None, crossings: str,
    settings: tuple[str, ...], explain: bool, output_format: str, digits: str,
) -> None:  # fmt: skip
    """k best-arm instances in parallel: the paper's theorem, equal shares, squared votes.

    Samples are counted per instance and arm.
    """
    from replcalc.problems.arms import parallel_arms
    from replcalc.problems.inputs import parse_count
    from replcalc.render.report import cell_text

    count, a, r, b = _common(k, alpha, rho, beta)
    number = parse_count(arm_count, "--arms", minimum=2)
    shown = parse_digits(digits)
    result = parallel_arms(
        count, number, a, r, b, settings=parse_settings(settings), digits=shown, crossings=crossings
    )  # fmt: skip
    point = f"{number:,} arms, alpha = {cell_text(a)}, rho = {cell_text(r)}, beta = {cell_text(b)}"
    _finish(result, f"{count:,} best-arm instances: {point}", "thm:parallel_best_arm", explain, output_format, shown)
