"""The smallest tester: brute force over every n and t in exact rationals."""

from fractions import Fraction
from math import comb

import pytest
from flint import fmpq

from replcalc.problems.boosting.exact_tester import smallest_tester
from replcalc.problems.pac import statements as pac
from replcalc.simulate.binomial import exact_tails


def upto(n, t, p):
    return sum((comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(t + 1)), Fraction(0))


def brute(low, high, beta, limit):
    for n in range(1, limit):
        for t in range(n):
            if 1 - upto(n, t, low) <= beta and upto(n, t, high) <= beta:
                return n, t
    return None


CASES = [
    ("1/4", "1/2", "1/10"),
    ("1/3", "2/3", "1/10"),
    ("1/10", "1/2", "1/20"),
    ("1/5", "2/5", "1/5"),
    ("1/2", "9/10", "1/50"),
]


@pytest.mark.parametrize(("low", "high", "beta"), CASES)
def test_smallest_by_brute_force(low, high, beta):
    found = smallest_tester(*(fmpq(Fraction(x).numerator, Fraction(x).denominator) for x in (low, high, beta)))
    expected = brute(Fraction(low), Fraction(high), Fraction(beta), 70)
    assert expected is not None and found is not None
    assert (found.n, found.t) == expected


def test_feasibility_is_not_monotone_so_the_scan_is_needed():
    low, high, beta = Fraction(1, 4), Fraction(1, 2), Fraction(1, 10)
    feasible = {
        n for n in range(1, 60) if any(1 - upto(n, t, low) <= beta and upto(n, t, high) <= beta for t in range(n))
    }
    first = min(feasible)
    assert first + 1 not in feasible, "monotone here: choose another example"
    found = smallest_tester(fmpq(1, 4), fmpq(1, 2), fmpq(1, 10))
    assert found is not None and found.n == first


def test_equality_counts_as_met():
    # n = 1, t = 0: Pr[error] = low = beta and Pr[no error] = 1 - high = beta exactly
    found = smallest_tester(fmpq(1, 10), fmpq(9, 10), fmpq(1, 10))
    assert found is not None and (found.n, found.t) == (1, 0)
    nearly = smallest_tester(fmpq(1, 10), fmpq(9, 10), fmpq(1, 10) - fmpq(1, 10**30))
    assert nearly is not None and nearly.n > 1


def test_error_rates_of_one_or_more_always_show():
    found = smallest_tester(fmpq(1, 2), fmpq(3, 2), fmpq(1, 10))
    assert found is not None and (found.n, found.t) == (4, 3)


def test_never_above_the_papers_tester_and_both_errors_hold():
    n = int(pac.tester.bound("samples", alpha="1/20", beta="1/4000000").unique_fmpz())
    found = smallest_tester(fmpq(1, 20), fmpq(1, 10), fmpq(1, 4_000_000))
    assert found is not None and found.n < n / 2
    low, high = exact_tails(found.n, fmpq(1, 20)), exact_tails(found.n, fmpq(1, 10))
    assert max(low[found.t], 1 - high[found.t]) <= fmpq(1, 4_000_000)
    # one draw fewer, whatever the threshold near the optimum, breaks one of the two
    low, high = exact_tails(found.n - 1, fmpq(1, 20)), exact_tails(found.n - 1, fmpq(1, 10))
    assert all(max(low[t], 1 - high[t]) > fmpq(1, 4_000_000) for t in range(found.t - 3, found.t + 3))


def test_agrees_with_the_catalogue_statement():
    from replcalc.sharper.sharper_constants.statement import exact_tester

    values = {"alpha_low": "1/4", "alpha_high": "1/2", "beta": "1/10", "n": 26, "t": 9}
    assert (
        abs(float(exact_tester.bound("false_reject", **values).mid()) - float(1 - upto(26, 9, Fraction(1, 4)))) < 1e-12
    )
    assert abs(float(exact_tester.bound("false_accept", **values).mid()) - float(upto(26, 9, Fraction(1, 2)))) < 1e-12


def test_gives_up_at_the_limit():
    assert smallest_tester(fmpq(49, 100), fmpq(1, 2), fmpq(1, 10**6), limit=200) is None
