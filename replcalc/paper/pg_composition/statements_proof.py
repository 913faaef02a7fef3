"""The proof of lm:pg_compose_het round by round (TeX lines 1629-2295).

Vocabulary: the *real* transcript Z runs the algorithms on the sample X, the *oracle* transcript runs the simulators on
their own prefix, so it is independent of X. Round i has the log-ratio f_i of the two distributions at its value.
C_i: the i-th closeness holds at the current prefix. E_i: abs(f_i) <= 2 epsilon_i. H_i: C and E held in the rounds up
to i; H-hat_i: the same before the i-th value is drawn. G_i: f_1 + ... + f_i <= epsilon^(i); G'_i: >= -epsilon^(i).

A lemma "for every i" is stated here for the last round: its families hold the rounds 1..i, so that k is i.
"""

from replcalc.paper.literature import AZUMA_1967, HOEFFDING_1963, KASIVISWANATHAN_2014, at, quoted_at
from replcalc.paper.pg_composition.statements import (
    EVERY_PREFIX,
    SMALL_DELTA_PRIME,
    SMALL_DELTAS,
    delta_hat,
    delta_k,
    delta_total,
    epsilon_k,
    epsilon_prefix,
    psi,
    tilt,
)
from replcalc.vocabulary import *

_failure = real("failure")
_psi, _tilt = real("psi"), real("tilt")

#: One round whose closeness holds: P = A_i(x, prefix), Q = the simulator at that prefix.
_CLOSE = assuming("the two distributions of the round are (epsilon, delta)-close in both directions")
_ROUND = (
    Parameter(epsilon, UNIT_LEFT_OPEN, "multiplicative closeness of the round"),
    Parameter(delta, POSITIVE, "additive closeness of the round"),
)
_SMALL_DELTA = at_most(delta, epsilon / 50)

log_ratio_tail = Statement(
    label="lm:help_kasi",
    source=quoted_at(1633),
    title="The log-ratio of close distributions is rarely large",
    meaning="If X and Y are (epsilon, delta)-close, X seldom takes a value whose log-ratio exceeds 2 epsilon in size.",
    given=(
        Parameter(epsilon, POSITIVE, "multiplicative closeness"),
        Parameter(delta, NONNEGATIVE, "additive closeness"),
    ),
    assumes=(assuming("X and Y are (epsilon, delta)-close in both directions"),),
    gives=(
        Conclusion(real("log_ratio"), "=", 2 * epsilon, "size up to which a log-ratio counts as small"),
        Conclusion(_failure, "<=", delta_hat(epsilon, delta), "probability of a larger log-ratio"),
    ),
    cites=(KASIVISWANATHAN_2014,),
    notes="Not best possible: (1 + e^(-2 epsilon)) delta/(1 - e^-epsilon) holds too.",
)

round_log_ratio = Statement(
    label="lm:h_hat_to_h",
    source=at(1645),
    title="The log-ratio of one round stays small",
    meaning="Where the closeness of round i holds, its log-ratio leaves [-2 epsilon_i, 2 epsilon_i] rarely, in the "
    "real process and in the oracle process.",
    given=(
        Parameter(epsilon, POSITIVE, "multiplicative closeness of the round"),
        Parameter(delta, NONNEGATIVE, "additive closeness of the round"),
    ),
    assumes=(_CLOSE,),
    gives=(
        Conclusion(real("failure_real"), "<=", delta_hat(epsilon, delta), "real process: delta-hat of the round"),
        Conclusion(real("failure_oracle"), "<=", delta_hat(epsilon, delta), "oracle process: the same"),
    ),
    uses=("lm:help_kasi",),
)

expected_log_ratio = Statement(
    label="lm:bound_expect",
    source=at(1670),
    title="Expected log-ratio of one round",
    meaning="Given that the log-ratio of a round is at most 2 epsilon in size, its mean is of order epsilon^2 under "
    "the real process, and the mean of its negative under the oracle process.",
    given=_ROUND,
    assumes=(_SMALL_DELTA, _CLOSE),
    gives=(
        Conclusion(real("delta_hat"), "=", delta_hat(epsilon, delta), "tail of the log-ratio"),
        Conclusion(_psi, "=", psi(epsilon, delta), "part from cl:Q_weighted_bound"),
        Conclusion(_tilt, "=", tilt(epsilon, delta_hat(epsilon, delta)), "part from cl:P_weighted_bound"),
        Conclusion(real("rho_i"), "<=", _psi + _tilt, "bound on either conditional mean"),
    ),
    uses=("cl:Q_weighted_bound", "cl:P_weighted_bound"),
)

