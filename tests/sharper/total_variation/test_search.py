"""The float model of ``sharp`` against balls at high precision, also where no float tells a probability from 1."""

import math
import random

import pytest
from flint import arb, ctx, fmpq

from replcalc.planning.composition import unbounded as composition
from replcalc.sharper.lemma_e.method import best_strings, log_epsilon_at, most_strings, votes
from replcalc.sharper.lemma_e.statement import replicable_to_pg_explicit as lemma
from replcalc.sharper.race.statement import race_composition
from replcalc.sharper.total_variation import method as sharp
from replcalc.sharper.total_variation.search import SharpSearch, _disagreement
from replcalc.sharper.total_variation.statement import nonadaptive_tv, tv_to_replicable


@pytest.mark.parametrize("raced", [True, False])
@pytest.mark.parametrize("power", [1, 12, 150, 1000])
def test_the_model_is_the_statements_formula(raced, power):
    random.seed(power)
    sizes = [fmpq(random.randint(1, 999), 1000) / 10**power for _ in range(4)]
    delta, bits = fmpq(random.randint(1, 99), 1000) / 10**power, 8 * power + 256
    given = {"epsilon": sizes, "delta": [delta] * 4}
    kept = ctx.prec
    try:
        ctx.prec = bits
        tv = nonadaptive_tv.bound("tv", bits=bits, gamma=[delta] * 4, **given)
        whole = race_composition if raced else tv_to_replicable
        more = given if raced else {}
        exact = float(arb(whole.bound("rho", bits=bits, gamma_star=4 * delta, tv=tv, **more)).log())
    finally:
        ctx.prec = kept
    logs = [math.log(int(q.p)) - math.log(int(q.q)) for q in (*sizes, delta)]
    found = _disagreement(raced)((1, 1, 1, 1), k=math.log(4), epsilon=logs[:4], delta=logs[4])
    assert found == pytest.approx(exact, abs=1e-9)


def test_epsilon_is_the_one_at_which_the_lemma_asks_for_so_many_blocks():
    chosen = best_strings(0.1, math.log(1e-6))
    found = votes(chosen, math.log(10**7))
    again = log_epsilon_at(chosen, found, math.log(10**7))
    assert again == found.log_epsilon
    h, l = 0.5 + math.exp(found.log_a), 1 - chosen.nu - math.exp(found.log_b)
    nu = chosen.nu
    values = {name: fmpq(*float(x).as_integer_ratio()) for name, x in {"nu": nu, "h": h, "l": l}.items()}
    shape = {**values, "n": 1, "rho0": "0.1", "beta0": "1e-9", "delta": "1e-6"}
    epsilon = fmpq(*math.exp(again).as_integer_ratio())
    blocks = int(lemma.bound("blocks", epsilon=epsilon, **shape).unique_fmpz())
    assert abs(blocks - 10**7) <= 10


@pytest.mark.parametrize("beta", ["0.05", "1e-3"])
def test_most_strings_is_the_last_that_keeps_the_failure_probability(beta):
    goal = composition("100x3,50", "0.1", rho0="0.1", beta0="1e-7", beta=beta)
    most = most_strings(goal, ((math.log(1e-5), 4),))
    each, spilt = 2e-7, 1e-10 / 4 + 1e-5 / (2 * (1 + math.e))
    assert 4 * (most * each + spilt) <= float(beta) < 4 * ((most + 1) * each + spilt)
    assert most_strings(composition("100", "0.1", max_strings=7), ((math.log(1e-5), 1),)) == 7


def test_a_race_never_needs_more_than_a_rejection():
    """It did at rho = 1e-9: the search stayed in a valley of its own."""
    goal = composition("100x3", "1e-9", rho0="0.1", beta0="1e-7", beta="0.05")
    race, rejection = sharp.solve(goal, 6), sharp.solve(goal, 6, raced=False)
    assert race.applicable and race.samples <= rejection.samples
    assert SharpSearch(goal).best_delta(race.samples)[0] <= 0
