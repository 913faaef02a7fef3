"""The headline formulas against plain mpmath, typed from the paper without the engine."""

from __future__ import annotations

from typing import Any

import mpmath
import pytest
import sympy as sp

from replcalc.numbers.exact import parse_rational
from replcalc.numbers.family import Family
from replcalc.statements.catalogue import statement

mp = mpmath.mp.clone()
mp.dps = 60
DIGITS = mp.mpf(10) ** -40


def num(text: Any) -> Any:
    q = parse_rational(text)
    return mp.mpf(int(q.p)) / int(q.q)


def near(ball: Any, expected: Any) -> bool:
    """Equal to 40 digits, from both sides."""
    value = mp.mpf(ball.mid().str(55, radius=False))
    return bool(abs(value - expected) <= abs(expected) * DIGITS) and bool(ball.rad() < abs(ball.mid()) / 10**40 + 1e-50)


def bound(label: str, name: str, **values: Any) -> Any:
    return statement(label).bound(name, bits=256, **values)


# -- lm:pg_compose_het ----------------------------------------------------------------------------------------------


def hat(eps: Any, delta: Any) -> Any:
    return 2 * delta / (1 - mp.exp(-eps))


def psi(eps: Any, delta: Any) -> Any:
    first = delta * (2 * mp.exp(eps) + 1)
    return first + 2 * delta**2 * (2 * mp.exp(2 * eps) / (mp.exp(eps) - 1) + 1) ** 2


def eps_upto(eps: list[Any], delta: list[Any], slack: Any, j: int) -> Any:
    """epsilon^(j), with epsilon^(0) = 0."""
    spread = 2 * mp.sqrt(2 * mp.log(1 / slack) * mp.fsum(e**2 for e in eps[:j]))
    means = [psi(e, d) + 2 * e * (mp.exp(2 * e) / (1 - hat(e, d)) - 1) for e, d in zip(eps[:j], delta[:j], strict=True)]
    return spread + mp.fsum(means)


def composed(gamma: list[Any], eps: list[Any], delta: list[Any], slack: Any) -> dict[str, Any]:
    k = len(eps)
    joint = eps_upto(eps, delta, slack, k)
    total = k * slack + mp.fsum(hat(e, d) for e, d in zip(eps, delta, strict=True))
    total += mp.fsum(mp.exp(eps_upto(eps, delta, slack, ell)) * gamma[ell] for ell in range(k))
    star = 5 * mp.sqrt(total / min(joint, mp.mpf(1)))
    return {"epsilon_k": joint, "delta_k": total, "epsilon_star": 3 * joint, "delta_star": star, "gamma_star": star}


FAMILIES = [
    (["1e-6"], ["0.1"], ["1e-5"], "1e-4"),
    (["1e-6", "0.3"], ["0.1", "1"], ["1e-5", "0.02"], "0.49"),
    (["0.2", "1e-9", "1e-3"], ["0.01", "0.7", "0.3"], ["1e-4", "1e-12", "6e-3"], "1e-9"),
    (["1e-8"] * 5, ["1/100", "1/50", "1/7", "1/1000", "1/3"], ["1e-20"] * 5, "1e-30"),
]


@pytest.mark.parametrize("name", ["epsilon_k", "delta_k", "epsilon_star", "delta_star", "gamma_star"])
@pytest.mark.parametrize("family", FAMILIES, ids=lambda f: f"k={len(f[0])}")
def test_heterogeneous_composition(family: Any, name: str) -> None:
    gamma, eps, delta, slack = family
    expected = composed([num(g) for g in gamma], [num(e) for e in eps], [num(d) for d in delta], num(slack))
    found = bound("lm:pg_compose_het", name, gamma=gamma, epsilon=eps, delta=delta, delta_prime=slack)
    assert near(found, expected[name])


