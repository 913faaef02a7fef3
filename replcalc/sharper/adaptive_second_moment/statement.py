"""Adaptive problems on one sample: each depends on the strings and answers before it and on nothing else (proof.md)."""

from replcalc.paper.literature import HOEFFDING_1963
from replcalc.vocabulary import *

_tau, _eps = family("tau"), family("eps")
_rho_sum, _beta_sum = real("rho_sum"), real("beta_sum")
#: What every theorem on adaptive problems rests on.
ADAPTIVE = (
    assuming("the i-th problem is a function of the earlier strings and answers alone"),
    assuming("the strings are independent of each other and of the sample"),
)
_QUERIES = assuming("the queries take values in [0, 1] and the samples are independent")

#: Two runs that follow the most likely answers: 2e - e^2 against the disagreement, at most 3/2 (e = 1/2).
LEAVES_EARLY = rational(3, 2)

adaptive_one_sample = Statement(
    label="derived:adaptive-one-sample",
    kind="theorem",
    title="Adaptive problems on one sample",
    meaning="Problems that are chosen one after the other, from the strings and answers before them, can be answered "
    "on the same sample: two teams differ somewhere with at most 3/2 of the sum of the replicabilities.",
    given=(RHO0S, BETA0S),
    assumes=(
        *ADAPTIVE,
        assuming("the i-th method is rho0[i]-replicable and beta0[i]-failing for every problem that it may be given"),
    ),
    gives=(
        Conclusion(rho, "<=", LEAVES_EARLY * total(rho0s[i]), "disagreement of the whole"),
        Conclusion(beta, "<=", total(beta0s[i] + rho0s[i]), "failure of the whole"),
    ),
    uses=("def:replic", "def:statistical_problem"),
    notes=("A sample is read again and again: nothing is split and nothing is drawn afresh.",),
)

_rho_bound = total(rho0s[i]) + Sum(_tau[ell] * Sum(_eps[j], (j, 1, ell - 1)), (ell, 1, k))
adaptive_second_moment = Statement(
    label="derived:adaptive-second-moment",
    kind="theorem",
    title="Adaptive problems on one sample, by second moments",
    meaning="Problems that are chosen one after the other from the strings and answers before them, all answered on "
    "one sample: the replicabilities add up as for fixed problems, and a second-order term is added.",
    given=(
        RHO0S,
        BETA0S,
        Parameter(_tau, NONNEGATIVE, "root mean square, over two samples, of the disagreement given both samples"),
        Parameter(_eps, NONNEGATIVE, "how often the i-th answer to a fixed problem is not its reference answer"),
    ),
    assumes=(
        *ADAPTIVE,
        assuming("rho0[i], beta0[i], tau[i] and eps[i] hold for every problem that the i-th method may be given"),
        assuming("a reference answer depends on the problem, its string and the population, not on the sample"),
    ),
    gives=(
        Conclusion(real("rho_moments"), "<=", total(_tau[i]), "disagreement of the whole, by second moments alone"),
        Conclusion(rho, "<=", _rho_bound, "disagreement of the whole, through the reference answers"),
        Conclusion(beta, "<=", total(beta0s[i] + _eps[i]), "failure of the whole"),
    ),
    uses=("def:replic", "def:statistical_problem"),
    notes=("The most likely answer is a reference with eps[i] <= rho0[i].",),
)

#: Of the sum R of the replicabilities: sqrt((k-1) R/this) is what the second-order term adds at most.
SPREAD = rational(3)

_rho_moments_bound = _rho_sum * (1 + sqrt((k - 1) * _rho_sum / SPREAD))
adaptive_sums = Statement(
    label="derived:adaptive-sums",
    kind="theorem",
    title="Adaptive problems on one sample, by any methods",
    meaning="Problems that are chosen one after the other, each answered by any method on the same sample: what two "
    "runs "
    "disagree by follows from the sum of the replicabilities and the number of problems.",
    given=(
        K,
        Parameter(_rho_sum, NONNEGATIVE, "sum of the replicabilities of the methods"),
        Parameter(_beta_sum, NONNEGATIVE, "sum of their failure probabilities"),
    ),
    assumes=(
        *ADAPTIVE,
        assuming("every method has its replicability and failure for every problem that it may be given"),
    ),
    gives=(
        Conclusion(real("rho_early"), "<=", LEAVES_EARLY * _rho_sum, "disagreement of the whole, by the first theorem"),
        Conclusion(real("rho_moments"), "<=", _rho_moments_bound, "disagreement of the whole, by second moments"),
        Conclusion(beta, "<=", _beta_sum + _rho_sum, "failure of the whole"),
    ),
    uses=("derived:adaptive-one-sample", "derived:adaptive-second-moment"),
)

