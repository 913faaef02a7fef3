"""What a person types who reads no manual: extreme, odd and wrong values. Every test says what once broke."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.mark.exhaustive
def test_a_million_problems_to_a_tiny_rho(replcalc: Run) -> None:
    """Prefix sums in balls too coarse to hold them were cut into a million pieces: minutes instead of a second."""
    done = replcalc("compose", "--n", "100x1000000", "--rho", "1e-300", "--route", "paper-tuned", "--format", "json")
    assert done.code == 1 and done.json()["best"] is None  # a million algorithms at 1e-3 promise nothing
    quantities = done.json()["methods"]["paper-tuned"]["quantities"]
    assert Fraction(quantities["rho"]["upper"]) <= Fraction(1, 10**300)
    assert Fraction(quantities["rho"]["lower"]) > Fraction(999999, 10**306)  # c is the largest that works


@pytest.mark.parametrize("route", ["paper", "paper-tuned"])
def test_a_constant_outside_its_range_is_refused(replcalc: Run, route: str) -> None:
    """--c 1e300 ended in a traceback (route explicit) or in "20 digits are not certain" after seconds (route paper)."""
    done = replcalc("compose", "--n", "100,200", "--rho", "0.1", "--route", route, "--c", "1e300")
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


@pytest.mark.parametrize("text", ["100,,200", ",100", "100,,", ",", "100;,200"])
def test_a_forgotten_entry_is_refused(replcalc: Run, text: str) -> None:
    """100,,200 (a script with an empty variable) silently meant two problems."""
    done = replcalc("compose", "--n", text, "--rho", "0.1", "--route", "side-by-side")
    assert (done.code, done.out) == (2, "")
    assert f"--n: '{text}'" in done.err
    assert "is empty" in done.err


@pytest.mark.parametrize("text", ["100,200", "100,200,", " 100 ; 200 ", "100 200", "100,\t200 ,"])
def test_separators_a_person_may_use(replcalc: Run, text: str) -> None:
    done = replcalc("compose", "--n", text, "--rho", "0.1", "--route", "side-by-side", "--format", "json")
    assert done.code == 0
    assert done.json()["inputs"]["k"] == 2


def test_a_bad_run_length_names_the_run(replcalc: Run) -> None:
    """5x0 was reported as '0', which nobody typed."""
    for text in ("5x0", "5x1e99", "5x1000000001"):
        done = replcalc("compose", "--n", f"100,{text}", "--rho", "0.1")
        assert done.code == 2
        assert f"--n: '{text}'" in done.err
        assert "length from 1 to 1000000000" in done.err


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("compose", "--rho", "0.1"), "--n"),
        (("compose", "--n", "100"), "--rho"),
        (("pg-compose", "--eps", "0.1"), "--delta"),
        (("plan", "means", "--k", "3", "--rho", "0.1"), "--alpha"),
        (("plan", "choose", "--k", "3", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.1"), "--options"),
        (("lower-bound", "--k", "3", "--rho", "0.1"), "--tau"),
        (("boost", "best-arm", "--rho", "0.1", "--alpha", "0.1", "--beta", "0.1"), "--arms"),
    ],
)
def test_a_missing_option_is_called_missing(replcalc: Run, words: tuple[str, ...], option: str) -> None:
    """A missing option was reported as the empty value '' that "is not allowed"."""
    done = replcalc(*words)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"replcalc: {option} is missing; expected ")
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize(
    "setting", ["C_pg=0", "C_pg=-1", "delta_small=0", "p_pg=-1", "p_pg=1e300", "p_pg=nan", "C_pg=", "C_pg", "=1"]
)
def test_hidden_constants_must_make_sense(replcalc: Run, setting: str) -> None:
    """Zero and negative constants gave samples of zero or less; p_pg=1e300 "20 digits are not certain" after seconds."""
    done = replcalc("compose", "--n", "100,200", "--rho", "0.1", "--route", "paper", "--set", setting)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("replcalc: --set")
    assert "expected" in done.err


def test_an_exponent_of_zero_leaves_the_logarithm_out(replcalc: Run) -> None:
    done = replcalc(
        *["compose", "--n", "100,200", "--rho", "0.1", "--route", "paper-tuned", "--set", "p_pg=0", "--format", "json"]
    )
    found = done.json()["methods"]["paper-tuned"]["quantities"]
    leading = Fraction(found["samples_leading"]["upper"])
    assert 0 <= found["samples"] - leading < 1  # C_pg = 1: the leading order, rounded up


def test_constants_of_the_simple_composition_must_be_positive(replcalc: Run) -> None:
    """c2=0 was answered with "20 digits are not certain even at 462848 bits of precision"."""
    done = replcalc(
        *[
            "pg-compose",
            "--eps",
            "0.01x10",
            "--delta",
            "1e-9",
            "--delta-prime",
            "1e-6",
            "--variant",
            "simple",
            "--set",
            "c2=0",
        ]
    )
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("replcalc: --set c2: '0' is not allowed; expected a number > 0")


def test_a_failure_goal_beyond_floats(replcalc: Run) -> None:
    """In units of rho, failures below 1e-300 underflowed: too few strings were chosen, and the search ran half a minute."""
    samples = []
    for exponent in (300, 320, 1000):
        line = "compose --n 100,200 --rho 0.1 --rho0 0.01 --route joint --format json"
        done = replcalc(*line.split(), "--beta0", f"1e-{exponent + 20}", "--beta", f"1e-{exponent}")
        assert done.code == 0, done.err
        quantities = done.json()["methods"]["joint"]["quantities"]
        assert 0 < Fraction(quantities["beta"]["upper"]) <= Fraction(1, 10**exponent)
        samples.append(quantities["samples"])
    assert samples == sorted(samples)


@pytest.mark.parametrize(("option", "value"), [("--rho", "1e-300"), ("--beta", "1e-300"), ("--alpha", "1e-300")])
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


@pytest.mark.exhaustive
@pytest.mark.parametrize(("rounds", "rho"), [("1e40", "0.01"), ("10", "1e-300")])
def test_lower_bound_with_a_tiny_share_per_round(replcalc: Run, rounds: str, rho: str) -> None:
    """Many rounds or a tiny rho: equal shares asked to divide by 1 - 1, and both lower bounds were lost with them."""
    done = replcalc("lower-bound", "--k", rounds, "--tau", "0.1", "--rho", rho, "--format", "json")
    assert done.code == 0, done.err
    found = done.json()["methods"]["sharp"]["quantities"]
    assert 0 < Fraction(found["m_real"]["lower"]) <= found["m_sharp"]


def test_the_optimal_split_keeps_the_conditions_of_its_problem(replcalc: Run) -> None:
    """The search gave the replicable part more than the 1/2 up to which it is known: exit 1 where the paper's is fine."""
    words = ("boost", "pac-finite", "--class-size", "100", "--rho", "0.999", "--alpha", "0.1", "--beta", "1e-6")
    methods = replcalc(*words, "--format", "json").json()["methods"]
    paper, optimal = (methods[split]["quantities"] for split in ("paper", "optimal"))
    assert Fraction(optimal["rho1"]["upper"]) <= Fraction(1, 2)
    assert optimal["n_new"] <= paper["n_new"]


