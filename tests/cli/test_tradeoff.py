"""``--tradeoff`` and ``--plot`` of ``compose`` and ``queries``."""

import importlib.util

import pytest

COMPOSE = ("compose", "--n", "100x6", "--rho", "0.1", "--rho0", "0.05", "--beta0", "1e-6", "--route", "separate")
QUERIES = ("queries", "--k", "6", "--alpha", "0.1", "--rho", "0.1", "--beta", "1e-3", "--crossings", "none")


@pytest.mark.parametrize("command", [COMPOSE, QUERIES])
def test_points_only_when_asked_for(replcalc, command):
    assert "tradeoff" not in replcalc(*command, "--format", "json").json()
    points = replcalc(*command, "--tradeoff", "--format", "json").json()["tradeoff"]
    assert [p["group"] for p in sorted(points, key=lambda p: p["group"] or 0) if p["curve"]] == [1, 2, 4, 6]
    assert all(p["certified"] and p["samples"] > 0 for p in points)
    assert any(p["best_for_its_rounds"] for p in points) and not all(p["best_for_its_rounds"] for p in points)
    assert {p["route"] for p in points if p["polynomial"] and not p["curve"]} >= {
        "separate" if command is COMPOSE else "rounding"
    }


def test_max_rounds_divides_the_points(replcalc):
    points = replcalc(*COMPOSE, "--tradeoff", "--max-rounds", "20", "--format", "json").json()["tradeoff"]
    inside = {p["group"]: p["within_max_rounds"] for p in points}
    assert inside[None] and inside[1] and not inside[6]


def test_text(replcalc):
    assert "Samples against rounds" in replcalc(*COMPOSE, "--tradeoff").out
    assert "Samples against rounds" not in replcalc(*COMPOSE).out


@pytest.mark.exhaustive
@pytest.mark.parametrize(("command", "suffix"), [(COMPOSE, "svg"), (COMPOSE, "pdf"), (QUERIES, "png")])
def test_plot(replcalc, tmp_path, command, suffix):
    pytest.importorskip("matplotlib")
    files = [tmp_path / f"{name}.{suffix}" for name in "ab"]
    for file in files:
        done = replcalc(*command, "--plot", str(file), "--format", "json")
        assert done.code == 0 and file.stat().st_size > 2000 and done.json()["tradeoff"]
    assert files[0].read_bytes() == files[1].read_bytes(), "the same picture twice"
    assert sorted(tmp_path.iterdir()) == sorted(files), "no temporary file is left"
    if suffix == "svg":
        drawn = files[0].read_text()
        for words in ("separate", "squared votes, in groups of g", "max-rounds"):
            assert words in drawn


@pytest.mark.parametrize("command", [COMPOSE, QUERIES])
def test_places_are_refused_before_anything_is_computed(replcalc, tmp_path, monkeypatch, command):
    def never(*_: object, **__: object) -> None:
        raise AssertionError("computed before the place was checked")

    monkeypatch.setattr("replcalc.api.compose", never)
    monkeypatch.setattr("replcalc.api.queries", never)
    (tmp_path / "folder.svg").mkdir()
    for path in ("curve.gif", str(tmp_path / "nowhere" / "curve.svg"), str(tmp_path / "folder.svg")):
        done = replcalc(*command, "--plot", path)
        assert done.code == 2 and "--plot" in done.err and not done.out


def test_a_missing_matplotlib_says_how_to_install_it(replcalc, tmp_path, monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *a: None if name == "matplotlib" else find(name, *a))
    done = replcalc(*COMPOSE, "--plot", str(tmp_path / "curve.svg"))
    assert done.code == 2 and "replcalc[plot]" in done.err and not list(tmp_path.iterdir())


def test_there_is_no_curve_where_something_else_is_unknown(replcalc):
    done = replcalc(*COMPOSE[:3], "--samples", "5000", "--route", "separate", "--tradeoff")
    assert done.code == 2 and "--tradeoff" in done.err and not done.out
