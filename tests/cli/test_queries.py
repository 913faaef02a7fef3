"""``replcalc queries`` and ``replcalc arms`` from outside."""

from fractions import Fraction

import pytest

QUERIES = ("queries", "--k", "50", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.001")
ARMS = ("arms", "--k", "10", "--arms", "5", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.001")


def test_queries_json(replcalc):
    result = replcalc(*QUERIES, "--format", "json")
    assert result.code == 0, result.err
    data = result.json()
    assert data["inputs"]["k"] == 50 and data["certified"]
    assert {"naive", "expected-gap", "gaussian", "direct-tuned", "paper", "direct"} <= set(data["routes"])
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
    pairs = {(o["route"], o["overtakes"]) for o in data["overtakes"]}
    assert ("gaussian", "expected-gap") in pairs and ("gaussian", "naive") in pairs


def test_arms_json(replcalc):
    result = replcalc(*ARMS, "--crossings", "none", "--format", "json")
    assert result.code == 0, result.err
    data = result.json()
    assert data["best"] == "softmax-joint" and data["overtakes"] == []
    assert [h["name"] for h in data["routes"]["naive"]["hidden_constants"]] == ["C_arm_previous"]
    assert data["schema"] == "replcalc/3" and data["assumed"] == {} and data["best_runnable"] == "softmax-joint"
    assert data["unit"] == "samples per instance and arm"


@pytest.mark.exhaustive
def test_naive_grows_with_the_square_and_gaussian_does_not(replcalc):
    found = {}
    for k in ("50", "500"):
        data = replcalc("queries", "--k", k, *QUERIES[3:], "--crossings", "none", "--format", "json").json()
        found[k] = {name: route["quantities"].get("samples") for name, route in data["routes"].items()}
    growth = {
        name: found["500"][name] / found["50"][name] for name in ("naive", "expected-gap", "gaussian", "direct-tuned")
    }
    assert growth["naive"] > 100 and 90 < growth["expected-gap"] < 101
    assert 10 < growth["gaussian"] < 14 and 9 < growth["direct-tuned"] < 14


@pytest.mark.sampled(3)
@pytest.mark.parametrize("args", [QUERIES, ARMS])
@pytest.mark.parametrize("output_format", ["text", "csv", "markdown", "latex"])
def test_formats(replcalc, args, output_format):
    result = replcalc(*args, "--crossings", "none", "--format", output_format)
    assert result.code == 0 and "naive" in result.out and "certified" in result.out


def test_theorem_out_of_its_range_is_said(replcalc):
    result = replcalc("queries", "--k", "5", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.2", "--crossings", "none")
    assert result.code == 0 and "does not apply" in result.out and "beta < rho" in result.out


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("queries", "--k", "0", *QUERIES[3:]), "--k"),
        (("queries", "--k", "1e10", *QUERIES[3:]), "--k"),
        (("queries", "--k", "5", "--rho", "0.1"), "--alpha"),
        (("queries", "--k", "5", "--alpha", "1", "--rho", "0.1", "--beta", "0.1"), "--alpha"),
        ((*QUERIES, "--set", "C_nothing=2", "--crossings", "none"), "--set"),
        (("arms", "--k", "5", "--arms", "1", *ARMS[5:]), "--arms"),
        (("arms", "--k", "5", *ARMS[5:]), "--arms"),
    ],
)
def test_refusals(replcalc, args, named):
    result = replcalc(*args)
    assert result.code == 2 and result.out == "" and named in result.err
    assert len(result.err.strip().splitlines()) == 1


def test_lower_bound_in_json(replcalc):
    data = replcalc(*QUERIES, "--crossings", "none", "--format", "json").json()
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
    args = ("queries", "--k", "7", "--alpha", "0.1", "--rho", "0.1", "--beta", "0.01", "--crossings", "none")
    routes = replcalc(*args, "--format", "json").json()["routes"]
    table = replcalc(*args, "--table", "what-is-published-around-the-sample-means", "--format", "csv").out.splitlines()
    rows = {line.split(",")[0]: line.split(",")[1:] for line in table[1:]}
    for method, key in (("rounding", "lambda"), ("expected-gap", "lambda"), ("cosine", "a")):
        share = float(Fraction(routes[method]["quantities"][key]["exact"])) * (0.1 if key == "lambda" else 1)
        width, sigma, published, sampled = rows[method]
        assert not sigma and float(width) == pytest.approx(2 * share) and float(published) == pytest.approx(share)
        assert float(sampled) == pytest.approx(0.1 - share, rel=1e-6)
    width, sigma, published, sampled = rows["gaussian"]
    assert not width and float(sigma) == pytest.approx(
        float(Fraction(routes["gaussian"]["quantities"]["sigma"]["exact"]))
    )
    assert float(published) + float(sampled) == pytest.approx(0.1)
    assert "What is published around the sample means" in replcalc(*args, "--all").out


