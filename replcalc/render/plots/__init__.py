"""Figures: each function takes values of this package and gives a matplotlib Figure; ``save`` writes a file, ``svg`` an
element for an HTML page. Nothing is computed here.

    samples_figure(curves(rows, "k"), title, subtitle)     samples of every way against an input, from rows of a sweep
    regions_figure(regions(rows, "k", "rho0"), title, ...) which way wins where
    ways_figure(comparison, title, ...)                    bars of a comparison
    rounds_figure(tradeoff, title, ...)                    samples against sampling rounds
    waterfall_figure(chart, ...)                           where the factors go
    divergence_figure(result, title, ...)                  the (epsilon, delta) curve of pg-compose
    graph_figure(statement_graph(label) or route_graph(name))

Every one takes ``style``: "screen" or "paper".
"""

from replcalc.render.plots.bars import waterfall_figure, ways_figure
from replcalc.render.plots.canvas import STYLES, SUFFIXES, check_plot_path, save, svg
from replcalc.render.plots.curves import Crossing, Curves, curves
from replcalc.render.plots.divergence import divergence_figure
from replcalc.render.plots.graph import Graph, graph_figure, route_graph, statement_graph
from replcalc.render.plots.regions import regions, regions_figure
from replcalc.render.plots.rounds import rounds_figure
from replcalc.render.plots.samples import samples_figure

__all__ = [
    "STYLES", "SUFFIXES", "Crossing", "Curves", "Graph", "check_plot_path", "curves", "divergence_figure",
    "graph_figure", "regions", "regions_figure", "rounds_figure", "route_graph", "samples_figure", "save",
    "statement_graph", "svg", "waterfall_figure", "ways_figure",
]  # fmt: skip
