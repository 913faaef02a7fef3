"""Every formula of the paper a second time, typed from the TeX as plain mpmath functions.

The statements say the same in sympy. Nothing here is taken from them: what was typed wrongly there is not wrong here in
likewise, and ``mutants.differences`` compares the two at random points. A function gets the values of a statement's
parameters and unspecified constants as attributes (a family is a list, its first member at 0) and returns those of its
conclusions by name. Numbers in comments are lines of the TeX. Where the paper prints O(.), its constants are those that
the statement names.
"""

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import mpmath

mp = mpmath.mp.clone()
mp.dps = 50
exp, ln, sqrt, fsum, mpf, e = mp.exp, mp.log, mp.sqrt, mp.fsum, mp.mpf, mp.e

Values = dict[str, Any]
#: Parameters and unspecified constants of a statement.
V = SimpleNamespace


def _soft(factor: Any, power: Any, inside: Any) -> Any:
    """Return O~(X) as C X ln(e + X)^p."""
    return factor * inside * ln(e + inside) ** power


# -- replicable composition --------------------------------------------------------------------------------------------
def _composition(v: V, c_eps: Any, c_delta: Any) -> Values:  # 325-327, 803-806
    squares = fsum(eps * eps for eps in v.epsilon)
    star = c_eps * (sqrt(ln(1 / v.delta_prime) * squares) + squares)
    ratios = fsum(delta / eps for delta, eps in zip(v.delta, v.epsilon, strict=True))
    delta = c_delta * sqrt((len(v.epsilon) * v.delta_prime + ratios) / star)
    return {"epsilon_star": star, "delta_star": delta, "gamma_star": delta}


def _private(v: V) -> Values:  # 294, 668
    k = len(v.n)
    samples = v.C_private * fsum(n * n for n in v.n) * ln(k / (v.target * v.beta0)) ** v.p_private / v.target**2
    return {"samples": mp.ceil(samples), "rho": v.target, "beta": v.C_private_fail * k * v.beta0}


def _main_constants(v: V) -> Values:
    """Return the factors of the O in thm:main as its claims state them: l = ln(sqrt(ln 2)/c)."""
    least = ln(sqrt(ln(2)) / v.c_max)
    ratio = 10 * least / ln(4)
    return {
        "log_worst": least,
        "C_main": 1 + v.C_pg * least * (1 + ratio) ** v.p_pg / (2 * ln(4) * v.c_max**2),
        "p_main": v.p_pg + 2,
        "C_beta": mpf(7) / 2 + 2 * ratio + v.C_fail * (v.c_max**2 / ln(2)) ** 10 / (8 * ln(4)),
    }


def _main(v: V) -> Values:  # 246-250
    found, k = _main_constants(v), len(v.n)
    logs = ln(k / (v.rho * v.beta0))
    found["samples"] = found["C_main"] * fsum(v.n) / v.rho**2 * logs ** found["p_main"]
    return found | {"beta": found["C_beta"] * k * sqrt(v.beta0) * logs}


def _to_generalizing(v: V) -> Values:  # 782-786
    leading = v.n * ln(1 / v.epsilon) / v.epsilon**2
    failure = v.C_fail * v.delta**2 + sqrt(v.beta0) * ln(8 / v.delta**2)
    return {"failure": failure, "samples": v.C_pg * leading * ln(1 / v.delta) ** v.p_pg, "leading": leading}


def _choice(v: V) -> Values:  # 866-872
    k = len(v.n)
    logs = ln(k / (v.rho * v.beta0))
    epsilons = [v.c * v.rho * sqrt((n / fsum(v.n) + mpf(1) / k) / logs) for n in v.n]
    tenth = [v.beta0 * eps**10 for eps in epsilons]
    return {"epsilon": epsilons, "delta": tenth, "delta_prime": fsum(tenth) / k}


