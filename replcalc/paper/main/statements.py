"""Section "Replicable Composition": the tools, the parameter choice and the main theorem (TeX lines 765-1130)."""

from replcalc.paper.literature import BUN_2023, at, quoted_at
from replcalc.paper.pg_composition.statements import EVERY_PREFIX
from replcalc.vocabulary import *

_C_samples, _p_samples, _C_failure = real("C_pg"), real("p_pg"), real("C_fail")
_small_delta, _small_beta = real("delta_small"), real("beta_small")

_OF_CONVERSION = (
    UnspecifiedConstant(_C_samples, 1, "factor of polylog(1/delta) in the samples"),
    UnspecifiedConstant(_p_samples, 1, "exponent of ln(1/delta) in the samples", exponent=True),
    UnspecifiedConstant(_C_failure, 1, "factor of delta^2 in the failure probability"),
)

replicable_to_pg = Statement(
    label="lm:replic_to_pg",
    source=quoted_at(776),
    title="Replicability to perfect generalization",
    meaning="A 1/10000-replicable algorithm can be turned into a (delta, epsilon, delta)-perfectly generalizing one.",
    given=(
        Parameter(n, COUNT, "samples of the replicable algorithm"),
        Parameter(rho0, UNIT_LEFT_OPEN, "its replicability"),
        BETA0,
        EPSILON,
        DELTA,
    ),
    assumes=(at_most(rho0, rational(1, 10000)), at_most(delta, _small_delta), at_most(beta0, _small_beta)),
    reaches=("delta",),
    gives=(
        Conclusion(
            real("failure"), "<=", _C_failure * delta**2 + sqrt(beta0) * log(8 / delta**2), "its failure probability"
        ),
        Conclusion(
            real("m"),
            "<=",
            _C_samples * n * log(1 / delta) ** _p_samples * log(1 / epsilon) / epsilon**2,
            "its samples; the polylogarithm is written C ln(1/delta)^p",
            name="samples",
        ),
        Conclusion(
            real("m_leading"), "=", n * log(1 / epsilon) / epsilon**2, "samples without polylogarithm", name="leading"
        ),
    ),
    hidden=(
        *_OF_CONVERSION,
        UnspecifiedConstant(_small_delta, "1/4", "how small 'sufficiently small' delta must be"),
        UnspecifiedConstant(_small_beta, "1/4", "how small 'sufficiently small' beta0 must be"),
    ),
    uses=("lm:replic_to_sample_pg", "lm:sample_pg_is_pg"),
    cites=(BUN_2023.at("Theorem 3.19"),),
    notes="At epsilon = 1 the printed sample bound is zero; log(2/epsilon) repairs it (see the errata).",
)

_c1, _c2, _c3, _c4 = map(real, ("c1", "c2", "c3", "c4"))
_eps_star = real("epsilon_star")

_C1 = UnspecifiedConstant(
    _c1, "1/10", "upper limit of epsilon_i and delta_i/epsilon_i^2", "proved: see the claims on lm:pg_compose"
)
_C3 = UnspecifiedConstant(_c3, 1, "upper limit of epsilon*", "proved: see the claims on lm:pg_compose")

pg_composition_simple = Statement(
    label="lm:pg_compose",
    kind="theorem",
    source=at(797),
    title="Composition of perfectly generalizing algorithms",
    meaning="Adaptive composition of (delta_i, epsilon_i, delta_i)-PG algorithms, with absolute constants c1..c4.",
    given=(EPSILONS, Parameter(deltas, POSITIVE, "gamma and additive closeness of the i-th algorithm"), DELTA_PRIME),
    assumes=(
        EVERY_PREFIX,
        below(delta_prime, rational(1, 2)),
        at_most(epsilons[i], _c1),
        at_most(deltas[i] / epsilons[i] ** 2, _c1),
        at_most(_eps_star, _c3),
    ),
    gives=(
        Conclusion(
            _eps_star,
            "=",
            _c2 * (sqrt(log(1 / delta_prime)) * sqrt(total(epsilons[i] ** 2)) + total(epsilons[i] ** 2)),
            "multiplicative closeness of the composition",
        ),
        Conclusion(
            real("delta_star"),
            "=",
            _c4 * sqrt((k * delta_prime + total(deltas[i] / epsilons[i])) / _eps_star),
            "additive closeness of the composition",
        ),
        Conclusion(real("gamma_star"), "=", real("delta_star"), "probability that closeness fails"),
    ),
    hidden=(
        _C1,
        UnspecifiedConstant(
            _c2, "16.2", "factor of epsilon*", "proved for c1 = 1/10, c3 = 1: see the claims on lm:pg_compose"
        ),
        _C3,
        UnspecifiedConstant(
            _c4, 18, "factor of delta*", "proved for c1 = 1/10, c3 = 1: see the claims on lm:pg_compose"
        ),
    ),
    uses=("lm:pg_compose_het",),
)

