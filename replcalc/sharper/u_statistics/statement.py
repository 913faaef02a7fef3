"""Means over pairs, of one sample or of two, by rounding: AUC, Kendall's tau, any kernel in [0, 1] (proof.md)."""

from __future__ import annotations

from typing import Any

from replcalc.paper.literature import HOEFFDING_1963
from replcalc.sharper.small_variance.statement import HALF, SHARE, hoeffding_mass
from replcalc.vocabulary import (
    ALPHA,
    COUNT,
    Conclusion,
    Parameter,
    Statement,
    alpha,
    assuming,
    beta,
    exp,
    loggamma,
    natural,
    pi,
    real,
    rho,
    sqrt,
)

_N, _lambda, _width, _gap = natural("N"), real("lambda"), real("width"), real("gap")


def _gaussian(count: Any) -> Any:
    """The square of (Gamma(n)/Gamma(n+1/2))."""
    return exp(2 * loggamma(count) - 2 * loggamma(count + HALF))


def _rounded(label: str, title: str, meaning: str, samples: str, granted: str, gap: Any) -> Statement:
    return Statement(
        label=label,
        kind="theorem",
        needs_simulator=True,
        title=title,
        meaning=meaning,
        given=(ALPHA, Parameter(_N, COUNT, samples), SHARE),
        assumes=(assuming(granted),),
        gives=(
            Conclusion(_width, "=", 2 * _lambda * alpha, "width of the grid"),
            Conclusion(_gap, "<=", sqrt(gap), "expected distance of the means over pairs of two runs"),
            Conclusion(rho, "<=", _gap / _width, "probability that two runs disagree"),
            Conclusion(
                beta,
                "<=",
                2 * hoeffding_mass(_N, (1 - _lambda) * alpha, (1 + _lambda) * alpha) / _width,
                "probability that the answer is off by more than alpha",
            ),
        ),
        uses=("derived:variance-gap", "derived:averaged-rounding"),
        cites=(HOEFFDING_1963.at("Section 5"),),
    )


between_groups = _rounded(
    "derived:u-statistic-groups",
    "A mean over pairs of two groups, by rounding",
    "How often a draw of one group exceeds one of the other, or any mean over such pairs, costs what one mean costs.",
    "draws of each group",
    "each group has N independent draws of its own, and a pair has a value in [0, 1]",
    _gaussian(_N) / pi + 1 / (2 * _N**2),
)
within_rows = _rounded(
    "derived:u-statistic-rows",
    "A mean over pairs of rows, by rounding",
    "Kendall's tau, or any mean over the pairs of rows of one sample, costs what one mean costs, twice.",
    "half the rows",
    "the 2N rows are independent, and a pair of them has a value in [0, 1], whichever comes first",
    2 * _gaussian(2 * _N) / pi + 1 / (2 * _N * (2 * _N - 1)),
)

STATEMENTS = (between_groups, within_rows)
