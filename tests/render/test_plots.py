"""Figures: what is drawn, where, and that it is the same picture every time."""

import re
from itertools import pairwise

import pytest

pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra: plot)")

import replcalc
from replcalc.numbers.errors import InputError
from replcalc.render.plots.canvas import log_axis, looks, stacked, svg
from replcalc.render.plots.curves import curves
from replcalc.render.plots.graph import graph_figure, route_graph, statement_graph
from replcalc.render.plots.layers import layered
from replcalc.render.plots.regions import regions


def row(way, samples, status="certified", best=False, **inputs):
    return {"way": way, "status": status, "samples": samples, "best": best, **inputs}


# -- labels and axes ---------------------------------------------------------------------------------------------------
def test_labels_are_moved_apart_and_no_further():
    assert stacked([1.0, 5.0], 1) == [1.0, 5.0]
    assert stacked([5.0, 5.0, 1.0], 1) == [4.5, 5.5, 1.0]
    placed = stacked([0.0, 0.1, 0.2, 3.0], 1)
    assert placed == pytest.approx([-0.9, 0.1, 1.1, 3.0])


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (-0.2, 3.1, ["$10^{0}$", "$10^{1}$", "$10^{2}$", "$10^{3}$"]),
        (0, 39, ["$10^{0}$", "$10^{5}$", "$10^{10}$", "$10^{15}$", "$10^{20}$", "$10^{25}$", "$10^{30}$", "$10^{35}$"]),
        (-2.05, -1.0, ["$10^{-2}$", "$10^{-1}$"]),
        (2.2, 2.9, ["200", "300", "500", "700"]),
    ],
)
def test_ticks_are_powers_of_ten_or_round_numbers(low, high, shown):
    from matplotlib.figure import Figure

    axis = Figure().subplots().xaxis
    log_axis(axis, low, high)
    assert [text.get_text() for text in axis.get_ticklabels()] == shown


def test_every_way_has_its_own_look():
    names = ["direct", "separate", "naive", "cosine", "of-a-pack", "another", "explicit"]
    found = looks(names)
    for part in ("colour", "marker", "dash"):
        assert len({str(getattr(look, part)) for look in found.values()}) == len(names)
    assert looks(["direct"])["direct"] == found["direct"], "the same in every picture"


# -- rows to curves ----------------------------------------------------------------------------------------------------
def test_crossings_of_straight_lines_are_where_the_lines_meet():
    rows = [row(way, y, best=y == min(a, b), k=str(k)) for k, a, b in ((1, 10, 1000), (10, 100, 1000), (1000, 10_000, 1000)) for way, y in (("a", a), ("b", b))]
    found = curves(rows, "k")
    (crossing,) = found.crossings
    assert (crossing.winner, crossing.loser) == ("b", "a")
    assert crossing.x == pytest.approx(2) and crossing.y == pytest.approx(3)


def test_equals_do_not_overtake():
    """The ranking may name another of two equal ways first: that is no crossing."""
    rows = [row("a", 10, best=True, k="1"), row("b", 10, k="1"), row("a", 20, k="9"), row("b", 20, best=True, k="9")]
    assert curves(rows, "k").crossings == ()
    rows += [row("a", 50, k="90"), row("b", 30, best=True, k="90")]
    assert curves(rows, "k").crossings == (), "equal, then better: best all along"
    rows[1] = row("b", 11, k="1")
    (crossing,) = curves(rows, "k").crossings
    assert (crossing.winner, crossing.loser, crossing.x) == ("b", "a", pytest.approx(0.9542, abs=1e-3))


def test_what_is_not_certified_crosses_nothing():
    rows = [row("a", 10, k="1"), row("p", 100, "applies", k="1"), row("a", 1000, k="9"), row("p", 1, "applies", k="9")]
    rows += [row("lower bound", 2, "lower bound", k="1"), row("x", None, "does not apply", k="1")]
    found = curves(rows, "k")
    assert found.crossings == () and found.bound.points == ((0.0, pytest.approx(0.30103)),)
    assert {c.name: c.certified for c in found.curves} == {"a": True, "p": False}


def test_a_second_input_that_varies_is_named():
    rows = [row("a", 10, k="1", rho="0.1"), row("a", 10, k="2", rho="0.2")]
    with pytest.raises(InputError, match=r"one value of rho \(such as rho=0\.1"):
        curves(rows, "k")
    with pytest.raises(InputError, match="an input of the sweep: k, rho"):
        curves(rows, "alpha")


def test_regions_follow_the_best_way():
    rows = [row(way, 1, best=way == best, k=k, rho0=r) for k, r, best in (("1", "0.1", "a"), ("1", "0.2", "b"), ("9", "0.1", "a"), ("9", "0.2", "")) for way in "ab"]
    found = regions(rows, "k", "rho0")
    assert found.winners == {(0, 0): "a", (0, 1): "b", (1, 0): "a"}
    with pytest.raises(InputError, match="two inputs"):
        regions(rows[:4], "k", "rho0")


# -- graphs ------------------------------------------------------------------------------------------------------------
def test_layers_point_down_and_nothing_overlaps():
    edges = [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("a", "d"), ("x", "c")]
    found = layered(list("abcdx"), edges)
    level = {node: place[1] for node, place in found.places.items()}
    assert level == {"a": 0, "x": 0, "b": 1, "c": 1, "d": 2}
    for row_ in range(3):
        places = sorted(x for x, y in found.places.values() if y == row_)
        assert all(b - a >= 1 - 1e-9 for a, b in pairwise(places))
    assert [y for _, y in found.routes["a", "d"]] == [0, 1, 2], "a long edge has a bend in every row"
    with pytest.raises(ValueError, match="cycle"):
        layered(list("ab"), [("a", "b"), ("b", "a")])


def test_graphs_hold_what_the_catalogue_says():
    graph = statement_graph("lm:pg_compose_het")
    labels = {node.label for node in graph.nodes.values()}
    assert {"lm:pg_compose_het", "lm:azuma", "lm:help_kasi"} <= labels and "thm:main" not in labels
    drawn = svg(graph_figure(graph))
    assert all(label in drawn for label in labels)
    assert {node.label for node in route_graph(replcalc.derive("direct")).nodes.values()} >= {"derived:raced-votes"}


def test_inline_svg_is_one_element_and_the_same_twice():
    first, second = (svg(graph_figure(statement_graph("lm:azuma")), label='a "graph"') for _ in range(2))
    assert first == second and first.startswith("<svg ") and first.endswith("</svg>")
    assert 'role="img" aria-label="a &quot;graph&quot;"' in first and "<?xml" not in first
    assert not re.search(r"<script|xlink:href=\"http", first)