def _small_c(v: V) -> Values:  # 912-916, 920, 937
    limits = {"epsilon_limit": sqrt(2) * v.c, "below_c1": v.c1, "below_c3": v.c3, "delta_prime": 1 / (2 * v.k)}
    squares = 2 * (v.c * v.rho) ** 2 / ln(v.k / (v.rho * v.beta0))
    return limits | {"sum_of_squares": squares, "epsilon_star": v.rho / 40, "delta_star": v.rho**4 / 40}


def _application(v: V, constant: Any) -> Values:
    """Return beta_0 (1153, 1244), the constants of thm:main, and the failure that it gives."""
    share = constant * v.beta / (v.k * ln(v.k / v.rho) * ln(1 / v.beta))
    found = {"beta0": share**2} | _main_constants(v)
    return found | {"failure": found["C_beta"] * v.k * share * ln(v.k / (v.rho * share**2))}


def _log_share(constant: Any, least: int) -> Any:
    """Return ln(k/(rho beta0)) over ln(e + X) ln(1/beta): (3 + 2/e)/ln 2 + (2 + 2/e + 2 ln(1/c)/ln 2)/ln(e + least)."""
    return (3 + 2 / e) / ln(2) + (2 + 2 / e + 2 * ln(1 / constant) / ln(2)) / ln(e + least)


def _queries(v: V) -> Values:  # 1147-1160, 1213
    found, w, x = _application(v, v.c_queries), _log_share(v.c_queries, 16), v.k / (v.rho * v.alpha) ** 2
    each, p = (1 / ln(2) + w / 4) ** v.p_queries_each, 1 + found["p_main"] + v.p_queries_each
    factor = found["C_main"] * (1 + v.C_queries_each) * w ** (1 + found["p_main"]) * each
    found["n0"] = _soft(v.C_queries_each, v.p_queries_each, ln(1 / found["beta0"]) / v.alpha**2)
    samples = factor * x * (ln(e + x) * ln(1 / v.beta)) ** p
    return found | {"log_queries": w, "C_queries": factor, "p_queries": p, "n": samples}


def _bandits(v: V) -> Values:  # 1238-1250, 1264
    found, w, x = _application(v, v.c_arms), _log_share(v.c_arms, 4), v.k / (v.rho * v.alpha) ** 2
    each, p = (1 / ln(e + 4) + w) ** 3, 3 + found["p_main"]
    factor = found["C_main"] * (1 + v.C_arms_each) * each * w ** found["p_main"]
    found["n0"] = v.C_arms_each * ln(v.arms / found["beta0"]) ** 3 / v.alpha**2
    samples = factor * x * (ln(e + x) * ln(v.arms / v.beta)) ** p
    return found | {"log_arms": w, "C_arms": factor, "p_arms": p, "n": samples}


# -- heterogeneous composition and its proof ---------------------------------------------------------------------------
def _hat(eps: Any, delta: Any) -> Any:  # 1330
    return 2 * delta / (1 - exp(-eps))


def _psi(eps: Any, delta: Any) -> Any:  # 1333
    return delta * (2 * exp(eps) + 1) + 2 * (delta * (2 * exp(2 * eps) / (exp(eps) - 1) + 1)) ** 2


def _tilt(eps: Any, delta: Any) -> Any:  # 1336
    return 2 * eps * (exp(2 * eps) / (1 - _hat(eps, delta)) - 1)


def _hats(v: V) -> list[Any]:
    return list(map(_hat, v.epsilon, v.delta))


def _joint_epsilon(v: V, rounds: int) -> Any:  # 1320: epsilon^(rounds)
    epsilons, deltas = v.epsilon[:rounds], v.delta[:rounds]
    spread = 2 * sqrt(2 * ln(1 / v.delta_prime) * fsum(eps * eps for eps in epsilons))
    return spread + fsum(map(_psi, epsilons, deltas)) + fsum(map(_tilt, epsilons, deltas))


