"""``replcalc plot``: pictures of questions, of sweeps and of proofs."""

from __future__ import annotations

from typing import Any

import click
from click.shell_completion import CompletionItem

from replcalc.cli import completion
from replcalc.cli.common import digits_option, named_option
from replcalc.cli.sweep import SWEPT, Ticker, point_options, worker_count

#: The kinds, so that --help and completion need not load matplotlib or the formulas; a test compares.
KINDS = ("samples", "regions", "ways", "rounds", "waterfall", "curve", "graph")
STYLES = ("screen", "paper")


def complete_source(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
    """Labels and ways for a graph; else commands, and files of sweeps as the shell knows them."""
    if "graph" in (ctx.params.get("kind"), *ctx.args):
        return [*completion.ways_and_statements(ctx, param, incomplete)]
    return [*(name for name in SWEPT if name.startswith(incomplete)), CompletionItem(incomplete, type="file")]


@click.command()
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("source", shell_complete=complete_source)
@point_options
@named_option("--where", "where", "rho=0.1", "Of a sweep's file: only these rows.")
@click.option("--style", type=click.Choice(STYLES), default="screen", help="For the screen (default) or for a paper.")
@click.option("--title", default="", metavar="TEXT", help="Another title.")
@digits_option("10", "Significant digits of the enclosures (default 10).")
@click.option("-o", "--output", required=True, metavar="FILE", help="A .png, .svg, .pdf or .pgf file.")
def plot(
    kind: str, source: str, varied: dict[str, str], settings: dict[str, str], workers: str | None, **asked: Any
) -> None:
    """Draw KIND from SOURCE into a file (extra: plot). Figures are certified; the picture only places them.

    \b
    samples    samples of every way against the varied input, the lower bound below, crossings marked
    regions    which way needs the fewest samples where, on two varied inputs
    ways       bars of every way at one point
    rounds     samples against sampling rounds: the price of time (compose, queries)
    waterfall  where the factors go (compose)
    curve      the optimal (epsilon, delta) curve of pg-compose; with delta-prime the other variants as points
    graph      what a statement (by its label) or a route rests on

    SOURCE is a command, the file of a sweep (samples, regions), or a label, route or pipeline file (graph).

    \b
    Examples:
      replcalc plot samples compose --vary k=1..1e5:log:25 --set rho=0.01 --set beta0=1e-9 \\
        --route direct --route separate -o samples.svg
      replcalc plot graph thm:main --style paper -o main.pdf
    """
    from replcalc.sweeps.figures import plot as draw

    with Ticker(f"plot {kind}") as ticker:
        inputs: dict[str, Any] = {name.replace("-", "_"): value for name, value in settings.items()}
        figure = draw(kind, source, varied, workers=worker_count(workers), progress=ticker, **asked, **inputs)
    click.echo(f"{asked['output']}: {figure.replcalc_title}")
