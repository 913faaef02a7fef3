"""``replcalc amplify``, and the inverse questions that ``compose`` answers: the most problems, the best rho, cost laws."""

import pytest


def value(record):
    return float(record["lower"])


def test_amplify(replcalc):
    done = replcalc("amplify", "--n", "100", "--rho", "0.01", "--rho0", "0.3", "--beta0", "1e-6", "--format", "json")
    data = done.json()
    q = data["quantities"]
    assert done.code == 0 and data["certified"] and data["applicable"]
    limit = 8 / 3 * 0.3 / 0.7 * (1 - 0.005) ** 2 * 100 / 0.01**2
    assert limit < q["samples"] < 1.07 * limit and isinstance(q["samples"], int)
    assert q["samples"] % 100 == 0 and q["runs"] == q["J"] * q["samples"] // 100
    assert value(q["rho"]) <= 0.01 and all(c["verdict"] == "PROVED" for c in data["conditions"])


def test_amplify_refuses_with_exit_one(replcalc):
    done = replcalc("amplify", "--n", "100", "--rho", "0.01", "--rho0", "0.3", "--beta", "1e-9")
    assert done.code == 1 and "no certified way" in done.err and len(done.err.splitlines()) == 1
    met = replcalc("amplify", "--n", "100", "--rho", "0.01", "--rho0", "0.3", "--beta", "0.01")
    assert met.code == 0 and not met.err


def test_once_is_enough_for_what_is_replicable_already(replcalc):
    """55 times the samples were proposed for an algorithm that needed nothing."""
    args = ("amplify", "--n", "1000", "--rho", "0.1", "--rho0", "0.05")
    data = replcalc(*args, "--format", "json").json()
    assert data["best"] == data["best_runnable"] == data["route"] == "naive" and data["quantities"]["samples"] == 1000
    assert data["routes"]["direct"]["quantities"]["samples"] > 10_000 and set(data["assumed"]) == {
        "beta0",
        "outputs",
        "beta",
    }
    assert "0.05-replicable already" in replcalc(*args).out


def test_amplify_wants_rho0(replcalc):
    done = replcalc("amplify", "--n", "1000", "--rho", "0.1")
    assert done.code == 2 and "--rho0" in done.err and not done.out


def test_the_largest_k_promises_something(replcalc):
    """1,000 problems were boasted of that fail with probability 1."""
    args = ("compose", "--n", "100", "--samples", "100", "--rho", "0.1", "--solve", "k")
    data = replcalc(*args, "--format", "json").json()
    best = data["routes"][data["best"]]
    assert data["solve"]["value"] == 499 and best["status"] == "certified"
    assert float(best["quantities"]["beta"]["upper"]) < 1
    assert set(data["assumed"]) == {"rho0", "beta0", "outputs", "beta"} and data["schema"] == "replcalc/3"
    assert data["solve"]["methods"]["naive"]["refused"] == 500 and "nothing found at k = 500" in replcalc(*args).out


def test_best_rho(replcalc):
    """Only two ways were asked once: 0.001 was called best where separate certifies 0.0003."""
    data = replcalc("compose", "--n", "100x10", "--samples", "5000", "--format", "json").json()
    assert data["best"] == "separate" and data["routes"]["separate"]["certified"]
    assert (
        0.00029 < value(data["solve"]["value"]) < 0.00031 and value(data["solve"]["methods"]["naive"]["value"]) == 0.001
    )
    assert data["routes"]["separate"]["quantities"]["samples"] <= 5000


@pytest.mark.parametrize(
    ("args", "option"),
    [
        (("--n", "100,200", "--samples", "1000", "--rho", "0.1", "--solve", "k"), "--n"),
        (("--n", "100", "--samples", "x"), "--samples"),
    ],
)
def test_wrong_command_lines(replcalc, args, option):
    done = replcalc("compose", *args)
    assert done.code == 2 and f"{option}" in done.err and len(done.err.splitlines()) == 1 and not done.out


def test_plan_is_retired_and_names_its_heirs(replcalc):
    done = replcalc("plan", "--n", "100x10", "--samples", "5000")
    assert done.code == 2 and not done.out and len(done.err.splitlines()) == 1
    assert all(word in done.err for word in ("compose", "--samples", "--solve k"))
    assert replcalc("plan", "--help").code == 2 and "plan" not in replcalc("--help").out.split("Commands:")[1].split()


def test_too_few_samples(replcalc):
    done = replcalc("compose", "--n", "100", "--samples", "50")
    assert done.code == 1 and "needs 100 samples" in done.err and "needs 100 samples" in done.out


@pytest.mark.exhaustive
@pytest.mark.parametrize("output", ["text", "csv", "markdown", "latex"])
def test_formats(replcalc, output):
    for args in (
        ("amplify", "--n", "10", "--rho", "0.1", "--rho0", "0.3"),
        ("compose", "--n", "10", "--samples", "9999"),
    ):
        done = replcalc(*args, "--format", output)
        assert done.code == 0 and "samples" in done.out


def test_amplify_solves_and_gives_a_recipe(replcalc):
    args = ("amplify", "--n", "100", "--rho0", "0.01", "--samples", "5000", "--recipe", "--format", "json")
    data = replcalc(*args).json()
    assert data["solve"]["unknown"] == "rho" and value(data["solve"]["value"]) < 0.01
    assert data["recipe"]["method"] == data["best_runnable"] and len(data["recipe"]["steps"]) >= 4