def _joint_delta(v: V) -> Any:  # 1324: delta^(k)
    close = fsum(exp(_joint_epsilon(v, j)) * gamma for j, gamma in enumerate(v.gamma))
    return len(v.gamma) * v.delta_prime + fsum(_hats(v)) + close


def _conditioned(eps: Any, delta: Any) -> Values:  # 1327, 1568
    star = 5 * sqrt(delta / min(eps, mpf(1)))
    return {"epsilon_star": 3 * eps, "delta_star": star, "gamma_star": star}


def _heterogeneous(v: V) -> Values:  # 1313-1336
    psi = list(map(_psi, v.epsilon, v.delta))
    drift = [a + b for a, b in zip(psi, map(_tilt, v.epsilon, v.delta), strict=True)]
    eps, delta = _joint_epsilon(v, len(v.epsilon)), _joint_delta(v)
    found = {"delta_hat": _hats(v), "psi": psi, "drift": drift, "epsilon_k": eps, "delta_k": delta}
    return found | _conditioned(eps, delta)


def _concentrated(v: V) -> Values:  # 2003, 2113
    return {"epsilon_k": _joint_epsilon(v, len(v.epsilon)), "failure": v.delta_prime}


def _real_tail(v: V) -> Values:  # 2218
    total = _joint_delta(v)
    return {"epsilon_k": _joint_epsilon(v, len(v.epsilon)), "delta_k": total, "failure": total}


def _oracle_tail(v: V) -> Values:  # 2265
    return _real_tail(v) | {"failure": len(v.epsilon) * v.delta_prime + fsum(_hats(v)) + fsum(v.gamma)}


def _kasivi(v: V) -> Values:  # 1575-1578
    failure = 2 * v.delta / v.delta_hat + _hat(v.epsilon, v.delta)
    return {"epsilon_conditional": 3 * v.epsilon, "failure": failure, "success": 1 - failure}


def _mean_log_ratio(v: V) -> Values:  # 1673-1680
    psi, tilt = _psi(v.epsilon, v.delta), _tilt(v.epsilon, v.delta)
    return {"delta_hat": _hat(v.epsilon, v.delta), "psi": psi, "tilt": tilt, "rho_i": psi + tilt}


# -- adaptive lower bound ----------------------------------------------------------------------------------------------
def _threshold(v: V) -> Values:  # 2487-2511
    root = sqrt(v.m)
    found = {"p_at_lower_end": 3 * v.failure, "p_at_upper_end": 1 - 3 * v.failure, "slope": 3 * root}
    mass = 1 / (54 * v.tau * root)
    return found | {"interval": 1 / (9 * root), "mass": mass, "disagreement": mpf(4) / 9 * mass}


def _adaptive(v: V) -> Values:  # 2521, 2684
    one = v.C_one_round / v.tau**2
    explicit = (v.k * (1 - 4 * v.rho) / (972 * v.rho * v.tau)) ** 2
    return {"n_one_round": one, "m_order": v.C_adaptive * v.k**2 * one, "m": explicit}


# -- boosting and its applications -------------------------------------------------------------------------------------
def _split(v: V) -> Values:  # 3131-3147
    found = {"rho_replic": v.rho / 4, "alpha_replic": v.alpha / 2, "beta_replic": v.rho / 4}
    found |= {"alpha_tester": v.alpha / 2, "beta_tester": min(v.rho, v.beta) / 4}
    return found | {"alpha_nonreplic": v.alpha, "beta_nonreplic": v.beta / 2}


def _boosting(v: V) -> Values:  # 3097-3124
    tester = min(v.rho, v.beta) / 4
    found = {"n_new": v.n_replic + v.n_tester + v.n_nonreplic, "rho_new": v.rho / 2 + 2 * tester}
    return _split(v) | found | {"beta_new": tester + v.beta / 2}