pg_to_replicable = Statement(
    label="lm:pg_to_replic",
    kind="theorem",
    source=quoted_at(818),
    title="Perfect generalization to replicability",
    meaning="Correlated sampling turns a (gamma, epsilon, delta)-PG algorithm into a replicable one with the same"
    " output distribution on every sample.",
    given=(GAMMA, Parameter(epsilon, UNIT_OPEN, "multiplicative closeness"), DELTA),
    assumes=(assuming("the output space is finite"),),
    gives=(Conclusion(rho, "<=", 4 * (gamma + 2 * epsilon + delta), "replicability of the new algorithm"),),
    uses=("def:correlated_sampling",),
    cites=(BUN_2023.at("Theorem 3.17"),),
    notes="Printed for one-way perfect generalization, a weaker hypothesis that the paper does not define.",
)

_L = log(k / (rho * beta0))

parameter_choice = Statement(
    label="eq:def_eps_i_delta_i",
    source=at(863),
    title="Parameter choice of the main theorem",
    meaning="How the budget rho is shared among the k algorithms so that each costs about the same number of samples.",
    given=(
        NS,
        Parameter(rho, UNIT_LEFT_OPEN, "replicability to reach"),
        BETA0,
        Parameter(c, UNIT_OPEN, "the small absolute constant of the proof"),
    ),
    assumes=(at_most(beta0, rational(1, 4)),),
    gives=(
        Conclusion(
            epsilons,
            "=",
            c * rho * sqrt(ns[i] / Sum(ns[j], (j, 1, k)) + 1 / k) * sqrt(1 / _L),
            "multiplicative closeness asked of the i-th algorithm",
        ),
        Conclusion(deltas, "=", beta0 * epsilons[i] ** 10, "additive closeness asked of the i-th algorithm"),
        Conclusion(delta_prime, "=", beta0 * total(epsilons[i] ** 10) / k, "slack for the concentration inequality"),
    ),
)

_samples_each, _failure_each = family("m"), family("failure")

main_algorithm = Statement(
    label="alg:main",
    source=at(838),
    title="Convert each algorithm, compose, convert back",
    meaning="All converted algorithms read one sample: it must be long enough for each, and the composition fails"
    " if any of them does.",
    given=(
        Parameter(_samples_each, NONNEGATIVE, "samples of the i-th converted algorithm", name="samples_each"),
        Parameter(_failure_each, NONNEGATIVE, "its failure probability", name="failure_each"),
    ),
    gives=(
        Conclusion(real("N"), "=", ceiling(greatest(_samples_each[i])), "samples of the composition", name="samples"),
        Conclusion(real("beta"), "<=", total(_failure_each[i]), "failure probability of the composition"),
    ),
    uses=("lm:replic_to_pg", "lm:pg_compose", "lm:pg_to_replic", "eq:def_eps_i_delta_i"),
)

_c_max = real("c_max")
_C_MAX = UnspecifiedConstant(
    _c_max,
    "17/125000",
    "the absolute constant below which c works",
    "proved, with the constants of lm:pg_compose and the intermediate goal eps* <= rho/40, up to 0.000136; for "
    "the goal of thm:main itself up to 0.00152791, and false from 0.00152792 on (claim c.real-goal)",
)

_C_main, _p_main, _C_beta, _worst = real("C_main"), real("p_main"), real("C_beta"), real("log_worst")
_LOG_DELTA = 1 + 10 * _worst / log(4)  # ln(1/delta_i) is at most this many times L

main_theorem = Statement(
    label="thm:main",
    source=at(240),
    title="Replicable composition",
    meaning="k problems, each solved 1/10000-replicably with n_i samples, can be solved together rho-replicably "
    "with about the sum of the n_i over rho^2 samples.",
    given=(
        NS,
        Parameter(rho, UNIT_LEFT_OPEN, "replicability to reach"),
        BETA0,
        Parameter(rho0, UNIT_LEFT_OPEN, "replicability of each base algorithm"),
    ),
    assumes=(
        at_most(rho0, rational(1, 10000)),
        at_most(beta0, rational(1, 4)),
        at_most(_c_max, rational(1, 125)),
        assuming("every base algorithm has finitely many outputs"),
    ),
    reaches=("rho",),
    gives=(
        Conclusion(
            _worst, "=", log(log(2) / _c_max**2) / 2, "ln(1/epsilon) at the worst point: k = 1, rho = 1, beta0 = 1/4"
        ),
        Conclusion(
            _C_main,
            "=",
            1 + _C_samples * _worst * _LOG_DELTA**_p_samples / (2 * log(4) * _c_max**2),
            "factor of the O in the samples; the 1 rounds up",
        ),
        Conclusion(_p_main, "=", _p_samples + 2, "exponent of the polylogarithm in the samples"),
        Conclusion(
            _C_beta,
            "=",
            rational(3, 2) + 2 * _LOG_DELTA + _C_failure * (_c_max**2 / log(2)) ** 10 / (8 * log(4)),
            "factor of the O in the failure probability",
        ),
        Conclusion(
            real("N"), "<=", _C_main * total(ns[i]) / rho**2 * _L**_p_main, "samples of the composition", name="samples"
        ),
        Conclusion(real("beta"), "<=", _C_beta * k * sqrt(beta0) * _L, "failure probability of the composition"),
    ),
    hidden=(*_OF_CONVERSION, _C_MAX),
    uses=("alg:main", "cl:c_small_pg_compose_precond_hold", "lm:replic_to_pg", "lm:pg_compose", "lm:pg_to_replic"),
    notes=(
        "Printed for every rho > 0; it needs rho <= 1 and beta0 <= 1/4 (see the errata).",
        "Printed with O: its factors follow from those of lm:replic_to_pg and from c (main.samples, main.failure).",
    ),
)

