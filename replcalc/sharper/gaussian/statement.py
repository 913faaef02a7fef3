"""B7: k statistical queries through Gaussian noise, drawn by a race (proof.md)."""

from __future__ import annotations

from replcalc.paper.literature import KARBASI_2023
from replcalc.vocabulary import (
    COUNT,
    POSITIVE,
    Conclusion,
    K,
    Parameter,
    Statement,
    alpha,
    assuming,
    beta,
    correlated_error,
    erf,
    erfc,
    exp,
    k,
    natural,
    pi,
    real,
    rho,
    smallest,
    sqrt,
)

_N, _sigma = natural("N"), real("sigma")
_alpha1, _alpha2, _tv, _race, _rejection = map(real, ("alpha1", "alpha2", "tv", "race", "rejection"))

gaussian_queries = Statement(
    label="derived:gaussian",
    kind="theorem",
    needs_simulator=True,
    title="k statistical queries through Gaussian noise",
    meaning="Drawing from the law N(means, sigma^2) by a race answers k queries replicably and accurately.",
    given=(
        K,
        Parameter(_N, COUNT, "samples, shared by all queries"),
        Parameter(_sigma, POSITIVE, "standard deviation of the noise"),
        Parameter(_alpha1, POSITIVE, "accuracy spent on the sample means"),
        Parameter(_alpha2, POSITIVE, "accuracy spent on the noise"),
    ),
    assumes=(assuming("the queries take values in [0, 1] and the samples are independent"),),
    gives=(
        Conclusion(real("distance"), "<=", sqrt(k / (2 * _N)), "expected Euclidean distance of two vectors of means"),
        Conclusion(real("tv_linear"), "<=", sqrt(k / (4 * pi * _N)) / _sigma, "expected total variation, linear bound"),
        Conclusion(
            _tv, "<=", erf(sqrt(k / _N) / (4 * _sigma)), "expected total variation; never above the linear bound"
        ),
        Conclusion(
            _race,
            "<=",
            erf(sqrt(k / (8 * _N)) / _sigma),
            "how often a race disagrees: total variation of the pair of laws against the exchanged pair",
        ),
        Conclusion(_rejection, "<=", correlated_error(_tv), "how often correlated sampling by rejection disagrees"),
        Conclusion(rho, "<=", smallest(_rejection, _race), "replicability: a race has both bounds"),
        Conclusion(alpha, "=", _alpha1 + _alpha2, "accuracy of every answer"),
        Conclusion(
            beta,
            "<=",
            2 * k * exp(-2 * _N * _alpha1**2) + k * erfc(_alpha2 / (_sigma * sqrt(2))),
            "probability that some answer is off by more than alpha",
        ),
    ),
    uses=("def:correlated_sampling", "derived:race"),
    cites=(KARBASI_2023,),
)

STATEMENTS = (gaussian_queries,)
