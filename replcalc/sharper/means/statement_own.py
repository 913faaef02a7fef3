"""Means with ranges, accuracies and variances of their own, rounded on one sample (proof.md)."""

from __future__ import annotations

from replcalc.paper.literature import HOEFFDING_1963
from replcalc.sharper.means.statement import SAMPLES, gap_of, tail_mass
from replcalc.vocabulary import (
    UNIT_OPEN,
    Conclusion,
    Domain,
    Parameter,
    Statement,
    assuming,
    beta,
    family,
    i,
    natural,
    rational,
    rho,
    total,
)

_N = natural("N")
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
    needs_simulator=True,
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

STATEMENTS = (own_accuracies,)