@pytest.mark.parametrize(("option", "value"), [("--rho", "1e-300"), ("--rho", "1e-1000"), ("--alpha", "1e-300")])
def test_boost_at_extreme_values(replcalc: Run, option: str, value: str) -> None:
    """Floats that overflowed or underflowed ended it, or the crossing was not certified and everything was lost."""
    options = {"--d": "100", "--rho": "0.1", "--alpha": "0.1", "--beta": "1e-6"} | {option: value}
    words = ["boost", "pac-thresholds", *(word for pair in options.items() for word in pair)]
    done = replcalc(*words, "--split", "paper", "--format", "json")
    assert done.code in (0, 1), done.err
    assert done.json()["methods"]["paper"]["quantities"]["n_new"] > 0
    refused = replcalc(*words, "--split", "optimal")
    assert (refused.code, refused.out) == (2, "")
    assert "optimal" in refused.err


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "words",
    [
        ("plan", "means", "--k", "10", "--alpha", "1e-1001", "--rho", "0.1", "--beta", "0.1"),
        ("plan", "choose", "--k", "10", "--options", "1e1001", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.1"),
        ("boost", "pac-littlestone", "--d", "1e1001", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.1"),
        ("lower-bound", "--k", "1e1001", "--tau", "0.1", "--rho", "0.01"),
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


# -- numbers beyond floats, and faults of this program -----------------------------------------------------------------
def test_a_tiny_rho0_in_groups(replcalc: Run) -> None:
    """rho0 = 1e-1000 was made a float by its numerator and its denominator: a traceback."""
    done = replcalc("compose", "--n", "100x3", "--rho", "0.0379", "--rho0", "1e-1000", "--format", "json")
    assert done.code == 0
    ordinary = replcalc("compose", "--n", "100x3", "--rho", "0.0379", "--rho0", "1e-200", "--format", "json")
    grouped = [answer.json()["methods"]["joint"]["quantities"]["samples"] for answer in (done, ordinary)]
    assert grouped[0] <= grouped[1]


def test_more_rounds_than_a_float_holds(replcalc: Run) -> None:
    """--k 1e400 ended with a traceback; the bound grows with the square of k, as it does within floats."""
    words = ("--tau", "0.2499", "--rho", "0.707", "--format", "json")
    bounds = []
    for k in ("1e400", "1e300"):
        done = replcalc("lower-bound", "--k", k, *words)
        assert done.code == 0
        bounds.append(done.json()["methods"]["tight"]["quantities"]["m_tight"])
    ratio = Fraction(bounds[0], bounds[1] * 10**200)
    assert abs(ratio - 1) < Fraction(1, 10**6)


def test_a_power_of_ten_that_no_float_holds(replcalc: Run) -> None:
    """10^(1e400) sampling rounds were a traceback where the answer was shown; later the search for noise ended in one."""
    words = ("boost", "best-arm", "--rho", "0.1", "--alpha", "0.1", "--beta", "0.01", "--arms")
    done = replcalc(*words, "1e400")
    assert done.code == 0 and "certified" in done.out and "no random search" in done.out


@pytest.mark.parametrize("rho", ["0.71", "0.72", "0.75"])
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


# -- small faults ------------------------------------------------------------------------------------------------------
def test_an_accuracy_that_is_not_used_is_read_all_the_same(replcalc: Run) -> None:
    """--alpha -inf was accepted where epsilon is the accuracy."""
    words = ("boost", "heavy-hitters", "--rho", "0.1", "--beta", "0.01", "--nu", "0.1", "--epsilon", "0.01", "--alpha")
    done = replcalc(*words, "-inf")
    assert done.code == 2 and "--alpha" in done.err
    assert replcalc(*words, "0.2").code == 0


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


def test_a_test_beyond_floats_is_refused(replcalc: Run) -> None:
    """The square of the standard deviations was an OverflowError."""
    done = replcalc("plan", "test", "--low", "0.2", "--high", "0.3", "--rho", "1e-1000", "--beta", "0.01")
    assert (done.code, done.out) == (2, "") and "--rho" in done.err