small_c = Statement(
    label="cl:c_small_pg_compose_precond_hold",
    source=at(911),
    title="A small enough c meets every precondition",
    meaning="For c below an absolute constant, the parameter choice satisfies the hypotheses of lm:pg_compose and"
    " epsilon* <= rho/40, delta* <= rho^4/40, delta' <= 1/(2k).",
    given=(
        Parameter(rho, UNIT_LEFT_OPEN, "replicability to reach"),
        BETA0,
        Parameter(c, UNIT_OPEN, "the constant of the parameter choice"),
        Parameter(k, COUNT, "number of problems"),
    ),
    assumes=(at_most(beta0, rational(1, 4)), at_most(c, _c_max)),
    gives=(
        Conclusion(real("epsilon_limit"), "<=", c * sqrt(2), "every epsilon_i"),
        Conclusion(real("below_c1"), "<=", _c1, "every epsilon_i and every delta_i/epsilon_i^2"),
        Conclusion(real("S"), "=", 2 * c**2 * rho**2 / _L, "sum of the epsilon_i^2", name="sum_of_squares"),
        Conclusion(_eps_star, "<=", rho / 40, "multiplicative closeness of the composition"),
        Conclusion(real("below_c3"), "<=", _c3, "the same epsilon*: printed as min(rho/40, c3)"),
        Conclusion(real("delta_star"), "<=", rho**4 / 40, "additive closeness of the composition"),
        Conclusion(delta_prime, "<=", 1 / (2 * k), "slack for the concentration inequality"),
    ),
    hidden=(_C_MAX, _C1, _C3),
    uses=("eq:def_eps_i_delta_i", "lm:pg_compose"),
    notes="Its hypothesis beta0 <= 1/4 stands at the head of the proof of thm:main, not in the claim.",
)

_star, _limit = map(real, ("epsilon_star", "epsilon_star_limit"))
_delta_star, _delta_limit = map(real, ("delta_star", "delta_star_limit"))
_slack, _slack_limit = map(real, ("delta_prime", "delta_prime_limit"))

close_enough = Statement(
    label="thm:main/closing",
    kind="analysis",
    source=at(1026),
    title="The composition is as close as the claim says",
    meaning="The bounds of cl:c_small_pg_compose_precond_hold, checked for the epsilon*, delta* and delta' at hand.",
    given=(
        Parameter(_star, POSITIVE, "multiplicative closeness of the composition"),
        Parameter(_limit, POSITIVE, "what the claim allows of it"),
        Parameter(_delta_star, POSITIVE, "additive closeness of the composition"),
        Parameter(_delta_limit, POSITIVE, "what the claim allows of it"),
        Parameter(_slack, POSITIVE, "slack for the concentration inequality"),
        Parameter(_slack_limit, POSITIVE, "what the claim allows of it"),
    ),
    assumes=(at_most(_star, _limit), at_most(_delta_star, _delta_limit), at_most(_slack, _slack_limit)),
    uses=("cl:c_small_pg_compose_precond_hold",),
)

_leading = family("m_leading")

leading_order = Statement(
    label="thm:main/leading",
    kind="analysis",
    source=at(1088),
    title="Leading order of the samples",
    meaning="The largest n_i ln(1/eps_i)/eps_i^2: the samples of thm:main with the polylogarithm in 1/delta left out.",
    given=(Parameter(_leading, NONNEGATIVE, "n_i ln(1/eps_i)/eps_i^2", name="leading_each"),),
    gives=(Conclusion(real("N_leading"), "=", greatest(_leading[i]), "leading order", name="samples_leading"),),
)

STATEMENTS = (
    main_theorem,
    replicable_to_pg,
    pg_composition_simple,
    pg_to_replicable,
    main_algorithm,
    leading_order,
    close_enough,
    parameter_choice,
    small_c,
)
