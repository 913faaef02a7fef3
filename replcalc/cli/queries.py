"""``replcalc queries`` and ``replcalc arms``: parse, put the ways side by side, print."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from replcalc.cli.common import emit, max_rounds_option, output_options, parse_digits, parse_rounds, parse_settings

if TYPE_CHECKING:
    from replcalc.ways.theorem import Together

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


def _finish(found: Together, explain: bool, output_format: str, digits: int) -> None:
    from replcalc.render.together import together_report

    emit(together_report(found, explain=explain), output_format, digits)
    if not any(result.applicable for result in found.results):
        click.echo("replcalc: no way applies at these values", err=True)
        sys.exit(1)


@click.command(short_help="k statistical queries together, every route side by side.")
@click.option("--k", metavar="K", help="Number of queries.")
@click.option("--alpha", metavar="A", help="Error allowed in every answer, 0 < A < 1.")
@click.option("--rho", metavar="R", help="Replicability of all answers together, 0 < R < 1.")
@click.option("--beta", metavar="B", help="Failure probability of all answers together, 0 < B < 1.")
@_CROSSINGS
@_SET
@max_rounds_option
@_EXPLAIN
@output_options
def queries(
    k: str | None, alpha: str | None, rho: str | None, beta: str | None, crossings: str, settings: tuple[str, ...],
    max_rounds: str, explain: bool, output_format: str, digits: str,
) -> None:  # fmt: skip
    """k statistical queries on one sample: thm:multi_dim_mean, equal shares, squared votes, Gaussian noise."""
    from replcalc.questions.together import queries_question
    from replcalc.ways.queries import queries as compute

    shown = parse_digits(digits)
    question = queries_question(k, alpha, rho, beta, parse_settings(settings))
    found = compute(question, shown, crossings=crossings, max_rounds=parse_rounds(max_rounds))
    _finish(found, explain, output_format, shown)


@click.command("arms", short_help="k best-arm instances in parallel, every route side by side.")
@click.option("--k", metavar="K", help="Number of instances.")
@click.option("--arms", metavar="A", help="Arms of each instance, at least 2.")
@click.option("--alpha", metavar="A", help="Gap to the best arm allowed, 0 < A < 1.")
@click.option("--rho", metavar="R", help="Replicability of all answers together, 0 < R < 1.")
@click.option("--beta", metavar="B", help="Failure probability of all answers together, 0 < B < 1.")
@_CROSSINGS
@_SET
@max_rounds_option
@_EXPLAIN
@output_options
def arms_command(
    k: str | None, arms: str | None, alpha: str | None, rho: str | None, beta: str | None, crossings: str,
    settings: tuple[str, ...], max_rounds: str, explain: bool, output_format: str, digits: str,
) -> None:  # fmt: skip
    """k best-arm instances in parallel: the paper's theorem, equal shares, squared votes.

    Samples are counted per instance and arm.
    """
    from replcalc.questions.together import arms_question
    from replcalc.ways.arms import parallel_arms

    shown = parse_digits(digits)
    question = arms_question(k, arms, alpha, rho, beta, parse_settings(settings))
    found = parallel_arms(question, shown, crossings=crossings, max_rounds=parse_rounds(max_rounds))
    _finish(found, explain, output_format, shown)
