"""What a person types who reads no manual: extreme, odd and wrong values. Every test says what once broke."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


def test_a_constant_outside_its_range_is_refused(replcalc: Run) -> None:
    """--c 1e300 ended in a traceback (route explicit) or in "20 digits are not certain" after seconds (route paper)."""
    done = replcalc("compose", "--n", "100,200", "--rho", "0.1", "--route", "paper", "--c", "1e300")
    assert (done.code, done.out) == (2, "")
    assert "--c: '1e300'" in done.err


@pytest.mark.parametrize("option", ["--format", "--nonsense"])
def test_a_very_long_value_gives_a_short_line(replcalc: Run, option: str) -> None:
    """A million characters came back as an error line of a million characters; control characters as they were."""
    done = replcalc("compose", "--n", "100", "--rho", "0.1", f"{option}=\x1b[31m" + "1" * 10**6)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert len(done.err) < 1100
    assert option in done.err
    assert "\x1b" not in done.err


@pytest.mark.parametrize("text", ["100,,200", ",100", "100,,"])
def test_a_forgotten_entry_is_refused(replcalc: Run, text: str) -> None:
    """100,,200 (a script with an empty variable) silently meant two problems."""
    done = replcalc("compose", "--n", text, "--rho", "0.1", "--route", "side-by-side")
    assert (done.code, done.out) == (2, "")
    assert f"--n: '{text}'" in done.err
    assert "is empty" in done.err


@pytest.mark.parametrize("setting", ["C_pg=0", "p_pg=-1", "p_pg=1e300", "p_pg=nan", "C_pg"])
def test_hidden_constants_must_make_sense(replcalc: Run, setting: str) -> None:
    """Zero and negative constants gave samples of zero or less; p_pg=1e300 "20 digits are not certain" after seconds."""
    done = replcalc("compose", "--n", "100,200", "--rho", "0.1", "--route", "paper", "--set", setting)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("replcalc: --set")
    assert "expected" in done.err


def test_a_failure_goal_beyond_floats(replcalc: Run) -> None:
    """In units of rho, failures below 1e-300 underflowed: too few strings were chosen, and the search ran half a minute."""
    samples = []
    for exponent in (300, 1000):
        line = "compose --n 100,200 --rho 0.1 --rho0 0.01 --route joint --format json"
        done = replcalc(*line.split(), "--beta0", f"1e-{exponent + 20}", "--beta", f"1e-{exponent}")
        assert done.code == 0, done.err
        quantities = done.json()["methods"]["joint"]["quantities"]
        assert 0 < Fraction(quantities["beta"]["upper"]) <= Fraction(1, 10**exponent)
        samples.append(quantities["samples"])
    assert samples == sorted(samples)


@pytest.mark.parametrize(("option", "value"), [("--rho", "1e-300"), ("--alpha", "1e-300")])
def test_queries_at_extreme_values(replcalc: Run, option: str, value: str) -> None:
    """A share of the accuracy rounded to 1, a float that underflowed to 0 and an n_0 beyond 128 bits each ended it; the
    lower bound at a tiny rho took minutes, and an accuracy held in 53 bits missed its failure probability."""
    options = {"--k": "10", "--alpha": "0.1", "--rho": "0.1", "--beta": "0.01"} | {option: value}
    words = [word for pair in options.items() for word in pair]
    done = replcalc("plan", "means", *words, "--format", "json")
    assert done.code == 0, done.err
    methods = done.json()["methods"]
    for name in ("rounding", "cosine"):
        assert methods[name]["applicable"], (name, methods[name]["reason"])
    alpha, rho, beta = (Fraction(options[o]) for o in ("--alpha", "--rho", "--beta"))
    quantities = methods["rounding"]["quantities"]
    assert Fraction(quantities["rho_achieved"]["upper"]) <= rho
    assert Fraction(quantities["beta_achieved"]["upper"]) <= beta
    assert Fraction(quantities["width"]["upper"]) <= 2 * alpha


def test_the_optimal_split_keeps_the_conditions_of_its_problem(replcalc: Run) -> None:
    """The search gave the replicable part more than the 1/2 up to which it is known: exit 1 where the paper's is fine."""
    words = ("boost", "pac-finite", "--class-size", "100", "--rho", "0.999", "--alpha", "0.1", "--beta", "1e-6")
    methods = replcalc(*words, "--format", "json").json()["methods"]
    paper, optimal = (methods[split]["quantities"] for split in ("paper", "optimal"))
    assert Fraction(optimal["rho1"]["upper"]) <= Fraction(1, 2)
    assert optimal["n_new"] <= paper["n_new"]


