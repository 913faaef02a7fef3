"""Every formula of the paper a second time, typed from the TeX as plain mpmath functions.

The statements say the same in sympy. Nothing here is taken from them: what was typed wrongly there is not wrong here in
likewise, and ``differences`` compares the two at random points. A function gets the values of a statement's
parameters and unspecified constants by name (a family is a list, its first member at 0) and returns those of its
conclusions; the number above each is the line of the TeX. Where the paper prints O(.), its constants are those that
the statement names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import mpmath

mp = mpmath.mp.clone()
mp.dps = 50
exp, ln, sqrt, fsum, mpf = mp.exp, mp.log, mp.sqrt, mp.fsum, mp.mpf

Values = Mapping[str, Any]
#: The functions by the label of their statement.
FORMULAS: dict[str, Callable[[Any], Values]] = {}


class At:
    """The values of parameters and constants as attributes."""

    def __init__(self, values: Values) -> None:
        self.__dict__.update(values)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the formula asks for {name}, which the statement does not have")


Typed = Callable[[Any], Values]


def typed(*labels: str) -> Callable[[Typed], Typed]:
    """Enter a function for the statements of these labels."""

    def enter(function: Typed) -> Typed:
        FORMULAS.update(dict.fromkeys(labels, function))
        return function

    return enter


# -- introduction, definitions -----------------------------------------------------------------------------------------
@typed("thm:pg_compose_intro")
def _intro_composition(at: At) -> Values:  # 325-327
    squares = fsum(e * e for e in at.epsilon)
    star = at.C_eps_intro * (sqrt(ln(1 / at.delta_prime) * squares) + squares)
    ratios = fsum(d / e for d, e in zip(at.delta, at.epsilon, strict=True))
    delta = at.C_delta_intro * sqrt((len(at.epsilon) * at.delta_prime + ratios) / star)
    return {"epsilon_star": star, "delta_star": delta, "gamma_star": delta}


@typed("thm:boost_intro")
def _intro_boosting(at: At) -> Values:  # 560
    return {"n_new": at.C_boost_intro * (at.n_replic + at.n_tester + at.n_nonreplic)}


@typed("thm:intro_stuff_stat", "thm:suff_stat", "cor:order_inv", "cor:pointwise_label_inv")
def _twice_rho(at: At) -> Values:  # 456, 2741, 2826, 2996
    return {"rho_new": at.rho + at.rho, "beta_new": at.beta, "n_new": at.n}


@typed("cor:label_inv")
def _same_rho(at: At) -> Values:  # 2917
    return {"rho_new": at.rho, "beta_new": at.beta, "n_new": at.n}


@typed("table:only")
def _table(at: At) -> Values:  # 598-625
    found = {"query_previous": at.C_sq_previous * ln(1 / at.beta) / (at.alpha * at.rho) ** 2}
    found["query_new"] = _query(at)["n_new"]
    rows = {
        "littlestone": _littlestone,
        "finite": _finite_class,
        "thresholds": _thresholds,
        "heavy": _heavy_hitters,
        "arm": _best_arm,
    }
    for row, function in rows.items():
        both = function(at)
        found |= {f"{row}_previous": both["n_previous"], f"{row}_new": both["n_new"]}
    return found


@typed("route:private")
def _private(at: At) -> Values:  # 294, 668
    squares = fsum(n * n for n in at.n)
    logs = ln(len(at.n) / (at.target * at.beta0)) ** at.p_private
    failure = at.C_private_fail * len(at.n) * at.beta0
    return {"samples": mp.ceil(at.C_private * squares * logs / at.target**2), "rho": at.target, "beta": failure}


@typed("def:statistical_problem")
def _solved(at: At) -> Values:  # 717
    return {"success": 1 - at.beta}


@typed("def:replic", "def:adaptive_game")
def _agreeing(at: At) -> Values:  # 730, 2447
    return {"agreement": 1 - at.rho}


@typed("def:pg")
def _generalizing(at: At) -> Values:  # 742: e^-eps (Q - delta) <= P <= e^eps Q + delta
    return {"upper": exp(at.epsilon) * at.q + at.delta, "lower": (at.q - at.delta) / exp(at.epsilon)}


# -- replicable composition --------------------------------------------------------------------------------------------
def _main_constants(at: At) -> dict[str, Any]:
    """The factors of the O in thm:main as its claims state them: l = ln(sqrt(ln 2)/c)."""
    least = ln(sqrt(ln(2)) / at.c_max)
    ratio = 10 * least / ln(4)
    return {
        "log_worst": least,
        "C_main": 1 + at.C_pg * least * (1 + ratio) ** at.p_pg / (2 * ln(4) * at.c_max**2),
        "p_main": at.p_pg + 2,
        "C_beta": mpf(7) / 2 + 2 * ratio + at.C_fail * (at.c_max**2 / ln(2)) ** 10 / (8 * ln(4)),
    }


@typed("thm:main")
def _main(at: At) -> Values:  # 246-250
    found = _main_constants(at)
    k = len(at.n)
    logs = ln(k / (at.rho * at.beta0))
    found["samples"] = found["C_main"] * fsum(at.n) / at.rho**2 * logs ** found["p_main"]
    return found | {"beta": found["C_beta"] * k * sqrt(at.beta0) * logs}


@typed("lm:replic_to_pg")
def _to_generalizing(at: At) -> Values:  # 782-786
    leading = at.n * ln(1 / at.epsilon) / at.epsilon**2
    failure = at.C_fail * at.delta**2 + sqrt(at.beta0) * ln(8 / at.delta**2)
    return {"failure": failure, "samples": at.C_pg * leading * ln(1 / at.delta) ** at.p_pg, "leading": leading}


@typed("lm:pg_compose")
def _composition(at: At) -> Values:  # 803-806
    squares = fsum(e * e for e in at.epsilon)
    star = at.c2 * (sqrt(ln(1 / at.delta_prime) * squares) + squares)
    ratios = fsum(d / e for d, e in zip(at.delta, at.epsilon, strict=True))
    delta = at.c4 * sqrt((len(at.epsilon) * at.delta_prime + ratios) / star)
    return {"epsilon_star": star, "delta_star": delta, "gamma_star": delta}


@typed("lm:pg_to_replic")
def _back(at: At) -> Values:  # 822
    return {"rho": 4 * at.gamma + 8 * at.epsilon + 4 * at.delta}


@typed("alg:main")
def _algorithm(at: At) -> Values:  # 838-857, 1082
    return {"samples": mp.ceil(max(at.samples_each)), "beta": fsum(at.failure_each)}


@typed("thm:main/leading")
def _leading(at: At) -> Values:  # 1088
    return {"samples_leading": max(at.leading_each)}


@typed("eq:def_eps_i_delta_i")
def _choice(at: At) -> Values:  # 866-872
    k = len(at.n)
    logs = ln(k / (at.rho * at.beta0))
    epsilons = [at.c * at.rho * sqrt((n / fsum(at.n) + mpf(1) / k) / logs) for n in at.n]
    tenth = [at.beta0 * e**10 for e in epsilons]
    return {"epsilon": epsilons, "delta": tenth, "delta_prime": fsum(tenth) / k}


@typed("cl:c_small_pg_compose_precond_hold")
def _small_c(at: At) -> Values:  # 912-916, 920, 937
    return {
        "epsilon_limit": sqrt(2) * at.c,
        "below_c1": at.c1,
        "sum_of_squares": 2 * (at.c * at.rho) ** 2 / ln(at.k / (at.rho * at.beta0)),
        "epsilon_star": at.rho / 40,
        "below_c3": at.c3,
        "delta_star": at.rho**4 / 40,
        "delta_prime": 1 / (2 * at.k),
    }


def _application(at: At, constant: Any) -> dict[str, Any]:
    """beta_0 (1153, 1244), the constants of thm:main, and the failure that it gives."""
    share = constant * at.beta / (at.k * ln(at.k / at.rho) * ln(1 / at.beta))
    found = {"beta0": share**2} | _main_constants(at)
    found["failure"] = found["C_beta"] * at.k * share * ln(at.k / (at.rho * share**2))
    return found


def _log_share(constant: Any, least: int) -> Any:
    """ln(k/(rho beta0)) over ln(e + X) ln(1/beta): (3 + 2/e)/ln 2 + (2 + 2/e + 2 ln(1/c)/ln 2)/ln(e + least)."""
    return (3 + 2 / mp.e) / ln(2) + (2 + 2 / mp.e + 2 * ln(1 / constant) / ln(2)) / ln(mp.e + least)


@typed("thm:multi_dim_mean")
def _queries(at: At) -> Values:  # 1147-1160, 1213
    found = _application(at, at.c_queries)
    inside = ln(1 / found["beta0"]) / at.alpha**2
    found["n0"] = at.C_queries_each * inside * ln(mp.e + inside) ** at.p_queries_each
    w = _log_share(at.c_queries, 16)
    found["log_queries"] = w
    each = (1 / ln(2) + w / 4) ** at.p_queries_each
    found["C_queries"] = found["C_main"] * (1 + at.C_queries_each) * w ** (1 + found["p_main"]) * each
    found["p_queries"] = 1 + found["p_main"] + at.p_queries_each
    x = at.k / (at.rho * at.alpha) ** 2
    found["n"] = found["C_queries"] * x * (ln(mp.e + x) * ln(1 / at.beta)) ** found["p_queries"]
    return found


@typed("thm:parallel_best_arm")
def _bandits(at: At) -> Values:  # 1238-1250, 1264
    found = _application(at, at.c_arms)
    found["n0"] = at.C_arms_each * ln(at.arms / found["beta0"]) ** 3 / at.alpha**2
    w = _log_share(at.c_arms, 4)
    found["log_arms"] = w
    each = (1 / ln(mp.e + 4) + w) ** 3
    found["C_arms"] = found["C_main"] * (1 + at.C_arms_each) * each * w ** found["p_main"]
    found["p_arms"] = 3 + found["p_main"]
    x = at.k / (at.rho * at.alpha) ** 2
    found["n"] = found["C_arms"] * x * (ln(mp.e + x) * ln(at.arms / at.beta)) ** found["p_arms"]
    return found


# -- heterogeneous composition and its proof ---------------------------------------------------------------------------
def _hat(epsilon: Any, delta: Any) -> Any:  # 1330
    return 2 * delta / (1 - exp(-epsilon))


def _psi(epsilon: Any, delta: Any) -> Any:  # 1333
    return delta * (2 * exp(epsilon) + 1) + 2 * (delta * (2 * exp(2 * epsilon) / (exp(epsilon) - 1) + 1)) ** 2


def _tilt(epsilon: Any, delta: Any) -> Any:  # 1336
    return 2 * epsilon * (exp(2 * epsilon) / (1 - _hat(epsilon, delta)) - 1)


def _joint_epsilon(at: At, rounds: int) -> Any:  # 1320: epsilon^(rounds)
    epsilons, deltas = at.epsilon[:rounds], at.delta[:rounds]
    spread = 2 * sqrt(2 * ln(1 / at.delta_prime) * fsum(e * e for e in epsilons))
    return spread + fsum(_psi(e, d) + _tilt(e, d) for e, d in zip(epsilons, deltas, strict=True))


def _hats(at: At) -> list[Any]:
    return [_hat(e, d) for e, d in zip(at.epsilon, at.delta, strict=True)]


def _joint_delta(at: At) -> Any:  # 1324: delta^(k)
    close = fsum(exp(_joint_epsilon(at, j)) * gamma for j, gamma in enumerate(at.gamma))
    return len(at.gamma) * at.delta_prime + fsum(_hats(at)) + close


def _conditioned(epsilon: Any, delta: Any) -> dict[str, Any]:  # 1327, 1568
    star = 5 * sqrt(delta / min(epsilon, mpf(1)))
    return {"epsilon_star": 3 * epsilon, "delta_star": star, "gamma_star": star}


@typed("lm:pg_compose_het")
def _heterogeneous(at: At) -> Values:
    epsilon, delta = _joint_epsilon(at, len(at.epsilon)), _joint_delta(at)
    pairs = list(zip(at.epsilon, at.delta, strict=True))
    each = {"delta_hat": _hats(at), "psi": [_psi(e, d) for e, d in pairs]}
    each["drift"] = [_psi(e, d) + _tilt(e, d) for e, d in pairs]
    return {**each, "epsilon_k": epsilon, "delta_k": delta} | _conditioned(epsilon, delta)


@typed("lm:G_G_prime_implies_joint")
def _joint(at: At) -> Values:  # 1505
    return {"epsilon_joint": at.epsilon_k, "delta_joint": at.delta_k}


@typed("lm:joint_implies_cond")
def _given_sample(at: At) -> Values:  # 1568, 1611
    hat = 2 * sqrt(at.delta_k * min(at.epsilon_k, mpf(1)) / 5)
    return {"delta_hat": hat} | _conditioned(at.epsilon_k, at.delta_k)


@typed("lm:kasivi")
def _kasivi(at: At) -> Values:  # 1575-1578
    failure = 2 * at.delta / at.delta_hat + _hat(at.epsilon, at.delta)
    return {"epsilon_conditional": 3 * at.epsilon, "failure": failure, "success": 1 - failure}


@typed("lm:help_kasi")
def _large_ratios(at: At) -> Values:  # 1636
    return {"log_ratio": 2 * at.epsilon, "failure": _hat(at.epsilon, at.delta)}


@typed("lm:h_hat_to_h")
def _log_ratio_tails(at: At) -> Values:  # 1650-1653
    return {"failure_real": _hat(at.epsilon, at.delta), "failure_oracle": _hat(at.epsilon, at.delta)}


@typed("lm:bound_expect")
def _mean_log_ratio(at: At) -> Values:  # 1673-1680
    e, d = at.epsilon, at.delta
    return {"delta_hat": _hat(e, d), "psi": _psi(e, d), "tilt": _tilt(e, d), "rho_i": _psi(e, d) + _tilt(e, d)}


@typed("cl:Q_weighted_bound")
def _under_oracle(at: At) -> Values:  # 1694
    return {"psi": _psi(at.epsilon, at.delta)}


@typed("cl:P_weighted_bound")
def _change_of_weights(at: At) -> Values:  # 1826
    return {"gap": _tilt(at.epsilon, at.delta)}


@typed("lm:azuma")
def _azuma(at: At) -> Values:  # 1986
    return {"tail": exp(-(at.t**2) / (2 * fsum(c * c for c in at.c)))}


@typed("lm:h_to_g", "lm:h_to_g_tilde")
def _concentrated(at: At) -> Values:  # 2003, 2113
    return {"epsilon_k": _joint_epsilon(at, len(at.epsilon)), "failure": at.delta_prime}


@typed("lm:tilde_z_C_i")
def _oracle_close(at: At) -> Values:  # 2140
    return {"failure": at.gamma}


@typed("lm:tilde_z_not_in_chhat")
def _oracle_prefix(at: At) -> Values:  # 2151: the last log-ratio is not asked about
    return {"failure": fsum(at.gamma) + fsum(_hats(at)[:-1])}


@typed("lm:z_C_i")
def _real_close(at: At) -> Values:  # 2166
    return {"failure": exp(at.epsilon_before) * at.gamma}


@typed("lm:z_not_in_chhat")
def _real_prefix(at: At) -> Values:  # 2197
    return {"failure": fsum(at.pg_failure) + fsum(_hats(at))}


@typed("lm:z_in_G_i")
def _real_tail(at: At) -> Values:  # 2218
    total = _joint_delta(at)
    return {"epsilon_k": _joint_epsilon(at, len(at.epsilon)), "delta_k": total, "failure": total}


@typed("lm:tilde_z_in_G_i")
def _oracle_tail(at: At) -> Values:  # 2265
    failure = len(at.epsilon) * at.delta_prime + fsum(_hats(at)) + fsum(at.gamma)
    return {"epsilon_k": _joint_epsilon(at, len(at.epsilon)), "delta_k": _joint_delta(at), "failure": failure}


# -- adaptive lower bound ----------------------------------------------------------------------------------------------
@typed("lem:threshold_estimation")
def _threshold(at: At) -> Values:  # 2487-2511
    slope = 3 * sqrt(at.m)
    return {
        "p_at_lower_end": 3 * at.failure,
        "p_at_upper_end": 1 - 3 * at.failure,
        "slope": slope,
        "interval": 1 / (9 * sqrt(at.m)),
        "mass": 1 / (54 * at.tau * sqrt(at.m)),
        "disagreement": mpf(4) / 9 / (54 * at.tau * sqrt(at.m)),
    }


@typed("thm:adaptive_lb")
def _adaptive(at: At) -> Values:  # 2521, 2684
    one = at.C_one_round / at.tau**2
    explicit = (at.k * (1 - 4 * at.rho) / (972 * at.rho * at.tau)) ** 2
    return {"n_one_round": one, "m_order": at.C_adaptive * at.k**2 * one, "m": explicit}


@typed("clm:fixed_r_lb")
def _fixed_coins(at: At) -> Values:  # 2641, 2667
    pk = at.p * at.k
    return {"rho_r": (pk / 4) / (1 + pk / 2), "beta_r": mpf(at.k) / (32 + 2 * at.k)}


# -- canonical properties ----------------------------------------------------------------------------------------------
@typed("lm:suff_marginal")
def _same_law(at: At) -> Values:  # 2710
    return {"distance": mpf(0)}


@typed("def:correlated_sampling")
def _correlated(at: At) -> Values:  # 2979
    return {"error": 2 * at.tv / (1 + at.tv)}


# -- boosting and its applications -------------------------------------------------------------------------------------
@typed("alg:hybrid")
def _split(at: At) -> dict[str, Any]:  # 3131-3147
    solver, tester = at.rho / 4, min(at.rho, at.beta) / 4
    found = {"rho_replic": solver, "alpha_replic": at.alpha / 2, "beta_replic": solver}
    return found | {
        "alpha_tester": at.alpha / 2,
        "beta_tester": tester,
        "alpha_nonreplic": at.alpha,
        "beta_nonreplic": at.beta / 2,
    }


@typed("thm:boost_beta")
def _boosting(at: At) -> Values:  # 3097-3124
    tester = min(at.rho, at.beta) / 4
    found = {"n_new": at.n_replic + at.n_tester + at.n_nonreplic, "rho_new": at.rho / 2 + 2 * tester}
    return {**_split(at), **found, "beta_new": tester + at.beta / 2}


@typed("rem:boost")
def _boosting_order(at: At) -> Values:  # 3155
    return {"n_new": at.C_boost * (at.n_replic + at.n_tester + at.n_nonreplic)}


@typed("thm:boost_sq")
def _query(at: At) -> Values:  # 3177, 3188
    base = 1 / (at.alpha * at.rho) ** 2
    new = at.C_sq_replic * ln(1 / at.rho) * base + at.C_sq_beta * ln(1 / at.beta) / at.alpha**2
    return {"n_previous": at.C_sq_previous * ln(1 / min(at.rho, at.beta)) * base, "n_new": new}


@typed("lm:tester")
def _tester(at: At) -> Values:  # 3246-3294
    size = 24 * ln(1 / at.beta) / at.alpha
    found = {"threshold": mpf(3) / 2 * at.alpha, "n_tester": size}
    return found | {"miss": exp(-size * at.alpha / 24), "false_alarm": exp(-size * at.alpha / 12)}


@typed("lm:boost_pac")
def _boosted_pac(at: At) -> Values:  # 3311
    more = (at.d * ln(1 / at.alpha) + ln(1 / at.beta)) / at.alpha
    return {"n_new": at.n_replic + at.C_pac * more}


def _soft(factor: Any, power: Any, inside: Any) -> Any:
    """O~(X) as C X ln(e + X)^p."""
    return factor * inside * ln(mp.e + inside) ** power


@typed("cor:littlestone")
def _littlestone(at: At) -> Values:  # 3346, 3361
    base, b = at.d**12 / (at.alpha * at.rho) ** 2, ln(1 / at.beta)
    previous = _soft(at.C_littlestone_previous, at.p_littlestone_previous, base * b**3)
    return {"n_previous": previous, "n_new": _soft(at.C_littlestone, at.p_littlestone, base + b / at.alpha)}


@typed("cor:finite_class")
def _finite_class(at: At) -> Values:  # 3379, 3389
    square, r, b = ln(at.class_size) ** 2, ln(1 / at.rho), ln(1 / at.beta)
    base = r**3 / (at.alpha * at.rho**2)
    new = at.C_finite * (square + r) * base + at.C_finite_beta * b / at.alpha
    return {"n_previous": at.C_finite_previous * (square + r + b) * base, "n_new": new}


@typed("cor:thresholds")
def _thresholds(at: At) -> Values:  # 3412, 3424
    base, b = at.log_star**3 / (at.alpha * at.rho) ** 2, ln(1 / at.beta)
    previous = _soft(at.C_thresholds_previous, at.p_thresholds_previous, base * b**2)
    return {"n_previous": previous, "n_new": _soft(at.C_thresholds, at.p_thresholds, base + b / at.alpha)}


@typed("thm:heavy_hitters")
def _heavy_hitters(at: At) -> Values:  # 3440-3446, 3454
    base, b = 1 / (at.nu * (at.epsilon * at.rho) ** 2), ln(1 / at.beta)
    return {
        "nu_prime": at.nu - at.epsilon / 4,
        "epsilon_prime": at.epsilon / 2,
        "n_previous": _soft(at.C_heavy_previous, at.p_heavy_previous, base * b),
        "n_new": _soft(at.C_heavy, at.p_heavy, base + b / at.epsilon**2),
    }


@typed("lm:heavy_tester")
def _heavy_tester(at: At) -> Values:  # 3458-3500
    logs = ln(1 / (at.nu * at.beta))
    return {
        "nu_prime": at.nu - at.epsilon / 4,
        "epsilon_prime": at.epsilon / 2,
        "list_size": 4 / at.nu,
        "error": at.epsilon / 32,
        "light_below": at.nu - 13 * at.epsilon / 16,
        "heavy_from": at.nu - at.epsilon / 16,
        "n_list": at.C_heavy_list * logs / at.nu,
        "n_tester": at.C_heavy_tester * logs / at.epsilon**2,
    }


@typed("thm:best_arm")
def _best_arm(at: At) -> Values:  # 3557-3590
    base = 1 / (at.rho * at.alpha) ** 2
    new = at.C_arm * ln(at.arms / at.rho) ** 3 * base + at.C_arm_beta * ln(at.arms / at.beta) / at.alpha**2
    previous = at.C_arm_previous * ln(at.arms / at.beta) ** 3 * base
    return {"error": at.alpha / 16, "margin": mpf(3) / 2 * at.alpha, "n_previous": previous, "n_new": new}


# -- omitted proofs ----------------------------------------------------------------------------------------------------
@typed("sec:naive")
def _naive(at: At) -> Values:  # 3600-3646
    lower = min(mpf(1), at.k * at.rho / 2) / 2
    return {"upper": at.k * at.rho, "lower": lower, "independent": 1 - (1 - at.rho / 2) ** at.k}


@typed("thm:hardness")
def _hardness(at: At) -> Values:  # 3661, 3728
    beta = (1000 * at.C_hardness) ** (-1 / at.ell) * at.k ** (-at.r / at.ell)
    return {"chi": mpf(1), "psi": mpf(1), "beta": beta, "failure": mpf(1) / 1000}


@typed("lm:marginal_neg")
def _marginals(at: At) -> Values:  # 3683
    return {"samples": at.C_marginal * at.d / ln(mp.e + at.d) ** at.p_marginal}


@typed("lm:hard_instance_exists")
def _hard_instance(at: At) -> Values:  # 3690-3698
    each = at.n / at.rho**2
    solved = at.C_hard_each * each * ln(1 / at.beta) ** at.q_hard_each * ln(mp.e + each) ** at.p_hard_each
    coins = at.n * at.k
    needed = at.C_hard_composed * coins / ln(mp.e + coins) ** at.p_hard_composed
    found = {"d": at.n, "d_composed": coins, "samples_each": solved, "samples_composed": needed}
    return found | {"rho_composed": mpf(1) / 10000, "beta_composed": mpf(1) / 1000}


@typed("lm:replic_to_sample_pg")
def _to_sample_generalizing(at: At) -> Values:  # 3746-3752
    logs = ln(1 / at.delta)
    samples = at.C_sample_pg * at.n * logs**at.p_sample_pg * ln(1 / at.epsilon) / at.epsilon**2
    close = {"gamma_sample": 2 * at.delta, "epsilon_sample": at.epsilon, "delta_sample": 2 * at.delta}
    return close | {"failure": at.C_sample_fail * at.delta + at.beta * logs, "samples": samples}


@typed("lm:sample_pg_is_pg")
def _averaged(at: At) -> Values:  # 3757
    root = sqrt(at.gamma)
    return {"gamma_pg": root, "epsilon_pg": at.epsilon, "delta_pg": root + at.delta}