simulator_weighted = Statement(
    label="cl:Q_weighted_bound",
    source=at(1691),
    title="Log-ratio weighted by the simulator",
    meaning="Summed over the values with small log-ratio and weighted by the simulator's distribution Q, ln(P/Q) is at "
    "most psi(delta).",
    given=_ROUND,
    assumes=(_SMALL_DELTA, _CLOSE),
    gives=(Conclusion(_psi, "<=", psi(epsilon, delta), "bound on the weighted sum"),),
    uses=("lm:h_hat_to_h",),
)

algorithm_weighted = Statement(
    label="cl:P_weighted_bound",
    source=at(1822),
    title="Changing the weights of the log-ratio",
    meaning="Weighting ln(P/Q) by P, conditioned on a small log-ratio, instead of by Q adds at most a term of order "
    "epsilon^2.",
    given=_ROUND,
    assumes=(_SMALL_DELTA, _CLOSE),
    gives=(
        Conclusion(real("gap"), "<=", tilt(epsilon, delta_hat(epsilon, delta)), "how much the change of weights adds"),
    ),
    uses=("lm:h_hat_to_h",),
)

_bounds = family("c")
_t = real("t")

azuma = Statement(
    label="lm:azuma",
    source=quoted_at(1982),
    title="Azuma's inequality",
    meaning="A sum of variables bounded by c_i in size, each of conditional mean at most mu_i, exceeds the sum of the "
    "mu_i by t with exponentially small probability.",
    given=(
        Parameter(_bounds, POSITIVE, "bound on the size of the i-th variable"),
        Parameter(_t, POSITIVE, "excess over the sum of the mu_i"),
    ),
    assumes=(
        assuming("the i-th variable is at most c_i in size, with probability 1"),
        assuming("given the earlier variables, the i-th has mean at most mu_i, for every history"),
    ),
    gives=(
        Conclusion(
            real("tail"), "<=", exp(-(_t**2) / (2 * total(_bounds[i] ** 2))), "probability of an excess of at least t"
        ),
    ),
    cites=(AZUMA_1967, HOEFFDING_1963),
    notes="The change of variable offered as proof does not give abs(X_i - mu_i) <= c_i; Hoeffding's lemma for a "
    "variable in [-c_i, c_i] with mean at most mu_i does prove the bound.",
)

_HISTORY = (EPSILONS, DELTAS, DELTA_PRIME)
_THRESHOLD = Conclusion(epsilon_k, "=", epsilon_prefix(k), "epsilon^(i), the threshold of the last round")

real_concentration = Statement(
    label="lm:h_to_g",
    source=at(1999),
    title="Concentration of the real transcript",
    meaning="While no round has failed, the summed log-ratio of the real transcript exceeds epsilon^(i) with "
    "probability at most delta'.",
    given=_HISTORY,
    assumes=(EVERY_PREFIX, SMALL_DELTAS, SMALL_DELTA_PRIME),
    gives=(_THRESHOLD, Conclusion(_failure, "<=", delta_prime, "probability of H_i without G_i")),
    uses=("lm:bound_expect", "lm:azuma"),
)

oracle_concentration = Statement(
    label="lm:h_to_g_tilde",
    source=at(2110),
    title="Concentration of the oracle transcript",
    meaning="While no round has failed, the summed log-ratio of the oracle transcript falls below -epsilon^(i) with "
    "probability at most delta'.",
    given=_HISTORY,
    assumes=(EVERY_PREFIX, SMALL_DELTAS, SMALL_DELTA_PRIME),
    gives=(_THRESHOLD, Conclusion(_failure, "<=", delta_prime, "probability of H_i without G'_i")),
    uses=("lm:bound_expect", "lm:azuma", "lm:h_to_g"),
)

_GAMMA_ROUND = Parameter(gamma, UNIT_CLOSED, "probability over the sample that the closeness of round i fails")

oracle_closeness = Statement(
    label="lm:tilde_z_C_i",
    source=at(2137),
    title="Closeness at the oracle's prefix",
    meaning="The oracle's prefix does not depend on the sample, so the closeness of round i fails there no more often "
    "than at a fixed prefix.",
    given=(_GAMMA_ROUND,),
    assumes=(EVERY_PREFIX,),
    gives=(Conclusion(_failure, "<=", gamma, "probability that (X, oracle prefix) is outside C_i"),),
    uses=("def:pg",),
)

