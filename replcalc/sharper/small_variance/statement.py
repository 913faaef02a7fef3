"""V: means and differences of means whose variance is promised to be small (proof.md)."""

from __future__ import annotations

from typing import Any

from replcalc.paper.literature import HOEFFDING_1963
from replcalc.vocabulary import (
    ALPHA,
    COUNT,
    UNIT_OPEN,
    Conclusion,
    Domain,
    K,
    Parameter,
    Statement,
    alpha,
    assuming,
    below,
    beta,
    erfc,
    exp,
    k,
    kl,
    log,
    loggamma,
    natural,
    pi,
    rational,
    real,
    rho,
    smallest,
    sqrt,
)

_N, _V, _lambda, _width, _gap = natural("N"), real("V"), real("lambda"), real("width"), real("gap")
HALF = rational(1, 2)

SAMPLES = Parameter(_N, COUNT, "samples")
SHARE = Parameter(_lambda, UNIT_OPEN, "share of the accuracy that the shared offset or threshold varies over")
VARIANCE = Parameter(_V, Domain(rational(0), rational(1, 4), upper_open=False), "variance of a value, at most")
PAIRED = Parameter(_V, Domain(rational(0), rational(1), upper_open=False), "variance of the difference, at most")


def gap_of(count: Any, variance: Any) -> Any:
    """E|v - v'| of two means of so many draws in [0, 1], at most: the Gaussian constant, or that of fair coins."""
    spread = 2 * sqrt(variance / pi) * exp(loggamma(count) - loggamma(count + HALF))
    return smallest(exp(loggamma(count + HALF) - loggamma(count + 1)) / sqrt(pi), spread)


def _rate(x: Any, variance: Any) -> Any:
    """Pr[mean - E mean >= x] <= exp(-count rate) for values that exceed their mean by at most 1."""
    return kl((variance + x) / (1 + variance), variance / (1 + variance))


def hoeffding_mass(count: Any, low: Any, high: Any) -> Any:
    """The integral from ``low`` to ``high`` of Hoeffding's bound on a tail of a mean of values in [0, 1]."""
    return sqrt(pi / (8 * count)) * (erfc(sqrt(2 * count) * low) - erfc(sqrt(2 * count) * high))


def variance_mass(count: Any, variance: Any, low: Any, high: Any) -> Any:
    """The same for values that exceed their mean by at most 1, through a parabola under the rate, which has the rate's
    value and slope at ``low`` and the least curvature up to ``high``."""
    slope = log((1 + low / variance) / (1 - low)) / (1 + variance)
    bend = (1 / (variance + high) + 1) / (1 + variance)
    start = exp(count * (slope**2 / (2 * bend) - _rate(low, variance)))
    return start * sqrt(pi / (2 * count * bend)) * erfc(slope * sqrt(count / (2 * bend)))


def tail_mass(count: Any, variance: Any, low: Any, high: Any) -> Any:
    """The integral of the tail of a mean of values in [0, 1] of promised variance, at most: the smaller of both."""
    return smallest(hoeffding_mass(count, low, high), variance_mass(count, variance, low, high))


variance_gap = Statement(
    label="derived:variance-gap",
    kind="lemma",
    needs_simulator=True,
    title="Two means of draws of small variance are close",
    meaning="The Gaussian constant for every population: two independent means of N draws differ so much on average.",
    given=(SAMPLES, VARIANCE),
    assumes=(
        assuming("the N draws in [0, 1] are independent, each with the same law in both runs, of variance at most V"),
    ),
    gives=(
        Conclusion(
            real("spread"),
            "<=",
            2 * sqrt(_V / pi) * exp(loggamma(_N) - loggamma(_N + HALF)),
            "expected distance of two means, of values of any size",
        ),
        Conclusion(_gap, "<=", gap_of(_N, _V), "expected distance of two means of values in [0, 1]"),
    ),
)

variance_rounding = Statement(
    label="derived:variance-rounding",
    kind="theorem",
    needs_simulator=True,
    title="k means of small variance by rounding one by one",
    meaning="Each of k means is rounded to a grid of its own random offset; all values have a promised variance.",
    given=(K, ALPHA, SAMPLES, SHARE, VARIANCE),
    assumes=(
        assuming("values lie in [0, 1] and have variance at most V (1/4 is no promise), the samples are independent"),
        below((1 + _lambda) * alpha, 1),
    ),
    gives=(
        Conclusion(_width, "=", 2 * _lambda * alpha, "width of the grid"),
        Conclusion(_gap, "<=", gap_of(_N, _V), "expected distance of two independent means"),
        Conclusion(rho, "<=", k * _gap / _width, "probability that two runs disagree on some mean"),
        Conclusion(
            beta,
            "<=",
            2 * k * tail_mass(_N, _V, (1 - _lambda) * alpha, (1 + _lambda) * alpha) / _width,
            "probability that some answer is off by more than alpha",
        ),
    ),
    uses=("derived:variance-gap", "derived:averaged-rounding"),
    cites=(HOEFFDING_1963.at("Theorem 3"),),
)


def _compared(label: str, title: str, granted: str, variance: Parameter, count: Any, spread: Any) -> Statement:
    """Which of two means is larger: (1 + difference)/2 is a mean of ``count`` draws of variance ``spread``."""
    return Statement(
        label=label,
        kind="theorem",
        needs_simulator=True,
        title=title,
        meaning="New is better if the difference of the means reaches a shared threshold, uniform around zero.",
        given=(ALPHA, SAMPLES, SHARE, variance),
        assumes=(assuming(granted),),
        gives=(
            Conclusion(_width, "=", 2 * _lambda * alpha, "how far the threshold varies, around 0"),
            Conclusion(_gap, "<=", 2 * gap_of(count, spread), "expected distance of the differences of two runs"),
            Conclusion(rho, "<=", _gap / _width, "probability that two runs disagree"),
            Conclusion(
                beta,
                "<=",
                2 * tail_mass(count, spread, (1 - _lambda) * alpha / 2, (1 + _lambda) * alpha / 2) / _width,
                "probability of a wrong answer where the means differ by alpha or more",
            ),
        ),
        uses=("derived:variance-gap",),
        cites=(HOEFFDING_1963.at("Theorem 3"),),
    )


two_means = _compared(
    "derived:two-means",
    "Which of two means is larger, by a shared threshold",
    "rewards lie in [0, 1] and have variance at most V (1/4 is no promise), each arm has its own N independent draws",
    VARIANCE,
    2 * _N,
    _V,
)
two_means_paired = _compared(
    "derived:two-means-paired",
    "Which of two means is larger, by a shared threshold, from pairs",
    "rewards lie in [0, 1] and come in N independent pairs, their differences of variance at most V (1 is no promise)",
    PAIRED,
    _N,
    _V / 4,
)

STATEMENTS = (variance_gap, variance_rounding, two_means, two_means_paired)
