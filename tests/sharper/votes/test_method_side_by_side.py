"""Side by side, through privacy, and the goal they share."""

import mpmath
import pytest
from flint import fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import InputError
from replcalc.paper.through_privacy import method as private
from replcalc.planning.composition import composition
from replcalc.sharper.votes.method import solve_side_by_side


def test_side_by_side_by_hand():
    result = solve_side_by_side(composition("100,200x3", "0.1", rho0="0.01", beta0="1e-3"), 20)
    assert result.certified and result.samples == 200
    assert result.answer.value("rho").lower == fmpq(4, 100)
    assert result.answer.value("beta").lower == fmpq(4, 1000)


def test_exactly_at_the_limit_and_just_beyond():
    assert solve_side_by_side(composition("10x1000", "0.1", rho0="1e-4"), 20).applicable  # k rho0 = rho exactly
    beyond = solve_side_by_side(composition("10x1001", "0.1", rho0="1e-4"), 20)
    assert not beyond.applicable
    (unmet,) = beyond.unmet
    assert unmet.statement == "goal:replicability" and unmet.verdict is Verdict.REFUTED
    assert unmet.margin.contains(fmpq(1, 10**4))


def test_families_of_rho0_and_beta0():
    result = solve_side_by_side(composition("10x2,20", "0.5", rho0="0.1,0.2,0.05", beta0="0.01x2,0.02"), 20)
    assert result.answer.value("rho").lower == fmpq(35, 100)
    assert result.answer.value("beta").lower == fmpq(4, 100)
    with pytest.raises(InputError, match="rho0"):
        composition("10x2,20", "0.5", rho0="0.1,0.2")


def test_private_is_n_squared_k():
    result = private.solve(composition("100,200", "0.1", beta0="0.001"), 20)
    expected = (100**2 + 200**2) * 100 * mpmath.log(2 / (mpmath.mpf("0.1") * mpmath.mpf("0.001"))) ** 4
    assert result.samples == int(mpmath.ceil(expected))
    assert result.applicable and not result.certified
    single = private.solve(composition("50", "0.1"), 20).samples
    assert private.solve(composition("500", "0.1"), 20).samples == pytest.approx(100 * single, rel=1e-6)


@pytest.mark.parametrize(
    ("field", "value"), [("rho", "0"), ("rho", "1"), ("rho", "nan"), ("rho0", "1"), ("beta0", "-1")]
)
def test_goal_refuses_nonsense(field, value):
    with pytest.raises(InputError, match=f"^{field}"):
        composition("10", **({"rho": "0.1"} | {field: value}))