oracle_no_failure = Statement(
    label="lm:tilde_z_not_in_chhat",
    source=at(2148),
    title="The oracle transcript before round i",
    meaning="Before the i-th oracle value is drawn something has failed with at most the sum of the gamma up to i and "
    "of the delta-hat before i.",
    given=(GAMMAS, EPSILONS, DELTAS),
    assumes=(EVERY_PREFIX,),
    gives=(
        Conclusion(
            _failure,
            "<=",
            total(gammas[i]) + Sum(delta_hat(epsilons[j], deltas[j]), (j, 1, k - 1)),
            "probability that (X, oracle prefix) is outside H-hat_i",
        ),
    ),
    uses=("lm:tilde_z_C_i", "lm:h_hat_to_h"),
)

_before = Symbol("epsilon_before")

real_closeness = Statement(
    label="lm:z_C_i",
    source=at(2163),
    title="Closeness at the real prefix",
    meaning="Where the summed log-ratio so far is at most epsilon^(i-1), the closeness of round i fails at the real "
    "prefix at most e^(epsilon^(i-1)) times as often as at the oracle's.",
    given=(_GAMMA_ROUND, Parameter(_before, NONNEGATIVE, "epsilon^(i-1), which is 0 for the first round")),
    assumes=(EVERY_PREFIX,),
    gives=(Conclusion(_failure, "<=", exp(_before) * gamma, "probability of G_(i-1) without C_i"),),
    uses=("lm:tilde_z_C_i",),
)

_pg_failure = Base("pg_failure")

real_no_failure = Statement(
    label="lm:z_not_in_chhat",
    source=at(2194),
    title="The real transcript after round j",
    meaning="Some round up to j has failed with at most the sum of the probabilities that closeness fails and of the "
    "delta-hat.",
    given=(
        Parameter(_pg_failure, UNIT_CLOSED, "probability that closeness fails at the i-th real prefix"),
        EPSILONS,
        DELTAS,
    ),
    assumes=(EVERY_PREFIX,),
    gives=(
        Conclusion(
            _failure, "<=", total(_pg_failure[i]) + total(delta_hat(epsilons[i], deltas[i])), "Pr[(X, Z) outside H_j]"
        ),
    ),
    uses=("lm:h_hat_to_h",),
)

real_tail = Statement(
    label="lm:z_in_G_i",
    source=at(2216),
    title="Tail of the real transcript",
    meaning="The summed log-ratio of the real transcript exceeds epsilon^(k) with probability at most delta^(k).",
    given=(GAMMAS, *_HISTORY),
    assumes=(EVERY_PREFIX, SMALL_DELTAS, SMALL_DELTA_PRIME),
    gives=(
        _THRESHOLD,
        Conclusion(delta_k, "=", delta_total(), "delta^(k): the three kinds of failure, summed over the rounds"),
        Conclusion(_failure, "<=", delta_k, "probability that (X, Z) is outside G_k"),
    ),
    uses=("lm:z_C_i", "lm:h_hat_to_h", "lm:h_to_g"),
    notes="The text leads in with lm:z_not_in_chhat; the proof, by the first round that fails, does without it.",
)

oracle_tail = Statement(
    label="lm:tilde_z_in_G_i",
    source=at(2262),
    title="Tail of the oracle transcript",
    meaning="The summed log-ratio of the oracle transcript falls below -epsilon^(k) with probability at most "
    "delta^(k), indeed without the factors e^(epsilon^(l-1)).",
    given=(GAMMAS, *_HISTORY),
    assumes=(EVERY_PREFIX, SMALL_DELTAS, SMALL_DELTA_PRIME),
    gives=(
        _THRESHOLD,
        Conclusion(
            _failure,
            "<=",
            k * delta_prime + total(delta_hat(epsilons[i], deltas[i])) + total(gammas[i]),
            "probability that (X, oracle transcript) is outside G'_k",
        ),
        Conclusion(delta_k, "=", delta_total(), "delta^(k), which is at least that"),
    ),
    uses=("lm:tilde_z_C_i", "lm:h_hat_to_h", "lm:h_to_g_tilde"),
    notes="Not best possible: the concentration step needs to be paid once, so delta' may stand for k delta'.",
)

STATEMENTS = (
    log_ratio_tail,
    round_log_ratio,
    expected_log_ratio,
    simulator_weighted,
    algorithm_weighted,
    azuma,
    real_concentration,
    oracle_concentration,
    oracle_closeness,
    oracle_no_failure,
    real_closeness,
    real_no_failure,
    real_tail,
    oracle_tail,
)