def test_boost_at_extreme_values(replcalc: Run) -> None:
    """Floats that overflowed or underflowed ended it, or the crossing was not certified and everything was lost."""
    words = ["boost", "pac-thresholds", "--d", "100", "--rho", "0.1", "--alpha", "1e-300", "--beta", "1e-6"]
    done = replcalc(*words, "--split", "paper", "--format", "json")
    assert done.code in (0, 1), done.err
    assert done.json()["methods"]["paper"]["quantities"]["n_new"] > 0
    refused = replcalc(*words, "--split", "optimal")
    assert (refused.code, refused.out) == (2, "")
    assert "optimal" in refused.err


@pytest.mark.parametrize(
    "words",
    [
        ("plan", "means", "--k", "10", "--alpha", "1e-1001", "--rho", "0.1", "--beta", "0.1"),
        ("compose", "--n", "100", "--rho", "1e-5001"),
        ("compose", "--n", "100", "--rho", "0.1", "--digits", "2001"),
    ],
)
def test_values_that_would_take_minutes_are_refused(replcalc: Run, words: tuple[str, ...]) -> None:
    """These ran for half a minute and more, or ended with "digits are not certain" without naming an option."""
    done = replcalc(*words)
    assert (done.code, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    assert "is not allowed; expected" in done.err
    assert any(option in done.err for option in words if option.startswith("--"))


def test_more_rounds_than_a_float_holds(replcalc: Run) -> None:
    """--k 1e400 ended with a traceback; the bound grows with the square of k, as it does within floats."""
    done = replcalc("lower-bound", "--k", "1e400", "--tau", "0.2499", "--rho", "0.707", "--format", "json")
    assert done.code == 0
    assert 10**796 < done.json()["methods"]["tight"]["quantities"]["m_tight"] < 10**804


def test_a_power_of_ten_that_no_float_holds(replcalc: Run) -> None:
    """10^(1e400) sampling rounds were a traceback where the answer was shown; later the search for noise ended in one."""
    words = ("boost", "best-arm", "--rho", "0.1", "--alpha", "0.1", "--beta", "0.01", "--arms")
    done = replcalc(*words, "1e400")
    assert done.code == 0 and "certified" in done.out and "no random search" in done.out


@pytest.mark.parametrize("rho", ["0.71", "0.72"])
def test_a_flat_bound_does_not_hide_the_valley_beside_it(replcalc: Run, rho: str) -> None:
    """From 0.72 on "20 digits are not certain even at 462848 bits": the search sat where rho <= 1 says nothing, and took
    10^15 strings and 10^19 samples; at 0.71 it took 10^15 strings for 8 samples."""
    line = "compose --n 1,4x5 --rho0 0.02 --beta0 1e-8 --beta 0.99 --route joint --format json"
    done = replcalc(*line.split(), "--rho", rho)
    assert done.code == 0
    found = done.json()["methods"]["joint"]["quantities"]
    assert found["samples"] == 8 and found["J"] < 10**9


def test_a_fault_of_ours_has_an_exit_code_of_its_own(replcalc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was Python's 1, which says "not attainable", and a traceback."""
    monkeypatch.setattr("replcalc.cli.main.cli.invoke", lambda *_: 1 / 0)
    done = replcalc("show")
    assert (done.code, done.out) == (70, "")
    assert len(done.err.splitlines()) == 1
    assert "please report it" in done.err and "ZeroDivisionError: division by zero" in done.err


def test_python_does_not_warn_of_a_query(replcalc: Run, tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    """--query 'x=1and a' leaked a SyntaxWarning of Python's."""
    (tmp_path / "data.csv").write_text("a\n" + "0.5\n" * 20)
    words = ("--range", "0,2", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.01", "--seed", "s")
    done = replcalc("run", "means", str(tmp_path / "data.csv"), "--query", "x=1and a", *words)
    assert done.code in (1, 2) and "Warning" not in done.err
    assert not [w for w in recwarn if issubclass(w.category, SyntaxWarning)]


def test_many_sizes_of_thousands_of_digits_are_refused(replcalc: Run) -> None:
    """1e4000x1000000000 took 97 seconds, and 1e4000x1000 a traceback: a guess was a float."""
    done = replcalc("compose", "--n", "1e4000x1000000000", "--rho", "0.1")
    assert (done.code, done.out) == (2, "") and "--n" in done.err and "1000 digits" in done.err
    assert replcalc("compose", "--n", "1e4000x3", "--rho", "0.1", "--route", "votes").code == 0
