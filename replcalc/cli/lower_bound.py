"""``replcalc lower-bound``: parse, evaluate, print."""

from __future__ import annotations

import sys

import click

from replcalc.cli.common import emit, output_options, parse_digits, parse_settings
from replcalc.numbers.errors import InputError


@click.command("lower-bound", short_help="Samples that adaptive composition needs at least.")
@click.option("--k", metavar="K", help="Number of rounds.")
@click.option("--tau", metavar="T", help="Half the gap between the two decided coins, 0 < T < 1/4.")
@click.option("--rho", metavar="R", help="Replicability of the whole game, 0 < R < 1.")
@click.option("--beta", default="1/100", metavar="B", help="Probability that some answer is wrong (default 1/100).")
@click.option("--n", "samples", metavar="N", help="Samples of one problem in thm:hardness (default 1/tau^2).")
@click.option("--r", "r", default="1", metavar="X", help="thm:hardness: exponent of k in the failure (default 1).")
@click.option("--ell", default="1/2", metavar="X", help="thm:hardness: exponent of beta in the failure (default 1/2).")
@click.option("--chi", metavar="X", help="Exponent of n of a mechanism to hold against thm:hardness.")
@click.option("--psi", metavar="X", help="Exponent of k of that mechanism.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Change a hidden constant; repeatable.")
@click.option("--explain", is_flag=True, help="Every condition of both bounds.")
@output_options
def lower_bound(
    k: str | None, tau: str | None, rho: str | None, beta: str, samples: str | None, r: str, ell: str, chi: str | None,
    psi: str | None, settings: tuple[str, ...], explain: bool, output_format: str, digits: str,
) -> None:  # fmt: skip
    """Samples per round that k adaptive threshold problems need at least, next to what equal shares achieve.

    Also the calculators of sec:naive (k copies side by side) and of thm:hardness (linear in n and in k).
    """
    from flint import fmpq

    from replcalc.numbers.exact import parse_positive, parse_rational
    from replcalc.problems.lower_bounds import lower_bounds
    from replcalc.questions.parsing import parse_count, parse_unit
    from replcalc.render.lower_bound import lower_bound_report
    from replcalc.ways.comparison import refuse_unknown

    width = parse_unit(tau, "--tau")
    if not width < fmpq(1, 4):
        raise InputError("--tau", tau, "a number with 0 < value < 1/4, such as 0.1")
    constants = parse_settings(settings)
    shown = parse_digits(digits)
    result = lower_bounds(
        parse_count(k, "--k"), width, parse_unit(rho, "--rho"), parse_unit(beta, "--beta"),
        samples=None if samples is None else parse_count(samples, "--n"),
        r=parse_positive(r, "--r"), ell=parse_positive(ell, "--ell"), settings=constants, digits=shown,
    )  # fmt: skip
    known = (result.paper.answer, result.hard, result.instance)
    refuse_unknown(constants, {h.name for answer in known for h in answer.derivation.hidden})
    exponents = (
        None if chi is None else parse_rational(chi, "--chi"),
        None if psi is None else parse_rational(psi, "--psi"),
    )
    emit(lower_bound_report(result, exponents, explain=explain), output_format, shown)
    if not any(bound.applicable for bound in result.bounds):
        for condition in (*result.paper.unmet, *result.sharp.unmet):
            click.echo(f"replcalc: {condition.describe()}", err=True)
        sys.exit(1)
