"""A vector of means within a Euclidean distance, every coordinate rounded (proof.md)."""

from __future__ import annotations

from replcalc.paper.literature import HOEFFDING_1963
from replcalc.sharper.small_variance.statement import SAMPLES, VARIANCE, gap_of
from replcalc.vocabulary import (
    ANY_ALPHA,
    COUNT,
    POSITIVE,
    UNIT_OPEN,
    Conclusion,
    Parameter,
    Statement,
    alpha,
    assuming,
    at_most,
    beta,
    exp,
    natural,
    real,
    rho,
    smallest,
    sqrt,
)

_N, _d, _V, _a, _b = natural("N"), natural("d"), real("V"), real("a"), real("b")
_gap, _sampled, _rounded, _crossed, _error = map(real, ("gap", "sampled", "rounded", "crossed", "error"))

DIMENSION = Parameter(_d, COUNT, "coordinates")
WIDTH = Parameter(_a, UNIT_OPEN, "width of the grids")
EXPONENT = Parameter(_b, POSITIVE, "logarithm of three over the failure probability")

_SAMPLED = sqrt(_d * _V / _N) + sqrt(_d * _b / (2 * _N))
_ROUNDED = smallest(_d / 4, _d / 12 + sqrt(_d * _b / 32)) * _a**2
_CROSSED = _a * _SAMPLED * sqrt(_b / 2)

euclidean_mean = Statement(
    label="derived:euclidean-mean",
    kind="theorem",
    needs_simulator=True,
    title="A vector of means within a Euclidean distance",
    meaning="Every coordinate of the mean of N vectors is rounded to a grid of its own random offset; the errors of "
    "many coordinates add up like squares.",
    given=(ANY_ALPHA, DIMENSION, SAMPLES, WIDTH, EXPONENT, VARIANCE),
    assumes=(
        assuming(
            "coordinates lie in [0, 1] and have variance at most V (1/4 is no promise), the N vectors are independent"
        ),
        at_most(smallest(sqrt(_SAMPLED**2 + _ROUNDED + 2 * _CROSSED), _SAMPLED + sqrt(_ROUNDED)), alpha),
    ),
    gives=(
        Conclusion(_gap, "<=", gap_of(_N, _V), "expected distance of two means of one coordinate"),
        Conclusion(rho, "<=", _d * _gap / _a, "probability that two runs disagree on some coordinate"),
        Conclusion(_sampled, "<=", _SAMPLED, "distance of the mean from the truth"),
        Conclusion(_rounded, "<=", _ROUNDED, "square of the distance that rounding moves it"),
        Conclusion(_crossed, "<=", _CROSSED, "inner product of both"),
        Conclusion(
            _error,
            "<=",
            smallest(sqrt(_sampled**2 + _rounded + 2 * _crossed), _sampled + sqrt(_rounded)),
            "distance of the answer from the truth, where none of three rare events occurs",
        ),
        Conclusion(beta, "<=", 3 * exp(-_b), "probability that it is off by more than alpha"),
    ),
    uses=("derived:variance-gap",),
    cites=(HOEFFDING_1963,),
)

STATEMENTS = (euclidean_mean,)
