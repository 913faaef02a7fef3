"""Quantiles of a population whose density is promised to be at least kappa near them, by rounding (proof.md)."""

from __future__ import annotations

from replcalc.paper.literature import HOEFFDING_1963
from replcalc.sharper.proportions.statement import NEVER
from replcalc.sharper.quantile_search.statement import AWAY, variance_near
from replcalc.sharper.small_variance.statement import SAMPLES, SHARE, tail_mass
from replcalc.vocabulary import (
    ANY_ALPHA,
    COUNT,
    POSITIVE,
    Conclusion,
    K,
    Parameter,
    Statement,
    alpha,
    assuming,
    at_most,
    below,
    beta,
    exp,
    k,
    largest,
    natural,
    pi,
    rational,
    real,
    rho,
    sqrt,
)

_N, _r, _lambda, _kappa, _within = natural("N"), natural("rank"), real("lambda"), real("kappa"), real("within")
_width, _V, _spread, _tails, _outside = map(real, ("width", "V", "spread", "tails", "outside"))
HALF = rational(1, 2)


order_statistic = Statement(
    label="derived:order-statistic",
    kind="lemma",
    needs_simulator=True,
    title="Two order statistics of uniform numbers are close",
    meaning="The r-th smallest of N uniform numbers, in two runs: their expected distance is about the Gaussian one.",
    given=(SAMPLES, Parameter(_r, COUNT, "which of them, from the smallest")),
    assumes=(assuming("the N numbers are independent and uniform on [0, 1]"), at_most(_r, _N)),
    gives=(
        Conclusion(
            _spread,
            "<=",
            2 * sqrt(_r * (_N + 1 - _r) / (pi * (_N + HALF))) / (_N + 1),
            "expected distance of the two: the variance is about p(1-p)/N at p = r/(N+1)",
        ),
    ),
)

_near = _kappa * alpha

quantile_density = Statement(
    label="derived:quantile-density",
    kind="theorem",
    needs_simulator=True,
    title="Quantiles of a population with a density, by rounding",
    meaning="The sample quantile, rounded to a grid of shared offset: a median costs what a mean costs.",
    given=(
        K,
        AWAY,
        ANY_ALPHA,
        Parameter(_kappa, POSITIVE, "density of the population near its quantile, at least"),
        Parameter(_within, POSITIVE, "how far from the quantile that density is promised, to either side"),
        SAMPLES,
        SHARE,
    ),
    assumes=(
        assuming("the N draws are independent"),
        assuming("every quantile x has F(x) = q; up to within of x F rises by kappa times a distance, or more"),
        at_most((1 + _lambda) * alpha, _within),
        below((1 + _lambda) * _near, 1),
    ),
    gives=(
        Conclusion(_width, "=", 2 * _lambda * alpha, "width of the grid"),
        Conclusion(_V, "<=", variance_near(1 / _N), "variance that counts for the disagreement"),
        Conclusion(_spread, "<=", 2 * sqrt(_V / (pi * _N)), "expected distance of two sample quantiles, in rank"),
        Conclusion(
            _outside,
            "<=",
            largest(2 * exp(-2 * _N * (_kappa * _within) ** 2), NEVER),
            "chance to leave where the density is promised",
        ),
        Conclusion(
            rho,
            "<=",
            k * (_spread / (_kappa * _width) + 2 * _outside),
            "probability that two runs disagree on some quantile",
        ),
        Conclusion(_tails, "<=", variance_near((1 + _lambda) * _near), "variance that counts for the accuracy"),
        Conclusion(
            beta,
            "<=",
            2 * k * tail_mass(_N, _tails, (1 - _lambda) * _near, (1 + _lambda) * _near) / (_kappa * _width),
            "probability that some answer is off by more than alpha",
        ),
    ),
    uses=("derived:order-statistic", "derived:averaged-rounding"),
    cites=(HOEFFDING_1963.at("Theorem 3"),),
    notes=("Without a density the sample median of a fair coin is any of its values: agree on cuts instead.",),
)

STATEMENTS = (order_statistic, quantile_density)
