"""Same or different: figures against an independent computation, and what they are made of."""

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from scipy.integrate import quad

from replcalc.numbers.errors import InputError
from replcalc.sharper.two_sided.method import recipe, same_question, solve


def guaranteed(count, scale, margin, near, share, start):
    """rho and beta of a mean of ``count`` draws, times ``scale``: coins' gap, Hoeffding's tails by quadrature."""
    gap = scale * math.exp(math.lgamma(count + 0.5) - math.lgamma(count + 1)) / math.sqrt(math.pi)
    low, width = start * (1 - share) * margin, share * margin
    tail = lambda x: math.exp(-2 * count * (x / scale) ** 2)  # noqa: E731
    mean = lambda left: quad(tail, left, left + width, epsabs=1e-14, limit=200)[0] / width  # noqa: E731
    return gap / width, max(mean(low) + mean(near + low), mean(margin - low - width))


def possible(count, scale, alpha, near, rho, beta):
    """Does some threshold on a fine grid of starts meet rho and beta with so many draws?"""
    margin = alpha - near
    gap = scale * math.exp(math.lgamma(count + 0.5) - math.lgamma(count + 1)) / math.sqrt(math.pi)
    share = gap / (rho * margin)
    return share < 1 and any(guaranteed(count, scale, margin, near, share, s / 400)[1] <= beta for s in range(180, 260))


@pytest.mark.parametrize(
    ("what", "near", "samples"),
    [("mean", 0, 22_451), ("mean", 0.025, 86_134), ("arms", 0, 44_902), ("pairs", 0, 89_803)],
)
def test_least_samples(what, near, samples):
    result = solve(same_question(what, "0.05", "0.1", "0.01", str(near)), 20)
    assert result.certified and result.samples == samples
    count, scale = (2 * samples if what == "arms" else samples), 1 if what == "mean" else 2
    share, start = (int(x.p) / int(x.q) for x in (result.chosen["lambda"], result.chosen["start"]))
    rho, beta = guaranteed(count, scale, 0.05 - near, near, share, start)
    assert rho == pytest.approx(0.1, rel=1e-6) and beta == pytest.approx(0.01, rel=1e-3)
    assert possible(count, scale, 0.05, near, 0.1, 0.0101)
    assert not possible(int(0.99 * count), scale, 0.05, near, 0.1, 0.01)


def test_a_promised_variance_is_worth_its_share():
    """At a rate of 3 per cent two arms need about 4V of what fair coins need."""
    fair, rare = (solve(same_question("arms", "0.005", "0.1", "0.05", variance=v), 10) for v in ("1/4", "0.0291"))
    assert 0.11 < rare.samples / fair.samples < 0.13 and rare.samples == 410_542


def test_monotone():
    for name, values in (
        ("alpha", ("0.2", "0.1")),
        ("rho", ("0.3", "0.1")),
        ("beta", ("0.1", "0.01")),
        ("near", ("0", "0.1")),
    ):
        given = {"what": "mean", "alpha": "0.2", "rho": "0.2", "beta": "0.05"}
        found = [solve(same_question(**(given | {name: value})), 10).samples for value in values]
        assert all(a < b for a, b in pairwise(found)), name


def test_the_threshold_lies_between_the_two():
    result = solve(same_question("mean", "0.2", "0.2", "0.05", "0.1"), 20)
    low, width = (Fraction(int(x.p), int(x.q)) for x in (result.value("low").lower, result.value("width").lower))
    assert Fraction(1, 10) < low < low + width < Fraction(1, 5)
    assert "same" in recipe(result)[-1]


@pytest.mark.parametrize(
    ("given", "named"),
    [
        (("mode", "0.1", "0.1", "0.1"), "what"),
        (("mean", "0.1", "0.1", "0.1", "0.1"), "near"),
        (("mean", "0.1", "0.1", "0.1", "-0.1"), "near"),
        (("mean", "0.1", "0.1", "0.1", "0", "0.3"), "variance"),
        (("mean", "2", "0.1", "0.1"), "alpha"),
    ],
)
def test_refused(given, named):
    with pytest.raises(InputError) as error:
        same_question(*given)
    assert error.value.name == named if hasattr(error.value, "name") else named in str(error.value)