def test_the_order_of_the_rounds_matters_through_the_prefix_term() -> None:
    gamma, eps, delta, slack = FAMILIES[2]
    forward = bound("lm:pg_compose_het", "delta_k", gamma=gamma, epsilon=eps, delta=delta, delta_prime=slack)
    back = {"gamma": gamma[::-1], "epsilon": eps[::-1], "delta": delta[::-1], "delta_prime": slack}
    backward = bound("lm:pg_compose_het", "delta_k", **back)
    assert forward < backward  # the large gamma comes last there, behind a large epsilon^(l-1)
    numbers = [[num(x) for x in column[::-1]] for column in (gamma, eps, delta)]
    assert near(backward, composed(*numbers, num(slack))["delta_k"])
    same = bound("lm:pg_compose_het", "epsilon_k", **back)
    assert near(same, composed([num(x) for x in gamma], numbers[1][::-1], numbers[2][::-1], num(slack))["epsilon_k"])


def test_a_run_equals_its_members() -> None:
    runs = {
        name: Family.from_runs(((parse_rational(value), 4),))
        for name, value in (("gamma", "1e-3"), ("epsilon", "1/9"), ("delta", "1e-4"))
    }
    expected = composed([num("1e-3")] * 4, [num("1/9")] * 4, [num("1e-4")] * 4, num("1/10"))
    assert near(bound("lm:pg_compose_het", "delta_k", **runs, delta_prime="1/10"), expected["delta_k"])


# -- its proof ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("eps", "delta"), [("1", "1/50"), ("0.1", "1e-7"), ("1/1000", "1/50000")])
def test_one_round(eps: str, delta: str) -> None:
    e, d = num(eps), num(delta)
    tilt = 2 * e * (mp.exp(2 * e) / (1 - hat(e, d)) - 1)
    assert near(bound("lm:help_kasi", "failure", epsilon=eps, delta=delta), hat(e, d))
    assert near(bound("lm:help_kasi", "log_ratio", epsilon=eps, delta=delta), 2 * e)
    assert near(bound("lm:h_hat_to_h", "failure_real", epsilon=eps, delta=delta), hat(e, d))
    assert near(bound("lm:h_hat_to_h", "failure_oracle", epsilon=eps, delta=delta), hat(e, d))
    assert near(bound("cl:Q_weighted_bound", "psi", epsilon=eps, delta=delta), psi(e, d))
    assert near(bound("cl:P_weighted_bound", "gap", epsilon=eps, delta=delta), tilt)
    assert near(bound("lm:bound_expect", "rho_i", epsilon=eps, delta=delta), psi(e, d) + tilt)


def test_the_rounds_of_the_proof_add_up() -> None:
    gamma, eps, delta, slack = FAMILIES[2]
    g, e, d, s = [num(x) for x in gamma], [num(x) for x in eps], [num(x) for x in delta], num(slack)
    rounds = {"epsilon": eps, "delta": delta, "delta_prime": slack}
    hats = [hat(x, y) for x, y in zip(e, d, strict=True)]
    for label in ("lm:h_to_g", "lm:h_to_g_tilde"):
        assert near(bound(label, "epsilon_k", **rounds), eps_upto(e, d, s, 3))
        assert near(bound(label, "failure", **rounds), s)
    assert near(bound("lm:z_in_G_i", "failure", gamma=gamma, **rounds), composed(g, e, d, s)["delta_k"])
    assert near(bound("lm:tilde_z_in_G_i", "failure", gamma=gamma, **rounds), 3 * s + sum(hats) + sum(g))
    assert near(bound("lm:tilde_z_in_G_i", "delta_k", gamma=gamma, **rounds), composed(g, e, d, s)["delta_k"])
    before = eps_upto(e, d, s, 2)
    shown = mp.nstr(before, 58)
    assert near(bound("lm:z_C_i", "failure", gamma=gamma[2], epsilon_before=shown), mp.exp(mp.mpf(shown)) * g[2])
    reached = bound("lm:z_not_in_chhat", "failure", pg_failure=gamma, epsilon=eps, delta=delta)
    assert near(reached, sum(g) + sum(hats))


