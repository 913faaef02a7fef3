"""Pictures: what is drawn, what is left out and said, and files that are the same twice."""

import pytest

import replcalc
from replcalc.numbers.errors import InputError
from replcalc.output.plots.canvas import SUFFIXES
from replcalc.output.plots.graph import arrange_layers, build_statement_graph
from replcalc.output.plots.samples import build_curves, draw_samples
from replcalc.planning.method import names
from replcalc.statements.catalogue import entry


def row(method, k, samples, status="certified", rounds=0.0, best=False, **more):
    found = {
        "point": k,
        "command": "compose",
        "k": str(k),
        "method": method,
        "status": status,
        "samples": samples,
        "best": best,
    }
    return (
        found
        | {"runs": 1, "rounds_log10": rounds, "rho_upper": None, "beta_upper": None, "solved": None, "reason": "why"}
        | more
    )


ROWS = [
    *(row("votes", k, 10 * k * k, best=k < 100) for k in (1, 10, 100)),
    *(row("joint", k, 1000 * k, rounds=0 if k < 100 else 12, best=k == 100) for k in (1, 10, 100)),
    *(row("paper", k, 10**15 * k, status="conditional") for k in (1, 10, 100)),
    row("privacy", 1, None, status="not applicable"),
    row("lower bound", 1, 2, status="lower bound"),
]


def test_curves_hold_every_method_or_say_why_not():
    found = build_curves(ROWS, "k")
    assert {curve.name for curve in found.curves} == {"votes", "joint", "paper"}
    assert set(found.missing) == {"privacy"} and found.bound is not None
    assert [curve.runnable for curve in found.curves if curve.name == "joint"] == [True, False]
    assert found.crossings == ((2.0, 5.0, "joint"),)


def test_a_picture_names_what_is_far_above_and_draws_it_on_request():
    figure = draw_samples(build_curves(ROWS, "k"), "title")
    assert "paper" in figure.axes[0].get_xlabel()
    assert not any("paper" in line.get_label() for line in figure.axes[0].lines)
    everything = draw_samples(build_curves(ROWS, "k"), "title", all_=True)
    assert any("paper" in line.get_label() for line in everything.axes[0].lines)


def test_an_empty_picture_is_an_error():
    with pytest.raises(InputError):
        build_curves([row("privacy", 1, None, status="not applicable")], "k")


def test_a_second_input_that_varies_is_named():
    with pytest.raises(InputError, match="rho"):
        build_curves([row("votes", 1, 5, rho="0.1"), row("votes", 2, 5, rho="0.2")], "k")


def test_layers_point_down_and_nodes_stay_apart():
    graph = build_statement_graph("thm:main")
    places = arrange_layers(list(graph.nodes), graph.edges)
    assert all(places[a][1] < places[b][1] for a, b in graph.edges)
    for one, (x, layer) in places.items():
        assert all(abs(x - u) > 0.99 for other, (u, v) in places.items() if other != one and v == layer)


def test_a_graph_holds_what_the_catalogue_says():
    graph = build_statement_graph("thm:main")
    below = {graph.nodes[end].label for start, end in graph.edges if graph.nodes[start].label == "thm:main"}
    assert below == {entry(used).label for used in entry("thm:main").uses}


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_picture_is_the_same_twice(tmp_path, suffix):
    method = names("composition")[0]
    given = {"vary": {"k": "1,10"}, "n": "100", "rho": "0.1", "methods": [method]}
    for name in ("one", "two"):
        replcalc.plot("samples", "compose", output=tmp_path / f"{name}{suffix}", **given)
    assert (tmp_path / f"one{suffix}").read_bytes() == (tmp_path / f"two{suffix}").read_bytes()


def test_a_method_that_misses_only_an_assumed_beta_is_drawn_at_its_own():
    rows = [
        row("votes", 1, 10, assumed="beta0 = 0.001; beta = 0.002", best=True),
        row("paper", 1, 10**15, status="misses target", beta_upper="0.5", reason=None, assumed="beta = 0.002"),
        row("tuned", 1, 10**15, status="misses target", beta_upper="0.5", reason=None, beta="0.002"),
        row("privacy", 1, 10**15, status="vacuous", beta_upper="16", reason=None, beta0="0.001"),
    ]
    found = build_curves(rows, "k")
    assert {curve.name: curve.certified for curve in found.curves} == {"votes": True, "paper": False}
    assert "16 at k = 1" in found.missing["privacy"] and "beta0" in found.missing["privacy"]