def _query(v: V) -> Values:  # 3177, 3188
    base = 1 / (v.alpha * v.rho) ** 2
    new = v.C_sq_replic * ln(1 / v.rho) * base + v.C_sq_beta * ln(1 / v.beta) / v.alpha**2
    return {"n_previous": v.C_sq_previous * ln(1 / min(v.rho, v.beta)) * base, "n_new": new}


def _tester(v: V) -> Values:  # 3246-3294
    size = 24 * ln(1 / v.beta) / v.alpha
    found = {"threshold": mpf(3) / 2 * v.alpha, "n_tester": size}
    return found | {"miss": exp(-size * v.alpha / 24), "false_alarm": exp(-size * v.alpha / 12)}


def _littlestone(v: V) -> Values:  # 3346, 3361
    base, b = v.d**12 / (v.alpha * v.rho) ** 2, ln(1 / v.beta)
    previous = _soft(v.C_littlestone_previous, v.p_littlestone_previous, base * b**3)
    return {"n_previous": previous, "n_new": _soft(v.C_littlestone, v.p_littlestone, base + b / v.alpha)}


def _finite_class(v: V) -> Values:  # 3379, 3389
    square, r, b = ln(v.class_size) ** 2, ln(1 / v.rho), ln(1 / v.beta)
    base = r**3 / (v.alpha * v.rho**2)
    new = v.C_finite * (square + r) * base + v.C_finite_beta * b / v.alpha
    return {"n_previous": v.C_finite_previous * (square + r + b) * base, "n_new": new}


def _thresholds(v: V) -> Values:  # 3412, 3424
    base, b = v.log_star**3 / (v.alpha * v.rho) ** 2, ln(1 / v.beta)
    previous = _soft(v.C_thresholds_previous, v.p_thresholds_previous, base * b**2)
    return {"n_previous": previous, "n_new": _soft(v.C_thresholds, v.p_thresholds, base + b / v.alpha)}


def _heavy_hitters(v: V) -> Values:  # 3440-3446, 3454
    base, b = 1 / (v.nu * (v.epsilon * v.rho) ** 2), ln(1 / v.beta)
    previous = _soft(v.C_heavy_previous, v.p_heavy_previous, base * b)
    stronger = {"nu_prime": v.nu - v.epsilon / 4, "epsilon_prime": v.epsilon / 2}
    return stronger | {"n_previous": previous, "n_new": _soft(v.C_heavy, v.p_heavy, base + b / v.epsilon**2)}


def _heavy_tester(v: V) -> Values:  # 3458-3500
    logs, eps = ln(1 / (v.nu * v.beta)), v.epsilon
    found = {"nu_prime": v.nu - eps / 4, "epsilon_prime": eps / 2, "list_size": 4 / v.nu, "error": eps / 32}
    found |= {"light_below": v.nu - 13 * eps / 16, "heavy_from": v.nu - eps / 16}
    return found | {"n_list": v.C_heavy_list * logs / v.nu, "n_tester": v.C_heavy_tester * logs / eps**2}


def _best_arm(v: V) -> Values:  # 3557-3590
    base = 1 / (v.rho * v.alpha) ** 2
    new = v.C_arm * ln(v.arms / v.rho) ** 3 * base + v.C_arm_beta * ln(v.arms / v.beta) / v.alpha**2
    previous = v.C_arm_previous * ln(v.arms / v.beta) ** 3 * base
    return {"error": v.alpha / 16, "margin": mpf(3) / 2 * v.alpha, "n_previous": previous, "n_new": new}


def _table(v: V) -> Values:  # 598-625
    rows = {"littlestone": _littlestone, "finite": _finite_class, "thresholds": _thresholds}
    rows |= {"heavy": _heavy_hitters, "arm": _best_arm, "query": _query}
    found = {f"{row}_{which}": value(v)[f"n_{which}"] for row, value in rows.items() for which in ("previous", "new")}
    return found | {"query_previous": v.C_sq_previous * ln(1 / v.beta) / (v.alpha * v.rho) ** 2}


