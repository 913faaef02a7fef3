"""Every kind of figure against a picture that somebody looked at.

The data is made up, so that a picture changes only if the drawing does. Pictures are compared as means over blocks of
4 x 4 pixels, so that the smoothing of edges does not count. To look at new ones and keep them:
REPLCALC_WRITE_REFERENCES=1 pytest tests/output/test_reference_images.py
"""

import io
import os
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from flint import fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.output.plots.canvas import settings_of
from replcalc.output.plots.graph import Graph, GraphNode, graph_figure
from replcalc.output.plots.marks import divergence_figure, methods_figure, rounds_figure, waterfall_figure
from replcalc.output.plots.regions import regions, regions_figure
from replcalc.output.plots.samples import curves, samples_figure
from replcalc.planning.result import Status
from replcalc.problems.composition.tradeoff import Point, Tradeoff

matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra: plot)")

FOLDER = Path(__file__).parent / "references"
DPI = 40
#: Largest mean difference of blocks, of 255 grey levels, that counts as the same picture.
TOLERANCE = 0.4
#: The version of matplotlib that drew the references; two minor versions around it draw alike.
DRAWN_BY = (3, 11)


def row(method, samples, status="certified", best=False, **inputs):
    return {"method": method, "status": status, "samples": samples, "best": best, "command": "compose", **inputs}


def sampled(bend=1):
    rows = []
    for j in range(13):
        k = 10 ** (j / 2)
        figures = {"direct": 300 * k, "separate": 500 + 2 * k**1.6 * bend, "naive": 100 if k <= 100 else None}
        best = min((v, n) for n, v in figures.items() if v)[1]
        rows += [
            row(n, None if v is None else int(v), best=n == best, k=str(int(k)), rho="0.1") for n, v in figures.items()
        ]
        rows += [row("paper", int(2e4 * k**1.1), "applies", k=str(int(k)), rho="0.1")]
        rows += [row("private", int(1e9 * k**2), "applies", k=str(int(k)), rho="0.1")]  # far above: named, not drawn
        rows += [row("lower bound", int(2 + k**0.9), "lower bound", k=str(int(k)), rho="0.1")]
    return rows


def samples(style="screen", bend=1):
    return samples_figure(
        curves(sampled(bend), "k"), "Composing k algorithms", "rho = 0.1; assumed: rho0 = 0.0001", style
    )


def where(x, y):
    return "naive" if x * y <= 1e-2 else "separate" if x * y**0.5 < 0.7 else "direct" if y < 0.25 else ""


def regional():
    grid = [(1.6**i, 1e-4 * 1.7**j) for i in range(16) for j in range(16)]
    return [row(where(x, y) or "direct", 100, best=bool(where(x, y)), k=repr(x), rho0=repr(y)) for x, y in grid]


def result(method, samples, rounds, polynomial=False):
    return SimpleNamespace(
        method=method,
        samples=samples,
        rounds_log10=rounds,
        polynomial=polynomial,
        certified=method != "paper",
        applicable=True,
        vacuous=False,
        status=Status("vacuous" if method == "private" else "applies" if method == "paper" else "certified"),
    )


