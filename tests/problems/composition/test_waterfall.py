"""The waterfall: each stage is what its route says, and each explicit step saves."""

from flint import fmpq

from replcalc.paper.main import method as paper
from replcalc.paper.main import method_tuned as tuned
from replcalc.planning.composition import unbounded as composition
from replcalc.problems.composition.waterfall import waterfall
from replcalc.sharper.lemma_e import method as explicit
from replcalc.sharper.raced_votes import method as direct
from replcalc.sharper.separate import method as separate
from replcalc.sharper.total_variation import method as sharp


def test_stages_are_the_routes_and_each_saves():
    goal = composition("100x100", "0.05", beta0="1e-6", rho0="1e-3")
    chart = waterfall(goal)
    assert [s.name for s in chart.stages] == [
        "paper",
        "paper-tuned",
        "explicit",
        "conditioning",
        "total variation",
        "squared votes",
        "direct",
        "separate",
    ]
    for position, route in ((0, paper), (1, tuned), (2, explicit), (6, direct), (7, separate)):
        assert chart.stages[position].result.samples == route.solve(goal, 20).samples
    assert chart.stages[4].samples == sharp.solve(goal, 20, raced=False).samples > sharp.solve(goal, 20).samples
    assert chart.stages[5].samples == direct.solve(goal, 20, direct.REJECTION).samples
    factors = [chart.saved(j) for j in range(7)]
    assert fmpq(5, 2) < factors[6] < fmpq(31, 10), "the race saves nearly a factor three"
    assert factors[0] is None and all(f > 1 for f in factors[3:])
    assert 4 < factors[3] < 40 and factors[4] > 10**5 and factors[5] > 10**3
    samples = [s.samples for s in chart.stages]
    assert factors[4] == fmpq(samples[3], samples[4])
    assert chart.relative(5) == fmpq(samples[5]) * goal.rho**2 / 10_000
    assert not chart.side_by_side.applicable


def test_paper_needs_a_small_rho0_and_the_chain_goes_on():
    chart = waterfall(composition("100,200", "0.1", rho0="0.2"))
    assert not chart.stages[0].result.applicable and chart.stages[0].samples is None
    assert chart.saved(2) is None and chart.saved(3) > 1 and chart.stages[5].result.certified


def test_conditioning_keeps_epsilon():
    """Without loss, epsilon* is epsilon^(k) and delta* is sqrt(2 delta^(k)); 4(gamma + 2 epsilon + delta) is used up."""
    goal = composition("100,200", "0.1")
    answer = explicit.solve(goal, 20, conditioned=True).answer
    assert answer.value("epsilon_star") == answer.value("epsilon_k")
    star, joint = answer.value("delta_star"), answer.value("delta_k")
    assert star.lower**2 <= 2 * joint.upper and 2 * joint.lower <= star.upper**2
    assert answer.value("epsilon_k").lower > fmpq(1, 80) * fmpq(999, 1000), "eight epsilon make up nearly all of rho"
    assert explicit.solve(goal, 20).answer.value("epsilon_k").upper < fmpq(1, 239)
