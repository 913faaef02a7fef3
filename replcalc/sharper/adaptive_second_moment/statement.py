"""AC: adaptive problems on one sample, through the second moment of the disagreement given the samples (proof.md)."""

from __future__ import annotations

from replcalc.vocabulary import (
    BETA0S, COUNT, NONNEGATIVE, RHO0S, UNIT_LEFT_OPEN, Conclusion, K, Parameter, Statement, Sum, assuming, beta, beta0s,
    ell, exp, family, i, j, k, log, loggamma, natural, pi, rational, real, rho, rho0s, sqrt, total,
)  # fmt: skip

_tau, _eps = family("tau"), family("eps")
FOLLOWS = assuming("the i-th problem is a function of the earlier strings and answers alone")
STRINGS = assuming("the strings are independent of each other and of the sample")

adaptive_second_moment = Statement(
    label="derived:adaptive-second-moment",
    kind="theorem",
    title="Adaptive problems on one sample, by second moments",
    meaning=(
        "Problems that are chosen one after the other from the strings and answers before them, all answered on one "
        "sample: the replicabilities add up as for fixed problems, and a second-order term is added."
    ),
    given=(
        RHO0S,
        BETA0S,
        Parameter(_tau, NONNEGATIVE, "root mean square, over two samples, of the disagreement given both samples"),
        Parameter(_eps, NONNEGATIVE, "how often the i-th answer to a fixed problem is not its reference answer"),
    ),
    assumes=(
        FOLLOWS,
        STRINGS,
        assuming("rho0[i], beta0[i], tau[i] and eps[i] hold for every problem that the i-th way may be given"),
        assuming("a reference answer depends on the problem, its string and the population, not on the sample"),
    ),
    gives=(
        Conclusion(real("rho_moments"), "<=", total(_tau[i]), "disagreement of the whole, by second moments alone"),
        Conclusion(
            rho,
            "<=",
            total(rho0s[i]) + Sum(_tau[ell] * Sum(_eps[j], (j, 1, ell - 1)), (ell, 1, k)),
            "disagreement of the whole, through the reference answers",
        ),
        Conclusion(beta, "<=", total(beta0s[i] + _eps[i]), "failure of the whole"),
    ),
    uses=("def:replic", "def:statistical_problem"),
    needs_simulator=True,
    notes=("The most likely answer is a reference with eps[i] <= rho0[i].",),
)

_N, _a, _gap, _deviation = natural("N"), real("a"), real("gap"), real("deviation")
_half = (_N + 1) / 2
#: ln of (2/N) N! (N+1)^-(N+1) psi((N+1)/2)^2, psi(a) = a^(a+1)/Gamma(a+1).
_log_deviation = (
    log(2) - log(_N) + loggamma(_N + 1) - (_N + 1) * log(_N + 1)
    + 2 * (_half + 1) * log(_half) - 2 * loggamma(_half + 1)
)  # fmt: skip

mean_deviation = Statement(
    label="derived:mean-deviation",
    kind="lemma",
    title="How far a mean of N samples is from its expectation",
    meaning="The largest expected distance of a mean of N values in [0, 1] from its expectation: a fair coin, N odd.",
    given=(Parameter(_N, COUNT, "samples"),),
    assumes=(assuming("the values lie in [0, 1] and are independent, of one law"),),
    gives=(Conclusion(_deviation, "<=", exp(_log_deviation), "expected distance, about 0.399/sqrt N"),),
    needs_simulator=True,
)

adaptive_rounding = Statement(
    label="derived:adaptive-rounding",
    kind="theorem",
    title="Adaptive statistical queries on one sample, by rounding",
    meaning="k queries, each chosen from the answers before it: the means of one sample, rounded to shared grids.",
    given=(
        K,
        Parameter(_N, COUNT, "samples"),
        Parameter(_a, UNIT_LEFT_OPEN, "width of the grids"),
        Parameter(_deviation, NONNEGATIVE, "from derived:mean-deviation"),
    ),
    assumes=(FOLLOWS, STRINGS, assuming("the queries take values in [0, 1] and the samples are independent")),
    gives=(
        Conclusion(
            _gap, "<=", exp(loggamma(_N + rational(1, 2)) - loggamma(_N + 1)) / sqrt(pi),
            "expected distance of two independent means, C(2N,N)/4^N",
        ),
        Conclusion(
            rho, "<=", k * _gap / _a + k * (k - 1) / 2 * (_deviation / _a) / (_a * sqrt(2 * _N)),
            "probability that two runs disagree somewhere",
        ),
    ),
    uses=("derived:adaptive-second-moment", "derived:mean-deviation", "derived:expected-gap-rounding"),
    notes=("Only the disagreement: how often an answer is wrong is derived:adaptive-second-moment's beta.",),
)  # fmt: skip

STATEMENTS = (adaptive_second_moment, mean_deviation, adaptive_rounding)
