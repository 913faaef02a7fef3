"""``replcalc waterfall``."""

import pytest

GOAL = ("--n", "100x50", "--rho", "0.05", "--beta0", "1e-6")


def test_json(replcalc):
    data = replcalc("waterfall", *GOAL, "--format", "json").json()
    stages = {s["stage"]: s for s in data["stages"]}
    assert list(stages) == [
        "paper",
        "paper-tuned",
        "explicit",
        "conditioning",
        "total variation",
        "squared votes",
        "direct",
        "separate",
    ]
    assert [s["certified"] for s in data["stages"]] == [False] * 2 + [True] * 6
    assert stages["paper"]["hidden_constants"] and not stages["direct"]["hidden_constants"]
    for before, after in (
        ("explicit", "conditioning"),
        ("conditioning", "total variation"),
        ("total variation", "squared votes"),
    ):
        factor = float(stages[after]["factor_saved"]["lower"])
        assert factor == pytest.approx(stages[before]["samples"] / stages[after]["samples"]) and factor > 2
    assert data["side_by_side"]["applicable"] and data["side_by_side"]["samples"] == 100


def test_text_says_what_each_stage_does(replcalc):
    out = replcalc("waterfall", *GOAL).out
    for words in ("derived:lemma-e", "without loss", "squared votes", "placeholders", "Side by side 100 samples"):
        assert words in " ".join(out.split())
    assert "does not apply" in replcalc("waterfall", "--n", "100x50", "--rho", "0.05", "--rho0", "0.3").out


def test_the_first_line_is_the_answer(replcalc):
    """What is best is certified and can be run: 10^23 rounds cannot, whatever they would save."""
    data = replcalc("waterfall", *GOAL, "--format", "json").json()["stages"]
    factor = data[0]["samples"] / data[-1]["samples"]
    first, second, *_ = replcalc("waterfall", *GOAL).out.splitlines()
    assert first.startswith("Samples: from 2.76145e18 (paper, vacuous) to 100 (separate, certified)")
    said = " ".join((first, second)).split(" times fewer")[0].split()[-1]
    assert float(said) == pytest.approx(factor, rel=1e-5)
    few = replcalc("waterfall", "--n", "100x50", "--rho", "0.05", "--rho0", "0.3").out.splitlines()[0]
    assert few == "Samples: 320,847,400 (separate, certified); paper does not apply"


@pytest.mark.exhaustive
@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_plot(replcalc, tmp_path, suffix):
    pytest.importorskip("matplotlib")
    files = [tmp_path / f"{name}.{suffix}" for name in "ab"]
    for file in files:
        done = replcalc("waterfall", *GOAL, "--plot", str(file))
        assert done.code == 0 and file.stat().st_size > 2000
    assert files[0].read_bytes() == files[1].read_bytes(), "the same chart twice"
    assert sorted(tmp_path.iterdir()) == sorted(files), "no temporary file is left"


def test_plot_paths_are_checked_first(replcalc, tmp_path):
    for path in ("chart.gif", str(tmp_path / "nowhere" / "chart.svg")):
        done = replcalc("waterfall", *GOAL, "--plot", path)
        assert done.code == 2 and "--plot" in done.err and not done.out
