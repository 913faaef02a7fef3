"""Sign rules of the adaptive game: the disagreement under any prior, recomputed by quadrature."""

import mpmath
import pytest
from flint import fmpq

from replcalc.paper.adaptive_lower_bound.game import Adversary
from replcalc.sharper.tight_adaptive import sign_integral
from replcalc.sharper.tight_adaptive.simulator import Game, OneRound, disagreement, errors, threshold_rule

mp = mpmath.mp.clone()
mp.dps = 25


def test_disagreement_under_any_prior():
    m, tau, w = 9, fmpq(1, 5), fmpq(1, 10)
    adversary, rule = Adversary(m, tau), threshold_rule(m, 5)

    def differ(theta):
        p = sum(mp.binomial(m, j) * theta**j * (1 - theta) ** (m - j) for j in range(5, m + 1))
        return 2 * p * (1 - p)

    low, high = mp.mpf("0.3"), mp.mpf("0.7")
    exact = (differ(low) + differ(high)) / 10 + mp.mpf("0.8") * mp.quad(differ, [low, high]) / mp.mpf("0.4")
    found = disagreement(adversary, rule, w)
    assert abs(mp.mpf(int(found.p)) / int(found.q) - exact) < mp.mpf(10) ** -18
    u, v = errors(adversary, rule)
    wrong = sum(mp.binomial(m, j) * low**j * high ** (m - j) for j in range(5, m + 1))
    assert u == v and abs(mp.mpf(int(u.p)) / int(u.q) - wrong) < mp.mpf(10) ** -20


def test_a_rule_is_compared_with_its_own_errors():
    adversary = Adversary(41, fmpq(1, 5))
    (found,) = OneRound(adversary, threshold_rule(41, 21), fmpq(1, 50)).measurements()
    assert not found.is_violated(fmpq(1)) and found.is_violated(fmpq(3, 5))
    assert list(OneRound(adversary, threshold_rule(41, 0), fmpq(1, 50)).measurements()) == [], (
        "always + errs at one end for sure"
    )


def test_rounds_multiply():
    adversary = Adversary(81, fmpq(1, 4))
    rules = [threshold_rule(81, h) for h in range(36, 47)]
    one, two = (next(Game(adversary, rules, fmpq(1, 10), fmpq(1, 5), k).measurements()).true for k in (1, 2))
    assert 1 - two == (1 - one) ** 2


@pytest.mark.parametrize("dps", [15, 60, 330])
def test_the_points_of_the_trapezoidal_rule_are_those_of_erfc(dps):
    """erfc at every point took most of the 27 seconds of lower-bound --digits 300; it is carried from point to point now."""
    context = mpmath.mp.clone()
    context.dps = dps
    step = 6 * context.pi / (dps * 2.3 + 20)
    count = int(context.sqrt(2 * (dps * 2.3 + 20)) / step)
    points = list(sign_integral._points(context, step, 99, count))
    for j in range(0, count + 1, max(1, count // 40)):
        above = context.erfc(j * step / context.sqrt(2))
        assert abs(points[j][2] - above * (2 - above) / 2) <= 4 * context.eps
        assert points[j][1] == context.exp(-((j * step) ** 2) / 2) / context.sqrt(2 * context.pi)
    assert abs(points[1][2] - points[2][2]) > 10**6 * context.eps, "the control: neighbours differ"
