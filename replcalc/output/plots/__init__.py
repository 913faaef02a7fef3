"""Figures: each function takes values of this package and gives a matplotlib Figure; ``save`` of canvas writes a file,
``svg`` an element for an HTML page. Nothing is computed here.

    samples_figure(curves(rows, "k"), title, subtitle)     samples of every way against an input, from rows of a sweep
    regions_figure(regions(rows, "k", "rho0"), title, ...) which way wins where
    ways_figure(comparison, title, ...)                    bars of a comparison
    rounds_figure(tradeoff, title, ...)                    samples against sampling rounds
    divergence_figure(result, title, ...)                  the (epsilon, delta) curve of pg-compose
    graph_figure(statement_graph(label) or route_graph(derivation))

Every one takes ``style``: "screen" or "paper".
"""
