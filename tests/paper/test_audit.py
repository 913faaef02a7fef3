"""The catalogue read against the paper once more: values computed from the text (ranges and hypotheses beside).

Each check is two-sided: a constant off by a hair is noticed.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath

from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.exact import parse_rational
from replcalc.statements.catalogue import statement

mp = mpmath.mp.clone()
mp.dps = 60
DIGITS = mp.mpf(10) ** -40
log, sqrt, e = mp.log, mp.sqrt, mp.e


def num(text: Any) -> Any:
    q = parse_rational(text)
    return mp.mpf(int(q.p)) / int(q.q)


def value(label: str, name: str, **values: Any) -> Any:
    """The middle of the ball, whose radius must be negligible."""
    ball = statement(label).bound(name, bits=256, **values)
    assert ball.rad() < abs(ball.mid()) / 10**45 + 1e-60
    return mp.mpf(ball.mid().str(58, radius=False))


def near(found: Any, expected: Any) -> bool:
    return bool(abs(found - expected) <= abs(expected) * DIGITS)


def test_near_notices_a_wrong_constant() -> None:
    assert near(num("1/3"), mp.mpf(1) / 3)
    assert not near(num("1/3") * (1 + mp.mpf(10) ** -38), mp.mpf(1) / 3)
    assert not near(num("1/3") * (1 - mp.mpf(10) ** -38), mp.mpf(1) / 3)


# -- Section 4: the main theorem --------------------------------------------------------------------------------------


def test_replicability_to_perfect_generalization() -> None:
    at: dict[str, Any] = {"n": 100, "rho0": "1e-4", "beta0": "1e-6", "epsilon": "0.1", "delta": "1e-5"}
    assert near(value("lm:replic_to_pg", "failure", **at), num("1e-10") + num("1e-3") * log(8 * num("1e10")))
    assert near(value("lm:replic_to_pg", "failure", **at, C_fail=0), num("1e-3") * log(8 * num("1e10")))
    assert near(value("lm:replic_to_pg", "samples", **at), 100 * log(10) * 100 * log(num("1e5")))
    cubed = 7 * 100 * log(10) * 100 * log(num("1e5")) ** 3
    assert near(value("lm:replic_to_pg", "samples", **at, C_pg=7, p_pg=3), cubed)
    assert near(value("lm:replic_to_pg", "leading", **at), 100 * log(10) * 100)
    assert value("lm:replic_to_pg", "samples", **(at | {"epsilon": 1})) == 0  # as printed; see the errata


def test_its_two_cited_halves_give_it() -> None:
    """delta' = delta^2/8 and beta' = sqrt(beta): the failure probability and the closeness of lm:replic_to_pg."""
    small = {"n": 100, "eta": "0.01", "nu": "0.01", "beta": "1e-3", "epsilon": "0.1", "delta": "1.25e-11"}
    assert near(value("lm:replic_to_sample_pg", "gamma_sample", **small), num("2.5e-11"))
    assert near(value("lm:replic_to_sample_pg", "delta_sample", **small), num("2.5e-11"))
    expected = num("1.25e-11") + num("1e-3") * log(8 * num("1e10"))
    assert near(value("lm:replic_to_sample_pg", "failure", **small), expected)
    assert near(value("lm:replic_to_sample_pg", "samples", **small), 100 * log(10) * 100 * log(8 * num("1e10")))
    back = {"gamma": "2.5e-11", "epsilon": "0.1", "delta": "2.5e-11"}
    assert near(value("lm:sample_pg_is_pg", "gamma_pg", **back), num("5e-6"))
    assert value("lm:sample_pg_is_pg", "delta_pg", **back) < num("1e-5")
    assert near(value("lm:sample_pg_is_pg", "delta_pg", **back), num("2.5e-11") + num("5e-6"))


def test_parameter_choice() -> None:
    sizes, c, rho, beta0 = [100, 200, 5], num("1/300"), num("1/10"), num("1/1000")
    ell = log(3 / (rho * beta0))
    eps = [c * rho * sqrt((mp.mpf(n) / 305 + mp.mpf(1) / 3) / ell) for n in sizes]
    found = statement("eq:def_eps_i_delta_i")
    at = {"n": sizes, "c": "1/300", "rho": "0.1", "beta0": "0.001"}
    shown = [mp.mpf(ball.mid().str(58, radius=False)) for ball in found.bound("epsilon", bits=256, **at)]
    assert all(map(near, shown, eps)) and len(shown) == 3
    shown = [mp.mpf(ball.mid().str(58, radius=False)) for ball in found.bound("delta", bits=256, **at)]
    assert all(map(near, shown, [beta0 * x**10 for x in eps]))
    assert near(value(found.label, "delta_prime", **at), beta0 * mp.fsum(x**10 for x in eps) / 3)
    squares = value("cl:c_small_pg_compose_precond_hold", "sum_of_squares", k=3, c="1/300", rho="0.1", beta0="0.001")
    assert near(squares, 2 * c**2 * rho**2 / ell)
    assert near(squares, mp.fsum(x**2 for x in eps))


def test_what_a_small_c_achieves() -> None:
    label = "cl:c_small_pg_compose_precond_hold"
    at = {"k": 8, "c": "1e-5", "rho": "0.3", "beta0": "0.2"}
    printed = {
        "epsilon_limit": sqrt(2) / 10**5,
        "below_c1": num("1/10"),
        "epsilon_star": num("0.3") / 40,
        "below_c3": mp.mpf(1),
        "delta_star": num("0.0081") / 40,
        "delta_prime": mp.mpf(1) / 16,
    }
    assert {c.name for c in statement(label).gives} == {*printed, "sum_of_squares"}
    for name, expected in printed.items():
        assert near(value(label, name, **at), expected), name
    assert near(value(label, "below_c1", **at, c1="1/20"), num("1/20"))
    four = 4 * (2 * printed["delta_star"] + 2 * printed["epsilon_star"])
    assert four <= num("0.3")  # the replicability that the proof concludes
    simple = {h.name: h for h in statement("lm:pg_compose").hidden}
    assert [h for h in statement(label).hidden if h.name != "c_max"] == [simple["c1"], simple["c3"]]


def test_main_theorem_and_algorithm() -> None:
    at = {"n": [100, 300], "rho": "0.1", "beta0": "1e-4", "rho0": "1e-4"}
    ell = log(2 * num("1e5"))
    worst = log(sqrt(log(2)) / num("0.000136"))  # ln(1/epsilon) at k = 1, rho = 1, beta0 = 1/4, where L = ln 4
    factor = 1 + worst * (log(4) + 10 * worst) / log(4) / (2 * log(4) * num("0.000136") ** 2)
    assert near(value("thm:main", "C_main", **at), factor)
    assert near(value("thm:main", "samples", **at), 40000 * factor * ell**3)
    other = 1 + 7 * worst * (1 + 10 * worst / log(4)) ** 2 / (2 * log(4) * num("0.000136") ** 2)
    assert near(value("thm:main", "samples", **at, C_pg=7, p_pg=2), 40000 * other * ell**4)
    fails = log(8 * (4 * mp.exp(10 * worst)) ** 2) / log(4) + mp.exp(-20 * worst) / 8 / log(4)
    assert near(value("thm:main", "C_beta", **at), fails)
    assert near(value("thm:main", "beta", **at), fails * 2 * num("1e-2") * ell)
    whole = {"samples_each": ["10.5", "7"], "failure_each": ["0.25", "0.5"]}
    assert value("alg:main", "samples", **whole) == 11
    assert value("alg:main", "beta", **whole) == num("3/4")


def test_many_queries() -> None:
    at = {"k": 20, "rho": "0.1", "alpha": "0.05", "beta": "0.01"}
    beta0 = (num("1e-6") / (20 * log(200) * log(100))) ** 2
    each, whole = log(1 / beta0) * 400, num("20") * 400 * 100
    assert near(value("thm:multi_dim_mean", "n0", **at, p_queries_each=1), each * log(e + each))
    assert near(value("thm:multi_dim_mean", "n0", **at, C_queries_each=5), 5 * each)
    main = value("thm:main", "C_main", n=[1], rho="0.1", beta0="1e-3", rho0="1e-4")
    factor = (3 + 2 / e) / log(2) + (2 + 2 / e) / log(e + 16) + 2 * log(10**4) / (log(e + 16) * log(2))
    logs = log(e + whole) * log(100)
    assert near(value("thm:multi_dim_mean", "n", **at), main * 2 * factor**4 * whole * logs**4)
    inner = 1 / log(2) + factor / 4
    squared = value("thm:multi_dim_mean", "n", **at, C_queries_each=5, p_queries_each=2)
    assert near(squared, main * 6 * factor**4 * inner**2 * whole * logs**6)
    factor = (3 + 2 / e) / log(2) + (2 + 2 / e) / log(e + 4) + 2 * log(10**4) / (log(e + 4) * log(2))
    arms = main * 2 * factor**3 * (factor + 1 / log(e + 4)) ** 3 * whole * (log(e + whole) * log(700)) ** 6
    assert near(value("thm:parallel_best_arm", "n", **at, arms=7), arms)
    doubled = value("thm:multi_dim_mean", "beta0", **at, c_queries="1/5000")
    assert near(doubled, 4 * beta0)  # c enters squared


# -- Section 7: boosting ----------------------------------------------------------------------------------------------


def test_boosted_learner() -> None:
    at = {"rho": "0.1", "alpha": "0.05", "beta": "1e-3", "d": 4, "n_replic": 1000}
    extra = (4 * log(20) + log(1000)) * 20
    assert near(value("lm:boost_pac", "n_new", **at), 1000 + extra)
    assert near(value("lm:boost_pac", "n_new", **at, C_pac=2), 1000 + 2 * extra)  # n_replic stands outside the O


def test_statistical_query_before_boosting_uses_the_smaller_of_rho_and_beta() -> None:
    for beta, smaller in (("1e-6", "1e-6"), ("0.4", "0.1")):
        found = value("thm:boost_sq", "n_previous", rho="0.1", alpha="0.05", beta=beta)
        assert near(found, log(1 / num(smaller)) * 400 * 100)


def test_heavy_hitters() -> None:
    at = {"beta": "1e-3", "nu": "0.2", "epsilon": "0.08"}
    printed = {
        "nu_prime": num("0.18"),
        "epsilon_prime": num("0.04"),
        "list_size": mp.mpf(20),
        "error": num("0.0025"),
        "light_below": num("0.135"),
        "heavy_from": num("0.195"),
        "n_list": 5 * log(5000),
        "n_tester": log(5000) / num("0.0064"),
    }
    assert {c.name for c in statement("lm:heavy_tester").gives} == set(printed)
    for name, expected in printed.items():
        assert near(value("lm:heavy_tester", name, **at), expected), name
    # nu' - epsilon' = nu - epsilon + epsilon/4, and the margins of the two tests around it
    assert near(printed["nu_prime"] - printed["epsilon_prime"], num("0.2") - num("0.08") + num("0.02"))
    assert printed["heavy_from"] - printed["error"] > printed["nu_prime"]
    assert printed["light_below"] > num("0.12") + printed["error"]


def test_best_arm() -> None:
    at = {"rho": "0.1", "alpha": "0.08", "beta": "1e-3", "arms": 5}
    assert near(value("thm:best_arm", "error", **at), num("0.005"))
    assert near(value("thm:best_arm", "margin", **at), num("0.12"))


# -- Section 8: omitted proofs ----------------------------------------------------------------------------------------


def test_tightness() -> None:
    assert near(value("thm:hardness", "beta", k=16, r=3, ell=2, C_hardness=7), mp.mpf(7000) ** -0.5 / 64)
    assert value("thm:hardness", "chi", k=16, r=3, ell=2) == value("thm:hardness", "psi", k=16, r=3, ell=2) == 1
    for exponent in ("1/2", 1, 2):  # at ell = 1/2 a factor 1/1000 in beta left the failure at 0.03
        at = {"k": 16, "r": 3, "ell": exponent}
        assert near(16**3 * value("thm:hardness", "beta", **at) ** mp.mpf(num(exponent)), num("1/1000"))
        assert near(value("thm:hardness", "failure", **at), num("1/1000"))
    at = {"n": 10, "k": 4, "rho": "0.1", "beta": "0.01"}
    assert value("lm:hard_instance_exists", "d_composed", **at) == 40
    assert near(value("lm:hard_instance_exists", "rho_composed", **at), num("0.0001"))
    assert near(value("lm:hard_instance_exists", "beta_composed", **at), num("0.001"))
    assert near(value("lm:hard_instance_exists", "samples_composed", **at), 40 / log(e + 40))
    assert near(value("lm:hard_instance_exists", "samples_each", **at), 1000 * log(100) * log(e + 1000))
    coins = {"d": 50, "rho": "1e-4", "alpha": "0.01", "beta": "0.001"}
    assert near(value("lm:marginal_neg", "samples", **coins), 50 / log(e + 50))
    assert near(value("lm:marginal_neg", "samples", **coins, C_marginal=3, p_marginal=0), mp.mpf(150))


def test_marginals_need_more_coins_than_the_constant() -> None:
    """d > C, strictly."""
    coins: dict[str, Any] = {"rho": "1e-4", "alpha": "0.01", "beta": "0.001", "d_min": 20}

    def verdict(d: int) -> Verdict:
        entry = statement("lm:marginal_neg")
        return next(v for c, v in entry.check(d=d, **coins) if "d_min" in str(c))

    assert verdict(20) is Verdict.REFUTED
    assert verdict(21) is Verdict.PROVED


def test_the_explicit_form_of_the_adaptive_bound_is_the_one_of_the_steps() -> None:
    """m >= (k(1 - 4 rho)/(972 rho tau))^2, and rho = (pk/8)/(1 + pk/2) there."""
    k, tau, rho = 40, Fraction(1, 20), Fraction(1, 7)
    exact = (k * (1 - 4 * rho) / (972 * rho * tau)) ** 2
    found = value("thm:adaptive_lb", "m", k=k, tau="1/20", rho="1/7", beta="0.001")
    assert near(found, mp.mpf(exact.numerator) / exact.denominator)
    assert not near(found, mp.mpf(exact.numerator) / exact.denominator * 972**2 / 973**2)
    p = Fraction(2, 243) / (tau * (k * (1 - 4 * rho) / (972 * rho * tau)))
    assert (p * k / 8) / (1 + p * k / 2) == rho
