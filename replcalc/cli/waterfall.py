"""``replcalc waterfall``: where the factors go, from the paper's steps to the direct theorem."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from replcalc.ask.defaults import BETA0, RHO0
from replcalc.cli.common import LIST, emit, output_options, plot_option, set_option
from replcalc.cli.complaints import give_up


@click.command()
@click.option(
    "--n", "n", type=LIST, metavar="LIST", help="Samples of each algorithm: 100,200 or 100x1000."
)
@click.option("--rho", metavar="R", help="Replicability to promise of the whole, 0 < R < 1.")
@click.option("--rho0", type=LIST, metavar="R0", help=f"Replicability of the base algorithms (assumed {RHO0.text}).")
@click.option("--beta0", type=LIST, metavar="B0", help=f"Failure of the base algorithms (assumed {BETA0.text}).")
@set_option("Change a hidden constant of the paper's.")
@plot_option("Also draw it, as .png, .svg, .pdf or .pgf (needs matplotlib).")
@output_options
def waterfall(plot: Path | None, **asked: Any) -> None:
    """From the paper's samples to the fewest, and the factor that each step saves.

    \b
    Examples:
      replcalc waterfall --n 100x10 --rho 0.1
      replcalc waterfall --n 100,200 --rho 0.1 --rho0 0.01 --beta0 1e-6
    """
    from replcalc.api import waterfall as compute

    chart = compute(**asked)
    report = chart.report()
    if plot is not None:
        from replcalc.render.plots.canvas import save
        from replcalc.render.plots.marks import waterfall_figure

        save(waterfall_figure(chart, subtitle=" ".join(report.lead[1:])), plot)
    emit(report)
    last = chart.stages[-1]
    if not last.result.applicable:
        give_up(f"the last stage, {last.name}, does not apply: {last.result.why_not}")
