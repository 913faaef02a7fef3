"""The cost law: where to start, and when composition pays."""

import pytest
from flint import fmpq

from replcalc.problems.composition.cost_law import CostLaw, best_start, overtakes
from replcalc.sharper.raced_votes import method as direct


def test_cost_law_start_is_one_half_and_pays_from_about_11():
    law = CostLaw.parsed("100", "0.001", beta0="1e-9")
    assert law.size(fmpq(1, 2)) == 400 and law.copies(10) == 100 * 10**8 and law.size(fmpq(3, 10)) == 1112
    start = best_start(law, 500)
    assert abs(start.rho0 - fmpq(1, 2)) <= fmpq(3, 100) and start.composition_wins
    assert 10.6 < start.result.samples / (500 * 100 * 10**6) < 11.2, "32/3 k n_1/rho^2 and a little more"
    first, before = overtakes(law)
    assert first.composition_wins and not before.composition_wins and before.k == first.k - 1
    assert first.k in (11, 12)
    for rho0 in (fmpq(3, 10), fmpq(7, 10)):
        assert direct.solve(law.goal(500, rho0), 20).samples > start.result.samples


@pytest.mark.exhaustive
def test_cost_law_with_large_rho_pays_a_little_later():
    """At rho = 1/2 few blocks vote, and what the limit leaves out counts."""
    small, _ = overtakes(CostLaw.parsed("100", "0.001", beta0="1e-9"))
    large, _ = overtakes(CostLaw.parsed("100", "0.5", beta0="1e-9"))
    assert small.k <= large.k <= 16