def test_the_last_delta_hat_is_left_out_before_the_last_value_is_drawn() -> None:
    gamma, eps, delta, _ = FAMILIES[2]
    values = {"gamma": gamma, "epsilon": eps, "delta": delta}
    g, hats = [num(x) for x in gamma], [hat(num(x), num(y)) for x, y in zip(eps, delta, strict=True)]
    label = "lm:tilde_z_not_in_chhat"
    assert near(bound(label, "failure", **values), sum(g) + hats[0] + hats[1])
    assert near(bound(label, "failure", **{name: column[:1] for name, column in values.items()}), g[0])
    run = {name: Family.from_runs(((parse_rational(column[1]), 5),)) for name, column in values.items()}
    assert near(bound(label, "failure", **run), 5 * g[1] + 4 * hats[1])


@pytest.mark.parametrize(("eps", "delta"), [("0.2", "1e-6"), ("3", "1e-6"), ("1", "1/7")])
def test_conditioning(eps: str, delta: str) -> None:
    e, d = num(eps), num(delta)
    least = min(e, mp.mpf(1))
    values = {"epsilon_k": eps, "delta_k": delta}
    assert near(bound("lm:joint_implies_cond", "epsilon_star", **values), 3 * e)
    for name in ("delta_star", "gamma_star"):
        assert near(bound("lm:joint_implies_cond", name, **values), 5 * mp.sqrt(d / least))
    assert near(bound("lm:joint_implies_cond", "delta_hat", **values), 2 * mp.sqrt(d * least / 5))
    failure = 2 * d / num("0.01") + 2 * d / (1 - mp.exp(-e))
    printed = {"epsilon": eps, "delta": delta, "delta_hat": "0.01"}
    assert near(bound("lm:kasivi", "failure", **printed), failure)
    assert near(bound("lm:kasivi", "success", **printed), 1 - failure)
    assert near(bound("lm:kasivi", "epsilon_conditional", **printed), 3 * e)


def test_azuma() -> None:
    found = bound("lm:azuma", "tail", c=["1/2", 3, "0.1"], t="7/3")
    assert near(found, mp.exp(-(num("7/3") ** 2) / (2 * (num("1/4") + 9 + num("0.01")))))


def test_azuma_at_the_slack_gives_the_concentration_step() -> None:
    """With c_i = 2 eps_i and t = 2 sqrt(2 ln(1/delta') sum eps_i^2) the tail is delta' itself."""
    eps = ["0.1", "0.02", "0.3"]
    t = 2 * mp.sqrt(2 * mp.log(num(10**6)) * mp.fsum(num(e) ** 2 for e in eps))
    tail = bound("lm:azuma", "tail", c=["0.2", "0.04", "0.6"], t=mp.nstr(t, 58))
    assert abs(mp.mpf(tail.mid().str(55, radius=False)) - num("1e-6")) < mp.mpf(10) ** -40


def test_simple_composition() -> None:
    eps, delta, slack = ["1/100", "1/200", "1/50"], ["1e-12", "1e-10", "1e-9"], "1e-9"
    squares = mp.fsum(num(e) ** 2 for e in eps)
    star = num("16.2") * (mp.sqrt(mp.log(num(10**9)) * squares) + squares)
    inner = 3 * num(slack) + mp.fsum(num(d) / num(e) for d, e in zip(delta, eps, strict=True))
    values = {"epsilon": eps, "delta": delta, "delta_prime": slack}
    assert near(bound("lm:pg_compose", "epsilon_star", **values), star)
    assert near(bound("lm:pg_compose", "delta_star", **values), 18 * mp.sqrt(inner / star))
    assert near(bound("lm:pg_compose", "delta_star", **values, c4=9), 9 * mp.sqrt(inner / star))
    informal = statement("thm:pg_compose_intro")
    scaled = {"C_eps_intro": "16.2", "C_delta_intro": 18}
    assert near(informal.bound("delta_star", bits=256, **values, **scaled), 18 * mp.sqrt(inner / star))


