"""Means rounded to grids of shared random offset: how close two means are, and what rounding costs (proof.md)."""

from typing import Any

from replcalc.paper.literature import HOEFFDING_1963, IMPAGLIAZZO_2022
from replcalc.vocabulary import *

_N, _V, _lambda, _width, _gap = natural("N"), real("V"), real("lambda"), real("width"), real("gap")
HALF = rational(1, 2)

SAMPLES = Parameter(_N, COUNT, "samples")
SHARE = Parameter(_lambda, UNIT_OPEN, "share of the accuracy that the shared offset or threshold varies over")
WHOLE_SHARE = Parameter(_lambda, UNIT_LEFT_OPEN, "half the width of the grid, relative to alpha")
VARIANCE = Parameter(_V, Domain(rational(0), rational(1, 4), upper_open=False), "variance of a value, at most")
PAIRED = Parameter(_V, Domain(rational(0), rational(1), upper_open=False), "variance of the difference, at most")


def gap_of(count: Any, variance: Any) -> Any:
    """Bound E|v - v'| of two means of so many draws in [0, 1]: the Gaussian constant, or that of fair coins."""
    spread = 2 * sqrt(variance / pi) * exp(loggamma(count) - loggamma(count + HALF))
    return smallest(exp(loggamma(count + HALF) - loggamma(count + 1)) / sqrt(pi), spread)


def _rate(x: Any, variance: Any) -> Any:
    """Pr[mean - E mean >= x] <= exp(-count rate) for values that exceed their mean by at most 1."""
    return kl((variance + x) / (1 + variance), variance / (1 + variance))


def hoeffding_mass(count: Any, low: Any, high: Any) -> Any:
    """Return the integral from ``low`` to ``high`` of Hoeffding's bound on a tail of a mean of values in [0, 1]."""
    return sqrt(pi / (8 * count)) * (erfc(sqrt(2 * count) * low) - erfc(sqrt(2 * count) * high))


def variance_mass(count: Any, variance: Any, low: Any, high: Any) -> Any:
    """The same for values that exceed their mean by at most 1, through a parabola under the rate, which has the rate's
    value and slope at ``low`` and the least curvature up to ``high``."""
    slope = log((1 + low / variance) / (1 - low)) / (1 + variance)
    bend = (1 / (variance + high) + 1) / (1 + variance)
    start = exp(count * (slope**2 / (2 * bend) - _rate(low, variance)))
    return start * sqrt(pi / (2 * count * bend)) * erfc(slope * sqrt(count / (2 * bend)))


def tail_mass(count: Any, variance: Any, low: Any, high: Any) -> Any:
    """Return the integral of the tail of a mean of values in [0, 1] of bounded variance, at most: the smaller of both.

    No deviation is above 1.
    """
    return smallest(hoeffding_mass(count, low, high), variance_mass(count, variance, low, smallest(high, 1)))


_a, _central = real("a"), exp(loggamma(_N + HALF) - loggamma(_N + 1)) / sqrt(pi)  # C(2N,N)/4^N

expected_gap_rounding = Statement(
    label="derived:expected-gap-rounding",
    kind="theorem",
    title="Statistical query by expected-gap rounding",
    meaning="Rounding an N-sample mean to a grid of random offset answers a query, with no logarithm on the rho term.",
    given=(ALPHA, RHO, BETA, Parameter(_lambda, UNIT_OPEN, "share of the accuracy spent on rounding")),
    assumes=(assuming("the query takes values in [0, 1] and the samples are independent"),),
    reaches=("rho", "beta"),
    gives=(
        Conclusion(_a, "=", 2 * _lambda * alpha, "width of the grid", name="width"),
        Conclusion(
            _N,
            "=",
            ceiling(
                largest(
                    1 / (4 * pi * _lambda**2 * alpha**2 * rho**2), log(2 / beta) / (2 * (1 - _lambda) ** 2 * alpha**2)
                )
            ),
            "samples that suffice",
            name="samples",
        ),
        Conclusion(
            _gap, "<=", _central, "expected distance of two independent means, C(2N,N)/4^N, attained by fair coins"
        ),
        Conclusion(real("gap_simple"), "<=", 1 / sqrt(pi * _N), "the same, rounded up"),
        Conclusion(real("rho_achieved"), "<=", _gap / _a, "probability that two runs disagree"),
        Conclusion(
            real("beta_achieved"),
            "<=",
            2 * exp(-2 * _N * (1 - _lambda) ** 2 * alpha**2),
            "probability that the answer is off by more than alpha",
        ),
        Conclusion(
            real("lambda_balanced"),
            "=",
            1 / (1 + rho * sqrt(2 * pi * log(2 / beta))),
            "the share at which both terms of the samples agree: the best one",
        ),
    ),
    cites=(IMPAGLIAZZO_2022.at("Theorem 2.3"),),
)

variance_gap = Statement(
    label="derived:variance-gap",
    title="Two means of draws of small variance are close",
    meaning="The Gaussian constant for every population: two independent means of N draws differ so much on average.",
    given=(SAMPLES, VARIANCE),
    assumes=(
        assuming(
            "the N draws in [0, 1] are independent, each with the same distribution in both runs, of variance at most V"
        ),
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
    title="k means by rounding one by one, the accuracy averaged",
    meaning="Each mean is rounded to a grid of its own random offset; the failure is averaged over the rounding error.",
    given=(K, ALPHA, SAMPLES, WHOLE_SHARE, VARIANCE),
    assumes=(
        assuming("values lie in [0, 1] and have variance at most V (1/4 always holds), the samples are independent"),
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
    uses=("derived:variance-gap", "derived:expected-gap-rounding"),
    cites=(HOEFFDING_1963.at("Theorems 2 and 3"),),
    notes=("The rounding error is uniform on half a width to either side and independent of the mean.",),
)

#: The largest variance of values in [0, 1]: no restriction.
LARGEST_VARIANCE = rational(1, 4)

_alphas, _lambdas, _variances = family("alpha"), family("lambda"), family("V")

ALPHAS = Parameter(_alphas, UNIT_OPEN, "accuracy of the i-th mean, as a share of its range")
SHARES = Parameter(_lambdas, UNIT_OPEN, "share of the accuracy that the offset of the i-th grid varies over")
VARIANCES = Parameter(
    _variances, Domain(rational(0), rational(1, 4), upper_open=False), "variance of the i-th share of its range"
)
_low, _high = (1 - _lambdas[i]) * _alphas[i], (1 + _lambdas[i]) * _alphas[i]

own_accuracies = Statement(
    label="derived:own-accuracies",
    kind="theorem",
    title="Means of accuracies of their own by rounding one by one",
    meaning="Each mean is rounded to a grid of its own width and random offset; all are taken of one sample.",
    given=(SAMPLES, ALPHAS, SHARES, VARIANCES),
    assumes=(
        assuming(
            "values are shares of their ranges and have variance at most V_i (1/4 always holds), the samples are "
            "independent"
        ),
    ),
    gives=(
        Conclusion(
            rho,
            "<=",
            total(gap_of(_N, _variances[i]) / (2 * _lambdas[i] * _alphas[i])),
            "probability that two runs disagree on some mean",
        ),
        Conclusion(
            beta,
            "<=",
            total(tail_mass(_N, _variances[i], _low, _high) / (_lambdas[i] * _alphas[i])),
            "probability that some answer is off by more than its accuracy",
        ),
    ),
    uses=("derived:variance-gap", "derived:variance-rounding"),
    cites=(HOEFFDING_1963.at("Theorem 3"),),
)

STATEMENTS = (expected_gap_rounding, variance_gap, variance_rounding, own_accuracies)