_N, _a, _gap, _deviation = natural("N"), real("a"), real("gap"), real("deviation")
_half = (_N + 1) / 2
#: ln of (2/N) N! (N+1)^-(N+1) psi((N+1)/2)^2, psi(a) = a^(a+1)/Gamma(a+1).
_log_deviation = (
    log(2)
    - log(_N)
    + loggamma(_N + 1)
    - (_N + 1) * log(_N + 1)
    + 2 * (_half + 1) * log(_half)
    - 2 * loggamma(_half + 1)
)

mean_deviation = Statement(
    label="derived:mean-deviation",
    title="How far a mean of N samples is from its expectation",
    meaning="The largest expected distance of a mean of N values in [0, 1] from its expectation: a fair coin, N odd.",
    given=(Parameter(_N, COUNT, "samples"),),
    assumes=(assuming("the values lie in [0, 1] and are independent, of one distribution"),),
    gives=(Conclusion(_deviation, "<=", exp(_log_deviation), "expected distance, about 0.399/sqrt N"),),
)

_central = exp(loggamma(_N + rational(1, 2)) - loggamma(_N + 1)) / sqrt(pi)
_WIDTH = Parameter(_a, POSITIVE, "width of the grids")

_rho_bound = smallest(
    k * _gap / _a + k * (k - 1) / 2 * (_deviation / _a) / (_a * sqrt(2 * _N)), k * (_gap + 2 * _deviation) / (2 * _a)
)
adaptive_rounding = Statement(
    label="derived:adaptive-rounding",
    kind="theorem",
    title="Adaptive statistical queries on one sample, by rounding",
    meaning="k queries, each chosen from the answers before it: the means of one sample, rounded to shared grids.",
    given=(
        K,
        Parameter(_N, COUNT, "samples"),
        _WIDTH,
        Parameter(_deviation, NONNEGATIVE, "from derived:mean-deviation"),
    ),
    assumes=(*ADAPTIVE, _QUERIES),
    gives=(
        Conclusion(_gap, "<=", _central, "expected distance of two independent means, C(2N,N)/4^N"),
        Conclusion(rho, "<=", _rho_bound, "probability that two runs disagree somewhere"),
    ),
    uses=("derived:adaptive-second-moment", "derived:mean-deviation", "derived:expected-gap-rounding"),
    notes=("How often an answer is wrong: derived:adaptive-accuracy.",),
)

_x, _beta_one, _share = real("x"), real("beta_one"), real("share")

_beta_bound = ((1 + _share) ** k - 1) / _share * (_beta_one + 2 * exp(-2 * _N * _x**2))
adaptive_accuracy = Statement(
    label="derived:adaptive-accuracy",
    kind="theorem",
    title="How often one of k adaptive queries is answered wrongly, by rounding",
    meaning="Where every mean is within x of its expectation, a run only meets the queries that follow from cells near "
    "the expectations; on average over the grids they are hardly more than k.",
    given=(
        K,
        Parameter(_N, COUNT, "samples"),
        _WIDTH,
        Parameter(_x, POSITIVE, "how far from an expectation a cell counts as near"),
        Parameter(_beta_one, NONNEGATIVE, "failure probability of one fixed query by the same rounding"),
    ),
    assumes=(*ADAPTIVE, _QUERIES),
    gives=(
        Conclusion(_share, "=", 2 * _x / _a, "cells near an expectation beyond one, averaged over the grid"),
        Conclusion(
            real("nodes"), "<=", ((1 + _share) ** k - 1) / _share, "queries a run may meet, averaged over the grids"
        ),
        Conclusion(beta, "<=", _beta_bound, "probability that some answer is off by more than it may"),
    ),
    uses=("derived:variance-rounding",),
    cites=(HOEFFDING_1963.at("Theorem 2"),),
)

STATEMENTS = (
    adaptive_one_sample,
    adaptive_second_moment,
    adaptive_sums,
    mean_deviation,
    adaptive_rounding,
    adaptive_accuracy,
)