# -- the rest -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("k", "rho"), [(1, "0.3"), (4, "0.5"), (10, "0.3"), (1000, "1e-5")])
def test_naive_composition(k: int, rho: str) -> None:
    r = num(rho)
    lower = min(mp.mpf(1), k * r / 2) / 2
    exact = 1 - (1 - r / 2) ** k
    assert near(bound("sec:naive", "upper", k=k, rho=rho), k * r)
    assert near(bound("sec:naive", "lower", k=k, rho=rho), lower)
    assert near(bound("sec:naive", "independent", k=k, rho=rho), exact)
    assert lower <= exact <= k * r


@pytest.mark.parametrize(("rho", "beta"), [("0.1", "0.001"), ("0.1", "0.4")])
def test_boosting_split(rho: str, beta: str) -> None:
    r, b = num(rho), num(beta)
    values = {"rho": rho, "alpha": "0.2", "beta": beta, "n_replic": 1000, "n_tester": "70.5", "n_nonreplic": 30}
    expected = {
        "rho_replic": r / 4,
        "alpha_replic": num("0.1"),
        "beta_replic": r / 4,
        "alpha_tester": num("0.1"),
        "beta_tester": min(r, b) / 4,
        "alpha_nonreplic": num("0.2"),
        "beta_nonreplic": b / 2,
        "n_new": num("1100.5"),
        "rho_new": r / 2 + min(r, b) / 2,
        "beta_new": min(r, b) / 4 + b / 2,
    }
    assert {c.name for c in statement("thm:boost_beta").gives} == set(expected)
    for name, value in expected.items():
        assert near(bound("thm:boost_beta", name, **values), value)
    for name in [c.name for c in statement("alg:hybrid").gives]:
        assert near(bound("alg:hybrid", name, rho=rho, alpha="0.2", beta=beta), expected[name])
    assert expected["rho_new"] <= r and expected["beta_new"] <= 3 * b / 4


def test_tester() -> None:
    values = {"alpha": "0.05", "beta": "1e-3"}
    assert near(bound("lm:tester", "n_tester", **values), 480 * mp.log(1000))
    assert near(bound("lm:tester", "threshold", **values), num("0.075"))
    assert near(bound("lm:tester", "miss", **values), num("1e-3"))
    assert near(bound("lm:tester", "false_alarm", **values), num("1e-6"))


def test_threshold_estimation_follows_from_its_steps() -> None:
    """4/9 of the mass is (2/243)/(tau sqrt m), symbolically and at a point."""
    entry = statement("lem:threshold_estimation")
    chain: Any = sp.Rational(4, 9) * entry.conclusion("mass").variable
    for name in ("mass", "interval", "slope"):
        chain = chain.subs(entry.conclusion(name).variable, entry.conclusion(name).expression)
    assert sp.simplify(chain - entry.conclusion("disagreement").expression) == 0
    found = entry.bound("disagreement", bits=256, m=1000, tau="0.1", failure="1/20")
    assert near(found, mp.mpf(2) / 243 / (num("0.1") * mp.sqrt(1000)))


def test_adaptive_lower_bound() -> None:
    p, k = num("0.003"), 50
    assert near(bound("clm:fixed_r_lb", "rho_r", p="0.003", k=50), (p * k / 4) / (1 + p * k / 2))
    assert near(bound("clm:fixed_r_lb", "beta_r", p="0.003", k=50), (mp.mpf(k) / 32) / (1 + mp.mpf(k) / 16))
    tau, rho = num("0.01"), num("0.1")
    m = (mp.mpf(2) / 243 * k * (1 - 4 * rho) / (8 * rho * tau)) ** 2
    assert near(bound("thm:adaptive_lb", "m", k=50, tau="0.01", rho="0.1", beta="0.01"), m)
    # solving rho >= (pk/8)/(1 + pk/2) with p = (2/243)/(tau sqrt m) at equality gives back rho
    at_m = mp.mpf(2) / 243 / (tau * mp.sqrt(m))
    assert abs((at_m * k / 8) / (1 + at_m * k / 2) - rho) < DIGITS


