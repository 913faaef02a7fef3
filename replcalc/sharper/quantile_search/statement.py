"""Quantiles on agreed cut points by a binary search with shared thresholds, for every population (proof.md)."""

from typing import Any

from replcalc.paper.literature import HOEFFDING_1963, KAAS_1980
from replcalc.sharper.adaptive_second_moment.statement import mean_deviation
from replcalc.sharper.means.statement import SAMPLES, SHARE, gap_of, tail_mass
from replcalc.vocabulary import *

_N, _lambda, _tau, _L, _away, _reach = (
    natural("N"),
    real("lambda"),
    real("tau"),
    natural("levels"),
    real("away"),
    real("reach"),
)
_width, _V, _spread, _gap, _deviation = map(real, ("width", "V", "spread", "gap", "deviation"))
HALF = rational(1, 2)
AWAY = Parameter(_away, Domain(rational(0), HALF, False), "distance of q from 1/2, at least")


def variance_near(near: Any) -> Any:
    """Return the largest x(1-x) for x within ``near`` of a q that is ``away`` from 1/2."""
    least = largest(0, _away - near)
    return rational(1, 4) - least * least


window = Statement(
    label="derived:window",
    title="A threshold near q separates two frequencies, whatever the probability",
    meaning="Coins whose bias lies far from the window separate less: the variance near q counts for all of them.",
    given=(SAMPLES, AWAY, Parameter(_reach, UNIT_OPEN, "how far the threshold varies, to either side of q")),
    assumes=(assuming("the N draws are independent, the threshold is uniform and independent of them"),),
    gives=(
        Conclusion(_V, "<=", variance_near(_reach + 1 / _N), "variance of a coin whose bias is near the window"),
        Conclusion(
            real("separated"),
            "<=",
            gap_of(_N, _V) / (2 * _reach),
            "probability that the threshold lies between the frequencies of two runs",
        ),
    ),
    uses=("derived:variance-gap",),
    cites=(KAAS_1980,),
)

quantile_search = Statement(
    label="derived:quantile-search",
    kind="theorem",
    title="Quantiles on agreed cut points by binary search",
    meaning="Each of k quantiles is searched among the cuts; every comparison has a shared threshold of its own.",
    given=(
        K,
        Parameter(_L, COUNT, "comparisons of a search: 2^levels cells hold all cuts"),
        AWAY,
        Parameter(_tau, UNIT_OPEN, "accuracy, as a share of the population"),
        SAMPLES,
        SHARE,
    ),
    assumes=(
        assuming("the N draws are independent; the cuts are fixed before them; any population"),
        assuming("the thresholds are independent of each other and of the sample"),
    ),
    gives=(
        Conclusion(_width, "=", 2 * _lambda * _tau, "how far a threshold varies, around q"),
        Conclusion(_V, "<=", variance_near(_lambda * _tau + 1 / _N), "variance that counts for the disagreement"),
        Conclusion(_gap, "<=", gap_of(_N, _V), "expected distance of two frequencies of that variance"),
        Conclusion(_deviation, "<=", mean_deviation.conclusion("deviation").expression, "of a frequency from its mean"),
        Conclusion(
            rho,
            "<=",
            k * (_L * _gap / _width + _L * (_L - 1) / 2 * (_deviation / _width) / (_width * sqrt(2 * _N))),
            "probability that two runs disagree on some quantile",
        ),
        Conclusion(_spread, "<=", variance_near(_tau), "variance that counts for the accuracy"),
        Conclusion(
            beta,
            "<=",
            2 * k * _L * tail_mass(_N, _spread, (1 - _lambda) * _tau, (1 + _lambda) * _tau) / _width,
            "probability that some answer is off by more than tau",
        ),
    ),
    uses=("derived:window", "derived:adaptive-second-moment", "derived:mean-deviation", "derived:variance-gap"),
    cites=(HOEFFDING_1963.at("Theorem 3"),),
    notes=("One threshold for all comparisons does not do: with many cuts it lies between two frequencies somewhere.",),
)

STATEMENTS = (window, quantile_search)
