"""B6: one statistical query by random-offset rounding and the expected gap (proof.md)."""

from __future__ import annotations

from replcalc.paper.literature import HOEFFDING_1963, IMPAGLIAZZO_2022
from replcalc.vocabulary import (
    ALPHA,
    BETA,
    COUNT,
    RHO,
    UNIT_LEFT_OPEN,
    UNIT_OPEN,
    Conclusion,
    K,
    Parameter,
    Statement,
    alpha,
    assuming,
    beta,
    ceiling,
    erfc,
    exp,
    k,
    largest,
    log,
    loggamma,
    natural,
    pi,
    rational,
    real,
    rho,
    sqrt,
)

_lambda, _N, _a, _gap = real("lambda"), natural("N"), real("a"), real("gap")
#: C(2N,N)/4^N.
_central = exp(loggamma(_N + rational(1, 2)) - loggamma(_N + 1)) / sqrt(pi)

expected_gap_rounding = Statement(
    label="derived:expected-gap-rounding",
    kind="theorem",
    needs_simulator=True,
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

_scaled = sqrt(2 * _N) * alpha

averaged_rounding = Statement(
    label="derived:averaged-rounding",
    kind="theorem",
    needs_simulator=True,
    title="k statistical queries by rounding one by one, the accuracy averaged",
    meaning="Each of k means rounded to a grid of its own random offset; Hoeffding averaged over the rounding error.",
    given=(
        K,
        ALPHA,
        Parameter(_N, COUNT, "samples, shared by all queries"),
        Parameter(_lambda, UNIT_LEFT_OPEN, "half the width of the grid, relative to alpha"),
    ),
    assumes=(assuming("the queries take values in [0, 1] and the samples are independent"),),
    gives=(
        Conclusion(_a, "=", 2 * _lambda * alpha, "width of the grid", name="width"),
        Conclusion(_gap, "<=", _central, "expected distance of two independent means"),
        Conclusion(rho, "<=", k * _gap / _a, "probability that two runs disagree on some query"),
        Conclusion(
            beta,
            "<=",
            k * sqrt(pi) / (2 * _lambda * _scaled) * (erfc((1 - _lambda) * _scaled) - erfc((1 + _lambda) * _scaled)),
            "probability that some answer is off by more than alpha",
        ),
    ),
    uses=("derived:expected-gap-rounding",),
    cites=(HOEFFDING_1963.at("Theorem 2"),),
    notes=("The rounding error is uniform on half a width to either side and independent of the mean.",),
)

STATEMENTS = (expected_gap_rounding, averaged_rounding)
