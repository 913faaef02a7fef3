"""The introduction's informal theorems and its table (TeX lines 235-630), tied to the statements they announce."""

from replcalc.paper.boosting.statements import boosted_query, n_new, n_nonreplic, n_replic, n_tester
from replcalc.paper.boosting_applications.statements import (
    ARMS,
    CLASS_SIZE,
    EPSILON_HEAVY,
    LITTLESTONE,
    LOG_STAR,
    NU,
    best_arm,
    finite_class,
    heavy_hitters,
    littlestone,
    nu,
    thresholds,
)
from replcalc.paper.literature import BUN_2023, ESFANDIARI_2024, HOPKINS_2025, IMPAGLIAZZO_2022, at
from replcalc.paper.sufficient_statistic.statements import BETA_BASE, RHO_BASE, conclude_with_factor
from replcalc.symbolic.language import replace
from replcalc.vocabulary import *

_C_eps, _C_delta, _small_eps, _small_ratio = map(
    real, ("C_eps_intro", "C_delta_intro", "epsilon_small_intro", "ratio_small_intro")
)
_eps_star, _delta_star = real("epsilon_star"), real("delta_star")
_squares = total(epsilons[i] ** 2)

composition_informal = Statement(
    label="thm:pg_compose_intro",
    source=at(319),
    title="Composition of perfectly generalizing algorithms, informally",
    meaning="Composing (delta_i, epsilon_i, delta_i)-PG algorithms costs about the square root of the sum of the "
    "epsilon_i^2: lm:pg_compose without its constants.",
    given=(EPSILONS, Parameter(deltas, POSITIVE, "gamma and additive closeness of the i-th algorithm"), DELTA_PRIME),
    assumes=(
        assuming("the i-th algorithm is (delta_i, epsilon_i, delta_i)-perfectly generalizing"),
        below(delta_prime, rational(1, 2)),
        at_most(epsilons[i], _small_eps),
        at_most(deltas[i], _small_ratio * epsilons[i]),
    ),
    gives=(
        Conclusion(
            _eps_star,
            "O",
            _C_eps * (sqrt(log(1 / delta_prime) * _squares) + _squares),
            "multiplicative closeness of the composition",
        ),
        Conclusion(
            _delta_star,
            "O",
            _C_delta * sqrt((k * delta_prime + total(deltas[i] / epsilons[i])) / _eps_star),
            "additive closeness of the composition",
        ),
        Conclusion(real("gamma_star"), "=", _delta_star, "probability that closeness fails"),
    ),
    hidden=(
        UnspecifiedConstant(_C_eps, 1, "factor of the O in epsilon*"),
        UnspecifiedConstant(_C_delta, 1, "factor of the O in delta*"),
        UnspecifiedConstant(_small_eps, "1/10", "how small 'small enough' epsilon_i must be"),
        UnspecifiedConstant(_small_ratio, "1/50", "how far delta_i must lie below epsilon_i"),
    ),
    uses=("lm:pg_compose",),
    notes="In the adaptive setting it needs epsilon* below a constant, as lm:pg_compose says; without that it is "
    "false: many rounds can reveal a hash on which the last round gives the sample away.",
)

_C_boost, _small = real("C_boost_intro"), real("small_boost_intro")

boosting_informal = Statement(
    label="thm:boost_intro",
    source=at(553),
    title="Boosting the success probability, informally",
    meaning="For testable problems with polynomial costs, failure probability beta costs a tester and a fallback on "
    "top of the replicable solver at failure probability rho.",
    given=(
        RHO,
        ALPHA,
        BETA,
        Parameter(n_replic, NONNEGATIVE, "samples of the replicable solver at (rho, alpha, rho)"),
        Parameter(n_tester, NONNEGATIVE, "samples of the tester at (alpha, beta)"),
        Parameter(n_nonreplic, NONNEGATIVE, "samples of a solver that need not be replicable at (alpha, beta)"),
    ),
    assumes=(
        at_most(rho, _small),
        at_most(alpha, _small),
        at_most(beta, _small),
        assuming("the costs are polynomial, and accuracy alpha can be tested against accuracy 2 alpha"),
    ),
    reaches=("rho", "beta"),
    gives=(Conclusion(n_new, "O", _C_boost * (n_replic + n_tester + n_nonreplic), "samples of the boosted algorithm"),),
    hidden=(
        UnspecifiedConstant(_C_boost, 1, "factor of the O in the boosted samples"),
        UnspecifiedConstant(_small, "1/4", "how small 'sufficiently small' rho, alpha, beta must be"),
    ),
    uses=("thm:boost_beta", "rem:boost"),
)

