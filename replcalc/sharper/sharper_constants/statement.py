"""Smaller constants in the paper's own lemmas (proof.md)."""

from replcalc.vocabulary import *

_tau, _m, _c = real("tau"), natural("m"), real("c_tau")
_TAU = Parameter(_tau, Domain(rational(0), rational(1, 4)), "half the width of the window of biases")
_constant = pi * sqrt(1 - 4 * _tau**2) / 48

threshold_constant = Statement(
    label="derived:threshold-constant",
    title="Threshold estimation: a sharper disagreement bound",
    meaning="An accurate sign from m coin flips disagrees with a second run this often, averaged over the bias.",
    given=(_TAU, Parameter(_m, COUNT, "samples of one round")),
    assumes=(assuming("with these coins the sign is right with probability at least 15/16, on average over the bias"),),
    gives=(
        Conclusion(_c, "=", _constant, "c(tau); at least 0.0566 for tau < 1/4", name="constant"),
        Conclusion(real("disagreement"), ">=", _c / (_tau * sqrt(_m)), "average disagreement of two runs"),
    ),
    notes=(
        (
            "Replaces the 2/243 that the steps of lem:threshold_estimation give; the bias has the distribution stated "
            "there."
        ),
    ),
)

_gain = k * (1 - rho - beta) - 16 * beta

adaptive_lower_bound = Statement(
    label="derived:adaptive-lower-bound",
    kind="theorem",
    title="Adaptive composition lower bound, explicit",
    meaning="Samples per round that any rho-replicable algorithm needs to answer k adaptive threshold problems.",
    given=(K, _TAU, RHO, BETA),
    assumes=(below(16 * beta, k * (1 - rho - beta)),),
    gives=(
        Conclusion(_c, "=", _constant, "constant of derived:threshold-constant", name="constant_sharp"),
        Conclusion(real("m_real"), ">=", (_c * _gain / (rho * _tau)) ** 2, "samples per round, before rounding up"),
        Conclusion(_m, ">=", ceiling((_c * _gain / (rho * _tau)) ** 2), "samples per round", name="m_sharp"),
    ),
    uses=("derived:threshold-constant", "def:adaptive_game"),
    notes=("Replaces thm:adaptive_lb, in whose game it is stated; clm:fixed_r_lb is proved without a third draw.",),
)

_rho1, _beta1, _betat, _betan, _lambda = map(real, ("rho1", "beta1", "beta_t", "beta_n", "lambda"))
_n_replic, _n_tester, _n_nonreplic = map(real, ("n_replic", "n_tester", "n_nonreplic"))
_rho_split, _beta_split = real("rho_split"), real("beta_split")

boost_split = Statement(
    label="derived:boost-split",
    kind="theorem",
    title="Boosting the success probability with a free split",
    meaning="Solve replicably at accuracy lambda alpha, test, fall back on a non-replicable solver: any split.",
    given=(
        RHO,
        ALPHA,
        BETA,
        Parameter(_rho1, UNIT_OPEN, "replicability of the replicable solver"),
        Parameter(_beta1, UNIT_OPEN, "its failure probability at accuracy lambda alpha"),
        Parameter(_betat, UNIT_OPEN, "failure probability of the tester of lambda alpha against alpha"),
        Parameter(_betan, UNIT_OPEN, "failure probability of the non-replicable solver at accuracy alpha"),
        Parameter(_lambda, UNIT_OPEN, "accuracy of the replicable solver relative to alpha"),
        Parameter(_n_replic, NONNEGATIVE, "samples of the replicable solver"),
        Parameter(_n_tester, NONNEGATIVE, "samples of the tester"),
        Parameter(_n_nonreplic, NONNEGATIVE, "samples of the non-replicable solver"),
    ),
    assumes=(
        at_most(_rho_split, rho),
        at_most(_beta_split, beta),
        assuming(
            "the tester accepts every answer valid at lambda alpha and rejects every answer invalid at alpha, each "
            "except with probability beta_t"
        ),
        assuming("every stage draws fresh samples"),
    ),
    gives=(
        Conclusion(real("alpha_replic"), "=", _lambda * alpha, "accuracy of the replicable solver"),
        Conclusion(_rho_split, "<=", _rho1 + _beta1 + 2 * _betat, "probability that two runs disagree"),
        Conclusion(_beta_split, "<=", _beta1 * _betat + (_beta1 + _betat) * _betan, "failure probability"),
        Conclusion(real("n_new"), "=", _n_replic + _n_tester + _n_nonreplic, "samples in all"),
    ),
    uses=("alg:hybrid", "def:statistical_problem", "def:replic"),
    notes=(
        (
            "Replaces thm:boost_beta, whose split is rho1 = beta1 = rho/4, beta_t = min(rho, beta)/4, beta_n = beta/2, "
            "lambda = 1/2."
        ),
    ),
)

_low, _high = real("alpha_low"), real("alpha_high")
_n, _t = natural("n"), Symbol("t")

exact_tester = Statement(
    label="derived:exact-tester",
    title="Accuracy tester by exact binomial tails",
    meaning="Accept if at most t of n draws err: tells error rates up to alpha_low from those of at least alpha_high.",
    given=(
        Parameter(_low, UNIT_OPEN, "error rates up to this must be accepted"),
        Parameter(_high, UNIT_OPEN, "error rates from this on must be rejected"),
        BETA,
        Parameter(_n, COUNT, "samples"),
        Parameter(_t, Domain(rational(0), None, False, integer=True), "accept up to this many errors"),
    ),
    assumes=(
        below(_low, _high),
        below(_t, _n),
        at_most(real("false_reject"), beta),
        at_most(real("false_accept"), beta),
    ),
    gives=(
        Conclusion(real("false_reject"), "<=", betainc(_t + 1, _n - _t, 0, _low), "Pr[Bin(n, alpha_low) > t]"),
        Conclusion(real("false_accept"), "<=", betainc(_n - _t, _t + 1, 0, 1 - _high), "Pr[Bin(n, alpha_high) <= t]"),
    ),
    notes=(
        "Replaces the Chernoff bounds of lm:tester.",
        "Whether some t works is not monotone in n: the smallest n is found by a scan, not by bisection.",
    ),
)

STATEMENTS = (threshold_constant, adaptive_lower_bound, boost_split, exact_tester)
