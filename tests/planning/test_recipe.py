"""A recipe holds every parameter, and what it guarantees is what was certified."""

import math
import re
from fractions import Fraction

import pytest

import replcalc
from replcalc.planning.recipe import recipe_of, write_exact
from replcalc.sharper.votes.weights import TWO_ANSWERS


def test_the_steps_of_separate_carry_the_votes_and_fit_the_samples():
    found = replcalc.compose("100x1000", rho="0.01", beta0="1e-6")
    recipe = found.recipe()
    assert recipe.method == found.best.method == "votes"
    votes = int(re.search(r"n = 100: T = (\d+)", recipe.steps[0])[1])
    samples = int(re.search(r"Draw ([\d,]+)", recipe.steps[1])[1].replace(",", ""))
    assert (votes + 1) * 100 == samples == found["votes"].samples
    assert "smallest clock" in recipe.steps[4] and "second string" in recipe.steps[5]
    guaranteed = Fraction(re.search(r"differ with probability at most ([\d.e-]+)", recipe.guarantee)[1])
    assert Fraction(int(found["votes"].rho.upper.p), int(found["votes"].rho.upper.q)) <= guaranteed <= Fraction(1, 100)
    for part in ("rho0 = 0.0001", "derived:lottery", replcalc.__version__, "k = 1,000"):
        assert part in recipe.guarantee


def test_following_the_steps_keeps_the_promise():
    """The recipe for two answers on a coin of bias 3/4, its disagreement summed over all counts: within rho, and near it."""
    rho0 = Fraction(3, 8)  # two independent answers of the coin differ with probability 2 (3/4) (1/4)
    found = replcalc.compose([1], rho="0.2", rho0=str(rho0), beta0="0.3", outputs="binary", methods=["votes"])
    first = found.recipe().steps[0]
    votes = int(re.search(r"T = (\d+)", first)[1])

    def disagreement(votes):
        weights = [1.0] * votes if "uniform number" in first else TWO_ANSWERS.weights(votes)
        passed = [sum(weights[:count]) / sum(weights) for count in range(votes + 1)]  # thresholds below the count
        law = [math.comb(votes, count) * 0.75**count * 0.25 ** (votes - count) for count in range(votes + 1)]
        return sum(p * q * abs(a - b) for p, a in zip(law, passed) for q, b in zip(law, passed))

    assert 0.19 < disagreement(votes) <= 0.2 < disagreement(votes - 2), "fewer votes do not keep it"


def test_nothing_certified_has_no_recipe():
    found = replcalc.compose("100x1000", rho="0.01", methods=["joint"])
    assert found.best is None and found.recipe() is None and recipe_of(found["joint"]) is None


def test_means_and_choices_say_what_to_do():
    queries = replcalc.plan.means(k=3, alpha="0.1", rho="0.2", beta="0.05")
    recipe = queries.recipe()
    assert recipe.method == queries.best.method and f"{queries[recipe.method].samples:,}" in recipe.steps[1]
    options = replcalc.plan.choose(options=3, alpha="0.2", rho="0.2", beta="0.05", k=2).recipe()
    assert options is not None and "every option" in options.steps[1] and "per option" in options.guarantee


@pytest.mark.parametrize(("value", "text"), [("0.05", "0.05"), ("1/3", "1/3"), ("1e-40", "1e-40"), ("3", "3")])
def test_exact_values_are_written_exactly(value, text):
    from replcalc.numbers.exact import parse_rational

    assert write_exact(parse_rational(value)) == text
