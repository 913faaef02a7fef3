"""k queries and k best-arm instances: every way against plain mpmath, and the crossings against a brute scan."""

import random
from fractions import Fraction

import mpmath
import pytest
from flint import fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.problems.arms import method as arm_ways
from replcalc.problems.queries import method as query_ways
from replcalc.problems.queries import method_means as means
from replcalc.problems.queries import search
from replcalc.problems.queries.method import balanced_share
from replcalc.problems.queries.overtaking import overtakings
from replcalc.problems.queries.question import Arms, Queries
from replcalc.problems.queries.theorem import largest_c

MP = mpmath.mp.clone()
MP.dps = 40
ALPHA, RHO, BETA = fmpq(1, 10), fmpq(1, 10), fmpq(1, 1000)
A, R, B = MP.mpf(1) / 10, MP.mpf(1) / 10, MP.mpf(1) / 1000


def ceil(x):
    return int(MP.ceil(x))


def at(k):
    return Queries(k, ALPHA, RHO, BETA)


def instances(k, arms):
    return Arms(k, arms, ALPHA, RHO, BETA)


@pytest.mark.parametrize("k", [1, 10, 1000])
def test_naive_by_hand(k):
    rho, beta = R / k, min(B / k, R / (4 * k))
    expected = MP.log(2 / beta) * (rho + 1 - 2 * beta) ** 2 / (2 * A**2 * (rho - 2 * beta) ** 2)
    method = query_ways.naive(at(k), 20)
    assert method.samples == ceil(expected) and method.certified


@pytest.mark.parametrize("k", [1, 10, 1000])
def test_expected_gap_by_hand(k):
    method = query_ways.expected_gap(at(k), 20)
    lam = MP.mpf(int(method.quantities["lambda"].p)) / int(method.quantities["lambda"].q)
    expected = max(k**2 / (4 * MP.pi * (lam * A * R) ** 2), MP.log(2 * k / B) / (2 * ((1 - lam) * A) ** 2))
    assert method.samples == ceil(expected) and method.certified
    for other in (lam * MP.mpf("0.999"), lam + (1 - lam) * MP.mpf("0.001")):
        worse = max(k**2 / (4 * MP.pi * (other * A * R) ** 2), MP.log(2 * k / B) / (2 * ((1 - other) * A) ** 2))
        assert worse > expected


def gaussian_promise(n, k, sigma, alpha1):
    tv = MP.erf(MP.sqrt(k / MP.mpf(n)) / (4 * sigma))
    failure = 2 * k * MP.exp(-2 * n * alpha1**2) + k * MP.erfc((A - alpha1) / (sigma * MP.sqrt(2)))
    race = MP.erf(MP.sqrt(k / MP.mpf(8 * n)) / sigma)
    return min(2 * tv / (1 + tv), race), failure


@pytest.mark.parametrize("k", [1, 10, 100_000])
def test_gaussian_keeps_its_promise_and_is_tight(k):
    method = means.gaussian(at(k), 20)
    assert method.certified and {c.verdict for c in method.conditions} == {Verdict.PROVED}
    sigma, alpha1 = (MP.mpf(int(method.quantities[q].p)) / int(method.quantities[q].q) for q in ("sigma", "alpha1"))
    rho, beta = gaussian_promise(method.samples, k, sigma, alpha1)
    assert rho <= R and beta <= B
    # with one per cent fewer samples no choice of noise and split works
    n = method.samples * 99 // 100
    y = R / (2 - R)
    least_noise = MP.sqrt(k / MP.mpf(n)) * min(1 / (4 * MP.erfinv(y)), 1 / (MP.sqrt(8) * MP.erfinv(R)))
    shares = [A * MP.mpf(j) / 400 for j in range(1, 400)]
    assert min(gaussian_promise(n, k, least_noise, share)[1] for share in shares) > B


def test_gaussian_reaches_far_below_floats():
    found = search.gaussian(10, ALPHA, RHO, fmpq(1, 10**1000))
    assert found["N"] > 10**6
    method = means.gaussian(Queries(10, ALPHA, RHO, fmpq(1, 10**1000)), 10)
    assert method.certified and method.samples == found["N"]