sufficient_informal = Statement(
    label="thm:intro_stuff_stat",
    source=at(448),
    title="A sufficient statistic is enough, informally",
    meaning="Any replicable algorithm can be made to see its sample only through a sufficient statistic, for twice the "
    "rho on the family: thm:suff_stat.",
    given=(RHO_BASE, BETA_BASE, N),
    assumes=(assuming("the data come from a member of the family"),),
    gives=conclude_with_factor(2),
    uses=("thm:suff_stat",),
)

#: Row of the table: prefix of its two quantities, the statement both bounds come from, the problem in words.
TABLE_ROWS: tuple[tuple[str, Statement, str], ...] = (
    ("query", boosted_query, "statistical query"),
    ("littlestone", littlestone, "PAC, Littlestone dimension d"),
    ("finite", finite_class, "PAC, finite class"),
    ("thresholds", thresholds, "PAC, thresholds"),
    ("heavy", heavy_hitters, "heavy hitters"),
    ("arm", best_arm, "best arm"),
)


def _row(prefix: str, source: Statement, problem: str) -> tuple[Conclusion, Conclusion]:
    """Return previous and new bound of one problem, taken from the statement that proves the new one.

    The table prints the previous bounds in beta alone; thm:boost_sq has the smaller of rho and beta.
    """
    previous, new = source.conclusion("n_previous"), source.conclusion("n_new")
    return (
        Conclusion(
            real(f"n_{prefix}_previous"),
            previous.relation,
            replace(previous.expression, {smallest(rho, beta): beta}),
            f"{problem}: previous bound",
            name=f"{prefix}_previous",
        ),
        Conclusion(
            real(f"n_{prefix}_new"), new.relation, new.expression, f"{problem}: new bound", name=f"{prefix}_new"
        ),
    )


table = Statement(
    label="table:only",
    source=at(585),
    title="Six problems before and after boosting",
    meaning="For each of six problems the best replicable bound known before, and the bound that boosting gives, where "
    "beta enters only additively.",
    given=(RHO, ALPHA, BETA, LITTLESTONE, CLASS_SIZE, LOG_STAR, NU, EPSILON_HEAVY, ARMS),
    assumes=(below(beta, rho), below(epsilon, nu), at_most(rho, rational(1, 2))),
    gives=tuple(conclusion for row in TABLE_ROWS for conclusion in _row(*row)),
    hidden=tuple(constant for _, source, _ in TABLE_ROWS for constant in source.hidden),
    uses=("thm:boost_sq", "cor:littlestone", "cor:finite_class", "cor:thresholds", "thm:heavy_hitters", "thm:best_arm"),
    cites=(IMPAGLIAZZO_2022, BUN_2023, ESFANDIARI_2024, HOPKINS_2025),
    notes=(
        (
            "The condition printed with the first previous bound, beta >= rho, is reversed: the cited bound is for "
            "beta < rho/2."
        ),
        (
            "No other range is printed in the table: beta < rho is assumed in rem:boost, epsilon < nu below the table; "
            "rho <= 1/2 is asked for by thm:best_arm and needed by cor:finite_class."
        ),
        "In the row on thresholds d is the size of the domain and enters as log* d.",
    ),
)

STATEMENTS = (composition_informal, boosting_informal, sufficient_informal, table)
