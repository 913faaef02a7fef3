"""What a statement or a method rests on, as a layered graph: the statement or method on top, cited results below."""

import textwrap
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import fmean
from typing import Any

from replcalc.output.plots.canvas import LETTERS, WIDTH, create_figure, use_style
from replcalc.planning import method as registry
from replcalc.planning.pipeline_file import is_pipeline_file, read_pipeline
from replcalc.statements.catalogue import entry
from replcalc.statements.derivation import Derivation, is_catalogued


@dataclass(frozen=True)
class GraphNode:
    """A statement; ``origin``: paper, literature, derived or own."""

    label: str
    title: str
    origin: str
    unspecified: bool = False


@dataclass(frozen=True)
class Graph:
    """``edges``: from what uses to what is used, by key of a node."""

    title: str
    nodes: Mapping[str, GraphNode]
    edges: tuple[tuple[str, str], ...]


#: origin -> fill, border, dashes of the border, words of the legend
ORIGINS: Mapping[str, tuple[str, str, Any, str]] = {
    "paper": ("#dbe7f3", "#4477aa", "-", "of the paper"),
    "derived": ("#dff0e0", "#228833", "-", "proved here"),
    "literature": ("#f5f5f5", "#777777", (0, (4, 2)), "cited"),
    "own": ("#fbe9d7", "#cc6600", (0, (1, 1)), "your own, not in the catalogue"),
}


def find_graph(source: str) -> Graph:
    """Return the graph of a pipeline file, a method or the label of a statement."""
    if is_pipeline_file(source):
        return build_derivation_graph(read_pipeline(source).derivation)
    named = registry.find_named(source)
    return build_statement_graph(source) if named is None else build_derivation_graph(registry.get(*named).derive())


def build_statement_graph(label: str) -> Graph:
    """Return the statement and everything that its proof uses, down to cited results."""
    nodes: dict[str, GraphNode] = {}
    edges: dict[tuple[str, str], None] = {}
    waiting = [entry(label)]
    title = f"{label}: {waiting[0].title}"
    while waiting:
        about = waiting.pop()
        if about.label not in nodes:
            nodes[about.label] = GraphNode(about.label, about.title, about.provenance, bool(about.statement.hidden))
            below = [entry(used) for used in about.uses]
            edges |= dict.fromkeys((about.label, each.label) for each in below)
            waiting += below
    return Graph(title, nodes, tuple(edges))


def build_derivation_graph(derivation: Derivation) -> Graph:
    """Return the steps of a derivation: an edge to every earlier step whose conclusion a step uses."""
    keys = {step: str(number) for number, step in enumerate(derivation.steps)}
    nodes, edges = {}, []
    for step in derivation.steps:
        s = step.statement
        title = s.title + (" (for every i)" if step.each else "")
        nodes[keys[step]] = GraphNode(s.label, title, s.provenance if is_catalogued(s) else "own", bool(s.hidden))
        edges += [(keys[step], keys[before]) for before in derivation.predecessors(step)]
    return Graph(f"{derivation.name}: {derivation.title}", nodes, tuple(edges))


def arrange_layers(nodes: Sequence[Hashable], edges: Sequence[tuple[Any, Any]]) -> dict[Any, tuple[float, int]]:
    """Return (x, layer) of each node of an acyclic graph, layer 0 on top, nodes of a layer 1 apart around its middle.

    A node's layer is the longest path to it from a node without users. Within a layer nodes are ordered by the mean
    place of their users, from top to bottom, then by that of what they use, from bottom to top, several times.
    """
    users: dict[Any, list[Any]] = {node: [] for node in nodes}
    uses: dict[Any, list[Any]] = {node: [] for node in nodes}
    for start, end in edges:
        users[end].append(start)
        uses[start].append(end)

    @cache
    def depth(node: Any) -> int:
        return 1 + max(map(depth, users[node]), default=-1)

    rows = [[n for n in nodes if depth(n) == layer] for layer in range(1 + max(map(depth, nodes), default=-1))]
    widest = max(map(len, rows), default=1)
    x: dict[Any, float] = dict.fromkeys(nodes, 0.0)
    for near in (users, uses) * 8:
        for row in rows if near is users else reversed(rows):
            row.sort(key=lambda node: fmean(x[m] for m in near[node]) if near[node] else x[node])
            x |= {node: place + (widest - len(row)) / 2 for place, node in enumerate(row)}
    return {node: (x[node], depth(node)) for node in nodes}


#: Inches from box to box across, from layer to layer; width and height of a box.
_ACROSS, _DOWN, _BOX, _HEIGHT = 1.78, 1.05, 1.62, 0.54


def draw_graph(graph: Graph) -> Any:
    """Draw boxes with label and title and lines to what is used; the fill shows the origin of the statement."""
    layers = arrange_layers(list(graph.nodes), graph.edges)
    places = {key: (x * _ACROSS, -layer * _DOWN) for key, (x, layer) in layers.items()}
    width = max(x for x, _ in places.values()) + _ACROSS
    depth = _DOWN - min(y for _, y in places.values())
    with use_style():
        from matplotlib.patches import Patch, Rectangle

        figure, axes = create_figure(graph.title, height=depth + 1.1)
        figure.set_figwidth(max(width + 0.3, WIDTH))
        arrow = {"arrowstyle": "-|>", "color": "#888888", "lw": 0.8, "shrinkA": 0, "shrinkB": 2}
        for start, end in graph.edges:
            (x, y), (u, v) = places[start], places[end]
            axes.annotate("", (u, v + _HEIGHT / 2), (x, y - _HEIGHT / 2), arrowprops=arrow)
        for key, node in graph.nodes.items():
            x, y = places[key]
            fill, border, dash, _ = ORIGINS[node.origin]
            looks = {"facecolor": fill, "edgecolor": border, "linestyle": dash, "zorder": 3}
            looks["linewidth"] = 2.0 if node.unspecified else 1.0
            axes.add_patch(Rectangle((x - _BOX / 2, y - _HEIGHT / 2), _BOX, _HEIGHT, **looks))
            words = textwrap.fill(textwrap.shorten(node.title, 62, placeholder="..."), 32)
            small = {"ha": "center", "va": "center", "zorder": 4}
            size = min(LETTERS - 1.6, 1.5 * 72 / (0.64 * len(node.label)))
            axes.text(x, y + 0.15, node.label, fontsize=size, fontweight="bold", **small)
            axes.text(x, y - 0.07, words, fontsize=LETTERS - 2.8, linespacing=1.05, **small)
        axes.set_xlim(-_ACROSS / 2, max(width, WIDTH) - _ACROSS / 2)
        axes.set_ylim(-depth + _DOWN / 2, _DOWN / 2)
        axes.axis("off")
        there = {node.origin for node in graph.nodes.values()}
        shown = [looks for origin, looks in ORIGINS.items() if origin in there]
        keys = [Patch(facecolor=fill, edgecolor=edge, linestyle=dash, label=text) for fill, edge, dash, text in shown]
        if any(node.unspecified for node in graph.nodes.values()):
            keys.append(Patch(facecolor="white", edgecolor="black", linewidth=2, label="has unspecified constants"))
        figure.legend(handles=keys, loc="outside lower left", ncols=len(keys), frameon=False, fontsize=LETTERS - 1)
    return figure