# -- omitted proofs ----------------------------------------------------------------------------------------------------
def _naive(v: V) -> Values:  # 3600-3646
    lower = min(mpf(1), v.k * v.rho / 2) / 2
    return {"upper": v.k * v.rho, "lower": lower, "independent": 1 - (1 - v.rho / 2) ** v.k}


def _hardness(v: V) -> Values:  # 3661, 3728
    beta = (1000 * v.C_hardness) ** (-1 / v.ell) * v.k ** (-v.r / v.ell)
    return {"chi": mpf(1), "psi": mpf(1), "beta": beta, "failure": mpf(1) / 1000}


def _hard_instance(v: V) -> Values:  # 3690-3698
    each, coins = v.n / v.rho**2, v.n * v.k
    solved = v.C_hard_each * each * ln(1 / v.beta) ** v.q_hard_each * ln(e + each) ** v.p_hard_each
    needed = v.C_hard_composed * coins / ln(e + coins) ** v.p_hard_composed
    found = {"d": v.n, "d_composed": coins, "samples_each": solved, "samples_composed": needed}
    return found | {"rho_composed": mpf(1) / 10000, "beta_composed": mpf(1) / 1000}


def _to_sample_generalizing(v: V) -> Values:  # 3746-3752
    logs = ln(1 / v.delta)
    samples = v.C_sample_pg * v.n * logs**v.p_sample_pg * ln(1 / v.epsilon) / v.epsilon**2
    found = {"gamma_sample": 2 * v.delta, "epsilon_sample": v.epsilon, "delta_sample": 2 * v.delta}
    return found | {"failure": v.C_sample_fail * v.delta + v.beta * logs, "samples": samples}


def _average_over_strings(v: V) -> Values:  # 3757
    return {"gamma_pg": sqrt(v.gamma), "epsilon_pg": v.epsilon, "delta_pg": sqrt(v.gamma) + v.delta}


# -- all of them -------------------------------------------------------------------------------------------------------
def _multiply_rho(factor: int) -> Callable[[V], Values]:
    return lambda v: {"rho_new": factor * v.rho, "beta_new": v.beta, "n_new": v.n}


