"""The surface of cells as a lower bound for queries: figures from another computation, and where it stands beside others."""

import mpmath
import pytest
from flint import fmpq

from replcalc.planning.comparison import find_lower_bound
from replcalc.problems.queries.method import compare
from replcalc.problems.queries.question import queries_question
from replcalc.sharper.cube_lower.lower import lower_bounds
from replcalc.sharper.cube_lower.search import FIELD, RULES, derive, find_excluded
from replcalc.statements.catalogue import statement
from replcalc.vocabulary import Verdict, certify

MP = mpmath.mp.clone()
MP.dps = 25


def forced_by_field(k, alpha, beta, samples, t, sine, d):
    """cells-lower on the field, written a second time with mpmath's quadrature."""
    alpha, beta, t, sine, d = (MP.mpf(int(x.p)) / int(x.q) for x in (alpha, beta, t, sine, d))
    eta, Z = MP.asin(sine) / MP.pi, 2 * t
    mu = MP.pi * (1 - 2 * eta) / (4 * alpha + 2 * d)
    growth, loss = mu**2 - (MP.pi / Z) ** 2, mu**2 / sine**2 + Z / 2 * mu * MP.cot(MP.pi * eta)

    def mean(power):
        weight = lambda z: MP.cos(MP.pi * z / Z) ** 2 / (1 - z * z)  # noqa: E731
        return MP.quad(lambda z: weight(z) * (1 - z * z) ** power, [-t, t]) / MP.quad(weight, [-t, t])

    s = k * growth * mean(1) - loss
    variance = k * growth**2 * (mean(2) - mean(1) ** 2)
    pull, most = 2 * MP.sqrt(s) * (1 - variance / (2 * s**2)), 2 * MP.sqrt(k * growth - loss)
    a, b = MP.sqrt(samples), (1 + t * t) / (2 * MP.sqrt(1 - t * t))

    def integrand(z):
        return 2 * MP.ncdf(z) * MP.ncdf(-z) * MP.npdf(z) / (a * MP.npdf(z) + b)

    I = MP.quad(integrand, [-12, -6, -3, 0, 3, 6, 12])
    G = 1 / (2 * (a * MP.npdf(0) + b))
    return (I / 2 * pull - G / 2 * beta * (1 / d + most)) / (1 + MP.mpf(5) / 16 * I * G * most**2)


def test_the_field_agrees_with_another_computation():
    """Just below rho at the printed figure plus a thousandth, above it at the figure itself."""
    alpha, rho, beta = fmpq(1, 20), fmpq(1, 10), fmpq(1, 10**6)
    found = find_excluded(10, alpha, rho, beta)[0]
    assert found.geometry is FIELD and found.rule == "derived:cells-lower"
    at = (found.chosen["t"], found.chosen["sine"], found.chosen["d"])
    assert forced_by_field(10, alpha, beta, found.samples, *at) > 0.1
    assert forced_by_field(10, alpha, beta, found.samples * 1.001, *at) < 0.1


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("k", "alpha", "rho", "name", "at_least"),
    [
        (3, "0.05", "0.1", "shrinking-window", 11_295),
        (1000, "0.05", "0.1", "cube-field", 21_979_953),
        (2, "0.01", "0.1", "shrinking-window", 214_499),
        (10, "0.01", "0.01", "cube-field", 201_537_409),
        (2, "0.001", "0.01", "cube-cheeger", 2_590_019_585),
        (1000, "0.001", "0.1", "cube-cheeger", 64_618_364_929),
    ],
)
def test_figures(k, alpha, rho, name, at_least):
    found = find_lower_bound(queries_question(k, alpha, rho, "1e-6"))
    assert found is not None and found.statement == f"derived:{name}"
    assert at_least <= found.samples < at_least * 1.02


def test_the_largest_bound_is_printed():
    """One query and few with a wide window are bounded better by the ends of the window."""
    wide = queries_question(3, "0.1", "0.05", "1e-6")
    methods = [bound for bound in lower_bounds(wide, None) if bound is not None]
    assert len(methods) == 4
    assert find_lower_bound(wide).samples == max(bound.samples for bound in methods)


def test_nothing_excluded_is_certified_beyond_what_holds():
    """One per cent more samples at the same parameters, and the same derivation is refuted."""
    question = queries_question(100, "0.05", "0.1", "1e-6")
    found = find_excluded(100, question.alpha, question.rho, question.beta)[0]
    derivation = derive(found.geometry, found.rule)
    for factor, verdict in ((1, Verdict.PROVED), (fmpq(101, 100), Verdict.REFUTED)):
        samples = fmpq((found.samples * fmpq(factor)).floor())
        answer = certify(derivation, question.point | found.chosen | {"N": samples}, digits=6)
        assert answer.verdict is verdict


def test_no_upper_bound_is_below_it():
    for k, alpha, rho in ((2, "0.1", "0.2"),):
        together = compare(queries_question(k, alpha, rho, "1e-3"), 6)
        assert all(r.samples >= together.lower_bound.samples for r in together.results if r.certified)


def test_the_constant_of_the_cube():
    """The ball is best up to ten, the field from eleven on; never more than 2 pi sqrt(k)."""
    for k, value in ((3, 4.8360), (10, 10.9814), (20, 18.590), (100, 52.396), (1000, 187.67)):
        best = max(
            float(statement("derived:cheeger-of-cube").bound("cheeger", k=k, share=f"{j}/100")) for j in range(40, 80)
        )
        assert value - 0.001 < best < value + 0.01 and best < 2 * mpmath.pi * mpmath.sqrt(k)


def test_conditions_that_no_parameters_meet_exclude_nothing():
    """With answers this far off no window fits the ball; its search once handed on a point where asin is singular."""
    question = (31, fmpq(9, 20), fmpq(27, 20000), fmpq(21, 40000))
    assert not any(choice.geometry.name == "derived:cube-ball" for choice in find_excluded(*question))


def test_far_away_questions_are_answered():
    """Floats end somewhere; the command does not."""
    for k, alpha, rho in ((2, "1e-160", "1e-160"), (10**9, "0.4", "0.4")):
        found = find_lower_bound(queries_question(k, alpha, rho, "1e-300"))
        assert found is None or found.samples >= 2
    assert set(RULES) == {"derived:cells-lower", "derived:cells-lower-plain"}
