"""``replcalc waterfall``: where the factors go, from the paper's steps to the direct theorem."""

from __future__ import annotations

import sys

import click

from replcalc.cli.common import emit, output_options, parse_digits, parse_settings


@click.command(short_help="Where the factors go, from the paper's steps to the direct theorem.")
@click.option("--n", "n", required=True, metavar="LIST", help="Samples of each algorithm: 100,200 or 100x1000.")
@click.option("--rho", required=True, metavar="R", help="Replicability to promise of the whole, 0 < R < 1.")
@click.option("--rho0", default="1e-4", metavar="R0", help="Replicability of the base algorithms (default 1e-4).")
@click.option("--beta0", default="1e-3", metavar="B0", help="Failure probability of the base algorithms (1e-3).")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Change a hidden constant of the paper's.")
@click.option("--plot", metavar="FILE", help="Also draw it, as .png, .svg or .pdf (needs matplotlib).")
@output_options
def waterfall(
    n: str,
    rho: str,
    rho0: str,
    beta0: str,
    settings: tuple[str, ...],
    plot: str | None,
    output_format: str,
    digits: str,
) -> None:
    """The chain paper, explicit, conditioning, total variation, direct: samples, and the factor each step saves."""
    from replcalc.questions.composition import composition
    from replcalc.render.cascade import waterfall_report
    from replcalc.render.plots import check_plot_path, waterfall_plot
    from replcalc.ways.waterfall import waterfall as compute

    path = None if plot is None else check_plot_path(plot)
    places = parse_digits(digits)
    chart = compute(composition(n, rho, rho0=rho0, beta0=beta0, settings=parse_settings(settings)), places)
    if path is not None:
        waterfall_plot(chart, path)
    emit(waterfall_report(chart), output_format, places)
    if not chart.stages[-1].result.applicable:
        sys.exit(1)
