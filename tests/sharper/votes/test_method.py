"""Threshold votes as a way: figures against an independent computation, the forms, extremes and refusals."""

import math

import pytest
from flint import fmpq
from scipy.stats import binom

from replcalc import compose
from replcalc.numbers.errors import InputError
from replcalc.numbers.fields import BallField
from replcalc.planning.composition import composition, parse_outputs
from replcalc.sharper.votes.choice import group_problems
from replcalc.sharper.votes.forms import TWO, UNIFORM, chain_lotteries
from replcalc.sharper.votes.method import VotingPart, build_inputs, derive
from replcalc.sharper.votes.weights import LOTTERY, TWO_ANSWERS
from replcalc.statements.derivation import run


def below(votes: int, q: float) -> list[float]:
    """Pr[Bin(T, q) <= m], m = 0..T-1."""
    return binom.cdf(range(votes), votes, q).tolist()


def spread(votes: int, q: float) -> float:
    """E|Gamma(K) - Gamma(K')|/(2q(1-q)) through distribution functions."""
    law = TWO_ANSWERS.weights(votes) if votes <= 1000 else [math.sqrt(m * (votes - 1 - m)) for m in range(votes)]
    return sum(w * b * (1 - b) for w, b in zip(law, below(votes, q), strict=True)) / sum(law) / (q * (1 - q))


def lottery(votes: int, q: float) -> float:
    """Step 2 of the proof for two answers, over 2q(1-q)."""
    law = LOTTERY.weights(votes)
    one, other = below(votes, q), below(votes, 1 - q)
    none = [max(0.0, one[m] - one[votes - m - 1]) for m in range(votes)]
    total = sum(w * (a * (1 - a) + b * (1 - b) + e * (1 - e)) for w, a, b, e in zip(law, one, other, none, strict=True))
    return total / sum(law) / (2 * q * (1 - q))


def separate(*args, **options):
    return compose(*args, methods=["votes"], **options)["votes"]


def term(form, goal, samples):
    """The bounds of one form for every problem, by its derivation in balls."""
    kinds = group_problems(goal)
    votes = form.list_votes(kinds.blocks(samples), kinds.log_rho0)
    part = VotingPart(form, tuple(range(len(kinds.rows))), kinds.counts, votes)
    field = BallField(128)
    with field.active():
        return run(derive((form,)), build_inputs(goal, kinds, (part,), samples), field, check=False).values


def test_reference_point_for_two_answers() -> None:
    """k = 1000, n = 100, rho0 = 1e-4, rho = 0.01: kappa_T <= 0.1, T blocks of 100."""
    result = separate("100x1000", "0.01", beta0="1e-6", outputs="two-per-string")
    assert result.certified and result.polynomial
    assert result.samples == 20_600 and result.runs == 206_000
    largest = max(spread(206, step / 100) for step in range(1, 51))
    assert largest < 0.1 and float(result.rho) == pytest.approx(0.1 * largest, rel=0.002)
    assert float(result.beta) < 1.0732e-3, "the growth of the failure is that of the law, not 9/8"


def test_reference_point_for_any_outputs() -> None:
    result = separate("100x1000", "0.01", beta0="1e-6")
    assert result.certified and result.samples == 44_600 and result.runs == 446_000
    assert result.value("votes") == (445,) and result.value("form") == "lottery"
    # D = 1000 rho0 (c + u rho0)
    worst = max(lottery(445, step / 100) for step in range(50, 100))
    assert 0.1 * (worst + 1e-4) <= float(result.rho) < 1.004 * 0.1 * (worst + 1.05e-4)


def test_chains_where_one_fallback_is_not_enough() -> None:
    """10 x 100 at 0.05 to 0.1: two lotteries; amplifying 0.1 to 0.01: three, from as many runs as samples."""
    ten = separate("100x10", "0.1", rho0="0.05", beta0="1e-6")
    assert ten.certified and ten.samples <= 17_600 and ten.runs == ten.samples // 10
    assert len([name for name in ten.chosen if name.startswith("votes")]) == 2
    alone = separate("1", "0.01", rho0="0.1", beta0="1e-3")
    votes = [alone.value(name)[0] for name in ("votes", "votes2", "votes3")]
    assert alone.certified and alone.samples == sum(votes) + 1 == alone.runs <= 950
    chained = 0.1
    for count in reversed(votes):
        chained = 0.1 * (max(lottery(count, step / 50) for step in range(25, 50)) + 1.0 * chained)
    assert chained <= float(alone.rho) <= 0.01
    assert float(alone.beta) < 1.3e-3


