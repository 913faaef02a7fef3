"""Means of accuracies of their own: figures against an independent computation, and against the best shares."""

import math

import pytest
from scipy.integrate import quad
from scipy.optimize import brentq, minimize_scalar

from replcalc.numbers.errors import InputError
from replcalc.problems.queries.method import rounding
from replcalc.problems.queries.question import queries_question
from replcalc.sharper.means.method import own_question, recipe, solve


def one(n, alpha, share):
    """rho and beta of one mean without a promise: coins' gap, Hoeffding's tail by quadrature."""
    gap = math.exp(math.lgamma(n + 0.5) - math.lgamma(n + 1)) / math.sqrt(math.pi)
    tail = quad(lambda x: math.exp(-2 * n * x * x), (1 - share) * alpha, (1 + share) * alpha, limit=200, epsabs=1e-15)[
        0
    ]
    return gap / (2 * share * alpha), tail / (share * alpha)


def test_two_columns():
    """An age within 2 of 100 and a rate within 0.01: as computed by hand, and hardly more than with the best shares."""
    result = solve(own_question(("0.02", "0.01"), "0.1", "0.01"), 20)
    assert result.certified and result.samples == 258_024
    alphas, n = (0.02, 0.01), result.samples
    shares = [int(w.p) / int(w.q) / (2 * a) for w, a in zip(result.chosen.values(), alphas, strict=True)]
    found = [one(n, a, s) for a, s in zip(alphas, shares, strict=True)]
    assert sum(f[0] for f in found) <= 0.1 and sum(f[1] for f in found) <= 0.01
    assert max(sum(f[0] for f in found) / 0.1, sum(f[1] for f in found) / 0.01) > 0.9999

    def best(n):
        """The least failure over all splits of rho between the two."""
        whole = [one(n, a, 1)[0] for a in alphas]

        def failure(part):
            s = (whole[0] / (0.1 * part), whole[1] / (0.1 * (1 - part)))
            return sum(one(n, a, x)[1] for a, x in zip(alphas, s, strict=True)) if max(s) < 1 else 9.0

        edges = whole[0] / 0.1, 1 - whole[1] / 0.1
        return minimize_scalar(failure, bounds=edges, method="bounded", options={"xatol": 1e-9}).fun

    needed = brentq(lambda n: math.log(best(n) / 0.01), 0.9 * n, n, xtol=1)
    assert 0.99 < needed / n <= 1.0001


def test_equal_columns_are_queries():
    for k in (1, 3):
        ours = solve(own_question(("0.05",) * k, "0.1", "0.01"), 10).samples
        assert abs(ours / rounding(queries_question(k, "0.05", "0.1", "0.01"), 10).samples - 1) < 5e-4


def test_a_wide_accuracy_costs_little_and_a_variance_saves():
    alone, wide, narrow = (
        solve(own_question(a, "0.1", "0.01"), 10).samples for a in (("0.02",), ("0.02", "0.2"), ("0.02", "0.02"))
    )
    assert alone < wide < 1.25 * alone and narrow > 3 * alone
    assert solve(own_question(("0.02", "0.01"), "0.1", "0.01", (None, "0.0291")), 10).samples == 79_290
    assert "width" in recipe(solve(own_question(("0.2",), "0.2", "0.1"), 10))[0]


@pytest.mark.parametrize("alphas", [(), ("0.1", "0.5"), ("0.1", "0")])
def test_refused(alphas):
    with pytest.raises(InputError, match="alpha"):
        own_question(alphas, "0.1", "0.1")