def rounds():
    alone = [Point(result("separate", 83_300, 0, True)), Point(result("direct", 269_000, 306.0))]
    groups = [
        Point(result("grouped", 300_000_000 // g, 3 + g / 4), "squared votes", g) for g in (1, 2, 4, 8, 16, 32, 64)
    ]
    return rounds_figure(Tradeoff((*alone, *groups), fmpq(10**9), 24.0), "Samples against rounds", "k = 1,000")


def methods():
    results = [
        result("separate", 83_300, 0),
        result("direct", 269_000, 306),
        result("paper", 10**18, 306),
        result("private", 10**19, 306),
    ]
    found = SimpleNamespace(
        results=results,
        lower_bound=SimpleNamespace(samples=900),
        unit="samples",
        runnable=lambda r: r.method == "separate",
    )
    return methods_figure(found, "Ways", "at one point")


def waterfall():
    sizes = {"paper": 10**18, "explicit": 5 * 10**22, "conditioning": 5 * 10**21, "direct": 269_000, "separate": 83_300}
    stages = [
        SimpleNamespace(name=n, samples=s, result=SimpleNamespace(certified=n != "paper")) for n, s in sizes.items()
    ]
    saved = {j: fmpq(stages[j - 1].samples, stages[j].samples) for j in range(1, len(stages))}
    chart = SimpleNamespace(stages=stages, saved=saved.get, goal=SimpleNamespace(k=1000, rho=fmpq(1, 100)))
    return waterfall_figure(chart, subtitle="assumed: rho0 = 0.0001")


def divergence():
    exact = Enclosure.exactly
    points = [
        SimpleNamespace(epsilon=fmpq(j, 8), delta=Enclosure(fmpq(1, 5 * 4**j), fmpq(1, 4**j))) for j in range(1, 12)
    ]
    other = {"epsilon_star": exact(fmpq(17)), "delta_star": exact(fmpq(1, 40))}
    het = SimpleNamespace(method="het", applicable=True, value=other.get)
    return divergence_figure(SimpleNamespace(details={"curve": points}), "A curve", "20 algorithms", others=[het])


def graph():
    origins = {
        "thm:top": "paper",
        "lm:left": "paper",
        "lm:right": "derived",
        "lm:cited": "literature",
        "lm:deep": "paper",
    }
    nodes = {n: GraphNode(n, f"What {n} says about things", o, hidden=n == "lm:right") for n, o in origins.items()}
    edges = (
        ("thm:top", "lm:left"),
        ("thm:top", "lm:right"),
        ("lm:left", "lm:deep"),
        ("lm:right", "lm:deep"),
        ("thm:top", "lm:cited"),
        ("lm:deep", "lm:cited"),
    )
    return graph_figure(Graph("thm:top", "The theorem", nodes, edges))


FIGURES = {
    "samples": samples,
    "samples-paper": lambda: samples("paper"),
    "regions": lambda: regions_figure(regions(regional(), "k", "rho0"), "The way with the fewest samples", "rho = 0.1"),
    "rounds": rounds,
    "methods": methods,
    "waterfall": waterfall,
    "curve": divergence,
    "graph": graph,
}


def png(figure):
    target = io.BytesIO()
    with settings_of(figure.replcalc_style):
        figure.savefig(target, dpi=DPI, format="png", metadata={"Software": None})
    return target.getvalue()


def blocks(data):
    """Grey levels from 0 to 255 as means over 4 x 4 pixels."""
    from matplotlib.image import imread

    pixels = 255 * imread(io.BytesIO(data), format="png")[..., :3].mean(axis=2)
    high, wide = (4 * (n // 4) for n in pixels.shape)
    return pixels[:high, :wide].reshape(high // 4, 4, wide // 4, 4).mean(axis=(1, 3))


def difference(first, second):
    a, b = blocks(first), blocks(second)
    return 255.0 if a.shape != b.shape else float(np.abs(a - b).mean())


def reference(name):
    return (FOLDER / f"{name}.png").read_bytes()


pytestmark = pytest.mark.skipif(
    matplotlib.__version_info__[0] != DRAWN_BY[0] or abs(matplotlib.__version_info__[1] - DRAWN_BY[1]) > 2,
    reason=f"the references were drawn by matplotlib {DRAWN_BY[0]}.{DRAWN_BY[1]}, here is {matplotlib.__version__}",
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", FIGURES)
def test_the_picture_is_the_one_that_was_looked_at(name):
    drawn = png(FIGURES[name]())
    if os.environ.get("REPLCALC_WRITE_REFERENCES"):
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{name}.png").write_bytes(drawn)
    assert difference(drawn, reference(name)) <= TOLERANCE


def test_a_changed_curve_is_detected():
    """Half as many samples more on one of five curves: a line that moves by three pixels of 220."""
    assert difference(png(samples(bend=1.5)), reference("samples")) > 1.2 * TOLERANCE
    assert difference(png(samples("paper")), reference("samples")) > 10 * TOLERANCE


def test_pictures_differ_from_each_other():
    names = list(FIGURES)
    for number, name in enumerate(names):
        assert all(difference(reference(name), reference(other)) > 5 * TOLERANCE for other in names[number + 1 :])


def test_ways_can_be_told_apart_in_grey():
    """Where colours are gone, dashes and markers remain: no two lines of the picture share both."""
    from matplotlib.lines import Line2D

    lines = [line for line in samples().axes[0].get_lines() if len(line.get_xdata()) > 2]
    looks = {(str(line.get_marker()), str(Line2D.get_linestyle(line)), str(line._dash_pattern)) for line in lines}
    assert len(lines) == 5 and len(looks) == 5
