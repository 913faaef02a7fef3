"""``replcalc queries`` and ``replcalc choose`` from outside."""

from fractions import Fraction

import pytest

QUERIES = ("queries", "--k", "50", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.001")
ARMS = ("choose", "--k", "10", "--arms", "5", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.001")


def test_queries_json(replcalc):
    result = replcalc(*QUERIES, "--format", "json")
    assert result.code == 0, result.err
    data = result.json()
    assert data["inputs"]["k"] == 50 and data["certified"]
    assert {"rounding", "cosine", "paper", "paper-tuned"} <= set(data["routes"])
    best = data["routes"][data["best"]]
    assert best["certified"] and best["quantities"]["samples"] == data["quantities"]["best_samples"]
    for route in data["routes"].values():
        if route["applicable"]:
            assert isinstance(route["quantities"]["samples"], int)
            assert route["certified"] == (not route["hidden_constants"])
        else:
            assert route["reason"]
    assert isinstance(data["quantities"]["n0"], int)
    assert float(data["quantities"]["c"]["upper"]) < 0.5
    assert 0 < float(data["quantities"]["beta0"]["lower"]) < 1e-6


def test_choose_json(replcalc):
    data = replcalc(*ARMS, "--format", "json").json()
    assert data["best"] == "softmax-joint" and data["best_runnable"] == "softmax-joint"
    assert "C_arm_previous" in [h["name"] for h in data["routes"]["paper"]["hidden_constants"]]
    assert data["unit"] == "samples per option"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("args", [QUERIES, ARMS])
@pytest.mark.parametrize("output_format", ["text", "csv", "markdown", "latex"])
def test_formats(replcalc, args, output_format):
    result = replcalc(*args, "--format", output_format)
    assert result.code == 0 and "rounding" in result.out and "certified" in result.out


def test_theorem_out_of_its_range_is_said(replcalc):
    result = replcalc("queries", "--k", "5", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.2")
    assert result.code == 0 and "does not apply" in result.out and "beta < rho" in result.out


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("queries", "--k", "0", *QUERIES[3:]), "--k"),
        (("queries", "--k", "1e10", *QUERIES[3:]), "--k"),
        (("queries", "--k", "5", "--rho", "0.1"), "--alpha"),
        (("queries", "--k", "5", "--alpha", "1", "--rho", "0.1", "--beta", "0.1"), "--alpha"),
        ((*QUERIES, "--set", "C_nothing=2"), "--set"),
        (("choose", "--k", "5", "--arms", "1", *ARMS[5:]), "--arms"),
        (("choose", "--k", "5", *ARMS[5:]), "--arms"),
    ],
)
def test_refusals(replcalc, args, named):
    result = replcalc(*args)
    assert result.code == 2 and result.out == "" and named in result.err
    assert len(result.err.strip().splitlines()) == 1


def test_lower_bound_in_json(replcalc):
    data = replcalc(*QUERIES, "--format", "json").json()
    assert data["lower_bound"]["statement"] == "derived:cube-field"
    assert 1000 < data["lower_bound"]["samples"] <= data["quantities"]["best_samples"]


def test_queries_from_available_samples(replcalc):
    """By rounding one needs k gap/width <= rho: with the answer's own width the samples are spent, not exceeded."""
    args = ("queries", "--k", "3", "--alpha", "0.1", "--beta", "0.05", "--samples", "5000", "--format", "json")
    data = replcalc(*args).json()
    assert data["inputs"]["rho"] is None and data["solve"]["unknown"] == "rho"
    for method, found in data["solve"]["methods"].items():
        if found["value"] is not None:
            assert data["routes"][method]["quantities"]["samples"] <= 5000
    both = replcalc("queries", "--k", "3", "--alpha", "0.1", "--beta", "0.05", "--rho", "0.1", "--samples", "5000")
    assert both.code == 2 and "--rho" in both.err


