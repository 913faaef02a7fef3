"""What a statement or a method rests on, as a layered graph: what is asked for on top, cited results below."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from replcalc.output.plots.canvas import find_style, new_figure, use_style
from replcalc.statements.catalogue import entry
from replcalc.statements.derivation import Derivation, is_catalogued


@dataclass(frozen=True)
class GraphNode:
    """A statement; ``origin``: paper, literature, derived or yours."""

    label: str
    title: str
    origin: str
    unspecified: bool = False


@dataclass(frozen=True)
class Graph:
    """``edges``: from what uses to what is used, by key of a node."""

    name: str
    title: str
    nodes: Mapping[str, GraphNode]
    edges: tuple[tuple[str, str], ...]


#: origin -> fill, border, dashes of the border, words of the legend
ORIGINS: Mapping[str, tuple[str, str, Any, str]] = {
    "paper": ("#dbe7f3", "#4477aa", "-", "of the paper"),
    "derived": ("#dff0e0", "#228833", "-", "proved here"),
    "literature": ("#f5f5f5", "#777777", (0, (4, 2)), "cited"),
    "yours": ("#fbe9d7", "#cc6600", (0, (1, 1)), "yours, not in the catalogue"),
}


def statement_graph(label: str) -> Graph:
    """Return the statement and everything that its proof uses, down to cited results."""
    top = entry(label)
    nodes: dict[str, GraphNode] = {}
    edges: dict[tuple[str, str], None] = {}
    waiting = [top]
    while waiting:
        about = waiting.pop()
        if about.label in nodes:
            continue
        nodes[about.label] = GraphNode(about.label, about.title, about.provenance, bool(about.statement.hidden))
        for used in about.uses:
            below = entry(used)
            edges[about.label, below.label] = None
            waiting.append(below)
    return Graph(top.label, top.title, nodes, tuple(edges))


def derivation_graph(derivation: Derivation) -> Graph:
    """Return the steps of a derivation: an edge to every earlier step whose conclusion a step uses."""
    keys = {step: str(number) for number, step in enumerate(derivation.steps)}
    nodes, edges = {}, []
    for step in derivation.steps:
        s = step.statement
        title = s.title + (" (for every i)" if step.each else "")
        nodes[keys[step]] = GraphNode(s.label, title, s.provenance if is_catalogued(s) else "yours", bool(s.hidden))
        edges += [(keys[step], keys[before]) for before in derivation.predecessors(step)]
    return Graph(derivation.name, derivation.title, nodes, tuple(edges))


def arrange_layers(nodes: Sequence[Hashable], edges: Sequence[tuple[Any, Any]]) -> dict[Any, tuple[float, int]]:
    """Return (x, layer) of each node of an acyclic graph, layer 0 on top, nodes of a layer at least 1 apart.

    A node's layer is the longest path to it from a node that nobody uses. Within a layer nodes are ordered by the mean
    place of their neighbours in the layers above, then below, several times.
    """
    users: dict[Any, list[Any]] = {node: [] for node in nodes}
    uses: dict[Any, list[Any]] = {node: [] for node in nodes}
    for start, end in edges:
        users[end].append(start)
        uses[start].append(end)
    layer: dict[Any, int] = {}

    def depth(node: Any) -> int:
        if node not in layer:
            layer[node] = 1 + max(map(depth, users[node]), default=-1)
        return layer[node]

    rows: dict[int, list[Any]] = {}
    for node in nodes:
        rows.setdefault(depth(node), []).append(node)
    widest = max(map(len, rows.values()), default=1)
    x = {node: n + (widest - len(row)) / 2 for row in rows.values() for n, node in enumerate(row)}
    for sweep in range(16):
        down = sweep % 2 == 0
        for number in sorted(rows, reverse=not down):
            wished = {}
            for node in rows[number]:
                near = [x[other] for other in (users if down else uses)[node]]
                wished[node] = math.fsum(near) / len(near) if near else x[node]
            rows[number].sort(key=wished.__getitem__)
            place = -1.0
            for node in rows[number]:
                place = x[node] = max(wished[node], place + 1.0)
            shift = math.fsum(x[node] - wished[node] for node in rows[number]) / len(rows[number])
            for node in rows[number]:
                x[node] -= shift
    left = min(x.values(), default=0.0)
    return {node: (x[node] - left, layer[node]) for node in nodes}


#: Inches from box to box across, from layer to layer; width and height of a box.
_ACROSS, _DOWN, _WIDTH, _HEIGHT = 1.78, 1.05, 1.62, 0.54


def draw_graph(graph: Graph, title: str = "", style: str = "screen") -> Any:
    """Draw boxes with label and title and lines to what is used; the fill says whose statement it is."""
    form = find_style(style)
    places = arrange_layers(list(graph.nodes), graph.edges)
    width = (max(x for x, _ in places.values()) + 1) * _ACROSS
    depth = (max(y for _, y in places.values()) + 1) * _DOWN
    with use_style(form):
        from matplotlib.patches import FancyBboxPatch, Patch

        figure, axes = new_figure(form, title or f"{graph.name}: {graph.title}", height=depth + 1.1)
        figure.set_figwidth(max(width + 0.3, form.width))
        for start, end in graph.edges:
            (x0, y0), (x1, y1) = places[start], places[end]
            axes.annotate(
                "",
                (x1 * _ACROSS, -y1 * _DOWN + _HEIGHT / 2),
                (x0 * _ACROSS, -y0 * _DOWN - _HEIGHT / 2),
                arrowprops={"arrowstyle": "-|>", "color": "#888888", "lw": 0.8, "shrinkA": 0, "shrinkB": 2},
            )
        for key, node in graph.nodes.items():
            x, y = places[key][0] * _ACROSS, -places[key][1] * _DOWN
            fill, border, dash, _ = ORIGINS[node.origin]
            axes.add_patch(
                FancyBboxPatch(
                    (x - _WIDTH / 2, y - _HEIGHT / 2),
                    _WIDTH,
                    _HEIGHT,
                    boxstyle="round,pad=0,rounding_size=0.06",
                    facecolor=fill,
                    edgecolor=border,
                    linestyle=dash,
                    linewidth=2.0 if node.unspecified else 1.0,
                    zorder=3,
                )
            )
            words = textwrap.shorten(node.title, 62, placeholder="...")
            small = {"ha": "center", "va": "center", "zorder": 4}
            size = min(form.size - 1.6, 1.5 * 72 / (0.64 * len(node.label)))
            axes.text(x, y + 0.15, node.label, fontsize=size, fontweight="bold", **small)
            axes.text(x, y - 0.07, textwrap.fill(words, 32), fontsize=form.size - 2.8, linespacing=1.05, **small)
        axes.set_xlim(-_ACROSS / 2, max(width, form.width) - _ACROSS / 2)
        axes.set_ylim(-depth + _DOWN / 2, _DOWN / 2)
        axes.axis("off")
        there = {node.origin for node in graph.nodes.values()}
        keys = [
            Patch(facecolor=fill, edgecolor=border, linestyle=dash, label=words)
            for origin, (fill, border, dash, words) in ORIGINS.items()
            if origin in there
        ]
        if any(node.unspecified for node in graph.nodes.values()):
            keys.append(Patch(facecolor="white", edgecolor="black", linewidth=2, label="has unspecified constants"))
        figure.legend(handles=keys, loc="outside lower left", ncols=len(keys), frameon=False, fontsize=form.size - 1)
    return figure