@pytest.mark.parametrize("k", [1, 7, 300])
def test_own_start_of_squared_votes(k):
    method = query_ways.direct_tuned(at(k), 20)
    assert method.certified and method.method == "direct-tuned"
    n0, rho0, beta0 = (method.quantities[q] for q in ("n0", "rho0", "beta0"))
    lam = balanced_share(ALPHA, rho0, beta0)
    lam = MP.mpf(int(lam.p)) / int(lam.q)
    r0, b0 = (MP.mpf(int(q.p)) / int(q.q) for q in (rho0, beta0))
    assert n0 == ceil(max(1 / (4 * MP.pi * (lam * A * r0) ** 2), MP.log(2 / b0) / (2 * ((1 - lam) * A) ** 2)))
    assert method.quantities["rho"].upper <= RHO and method.quantities["beta"].upper <= BETA


def test_theorem_constants_by_hand():
    result = query_ways.THEOREM.compare(at(50), crossings="none")
    c, beta0, n0 = (result.theorem.values[q] for q in ("c", "beta0", "n0"))
    c_mp = MP.mpf(int(c.p)) / int(c.q)
    expected = (c_mp * B / (50 * MP.log(50 / R) * MP.log(1 / B))) ** 2
    got = MP.mpf(int(beta0.p)) / int(beta0.q)
    assert 0 <= expected - got < expected * MP.mpf(10) ** -18
    r0, half = MP.mpf("1e-4"), A / 2
    assert n0 == ceil(MP.log(2 / got) * (r0 + 1 - 2 * got) ** 2 / (2 * half**2 * (r0 - 2 * got) ** 2))
    paper = result["paper"]
    assert paper.applicable and paper.quantities["beta"].upper <= BETA
    beyond = query_ways.THEOREM.route(at(50), "paper", result.theorem.values["c_refuted"], 10)
    assert beyond.quantities["beta"].lower > BETA


def test_ways_are_ranked_and_the_best_is_certified():
    result = query_ways.THEOREM.compare(at(50), crossings="none")
    certified = [w.samples for w in result.results if w.certified]
    assert certified == sorted(certified) and result.best_theory is result.results[0]
    assert {"naive", "expected-gap", "gaussian", "direct-tuned", "paper", "direct"} <= {
        w.method for w in result.results
    }


def test_conditions_of_the_theorem_that_fail_are_named():
    result = query_ways.THEOREM.compare(Queries(5, ALPHA, RHO, fmpq(1, 5)), crossings="none")
    assert result.theorem.values == {} and "beta < rho" in result.theorem.reason
    assert result.best.method == "rounding"


def test_crossings_against_a_scan():
    found = {(o.winner, o.loser): o for o in query_ways.THEOREM.compare(at(10)).crossings}

    def samples(method, k):
        return method(at(k), 6).samples

    late = found[("gaussian", "expected-gap")]
    ahead = {
        k: samples(means.gaussian, k) < samples(query_ways.expected_gap, k) for k in (1, 5, 20, *range(30, 42), 60, 500)
    }
    assert late.k == min(k for k in ahead if ahead[k]) and late.before == late.k - 1
    assert all(ahead[k] == (k >= late.k) for k in ahead)
    assert found[("gaussian", "naive")].k == 1 and found[("gaussian", "naive")].before is None
    slow = found[("direct-tuned", "naive")]
    assert samples(query_ways.direct_tuned, slow.k) < samples(query_ways.naive, slow.k)
    assert samples(query_ways.direct_tuned, slow.k - 1) >= samples(query_ways.naive, slow.k - 1)


def test_overtaking_of_known_curves():
    curves = {"linear": lambda k: 1000 * k, "square": lambda k: k * k, "flat": lambda k: 10**7}
    found = {(o.winner, o.loser): (o.k, o.before) for o in overtakings(curves)}
    assert found == {
        ("linear", "square"): (1001, 1000),
        ("flat", "square"): (3163, 3162),
        ("flat", "linear"): (10001, 10000),
    }
    rough = {"linear": lambda k: 900 * k}
    again = {(o.winner, o.loser): (o.k, o.before) for o in overtakings(curves, rough)}
    assert again == found  # a bad guess costs time, not correctness
    assert overtakings({"a": lambda k: k, "b": lambda k: k}) == ()
    assert overtakings({"a": lambda k: k, "b": lambda k: None}) == ()