#: The functions by the label of their statement.
FORMULAS: Mapping[str, Callable[[V], Values]] = {
    "thm:pg_compose_intro": lambda v: _composition(v, v.C_eps_intro, v.C_delta_intro),
    "thm:boost_intro": lambda v: {"n_new": v.C_boost_intro * (v.n_replic + v.n_tester + v.n_nonreplic)},  # 560
    "thm:intro_stuff_stat": _multiply_rho(2),  # 456
    "table:only": _table,
    "route:private": _private,
    "def:statistical_problem": lambda v: {"success": 1 - v.beta},  # 717
    "def:replic": lambda v: {"agreement": 1 - v.rho},  # 730
    "def:pg": lambda v: {"upper": exp(v.epsilon) * v.q + v.delta, "lower": (v.q - v.delta) / exp(v.epsilon)},  # 742
    "thm:main": _main,
    "lm:replic_to_pg": _to_generalizing,
    "lm:pg_compose": lambda v: _composition(v, v.c2, v.c4),
    "lm:pg_to_replic": lambda v: {"rho": 4 * v.gamma + 8 * v.epsilon + 4 * v.delta},  # 822
    "alg:main": lambda v: {"samples": mp.ceil(max(v.samples_each)), "beta": fsum(v.failure_each)},  # 838-857, 1082
    "thm:main/leading": lambda v: {"samples_leading": max(v.leading_each)},  # 1088
    "eq:def_eps_i_delta_i": _choice,
    "cl:c_small_pg_compose_precond_hold": _small_c,
    "thm:multi_dim_mean": _queries,
    "thm:parallel_best_arm": _bandits,
    "lm:pg_compose_het": _heterogeneous,
    "lm:G_G_prime_implies_joint": lambda v: {"epsilon_joint": v.epsilon_k, "delta_joint": v.delta_k},  # 1505
    "lm:joint_implies_cond": lambda v: (
        _conditioned(v.epsilon_k, v.delta_k) | {"delta_hat": 2 * sqrt(v.delta_k * min(v.epsilon_k, mpf(1)) / 5)}  # 1611
    ),
    "lm:kasivi": _kasivi,
    "lm:help_kasi": lambda v: {"log_ratio": 2 * v.epsilon, "failure": _hat(v.epsilon, v.delta)},  # 1636
    "lm:h_hat_to_h": lambda v: dict.fromkeys(("failure_real", "failure_oracle"), _hat(v.epsilon, v.delta)),  # 1650
    "lm:bound_expect": _mean_log_ratio,
    "cl:Q_weighted_bound": lambda v: {"psi": _psi(v.epsilon, v.delta)},  # 1694
    "cl:P_weighted_bound": lambda v: {"gap": _tilt(v.epsilon, v.delta)},  # 1826
    "lm:azuma": lambda v: {"tail": exp(-(v.t**2) / (2 * fsum(c * c for c in v.c)))},  # 1986
    "lm:h_to_g": _concentrated,
    "lm:h_to_g_tilde": _concentrated,
    "lm:tilde_z_C_i": lambda v: {"failure": v.gamma},  # 2140
    "lm:tilde_z_not_in_chhat": lambda v: {"failure": fsum(v.gamma) + fsum(_hats(v)[:-1])},  # 2151: not the last ratio
    "lm:z_C_i": lambda v: {"failure": exp(v.epsilon_before) * v.gamma},  # 2166
    "lm:z_not_in_chhat": lambda v: {"failure": fsum(v.pg_failure) + fsum(_hats(v))},  # 2197
    "lm:z_in_G_i": _real_tail,
    "lm:tilde_z_in_G_i": _oracle_tail,
    "def:adaptive_game": lambda v: {"agreement": 1 - v.rho},  # 2447
    "lem:threshold_estimation": _threshold,
    "clm:fixed_r_lb": lambda v: {"rho_r": v.p * v.k / 4 / (1 + v.p * v.k / 2), "beta_r": v.k / (32 + 2 * v.k)},  # 2641
    "thm:adaptive_lb": _adaptive,
    "lm:suff_marginal": lambda v: {"distance": mpf(0)},  # 2710
    "thm:suff_stat": _multiply_rho(2),  # 2741
    "cor:order_inv": _multiply_rho(2),  # 2826
    "cor:label_inv": _multiply_rho(1),  # 2917
    "def:correlated_sampling": lambda v: {"error": 2 * v.tv / (1 + v.tv)},  # 2979
    "cor:pointwise_label_inv": _multiply_rho(2),  # 2996
    "alg:hybrid": _split,
    "thm:boost_beta": _boosting,
    "rem:boost": lambda v: {"n_new": v.C_boost * (v.n_replic + v.n_tester + v.n_nonreplic)},  # 3155
    "thm:boost_sq": _query,
    "lm:tester": _tester,
    "lm:boost_pac": lambda v: {
        "n_new": v.n_replic + v.C_pac * (v.d * ln(1 / v.alpha) + ln(1 / v.beta)) / v.alpha  # 3311
    },
    "cor:littlestone": _littlestone,
    "cor:finite_class": _finite_class,
    "cor:thresholds": _thresholds,
    "thm:heavy_hitters": _heavy_hitters,
    "lm:heavy_tester": _heavy_tester,
    "thm:best_arm": _best_arm,
    "sec:naive": _naive,
    "thm:hardness": _hardness,
    "lm:marginal_neg": lambda v: {"samples": v.C_marginal * v.d / ln(e + v.d) ** v.p_marginal},  # 3683
    "lm:hard_instance_exists": _hard_instance,
    "lm:replic_to_sample_pg": _to_sample_generalizing,
    "lm:sample_pg_is_pg": _average_over_strings,
}
