"""0 answered, 1 not attainable as asked or a check failed, 2 wrong usage, 3 not comparable, 70 a fault of ours."""

import pytest

RUN = (
    "--columns",
    "a",
    "--range",
    "0,1",
    "--alpha",
    "0.45",
    "--rho",
    "0.6",
    "--beta",
    "0.2",
    "--plan",
    "--format",
    "json",
)


@pytest.mark.parametrize(
    "words",
    [
        ("compose", "--n", "100,200", "--rho", "0.1"),
        ("queries", "--k", "3", "--alpha", "0.1", "--rho", "0.1"),
        ("verify", "main.fifth-power"),
        ("prove", "x^2 >= 0", "--on", "x in [0, 1]"),
        ("glossary", "rho"),
        ("run",),
    ],
)
def test_answered(replcalc, words):
    done = replcalc(*words)
    assert done.code == 0 and done.out and not done.err


@pytest.mark.parametrize(
    "words",
    [
        ("compose", "--n", "100x1000", "--rho", "0.1"),  # nothing is promised
        ("compose", "--n", "100x10", "--rho", "0.1", "--beta", "1e-9"),  # nothing meets it
        ("compose", "--n", "100,200", "--rho", "0.1", "--route", "binary"),  # the way that was named does not apply
        ("prove", "x^2 >= 1", "--on", "x in [0, 1]"),  # refuted
        ("simulate", "threshold-votes", "--cases", "2", "--weaken", "0.01"),  # a bound that was weakened is broken
    ],
)
def test_not_attainable_or_a_check_failed(replcalc, words):
    done = replcalc(*words)
    assert done.code == 1 and done.out


@pytest.mark.parametrize(
    "words",
    [
        ("compose", "--n", "100", "--rho", "2"),
        ("compose", "gone.toml"),
        ("nonsense",),
        ("queries", "--k", "3", "--unknown", "1"),
        ("run", "--compare", "gone.json", "gone.json"),
    ],
)
def test_wrong_usage(replcalc, words):
    done = replcalc(*words)
    assert (done.code, done.out) == (2, "") and len(done.err.splitlines()) == 1


def test_receipts_that_cannot_be_compared(replcalc, tmp_path):
    """It was 2, as if the command line were wrong."""
    rows = replcalc("run", "means", *RUN).json()["plan"]["samples"]
    data = tmp_path / "a.csv"
    data.write_text("a\n" + "0.5\n" * rows, encoding="utf-8")
    for seed in ("one", "two"):
        made = ("run", "means", str(data), *RUN[:-3], "--seed", seed, "--receipt", str(tmp_path / f"{seed}.json"))
        assert replcalc(*made).code == 0
    one, two = (str(tmp_path / f"{seed}.json") for seed in ("one", "two"))
    assert replcalc("run", "--compare", one, one).code == 0
    done = replcalc("run", "--compare", one, two, "--format", "json")
    assert done.code == 3 and done.json()["verdict"] == "not comparable"


def test_a_fault_of_ours(replcalc, monkeypatch):
    monkeypatch.setattr("replcalc.cli.main.cli.invoke", lambda *_: 1 / 0)
    assert replcalc("glossary").code == 70
