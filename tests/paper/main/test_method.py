"""thm:main against plain mpmath typed from the paper: tuned (lm:pg_compose_het, the largest c), and literally."""

import mpmath
import pytest
from flint import fmpq

from replcalc.numbers.enclosure import Verdict
from replcalc.paper.main import method as literal
from replcalc.paper.main.largest_constant import _closeness, _enclose_excess, largest_constant
from replcalc.paper.main.method_tuned import solve
from replcalc.planning.composition import without_failure_target as composition


def by_hand(sizes, rho, beta0, c, digits=60):
    """Every quantity of the proof of thm:main with lm:pg_compose_het, straight from the source."""
    mp = mpmath.mp.clone()
    mp.dps = digits
    rho, beta0, c = mp.mpf(rho), mp.mpf(beta0), mp.mpf(int(c.p)) / int(c.q)
    k, total = len(sizes), sum(sizes)
    log = mp.log(k / (rho * beta0))
    eps = [c * rho * mp.sqrt((mp.mpf(n) / total + mp.mpf(1) / k) / log) for n in sizes]
    delta = [beta0 * e**10 for e in eps]
    slack = beta0 * sum(e**10 for e in eps) / k
    hat = [2 * d / (1 - mp.exp(-e)) for d, e in zip(delta, eps)]
    psi = [
        d * (2 * mp.exp(e) + 1) + 2 * d**2 * (2 * mp.exp(2 * e) / (mp.exp(e) - 1) + 1) ** 2 for d, e in zip(delta, eps)
    ]
    drift = [p + 2 * e * (mp.exp(2 * e) / (1 - x) - 1) for p, e, x in zip(psi, eps, hat)]

    def prefix(j):
        if j == 0:
            return mp.mpf(0)
        return 2 * mp.sqrt(2 * mp.log(1 / slack) * sum(e**2 for e in eps[:j])) + sum(drift[:j])

    eps_k = prefix(k)
    delta_k = k * slack + sum(hat) + sum(mp.exp(prefix(j)) * delta[j] for j in range(k))
    delta_star = 5 * mp.sqrt(delta_k / min(eps_k, 1))
    return {
        "epsilon": eps,
        "delta": delta,
        "delta_prime": slack,
        "epsilon_k": eps_k,
        "delta_k": delta_k,
        "epsilon_star": 3 * eps_k,
        "delta_star": delta_star,
        "gamma_star": delta_star,
        "rho": 4 * (2 * delta_star + 6 * eps_k),
        "beta": sum(d**2 + mp.sqrt(beta0) * mp.log(8 / d**2) for d in delta),
        "samples": mp.ceil(max(n * mp.log(1 / d) * mp.log(1 / e) / e**2 for n, d, e in zip(sizes, delta, eps))),
        "samples_leading": max(n * mp.log(1 / e) / e**2 for n, e in zip(sizes, eps)),
    }


@pytest.mark.parametrize(
    ("n", "rho", "beta0"),
    [("100,200", "0.1", "0.001"), ("7", "0.5", "1e-9"), ("1,5x3,1000,2", "0.99", "0.25"), ("3x40", "1e-6", "1e-30")],
)
def test_every_quantity_equals_the_paper(n, rho, beta0):
    goal = composition(n, rho, beta0=beta0)
    result = solve(goal, 25)
    assert result.applicable and not result.certified
    expected = by_hand(list(goal.n.members()), rho, beta0, result.chosen["c"])
    for name, value in expected.items():
        ours = result.answer.value(name)
        if name == "samples":
            assert ours == int(value)
        elif isinstance(value, list):
            members = goal.n.with_values(ours).members()
            for enclosure, number in zip(members, value, strict=True):
                assert abs(mpmath.mpf(enclosure.decimals(25)[0]) / number - 1) < 1e-14
                assert enclosure.agrees_to(25)
        else:
            low, high = (mpmath.mp.clone().mpf(t) for t in ours.decimals(25))
            assert abs(low / value - 1) < 1e-14 and abs(high / value - 1) < 1e-14, name


def test_the_literal_way_refuses_a_c_that_is_too_large():
    refused = literal.solve(composition("100,200", "0.1", c="0.01"), 20)
    assert not refused.applicable and any(c.statement == "thm:main/closing" for c in refused.unmet)
    assert literal.solve(composition("100,200", "0.1", c="0.0001"), 20).applicable


#: Many different sizes, a few far larger than the others.
MANY = [1 + (i * i * 7919) % 10007 + 10**6 * (i % 100 == 0) for i in range(1200)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("n", "rho", "beta0"),
    [
        ("100,200", "0.1", "1e-3"),
        ("5x100000", "0.01", "1e-6"),
        ("1,1e40", "1e-300", "1e-300"),
        ("9", "0.999", "1/4"),
        (MANY, "0.1", "1e-3"),
    ],
)
def test_c_is_the_largest(n, rho, beta0):
    goal = composition(n, rho, beta0=beta0)
    c = largest_constant(goal.n, goal.rho, goal.worst_beta0)
    inputs = {"n": goal.n, "rho": goal.rho, "beta0": goal.worst_beta0}
    assert _enclose_excess(_closeness(), inputs, c) < 0
    assert _enclose_excess(_closeness(), inputs, c * (1 + fmpq(1, 10**9))) > 0


def test_fixed_c_and_its_refusal():
    fine = solve(composition("100,200", "0.1", c="0.001"), 20)
    assert fine.applicable and fine.chosen == {"c": fmpq(1, 1000)}
    large = solve(composition("100,200", "0.1", c="0.5"), 20)
    assert not large.applicable
    assert any(c.statement == "goal:replicability" and c.verdict is Verdict.REFUTED for c in large.unmet)


def test_unmet_conditions_of_the_conversion():
    loose = solve(composition("100,200", "0.1", rho0="0.01"), 20)
    assert [c.condition for c in loose.unmet] == ["rho0 <= 1/10000"]
    failing = solve(composition("100,200", "0.1", beta0="0.3"), 20)
    assert {c.statement for c in failing.unmet} == {"eq:def_eps_i_delta_i", "lm:replic_to_pg"}


def test_hidden_constants_change_the_samples():
    base = solve(composition("100", "0.1"), 20)
    double = solve(composition("100", "0.1", settings={"C_pg": fmpq(2)}), 20)
    assert base.samples < double.samples <= 2 * base.samples
    assert base.hidden == ("C_pg", "p_pg", "C_fail", "delta_small", "beta_small")
