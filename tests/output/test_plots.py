"""Figures: what is drawn, where, and that it is the same picture every time."""

import re
from itertools import pairwise

import pytest

pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra: plot)")

import replcalc
from replcalc.numbers.errors import InputError
from replcalc.output.plots.canvas import COLOURS, DASHES, MARKERS, log_axis, looks, stacked, svg
from replcalc.output.plots.graph import graph_figure, route_graph, statement_graph
from replcalc.output.plots.layers import layered
from replcalc.output.plots.marks import methods_figure
from replcalc.output.plots.regions import Regions, refined, regions, regions_figure
from replcalc.output.plots.samples import curves, samples_figure


def row(method, samples, status="certified", best=False, **inputs):
    return {"method": method, "status": status, "samples": samples, "best": best, **inputs}


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
    names = ["direct", "separate", "naive", "cosine", "of-a-pack", "another", "paper"]
    found = looks(names)
    for part in ("colour", "marker", "dash"):
        assert len({str(getattr(look, part)) for look in found.values()}) == len(names)
    assert looks(["direct"])["direct"] == found["direct"], "the same in every picture"


def test_no_two_ways_of_a_question_share_a_colour():
    from replcalc.planning.registry import kinds, names

    for kind in kinds():
        found = looks(names(kind))
        assert len({look.colour for look in found.values()}) == len(found), kind


def test_every_look_is_another():
    assert len(set(COLOURS)) == len(set(MARKERS)) == len(set(map(str, DASHES))) == len(COLOURS) == 20


# -- what is drawn ----------------------------------------------------------------------------------------------------------
def theory():
    """direct can be run up to k = 10, separate always; paper lies far above, private near but on placeholders."""
    rows = []
    for k in (1, 10, 100):
        rows += [
            row("direct", 200 * k, k=str(k), rounds_log10=0.5 if k <= 10 else 30.0),
            row("separate", 100 * k * k, best=True, k=str(k)),
        ]
        rows += [row("paper", 10**20 * k, "conditional", k=str(k)), row("private", 10**4 * k, "conditional", k=str(k))]
    return rows


def words_of(figure):
    from matplotlib.text import Text

    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


def test_what_can_be_run_is_drawn_and_theory_is_faint():
    """35 powers of ten pressed what can be run into the bottom quarter."""
    found = curves(theory(), "k")
    assert {(c.name, c.runnable, len(c.points)) for c in found.curves if c.name == "direct"} == {
        ("direct", True, 2),
        ("direct", False, 1),
    }
    figure = samples_figure(found, "x")
    _, high = figure.axes[0].get_ylim()
    assert high < 8 and any("not drawn, over a thousand times as many: paper" in text for text in words_of(figure))
    faint = [line for line in figure.axes[0].get_lines() if line.get_alpha() == 0.5]
    assert len(faint) == 2 and "direct (theory)" in words_of(figure) and "private (placeholders)" in words_of(figure)
    (direct,) = [line for line in faint if len(line.get_xdata()) == 2]
    assert list(direct.get_xdata()) == [1, 2], "theory goes on where running ends"
    assert words_of(figure).count("direct") == 0, "a way has one name"
    everything = samples_figure(found, "x", everything=True)
    assert everything.axes[0].get_ylim()[1] > 20 and any(text.startswith("paper") for text in words_of(everything))


def test_leaders_do_not_cross_labels():
    """Every leader ends at the left of its own label, and labels stand in the order of the curves."""
    from matplotlib.text import Annotation, Text

    rows = [row(f"way-{n}", 1000 + n, best=n == 0, k=str(k)) for k in (1, 10) for n in range(8)]
    figure = samples_figure(curves(rows, "k"), "x")
    named = [
        text
        for text in figure.findobj(Annotation)
        if text.get_text().startswith("way-") and text.arrow_patch is not None
    ]
    heights = [text.xyann[1] for text in sorted(named, key=lambda text: text.get_text())]
    assert (
        len(named) == 8 and heights == sorted(heights) and all(text.arrowprops["relpos"] == (0, 0.5) for text in named)
    )
    figure.draw_without_rendering()
    boxes = {text: Text.get_window_extent(text) for text in named}  # an annotation counts its leader
    for text in named:
        path = text.arrow_patch.get_path().transformed(text.arrow_patch.get_transform())
        for other, box in boxes.items():
            assert other is text or not path.intersects_bbox(box), (text.get_text(), other.get_text())


def test_a_crossing_of_what_nobody_can_run_is_not_ringed():
    rows = [
        row(method, y, best=method == "a", k=str(k), rounds_log10=r)
        for k, a, b in ((1, 10, 100), (10, 100, 50))
        for method, y, r in (("a", a, 0), ("b", b, 40))
    ]
    assert curves(rows, "k").crossings == ()


def test_regions_are_refined_along_borders_alone():
    asked = []

    def wins(x, y, names):
        asked.append((x, y))
        return "a" if x + y < 1.2 else "b"

    coarse = Regions(
        "k",
        "rho0",
        (0.0, 1.0, 2.0),
        (0.0, 1.0, 2.0),
        {(c, r): "a" if c + r < 1.2 else "b" for c in range(3) for r in range(3)},
        {},
    )
    fine = refined(coarse, wins, (False, False))
    assert fine.xs == (0.0, 0.5, 1.0, 1.5, 2.0) and len(fine.winners) == 25
    assert all(
        fine.winners[c, r] == ("a" if x + y < 1.2 else "b")
        for c, x in enumerate(fine.xs)
        for r, y in enumerate(fine.ys)
    )
    assert 0 < len(asked) < 16 and (1.5, 1.5) not in asked, "not where all agree"
    assert coarse.resolution == "grid of 3 x 3 points" and fine.resolution == "grid of 3 x 3 points, borders at 5 x 5"
    whole = refined(coarse, wins, (True, False))
    assert [round(10**x) for x in whole.xs] == [1, 3, 10, 32, 100]
    assert any("borders at" in text for text in words_of(regions_figure(fine, "x")))


def test_bars_say_what_they_left_out():
    answer = replcalc.compose("100x100", "0.01", beta0="1e-6", routes=["naive", "separate", "paper", "binary"])
    told = " ".join(" ".join(words_of(methods_figure(answer, "x"))).split())
    assert "samples, on a logarithmic scale" in told
    for method in ("paper (vacuous)", "binary (not applicable)"):
        assert method in told


# -- rows to curves ----------------------------------------------------------------------------------------------------
def test_crossings_of_straight_lines_are_where_the_lines_meet():
    rows = [
        row(method, y, best=y == min(a, b), k=str(k))
        for k, a, b in ((1, 10, 1000), (10, 100, 1000), (1000, 10_000, 1000))
        for method, y in (("a", a), ("b", b))
    ]
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
    rows = [
        row("a", 10, k="1"),
        row("p", 100, "conditional", k="1"),
        row("a", 1000, k="9"),
        row("p", 1, "conditional", k="9"),
    ]
    rows += [row("lower bound", 2, "lower bound", k="1"), row("x", None, "not applicable", k="1")]
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
    rows = [
        row(method, 1, best=method == best, k=k, rho0=r)
        for k, r, best in (("1", "0.1", "a"), ("1", "0.2", "b"), ("9", "0.1", "a"), ("9", "0.2", ""))
        for method in "ab"
    ]
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