def test_small_ones() -> None:
    assert near(bound("def:correlated_sampling", "error", tv="0.3"), num("0.6") / num("1.3"))
    assert near(bound("lm:sample_pg_is_pg", "gamma_pg", gamma="0.04", epsilon="0.1", delta="0.01"), num("0.2"))
    assert near(bound("lm:sample_pg_is_pg", "delta_pg", gamma="0.04", epsilon="0.1", delta="0.01"), num("0.21"))
    assert near(bound("def:pg", "upper", gamma=0, epsilon="0.5", delta="0.1", q="0.2"), mp.exp(0.5) / 5 + num("0.1"))
    assert near(bound("def:pg", "lower", gamma=0, epsilon="0.5", delta="0.1", q="0.2"), mp.exp(-0.5) * num("0.1"))
    for label, factor in (("thm:suff_stat", 2), ("cor:order_inv", 2), ("cor:label_inv", 1)):
        assert near(bound(label, "rho_new", rho="0.1", beta="0.2", n=7), factor * num("0.1"))
    assert near(bound("lm:pg_to_replic", "rho", gamma="0.01", epsilon="0.02", delta="0.03"), num("0.32"))


@pytest.mark.parametrize("row", ["query", "littlestone", "finite", "thresholds", "heavy", "arm"])
def test_table_rows(row: str) -> None:
    r, a, b, nu, eps = num("0.1"), num("0.05"), num("1e-6"), num("0.2"), num("0.05")
    log = mp.log

    def soft(x: Any) -> Any:
        return x * log(mp.e + x)

    square = log(1000) ** 2
    finite = (square + log(1 / r)) * log(1 / r) ** 3 / (a * r**2) + log(1 / b) / a
    expected = {
        "query": (log(1 / b) / (a * r) ** 2, log(1 / r) / (a * r) ** 2 + log(1 / b) / a**2),
        "littlestone": (soft(3**12 * log(1 / b) ** 3 / (a * r) ** 2), soft(3**12 / (a * r) ** 2 + log(1 / b) / a)),
        "finite": ((square + log(1 / (r * b))) * log(1 / r) ** 3 / (a * r**2), finite),
        "thresholds": (soft(64 * log(1 / b) ** 2 / (a * r) ** 2), soft(64 / (a * r) ** 2 + log(1 / b) / a)),
        "heavy": (soft(log(1 / b) / (nu * eps**2 * r**2)), soft(1 / (nu * eps**2 * r**2) + log(1 / b) / eps**2)),
        "arm": (log(5 / b) ** 3 / (a * r) ** 2, log(5 / r) ** 3 / (a * r) ** 2 + log(5 / b) / a**2),
    }
    values = {"rho": "0.1", "alpha": "0.05", "beta": "1e-6", "d": 3, "class_size": 1000, "log_star": 4}
    values |= {"nu": "0.2", "epsilon": "0.05", "arms": 5}
    values |= {h.name: 1 for h in statement("table:only").hidden}
    for column, value in zip(("previous", "new"), expected[row], strict=True):
        assert near(bound("table:only", f"{row}_{column}", **values), value)


def test_base_failure_probability_of_the_applications() -> None:
    values = {"k": 20, "rho": "0.1", "alpha": "0.05", "beta": "0.01"}
    share = (num("1e-4") * num("0.01") / (20 * mp.log(200) * mp.log(100))) ** 2
    assert near(bound("thm:multi_dim_mean", "beta0", **values), share)
    assert near(bound("thm:parallel_best_arm", "beta0", **values, arms=7), share)
    found = bound("thm:parallel_best_arm", "n0", **values, arms=7)
    assert near(found, mp.log(7 / share) ** 3 / num("0.05") ** 2)
