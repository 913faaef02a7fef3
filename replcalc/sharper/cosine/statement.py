"""k statistical queries through cosine noise, drawn by a race (proof.md)."""

from replcalc.paper.literature import HOEFFDING_1963
from replcalc.vocabulary import *

_N, _G, _g = symbols("N G g")
_a, _alpha1 = real("a"), real("alpha1")

cosine_queries = Statement(
    label="derived:cosine",
    kind="theorem",
    title="k statistical queries through cosine noise",
    meaning="Noise of density cos^2(pi x/2a)/a on every mean, drawn by a race in each of G groups of queries.",
    given=(
        K,
        Parameter(_N, COUNT, "samples, shared by all queries"),
        Parameter(_G, COUNT, "groups of queries, each with a race of its own"),
        Parameter(_g, COUNT, "queries in the largest group"),
        Parameter(_a, POSITIVE, "largest size of the noise"),
        Parameter(_alpha1, POSITIVE, "accuracy spent on the sample means"),
    ),
    assumes=(
        at_most(_G, k),
        at_most(k, _G * _g),
        assuming("the queries take values in [0, 1] and the samples are independent"),
    ),
    gives=(
        Conclusion(
            real("distance"),
            "<=",
            sqrt(_G * k / (2 * _N)),
            "expected Euclidean distances of two vectors of means, added up over the groups",
        ),
        Conclusion(
            real("rho_unshared"),
            "<=",
            sqrt(pi * _G * k / _N) / _a,
            "disagreement if correlated sampling by rejection replaces the race: 2 TV",
        ),
        Conclusion(rho, "<=", sqrt(pi * _G * k / (2 * _N)) / _a, "replicability"),
        Conclusion(alpha, "=", _alpha1 + _a, "accuracy of every answer"),
        Conclusion(
            beta, "<=", 2 * k * exp(-2 * _N * _alpha1**2), "probability that some answer is off by more than alpha"
        ),
        Conclusion(
            real("rounds_log2"),
            "<=",
            _g + log(_G * (1 + exp(-_g * log(2)))) / log(2),
            "log2 of the expected points that the races of one run look at, G(2^g + 1)",
        ),
    ),
    uses=("def:correlated_sampling", "derived:race"),
    cites=(HOEFFDING_1963.at("Theorem 2"),),
    notes=(
        "For small rho the samples approach (pi/2) G k/(alpha^2 rho^2), with no logarithm on that term.",
        "The answers y are compared, not the points of the torus; G = k races take 3 points each.",
    ),
)

STATEMENTS = (cosine_queries,)