def test_grid_noise_and_split_of_the_accuracy_are_in_a_table(replcalc):
    """What is published around the means, against the figures of the ways."""
    args = ("queries", "--k", "7", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.01")
    routes = replcalc(*args, "--format", "json").json()["routes"]
    table = replcalc(*args, "--table", "what-is-published-around-the-sample-means", "--format", "csv").out.splitlines()
    rows = {line.split(",")[0]: line.split(",")[1:] for line in table[1:]}
    for method, key in (("rounding", "lambda"), ("cosine", "a")):
        share = float(Fraction(routes[method]["quantities"][key]["exact"])) * (0.1 if key == "lambda" else 1)
        width, published, sampled = rows[method]
        assert float(width) == pytest.approx(2 * share) and float(published) == pytest.approx(share)
        assert float(sampled) == pytest.approx(0.1 - share, rel=1e-6)
    assert "What is published around the sample means" in replcalc(*args, "--all").out


def test_choices_tell_the_total(replcalc):
    args = ("choose", "--k", "3", "--arms", "4", "--alpha", "0.2", "--rho", "0.2", "--beta", "0.05")
    each = replcalc(*args, "--format", "json").json()["answer"]["samples"]
    assert f"one pass over {12 * each:,} samples, {each:,} of each of 12 arms" in " ".join(replcalc(*args).out.split())


@pytest.mark.parametrize(("words", "half"), [(QUERIES[:-2], 0.05), (ARMS[:-2], 0.05)])
def test_half_of_rho_is_assumed_where_no_beta_is_typed(replcalc, words, half):
    told = replcalc(*words).out
    assert "beta = rho/2 = 0.05" in told
    data = replcalc(*words, "--format", "json").json()
    assert data["assumed"]["beta"]["value"]["exact"] == "1/20" and float(data["inputs"]["beta"]["upper"]) == half
    typed = replcalc(*words, "--beta", "1/20", "--format", "json").json()
    assert "beta" not in typed["assumed"] and typed["answer"]["samples"] == data["answer"]["samples"]


def test_what_is_assumed_moves_with_what_is_solved_for(replcalc):
    """Where rho was sought, beta stayed half of the rho that stood in for it."""
    words = ("queries", "--k", "5", "--alpha", "0.1", "--samples", "20000", "--format", "json")
    data = replcalc(*words).json()
    rho = Fraction(data["solve"]["methods"][data["answer"]["method"]]["value"]["exact"])
    assert Fraction(data["assumed"]["beta"]["value"]["exact"]) == rho / 2
    copies = replcalc("compose", "--n", "100", "--rho", "0.1", "--solve", "k", "--format", "json").json()
    k = copies["solve"]["value"]
    assert Fraction(copies["assumed"]["beta"]["value"]["exact"]) == 2 * k * Fraction(1, 1000), "it was that of k = 1"


@pytest.mark.parametrize("k", [1, 3, 40])
def test_queries_and_the_plan_of_a_run_agree(replcalc, k):
    """run planned cosine noise where queries said rounding."""
    promise = ("--alpha", "0.1", "--rho", "0.1", "--beta", "0.01")
    told = replcalc("queries", "--k", str(k), *promise, "--format", "json").json()["answer"]
    columns = ",".join(f"c{i}" for i in range(k))
    plan = replcalc(
        "run", "means", "--plan", "--columns", columns, "--range", "0,1", *promise, "--format", "json"
    ).json()["plan"]
    screen = replcalc("run", "means", "--plan", "--columns", columns, "--range", "0,1", *promise).out
    assert screen.startswith(f"RUN {told['method']}: ") and screen.splitlines()[0].endswith("certified")
    assert plan["method"] == told["method"] and told["samples"] <= plan["samples"] <= told["samples"] * (1 + 1e-6) + 1
    steps = replcalc("queries", "--k", str(k), *promise, "--recipe", "--format", "json").json()["recipe"]
    assert steps["method"] == told["method"], "the recipe was that of another way"


def test_time_is_told_by_what_takes_it(replcalc):
    """2.6e11 samples were 'polynomial, 0.1 s': the pass over the data was forgotten."""
    told = " ".join(replcalc("queries", "--k", "1000", "--alpha", "0.01", "--rho", "0.01").out.split())
    samples = replcalc("queries", "--k", "1000", "--alpha", "0.01", "--rho", "0.01", "--format", "json")
    values = samples.json()["answer"]["samples"] * 1000
    years = values * 4e-7 / 31_557_600
    assert years > 1 and f"({years:.3g} years at 0.4 us each), nothing sampled" in told.replace("e+0", "e")


def test_where_nothing_is_found_nothing_is_assumed_of_it(replcalc):
    """beta = rho/2 = 0.25 was told of a rho that nobody had found."""
    done = replcalc("queries", "--k", "100", "--alpha", "0.1", "--samples", "1000")
    assert done.code == 1 and "rho/2" not in done.out


def test_what_does_not_apply_says_why_in_words(replcalc):
    """rho_achieved <= rho_target REFUTED (300, 0.01)."""
    words = ("compose", "--n", "100x1000", "--rho", "0.01", "--rho0", "0.3", "--beta0", "1e-6", "--route", "naive")
    told = " ".join(replcalc(*words, "--route", "paper").out.split())
    assert "needs rho reached <= rho asked, but has 300 against 0.01" in told
    assert "needs rho0 <= 1/10000, but has 0.3 against 0.0001" in told