def test_largest_c_on_a_known_curve():
    def achieved(c):
        return c * fmpq(1, 100) * (1 + c)

    c, above = largest_c(achieved, fmpq(1, 1000))
    assert achieved(c) <= fmpq(1, 1000) < achieved(above)
    assert above - c == fmpq(1, 10**4)
    assert largest_c(lambda c: c / 10**6, fmpq(1, 1000)) == (fmpq(499, 1000), None)
    assert largest_c(lambda c: None, fmpq(1, 1000)) is None


# -- best arm ----------------------------------------------------------------------------------------------------------
def test_arms_naive_by_hand():
    method = arm_ways.naive(instances(10, 5), 20)
    expected = MP.log(5 * 10 / B) ** 3 / (R / 10 * A) ** 2
    assert method.samples == ceil(expected) and method.hidden == ("C_arm_previous",)


def test_plain_best_arm_is_replicable_enough():
    """Two runs of any algorithm with A answers agree with probability at least 1/A: the start of direct-plain."""
    rng = random.Random(4)
    for arms in (2, 3, 7):
        for _ in range(200):
            weights = [Fraction(rng.randint(0, 20)) for _ in range(arms)]
            total = sum(weights)
            if total:
                assert sum((w / total) ** 2 for w in weights) >= Fraction(1, arms)
    method = arm_ways.direct_plain(instances(10, 5), 20)
    assert method.quantities["rho0"] == fmpq(4, 5) and method.certified
    b0 = MP.mpf(int(method.quantities["beta0"].p)) / int(method.quantities["beta0"].q)
    assert method.quantities["n0"] == ceil(MP.log(10 / b0) / (2 * (A / 2) ** 2))
    assert method.quantities["beta"].upper <= BETA and method.quantities["rho"].upper <= RHO


def test_arms_side_by_side():
    result = arm_ways.THEOREM.compare(instances(10, 5))
    assert (
        result.best.method == "softmax-joint"
        and result.best_theory.method == "softmax-joint"
        and result.unit == "samples per instance and arm"
    )
    found = {(o.winner, o.loser): o.k for o in result.crossings}
    assert found[("direct-plain", "direct-each")] == 2
    c, beta0 = result.theorem.values["c"], result.theorem.values["beta0"]
    got = MP.mpf(int(beta0.p)) / int(beta0.q)
    assert abs(got / (MP.mpf(int(c.p)) / int(c.q) * B / (10 * MP.log(10 / R) * MP.log(1 / B))) ** 2 - 1) < 1e-18
    assert result.theorem.values["n0"] == ceil(MP.log(5 / got) ** 3 / (MP.mpf("1e-4") * A) ** 2)


def test_one_instance_is_the_same_together_and_apart():
    one = instances(1, 4)
    assert arm_ways.direct_plain(one, 10).samples == arm_ways.direct_each(one, 10).samples


def test_time_of_the_ways():
    """Shares answer query by query; noise and votes on all answers together look at exponentially many candidates."""
    shares, noise = query_ways.naive(at(30), 20), means.gaussian(at(30), 20)
    assert shares.polynomial and shares.runs == 30 and shares.rounds_log10.upper == 0
    assert not noise.polynomial and abs(float(noise.rounds_log10) - 30 * float(MP.log10(2))) < 1e-12
    votes, apart = (method(instances(6, 5), 20) for method in (arm_ways.direct_plain, arm_ways.direct_each))
    assert not votes.effort.rounds_at_least and not votes.polynomial and apart.polynomial
    assert votes.rounds_log10.upper - votes.rounds_log10.lower < fmpq(1, 10**20)
    assert float(votes.rounds_log10) == pytest.approx(6 * float(MP.log10(5 / float(votes.value("D")))), rel=1e-6)
    assert apart.value("samples_total") == apart.samples * 6 * 5