def test_a_chain_is_as_long_as_it_pays_and_no_longer() -> None:
    """Negative control: the lengths next to the chosen one need more samples."""
    goal = composition("1", "0.01", rho0="0.1", beta0="1e-3")
    samples = separate("1", "0.01", rho0="0.1", beta0="1e-3").samples
    for links, met in ((2, False), (3, True), (4, False)):
        assert bool(term(chain_lotteries(links), goal, samples)["rho"] <= 0.01) is met


@pytest.mark.parametrize("form", [TWO, UNIFORM, chain_lotteries(1, 1), chain_lotteries(3, 2)])
@pytest.mark.parametrize("samples", [10**7, 10**25])
def test_the_floats_of_a_form_are_those_of_its_theorem(form, samples) -> None:
    goal = composition("100", "0.01", rho0="0.01", beta0="1e-6")
    kinds = group_problems(goal)
    votes = form.count_votes(kinds.blocks(samples), kinds.log_rho0)
    log_rho, log_growth = form.compute_log_bounds(votes, kinds.log_rho0)
    exact = term(form, goal, samples)
    assert math.exp(log_rho[0]) == pytest.approx(float(exact["rho"]), rel=1e-9)
    assert math.exp(log_growth[0]) * 1e-6 == pytest.approx(float(exact["beta"]), rel=1e-9)


def test_the_uniform_threshold_wins_for_bad_algorithms() -> None:
    result = separate("100x10", "0.1", rho0="0.4", beta0="1e-6", outputs="binary")
    assert result.value("form") == "uniform threshold"
    votes = result.samples // 100
    assert 10 * math.sqrt(0.8 / (math.pi * votes)) <= 0.1 < 10 * math.sqrt(0.8 / (math.pi * (votes - 1)))
    assert float(result.beta) == pytest.approx(1e-5)


def test_lotteries_that_fall_back_too_often_are_said() -> None:
    result = separate("100x10", "0.1", rho0="0.9")
    assert not result.applicable and "falls back" in result.why_not
    assert separate("100x10", "0.1", rho0="0.4", beta="0.1").certified, "a longer chain does what one fallback cannot"


@pytest.mark.parametrize("outputs", ["any", "binary"])
def test_more_votes_than_the_table_has(outputs: str) -> None:
    """At the end of the table no more samples are asked for than with MOST votes, and far beyond it the closed form."""
    short = separate("1", "0.0001", rho0="0.00148" if outputs == "any" else "0.0021", outputs=outputs)
    assert short.certified and max(short.value("votes")) <= 1000
    long = separate("1", "0.00001", rho0="0.001", outputs=outputs)
    assert long.certified and max(long.value("votes")) > 10_000
    mixed = separate("1,1000", "0.00002", rho0="1e-4", outputs=outputs)
    assert mixed.certified and mixed.samples < 2 * 1000 * (2.2 * 1e-4 / 0.00002) ** 2 * 2


def test_a_failure_that_cannot_be_met_falls_short() -> None:
    """Its figures hold at another failure probability: they are kept, and called short of what was asked."""
    result = separate("100x10", "0.1", rho0="0.01", beta0="1e-3", beta="0.001")
    assert result.status == "misses target" and not result.certified and result.beta.lower > fmpq(1, 1000)
    assert separate("100x10", "0.1", rho0="0.01", beta0="1e-3", beta=result.beta.upper).certified


def test_extremes() -> None:
    tiny = separate("7,100x3,1000", "1e-200", rho0="1e-150")
    assert tiny.certified and tiny.samples > 10**100
    many = separate("100x1000000", "0.1", beta0="1e-9")
    assert many.certified and many.samples == pytest.approx(2.2053**2 * 100 * (1e6 * 1e-4) ** 2 / 0.1**2, rel=0.02)


@pytest.mark.parametrize("text", ["ternary", "finite", "finite:1", "finite:x", ""])
def test_unknown_outputs_are_refused(text: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_outputs(text)
    assert "outputs" in str(refused.value)
