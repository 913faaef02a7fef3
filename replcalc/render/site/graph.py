"""The graph of uses as SVG: who uses whom, coloured by status; every node leads to its page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from replcalc.render.plots.layers import layered
from replcalc.render.site.book import STATUS, Book

#: Size of a node and of the grid it stands on: layers go from left to right.
_WIDTH, _HEIGHT, _ACROSS, _DOWN = 196, 24, 256, 33


def graph_svg(book: Book, around: str = "") -> str:
    """Every statement that uses another or is used, left what uses, right what is used; or the neighbours of one."""
    edges = [(name, other) for name in book.entries for other in book.uses(name)]
    if around:
        near = {name for edge in edges if around in edge for name in edge}
        edges = [edge for edge in edges if around in edge or near >= {*edge}]
    lines, boxes, below, depth = [], [], 0.0, 0
    for nodes in components(edges):
        layout = layered([name for name in book.entries if name in nodes], [e for e in edges if e[0] in nodes])
        for (start, end), route in layout.routes.items():
            points = [(20 + layer * _ACROSS, 20 + (below + x) * _DOWN + _HEIGHT / 2) for x, layer in route]
            ends = f'data-from="{escape(str(start))}" data-to="{escape(str(end))}"'
            lines.append(f'<path class="edge" {ends} d="{_curve(points)}"/>')
        for name, (x, layer) in layout.places.items():
            boxes.append(_node(book, str(name), below + x, layer, around))
        below, depth = below + layout.width + 0.5, max(depth, layout.depth)
    width, height = (depth - 1) * _ACROSS + _WIDTH + 40, below * _DOWN + 40
    named = "" if around else 'id="graph" '
    return (
        f'<svg {named}class="graph" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="group" aria-label="Which statement uses which">'
        f"<g>{''.join(lines)}</g><g>{''.join(boxes)}</g></svg>"
    )


def components(edges: Sequence[tuple[str, str]]) -> list[set[str]]:
    """The parts that hang together, the largest first: each is drawn by itself."""
    found: list[set[str]] = []
    for edge in edges:
        touched = [part for part in found if part & {*edge}]
        found = [part for part in found if not part & {*edge}] + [{*edge}.union(*touched)]
    return sorted(found, key=len, reverse=True)


def _curve(points: Sequence[tuple[float, float]]) -> str:
    """From the right edge of the first node through the bends to the left edge of the last."""
    (x, y), *rest = points
    path = [f"M{x + _WIDTH:.0f} {y:.0f}"]
    x += _WIDTH
    for number, (a, b) in enumerate(rest):
        middle = (x + a) / 2
        path.append(f"C{middle:.0f} {y:.0f} {middle:.0f} {b:.0f} {a:.0f} {b:.0f}")
        x, y = a, b
        if number < len(rest) - 1:
            x += _WIDTH
            path.append(f"H{x:.0f}")
    return "".join(path)


def _node(book: Book, name: str, place: float, layer: int, around: str) -> str:
    """A box; in the whole graph (``around`` nobody) it has its label as its address."""
    x, y = 20 + layer * _ACROSS, 20 + place * _DOWN
    about, marks = book.entries[name], book.marks(name)
    kind = " ".join((about.provenance, *(mark.split()[0] for mark in marks[1:]), *(["lit"] if name == around else [])))
    named = "" if around else f'id="{escape(name)}" '
    text = name if len(name) <= 25 else name[:23] + "…"
    told = f"{about.title} ({about.kind}; {', '.join(marks)})"
    signs = []
    if "erratum" in marks:
        signs.append(f'<circle class="sign erratum" cx="{x + _WIDTH - 7}" cy="{y}" r="5"/>')
    if "theorem in Coq's kernel" in marks:
        signs.append(f'<circle class="sign kernel" cx="{x + 7}" cy="{y}" r="5"/>')
    if "witnessed" in marks or "partly witnessed" in marks:
        signs.append(f'<circle class="sign witnessed" cx="{x + _WIDTH - 7}" cy="{y + _HEIGHT}" r="4"/>')
    return (
        f'<a href="{escape(book.address(name) or "")}" {named}class="node {kind}" data-name="{escape(name)}" '
        f'data-x="{x:.0f}" data-y="{y:.0f}">'
        f"<title>{escape(told)}</title>"
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{_WIDTH}" height="{_HEIGHT}" rx="5"/>'
        f'<text x="{x + 8:.0f}" y="{y + 16.5:.1f}">{escape(text)}</text>{"".join(signs)}</a>'
    )


def legend() -> str:
    """What the colours and signs mean."""
    kinds = [f'<li><span class="swatch {kind}"></span>{escape(told)}</li>' for kind, told in STATUS.items()]
    kinds += [
        '<li><span class="swatch paper hidden"></span>dashed: hidden constants</li>',
        '<li><span class="dot kernel"></span>theorem checked by Coq\'s kernel</li>',
        '<li><span class="dot erratum"></span>erratum</li>',
        '<li><span class="dot witnessed"></span>some or all of its bounds witnessed by a simulator</li>',
    ]
    return f'<ul class="legend">{"".join(kinds)}</ul>'
