"""A layered drawing of an acyclic graph: who is above whom, in which order, and the bends of long edges.

After Sugiyama: layers by the longest path from the top, long edges cut by bends (one in each layer they pass), orders
by the mean place of the neighbours, swept down and up. Pure Python: a site may use the places without matplotlib.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

Key = Hashable
Edge = tuple[Key, Key]

#: Sweeps of the ordering; the crossings settle long before.
_SWEEPS = 24


@dataclass(frozen=True)
class Layout:
    """``places``: (x, layer) of each node, x from 0 to ``width`` - 1; ``routes``: the points that each edge passes."""

    places: Mapping[Key, tuple[float, int]]
    routes: Mapping[Edge, tuple[tuple[float, int], ...]]
    width: float
    depth: int


def layered(nodes: Sequence[Key], edges: Sequence[Edge]) -> Layout:
    """Edges point down: from what uses to what is used. The graph must be acyclic."""
    layer = _layers(nodes, edges)
    rows: list[list[Key]] = [[] for _ in range(max(layer.values(), default=-1) + 1)]
    for node in nodes:
        rows[layer[node]].append(node)
    chains: dict[Edge, list[Key]] = {}
    below: dict[Key, list[Key]] = {}
    above: dict[Key, list[Key]] = {}
    for edge in edges:
        start, end = edge
        bends: list[Key] = [("bend", edge, level) for level in range(layer[start] + 1, layer[end])]
        for bend in bends:
            rows[bend[2]].append(bend)  # type: ignore[index]
        chains[edge] = [start, *bends, end]
        for upper, lower in pairwise(chains[edge]):
            below.setdefault(upper, []).append(lower)
            above.setdefault(lower, []).append(upper)
    _order(rows, below, above)
    x = _places(rows, below, above)
    level = {node: number for number, row in enumerate(rows) for node in row}
    routes = {edge: tuple((x[node], level[node]) for node in chain) for edge, chain in chains.items()}
    places = {node: (x[node], level[node]) for node in nodes}
    width = max((place for place, _ in places.values()), default=0.0) + 1
    return Layout(places, routes, width, len(rows))


def _layers(nodes: Sequence[Key], edges: Sequence[Edge]) -> dict[Key, int]:
    """The longest path from a node that nobody uses."""
    users: dict[Key, list[Key]] = {node: [] for node in nodes}
    for start, end in edges:
        users[end].append(start)
    found: dict[Key, int] = {}
    waiting: set[Key] = set()

    def depth(node: Key) -> int:
        if node not in found:
            if node in waiting:
                raise ValueError("the graph has a cycle")
            waiting.add(node)
            found[node] = 1 + max((depth(user) for user in users[node]), default=-1)
        return found[node]

    return {node: depth(node) for node in nodes}


def _order(rows: list[list[Key]], below: Mapping[Key, list[Key]], above: Mapping[Key, list[Key]]) -> None:
    best, fewest = [list(row) for row in rows], _crossings(rows, below)
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        neighbours = above if down else below
        for number in range(1, len(rows)) if down else range(len(rows) - 2, -1, -1):
            beside = {node: place for place, node in enumerate(rows[number - 1 if down else number + 1])}
            middle = {}
            for own, node in enumerate(rows[number]):
                near = [beside[n] for n in neighbours.get(node, ()) if n in beside]
                middle[node] = sum(near) / len(near) if near else float(own)
            rows[number].sort(key=middle.__getitem__)
        found = _crossings(rows, below)
        if found < fewest:
            best, fewest = [list(row) for row in rows], found
    rows[:] = best


def _crossings(rows: Sequence[Sequence[Key]], below: Mapping[Key, list[Key]]) -> int:
    total = 0
    for upper, lower in pairwise(rows):
        place = {node: n for n, node in enumerate(lower)}
        ends = [place[end] for node in upper for end in sorted(below.get(node, ()), key=lambda e: place[e])]
        total += sum(1 for i, a in enumerate(ends) for b in ends[i + 1 :] if a > b)
    return total


def _places(
    rows: Sequence[Sequence[Key]], below: Mapping[Key, list[Key]], above: Mapping[Key, list[Key]]
) -> dict[Key, float]:
    """Near the mean of the neighbours, at least one apart (a bend: a quarter), in the order of the row."""
    x = {node: float(n) for row in rows for n, node in enumerate(row)}
    for _ in range(30):
        for row in rows:
            wished = []
            for node in row:
                near = [x[n] for n in (*above.get(node, ()), *below.get(node, ()))]
                wished.append(sum(near) / len(near) if near else x[node])
            for node, place in zip(row, apart(wished, _offsets(row)), strict=True):
                x[node] = place
    left = min(x.values(), default=0.0)
    return {node: place - left for node, place in x.items()}


def _offsets(row: Sequence[Key]) -> list[float]:
    """How far each node of a row is at least from the first."""
    offsets = [0.0]
    for left, right in pairwise(row):
        offsets.append(offsets[-1] + (_room(left) + _room(right)) / 2)
    return offsets


def apart(wished: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """The least squares places in that order, neighbours at least as far apart as their offsets.

    Those that would be too close are pooled around the mean of their wishes.
    """
    blocks: list[list[float]] = []  # mean, count
    for wish, offset in zip(wished, offsets, strict=True):
        blocks.append([wish - offset, 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (a, m), (b, n) = blocks[-2], blocks[-1]
            blocks[-2:] = [[(a * m + b * n) / (m + n), m + n]]
    base = [mean for mean, count in blocks for _ in range(int(count))]
    return [mean + offset for mean, offset in zip(base, offsets, strict=True)]


def _room(node: Key) -> float:
    return 0.35 if isinstance(node, tuple) and node and node[0] == "bend" else 1.0
