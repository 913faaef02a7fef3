"""What a statement or a route rests on, as a layered graph: what is asked for on top, cited results below."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from replcalc.output.plots.canvas import settings_of, sheet, style_of
from replcalc.output.plots.layers import layered
from replcalc.statements.catalogue import entry
from replcalc.statements.derivation import Derivation, is_catalogued


@dataclass(frozen=True)
class GraphNode:
    """``origin``: paper, literature, derived or yours; ``hidden``: has constants that its source leaves unspecified."""

    label: str
    title: str
    origin: str
    hidden: bool = False


@dataclass(frozen=True)
class Graph:
    """``edges``: from what uses to what is used, by key."""

    name: str
    title: str
    nodes: Mapping[str, GraphNode]
    edges: tuple[tuple[str, str], ...]


#: Fill and border of the boxes, by origin; the border's dashes tell them apart in grey.
ORIGINS: Mapping[str, tuple[str, str, str]] = {
    "paper": ("#dbe7f3", "#4477aa", "-"),
    "derived": ("#dff0e0", "#228833", "-"),
    "literature": ("#f5f5f5", "#777777", (0, (4, 2))),  # type: ignore[dict-item]
    "yours": ("#fbe9d7", "#cc6600", (0, (1, 1))),  # type: ignore[dict-item]
}
_WORDS = {
    "paper": "of the paper",
    "derived": "proved here",
    "literature": "cited",
    "yours": "yours, not in the catalogue",
}


def statement_graph(label: str) -> Graph:
    """The statement and everything that its proof uses, down to cited results."""
    top = entry(label)
    nodes: dict[str, GraphNode] = {}
    edges: dict[tuple[str, str], None] = {}

    def visit(about: Any) -> None:
        if about.qualified in nodes:
            return
        nodes[about.qualified] = GraphNode(about.label, about.title, about.provenance, bool(about.statement.hidden))
        for used in about.uses:
            below = entry(used, about.theory)
            edges[about.qualified, below.qualified] = None
            visit(below)

    visit(top)
    return Graph(top.label, top.title, nodes, tuple(edges))


def route_graph(derivation: Derivation) -> Graph:
    """The steps of a route: an edge to every earlier step whose conclusion a step uses."""
    keys = {step: f"{number}" for number, step in enumerate(derivation.steps)}
    nodes = {}
    edges = []
    for step in derivation.steps:
        s = step.statement
        title = s.title + (" (for every i)" if step.each else "")
        nodes[keys[step]] = GraphNode(s.label, title, s.provenance if is_catalogued(s) else "yours", bool(s.hidden))
        edges += [(keys[step], keys[before]) for before in derivation.predecessors(step)]
    return Graph(derivation.name, derivation.title, nodes, tuple(edges))


#: Inches: from box to box across, from row to row, half the height of a box with its margin.
_BOX, _ROW, _HALF = 1.75, 0.92, 0.29


def graph_figure(graph: Graph, title: str = "", style: str = "screen") -> Any:
    """Boxes with label and title, arrows to what is used; the fill says whose statement it is."""
    form = style_of(style)
    with settings_of(form):
        from matplotlib.patches import FancyBboxPatch, PathPatch
        from matplotlib.path import Path

        layout = layered(list(graph.nodes), list(graph.edges))
        scale = form.size / 9
        wide = max(scale * _BOX * (layout.width + 0.15) + 0.2, form.width)
        height = scale * _ROW * layout.depth + 1.0
        figure, axes = sheet(form, title or f"{graph.name}: {graph.title}", height=height)
        figure.set_figwidth(wide)
        for route in layout.routes.values():
            vertices: list[tuple[float, float]] = []
            codes: list[Any] = []
            for (x0, y0), (x1, y1) in pairwise((x * _BOX, -y * _ROW) for x, y in route):
                top, bottom = y0 - _HALF, y1 + _HALF  # bends only between the rows: beside a box an edge is straight
                vertices += [(x0, top), (x0, (top + bottom) / 2), (x1, (top + bottom) / 2), (x1, bottom)]
                codes += [Path.LINETO if codes else Path.MOVETO, *[Path.CURVE4] * 3]
            axes.add_patch(PathPatch(Path(vertices, codes), fill=False, edgecolor="#888888", linewidth=0.8, zorder=1))
            axes.plot(*vertices[-1], marker="v", color="#888888", markersize=4 * scale, zorder=1)
        for key, node in graph.nodes.items():
            x, y = layout.places[key]
            fill, border, dash = ORIGINS[node.origin]
            box = FancyBboxPatch(
                (x * _BOX - 0.79, -y * _ROW - 0.25),
                1.58,
                0.5,
                boxstyle="round,pad=0.02,rounding_size=0.06",
                facecolor=fill,
                edgecolor=border,
                linestyle=dash,
                linewidth=2.0 if node.hidden else 1.0,
                zorder=2,
            )
            axes.add_patch(box)
            lines = textwrap.wrap(node.title, 30)
            short = lines if len(lines) <= 2 else [lines[0], lines[1][:27] + "…"]
            size = min(form.size - 1.6, scale * 1.5 * 72 / (0.66 * len(node.label)))
            axes.text(
                x * _BOX,
                -y * _ROW + 0.13,
                node.label,
                ha="center",
                va="center",
                fontsize=size,
                fontweight="bold",
                zorder=3,
            )
            axes.text(
                x * _BOX,
                -y * _ROW - 0.09,
                "\n".join(short),
                ha="center",
                va="center",
                fontsize=form.size - 2.6,
                linespacing=1.05,
                zorder=3,
            )
        middle, half = (layout.width - 1) * _BOX / 2, (wide - 0.2) / scale / 2
        axes.set_xlim(middle - half, middle + half)
        axes.set_ylim(-(layout.depth - 0.5) * _ROW, 0.45 * _ROW)
        axes.axis("off")
        _legend(axes, graph, form.size)
    return figure


def _legend(axes: Any, graph: Graph, size: float) -> None:
    from matplotlib.patches import Patch

    there = {node.origin for node in graph.nodes.values()}
    shown = [
        Patch(facecolor=fill, edgecolor=border, linestyle=dash, label=_WORDS[origin])
        for origin, (fill, border, dash) in ORIGINS.items()
        if origin in there
    ]
    if any(node.hidden for node in graph.nodes.values()):
        shown.append(Patch(facecolor="white", edgecolor="black", linewidth=2, label="has unspecified constants"))
    axes.legend(
        handles=shown, loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=4, frameon=False, fontsize=size - 1.5
    )