def test_arms_tell_the_total(replcalc):
    args = (
        "arms",
        "--k",
        "3",
        "--arms",
        "4",
        "--alpha",
        "0.2",
        "--rho",
        "0.2",
        "--beta",
        "0.05",
        "--crossings",
        "none",
    )
    best = replcalc(*args, "--format", "json").json()
    each = best["answer"]["samples"]
    assert f"one pass over {12 * each:,} samples, {each:,} of each of 12 arms" in " ".join(replcalc(*args).out.split())


@pytest.mark.parametrize(("words", "half"), [(QUERIES[:-2], 0.05), (ARMS[:-2], 0.05)])
def test_half_of_rho_is_assumed_where_no_beta_is_typed(replcalc, words, half):
    told = replcalc(*words, "--crossings", "none").out
    assert "assumed: beta = rho/2 = 0.05 (--beta)" in told
    data = replcalc(*words, "--crossings", "none", "--format", "json").json()
    assert data["assumed"]["beta"]["value"]["exact"] == "1/20" and float(data["inputs"]["beta"]["upper"]) == half
    typed = replcalc(*words, "--beta", "1/20", "--crossings", "none", "--format", "json").json()
    assert typed["assumed"] == {} and typed["answer"]["samples"] == data["answer"]["samples"]


def test_what_is_assumed_moves_with_what_is_solved_for(replcalc):
    """Where rho was sought, beta stayed half of the rho that stood in for it."""
    words = ("queries", "--k", "5", "--alpha", "0.1", "--samples", "20000", "--format", "json")
    data = replcalc(*words).json()
    rho = Fraction(data["solve"]["methods"][data["answer"]["method"]]["value"]["exact"])
    assert Fraction(data["assumed"]["beta"]["value"]["exact"]) == rho / 2
    copies = replcalc("compose", "--n", "100", "--rho", "0.1", "--solve", "k", "--format", "json").json()
    k = copies["solve"]["value"]
    assert Fraction(copies["assumed"]["beta"]["value"]["exact"]) == 2 * k * Fraction(1, 1000), "it was that of k = 1"


@pytest.mark.parametrize(("words", "least"), [(QUERIES, True), (ARMS, False)])
def test_the_verdict_comes_first(replcalc, words, least):
    """RUN, then what sampling saves, then theory only, then what nobody can beat; the guarantee is on the screen."""
    lines = replcalc(*words, "--crossings", "none").out.splitlines()
    assert lines[0].startswith("RUN rounding: ") and ", one pass" in lines[0] and lines[0].endswith("certified")
    text = "\n".join(lines)
    beside = ["In theory only: ", "Nobody can do with fewer"] if least else []  # one race over all arms can be run
    order = ["Sampling saves ", *beside, "The paper's pipeline"]
    places = [
        text.index(word) for word in (*order, " eps_i", "boosted n_i", "eps*", "delta*", "Others: ", "Guarantee: With ")
    ]
    assert places == sorted(places)
    assert "Taken for granted: " in " ".join(text[places[-1] :].split()) and "is in the details" not in text


@pytest.mark.parametrize("k", [1, 3, 40])
def test_queries_and_the_plan_of_a_run_agree(replcalc, k):
    """run planned cosine noise where queries said rounding."""
    promise = ("--alpha", "0.1", "--rho", "0.1", "--beta", "0.01")
    told = replcalc("queries", "--k", str(k), *promise, "--crossings", "none", "--format", "json").json()["answer"]
    columns = ",".join(f"c{i}" for i in range(k))
    plan = replcalc(
        "run", "means", "--plan", "--columns", columns, "--range", "0,1", *promise, "--format", "json"
    ).json()["plan"]
    screen = replcalc("run", "means", "--plan", "--columns", columns, "--range", "0,1", *promise).out
    assert screen.startswith(f"RUN {told['method']}: ") and screen.splitlines()[0].endswith("certified")
    assert plan["method"] == told["method"] and told["samples"] <= plan["samples"] <= told["samples"] * (1 + 1e-6) + 1
    steps = replcalc("queries", "--k", str(k), *promise, "--crossings", "none", "--recipe", "--format", "json").json()[
        "recipe"
    ]
    assert steps["method"] == told["method"], "the recipe was that of another way"


def test_time_is_told_by_what_takes_it(replcalc):
    """2.6e11 samples were 'polynomial, 0.1 s': the pass over the data was forgotten."""
    told = " ".join(
        replcalc("queries", "--k", "1000", "--alpha", "0.01", "--rho", "0.01", "--crossings", "none").out.split()
    )
    samples = replcalc(
        "queries", "--k", "1000", "--alpha", "0.01", "--rho", "0.01", "--crossings", "none", "--format", "json"
    )
    values = samples.json()["answer"]["samples"] * 1000
    years = values * 4e-7 / 31_557_600
    assert years > 1 and f"({years:.3g} years at 0.4 us each), nothing sampled" in told.replace("e+0", "e")
    many = " ".join(
        replcalc(
            "arms", "--k", "3", "--arms", "500", "--alpha", "0.1", "--rho", "0.1", "--crossings", "none"
        ).out.split()
    )
    assert "direct-each" in many and "nothing sampled" in many.partition("Sampling saves")[0], "a race is not nothing"


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
